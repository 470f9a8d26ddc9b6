package search

import (
	"testing"

	"gtpgo/internal/rules"
)

// TestSacrifice: which self-ataris a playout may make.
func TestSacrifice(t *testing.T) {
	for _, c := range []struct {
		name, board string
		want        map[byte]bool
	}{
		{"a seki of three in the corner is kept by both", `
			. . X O O O 1 X
			. . X X O O O X
			. . . X X O O X
			. . . . X X O 2
			. . . . . X O O
			. . . . . X X O
			. . . . . . X X
			. . . . . . . .`, map[byte]bool{'1': false, '2': false}},
		{"three in a row are a nakade", `
			. . X O 1 X X .
			. . X O O O O O
			. . X X X X X X
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`, map[byte]bool{'1': true}},
		{"four in a row are none", `
			. X O 1 X X X .
			. X O O O O O O
			. X X X X X X X
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .`, map[byte]bool{'1': false}},
		{"a square is", `
			. X O O X 1 .
			. X X O X X O
			. . X O O O O
			. . X X X X X
			. . . . . . .
			. . . . . . .
			. . . . . . .`, map[byte]bool{'1': true}},
	} {
		b, marks := diagram(t, c.board)
		for mark, want := range c.want {
			if got := sacrifice(b, marks[mark], rules.Black); got != want {
				t.Errorf("%s: %c %v", c.name, mark, got)
			}
		}
	}
}

// TestAnswers: the answers of a playout of Black to White's last move, o, at
// the point marked 1, or none.
func TestAnswers(t *testing.T) {
	two := func(b *rules.Board, last rules.Point) rules.Point {
		return twoLiberties(b, rules.Black, last, 1<<63)
	}
	rescue := func(b *rules.Board, last rules.Point) rules.Point { return save(b, rules.Black, last) }
	for _, c := range []struct {
		name, board string
		answer      func(*rules.Board, rules.Point) rules.Point
	}{
		{"atari from the side on which it cannot get away", `
			. . . . . . .
			. . . . . . .
			. . X X . . .
			. X o 1 . . .
			. X . X . . .
			. X X X . . .
			. . . . . . .`, two},
		{"a capture saves better than an extension", `
			. . . . . . .
			. . O O . . .
			. O X X o . .
			. 1 O X 0 . .
			. . X O . . .
			. . . . . . .
			. . . . . . .`, rescue},
		{"the largest chain is saved", `
			. . . . . . .
			. . O . . . .
			. O X O O O .
			. . 0 o X X O
			. . . . 1 O .
			. . . . . . .
			. . . . . . .`, rescue},
		{"what cannot be caught is left alone", `
			. . . . . . .
			. . . . . . .
			. . . o . . .
			. . O X . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .`, two},
	} {
		b, marks := diagram(t, c.board)
		got := c.answer(b, marks['o'])
		if want := marks['1']; got != want {
			t.Errorf("%s: %d, want %d", c.name, got, want)
		}
	}
}

// TestOtherLiberty: a point that endangers an own chain gives way to one that
// saves it.
func TestOtherLiberty(t *testing.T) {
	b, marks := diagram(t, `
		. . . . . . .
		. O O O . . .
		0 X X X 1 . .
		O O O O . . .
		. . . . . . .
		. . . . . . .
		. . . . . . .`)
	if got := otherLiberty(b, rules.Black, marks['0']); got != marks['1'] {
		t.Errorf("%d, want %d", got, marks['1'])
	}
	if got := otherLiberty(b, rules.Black, marks['1']); got != rules.Pass {
		t.Errorf("%d, want none", got)
	}
}
