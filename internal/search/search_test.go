package search

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

// newGame returns an empty game under named rules with komi in half points.
func newGame(t *testing.T, size int, name string, komi int) *rules.Game {
	t.Helper()
	r, ok := rules.FindRuleset(name)
	if !ok {
		t.Fatalf("no ruleset %q", name)
	}
	return rules.NewGame(size, r, rules.Halves(komi))
}

func newSearch(threads, memory int) *Search {
	return New(Config{Memory: memory, Threads: threads, Seed: 7, Params: DefaultParams()})
}

// TestDeterminism: one thread, a seed and a limit of playouts fix the report,
// whether the search is fresh or not, and whatever was searched between.
func TestDeterminism(t *testing.T) {
	g := newGame(t, 9, "area2", 15)
	run := func(s *Search) *Report {
		return s.Run(context.Background(), g, rules.Black, Limits{Playouts: 300, Fresh: true})
	}
	s := newSearch(1, 1<<22)
	first := run(s)
	s.Run(context.Background(), newGame(t, 5, "jungo", 0), rules.White, Limits{Playouts: 100})
	if again := run(s); !reflect.DeepEqual(first, again) {
		t.Error("the same search gave another report")
	}
	if other := run(newSearch(1, 1<<22)); !reflect.DeepEqual(first, other) {
		t.Error("another Search with the same seed gave another report")
	}
	if first.Playouts != 300 {
		t.Errorf("%d playouts, want 300", first.Playouts)
	}
}

// TestThreads: several workers count every playout, with pauses for progress,
// in a tree that gets full.
func TestThreads(t *testing.T) {
	for _, memory := range []int{1 << 12, 1 << 24} {
		s := newSearch(4, memory)
		ticker := time.NewTicker(5 * time.Millisecond)
		pauses := 0
		ctx, cancel := context.WithCancel(context.Background())
		r := s.Run(ctx, newGame(t, 9, "area2", 15), rules.Black, Limits{Ticks: ticker.C, Progress: func(r *Report) bool {
			if pauses++; pauses == 5 {
				cancel()
			}
			return true
		}})
		cancel()
		ticker.Stop()
		sum := 0
		for _, m := range r.Moves {
			sum += m.Visits
		}
		if pauses != 5 || r.Playouts == 0 || r.Visits != r.Playouts || sum > r.Visits {
			t.Errorf("memory %d: %d pauses, %d playouts, %d visits, %d of them below the root", memory, pauses, r.Playouts, r.Visits, sum)
		}
	}
}

// TestProgressEndsSearch: a search goes on as long as Progress says so, and
// counts what was done until then.
func TestProgressEndsSearch(t *testing.T) {
	for _, threads := range []int{1, 3} {
		s, pauses, seen := newSearch(threads, 1<<22), 0, 0
		ticker := time.NewTicker(time.Millisecond)
		r := s.Run(t.Context(), newGame(t, 9, "area2", 15), rules.Black, Limits{Ticks: ticker.C, Progress: func(r *Report) bool {
			pauses, seen = pauses+1, r.Playouts
			return pauses < 3
		}})
		ticker.Stop()
		if pauses != 3 || r.Playouts != seen || r.Playouts == 0 {
			t.Errorf("%d pauses, %d playouts, %d at the last one", pauses, r.Playouts, seen)
		}
	}
}

// TestFull: a report says when the tree takes no more moves.
func TestFull(t *testing.T) {
	g := newGame(t, 9, "area2", 15)
	if r := newSearch(1, 1<<24).Run(t.Context(), g, rules.Black, Limits{Playouts: 100}); r.Full {
		t.Error("full after 100 playouts")
	}
	if r := newSearch(1, 1).Run(t.Context(), g, rules.Black, Limits{Playouts: 2000}); !r.Full {
		t.Error("not full")
	}
}

