package gtp

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// analyzed returns the last line of an analysis that ends at its playouts.
func analyzed(t *testing.T, s *Session, p printer, args string) (line string) {
	t.Helper()
	a := NewArgs(args)
	o := parseAnalysis(s, a, 0)
	if a.Err() != nil {
		t.Fatal(a.Err())
	}
	s.Engine.Analyze(t.Context(), o.color, o.request(), func(r *search.Report) { line = p(s.size(), o, r) })
	return line
}

// Lines of every size, of every ruleset, with and without all that can be asked
// for, at the start, after moves and after the end of the game.
func TestAnalysisFormat(t *testing.T) {
	everything := wish{ownership: true, stdev: true, movesOwnership: true, pvVisits: true, root: true, z: true}
	sizes := []int{3, 9, 13, 19, 25}
	for i, set := range rules.Rulesets() {
		for _, size := range []int{1, 2, sizes[i%len(sizes)]} {
			c := analysisConfig(size, 5)
			c.Rules = set
			s := analysisServer(t, c)
			for _, setup := range [][]string{nil, {"play b A1", "play w B2"}, {"play b pass", "play w pass"}, {"play b pass", "play w pass"}} {
				for _, line := range setup {
					_, _, _ = s.Execute(t.Context(), line) // some are illegal on one point
				}
				for i, w := range []wish{{}, {kata: true}, everything, everything} {
					w.size, w.kata = size, i%2 == 1
					p, color := printLeela, "b"
					if w.kata {
						p, color = printKata, "w"
					}
					moves, _ := readInfo(t, analyzed(t, s.Session, p, w.arguments(color)), w)
					if size == 1 && (len(moves) != 1 || moves[0].pv[0] != "pass") {
						t.Errorf("one point: %v", moves)
					}
					if t.Failed() {
						t.Fatalf("%s, %d, %s to move after %v", set.Name, size, color, setup)
					}
				}
			}
		}
	}
}

func TestAnalysisCounts(t *testing.T) {
	tests := []struct {
		args   string
		lo, hi int
	}{
		{"", 1, usualMoves},
		{"maxmoves 3", 3, 3},
		{"maxmoves 0", 1, 1}, // never an empty line
		{"minmoves 60", 60, 60},
		{"minmoves 60 maxmoves 4", 4, 4},
		{"minmoves 500", 362, 362},
	}
	for _, tt := range tests {
		s := analysisServer(t, analysisConfig(19, 100))
		moves, _ := readInfo(t, analyzed(t, s.Session, printKata, tt.args), wish{size: 19, kata: true})
		if n := len(moves); n < tt.lo || n > tt.hi {
			t.Errorf("%s: %d moves", tt.args, n)
		}
	}
}

// No legal move but a pass: a board full of one's own eyes.
func TestAnalysisOfAFullBoard(t *testing.T) {
	s := analysisServer(t, analysisConfig(2, 20))
	execute(t, s, "play b A1", "play b B2")
	for _, name := range []string{"lz", "kata"} {
		reply := execute(t, s, name+"-analyze b")
		moves, _ := readInfo(t, strings.Split(reply, "\n")[1], wish{size: 2, kata: name == "kata"})
		if len(moves) != 1 || moves[0].keys["move"] != "pass" {
			t.Errorf("%q", reply)
		}
	}
}

