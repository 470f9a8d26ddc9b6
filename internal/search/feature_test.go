package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gtpgo/internal/rules"
)

// TestFeatureSymmetry: the features of a move are the same however the board is
// turned, mirrored, or its colours swapped.
func TestFeatureSymmetry(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		size := 5 + random.IntN(15)
		type move struct {
			x, y int
			c    rules.Color
		}
		var moves []move
		for range random.IntN(size * size) {
			moves = append(moves, move{random.IntN(size), random.IntN(size), []rules.Color{rules.Black, rules.White}[random.IntN(2)]})
		}
		at := move{random.IntN(size), random.IntN(size), rules.Black}
		var want []Feature
		for symmetry := range 16 {
			place := func(m move) (rules.Point, rules.Color) {
				x, y, c := m.x, m.y, m.c
				if symmetry&1 != 0 {
					x = size - 1 - x
				}
				if symmetry&2 != 0 {
					y = size - 1 - y
				}
				if symmetry&4 != 0 {
					x, y = y, x
				}
				if symmetry&8 != 0 {
					c = c.Other()
				}
				return rules.PointAt(size, x, y), c
			}
			b, last := rules.NewBoard(size), rules.Pass
			for _, m := range moves {
				if p, c := place(m); (m.x != at.x || m.y != at.y) && b.At(p) == rules.Empty && b.Playable(p, c) {
					b.Place(p, c)
					last = p
				}
			}
			p, c := place(at)
			if b.At(p) != rules.Empty || !b.Playable(p, c) {
				break
			}
			var x extractor
			var f features
			x.of(&f, b, c, p, last, rules.Pass)
			got := append(slices.Sorted(slices.Values(f.list[:f.n])), Feature(f.code.canonical()>>8), Feature(f.code.canonical()&0xff))
			if want == nil {
				want = got
			} else if !slices.Equal(got, want) {
				t.Fatalf("size %d, symmetry %d: features %v, want %v", size, symmetry, got, want)
			}
		}
	}
}
