package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

// regexpDigits finds the option that TestMatchSetUp gives a seed.
var regexpDigits = regexp.MustCompile(`toy-option \d+`)

func fmtInt(n int) string { return strconv.Itoa(n) }

// TestRandomOpenings makes openings for many sizes: they follow from the seed,
// differ, and leave every stone with its liberties.
func TestRandomOpenings(t *testing.T) {
	set, _ := rules.FindRuleset(rules.DefaultRuleset)
	for _, size := range []int{2, 3, 5, 7, 9, 13, 19, 25} {
		a, b, c := randomOpenings(size, 1, 0), randomOpenings(size, 1, 0), randomOpenings(size, 2, 0)
		seen := map[string]bool{}
		differ := 0
		const pairs = 60
		for i := range pairs {
			moves := a.of(i)
			seen[symmetricKey(size, moves)] = true
			if !slices.Equal(moves, b.of(i)) {
				t.Errorf("%d lines, pair %d: not the same again", size, i)
			}
			if !slices.Equal(moves, c.of(i)) {
				differ++
			}
			if size >= 5 && (len(moves) < leastOpening || len(moves) > mostOpening) {
				t.Errorf("%d lines, pair %d: %d moves", size, i, len(moves))
			}
			g := rules.NewGame(size, set, rules.Decimal{})
			for _, m := range moves {
				if err := g.Play(m); err != nil {
					t.Errorf("%d lines, pair %d: %v", size, i, err)
				}
				x, y := m.Point.XY(size)
				if line := min(x, y, size-1-x, size-1-y); size >= 9 && line < 2 {
					t.Errorf("%d lines: %s is below the third", size, moveText(size, moves))
				}
				for _, q := range g.Position().Neighbors(m.Point) {
					if c := g.Position().At(q); c == rules.Black || c == rules.White {
						t.Errorf("%d lines: stones touch in %s", size, moveText(size, moves))
					}
				}
			}
		}
		if size >= 9 && (len(seen) != pairs || differ < pairs/2) {
			t.Errorf("%d lines: %d openings differ, %d from those of another seed", size, len(seen), differ)
		}
	}
	few := randomOpenings(9, 1, 3)
	if !slices.Equal(few.of(0), few.of(3)) || slices.Equal(few.of(0), few.of(1)) {
		t.Error("three openings do not take turns")
	}
}

// TestSymmetricKey turns and reflects an opening.
func TestSymmetricKey(t *testing.T) {
	at := func(x, y int) rules.Point { return rules.PointAt(9, x, y) }
	moves := func(a, b rules.Point) []rules.Move {
		return []rules.Move{{Color: rules.Black, Point: a}, {Color: rules.White, Point: b}}
	}
	key := symmetricKey(9, moves(at(2, 3), at(4, 4)))
	for _, p := range [][2]int{{3, 2}, {6, 3}, {2, 5}, {5, 6}} {
		if symmetricKey(9, moves(at(p[0], p[1]), at(4, 4))) != key {
			t.Errorf("%v is not the same", p)
		}
	}
	if symmetricKey(9, moves(at(4, 4), at(2, 3))) == key {
		t.Error("colours do not matter")
	}
}

