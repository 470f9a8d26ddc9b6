package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

// referee is the clock of a server for one player, written apart from clock.
type referee struct {
	system   TimeSystem
	main     time.Duration
	overtime bool
	period   time.Duration // left of the period
	count    int           // stones (Canadian) or periods (Byoyomi) left
	used     time.Duration
}

// move takes the time of a move and reports whether the flag is still up.
func (r *referee) move(d time.Duration) bool {
	r.used += d
	s := &r.system
	if s.MoveLimit > 0 && d > s.MoveLimit {
		return false
	}
	if !r.overtime {
		r.main -= d
		if r.main >= 0 {
			r.main += s.Increment
			if s.Cap > 0 && r.main > s.Cap {
				r.main = s.Cap
			}
			return true
		}
		d = -r.main
		r.main, r.overtime, r.period, r.count = 0, true, s.Period, s.Count
	}
	switch s.Kind {
	case Canadian:
		r.period -= d
		if r.period < 0 {
			return false
		}
		r.count--
		if r.count == 0 {
			r.period, r.count = s.Period, s.Count
		}
		return true
	case Byoyomi:
		for d > s.Period {
			d -= s.Period
			r.count--
		}
		return r.count > 0
	}
	return false
}

// tell sends time_left, in whole seconds if asked to.
func (r *referee) tell(k *clock, whole bool) {
	left, count := r.main, 0
	if r.overtime || r.main == 0 && r.system.hasOvertime() {
		left, count = r.period, r.count
		if !r.overtime || r.system.Kind == Byoyomi {
			left = r.system.Period
		}
		if !r.overtime {
			count = r.system.Count
		}
	}
	if whole {
		left = left.Truncate(time.Second)
	}
	k.tell(rules.Black, left, count)
}

// gameTimes are the time systems of the simulated games.
func gameTimes() []TimeSystem {
	list := []TimeSystem{
		{Kind: Canadian, Period: 2 * sec, Count: 25},
		{Kind: Canadian, Period: 10 * time.Minute, Count: 25},
		{Kind: Canadian, Period: 500 * ms, Count: 1},
		{Kind: Canadian, Main: 5 * sec, Period: 30 * sec, Count: 10},
		{Kind: Canadian, Main: 10 * time.Minute, Period: 5 * time.Minute, Count: 25},
		{Kind: Canadian, Main: time.Hour, Period: 3 * sec, Count: 1},
		{Kind: Byoyomi, Period: 500 * ms, Count: 1},
		{Kind: Byoyomi, Period: 5 * sec, Count: 3},
		{Kind: Byoyomi, Main: 100 * ms, Period: 10 * sec, Count: 1},
		{Kind: Byoyomi, Main: 10 * time.Minute, Period: 30 * sec, Count: 5},
		{Kind: Byoyomi, Main: time.Hour, Period: 10 * sec, Count: 1},
		{Kind: Fischer, Main: sec, Increment: 100 * ms},
		{Kind: Fischer, Main: sec, Increment: 10 * sec},
		{Kind: Fischer, Main: 60 * sec, Increment: 2 * sec},
		{Kind: Fischer, Main: 60 * sec, Increment: 5 * ms},
		{Kind: Fischer, Main: 10 * time.Minute, Increment: 20 * sec, Cap: 11 * time.Minute},
		{Kind: Fischer, Main: 30 * sec, Increment: 30 * sec, Cap: 30 * sec},
		{Kind: Fischer, Main: 10 * time.Minute, Increment: 10 * sec, MoveLimit: 5 * sec},
	}
	for _, main := range []time.Duration{sec, 5 * sec, 40 * sec, 5 * time.Minute, time.Hour} {
		list = append(list, TimeSystem{Kind: Absolute, Main: main})
	}
	return list
}

// longest is the number of moves that main time alone can last for, where
// nothing else is there: all, unless it is very short.
func longest(s *TimeSystem) int {
	if s.Kind == Absolute {
		return min(longGame, int(s.Main/holdShare/(moveCost+leastBudget)))
	}
	return longGame
}

// Whole games in which each move takes its budget, a part of it, or the most that
// it may, and 20 ms more: no flag ever falls, and time is not left unused either.
func TestGamesOnTime(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	styles := []struct {
		name        string
		told, whole bool
		part, extra func() float64 // of the budget, and of what may be added
	}{
		{"own clock", false, false, whole, none},
		{"told", true, false, whole, none},
		{"told in seconds", true, true, whole, none},
		{"own clock, some moves quick", false, false, random.Float64, none},
		{"own clock, in doubt", false, false, whole, whole},
		{"told in seconds, in doubt", true, true, whole, whole},
		{"own clock, now and then in doubt", false, false, random.Float64, random.Float64},
	}
	for _, s := range gameTimes() {
		for _, style := range styles {
			t.Run(fmt.Sprintf("%+v %s", s, style.name), func(t *testing.T) {
				for size := 5; size <= 25; size++ {
					k := clock{set: s}
					k.restart()
					r := referee{system: s, main: s.Main}
					for move := range longest(&s) {
						if style.told && move > 0 {
							r.tell(&k, style.whole)
						}
						budget, ok := k.budget(rules.Black, size, 2*move, 200*ms)
						most, _ := k.most(rules.Black, size, 2*move, 200*ms)
						if most < budget || most > 2*budget {
							t.Fatalf("size %d, move %d: budget %v, at most %v", size, move, budget, most)
						}
						d := moveCost + time.Duration(float64(budget)*style.part()+float64(most-budget)*style.extra())
						if !ok || !r.move(d) {
							t.Fatalf("size %d, move %d: over by a budget of %v, %+v", size, move, budget, r)
						}
						k.spend(rules.Black, d)
						if style.name == "own clock" && (move+1)%50 == 0 && 3*(move+1) >= size*size {
							sensible(t, &s, &r, size, move+1)
						}
					}
				}
			})
		}
	}
}

func whole() float64 { return 1 }
func none() float64  { return 0 }

// sensible checks that half of the time was used that a long game has.
func sensible(t *testing.T, s *TimeSystem, r *referee, size, moves int) {
	t.Helper()
	whole := s.Main
	switch n := time.Duration(moves); s.Kind {
	case Fischer:
		each := s.Increment
		if s.MoveLimit > 0 {
			whole, each = 0, s.MoveLimit
		}
		whole += n * each
	case Byoyomi:
		whole = max(s.Main, n*s.Period)
	case Canadian:
		whole = max(s.Main, n*s.Period/time.Duration(s.Count))
	}
	if r.used < whole/2 {
		t.Errorf("size %d, %d moves: used %v of %v", size, moves, r.used, whole)
	}
}

// The most time a move goes to the moves of the fighting, on a large board.
func TestPeakOfBudget(t *testing.T) {
	k := clock{set: TimeSystem{Kind: Absolute, Main: time.Hour}}
	k.restart()
	peak, most := 0, time.Duration(0)
	for move := range 150 {
		d, _ := k.budget(rules.Black, 19, 2*move, 0)
		if d > most {
			peak, most = 2*move, d
		}
		k.spend(rules.Black, d)
	}
	if peak < 60 || peak > 100 {
		t.Errorf("most time, %v, goes to ply %d, want about 80", most, peak)
	}
}
