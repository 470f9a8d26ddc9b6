package search

import (
	"math/bits"

	"gtpgo/internal/rules"
)

// SolveMaxSize is the largest board that can be solved: a position of it fits
// into one word, so that no two positions are ever taken for the same.
const SolveMaxSize = 5

// cells is a set of points of a small board: bit x+y*size, A1 first.
type cells uint32

// cellBits is the number of bits that a set takes in the key of a position.
const cellBits = SolveMaxSize * SolveMaxSize

// symmetries is the number of ways to turn and mirror a square board.
const symmetries = 8

// grid is the geometry of a small board: a rectangle, as the values of strips are
// known from the literature.
type grid struct {
	width, height, points int

	full     cells
	notFirst cells // all but the first column, and all but the last
	notLast  cells
	// turned maps a set, a byte at a time, to what a symmetry makes of it;
	// inverse is the symmetry that undoes one.
	turned  [symmetries][4][256]cells
	inverse [symmetries]int
}

func newGrid(width, height int) *grid {
	g := &grid{width: width, height: height, points: width * height}
	g.full = 1<<g.points - 1
	for y := range height {
		g.notFirst |= (1<<width - 2) << (y * width)
		g.notLast |= (1<<(width-1) - 1) << (y * width)
	}
	for s := range g.symmetries() {
		for word := range g.turned[s] {
			for value := range g.turned[s][word] {
				for b := range 8 {
					if p := 8*word + b; p < g.points && value>>b&1 != 0 {
						g.turned[s][word][value] |= 1 << g.turnPoint(p, s)
					}
				}
			}
		}
	}
	for s := range g.symmetries() {
		for i := range g.symmetries() {
			if g.undoes(i, s) {
				g.inverse[s] = i
			}
		}
	}
	return g
}

// symmetries returns how many symmetries there are, the first of all: half of
// them if the board is no square.
func (g *grid) symmetries() int {
	if g.width != g.height {
		return symmetries / 2
	}
	return symmetries
}

// turnPoint returns where symmetry s takes a point: bits 0 and 1 mirror
// columns and rows, bit 2 swaps them.
func (g *grid) turnPoint(p, s int) int {
	x, y := p%g.width, p/g.width
	if s&1 != 0 {
		x = g.width - 1 - x
	}
	if s&2 != 0 {
		y = g.height - 1 - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return x + y*g.width
}

// undoes reports whether symmetry i undoes s.
func (g *grid) undoes(i, s int) bool {
	for p := range g.points {
		if g.turnPoint(g.turnPoint(p, s), i) != p {
			return false
		}
	}
	return true
}

// turn returns what symmetry s makes of a set.
func (g *grid) turn(m cells, s int) cells {
	t := &g.turned[s]
	return t[0][m&255] | t[1][m>>8&255] | t[2][m>>16&255] | t[3][m>>24]
}

// grow returns the set and its neighbours.
func (g *grid) grow(m cells) cells {
	return (m | m<<1&g.notFirst | m>>1&g.notLast | m<<g.width | m>>g.width) & g.full
}

// flood returns the points that can be reached from seed inside in.
func (g *grid) flood(seed, in cells) cells {
	for seed &= in; ; {
		next := g.grow(seed) & in
		if next == seed {
			return seed
		}
		seed = next
	}
}

// point returns the point of a bit for the rules, and cell the bit of a point, on a
// square board.
func (g *grid) point(i int) rules.Point { return rules.PointAt(g.width, i%g.width, i/g.width) }

func (g *grid) cell(p rules.Point) int {
	x, y := p.XY(g.width)
	return x + y*g.width
}

// stones is a position: the stones of Black and of White.
type stones [2]cells

// side is the index of a colour in stones.
func side(c rules.Color) int { return int(c - rules.Black) }

// key returns the position in a word.
func (b stones) key() uint64 { return uint64(b[0]) | uint64(b[1])<<cellBits }

// unkey returns the position of a key.
func unkey(k uint64) stones {
	return stones{cells(k & (1<<cellBits - 1)), cells(k >> cellBits & (1<<cellBits - 1))}
}

// turnStones returns what symmetry s makes of a position.
func (g *grid) turnStones(b stones, s int) stones { return stones{g.turn(b[0], s), g.turn(b[1], s)} }

// play puts a stone of side c on the empty point i and takes off what that
// removes: opposing chains without liberties, else the own one (Ikeda 1969,
// common rules 3 and 5).
func (g *grid) play(b stones, c, i int) (after stones, captured, suicided cells) {
	stone := cells(1) << i
	own, opp := b[c]|stone, b[1-c]
	empty := g.full &^ (own | opp)
	for next := g.grow(stone) & opp; next != 0; {
		chain := g.flood(next&-next, opp)
		next &^= chain
		if g.grow(chain)&empty == 0 {
			captured |= chain
		}
	}
	if captured == 0 {
		if chain := g.flood(stone, own); g.grow(chain)&empty == 0 {
			suicided = chain
		}
	}
	after[c], after[1-c] = own&^suicided, opp&^captured
	return after, captured, suicided
}

// count returns the number of points of a set.
func (m cells) count() int { return bits.OnesCount32(uint32(m)) }

// first returns the lowest point of a set that is not empty.
func (m cells) first() int { return bits.TrailingZeros32(uint32(m)) }
