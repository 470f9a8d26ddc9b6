package gtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"
)

// Server answers the requests of one client. Table, Log and Session must be
// set; In and Out only for Serve. Serve and Execute must not overlap.
type Server[S any] struct {
	// Table holds all commands.
	Table *Table[S]
	// Session is handed to every handler.
	Session S
	// In and Out are the client's ends. Nothing else may write to Out.
	In  io.Reader
	Out io.Writer
	// Log gets panics and internal errors at level error, ordinary failures
	// at level debug. It must not write to Out.
	Log zerolog.Logger
	// Idle, if set, is called whenever the server waits for input with an
	// empty queue, to ponder. Its ctx is cancelled when a line arrives, and
	// the line has to wait until Idle returns. If Idle returns earlier, it is
	// called again after the next line. It is never called twice at once, nor
	// beside a handler, and it must not write to Out.
	Idle func(ctx context.Context)

	recent recent
}

// How long Serve waits, after ctx was cancelled or Out failed, for a handler
// to return with a whole reply, and then for a write to end. Together they
// stay well below the 100 ms within which the program has to be gone.
const (
	handlerGrace = 50 * time.Millisecond
	writeGrace   = 20 * time.Millisecond
)

// Serve reads commands from In and answers them on Out, strictly in order,
// until one of these:
//
//   - a handler returned ErrQuit: nil, at once, whatever else was read;
//   - In ended: nil, after all commands were answered, also a last one without
//     line end; or the error, if it was another than io.EOF;
//   - ctx was cancelled: its cause, within 100 ms;
//   - Out failed: that error, within 100 ms.
//
// In the last two cases a handler or Idle that does not return in time is left
// behind, and what it still writes is dropped. Out holds whole lines only, and
// an open reply is closed with its empty line, unless Out itself is blocked.
// Serve leaves no other goroutine behind but the reader, which cannot be
// woken from a blocked Read and ends when that returns. So after Serve the
// program should exit, or close In.
func (s *Server[S]) Serve(ctx context.Context) error {
	stop := make(chan struct{})
	defer close(stop)
	input := make(chan batch)
	go readLines(s.In, input, stop)
	l := loop[S]{Server: s, out: newOutput(s.Out), input: input}
	for ctx.Err() == nil {
		next, ok := l.queue.pop()
		switch {
		case ok:
			if quit, err := l.answer(ctx, next); quit || err != nil {
				return err
			}
		case errors.Is(l.queue.end, io.EOF):
			return nil
		case l.queue.end != nil:
			return fmt.Errorf("gtp: reading commands: %w", l.queue.end)
		default:
			l.wait(ctx)
		}
	}
	return context.Cause(ctx)
}

// Execute runs one line without In and Out and returns the reply with its
// empty line, "" if the line gets none. A Stream command finds its ctx
// cancelled from the start, as at the end of input. It reports whether the
// command failed, also if an open reply does not show it, and whether it was
// the one that quits.
func (s *Server[S]) Execute(ctx context.Context, text string) (reply string, failed, quit bool) {
	req, ok := Parse([]byte(text))
	if !ok {
		return "", false, false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var b bytes.Buffer
	cmd, r := s.prepare(ctx, req, newOutput(&b))
	if cmd.streams() {
		cancel()
	}
	failed, quit = s.run(ctx, cmd, req, r)
	return b.String(), failed, quit
}

// prepare looks up the command, nil if there is none, and makes its reply.
func (s *Server[S]) prepare(ctx context.Context, req Request, out *output) (*Command[S], *Reply) {
	cmd := s.Table.Lookup(req.Name)
	r := &Reply{id: req.ID, out: out}
	if cmd.streams() {
		r.ended = ctx.Done()
	}
	return cmd, r
}

// loop is the state of one call of Serve, owned by its goroutine.
type loop[S any] struct {
	*Server[S]
	out   *output
	input <-chan batch
	queue queue
}

// answer runs one command on a goroutine of its own and watches, meanwhile,
// everything that may stop it.
func (l *loop[S]) answer(ctx context.Context, next inputLine) (quit bool, err error) {
	runCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd, r := l.prepare(runCtx, next.req, l.out)
	if next.interrupted || cmd.streams() && l.queue.stopsStream() {
		cancel()
	}
	done := make(chan bool, 1)
	go func() {
		_, quit := l.run(runCtx, cmd, next.req, r)
		done <- quit
	}()
	for {
		select {
		case quit := <-done:
			return quit, l.out.failure()
		case b := <-l.input:
			if l.receive(b, r.answered.Load()) || cmd.streams() {
				cancel()
			}
		case <-l.out.failed:
			cancel()
			abandon(r, done)
			return false, l.out.failure()
		case <-ctx.Done():
			abandon(r, done)
			return false, context.Cause(ctx)
		}
	}
}

// receive queues a batch and reports whether it interrupts the running
// command, which may have been answered.
func (l *loop[S]) receive(b batch, answered bool) (interrupted bool) {
	if b.err != nil {
		l.input = nil // nothing more will come
	}
	return l.queue.push(b, answered)
}

// wait lets Idle run until a line arrives, the input ends or ctx is cancelled.
func (l *loop[S]) wait(ctx context.Context) {
	idleCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	if l.Idle == nil {
		close(done)
	} else {
		go func() {
			defer close(done)
			defer l.recovered("panic while idle", func() {})
			l.Idle(idleCtx)
		}()
	}
	select {
	case b := <-l.input:
		l.receive(b, false) // an interrupt has nothing to interrupt here
	case <-ctx.Done():
	}
	cancel()
	select {
	case <-done:
		return
	case <-ctx.Done():
	}
	within(handlerGrace, done)
}

// abandon gives a handler whose ctx was cancelled a moment to complete its
// reply, and closes the reply if that does not happen. The closing may block
// on Out, so it must not be done here.
func abandon(r *Reply, done <-chan bool) {
	if within(handlerGrace, done) {
		return
	}
	given := make(chan struct{})
	go func() {
		defer close(given)
		r.giveUp()
	}()
	within(writeGrace, given)
}

// within waits for c, but no longer than d, and reports whether c came.
func within[T any](d time.Duration, c <-chan T) bool {
	select {
	case <-c:
		return true
	case <-time.After(d):
		return false
	}
}
