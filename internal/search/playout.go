package search

import "gtpgo/internal/rules"

// player runs playouts for one worker: nothing in it is shared, nothing is
// allocated in a playout.
type player struct {
	params *Params
	board  rules.Board
	rng    rng
	moves  []rules.Move          // the moves of the game in the tree, then of the playout
	gammas *[patternCodes]uint16 // of patterns next to the last move
	accept *[patternCodes]uint8  // chances of patterns elsewhere, in 1/256
}

// light plays uniformly random moves that fill no eye until both sides pass.
func (w *player) light(c rules.Color) {
	b := &w.board
	limit := w.params.CapRate * b.Size() * b.Size()
	for ply, passes := 0, 0; passes < 2 && ply < limit; ply++ {
		if p := w.uniform(b, c); p != rules.Pass {
			b.Place(p, c)
			passes = 0
		} else {
			b.LiftKo()
			passes++
		}
		c = c.Other()
	}
}

// heavy plays by the policy until both sides pass, c to move, last being the
// move before, and appends the moves to w.moves. Passes are not recorded.
func (w *player) heavy(c rules.Color, last rules.Point) {
	b := &w.board
	limit := w.params.CapRate * b.Size() * b.Size()
	for ply, passes := 0, 0; passes < 2 && ply < limit; ply++ {
		p := w.choose(b, c, last)
		if p != rules.Pass {
			b.Place(p, c)
			w.moves = append(w.moves, rules.Move{Color: c, Point: p})
			passes = 0
		} else {
			b.LiftKo()
			passes++
		}
		last = p
		c = c.Other()
	}
}

// choose is the policy: answer the last move if there is something to take or
// to save, else a random move.
func (w *player) choose(b *rules.Board, c rules.Color, last rules.Point) rules.Point {
	draw := w.rng.next()
	if last != rules.Pass && b.At(last) == c.Other() {
		if draw&0xff < w.params.CaptureRate && b.Liberties(last) == 1 {
			if p := b.Liberty(last); b.Playable(p, c) {
				return p
			}
		}
		if draw>>8&0xff < w.params.SaveRate {
			if p := save(b, c, last); p != rules.Pass {
				return p
			}
		}
		if draw>>16&0xff < w.params.NakadeRate {
			if p := w.nakade(b, c, last); p != rules.Pass {
				return p
			}
		}
		if draw>>24&0xff < w.params.TwoLibertyRate {
			if p := twoLiberties(b, c, last, draw); p != rules.Pass {
				return p
			}
		}
	}
	if last != rules.Pass {
		if p := w.local(b, c, last); p != rules.Pass {
			return p
		}
	}
	return w.random(b, c)
}

// local draws one of the eight points round the last move, by the weights of
// the patterns there, or nothing, which has a weight of its own. Where the point
// drawn is a bad one, it is the other liberty of the chain that it endangers.
func (w *player) local(b *rules.Board, c rules.Color, last rules.Point) rules.Point {
	var sums [8]uint32
	sum := uint32(0)
	points := around(b, last)
	for i, p := range points {
		if b.At(p) == rules.Empty {
			sum += uint32(w.gammas[pattern(b, p, c)])
		}
		sums[i] = sum
	}
	draw := w.rng.next()
	x := uint32(below(draw, int(sum+w.params.Elsewhere)))
	if x >= sum {
		return rules.Pass
	}
	for i, p := range points {
		if x < sums[i] {
			switch {
			case w.fit(b, c, p, draw&0xff):
				return p
			case b.EyeLike(p, c) || !b.Playable(p, c):
				return rules.Pass
			}
			return otherLiberty(b, c, p)
		}
	}
	return rules.Pass
}

// save looks for a way out for the chains of c next to last that are in atari:
// take a chain that stands next to them, or extend to two liberties or more. The
// largest chain that has one comes first.
func save(b *rules.Board, c rules.Color, last rules.Point) rules.Point {
	best, most := rules.Pass, 0
	for _, q := range b.Neighbors(last) {
		if b.At(q) != c || b.Liberties(q) != 1 || b.ChainSize(q) <= most {
			continue
		}
		p := takeNeighbor(b, c, q)
		if p == rules.Pass {
			if p = b.Liberty(q); !b.HasLibertiesAfter(p, c, 2) || !b.Playable(p, c) {
				continue
			}
		}
		best, most = p, b.ChainSize(q)
	}
	return best
}

// shortList is a list of a few points that needs no allocation.
type shortList struct {
	n      int
	points [listLen]rules.Point
}

// listLen is a power of two, so that an index masked with listLen-1 is in range.
const listLen = 8

// at returns the point number i.
func (l *shortList) at(i int) rules.Point { return l.points[i&(listLen-1)] }

// add appends a point; one too many is left out.
func (l *shortList) add(p rules.Point) {
	if l.n < listLen {
		l.points[l.n&(listLen-1)] = p
		l.n++
	}
}

