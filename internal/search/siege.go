package search

import (
	"slices"

	"gtpgo/internal/rules"
)

// maxSiege bounds the moves of a line of a siege.
const maxSiege = 24

// siege reads whether a chain with little room can be captured, move by move, where
// playouts know little: stones inside that take its eyes, captures of many stones at
// once, ko. Play is in a region, and no position of a line may come back.
type siege struct {
	target   rules.Point
	defender rules.Color
	region   []rules.Point
	boards   boardStack
	seen     []uint64 // positions of the line
	left     int      // positions that may still be looked at
}

// Captured reports whether the chain at target will be captured, c moving first, if
// its opponent plays on the points of the region alone, and its owner there or passes.
// Only the first sees an end to it: known is false if that takes more positions than
// the limit, or too long lines.
func Captured(b *rules.Board, target rules.Point, region []rules.Point, c rules.Color, limit int) (captured, known bool) {
	s := &siege{target: target, defender: b.At(target), region: region, left: limit}
	s.boards.at(0).Copy(b)
	s.seen = append(s.seen, b.Key())
	if c == s.defender {
		captured = !s.defend(0)
	} else {
		captured = s.attack(0)
	}
	return captured, s.left >= 0
}

// over reports whether the reading has to end without an answer.
func (s *siege) over(depth int) bool {
	if s.left--; depth >= maxSiege {
		s.left = -1
	}
	return s.left < 0
}

// attack reports whether the attacker, to move, captures the chain.
func (s *siege) attack(depth int) bool {
	if s.over(depth) {
		return false
	}
	b, c := s.boards.at(depth), s.defender.Other()
	if b.Liberties(s.target) == 1 && s.try(depth, b.Liberty(s.target), c, func() bool { return true }) {
		return true
	}
	for _, p := range s.region {
		if s.try(depth, p, c, func() bool { return !s.defend(depth + 1) }) {
			return true
		}
	}
	return false
}

// defend reports whether the chain, its owner to move, lives on.
func (s *siege) defend(depth int) bool {
	if s.over(depth) {
		return true
	}
	b, c := s.boards.at(depth), s.defender
	if b.Liberties(s.target) > 1 {
		next := s.boards.at(depth + 1)
		next.Copy(b)
		next.LiftKo()
		if !s.attack(depth + 1) {
			return true
		}
	}
	for _, p := range s.region {
		if b.EyeLike(p, c) && !b.TouchesAtari(p, c) {
			continue
		}
		if s.try(depth, p, c, func() bool { return !s.attack(depth + 1) }) {
			return true
		}
	}
	return false
}

// try plays c at p, if that is legal and the chain still stands or is to be captured,
// and returns what then says, true if the chain is gone.
func (s *siege) try(depth int, p rules.Point, c rules.Color, then func() bool) bool {
	b := s.boards.at(depth)
	if s.left < 0 || b.At(p) != rules.Empty || !b.Playable(p, c) {
		return false
	}
	key := b.KeyAfter(s.seen[len(s.seen)-1], rules.Move{Color: c, Point: p})
	if slices.Contains(s.seen, key) {
		return false
	}
	next := s.boards.at(depth + 1)
	next.Copy(b)
	next.Place(p, c)
	if next.At(s.target) != s.defender {
		return c != s.defender
	}
	s.seen = append(s.seen, key)
	result := then()
	s.seen = s.seen[:len(s.seen)-1]
	return result
}
