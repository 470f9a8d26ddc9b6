package engine

import (
	"flag"
	"math/rand/v2"
	"testing"

	"gtpgo/internal/rules"
)

var (
	jungoGames = flag.Int("jungo.games", 6, "how many games TestJungoGames plays; half a thousand takes some minutes")
	jungoFrom  = flag.Int("jungo.from", 0, "number of the first of them")
	jungoSeed  = flag.Uint64("jungo.seed", 1, "seed of its games")
)

// selfPlay plays a game of the engine against itself from a few random stones on,
// until the rules end it.
func selfPlay(t *testing.T, e *Engine, random *rand.Rand) {
	t.Helper()
	size := e.Game().Size()
	for range 4 {
		p := rules.PointAt(size, random.IntN(size), random.IntN(size))
		_ = e.Play(rules.Move{Color: e.Game().Position().ToPlay, Point: p}) // an illegal one is left out
	}
	for !e.Game().Position().Ended() {
		if d := e.Genmove(t.Context(), e.Game().Position().ToPlay); d.Resign {
			t.Fatalf("resigned\n%s", diagram(e))
		}
		if n := len(e.Game().Moves()); n > 8*size*size {
			t.Fatalf("no end after %d moves\n%s", n, diagram(e))
		}
	}
}

// diagram draws the board, X for black and O for white, rows from the top.
func diagram(e *Engine) string { return drawn(e.Game()) }

func drawn(g *rules.Game) string {
	pos, size := g.Position(), g.Size()
	text := ""
	for y := size - 1; y >= 0; y-- {
		for x := range size {
			text += " " + string(".XO"[pos.At(rules.PointAt(size, x, y))])
		}
		text += "\n"
	}
	return text
}

// walledIn returns a stone of c, not unconditionally alive, in a region that
// unconditionally alive opposing stones alone enclose; ok is false if there is none.
func walledIn(b *rules.Board, c rules.Color) (found rules.Point, ok bool) {
	alive, walls := b.Alive(c), b.Alive(c.Other())
	seen := map[rules.Point]bool{}
	b.Points(func(p rules.Point) {
		if seen[p] || b.At(p) == c.Other() || ok {
			return
		}
		closed, prey := true, rules.Pass
		seen[p] = true
		for list := []rules.Point{p}; len(list) > 0; list = list[1:] {
			if q := list[0]; b.At(q) == c && !alive[q] {
				prey = q
			}
			for _, q := range b.Neighbors(list[0]) {
				switch {
				case b.At(q) == c.Other():
					closed = closed && walls[q]
				case b.At(q) != rules.Edge && !seen[q]:
					seen[q] = true
					list = append(list, q)
				}
			}
		}
		if closed && prey != rules.Pass && b.Stones(c.Other()) > 0 {
			found, ok = prey, true
		}
	})
	return found, ok
}

// When only stones count, a finished game has no point left that can be filled
// for nothing, and no dead stone that can be taken for nothing.
func TestJungoGames(t *testing.T) {
	for game := *jungoFrom; game < *jungoFrom+*jungoGames; game++ {
		random := rand.New(rand.NewPCG(*jungoSeed, uint64(game)))
		r, _ := rules.FindRuleset([]string{"jungo", "jungo-superko", "area1"}[game%3])
		size := 5 + game%5
		e := New(Config{Size: size, Rules: r, Threads: 1, Playouts: 40, Seed: random.Uint64(), Memory: 4 << 20, Net: defaultNet(t)})
		selfPlay(t, e, random)
		for _, c := range [2]rules.Color{rules.Black, rules.White} {
			if p := e.Game().SafeFill(c); p != rules.Pass {
				x, y := p.XY(size)
				t.Errorf("game %d, %s: %v may fill column %d, row %d\n%s", game, r.Name, c, x+1, y+1, diagram(e))
			}
			if p, ok := walledIn(&e.Game().Position().Board, c); ok {
				x, y := p.XY(size)
				t.Errorf("game %d, %s: dead stone of %v at column %d, row %d\n%s", game, r.Name, c, x+1, y+1, diagram(e))
			}
		}
	}
}
