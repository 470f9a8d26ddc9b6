package search

import "gtpgo/internal/rules"

// scorer turns the final board of a playout into a margin under one ruleset.
//
// A playout ends when neither side has a move left that fills no eye, so the
// area is settled: every empty point has neighbours of one colour or is shared
// in a seki.
//
// Jungo: the eyes would be filled too, but for two a living group, where
// chains that share an eye are one group. So a group with e eyes gets e-2 of
// them, and the Jungo score is the area less the smaller of e and two a group.
// The same count is area with the cutting fee.
//
// Territory: a colour's area is its territory and its stones; its territory
// score is territory less stones captured and given. So the two differ by the
// stones that it has on the board, lost and gave, which is the number of its
// moves but for free passes; see offset.
type scorer struct {
	rules  *rules.Ruleset
	shift  float64 // komi and compensation, to be taken from every margin
	tax    bool    // two points a living group
	parent [1024]uint16
	eyes   [1024]uint16
}

func newScorer(g *rules.Game) *scorer {
	r := g.Rules()
	return &scorer{rules: r, shift: g.WhiteBonus(),
		tax: r.Scoring == rules.StoneScoring || r.Tax == rules.AllTax && r.Scoring == rules.AreaScoring}
}

// offset returns by how much the area margin at the end of a playout exceeds
// the margin under the rules, for playouts from the position p. The two sides
// are taken to make the same number of paid moves in the rest of the game, as
// the rules on the last pass see to.
func (s *scorer) offset(p *rules.Position) float64 {
	if s.rules.Scoring != rules.TerritoryScoring {
		if s.rules.FirstPass && p.FirstPass == rules.White {
			return 1 // Area III, rule 7
		}
		return 0
	}
	spent := func(c rules.Color) int { return p.Stones(c) + p.Captured[c] + p.Given[c] }
	d := spent(rules.Black) - spent(rules.White)
	// Who has made one paid move more than the other gets it back: White's last
	// pass is paid and Black's is free, or the like after a provisional end.
	first := rules.Black
	if s.rules.PassCost == rules.AfterProvisional {
		first = p.PhaseFirst // Territory I, 6.4
	}
	if s.rules.PassCost != rules.FreePasses && first != rules.Empty && p.ToPlay != first {
		if first == rules.Black {
			d--
		} else {
			d++
		}
	}
	return float64(d)
}

// margin returns Black's margin on the final board, komi and compensation
// taken off; offset is that of the leaf.
func (s *scorer) margin(b *rules.Board, offset float64) float64 {
	area := b.Stones(rules.Black) - b.Stones(rules.White)
	for i, n := 0, b.Empties(); i < n; i++ {
		p := b.EmptyAt(i)
		black, white := b.Touches(p)
		switch {
		case black && !white:
			area++
		case white && !black:
			area--
		}
	}
	if s.tax {
		area -= s.groupTax(b)
	}
	return float64(area) - offset - s.shift
}

// groupTax returns the tax that Black pays less the tax that White pays: the
// number of eyes of each group, two at most.
func (s *scorer) groupTax(b *rules.Board) int {
	slots := b.Slots()
	for k := 0; k < slots; k++ {
		s.parent[k], s.eyes[k] = uint16(k), 0
	}
	n := b.Empties()
	for i := 0; i < n; i++ {
		p := b.EmptyAt(i)
		if black, white := b.Touches(p); black == white {
			continue
		}
		root := uint16(0)
		for _, q := range b.Neighbors(p) {
			if k := b.Chain(q); k != 0 {
				k = s.find(k)
				if root != 0 && root != k {
					s.parent[root] = k
					s.eyes[k] += s.eyes[root]
				}
				root = k
			}
		}
		s.eyes[root]++
	}
	tax := 0
	for i := 0; i < n; i++ {
		p := b.EmptyAt(i)
		for _, q := range b.Neighbors(p) {
			k := b.Chain(q)
			if k == 0 {
				continue
			}
			root := s.find(k)
			paid := int(min(s.eyes[root], 2))
			s.eyes[root] = 0
			if b.At(q) == rules.Black {
				tax += paid
			} else {
				tax -= paid
			}
		}
	}
	return tax
}

func (s *scorer) find(k uint16) uint16 {
	for s.parent[k] != k {
		s.parent[k] = s.parent[s.parent[k]]
		k = s.parent[k]
	}
	return k
}

// terminal returns Black's margin of a position in which the game has ended
// and stones count as they stand.
func (s *scorer) terminal(p *rules.Position) float64 { return p.Margin(s.rules) - s.shift }
