package rules_test

import (
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// diagram sets a game up from rows, the top one first: X is black, O is white,
// . is empty.
func diagram(t *testing.T, name string, rows string) *rules.Game {
	t.Helper()
	lines := strings.Fields(rows)
	size := len(lines)
	g := rules.NewGame(size, *mustFind(t, name), rules.Decimal{})
	var stones []rules.Move
	for i, line := range lines {
		if len(line) != size {
			t.Fatalf("row %q of a board of %d", line, size)
		}
		for x := range size {
			if c, ok := map[byte]rules.Color{'X': rules.Black, 'O': rules.White}[line[x]]; ok {
				stones = append(stones, rules.Move{Color: c, Point: rules.PointAt(size, x, size-1-i)})
			}
		}
	}
	if err := g.Setup(stones, rules.Black, 0); err != nil {
		t.Fatalf("%v in\n%s", err, rows)
	}
	return g
}

// The positions of the tests below.
const (
	// Nothing is open between the two.
	twoGroups = `
		.XO..
		.XO..
		XXOOO
		.XO..
		.XO..`
	twoGroupsFilled = `
		.XOO.
		XXOOO
		XXOOO
		XXOOO
		.XOO.`
	// Black lives twice, White once between them.
	threeGroups = `
		.XO.OX.
		.XO.OX.
		.XO.OX.
		.XO.OX.
		.XO.OX.
		.XO.OX.
		.XO.OX.`
	threeGroupsFilled = `
		.XO.OX.
		XXOOOXX
		XXOOOXX
		XXOOOXX
		XXOOOXX
		XXOOOXX
		.XO.OX.`
	// Two groups a side, none with more than the eyes it needs.
	fourGroups = `
		.X.XO.O.
		XXXXOOOO
		XXXXOOOO
		XXXXOOOO
		OOOOXXXX
		OOOOXXXX
		OOOOXXXX
		.O.OX.X.`
	// On the left each has one eye and whoever takes the last liberty between
	// them, C5, is taken: seki. On the right Black lives apart from that.
	seki = `
		XXXOOX.
		XXXOOXX
		.X.OOX.
		XXOOOXX
		XXOOOX.
		OOOOOXX
		OO.OOX.`
	sekiFilled = `
		XXXOOX.
		XXXOOXX
		.X.OOXX
		XXOOOXX
		XXOOOXX
		OOOOOXX
		OO.OOX.`
	// Both walls touch the dame between them, all five or the last one.
	openDame = `
		.X.O.
		.X.O.
		.X.O.
		.X.O.
		.X.O.`
	lastDame = `
		.X.O.
		.XXO.
		.XXO.
		.XXO.
		.XXO.`
	// One eye and no other liberty: a chain in atari is no independent life.
	atari = `
		.....
		.....
		OOO..
		XXO..
		.XO..`
	empty  = `... ... ...`
	single = `... .X. ...`
)

// counts are territory and tax of Black and White.
type counts struct{ blackTerritory, whiteTerritory, blackTax, whiteTax int }

// countsOf takes them from a count.
func countsOf(n *rules.Count) counts {
	return counts{n.Territory[rules.Black], n.Territory[rules.White], n.Tax[rules.Black], n.Tax[rules.White]}
}

// TestTax counts territory and tax where there is seki, dame and atari, worked
// out by hand: without tax, with SEKI and with ALL. A maximal region without
// opposing stones that touches no dame and holds no chain in atari is
// independent life.
func TestTax(t *testing.T) {
	for _, c := range []struct {
		what, rows      string
		none, seki, all counts
	}{
		{"two groups", twoGroups, counts{4, 8, 0, 0}, counts{4, 8, 0, 0}, counts{4, 8, 2, 2}},
		{"three groups", threeGroups, counts{14, 7, 0, 0}, counts{14, 7, 0, 0}, counts{14, 7, 4, 2}},
		{"four groups", fourGroups, counts{4, 4, 0, 0}, counts{4, 4, 0, 0}, counts{4, 4, 4, 4}},
		{"seki", seki, counts{5, 1, 0, 0}, counts{4, 0, 0, 0}, counts{4, 0, 2, 0}},
		{"open dame", openDame, counts{5, 5, 0, 0}, counts{}, counts{}},
		{"last dame", lastDame, counts{5, 5, 0, 0}, counts{}, counts{}},
		{"atari", atari, counts{1, 16, 0, 0}, counts{0, 16, 0, 0}, counts{0, 16, 0, 2}},
		{"empty board", empty, counts{}, counts{}, counts{}},
		{"one stone", single, counts{8, 0, 0, 0}, counts{8, 0, 0, 0}, counts{8, 0, 2, 0}},
	} {
		for name, want := range map[string]counts{"area2": c.none, "japanese": c.seki, "stone-scoring": c.all} {
			if got := countsOf(diagram(t, name, c.rows).Count(mustFind(t, name), nil)); got != want {
				t.Errorf("%s, %s: %+v, want %+v", c.what, name, got, want)
			}
		}
	}
}

// TestTaxIsFillingIn: area less two points a living group is what the Jungo
// count will be when each side has filled all but two eyes of each group (the
// Jungo text, 切り賃). The filled boards were filled by hand; in a seki neither
// side can fill anything.
func TestTaxIsFillingIn(t *testing.T) {
	for _, c := range []struct{ what, rows, filled string }{
		{"two groups", twoGroups, twoGroupsFilled},
		{"three groups", threeGroups, threeGroupsFilled},
		{"four groups", fourGroups, fourGroups},
		{"seki", seki, sekiFilled},
	} {
		before, after := diagram(t, "stone-scoring", c.rows), diagram(t, "jungo", c.filled)
		taxed, stones := before.Count(before.Rules(), nil), after.Count(after.Rules(), nil)
		for _, color := range []rules.Color{rules.Black, rules.White} {
			if taxed.Halves(color) != stones.Halves(color) {
				t.Errorf("%s, %v: %d half points by tax, %d by filling in", c.what, color, taxed.Halves(color), stones.Halves(color))
			}
		}
		// What is filled already may be counted either way.
		if n := after.Count(mustFind(t, "stone-scoring"), nil); n.Margin().String() != stones.Margin().String() {
			t.Errorf("%s, filled: %v by tax, %v by stones", c.what, n.Margin(), stones.Margin())
		}
	}
}

// TestTaxAfterDeadStones: dead stones are taken off before anything is counted,
// and count as captured.
func TestTaxAfterDeadStones(t *testing.T) {
	rows := strings.Replace(twoGroups, ".XO..", "OXO..", 1) // a white stone at A5
	a5 := rules.PointAt(5, 0, 4)
	for name, want := range map[string]string{
		"area2":         "W+5", // 6 + 4 against 7 + 8
		"chinese":       "W+5",
		"japanese":      "W+3", // 4 against 8 - 1
		"territory3":    "W+3",
		"stone-scoring": "W+5", // 6 + 4 - 2 against 7 + 8 - 2
		"jungo":         "W+1",
	} {
		g := diagram(t, name, rows)
		n := g.Count(g.Rules(), []rules.Point{a5})
		if n.Captured[rules.White] != 1 || n.Stones[rules.White] != 7 {
			t.Errorf("%s: %d white stones captured, %d on the board", name, n.Captured[rules.White], n.Stones[rules.White])
		}
		if got := n.Margin().Result(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if g.Position().At(a5) != rules.White || g.Position().Captured[rules.White] != 0 {
			t.Errorf("%s: counting changed the game", name)
		}
	}
}

// TestLateStones: Territory II, rule 7. Black lives by A2 with the eyes A1 and
// A3 to A5; White has one region and does not live, so that White's territory
// does not count.
func TestLateStones(t *testing.T) {
	const rows = `
		.X.O.
		.X.O.
		.X.O.
		XX.O.
		.X.O.`
	for _, c := range []struct {
		moves string
		want  counts
	}{
		{"", counts{4, 0, 0, 0}},
		{"b pass, w pass", counts{4, 0, 0, 0}},
		// A stone from before the provisional end costs nothing, alive or not.
		{"b C3, w E1, b pass, w pass", counts{4, 0, 0, 0}},
		// After it, one that is alive costs nothing, one that is not a point.
		{"b pass, w pass, b C3", counts{4, 0, 0, 0}},
		{"b pass, w pass E1", counts{4, 0, 0, 1}},
		{"b pass, w pass E1 E5", counts{4, 0, 0, 2}},
		// Three stones, then White lives by E2: none costs any more.
		{"b pass, w pass C1 C5 E2", counts{4, 4, 0, 0}},
		// A stone in Black's territory spoils it as long as it stands, ...
		{"b pass, w pass A4", counts{1, 0, 0, 1}},
		// ... and when it is taken the point that it cost is back, but it counts
		// as captured.
		{"b pass, w pass A4, b A3 A5", counts{2, 0, 0, 0}},
		// Black fills an eye too many: all three late stones cost a point.
		{"b pass, w pass A4, b A3 A5, w pass, b A1", counts{0, 0, 3, 0}},
		// The end, and moves after it, are still after the provisional end.
		{"b pass, w pass, b pass, w pass E1", counts{4, 0, 0, 1}},
	} {
		g := diagram(t, "territory2", rows)
		other := diagram(t, "area2", rows)
		for _, run := range strings.Split(c.moves, ",") {
			words := strings.Fields(run)
			for i := 1; i < len(words); i++ {
				m := rules.Move{Color: colors[words[0]], Point: parsePoint(t, 5, words[i])}
				if err := g.Play(m); err != nil {
					t.Fatalf("%s: %v", c.moves, err)
				}
				if err := other.Play(m); err != nil {
					t.Fatalf("%s: %v", c.moves, err)
				}
			}
		}
		if got := countsOf(g.Count(g.Rules(), nil)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.moves, got, c.want)
		}
		// The same game played under other rules is counted anew under these.
		if got := countsOf(other.Count(g.Rules(), nil)); got != c.want {
			t.Errorf("%s, played under area2: %+v, want %+v", c.moves, got, c.want)
		}
	}
}

// TestLateStonesForget: a set-up stone that stands again after undo is not late
// because of what was played on its point in the meantime.
func TestLateStonesForget(t *testing.T) {
	g := diagram(t, "territory2", `
		.X.O.
		OX.O.
		.X.O.
		XX.O.
		.X.O.`)
	want := counts{1, 0, 0, 0}
	for _, move := range []string{"b pass", "w pass", "b A3", "b A5", "b A4"} {
		color, vertex, _ := strings.Cut(move, " ")
		if err := g.Play(rules.Move{Color: colors[color], Point: parsePoint(t, 5, vertex)}); err != nil {
			t.Fatal(err)
		}
		if got := countsOf(g.Count(g.Rules(), nil)); vertex == "pass" && got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if !g.Undo(3) || countsOf(g.Count(g.Rules(), nil)) != want {
		t.Errorf("after undo %+v, want %+v", countsOf(g.Count(g.Rules(), nil)), want)
	}
}
