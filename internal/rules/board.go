package rules

import "math/bits"

// The packed neighbour counts of a point: how many of its four neighbours are
// empty, black, white. The edge counts as black and as white, so that "no
// neighbour but mine" is one comparison for either colour.
const (
	emptyMask  = 0x00f
	blackOne   = 0x010
	whiteOne   = 0x100
	countMask  = 0xf
	maxChains  = 512 // on 25x25 at most 484 chains stand at once, and slot 0 is none
	chainMask  = maxChains - 1
	maxWords   = 16 // 64-bit words in the liberty set of a chain on 25x25
	libertyLen = maxChains * maxWords
)

// chain is a maximal set of connected stones of one colour (Ikeda 1969,
// definition 3, speaks of 同色の置石の集合).
type chain struct {
	head Point  // one stone of the chain
	size uint16 // stones
	libs uint16 // liberties: empty points next to the chain, each counted once
}

// Board is the position on the board with everything that legality asks for
// kept up to date: colours, chains, their exact liberties and the point that
// simple ko bars. It knows no history, no turn and no rules. The same Board
// serves games and playouts; it is made for 1 to 25 lines, and Copy moves only
// what the size in use needs.
//
// Unique state: size, color, ko, koColor. All else can be recomputed from it
// (see Verify in the tests).
type Board struct {
	size, stride int
	shift        uint  // log2 of the words in a liberty set
	ko           Point // the empty point that koColor may not play at once; Pass if none
	koColor      Color
	stones       [4]int // stones on the board, by colour
	empties      int    // length of empty
	slots        int    // chains[:slots] were in use at some time
	free         uint16 // first free chain slot below slots, linked through head; 0 if none

	color  [maxPoints]Color
	nbr    [maxPoints]uint16 // packed neighbour counts
	chain  [maxPoints]uint16 // slot of the chain that the stone belongs to; 0 where no stone stands
	next   [maxPoints]Point  // ring through the stones of a chain
	where  [maxPoints]uint16 // index in empty
	empty  [maxPoints]Point  // the empty points, in no order
	chains [maxChains]chain
	libs   [libertyLen]uint64 // chain k has words k<<shift to (k+1)<<shift - 1
}

// NewBoard returns an empty board of size 1 to MaxSize.
func NewBoard(size int) *Board {
	b := new(Board)
	b.Reset(size)
	return b
}

// Reset makes the board empty, with size lines.
func (b *Board) Reset(size int) {
	if size < 1 || size > MaxSize {
		panic("rules: board size out of range")
	}
	*b = Board{size: size, stride: size + 1, shift: wordShift(size), slots: 1}
	for p := range b.color {
		b.color[p] = Edge
	}
	for y := 0; y < size; y++ {
		for x := 0; x < size; x++ {
			p := PointAt(size, x, y) & pointMask
			b.color[p] = Empty
			b.where[p] = uint16(b.empties)
			b.empty[b.empties&pointMask] = p
			b.empties++
		}
	}
	for i := range b.empties {
		p := b.EmptyAt(i)
		for _, q := range b.Neighbors(p) {
			if b.At(q) == Empty {
				b.nbr[p&pointMask]++
			} else {
				b.nbr[p&pointMask] += blackOne + whiteOne
			}
		}
	}
}

// Copy makes b equal to src.
func (b *Board) Copy(src *Board) {
	b.size, b.stride, b.shift = src.size, src.stride, src.shift
	b.ko, b.koColor, b.stones = src.ko, src.koColor, src.stones
	b.empties, b.slots, b.free = src.empties, src.slots, src.free
	n := extent(src.size) & pointMask
	copy(b.color[:n], src.color[:n])
	copy(b.nbr[:n], src.nbr[:n])
	copy(b.chain[:n], src.chain[:n])
	copy(b.next[:n], src.next[:n])
	copy(b.where[:n], src.where[:n])
	copy(b.empty[:src.empties&pointMask], src.empty[:src.empties&pointMask])
	copy(b.chains[:src.slots&chainMask], src.chains[:src.slots&chainMask])
	m := src.slots << src.shift & (libertyLen - 1)
	copy(b.libs[:m], src.libs[:m])
}

// Size returns the number of lines.
func (b *Board) Size() int { return b.size }

// Stride returns the distance between points above each other.
func (b *Board) Stride() int { return b.stride }

// At returns the colour of p.
func (b *Board) At(p Point) Color { return b.color[p&pointMask] }

// Stones returns how many stones of c stand on the board.
func (b *Board) Stones(c Color) int { return b.stones[c&3] }

