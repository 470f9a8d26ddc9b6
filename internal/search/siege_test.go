package search

import (
	"testing"

	"gtpgo/internal/rules"
)

// TestCaptured reads chains with little room: the region is the corner of three
// points, or more, by three at the bottom left.
func TestCaptured(t *testing.T) {
	for _, tt := range []struct {
		name          string
		width         int
		board         string
		first, second bool // captured if the attacker moves first, or second
	}{
		{"two eyes", 3, `
			. . . . . .
			. . . . . .
			. . . . . .
			X X X X X .
			O o O O X .
			. O . O X .`, false, false},
		{"three in a row", 3, `
			. . . . . .
			. . . . . .
			. . . . . .
			X X X X X .
			O o O O X .
			. . . O X .`, true, false},
		{"four in a row", 4, `
			. . . . . .
			. . . . . .
			. . . . . .
			X X X X X X
			O o O O O X
			. . . . O X`, false, false},
		{"a square of four", 3, `
			. . . . . .
			. . . . . .
			X X X X . .
			O O o X . .
			. . O X . .
			. . O X . .`, true, true},
		{"a stone in the middle of three", 3, `
			. . . . . .
			. . . . . .
			X X X . . .
			O o X . . .
			. O O X X X
			X . O O O X`, true, true},
		{"a bent four", 3, `
			. . . O X . . . .
			. O . O X . . . .
			O . O O X . X . .
			. . . O X X . . .
			O O . O O X . . .
			X X O . O X . . .
			. X O O O X . X .
			O x X X O X . . .
			O O . X O X . . .`, true, true},
	} {
		b, marks := diagram(t, tt.board)
		target := marks['o']
		if target == rules.Pass {
			target = marks['x']
		}
		var region []rules.Point
		for x := range tt.width {
			for y := range 3 {
				region = append(region, rules.PointAt(b.Size(), x, y))
			}
		}
		for c, want := range map[rules.Color]bool{b.At(target).Other(): tt.first, b.At(target): tt.second} {
			got, known := Captured(b, target, region, c, 20000)
			if !known || got != want {
				t.Errorf("%s, %v first: captured %v, known %v, want %v", tt.name, c, got, known, want)
			}
		}
	}
	b := rules.NewBoard(9)
	b.Place(rules.PointAt(9, 4, 4), rules.Black)
	var all []rules.Point
	b.Points(func(p rules.Point) { all = append(all, p) })
	if _, known := Captured(b, rules.PointAt(9, 4, 4), all, rules.White, 1000); known {
		t.Error("read a stone on the open board to the end")
	}
}
