package rules_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The checks of the reference itself: the recorded games, then, for what they
// do not hold (other rulesets, set-up, moves out of turn), short hand-made
// games, and the facts that follow from the rules.

// refColumns are the column letters; I is none.
const refColumns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// refVertex reads a vertex such as D4.
func refVertex(text string) refPoint {
	row, err := strconv.Atoi(text[1:])
	if err != nil {
		panic("reference: vertex " + text)
	}
	return refPoint{strings.Index(refColumns, strings.ToUpper(text[:1])), row - 1}
}

// refName writes a point as a vertex.
func refName(p refPoint) string { return refColumns[p.x:p.x+1] + strconv.Itoa(p.y+1) }

// refNames writes points as vertices.
func refNames(points []refPoint) []string {
	names := []string{}
	for _, p := range points {
		names = append(names, refName(p))
	}
	return names
}

// refColorOf reads "b" or "w".
func refColorOf(text string) refColor { return refColor(strings.ToUpper(text)[0]) }

// refPlay makes one move written as "b D4" or "w pass" and gives the reason if
// it is illegal.
func refPlay(g *refGame, move string) string {
	color, vertex, _ := strings.Cut(move, " ")
	if vertex == "pass" {
		g.pass(refColorOf(color))
		return ""
	}
	p := refVertex(vertex)
	return g.play(refColorOf(color), p.x, p.y)
}

// refPoints writes half points as the shortest decimal.
func refPoints(half int) string { return strconv.FormatFloat(float64(half)/2, 'f', -1, 64) }

// refVector is one line of the recorded games.
type refVector struct {
	Rules   string
	Size    int
	Komi    string
	Moves   []string
	Illegal []struct {
		After  int
		Color  string
		Vertex string
		Why    string
	}
	Legal    map[string][]string
	Captured map[string]int
	Given    map[string]int
	Phase    string
	Points   map[string]string
	Result   string
}

// TestRefVectors replays every recorded game and compares every field.
func TestRefVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/rules.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for lines := bufio.NewReader(bytes.NewReader(data)); ; {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			games++
			var v refVector
			strict := json.NewDecoder(bytes.NewReader(line))
			strict.DisallowUnknownFields()
			if err := strict.Decode(&v); err != nil {
				t.Fatalf("game %d: %v", games, err)
			}
			if err := refCheckVector(v); err != nil {
				t.Errorf("game %d (%s, %dx%d): %v", games, v.Rules, v.Size, v.Size, err)
			}
		}
		if err != nil {
			break
		}
	}
	if games != 800 {
		t.Errorf("%d games, want 800", games)
	}
}

// refCheckVector replays one recorded game and gives the first difference.
func refCheckVector(v refVector) error {
	rules, ok := refRulesets[v.Rules]
	if !ok {
		return fmt.Errorf("unknown rules")
	}
	g := newRefGame(v.Size, rules)
	for n := range len(v.Moves) + 1 {
		for _, bad := range v.Illegal {
			p := refVertex(bad.Vertex)
			if why, _ := g.why(refColorOf(bad.Color), p.x, p.y); bad.After == n && why != bad.Why {
				return fmt.Errorf("after %d: %s %s is %q, want %q", n, bad.Color, bad.Vertex, why, bad.Why)
			}
		}
		if n < len(v.Moves) {
			if why := refPlay(g, v.Moves[n]); why != "" {
				return fmt.Errorf("move %d, %s: %s", n+1, v.Moves[n], why)
			}
		}
	}
	for _, side := range []string{"b", "w"} {
		c := refColorOf(side)
		got := fmt.Sprint(refNames(g.legal(c)), g.captured(c), g.given(c), refPoints(g.points(c)))
		want := fmt.Sprint(v.Legal[side], v.Captured[side], v.Given[side], v.Points[side])
		if got != want {
			return fmt.Errorf("%s: legal, captured, given, points\n got %s\nwant %s", side, got, want)
		}
	}
	if got := g.phase() + " " + g.result(v.Komi); got != v.Phase+" "+v.Result {
		return fmt.Errorf("phase and result %s, want %s %s", got, v.Phase, v.Result)
	}
	return nil
}

