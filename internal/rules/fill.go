package rules

// SafeFill returns a point where a stone of c costs nothing and counts one when
// stones are what counts (the Jungo text, 終局前に自陣を埋める必要がある): every
// stone of c that is unconditionally alive stays so, and the new one is alive
// too. Points with the fewest own neighbours come first, so that eyes are
// filled last. Pass if there is none.
func (g *Game) SafeFill(c Color) Point {
	b := &g.pos.Board
	alive := b.Alive(c)
	best, bestOwn := Pass, 5
	var next Board
	b.Points(func(p Point) {
		own := b.NeighborCount(p, c)
		if b.color[p] != Empty || own >= bestOwn || !b.touches(p, alive) || g.Legal(Move{c, p}) != nil {
			return
		}
		next.Copy(b)
		next.Place(p, c)
		after := next.Alive(c)
		if !after[p] {
			return
		}
		for q := range alive {
			if alive[q] && !after[q] {
				return
			}
		}
		best, bestOwn = p, own
	})
	return best
}

// touches reports whether a neighbour of p is in the set.
func (b *Board) touches(p Point, set *PointSet) bool {
	for _, q := range b.Neighbors(p) {
		if set[q] {
			return true
		}
	}
	return false
}

// maxBarren is the largest region in which no group can live: two eyes in a
// corner and the stones round them take eight points.
const maxBarren = 7

// Settled reports whether every point is surely somebody's and c has nothing
// left to take: each is an unconditionally alive stone, or lies in a region
// that the unconditionally alive stones of one colour alone enclose, which holds
// no stone of the other, and is too small for c to live in if it is not c's own.
func (g *Game) Settled(c Color) bool {
	b := &g.pos.Board
	settled := new(PointSet)
	for _, side := range [2]Color{Black, White} {
		largest := maxBarren
		if side == c {
			largest = b.size * b.size
		}
		alive := b.Alive(side)
		for p := range alive {
			settled[p] = settled[p] || alive[p]
		}
		b.markTerritory(settled, side, alive, largest)
	}
	all := true
	b.Points(func(p Point) { all = all && settled[p] })
	return all
}

// Barren returns the points where neither side gains anything by a play: those of
// regions that the unconditionally alive stones of one colour alone enclose, which
// hold no stone of the other and are too small for it to live in. (Filling them
// counts where stones alone count, but can wait.)
func (b *Board) Barren() *PointSet {
	barren := new(PointSet)
	for _, side := range [2]Color{Black, White} {
		b.markTerritory(barren, side, b.Alive(side), maxBarren)
	}
	return barren
}

// markTerritory marks the points of each region of at most that many points that
// stones of c, all of them in walls, enclose and that holds no other stone.
func (b *Board) markTerritory(set *PointSet, c Color, walls *PointSet, largest int) {
	b.enclosed(c, walls, func(region []Point) {
		if len(region) > largest {
			return
		}
		for _, p := range region {
			if b.color[p] != Empty {
				return
			}
		}
		for _, p := range region {
			set[p] = true
		}
	})
}

// enclosed calls f for each maximal region without stones of c that borders
// stones of c, all of them in walls.
func (b *Board) enclosed(c Color, walls *PointSet, f func(region []Point)) {
	var seen PointSet
	open := func(p Point) bool { return b.color[p] != c }
	var region []Point
	b.Points(func(p Point) {
		if !open(p) || seen[p] {
			return
		}
		region = b.flood(region[:0], &seen, p, open)
		bordered := false
		for _, q := range region {
			for _, r := range b.Neighbors(q) {
				if b.color[r] == c {
					if !walls[r] {
						return
					}
					bordered = true
				}
			}
		}
		if bordered {
			f(region)
		}
	})
}
