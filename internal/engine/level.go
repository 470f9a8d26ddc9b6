package engine

import (
	"math"
	"math/rand/v2"
	"slices"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// strength is how a level plays: by a search of few playouts, and by not always
// making the best move that it finds. A move may lose something against the best,
// as the search sees it, but none may look stupid: see weaken.
type strength struct {
	playouts int     // a move at most, 0 for no limit
	advised  int     // the same where there is a net; 0 for the search without it
	spread   float64 // a move's chance goes by its playouts to the power of 1/spread; 0 for always the best
	loss     float64 // win rate that a move may lose
	points   float64 // points that it may lose, for each line of the board
}

// fullLevel is the level of full strength.
const fullLevel = 10

// levels are the strengths; the zero one, without any limit, is the full one.
var levels = [fullLevel + 1]strength{
	1:         {playouts: 100, spread: 20, loss: 0.6, points: 4},
	2:         {playouts: 100, spread: 8, loss: 0.4, points: 2},
	3:         {playouts: 100, spread: 4, loss: 0.25, points: 1.2},
	4:         {playouts: 100, spread: 2, loss: 0.15, points: 0.8},
	5:         {playouts: 100, spread: 1, loss: 0.1, points: 0.6},
	6:         {playouts: 150, spread: 0.5, loss: 0.05, points: 0.4},
	7:         {playouts: 300, advised: 8},
	8:         {playouts: 600, advised: 50},
	9:         {playouts: 1500, advised: 400},
	fullLevel: {},
}

// strength returns how the engine is to play; advised is 0 where it has no net.
func (e *Engine) strength() strength {
	s := levels[e.config.Level]
	switch {
	case s.advised == 0:
	case e.config.Net.weights() == nil:
		s.advised = 0
	default:
		s.playouts = s.advised
	}
	return s
}

// plain reports whether the net is left out.
func (s *strength) plain() bool { return s.advised == 0 && *s != strength{} }

// playouts returns the limit of the playouts of a move, 0 for none.
func (e *Engine) playouts() int {
	n, most := e.config.Playouts, e.strength().playouts
	if n == 0 || most > 0 && most < n {
		return most
	}
	return n
}

// weaken returns the move to make instead of best where the level is below the
// full one: any that the search likes well enough, by chance. A pass and what
// answers a capture or an atari stay; best itself does not where it looks stupid
// and there is another.
func (e *Engine) weaken(c rules.Color, r *search.Report, best rules.Point) rules.Point {
	i := slices.IndexFunc(r.Moves, func(m search.MoveReport) bool { return m.Move == best })
	s := e.strength()
	if s.spread == 0 || best == rules.Pass || i < 0 || e.urgent(c, best) {
		return best
	}
	var moves []rules.Point
	var sums []float64 // of the weights of the moves up to each
	sum := 0.0
	for j := range r.Moves {
		if m := &r.Moves[j]; e.sensible(c, m.Move) && (j == i || !quiet(r, m.Move) && s.near(m, &r.Moves[i], e.game.Size())) {
			sum += math.Pow(float64(m.Visits), 1/s.spread)
			moves, sums = append(moves, m.Move), append(sums, sum)
		}
	}
	draw := e.chance() * sum
	if k := slices.IndexFunc(sums, func(x float64) bool { return draw < x }); k >= 0 {
		return moves[k]
	}
	return best
}

// near reports whether a move loses no more against the best one than may be.
func (s *strength) near(m, best *search.MoveReport, size int) bool {
	const knownShare = 0.05 // of the playouts of the best: what was tried less is not known
	return float64(m.Visits) >= max(2, knownShare*float64(best.Visits)) &&
		m.WinRate >= best.WinRate-s.loss && m.Score >= best.Score-s.points*float64(size)
}

// chance returns a number from 0 to 1 that depends on the seed and the position
// only.
func (e *Engine) chance() float64 {
	return rand.New(rand.NewPCG(e.config.Seed+e.games, e.game.Position().Key()^uint64(len(e.game.Moves())))).Float64()
}

// urgent reports whether a move takes stones or touches an own chain in atari.
func (e *Engine) urgent(c rules.Color, p rules.Point) bool {
	b := &e.game.Position().Board
	return b.Captures(p, c) || b.TouchesAtari(p, c)
}

// sensible reports whether a move does not look stupid at first sight: it is no
// pass, puts no own stones in atari without taking any, and is not a stray one at
// the edge.
func (e *Engine) sensible(c rules.Color, p rules.Point) bool {
	b := &e.game.Position().Board
	return p != rules.Pass && (b.HasLibertiesAfter(p, c, 2) || b.Captures(p, c)) && !e.strays(p)
}

// strays reports whether a play at p is on the first line, and no stone is beside
// it or the board is still open, or on the second and no stone is within two steps.
func (e *Engine) strays(p rules.Point) bool {
	b, size := &e.game.Position().Board, e.game.Size()
	x, y := p.XY(size)
	line := min(x, y, size-1-x, size-1-y)
	if line > 1 {
		return false
	}
	const openBoard = 0.75 // from that part of empty points on
	if line == 0 && float64(b.Empties()) > openBoard*float64(size*size) {
		return true
	}
	reach := line + 1
	for qy := max(0, y-reach); qy <= min(size-1, y+reach); qy++ {
		for qx := max(0, x-reach); qx <= min(size-1, x+reach); qx++ {
			if b.At(rules.PointAt(size, qx, qy)) != rules.Empty {
				return false
			}
		}
	}
	return true
}
