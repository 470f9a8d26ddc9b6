package engine

import (
	"slices"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// boardOf returns an engine with that position, set up by plays and Black to
// move; X is black, O white, rows from the top.
func boardOf(t *testing.T, set string, rows ...string) *Engine {
	t.Helper()
	r, ok := rules.FindRuleset(set)
	if !ok {
		t.Fatalf("no rules %q", set)
	}
	size := len(rows)
	e := New(Config{Size: size, Rules: r, Threads: 1, Playouts: 300, Seed: 3, Memory: 8 << 20, Resign: 1})
	var stones []rules.Move
	for i, row := range rows {
		for x, field := range strings.Fields(row) {
			if c := map[string]rules.Color{"X": rules.Black, "O": rules.White}[field]; c != rules.Empty {
				stones = append(stones, rules.Move{Color: c, Point: rules.PointAt(size, x, size-1-i)})
			}
		}
	}
	if err := e.Setup(stones); err != nil {
		t.Fatal(err)
	}
	return e
}

// cleanUp lets both sides clean up, Black first, until both pass in turn.
func cleanUp(t *testing.T, e *Engine) (moves []string) {
	t.Helper()
	passes := 0
	for c := rules.Black; passes < 2; c = c.Other() {
		d := e.GenmoveCleanup(t.Context(), c)
		if d.Resign {
			t.Fatal("resigned")
		}
		if len(moves) > 4*e.Game().Size()*e.Game().Size() {
			t.Fatalf("no end: %v", moves)
		}
		if passes++; d.Move.Point != rules.Pass {
			passes = 0
		}
		x, y := d.Move.Point.XY(e.Game().Size())
		moves = append(moves, string("ABCDEFGHJ"[max(x, 0)])+string(rune('1'+max(y, 0))))
	}
	return moves
}

// Case END-06: the stone has to be taken whatever komi is; nobody fills its
// eyes.
func TestCleanup(t *testing.T) {
	for _, set := range []string{"area2", "chinese", "jungo", "territory3"} {
		e := boardOf(t, set,
			". X X O .",
			". X X O O",
			"O . X O O",
			". X X O O",
			". X X O .")
		komi, _ := rules.ParseDecimal("-20")
		e.SetKomi(komi)
		white := e.Game().Position().Stones(rules.White)
		first := e.GenmoveCleanup(t.Context(), rules.Black)
		x, y := first.Move.Point.XY(5)
		if p := [2]int{x, y}; !slices.Contains([][2]int{{0, 1}, {0, 3}, {1, 2}}, p) {
			t.Errorf("%s: first move %v", set, p)
		}
		e.Undo(1)
		moves := cleanUp(t, e)
		if pos := e.Game().Position(); pos.At(rules.PointAt(5, 0, 2)) == rules.White || pos.Stones(rules.White) < white-1 {
			t.Errorf("%s: %d white stones left after %v", set, pos.Stones(rules.White), moves)
		}
	}
}

// Stones in seki are not dead: who tried to take them would lose its own.
func TestCleanupOfSeki(t *testing.T) {
	e := boardOf(t, "chinese",
		". O X . . . .",
		"O O X . . . .",
		". O X . . . .",
		"O O X X X . .",
		"O X O O X . .",
		"O X . O X . .",
		"O X . O X . .")
	black, white := e.Game().Position().Stones(rules.Black), e.Game().Position().Stones(rules.White)
	moves := cleanUp(t, e)
	if pos := e.Game().Position(); pos.Stones(rules.Black) < black || pos.Stones(rules.White) < white {
		t.Errorf("black %d to %d, white %d to %d stones after %v", black, pos.Stones(rules.Black), white, pos.Stones(rules.White), moves)
	}
}
