package search

import (
	"sync/atomic"

	"gtpgo/internal/rules"
)

// tally counts results: the number of playouts in the upper 24 bits, the sum
// of their values, each 0 to 1 in steps of 2^-16, in the lower 40. One atomic
// addition updates both, so that no update is lost and none is seen half.
type tally struct{ atomic.Uint64 }

const (
	oneVisit  = 1 << 40
	valueUnit = 1 << 16
	maxVisits = 1<<24 - 2 // playouts that a tally can hold
)

// read returns the number of playouts and the sum of their values.
func (t *tally) read() (n float64, sum float64) {
	x := t.Load()
	return float64(x >> 40), float64(x&(oneVisit-1)) * (1.0 / valueUnit)
}

// visits returns the number of playouts.
func (t *tally) visits() uint32 { return uint32(t.Load() >> 40) }

// node is a move in the tree and the position after it. All values are from
// the viewpoint of the player who made the move. Nodes hold no pointers: the
// children of a node are neighbours in the arena.
type node struct {
	stats tally // playouts through this node
	rave  tally // playouts below the parent in which the mover played here first
	// first is the index of the first child; leaf or expanding where there are
	// none yet.
	first atomic.Uint32
	count uint16  // children
	move  uint16  // the Point played
	prior float32 // chance that a strong player picks it among its siblings
	// shared, of the first among siblings, says that several nodes have them as children.
	shared atomic.Bool
}

// States of node.first besides an index; index 0 is the root, never a child.
const (
	leaf      = 0
	expanding = 1<<32 - 1
)

// point returns the move that leads to the node.
func (n *node) point() rules.Point { return rules.Point(n.move) }

// tree is an arena of nodes. Node 0 is the root.
type tree struct {
	nodes          []node
	used           atomic.Uint32
	transpositions transpositions
}

func newTree(nodes int) *tree {
	t := &tree{nodes: make([]node, nodes), transpositions: make(transpositions, nodes/nodesATransposition+1)}
	t.reset()
	return t
}

// reset makes the tree a bare root.
func (t *tree) reset() {
	t.nodes[0].clear(0)
	t.used.Store(1)
	clear(t.transpositions)
}

func (n *node) clear(move rules.Point) {
	n.stats.Store(0)
	n.rave.Store(0)
	n.first.Store(leaf)
	n.shared.Store(false)
	n.count, n.move, n.prior = 0, uint16(move), 0
}

// alloc reserves n neighbouring nodes; ok is false when the arena is full.
func (t *tree) alloc(n int) (first uint32, ok bool) {
	for {
		used := t.used.Load()
		if int(used)+n > len(t.nodes) {
			return 0, false
		}
		if t.used.CompareAndSwap(used, used+uint32(n)) {
			return used, true
		}
	}
}

// full reports whether the moves of one more position, on a board of that many
// lines, may find no room.
func (t *tree) full(size int) bool { return int(t.used.Load())+size*size+1 > len(t.nodes) }

// children returns the children of n, none for a leaf.
func (t *tree) children(n *node) []node {
	first := n.first.Load()
	if first == leaf || first == expanding {
		return nil
	}
	return t.nodes[first : first+uint32(n.count)]
}

// child returns the child of n by that move, nil if there is none.
func (t *tree) child(n *node, move rules.Point) *node {
	kids := t.children(n)
	for i := range kids {
		if kids[i].point() == move {
			return &kids[i]
		}
	}
	return nil
}

// keep makes dst the part of t below the node from, which becomes the root:
// breadth first, so that children stay together and, when dst is smaller,
// the deepest are left out. t is of no use any more.
func (t *tree) keep(dst *tree, from *node) {
	dst.reset()
	dst.nodes[0].copyFrom(from)
	queue := []struct{ src, dst uint32 }{}
	attach := func(src *node, d uint32) {
		kids := t.children(src)
		if len(kids) == 0 {
			return
		}
		base := src.first.Load()
		first, moved := t.moved(base)
		if !moved {
			var ok bool
			if first, ok = dst.alloc(len(kids)); !ok {
				return
			}
			for i := range kids {
				dst.nodes[first+uint32(i)].copyFrom(&kids[i])
				queue = append(queue, struct{ src, dst uint32 }{base + uint32(i), first + uint32(i)})
			}
			t.move(base, first)
		}
		dst.nodes[d].count = uint16(len(kids))
		dst.nodes[d].first.Store(first)
	}
	attach(from, 0)
	for i := 0; i < len(queue); i++ {
		attach(&t.nodes[queue[i].src], queue[i].dst)
	}
	t.transpositions.each(func(key uint64, first uint32, count uint16) {
		if first, ok := t.moved(first); ok {
			dst.transpositions.note(key, first, count)
		}
	})
}

// move marks the children from first on as those that are now at to, in another tree: the
// first of them has no prior any more, and tells where it is in place of its RAVE value.
func (t *tree) move(first, to uint32) {
	n := &t.nodes[first]
	n.prior = -1
	n.rave.Store(uint64(to))
}

// moved returns where the children from first on are now.
func (t *tree) moved(first uint32) (to uint32, ok bool) {
	n := &t.nodes[first]
	return uint32(n.rave.Load()), n.prior < 0
}

// copyFrom copies all but the children.
func (n *node) copyFrom(o *node) {
	n.stats.Store(o.stats.Load())
	n.rave.Store(o.rave.Load())
	n.first.Store(leaf)
	n.shared.Store(o.shared.Load())
	n.count, n.move, n.prior = 0, o.move, o.prior
}
