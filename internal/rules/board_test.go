package rules

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// plain is a position and nothing else; all that Board keeps up to date is
// here worked out from the colours, with no arithmetic on Points.
type plain struct {
	size int
	at   []Color // row 1 first, A first
}

// plainOf takes the colours of a board.
func plainOf(b *Board) plain {
	s := plain{b.size, make([]Color, b.size*b.size)}
	for i := range s.at {
		s.at[i] = b.At(s.point(i))
	}
	return s
}

// point is the Point of an index.
func (s plain) point(i int) Point { return PointAt(s.size, i%s.size, i/s.size) }

// near lists the neighbours that are on the board.
func (s plain) near(i int) (list []int) {
	x, y := i%s.size, i/s.size
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if u, v := x+d[0], y+d[1]; u >= 0 && v >= 0 && u < s.size && v < s.size {
			list = append(list, v*s.size+u)
		}
	}
	return list
}

// chain lists the stones and the liberties of the chain at i.
func (s plain) chain(i int) (stones, liberties []int) {
	seen := map[int]bool{i: true}
	stones = []int{i}
	for j := 0; j < len(stones); j++ {
		for _, k := range s.near(stones[j]) {
			if seen[k] {
				continue
			}
			switch s.at[k] {
			case s.at[i]:
				stones = append(stones, k)
			case Empty:
				liberties = append(liberties, k)
			default:
				continue
			}
			seen[k] = true
		}
	}
	return stones, liberties
}

// play puts a stone, and returns what stands then and which points were taken.
func (s plain) play(i int, c Color) (next plain, captured [][]int, suicided []int) {
	next = plain{s.size, slices.Clone(s.at)}
	next.at[i] = c
	for _, j := range next.near(i) {
		if next.at[j] != c.Other() {
			continue
		}
		if stones, liberties := next.chain(j); len(liberties) == 0 {
			next.clear(stones)
			captured = append(captured, stones)
		}
	}
	if stones, liberties := next.chain(i); len(liberties) == 0 {
		next.clear(stones)
		suicided = stones
	}
	return next, captured, suicided
}

// clear empties points.
func (s plain) clear(points []int) {
	for _, i := range points {
		s.at[i] = Empty
	}
}

// verify recomputes from the colours all that a Board keeps, and says what is
// not as it should be.
func verify(b *Board) error {
	s := plainOf(b)
	owner := map[uint16]bool{}
	var stones [4]int
	for p := range extent(b.size) {
		x, y := Point(p).XY(b.size)
		if inside := x >= 0 && x < b.size && y >= 0 && y < b.size; inside != (b.color[p] != Edge) {
			return fmt.Errorf("border at %d", p)
		}
		if b.color[p] == Edge && b.chain[p] != 0 {
			return fmt.Errorf("chain of border %d", p)
		}
	}
	seen := make([]bool, len(s.at))
	for i, c := range s.at {
		stones[c]++
		if err := verifyPoint(b, s, i); err != nil {
			return err
		}
		if c == Empty || seen[i] {
			continue
		}
		chain, liberties := s.chain(i)
		k := b.chain[s.point(i)]
		if k == 0 || owner[k] {
			return fmt.Errorf("slot %d twice or none", k)
		}
		owner[k] = true
		if err := verifyChain(b, s, k, chain, liberties); err != nil {
			return err
		}
		for _, j := range chain {
			seen[j] = true
		}
	}
	if b.stones[Black] != stones[Black] || b.stones[White] != stones[White] || b.empties != stones[Empty] {
		return fmt.Errorf("stones %v and %d empty, want %v", b.stones, b.empties, stones)
	}
	return verifySlots(b, owner)
}

