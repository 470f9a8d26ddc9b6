package engine

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// TestRecord writes a game and reads it back.
func TestRecord(t *testing.T) {
	r, _ := rules.FindRuleset(rules.DefaultRuleset)
	g := rules.NewGame(9, r, rules.Halves(13))
	for _, m := range []rules.Move{
		{Color: rules.Black, Point: rules.PointAt(9, 2, 2)}, {Color: rules.White, Point: rules.PointAt(9, 6, 6)},
		{Color: rules.Black, Point: rules.Pass},
	} {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	text := WriteRecord(g, "test:1", map[string]string{"PB": "me]", "RE": "B+R", "XX": "not kept"})
	for _, want := range []string{"AP[test:1]", `PB[me\]]`, "RE[B+R]", ";B[cg];W[gc];B[])"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	if strings.Contains(text, "XX") {
		t.Errorf("%s has an unknown property", text)
	}
	back, err := ReadRecord([]byte(text), r, rules.Halves(0))
	if err != nil || len(back.Moves()) != 3 || back.Komi().String() != "6.5" || back.Size() != 9 {
		t.Errorf("read back: %v, %v", back, err)
	}
	if _, err := ReadRecord([]byte("(;B[aa];W[aa])"), r, rules.Halves(0)); !errors.Is(err, ErrLoad) {
		t.Errorf("a stone on a stone: %v", err)
	}
}

// TestRecordReadsBack: whatever a session does, its record gives the same game
// again, and that the same record.
func TestRecordReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		g := randomGame(t, r)
		text := WriteRecord(g, "test:1", nil)
		back, err := ReadRecord([]byte(text), *g.Rules(), rules.Halves(1))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		was, is := g.Position(), back.Position()
		if is.Key() != was.Key() || is.ToPlay != was.ToPlay || is.Captured != was.Captured || is.Given != was.Given ||
			back.First() != g.First() || back.Handicap() != g.Handicap() || !slices.Equal(back.Moves(), g.Moves()) ||
			back.Komi().String() != g.Komi().String() {
			t.Fatalf("another game is read back from\n%s", text)
		}
		if again := WriteRecord(back, "test:1", nil); again != text {
			t.Fatalf("written\n%s\nand again\n%s", text, again)
		}
	}
}

// randomGame makes a game on a small board as commands make it: set-up or
// handicap or neither, moves in turn and out of it, and who is to play said at
// the start and at the end.
func randomGame(t *testing.T, r *rand.Rand) *rules.Game {
	set, _ := rules.FindRuleset([]string{"area2", "territory3", "tromp-taylor", "chinese"}[r.IntN(4)])
	komi, err := rules.ParseDecimal([]string{"7.5", "0", "-200.125", "1e300", "-1e-300", "1234567890123456789012345678901234567890123.5"}[r.IntN(6)])
	if err != nil {
		t.Fatal(err)
	}
	size := 1 + r.IntN(5)
	g := rules.NewGame(size, set, komi)
	color := func() rules.Color { return [2]rules.Color{rules.Black, rules.White}[r.IntN(2)] }
	point := func() rules.Point { return rules.PointAt(size, r.IntN(size), r.IntN(size)) }
	if kind := r.IntN(3); kind > 0 {
		toPlay, handicap := color(), 0
		var stones []rules.Move
		for range 2 + r.IntN(4) {
			m := rules.Move{Color: color(), Point: point()}
			if kind == 2 {
				m.Color = rules.Black
			}
			if !slices.ContainsFunc(stones, func(o rules.Move) bool { return o.Point == m.Point }) {
				stones = append(stones, m)
			}
		}
		if kind == 2 && len(stones) >= 2 {
			toPlay, handicap = rules.White, len(stones)
		}
		_ = g.Setup(stones, toPlay, handicap) // stones that cannot stand are left out
	}
	if r.IntN(3) == 0 {
		g.SetToPlay(color())
	}
	for range r.IntN(20) {
		m := rules.Move{Color: g.Position().ToPlay, Point: point()}
		if r.IntN(5) == 0 {
			m.Color = color()
		}
		if r.IntN(6) == 0 {
			m.Point = rules.Pass
		}
		_ = g.Play(m) // unless it is illegal
	}
	if r.IntN(3) == 0 {
		g.SetToPlay(color())
	}
	return g
}
