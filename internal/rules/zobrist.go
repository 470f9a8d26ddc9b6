package rules

// zobrist holds one fixed random word for a stone of either colour on each
// point; the key of a position is their exclusive or (Zobrist, "A New Hashing
// Method with Application for Game Playing", 1970). The words come from
// splitmix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
// Generators", 2014), hence are equal on every machine. Never written after
// start.
var zobrist = makeZobrist()

func makeZobrist() (z [3][maxPoints]uint64) {
	state := uint64(0x6a09e667f3bcc908)
	for c := Black; c <= White; c++ {
		for p := range z[c] {
			state += 0x9e3779b97f4a7c15
			x := state
			x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
			x = (x ^ x>>27) * 0x94d049bb133111eb
			z[c][p] = x ^ x>>31
		}
	}
	return z
}

// Key returns the hash of the position: which stones stand where, nothing
// else (Ikeda 1969, definition 4: 形). Equal positions have equal keys; unequal
// ones differ but for a chance of 2^-64, so a Game compares the stones
// themselves before it calls a move a repetition.
func (b *Board) Key() uint64 {
	var key uint64
	for y := 0; y < b.size; y++ {
		p := PointAt(b.size, 0, y)
		for end := p + Point(b.size); p < end; p++ {
			if c := b.color[p&pointMask]; c != Empty {
				key ^= zobrist[c&3%3][p&pointMask]
			}
		}
	}
	return key
}

// KeyChange returns what a play of c at the empty point p would change in the
// key, captured stones (or, for suicide, the own ones) included, without
// playing it.
func (b *Board) KeyChange(p Point, c Color) uint64 {
	own, opp := &zobrist[c], &zobrist[c.Other()]
	change := own[p&pointMask]
	captures, breathes := false, b.nbr[p&pointMask]&emptyMask != 0
	var seen [4]uint16
	for i, q := range b.Neighbors(p) {
		k := b.chain[q&pointMask]
		if k == 0 || k == seen[0] || k == seen[1] || k == seen[2] {
			continue
		}
		seen[i] = k
		if b.color[q&pointMask] == c {
			breathes = breathes || b.chains[k&chainMask].libs > 1
		} else if b.chains[k&chainMask].libs == 1 {
			captures = true
			change ^= b.chainKey(q, opp)
		}
	}
	if captures || breathes {
		return change
	}
	change = 0
	seen = [4]uint16{}
	for i, q := range b.Neighbors(p) {
		k := b.chain[q&pointMask]
		if b.color[q&pointMask] != c || k == seen[0] || k == seen[1] || k == seen[2] {
			continue
		}
		seen[i] = k
		change ^= b.chainKey(q, own)
	}
	return change
}

// chainKey returns the part that the chain at p has in the key.
func (b *Board) chainKey(p Point, words *[maxPoints]uint64) (key uint64) {
	for q := p; ; {
		key ^= words[q&pointMask]
		if q = b.next[q&pointMask]; q == p {
			return key
		}
	}
}
