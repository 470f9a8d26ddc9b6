package engine

import (
	"errors"
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
