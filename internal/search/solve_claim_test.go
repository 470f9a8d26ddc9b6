package search

import (
	"math/rand/v2"
	"testing"
)

// claimGame is play, under positional superko, of a side that answers only in a region
// that is claimed for it, against an opponent that plays anywhere.
type claimGame struct {
	g      *grid
	side   int
	region cells
	seen   map[stones]bool
	left   int // positions to look at
}

// keeps reports whether the claim holds with the opponent, or the side itself, to move,
// after so many passes in a row: at the end all of the region is the side's.
func (c *claimGame) keeps(b stones, mover, passes int) bool {
	if c.left--; c.left < 0 {
		return true
	}
	own := mover == c.side
	if passes == 2 {
		return c.region&^(b[c.side]|c.g.territory(b)[c.side]) == 0
	}
	// The side passes only if nothing is left to take, so that it ends no game too soon.
	if (!own || c.region&b[1-c.side] == 0) && c.keeps(b, 1-mover, passes+1) == own {
		return own
	}
	where := c.g.full
	if own {
		where = c.region
	}
	for rest := where &^ (b[0] | b[1]); rest != 0; rest &= rest - 1 {
		after, _, _ := c.g.play(b, mover, rest.first())
		if after[mover]&(rest&-rest) == 0 || c.seen[after] {
			continue
		}
		c.seen[after] = true
		kept := c.keeps(after, 1-mover, 0)
		delete(c.seen, after)
		if kept == own {
			return own
		}
	}
	return !own
}

// What claimed returns is the side's own in the end, by a search of all that the
// opponent can play, whoever moves first.
func TestClaimed(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	tried, inner, given := 0, 0, 0
	for range 20000 {
		g := newGrid(3+rng.IntN(3), 3+rng.IntN(3))
		var b stones
		c, own := rng.IntN(2), 12
		var fixed cells
		if rng.IntN(2) == 0 { // a chain with two eyes below, and room above
			g, own = newGrid(3, 3+rng.IntN(3)), rng.IntN(6)
			b[c], fixed = 0b111_010, 0b111_111
		}
		for i := range g.points {
			switch n := rng.IntN(20); {
			case fixed>>i&1 != 0:
			case n < own:
				b[c] |= 1 << i
			case n < own+3:
				b[1-c] |= 1 << i
			}
		}
		if !standing(g, b) {
			continue
		}
		alive, _, _ := g.alive(b, c, false)
		kept, regions := g.claimed(b, c, alive, false)
		for rest := regions; rest != 0; {
			region := g.flood(rest&-rest, regions)
			rest &^= region
			if region.count() < 2 || region.count() > 6 {
				continue
			}
			if tried++; region&^g.grow(kept) != 0 {
				inner++
			}
			game := &claimGame{g, c, region, map[stones]bool{b: true}, 50000}
			for _, passes := range [2]int{0, 1} {
				if !game.keeps(b, 1-c, 0) || !game.keeps(b, c, passes) {
					t.Fatalf("%dx%d, side %d: %b %b, region %b", g.width, g.height, c, b[0], b[1], region)
				}
			}
			if game.left < 0 {
				given++
			}
		}
	}
	if t.Logf("%d regions, %d with an inner point, %d too large", tried, inner, given); tried-given < 1000 || inner < 100 {
		t.Error("too few")
	}
}

// standing reports whether every chain of a position has a liberty.
func standing(g *grid, b stones) bool {
	empty := g.full &^ (b[0] | b[1])
	for c := range b {
		for rest := b[c]; rest != 0; {
			chain := g.flood(rest&-rest, b[c])
			rest &^= chain
			if g.grow(chain)&empty == 0 {
				return false
			}
		}
	}
	return true
}
