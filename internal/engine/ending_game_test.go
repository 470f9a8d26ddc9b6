package engine

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"gtpgo/internal/rules"
)

var (
	endingGames    = flag.Int("ending.games", 0, "how many games under each ruleset TestEndingGames plays and looks through")
	endingPlayouts = flag.Int("ending.playouts", 100, "playouts a move of these games")
	endingSeed     = flag.Uint64("ending.seed", 1, "seed of these games")
	endingRules    = flag.String("ending.rules", "", "the only ruleset of these games")
)

const (
	lookedAt     = 12    // moves at the end of a game that are looked at
	lookPlayouts = 2000  // to find what a move is worth, once
	surePlayouts = 12000 // and again where it seems to be a mistake
	lookMoves    = 3     // moves to compare with a pass
	mistake      = 0.75  // points lost from which on a move is one
)

// valueOf returns the margin of who makes the move, by a search after it.
func valueOf(t *testing.T, e *Engine, g *rules.Game, m rules.Move, playouts int) float64 {
	after := g.After(m)
	if after.Position().Ended() {
		if !after.Rules().AgreedDead {
			return rules.ForColor(after.Count(after.Rules(), nil).Margin().Float(), m.Color)
		}
		j := e.judgeGame(t.Context(), after)
		var dead []rules.Point
		after.Position().Points(func(p rules.Point) {
			if j.status[p] == Dead {
				dead = append(dead, p)
			}
		})
		return rules.ForColor(after.Count(after.Rules(), dead).Margin().Float(), m.Color)
	}
	return -e.judges().Run(t.Context(), after, m.Color.Other(), judging(playouts)).Score
}

// Games of the engine against itself are looked through from the end for mistakes:
// passes that give up points that a move would have won, and moves that cost points
// that a pass would have kept, as a search that is many times larger sees it. Its view
// is not certain either, so that each is to be looked at.
func TestEndingGames(t *testing.T) {
	if *endingGames == 0 {
		t.Skip("needs -ending.games, as it takes some seconds a game")
	}
	for _, r := range rules.Rulesets() {
		if *endingRules != "" && r.Name != *endingRules {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			wrong, risked := 0, 0
			for game := range *endingGames {
				random := rand.New(rand.NewPCG(*endingSeed, uint64(game)))
				e := New(Config{Size: 5 + game%5, Rules: r, Komi: rules.Halves(2 * random.IntN(8)), Threads: 1,
					Playouts: *endingPlayouts, Seed: random.Uint64(), Memory: 8 << 20, Net: defaultNet(t)})
				selfPlay(t, e, random)
				wrong += lookThrough(t, e, game)
				risked += playedOn(t, e, game)
			}
			if t.Logf("%d mistakes in %d games, %d moves by who would have won by a pass", wrong, *endingGames, risked); wrong > *endingGames {
				t.Error("more than one mistake a game")
			}
		})
	}
}

// lookThrough returns how many of the last moves of the game were mistakes.
func lookThrough(t *testing.T, e *Engine, game int) (wrong int) {
	t.Helper()
	g := e.Game().Under(*e.Game().Rules())
	moves := append([]rules.Move(nil), g.Moves()...)
	for n := len(moves) - 1; n >= max(0, len(moves)-lookedAt); n-- {
		g.Undo(1)
		m := moves[n]
		pass := rules.Move{Color: m.Color, Point: rules.Pass}
		limits := judging(lookPlayouts)
		limits.Avoid = func(m rules.Move, ply int) bool { return ply == 0 && m.Point == rules.Pass }
		if after := g.After(m); after.Rules().AgreedDead && after.Position().Ended() && valueOf(t, e, g, m, 0) > 0 {
			continue // who has won need not go on
		}
		others := []rules.Move{pass}
		if m.Point == rules.Pass {
			others = nil
			for _, c := range e.judges().Run(t.Context(), g, m.Color, limits).Moves {
				if len(others) < lookMoves {
					others = append(others, rules.Move{Color: m.Color, Point: c.Move})
				}
			}
		}
		worth := func(m rules.Move, n int) float64 { return valueOf(t, e, g, m, n) }
		value := worth(m, lookPlayouts)
		if m.Point != rules.Pass && value < -float64(g.Size()) {
			continue // who has lost may try things
		}
		for _, o := range others {
			if worth(o, lookPlayouts) < value+mistake || worth(o, surePlayouts) < worth(m, surePlayouts)+mistake {
				continue
			}
			wrong++
			t.Logf("game %d, move %d of %d: %s is worth %.1f, %s %.1f\n%s", game, n+1, len(moves),
				named(g, m), worth(m, surePlayouts), named(g, o), worth(o, surePlayouts), drawn(g))
			break
		}
	}
	return wrong
}

// playedOn returns how often a pass would have ended the game, won as the stones stand, and
// who could have passed played on. It fails if that was lost in the end.
func playedOn(t *testing.T, e *Engine, game int) (moves int) {
	t.Helper()
	g := e.Game().Under(*e.Game().Rules())
	if g.Rules().AgreedDead {
		return 0
	}
	margin := func(g *rules.Game, c rules.Color) float64 {
		return rules.ForColor(g.Count(g.Rules(), nil).Margin().Float(), c)
	}
	end := append([]rules.Move(nil), g.Moves()...)
	for n := len(end) - 1; n >= 0; n-- {
		m := end[n]
		g.Undo(1)
		after := g.After(rules.Move{Color: m.Color, Point: rules.Pass})
		if m.Point == rules.Pass || !after.Position().Ended() || margin(after, m.Color) <= 0 {
			continue
		}
		if moves++; margin(e.Game(), m.Color) <= 0 {
			t.Errorf("game %d, move %d of %d: %s, where a pass had won\n%s", game, n+1, len(end), named(g, m), drawn(g))
		}
	}
	return moves
}

// named names a move by colour, column and row.
func named(g *rules.Game, m rules.Move) string {
	if m.Point == rules.Pass {
		return fmt.Sprintf("%v pass", m.Color)
	}
	x, y := m.Point.XY(g.Size())
	return fmt.Sprintf("%v %c%d", m.Color, "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x], y+1)
}
