package search

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
)

func newAdvised(threads int) *Search {
	return New(Config{Memory: 1 << 22, Threads: threads, Seed: 7, Params: DefaultParams(), Net: net.Default()})
}

// TestPlain: a search that leaves the net out is one without a net.
func TestPlain(t *testing.T) {
	g := newGame(t, 9, "area2", 15)
	want := newSearch(1, 1<<22).Run(context.Background(), g, rules.Black, Limits{Playouts: 300})
	s := newAdvised(1)
	limits := Limits{Playouts: 300, Plain: true}
	if got := s.Run(context.Background(), g, rules.Black, limits); !reflect.DeepEqual(got, want) {
		t.Error("the net has a say although it is left out")
	}
	s.Forget()
	limits.Plain = false
	if got := s.Run(context.Background(), g, rules.Black, limits); reflect.DeepEqual(got, want) {
		t.Error("the net has no say")
	}
}

// TestAdvised: with a net, one thread, a seed and a limit of playouts fix the report
// too, and several threads count every playout.
func TestAdvised(t *testing.T) {
	for _, name := range []string{"area2", "jungo", "territory1", "japanese"} {
		g := newGame(t, 9, name, 13)
		limits := Limits{Playouts: 200}
		first := newAdvised(1).Run(context.Background(), g, rules.Black, limits)
		if again := newAdvised(1).Run(context.Background(), g, rules.Black, limits); !reflect.DeepEqual(first, again) {
			t.Errorf("%s: the same search gave another report", name)
		}
		if r := newAdvised(3).Run(context.Background(), g, rules.Black, limits); r.Playouts != 200 {
			t.Errorf("%s: %d playouts of 200", name, r.Playouts)
		}
	}
}

// TestAhead: what the board shows and what the net is told besides come to the margin
// of the rules.
func TestAhead(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, r := range rules.Rulesets() {
		for range 20 {
			g := rules.NewGame(5, r, rules.Halves(random.IntN(30)))
			for range 60 {
				m := rules.Move{Color: g.Position().ToPlay, Point: rules.PointAt(5, random.IntN(5), random.IntN(5))}
				if g.Position().At(m.Point) == rules.Empty && !g.Position().EyeLike(m.Point, m.Color) {
					_ = g.Play(m) // or not, if it is illegal
				}
			}
			s := newAdvised(1)
			s.prepare(g, g.Position().ToPlay, Limits{Playouts: 1})
			w := s.workers[0]
			w.pos.Copy(s.root)
			want := w.scorer.margin(&w.pos.Board, w.scorer.offset(&w.pos))
			if w.scorer.tax {
				want += float64(w.scorer.groupTax(&w.pos.Board))
			}
			got := w.ahead()
			w.pos.Points(func(p rules.Point) {
				black, white := w.pos.At(p) == rules.Black, w.pos.At(p) == rules.White
				if s.mode == net.TerritoryMode {
					black, white = false, false
				}
				if w.pos.At(p) == rules.Empty {
					if black, white = w.pos.Touches(p); black && white {
						return
					}
				}
				if black {
					got++
				} else if white {
					got--
				}
			})
			if got != want {
				t.Errorf("%s: %g, want %g", r.Name, got, want)
			}
		}
	}
}

// TestExcess: a komi beyond what the net has learned decides the game all the same.
func TestExcess(t *testing.T) {
	for _, komi := range []int{-2e6, -600, 600, 2e6} {
		g := newGame(t, 5, "area2", komi)
		r := newAdvised(1).Run(context.Background(), g, rules.Black, Limits{Playouts: 50})
		if black := komi < 0; (r.WinRate > 0.95) != black || (r.WinRate < 0.05) == black {
			t.Errorf("komi %g: win rate %.3f", float64(komi)/2, r.WinRate)
		}
	}
}

// TestCapPass: however sure the pass is, the other moves keep their part and their order.
func TestCapPass(t *testing.T) {
	for _, logit := range []float32{3, 20, 60, 1000} {
		list := []candidate{{1, 0}, {2, 1}, {rules.Pass, logit}}
		normalize(list)
		capPass(list, mostPassAdvised)
		sum := float32(0)
		for _, c := range list {
			sum += c.chance
		}
		if list[2].chance != mostPassAdvised || sum < 0.999 || sum > 1.001 || list[0].chance > list[1].chance || list[0].chance < 0.1 {
			t.Errorf("pass of %g: %v", logit, list)
		}
	}
}

// TestBarrenAnswered: barren points are no candidates, but once somebody has played among
// them, as a kept tree may have it, the answers are.
func TestBarrenAnswered(t *testing.T) {
	g := newGame(t, 7, "area2", 0)
	var stones []rules.Move
	for y, row := range []string{".X.X.XO", "XXXXXXO", "..X..XO", "..X..XO", "..XXXXO", "OOOOOOO", "......."} {
		for x, s := range row {
			if s != '.' {
				stones = append(stones, rules.Move{Color: map[rune]rules.Color{'X': rules.Black, 'O': rules.White}[s], Point: rules.PointAt(7, x, y)})
			}
		}
	}
	if err := g.Setup(stones, rules.White, 0); err != nil {
		t.Fatal(err)
	}
	s := newSearch(1, 1<<20)
	s.prepare(g, rules.White, Limits{Playouts: 1})
	w := s.workers[0]
	at := func(x, y int) rules.Point { return rules.PointAt(7, x, y) }
	has := func(p rules.Point) bool {
		for _, c := range w.candidates(w.pos.Key(), len(w.moves)) {
			if c.move == p {
				return true
			}
		}
		return false
	}
	w.pos.Copy(s.root)
	if !s.barren[at(4, 3)] || has(at(4, 3)) {
		t.Error("a barren point is a candidate")
	}
	m := rules.Move{Color: rules.White, Point: at(3, 3)}
	w.pos.Play(m, s.rules)
	w.moves = append(w.moves, m)
	if !has(at(4, 3)) || !has(at(3, 2)) {
		t.Error("a stone among barren points cannot be answered")
	}
}
