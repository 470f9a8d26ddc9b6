package search

import (
	"cmp"
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
	// Deviation is the standard deviation of the margin over the playouts.
	Deviation float64
	Prior     float64 // chance that it is the best, before any playout
	PV        []rules.Point
	PVVisits  []int // playouts through each move of PV
	// Rave is the win rate of the playouts, RaveVisits of them, in which the side
	// to move played there first of all, now or later.
	Rave       float64
	RaveVisits int
	// Ownership is as that of the Report, over the playouts of this search that
	// began with the move; nil if there were none or nobody asked for it.
	Ownership []float64
}

// Report is the state of a search, a snapshot by value.
type Report struct {
	Color    rules.Color // to move
	Playouts int         // of this search, not counting those of a kept tree
	Visits   int         // playouts below the root, a kept tree's included
	Full     bool        // there is no room for more moves in the tree
	WinRate  float64     // of the side to move, in the part of Limits.ScoreWeight how much it wins by
	Win      float64     // part of the playouts of this search that the side to move won
	Score    float64     // mean margin of the side to move
	// Deviation is the standard deviation of the margin over the playouts.
	Deviation float64
	Moves     []MoveReport // those with playouts, most first
	// Untried are the moves without a playout, likeliest first; they have the
	// values of the root.
	Untried []MoveReport
	// Ownership is the mean owner of each point at the end of the playouts,
	// 1 for Black, -1 for White, indexed by Point.
	Ownership []float64
	// OwnershipDeviation is the standard deviation of the owner.
	OwnershipDeviation []float64
}

// report collects what the workers found; they must have stopped.
func (s *Search) report() *Report {
	r := &Report{Color: s.rootColor}
	var all margins
	var own owners
	for _, w := range s.workers {
		r.Playouts += w.count
		all.join(&w.margins)
		r.Win += w.wins
		own.join(&w.owners)
		for _, o := range w.ownersByMove {
			if o != nil {
				own.join(o)
			}
		}
	}
	n := float64(r.Playouts)
	r.Ownership, r.OwnershipDeviation = own.mean(n), own.deviation(n)
	if r.Playouts > 0 {
		if r.Win /= n; s.rootColor == rules.White {
			r.Win = 1 - r.Win
		}
		r.Score, r.Deviation = rules.ForColor(all.mean(), s.rootColor), all.deviation()
	}
	r.Full = s.tree.full(s.root.Size())
	root := &s.tree.nodes[0]
	visits, value := root.stats.read()
	r.Visits = int(visits)
	if visits > 0 {
		r.WinRate = 1 - value/visits
	}
	kids := s.tree.children(root)
	for i := range kids {
		if m := s.moveReport(r, &kids[i]); m.Visits > 0 {
			r.Moves = append(r.Moves, m)
		} else {
			r.Untried = append(r.Untried, m)
		}
	}
	slices.SortStableFunc(r.Moves, func(a, b MoveReport) int { return b.Visits - a.Visits })
	slices.SortStableFunc(r.Untried, func(a, b MoveReport) int { return cmp.Compare(b.Prior, a.Prior) })
	return r
}

// moveReport collects what the workers found about the root's child k. Where
// its playouts are all those of a kept tree, whose margins are not known any
// more, or there are none, the values are those of the root.
func (s *Search) moveReport(r *Report, k *node) MoveReport {
	m := MoveReport{Move: k.point(), WinRate: r.WinRate, Score: r.Score, Deviation: r.Deviation, Prior: float64(k.prior)}
	if visits, value := k.stats.read(); visits > 0 {
		m.Visits, m.WinRate = int(visits), value/visits
	}
	if raves, value := k.rave.read(); raves > 0 {
		m.RaveVisits, m.Rave = int(raves), value/raves
	}
	m.PV, m.PVVisits = s.pv(k)
	var sum margins
	var own *owners
	for _, w := range s.workers {
		sum.join(&w.byMove[k.move])
		if o := w.ownersByMove[k.move]; o != nil {
			if own == nil {
				own = new(owners)
			}
			own.join(o)
		}
	}
	if sum.count > 0 {
		m.Score, m.Deviation = rules.ForColor(sum.mean(), s.rootColor), sum.deviation()
	}
	if own != nil {
		m.Ownership = own.mean(sum.count)
	}
	return m
}

// maxPV bounds the length of a principal variation.
const maxPV = 20

// pv returns the moves from the node on that were tried most, with their
// playouts.
func (s *Search) pv(n *node) (moves []rules.Point, visits []int) {
	for n != nil && len(moves) < maxPV {
		moves, visits = append(moves, n.point()), append(visits, int(n.stats.visits()))
		var best *node
		kids := s.tree.children(n)
		for i := range kids {
			if v := kids[i].stats.visits(); v > 0 && (best == nil || v > best.stats.visits()) {
				best = &kids[i]
			}
		}
		n = best
	}
	return moves, visits
}