// addIf appends a point if ok.
func (l *shortList) addIf(ok bool, p rules.Point) {
	if ok {
		l.add(p)
	}
}

// has reports whether p is in the list.
func (l *shortList) has(p rules.Point) bool {
	for i := range l.n {
		if l.at(i) == p {
			return true
		}
	}
	return false
}

// pick returns one of the points, by the random number draw, Pass if there is
// none.
func (l *shortList) pick(draw uint64) rules.Point {
	if l.n == 0 {
		return rules.Pass
	}
	return l.at(below(draw, l.n))
}

// sacrifice reports whether a stone of c at the empty point p, which puts its
// own chain in atari, may be worth it: a throw-in of one or two stones, or more in
// a shape that leaves their captor, if that is all he has, with a single eye.
// Anything else gives up a seki or a fight for liberties.
func sacrifice(b *rules.Board, p rules.Point, c rules.Color) bool {
	var chain shortList
	chain.add(p)
	for _, q := range b.Neighbors(p) {
		if b.At(q) != c || chain.has(q) {
			continue
		}
		if chain.n+b.ChainSize(q) > maxNakade {
			return false
		}
		for s := q; ; {
			chain.add(s)
			if s = b.NextStone(s); s == q {
				break
			}
		}
	}
	if chain.n < 3 {
		return true
	}
	_, one := oneEye(b, &chain)
	return one
}

// around returns the eight points round p.
func around(b *rules.Board, p rules.Point) [8]rules.Point {
	s := rules.Point(b.Stride())
	return [8]rules.Point{p + 1, p - 1, p + s, p - s, p + s + 1, p + s - 1, p - s + 1, p - s - 1}
}

// twoLiberties looks at chains of two liberties that the last move touches. That
// of the last move is put in atari, so that it cannot get away if that can be; an
// own one that could be caught in such a way gains a third liberty, or takes a
// chain next to it. Of several moves it picks one at random.
func twoLiberties(b *rules.Board, c rules.Color, last rules.Point, draw uint64) rules.Point {
	var list shortList
	if b.Liberties(last) == 2 {
		p, q := b.LibertyPair(last)
		list.addIf(caught(b, last, p, q), p)
		list.addIf(caught(b, last, q, p), q)
		if list.n == 0 {
			list.addIf(b.Playable(p, c) && b.HasLibertiesAfter(p, c, 2), p)
			list.addIf(b.Playable(q, c) && b.HasLibertiesAfter(q, c, 2), q)
		}
	}
	for _, s := range b.Neighbors(last) {
		if b.At(s) != c || b.Liberties(s) != 2 {
			continue
		}
		p, q := b.LibertyPair(s)
		if !caught(b, s, p, q) && !caught(b, s, q, p) {
			continue
		}
		list.addIf(b.HasLibertiesAfter(p, c, 3) && b.Playable(p, c), p)
		list.addIf(b.HasLibertiesAfter(q, c, 3) && b.Playable(q, c), q)
		take := takeNeighbor(b, c, s)
		list.addIf(take != rules.Pass, take)
	}
	return list.pick(draw)
}

// caught reports whether the opponent's play at p, one of the two liberties of
// the chain at s, leaves it in atari even if it extends at the other one, out.
func caught(b *rules.Board, s, p, out rules.Point) bool {
	c := b.At(s)
	return b.Playable(p, c.Other()) && b.HasLibertiesAfter(p, c.Other(), 2) && !b.HasLibertiesAfter(out, c, 3)
}

// otherLiberty returns a better move than p, which would put an own chain of two
// liberties in atari: its other liberty, if the chain has three after it; Pass if
// there is none.
func otherLiberty(b *rules.Board, c rules.Color, p rules.Point) rules.Point {
	for _, s := range b.Neighbors(p) {
		if b.At(s) != c || b.Liberties(s) != 2 {
			continue
		}
		q, other := b.LibertyPair(s)
		if q == p {
			q = other
		}
		if b.Playable(q, c) && b.HasLibertiesAfter(q, c, 3) {
			return q
		}
	}
	return rules.Pass
}

// maxNakade is the largest eye space that one move can reduce to one eye.
const maxNakade = 6

// nakade looks for an eye space of three to six points next to the opponent's last
// move, walled by his stones alone, in which one point decides between one eye and
// two. Neighbours of the move that are joined round it by empty points are looked at
// once.
func (w *player) nakade(b *rules.Board, c rules.Color, last rules.Point) rules.Point {
	s := rules.Point(b.Stride())
	empty := func(p rules.Point) bool { return b.At(p) == rules.Empty }
	right, left, up, down := empty(last+1), empty(last-1), empty(last+s), empty(last-s)
	upRight, upLeft := right && up && empty(last+s+1), left && up && empty(last+s-1)
	downRight, downLeft := right && down && empty(last-s+1), left && down && empty(last-s-1)
	var list shortList
	list.addIf(right, last+1)
	list.addIf(left && !(upRight && upLeft) && !(downRight && downLeft), last-1)
	list.addIf(up && !upRight && !upLeft, last+s)
	list.addIf(down && !downRight && !downLeft, last-s)
	for i := range list.n {
		if v := vitalPoint(b, list.at(i), c); v != rules.Pass && b.Playable(v, c) {
			return v
		}
	}
	return rules.Pass
}