// verifyPoint checks what is kept for one point.
func verifyPoint(b *Board, s plain, i int) error {
	p, near := s.point(i), s.near(i)
	n := [4]int{Edge: 4 - len(near)}
	for _, j := range near {
		n[s.at[j]]++
	}
	if b.EmptyNeighbors(p) != n[Empty] || b.NeighborCount(p, Black) != n[Black]+n[Edge] || b.NeighborCount(p, White) != n[White]+n[Edge] {
		return fmt.Errorf("neighbour counts %x of %d, want %v", b.nbr[p], p, n)
	}
	if s.at[i] != Empty {
		return nil
	}
	if black, white := b.Touches(p); black != (n[Black] > 0) || white != (n[White] > 0) {
		return fmt.Errorf("%d touches %v, %v, want %v", p, black, white, n)
	}
	if w := b.where[p]; int(w) >= b.empties || b.empty[w] != p {
		return fmt.Errorf("%d is not where it should be among the empty points", p)
	}
	if b.chain[p] != 0 || b.Liberties(p) != 0 || b.ChainSize(p) != 0 {
		return fmt.Errorf("chain at the empty point %d", p)
	}
	return nil
}

// verifyChain checks what is kept for one chain.
func verifyChain(b *Board, s plain, k uint16, chain, liberties []int) error {
	ch := b.chains[k]
	if int(ch.size) != len(chain) || int(ch.libs) != len(liberties) || b.chain[ch.head] != k {
		return fmt.Errorf("chain %d %+v, want %d stones, %d liberties", k, ch, len(chain), len(liberties))
	}
	ring := map[Point]bool{}
	for p := ch.head; !ring[p]; p = b.next[p] {
		ring[p] = true
	}
	if len(ring) != len(chain) {
		return fmt.Errorf("ring of chain %d has %d stones, want %d", k, len(ring), len(chain))
	}
	var set [maxWords]uint64
	var want []Point
	for _, j := range slices.Sorted(slices.Values(liberties)) {
		p := s.point(j)
		set[p/64] |= 1 << (p % 64)
		want = append(want, p)
	}
	words := 1 << b.shift
	if !slices.Equal(b.libs[int(k)*words:(int(k)+1)*words], set[:words]) {
		return fmt.Errorf("liberties of chain %d", k)
	}
	for _, j := range chain {
		p := s.point(j)
		if b.chain[p] != k || !ring[p] {
			return fmt.Errorf("stone %d is not in chain %d or not in its ring", p, k)
		}
		if !slices.Equal(b.AppendLiberties(nil, p), want) || b.Liberty(p) != want[0] || !b.IsLiberty(p, want[len(want)-1]) || b.IsLiberty(p, p) {
			return fmt.Errorf("liberties as told at %d", p)
		}
	}
	return nil
}

// verifySlots checks that each slot is in use or free, once, and that there
// are no more of them than chains could ever have stood.
func verifySlots(b *Board, used map[uint16]bool) error {
	free := map[uint16]bool{}
	for k := b.free; k != 0; k = uint16(b.chains[k].head) {
		if free[k] || used[k] || int(k) >= b.slots {
			return fmt.Errorf("slot %d is free and is not", k)
		}
		free[k] = true
	}
	if len(free)+len(used) != b.slots-1 || b.slots > maxSlots(b.size) || b.slots > maxChains {
		return fmt.Errorf("%d slots, %d in use, %d free; no more than %d expected", b.slots, len(used), len(free), maxSlots(b.size))
	}
	if b.chains[0] != (chain{}) || slices.Max(b.libs[:1<<b.shift]) != 0 {
		return fmt.Errorf("slot 0 is in use")
	}
	return nil
}

// maxSlots bounds the slots that a board can ever need: slot 0, one for each
// chain that can stand, and one for a stone before it captures or dies. In a
// legal position the empty points dominate all others, so there are at least
// as many as the domination number of the grid: (n+2)(n+2)/5 - 4 from 16 lines
// on (Gonçalves, Pinlou, Rao, Thomassé, "The Domination Number of Grids",
// 2011), and on smaller ones a point has at most four neighbours to serve.
func maxSlots(size int) int {
	empties := (size*size + 4) / 5
	if size >= 16 {
		empties = (size+2)*(size+2)/5 - 4
	}
	return 2 + size*size - empties
}

