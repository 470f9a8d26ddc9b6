package gtp

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// What stops what, in the fake time of synctest: a step that takes no time
// there happens as soon as the scheduler gets to it.

func TestStreamRunsUntilNextLine(t *testing.T) {
	for _, line := range []string{"\n", "# comment\n", "# interrupt\r\n", "5\n", " \t\r\n", "2 echo a\n"} {
		synctest.Test(t, func(t *testing.T) {
			d := startDialogue(t, nil)
			d.send("1 analyze\n")
			synctest.Wait()
			d.expect("=1 \ninfo 1\n")
			time.Sleep(250 * time.Millisecond)
			d.expect("=1 \ninfo 1\ninfo 2\ninfo 3\n")
			d.send("2 ec") // half a line stops nothing
			time.Sleep(100 * time.Millisecond)
			d.expect("=1 \ninfo 1\ninfo 2\ninfo 3\ninfo 4\n")
			start := time.Now()
			d.send("ho\n" + line)
			synctest.Wait()
			want := "=1 \ninfo 1\ninfo 2\ninfo 3\ninfo 4\n\n=2 \n\n"
			if strings.Contains(line, "echo") {
				want += "=2 a\n\n"
			}
			d.expect(want)
			if took := time.Since(start); took != 0 {
				t.Errorf("took %v to stop by %q", took, line)
			}
			d.in.Close()
			if err := d.end(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStreamStopsAtBlankLineOrEOF(t *testing.T) {
	stops := map[string]func(d *dialogue){
		"empty line": func(d *dialogue) { d.send("\n") },
		"comment":    func(d *dialogue) { d.send("# well\n") },
		"lone id":    func(d *dialogue) { d.send("12\n") },
		"EOF":        func(d *dialogue) { d.in.Close() },
		"half line":  func(d *dialogue) { d.send("# no line end"); d.in.Close() },
	}
	for why, stop := range stops {
		t.Run(why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDialogue(t, nil)
				d.send("analyze\n")
				time.Sleep(150 * time.Millisecond)
				stop(d)
				synctest.Wait()
				d.expect("= \ninfo 1\ninfo 2\n\n")
				d.in.Close()
				if err := d.end(); err != nil {
					t.Error(err)
				}
				d.expect("= \ninfo 1\ninfo 2\n\n")
			})
		})
	}
}

func TestStreamIsHeldOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDialogue(t, nil)
		d.send("solved\n")
		time.Sleep(time.Hour)
		d.expect("= \ninfo 1\n")
		d.send("protocol_version\n")
		synctest.Wait()
		d.expect("= \ninfo 1\n\n? unknown command\n\n")
	})
}

func TestOrdinaryCommandIgnoresLinesAndEOF(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDialogue(t, nil)
		d.send("1 sleep\n")
		time.Sleep(100 * time.Millisecond)
		d.send("\n# comment\n2 genmove\n3 echo a\n")
		d.in.Close()
		if err := d.end(); err != nil {
			t.Error(err)
		}
		d.expect("=1 slept\n\n=2 \ninfo 1\nplay D4\n\n=3 a\n\n")
	})
}

func TestInterrupt(t *testing.T) {
	tests := []struct {
		why   string
		sends []string // 100 ms apart
		want  string   // after a further 100 ms
	}{
		{"stops a command", []string{"1 sleep\n", "# interrupt\n"}, "=1 stopped\n\n"},
		{"with CRLF", []string{"1 sleep\r\n", "\t# interrupt \r\n"}, "=1 stopped\n\n"},
		{"after blank lines", []string{"1 sleep\n", "\n# comment\n", "# interrupt\n"}, "=1 stopped\n\n"},
		{"before a command", []string{"1 sleep\n", "# interrupt\n2 echo a\n"}, "=1 stopped\n\n=2 a\n\n"},
		{"keeps a streamed result", []string{"1 genmove\n", "# interrupt\n"}, "=1 \ninfo 1\ninfo stopped\nplay D4\n\n"},
		{"without a result", []string{"1 result\n", "# interrupt\n", "2 echo a\n"}, "?1 interrupted\n\n=2 a\n\n"},
		{"only the running command", []string{"1 sleep\n2 sleep\n", "# interrupt\n"}, ""},
		{"not behind a command", []string{"1 sleep\n", "2 echo a\n# interrupt\n"}, ""},
		{"other comments do nothing", []string{"1 sleep\n", "#interrupt\n", "# interrupt 1\n"}, ""},
		{"nothing runs", []string{"# interrupt\n", "1 sleep\n"}, ""},
		{"in one piece with its command", []string{"1 sleep\n# interrupt\n"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDialogue(t, nil)
				for _, text := range tt.sends {
					d.send(text)
					time.Sleep(100 * time.Millisecond)
				}
				d.expect(tt.want)
				d.in.Close()
				if err := d.end(); err != nil {
					t.Error(err)
				}
				if strings.Count(d.out.String(), "slept") == 0 && tt.want == "" {
					t.Errorf("output %q, want the command to have run on", d.out.String())
				}
			})
		})
	}
}