// The games the hand-made cases use. Commas part the moves; a bare vertex after
// a colour goes on in that colour: "b B1 B2, w pass".
const (
	// A ko on 7x7: after Black's D3 White may want to retake at C3.
	refKoShape = "b C4, w D4, b B3, w E3, b C2, w D2, b A7, w C3, b D3"
	// 5x5, one column each to live on, and a shared middle.
	refTwoWalls = "b B1 B2 B3 B4 B5, w D1 D2 D3 D4 D5"
	// Seki on 5x5: C2 and C4 belong to nobody.
	refSeki = "b A1 A2 A3 A4 A5 B1 B2 B3 B4 B5, w D1 D2 D3 D4 D5 E1 E2 E3 E4 E5, b C5 C1, w C3"
	// A whole 5x5 game, Black to pass after White did.
	refFilled = "b B3, w D3, b B2, w D2, b B4, w D4, b B1, w D1, b B5, w D5, b C1, w C2, b C3, w C4, b C5, w pass"
	// Two stones take one another back: which repetition is it?
	refSuperkoShape = "b B1, w A3, b B3, w B4, b A1, w C4, b B2, w A2, b A4"
)

// refGameOf plays a list of moves that must all be legal.
func refGameOf(t *testing.T, rules string, size int, moves string) *refGame {
	t.Helper()
	row, ok := refRulesets[rules]
	if !ok {
		t.Fatalf("no rules %s", rules)
	}
	g := newRefGame(size, row)
	refPlayAll(t, g, moves)
	return g
}

// refPlayAll plays on in a game.
func refPlayAll(t *testing.T, g *refGame, moves string) {
	t.Helper()
	for _, run := range strings.Split(moves, ",") {
		words := strings.Fields(run)
		for i := 1; i < len(words); i++ {
			if why := refPlay(g, words[0]+" "+words[i]); why != "" {
				t.Fatalf("%s %s: %s", words[0], words[i], why)
			}
		}
	}
}

// TestRefLegality has a row for each way a play can be forbidden, and for each
// ko rule the repetitions that it does and does not forbid.
func TestRefLegality(t *testing.T) {
	twoDie := "w A2 B2 C1, b A1" // Black B1 makes a chain of two that dies
	for _, c := range []struct {
		rules string
		size  int
		moves string
		play  string
		want  string
	}{
		{"jungo", 7, "b D4", "w D4", "occupied -1"},
		{"jungo", 7, refKoShape, "w C3", "ko -1"},
		{"jungo", 7, refKoShape + ", w G7, b G1", "w C3", " -1"},
		{"jungo", 7, refKoShape + ", w pass", "w C3", " -1"},
		{"jungo", 7, refKoShape + ", w pass, b pass", "w C3", " -1"},
		// Nine moves and two passes; the forbidden position stood after move 8.
		{"chinese", 7, refKoShape + ", w pass, b pass", "w C3", "superko 8"},
		{"aga", 7, refKoShape + ", w pass, b pass", "w C3", "superko 8"},
		{"area1", 7, refKoShape + ", w pass, b pass", "w C3", "superko 8"},
		{"chinese", 4, refSuperkoShape, "w A3", "superko 7"},
		{"area2", 4, refSuperkoShape, "w A3", "superko 7"},
		{"aga", 4, refSuperkoShape, "w A3", " -1"},
		{"jungo", 4, refSuperkoShape, "w A3", " -1"},
		{"jungo", 5, twoDie, "b B1", "suicide -1"},
		{"tromp-taylor", 5, twoDie + ", w E5", "b B1", " -1"},
		{"tromp-taylor", 5, "w A2 B1", "b A1", "suicide -1"},
		// The suicide restores what stood after White's last stone: for White's
		// opponent that is a repetition of the position only.
		{"tromp-taylor", 5, twoDie, "b B1", "superko 3"},
		{"new_zealand", 5, twoDie, "b B1", " -1"},
		// Simple ko looks at the position before the last move, whoever made it
		// and whether or not the play captures.
		{"suicide-simple", 5, twoDie, "b B1", "ko -1"},
		{"suicide-simple", 5, twoDie + ", w E5", "b B1", " -1"},
		{"suicide-simple", 5, twoDie + ", w E5, b B1", "b A1", "ko -1"},
		{"suicide-simple", 5, twoDie + ", w E5, b B1", "b B1", " -1"},
		{"suicide-ikeda", 5, twoDie + ", w E5, b B1", "b A1", " -1"},
		// Of two occurrences the latest counts, and passes are numbered too.
		{"tromp-taylor", 5, "w A2 B2 C1 pass, b A1", "b B1", "superko 4"},
	} {
		rules, ok := refRulesets[c.rules]
		if !ok {
			rules = refRulesets["tromp-taylor"]
			rules.ko = map[string]refKo{"suicide-simple": refSimple, "suicide-ikeda": refIkeda}[c.rules]
		}
		g := newRefGame(c.size, rules)
		refPlayAll(t, g, c.moves)
		color, vertex, _ := strings.Cut(c.play, " ")
		p := refVertex(vertex)
		why, n := g.why(refColorOf(color), p.x, p.y)
		if got := fmt.Sprint(why, " ", n); got != c.want {
			t.Errorf("%s, %s: %s is %q, want %q", c.rules, c.moves, c.play, got, c.want)
		}
	}
}

