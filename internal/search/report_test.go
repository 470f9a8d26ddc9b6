package search

import (
	"context"
	"math"
	"testing"

	"gtpgo/internal/rules"
)

func reportSearch(size, threads int) (*Search, *rules.Game) {
	area, _ := rules.FindRuleset("area2")
	return New(Config{Memory: 4 << 20, Threads: threads, Seed: 1, Params: DefaultParams()}), rules.NewGame(size, area, rules.Halves(15))
}

// The sums over the moves are those of the root, and owners by first move add
// up to all of them.
func TestReportAddsUp(t *testing.T) {
	for _, threads := range []int{1, 3} {
		s, g := reportSearch(5, threads)
		r := s.Run(context.Background(), g, rules.Black, Limits{Playouts: 500, MovesOwnership: true})
		visits, score := 0, 0.0
		own := make([]float64, maxPoints)
		for _, m := range r.Moves {
			visits += m.Visits
			score += m.Score * float64(m.Visits)
			for p, x := range m.Ownership {
				own[p] += x * float64(m.Visits)
			}
			if m.PV[0] != m.Move || m.PVVisits[0] != m.Visits || len(m.PV) != len(m.PVVisits) {
				t.Errorf("move %+v", m)
			}
		}
		if r.Playouts != 500 || visits != 500 || r.Visits != 500 {
			t.Fatalf("%d playouts, %d visits, %d by move", r.Playouts, r.Visits, visits)
		}
		if math.Abs(score/500-r.Score) > 1e-9 {
			t.Errorf("score %g, by move %g", r.Score, score/500)
		}
		for p, x := range own {
			if math.Abs(x/500-r.Ownership[p]) > 1e-9 {
				t.Errorf("point %d: owner %g, by move %g", p, r.Ownership[p], x/500)
			}
			if d := r.OwnershipDeviation[p]; d < 0 || d > 1 {
				t.Errorf("point %d: deviation %g", p, d)
			}
		}
	}
}

// The margins of a kept tree's playouts are not known; the mean is over those
// of this search alone.
func TestReportOfAKeptTree(t *testing.T) {
	s, g := reportSearch(5, 1)
	g.SetKomi(rules.Halves(-200))
	s.Run(context.Background(), g, rules.Black, Limits{Playouts: 2000})
	r := s.Run(context.Background(), g, rules.Black, Limits{Playouts: 50})
	if r.Playouts != 50 || r.Visits != 2050 {
		t.Fatalf("%d playouts, %d visits", r.Playouts, r.Visits)
	}
	for _, m := range append(r.Moves, r.Untried...) {
		if m.Score < 75 || m.Score > 125 {
			t.Errorf("%d visits, score %g", m.Visits, m.Score)
		}
	}
}

func TestAvoidByPly(t *testing.T) {
	center := rules.PointAt(5, 2, 2)
	for plies, limit := range []func(m rules.Move, ply int) bool{
		func(m rules.Move, ply int) bool { return ply < 3 && m.Point == center },
		func(m rules.Move, ply int) bool { return ply == 0 && m.Point != center },
		func(m rules.Move, ply int) bool { return true },
	} {
		s, g := reportSearch(5, 2)
		r := s.Run(context.Background(), g, rules.Black, Limits{Playouts: 2000, Avoid: limit})
		for _, m := range append(r.Moves, r.Untried...) {
			for ply, p := range m.PV {
				if forced := p == rules.Pass; !forced && limit(rules.Move{Point: p}, ply) {
					t.Errorf("limit %d: %v", plies, m.PV)
				}
			}
		}
	}
}

// The counters of a tree have an end; the search stops before it.
func TestFullTally(t *testing.T) {
	s, g := reportSearch(5, 1)
	s.Run(context.Background(), g, rules.Black, Limits{Playouts: 100})
	root := &s.tree.nodes[0].stats
	for _, room := range []int{5, 0, 0} {
		root.Store((maxVisits-uint64(room))*oneVisit | root.Load()&(oneVisit-1))
		if r := s.Run(context.Background(), g, rules.Black, Limits{}); r.Playouts != room || r.Visits != maxVisits || len(r.Moves) == 0 {
			t.Errorf("room %d: %d playouts, %d visits", room, r.Playouts, r.Visits)
		}
	}
}
