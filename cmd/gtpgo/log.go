package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// logWriter passes lines on to a writer that perhaps nobody reads, such as a pipe
// that is full, and never waits for it: lines queue up meanwhile, and when there
// are too many, new ones are dropped and counted. A goroutine writes; there is
// none while there is nothing to write.
type logWriter struct {
	w io.Writer

	mu    sync.Mutex
	lines [][]byte
	size  int           // bytes in lines
	lost  int           // lines dropped since the last one that was kept
	done  chan struct{} // closed when the goroutine has ended; nil if there is none
}

const (
	// logQueue is room for several reports of crashes, with their stacks.
	logQueue = 1 << 20
	// logGrace is how long the end of the program waits for a reader of the log.
	logGrace = 20 * time.Millisecond
)

// Write takes one line; it never fails.
func (l *logWriter) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size+len(line) > logQueue {
		l.lost++
		return len(line), nil
	}
	if l.lost > 0 {
		l.add(fmt.Appendf(nil, `{"level":"warn","lines":%d,"message":"log lines dropped"}`+"\n", l.lost))
		l.lost = 0
	}
	l.add(append([]byte(nil), line...)) // the caller uses its memory again
	if l.done == nil {
		l.done = make(chan struct{})
		go l.drain(l.done)
	}
	return len(line), nil
}

func (l *logWriter) add(line []byte) {
	l.lines, l.size = append(l.lines, line), l.size+len(line)
}

func (l *logWriter) drain(done chan<- struct{}) {
	defer close(done)
	for line := l.next(); line != nil; line = l.next() {
		_, _ = l.w.Write(line) // there is nobody to tell
		l.mu.Lock()
		l.size -= len(line)
		l.mu.Unlock()
	}
}

// next takes the next line; nil if there is none, and the goroutine has to end.
func (l *logWriter) next() (line []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == 0 {
		l.lines, l.done = nil, nil
		return nil
	}
	line, l.lines = l.lines[0], l.lines[1:]
	return line
}

// flush gives the lines that are there a moment to be written.
func (l *logWriter) flush() {
	l.mu.Lock()
	done := l.done
	l.mu.Unlock()
	if done == nil {
		return
	}
	select {
	case <-done:
	case <-time.After(logGrace):
	}
}