// Empties returns how many points are empty; EmptyAt(0) to
// EmptyAt(Empties()-1) are those points, in an order that depends on the
// moves made.
func (b *Board) Empties() int { return b.empties }

// EmptyAt returns the empty point number i.
func (b *Board) EmptyAt(i int) Point { return b.empty[i&pointMask] }

// Neighbors returns the four neighbours of p (Ikeda 1969, definition 1:
// 隣接点), some of which may be Edge: right, left, up, down.
func (b *Board) Neighbors(p Point) [4]Point {
	s := Point(b.stride)
	return [4]Point{p + 1, p - 1, p + s, p - s}
}

// Diagonals returns the four diagonal neighbours of p.
func (b *Board) Diagonals(p Point) [4]Point {
	s := Point(b.stride)
	return [4]Point{p + s + 1, p + s - 1, p - s + 1, p - s - 1}
}

// NeighborCount returns how many neighbours of p are stones of c or edge.
func (b *Board) NeighborCount(p Point, c Color) int {
	return int(b.nbr[p&pointMask]>>(4*c&15)) & countMask
}

// Touches reports which colours have stones next to the empty point p.
func (b *Board) Touches(p Point) (black, white bool) {
	n := b.nbr[p&pointMask]
	edge := 4 - n&emptyMask
	b1, w1 := n>>4&countMask, n>>8&countMask
	// Edges count for both: with e edges, b1 + w1 = stones + 2e and stones = edge - e.
	e := b1 + w1 - edge
	return b1 > e, w1 > e
}

// Slots returns a number that every chain slot in use is below.
func (b *Board) Slots() int { return b.slots }

// EmptyNeighbors returns how many neighbours of p are empty.
func (b *Board) EmptyNeighbors(p Point) int { return int(b.nbr[p&pointMask] & emptyMask) }

// Chain returns the slot of the chain at p, 0 if no stone stands there. Slots
// are reused after captures and merges.
func (b *Board) Chain(p Point) uint16 { return b.chain[p&pointMask] }

// Liberties returns the number of liberties of the chain at p, 0 where no
// stone stands.
func (b *Board) Liberties(p Point) int {
	return int(b.chains[b.chain[p&pointMask]&chainMask].libs)
}

// ChainSize returns the number of stones of the chain at p.
func (b *Board) ChainSize(p Point) int {
	return int(b.chains[b.chain[p&pointMask]&chainMask].size)
}

// NextStone returns the stone that follows p in the ring of its chain.
func (b *Board) NextStone(p Point) Point { return b.next[p&pointMask] }

