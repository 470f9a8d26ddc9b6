package search

import (
	"context"
	"math/bits"

	"gtpgo/internal/rules"
)

// verdict answers whether Black gets so many points.
type verdict int8

const (
	unknown verdict = iota
	yes
	no
)

// verdictFor returns the answer that c wants.
func verdictFor(c rules.Color) verdict { return verdict(c) }

// solvePlace is a position on the path from the root.
type solvePlace struct {
	key   uint64 // as the ko rule knows it
	board stones
	mover rules.Color
	hash  uint64   // of the position and its mirror images
	state solveKey // under simple ko
	bound int
}

// solver answers questions about one position of one game.
type solver struct {
	g       *grid
	r       *rules.Ruleset
	past    []uint64
	superko bool
	lost    rules.Color // under simple ko, who loses by repetition
	group   uint8       // the symmetries of all earlier positions of the game
	table   *solveTable
	path    []solvePlace
	learned [2][cellBits + 1]int // how often a move proved something, by side

	// In a search by depth, the side that a proof is looked for, and the round of such
	// questions, to one depth each.
	hope  rules.Color
	round uint16
	ctx   context.Context
	nodes int
	stop  int // nodes, for the question in hand
	limit int // nodes in all, 0 is none
	halt  bool
}

// canonical returns the least of the position's images, and the symmetry that
// makes it.
func (s *solver) canonical(b stones) (key uint64, turn int) {
	key = b.key()
	if s.group == 1 {
		return key, 0
	}
	for i := 1; i < symmetries; i++ {
		if s.group>>i&1 != 0 {
			if k := s.g.turnStones(b, i).key(); k < key {
				key, turn = k, i
			}
		}
	}
	return key, turn
}

// fixing returns those symmetries of a group that leave the state as it is.
func (s *solver) fixing(group uint8, st *solveState) uint8 {
	for rest := group &^ 1; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros8(rest)
		if s.g.turnStones(st.board, i) != st.board || s.g.turn(st.late, i) != st.late ||
			st.ko != noKo && s.g.turnPoint(int(st.ko), i) != int(st.ko) {
			group &^= 1 << i
		}
	}
	return group
}

// repeated returns where on the path the position stands that a play may not
// bring back, -1 if in the game before, and whether there is one.
func (s *solver) repeated(key uint64) (place int, found bool) {
	for i := len(s.path) - 1; i >= 0; i-- {
		if s.path[i].key == key {
			return i, true
		}
	}
	for _, k := range s.past {
		if k == key {
			return -1, true
		}
	}
	return 0, false
}

// wide returns bounds that hold in any position. Who always passes loses no
// more: a board, and under territory rules its own stones and a stone for each
// play and pass of the opponent, of which there are few more than points.
func (s *solver) wide() (lo, hi int) {
	n := s.g.points + 1
	if s.r.Scoring == rules.TerritoryScoring || s.r.Tax != rules.NoTax {
		n = 3*s.g.points + 4
	}
	return -n, n
}

