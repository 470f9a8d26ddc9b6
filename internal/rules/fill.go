package rules

// SafeFill returns a point in c's own area where a stone of c costs nothing
// and counts one when stones are what counts (the Jungo text, 終局前に自陣を埋め
// る必要がある): every stone of c that is unconditionally alive stays so, and
// the new one is alive too. Points that are no eyes come first. Pass if there
// is none.
func (g *Game) SafeFill(c Color) Point {
	b := &g.pos.Board
	alive := b.Alive(c)
	inside := b.enclosed(c, alive)
	best, bestOwn := Pass, 5
	var next Board
	b.Points(func(p Point) {
		if !inside[p] || b.color[p] != Empty || b.NeighborCount(p, c) >= bestOwn || g.Legal(Move{c, p}) != nil {
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
		best, bestOwn = p, b.NeighborCount(p, c)
	})
	return best
}

// enclosed returns the points of the regions without stones of c that only
// stones in walls border.
func (b *Board) enclosed(c Color, walls *pointSet) *pointSet {
	in := new(pointSet)
	var seen pointSet
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
		if !bordered {
			return
		}
		for _, q := range region {
			in[q] = true
		}
	})
	return in
}
