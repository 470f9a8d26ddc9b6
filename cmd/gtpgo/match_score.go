package main

import (
	"strings"

	"gtpgo/internal/rules"
)

// The parties that can say how a game ended.
const (
	arbiterSays = "arbiter"
	refereeSays = "referee"
	enginesSay  = "engines"
)

// parseScore reads a result of final_score: Black's margin. It is false for
// text that names no margin.
func parseScore(text string) (rules.Decimal, bool) {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if word == "0" || strings.EqualFold(word, "draw") || strings.EqualFold(word, "jigo") {
		return rules.Decimal{}, true
	}
	sign, number, ok := strings.Cut(word, "+")
	sign = strings.ToUpper(sign)
	margin, err := rules.ParseDecimal(number)
	if !ok || sign != "B" && sign != "W" || err != nil || margin.Sign() < 0 {
		return rules.Decimal{}, false
	}
	if sign == "W" {
		margin = rules.Decimal{}.Sub(margin)
	}
	return margin, true
}

// verdict is the result of a game that was scored.
type verdict struct {
	sign     int    // above 0 if Black won, below if White did
	void     bool   // nobody knows
	result   string // as in SGF
	by       string
	disagree string
}

// judge decides a game that was scored, from Black's margin by the arbiter
// with all stones standing and from what others say. said has the answers to
// final_score by side and, if there is a referee, by refereeSays; answers that
// name no margin do not count.
func judge(r *rules.Ruleset, arbiter rules.Decimal, said map[string]string) verdict {
	margins := map[string]rules.Decimal{}
	for who, text := range said {
		if m, ok := parseScore(text); ok {
			margins[who] = m
		}
	}
	a, okA := margins[sideA]
	b, okB := margins[sideB]
	ref, okRef := margins[refereeSays]
	all := make([]rules.Decimal, 0, len(margins)+1)
	for _, m := range margins {
		all = append(all, m)
	}
	decided := func(m rules.Decimal, by string) verdict {
		return verdict{sign: m.Sign(), result: m.Result(), by: by, disagree: disagreement(all)}
	}
	switch {
	case !r.AgreedDead:
		all = append(all, arbiter)
		return decided(arbiter, arbiterSays)
	case okRef:
		return decided(ref, refereeSays)
	case okA && okB && a.Sign() != b.Sign():
		return verdict{void: true, result: "Void", by: enginesSay, disagree: agreeNone}
	case okA && okB && a.Sub(b).Sign() != 0: // the winner is agreed, the margin is not
		return verdict{sign: a.Sign(), result: a.Result()[:len("B+")], by: enginesSay, disagree: agreeScore}
	case okA:
		return decided(a, enginesSay)
	case okB:
		return decided(b, enginesSay)
	}
	return decided(arbiter, arbiterSays)
}

// disagreement says how far counts of one position differ.
func disagreement(all []rules.Decimal) string {
	worst := ""
	for _, m := range all {
		switch {
		case m.Sign() != all[0].Sign():
			return agreeNone
		case m.Sub(all[0]).Sign() != 0:
			worst = agreeScore
		}
	}
	return worst
}

// countFinal counts the final board in the three ways of finalCounts.
func countFinal(g *rules.Game) *finalCounts {
	count := func(scoring rules.Scoring, tax rules.Tax) string {
		r := rules.Ruleset{Axes: rules.Axes{Scoring: scoring, Tax: tax}}
		return g.Count(&r, nil).Margin().Result()
	}
	return &finalCounts{
		Stones: count(rules.StoneScoring, rules.NoTax),
		Area:   count(rules.AreaScoring, rules.NoTax),
		Fee:    count(rules.AreaScoring, rules.AllTax),
	}
}

// sameWinner reports whether two results, as Decimal.Result writes them, have
// one winner.
func sameWinner(a, b string) bool { return a[0] == b[0] }