// TestReadOpenings reads a folder of records.
func TestReadOpenings(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("2.sgf", "(;SZ[5];B[cc];W[bb];B[])")
	write("1.sgf", "(;SZ[5];W[cc])")
	write("readme.txt", "no opening")
	s := &matchSettings{Size: 5, Openings: dir, OpeningMoves: 2}
	set, _ := rules.FindRuleset(rules.DefaultRuleset)
	o, sum, err := newOpenings(s, &matchTerms{rules: set})
	if err != nil || sum == "" || moveText(5, o.of(0)) != "w:C3" || moveText(5, o.of(1)) != "C3 B4" || moveText(5, o.of(2)) != "w:C3" {
		t.Fatalf("%+v, %q, %v", o, sum, err)
	}
	for name, text := range map[string]string{
		"size.sgf": "(;SZ[9];B[cc])", "stones.sgf": "(;SZ[5]AB[cc])", "over.sgf": "(;SZ[5];B[];W[])",
		"text": "C3 Z9", "broken.sgf": "(;SZ[5]", "empty": "# nothing\n",
	} {
		write(name, text)
		s.Openings = filepath.Join(dir, name)
		if _, _, err := newOpenings(s, &matchTerms{rules: set}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestSplitCommand(t *testing.T) {
	for text, want := range map[string][]string{
		`engine --seed 1  -x`:      {"engine", "--seed", "1", "-x"},
		`'a b' "c 'd'" e\ f ""`:    {"a b", "c 'd'", "e f", ""},
		`C:\dir\x "say \"hi\" \\"`: {`C:\dir\x`, `say "hi" \`},
		`a'b c'd '\'`:              {"ab cd", `\`},
		"  ":                       nil,
	} {
		if got, err := splitCommand(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{`'a`, `"a'`} {
		if _, err := splitCommand(text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

func TestParseScore(t *testing.T) {
	for text, want := range map[string]string{"B+3.5": "B+3.5", "w+12": "W+12", "0": "0", "Draw": "0", "jigo": "0",
		"W+0.50 (upper bound: W+3)": "W+0.5", "B+0": "0"} {
		if m, ok := parseScore(text); !ok || m.Result() != want {
			t.Errorf("%s: %s, %v", text, m.Result(), ok)
		}
	}
	for _, text := range []string{"", "B+R", "W+", "+3", "3.5", "? cannot score", "B+-1", "Black wins"} {
		if _, ok := parseScore(text); ok {
			t.Errorf("%s is a score", text)
		}
	}
}

// TestMatchClock spends time on clocks of each kind.
func TestMatchClock(t *testing.T) {
	for _, test := range []struct {
		text  string
		spend []float64
		left  string
		late  bool
	}{
		{"60 0 0", []float64{20.5, 10}, "time_left black 29 0", false},
		{"60 0 5", []float64{20.5, 40}, "time_left black 0 0", true},
		{"10 30 3", nil, "time_left black 10 0", false},
		{"10 30 3", []float64{9, 5}, "time_left black 26 2", false}, // 4 s over main time, one move made
		{"0 30 3", []float64{5, 5}, "time_left black 20 1", false},
		{"0 30 3", []float64{5, 5, 5}, "time_left black 30 3", false},
		{"0 30 3", []float64{5, 26}, "time_left black 0 1", true},
		{"0 0 0", []float64{0.5}, "time_left black 0 0", true},
	} {
		c, err := parseMatchClock(test.text)
		if err != nil {
			t.Fatal(err)
		}
		c = c.fresh()
		for _, s := range test.spend {
			c.spend(time.Duration(s * float64(time.Second)))
		}
		if got := c.timeLeft(rules.Black); got != test.left || c.late != test.late {
			t.Errorf("%s after %v: %s, late %v", test.text, test.spend, got, c.late)
		}
	}
	if c, err := parseMatchClock("0 1 0"); err != nil || c.fresh() != nil {
		t.Error("a period without moves is a limit")
	}
	var none *matchClock
	none.spend(time.Hour)
	for _, text := range []string{"", "1 2", "1 2 x", "-1 0 0", "1.5 0 0"} {
		if _, err := parseMatchClock(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// TestTallyOrder counts games that end out of order: the test takes them in
// order, and leaves pairs with a void game out.
func TestTallyOrder(t *testing.T) {
	tally := newTally(&sprt{0, 400, .05, .05})
	add := func(game int, winner string) {
		tally.add(&matchResult{Game: game, Winner: winner, Black: []string{sideB, sideA}[game%2], Reason: byScore})
	}
	add(4, sideA)
	add(2, drawn)
	add(3, sideA)
	if tally.pairs.total() != 0 || tally.all != (wdl{2, 1, 0}) || tally.black != (wdl{1, 0, 0}) || tally.white() != (wdl{1, 1, 0}) {
		t.Errorf("%+v", tally)
	}
	add(1, sideB)
	add(5, noWinner)
	add(6, sideA)
	if tally.pairs != (pairCounts{0, 1, 0, 0, 1}) || tally.voidPairs != 1 || tally.void != 1 || len(tally.curve) != 5 {
		t.Errorf("%+v", tally)
	}
	for game := 7; game < 40; game++ {
		add(game, sideA)
	}
	if !tally.decided() || tally.state != sprtH1 || tally.pairs.total() >= 18 {
		t.Errorf("%s after %d pairs", tally.state, tally.pairs.total())
	}
}

func TestTickStep(t *testing.T) {
	for all, want := range map[float64]float64{1: 1, 8: 1, 9: 2, 40: 5, 100: 20, 1000: 200, 4000: 500, 8001: 2000} {
		if got := tickStep(all, 8); got != want {
			t.Errorf("%g: %g, not %g", all, got, want)
		}
	}
}

func TestElo0(t *testing.T) {
	for x, want := range map[float64]string{0: "+0", 12.4: "+12", -0.2: "-0"} {
		if got := elo(x); strings.TrimPrefix(got, "-") != strings.TrimPrefix(want, "-") {
			t.Errorf("%g: %s", x, got)
		}
	}
	if got := elo(shareElo(1)) + elo(shareElo(0)); got != "+∞-∞" {
		t.Error(got)
	}
}
