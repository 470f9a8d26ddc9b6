package engine

import (
	"time"

	"gtpgo/internal/rules"
)

// TimeKind is how the time of a player is counted.
type TimeKind uint8

const (
	// NoClock: no time system was set, the engine's own time a move rules.
	NoClock TimeKind = iota
	// Absolute: main time only.
	Absolute
	// Canadian: after main time, a number of moves in each period (GTP 2
	// draft, section 4.2).
	Canadian
	// Byoyomi: after main time, periods of which one is lost each time that a
	// move takes longer (KGS).
	Byoyomi
)

// TimeSystem is a time setting for both players.
type TimeSystem struct {
	Kind   TimeKind
	Main   time.Duration
	Period time.Duration
	Count  int // moves in a period (Canadian), periods (Byoyomi)
}

// timeLeft is the state of one player's clock.
type timeLeft struct {
	time  time.Duration // of main time, or of the period
	count int           // 0 in main time; else moves or periods left
}

// clock keeps the time of both players. It counts the engine's own thinking,
// as many clients never send what is left.
type clock struct {
	system TimeSystem
	left   [3]timeLeft
}

// SetTime sets the time system and starts fresh clocks.
func (e *Engine) SetTime(s TimeSystem) {
	e.clock.system = s
	e.clock.restart()
}

// SetTimeLeft sets what c has left: count 0 is main time, else the moves or
// periods left as the time system has it.
func (e *Engine) SetTimeLeft(c rules.Color, left time.Duration, count int) {
	if e.clock.system.Kind == NoClock {
		// Without a setting the two numbers still say what is left.
		e.clock.system = TimeSystem{Kind: Canadian, Main: max(left, 0), Period: max(left, 0), Count: max(count, 1)}
		if count == 0 {
			e.clock.system.Kind = Absolute
		}
		e.clock.restart()
	}
	e.clock.left[c] = timeLeft{max(left, 0), max(count, 0)}
}

func (k *clock) restart() {
	for _, c := range [2]rules.Color{rules.Black, rules.White} {
		k.left[c] = timeLeft{time: k.system.Main}
		k.left[c] = k.roll(k.left[c])
	}
}

// roll moves a clock on whose main time has run out.
func (k *clock) roll(l timeLeft) timeLeft {
	if l.count == 0 && l.time <= 0 && (k.system.Kind == Canadian || k.system.Kind == Byoyomi) {
		return timeLeft{k.system.Period, k.system.Count}
	}
	return l
}

// spend takes the time of one move of c off its clock.
func (k *clock) spend(c rules.Color, d time.Duration) {
	l := k.left[c]
	switch {
	case k.system.Kind == NoClock:
		return
	case l.count == 0: // main time; what is over it comes off the first period
		l.time -= d
		if over := -l.time; over >= 0 && k.system.Kind != Absolute {
			l = timeLeft{k.system.Period, k.system.Count}
			if over > 0 {
				k.left[c] = l
				k.spend(c, over)
				return
			}
		}
	case k.system.Kind == Canadian:
		l.time -= d
		if l.count--; l.count == 0 {
			l = timeLeft{k.system.Period, k.system.Count}
		}
	case k.system.Kind == Byoyomi:
		for d > l.time && l.count > 1 {
			d -= l.time
			l = timeLeft{k.system.Period, l.count - 1}
		}
		l.time = k.system.Period
	}
	k.left[c] = l
}

// budget returns how long c may think about this move; ok is false where no
// clock runs. size and ply say how far the game has come; lag is kept in
// reserve.
//
// Main time is spread over the moves still to come: C + max(M - ply, 0) of
// them, with C = 20, 30, 60 and M = 0, 30, 80 for 9, 13, 19 lines (Huang,
// Coulom, Lin, "Time Management for Monte-Carlo Tree Search Applied to the
// Game of Go", 2010), but never less than a period would give.
func (k *clock) budget(c rules.Color, size, ply int, lag time.Duration) (d time.Duration, ok bool) {
	if k.system.Kind == NoClock {
		return 0, false
	}
	l := k.left[c]
	if l.count > 0 {
		usable := l.time - lag
		if k.system.Kind == Canadian {
			return least(usable / time.Duration(l.count) * 9 / 10), true
		}
		return least(usable * 9 / 10), true
	}
	points := size * size
	moves := 10 + points*50/361 + max(points*80/361-ply, 0)
	d = (l.time - lag) / time.Duration(moves)
	switch k.system.Kind {
	case Canadian:
		d = max(d, min(l.time, k.system.Period/time.Duration(max(k.system.Count, 1)))-lag)
	case Byoyomi:
		d = max(d, min(l.time, k.system.Period)-lag)
	}
	return least(min(d, (l.time-lag)*9/10)), true
}

// least keeps a budget above nothing: a move must be found.
func least(d time.Duration) time.Duration { return max(d, time.Millisecond) }
