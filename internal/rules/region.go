package rules

// PointSet marks points of a board, indexed by Point.
type PointSet [maxPoints]bool

// flood appends to list every point that can be reached from p along the
// lines without leaving the points that in accepts, and marks them in seen.
func (b *Board) flood(list []Point, seen *PointSet, p Point, in func(Point) bool) []Point {
	start := len(list)
	seen[p] = true
	list = append(list, p)
	for i := start; i < len(list); i++ {
		for _, q := range b.Neighbors(list[i]) {
			if b.color[q] != Edge && !seen[q] && in(q) {
				seen[q] = true
				list = append(list, q)
			}
		}
	}
	return list
}

// Points calls f for each point of the board, A1, B1, ... first.
func (b *Board) Points(f func(Point)) {
	for y := 0; y < b.size; y++ {
		for x := 0; x < b.size; x++ {
			f(PointAt(b.size, x, y))
		}
	}
}

// Owners is the owner of each point: the colour of its stone or of the
// territory that it lies in, Empty for the rest.
type Owners [maxPoints]Color

// Territory returns the owner of each point when all stones count as they
// stand. Territory is a maximal region of empty points from which every path
// along the lines first meets stones of one colour only (Ikeda 1969,
// definition 5: 地); empty points that reach both colours, and an empty
// board, are nobody's.
func (b *Board) Territory() *Owners {
	var owners Owners
	var seen PointSet
	empty := func(p Point) bool { return b.color[p] == Empty }
	var region []Point
	b.Points(func(p Point) {
		if c := b.color[p]; c != Empty {
			owners[p] = c
			return
		}
		if seen[p] {
			return
		}
		region = b.flood(region[:0], &seen, p, empty)
		if c, ok := b.surrounder(region); ok {
			for _, q := range region {
				owners[q] = c
			}
		}
	})
	return &owners
}

// surrounder returns the one colour whose stones border the region (Ikeda
// 1969, definition 5: 囲石), if there is exactly one.
func (b *Board) surrounder(region []Point) (Color, bool) {
	met := Empty
	for _, p := range region {
		for _, q := range b.Neighbors(p) {
			if c := b.color[q]; c == Black || c == White {
				met |= c
			}
		}
	}
	return met, met == Black || met == White
}

// independentLife returns the points of c's regions of independent life, as
// Tax defines them, and how many such regions there are. owners must be the
// board's Territory.
func (b *Board) independentLife(owners *Owners, c Color) (in *PointSet, regions int) {
	in = new(PointSet)
	var seen PointSet
	mine := func(p Point) bool { return owners[p] == c }
	var region []Point
	b.Points(func(p Point) {
		if !mine(p) || seen[p] {
			return
		}
		region = b.flood(region[:0], &seen, p, mine)
		for _, q := range region {
			if b.color[q] == c && b.Liberties(q) == 1 {
				return
			}
			for _, r := range b.Neighbors(q) {
				if b.color[r] == Empty && owners[r] == Empty {
					return
				}
			}
		}
		regions++
		for _, q := range region {
			in[q] = true
		}
	})
	return in, regions
}
