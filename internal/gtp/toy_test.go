package gtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// toy is the session of the server tests: it counts commands, and notices if
// two of them, or one and Idle, run at once.
type toy struct {
	mu    sync.Mutex
	calls int
}

func (y *toy) enter() (leave func()) {
	if !y.mu.TryLock() {
		panic("two handlers at once")
	}
	return y.mu.Unlock
}

// toyTable holds a command for every way in which a handler can behave.
func toyTable(t testing.TB) *Table[*toy] {
	t.Helper()
	one := func(name string, max int, run func(ctx context.Context, a *Args, r *Reply) error) Command[*toy] {
		return Command[*toy]{
			Name: name, Help: "Test.", Spec: "test", Group: "toys", Max: max,
			Run: func(ctx context.Context, y *toy, a *Args, r *Reply) error {
				defer y.enter()()
				y.calls++
				return run(ctx, a, r)
			},
		}
	}
	stream := func(c Command[*toy]) Command[*toy] {
		c.Stream = true
		return c
	}
	table, err := NewTable([]Command[*toy]{
		one("echo", -1, func(_ context.Context, a *Args, r *Reply) error {
			r.Printf("%s", a.Rest())
			return a.Err()
		}),
		one("lines", 0, func(_ context.Context, _ *Args, r *Reply) error {
			r.Printf("first")
			r.Line("second ")
			r.Line("")
			r.Printf("third\n\n%s", "fourth")
			r.Line("fifth")
			return nil
		}),
		one("number", 1, func(_ context.Context, a *Args, r *Reply) error {
			r.Printf("%d", a.Int("n", 1, 9))
			return a.Err()
		}),
		one("illegal", 0, func(_ context.Context, _ *Args, r *Reply) error {
			r.Printf("never seen")
			return fmt.Errorf("play: %w", ErrIllegalMove)
		}),
		one("broken", 0, func(context.Context, *Args, *Reply) error { return errors.New("the disk is full") }),
		one("panic", 0, func(context.Context, *Args, *Reply) error { panic("oh no") }),
		one("quit", 0, func(context.Context, *Args, *Reply) error { return ErrQuit }),
		// sleep lasts a second and says whether it was stopped.
		one("sleep", 0, func(ctx context.Context, _ *Args, r *Reply) error {
			select {
			case <-ctx.Done():
				r.Printf("stopped")
			case <-time.After(time.Second):
				r.Printf("slept")
			}
			return nil
		}),
		// result has nothing to say if it is stopped.
		one("result", 0, func(ctx context.Context, _ *Args, _ *Reply) error {
			<-ctx.Done()
			return fmt.Errorf("search: %w", ctx.Err())
		}),
		// deaf lasts a second and does not listen to ctx.
		one("deaf", 0, func(_ context.Context, _ *Args, r *Reply) error {
			time.Sleep(time.Second)
			r.Printf("too late")
			return nil
		}),
		// analyze emits a line every 100 ms, as lz-analyze 10.
		stream(one("analyze", 0, func(ctx context.Context, _ *Args, r *Reply) error {
			r.Begin()
			for i := 1; ; i++ {
				r.Emit(fmt.Sprint("info ", i))
				select {
				case <-ctx.Done():
					r.Emit("info too late")
					return ctx.Err()
				case <-time.After(100 * time.Millisecond):
				}
			}
		})),
		// solved has emitted all it knows when it returns.
		stream(one("solved", 0, func(_ context.Context, _ *Args, r *Reply) error {
			r.Emit("info 1")
			return nil
		})),
		stream(one("refused", 0, func(context.Context, *Args, *Reply) error { return ErrSyntax })),
		stream(one("deaf-analyze", 0, func(_ context.Context, _ *Args, r *Reply) error {
			r.Begin()
			time.Sleep(time.Second)
			r.Emit("info too late")
			return nil
		})),
		stream(one("fail-open", 0, func(_ context.Context, _ *Args, r *Reply) error {
			r.Begin()
			r.Printf("never seen")
			return ErrCannotScore
		})),
		stream(one("panic-open", 0, func(_ context.Context, _ *Args, r *Reply) error {
			r.Emit("info 1")
			panic("oh no")
		})),
		// genmove streams as lz-genmove_analyze, but ends in a move.
		one("genmove", 0, func(ctx context.Context, _ *Args, r *Reply) error {
			r.Emit("info 1")
			select {
			case <-ctx.Done():
				r.Emit("info stopped")
			case <-time.After(time.Second):
			}
			r.Line("play D4")
			return nil
		}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// recorder keeps every Write apart.
type recorder struct {
	mu     sync.Mutex
	writes []string
}

func (w *recorder) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writes = append(w.writes, string(p))
	return len(p), nil
}

func (w *recorder) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.writes, "")
}

// dialogue is a server that a test talks to, line by line.
type dialogue struct {
	t      *testing.T
	server *Server[*toy]
	in     *io.PipeWriter
	out    recorder
	log    bytes.Buffer // read it after the server has ended
	cancel context.CancelCauseFunc
	result chan error
}

// startDialogue starts a server in the bubble of a synctest; change may adapt
// it before.
func startDialogue(t *testing.T, change func(*Server[*toy])) *dialogue {
	t.Helper()
	in, feed := io.Pipe()
	d := &dialogue{t: t, in: feed, result: make(chan error, 1)}
	d.server = &Server[*toy]{Table: toyTable(t), Session: &toy{}, In: in, Out: &d.out, Log: zerolog.New(&d.log)}
	if change != nil {
		change(d.server)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	d.cancel = cancel
	go func() { d.result <- d.server.Serve(ctx) }()
	t.Cleanup(func() { feed.Close() }) // frees the reader
	return d
}

// send writes text with one Write.
func (d *dialogue) send(text string) {
	d.t.Helper()
	if _, err := io.WriteString(d.in, text); err != nil {
		d.t.Fatal(err)
	}
}

// expect compares all that was written so far.
func (d *dialogue) expect(want string) {
	d.t.Helper()
	if got := d.out.String(); got != want {
		d.t.Fatalf("output %q\n  want %q", got, want)
	}
}

// end waits for Serve and returns its result.
func (d *dialogue) end() error {
	d.t.Helper()
	select {
	case err := <-d.result:
		return err
	case <-time.After(time.Minute):
		d.t.Fatal("the server does not end")
		return nil
	}
}
