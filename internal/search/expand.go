package search

import "gtpgo/internal/rules"

// candidate is a move with the pseudo-playouts that it starts with.
type candidate struct {
	move       rules.Point
	count, sum float32
}

// expand gives the node children, one for each move worth a try and one for
// the pass; w.pos is the position at the node and key its key. It reports
// whether the node has children now: another thread may be at it, or the
// arena may be full.
func (w *worker) expand(n *node, key uint64) bool {
	if !n.first.CompareAndSwap(leaf, expanding) {
		return w.s.tree.children(n) != nil
	}
	list := w.candidates(key, len(w.path) == 1)
	first, ok := w.s.tree.alloc(len(list))
	if !ok {
		n.first.Store(leaf)
		return false
	}
	for i, c := range list {
		k := &w.s.tree.nodes[first+uint32(i)]
		k.clear(c.move)
		k.priorCount, k.priorSum = c.count, c.sum
	}
	n.count = uint16(len(list))
	n.first.Store(first)
	return true
}

// candidates lists the moves of the side to move. Own eyes are left out unless
// a chain next to them is in atari, and so is what superko forbids; at the root
// also every move that repeats a position of the game, whatever the rules, as
// the engine itself never repeats one.
func (w *worker) candidates(key uint64, root bool) []candidate {
	b, c := &w.pos.Board, w.pos.ToPlay
	last := w.s.last
	if k := len(w.moves); k > 0 {
		last = w.moves[k-1].Point
	}
	list := w.list[:0]
	captures := w.pos.Captured[rules.Black]+w.pos.Captured[rules.White] > 0
	for y := 0; y < b.Size(); y++ {
		for x := 0; x < b.Size(); x++ {
			p := rules.PointAt(b.Size(), x, y)
			if b.At(p) != rules.Empty || !b.Playable(p, c) || b.EyeLike(p, c) && !touchesAtari(b, p, c) {
				continue
			}
			// Without a capture before it no play can repeat a position.
			if captures && w.repeats(p, c, key) {
				continue
			}
			if root && !w.s.allowed(p) {
				continue
			}
			k := candidate{move: p, count: evenCount, sum: evenCount / 2}
			w.prior(&k, b, c, p, last, x, y)
			list = append(list, k)
		}
	}
	pass := candidate{move: rules.Pass, count: passCount, sum: passCount / 4}
	if last == rules.Pass || len(list) == 0 {
		pass.sum = passCount / 2
	}
	list = append(list, pass)
	w.list = list
	return list
}

// repeats reports whether the play would make a position that stood before, so
// that the ko rule forbids it. Simple ko is looked at as positional superko:
// nothing is gained by going round in circles.
func (w *worker) repeats(p rules.Point, c rules.Color, key uint64) bool {
	if w.s.history.Ko() == rules.IkedaKo && !takes(&w.pos.Board, p, c) {
		return false
	}
	return w.s.history.Seen(w.pos.KeyAfter(key, rules.Move{Color: c, Point: p}), c, w.seen)
}

// takes reports whether a play of c at p captures.
func takes(b *rules.Board, p rules.Point, c rules.Color) bool {
	for _, q := range b.Neighbors(p) {
		if b.At(q) == c.Other() && b.Liberties(q) == 1 {
			return true
		}
	}
	return false
}

// touchesAtari reports whether a chain of c next to p is in atari.
func touchesAtari(b *rules.Board, p rules.Point, c rules.Color) bool {
	for _, q := range b.Neighbors(p) {
		if b.At(q) == c && b.Liberties(q) == 1 {
			return true
		}
	}
	return false
}

// prior adds what the look of the move says about it: what it takes or saves,
// whether it puts itself in atari, how near it is to the last move, and on an
// empty stretch of the edge the line it is on.
func (w *worker) prior(k *candidate, b *rules.Board, c rules.Color, p, last rules.Point, x, y int) {
	saves := 0
	for _, q := range b.Neighbors(p) {
		if b.Liberties(q) != 1 {
			continue
		}
		saves += b.ChainSize(q)
	}
	after := b.LibertiesAfter(p, c)
	switch {
	case saves > 1 && after > 1:
		k.add(bigCount, 1)
	case saves == 1 && after > 1:
		k.add(captureCount, 1)
	case after < 2 && saves == 0:
		k.add(badCount, 0)
	}
	size := b.Size()
	if last != rules.Pass {
		lx, ly := last.XY(size)
		dx, dy := abs(lx-x), abs(ly-y)
		switch d := dx + dy + max(dx, dy); {
		case d <= 3:
			k.add(nearCount, 1)
		case d <= 5:
			k.add(nextCount, 1)
		}
	}
	if line := min(x, y, size-1-x, size-1-y); line < 3 && size >= 7 && emptyAround(b, x, y) {
		switch line {
		case 0, 1:
			k.add(lineCount, 0)
		case 2:
			k.add(lineCount, 1)
		}
	}
}

func (k *candidate) add(count, value float32) {
	k.count += count
	k.sum += count * value
}

// emptyAround reports whether no stone stands within three steps of the point.
func emptyAround(b *rules.Board, x, y int) bool {
	size := b.Size()
	for dy := -3; dy <= 3; dy++ {
		for dx := abs(dy) - 3; dx <= 3-abs(dy); dx++ {
			px, py := x+dx, y+dy
			if px >= 0 && py >= 0 && px < size && py < size && b.At(rules.PointAt(size, px, py)) != rules.Empty {
				return false
			}
		}
	}
	return true
}

func abs(n int) int { return max(n, -n) }
