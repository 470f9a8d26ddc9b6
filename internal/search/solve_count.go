package search

import "gtpgo/internal/rules"

// territory returns the empty points that reach stones of one colour only
// (Ikeda 1969, definition 5).
func (g *grid) territory(b stones) (own [2]cells) {
	empty := g.full &^ (b[0] | b[1])
	for rest := empty; rest != 0; {
		region := g.flood(rest&-rest, empty)
		rest &^= region
		border := g.grow(region)
		switch black, white := border&b[0] != 0, border&b[1] != 0; {
		case black && !white:
			own[0] |= region
		case white && !black:
			own[1] |= region
		}
	}
	return own
}

// alive returns the stones of a side that are unconditionally alive (David B.
// Benson, "Life in the Game of Go", Information Sciences 10, 1976), the empty
// or opposing regions that keep them alive, one point of each, and those of
// them that are a single empty point. Where suicide takes stones off, an opposing
// stone in a region is as good as an empty point.
func (g *grid) alive(b stones, c int, suicide bool) (alive, regions, eyes cells) {
	type area struct{ all, empty cells }
	var list [cellBits]area
	n := 0
	for rest := g.full &^ b[c]; rest != 0; n++ {
		region := g.flood(rest&-rest, g.full&^b[c])
		rest &^= region
		if list[n] = (area{region, region}); !suicide {
			list[n].empty &^= b[1-c]
		}
	}
	if n < 2 {
		return 0, 0, 0
	}
	alive = b[c]
	for changed := true; changed; {
		changed = false
		for rest := alive; rest != 0; {
			chain := g.flood(rest&-rest, b[c])
			rest &^= chain
			near, vital := g.grow(chain), 0
			for i := range list[:n] {
				if list[i].all != 0 && list[i].empty&^near == 0 {
					vital++
				}
			}
			if vital >= 2 {
				continue
			}
			changed = true
			alive &^= chain
			for i := range list[:n] {
				if list[i].all&near != 0 {
					list[i].all = 0
				}
			}
		}
	}
	for rest := alive; rest != 0; {
		chain := g.flood(rest&-rest, b[c])
		rest &^= chain
		near := g.grow(chain)
		for i := range list[:n] {
			if r := list[i]; r.all != 0 && r.empty&^near == 0 {
				regions |= r.all & -r.all
				if r.all&(r.all-1) == 0 {
					eyes |= r.all
				}
			}
		}
	}
	return alive, regions, eyes
}

// claimed returns the regions between the alive stones of a side that are its own in
// the end, by the chain of these that keeps most, though it answers nothing before. What
// it would play there, when the opponent has nothing left but passes:
//
// Where the chain touches every point of a region, a stone of its own is one with the
// chain, and so stays. It fills the region until the opponent's stones in it have no
// liberty. A last empty point it always finds, as the opponent cannot fill that without
// taking the chain; and what remains still gives the chain its eye, and those of other
// chains, as they are one with it from the first stone on.
//
// Where the chain touches all points but one, and has two eyes elsewhere, it fills the
// others first. Then the opponent's stones have no liberty but that one point, and are
// taken from there. If the stone that takes them does not touch the chain then, all
// points around are empty, and it is joined when the first of them is played at: so it is
// never taken, and played once.
//
// No play makes a position that stood before, if before none had all stones of the
// chain, and one of the side's own in the region: each adds one for good.
//
// It is the simplest of the territory that Erik van der Werf, Jaap van den Herik and Jos
// Uiterwijk, "Solving Go on small boards" (2003), section 3, recognise.
func (g *grid) claimed(b stones, c int, alive cells, suicide bool) (kept, regions cells) {
	for rest := alive; rest != 0; {
		chain := g.flood(rest&-rest, alive)
		rest &^= chain
		near, own := g.grow(chain), cells(0)
		for others := near &^ alive; others != 0; {
			region := g.flood(others&-others, g.full&^alive)
			others &^= region
			inner := region &^ near
			switch {
			case inner == 0,
				inner&(inner-1) == 0 && inner&b[c] == 0 && g.grow(inner).count() > 2 && g.eyes(b, c, alive, chain, region, suicide) >= 2:
				own |= region
			}
		}
		if own.count() > regions.count() {
			kept, regions = chain, own
		}
	}
	return kept, regions
}

// eyes returns the number of regions besides one that keep an alive chain so: whose
// empty points it touches, and that alive stones alone enclose.
func (g *grid) eyes(b stones, c int, alive, chain, besides cells, suicide bool) (n int) {
	near := g.grow(chain)
	if !suicide {
		near |= b[1-c]
	}
	for rest := g.grow(chain) &^ b[c] &^ besides; rest != 0; {
		region := g.flood(rest&-rest, g.full&^b[c])
		rest &^= region
		if region&^near == 0 && g.grow(region)&b[c]&^alive == 0 {
			n++
		}
	}
	return n
}

// margin counts a position that ends the game: Black's points less White's,
// without komi, compensation and what has been captured or given. late are the
// stones played after the provisional end.
func (g *grid) margin(b stones, late cells, firstPass rules.Color, r *rules.Ruleset) int {
	points := [2]int{}
	var own [2]cells
	if r.Scoring != rules.StoneScoring || r.Tax != rules.NoTax {
		own = g.territory(b)
	}
	for c := range points {
		if r.Tax != rules.NoTax {
			var regions int
			own[c], regions = g.independent(b, own, c)
			if r.Tax == rules.AllTax {
				points[c] -= 2 * regions
			}
		}
		if r.LiveOnly {
			alive, _, _ := g.alive(b, c, false)
			own[c] = g.enclosed(b, own[c], c, alive)
			points[c] -= (late & b[c] &^ alive).count()
		}
		if r.Scoring != rules.TerritoryScoring {
			points[c] += b[c].count()
		}
		if r.Scoring != rules.StoneScoring {
			points[c] += own[c].count()
		}
	}
	if r.FirstPass && firstPass == rules.White { // Ikeda 1969, Area III, rule 7: half a point to and fro
		return points[0] - points[1] - 1
	}
	return points[0] - points[1]
}

// enclosed returns the regions of territory whose every surrounding stone is
// in alive (Ikeda 1969, Territory II, rule 7).
func (g *grid) enclosed(b stones, territory cells, c int, alive cells) (in cells) {
	for rest := territory; rest != 0; {
		region := g.flood(rest&-rest, territory)
		rest &^= region
		if g.grow(region)&b[c]&^alive == 0 {
			in |= region
		}
	}
	return in
}

// independent returns the territory of a side in regions of independent life,
// as rules.Tax defines them, and their number.
func (g *grid) independent(b stones, own [2]cells, c int) (in cells, regions int) {
	empty := g.full &^ (b[0] | b[1])
	dame := empty &^ (own[0] | own[1])
	for rest := b[c] | own[c]; rest != 0; {
		region := g.flood(rest&-rest, b[c]|own[c])
		rest &^= region
		sound := g.grow(region)&dame == 0
		for chains := region & b[c]; chains != 0 && sound; {
			chain := g.flood(chains&-chains, b[c])
			chains &^= chain
			sound = (g.grow(chain) & empty).count() != 1
		}
		if sound {
			regions++
			in |= region & own[c]
		}
	}
	return in, regions
}