func TestAnalysisRestrictions(t *testing.T) {
	tests := []struct {
		args string
		ok   func(move string, ply int, black bool) bool
	}{
		{"allow b D4,E5 1", func(m string, ply int, _ bool) bool { return ply > 0 || m == "D4" || m == "E5" }},
		{"allow b D4 1 allow b E5 1 avoid b D4 1", func(m string, ply int, _ bool) bool { return ply > 0 || m == "E5" }},
		{"allow w C3 9 allow b D4 1", func(m string, ply int, black bool) bool { return ply > 0 || m == "D4" }},
		{"avoid b E5,D4 9 avoid w E5 9", func(m string, _ int, black bool) bool { return m != "E5" && (m != "D4" || !black) }},
		{"avoid w E5 1", func(string, int, bool) bool { return true }}, // White is not to move
		{"avoid b pass 99 avoid w pass 99", func(m string, _ int, _ bool) bool { return m != "pass" }},
		{"allow b pass 1", func(m string, ply int, _ bool) bool { return ply > 0 || m == "pass" }},
		{"allow b A1 1", func(m string, ply int, _ bool) bool { return ply > 0 || m == "pass" }}, // A1 is taken
	}
	for _, tt := range tests {
		for _, black := range []bool{true, false} { // the same for the other colour
			args, color := tt.args, "b"
			if !black {
				args = strings.NewReplacer(" b ", " w ", " w ", " b ").Replace(args)
				color = "w"
			}
			s := analysisServer(t, analysisConfig(9, 150))
			execute(t, s, "play w A1")
			line := analyzed(t, s.Session, printKata, color+" minmoves 100 "+args)
			moves, _ := readInfo(t, line, wish{size: 9, kata: true})
			for _, m := range moves {
				for ply, v := range m.pv {
					if !tt.ok(v, ply, ply%2 == 0) {
						t.Errorf("%s: pv %v", args, m.pv)
					}
				}
			}
		}
	}
}

// Values are those of the side that the command names: contract 4.3.
func TestAnalysisPerspective(t *testing.T) {
	w := wish{size: 5, kata: true, root: true, ownership: true, movesOwnership: true}
	for _, color := range []string{"b", "w"} {
		s := analysisServer(t, analysisConfig(5, 300))
		// Black has three columns and is far ahead by komi.
		execute(t, s, "komi -9.5", "play b C1", "play b C2", "play b C3", "play b C4", "play b C5",
			"play w D1", "play w D2", "play w D3", "play w D4", "play w D5")
		line := analyzed(t, s.Session, printKata, w.arguments(color))
		moves, root := readInfo(t, line, w)
		sign := map[string]float64{"b": 1, "w": -1}[color]
		for _, m := range append(moves[:1:1], root) {
			if x := m.float(t, "winrate"); sign*(x-0.5) < 0.1 {
				t.Errorf("%s: winrate %g", color, x)
			}
			for _, key := range []string{"scoreMean", "scoreLead", "scoreSelfplay"} {
				if x := sign * m.float(t, key); x < 1 || x > 40 {
					t.Errorf("%s: %s %g", color, key, sign*x)
				}
			}
			// Row by row from A5: the first is Black's, the fifth White's.
			if a5, e5 := sign*m.ownership[0], sign*m.ownership[4]; a5 < 0 || e5 > a5 {
				t.Errorf("%s: ownership of A5 %g, of E5 %g", color, sign*a5, sign*e5)
			}
		}
		lz := analysisServer(t, analysisConfig(5, 300))
		execute(t, lz, "komi -9.5", "play b C1", "play b C2", "play b C3", "play b C4", "play b C5")
		moves, _ = readInfo(t, analyzed(t, lz.Session, printLeela, color), wish{size: 5})
		if x := moves[0].float(t, "winrate"); sign*(x-5000) < 1000 {
			t.Errorf("%s: winrate %g", color, x)
		}
	}
}

// The first row of ownership is the upper one, its first point the left.
func TestAnalysisOwnershipOrder(t *testing.T) {
	const size = 3
	own := make([]float64, 1024)
	for p, x := range map[string]float64{"A3": 1, "C3": 0.5, "A1": 0.25, "C1": -1} {
		point, err := parseVertex(size, p)
		if err != nil {
			t.Fatal(err)
		}
		own[point] = x
	}
	for color, sign := range map[rules.Color]float64{rules.Black: 1, rules.White: -1} {
		report := &search.Report{Color: color, Ownership: own}
		want := []float64{sign, 0, sign * 0.5, 0, 0, 0, sign * 0.25, 0, -sign}
		w := wish{size: size, kata: true, ownership: true, movesOwnership: true}
		moves, root := readInfo(t, printKata(size, &analysis{ownership: true, movesOwnership: true, maxMoves: 1}, report), w)
		if !slices.Equal(root.ownership, want) || !slices.Equal(moves[0].ownership, want) {
			t.Errorf("%v: %v, %v, want %v", color, root.ownership, moves[0].ownership, want)
		}
		var c struct{ Ownership string }
		if err := json.Unmarshal([]byte(printCGOS(size, &analysis{maxMoves: 1}, report)), &c); err != nil {
			t.Fatal(err)
		}
		if code := map[rules.Color]string{rules.Black: "+fufffnfA", rules.White: "AfQfffXf+"}[color]; c.Ownership != code {
			t.Errorf("%v: %s, want %s", color, c.Ownership, code)
		}
	}
}

