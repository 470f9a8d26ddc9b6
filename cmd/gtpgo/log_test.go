package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// The log never waits for a reader; when one comes, it gets what there was room
// for, in order, and is told of the rest.
func TestLogWriter(t *testing.T) {
	r, w := io.Pipe()
	l := &logWriter{w: w}
	line := strings.Repeat("x", 1000)
	const lines = 3000
	begin := time.Now()
	for i := range lines {
		fmt.Fprintf(l, "%d %s\n", i, line)
	}
	l.flush()
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
	var got bytes.Buffer
	read := make(chan bool)
	go func() {
		_, _ = io.Copy(&got, r) // it ends without an error
		close(read)
	}()
	for l.queued() > 0 {
		time.Sleep(time.Millisecond)
	}
	fmt.Fprintf(l, "the end\n")
	for l.queued() > 0 {
		time.Sleep(time.Millisecond)
	}
	w.Close()
	<-read
	all := strings.Split(strings.TrimSpace(got.String()), "\n")
	kept := len(all) - 2
	for i := range kept {
		if all[i] != fmt.Sprintf("%d %s", i, line) {
			t.Fatalf("line %d: %.20s", i, all[i])
		}
	}
	dropped := fmt.Sprintf(`{"level":"warn","lines":%d,"message":"log lines dropped"}`, lines-kept)
	if all[kept] != dropped || all[kept+1] != "the end" || kept*1000 > logQueue || kept*1000 < logQueue/2 {
		t.Errorf("%d lines, then %q, want %q", kept, all[kept:], dropped)
	}
	l.flush() // there is nothing to wait for
}

// queued returns how many bytes wait to be written.
func (l *logWriter) queued() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.size
}
