package search

import (
	"math/bits"

	"gtpgo/internal/rules"
)

// key returns the key of what symmetry turn makes of a state.
func (s *solver) key(st *solveState, turn int) solveKey {
	if turn == 0 {
		return solveKey{st.board.key(), st.restKey(st.late, st.ko)}
	}
	return solveKey{s.g.turnStones(st.board, turn).key(), st.restKey(s.g.turn(st.late, turn), uint8(s.turnMove(int(st.ko), turn)))}
}

// turnMove returns where a symmetry takes a point; what is none stays.
func (s *solver) turnMove(point, turn int) int {
	if point >= s.g.points {
		return point
	}
	return s.g.turnPoint(point, turn)
}

// cycle reports whether play came back to this state under simple ko, without
// a gain for the side that must not let it. Then that side has lost, as it
// never gets further.
func (s *solver) cycle(st *solveState, bound int) (verdict, proof) {
	key := s.key(st, 0)
	for i := len(s.path) - 1; i >= 0; i-- {
		o := &s.path[i]
		if o.state != key {
			continue
		}
		if s.lost == rules.Black && bound >= o.bound || s.lost == rules.White && bound <= o.bound {
			p := proof{made: noneMade()}
			p.banned.add(i)
			return verdictFor(s.lost.Other()), p
		}
	}
	return unknown, proof{}
}

// keep puts a proof into the table, if it has room for what it depends on.
func (s *solver) keep(key solveKey, prover rules.Color, bound, turn, move int, p *proof, effort int) {
	n := p.banned.count()
	if n > maxBanned || n > 0 && !s.superko {
		return
	}
	e := solveEntry{key: key, bound: int16(bound), move: uint8(s.turnMove(move, turn)), effort: uint8(bits.Len(uint(effort)))}
	e.key.rest |= proofBit(prover)
	e.made = p.made.turn(s.g, turn)
	for w, word := range p.banned {
		for ; word != 0; word &= word - 1 {
			e.banned[e.bannedN] = s.turnShape(s.path[w<<6|bits.TrailingZeros64(word)].key, turn)
			e.bannedN++
		}
	}
	s.table.put(&e, prover == rules.Black)
}

// turnShape returns what a symmetry makes of a key of solvePlace.
func (s *solver) turnShape(key uint64, turn int) uint64 {
	if turn == 0 {
		return key
	}
	return s.g.turnStones(unkey(key), turn).key() | key&(1<<63)
}

// recall returns the proof of an entry, if it holds after the present history.
func (s *solver) recall(e *solveEntry, prover rules.Color, turn int) (p proof, ok bool) {
	if !s.superko {
		return proof{made: noneMade()}, true
	}
	back := s.g.inverse[turn]
	for _, key := range e.banned[:e.bannedN] {
		key = s.turnShape(key, back)
		i := len(s.path) - 1
		for i >= 0 && s.path[i].key != key {
			i--
		}
		if i < 0 {
			return p, false
		}
		p.banned.add(i)
	}
	p.made = e.made.turn(s.g, back)
	// The last place is the state itself: a proof that starts there never
	// comes back to it.
	for i := 0; i < len(s.path)-1; i++ {
		o := &s.path[i]
		if s.r.Ko == rules.SituationalKo && o.mover != prover {
			continue
		}
		if p.made.may(o.board, side(prover), o.hash) {
			return p, false
		}
	}
	return p, true
}
