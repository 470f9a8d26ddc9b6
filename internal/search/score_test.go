package search

import (
	"testing"

	"gtpgo/internal/rules"
)

// TestJungoMargin compares what the scorer says filling would give with what
// filling by hand gives: both sides put stones where it costs nothing until
// neither can, and the stones are counted.
func TestJungoMargin(t *testing.T) {
	for _, size := range []int{5, 7, 9, 13} {
		g := newGame(t, size, "jungo", 0)
		bench := NewBench(size, Heavy, 3)
		compared := 0
		for range 40 {
			final := bench.Play()
			filled, ok := fillUp(t, final)
			if !ok {
				continue // something is in seki or not proved alive
			}
			compared++
			if got := newScorer(g).margin(final, 0); got != float64(filled) {
				t.Fatalf("size %d: margin %v, filling gives %d", size, got, filled)
			}
		}
		if compared < 10 {
			t.Errorf("size %d: only %d boards compared", size, compared)
		}
	}
}

// fillUp returns the difference of stones after both sides filled their area;
// ok is false where not all stones are unconditionally alive.
func fillUp(t *testing.T, b *rules.Board) (margin int, ok bool) {
	t.Helper()
	g := newGame(t, b.Size(), "jungo", 0)
	var stones []rules.Move
	b.Points(func(p rules.Point) {
		if c := b.At(p); c != rules.Empty {
			stones = append(stones, rules.Move{Color: c, Point: p})
		}
	})
	if err := g.Setup(stones, rules.Black, 0); err != nil {
		t.Fatal(err)
	}
	if !g.Settled(rules.Black) || !g.Settled(rules.White) {
		return 0, false
	}
	for _, c := range []rules.Color{rules.Black, rules.White} {
		for p := g.SafeFill(c); p != rules.Pass; p = g.SafeFill(c) {
			if err := g.Play(rules.Move{Color: c, Point: p}); err != nil {
				t.Fatal(err)
			}
		}
	}
	pos := g.Position()
	return pos.Stones(rules.Black) - pos.Stones(rules.White), true
}

// TestPatternSymmetry: the symmetric codes of a pattern are those of the board
// turned and reflected, and exchanging colours twice changes nothing.
func TestPatternSymmetry(t *testing.T) {
	for code := range patternCode(1 << 14) {
		n := 0
		seen := map[patternCode]bool{}
		code.symmetric(func(c patternCode) {
			seen[c] = true
			n++
			if c.canonical() != code.canonical() {
				t.Fatalf("%04x and %04x differ", code, c)
			}
		})
		if n != 8 || 8%len(seen) != 0 {
			t.Fatalf("%04x: %d codes, %d different", code, n, len(seen))
		}
		if twice := swapColors(swapColors(uint32(code))); twice != uint32(code) {
			t.Fatalf("%04x becomes %04x", code, twice)
		}
	}
}
