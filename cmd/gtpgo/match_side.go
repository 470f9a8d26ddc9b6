package main

import "gtpgo/internal/rules"

// bySide holds something of both engines of a match.
type bySide[T any] struct {
	A T `json:"a"`
	B T `json:"b"`
}

// of returns what belongs to a side, "a" or "b".
func (s *bySide[T]) of(side string) *T {
	if side == sideA {
		return &s.A
	}
	return &s.B
}

// The sides of a match, and what stands in their place as a winner.
const (
	sideA    = "a"
	sideB    = "b"
	drawn    = "draw"
	noWinner = "void" // the game does not count
)

// otherSide returns the opponent of a side.
func otherSide(side string) string {
	if side == sideA {
		return sideB
	}
	return sideA
}

// Why a game ended. All but the first four are forfeits by the side that lost.
const (
	byScore    = "score"
	byLimit    = "limit"    // scored after the greatest number of moves
	byDispute  = "disputed" // the engines named different winners
	byResign   = "resign"
	byIllegal  = "illegal" // the arbiter refused the move
	byNoMove   = "no move" // genmove failed or its answer was none
	byRefusal  = "refused" // the engine did not take a legal move
	byCrash    = "crash"
	byTimeout  = "timeout"
	agreeScore = "score"  // the counts differ, but not the winner
	agreeNone  = "winner" // the winners differ
)

// finalCounts is the final board of a game that ended by its rules, counted in
// three ways with all stones standing and the komi of the match: by stones
// (Jungo), by area, and by area less the cutting fee, two points for each
// independent group. Where both sides have filled their areas the first and
// the last agree.
type finalCounts struct {
	Stones string `json:"stones"`
	Area   string `json:"area"`
	Fee    string `json:"fee"`
}

// matchResult is one game as it stands in results.jsonl.
type matchResult struct {
	Game     int               `json:"game"` // from 1
	Pair     int               `json:"pair"` // from 1
	Opening  string            `json:"opening"`
	Black    string            `json:"black"` // the side
	Seed     int64             `json:"seed"`
	Winner   string            `json:"winner"` // a side, or drawn or noWinner
	Result   string            `json:"result"` // as in SGF: B+3.5, W+R, B+T, W+F, 0, Void
	Reason   string            `json:"reason"`
	By       string            `json:"by,omitempty"`     // whose count the result is
	Detail   string            `json:"detail,omitempty"` // in words, if something went wrong
	Moves    int               `json:"moves"`            // those of the opening included
	Phase    string            `json:"phase"`
	Scores   map[string]string `json:"scores,omitempty"` // final_score by who said it
	Disagree string            `json:"disagree,omitempty"`
	CPU      bySide[float64]   `json:"cpu"`  // seconds, 0 if unknown
	Wall     bySide[float64]   `json:"wall"` // seconds in genmove
	Overtime bySide[bool]      `json:"overtime"`
	Told     bySide[string]    `json:"told"` // how the engine heard the rules
	Final    *finalCounts      `json:"final,omitempty"`
	SGF      string            `json:"sgf"`
	Hash     string            `json:"hash"` // of the moves, to count distinct games
}

// white returns the side that had White.
func (r *matchResult) white() string { return otherSide(r.Black) }

// color returns the colour of a side.
func (r *matchResult) color(side string) rules.Color {
	if side == r.Black {
		return rules.Black
	}
	return rules.White
}

// side returns the side of a colour.
func (r *matchResult) side(c rules.Color) string {
	if c == rules.Black {
		return r.Black
	}
	return r.white()
}

// points returns the score of A in half points; ok is false for a game that
// does not count.
func (r *matchResult) points() (halves int, ok bool) {
	switch r.Winner {
	case sideA:
		return 2, true
	case drawn:
		return 1, true
	case sideB:
		return 0, true
	}
	return 0, false
}