// slowReturn is an Out whose client reads a text before Write has returned: the
// thread that writes may have to wait for a processor then.
type slowReturn struct{ recorder }

func (w *slowReturn) Write(p []byte) (int, error) {
	n, err := w.recorder.Write(p)
	time.Sleep(100 * time.Millisecond)
	return n, err
}

// Who has read the reply to the last command means the next one by an interrupt,
// though the server may not be back from that reply.
func TestInterruptAfterReply(t *testing.T) {
	for _, tt := range []struct {
		sends []string // 10 ms apart
		want  string
	}{
		{[]string{"1 echo a\n", "2 sleep\n", "# interrupt\n"}, "=1 a\n\n=2 stopped\n\n"},
		{[]string{"1 echo a\n\n", "2 sleep\n\n", "# interrupt\n"}, "=1 a\n\n=2 stopped\n\n"},
		{[]string{"1 echo a\n", "2 sleep\n# interrupt\n"}, "=1 a\n\n=2 slept\n\n"},
		{[]string{"1 echo a\n", "2 sleep\n", "3 echo b\n# interrupt\n"}, "=1 a\n\n=2 slept\n\n=3 b\n\n"},
		{[]string{"1 echo a\n", "# interrupt\n", "2 sleep\n"}, "=1 a\n\n=2 slept\n\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out slowReturn
			d := startDialogue(t, func(s *Server[*toy]) { s.Out = &out })
			for _, text := range tt.sends {
				d.send(text)
				time.Sleep(10 * time.Millisecond)
			}
			d.in.Close()
			if err := d.end(); err != nil {
				t.Error(err)
			}
			if got := out.String(); got != tt.want {
				t.Errorf("%q: output %q, want %q", tt.sends, got, tt.want)
			}
		})
	}
}

func TestQuitEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDialogue(t, nil)
		d.send("analyze\n")
		time.Sleep(50 * time.Millisecond)
		start := time.Now()
		d.send("quit\n1 sleep\n")
		if err := d.end(); err != nil || time.Since(start) != 0 {
			t.Errorf("Serve = %v after %v", err, time.Since(start))
		}
		d.expect("= \ninfo 1\n\n= \n\n")
	})
}

func TestSignal(t *testing.T) {
	signal := errors.New("signal: terminated")
	tests := []struct {
		why, send, want string
		after           time.Duration // fake time until Serve returns
	}{
		{"idle", "", "", 0},
		{"idle again", "echo a\n", "= a\n\n", 0},
		{"command that listens", "1 sleep\n2 echo a\n", "=1 stopped\n\n", 0},
		{"stream that listens", "1 analyze\n", "=1 \ninfo 1\n\n", 0},
		{"genmove", "1 genmove\n", "=1 \ninfo 1\ninfo stopped\nplay D4\n\n", 0},
		{"deaf command", "1 deaf\n", "", handlerGrace},
		{"deaf stream", "1 deaf-analyze\n", "=1 \n\n", handlerGrace},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := startDialogue(t, nil)
				d.send(tt.send)
				time.Sleep(10 * time.Millisecond)
				start := time.Now()
				d.cancel(signal)
				if err := d.end(); err != signal || time.Since(start) != tt.after {
					t.Errorf("Serve = %v after %v, want %v after %v", err, time.Since(start), signal, tt.after)
				}
				d.expect(tt.want)
				time.Sleep(2 * time.Second) // what the deaf handler writes now is dropped
				d.expect(tt.want)
			})
		})
	}
}

func TestSignalBeforeServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &Server[*toy]{Table: toyTable(t), In: strings.NewReader("echo a\n"), Out: io.Discard}
	if err := s.Serve(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Serve = %v", err)
	}
}

// A client that has stopped reading must not keep the program alive. In real
// time: the wait for a mutex, held by the blocked write, is not a wait that
// synctest knows.
func TestSignalWhileOutputIsBlocked(t *testing.T) {
	for _, command := range []string{"echo a\n", "analyze\n"} {
		r, w := io.Pipe() // nobody reads
		d := startDialogue(t, func(s *Server[*toy]) { s.Out = w })
		d.send(command)
		time.Sleep(10 * time.Millisecond)
		start := time.Now()
		d.cancel(nil)
		// 70 ms if the machine is idle.
		if err := d.end(); !errors.Is(err, context.Canceled) || time.Since(start) > time.Second {
			t.Errorf("Serve = %v after %v", err, time.Since(start))
		}
		r.Close()
	}
}