// bounds answers whether Black gets bound points or more as the stones stand,
// unknown if they do not tell. Unconditionally alive stones stay though their side
// passes all the time, whatever has been before, and so does an empty point in each
// region that keeps them alive, which then is nobody's or theirs. By area, all of a
// region that a side can claim is its own, if what it plays there is not forbidden.
func (s *solver) bounds(st *solveState, bound int) (verdict, proof) {
	p := proof{made: noneMade()}
	lo, hi := s.wide()
	if lo >= bound {
		return yes, p
	} else if hi < bound {
		return no, p
	}
	if s.r.Tax != rules.NoTax || s.r.LiveOnly {
		return unknown, p
	}
	shift, slack := 0, 0
	if s.r.FirstPass {
		slack = 1
	}
	if s.r.Scoring == rules.TerritoryScoring {
		// Territory less captures is area less plays. Sides move in turn, and
		// a move costs a point where a pass does, but the last one at times.
		shift, slack = st.board[1].count()-st.board[0].count(), slack+2
	}
	claims := s.r.Scoring == rules.AreaScoring
	for c := range st.board {
		if st.board[c].count() < 2 {
			continue
		}
		alive, regions, eyes := s.g.alive(st.board, c, s.r.Suicide)
		if s.r.Scoring == rules.StoneScoring {
			eyes = 0
		}
		// enough reports whether so many points, less those of the opponent, are
		// what this side wants.
		enough := func(n int) bool {
			n -= slack
			return c == 0 && n+shift >= bound || c == 1 && shift-n < bound
		}
		sure := 2*alive.count() - s.g.points
		answer := verdictFor(rules.Black + rules.Color(c))
		if enough(sure + regions.count() + eyes.count()) {
			return answer, p
		}
		if !claims || alive == 0 {
			continue
		}
		kept, own := s.g.claimed(st.board, c, alive, s.r.Suicide)
		if enough(sure+2*own.count()+(regions&^own).count()+(eyes&^own).count()) && s.claimable(c, kept, own) {
			if s.superko {
				p.made.claim(kept, own)
			}
			return answer, p
		}
	}
	return unknown, p
}

// claimable reports whether no play of a side in a region that it claims, by the stones
// kept, can bring back a position that stood before.
func (s *solver) claimable(c int, kept, region cells) bool {
	m := noneMade()
	m.claim(kept, region)
	for i := range s.path {
		if m.may(s.path[i].board, c, s.path[i].hash) {
			return false
		}
	}
	for _, key := range s.past {
		if b := unkey(key); m.may(b, c, 0) {
			return false
		}
	}
	return true
}

// solveMove is a move and where it leads.
type solveMove struct {
	point    int // noMove for a pass
	state    solveState
	gain     int
	captures bool
	key      uint64
	order    int
}

// passIndex is the place of a pass in solver.learned.
func passIndex(point int) int { return min(point, cellBits) }

// decide answers whether Black gets bound points or more from here on, and what the
// answer depends on. The effort is a depth under simple ko, else the nodes double from
// one to the next. group are the symmetries of all positions so far and this one; turn
// is that of canonical.
func (s *solver) decide(st *solveState, bound, effort int, group uint8, turn int) (verdict, proof) {
	if !s.superko {
		return s.prove(st, bound, effort, group, turn)
	}
	s.stop = s.nodes + leastEffort<<min(effort, mostEffort)
	v, p, _ := s.count(st, bound, pnCount{pnMost, pnMost}, group, turn)
	return v, p
}

// known answers the question where the position or the table tells, and returns the
// key of the state and the move that is best by the table, noMove-1 for none.
func (s *solver) known(st *solveState, bound, turn int) (v verdict, p proof, key solveKey, first int) {
	s.halt = s.halt || s.nodes&255 == 0 && s.ctx.Err() != nil || s.limit > 0 && s.nodes >= s.limit
	if s.halt {
		return
	}
	s.nodes++
	me := st.toPlay
	if passed, gain := st.pass(s.r); passed.ended && s.final(&passed, bound-gain) == verdictFor(me) {
		return verdictFor(me), proof{made: noneMade()}, key, first
	}
	if v, p = s.bounds(st, bound); v != unknown {
		return
	}
	key = s.key(st, turn)
	if !s.superko {
		if v, p = s.cycle(st, bound); v != unknown {
			return
		}
	}
	first = noMove - 1
	for _, prover := range [2]rules.Color{rules.Black, rules.White} {
		e := s.table.get(solveKey{key.board, key.rest | proofBit(prover)})
		if e == nil {
			continue
		}
		if prover == rules.Black && e.bound >= int16(bound) || prover == rules.White && e.bound <= int16(bound) {
			if p, ok := s.recall(e, prover, turn); ok {
				return verdictFor(prover), p, key, first
			}
		}
		if prover == me {
			first = s.turnMove(int(e.move), s.g.inverse[turn])
		}
	}
	return unknown, proof{}, key, first
}

