package engine

import (
	"context"
	"testing"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// ponderer is an engine that ponders, on nine lines and with few playouts.
func ponderer(threads int) *Engine {
	c := DefaultConfig()
	c.Size, c.Threads, c.Playouts, c.Time, c.Memory, c.Seed, c.Ponder = 9, threads, 200, 0, 16<<20, 1, true
	return New(c)
}

// Pondering ends by itself, and the next search goes on with its tree.
func TestPonder(t *testing.T) {
	for _, threads := range []int{1, 3} {
		e := ponderer(threads)
		d := e.Genmove(t.Context(), rules.Black)
		board := e.SGF("")
		e.Ponder(t.Context())
		if e.pondered >= 0 {
			t.Error("more could be pondered")
		}
		e.Ponder(t.Context()) // has nothing to do
		if after := e.SGF(""); after != board {
			t.Errorf("%s became %s", board, after)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		var now *search.Report
		e.Analyze(stopped, rules.White, Analysis{}, func(r *search.Report) { now = r })
		if most := ponderShare * d.Report.Visits; now.Visits < most || now.Visits > most+most/4 {
			t.Errorf("%d threads: %d visits, want about %d", threads, now.Visits, most)
		}
		reply := now.Moves[0]
		if err := e.Play(rules.Move{Color: rules.White, Point: reply.Move}); err != nil {
			t.Fatal(err)
		}
		if r := e.Genmove(t.Context(), rules.Black).Report; r.Playouts != 200 || r.Visits != reply.Visits+200 {
			t.Errorf("%d threads: %d visits after %d playouts, want %d kept", threads, r.Visits, r.Playouts, reply.Visits)
		}
	}
}

// A stop is heard at once, and pondering goes on where it was stopped.
func TestPonderStops(t *testing.T) {
	e := ponderer(2)
	e.config.Playouts, e.config.Time, e.config.Memory = 0, 200*ms, 64<<20
	e.renewSearch(e.config.Memory)
	e.Genmove(t.Context(), rules.Black)
	best := time.Hour
	for i := 1; i <= 5; i++ {
		ctx, cancel := context.WithCancel(t.Context())
		stopped := make(chan time.Time, 1)
		time.AfterFunc(20*ms, func() { cancel(); stopped <- time.Now() })
		e.Ponder(ctx)
		best = min(best, time.Since(<-stopped))
		if e.pondered != i {
			t.Fatalf("%d after %d stops", e.pondered, i)
		}
	}
	if best > 100*ms { // on a busy machine not each time
		t.Errorf("stopped after %v at best", best)
	}
}

// Pondering ends when the tree is full.
func TestPonderFull(t *testing.T) {
	e := ponderer(1)
	e.config.Playouts, e.config.Memory = 2000, 1<<20
	e.renewSearch(e.config.Memory)
	d := e.Genmove(t.Context(), rules.Black)
	e.Ponder(t.Context())
	r := e.Genmove(t.Context(), rules.White).Report
	if most := ponderShare * d.Report.Visits; e.pondered != 0 || r.Visits-r.Playouts >= most*9/10 || r.Visits == r.Playouts {
		t.Errorf("%d visits kept, at most %d", r.Visits-r.Playouts, most)
	}
}

// Where there is nothing to ponder on, or no use.
func TestNoPondering(t *testing.T) {
	pass := func(c rules.Color) rules.Move { return rules.Move{Color: c, Point: rules.Pass} }
	for name, prepare := range map[string]func(e *Engine){
		"at the start": func(*Engine) {},
		"switched off": func(e *Engine) {
			e.config.Ponder = false
			e.Genmove(t.Context(), rules.Black)
		},
		"below full strength": func(e *Engine) {
			e.config.Level = 5
			e.Genmove(t.Context(), rules.Black)
		},
		"after the opponent's move": func(e *Engine) {
			e.Genmove(t.Context(), rules.Black)
			_ = e.Play(pass(rules.White))
		},
		"after an undone move": func(e *Engine) {
			e.Genmove(t.Context(), rules.Black)
			_ = e.Undo(1)
		},
		"after a resignation": func(e *Engine) {
			e.SetKomi(rules.Halves(1000))
			for range resignAfter {
				e.Genmove(t.Context(), rules.Black)
			}
		},
		"after two passes": func(e *Engine) {
			chinese, _ := rules.FindRuleset("chinese")
			e.SetRules(chinese)
			e.SetKomi(rules.Halves(-1000)) // Black has won
			_ = e.Play(pass(rules.White))
			e.Genmove(t.Context(), rules.Black)
		},
		"between games": func(e *Engine) {
			e.Genmove(t.Context(), rules.Black)
			e.GameOver()
		},
		"in a new game": func(e *Engine) {
			e.Genmove(t.Context(), rules.Black)
			e.ClearBoard()
		},
	} {
		e := ponderer(1)
		prepare(e)
		before := e.pondered
		e.Ponder(t.Context())
		if e.pondered != before {
			t.Errorf("pondered %s", name)
		}
		if d, own := e.Explanation(); name == "after two passes" && (!own || !e.Game().Position().Ended()) {
			t.Errorf("the game goes on: %+v", d)
		}
	}
}
