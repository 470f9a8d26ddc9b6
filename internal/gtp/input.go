package gtp

import (
	"bufio"
	"bytes"
	"io"
	"slices"
)

// inputLine is one line of input, parsed by the reader.
type inputLine struct {
	req       Request
	command   bool // req is to be executed
	interrupt bool // the comment "# interrupt"
	// interrupted: the command is to be stopped as soon as it starts.
	interrupted bool
}

// batch is what one Read brought: its complete lines, and in the last batch
// the error that ended the input, io.EOF as a rule. Lines of one batch count
// as read at the same moment.
type batch struct {
	lines []inputLine
	err   error
}

// readLines sends batches until the input ends or stop is closed. It runs on
// a goroutine of its own and may stay blocked in Read after stop.
func readLines(in io.Reader, to chan<- batch, stop <-chan struct{}) {
	r := bufio.NewReaderSize(in, 1<<16)
	for {
		b := readBatch(r)
		select {
		case to <- b:
		case <-stop:
			return
		}
		if b.err != nil {
			return
		}
	}
}

// readBatch reads one line, however long, and all further complete lines that
// are there without another Read. A last line may lack its line end.
func readBatch(r *bufio.Reader) (b batch) {
	for {
		text, err := r.ReadBytes('\n')
		if len(text) > 0 {
			var l inputLine
			l.req, l.command = Parse(text)
			l.interrupt = !l.command && IsInterrupt(text)
			b.lines = append(b.lines, l)
		}
		if err != nil {
			b.err = err
			return b
		}
		// Peek of what is buffered never reads, and never fails.
		if buffered, _ := r.Peek(r.Buffered()); bytes.IndexByte(buffered, '\n') < 0 {
			return b
		}
	}
}

// queue holds the lines that wait for their turn. It has no limit, so that a
// client may send all its commands before it reads the first reply.
type queue struct {
	lines    []inputLine
	commands int   // how many of lines are commands
	end      error // why the input ended; nil while it is open
}

// push appends a batch. It reports whether an interrupt was in it that is
// meant for the running command, that is, with no command waiting before it.
// answered says that the running command has its reply: then the client means
// the next one, which it may have sent before the server was back from that
// reply. An interrupt in one batch with its command stops nothing.
func (q *queue) push(b batch, answered bool) (interrupted bool) {
	waiting := q.commands
	for _, l := range b.lines {
		switch {
		case l.command:
			q.commands++
			q.lines = append(q.lines, l)
		case len(q.lines) > 0 && q.lines[len(q.lines)-1].command:
			// Blank lines are kept, one in a row, because they
			// stop a Stream command that waits before them.
			q.lines = append(q.lines, l)
		}
		switch {
		case !l.interrupt:
		case q.commands == 0:
			interrupted = true
		case answered && q.commands == 1 && waiting == 1:
			i := slices.IndexFunc(q.lines, func(l inputLine) bool { return l.command })
			q.lines[i].interrupted = true
		}
	}
	q.end = b.err
	return interrupted
}

// pop takes the next command.
func (q *queue) pop() (l inputLine, ok bool) {
	for len(q.lines) > 0 {
		l := q.lines[0]
		q.lines[0] = inputLine{} // lets go of its text
		q.lines = q.lines[1:]
		if l.command {
			q.commands--
			return l, true
		}
	}
	q.lines = nil
	return inputLine{}, false
}

// stopsStream reports whether a line or the end of input has arrived after
// the command that pop gave.
func (q *queue) stopsStream() bool { return len(q.lines) > 0 || q.end != nil }
