package engine

import (
	"testing"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// found is a report of moves by their playouts and win rates.
func found(moves ...search.MoveReport) *search.Report {
	r := &search.Report{WinRate: 0.5, Moves: moves}
	for _, m := range moves {
		r.Playouts += m.Visits
		r.Visits += m.Visits
	}
	return r
}

func tried(visits int, winRate float64) search.MoveReport {
	return search.MoveReport{Visits: visits, WinRate: winRate}
}

// When the search for a move ends that has a budget of 16 s and began with the
// clock.
func TestTimekeeper(t *testing.T) {
	clear := found(tried(900, 0.5), tried(100, 0.4))
	even := found(tried(500, 0.5), tried(400, 0.4), tried(100, 0.4))
	rival := found(tried(700, 0.5), tried(200, 0.52), tried(100, 0.6))
	unlikely := found(tried(800, 0.5), tried(100, 0.6), tried(100, 0.6))
	over := found(tried(500, 0.96), tried(500, 0.97))
	over.WinRate = 0.96
	yes, no := func(*search.Report) bool { return true }, func(*search.Report) bool { return false }
	tests := []struct {
		name    string
		r       *search.Report
		elapsed time.Duration
		fixed   bool
		ending  func(*search.Report) bool
		want    bool
	}{
		{"too soon", clear, 4 * sec, false, nil, false},
		{"can be caught", clear, 8 * sec, false, nil, false},
		{"can be caught with a little luck", clear, 9 * sec, false, nil, false},
		{"cannot be caught", clear, 10 * sec, false, nil, true},
		{"close", even, 14 * sec, false, nil, false},
		{"few playouts", found(tried(400, 0.5)), 15 * sec, false, nil, false},
		{"one move", found(tried(500, 0.5)), 9 * sec, false, nil, true},
		{"no move", found(), 15 * sec, false, nil, false},
		{"time is over", clear, 16 * sec, false, nil, true},
		{"time is over, nothing found", found(), 16 * sec, false, nil, true},
		{"unsure between two", even, 16 * sec, false, nil, false},
		{"close, but alike", found(tried(500, 0.5), tried(490, 0.505)), 16 * sec, false, nil, true},
		{"unsure, another is better", rival, 17 * sec, false, nil, false},
		{"better ones are hardly known", unlikely, 16 * sec, false, nil, true},
		{"unsure, but the game is over", over, 16 * sec, false, nil, true},
		{"playouts are fixed: decided", clear, 15 * sec, true, nil, false},
		{"playouts are fixed: unsure", even, 16 * sec, true, nil, true},
		{"the end is near, but there is time", even, 11 * sec, false, yes, false},
		{"time to look at the end", even, 12 * sec, false, yes, true},
		{"time to look at the end, playouts are fixed", even, 12 * sec, true, yes, true},
		{"the end is not near", even, 14 * sec, false, no, false},
	}
	for _, tt := range tests {
		k := timekeeper{allowance: allowance{budget: 16 * sec, most: 32 * sec, fixed: tt.fixed}, ending: tt.ending}
		if got := k.enough(tt.r, tt.elapsed); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	// What went before the search is not of its pace.
	k := timekeeper{allowance: allowance{budget: 16 * sec, most: 16 * sec}, before: 6 * sec}
	if k.enough(clear, 10*sec) {
		t.Error("the pace is that of the whole time")
	}
}

// Looks come often enough, and one at the end of the budget.
func TestTimekeeperLooks(t *testing.T) {
	for _, budget := range []time.Duration{ms, 100 * ms, sec, time.Minute, forever} {
		k := timekeeper{allowance: allowance{budget: budget}}
		exact := false
		for elapsed, n := time.Duration(0), 0; elapsed < min(2*budget, time.Hour); n++ {
			d := k.again(elapsed)
			if d < ms || d > sec || n > 10000 {
				t.Fatalf("budget %v: %v to the next look after %v", budget, d, elapsed)
			}
			elapsed += d
			exact = exact || elapsed == budget
		}
		if !exact && budget < time.Hour {
			t.Errorf("budget %v: no look at its end", budget)
		}
	}
}

// A limit of playouts is kept to exactly, with a limit of time or without; and
// what the search finds is the same.
func TestFixedPlayouts(t *testing.T) {
	decide := func(budget time.Duration) Decision {
		e := New(Config{Size: 9, Rules: rules.Rulesets()[0], Threads: 1, Playouts: 3000, Time: budget, Seed: 5, Memory: 16 << 20})
		return e.Genmove(t.Context(), rules.Black)
	}
	plain, timed := decide(0), decide(time.Hour)
	if plain.Report.Playouts != 3000 || timed.Report.Playouts != 3000 || plain.Move != timed.Move {
		t.Errorf("%d playouts, move %v; with time %d, %v", plain.Report.Playouts, plain.Move, timed.Report.Playouts, timed.Move)
	}
}

// One group to save: the move is found long before the time is over.
func TestEarlyStop(t *testing.T) {
	e := boardOf(t, "area2",
		". . . . . . .",
		". . . . . . .",
		". . X . X . .",
		". . . . . . .",
		"X X X X X X X",
		"X O O O O O X",
		"X O . . . O X")
	e.SetKomi(rules.Halves(70)) // so that it decides the game
	const budget = 4 * sec
	e.config.Playouts, e.config.Time, e.config.Resign = 0, budget, 0
	start := time.Now()
	d := e.Genmove(t.Context(), rules.White) // or Black kills
	if took := time.Since(start); took > budget*9/10 || took < budget/leastShare {
		t.Errorf("took %v, %d playouts", took, d.Report.Playouts)
	}
	if d.Move.Point != rules.PointAt(7, 3, 0) {
		t.Errorf("%v", d.Move)
	}
}