// vitalPoint returns the point by which c decides the eye space that p lies in: the
// middle of three, of a pyramid of four, of a cross or a bulky five, of a rabbity
// six. Pass if it is no such space, or a stone of c stands next to it.
func vitalPoint(b *rules.Board, p rules.Point, c rules.Color) rules.Point {
	var space shortList
	space.add(p)
	for i := 0; i < space.n; i++ {
		for _, q := range b.Neighbors(space.at(i)) {
			switch b.At(q) {
			case rules.Empty:
				if !space.has(q) {
					if space.n == maxNakade {
						return rules.Pass
					}
					space.add(q)
				}
			case c:
				return rules.Pass
			}
		}
	}
	vital, _ := oneEye(b, &space)
	return vital
}

// oneEye reports whether an eye space of these three to six connected points
// makes a single eye if the opponent plays first, at the vital point, or even if
// not: then that is Pass.
func oneEye(b *rules.Board, space *shortList) (vital rules.Point, ok bool) {
	// The neighbours that a point has in the space, and how many points have so
	// many, tell the shapes apart.
	var degrees [8]int
	most := 0
	for i := range space.n {
		d := 0
		for _, q := range b.Neighbors(space.at(i)) {
			if space.has(q) {
				d++
			}
		}
		degrees[d&7]++
		if d > most {
			vital, most = space.at(i), d
		}
	}
	switch n := space.n; {
	case n == 4 && degrees[2] == 4: // square
		return rules.Pass, true
	case n == 3,
		n == 4 && most == 3,
		n == 5 && most == 4,
		n == 5 && most == 3 && degrees[1] == 1, // bulky five
		n == 6 && most == 4 && degrees[2] == 3: // rabbity six
		return vital, true
	}
	return rules.Pass, false
}

// takeNeighbor returns a play that takes a chain in atari next to c's chain at
// q, Pass if there is none.
func takeNeighbor(b *rules.Board, c rules.Color, q rules.Point) rules.Point {
	for s := q; ; {
		for _, r := range b.Neighbors(s) {
			if b.At(r) == c.Other() && b.Liberties(r) == 1 {
				if p := b.Liberty(r); b.Playable(p, c) {
					return p
				}
			}
		}
		if s = b.NextStone(s); s == q {
			return rules.Pass
		}
	}
}

// uniform returns a random playable point that is no eye of c, Pass if there is none:
// the first from a random place in the list of empty points.
func (w *player) uniform(b *rules.Board, c rules.Color) rules.Point {
	n := b.Empties()
	if n == 0 {
		return rules.Pass
	}
	i := below(w.rng.next(), n)
	for range n {
		if p := b.EmptyAt(i); b.EmptyNeighbors(p) > 0 || !b.EyeLike(p, c) && b.Playable(p, c) {
			return p
		}
		if i++; i == n {
			i = 0
		}
	}
	return rules.Pass
}

// random returns a random point that is fit to play on, Pass if there is none. Some
// points, drawn at random, are taken or not by the chance of their pattern; then the
// first that is fit from a random place in the list of empty points is taken.
func (w *player) random(b *rules.Board, c rules.Color) rules.Point {
	n := b.Empties()
	if n == 0 {
		return rules.Pass
	}
	for range w.params.Draws {
		draw := w.rng.next()
		p := b.EmptyAt(below(draw, n))
		if draw&0xff < uint64(w.accept[pattern(b, p, c)]) && w.fit(b, c, p, draw>>8&0xff) {
			return p
		}
	}
	draw := w.rng.next()
	i := below(draw, n)
	for range n {
		if p := b.EmptyAt(i); w.fit(b, c, p, draw&0xff) {
			return p
		}
		draw = draw>>8 | draw<<56
		if i++; i == n {
			i = 0
		}
	}
	return rules.Pass
}

// fit reports whether a playout of c would consider the empty point p: it can be
// played, is no eye, and does not put a chain of its own in atari, but for a
// chance that goes by draw, below 256.
func (w *player) fit(b *rules.Board, c rules.Color, p rules.Point, draw uint64) bool {
	return b.EmptyNeighbors(p) > 1 || !b.EyeLike(p, c) && b.Playable(p, c) &&
		(b.HasLibertiesAfter(p, c, 2) || draw >= w.params.SelfAtariRate && sacrifice(b, p, c))
}
