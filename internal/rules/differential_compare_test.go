package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gtpgo/internal/rules"
)

// How the engine's game and the reference are brought to one form, and the
// questions that TestDifferential asks both.

// customRules is the name of rules with random axes.
const customRules = "custom"

// refColorFor and refPointOf turn the engine's values into the reference's.
func refColorFor(c rules.Color) refColor {
	return [...]refColor{rules.Black: refBlack, rules.White: refWhite, rules.Empty: refEmpty}[c]
}

func refPointOf(size int, p rules.Point) refPoint {
	x, y := p.XY(size)
	return refPoint{x, y}
}

// vertexOf writes a point as GTP does.
func vertexOf(size int, p rules.Point) string {
	if p == rules.Pass {
		return "pass"
	}
	return refName(refPointOf(size, p))
}

// randomRules gives the same rules to both: two times in three a named
// ruleset, each from its own table, else a random value on each axis.
func randomRules(random *rand.Rand) (refRules, rules.Ruleset) {
	if all := rules.Rulesets(); random.IntN(3) > 0 {
		r := all[random.IntN(len(all))]
		return refRulesets[r.Name], r
	}
	axes := rules.Axes{
		Ko:           rules.Ko(random.IntN(len(rules.KoNames))),
		Suicide:      random.IntN(2) == 0,
		End:          rules.End(random.IntN(len(rules.EndNames))),
		PassCost:     rules.PassCost(random.IntN(len(rules.PassCostNames))),
		Scoring:      rules.Scoring(random.IntN(len(rules.ScoringNames))),
		Tax:          rules.Tax(random.IntN(len(rules.TaxNames))),
		LiveOnly:     random.IntN(3) == 0,
		FirstPass:    random.IntN(2) == 0,
		AgreedDead:   random.IntN(2) == 0,
		Compensation: rules.Compensation(random.IntN(len(rules.CompensationNames))),
	}
	return refRules{
		ko: refKo(axes.Ko.String()), suicide: axes.Suicide, end: refEnd(axes.End.String()),
		cost: refPassCost(axes.PassCost.String()), scoring: refScoring(axes.Scoring.String()), tax: refTax(axes.Tax.String()),
		liveOnly: axes.LiveOnly, firstPass: axes.FirstPass, agreedDead: axes.AgreedDead,
		compensation: refCompensation(axes.Compensation.String()),
	}, rules.Ruleset{Name: customRules, Axes: axes}
}

// refusal is why a move is illegal, in the reference's words; no word if it is
// legal.
type refusal struct {
	reason  string
	repeats int
}

// reasonOf brings the engine's error to that form.
func reasonOf(err error) refusal {
	illegal, ok := err.(*rules.Illegal)
	switch {
	case err == nil:
		return refusal{"", -1}
	case !ok:
		return refusal{err.Error(), -1}
	case illegal.Reason == rules.Superko:
		return refusal{"superko", illegal.Repeats}
	}
	return refusal{map[rules.Reason]string{rules.Occupied: "occupied", rules.Suicide: "suicide", rules.KoBan: "ko"}[illegal.Reason], -1}
}

// reason is the reference's answer for a move.
func (g *twin) reason(m rules.Move) (string, int) {
	if m.Point == rules.Pass {
		return "", -1
	}
	p := refPointOf(g.core.Size(), m.Point)
	return g.ref.why(refColorFor(m.Color), p.x, p.y)
}

// state is what can be seen of a game at any time.
type state struct {
	board, toPlay, phase  string
	moves                 int
	made, captured, given [2]int // of Black, of White
}

// coreState is the state that the engine shows.
func coreState(g *rules.Game) state {
	p := g.Position()
	var board strings.Builder
	p.Points(func(q rules.Point) { board.WriteByte(byte(refColorFor(p.At(q)))) })
	of := func(n [3]int) [2]int { return [2]int{n[rules.Black], n[rules.White]} }
	return state{board.String(), p.ToPlay.String(), p.Phase().String(), len(g.Moves()), of(p.Moves), of(p.Captured), of(p.Given)}
}

// refState is the state that the reference shows.
func refState(g *refGame) state {
	s := state{
		board: g.position().colors, toPlay: "white", phase: g.phase(), moves: len(g.moves),
		captured: [2]int{g.captured(refBlack), g.captured(refWhite)},
		given:    [2]int{g.given(refBlack), g.given(refWhite)},
	}
	if g.toPlay() == refBlack {
		s.toPlay = "black"
	}
	for _, m := range g.moves {
		if m.color == refBlack {
			s.made[0]++
		} else {
			s.made[1]++
		}
	}
	return s
}

// compare says how the states differ.
func (g *twin) compare() error {
	if core, ref := coreState(g.core), refState(g.ref); core != ref {
		return fmt.Errorf("state under %s:\ncore      %+v\nreference %+v", g.name, core, ref)
	}
	return nil
}

// compareSome asks for the reason at a few random points and where stones were
// taken of late, for either colour.
func (g *twin) compareSome() error {
	size := g.core.Size()
	for i := range 5 {
		m := rules.Move{Color: rules.Black + rules.Color(g.random.IntN(2)), Point: rules.PointAt(size, g.random.IntN(size), g.random.IntN(size))}
		if n := len(g.hot); i < n && i < 2 {
			m.Point = g.hot[n-1-i]
		}
		if err := g.compareReason(m); err != nil {
			return err
		}
	}
	return nil
}

