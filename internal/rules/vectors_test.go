package rules_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// vector is one game of testdata/rules.jsonl: moves under some rules, and what
// a separate, plain implementation says of the position they lead to.
type vector struct {
	Rules, Komi, Phase, Result string
	Size                       int
	Moves                      []string
	Illegal                    []struct {
		After              int
		Color, Vertex, Why string
	}
	Legal           map[string][]string
	Captured, Given map[string]int
	Points          map[string]string
}

var colors = map[string]rules.Color{"b": rules.Black, "w": rules.White}

const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// parsePoint reads "D4" or "pass".
func parsePoint(t *testing.T, size int, s string) rules.Point {
	t.Helper()
	if s == "pass" {
		return rules.Pass
	}
	y, err := strconv.Atoi(s[1:])
	if err != nil {
		t.Fatal(err)
	}
	return rules.PointAt(size, strings.IndexByte(columns, s[0]), y-1)
}

func formatPoint(size int, p rules.Point) string {
	x, y := p.XY(size)
	return columns[x:x+1] + strconv.Itoa(y+1)
}

// newGame returns an empty game under named rules.
func newGame(t testing.TB, size int, name, komi string) *rules.Game {
	t.Helper()
	r, ok := rules.FindRuleset(name)
	if !ok {
		t.Fatalf("no ruleset %q", name)
	}
	k, err := rules.ParseDecimal(komi)
	if err != nil {
		t.Fatal(err)
	}
	return rules.NewGame(size, r, k)
}

// TestVectors plays the 800 games and compares everything that is told of
// them.
func TestVectors(t *testing.T) {
	f, err := os.Open("testdata/rules.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	games := 0
	for lines.Scan() {
		games++
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		t.Run(strconv.Itoa(games)+"_"+v.Rules, func(t *testing.T) { v.check(t) })
	}
	if err := lines.Err(); err != nil || games != 800 {
		t.Fatalf("%d games, %v", games, err)
	}
}

func (v *vector) check(t *testing.T) {
	g := newGame(t, v.Size, v.Rules, v.Komi)
	reasons := map[string]rules.Reason{"suicide": rules.Suicide, "ko": rules.KoBan, "superko": rules.Superko}
	for i := 0; i <= len(v.Moves); i++ {
		for _, x := range v.Illegal {
			if x.After != i {
				continue
			}
			err, ok := g.Legal(rules.Move{Color: colors[x.Color], Point: parsePoint(t, v.Size, x.Vertex)}).(*rules.Illegal)
			if !ok || err.Reason != reasons[x.Why] {
				t.Errorf("after move %d, %s %s: %v, want %s", i, x.Color, x.Vertex, err, x.Why)
			}
		}
		if i < len(v.Moves) {
			color, vertex, _ := strings.Cut(v.Moves[i], " ")
			if err := g.Play(rules.Move{Color: colors[color], Point: parsePoint(t, v.Size, vertex)}); err != nil {
				t.Fatalf("move %d, %s: %v", i+1, v.Moves[i], err)
			}
		}
	}
	n := g.Count(g.Rules(), nil)
	for name, c := range colors {
		legal := []string{}
		for _, p := range g.AppendLegal(nil, c) {
			legal = append(legal, formatPoint(v.Size, p))
		}
		if !slices.Equal(legal, v.Legal[name]) {
			t.Errorf("legal %s: %v, want %v", name, legal, v.Legal[name])
		}
		if n.Captured[c] != v.Captured[name] || n.Given[c] != v.Given[name] {
			t.Errorf("%s: captured %d, given %d, want %d, %d", name, n.Captured[c], n.Given[c], v.Captured[name], v.Given[name])
		}
		if got := rules.Halves(n.Halves(c)).String(); got != v.Points[name] {
			t.Errorf("%s: %s points, want %s", name, got, v.Points[name])
		}
	}
	if got := g.Position().Phase().String(); got != v.Phase {
		t.Errorf("phase %s, want %s", got, v.Phase)
	}
	if got := n.Margin().Result(); got != v.Result {
		t.Errorf("result %s, want %s", got, v.Result)
	}
}
