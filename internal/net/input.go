package net

import "gtpgo/internal/rules"

// The planes of an input, one bit each. All is seen from the side to move.
const (
	planeBoard    = iota // every point of the board, so that the edge shows
	planeOwn             // stones
	planeOpponent        //
	planeOwnLibs         // own chains of one, two and three liberties
	_                    //
	_                    //
	planeOppLibs         // opposing chains, likewise
	_                    //
	_                    //
	planeKo              // the point that simple ko bars
	planeLast            // the last moves, the newest first
	planesUsed    = planeLast + LastMoves
)

// Planes is the number of planes that the net has room for.
const Planes = 16

// LastMoves is how many of the last moves are seen.
const LastMoves = 5

// Mode is what counts at the end of a game, as far as the net tells it apart.
type Mode uint8

// Modes. Territory with pass stones is area but for who moves last (Ikeda 1969), and
// Jungo is area less two points a living group.
const (
	AreaMode Mode = iota
	StonesMode
	TerritoryMode
)

// ModeOf returns the mode of a ruleset.
func ModeOf(r *rules.Ruleset) Mode {
	switch {
	case r.Scoring == rules.StoneScoring || r.Tax == rules.AllTax:
		return StonesMode
	case r.Scoring == rules.TerritoryScoring && r.PassCost == rules.FreePasses:
		return TerritoryMode
	}
	return AreaMode
}

// Globals is the number of inputs that belong to the whole position.
const Globals = 8

// Input is what the net sees of a position.
type Input struct {
	Size   int
	Points [maxPoints]uint16 // planes of each point, by Point
	// Turn is how the net sees the board turned, 0 to Turns-1: bit 0 mirrors columns,
	// bit 1 rows, bit 2 swaps them. The output is turned back. The answers differ a
	// little, as the net is no more symmetric than what it learned from.
	Turn   uint8
	Global [Globals]float32
}

// Turns is the number of ways to turn a board.
const Turns = 8

// maxPoints is more than a Point of the largest board.
const maxPoints = 1024

// Fill sets the input to a position with c to move. last are the last moves, the
// newest first, Pass where there are none; ahead is what c gets besides what the board
// shows, in points: komi, compensation, and prisoners where territory counts.
func (in *Input) Fill(b *rules.Board, c rules.Color, last [LastMoves]rules.Point, mode Mode, ahead float64) {
	in.Size = b.Size()
	b.Points(func(p rules.Point) {
		planes := uint16(1 << planeBoard)
		if s := b.At(p); s != rules.Empty {
			side, libs := planeOwn, planeOwnLibs
			if s != c {
				side, libs = planeOpponent, planeOppLibs
			}
			planes |= 1 << side
			if n := b.Liberties(p); n <= 3 {
				planes |= 1 << (libs + n - 1)
			}
		}
		in.Points[p] = planes
	})
	if p, banned := b.Ko(); p != rules.Pass && banned == c {
		in.Points[p] |= 1 << planeKo
	}
	for i, p := range last {
		if p != rules.Pass {
			in.Points[p] |= 1 << (planeLast + i)
		}
	}
	flag := func(is bool) float32 {
		if is {
			return 1
		}
		return 0
	}
	in.Global = [Globals]float32{
		flag(mode == StonesMode),
		flag(mode == TerritoryMode),
		float32(max(-4, min(4, ahead/20))),
		float32(max(-1, min(1, ahead/4))),
		float32(in.Size) / 19,
		flag(last[0] == rules.Pass),
		flag(last[1] == rules.Pass),
	}
}
