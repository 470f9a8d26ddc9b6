package search

import "gtpgo/internal/rules"

// noKo is the ko point where none is banned.
const noKo = 31

// solveState is all that play depends on but for the earlier positions, and
// but for points captured or given, which only shift the result.
type solveState struct {
	board  stones
	late   cells // stones played after the provisional end, under rules that ask for them
	toPlay rules.Color
	ko     uint8 // the point that simple ko bans for the side to move
	// As in rules.Tally; firstPass and phaseFirst stay Empty under rules that
	// do not ask for them.
	pending, firstPass, phaseFirst rules.Color
	ended                          bool
}

// pass returns the state after a pass, and what it gives, as points for Black
// (rules.Tally says which passes pair up and which cost a stone).
func (s *solveState) pass(r *rules.Ruleset) (after solveState, gain int) {
	c := s.toPlay
	after = *s
	after.toPlay, after.ko = c.Other(), noKo
	exempt := r.End == rules.FirstPassExempt && s.firstPass == rules.Empty
	if s.firstPass == rules.Empty && (r.End == rules.FirstPassExempt || r.FirstPass) {
		after.firstPass = c
	}
	pair := !exempt && s.pending == c.Other() && (r.PassCost != rules.AllWhiteLast || c == rules.White)
	after.pending = c
	if exempt {
		after.pending = rules.Empty
	}
	pays := r.PassCost == rules.AllPasses || r.PassCost == rules.AllWhiteLast ||
		r.PassCost == rules.AfterProvisional && s.phaseFirst != rules.Empty
	switch {
	case pair && r.End == rules.Provisional && s.phaseFirst == rules.Empty:
		after.phaseFirst, after.pending = c.Other(), rules.Empty
	case pair:
		after.ended = true
		if r.PassCost == rules.AllPasses && c == rules.Black || r.PassCost == rules.AfterProvisional && c == s.phaseFirst {
			pays = false
		}
	}
	if pays && r.Scoring == rules.TerritoryScoring {
		gain = sign(c.Other())
	}
	return after, gain
}

// play returns the state after a play at i that is no lone suicide, what it
// gains, as points for Black, and whether it captures.
func (s *solveState) play(g *grid, r *rules.Ruleset, i int) (after solveState, gain int, captures bool) {
	c := s.toPlay
	board, captured, suicided := g.play(s.board, side(c), i)
	after = *s
	after.board, after.toPlay, after.ko, after.pending, after.ended = board, c.Other(), noKo, rules.Empty, false
	if r.LiveOnly {
		if s.phaseFirst != rules.Empty {
			after.late |= 1 << i
		}
		after.late &= board[0] | board[1]
	}
	if r.Scoring == rules.TerritoryScoring {
		gain = sign(c) * (captured.count() - suicided.count())
	}
	if r.Ko == rules.SimpleKo && captured.count() == 1 {
		// Recapture would bring back the position before if it took this stone alone.
		if back, taken, _ := g.play(board, side(c.Other()), captured.first()); taken != 0 && back == s.board {
			after.ko = uint8(captured.first())
		}
	}
	return after, gain, captured != 0
}

// sign returns 1 for Black and -1 for White.
func sign(c rules.Color) int { return 3 - 2*int(c) }

// solveRoot is where a solution begins: the state, the positions of the game
// that no play may bring back, and the points captured and given so far.
type solveRoot struct {
	solveState
	past  []uint64 // keys of earlier positions, the present one too
	ahead int      // for Black
}

// newSolveRoot replays the game's record, with c to move at its end.
func newSolveRoot(g *grid, game *rules.Game, c rules.Color) *solveRoot {
	r := game.Rules()
	root := &solveRoot{solveState: solveState{toPlay: game.First(), ko: noKo}}
	for _, m := range game.Stones() {
		root.board[side(m.Color)] |= 1 << g.cell(m.Point)
	}
	start := c.Other()
	moves := game.Moves()
	if len(moves) > 0 {
		start = moves[0].Color.Other()
	}
	root.remember(start, r)
	before := root.board
	for _, m := range moves {
		root.toPlay = m.Color
		before = root.board
		if m.Point == rules.Pass {
			root.solveState, _ = root.pass(r)
		} else {
			root.solveState, _, _ = root.play(g, r, g.cell(m.Point))
		}
		root.remember(m.Color, r)
	}
	root.toPlay, root.ko = c, noKo
	if r.Ko == rules.SimpleKo && len(moves) > 0 {
		for i := range g.points {
			if (root.board[0]|root.board[1])>>i&1 == 0 {
				if after, _, _ := g.play(root.board, side(c), i); after == before {
					root.ko = uint8(i)
				}
			}
		}
	}
	if r.Scoring == rules.TerritoryScoring {
		t := game.Position().Tally
		root.ahead = t.Captured[rules.White] - t.Captured[rules.Black] + t.Given[rules.White] - t.Given[rules.Black]
	}
	return root
}

// remember notes the present position as one that stood after a move of c.
func (s *solveRoot) remember(c rules.Color, r *rules.Ruleset) {
	s.past = append(s.past, shapeKey(s.board, c, r))
}

// shapeKey returns what the ko rule knows a position by.
func shapeKey(b stones, mover rules.Color, r *rules.Ruleset) uint64 {
	if r.Ko == rules.SituationalKo && mover == rules.White {
		return b.key() | 1<<63
	}
	return b.key()
}