// TestRefStartingPosition: under situational superko the starting position
// counts as made by the side that does not move first, and who that is depends
// on the game played, not on the turn that was announced.
func TestRefStartingPosition(t *testing.T) {
	stones := []refPoint{refVertex("A2"), refVertex("B2"), refVertex("C1")}
	for _, c := range []struct{ moves, want string }{
		{"b A1", " -1"},               // made by White
		{"b pass A1", "superko 1"},    // Black's own pass
		{"w pass, b A1", "superko 0"}, // White moved first: made by Black
		{"w pass pass, b A1", "superko 0"},
	} {
		g := newRefGame(5, refRulesets["new_zealand"])
		if !g.setUp(nil, stones, 0, refBlack) {
			t.Fatal("set-up refused")
		}
		refPlayAll(t, g, c.moves)
		why, n := g.why(refBlack, 1, 0)
		if got := fmt.Sprint(why, " ", n); got != c.want {
			t.Errorf("%s: %q, want %q", c.moves, got, c.want)
		}
	}
}

// TestRefSetUp: a set-up is taken as a whole or not at all, stays under undo,
// and only handicap stones are compensated.
func TestRefSetUp(t *testing.T) {
	g := newRefGame(5, refRulesets["chinese"])
	b1, b2 := refPoint{1, 0}, refPoint{1, 1}
	if g.setUp([]refPoint{b1, b1}, nil, 0, refBlack) ||
		g.setUp([]refPoint{b1}, []refPoint{b1}, 0, refBlack) ||
		g.setUp([]refPoint{{5, 0}}, nil, 0, refBlack) ||
		g.setUp([]refPoint{{0, 0}}, []refPoint{{0, 1}, b1}, 0, refBlack) ||
		g.position() != refEmptyBoard(5) {
		t.Fatal("accepted an impossible set-up")
	}
	if !g.setUp([]refPoint{b1, b2, {1, 2}, {1, 3}, {1, 4}}, nil, 5, refWhite) || g.toPlay() != refWhite {
		t.Fatal("refused a possible one")
	}
	refPlayAll(t, g, "w D1 D2 D3 D4 D5")
	for rules, want := range map[string]string{"chinese": "W+5.5", "aga": "W+4.5", "new_zealand": "W+0.5"} {
		g.rules = refRulesets[rules]
		if got := g.result("0.5"); got != want {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
	for g.undo() {
	}
	if g.setUp([]refPoint{b1}, nil, 0, refBlack) || g.position().stones(refBlack) != 5 {
		t.Error("the set-up did not stay")
	}
}

// TestRefPasses goes through endings pass by pass: the phase, and the stones
// each side gave.
func TestRefPasses(t *testing.T) {
	for _, c := range []struct {
		rules, moves, want string
	}{
		{"area2", "b pass pass", "playing 0 0"}, // one side alone ends nothing
		{"area2", "b pass pass, w pass", "ended 0 0"},
		{"area2", "b pass, w pass, b pass", "ended 0 0"},
		{"area2", "b pass, w pass, b A1", "playing 0 0"},
		{"area2", "b pass, w pass, b A1, w pass", "playing 0 0"},
		{"area3", "b pass, w pass", "playing 0 0"},
		{"area3", "b pass, w pass, b pass", "ended 0 0"},
		{"area3", "b pass A1, w pass, b pass", "ended 0 0"},
		{"area3", "b pass, w pass pass", "playing 0 0"},
		{"territory3", "w pass, b pass", "ended 0 1"},
		{"territory3", "b pass, w pass", "ended 1 1"},
		{"territory3", "w pass, b pass, w pass", "ended 1 2"}, // free no more
		{"territory3", "w pass, b pass, w pass, b pass", "ended 1 2"},
		{"territory3", "w pass, b pass pass", "ended 2 1"}, // a further pass of Black
		{"territory3", "w pass, b pass, w A1", "playing 1 1"},
		{"territory3", "b pass pass", "playing 2 0"},
		{"territory1", "b pass, w pass", "provisional 0 0"},
		{"territory1", "b pass, w pass, b pass", "provisional 1 0"},
		{"territory1", "b pass, w pass, b pass, w pass", "ended 1 1"},
		{"territory1", "b pass, w pass pass, b pass", "ended 0 1"}, // Black was to move first
		{"territory1", "w pass, b pass pass, w pass", "ended 1 0"},
		{"territory1", "b pass, w pass A1 pass, b pass", "ended 0 1"}, // even out of turn
		{"territory1", "b pass, w pass pass, b pass pass", "ended 2 1"},
		{"territory1", "b pass, w pass pass, b pass A1", "provisional 1 1"},
		{"territory1", "b pass, w pass pass, b pass A1 pass", "provisional 2 1"},
		{"territory1", "b pass, w pass pass, b pass A1 pass, w pass", "ended 2 2"},
		{"aga", "b pass, w pass", "ended 1 1"},
		{"aga", "w pass, b pass", "playing 1 1"},
		{"aga", "w pass, b pass, w pass", "ended 1 2"},
		{"aga", "b pass, w pass, b pass", "ended 2 1"},
		{"aga", "b pass, w pass, b A1", "playing 1 1"},
	} {
		g := refGameOf(t, c.rules, 3, c.moves)
		if got := fmt.Sprint(g.phase(), " ", g.given(refBlack), " ", g.given(refWhite)); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.rules, c.moves, got, c.want)
		}
	}
}

