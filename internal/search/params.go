package search

// Steering are the numbers that a descent of the tree goes by.
type Steering struct {
	// RaveEquivalence is the number of playouts at which the value of a move
	// and its RAVE value weigh the same, once RAVE counts are large (Gelly and
	// Silver, "Monte-Carlo tree search and rapid action value estimation in
	// computer Go", 2011, section 4). 0 leaves RAVE out.
	RaveEquivalence float64
	// PriorWeight is how strongly the chances of the moves steer the search:
	// the c of PUCT (Rosin, "Multi-armed bandits with episode context", 2011).
	PriorWeight float64
	// FirstCount is the number of pseudo-playouts, of the value of the node
	// itself, that each of its moves starts with.
	FirstCount float64
	// ExpandAt is how many playouts a leaf sees before it gets children.
	ExpandAt uint32
	// FirstLoss is by how much that value is less than the node's, if it has a move
	// that was tried: the moves that look best are tried first.
	FirstLoss float64
}

// Params are the numbers that the search goes by. Values are from the
// literature where a source is named, else from play.
type Params struct {
	// Plain and Advised steer a search without and with a net.
	Plain, Advised Steering
	// NetShare is the part of a playout's value, where a net is asked, that is the
	// net's: the rest is that of the playout (Silver et al., "Mastering the game of
	// Go with deep neural networks and tree search", 2016, methods).
	NetShare float64
	// NetAlone is the chance, in 1/256, that the rest of the game is not played after
	// the net was asked, on boards of sizes that it learned: what it says is the value
	// of the playout.
	NetAlone uint64
	// NetLeast is the chance below which a move gets no node, but for those of the root.
	NetLeast float64
	// NetSharpness is what the chances of the moves that the net gives are taken to
	// the power of.
	NetSharpness float64
	// ScoreWeight is how much of a result is the margin rather than the win:
	// it breaks ties between moves that all win or all lose.
	ScoreWeight float64
	// ScoreRange is the margin, in points a point of the board, from which on a
	// larger one counts no more.
	ScoreRange float64
	// CaptureRate and SaveRate are the chances, in 1/256, that a playout looks
	// for a capture of the chain last played, and for a way out for its own
	// chains that the last move put in atari.
	CaptureRate, SaveRate uint64
	// NakadeRate and TwoLibertyRate are the chances, in 1/256, that it looks for
	// the vital point of an eye space, and for a move at chains of two liberties.
	NakadeRate, TwoLibertyRate uint64
	// SelfAtariRate is the chance, in 1/256, that a random playout move that
	// puts its own chain in atari is turned down. Below 256, so that throw-ins
	// and nakade stay possible.
	SelfAtariRate uint64
	// Elsewhere is the weight of playing elsewhere than next to the last move. A
	// strong player's would be gammaUnit; less makes playouts answer more.
	Elsewhere uint32
	// Draws is how many points of the board a playout looks at by their patterns
	// before it takes any that will do.
	Draws int
	// CapRate is the length at which a playout is cut, in plies a point.
	CapRate int
}

// DefaultParams returns the values in use.
func DefaultParams() Params {
	return Params{
		Plain:          Steering{RaveEquivalence: 3000, PriorWeight: 0.8, FirstCount: 1, ExpandAt: 2},
		Advised:        Steering{PriorWeight: 1, FirstCount: 0.5, ExpandAt: 1, FirstLoss: 0.2},
		NetShare:       0.5,
		NetAlone:       256,
		NetLeast:       0.0001,
		NetSharpness:   1,
		ScoreWeight:    0.02,
		ScoreRange:     0.5,
		CaptureRate:    230,
		SaveRate:       230,
		NakadeRate:     200,
		TwoLibertyRate: 200,
		SelfAtariRate:  180,
		Elsewhere:      gammaUnit / 4,
		Draws:          6,
		CapRate:        3,
	}
}

// gammaUnit is the weight, in a playout, whose logarithm is 0: that of playing
// elsewhere than next to the last move.
const gammaUnit = 256
