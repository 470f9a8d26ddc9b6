package search

import (
	"cmp"
	"slices"

	"gtpgo/internal/rules"
)

// solveWalk goes through a game of best play from a solved position.
type solveWalk struct {
	s     *solver
	state solveState
	value int // from here on
}

// best returns the moves of the side to move that keep the value, and those
// that were not decided when the solver was halted. If one is enough, it stops
// at the first.
func (w *solveWalk) best(one bool) (best, open []rules.Move) {
	s, me := w.s, w.state.toPlay
	if s.halt {
		return nil, nil
	}
	moves := w.moves()
	// The table knows a move that keeps the value: a bound above it fails.
	for effort := firstEffort; len(moves) > 0 && !s.halt && effort < maxSolveDepth; effort++ {
		left := moves[:0]
		for i, m := range moves {
			s.round, s.hope = s.round+1, me
			v := w.keeps(&m, effort)
			if v == unknown && !one && !s.superko {
				s.round, s.hope = s.round+1, me.Other()
				v = w.keeps(&m, effort)
			}
			switch {
			case v == verdictFor(me):
				best = append(best, w.move(&m))
				if one {
					return best, nil
				}
			case v == unknown:
				left = append(left, moves[i])
			}
		}
		moves = left
	}
	for i := range moves {
		open = append(open, w.move(&moves[i]))
	}
	slices.SortFunc(best, passLast)
	slices.SortFunc(open, passLast)
	return best, open
}

// firstEffort is that with which the moves of a solved position are asked about: a
// little more than the least, so that one that is easy is not left for another.
const firstEffort = 4

// passLast puts moves into the order of their points, a pass last.
func passLast(a, b rules.Move) int { return cmp.Compare(a.Point-1, b.Point-1) }

// moves returns all legal moves, a pass last.
func (w *solveWalk) moves() []solveMove {
	var all proof
	moves := w.s.moves(nil, &w.state, 1, noMove-1, &all)
	passed, gain := w.state.pass(w.s.r)
	return append(moves, solveMove{point: noMove, state: passed, gain: gain})
}

// keeps answers the question on which it depends whether a move keeps the
// value: for Black, whether he still gets as much; for White, whether Black
// gets more.
func (w *solveWalk) keeps(m *solveMove, effort int) verdict {
	s, me := w.s, w.state.toPlay
	bound := w.value
	if me == rules.White {
		bound++
	}
	if m.state.ended {
		return s.final(&m.state, bound-m.gain)
	}
	own := !s.superko
	if own {
		s.path = append(s.path, solvePlace{state: s.key(&w.state, 0), bound: bound})
	}
	_, turn := s.canonical(w.state.board)
	v, _ := s.after(m, bound, 1, turn, me, func(st *solveState, bound int, group uint8, turn int) (verdict, proof) {
		return s.decide(st, bound, effort, group, turn)
	})
	if own {
		s.path = s.path[:len(s.path)-1]
	}
	return v
}

// move returns the move for the rules.
func (w *solveWalk) move(m *solveMove) rules.Move {
	if m.point == noMove {
		return rules.Move{Color: w.state.toPlay, Point: rules.Pass}
	}
	return rules.Move{Color: w.state.toPlay, Point: w.s.g.point(m.point)}
}

// line returns a game of best play that begins with one of the given moves, as
// far as the solver gets.
func (w *solveWalk) line(best []rules.Move) (line []rules.Move) {
	s := w.s
	for len(best) > 0 && len(line) < maxSolveDepth/2 {
		var m solveMove
		for _, m = range w.moves() {
			if w.move(&m) == best[0] {
				break
			}
		}
		line = append(line, best[0])
		if m.state.ended {
			break
		}
		me := w.state.toPlay
		switch {
		case !s.superko:
			s.path = append(s.path, solvePlace{state: s.key(&w.state, 0), bound: w.value})
		case m.point != noMove || s.r.Ko == rules.SituationalKo:
			canon, _ := s.canonical(m.state.board)
			s.path = append(s.path, solvePlace{key: shapeKey(m.state.board, me, s.r), board: m.state.board, mover: me, hash: hashKey(canon)})
		}
		w.state, w.value = m.state, w.value-m.gain
		best, _ = w.best(true)
	}
	s.path = s.path[:0]
	return line
}