// TestRefCounting has the counts of positions that were worked out by hand.
func TestRefCounting(t *testing.T) {
	for _, c := range []struct {
		rules, moves, komi, dead, want string
	}{
		{"area2", refTwoWalls + ", b C2 C3", "6.5", "", "W+4.5"},
		{"jungo", refTwoWalls + ", b C2 C3", "0", "", "B+2"},
		{"jungo", refTwoWalls + ", b C2 C3 A1 A2 A4", "0", "", "B+5"},
		{"area2", refTwoWalls + ", b C2 C3 A1 A2 A4", "0", "", "B+2"},
		{"territory3", refTwoWalls, "0", "", "0"},
		{"area2", refTwoWalls + ", b C1 C2 C3 C4 C5", "4.96", "", "B+0.04"},
		{"area2", "b C3", "1e6", "", "W+999975"},
		{"area2", "b C3", "-200.000", "", "B+225"},
		{"area2", refFilled + ", b pass", "0", "", "B+1"},
		{"territory3", refFilled + ", b pass", "0", "", "B+1"},
		{"territory3", refFilled + ", b pass, w pass, b A3, w E3, b pass, w pass", "0", "", "B+1"},
		{"area3", "b C3, w pass", "0", "", "B+24"},
		{"area3", "b C3 pass, w pass", "0", "", "B+25"},
		// Seki: the shared points are nobody's and nobody pays for the groups.
		{"area2", refSeki, "0", "", "B+1"},
		{"territory3", refSeki, "0", "", "0"},
		{"japanese", refSeki, "0", "", "0"},
		{"stone-scoring", refSeki, "0", "", "B+1"},
		// Independent life: both walls touch the dame between them until it is
		// filled; then only territory without dame counts, and each pays two.
		{"japanese", refTwoWalls + ", b C1 C2 C3 C4 C5, w E1", "0", "", "B+1"},
		{"japanese", refTwoWalls + ", b C1, w E1 E2", "0", "", "0"},
		{"stone-scoring", refTwoWalls + ", b C1 C2 C3 C4 C5", "0", "", "B+5"},
		{"stone-scoring", refTwoWalls + ", b C1 C2 C3", "0", "", "B+3"},
		{"stone-scoring", "b C3", "0", "", "B+23"},
		// A chain in atari is no independent life: its one eye is no territory.
		{"japanese", "b A2 B2 B1, w A3 B3 C3 C2 C1", "0", "", "W+16"},
		{"stone-scoring", "b A2 B2 B1, w A3 B3 C3 C2 C1", "0", "", "W+16"},
		// A dead stone is taken off first and then counts as captured.
		{"chinese", refTwoWalls + ", b C1 C2 C3 C4 C5, w A3", "0", "", "W+1"},
		{"chinese", refTwoWalls + ", b C1 C2 C3 C4 C5, w A3", "0", "A3", "B+5"},
		{"japanese", refTwoWalls + ", b C1 C2 C3 C4 C5, w A3", "0", "A3", "B+1"},
		// Japan II: a late stone that is not alive costs a point, and territory
		// round which a stone is not alive does not count.
		{"territory2", refTwoWalls + ", b A2, b pass, w pass", "0", "", "B+4"},
		{"territory1", refTwoWalls + ", b A2, b pass, w pass", "0", "", "W+1"},
		{"territory2", refTwoWalls + ", b A2, b pass, w pass, b C3", "0", "", "B+4"},
		{"territory2", refTwoWalls + ", b A2, b pass, w pass E1", "0", "", "B+5"},
	} {
		g := refGameOf(t, c.rules, 5, c.moves)
		var dead []refPoint
		for _, vertex := range strings.Fields(c.dead) {
			dead = append(dead, refVertex(vertex))
		}
		if got := g.result(c.komi, dead...); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.rules, c.moves, got, c.want)
		}
	}
}

