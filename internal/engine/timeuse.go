package engine

import (
	"math"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// The time of one move. Nothing here looks at a clock but allow.

// allowance is how long a move may take.
type allowance struct {
	start  time.Time
	budget time.Duration // what it should take, 0 for no limit
	// most is what it may take where more is needed: budget or more, and never
	// so much that moves to come suffer.
	most time.Duration
	// fixed searches end when they have made their playouts, and before only if
	// the budget is used up.
	fixed bool
}

// allow returns the allowance for a move of c that begins now.
func (e *Engine) allow(c rules.Color) allowance {
	a := allowance{start: time.Now(), budget: e.budget(c), fixed: e.playouts() > 0}
	a.most = a.budget
	if more, ok := e.clock.most(c, e.game.Size(), len(e.game.Moves()), e.config.Lag); ok {
		if e.config.MaxTime > 0 {
			more = min(more, e.config.MaxTime)
		}
		a.most = max(a.budget, more)
	}
	return a
}

// timekeeper decides when the search for a move has gone on long enough.
type timekeeper struct {
	allowance
	before time.Duration // what of the move's time was gone when the search began
	// ending reports whether the move would have to be looked at for the end of
	// the game, which takes time too; nil for never.
	ending func(*search.Report) bool
}

const (
	// endingShare is the part of the budget, one in so many, that is kept to look
	// at the end of the game where it seems to be near.
	endingShare = 4
	// A search ends before its time only after a part of the budget, one in
	// leastShare, and so many playouts; and only if the second move could not
	// catch up with the first though the search were faster by one in spareShare.
	leastShare    = 3
	leastPlayouts = 500
	spareShare    = 10
	// looksAMove is how often the timekeeper looks within the budget; lookLeast
	// and lookMost bound the time between two looks.
	looksAMove = 16
	lookLeast  = 10 * time.Millisecond
	lookMost   = 500 * time.Millisecond
)

// observer returns the one who looks at a search for k, nil where there is no
// limit of time.
func (k *timekeeper) observer() *observer {
	if k.budget == 0 {
		return nil
	}
	k.before = time.Since(k.start)
	return &observer{after: k.again(k.before), look: func(r *search.Report) (time.Duration, bool) {
		elapsed := time.Since(k.start)
		return k.again(elapsed), !k.enough(r, elapsed)
	}}
}

// again returns the time to the next look.
func (k *timekeeper) again(elapsed time.Duration) time.Duration {
	d := max(lookLeast, min(k.budget/looksAMove, lookMost))
	if left := k.budget - elapsed; left > 0 {
		d = min(d, left)
	}
	return d
}

// enough reports whether the search may end, the move having taken that long.
func (k *timekeeper) enough(r *search.Report, elapsed time.Duration) bool {
	left := k.budget - elapsed
	switch {
	case k.ending != nil && left <= k.budget/endingShare && k.ending(r):
		return true
	case k.fixed:
		return left <= 0
	case left > 0:
		return elapsed >= k.budget/leastShare && decided(r, elapsed-k.before, left)
	}
	return !unsure(r)
}

// decided reports whether the move tried most will be so still at the end of a
// search of which left is to come, at the pace of the time used.
func decided(r *search.Report, used, left time.Duration) bool {
	if r.Playouts < leastPlayouts || len(r.Moves) == 0 || used <= 0 {
		return false
	}
	lead := r.Moves[0].Visits
	if len(r.Moves) > 1 {
		lead -= r.Moves[1].Visits
	}
	toCome := float64(r.Playouts) * float64(left) / float64(used)
	return float64(lead) > toCome*(1+1.0/spareShare)
}

// What makes a search unsure, while the game is open: another move that was
// tried nearly as often as the first and looks otherwise, or one that was tried a
// good deal and looks better; both are parts of the playouts of the first. Moves
// that are alike, as those of an opening, are not worth the time.
const (
	closeShare = 0.67
	rivalShare = 0.25
	sameRate   = 0.01 // win rates that differ by less are alike
	openGame   = 0.05 // win rates nearer to 0 or 1 are those of a game that is over
)

// unsure reports whether the choice of the move may change with more time.
func unsure(r *search.Report) bool {
	if len(r.Moves) == 0 || min(r.WinRate, 1-r.WinRate) < openGame {
		return false
	}
	first := &r.Moves[0]
	for i := range r.Moves[1:] {
		m := &r.Moves[1+i]
		share, more := float64(m.Visits)/float64(first.Visits), m.WinRate-first.WinRate
		if share >= closeShare && math.Abs(more) > sameRate || share >= rivalShare && more > sameRate {
			return true
		}
	}
	return false
}
