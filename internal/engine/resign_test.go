package engine

import (
	"flag"
	"fmt"
	"testing"

	"gtpgo/internal/rules"
)

var resignAll = flag.Bool("resign.all", false, "try every level and number of playouts under every ruleset")

// lost is a position that White has lost by more than half the board under any
// rules, as its stones live on two points in the corner.
var lost = []string{
	". O . O O X . . .",
	"O O O O O X . . .",
	"X X X X X X . . .",
	". . . . . . . X .",
	". . X . . . . . .",
	". . . . . X . . .",
	". . X . . . . X .",
	". . . . . . . . .",
	". . . . . . . . .",
}

// resignsWithin lets White move so many times, and Black as a player who never
// resigns, and reports whether White resigns.
func resignsWithin(t *testing.T, e *Engine, moves int) bool {
	t.Helper()
	for range moves {
		if e.Genmove(t.Context(), rules.White).Resign {
			return true
		}
		d := e.Suggest(t.Context(), rules.Black)
		if err := e.Play(d.Move); err != nil {
			t.Fatal(err)
		}
	}
	return false
}

// A game lost by more than half the board is given up soon, whatever the rules,
// the level and the number of playouts.
func TestResignsLostGame(t *testing.T) {
	sets := []string{"area2", "area3", "territory1", "territory2", "territory3", "japanese", "chinese", "aga",
		"new_zealand", "stone-scoring", "tromp-taylor", "cgos", "jungo", "area1"}
	strengths := []struct {
		level, playouts int
		net             string
	}{{fullLevel, 1, netOff}, {fullLevel, 20, netOn}, {fullLevel, 300, netOff}, {1, 100, netOn}, {4, 100, netOff}, {7, 300, netOff},
		{fullLevel, 1, netOn}, {7, 300, netOn}}
	for i, set := range sets {
		for k, s := range strengths {
			if !*resignAll && (i+k)%len(strengths) != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s level %d playouts %d net %s", set, s.level, s.playouts, s.net), func(t *testing.T) {
				e := boardOf(t, set, lost...)
				e.config.Level, e.config.Playouts, e.config.Resign, e.config.Net = s.level, s.playouts, defaultResign, Net{name: s.net}
				e.renewSearch(e.config.Memory)
				if !resignsWithin(t, e, 10) {
					t.Errorf("White plays on\n%s", diagram(e))
				}
			})
		}
	}
}

// Nobody resigns who was told not to, who cleans up or fills, or whose game is
// merely behind.
func TestPlaysOn(t *testing.T) {
	for _, set := range []string{"area2", "territory3", "jungo", "chinese"} {
		e := boardOf(t, set, lost...)
		e.config.Resign = noResign
		if resignsWithin(t, e, 10) {
			t.Errorf("%s: resigned although told not to", set)
		}
		e = boardOf(t, set, lost...)
		e.config.Resign = defaultResign
		for range 5 {
			if e.GenmoveCleanup(t.Context(), rules.White).Resign || e.GenmoveCleanup(t.Context(), rules.Black).Resign {
				t.Errorf("%s: resigned in the cleanup", set)
			}
		}
		e = New(Config{Size: 9, Rules: *e.Game().Rules(), Komi: rules.Halves(15), Threads: 1, Playouts: 20, Seed: 5, Memory: 4 << 20,
			Resign: defaultResign})
		for range 8 {
			if e.Genmove(t.Context(), e.Game().Position().ToPlay).Resign {
				t.Errorf("%s: resigned in the opening", set)
			}
		}
	}
	e := boardOf(t, "jungo",
		". X X O .",
		"X X X O O",
		". X X X O",
		". . . X O",
		". . . X .")
	e.config.Resign = defaultResign
	if resignsWithin(t, e, 12) {
		t.Error("resigned while filling")
	}
}
