package main

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// The program searches on all processors, and on no more, and leaves itself room
// for what has to stop a search.
func TestSpareProcessor(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	for flags, want := range map[string]int{"": before, "--threads 1": 1, "--threads 256": before} {
		var out, log bytes.Buffer
		input := strings.NewReader("kata-get-param numSearchThreads\nquit\n")
		seen := make(chan int, 1)
		in := readerFunc(func(p []byte) (int, error) {
			// Whoever reads may read once more after the program has ended.
			select {
			case seen <- runtime.GOMAXPROCS(0):
			default:
			}
			return input.Read(p)
		})
		if status := run(strings.Fields("--memory 1 "+flags), in, &out, &log); status != exitOK || log.Len() > 0 {
			t.Errorf("%s: status %d, %s", flags, status, log.String())
		}
		if got := out.String(); got != fmt.Sprintf("= %d\n\n= \n\n", want) {
			t.Errorf("%s: %q, want %d threads", flags, got, want)
		}
		if during := <-seen; during != before+1 || runtime.GOMAXPROCS(0) != before {
			t.Errorf("%s: room for %d goroutines at a time while it runs and %d afterwards, on %d processors", flags, during, runtime.GOMAXPROCS(0), before)
		}
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
