package gtp

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
)

// output is the only writer to the client. Its first error is final: later
// writes are dropped, and failed is closed.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	err    error
	failed chan struct{}
}

func newOutput(w io.Writer) *output {
	return &output{w: w, failed: make(chan struct{})}
}

// write passes whole lines on, with one Write of the underlying writer.
func (o *output) write(text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if _, err := o.w.Write(text); err != nil {
		o.err = fmt.Errorf("gtp: writing a reply: %w", err)
		close(o.failed)
	}
}

// failure returns the error of a failed write. It never waits for a write
// that is under way.
func (o *output) failure() error {
	select {
	case <-o.failed:
		return o.err
	default:
		return nil
	}
}

// Reply is what a handler answers. As a rule it collects text and the server
// writes it when the handler returns. After Begin it is open: each Emit is a
// line that the client sees at once.
//
// All methods may be called from several goroutines, and after the reply was
// closed; they do nothing then.
type Reply struct {
	id  string
	out *output
	// ended is closed when a Stream command was told to stop; nil for others.
	ended <-chan struct{}
	// answered is set just before the last bytes are written, so never after the
	// client has read them. It can be asked while a write is blocked.
	answered atomic.Bool

	mu      sync.Mutex
	state   replyState
	text    strings.Builder
	emitted bool
}

type replyState int

const (
	replyCollecting replyState = iota // nothing written yet
	replyOpen                         // header written
	replyClosed                       // last empty line written, or given up
)

// Printf appends to the text of the reply.
func (r *Reply) Printf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(&r.text, format, args...)
}

// Line appends a line to the text of the reply. What Printf left unfinished
// becomes a line of its own; an empty first line puts the text below the
// status line, as boards need it.
func (r *Reply) Line(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.text.String(); s != "" && !strings.HasSuffix(s, "\n") {
		r.text.WriteByte('\n')
	}
	r.text.WriteString(text)
	r.text.WriteByte('\n')
}

// Begin opens the reply: the client reads "= " or "=ID " on a line of its own
// at once. From here on the command cannot fail any more; a handler checks
// its arguments before. Text collected by Printf and Line is written when the
// handler returns.
func (r *Reply) Begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begin()
}

func (r *Reply) begin() {
	if r.state == replyCollecting {
		r.state = replyOpen
		r.out.write(append(formatHeader(statusOK, r.id), '\n'))
	}
}

// Emit writes one line to the client at once, and opens the reply before if
// Begin has not done so. When a Stream command was told to stop, only its
// first line is still written.
func (r *Reply) Emit(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == replyClosed || r.emitted && r.stopped() {
		return
	}
	r.begin()
	r.emitted = true
	r.out.write(formatLine(line))
}

// stopped reports whether a Stream command was told to stop.
func (r *Reply) stopped() bool {
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

// isOpen reports whether the client has the header already.
func (r *Reply) isOpen() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state == replyOpen
}

// succeed completes the reply with the text collected.
func (r *Reply) succeed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if text := r.text.String(); r.state != replyOpen {
		r.finish(formatReply(statusOK, r.id, text))
	} else if text == "" {
		r.finish([]byte("\n"))
	} else {
		r.finish(append(formatLine(text), '\n'))
	}
}

// fail completes the reply with an error text. An open reply has its status
// already and just ends.
func (r *Reply) fail(text Failure) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == replyOpen {
		r.finish([]byte("\n"))
	} else {
		r.finish(formatReply(statusFail, r.id, string(text)))
	}
}

// giveUp ends the reply of a handler that did not return in time: an open
// reply gets its empty line, any other will never be written.
func (r *Reply) giveUp() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == replyOpen {
		r.finish([]byte("\n"))
	}
	r.state = replyClosed
}

// finish writes the last bytes, unless the reply was closed before.
func (r *Reply) finish(text []byte) {
	if r.state != replyClosed {
		r.state = replyClosed
		r.answered.Store(true)
		r.out.write(text)
	}
}
