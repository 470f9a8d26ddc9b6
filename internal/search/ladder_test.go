package search

import "testing"

// TestLadder reads chases that work, that meet a breaker, that end at the edge,
// and that a capture ends.
func TestLadder(t *testing.T) {
	for _, c := range []struct {
		name, board string
		caught      bool // the chain at x after White plays at 1
	}{
		{"ladder", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . O . . . . .
			. . O x 1 . . . .
			. . O . O . . . .
			. . . . . . . . .`, true},
		{"ladder with a breaker", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . O . . . . .
			. . O x 1 . . . .
			. . O . X . . . .
			. . . . . . . . .`, false},
		{"long ladder into the corner", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . O O . . . . .
			. O x 1 . . . . .
			. . . O . . . . .`, true},
		{"a pursuer can be taken", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . X O X . . . .
			. . O x 1 . . . .
			. . O . O . . . .
			. . . . . . . . .
			. . . . . . . . .`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, marks := diagram(t, c.board)
			x, p := marks['x'], marks['1']
			var l ladder
			if b.Liberties(x) != 2 {
				t.Fatalf("the chain has %d liberties, not two", b.Liberties(x))
			}
			if got := l.catches(b, x, p); got != c.caught {
				t.Errorf("caught: %v, want %v", got, c.caught)
			}
		})
	}
}