// TestRefAliveness: the definition of a living stone and Benson's theorem give
// the same stones on random positions.
func TestRefAliveness(t *testing.T) {
	random := rand.New(rand.NewPCG(1969, 7))
	living := 0
	for i := range 900 {
		shape := [][2]int{{3, 3}, {4, 3}, {4, 4}}[i%3]
		s := refRandomPosition(random, shape[0], shape[1])
		for _, color := range []refColor{refBlack, refWhite} {
			force, benson := s.aliveByForce(color), s.aliveByBenson(color)
			if !maps.Equal(force, benson) {
				t.Fatalf("%v, %c: by force %v, by Benson %v", s, color, force, benson)
			}
			living += len(force)
		}
	}
	if living < 500 {
		t.Errorf("only %d living stones: the positions show too little", living)
	}
}

// refRandomPosition is a random legal position. Mostly one colour stands, in
// a proportion that differs from position to position, since an even mixture
// seldom has a living stone.
func refRandomPosition(random *rand.Rand, width, height int) refPosition {
	s := refPosition{width, strings.Repeat(string(refEmpty), width*height)}
	black, white := random.Float64(), random.Float64()/3
	for _, p := range s.all() {
		if random.Float64() < black {
			s = s.put(refBlack, p)
		} else if random.Float64() < white {
			s = s.put(refWhite, p)
		}
	}
	for _, chain := range s.chains() {
		if s.liberties(chain) == 0 {
			s = s.put(refEmpty, chain.points...)
		}
	}
	return s
}

