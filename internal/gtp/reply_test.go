package gtp

import (
	"strings"
	"sync"
	"testing"
)

func newTestReply(id string) (*Reply, *recorder) {
	w := &recorder{}
	return &Reply{id: id, out: newOutput(w)}, w
}

func TestReplyIsSilentWhenClosed(t *testing.T) {
	ends := map[string]func(*Reply){
		"= a\n\n":              (*Reply).succeed,
		"? cannot score\n\n":   func(r *Reply) { r.fail(ErrCannotScore) },
		"":                     (*Reply).giveUp,
		"= \ninfo 1\na\n\n":    func(r *Reply) { r.Emit("info 1"); r.succeed() },
		"= \ninfo 2\n\n":       func(r *Reply) { r.Emit("info 2"); r.giveUp() },
		"= \ninfo 3\n\n":       func(r *Reply) { r.Emit("info 3"); r.fail(ErrCannotScore) },
		"= \n \n a\n \nb\n\n":  func(r *Reply) { r.Emit("\n a\n\nb\n\n"); r.giveUp() },
		"= \n \n\n":            func(r *Reply) { r.Begin(); r.Emit(""); r.giveUp() },
		"= \ninfo 4\na\nb\n\n": func(r *Reply) { r.Line("b"); r.Begin(); r.Begin(); r.Emit("info 4"); r.succeed() },
	}
	for want, end := range ends {
		r, w := newTestReply("")
		r.Printf("a")
		end(r)
		r.Begin()
		r.Emit("info late")
		r.Printf("late")
		r.Line("late")
		r.succeed()
		r.fail(ErrInternal)
		r.giveUp()
		if got := w.String(); got != want {
			t.Errorf("wrote %q, want %q", got, want)
		}
	}
}

// Search workers may report from their own goroutines, beyond the end.
func TestReplyIsSafeForGoroutines(t *testing.T) {
	r, w := newTestReply("7")
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for range 100 {
				r.Emit("info")
				r.Line("text")
			}
		})
	}
	r.Begin()
	r.succeed()
	workers.Wait()
	got := w.String()
	if !strings.HasPrefix(got, "=7 \n") || !strings.HasSuffix(got, "\n\n") || strings.Count(got, "\n\n") != 1 {
		t.Errorf("wrote %q", got)
	}
}
