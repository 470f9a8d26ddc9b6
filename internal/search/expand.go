package search

import (
	"math"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
)

// candidate is a move with its weight, in the end the chance that it is the
// one to play.
type candidate struct {
	move   rules.Point
	chance float32
}

// expand gives the node children, one for each move worth a try and one for
// the pass; w.pos is the position at the node and key its key. It reports
// whether the node has children now: another thread may be at it, or the
// arena may be full. w.asked says whether the net was asked, which it is not where the
// position is in the tree already.
func (w *worker) expand(n *node, key uint64) bool {
	if !n.first.CompareAndSwap(leaf, expanding) {
		return w.s.tree.children(n) != nil
	}
	transposes := w.transposes()
	if transposes {
		if first, count, ok := w.s.tree.transpositions.find(key); ok {
			w.s.tree.nodes[first].shared.Store(true)
			n.count = count
			n.first.Store(first)
			return true
		}
	}
	if w.s.advised() {
		w.ask()
	}
	list := w.candidates(key, len(w.path)-1)
	first, ok := w.s.tree.alloc(len(list))
	if !ok {
		n.first.Store(leaf)
		return false
	}
	for i, c := range list {
		k := &w.s.tree.nodes[first+uint32(i)]
		k.clear(c.move)
		k.prior = c.chance
	}
	n.count = uint16(len(list))
	n.first.Store(first)
	if transposes {
		w.s.tree.transpositions.note(key, first, n.count)
	}
	return true
}

// transposes reports whether all whom playouts lead to the position may share its moves:
// with no pass and no capture on the way they have made the same moves, so that the same
// is forbidden. Only a search with a net does so: what RAVE tells belongs to a path.
func (w *worker) transposes() bool {
	if !w.s.advised() || len(w.moves) == 0 || w.pos.Captured != w.s.root.Captured {
		return false
	}
	for _, m := range w.moves {
		if m.Point == rules.Pass {
			return false
		}
	}
	return true
}

// candidates lists the moves of the side to move, ply moves below the root. Own
// eyes are left out unless a chain next to them is in atari, and so are barren
// points, and what superko forbids or the limits say to avoid; at the root also
// every move that repeats a position of the game, whatever the rules, as the engine
// itself never repeats one.
func (w *worker) candidates(key uint64, ply int) []candidate {
	b, c := &w.pos.Board, w.pos.ToPlay
	last, second := w.lastMoves()
	list := w.list[:0]
	captures := w.pos.Captured[rules.Black]+w.pos.Captured[rules.White] > 0
	barren := w.barren()
	for y := 0; y < b.Size(); y++ {
		for x := 0; x < b.Size(); x++ {
			p := rules.PointAt(b.Size(), x, y)
			if b.At(p) != rules.Empty || barren[p] || !b.Playable(p, c) || b.EyeLike(p, c) && !b.TouchesAtari(p, c) {
				continue
			}
			// Without a capture before it no play can repeat a position.
			if captures && w.repeats(p, c, key) {
				continue
			}
			if ply == 0 && !w.s.allowed(p) || w.s.avoided(rules.Move{Color: c, Point: p}, ply) {
				continue
			}
			list = append(list, candidate{p, w.logit(p, c, last, second)})
		}
	}
	passed := last == rules.Pass && len(w.s.game.Moves())+len(w.moves) > 0
	if len(list) == 0 || !w.s.avoided(rules.Move{Color: c, Point: rules.Pass}, ply) {
		list = append(list, candidate{rules.Pass, w.passLogit(passed)})
	}
	normalize(list)
	switch {
	case w.asked && w.s.mode == net.StonesMode:
		capPass(list, mostPass) // its teacher did not fill its own area
	case w.asked:
		capPass(list, mostPassAdvised)
	case !passed:
		capPass(list, mostPass)
	}
	if w.asked && ply > 0 {
		list = w.worthwhile(list)
	}
	w.list = list
	return list
}

// barren returns the points that were barren at the root, none if a move has been made at
// one of them since, as a kept tree may do: it must be answered.
func (w *worker) barren() *rules.PointSet {
	for _, m := range w.moves {
		if w.s.barren[m.Point] {
			return &noPoints
		}
	}
	return w.s.barren
}

var noPoints rules.PointSet

// logit returns that of the chance of a play of c at p.
func (w *worker) logit(p rules.Point, c rules.Color, last, second rules.Point) float32 {
	if w.asked {
		return float32(w.params.NetSharpness) * w.adviser.output.Policy[p]
	}
	w.extract.of(&w.features, &w.pos.Board, c, p, last, second)
	return w.s.weights.logit(&w.features)
}

// passLogit is logit for a pass.
func (w *worker) passLogit(passed bool) float32 {
	if w.asked {
		return float32(w.params.NetSharpness) * w.adviser.output.Policy[rules.Pass]
	}
	pass := w.s.weights.Feature[featPass]
	if passed {
		pass += w.s.weights.Feature[featPassAgain]
	}
	return pass
}

// worthwhile leaves out the moves, but for a pass, that the net gives no chance: their
// nodes would only fill the tree.
func (w *worker) worthwhile(list []candidate) []candidate {
	n := 0
	for _, c := range list {
		if float64(c.chance) >= w.params.NetLeast || c.move == rules.Pass {
			list[n] = c
			n++
		}
	}
	return list[:n]
}

// mostPass and mostPassAdvised bound the chance of a pass, without a net and with it:
// games of an unusual size or kind must not begin with one because no move looks
// familiar. After a pass the net's bound holds too: what ends the game must be compared
// with something.
const (
	mostPass        = 0.1
	mostPassAdvised = 0.5
)

// capPass bounds the chance of a pass.
func capPass(list []candidate, most float32) {
	pass := &list[len(list)-1]
	if pass.move != rules.Pass || len(list) == 1 || pass.chance <= most {
		return
	}
	left := 1 - pass.chance
	if left < 0.001 { // too little to be told by a difference from 1
		left = 0
		for _, c := range list[:len(list)-1] {
			left += c.chance
		}
	}
	for i := range list {
		if left > 0 {
			list[i].chance *= (1 - most) / left
		} else {
			list[i].chance = (1 - most) / float32(len(list)-1)
		}
	}
	pass.chance = most
}

// lastMoves returns the last move and the one before it, Pass for none.
func (w *worker) lastMoves() (last, second rules.Point) {
	last, second = w.s.recent[0], w.s.recent[1]
	for _, m := range w.moves[max(0, len(w.moves)-2):] {
		last, second = m.Point, last
	}
	return last, second
}

// normalize turns sums of weights into chances.
func normalize(list []candidate) {
	best := list[0].chance
	for _, c := range list {
		best = max(best, c.chance)
	}
	sum := float32(0)
	for i := range list {
		list[i].chance = float32(math.Exp(float64(list[i].chance - best)))
		sum += list[i].chance
	}
	for i := range list {
		list[i].chance /= sum
	}
}

// repeats reports whether the play would make a position that stood before, so
// that the ko rule forbids it. Simple ko is looked at as positional superko:
// nothing is gained by going round in circles.
func (w *worker) repeats(p rules.Point, c rules.Color, key uint64) bool {
	if w.s.history.Ko() == rules.IkedaKo && !w.pos.Captures(p, c) {
		return false
	}
	return w.s.history.Seen(w.pos.KeyAfter(key, rules.Move{Color: c, Point: p}), c, w.seen)
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
