package rules_test

import (
	"flag"
	"testing"

	"gtpgo/internal/rules"
)

// countAll makes TestLegalPositions count 4x4 too, which takes a while.
var countAll = flag.Bool("rules.counts", false, "count the legal positions of 4x4, too")

// visitLegal calls f with every legal position of a board, stones set up on
// it point by point. A stone that captures, or cannot breathe, spoils every
// position that it is part of: more stones never give a chain more liberties.
func visitLegal(size int, f func(*rules.Board)) {
	boards := make([]rules.Board, size*size+1) // boards[i] has the first i points decided
	boards[0].Reset(size)
	var visit func(i int)
	visit = func(i int) {
		if i == size*size {
			f(&boards[i])
			return
		}
		next := &boards[i+1]
		next.Copy(&boards[i])
		visit(i + 1)
		for _, c := range []rules.Color{rules.Black, rules.White} {
			next.Copy(&boards[i])
			if captured, suicided := next.Place(rules.PointAt(size, i%size, i/size), c); captured+suicided == 0 {
				visit(i + 1)
			}
		}
	}
	visit(0)
}

// TestLegalPositions counts the legal positions of small boards (John Tromp and
// Gunnar Farnebäck, "Combinatorics of Go", 2007: 1, 57, 12675, 24318165). They
// come out right only if Place and the liberties behind it are right in every
// one of them.
func TestLegalPositions(t *testing.T) {
	t.Parallel()
	for i, want := range []int{1, 57, 12_675, 24_318_165} {
		size := i + 1
		if size == 4 && !*countAll {
			break
		}
		got := 0
		visitLegal(size, func(*rules.Board) { got++ })
		if got != want {
			t.Errorf("%dx%d: %d legal positions, want %d", size, size, got, want)
		}
	}
}

// TestMoveClasses sums up, over all legal positions and both colours, what the
// plays on empty points do, and that Suicide and Playable foresee it.
func TestMoveClasses(t *testing.T) {
	type classes struct{ plays, suicides, single, captures int }
	for i, want := range []classes{{0, 0, 2, 0}, {184, 8, 8, 56}, {83502, 2698, 3726, 14390}} {
		size := i + 1
		var got classes
		var next rules.Board
		visitLegal(size, func(b *rules.Board) {
			for j := range b.Empties() {
				for _, c := range []rules.Color{rules.Black, rules.White} {
					p := b.EmptyAt(j)
					next.Copy(b)
					captured, suicided := next.Place(p, c)
					switch {
					case suicided > 1:
						got.suicides++
					case suicided == 1:
						got.single++
					default:
						got.plays++
						if captured > 0 {
							got.captures++
						}
					}
					if dies := suicided > 0; b.Suicide(p, c) != dies || b.Playable(p, c) == dies {
						t.Fatalf("%dx%d: %v at %s: Suicide %v, Playable %v, but %d stones die", size, size, c, vertexOf(size, p),
							b.Suicide(p, c), b.Playable(p, c), suicided)
					}
				}
			}
		})
		if got != want {
			t.Errorf("%dx%d: %+v, want %+v", size, size, got, want)
		}
	}
}
