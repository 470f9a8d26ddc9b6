package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// chatty are flags that make the program write as much as it can to standard
// error.
var chatty = []string{"--threads", "2", "--time", "0", "--playouts", "200", "--memory", "16", "--boardsize", "9", "--live-gfx", "--log-level", "trace"}

// longLine is a command that makes a long line of the log.
var longLine = "play b " + strings.Repeat("x", 150) + " " + strings.Repeat("y", 150)

// Diagnostics that nobody reads block nothing: case ANA-06a, with the most of
// them that there can be.
func TestUnreadErrors(t *testing.T) {
	p := &program{t: t, cmd: command(t, chatty...)}
	unread, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer unread.Close()
	p.begin()
	for range 400 { // more than a pipe holds
		p.send(longLine + "\n")
	}
	for range 400 {
		if got := p.reply(); got != "? syntax error" {
			t.Fatalf("reply %q", got)
		}
	}
	for range 20 {
		p.expect("genmove b", "= ([A-HJ][1-9]|pass|resign)")
		p.expect("genmove w", "= ([A-HJ][1-9]|pass|resign)")
		p.expect("clear_board", "= ")
	}
	p.send("lz-analyze b 5\n")
	time.Sleep(time.Second)
	p.expect("name", `= \n(?s:.*)`)
	p.expect("", "= gtpgo")
	p.expect("quit", "= ")
	begin := time.Now()
	for range p.frames {
	}
	// Wait would wait for the reader of the pipe.
	if state, err := p.cmd.Process.Wait(); err != nil || state.ExitCode() != 0 || time.Since(begin) > 2*time.Second {
		t.Errorf("%v, %v after %v", err, state, time.Since(begin))
	}
}

// A client that has closed its end of standard error alone is served on.
func TestClosedErrors(t *testing.T) {
	p := &program{t: t, cmd: command(t, chatty...)}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stderr = w
	p.begin()
	r.Close()
	w.Close()
	p.expect(longLine, `\? syntax error`)
	p.expect("genmove b", "= ([A-HJ][1-9]|pass|resign)")
	p.expect("genmove w", "= ([A-HJ][1-9]|pass|resign)")
	p.quit()
}

// A searching program notices that its output is closed though it has nothing to
// write: TestCancel. Where standard output is no pipe, nothing is taken for that.
func TestOutputToFile(t *testing.T) {
	for _, name := range []string{"file", os.DevNull} {
		cmd := command(t, weak...)
		path := name
		if name == "file" {
			path = t.TempDir() + "/out"
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		cmd.Stdin, cmd.Stdout = strings.NewReader("boardsize 9\nreg_genmove b\nname\n"), f
		if status := statusOf(t, cmd.Run()); status != 0 {
			t.Errorf("%s: status %d", name, status)
		}
		if text, err := os.ReadFile(path); name == "file" && (err != nil || !strings.HasSuffix(string(text), "= gtpgo\n\n")) {
			t.Errorf("%s: %v, %q", name, err, text)
		}
	}
}
