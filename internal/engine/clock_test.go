package engine

import (
	"fmt"
	"math"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

const (
	ms  = time.Millisecond
	sec = time.Second
	// forever is the longest time that GTP can set, a hundred years.
	forever = 100 * 365 * 24 * time.Hour
)

// told is one time_left, before any move.
type told struct {
	left  time.Duration
	count int
}

// The budget of Black's next move in one situation, with a lag of 0.2 s.
func TestBudget(t *testing.T) {
	byoyomi := TimeSystem{Kind: Byoyomi, Main: 10 * time.Minute, Period: 30 * sec, Count: 5}
	canadian := TimeSystem{Kind: Canadian, Main: 10 * time.Minute, Period: 5 * time.Minute, Count: 25}
	absolute := TimeSystem{Kind: Absolute, Main: 10 * time.Minute}
	fischer := TimeSystem{Kind: Fischer, Main: 60 * sec, Increment: 5 * sec}
	tests := []struct {
		name   string
		system TimeSystem
		told   []told
		lo, hi time.Duration
	}{
		{"absolute, at the start", absolute, nil, 4 * sec, 5 * sec},
		{"absolute, a second left", absolute, []told{{sec, 0}}, ms, 100 * ms},
		{"absolute, less than lag left", absolute, []told{{100 * ms, 0}}, ms, ms},
		{"absolute, nothing left", absolute, []told{{0, 0}}, ms, ms},
		{"absolute, less than nothing left", absolute, []told{{-3 * sec, 0}}, ms, ms},
		{"absolute, zero seconds", TimeSystem{Kind: Absolute}, nil, ms, ms},
		{"absolute, a hundred years", TimeSystem{Kind: Absolute, Main: forever}, nil, forever / 200, forever / 100},
		{"absolute, but overtime is told", absolute, []told{{30 * sec, 10}}, 2 * sec, 3 * sec},
		{"Canadian, at the start", canadian, nil, 11 * sec, 12 * sec},
		{"Canadian, near the end of main time", canadian, []told{{2 * sec, 0}}, 11 * sec, 12 * sec},
		{"Canadian, main time over", canadian, []told{{0, 0}}, 11 * sec, 12 * sec},
		{"Canadian, main time over for long", canadian, []told{{-4 * time.Minute, 0}}, 2 * sec, 2400 * ms},
		{"Canadian, period over", canadian, []told{{-sec, 3}}, ms, ms},
		{"Canadian, one stone to go", canadian, []told{{60 * sec, 1}}, 55 * sec, 58 * sec},
		{"Canadian, more stones than time", canadian, []told{{sec, 100}}, ms, ms},
		{"Canadian, a move a period", TimeSystem{Kind: Canadian, Period: 6 * sec, Count: 1}, nil, 1500 * ms, 5800 * ms},
		{"Canadian, a hundred years", TimeSystem{Kind: Canadian, Main: forever, Period: forever, Count: 1}, nil, forever / 2, forever},
		{"byo-yomi, at the start", byoyomi, nil, 28 * sec, 29 * sec},
		{"byo-yomi, long main time", TimeSystem{Kind: Byoyomi, Main: 3 * time.Hour, Period: 30 * sec, Count: 5}, nil, 75 * sec, 80 * sec},
		{"byo-yomi, main time over", byoyomi, []told{{0, 0}}, 28 * sec, 29 * sec},
		{"byo-yomi, main time over by 20 s", byoyomi, []told{{-20 * sec, 0}}, 9 * sec, 9500 * ms},
		{"byo-yomi, main time over by a period", byoyomi, []told{{-40 * sec, 0}}, 18 * sec, 19 * sec},
		{"byo-yomi, fresh period", byoyomi, []told{{30 * sec, 3}}, 28 * sec, 29 * sec},
		{"byo-yomi, last period", byoyomi, []told{{30 * sec, 1}}, 28 * sec, 29 * sec},
		{"byo-yomi, 2 s in the last period", byoyomi, []told{{2 * sec, 1}}, sec, 1800 * ms},
		{"byo-yomi, nothing in the last period", byoyomi, []told{{0, 1}}, ms, ms},
		{"byo-yomi, periods shorter than lag", TimeSystem{Kind: Byoyomi, Period: 100 * ms, Count: 3}, nil, ms, ms},
		{"Fischer, at the start", fischer, nil, 4800 * ms, 5200 * ms},
		{"Fischer, no main time", TimeSystem{Kind: Fischer, Increment: 10 * sec}, nil, ms, ms},
		{"Fischer, less left than comes", TimeSystem{Kind: Fischer, Main: sec, Increment: 10 * sec}, nil, 700 * ms, 800 * ms},
		{"Fischer, stones told", fischer, []told{{60 * sec, 7}}, 4800 * ms, 5200 * ms},
		{"Fischer, full clock", TimeSystem{Kind: Fischer, Main: 60 * sec, Increment: 30 * sec, Cap: 60 * sec}, nil, 30 * sec, 31 * sec},
		{"Fischer, limit a move", TimeSystem{Kind: Fischer, Main: 1000 * sec, Increment: 30 * sec, MoveLimit: 10 * sec}, nil, 9 * sec, 9800 * ms},
		{"Fischer, a hundred years", TimeSystem{Kind: Fischer, Main: forever, Increment: forever, Cap: forever}, nil, forever / 2, forever},
		{"no setting, main time told", TimeSystem{}, []told{{60 * sec, 0}}, 200 * ms, 500 * ms},
		{"no setting, stones told", TimeSystem{}, []told{{5 * sec, 3}}, sec, 1600 * ms},
		{"no setting, nothing told", TimeSystem{}, []told{{0, 0}}, ms, ms},
		{"no setting, told twice", TimeSystem{}, []told{{60 * sec, 0}, {30 * sec, 1}}, 28 * sec, 29 * sec},
		{"a short clock, then a long one", TimeSystem{Kind: Canadian, Period: sec, Count: 1}, []told{{sec, 1}, {6 * sec, 1}}, 5 * sec, 5800 * ms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := clock{set: tt.system}
			k.restart()
			for _, l := range tt.told {
				k.tell(rules.Black, l.left, l.count)
			}
			if d, ok := k.budget(rules.Black, 19, 0, 200*ms); !ok || d < tt.lo || d > tt.hi {
				t.Errorf("budget %v, %v, want %v to %v", d, ok, tt.lo, tt.hi)
			}
		})
	}
	if d, ok := new(clock).budget(rules.Black, 19, 0, 0); ok {
		t.Errorf("budget %v without a clock", d)
	}
}

