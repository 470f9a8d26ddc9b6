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
	// Fischer: main time only, but each move adds to it (KataGo,
	// docs/GTP_Extensions.md, kata-time_settings).
	Fischer
)

// TimeSystem is a time setting for both players.
type TimeSystem struct {
	Kind   TimeKind
	Main   time.Duration
	Period time.Duration // Canadian, Byoyomi: above 0
	Count  int           // moves in a period (Canadian), periods (Byoyomi), above 0

	// Fischer only.
	Increment time.Duration // added after each move
	Cap       time.Duration // the time that a clock never exceeds, 0 for none
	MoveLimit time.Duration // the longest that a move may take, 0 for no limit
}

// hasOvertime reports whether the clock goes on when main time is used up.
func (s *TimeSystem) hasOvertime() bool { return s.Kind == Canadian || s.Kind == Byoyomi }

// timeLeft is the state of one player's clock.
type timeLeft struct {
	time  time.Duration // of main time, or of the period; 0 or less if there is none
	count int           // 0 in main time; else moves or periods left
}

// clock keeps the time of both players. It counts the engine's own thinking,
// as many clients never send what is left.
type clock struct {
	set    TimeSystem // what was set
	system TimeSystem // what is in force: time_left may have told of more
	left   [3]timeLeft
}

// SetTime sets the time system and starts fresh clocks.
func (e *Engine) SetTime(s TimeSystem) {
	e.clock.set = s
	e.clock.restart()
}

// TimeSystem returns the time system in force.
func (e *Engine) TimeSystem() TimeSystem { return e.clock.system }

// SetTimeLeft sets what c has left: count 0 is main time, else the moves or
// periods left as the time system has it.
func (e *Engine) SetTimeLeft(c rules.Color, left time.Duration, count int) {
	e.clock.tell(c, left, count)
}

// restart starts fresh clocks, for a new game. What time_left told of does not
// outlive the old one.
func (k *clock) restart() {
	k.system = k.set
	k.fill()
}

func (k *clock) fill() {
	for _, c := range [2]rules.Color{rules.Black, rules.White} {
		k.left[c] = k.roll(timeLeft{time: k.system.Main})
	}
}

// tell takes the word of the client for what c has left. Where no setting, or
// none with overtime, came before, the numbers say what the system is.
func (k *clock) tell(c rules.Color, left time.Duration, count int) {
	count = max(count, 0)
	own := max(left, 0)
	switch {
	case k.system.Kind == NoClock && count == 0:
		k.system = TimeSystem{Kind: Absolute, Main: own}
		k.fill()
	case k.system.Kind == NoClock:
		k.system = TimeSystem{Kind: Canadian, Period: own, Count: count}
		k.fill()
	case k.system.Kind == Absolute && count > 0:
		k.system.Kind, k.system.Period, k.system.Count = Canadian, own, count
	case k.system.Kind == Fischer:
		count = 0 // it has main time only
	}
	k.left[c] = k.roll(timeLeft{left, count})
}

// roll moves a clock on whose main time has run out: what was used too much
// comes off the overtime.
func (k *clock) roll(l timeLeft) timeLeft {
	if l.count > 0 || l.time > 0 || !k.system.hasOvertime() {
		return l
	}
	return k.overrun(timeLeft{k.system.Period, k.system.Count}, -l.time)
}

// overrun takes time off a clock in overtime without a move being made.
func (k *clock) overrun(l timeLeft, d time.Duration) timeLeft {
	if period := k.system.Period; k.system.Kind == Byoyomi && d > l.time && period > 0 {
		lost := min((d-l.time+period-1)/period, time.Duration(l.count-1))
		l.count -= int(lost)
		d -= lost * period
	}
	l.time -= d
	return l
}

// run starts the clock of c; the function that it returns stops it after one
// move. All that generates moves runs between the two.
func (k *clock) run(c rules.Color) (stop func()) {
	start := time.Now()
	return func() { k.spend(c, time.Since(start)) }
}

// spend takes the time of one move of c off its clock. A move during which main
// time ran out counts as one of the overtime.
func (k *clock) spend(c rules.Color, d time.Duration) {
	l := k.left[c]
	if k.system.Kind == NoClock {
		return
	}
	if l.count == 0 {
		l.time -= d
		if l.time <= 0 && k.system.hasOvertime() {
			d, l = -l.time, timeLeft{k.system.Period, k.system.Count}
			if d == 0 {
				k.left[c] = l
				return
			}
		}
	}
	switch {
	case k.system.Kind == Fischer:
		l.time += k.system.Increment
		if most := k.system.Cap; most > 0 {
			l.time = min(l.time, most)
		}
	case k.system.Kind == Canadian && l.count > 0:
		l.time -= d
		if l.count--; l.count == 0 {
			l = timeLeft{k.system.Period, k.system.Count}
		}
	case k.system.Kind == Byoyomi && l.count > 0:
		l = k.overrun(l, d)
		l.time = k.system.Period
	}
	k.left[c] = l
}
