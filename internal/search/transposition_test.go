package search

import (
	"testing"

	"gtpgo/internal/rules"
)

// blocks walks all that can be reached in the tree of s. It counts the positions with
// moves, and how many more ways lead to them, and fails if two ways to the same moves end
// in positions that differ.
func blocks(t *testing.T, s *Search) (positions, more int) {
	t.Helper()
	seen := map[uint32]*rules.Position{}
	var walk func(n *node, pos *rules.Position)
	walk = func(n *node, pos *rules.Position) {
		kids := s.tree.children(n)
		if kids == nil {
			return
		}
		if old, ok := seen[n.first.Load()]; ok {
			more++
			oldKo, oldBarred := old.Ko()
			ko, barred := pos.Ko()
			if old.Key() != pos.Key() || old.ToPlay != pos.ToPlay || old.Tally != pos.Tally || oldKo != ko || oldBarred != barred {
				t.Error("two positions share their moves")
			}
			return
		}
		seen[n.first.Load()] = pos
		for i := range kids {
			after := new(rules.Position)
			after.Copy(pos)
			after.Play(rules.Move{Color: pos.ToPlay, Point: kids[i].point()}, s.rules)
			walk(&kids[i], after)
		}
	}
	walk(&s.tree.nodes[0], s.root)
	return len(seen), more
}

// TestTranspositions: where the same moves in another order lead to a position, it is in the
// tree once, and stays so where the tree is kept; with no net, or after passes and captures,
// it is not.
func TestTranspositions(t *testing.T) {
	g := newGame(t, 7, "area2", 15)
	for _, p := range []rules.Point{rules.PointAt(7, 2, 3), rules.PointAt(7, 4, 3), rules.PointAt(7, 3, 2), rules.PointAt(7, 3, 4)} {
		if err := g.Play(rules.Move{Color: g.Position().ToPlay, Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	for _, threads := range []int{1, 3} {
		s := newAdvised(threads)
		r := s.Run(t.Context(), g, rules.Black, Limits{Playouts: 1500})
		positions, more := blocks(t, s)
		if more < 30 {
			t.Errorf("%d positions, but only %d further ways to them", positions, more)
		}
		if threads > 1 {
			continue
		}
		if err := g.Play(rules.Move{Color: rules.Black, Point: r.Moves[0].Move}); err != nil {
			t.Fatal(err)
		}
		r = s.Run(t.Context(), g, rules.White, Limits{Playouts: 1})
		kept, keptMore := blocks(t, s)
		if r.Visits < 2 || kept < 100 || keptMore < 5 {
			t.Errorf("%d visits, %d positions and %d further ways kept", r.Visits, kept, keptMore)
		}
		g.Undo(1)
	}
	s := newSearch(1, 1<<24)
	s.Run(t.Context(), g, rules.Black, Limits{Playouts: 1500})
	if _, more := blocks(t, s); more != 0 {
		t.Error("positions are shared without a net")
	}
}