func TestCGOSLine(t *testing.T) {
	s := analysisServer(t, analysisConfig(9, 200))
	for _, color := range []string{"b", "w", "b"} {
		reply := execute(t, s, "1 cgos-genmove_analyze "+color)
		lines := strings.Split(reply, "\n")
		if len(lines) != 5 || lines[0] != "=1 " || lines[3] != "" {
			t.Fatalf("%q", reply)
		}
		var c struct {
			WinRate, Score *float64
			Visits         int
			Moves          []struct {
				Move, PV              string
				WinRate, Score, Prior *float64
				Visits                int
			}
			Ownership string
		}
		d := json.NewDecoder(strings.NewReader(lines[1]))
		d.DisallowUnknownFields()
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		if c.WinRate == nil || c.Score == nil || c.Visits < 200 || len(c.Ownership) != 81 || lines[2] != "play "+c.Moves[0].Move {
			t.Errorf("%q", reply)
		}
		for _, m := range c.Moves {
			if m.WinRate == nil || m.Score == nil || m.Prior == nil || m.Visits == 0 ||
				m.Move != "pass" && strings.HasPrefix(m.PV+" ", m.Move+" ") {
				t.Errorf("move %+v", m)
			}
		}
	}
}

func TestCGOSOwner(t *testing.T) {
	// From encodeOwnership of zakki/cgos, run by hand.
	tests := map[float64]byte{-1: 'A', -2: 'A', 0: 'f', 1: '+', 3: '+', -0.968: 'B', 0.5: 'u', -0.5: 'Q', 1 - 1.0/31: '9'}
	for x, want := range tests {
		if got := cgosOwner(x); got != want {
			t.Errorf("%g: %c, want %c", x, got, want)
		}
	}
}

func TestAnalysisNumbers(t *testing.T) {
	for x, want := range map[float64]string{0: "0.000000", math.Copysign(0, -1): "0.000000", -1e-9: "0.000000", 1e-7: "0.000000",
		1e6: "1000000.000000", -0.5: "-0.500000", math.NaN(): "0.000000", math.Inf(-1): "0.000000"} {
		if got := decimal(x, 6); got != want {
			t.Errorf("decimal(%g) = %s", x, got)
		}
	}
	if chance(1.1) != "1.000000" || basis(-0.1) != "0" || basis(0.99996) != "10000" {
		t.Error(chance(1.1), basis(-0.1), basis(0.99996))
	}
	// The interval of 81 of 263, R. G. Newcombe, "Two-sided confidence intervals
	// for the single proportion", Statistics in Medicine 17 (1998), table I.
	for _, tt := range []struct {
		wins, n int
		want    float64
	}{{81, 263, 0.2553}, {15, 148, 0.0624}, {0, 20, 0}, {1, 29, 0.0061}, {0, 0, 0}, {29, 29, 0.8831}} {
		rate := float64(tt.wins) / max(float64(tt.n), 1)
		if got := lowerBound(rate, tt.n); math.Abs(got-tt.want) > 0.0001 {
			t.Errorf("lower bound of %d in %d: %.4f, want %.4f", tt.wins, tt.n, got, tt.want)
		}
	}
	for n := 1; n < 1e6; n *= 3 {
		for _, rate := range []float64{0, 0.01, 0.5, 0.99, 1} {
			if got := lowerBound(rate, n); !(got >= 0 && got <= rate) {
				t.Error(fmt.Sprint(rate, " ", n, " ", strconv.FormatFloat(got, 'g', -1, 64)))
			}
		}
	}
}
