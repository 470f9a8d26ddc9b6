package gtp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// crashes are commands that panic where no handler of their own stops it: in the
// threads of a search, and in who is told of one.
func crashes() []command {
	inWorker := engine.Analysis{Avoid: func(rules.Move, int) bool { panic("oh no") }}
	inReport := func(*search.Report) { panic("oh no") }
	nobody := func(*search.Report) {}
	one := func(name string, run func(ctx context.Context, e *engine.Engine, r *Reply)) command {
		return command{Name: name, Help: "Test.", Spec: "test", Group: "test",
			Run: func(ctx context.Context, s *Session, _ *Args, r *Reply) error {
				run(ctx, s.Engine, r)
				return nil
			}}
	}
	stream := one("crash-open", func(ctx context.Context, e *engine.Engine, r *Reply) {
		r.Begin()
		e.Analyze(ctx, rules.Black, inWorker, nobody)
	})
	stream.Stream = true
	return []command{
		one("crash-worker", func(ctx context.Context, e *engine.Engine, _ *Reply) {
			e.Analyze(ctx, rules.Black, inWorker, nobody)
		}),
		one("crash-genmove", func(ctx context.Context, e *engine.Engine, _ *Reply) {
			e.GenmoveAnalyze(ctx, rules.Black, inWorker, nobody)
		}),
		one("crash-report", func(ctx context.Context, e *engine.Engine, _ *Reply) {
			e.Analyze(ctx, rules.Black, engine.Analysis{Every: time.Millisecond}, inReport)
		}),
		one("crash-genmove-report", func(ctx context.Context, e *engine.Engine, _ *Reply) {
			e.GenmoveAnalyze(ctx, rules.Black, engine.Analysis{}, inReport)
		}),
		one("crash-watcher", func(ctx context.Context, e *engine.Engine, _ *Reply) {
			defer e.Watch(0, nil)
			var watched atomic.Bool
			e.Watch(time.Millisecond, func(r *search.Report) {
				if watched.Store(true); r != nil {
					panic("oh no")
				}
			})
			// Go on until the watcher had its turn, on a busy machine too.
			wait := func(rules.Move, int) bool {
				if !watched.Load() {
					time.Sleep(time.Millisecond)
				}
				return false
			}
			e.GenmoveAnalyze(ctx, rules.Black, engine.Analysis{Avoid: wait}, nobody)
		}),
		stream,
	}
}

// An internal error anywhere in a search is answered, told to the log with the
// place and the commands that led there, and the session goes on as if nothing
// had happened.
func TestCrashes(t *testing.T) {
	const play = "reg_genmove b\nshowboard\nplay b E5\nreg_genmove w\nundo\n"
	answers := func(input string, idle func(*engine.Engine)) (out, log string) {
		c := analysisConfig(9, 100)
		table, err := Commands(crashes())
		if err != nil {
			t.Fatal(err)
		}
		s := &Server[*Session]{Table: table, Session: analysisServer(t, c).Session}
		var written, logged bytes.Buffer
		s.In, s.Out, s.Log = strings.NewReader(input), &written, zerolog.New(&logged)
		if idle != nil {
			in, feed := io.Pipe()
			idles := make(chan bool)
			s.In = in
			s.Idle = func(context.Context) {
				idles <- true
				idle(s.Session.Engine)
			}
			go func() {
				for line := range strings.Lines(input) {
					<-idles
					io.WriteString(feed, line)
				}
				<-idles
				feed.Close()
			}()
		}
		if err := s.Serve(t.Context()); err != nil {
			t.Error(err)
		}
		return written.String(), logged.String()
	}
	want, _ := answers(play, nil)
	for _, c := range crashes() {
		reply := "?3 internal error\n\n"
		if c.Stream {
			reply = "=3 \n\n"
		}
		out, log := answers("3 "+c.Name+"\n"+play, nil)
		if out != reply+want {
			t.Errorf("%s: output\n%s\nwant\n%s", c.Name, out, reply+want)
		}
		checkCrashLog(t, c.Name, log, "3 "+c.Name)
	}
	idle := func(e *engine.Engine) {
		e.Analyze(context.Background(), rules.White, engine.Analysis{Avoid: func(rules.Move, int) bool { panic("oh no") }}, nil)
	}
	out, log := answers(play, idle)
	if out != want {
		t.Errorf("crashes while idle: output\n%s\nwant\n%s", out, want)
	}
	checkCrashLog(t, "idle", strings.SplitAfter(log, "\n")[1], "reg_genmove b")
}

// checkCrashLog checks the line of the log that tells of a panic.
func checkCrashLog(t *testing.T, why, log, command string) {
	t.Helper()
	var line struct {
		Level, Panic, Stack string
		Commands            []string
	}
	if err := json.Unmarshal([]byte(log), &line); err != nil {
		t.Fatalf("%s: log %q: %v", why, log, err)
	}
	if line.Level != "error" || line.Panic != "oh no" || !strings.Contains(line.Stack, "crash_test.go") || !slices.Contains(line.Commands, command) {
		t.Errorf("%s: log %s", why, log)
	}
}
