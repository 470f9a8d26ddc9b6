package search

// Proof-number search (Victor Allis, Maarten van der Meulen and Jaap van den Herik,
// "Proof-number search", Artificial Intelligence 66, 1994), depth first with two
// thresholds (Ayumu Nagai, "Df-pn algorithm for searching AND/OR trees and its
// applications", 2002): it looks where the fewest positions are left to be decided for
// an answer. Numbers of failing moves are not summed but the largest taken, plus one for
// each other move (Toru Ueda, Tsuyoshi Hashimoto, Junichi Hashimoto and Hiroyuki Iida,
// "Weak proof-number search", CG 2008), as lines meet again in many places. The numbers
// go by state, whatever the history: wrong ones cost time only.

// pnMost is a number that no threshold exceeds.
const pnMost = 1 << 15

// pnCount is what is left to be decided of a question: for the side to move to get what
// it wants (own), and for the other one.
type pnCount struct{ own, other int }

// The nodes for the least effort, and how often that is doubled at most.
const (
	leastEffort = 500
	mostEffort  = 40
)

// foreseen returns the counts noted of the question after a move.
func (s *solver) foreseen(m *solveMove, bound int) pnCount {
	_, turn := s.canonical(m.state.board)
	return s.table.foreseen(s.key(&m.state, turn), bound-m.gain)
}

// pnKid is a move in a node of the search.
type pnKid struct {
	solveMove
	count pnCount // of who is to move after it
	done  bool    // it fails
}

// count answers as decide does, if that takes no more nodes than stop and the counts,
// which it returns, do not reach the limit.
func (s *solver) count(st *solveState, bound int, limit pnCount, group uint8, turn int) (verdict, proof, pnCount) {
	start, me := s.nodes+1, st.toPlay
	v, p, key, first := s.known(st, bound, turn)
	switch {
	case v != unknown || len(s.path) >= maxSolveDepth:
		return v, p, limit
	case s.halt || s.nodes >= s.stop:
		return v, p, s.table.foreseen(key, bound)
	}
	all := proof{made: noneMade()}
	var buffer [cellBits + 1]solveMove
	var kids [cellBits + 1]pnKid
	n := 0
	for _, m := range s.allMoves(buffer[:0], st, bound, group, first, &all) {
		kids[n] = pnKid{solveMove: m, count: s.foreseen(&m, bound)}
		n++
	}
	for {
		best, next, left := -1, pnMost, 0
		now := pnCount{pnMost, 0}
		for i := range kids[:n] {
			k := &kids[i]
			if k.done {
				continue
			}
			left++
			now.other = max(now.other, k.count.own)
			switch {
			case best < 0 || k.count.other < now.own || k.count.other == now.own && k.order > kids[best].order:
				next = min(next, now.own)
				best, now.own = i, k.count.other
			default:
				next = min(next, k.count.other)
			}
		}
		if left == 0 {
			all.made.spread(s.g, group)
			v = s.conclude(key, me.Other(), bound, turn, noMove, &all, start)
			return v, all, pnCount{}
		}
		now.other += left - 1
		if now.own >= limit.own || now.other >= limit.other || s.halt || s.nodes >= s.stop {
			s.table.foresee(key, bound, now)
			return unknown, proof{}, now
		}
		k := &kids[best]
		below := pnCount{limit.other - left + 1, min(limit.own, next+1+next/4)}
		v, p = s.after(&k.solveMove, bound, group, turn, me, func(st *solveState, bound int, group uint8, turn int) (v verdict, p proof) {
			v, p, k.count = s.count(st, bound, below, group, turn)
			return v, p
		})
		switch v {
		case unknown:
		case verdictFor(me):
			s.learned[side(me)][passIndex(k.point)]++
			v = s.conclude(key, me, bound, turn, k.point, &p, start)
			return v, p, pnCount{}
		default:
			k.done = true
			all.made.join(&p.made)
			all.banned.join(&p.banned)
		}
	}
}