// allMoves returns the moves to try, the pass too if it does not end the game: that
// known has looked at. See moves.
func (s *solver) allMoves(list []solveMove, st *solveState, bound int, group uint8, first int, all *proof) []solveMove {
	list = s.moves(list, st, group, first, all)
	passed, gain := st.pass(s.r)
	if passed.ended {
		return list
	}
	order := -1 << 20
	if s.final(&passed, bound-gain) == verdictFor(st.toPlay) {
		order = 1 << 18
	}
	if first == noMove {
		order = 1 << 24
	}
	return append(list, solveMove{point: noMove, state: passed, gain: gain, order: order + s.learned[side(st.toPlay)][cellBits]})
}

// conclude keeps a proof, found since start, and returns the answer.
func (s *solver) conclude(key solveKey, prover rules.Color, bound, turn, move int, p *proof, start int) verdict {
	own := len(s.path) - 1
	if !s.superko {
		own++ // the state itself, just taken off
	}
	if own >= 0 {
		p.banned.remove(own)
	}
	s.keep(key, prover, bound, turn, move, p, s.nodes-start)
	return verdictFor(prover)
}

// prove answers as decide does under simple ko, with plays and passes to a depth. A node
// where the side that is hoped to succeed is not to move ends at the first unknown move.
// Order of moves, what unknowns are remembered and how deep late moves are looked at
// cost time only.
func (s *solver) prove(st *solveState, bound, depth int, group uint8, turn int) (verdict, proof) {
	start, me := s.nodes+1, st.toPlay
	v, p, key, first := s.known(st, bound, turn)
	if v != unknown || s.halt {
		return v, p
	}
	hint, check := s.table.hint(key, bound)
	if hint.check == check {
		if int(hint.depth) == depth && hint.round == s.round {
			return unknown, proof{}
		}
		first = s.turnMove(int(hint.move), s.g.inverse[turn])
	}
	if depth == 0 || len(s.path) >= maxSolveDepth {
		return unknown, proof{}
	}

	var buffer [cellBits + 1]solveMove
	all := proof{made: noneMade()}
	moves := s.allMoves(buffer[:0], st, bound, group, first, &all)
	s.path = append(s.path, solvePlace{state: s.key(st, 0), bound: bound})
	undecided, try := false, noMove-1
	for i := range moves {
		for j := i + 1; j < len(moves); j++ {
			if moves[j].order > moves[i].order {
				moves[i], moves[j] = moves[j], moves[i]
			}
		}
		m := &moves[i]
		next := max(depth-1-s.late(me, i), 0)
		v, p = s.after(m, bound, group, turn, me, func(st *solveState, bound int, group uint8, turn int) (verdict, proof) {
			return s.prove(st, bound, next, group, turn)
		})
		if v == verdictFor(me) {
			try = m.point
			break
		}
		if v == unknown {
			if !undecided {
				try = m.point
			}
			undecided = true
			if me != s.hope {
				break
			}
			continue
		}
		all.made.join(&p.made)
		all.banned.join(&p.banned)
	}
	s.path = s.path[:len(s.path)-1]
	if v == verdictFor(me) {
		s.learned[side(me)][passIndex(try)] += depth
		v = s.conclude(key, me, bound, turn, try, &p, start)
		return v, p
	}
	if undecided || s.halt {
		if !s.halt {
			*hint = solveHint{check, s.round, uint8(depth), uint8(s.turnMove(try, turn))}
		}
		return unknown, proof{}
	}
	all.made.spread(s.g, group)
	v = s.conclude(key, me.Other(), bound, turn, noMove, &all, start)
	return v, all
}

// late returns how much less deep the move that is tried as number i is looked
// at: the side that a proof is looked for needs only one, and it is more often
// among the first. The other side needs all to fail, so that the first one
// undecided ends the search of a node.
func (s *solver) late(me rules.Color, i int) int {
	if me != s.hope {
		return 0
	}
	return min(i, 2)
}