// Liberty returns the first liberty of the chain at p, Pass if it has none.
// For a chain in atari it is the only one.
func (b *Board) Liberty(p Point) Point {
	base := int(b.chain[p&pointMask]) << (b.shift & 63)
	for i := 0; i < 1<<(b.shift&63); i++ {
		if w := b.libs[(base+i)&(libertyLen-1)]; w != 0 {
			return Point(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return Pass
}

// LibertyPair returns the first two liberties of the chain at p, Pass for each
// that it does not have.
func (b *Board) LibertyPair(p Point) (first, second Point) {
	base := int(b.chain[p&pointMask]) << (b.shift & 63)
	for i := 0; i < 1<<(b.shift&63); i++ {
		for w := b.libs[(base+i)&(libertyLen-1)]; w != 0; w &= w - 1 {
			q := Point(i<<6 + bits.TrailingZeros64(w))
			if first != Pass {
				return first, q
			}
			first = q
		}
	}
	return first, Pass
}

// AppendLiberties appends the liberties of the chain at p to list, in
// ascending order.
func (b *Board) AppendLiberties(list []Point, p Point) []Point {
	base := int(b.chain[p&pointMask]) << (b.shift & 63)
	for i := 0; i < 1<<(b.shift&63); i++ {
		for w := b.libs[(base+i)&(libertyLen-1)]; w != 0; w &= w - 1 {
			list = append(list, Point(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return list
}

// IsLiberty reports whether the empty point q is a liberty of the chain at p.
func (b *Board) IsLiberty(p, q Point) bool {
	base := int(b.chain[p&pointMask]) << (b.shift & 63)
	return b.libs[(base+int(q>>6))&(libertyLen-1)]>>(q&63)&1 != 0
}

// Ko returns the point that simple ko bars and the colour that may not play
// there; Pass if none.
func (b *Board) Ko() (Point, Color) { return b.ko, b.koColor }

// LiftKo removes the ko ban, as a pass does.
func (b *Board) LiftKo() { b.ko = Pass }

// Suicide reports whether a play of c at the empty point p would capture
// nothing and leave its own chain without liberties (Ikeda 1969, common
// rule 5).
func (b *Board) Suicide(p Point, c Color) bool {
	if b.nbr[p&pointMask]&emptyMask != 0 {
		return false
	}
	for _, q := range b.Neighbors(p) {
		switch b.color[q&pointMask] {
		case c:
			if b.Liberties(q) > 1 {
				return false
			}
		case c.Other():
			if b.Liberties(q) == 1 {
				return false
			}
		}
	}
	return true
}

// Captures reports whether a play of c at the empty point p takes opposing
// stones.
func (b *Board) Captures(p Point, c Color) bool { return b.TouchesAtari(p, c.Other()) }

// TouchesAtari reports whether a chain of c next to p is in atari.
func (b *Board) TouchesAtari(p Point, c Color) bool {
	for _, q := range b.Neighbors(p) {
		if b.color[q&pointMask] == c && b.Liberties(q) == 1 {
			return true
		}
	}
	return false
}

// Playable reports whether c may play at the empty point p when suicide and
// simple ko are forbidden: the rule of playouts.
func (b *Board) Playable(p Point, c Color) bool {
	return b.nbr[p&pointMask]&emptyMask != 0 || b.playableInside(p, c)
}

// playableInside is Playable for a point without empty neighbours.
func (b *Board) playableInside(p Point, c Color) bool {
	if p == b.ko && c == b.koColor {
		return false
	}
	s := Point(b.stride)
	return b.breathes(p+1, c)|b.breathes(p-1, c)|b.breathes(p+s, c)|b.breathes(p-s, c) != 0
}

// breathes is not 0 if a stone of c placed next to q, with no empty neighbour,
// gets a liberty there: an own chain has another, or an opposing one is taken.
func (b *Board) breathes(q Point, c Color) uint16 {
	last := uint16((uint32(b.chains[b.chain[q&pointMask]&chainMask].libs) - 2) >> 16) // all bits, if one liberty
	at := b.color[q&pointMask]
	return same(at, c)&^last | same(at, c.Other())&last
}

// Place puts a stone of c on the empty point p, removes what is thereby
// captured (Ikeda 1969, common rule 3), then the own chain if it has no
// liberty (suicide), and returns how many stones of either kind went. It sets
// the ko point. Legality is the caller's.
func (b *Board) Place(p Point, c Color) (captured, suicided int) {
	b.removeEmpty(p)
	b.color[p&pointMask] = c
	b.stones[c&3]++
	add := countOne(c) - 1

	// The stone takes a liberty from each chain that it touches.
	s, word, bit := Point(b.stride), p>>6, p&63
	right, dead0 := b.takeLiberty(p+1, add, word, bit)
	left, dead1 := b.takeLiberty(p-1, add, word, bit)
	up, dead2 := b.takeLiberty(p+s, add, word, bit)
	down, dead3 := b.takeLiberty(p-s, add, word, bit)

	// It becomes a chain, or joins the largest that it touches.
	mine0, mine1, mine2, mine3 := b.mask(p+1, c), b.mask(p-1, c), b.mask(p+s, c), b.mask(p-s, c)
	own := right&mine0 | left&mine1 | up&mine2 | down&mine3 // the chain, if there is one only
	switch {
	case own == 0:
		own = b.newChain(p)
	case (right^own)&mine0|(left^own)&mine1|(up^own)&mine2|(down^own)&mine3 == 0:
		b.join(p, own)
	default:
		own = b.largest([4]uint16{right & mine0, left & mine1, up & mine2, down & mine3})
		b.join(p, own)
		for _, q := range b.Neighbors(p) {
			if k := b.chain[q&pointMask]; k != own && b.color[q&pointMask] == c {
				b.merge(own, k)
			}
		}
	}

	// What it took the last liberty from is captured.
	opp := c.Other()
	if dead0&^mine0|dead1&^mine1|dead2&^mine2|dead3&^mine3 != 0 {
		for _, q := range b.Neighbors(p) {
			if b.color[q&pointMask] == opp && b.chains[b.chain[q&pointMask]&chainMask].libs == 0 {
				captured += b.remove(q, opp)
				if captured == 1 {
					b.ko = q
				}
			}
		}
	}
	mine := &b.chains[own&chainMask]
	if captured == 1 && mine.size == 1 && mine.libs == 1 {
		b.koColor = opp
	} else {
		b.ko = Pass
	}
	if mine.libs == 0 {
		suicided = b.remove(p, c)
	}
	return captured, suicided
}

// takeLiberty notes at q that a neighbour, which is that bit of that word of a liberty set,
// is not empty any more: add goes to the counts of q. It returns the chain of q, 0 if there
// is none, and 1 if that lost its last liberty. Slot 0 has no liberties, so that nothing
// need be asked.
func (b *Board) takeLiberty(q Point, add uint16, word, bit Point) (k, dead uint16) {
	b.nbr[q&pointMask] += add
	k = b.chain[q&pointMask]
	w := &b.libs[(int(k)<<(b.shift&63)+int(word))&(libertyLen-1)]
	had := *w >> bit & 1
	*w &^= had << bit
	libs := &b.chains[k&chainMask].libs
	*libs -= uint16(had)
	return k, uint16(had) & ((*libs - 1) >> 15)
}

// mask returns all bits set if q is of colour c, else none.
func (b *Board) mask(q Point, c Color) uint16 {
	return same(b.color[q&pointMask], c)
}

// same returns all bits set if the colours are the same, else none.
func same(c, o Color) uint16 { return uint16((uint32(c^o) - 1) >> 16) }

// largest returns the largest of some chains, the first if several are, 0 being none.
func (b *Board) largest(chains [4]uint16) (k uint16) {
	for _, o := range chains {
		if o != 0 && (k == 0 || b.chains[o&chainMask].size > b.chains[k&chainMask].size) {
			k = o
		}
	}
	return k
}

// addLiberties adds the empty neighbours of p to the liberties that begin at the word base,
// and returns how many that makes more.
func (b *Board) addLiberties(base int, p Point) uint16 {
	s := Point(b.stride)
	return b.addLiberty(base, p+1) + b.addLiberty(base, p-1) + b.addLiberty(base, p+s) + b.addLiberty(base, p-s)
}

// addLiberty adds q to the liberties that begin at the word base if it is empty, and returns
// how many that makes more.
func (b *Board) addLiberty(base int, q Point) uint16 {
	w := &b.libs[(base+int(q>>6))&(libertyLen-1)]
	empty := uint64(b.mask(q, Empty) & 1)
	more := ^(*w >> (q & 63)) & empty
	*w |= empty << (q & 63)
	return uint16(more)
}

// countOne returns the increment of a neighbour count for a stone of c.
func countOne(c Color) uint16 { return 1 << (4 * c & 15) }

// newChain makes a chain of the single stone p and returns its slot.
func (b *Board) newChain(p Point) uint16 {
	k := b.free
	if k != 0 {
		b.free = uint16(b.chains[k&chainMask].head)
	} else {
		k = uint16(b.slots)
		b.slots++
	}
	base := int(k) << (b.shift & 63)
	for i := 0; i < 1<<(b.shift&63); i++ {
		b.libs[(base+i)&(libertyLen-1)] = 0
	}
	b.chains[k&chainMask] = chain{head: p, size: 1, libs: b.addLiberties(base, p)}
	b.chain[p&pointMask] = k
	b.next[p&pointMask] = p
	return k
}

// join adds the single stone p to chain k.
func (b *Board) join(p Point, k uint16) {
	ch := &b.chains[k&chainMask]
	base := int(k) << (b.shift & 63)
	b.chain[p&pointMask] = k
	b.next[p&pointMask] = b.next[ch.head&pointMask]
	b.next[ch.head&pointMask] = p
	ch.size++
	ch.libs += b.addLiberties(base, p)
}

// merge adds the stones of chain k, the smaller one, to chain into and frees
// its slot.
func (b *Board) merge(into, k uint16) {
	to, from := &b.chains[into&chainMask], &b.chains[k&chainMask]
	p := from.head
	for q := p; ; {
		b.chain[q&pointMask] = into
		if q = b.next[q&pointMask]; q == p {
			break
		}
	}
	b.next[p&pointMask], b.next[to.head&pointMask] = b.next[to.head&pointMask], b.next[p&pointMask]
	to.size += from.size
	dst, src, n := int(into)<<(b.shift&63), int(k)<<(b.shift&63), 0
	for i := 0; i < 1<<(b.shift&63); i++ {
		w := b.libs[(dst+i)&(libertyLen-1)] | b.libs[(src+i)&(libertyLen-1)]
		b.libs[(dst+i)&(libertyLen-1)] = w
		n += bits.OnesCount64(w)
	}
	to.libs = uint16(n)
	b.freeChain(k)
}

func (b *Board) freeChain(k uint16) {
	b.chains[k&chainMask] = chain{head: Point(b.free)}
	b.free = k
}

// remove takes the chain at p off the board (Ikeda 1969, definition 2: 除去);
// c is its colour. It returns the number of its stones.
func (b *Board) remove(p Point, c Color) int {
	k := b.chain[p&pointMask]
	n := int(b.chains[k&chainMask].size)
	sub := 1 - countOne(c)
	s := Point(b.stride)
	for q := p; ; {
		b.color[q&pointMask] = Empty
		b.chain[q&pointMask] = 0
		b.where[q&pointMask] = uint16(b.empties)
		b.empty[b.empties&pointMask] = q
		b.empties++
		word, bit := q>>6, q&63
		b.giveLiberty(q+1, sub, word, bit)
		b.giveLiberty(q-1, sub, word, bit)
		b.giveLiberty(q+s, sub, word, bit)
		b.giveLiberty(q-s, sub, word, bit)
		if q = b.next[q&pointMask]; q == p {
			break
		}
	}
	b.stones[c&3] -= n
	b.freeChain(k)
	return n
}

// giveLiberty notes at q that a neighbour, which is that bit of that word of a liberty set,
// is empty now: sub goes to the counts of q. A chain that is being removed may get what it
// does not need any more; slot 0 gets nothing.
func (b *Board) giveLiberty(q Point, sub uint16, word, bit Point) {
	b.nbr[q&pointMask] += sub
	k := b.chain[q&pointMask]
	some := (-uint64(k)) >> 63
	w := &b.libs[(int(k)<<(b.shift&63)+int(word))&(libertyLen-1)]
	b.chains[k&chainMask].libs += uint16(^*w >> bit & some)
	*w |= some << bit
}

func (b *Board) removeEmpty(p Point) {
	b.empties--
	last := b.empty[b.empties&pointMask]
	i := b.where[p&pointMask]
	b.empty[i&pointMask] = last
	b.where[last&pointMask] = i
}

// LibertiesAfter returns the liberties that the chain of a stone of c would
// have after a play at the empty point p; of captured chains only the stones
// next to p count, so that after large captures it is a lower bound.
func (b *Board) LibertiesAfter(p Point, c Color) int {
	var set [maxWords]uint64
	words := 1 << (b.shift & 63) & (2*maxWords - 1)
	s := Point(b.stride)
	for _, q := range [4]Point{p + 1, p - 1, p + s, p - s} {
		switch b.color[q&pointMask] {
		case Empty:
			set[q>>6&(maxWords-1)] |= 1 << (q & 63)
		case c:
			base := int(b.chain[q&pointMask]) << (b.shift & 63)
			for i := 0; i < words; i++ {
				set[i&(maxWords-1)] |= b.libs[(base+i)&(libertyLen-1)]
			}
		case c.Other():
			if b.Liberties(q) == 1 {
				set[q>>6&(maxWords-1)] |= 1 << (q & 63)
			}
		}
	}
	set[p>>6&(maxWords-1)] &^= 1 << (p & 63)
	n := 0
	for i := 0; i < words; i++ {
		n += bits.OnesCount64(set[i&(maxWords-1)])
	}
	return n
}

// HasLibertiesAfter reports whether LibertiesAfter(p, c) is at least n: mostly
// told by a look at the neighbours alone.
func (b *Board) HasLibertiesAfter(p Point, c Color, n int) bool {
	if int(b.nbr[p&pointMask]&emptyMask) >= n {
		return true
	}
	s := Point(b.stride)
	return b.lends(p+1, c, n) || b.lends(p-1, c, n) || b.lends(p+s, c, n) || b.lends(p-s, c, n) || b.LibertiesAfter(p, c) >= n
}

// lends reports whether the chain at q is of colour c and has n liberties besides
// one that is played on.
func (b *Board) lends(q Point, c Color, n int) bool {
	return b.color[q&pointMask] == c && b.Liberties(q) > n
}

// EyeLike reports whether the empty point p looks like an eye of c: every
// neighbour is a stone of c or edge, and no more than one diagonal neighbour,
// at the edge none, is a stone of the opponent.
func (b *Board) EyeLike(p Point, c Color) bool {
	return b.nbr[p&pointMask]>>(4*c&15)&countMask == 4 && b.solid(p, c)
}

// solid reports whether the diagonal neighbours let p be an eye of c.
func (b *Board) solid(p Point, c Color) bool {
	s := Point(b.stride)
	opp := c.Other()
	a, d, e, f := b.color[(p+s+1)&pointMask], b.color[(p+s-1)&pointMask], b.color[(p-s+1)&pointMask], b.color[(p-s-1)&pointMask]
	foes := same(a, opp)&1 + same(d, opp)&1 + same(e, opp)&1 + same(f, opp)&1
	edge := (same(a, Edge) | same(d, Edge) | same(e, Edge) | same(f, Edge)) & 1
	return foes+edge < 2
}