// breakable is a stdout that a client can close.
type breakable struct {
	recorder
	broken bool
}

var errBroken = errors.New("broken pipe")

func (w *breakable) Write(p []byte) (int, error) {
	w.mu.Lock()
	broken := w.broken
	w.mu.Unlock()
	if broken {
		return 0, errBroken
	}
	return w.recorder.Write(p)
}

func TestWriteFailure(t *testing.T) {
	tests := []struct {
		why, first, then, want string
		after                  time.Duration
	}{
		{"reply", "echo a\n", "echo b\necho c\n", "= a\n\n", 0},
		{"quit", "echo a\n", "quit\n", "= a\n\n", 0},
		{"stream notices by itself", "analyze\n", "", "= \ninfo 1\n", 90 * time.Millisecond},
		{"at the end of a command", "sleep\n", "", "", 990 * time.Millisecond},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out breakable
				d := startDialogue(t, func(s *Server[*toy]) { s.Out = &out })
				d.send(tt.first)
				time.Sleep(10 * time.Millisecond)
				out.mu.Lock()
				out.broken = true
				out.mu.Unlock()
				start := time.Now()
				go io.WriteString(d.in, tt.then) // may find nobody reading
				if err := d.end(); !errors.Is(err, errBroken) || time.Since(start) != tt.after {
					t.Errorf("Serve = %v after %v, want %v after %v", err, time.Since(start), errBroken, tt.after)
				}
				if got := out.String(); got != tt.want {
					t.Errorf("output %q, want %q", got, tt.want)
				}
			})
		})
	}
}

func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var started, ended atomic.Int32
		d := startDialogue(t, func(s *Server[*toy]) {
			s.Idle = func(ctx context.Context) {
				defer s.Session.enter()() // panics beside a handler
				started.Add(1)
				<-ctx.Done()
				time.Sleep(20 * time.Millisecond) // the line has to wait
				ended.Add(1)
			}
		})
		check := func(wantStarted, wantEnded int32) {
			t.Helper()
			synctest.Wait()
			if s, e := started.Load(), ended.Load(); s != wantStarted || e != wantEnded {
				t.Errorf("Idle started %d, ended %d, want %d, %d", s, e, wantStarted, wantEnded)
			}
		}
		check(1, 0)
		time.Sleep(time.Hour)
		check(1, 0)
		d.send("1 echo a\n2 echo b\n")
		check(1, 0)
		d.expect("")
		time.Sleep(25 * time.Millisecond)
		d.expect("=1 a\n\n=2 b\n\n")
		check(2, 1)
		d.send("\n") // any line stops pondering
		time.Sleep(25 * time.Millisecond)
		check(3, 2)
		d.send("3 sleep\n")
		time.Sleep(500 * time.Millisecond)
		check(3, 3)
		d.in.Close()
		if err := d.end(); err != nil {
			t.Error(err)
		}
		d.expect("=1 a\n\n=2 b\n\n=3 slept\n\n")
		check(3, 3) // not again at the end of input
	})
}

func TestIdleReturnsEarlyOrPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		d := startDialogue(t, func(s *Server[*toy]) {
			s.Idle = func(context.Context) {
				if calls.Add(1) == 2 {
					panic("oh no")
				}
			}
		})
		time.Sleep(time.Hour)
		d.send("echo a\n")
		time.Sleep(time.Hour)
		d.send("echo b\n")
		time.Sleep(time.Hour)
		if n := calls.Load(); n != 3 {
			t.Errorf("Idle called %d times, want once for each wait, 3", n)
		}
		d.cancel(nil)
		if err := d.end(); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		d.expect("= a\n\n= b\n\n")
		if log := d.log.String(); !strings.Contains(log, "panic while idle") {
			t.Errorf("log %q", log)
		}
	})
}

func TestSignalWhileIdleIsDeaf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDialogue(t, func(s *Server[*toy]) {
			s.Idle = func(context.Context) { time.Sleep(time.Hour) }
		})
		time.Sleep(time.Second)
		d.send("echo a\n") // waits for Idle
		time.Sleep(time.Second)
		start := time.Now()
		d.cancel(nil)
		if err := d.end(); !errors.Is(err, context.Canceled) || time.Since(start) != handlerGrace {
			t.Errorf("Serve = %v after %v", err, time.Since(start))
		}
		d.expect("")
		time.Sleep(time.Hour) // let Idle end
		d.expect("")
	})
}
