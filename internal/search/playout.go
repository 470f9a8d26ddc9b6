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
		if p := w.random(b, c, 0); p != rules.Pass {
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
			if p := w.save(b, c, last, draw); p != rules.Pass {
				return p
			}
		}
		if draw>>16&0xff < w.params.NakadeRate {
			if p := w.nakade(b, c, last); p != rules.Pass {
				return p
			}
		}
		if draw>>24&0xff < w.params.TwoLibertyRate {
			if p := w.twoLiberties(b, c, last, draw); p != rules.Pass {
				return p
			}
		}
	}
	if last != rules.Pass {
		if p := w.local(b, c, last); p != rules.Pass {
			return p
		}
	}
	return w.random(b, c, w.params.SelfAtariRate)
}

// local draws one of the eight points round the last move, by the weights of
// the patterns there, or nothing, which has a weight of its own.
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
			if w.fit(b, c, p, draw&0xff) {
				return p
			}
			return rules.Pass
		}
	}
	return rules.Pass
}

// save looks for a way out for the chains of c next to last that are in atari:
// take a chain that stands next to them, or extend to two liberties or more.
// Of several it picks one at random.
func (w *player) save(b *rules.Board, c rules.Color, last rules.Point, draw uint64) rules.Point {
	var list shortList
	for _, q := range b.Neighbors(last) {
		if b.At(q) != c || b.Liberties(q) != 1 {
			continue
		}
		if p := b.Liberty(q); b.HasLibertiesAfter(p, c, 2) && b.Playable(p, c) {
			list.add(p)
		}
		if p := takeNeighbor(b, c, q); p != rules.Pass {
			list.add(p)
		}
	}
	return list.pick(draw)
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

// maxSacrifice is the most stones that a playout puts in atari by itself: more
// can be no nakade, and groups in seki would not survive it.
const maxSacrifice = 5

// stonesAfter returns the stones of the chain of a stone of c at the empty
// point p; a chain that it touches twice counts twice.
func stonesAfter(b *rules.Board, p rules.Point, c rules.Color) int {
	n := 1
	for _, q := range b.Neighbors(p) {
		if b.At(q) == c {
			n += b.ChainSize(q)
		}
	}
	return n
}

// around returns the eight points round p.
func around(b *rules.Board, p rules.Point) [8]rules.Point {
	s := rules.Point(b.Stride())
	return [8]rules.Point{p + 1, p - 1, p + s, p - s, p + s + 1, p + s - 1, p - s + 1, p - s - 1}
}

// twoLiberties looks at chains of two liberties that the last move touches: an
// own one gains a third, the one last played is put in atari. Of several moves
// it picks one at random.
func (w *player) twoLiberties(b *rules.Board, c rules.Color, last rules.Point, draw uint64) rules.Point {
	var list shortList
	var libs [4]rules.Point
	for _, q := range b.Neighbors(last) {
		if b.At(q) != c || b.Liberties(q) != 2 {
			continue
		}
		for _, p := range b.AppendLiberties(libs[:0], q) {
			if b.HasLibertiesAfter(p, c, 3) && b.Playable(p, c) {
				list.add(p)
			}
		}
	}
	if b.Liberties(last) == 2 {
		for _, p := range b.AppendLiberties(libs[:0], last) {
			if b.Playable(p, c) && b.HasLibertiesAfter(p, c, 2) {
				list.add(p)
			}
		}
	}
	return list.pick(draw)
}

// maxNakade is the largest eye space that one move can reduce to one eye.
const maxNakade = 6

// nakade looks for an eye space of three to six points next to the last move,
// walled by the stones of one colour alone, in which one point decides between
// one eye and two.
func (w *player) nakade(b *rules.Board, c rules.Color, last rules.Point) rules.Point {
	for _, p := range b.Neighbors(last) {
		if b.At(p) != rules.Empty {
			continue
		}
		if v := vitalPoint(b, p); v != rules.Pass && b.Playable(v, c) {
			return v
		}
	}
	return rules.Pass
}

// vitalPoint returns the point that decides the eye space that p lies in: the
// middle of three, of a pyramid of four, of a cross or a bulky five, of a
// rabbity six. Pass if it is no such space.
func vitalPoint(b *rules.Board, p rules.Point) rules.Point {
	var space shortList
	space.add(p)
	walls := rules.Empty
	for i := 0; i < space.n; i++ {
		for _, q := range b.Neighbors(space.at(i)) {
			switch at := b.At(q); at {
			case rules.Empty:
				if !space.has(q) {
					if space.n == maxNakade {
						return rules.Pass
					}
					space.add(q)
				}
			case rules.Black, rules.White:
				if walls |= at; walls == rules.Edge {
					return rules.Pass // both colours
				}
			}
		}
	}
	// The neighbours that a point has in the space, and how many points have so
	// many, tell the shapes apart.
	var degrees [8]int
	vital, most := rules.Pass, 0
	for i := range space.n {
		d := b.EmptyNeighbors(space.at(i))
		degrees[d&7]++
		if d > most {
			vital, most = space.at(i), d
		}
	}
	switch n := space.n; {
	case n == 3,
		n == 4 && most == 3,
		n == 5 && most == 4,
		n == 5 && most == 3 && degrees[1] == 1, // bulky five
		n == 6 && most == 4 && degrees[2] == 3: // rabbity six
		return vital
	}
	return rules.Pass
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

// random returns a random playable point that is no eye of c, Pass if there is
// none. Some points, drawn at random, are taken or not by the chance of their
// pattern; then the first that will do from a random place in the list of empty
// points is taken. A point that would put its own chain in atari is turned down
// with a chance of selfAtari in 256, and always if the chain is large; 0 turns
// nothing down, and looks at no patterns.
func (w *player) random(b *rules.Board, c rules.Color, selfAtari uint64) rules.Point {
	n := b.Empties()
	if n == 0 {
		return rules.Pass
	}
	if selfAtari > 0 {
		for range w.params.Draws {
			draw := w.rng.next()
			p := b.EmptyAt(below(draw, n))
			if draw&0xff < uint64(w.accept[pattern(b, p, c)]) && w.fit(b, c, p, draw>>8&0xff) {
				return p
			}
		}
	}
	draw := w.rng.next()
	i := below(draw, n)
	for range n {
		p := b.EmptyAt(i)
		if selfAtari == 0 && !b.EyeLike(p, c) && b.Playable(p, c) || selfAtari > 0 && w.fit(b, c, p, draw&0xff) {
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
	return !b.EyeLike(p, c) && b.Playable(p, c) && (b.EmptyNeighbors(p) > 1 || b.HasLibertiesAfter(p, c, 2) ||
		draw >= w.params.SelfAtariRate && stonesAfter(b, p, c) <= maxSacrifice)
}
