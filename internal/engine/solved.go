package engine

import (
	"context"
	"slices"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// On small boards a position is solved before it is searched, where that is
// likely to take no longer than solvedTime: on boards of up to solvedSize lines
// always, on those that are larger when few empty points are open.
const (
	solvedSize   = 3
	solvedOpen   = 8
	solvedNodes  = 50000 // a limit by time would make play differ from run to run
	solvedMemory = 16 << 20
	solvedTime   = 100 * time.Millisecond
	solvedShare  = 4 // of the time for a move, one part in so many is enough for solvedTime
)

// solved returns the moves of c that keep the exact result of the position; none
// if it is not known within the node limit. The rules, the board, the time for the
// move or a level below the full one may not be for it. Under simple ko a move that
// brings an earlier position back is none of them, as it might be made for ever.
func (e *Engine) solved(ctx context.Context, c rules.Color, allowed time.Duration) []rules.Point {
	if e.strength() != (strength{}) || allowed > 0 && allowed < solvedShare*solvedTime || !e.solvable() {
		return nil
	}
	s, err := search.Solve(ctx, e.game, c, search.SolveLimits{Nodes: solvedNodes, Memory: solvedMemory, NoLine: true})
	if err != nil {
		return nil // rules that cannot be solved
	}
	e.config.Log.Debug().Stringer("lower", s.Lower).Stringer("upper", s.Upper).Bool("solved", s.Solved).
		Int("best", len(s.Best)).Int("nodes", s.Nodes).Msg("solve before search")
	var moves []rules.Point
	fresh := e.game
	if set := *e.game.Rules(); set.Ko == rules.SimpleKo {
		set.Ko = rules.PositionalKo
		fresh = e.game.Under(set)
	}
	for _, m := range s.Best {
		if fresh.Legal(m) == nil {
			moves = append(moves, m.Point)
		}
	}
	return moves
}

// solvable reports whether the board is small or full enough.
func (e *Engine) solvable() bool {
	size := e.game.Size()
	if size <= solvedSize || size > search.SolveMaxSize {
		return size <= solvedSize
	}
	return openPoints(e.game.Position()) <= solvedOpen
}

// openPoints counts the empty points that touch no unconditionally alive stone.
func openPoints(pos *rules.Position) (n int) {
	black, white := pos.Alive(rules.Black), pos.Alive(rules.White)
	pos.Points(func(p rules.Point) {
		near := pos.Neighbors(p)
		if pos.At(p) == rules.Empty && !slices.ContainsFunc(near[:], func(q rules.Point) bool { return black[q] || white[q] }) {
			n++
		}
	})
	return n
}

// keeping returns the move if it is among the solved ones or there are none, else
// the one of these that the search likes best.
func keeping(solved []rules.Point, p rules.Point, r *search.Report) rules.Point {
	if keeps(solved, p) {
		return p
	}
	for _, m := range r.Moves {
		if slices.Contains(solved, m.Move) {
			return m.Move
		}
	}
	return solved[0]
}

// keeps reports whether nothing is known that speaks against the move.
func keeps(solved []rules.Point, p rules.Point) bool {
	return len(solved) == 0 || slices.Contains(solved, p)
}