// verifyPlay compares what Board says of a play before it is made, and what it
// makes of it, with the plain position. It leaves the board after the play in
// after.
func verifyPlay(after, b *Board, i int, c Color) error {
	s := plainOf(b)
	p := s.point(i)
	next, captured, suicided := s.play(i, c)
	taken, largest := 0, 0
	for _, chain := range captured {
		taken += len(chain)
		largest = max(largest, len(chain))
	}
	dies := len(suicided) > 0
	ko, koColor := b.Ko()
	if b.Suicide(p, c) != dies || b.Playable(p, c) != (!dies && (p != ko || c != koColor)) {
		return fmt.Errorf("Suicide %v, Playable %v of %v at %d, want %v", b.Suicide(p, c), b.Playable(p, c), c, p, dies)
	}
	if dies && b.alone(Move{c, p}) != (len(suicided) == 1) {
		return fmt.Errorf("alone %v of %v at %d, but %d die", b.alone(Move{c, p}), c, p, len(suicided))
	}
	if got := b.EyeLike(p, c); got != s.eyeLike(i, c) {
		return fmt.Errorf("EyeLike %v of %v at %d", got, c, p)
	}
	change, least := b.KeyChange(p, c), b.LibertiesAfter(p, c)
	for n := 1; n <= 4; n++ {
		if got := b.HasLibertiesAfter(p, c, n); got != (least >= n) {
			return fmt.Errorf("HasLibertiesAfter(%d) %v of %v at %d, but LibertiesAfter %d", n, got, c, p, least)
		}
	}
	after.Copy(b)
	gotTaken, gotDead := after.Place(p, c)
	if gotTaken != taken || gotDead != len(suicided) || !slices.Equal(plainOf(after).at, next.at) {
		return fmt.Errorf("%v at %d takes %d and loses %d, want %d and %d", c, p, gotTaken, gotDead, taken, len(suicided))
	}
	if q, r := after.LibertyPair(p); after.Liberties(p) == 2 && !slices.Equal(after.AppendLiberties(nil, p), []Point{q, r}) {
		return fmt.Errorf("LibertyPair %d %d of %d", q, r, p)
	}
	if b.Key()^after.Key() != change {
		return fmt.Errorf("KeyChange of %v at %d", c, p)
	}
	if now := after.Liberties(p); least > now || largest <= 1 && least != now {
		return fmt.Errorf("LibertiesAfter %d of %v at %d, but %d", least, c, p, now)
	}
	// Simple ko by its definition: is there a play that brings back what was?
	bans := Pass
	if taken == 1 {
		q := captured[0][0]
		if back, _, _ := next.play(q, c.Other()); slices.Equal(back.at, s.at) {
			bans = s.point(q)
		}
	}
	if got, by := after.Ko(); got != bans || bans != Pass && by != c.Other() {
		return fmt.Errorf("ko at %d for %v after %v at %d, want %d", got, by, c, p, bans)
	}
	return verify(after)
}

// eyeLike is the plain version of Board.EyeLike.
func (s plain) eyeLike(i int, c Color) bool {
	for _, j := range s.near(i) {
		if s.at[j] != c {
			return false
		}
	}
	x, y := i%s.size, i/s.size
	foes, limit := 0, 1
	for _, d := range [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		u, v := x+d[0], y+d[1]
		if u < 0 || v < 0 || u >= s.size || v >= s.size {
			limit = 0
		} else if s.at[v*s.size+u] == c.Other() {
			foes++
		}
	}
	return foes <= limit
}

