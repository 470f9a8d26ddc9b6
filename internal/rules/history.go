package rules

// History is the set of positions that a play may not repeat, for the search:
// it goes by keys alone, as a wrong answer there costs a playout and not a
// legal move.
type History struct {
	ko    Ko
	table []uint64 // open addressing, 0 is free
}

// salt tells positions after White's moves from those after Black's.
const salt = 0x9e3779b97f4a7c15

// History returns the positions of the game so far, with c to move next.
func (g *Game) History(c Color) *History {
	h := &History{ko: g.rules.Ko}
	size := 16
	for size < 4*len(g.shapes) {
		size *= 2
	}
	h.table = make([]uint64, size)
	for i := range g.shapes {
		f := h.print(g.shapes[i].key, g.mover(i, c))
		j := f & uint64(size-1)
		for h.table[j] != 0 && h.table[j] != f {
			j = (j + 1) & uint64(size-1)
		}
		h.table[j] = f
	}
	return h
}

// print returns what a position is known by under the ko rule.
func (h *History) print(key uint64, mover Color) uint64 {
	if h.ko == SituationalKo && mover == White {
		key ^= salt
	}
	return key | 1
}

// Seen reports whether the position stood before, in the game or on the path
// of positions since, after a move of the same colour where the ko rule asks
// for that.
func (h *History) Seen(key uint64, mover Color, path []uint64) bool {
	f := h.print(key, mover)
	for j := f & uint64(len(h.table)-1); h.table[j] != 0; j = (j + 1) & uint64(len(h.table)-1) {
		if h.table[j] == f {
			return true
		}
	}
	for _, k := range path {
		if k == f {
			return true
		}
	}
	return false
}

// Push returns the path with one more position.
func (h *History) Push(path []uint64, key uint64, mover Color) []uint64 {
	return append(path, h.print(key, mover))
}

// Ko returns the ko rule that the history is for.
func (h *History) Ko() Ko { return h.ko }

// Stood reports whether the position that the move makes stood before in the
// game, whoever moved; a pass never counts as a repetition.
func (g *Game) Stood(m Move) bool {
	if m.Point == Pass {
		return false
	}
	key := g.pos.KeyAfter(g.shapes[len(g.shapes)-1].key, m)
	for i := range g.shapes {
		if g.shapes[i].key == key {
			return true
		}
	}
	return false
}