// after makes a move and has the question answered there.
func (s *solver) after(m *solveMove, bound int, group uint8, turn int, me rules.Color,
	answer func(st *solveState, bound int, group uint8, turn int) (verdict, proof)) (verdict, proof) {
	if m.point == noMove {
		if s.superko && s.r.Ko == rules.SituationalKo {
			last := solvePlace{key: shapeKey(m.state.board, me, s.r), board: m.state.board, mover: me}
			k, _ := s.canonical(m.state.board)
			last.hash = hashKey(k)
			s.path = append(s.path, last)
			defer func() { s.path = s.path[:len(s.path)-1] }()
		}
		return answer(&m.state, bound-m.gain, group, turn)
	}
	canon, turn := s.canonical(m.state.board)
	hash := hashKey(canon)
	if s.superko {
		s.path = append(s.path, solvePlace{key: m.key, board: m.state.board, mover: me, hash: hash})
	}
	v, p := answer(&m.state, bound-m.gain, s.fixing(group, &m.state), turn)
	if s.superko {
		s.path = s.path[:len(s.path)-1]
		if v == verdictFor(me) && (m.captures || s.r.Ko != rules.IkedaKo) {
			p.made.add(m.state.board, hash)
		}
	}
	return v, p
}

// moves appends the legal plays, one of those that symmetry makes equal, and
// notes in all which positions forbid others. first is the move to try first.
func (s *solver) moves(list []solveMove, st *solveState, group uint8, first int, all *proof) []solveMove {
	g, me := s.g, side(st.toPlay)
	occupied := st.board[0] | st.board[1]
	var seen cells
	for rest := g.full &^ occupied; rest != 0; rest &= rest - 1 {
		i := rest.first()
		bit := cells(1) << i
		if seen&bit != 0 || int(st.ko) == i {
			continue
		}
		for others := group &^ 1; others != 0; others &= others - 1 {
			seen |= g.turn(bit, bits.TrailingZeros8(others))
		}
		m := solveMove{point: i}
		m.state, m.gain, m.captures = st.play(g, s.r, i)
		if m.state.board[me]&bit == 0 && (!s.r.Suicide || g.grow(bit)&st.board[me] == 0) {
			continue
		}
		if s.superko {
			m.key = shapeKey(m.state.board, st.toPlay, s.r)
			if m.captures || s.r.Ko != rules.IkedaKo {
				if place, found := s.repeated(m.key); found {
					if place >= 0 {
						all.banned.add(place)
					}
					continue
				}
			}
		}
		m.order = s.learned[me][i] + s.order(st, &m)
		if i == first {
			m.order = 1 << 24
		}
		list = append(list, m)
	}
	return list
}

// order returns how early to try a play: what takes, saves and threatens.
func (s *solver) order(st *solveState, m *solveMove) (n int) {
	g, me := s.g, side(st.toPlay)
	b := m.state.board
	empty := g.full &^ (b[0] | b[1])
	n = 64 * (st.board[1-me].count() - b[1-me].count())
	bit := cells(1) << m.point
	chain := g.flood(bit, b[me])
	if libs := (g.grow(chain) & empty).count(); libs == 1 {
		n -= 16 * chain.count()
	} else {
		n += 2 * libs
	}
	for next := g.grow(bit) & b[1-me]; next != 0; {
		other := g.flood(next&-next, b[1-me])
		next &^= other
		if (g.grow(other) & empty).count() == 1 {
			n += 16 * other.count()
		}
	}
	return n + 2*(g.grow(bit)).count()
}

// final counts the position as if the game had ended.
func (s *solver) final(st *solveState, bound int) verdict {
	if s.g.margin(st.board, st.late, st.firstPass, s.r) >= bound {
		return yes
	}
	return no
}
