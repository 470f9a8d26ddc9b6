package search

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
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

// stripValues are the values of empty rectangles that are no squares, by area and
// by stones, under positional superko and without suicide. Those of 1x2 to 1x5 by
// area, and of 1x2 to 1x4 by stones, were found with a plain full search before;
// by area 2x4 to 2x6 and 3x4 are as in van der Werf and Winands (2009), under basic ko.
var stripValues = []struct {
	width, height int
	name          string
	value         int
	slow          bool
}{
	{2, 1, "cgos", 0, false}, {2, 1, "jungo-superko", 0, false},
	{3, 1, "cgos", 3, false}, {3, 1, "jungo-superko", 1, false},
	{4, 1, "cgos", 4, false}, {4, 1, "jungo-superko", 2, false},
	{5, 1, "cgos", 0, false}, {5, 1, "jungo-superko", 0, false},
	{6, 1, "cgos", 1, false}, {6, 1, "jungo-superko", 1, false},
	{7, 1, "cgos", 2, false}, {7, 1, "jungo-superko", 2, false},
	{8, 1, "cgos", 3, true}, {8, 1, "jungo-superko", 3, true},
	{9, 1, "cgos", 0, true}, {9, 1, "jungo-superko", 0, true},
	{3, 2, "cgos", 0, false}, {3, 2, "jungo-superko", 0, false},
	{4, 2, "cgos", 8, false}, {4, 2, "jungo-superko", 6, false},
	{5, 2, "cgos", 10, false}, {5, 2, "jungo-superko", 8, false},
	{6, 2, "cgos", 12, true}, {6, 2, "jungo-superko", 10, true},
	{4, 3, "cgos", 4, true}, {4, 3, "jungo-superko", 3, true},
}

var solveStrips = flag.Bool("solve.strips", false, "let TestSolveStrips solve the larger rectangles, which takes half a minute")

// On rectangles there is no game of the rules; the solver plays on its own board.
func TestSolveStrips(t *testing.T) {
	for _, tt := range stripValues {
		if tt.slow && !*solveStrips {
			continue
		}
		game, start := newGame(t, 1, tt.name, 0), time.Now()
		job := &solveJob{ctx: t.Context(), g: newGrid(tt.width, tt.height), game: game,
			root: &solveRoot{solveState: solveState{toPlay: rules.Black, ko: noKo}}, limits: SolveLimits{Memory: 512 << 20}}
		job.root.remember(rules.White, game.Rules())
		job.offset = game.Count(game.Rules(), nil)
		s := job.solver(rules.Empty)
		if lo, hi := job.search(s); lo != tt.value || hi != tt.value {
			t.Errorf("%s on %dx%d: %d to %d, want %d", tt.name, tt.width, tt.height, lo, hi, tt.value)
		}
		t.Logf("%s on %dx%d: %d, %d nodes, %.1f s", tt.name, tt.width, tt.height, tt.value, s.nodes, time.Since(start).Seconds())
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

// TestSolveCycles: under simple ko small boards have no value, but one for each
// side that repetition may be lost for.
func TestSolveCycles(t *testing.T) {
	for i, want := range [][2]string{{"0", "0"}, {"W+3", "B+3"}, {"B+7", "B+8"}} {
		s := solveNamed(t, i+1, "jungo", SolveLimits{Memory: 64 << 20})
		if got := [2]string{s.Lower.Result(), s.Upper.Result()}; !s.Solved || got != want {
			t.Errorf("Jungo %d under simple ko: %v, solved %v, want %v", i+1, got, s.Solved, want)
		}
		playLine(t, newGame(t, i+1, "jungo", 0), s, want[0])
	}
}

// TestSolveRepetitions: both ways to solve under simple ko agree.
func TestSolveRepetitions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, r := range solvable() {
		if r.Ko != rules.SimpleKo {
			continue
		}
		for range 10 {
			game := randomGame(rng, 2, r, rng.IntN(14))
			c := rules.Black + rules.Color(rng.IntN(2))
			g := newGrid(2, 2)
			job := &solveJob{ctx: context.Background(), g: g, game: game, root: newSolveRoot(g, game, c), limits: SolveLimits{Memory: 1 << 24}}
			job.offset = game.Count(game.Rules(), nil)
			if job.root.ended {
				continue
			}
			a, b := job.cycles(job.solver(rules.Black)), job.repetitions()
			if a.Lower.String() != b.Lower.String() || a.Upper.String() != b.Upper.String() || !slices.Equal(a.Best, b.Best) || !b.Solved {
				t.Errorf("%s %v %v: %+v and %+v", r.Name, game.Moves(), c, a, b)
			}
		}
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
		if deadline, _ := ctx.Deadline(); err != nil || s.Solved || time.Since(deadline) > time.Second {
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
