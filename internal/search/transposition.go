package search

import (
	"sync/atomic"
	"unsafe"
)

// transpositions say where the moves of a position are in the arena: those who come to it by
// the same moves in another order share them, and what playouts find below, so that the tree
// is a directed graph (Childs, Brodeur and Kocsis, "Transpositions and move groups in Monte
// Carlo tree search", 2008). A table of fixed size, of which a new entry takes the place of
// an old one.
type transpositions []transposition

// transposition is an entry, zero for none: the index of the first child in the upper and
// the number of children in the lower half of moves, and the key of the position with moves
// mixed in, so that an entry of which another thread has written one half is not believed
// (Hyatt and Mann, "A lockless transposition-table implementation for parallel search",
// 2002).
type transposition struct{ check, moves atomic.Uint64 }

// nodesATransposition is the number of nodes for each entry.
const nodesATransposition = 64

// nodesIn returns how many nodes, with their transpositions, there are room for.
func nodesIn(bytes int) int {
	const each = nodesATransposition*int(unsafe.Sizeof(node{})) + int(unsafe.Sizeof(transposition{}))
	return bytes / each * nodesATransposition
}

func (t transpositions) at(key uint64) *transposition { return &t[key%uint64(len(t))] }

// find returns where the moves of the position are.
func (t transpositions) find(key uint64) (first uint32, count uint16, ok bool) {
	e := t.at(key)
	moves := e.moves.Load()
	if moves == 0 || e.check.Load() != key^moves {
		return 0, 0, false
	}
	return uint32(moves >> 32), uint16(moves), true
}

// note remembers where the moves of the position are.
func (t transpositions) note(key uint64, first uint32, count uint16) {
	e, moves := t.at(key), uint64(first)<<32|uint64(count)
	e.moves.Store(moves)
	e.check.Store(key ^ moves)
}

// each calls f for all entries.
func (t transpositions) each(f func(key uint64, first uint32, count uint16)) {
	for i := range t {
		if moves := t[i].moves.Load(); moves != 0 {
			f(t[i].check.Load()^moves, uint32(moves>>32), uint16(moves))
		}
	}
}
