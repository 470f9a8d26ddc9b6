package engine

import (
	"slices"
	"testing"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// finished are positions at the end of games, each with who would move next and the
// result under Chinese rules with a komi of 7.5. Most come from games against GNU
// Go, which judges them alike but for a point in the seki.
var finished = []struct {
	name   string
	toPlay rules.Color
	want   string
	rows   []string
}{
	{"a false eye in the corner", rules.White, "W+2.5", []string{
		"O O . O X . X X .",
		". O O O X X X O .",
		"O O X X O O O O .",
		"O X X X X X X O .",
		"X X . . . . X O .",
		". O X . . X O O O",
		". X O X X X X O O",
		". . O O O X X X O",
		". . . . . O X O O",
	}},
	{"a nakade of two stones", rules.White, "B+29.5", []string{
		". O X X O . . . .",
		"O X X O O . O . .",
		"X X X X O O O O O",
		". X O O O X X X X",
		". X X O X X O O X",
		". X O O X X X O X",
		"X . X X X O O O X",
		"X X . . X O . O O",
		"X . . X O O X X .",
	}},
	{"a seki of a few stones", rules.Black, "W+6.5", []string{
		"O . O O X X . X .",
		"O O O O O X X O O",
		"O X X O . O X O .",
		"X . X O O O X O X",
		". X X X X O X X X",
		"X . X O X O O O X",
		"O O X O X O . O X",
		"O X X O O O O O X",
		"O X X X O . O O O",
	}},
	{"dead groups in the middle and beside", rules.Black, "W+10.5", []string{
		"O . O O . . . O .",
		"X O O . O X . . O",
		"X X O O X X X O .",
		". X X O O X O . O",
		"X X X O . O O O O",
		". X O X O O O X O",
		". O O X O X O X X",
		"O O X X X X X . X",
		". X X . . . . X .",
	}},
	{"a capturing race at the edge", rules.Black, "W+30.5", []string{
		"X . . . O O X O .",
		"O X O O O X X . O",
		"O O O . O O X X O",
		"X O X O O O X . X",
		"X X X X X O X X O",
		"X X X X X O O X O",
		". X . X O O . O O",
		"X . . X X X O O .",
		". X . X . X X O .",
	}},
	{"a large group with one eye", rules.Black, "W+52.5", []string{
		"O . O O O O O O .",
		". O X O X O . . O",
		"O X X X X O O O .",
		"O O X . X X X X O",
		". X X X X O O O O",
		"X X O X O O X X X",
		"O O O O O X O X .",
		"X . O X X X . X .",
		". . O O X . . . .",
	}},
	{"everything of White is dead", rules.White, "B+73.5", []string{
		". . X O . O O X .",
		"X X X X O O X . X",
		"O X X O X X X X .",
		"O O O O O O O X X",
		"X O . O X X X X .",
		"X X O O X . O O X",
		"X . X O O O O X X",
		"X X X X O X X X .",
		"X O . X O O O X .",
	}},
	{"two dead groups that touch each other", rules.White, "W+4.5", []string{
		". . . . . X X X O",
		". . . . . . X O O",
		". . X . . X X X O",
		"X X . . . . O X O",
		"O X . . . X X O O",
		"O O X X X X O . O",
		"O O O X O O O O .",
		"X O O O X X O X O",
		"X X . O . X X X .",
	}},
	{"a dragon with two heads", rules.Black, "W+16.5", []string{
		"X X X X X X X X X",
		"X O O O O O O O X",
		"X O . O O O . O X",
		"X X O O O O O O X",
		". X O O O O O X .",
		"X O O O O O O X X",
		"X O O O O O O O X",
		"X O O O O O O O X",
		"X X X X X X X X X",
	}},
	{"a dead stone in a big eye", rules.Black, "W+38.5", []string{
		". . . . X O . . .",
		". O . . X O . . .",
		". . . . X O . . .",
		". . . . X O . . .",
		"X X X X X O . O .",
		"O O O O O O . . .",
		". . . . . . . . .",
		". . . O . . . . .",
		". . . . . . . . .",
	}},
	{"four stones that are captured as a bulky five", rules.White, "B+33.5", []string{
		". X . X X X . . X",
		"O X . X . X . X X",
		"O X . . X X X O O",
		". X . X O O O O .",
		"X X X X X O X O .",
		"O X O O X X X O .",
		"O O O O X X O O .",
		"O X X O O X O . .",
		". X X . O X X O .",
	}},
	{"a bent four in the corner", rules.Black, "W+8.5", []string{
		". . . O X . . . .",
		". O . O X . . . .",
		"O . O O X . X . .",
		". . . O X X . . .",
		"O O . O O X . . .",
		"X X O . O X . . .",
		". X O O O X . X .",
		"O X X X O X . . .",
		"O O . X O X . . .",
	}},
	{"a square four", rules.Black, "W+7.5", []string{
		". . . O X . . . .",
		". O . O X . . . .",
		"O . O O X . X . .",
		". . . O X X . . .",
		"O . . O O X . . .",
		"O O O . O X . . .",
		"X X X O O X . X .",
		". . X O O X . . .",
		". . X O . X . . .",
	}},
	{"four stones that are captured as a square", rules.Black, "W+16.5", []string{
		". . . O X . X . .",
		". O O O X X X X .",
		"O . O O X . . . .",
		". O O X X O O X .",
		"O O O O X X . X .",
		"X X X O O X X . X",
		". O X O O O X X .",
		"O O X X O . O X X",
		". X X O O O O O X",
	}},
}

// position returns an engine with a position that is finished.
func position(t *testing.T, toPlay rules.Color, rows []string) *Engine {
	t.Helper()
	e := boardOf(t, "chinese", rows...)
	e.SetKomi(rules.Halves(15))
	e.SetToPlay(toPlay)
	return e
}

func TestJudgement(t *testing.T) {
	for _, tt := range finished {
		t.Run(tt.name, func(t *testing.T) {
			e := position(t, tt.toPlay, tt.rows)
			if got := e.FinalCount().Margin().Result(); got != tt.want {
				t.Errorf("%s, want %s; dead: %v\n%s", got, tt.want, e.Chains(Dead), diagram(e))
			}
		})
	}
}

// All questions about the end have one answer, whatever is asked first, and
// passes do not change it.
func TestOneJudgement(t *testing.T) {
	for _, tt := range slices.Concat(finished[:4], finished[len(finished)-1:]) {
		t.Run(tt.name, func(t *testing.T) {
			e := position(t, tt.toPlay, tt.rows)
			result := e.FinalCount().Margin().Result()
			other := position(t, tt.toPlay, tt.rows)
			other.config.Seed, other.config.Threads, other.config.Playouts, other.config.Net = 77, 2, 200, Net{name: netOn}
			other.renewSearch(other.config.Memory)
			c := tt.toPlay
			ownedAsCounted(t, other, c)
			for range 2 {
				if _, _, _, err := other.Estimate(t.Context()); err != nil {
					t.Fatal(err)
				}
				other.Judged(t.Context())
				other.Suggest(t.Context(), c)
				if err := other.Play(rules.Move{Color: c, Point: rules.Pass}); err != nil {
					t.Fatal(err)
				}
				if got := other.FinalCount().Margin().Result(); got != result {
					t.Errorf("%s after a pass, %s before", got, result)
				}
				c = c.Other()
			}
			mean, lower, upper, err := other.Estimate(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range []rules.Decimal{mean, lower, upper} {
				if got.Result() != result {
					t.Errorf("the ended game is estimated at %s, counted as %s", got.Result(), result)
				}
			}
			sameAsCounted(t, other, other.Study(t.Context()))
			other.config.Playouts = 50
			other.Analyze(t.Context(), c, Analysis{}, func(r *search.Report) { sameAsCounted(t, other, r) })
			n := 0
			for _, s := range []Status{Alive, Dead, Seki} {
				for _, chain := range other.Chains(s) {
					n += len(chain)
				}
			}
			pos := other.Game().Position()
			if n != pos.Stones(rules.Black)+pos.Stones(rules.White) {
				t.Errorf("%d stones have a status", n)
			}
		})
	}
}

// ownedAsCounted checks that an analysis in which a pass is best has no point owned by
// another colour than the count; a pass is the only move that it may look at.
func ownedAsCounted(t *testing.T, e *Engine, c rules.Color) {
	t.Helper()
	passes := Analysis{Avoid: func(m rules.Move, ply int) bool { return ply == 0 && m.Point != rules.Pass }}
	e.Analyze(t.Context(), c, passes, func(r *search.Report) {
		owners := e.FinalCount().Owners
		e.Game().Position().Points(func(p rules.Point) {
			if c := owners[p]; c != rules.Empty && rules.ForColor(r.Ownership[p], c) < deadBelow {
				t.Errorf("point %d is owned %g, counted for %v", p, r.Ownership[p], c)
			}
		})
	})
}

// sameAsCounted checks that the report of a game that has ended says what its count does.
func sameAsCounted(t *testing.T, e *Engine, r *search.Report) {
	t.Helper()
	count := e.FinalCount()
	margin := rules.ForColor(count.Margin().Float(), r.Color)
	if r.Score != margin || r.WinRate != rules.Win(margin) || r.Deviation != 0 {
		t.Errorf("%v: analysed as %g %g, counted as %g", r.Color, r.Score, r.WinRate, margin)
	}
	if len(r.Moves) != 1 || r.Moves[0].Move != rules.Pass || r.Moves[0].Score != margin || len(r.Untried) > 0 {
		t.Errorf("%v: moves %+v", r.Color, r.Moves)
	}
	e.Game().Position().Points(func(p rules.Point) {
		want := 0.0
		if c := count.Owners[p]; c != rules.Empty {
			want = rules.ForColor(1, c)
		}
		if r.Ownership[p] != want || r.OwnershipDeviation[p] != 0 {
			t.Errorf("point %d is owned %g, counted %g", p, r.Ownership[p], want)
		}
	})
}

// The net says of stones in doubt whether they live, where the game goes on; what is
// read out it does not touch.
func TestAdvisedJudgement(t *testing.T) {
	rows := []string{
		". . . . . . . . .",
		". . X X . X . . .",
		"X X X O X . X . .",
		"O X O O O X X . .",
		"O O O . O O X . .",
		". X . X O O X X X",
		". . X . . O O O X",
		". . X O O . . O O",
		". . . . . . . . .",
	}
	at := func(x, y int) rules.Point { return rules.PointAt(9, x, y) }
	for _, tt := range []struct {
		net  string
		want Status
	}{{netOff, Alive}, {netOn, Dead}} {
		e := position(t, rules.Black, rows)
		c := e.Config()
		c.Net = Net{name: tt.net}
		if err := e.Configure(c); err != nil {
			t.Fatal(err)
		}
		for name, p := range map[string]rules.Point{"B4": at(1, 3), "C2": at(2, 1)} {
			if got := e.Status(p); got != tt.want {
				t.Errorf("net %s: %s has status %d, want %d", tt.net, name, got, tt.want)
			}
		}
		if e.judged.clear {
			t.Error("nothing is in doubt")
		}
	}
	e := position(t, rules.Black, rows)
	var j judgement
	pos := e.Game().Position()
	a := newArena(pos, make([]float64, 1024))
	for _, s := range a.chains {
		s.owner = -1
	}
	j.leave(a.at(at(1, 3)))
	j.settle(a.at(at(1, 3)), Alive)
	j.leave(a.at(at(2, 1)))
	if j.advise(a); j.status[at(1, 3)] != Alive || j.status[at(2, 1)] != Dead || j.status[at(4, 1)] != Alive {
		t.Errorf("advised: %v", j.status[:64])
	}
}
