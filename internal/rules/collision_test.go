package rules

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A position's key may, by a chance of 2^-64, be that of another position.
// These tests force such a collision by writing the key that a play will have
// over that of an earlier position that is a different one.

// koGame is a game on 5x5 in which White may not take back at B2: that would
// repeat the position after move 8.
func koGame(t *testing.T, ko Ko) *Game {
	t.Helper()
	g := NewGame(5, Ruleset{Axes: Axes{Ko: ko}}, Decimal{})
	for _, m := range []Move{
		{Black, PointAt(5, 1, 0)}, {White, PointAt(5, 2, 0)}, {Black, PointAt(5, 0, 1)}, {White, PointAt(5, 3, 1)},
		{Black, PointAt(5, 1, 2)}, {White, PointAt(5, 2, 2)}, {Black, PointAt(5, 4, 4)}, {White, PointAt(5, 1, 1)},
		{Black, PointAt(5, 2, 1)},
	} {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestCollisionStaysLegal: under every ko rule a play remains legal whose key
// equals that of a position which is not the same, be it a play that captures
// or not; and the true repetition is still found behind a false one.
func TestCollisionStaysLegal(t *testing.T) {
	for ko := SimpleKo; ko <= IkedaKo; ko++ {
		g := koGame(t, ko)
		// Black's next play captures: White's stone at C1 is in atari at D1.
		if err := g.Play(Move{White, PointAt(5, 4, 0)}); err != nil {
			t.Fatal(err)
		}
		take, quiet := Move{Black, PointAt(5, 3, 0)}, Move{Black, PointAt(5, 0, 4)}
		if !g.pos.Captures(take.Point, take.Color) || g.pos.Captures(quiet.Point, quiet.Color) {
			t.Fatal("the position is not the one meant")
		}
		for _, m := range []Move{take, quiet} {
			key := g.pos.KeyAfter(g.pos.Key(), m)
			for i := range g.moves {
				old := g.shapes[i].key
				g.shapes[i].key = key
				if err := g.Legal(m); err != nil {
					t.Errorf("%v, collision with the position after move %d: %v", ko, i, err)
				}
				g.shapes[i].key = old
			}
		}
		if err := g.Play(take); err != nil {
			t.Error(err)
		}
	}
}

// TestCollisionHidesNothing: with false hits later in the record than the true
// one, the answer is still the move after which the position truly stood.
func TestCollisionHidesNothing(t *testing.T) {
	retake := Move{White, PointAt(5, 1, 1)}
	for _, ko := range []Ko{PositionalKo, SituationalKo, IkedaKo} {
		g := koGame(t, ko)
		for _, m := range []Move{{White, PointAt(5, 4, 0)}, {Black, PointAt(5, 0, 4)}, {White, Pass}, {Black, Pass}, {White, Pass}, {Black, Pass}} {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.Legal(retake); err != nil {
			t.Errorf("%v: the board has changed, yet %v", ko, err)
		}
		if !g.Undo(6) {
			t.Fatal("could not undo")
		}
		for range 2 {
			if err := g.Play(Move{White, Pass}); err != nil {
				t.Fatal(err)
			}
			if err := g.Play(Move{Black, Pass}); err != nil {
				t.Fatal(err)
			}
		}
		for i := 9; i < len(g.moves); i++ { // not the present position: it is where the next key comes from
			g.shapes[i] = shape{g.shapes[8].key, White}
		}
		illegal, ok := g.Legal(retake).(*Illegal)
		if !ok || illegal.Reason != Superko || illegal.Repeats != 8 {
			t.Errorf("%v: %v, want a repetition of the position after move 8", ko, illegal)
		}
	}
}

// TestCollisionLeavesTheGameAlone: the comparison of positions uses boards of
// its own, so asking changes nothing, on whatever size it was asked before.
func TestCollisionLeavesTheGameAlone(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 4))
	g := NewGame(19, Ruleset{}, Decimal{})
	for size := MaxSize; size > 1; size-- {
		g.Clear(size)
		for range 3 * size {
			p := g.pos.EmptyAt(random.IntN(g.pos.Empties()))
			if err := g.Play(Move{g.pos.ToPlay, p}); err != nil {
				continue
			}
			before, shapes := plainOf(&g.pos.Board), slices.Clone(g.shapes)
			for i := range g.moves {
				m := Move{g.pos.ToPlay, g.pos.EmptyAt(random.IntN(g.pos.Empties()))}
				if g.stood(i, m) {
					next, _, _ := before.play(index(size, m.Point), m.Color)
					if then := replay(g, i); !slices.Equal(then.at, next.at) {
						t.Fatalf("%dx%d: stood after move %d", size, size, i)
					}
				}
			}
			if err := verify(&g.pos.Board); err != nil || !slices.Equal(before.at, plainOf(&g.pos.Board).at) || !slices.Equal(shapes, g.shapes) {
				t.Fatalf("%dx%d: asking changed the game: %v", size, size, err)
			}
		}
	}
}

// index is the place of a Point in a plain position.
func index(size int, p Point) int {
	x, y := p.XY(size)
	return y*size + x
}

// replay gives the position after move n of a game without set-up.
func replay(g *Game, n int) plain {
	s := plain{g.size, make([]Color, g.size*g.size)}
	for _, m := range g.moves[:n] {
		if m.Point != Pass {
			s, _, _ = s.play(index(g.size, m.Point), m.Color)
		}
	}
	return s
}

// TestUndoToAnyDepth: taking k moves back leaves the record, the keys and the
// board as they stood then, passes and captures included, for every k.
func TestUndoToAnyDepth(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 6))
	for size := 2; size <= 9; size++ {
		g := NewGame(size, Ruleset{Axes: Axes{Ko: PositionalKo, Suicide: true, End: Provisional, PassCost: AfterProvisional}}, Decimal{})
		boards, tallies := []plain{replay(g, 0)}, []Tally{g.pos.Tally}
		for range 6 * size {
			m := Move{g.pos.ToPlay, Pass}
			if random.IntN(5) > 0 {
				m.Point = g.pos.EmptyAt(random.IntN(g.pos.Empties()))
			}
			if g.Play(m) == nil {
				boards, tallies = append(boards, plainOf(&g.pos.Board)), append(tallies, g.pos.Tally)
			}
		}
		moves, shapes := slices.Clone(g.moves), slices.Clone(g.shapes)
		for k := range len(moves) + 1 {
			n := len(moves) - k
			if !g.Undo(k) {
				t.Fatalf("could not take %d moves back", k)
			}
			if !slices.Equal(g.moves, moves[:n]) || !slices.Equal(g.shapes, shapes[:n+1]) || g.pos.Tally != tallies[n] ||
				!slices.Equal(plainOf(&g.pos.Board).at, boards[n].at) || g.pos.Key() != shapes[n].key {
				t.Fatalf("%dx%d: %d of %d moves taken back", size, size, k, len(moves))
			}
			if err := verify(&g.pos.Board); err != nil {
				t.Fatal(err)
			}
			for _, m := range moves[n:] {
				if err := g.Play(m); err != nil {
					t.Fatalf("%dx%d: %v once more: %v", size, size, m, err)
				}
			}
		}
	}
}