// TestRefPublishedCounts counts all positions of the smallest boards (Tromp)
// and every play in them by what it does.
func TestRefPublishedCounts(t *testing.T) {
	for size, want := range map[int]string{
		1: "1 legal, plays 0, suicides 0 and single 2, captures 0",
		2: "57 legal, plays 184, suicides 8 and single 8, captures 56",
		3: "12675 legal, plays 83502, suicides 2698 and single 3726, captures 14390",
	} {
		legal, plays, suicides, single, captures := 0, 0, 0, 0, 0
		var visit func(s refPosition, from int)
		visit = func(s refPosition, from int) {
			if from < len(s.colors) {
				p := refPoint{from % size, from / size}
				for _, color := range []refColor{refEmpty, refBlack, refWhite} {
					visit(s.put(color, p), from+1)
				}
				return
			}
			if slices.ContainsFunc(s.chains(), func(c refRegion) bool { return s.liberties(c) == 0 }) {
				return
			}
			legal++
			for _, p := range s.all() {
				for _, color := range []refColor{refBlack, refWhite} {
					if s.at(p) != refEmpty {
						continue
					}
					switch _, taken, lost := s.after(color, p); {
					case lost == 1:
						single++
					case lost > 1:
						suicides++
					default:
						plays++
						captures += min(taken, 1)
					}
				}
			}
		}
		visit(refEmptyBoard(size), 0)
		got := fmt.Sprintf("%d legal, plays %d, suicides %d and single %d, captures %d", legal, plays, suicides, single, captures)
		if got != want {
			t.Errorf("%dx%d: %s, want %s", size, size, got, want)
		}
	}
}

// TestRefIdentities plays random games and checks what must hold between the
// ways of counting one game, and that undo leads back the same way.
func TestRefIdentities(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 3))
	for range 300 {
		g := newRefGame(2+random.IntN(4), refRulesets["area2"])
		var seen []string
		for len(g.moves) < 200 && g.phase() != "ended" {
			seen = append(seen, refEverything(g))
			color, points := g.toPlay(), g.legal(g.toPlay())
			if i := random.IntN(len(points) + 2); i < len(points) {
				g.play(color, points[i].x, points[i].y)
			} else {
				g.pass(color)
			}
		}
		margin := func(rules string) int {
			defer func(old refRules) { g.rules = old }(g.rules)
			g.rules = refRulesets[rules]
			return g.points(refBlack) - g.points(refWhite)
		}
		if g.phase() == "ended" && margin("territory3") != margin("area2") {
			t.Errorf("%v: territory3 %d, area2 %d half points", g.moves, margin("territory3"), margin("area2"))
		}
		black, white := g.count(refBlack), g.count(refWhite)
		if margin("jungo") != margin("area2")-2*(black.territory-white.territory) {
			t.Errorf("%v: jungo %d, area2 %d half points", g.moves, margin("jungo"), margin("area2"))
		}
		plain := black.territory - black.captured - white.territory + white.captured
		for _, m := range g.moves {
			sign := map[refColor]int{refBlack: 1, refWhite: -1}[m.color]
			plain += sign // a move more on Black's side is a point of area
			if m.pass {
				plain -= sign // and a pass counts against the one who made it
			}
		}
		if margin("area2") != 2*plain {
			t.Errorf("%v: area2 %d half points, by moves %d points", g.moves, margin("area2"), plain)
		}
		for n := len(seen) - 1; n >= 0; n-- {
			if !g.undo() || refEverything(g) != seen[n] {
				t.Fatalf("undo to move %d: %s, was %s", n, refEverything(g), seen[n])
			}
		}
		if g.undo() {
			t.Error("undid a move that was never made")
		}
	}
}

// refEverything is all there is to ask about a game.
func refEverything(g *refGame) string {
	return fmt.Sprint(g.position(), g.toPlay(), g.phase(), g.count(refBlack), g.count(refWhite),
		g.legal(refBlack), g.legal(refWhite))
}
