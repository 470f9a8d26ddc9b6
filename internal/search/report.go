package search

import (
	"math"
	"slices"

	"gtpgo/internal/rules"
)

// MoveReport is what a search found about one move. Values are from the
// viewpoint of the side to move.
type MoveReport struct {
	Move    rules.Point
	Visits  int     // playouts that began with it
	WinRate float64 // 0 to 1
	Score   float64 // mean margin, komi taken off
	Prior   float64 // chance that it is the best, before any playout
	PV      []rules.Point
}

// Report is the state of a search, a snapshot by value.
type Report struct {
	Color    rules.Color // to move
	Playouts int         // of this search, not counting those of a kept tree
	Visits   int         // playouts below the root, a kept tree's included
	WinRate  float64     // of the side to move
	Score    float64     // mean margin of the side to move
	// Deviation is the standard deviation of the margin over the playouts.
	Deviation float64
	Moves     []MoveReport
	// Ownership is the mean owner of each point at the end of the playouts,
	// 1 for Black, -1 for White, indexed by Point.
	Ownership []float64
}

// report collects what the workers found; they must have stopped.
func (s *Search) report() *Report {
	r := &Report{Color: s.rootColor, Ownership: make([]float64, maxPoints)}
	sign := 1.0
	if s.rootColor == rules.White {
		sign = -1
	}
	var score [maxPoints]float64
	sum, squares := 0.0, 0.0
	for _, w := range s.workers {
		r.Playouts += w.count
		sum += w.sum
		squares += w.squares
		for p := range score {
			score[p] += w.score[p]
			r.Ownership[p] += float64(w.owner[p])
		}
	}
	if r.Playouts > 0 {
		r.Score = sign * sum / float64(r.Playouts)
		mean := sum / float64(r.Playouts)
		r.Deviation = math.Sqrt(max(0, squares/float64(r.Playouts)-mean*mean))
		for p := range r.Ownership {
			r.Ownership[p] /= float64(r.Playouts)
		}
	}
	root := &s.tree.nodes[0]
	n, value := root.stats.read()
	r.Visits = int(n)
	if n > 0 {
		r.WinRate = 1 - value/n
	}
	kids := s.tree.children(root)
	for i := range kids {
		k := &kids[i]
		visits, value := k.stats.read()
		if visits == 0 {
			continue
		}
		m := MoveReport{Move: k.point(), Visits: int(visits), WinRate: value / visits,
			Prior: float64(k.prior), Score: sign * score[k.move] / visits, PV: s.pv(k)}
		r.Moves = append(r.Moves, m)
	}
	slices.SortStableFunc(r.Moves, func(a, b MoveReport) int { return b.Visits - a.Visits })
	return r
}

// maxPV bounds the length of a principal variation.
const maxPV = 20

// pv returns the moves from the node on that were tried most.
func (s *Search) pv(n *node) []rules.Point {
	pv := []rules.Point{n.point()}
	for len(pv) < maxPV {
		var best *node
		kids := s.tree.children(n)
		for i := range kids {
			if best == nil || kids[i].stats.visits() > best.stats.visits() {
				best = &kids[i]
			}
		}
		if best == nil || best.stats.visits() == 0 {
			break
		}
		pv = append(pv, best.point())
		n = best
	}
	return pv
}
