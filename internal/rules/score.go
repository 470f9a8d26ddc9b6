package rules

// Count is a position counted under some rules, item by item. Arrays are
// indexed by Color; Stones to Tax are whole points.
type Count struct {
	Stones    [3]int // on the board
	Territory [3]int // that counts under the rules
	Captured  [3]int // stones of that colour taken off the board, agreed dead ones too
	Given     [3]int // stones that the colour gave by passing
	Tax       [3]int // group tax; under LiveOnly, stones that cost a point because they are not alive
	FirstPass int    // half points that go from Black to White for the first pass
	// Compensation is what White gets for handicap stones.
	Compensation int
	Komi         Decimal
	Owners       *Owners // who owns each point that counts
	scoring      Scoring
}

// Halves returns the score of c before komi and compensation, in half points.
func (n *Count) Halves(c Color) int {
	points := 0
	switch n.scoring {
	case StoneScoring: // Area I, rule 7
		points = n.Stones[c] - n.Tax[c]
	case AreaScoring: // Area II, rule 7
		points = n.Stones[c] + n.Territory[c] - n.Tax[c]
	case TerritoryScoring: // Territory I, rule 7
		points = n.Territory[c] - n.Captured[c] - n.Given[c] - n.Tax[c]
	}
	if c == Black {
		return 2*points - n.FirstPass
	}
	return 2*points + n.FirstPass
}

// Margin returns Black's score less White's, komi and compensation.
func (n *Count) Margin() Decimal {
	return Halves(n.Halves(Black) - n.Halves(White) - 2*n.Compensation).Sub(n.Komi)
}

// count counts the board as it stands. late marks the stones that were played
// after the provisional end (nil for none).
func count(b *Board, t *Tally, r *Ruleset, late *PointSet) *Count {
	n := &Count{Captured: t.Captured, Given: t.Given, scoring: r.Scoring, Owners: b.Territory()}
	for _, c := range [2]Color{Black, White} {
		n.Stones[c] = b.Stones(c)
		if r.Tax != NoTax {
			life, regions := b.independentLife(n.Owners, c)
			b.keepTerritory(n.Owners, c, life)
			if r.Tax == AllTax {
				n.Tax[c] = 2 * regions
			}
		}
		if r.LiveOnly {
			alive := b.Alive(c)
			b.keepTerritory(n.Owners, c, b.surroundedBy(n.Owners, c, alive))
			b.Points(func(p Point) {
				if late != nil && late[p] && b.color[p] == c && !alive[p] {
					n.Tax[c]++ // Territory II, rule 7
				}
			})
		}
	}
	b.Points(func(p Point) {
		if c := n.Owners[p]; c != Empty && b.color[p] == Empty {
			n.Territory[c]++
		}
	})
	if r.FirstPass && t.FirstPass == White { // Area III, rule 7
		n.FirstPass = 1
	}
	return n
}

// Margin counts the position as it stands under r: Black's points less White's,
// without komi and compensation. Stones that Territory II charges for because
// they were played after the provisional end are not known here.
func (p *Position) Margin(r *Ruleset) float64 {
	n := count(&p.Board, &p.Tally, r, nil)
	return float64(n.Halves(Black)-n.Halves(White)) / 2
}

// keepTerritory takes c's empty points outside keep from owners.
func (b *Board) keepTerritory(owners *Owners, c Color, keep *PointSet) {
	b.Points(func(p Point) {
		if owners[p] == c && b.color[p] == Empty && !keep[p] {
			owners[p] = Empty
		}
	})
}

// surroundedBy returns the points of c's territory whose every surrounding
// stone (囲石) is in stones.
func (b *Board) surroundedBy(owners *Owners, c Color, stones *PointSet) *PointSet {
	in := new(PointSet)
	var seen PointSet
	empty := func(p Point) bool { return b.color[p] == Empty }
	var region []Point
	b.Points(func(p Point) {
		if owners[p] != c || !empty(p) || seen[p] {
			return
		}
		region = b.flood(region[:0], &seen, p, empty)
		for _, q := range region {
			for _, s := range b.Neighbors(q) {
				if b.color[s] == c && !stones[s] {
					return
				}
			}
		}
		for _, q := range region {
			in[q] = true
		}
	})
	return in
}
