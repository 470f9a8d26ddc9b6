package engine

import (
	"time"

	"gtpgo/internal/rules"
)

// Time for a move. Nothing here looks at a clock: the arguments say all.

const (
	// moveCost is what a move takes beyond its budget: to stop the threads, to
	// answer, to be late.
	moveCost = 20 * time.Millisecond
	// leastBudget is above nothing, as that would be no limit.
	leastBudget = time.Millisecond
	// longGame is the number of moves of a player that main time lasts for, at
	// the least budget, however long the game gets.
	longGame = 400
	// holdShare is the part of main time, one in so many, that is held back for
	// that at most.
	holdShare = 4
)

// budget returns how long c may think about this move; ok is false where no
// clock runs. size and ply say how far the game has come; lag is kept in
// reserve.
func (k *clock) budget(c rules.Color, size, ply int, lag time.Duration) (d time.Duration, ok bool) {
	l := k.left[c]
	switch {
	case k.system.Kind == NoClock:
		return 0, false
	case l.count > 0:
		d = k.overtime(l, lag)
	case k.system.hasOvertime():
		// Never less than overtime will give. If that is more than is left of
		// main time, the move ends in overtime, which then has room for it.
		d = max(l.time/movesToCome(size, ply), k.overtime(timeLeft{k.system.Period, k.system.Count}, lag))
	default:
		d = k.mainTime(l.time-lag, size, ply, lag)
	}
	return max(d, leastBudget), true
}

// Extra time, where a move needs it, is at most as much again as the budget; and
// of what is left for the moves to come in main time, one part in extraShare, in a
// Canadian period one in canadianShare.
const (
	extraShare    = 8
	canadianShare = 4
)

// most returns how long c may think about this move if need be, so that those to
// come still have most of their budgets; ok is false where no clock runs.
func (k *clock) most(c rules.Color, size, ply int, lag time.Duration) (d time.Duration, ok bool) {
	d, ok = k.budget(c, size, ply, lag)
	l, s := k.left[c], &k.system
	extra := time.Duration(0)
	switch {
	case !ok:
		return 0, false
	case l.count > 0 && s.Kind == Canadian:
		extra = d / canadianShare * time.Duration(min(l.count-1, canadianShare))
	case l.count > 0: // byo-yomi: all of a period is in the budget
	case s.hasOvertime():
		// The move may end in overtime, which goes on as it begins.
		extra = min(l.time/extraShare, l.time+k.overtime(timeLeft{s.Period, s.Count}, lag)-d)
	default:
		extra = (l.time - lag - s.heldBack(ply) - d) / extraShare
	}
	extra = max(0, min(extra, d))
	if s.MoveLimit > 0 {
		extra = min(extra, max(0, safely(s.MoveLimit-lag)-d))
	}
	return d + extra, true
}

// overtime returns the time for one move in overtime.
func (k *clock) overtime(l timeLeft, lag time.Duration) time.Duration {
	d := l.time - lag
	if k.system.Kind == Canadian {
		d /= time.Duration(l.count)
	}
	return safely(d)
}

// safely takes off what a move may need beyond the time that it is given.
func safely(d time.Duration) time.Duration { return d - d/20 - moveCost }

// mainTime returns the time for a move where nothing comes after main time,
// left is without the reserve for lag.
func (k *clock) mainTime(left time.Duration, size, ply int, lag time.Duration) time.Duration {
	s := &k.system
	d := (left - s.heldBack(ply)) / movesToCome(size, ply)
	if s.Kind == Fischer {
		d += safely(s.Increment)
		if s.Cap > 0 {
			d = max(d, left+lag+s.Increment-s.Cap) // more than the clock could take back
		}
		if s.MoveLimit > 0 {
			d = min(d, safely(s.MoveLimit-lag))
		}
		d = min(d, safely(left))
	}
	return d
}

// heldBack returns the main time that is held back for what long games will need
// beyond the budgets.
func (s *TimeSystem) heldBack(ply int) time.Duration {
	hold := time.Duration(max(longGame-ply/2, 0)) * max(leastBudget+moveCost-s.Increment, 0)
	return min(hold, s.Main/holdShare)
}

// movesToCome returns the number of moves among which main time is shared: C +
// max(M - ply, 0), so that most time goes to the moves around ply M, where the
// fighting is (Huang, Coulom, Lin, "Time Management for Monte-Carlo Tree Search
// Applied to the Game of Go", 2010). C = 20, 30, 60 and M = 0, 30, 80 for 9, 13
// and 19 lines, as the programs Erica and Ray have it; lines through these give
// the values for other sizes.
func movesToCome(size, ply int) time.Duration {
	beyond := size*size - 9*9
	return time.Duration(20 + beyond/7 + max(max(beyond, 0)*2/7-ply, 0))
}
