package engine

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// solvedRules are those that genmove is tried under: each ko rule that can be
// solved, each way to count.
var solvedRules = []string{"jungo", "jungo-superko", "area1", "area2", "area3", "territory1", "territory3", "tromp-taylor"}

// solvedEngine returns an engine that would find hardly any move by its search.
func solvedEngine(t *testing.T, name string, size int, seed uint64) *Engine {
	t.Helper()
	set, ok := rules.FindRuleset(name)
	if !ok {
		t.Fatal(name)
	}
	return New(Config{Size: size, Rules: set, Threads: 1, Playouts: 2, Seed: seed, Memory: 1 << 20})
}

// keptBy returns whether the move keeps what c gets in the position; ok is false
// if that is not known within the limit of nodes.
func keptBy(t *testing.T, e *Engine, m rules.Move, nodes int) (kept, ok bool) {
	t.Helper()
	value := func(g *rules.Game, c rules.Color) (search.Solution, bool) {
		s, err := search.Solve(t.Context(), g, c, search.SolveLimits{Nodes: nodes, Memory: solvedMemory, NoLine: true})
		if err != nil {
			t.Fatal(err)
		}
		return *s, s.Solved
	}
	before, ok := value(e.game, m.Color)
	if !ok {
		return false, false
	}
	after, ok := value(e.game.After(m), m.Color.Other())
	if m.Color == rules.Black {
		return after.Lower.Sub(before.Lower).Sign() == 0, ok
	}
	return after.Upper.Sub(before.Upper).Sign() == 0, ok
}

// TestSolvedTwoLines: from no position of two lines does genmove lose a point.
func TestSolvedTwoLines(t *testing.T) {
	for _, name := range solvedRules {
		checked, e := 0, solvedEngine(t, name, 2, 1)
		for shape := range 3 * 3 * 3 * 3 {
			var stones []rules.Move
			for i, rest := 0, shape; i < 4; i, rest = i+1, rest/3 {
				if rest%3 != 0 {
					stones = append(stones, rules.Move{Color: rules.Color(rest % 3), Point: rules.PointAt(2, i%2, i/2)})
				}
			}
			for _, c := range [2]rules.Color{rules.Black, rules.White} {
				e.ClearBoard()
				if e.game.Setup(stones, c, 0) != nil {
					continue // a chain without liberties
				}
				e.changed()
				m := e.Suggest(t.Context(), c).Move
				if kept, ok := keptBy(t, e, m, 0); !ok || !kept {
					t.Errorf("%s, %v, %v to move: %v loses points", name, stones, c, m.Point)
				}
				checked++
			}
		}
		if checked != 2*57 {
			t.Errorf("%s: %d positions, want %d", name, checked, 2*57)
		}
	}
}

// TestSolvedGames: nor does it in games of three lines, after random openings, once
// the position could be solved; what it plays depends on the seed alone.
func TestSolvedGames(t *testing.T) {
	for _, name := range solvedRules {
		rng := rand.New(rand.NewPCG(1, 2))
		checked := 0
		for game := range 3 {
			e, again := solvedEngine(t, name, 3, uint64(game)), solvedEngine(t, name, 3, uint64(game))
			for range 6 + rng.IntN(6) {
				c := e.game.Position().ToPlay
				points := e.game.AppendLegal(nil, c)
				if len(points) == 0 {
					break
				}
				m := rules.Move{Color: c, Point: points[rng.IntN(len(points))]}
				if e.Play(m) != nil || again.Play(m) != nil {
					t.Fatalf("%s: %v is illegal", name, m)
				}
			}
			for range 4 {
				c := e.game.Position().ToPlay
				if e.game.Position().Ended() {
					break
				}
				known := len(e.solved(t.Context(), c, 0)) > 0
				m := e.Suggest(t.Context(), c).Move
				if known {
					if kept, ok := keptBy(t, e, m, solvedNodes); ok && !kept {
						t.Errorf("%s: %v after %v loses points", name, m, e.game.Moves())
					} else if ok {
						checked++
					}
				}
				if d, other := e.Genmove(t.Context(), c), again.Genmove(t.Context(), c); d.Move != other.Move || d.Resign || other.Resign {
					t.Fatalf("%s: %v and %v from the same seed", name, d.Move, other.Move)
				}
			}
		}
		if checked == 0 {
			t.Errorf("%s: nothing checked", name)
		}
	}
}

// TestSolvedNotFor: what is too large or too open, has no time or plays below its
// strength is not solved before it is searched.
func TestSolvedNotFor(t *testing.T) {
	small := func(change func(*Config)) *Engine {
		e := solvedEngine(t, "area2", 2, 1)
		change(&e.config)
		return e
	}
	for name, tt := range map[string]struct {
		e    *Engine
		most bool // the time for a move is short
		want bool
	}{
		"small":     {e: small(func(*Config) {}), want: true},
		"no time":   {e: small(func(*Config) {}), most: true},
		"weak":      {e: small(func(c *Config) { c.Level = 5 })},
		"open":      {e: solvedEngine(t, "area2", 4, 1)},
		"too large": {e: solvedEngine(t, "area2", 6, 1)},
		"agreed":    {e: solvedEngine(t, "chinese", 2, 1)},
	} {
		allowed := solvedShare * solvedTime
		if tt.most {
			allowed--
		}
		if got := len(tt.e.solved(t.Context(), rules.Black, allowed)) > 0; got != tt.want {
			t.Errorf("%s: solved %v, want %v", name, got, tt.want)
		}
	}
}

// The solver has the memory of the tree, so the tree has none meanwhile; it comes
// back when the position changes. A new tree does not come beside the old one.
func TestSolveReleasesTree(t *testing.T) {
	const memory = 64 << 20
	set, _ := rules.FindRuleset("area2")
	e := New(Config{Size: 4, Rules: set, Threads: 1, Playouts: 2, Memory: memory})
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	check := func(when string, lo, hi uint64) {
		t.Helper()
		if now := heap(); now < lo || now > hi {
			t.Errorf("%s: %d MB in use, want %d to %d", when, now>>20, lo>>20, hi>>20)
		}
	}
	runtime.GC()
	base := heap() - memory
	s, err := e.Solve(t.Context(), rules.Black, search.SolveLimits{Nodes: 100, Memory: 1 << 20})
	if err != nil || s.Solved {
		t.Fatalf("%+v, %v", s, err)
	}
	check("solved", base, base+idleMemory+8<<20)
	e.Genmove(t.Context(), rules.Black)
	check("moved", base+memory-1<<20, base+memory+8<<20)
	for seed := range uint64(4) {
		c := e.Config()
		c.Seed = seed + 1
		if err := e.Configure(c); err != nil {
			t.Fatal(err)
		}
		check("seeded", base+memory-1<<20, base+memory+8<<20)
	}
}
