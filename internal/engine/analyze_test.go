package engine

import (
	"context"
	"testing"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

func analysisEngine(t *testing.T, name string, playouts int) *Engine {
	t.Helper()
	set, ok := rules.FindRuleset(name)
	if !ok {
		t.Fatal(name)
	}
	return New(Config{Size: 5, Rules: set, Komi: rules.Halves(15), Threads: 1, Playouts: playouts, Seed: 1, Memory: 1 << 20, Resign: 0.05})
}

// GenmoveAnalyze plays as Genmove does, however often it reports.
func TestGenmoveAnalyzePlaysAsGenmove(t *testing.T) {
	for _, name := range []string{"jungo", "territory3"} {
		plain, told := analysisEngine(t, name, 100), analysisEngine(t, name, 100)
		for ply := range 12 {
			c := []rules.Color{rules.Black, rules.White}[ply%2]
			want := plain.Genmove(t.Context(), c)
			var last *search.Report
			got := told.GenmoveAnalyze(t.Context(), c, Analysis{Every: time.Millisecond}, func(r *search.Report) { last = r })
			if got.Move != want.Move || got.Resign != want.Resign {
				t.Fatalf("%s, ply %d: %+v, want %+v", name, ply, got, want)
			}
			if last == nil || last.Color != c || !got.Resign && last.Moves[0].Move != got.Move.Point {
				t.Fatalf("%s, ply %d: last report %+v for %+v", name, ply, last, got)
			}
			if got.Resign {
				break
			}
		}
	}
}

func TestGenmoveAnalyzeRunsTheClock(t *testing.T) {
	e := analysisEngine(t, "area2", 0)
	e.SetTime(TimeSystem{Kind: Absolute, Main: 10 * time.Second})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	e.GenmoveAnalyze(ctx, rules.Black, Analysis{}, func(*search.Report) {})
	if left := e.clock.left[rules.Black].time; left > 10*time.Second-50*time.Millisecond {
		t.Errorf("%v left", left)
	}
}

// Whatever was analyzed before, with moves avoided, the next move is the same;
// and no analysis costs time.
func TestAnalyzeChangesNothing(t *testing.T) {
	avoid := func(m rules.Move, ply int) bool { return m.Point == rules.PointAt(5, 2, 2) }
	plain, analyzed := analysisEngine(t, "area2", 100), analysisEngine(t, "area2", 100)
	for ply := range 6 {
		c := []rules.Color{rules.Black, rules.White}[ply%2]
		analyzed.SetTime(TimeSystem{Kind: Absolute, Main: time.Hour})
		for _, side := range []rules.Color{c, c.Other()} {
			analyzed.Analyze(t.Context(), side, Analysis{Avoid: avoid}, func(r *search.Report) {
				if r.Color != side || r.Moves[0].Move == rules.PointAt(5, 2, 2) {
					t.Errorf("report %+v", r)
				}
			})
		}
		if left := analyzed.clock.left[c].time; left != time.Hour {
			t.Errorf("%v left", left)
		}
		want, got := plain.Genmove(t.Context(), c), analyzed.Genmove(t.Context(), c)
		if got.Move != want.Move {
			t.Fatalf("ply %d: %v, want %v", ply, got.Move, want.Move)
		}
	}
}

// A search that is stopped before it begins has something to tell.
func TestAnalyzeStoppedFromTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, every := range []time.Duration{0, time.Millisecond, time.Hour} {
		e := analysisEngine(t, "area2", 0)
		_ = e.Boardsize(9) // in range
		reports := 0
		e.Analyze(ctx, rules.White, Analysis{Every: every}, func(r *search.Report) {
			reports++
			if len(r.Moves) == 0 || r.Moves[0].Visits == 0 {
				t.Errorf("report %+v", r)
			}
		})
		if reports == 0 {
			t.Error("no report")
		}
		if d := e.GenmoveAnalyze(ctx, rules.Black, Analysis{Every: every}, func(*search.Report) { reports++ }); d.Move.Point == rules.Pass {
			t.Error("pass on an empty board")
		}
	}
}

func TestGenmoveAnalyzeAvoids(t *testing.T) {
	only := rules.PointAt(5, 0, 0)
	e := analysisEngine(t, "jungo", 100)
	d := e.GenmoveAnalyze(t.Context(), rules.Black, Analysis{Avoid: func(m rules.Move, ply int) bool {
		return ply == 0 && m.Point != only
	}}, func(*search.Report) {})
	if d.Move.Point != only {
		t.Errorf("%v", d.Move)
	}
}
