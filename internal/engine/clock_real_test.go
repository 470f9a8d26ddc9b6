package engine

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

// The clock in real time: every way to generate a move ends before the time is
// over, also in positions where more than one search is made, and what it took
// is taken off the engine's own clock.
func TestMovesInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes real time")
	}
	ways := map[string]func(e *Engine, ctx context.Context, c rules.Color) Decision{
		"genmove": (*Engine).Genmove, "cleanup": (*Engine).GenmoveCleanup,
	}
	for name, generate := range ways {
		for _, set := range []string{"area2", "chinese"} {
			for _, left := range []time.Duration{0, 300 * ms, sec} {
				best := time.Hour
				for try := range 5 { // the machine may be busy
					e := halfPlayed(t, set, uint64(try))
					e.SetTimeLeft(rules.Black, left, 0)
					start := time.Now()
					d := generate(e, t.Context(), rules.Black)
					took := time.Since(start)
					if best = min(best, took); d.Resign {
						t.Fatalf("%+v", d)
					}
					own := e.clock.left[rules.Black].time
					if off := left - took - own; off < -5*ms || off > 5*ms {
						t.Errorf("%s: %v of %v left on the engine's clock after %v", name, own, left, took)
					}
					if best <= max(left, 150*ms) {
						break
					}
				}
				if best > max(left, 150*ms) {
					t.Errorf("%s, %s: took %v of %v at best", name, set, best, left)
				}
			}
		}
	}
}

// halfPlayed returns an engine in the middle of a game, the opponent of Black
// has just passed.
func halfPlayed(t *testing.T, set string, seed uint64) *Engine {
	t.Helper()
	r, ok := rules.FindRuleset(set)
	if !ok {
		t.Fatalf("no rules %q", set)
	}
	e := New(Config{Size: 19, Rules: r, Komi: rules.Halves(15), Threads: 2, Time: time.Hour, Lag: 200 * ms, Memory: 64 << 20, Seed: seed})
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range 120 {
		c := [2]rules.Color{rules.Black, rules.White}[i%2]
		legal := e.Game().AppendLegal(nil, c)
		if err := e.Play(rules.Move{Color: c, Point: legal[random.IntN(len(legal))]}); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Play(rules.Move{Color: rules.White, Point: rules.Pass}); err != nil {
		t.Fatal(err)
	}
	return e
}
