package rules

// Phase is how far a game has gone.
type Phase uint8

const (
	// Playing: no end yet.
	Playing Phase = iota
	// ProvisionalEnd: after the provisional end of Ikeda's Territory I and II
	// (6.1, 仮終局), before the end.
	ProvisionalEnd
	// Ended: as the moves stand, the game is over. A play resumes it.
	Ended
)

// String returns "playing", "provisional" or "ended".
func (p Phase) String() string { return [...]string{"playing", "provisional", "ended"}[p] }

// Tally counts what the board does not show: moves, passes, captures, and how
// far the end of the game has come. It is a small value, kept by play and pass, move
// after move, in games and in the search alike. Arrays are indexed by Color.
type Tally struct {
	Moves    [3]int // plays and passes made by a colour
	Captured [3]int // stones of a colour taken off the board, suicides too
	Given    [3]int // stones that a colour gave by passing

	FirstPass  Color // who made the first pass of the game; Empty if nobody has
	PhaseFirst Color // who is to move first after the provisional end; Empty before it
	pending    Color // last move was a pass of this colour that can pair up with one by the other
	unpaid     Color // last move was the pass that ends the game, free as long as no move follows it
	ended      bool
}

// Phase returns how far the game has gone.
func (t *Tally) Phase() Phase {
	switch {
	case t.ended:
		return Ended
	case t.PhaseFirst != Empty:
		return ProvisionalEnd
	}
	return Playing
}

// Ended reports whether the game is over as the moves stand.
func (t *Tally) Ended() bool { return t.ended }

// LastPassed reports whether the last move was a pass that a pass by the other
// side would pair up with, and who made it.
func (t *Tally) LastPassed() (Color, bool) { return t.pending, t.pending != Empty }

// play records a play of c that took captured opposing stones and suicided
// own ones off the board. A play after the end resumes the game; nothing else
// is reset.
func (t *Tally) play(c Color, captured, suicided int) {
	t.settle()
	t.Moves[c]++
	t.Captured[c.Other()] += captured
	t.Captured[c] += suicided
	t.pending, t.ended = Empty, false
}

// pass records a pass of c under the rules.
//
// Two passes in a row, one by each side, are a pair when the second follows
// the first with no play between. The pass that ends the game is the last move
// of the game as it stands and completes a pair; a further pass by the colour
// that passed last is an ordinary one.
func (t *Tally) pass(c Color, r *Ruleset) {
	t.settle()
	t.Moves[c]++
	exempt := false
	if t.FirstPass == Empty {
		t.FirstPass = c
		exempt = r.End == FirstPassExempt // Area III, rule 6
	}
	pair := !exempt && t.pending == c.Other() && (r.PassCost != AllWhiteLast || c == White)
	t.pending = c
	if exempt {
		t.pending = Empty
	}
	pays := r.PassCost == AllPasses || r.PassCost == AllWhiteLast ||
		r.PassCost == AfterProvisional && t.PhaseFirst != Empty // Territory I, 6.2; III, 6-1
	switch {
	case pair && r.End == Provisional && t.PhaseFirst == Empty:
		t.PhaseFirst = c.Other() // Territory I, 6.1: play goes on
		t.pending = Empty        // these two passes do not count again
	case pair:
		t.ended = true
		if r.PassCost == AllPasses && c == Black || // Territory III, 6-3
			r.PassCost == AfterProvisional && c == t.PhaseFirst { // Territory I, 6.4
			t.unpaid = c
			return
		}
	}
	if pays {
		t.Given[c]++
	}
}

// settle charges the pass that was free because it ended the game, as a move
// follows it after all.
func (t *Tally) settle() {
	if t.unpaid != Empty {
		t.Given[t.unpaid]++
		t.unpaid = Empty
	}
}
