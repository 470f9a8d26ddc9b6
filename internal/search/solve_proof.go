package search

import "math/bits"

// maxSolveDepth bounds the moves of a line, and so the positions on a path.
const maxSolveDepth = 250

// pathSet is a set of places on the path.
type pathSet [4]uint64

func (p *pathSet) add(i int)    { p[i>>6&3] |= 1 << (i & 63) }
func (p *pathSet) remove(i int) { p[i>>6&3] &^= 1 << (i & 63) }

func (p *pathSet) join(o *pathSet) {
	for i := range p {
		p[i] |= o[i]
	}
}

func (p *pathSet) count() (n int) {
	for _, w := range p {
		n += bits.OnesCount64(w)
	}
	return n
}

// proof is what a proof depends on besides the state that it is of. With
// superko, a proof found after one history holds after another if
//
//   - it makes no play that this one forbids: none of the positions that plays
//     of the proving side make in it stood before. made is a description of
//     those positions, which may fit more than them, never fewer;
//   - it leaves no play out that this one allows: the positions that forbade
//     plays of the other side, banned, stood before, too.
//
// Positions of the game itself stood before in any case; banned holds those of
// the path since, as places on it, less the state's own.
type proof struct {
	made   made
	banned pathSet
}

// made describes a set of positions: stones that are in all of them and in any
// of them, and a Bloom filter (Burton H. Bloom, "Space/time trade-offs in hash
// coding with allowable errors", 1970) of what they have in common with their
// mirror images. Besides these it has all those in which the side whose plays
// make them has all stones of kept and one of filled: those of a claim.
type made struct {
	all, any     stones
	bloom        [4]uint64
	kept, filled cells
}

// noneMade describes the empty set.
func noneMade() made { return made{all: stones{^cells(0), ^cells(0)}} }

// add adds a position with that hash.
func (m *made) add(b stones, hash uint64) {
	for c := range b {
		m.all[c] &= b[c]
		m.any[c] |= b[c]
	}
	for range bloomHashes {
		m.bloom[hash>>6&3] |= 1 << (hash & 63)
		hash >>= 8
	}
}

const bloomHashes = 4

// claim adds the positions in which a side has the stones kept and one of filled.
func (m *made) claim(kept, filled cells) {
	if m.filled != 0 {
		kept &= m.kept
	}
	m.kept, m.filled = kept, m.filled|filled
}

// join adds all positions of o.
func (m *made) join(o *made) {
	if o.filled != 0 {
		m.claim(o.kept, o.filled)
	}
	for c := range m.all {
		m.all[c] &= o.all[c]
		m.any[c] |= o.any[c]
	}
	for i := range m.bloom {
		m.bloom[i] |= o.bloom[i]
	}
}

// may reports whether the position can be in the set, made by plays of one side.
func (m *made) may(b stones, mover int, hash uint64) bool {
	if m.filled&b[mover] != 0 && m.kept&^b[mover] == 0 {
		return true
	}
	for c := range b {
		if m.all[c]&^b[c] != 0 || b[c]&^m.any[c] != 0 {
			return false
		}
	}
	for range bloomHashes {
		if m.bloom[hash>>6&3]>>(hash&63)&1 == 0 {
			return false
		}
		hash >>= 8
	}
	return true
}

// turn returns the description of the set that symmetry s makes of this one;
// the filter does not tell mirror images apart.
func (m *made) turn(g *grid, s int) made {
	t := *m
	t.kept, t.filled = g.turn(m.kept, s), g.turn(m.filled, s)
	if m.any == (stones{}) && m.all != (stones{}) {
		return t // no stone to turn: the empty set
	}
	t.all, t.any = g.turnStones(m.all, s), g.turnStones(m.any, s)
	return t
}

// spread adds all images of the set under the symmetries of a group, as bits.
func (m *made) spread(g *grid, group uint8) {
	one := *m
	for s := 1; s < symmetries; s++ {
		if group>>s&1 != 0 {
			image := one.turn(g, s)
			m.join(&image)
		}
	}
}

// hashKey spreads the bits of a key (splitmix64).
func hashKey(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