// compareReason asks whether and why not a move may be made.
func (g *twin) compareReason(m rules.Move) error {
	reason, repeats := g.reason(m)
	g.stats["reasons compared: "+reason]++
	if core := reasonOf(g.core.Legal(m)); core != (refusal{reason, repeats}) {
		return fmt.Errorf("why %v %s under %s: core %v, reference %s %d", m.Color, vertexOf(g.core.Size(), m.Point), g.name, core, reason, repeats)
	}
	return nil
}

// compareAll asks for every legal move of both colours and for the count, under
// the rules of the game and under others.
func (g *twin) compareAll() error {
	size := g.core.Size()
	for _, c := range []rules.Color{rules.Black, rules.White} {
		var core []refPoint
		for _, p := range g.core.AppendLegal(nil, c) {
			core = append(core, refPointOf(size, p))
		}
		if ref := g.ref.legal(refColorFor(c)); !slices.Equal(core, ref) {
			return fmt.Errorf("legal %v under %s:\ncore      %v\nreference %v", c, g.name, refNames(core), refNames(ref))
		}
		g.stats["legal lists compared"]++
		if err := g.compareHistory(c); err != nil {
			return err
		}
	}
	if err := g.compareCount(*g.core.Rules(), g.ref.rules); err != nil {
		return err
	}
	ref, r := randomRules(g.random)
	return g.compareCount(r, ref)
}

// compareHistory holds the search's set of positions against the reference's
// positions: what the search takes for a repetition must be one.
func (g *twin) compareHistory(c rules.Color) error {
	h := g.core.History(c)
	p := g.core.Position()
	key := p.Key()
	for range 6 {
		m := rules.Move{Color: c, Point: p.EmptyAt(g.random.IntN(max(1, p.Empties())))}
		if p.Empties() == 0 || p.Suicide(m.Point, c) {
			continue
		}
		next, _, _ := g.ref.position().after(refColorFor(c), refPointOf(g.core.Size(), m.Point))
		stood, forbidden := false, false
		for n, position := range g.ref.positions {
			if position == next {
				stood = true
				forbidden = forbidden || g.ref.rules.ko != refSituational || g.ref.madeBy(n) == refColorFor(c)
			}
		}
		if got := g.core.Stood(m); got != stood {
			return fmt.Errorf("stood %v %s: core %v, reference %v", c, vertexOf(g.core.Size(), m.Point), got, stood)
		}
		if got := h.Seen(p.KeyAfter(key, m), c, nil); got != forbidden {
			return fmt.Errorf("history %v %s under %s: core %v, reference %v", c, vertexOf(g.core.Size(), m.Point), g.name, got, forbidden)
		}
	}
	return nil
}

// counted is a count, item by item; points in half points.
type counted struct {
	stones, territory, captured, given, tax, points [2]int
	compensation                                    int
	result                                          string
}

// compareCount counts the game under the given rules, sometimes after taking
// dead stones off.
func (g *twin) compareCount(r rules.Ruleset, ref refRules) error {
	dead, points := g.randomDead()
	defer func(old refRules) { g.ref.rules = old }(g.ref.rules)
	g.ref.rules = ref
	n := g.core.Count(&r, dead)
	var a, b counted
	for i, c := range []rules.Color{rules.Black, rules.White} {
		t := g.ref.count(refColorFor(c), points...)
		a.stones[i], b.stones[i] = n.Stones[c], t.stones
		a.territory[i], b.territory[i] = n.Territory[c], t.territory
		a.captured[i], b.captured[i] = n.Captured[c], t.captured
		a.given[i], b.given[i] = n.Given[c], t.given
		a.tax[i], b.tax[i] = n.Tax[c], t.tax
		a.points[i], b.points[i] = n.Halves(c), t.points
	}
	a.compensation, b.compensation = n.Compensation, g.ref.compensation()
	a.result, b.result = n.Margin().Result(), g.ref.result(g.komi, points...)
	g.stats["counts compared"]++
	if a != b {
		return fmt.Errorf("count under %s %+v, dead %v:\ncore      %+v\nreference %+v", r.Name, r.Axes, refNames(points), a, b)
	}
	own := n.Owners
	for _, c := range []rules.Color{rules.Black, rules.White} {
		owned := 0
		for _, o := range own {
			if o == c {
				owned++
			}
		}
		if owned != n.Stones[c]+n.Territory[c] {
			return fmt.Errorf("count under %s: %d points of %v, want stones and territory %d + %d", r.Name, owned, c, n.Stones[c], n.Territory[c])
		}
	}
	if p := g.core.Position(); r.Equal(g.core.Rules()) && dead == nil && !r.LiveOnly {
		if quick, want := p.Margin(&r), float64(a.points[0]-a.points[1])/2; quick != want {
			return fmt.Errorf("margin under %s: %v, want %v", r.Name, quick, want)
		}
	}
	return nil
}

// randomDead names some chains as dead: one stone of each for the engine, which
// takes the whole chain, all stones for the reference.
func (g *twin) randomDead() (dead []rules.Point, points []refPoint) {
	if g.random.IntN(3) > 0 {
		return nil, nil
	}
	size := g.core.Size()
	for _, chain := range g.ref.position().chains() {
		if g.random.IntN(4) == 0 {
			p := chain.points[g.random.IntN(len(chain.points))]
			dead = append(dead, rules.PointAt(size, p.x, p.y))
			points = append(points, chain.points...)
		}
	}
	if dead != nil {
		g.stats["counts with dead stones"]++
	}
	return dead, points
}