// How much longer than its budget Black's next move may take.
func TestMostTime(t *testing.T) {
	byoyomi := TimeSystem{Kind: Byoyomi, Main: 10 * time.Minute, Period: 30 * sec, Count: 5}
	canadian := TimeSystem{Kind: Canadian, Main: 10 * time.Minute, Period: 5 * time.Minute, Count: 25}
	tests := []struct {
		name   string
		system TimeSystem
		told   []told
		times  float64 // the budget
	}{
		{"absolute", TimeSystem{Kind: Absolute, Main: 10 * time.Minute}, nil, 2},
		{"absolute, nothing left", TimeSystem{Kind: Absolute, Main: 10 * time.Minute}, []told{{100 * ms, 0}}, 1},
		{"byo-yomi, main time", byoyomi, nil, 2},
		{"byo-yomi, main time nearly over", byoyomi, []told{{40 * sec, 0}}, 1.18},
		{"byo-yomi, in a period", byoyomi, []told{{30 * sec, 3}}, 1},
		{"byo-yomi, in the last period", byoyomi, []told{{30 * sec, 1}}, 1},
		{"Canadian, many stones", canadian, []told{{5 * time.Minute, 25}}, 2},
		{"Canadian, two stones", canadian, []told{{20 * sec, 2}}, 1.25},
		{"Canadian, one stone", canadian, []told{{20 * sec, 1}}, 1},
		{"Fischer", TimeSystem{Kind: Fischer, Main: 60 * sec, Increment: sec}, nil, 2},
		{"Fischer, only increments", TimeSystem{Kind: Fischer, Main: 10 * sec, Increment: 10 * sec}, nil, 1},
		{"Fischer, limit a move", TimeSystem{Kind: Fischer, Main: 1000 * sec, Increment: 30 * sec, MoveLimit: 10 * sec}, nil, 1},
	}
	for _, tt := range tests {
		k := clock{set: tt.system}
		k.restart()
		for _, l := range tt.told {
			k.tell(rules.Black, l.left, l.count)
		}
		budget, _ := k.budget(rules.Black, 19, 0, 200*ms)
		most, ok := k.most(rules.Black, 19, 0, 200*ms)
		if got := float64(most) / float64(budget); !ok || math.Abs(got-tt.times) > 0.01 {
			t.Errorf("%s: at most %v, budget %v: %.3f, want %v times", tt.name, most, budget, got, tt.times)
		}
	}
	if d, ok := new(clock).most(rules.Black, 19, 0, 0); ok {
		t.Errorf("%v without a clock", d)
	}
}

