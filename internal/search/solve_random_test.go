package search

import (
	"math/rand/v2"
	"testing"

	"gtpgo/internal/rules"
)

// randomRules draws every choice that rules leave, but for those that cannot be
// solved.
func randomRules(rng *rand.Rand) rules.Ruleset {
	r := rules.Ruleset{Name: "drawn", Axes: rules.Axes{
		Ko: rules.Ko(rng.IntN(4)), End: rules.End(rng.IntN(3)), PassCost: rules.PassCost(rng.IntN(4)),
		Scoring: rules.Scoring(rng.IntN(3)), LiveOnly: rng.IntN(6) == 0, FirstPass: rng.IntN(3) == 0,
	}}
	if rng.IntN(3) == 0 {
		r.Tax = rules.Tax(rng.IntN(3))
	}
	if r.Ko == rules.PositionalKo || r.Ko == rules.SituationalKo {
		r.Suicide = rng.IntN(2) == 0
	}
	return r
}

// randomSetup returns a game from stones on all but about so many points, with
// either side to move first; nil if they cannot stand.
func randomSetup(rng *rand.Rand, size int, r rules.Ruleset, empty int) *rules.Game {
	g := rules.NewGame(size, r, rules.Halves(rng.IntN(4)))
	var stones []rules.Move
	for _, i := range rng.Perm(size * size)[empty:] {
		stones = append(stones, rules.Move{Color: rules.Black + rules.Color(rng.IntN(2)), Point: rules.PointAt(size, i%size, i/size)})
	}
	if g.Setup(stones, rules.Black+rules.Color(rng.IntN(2)), 0) != nil {
		return nil
	}
	return g
}

// randomHistory makes random moves, some out of turn, passes too; play goes on
// after the end at times.
func randomHistory(rng *rand.Rand, g *rules.Game, moves int) {
	for range moves {
		c := g.Position().ToPlay
		if rng.IntN(12) == 0 {
			c = c.Other()
		}
		points := g.AppendLegal(nil, c)
		if rng.IntN(5) == 0 || len(points) == 0 {
			points = []rules.Point{rules.Pass}
		}
		if g.Play(rules.Move{Color: c, Point: points[rng.IntN(len(points))]}) != nil {
			panic("a legal move is illegal")
		}
	}
	if g.Position().Ended() && rng.IntN(4) > 0 {
		g.Undo(1)
	}
}

// randomPosition draws rules, a position and its history: any of two lines, and
// those of three and four that have few empty points or a long game behind them.
func randomPosition(rng *rand.Rand) (g *rules.Game) {
	r := randomRules(rng)
	for g == nil {
		switch rng.IntN(6) {
		case 0:
			g = rules.NewGame(2, r, rules.Halves(rng.IntN(4)))
			randomHistory(rng, g, rng.IntN(18))
		case 1:
			if g = randomSetup(rng, 2, r, 1+rng.IntN(4)); g != nil {
				randomHistory(rng, g, rng.IntN(8))
			}
		case 2:
			g = rules.NewGame(3, r, rules.Halves(rng.IntN(4)))
			randomHistory(rng, g, 14+rng.IntN(20))
		case 3, 4:
			if g = randomSetup(rng, 3, r, 1+rng.IntN(4)); g != nil {
				randomHistory(rng, g, rng.IntN(6))
			}
		case 5:
			if g = randomSetup(rng, 4, r, 1+rng.IntN(3)); g != nil {
				randomHistory(rng, g, rng.IntN(3))
			}
		}
	}
	return g
}

// TestSolveAnyRules compares with the plain solver under rules whose choices are
// drawn by lot. With -solve.games N it draws 6*N positions.
func TestSolveAnyRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(uint64(*solveSeed), 6))
	var done [SolveMaxSize][4]int // by size and ko rule
	for i := range 6 * *solveGames {
		g := randomPosition(rng)
		if agree(t, g, rules.Black+rules.Color(rng.IntN(2)), *solveBudget) {
			done[g.Size()][g.Rules().Ko]++
		}
		if i%500 == 499 {
			t.Logf("%d positions; compared by size and ko rule: %v", i+1, done[2:])
		}
	}
	t.Logf("compared by size and ko rule: %v", done[2:])
	for size := range 2 {
		if done[2+size] == ([4]int{}) {
			t.Errorf("%d lines: nothing compared", 2+size)
		}
	}
}
