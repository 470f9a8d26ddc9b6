package search

// Params are the numbers that the search goes by. Values are from the
// literature where a source is named, else from play.
type Params struct {
	// RaveEquivalence is the number of playouts at which the value of a move
	// and its RAVE value weigh the same, once RAVE counts are large (Gelly and
	// Silver, "Monte-Carlo tree search and rapid action value estimation in
	// computer Go", 2011, section 4).
	RaveEquivalence float64
	// ExpandAt is how many playouts a leaf sees before it gets children.
	ExpandAt uint32
	// ScoreWeight is how much of a result is the margin rather than the win:
	// it breaks ties between moves that all win or all lose.
	ScoreWeight float64
	// CaptureRate and SaveRate are the chances, in 1/256, that a playout looks
	// for a capture of the chain last played, and for a way out for its own
	// chains that the last move put in atari.
	CaptureRate, SaveRate uint64
	// SelfAtariRate is the chance, in 1/256, that a random playout move that
	// puts its own chain in atari is turned down. Below 256, so that throw-ins
	// and nakade stay possible.
	SelfAtariRate uint64
	// CapRate is the length at which a playout is cut, in plies a point.
	CapRate int
}

// DefaultParams returns the values in use.
func DefaultParams() Params {
	return Params{
		RaveEquivalence: 3000,
		ExpandAt:        4,
		ScoreWeight:     0.02,
		CaptureRate:     230,
		SaveRate:        230,
		SelfAtariRate:   230,
		CapRate:         3,
	}
}

// The pseudo-playouts that a new move starts with, as (count, value for the
// mover): the move's features add up.
const (
	evenCount     = 10 // value 1/2: a new move is neither good nor bad
	captureCount  = 15 // takes or saves one stone
	bigCount      = 30 // takes or saves more
	badCount      = 15 // puts itself in atari, value 0
	nearCount     = 12 // next to the last move
	nextCount     = 8  // two steps from it
	lineCount     = 8  // first line with nothing near, value 0; third line with nothing near, value 1
	passCount     = 12 // a pass, value 1/4
	secondPassMin = 4  // a pass after a pass
)