// What the clock of Black says after moves that took so long.
func TestSpend(t *testing.T) {
	byoyomi := TimeSystem{Kind: Byoyomi, Main: 10 * sec, Period: 5 * sec, Count: 3}
	canadian := TimeSystem{Kind: Canadian, Main: 10 * sec, Period: 60 * sec, Count: 2}
	capped := TimeSystem{Kind: Fischer, Main: 10 * sec, Increment: 4 * sec, Cap: 12 * sec}
	tests := []struct {
		name   string
		system TimeSystem
		moves  []time.Duration
		want   timeLeft
	}{
		{"no clock", TimeSystem{}, []time.Duration{sec}, timeLeft{}},
		{"absolute", TimeSystem{Kind: Absolute, Main: 10 * sec}, []time.Duration{4 * sec, sec}, timeLeft{5 * sec, 0}},
		{"absolute, over", TimeSystem{Kind: Absolute, Main: 10 * sec}, []time.Duration{12 * sec}, timeLeft{-2 * sec, 0}},
		{"main time of byo-yomi", byoyomi, []time.Duration{9 * sec}, timeLeft{sec, 0}},
		{"end of main time", byoyomi, []time.Duration{10 * sec}, timeLeft{5 * sec, 3}},
		{"into the first period", byoyomi, []time.Duration{14 * sec}, timeLeft{5 * sec, 3}},
		{"into the second period", byoyomi, []time.Duration{16 * sec}, timeLeft{5 * sec, 2}},
		{"periods last", byoyomi, []time.Duration{11 * sec, 4 * sec, 5 * sec}, timeLeft{5 * sec, 3}},
		{"two periods lost", byoyomi, []time.Duration{11 * sec, 14 * sec}, timeLeft{5 * sec, 1}},
		{"all periods lost", byoyomi, []time.Duration{11 * sec, time.Hour}, timeLeft{5 * sec, 1}},
		{"into the Canadian period", canadian, []time.Duration{15 * sec}, timeLeft{55 * sec, 1}},
		{"a Canadian period played", canadian, []time.Duration{15 * sec, 5 * sec}, timeLeft{60 * sec, 2}},
		{"Fischer", TimeSystem{Kind: Fischer, Main: 10 * sec, Increment: 4 * sec}, []time.Duration{sec, sec}, timeLeft{16 * sec, 0}},
		{"Fischer, capped", capped, []time.Duration{sec, 5 * sec}, timeLeft{11 * sec, 0}},
		{"tiny periods, many of them", TimeSystem{Kind: Byoyomi, Period: 1, Count: 1 << 30}, []time.Duration{time.Hour}, timeLeft{1, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := clock{set: tt.system}
			k.restart()
			for _, d := range tt.moves {
				k.spend(rules.Black, d)
			}
			if k.left[rules.Black] != tt.want {
				t.Errorf("left %v, want %v", k.left[rules.Black], tt.want)
			}
			if fresh := (timeLeft{time: tt.system.Main}); tt.system.Main > 0 && k.left[rules.White] != fresh {
				t.Errorf("left %v for White, want %v", k.left[rules.White], fresh)
			}
		})
	}
}

