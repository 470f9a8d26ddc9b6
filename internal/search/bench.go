package search

import (
	"context"
	"encoding/binary"
	"hash/fnv"

	"gtpgo/internal/rules"
)

// Policy names a way to play playouts.
type Policy uint8

const (
	// Light is uniformly random but for own eyes.
	Light Policy = iota
	// Heavy is the policy of the search.
	Heavy
)

// Bench plays playouts from the empty board, outside any tree, for
// measurements.
type Bench struct {
	player player
	params Params
	start  *rules.Board
	policy Policy
}

// NewBench prepares playouts of a policy on a board of that size.
func NewBench(size int, policy Policy, seed uint64) *Bench {
	b := &Bench{params: DefaultParams(), start: rules.NewBoard(size), policy: policy}
	b.player = player{params: &b.params, rng: mix(seed), gammas: defaultGammas(), accept: defaultAccept()}
	return b
}

// Play plays one playout and returns the final board.
func (b *Bench) Play() *rules.Board {
	w := &b.player
	w.board.Copy(b.start)
	w.moves = w.moves[:0]
	if b.policy == Light {
		w.light(rules.Black)
	} else {
		w.heavy(rules.Black, rules.Pass)
	}
	return &w.board
}

// Signature returns a hash of what a fixed number of playouts of every policy
// and a fixed tree search on several sizes and under several rules come to:
// equal on every processor, changed by every change of play.
func Signature(memory int) uint64 {
	h := fnv.New64a()
	put := func(x uint64) { _ = binary.Write(h, binary.LittleEndian, x) } // a hash never fails
	for _, size := range []int{5, 9, 13, 19, 25} {
		for _, policy := range []Policy{Light, Heavy} {
			b := NewBench(size, policy, 1)
			for range 2000 / size {
				put(b.Play().Key())
			}
		}
	}
	for _, r := range rules.Rulesets() {
		s := New(Config{Memory: memory, Threads: 1, Seed: 1, Params: DefaultParams()})
		g := rules.NewGame(9, r, rules.Halves(15))
		for i := range 3 {
			c := []rules.Color{rules.Black, rules.White}[i%2]
			report := s.Run(context.Background(), g, c, Limits{Playouts: 200})
			put(uint64(report.Moves[0].Visits))
			_ = g.Play(rules.Move{Color: c, Point: report.Moves[0].Move}) // from the list of legal moves
			put(g.Position().Key())
		}
	}
	return h.Sum64()
}
