package search

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

var solveGames = flag.Int("solve.games", 8, "random games under each ruleset to compare the solver on")

// plain is a second solver, for tests: alpha-beta over games of package rules,
// each with its full history, without table, bounds, symmetry or any other
// code of the solver. It gives up after a number of nodes.
type plain struct{ left int }

const plainLost = 1000

// value returns Black's margin in half points, komi and all taken off, if it
// is between alpha and beta, else a bound on it.
func (p *plain) value(g *rules.Game, c rules.Color, alpha, beta int) int {
	if p.left--; p.left < 0 {
		return 0
	}
	pos := g.Position()
	if pos.Ended() {
		return plainMargin(g)
	}
	best := -2 * plainLost
	if c == rules.White {
		best = 2 * plainLost
	}
	for _, point := range append([]rules.Point{rules.Pass}, g.AppendLegal(nil, c)...) {
		if err := g.Play(rules.Move{Color: c, Point: point}); err != nil {
			panic(err)
		}
		v := p.value(g, c.Other(), alpha, beta)
		g.Undo(1)
		if c == rules.Black {
			best = max(best, v)
			alpha = max(alpha, v)
		} else {
			best = min(best, v)
			beta = min(beta, v)
		}
		if alpha >= beta || p.left < 0 {
			break
		}
	}
	return best
}

// plainMargin counts the game in half points.
func plainMargin(g *rules.Game) int { return int(2 * g.Count(g.Rules(), nil).Margin().Float()) }

// plainState is all that play under simple ko depends on. It is the board, its
// last position for the ko, and who passed.
func plainState(g *rules.Game, c rules.Color) string {
	pos := g.Position()
	var s []rules.Color
	pos.Points(func(q rules.Point) { s = append(s, pos.At(q)) })
	passed, _ := pos.LastPassed()
	var banned []rules.Point
	pos.Points(func(q rules.Point) {
		if err, ok := g.Legal(rules.Move{Color: c, Point: q}).(*rules.Illegal); ok && err.Reason == rules.KoBan {
			banned = append(banned, q)
		}
	})
	return fmt.Sprint(s, c, passed, pos.FirstPass, pos.PhaseFirst, banned)
}

// cycles finds the value under simple ko in another way: it goes through all
// states that can be reached, and improves the values of all until none changes,
// from those that an endless game has.
func cycles(g *rules.Game, c, lost rules.Color, limit int) (value int, ok bool) {
	type state struct {
		value  int
		toPlay rules.Color
		final  bool
		next   []int
	}
	worst := plainLost
	if lost == rules.Black {
		worst = -plainLost
	}
	index := map[string]int{}
	var states []state
	var games []*rules.Game
	visit := func(g *rules.Game, c rules.Color) int {
		key := plainState(g, c)
		if g.Position().Ended() {
			key += " ended"
		}
		if _, ok := index[key]; !ok {
			index[key] = len(states)
			st := state{value: worst, toPlay: c, final: g.Position().Ended()}
			if st.final {
				st.value = plainMargin(g)
			}
			states, games = append(states, st), append(games, g)
		}
		return index[key]
	}
	visit(g, c)
	for i := 0; i < len(states); i++ {
		if i > limit {
			return 0, false
		}
		if states[i].final {
			continue
		}
		c := states[i].toPlay
		for _, point := range append(games[i].AppendLegal(nil, c), rules.Pass) {
			states[i].next = append(states[i].next, visit(games[i].After(rules.Move{Color: c, Point: point}), c.Other()))
		}
		games[i] = nil
	}
	for changed := true; changed; {
		changed = false
		for i := range states {
			st := &states[i]
			if st.final {
				continue
			}
			v := states[st.next[0]].value
			for _, n := range st.next {
				if st.toPlay == rules.Black {
					v = max(v, states[n].value)
				} else {
					v = min(v, states[n].value)
				}
			}
			changed = changed || v != st.value
			st.value = v
		}
	}
	return states[0].value, true
}

// reference returns the value that a solver must find, in half points.
func reference(g *rules.Game, c, lost rules.Color, budget int) (value int, ok bool) {
	if g.Position().Ended() {
		return plainMargin(g), true
	}
	if g.Rules().Ko == rules.SimpleKo {
		return cycles(g, c, lost, budget)
	}
	p := &plain{left: budget}
	value = p.value(g, c, -2*plainLost, 2*plainLost)
	return value, p.left >= 0
}

