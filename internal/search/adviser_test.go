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
