package search

import (
	"context"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

// emptyValues are the values of empty boards, Black to move, from size 1 on,
// by ruleset. Those by area with positional superko are known: 2x2 from John
// Tromp's page on Go, 3x3 from Erik van der Werf, Jaap van den Herik and Jos
// Uiterwijk, "Solving Go on Small Boards", ICGA Journal 26 (2003). TestSolveAgrees
// finds others with a plain search.
var emptyValues = map[string][]string{
	"jungo-superko": {"0", "B+1", "B+7"},
	"area1":         {"0", "B+1", "B+7"},
	"area2":         {"0", "B+1", "B+9"},
	"area3":         {"0", "0", "B+8"},
	"territory1":    {"0", "0", "B+8"},
	"territory2":    {"0", "0", "B+8"},
	"territory3":    {"0", "B+1", "B+9"},
	"tromp-taylor":  {"0", "B+1", "B+9"},
	"cgos":          {"0", "B+1", "B+9"},
}

func solveNamed(t *testing.T, size int, name string, limits SolveLimits) *Solution {
	t.Helper()
	s, err := Solve(context.Background(), newGame(t, size, name, 0), rules.Black, limits)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSolveEmptyBoards(t *testing.T) {
	for name, values := range emptyValues {
		for i, want := range values {
			if i == 2 && testing.Short() {
				continue
			}
			s := solveNamed(t, i+1, name, SolveLimits{Memory: 64 << 20})
			if !s.Exact() || s.Lower.Result() != want {
				t.Errorf("%s %d: %s to %s, want %s", name, i+1, s.Lower.Result(), s.Upper.Result(), want)
			}
			if len(s.Best) == 0 || len(s.Open) > 0 {
				t.Errorf("%s %d: best %v, open %v", name, i+1, s.Best, s.Open)
			}
			playLine(t, newGame(t, i+1, name, 0), s, want)
		}
	}
}

// playLine checks that the line is a legal game to its end, with the value.
func playLine(t *testing.T, g *rules.Game, s *Solution, want string) {
	t.Helper()
	for _, m := range s.Line {
		if err := g.Play(m); err != nil {
			t.Errorf("%s: line %v: %v", g.Rules().Name, s.Line, err)
			return
		}
	}
	if got := g.Count(g.Rules(), nil).Margin().Result(); !g.Position().Ended() || got != want {
		t.Errorf("%s: line %v ends with %s, ended %v, want %s", g.Rules().Name, s.Line, got, g.Position().Ended(), want)
	}
}

// TestSolveCycles: under simple ko 2x2 has no value, but one for each side that
// repetition may be lost for.
func TestSolveCycles(t *testing.T) {
	s := solveNamed(t, 2, "jungo", SolveLimits{Memory: 1 << 20})
	if !s.Solved || s.Exact() || s.Lower.Result() != "W+3" || s.Upper.Result() != "B+3" {
		t.Errorf("2x2 Jungo under simple ko: %s to %s, solved %v", s.Lower.Result(), s.Upper.Result(), s.Solved)
	}
}

// TestSolveLimits: bounds are right, whatever ends the search, and come at once.
func TestSolveLimits(t *testing.T) {
	for nodes := 1; nodes < 5000; nodes = nodes*2 + 1 {
		s := solveNamed(t, 3, "area2", SolveLimits{Nodes: nodes})
		nine := rules.Halves(18)
		if s.Lower.Sub(nine).Sign() > 0 || nine.Sub(s.Upper).Sign() > 0 || s.Nodes > nodes {
			t.Errorf("%d nodes: %s to %s, %d nodes", nodes, s.Lower, s.Upper, s.Nodes)
		}
	}
	if s := solveNamed(t, 3, "area2", SolveLimits{Nodes: 100}); s.Solved || len(s.Best) > 0 {
		t.Errorf("solved in 100 nodes: %+v", s)
	}
	for _, size := range []int{4, 5} {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		s, err := Solve(ctx, newGame(t, size, "jungo", 0), rules.Black, SolveLimits{Memory: 1 << 24})
		cancel()
		if deadline, _ := ctx.Deadline(); err != nil || s.Solved || time.Since(deadline) > 100*time.Millisecond {
			t.Errorf("size %d: %v late, error %v, %+v", size, time.Since(deadline), err, s)
		}
	}
}

// TestSolveMemory: the table stays within its limit, and the value does not
// depend on it.
func TestSolveMemory(t *testing.T) {
	table := newSolveTable(1 << 20)
	for range 40 {
		table.grow()
	}
	if n := table.bytes(len(table.entries)); n > 1<<20 || n < 1<<18 {
		t.Errorf("%d bytes in a table of 1 MB", n)
	}
	if s := solveNamed(t, 3, "area2", SolveLimits{}); !s.Exact() || s.Lower.Result() != "B+9" {
		t.Errorf("without memory: %s to %s", s.Lower, s.Upper)
	}
}

// TestSolveRefuses: what cannot be solved is an error.
func TestSolveRefuses(t *testing.T) {
	endless := newGame(t, 3, "area2", 0)
	r := *endless.Rules()
	r.Suicide = true
	endless.SetRules(r)
	for want, g := range map[error]*rules.Game{
		ErrSolveSize: newGame(t, 6, "area2", 0), ErrSolveDead: newGame(t, 3, "chinese", 0), ErrSolveKo: endless,
	} {
		if _, err := Solve(context.Background(), g, rules.Black, SolveLimits{}); err != want {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}

// TestSolveEnded: a game that is over has its count for a value.
func TestSolveEnded(t *testing.T) {
	g := newGame(t, 2, "area2", 1)
	for _, m := range []rules.Move{{Color: rules.Black, Point: rules.PointAt(2, 0, 0)}, {Color: rules.White}, {Color: rules.Black}} {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Solve(context.Background(), g, rules.White, SolveLimits{})
	if err != nil || !s.Exact() || s.Lower.Result() != "B+3.5" || len(s.Best) > 0 {
		t.Errorf("%+v, error %v", s, err)
	}
}
