package search

import (
	"context"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

// A panic in a worker or in who looks on comes out of Run, with the stack where
// it began, when all workers stand still; the next search is as if it had never
// been.
func TestPanics(t *testing.T) {
	g := newGame(t, 9, "area2", 15)
	next := func(s *Search) *Report {
		return s.Run(t.Context(), g, rules.Black, Limits{Playouts: 200, OneThread: true})
	}
	want := next(newSearch(3, 1<<22))
	for _, fresh := range []bool{false, true} {
		for why, limits := range map[string]Limits{
			"at the first playout": {Avoid: panicAfter(0)},
			"in some worker":       {Avoid: panicAfter(5000)},
			"while reporting":      {Ticks: time.After(time.Millisecond), Progress: func(*Report) bool { panic("oh no") }},
		} {
			s := newSearch(3, 1<<22)
			next(s)
			limits.Fresh = fresh
			p := runPanics(t.Context(), s, g, limits)
			worker, ok := p.(*WorkerPanic)
			switch {
			case p == nil:
				t.Errorf("%s: no panic", why)
			case ok && (worker.String() != "oh no" || !strings.Contains(string(worker.Stack()), "panicAfter")):
				t.Errorf("%s: panic %v, stack\n%s", why, worker, worker.Stack())
			case !ok && p != "oh no":
				t.Errorf("%s: panic %v", why, p)
			}
			if got := next(s); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: the next search found %v, want %v", why, got.Moves, want.Moves)
			}
		}
	}
}

// panicAfter returns what panics when it has been asked about n moves.
func panicAfter(n int64) func(rules.Move, int) bool {
	var asked atomic.Int64
	return func(rules.Move, int) bool {
		if asked.Add(1) > n {
			panic("oh no")
		}
		return false
	}
}

// runPanics runs a search and returns its panic.
func runPanics(ctx context.Context, s *Search, g *rules.Game, limits Limits) (p any) {
	defer func() { p = recover() }()
	s.Run(ctx, g, rules.White, limits)
	return nil
}
