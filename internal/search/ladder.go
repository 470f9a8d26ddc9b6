package search

import "gtpgo/internal/rules"

// maxLadder bounds how deep a chase is read, in plies, and maxLadderNodes how
// many moves are tried in all.
const (
	maxLadder      = 80
	maxLadderNodes = 300
)

// ladder reads chases: a chain in atari runs, the attacker puts it in atari
// again. Boards of the line being read are kept and used again.
type ladder struct {
	boards boardStack
	nodes  int
}

// boardStack holds the boards of a line that is read, by depth.
type boardStack []*rules.Board

// at returns the board for a depth.
func (s *boardStack) at(depth int) *rules.Board {
	for len(*s) <= depth {
		*s = append(*s, new(rules.Board))
	}
	return (*s)[depth]
}

// catches reports whether a play at p, a liberty of the chain at q that has
// two, leads to its capture.
func (l *ladder) catches(b *rules.Board, q, p rules.Point) bool {
	l.nodes = 0
	return l.atari(b, q, p, 0)
}

// runs reports whether the chain at q, in atari, is out of danger after its
// owner plays at p.
func (l *ladder) runs(b *rules.Board, q, p rules.Point) bool {
	l.nodes = 0
	return l.survives(b, q, p, 0)
}

// escapes reports whether the chain at q, in atari, can get out of danger if
// its owner moves.
func (l *ladder) escapes(b *rules.Board, q rules.Point, depth int) bool {
	if depth == 0 {
		l.nodes = 0
	}
	c := b.At(q)
	if out := b.Liberty(q); b.Playable(out, c) && l.survives(b, q, out, depth) {
		return true
	}
	// Taking one of the pursuers.
	for s := q; ; {
		for _, r := range b.Neighbors(s) {
			if b.At(r) == c.Other() && b.Liberties(r) == 1 {
				if p := b.Liberty(r); b.Playable(p, c) && l.survives(b, q, p, depth) {
					return true
				}
			}
		}
		if s = b.NextStone(s); s == q {
			return false
		}
	}
}

// survives reports whether the chain at q cannot be caught after its owner
// plays at p.
func (l *ladder) survives(b *rules.Board, q, p rules.Point, depth int) bool {
	if l.nodes++; depth >= maxLadder || l.nodes > maxLadderNodes {
		return true
	}
	next := l.boards.at(depth)
	next.Copy(b)
	next.Place(p, b.At(q))
	switch libs := next.Liberties(q); {
	case libs < 2:
		return false
	case libs > 2:
		return true
	}
	var libs [4]rules.Point
	for _, p := range next.AppendLiberties(libs[:0], q) {
		if next.Playable(p, next.At(q).Other()) && l.atari(next, q, p, depth+1) {
			return false
		}
	}
	return true
}

// atari reports whether the chain at q cannot get away after the attacker
// plays at p, one of its two liberties.
func (l *ladder) atari(b *rules.Board, q, p rules.Point, depth int) bool {
	if l.nodes++; depth >= maxLadder || l.nodes > maxLadderNodes {
		return false
	}
	next := l.boards.at(depth)
	next.Copy(b)
	next.Place(p, b.At(q).Other())
	return next.Liberties(q) == 1 && !l.escapes(next, q, depth+1)
}