// solvable returns the rulesets that can be solved, and more of single choices.
func solvable() (list []rules.Ruleset) {
	for _, r := range rules.Rulesets() {
		if !r.AgreedDead {
			list = append(list, r)
		}
		if r.Ko == rules.SimpleKo && r.Scoring == rules.TerritoryScoring {
			r.Ko = rules.PositionalKo // cycles has no captures among its states
		}
		r.AgreedDead, r.Name = false, r.Name+" as it stands"
		list = append(list, r)
		if r.Ko == rules.SimpleKo || r.Ko == rules.IkedaKo {
			r.Ko = rules.SituationalKo
		}
		r.Suicide, r.Name = !r.Suicide, r.Name+", suicide changed"
		list = append(list, r)
	}
	return list
}

// randomGame plays a number of random moves, passes too.
func randomGame(rng *rand.Rand, size int, r rules.Ruleset, moves int) *rules.Game {
	g := rules.NewGame(size, r, rules.Halves(rng.IntN(4)))
	for range moves {
		c := g.Position().ToPlay
		points := g.AppendLegal(nil, c)
		if rng.IntN(5) == 0 || len(points) == 0 {
			points = []rules.Point{rules.Pass}
		}
		if g.Play(rules.Move{Color: c, Point: points[rng.IntN(len(points))]}) != nil {
			panic("a legal move is illegal")
		}
		if g.Position().Ended() {
			g.Undo(1)
		}
	}
	return g
}

// agree compares the solver with the plain one, value and best moves. It
// reports whether the plain one came to an end.
func agree(t *testing.T, g *rules.Game, c rules.Color, budget int) bool {
	t.Helper()
	want := [2]int{}
	losers := []rules.Color{rules.Black, rules.White}
	for i, lost := range losers {
		var ok bool
		if want[i], ok = reference(g, c, lost, budget); !ok {
			return false
		}
	}
	s, err := Solve(context.Background(), g, c, SolveLimits{Memory: 1 << 20, Nodes: 300000})
	if err != nil {
		t.Fatal(err)
	}
	got := [2]int{int(2 * s.Lower.Float()), int(2 * s.Upper.Float())}
	text := fmt.Sprint(g.Rules().Name, " size ", g.Size(), " ", g.Moves(), " ", c)
	if !s.Solved {
		if got[0] > want[0] || got[1] < want[1] {
			t.Errorf("%s: bounds %v, want %v", text, got, want)
		}
		return true
	}
	if got != want {
		t.Errorf("%s: %v, want %v", text, got, want)
		return true
	}
	i := side(c)
	var best []rules.Move
	for _, point := range append(g.AppendLegal(nil, c), rules.Pass) {
		m := rules.Move{Color: c, Point: point}
		v, ok := reference(g.After(m), c.Other(), losers[i], budget)
		if !ok {
			return true
		}
		if v == want[i] && !slices.Contains(s.Open, m) {
			best = append(best, m)
		}
	}
	if !slices.Equal(best, s.Best) {
		t.Errorf("%s: best %v, want %v", text, s.Best, best)
	}
	return true
}

// TestSolveAgrees compares with the plain solver on random games, each colour
// to move, in turn or not.
func TestSolveAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range solvable() {
		done, start := 0, time.Now()
		games := *solveGames
		if r.Ko == rules.SimpleKo {
			games = (games + 7) / 8
		}
		for i := range games {
			g := randomGame(rng, 2, r, rng.IntN(14))
			for _, c := range [2]rules.Color{rules.Black, rules.White} {
				if agree(t, g, c, 2000) {
					done++
				}
			}
			if i%2 == 0 && agree(t, randomGame(rng, 3, r, 16+rng.IntN(10)), rules.Black+rules.Color(rng.IntN(2)), 2000) {
				done++
			}
		}
		if done == 0 {
			t.Errorf("%s: nothing compared", r.Name)
		}
		t.Logf("%s: %d compared in %v", r.Name, done, time.Since(start))
	}
}