// TestReuse: the part of the tree below the moves made is kept.
func TestReuse(t *testing.T) {
	s := newSearch(1, 1<<24)
	g := newGame(t, 9, "area2", 15)
	r := s.Run(context.Background(), g, rules.Black, Limits{Playouts: 2000})
	move, kept := r.Moves[0].Move, r.Moves[0].Visits
	if err := g.Play(rules.Move{Color: rules.Black, Point: move}); err != nil {
		t.Fatal(err)
	}
	r = s.Run(context.Background(), g, rules.White, Limits{Playouts: 100})
	if r.Visits != kept+100 {
		t.Errorf("%d visits, want %d kept and 100 new ones", r.Visits, kept)
	}
	if err := g.Play(rules.Move{Color: rules.White, Point: rules.Pass}); err != nil {
		t.Fatal(err)
	}
	g.Undo(1)
	if r = s.Run(context.Background(), g, rules.Black, Limits{Playouts: 50}); r.Visits != 50 {
		t.Errorf("%d visits for the colour out of turn, want 50", r.Visits)
	}
}

// TestSuperko: under every ko rule the search offers legal moves only and none
// that repeats a position.
func TestSuperko(t *testing.T) {
	for _, name := range []string{"jungo", "area2", "chinese", "aga"} {
		g := newGame(t, 4, name, 0)
		s := newSearch(1, 1<<22)
		for ply := range 60 {
			c := []rules.Color{rules.Black, rules.White}[ply%2]
			r := s.Run(context.Background(), g, c, Limits{Playouts: 30})
			for _, m := range r.Moves {
				move := rules.Move{Color: c, Point: m.Move}
				if err := g.Legal(move); err != nil || g.Stood(move) {
					t.Fatalf("%s: move %d: %v offered: %v", name, ply, m.Move, err)
				}
			}
			if err := g.Play(rules.Move{Color: c, Point: r.Moves[0].Move}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestTactics: moves that no search may miss, under each way of counting.
func TestTactics(t *testing.T) {
	// White has one eye of one point and no way to a second.
	const board = `
		. . . . . . .
		. X X X X X .
		. X O O O X .
		. X O . O X .
		. X O O O X .
		. X X X X X .
		. . . . . . .`
	for _, name := range []string{"jungo", "area2", "territory3", "japanese"} {
		t.Run(name, func(t *testing.T) {
			b, _ := diagram(t, board)
			g := newGame(t, 7, name, 0)
			var stones []rules.Move
			b.Points(func(p rules.Point) {
				if c := b.At(p); c != rules.Empty {
					stones = append(stones, rules.Move{Color: c, Point: p})
				}
			})
			if err := g.Setup(stones, rules.White, 0); err != nil {
				t.Fatal(err)
			}
			r := newSearch(1, 1<<22).Run(context.Background(), g, rules.White, Limits{Playouts: 500})
			if len(r.Moves) == 0 {
				t.Fatal("no moves")
			}
			if r.WinRate > 0.2 {
				t.Errorf("White's win rate %.2f in a lost position", r.WinRate)
			}
		})
	}
}

// TestPlayoutSignature plays 300 playouts of a fixed seed and compares Black's
// wins, the stones at the end and the sum of the margins: any change of the
// board or of the policy shows here.
func TestPlayoutSignature(t *testing.T) {
	for _, c := range []struct {
		size   int
		policy Policy
		want   string
	}{
		{9, Light, "152 20520 310"},
		{9, Heavy, "174 20254 2114"},
		{19, Light, "149 93851 -310"},
		{19, Heavy, "162 92567 2420"},
	} {
		b := NewBench(c.size, c.policy, 1)
		wins, stones, area := 0, 0, 0
		for range 300 {
			final := b.Play()
			n := 0
			final.Points(func(p rules.Point) {
				black, white := final.Touches(p)
				switch at := final.At(p); {
				case at == rules.Black || at == rules.Empty && black && !white:
					n++
				case at == rules.White || at == rules.Empty && white && !black:
					n--
				}
			})
			if n > 0 {
				wins++
			}
			area += n
			stones += final.Stones(rules.Black) + final.Stones(rules.White)
		}
		if got := fmt.Sprint(wins, stones, area); got != c.want {
			t.Errorf("size %d, policy %d: %q, want %q", c.size, c.policy, got, c.want)
		}
	}
}
