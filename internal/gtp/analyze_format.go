package gtp

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// Lines of an analysis. Clients split them at single blanks and read strict
// pairs of key and value up to pv, so pv comes last but for what was asked for
// (Sabaki's analysis.js, Lizzie's MoveData.java, CGOS's gtpengine.py). All
// values are those of the side to move.

// infoLine is a line in the making, word by word.
type infoLine []string

func (l *infoLine) add(words ...string) { *l = append(*l, words...) }

func (l infoLine) String() string { return strings.Join(l, " ") }

// decimal returns x with a decimal point and without an exponent; it never is
// NaN, infinite or -0.
func decimal(x float64, digits int) string {
	scale := math.Pow10(digits)
	x = math.Round(x*scale) / scale
	if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 {
		x = 0
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// chance returns a number from 0 to 1 as KataGo writes it.
func chance(x float64) string { return decimal(min(max(x, 0), 1), 6) }

// points returns a margin.
func points(x float64) string { return decimal(x, 4) }

// basis returns a number from 0 to 1 as Leela Zero writes it: a whole number,
// 10000 for 1.
func basis(x float64) string { return strconv.Itoa(int(math.Round(min(max(x, 0), 1) * 10000))) }

// utility is what the search tries to make large, -1 to 1. It is the win rate
// on another scale, as that counts how large a win is already.
func utility(winRate float64) float64 { return 2*winRate - 1 }

// lowerBound is below the true win rate with a certainty of 97.5 % if playouts
// are independent draws: the lower limit of the interval of E. B. Wilson,
// "Probable inference, the law of succession, and statistical inference",
// JASA 22 (1927), which holds for few draws and rates near 0 and 1 too.
func lowerBound(winRate float64, visits int) float64 {
	if visits == 0 {
		return 0
	}
	const z = 1.96
	n := float64(visits)
	spread := z * math.Sqrt(winRate*(1-winRate)/n+z*z/(4*n*n))
	bound := (winRate + z*z/(2*n) - spread) / (1 + z*z/n)
	return min(max(0, bound), winRate) // but for rounding it is between
}

// weight is what KataGo's playouts count for; ours all count the same.
func weight(visits int) string { return decimal(float64(visits), 1) }

// shown lists the moves to tell of, best first: as a rule those with playouts.
// There is one at least.
func (o *analysis) shown(r *search.Report) []search.MoveReport {
	moves := r.Moves
	if missing := max(o.minMoves, 1) - len(moves); missing > 0 {
		moves = append(moves[:len(moves):len(moves)], r.Untried[:min(missing, len(r.Untried))]...)
	}
	if len(moves) == 0 {
		moves = []search.MoveReport{{Move: rules.Pass, PV: []rules.Point{rules.Pass}, PVVisits: []int{0}}}
	}
	return moves[:min(max(o.maxMoves, 1), len(moves))]
}

func printLeela(size int, o *analysis, r *search.Report) string {
	var l infoLine
	for i, m := range o.shown(r) {
		l.add("info", "move", FormatVertex(size, m.Move), "visits", strconv.Itoa(m.Visits), "winrate", basis(m.WinRate),
			"prior", basis(m.Prior), "lcb", basis(lowerBound(m.WinRate, m.Visits)))
		l.addPV(size, o, r, i, &m)
	}
	if o.rootInfo {
		l.add("rootInfo", "visits", strconv.Itoa(r.Visits), "winrate", basis(r.WinRate))
	}
	l.addOwnership(size, o, r)
	return l.String()
}

func printKata(size int, o *analysis, r *search.Report) string {
	var l infoLine
	for i, m := range o.shown(r) {
		bound := lowerBound(m.WinRate, m.Visits)
		l.add("info", "move", FormatVertex(size, m.Move))
		l.addValues(m.Visits, m.WinRate, m.Score, m.Deviation)
		if o.noResultValue {
			l.add("noResultValue", chance(0)) // no game here ends without a result
		}
		l.add("prior", chance(m.Prior), "lcb", chance(bound), "utilityLcb", decimal(utility(bound), 6),
			"weight", weight(m.Visits))
		l.addPV(size, o, r, i, &m)
	}
	if o.rootInfo {
		l.add("rootInfo")
		l.addValues(r.Visits, r.WinRate, r.Score, r.Deviation)
		l.add("weight", weight(r.Visits))
	}
	l.addOwnership(size, o, r)
	return l.String()
}

// addValues adds the keys that KataGo has for moves and for the root. Only one
// kind of score is known: the mean over the playouts, under the rules in force
// and with komi.
func (l *infoLine) addValues(visits int, winRate, score, deviation float64) {
	l.add("visits", strconv.Itoa(visits), "utility", decimal(utility(winRate), 6), "winrate", chance(winRate),
		"scoreMean", points(score), "scoreStdev", points(deviation), "scoreLead", points(score),
		"scoreSelfplay", points(score))
}

// addPV ends the segment of the move of rank i.
func (l *infoLine) addPV(size int, o *analysis, r *search.Report, i int, m *search.MoveReport) {
	l.add("order", strconv.Itoa(i), "pv", formatVertices(size, m.PV))
	if o.pvVisits {
		l.add("pvVisits")
		for _, v := range m.PVVisits {
			l.add(strconv.Itoa(v))
		}
	}
	if o.movesOwnership {
		own := m.Ownership
		if own == nil {
			own = r.Ownership // the move was not tried lately
		}
		l.add("movesOwnership")
		l.addPoints(size, ofMover(r, own))
	}
}

func (l *infoLine) addOwnership(size int, o *analysis, r *search.Report) {
	if o.ownership {
		l.add("ownership")
		l.addPoints(size, ofMover(r, r.Ownership))
	}
	if o.ownershipStdev {
		l.add("ownershipStdev")
		l.addPoints(size, func(p rules.Point) float64 { return r.OwnershipDeviation[p] })
	}
}

// ofMover turns owners as the search has them into those of the side to move.
func ofMover(r *search.Report, own []float64) func(rules.Point) float64 {
	return func(p rules.Point) float64 { return rules.ForColor(own[p], r.Color) }
}

// addPoints adds a value for each point, row by row from the upper left.
func (l *infoLine) addPoints(size int, value func(rules.Point) float64) {
	fromTop(size, func(p rules.Point) { l.add(decimal(value(p), 4)) })
}

// fromTop calls f for each point, A19 first, T1 last.
func fromTop(size int, f func(rules.Point)) {
	for y := size - 1; y >= 0; y-- {
		for x := range size {
			f(rules.PointAt(size, x, y))
		}
	}
}

// The object that CGOS stores with a move and shows to viewers: "CGOS GTP
// Extension for Move Analysis" in the wiki of zakki/cgos, section 4.
type (
	cgosReport struct {
		WinRate   cgosNumber `json:"winrate"`
		Score     cgosNumber `json:"score"`
		Visits    int        `json:"visits"`
		Moves     []cgosMove `json:"moves"`
		Ownership string     `json:"ownership"`
		Comment   string     `json:"comment,omitempty"`
	}
	cgosMove struct {
		Move    string     `json:"move"`
		WinRate cgosNumber `json:"winrate"`
		Score   cgosNumber `json:"score"`
		Prior   cgosNumber `json:"prior"`
		Visits  int        `json:"visits"`
		PV      string     `json:"pv,omitempty"` // what follows the move
	}
	cgosNumber float64
)

// MarshalJSON writes no exponent, and nothing that JSON lacks.
func (x cgosNumber) MarshalJSON() ([]byte, error) { return []byte(decimal(float64(x), 6)), nil }

func printCGOS(size int, o *analysis, r *search.Report) string {
	c := cgosReport{WinRate: cgosNumber(r.WinRate), Score: cgosNumber(r.Score), Visits: r.Visits}
	for _, m := range o.shown(r) {
		c.Moves = append(c.Moves, cgosMove{FormatVertex(size, m.Move), cgosNumber(m.WinRate), cgosNumber(m.Score),
			cgosNumber(m.Prior), m.Visits, formatVertices(size, m.PV[1:])})
	}
	own := ofMover(r, r.Ownership)
	fromTop(size, func(p rules.Point) { c.Ownership += string(cgosOwner(own(p))) })
	text, _ := json.Marshal(c) // none of its values can fail
	return string(text)
}

// cgosOwner returns the sign for a mean owner from -1 to 1: 63 of them, as
// encodeOwnership in zakki/cgos's gtpengine.py has it, which rounds halves to
// even.
func cgosOwner(x float64) byte {
	const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"
	return signs[int(math.RoundToEven(min(max((x+1)/2, 0), 1)*float64(len(signs)-1)))]
}