// wander plays at random, suicides and all, and verifies the board after every
// play, and at some points what further plays would do.
func wander(t *testing.T, random *rand.Rand, b *Board, plays int) {
	t.Helper()
	var after Board
	for range plays {
		if b.Empties() == 0 {
			t.Fatal("no empty point left")
		}
		for n := range 4 {
			p, c := b.EmptyAt(random.IntN(b.Empties())), Black+Color(random.IntN(2))
			if ko, by := b.Ko(); n == 0 && ko != Pass {
				p, c = ko, by
			}
			x, y := p.XY(b.size)
			if err := verifyPlay(&after, b, y*b.size+x, c); err != nil {
				t.Fatalf("%dx%d: %v\n%v", b.size, b.size, err, plainOf(b).at)
			}
			if n == 3 {
				b.Copy(&after)
			}
		}
	}
}

// TestBoardKeepsUp: after every play of random games, suicides too, everything
// that Board keeps beside the colours is what the colours say, on every size.
func TestBoardKeepsUp(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 19))
	for size := 1; size <= MaxSize; size++ {
		b := NewBoard(size)
		if err := verify(b); err != nil {
			t.Fatalf("empty board of %d lines: %v", size, err)
		}
		wander(t, random, b, 50+800/size)
	}
}

// crowded sets a board up with as many chains as will stand: empty points a
// knight's move apart, so that nearly every stone has just one liberty, and
// stones of both colours like the squares of a chess board.
func crowded(t *testing.T, size, shift int) *Board {
	t.Helper()
	empty := func(x, y int) bool { return ((x+2*y+shift)%5+5)%5 == 0 }
	b := NewBoard(size)
	for y := range size {
		for x := range size {
			// At the rim the empty point that would serve lies off the board.
			off := x == 0 && empty(-1, y) || y == 0 && empty(x, -1) || x == size-1 && empty(size, y) || y == size-1 && empty(x, size)
			if empty(x, y) || off {
				continue
			}
			if taken, died := b.Place(PointAt(size, x, y), Black+Color((x+y)%2)); taken+died > 0 {
				t.Fatalf("%dx%d, shift %d: a stone was taken", size, size, shift)
			}
		}
	}
	return b
}

// TestCrowdedBoards: the slot table holds the most chains that can stand, and
// play among them, where nearly every stone captures, keeps all in order.
func TestCrowdedBoards(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(25, 25))
	most := 0
	for size := 15; size <= MaxSize; size += 2 {
		for shift := range 5 {
			b := crowded(t, size, shift)
			if chains := b.Stones(Black) + b.Stones(White); b.slots != chains+1 {
				t.Fatalf("%d slots for %d chains", b.slots, chains)
			}
			most = max(most, b.slots)
			if err := verify(b); err != nil {
				t.Fatal(err)
			}
			wander(t, random, b, 12)
		}
	}
	if most < 475 {
		t.Errorf("at most %d slots: not crowded enough", most)
	}
	// The bound that the table rests on, and the number its comment gives.
	if limit := maxSlots(MaxSize); limit != 486 || limit > maxChains {
		t.Errorf("%d slots could be needed, the table has %d", limit, maxChains)
	}
	if words := 1 << wordShift(MaxSize); words > maxWords || words*64 < extent(MaxSize) || extent(MaxSize) > maxPoints {
		t.Errorf("%d words for %d points", words, extent(MaxSize))
	}
}

// TestSetsHoldEveryPoint: on no size does a point fall outside the words that
// a liberty set has there.
func TestSetsHoldEveryPoint(t *testing.T) {
	for size := 1; size <= MaxSize; size++ {
		last := extent(size) - 1
		if words := 1 << wordShift(size); last/64 >= words || bits.OnesCount(uint(words)) != 1 {
			t.Errorf("%d lines: point %d in %d words", size, last, words)
		}
		if int(PointAt(size, 0, 0)) < size+1 || int(PointAt(size, size-1, size-1))+size+1 > last {
			t.Errorf("%d lines: a neighbour lies outside", size)
		}
	}
}