// Limits must not outlive what set them.
func TestClockRestart(t *testing.T) {
	e := New(Config{Size: 9, Time: 3 * sec})
	e.SetTimeLeft(rules.Black, sec, 0)
	if d := e.budget(rules.Black); d > 100*ms {
		t.Errorf("budget %v with a second left", d)
	}
	e.ClearBoard()
	if d := e.budget(rules.Black); d != 3*sec {
		t.Errorf("budget %v in a new game, want the engine's own 3 s", d)
	}
	e.SetTime(TimeSystem{Kind: Absolute, Main: 100 * sec})
	full := e.budget(rules.Black)
	e.SetTimeLeft(rules.Black, 0, 0)
	if err := e.Boardsize(9); err != nil || e.budget(rules.Black) != full {
		t.Errorf("budget %v in a new game, %v, want %v", e.budget(rules.Black), err, full)
	}
	e.SetTimeLeft(rules.Black, 30*sec, 1)
	if d := e.budget(rules.Black); d < 28*sec {
		t.Errorf("budget %v with 30 s for a move", d)
	}
	e.ClearBoard()
	e.SetTimeLeft(rules.Black, sec, 0)
	if d := e.budget(rules.Black); d > 100*ms {
		t.Errorf("budget %v with a second left: the last game told of overtime", d)
	}
	e.SetTime(TimeSystem{})
	if d := e.budget(rules.Black); d != 3*sec {
		t.Errorf("budget %v without a clock, want 3 s", d)
	}
}

// Fuzzed settings: no budget below what is needed to move, none that takes more
// than there is, no overflow.
func FuzzBudget(f *testing.F) {
	f.Add(uint8(1), int64(60*sec), int64(0), int64(0), int64(0), int64(5*sec), 0, 9, 20, int64(200*ms))
	f.Add(uint8(4), int64(forever), int64(forever), int64(forever), int64(1), int64(-forever), 5, 25, 900, int64(0))
	f.Add(uint8(3), int64(forever), int64(1), int64(1), int64(1), int64(-forever), math.MaxInt32, 1, 0, int64(forever))
	f.Fuzz(func(t *testing.T, kind uint8, main, period, limit, bound, left int64, count, size, ply int, lag int64) {
		within := func(x int64) time.Duration { return max(min(time.Duration(x), forever), 0) }
		s := TimeSystem{Kind: TimeKind(kind % 5), Main: within(main), Period: max(within(period), 1), Count: max(count&math.MaxInt32, 1),
			Increment: within(period), Cap: within(limit), MoveLimit: within(bound)}
		k := clock{set: s}
		k.restart()
		for round := range 3 {
			d, ok := k.budget(rules.Black, max(size&31, 1), ply&0xffff, within(lag))
			if ok && (d < leastBudget || d > 2*forever) || !ok && k.system.Kind != NoClock {
				t.Fatalf("%+v, %+v: budget %v, %v", k.system, k.left[rules.Black], d, ok)
			}
			if most, more := k.most(rules.Black, max(size&31, 1), ply&0xffff, within(lag)); ok != more || most < d || most-d > d {
				t.Fatalf("%+v, %+v: budget %v, at most %v, %v", k.system, k.left[rules.Black], d, most, more)
			}
			if l := k.left[rules.Black]; l.count > 0 && d > leastBudget && d > l.time {
				t.Fatalf("%+v, %+v: budget %v", k.system, l, d)
			}
			if round == 0 {
				k.spend(rules.Black, d)
			} else {
				k.tell(rules.Black, max(min(time.Duration(left), forever), -forever), count)
			}
		}
	})
}

func (l timeLeft) String() string { return fmt.Sprintf("%v/%d", l.time, l.count) }
