package search

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

var (
	solveGames  = flag.Int("solve.games", 8, "random games under each ruleset to compare the solver on")
	solveSeed   = flag.Int("solve.seed", 5, "seed of random rules and positions to compare it on")
	solveBudget = flag.Int("solve.budget", 2000, "positions that the plain solver looks at for each of them")
)

// plain is a second solver, for tests: alpha-beta over games of package rules,
// each with its full history, without table, bounds, symmetry or any other
// code of the solver. It gives up after a number of nodes.
type plain struct{ left int }

const plainLost = 1000

// value returns Black's margin in half points, komi and all taken off, if it
// is between alpha and beta, else a bound on it.
func (p *plain) value(g *rules.Game, c rules.Color, alpha, beta int) int {
	if p.left--; p.left < 0 {
		return 0
	}
	pos := g.Position()
	if pos.Ended() {
		return plainMargin(g)
	}
	best := -2 * plainLost
	if c == rules.White {
		best = 2 * plainLost
	}
	for _, point := range append([]rules.Point{rules.Pass}, g.AppendLegal(nil, c)...) {
		if err := g.Play(rules.Move{Color: c, Point: point}); err != nil {
			panic(err)
		}
		v := p.value(g, c.Other(), alpha, beta)
		g.Undo(1)
		if c == rules.Black {
			best = max(best, v)
			alpha = max(alpha, v)
		} else {
			best = min(best, v)
			beta = min(beta, v)
		}
		if alpha >= beta || p.left < 0 {
			break
		}
	}
	return best
}

// plainMargin counts the game in half points.
func plainMargin(g *rules.Game) int { return int(2 * g.Count(g.Rules(), nil).Margin().Float()) }

// plainState is all that play under simple ko depends on. It is the board, its
// last position for the ko, and who passed.
func plainState(g *rules.Game, c rules.Color) string {
	pos := g.Position()
	var s []rules.Color
	pos.Points(func(q rules.Point) { s = append(s, pos.At(q)) })
	passed, _ := pos.LastPassed()
	var banned []rules.Point
	pos.Points(func(q rules.Point) {
		if err, ok := g.Legal(rules.Move{Color: c, Point: q}).(*rules.Illegal); ok && err.Reason == rules.KoBan {
			banned = append(banned, q)
		}
	})
	return fmt.Sprint(s, c, passed, pos.FirstPass, pos.PhaseFirst, banned, plainLate(g))
}

// plainLate returns the points with stones played after the provisional end, if
// the rules ask for them.
func plainLate(g *rules.Game) (late []rules.Point) {
	if !g.Rules().LiveOnly {
		return nil
	}
	again := rules.NewGame(g.Size(), *g.Rules(), rules.Halves(0))
	if again.Setup(g.Stones(), g.First(), 0) != nil {
		panic("set-up stones that stood do not stand")
	}
	after := map[rules.Point]bool{}
	for _, m := range g.Moves() {
		after[m.Point] = again.Position().Phase() != rules.Playing
		if again.Record(m) != nil {
			panic("a recorded move is illegal")
		}
	}
	g.Position().Points(func(p rules.Point) {
		if after[p] && g.Position().At(p) != rules.Empty {
			late = append(late, p)
		}
	})
	return late
}

// cycles finds the values under simple ko in another way, that of the position
// first and then that after each move: it goes through all states that can be
// reached, and improves the values of all until none changes, from those that an
// endless game has. By territory what was gained since the start is part of a
// state; those with more than a few points are left out, so that there are values
// only if they are the same whoever these are won for.
func cycles(g *rules.Game, c, lost rules.Color, limit int) (values []int, ok bool) {
	p := &plainCycles{index: map[string]int{}, beyond: plainLost / 2, worst: sign(lost.Other()) * plainLost, start: plainGain(g)}
	if values, ok = p.solve(g, c, limit); !ok || g.Rules().Scoring != rules.TerritoryScoring {
		return values, ok
	}
	p.index, p.states, p.beyond = map[string]int{}, nil, -p.beyond
	others, _ := p.solve(g, c, limit)
	return values, slices.Equal(others, values)
}

// plainCycles is the graph of the states that cycles goes through.
type plainCycles struct {
	index  map[string]int
	states []plainNode
	beyond int // the value of states with too much gained
	worst  int // of a game without end
	start  int // what was gained before
}

// plainNode is a state.
type plainNode struct {
	game   *rules.Game // until its moves are known
	toPlay rules.Color
	value  int
	final  bool
	next   []int
}

// plainGain returns what Black has captured and been given more than White.
func plainGain(g *rules.Game) int {
	t := &g.Position().Tally
	return t.Captured[rules.White] - t.Captured[rules.Black] + t.Given[rules.White] - t.Given[rules.Black]
}

// visit returns the number of a state, new or known.
func (p *plainCycles) visit(g *rules.Game, c rules.Color) int {
	const most = 6 // points gained
	key := plainState(g, c)
	st := plainNode{game: g, toPlay: c, value: p.worst, final: g.Position().Ended()}
	if g.Rules().Scoring == rules.TerritoryScoring {
		gain := plainGain(g) - p.start
		key += fmt.Sprint(gain)
		if st.final = st.final || max(gain, -gain) > most; st.final {
			st.value = p.beyond
		}
	}
	if g.Position().Ended() {
		key += " ended"
		st.value = plainMargin(g)
	}
	if _, ok := p.index[key]; !ok {
		p.index[key] = len(p.states)
		p.states = append(p.states, st)
	}
	return p.index[key]
}

// solve returns the values of a state and of those after it, if there are no more
// than so many in all.
func (p *plainCycles) solve(g *rules.Game, c rules.Color, limit int) (values []int, ok bool) {
	p.visit(g, c)
	for i := 0; i < len(p.states); i++ {
		if i > limit {
			return nil, false
		}
		game, c := p.states[i].game, p.states[i].toPlay
		p.states[i].game = nil
		if p.states[i].final {
			continue
		}
		for _, point := range append(game.AppendLegal(nil, c), rules.Pass) {
			next := p.visit(game.After(rules.Move{Color: c, Point: point}), c.Other())
			p.states[i].next = append(p.states[i].next, next)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range p.states {
			st := &p.states[i]
			if st.final {
				continue
			}
			v := p.states[st.next[0]].value
			for _, n := range st.next {
				if st.toPlay == rules.Black {
					v = max(v, p.states[n].value)
				} else {
					v = min(v, p.states[n].value)
				}
			}
			changed = changed || v != st.value
			st.value = v
		}
	}
	values = []int{p.states[0].value}
	for _, n := range p.states[0].next {
		values = append(values, p.states[n].value)
	}
	return values, true
}

// atLeast asks the plain solver whether Black gets so many half points.
func atLeast(g *rules.Game, c rules.Color, bound, budget int) (yes, ok bool) {
	p := &plain{left: budget}
	yes = p.value(g, c, bound-1, bound) >= bound
	return yes, p.left >= 0
}

// solvable returns the rulesets that can be solved, and more of single choices.
func solvable() (list []rules.Ruleset) {
	for _, r := range rules.Rulesets() {
		if !r.AgreedDead {
			list = append(list, r)
		}
		if r.Ko == rules.SimpleKo && r.Scoring == rules.TerritoryScoring {
			r.Ko = rules.PositionalKo // cycles has no captures among its states
		}
		r.AgreedDead, r.Name = false, r.Name+" as it stands"
		list = append(list, r)
		if r.Ko == rules.SimpleKo || r.Ko == rules.IkedaKo {
			r.Ko = rules.SituationalKo
		}
		r.Suicide, r.Name = !r.Suicide, r.Name+", suicide changed"
		list = append(list, r)
	}
	return list
}

// randomGame plays a number of random moves, passes too.
func randomGame(rng *rand.Rand, size int, r rules.Ruleset, moves int) *rules.Game {
	g := rules.NewGame(size, r, rules.Halves(rng.IntN(4)))
	for range moves {
		c := g.Position().ToPlay
		points := g.AppendLegal(nil, c)
		if rng.IntN(5) == 0 || len(points) == 0 {
			points = []rules.Point{rules.Pass}
		}
		if g.Play(rules.Move{Color: c, Point: points[rng.IntN(len(points))]}) != nil {
			panic("a legal move is illegal")
		}
		if g.Position().Ended() {
			g.Undo(1)
		}
	}
	return g
}

// agree compares the solver with a plain one, value and best moves. It reports
// whether the plain one came to an end.
func agree(t *testing.T, g *rules.Game, c rules.Color, budget int) bool {
	t.Helper()
	s, err := Solve(context.Background(), g, c, SolveLimits{Memory: 1 << 20, Nodes: 100000})
	if err != nil {
		t.Fatal(err)
	}
	moves := []rules.Move{}
	for _, point := range append(g.AppendLegal(nil, c), rules.Pass) {
		moves = append(moves, rules.Move{Color: c, Point: point})
	}
	var best []rules.Move // nil if that was not to be found
	var right, ok bool
	switch {
	case g.Position().Ended():
		v := rules.Halves(plainMargin(g))
		right, ok = s.Exact() && s.Lower.String() == v.String(), true
	case g.Rules().Ko == rules.SimpleKo:
		right, best, ok = compareCycles(g, moves, s, budget)
	default:
		right, best, ok = comparePlain(g, moves, s, budget)
	}
	if !ok {
		return false
	}
	text := fmt.Sprintf("%s %+v size %d, komi %v, %v, %v, %v", g.Rules().Name, g.Rules().Axes, g.Size(), g.Komi(), g.Stones(), g.Moves(), c)
	if !right {
		t.Errorf("%s: %v to %v is wrong", text, s.Lower, s.Upper)
	}
	best = slices.DeleteFunc(best, func(m rules.Move) bool { return slices.Contains(s.Open, m) })
	if right && s.Solved && len(best) > 0 && !slices.Equal(best, s.Best) {
		t.Errorf("%s: best %v, want %v", text, s.Best, best)
	}
	return true
}

// compareCycles compares a solution under simple ko with the plain one.
func compareCycles(g *rules.Game, moves []rules.Move, s *Solution, budget int) (right bool, best []rules.Move, ok bool) {
	c := moves[0].Color
	low, ok := cycles(g, c, rules.Black, budget)
	if !ok {
		return false, nil, false
	}
	high, ok := cycles(g, c, rules.White, budget)
	if !ok {
		return false, nil, false
	}
	lower, upper := int(2*s.Lower.Float()), int(2*s.Upper.Float())
	right = lower <= low[0] && upper >= high[0] && (!s.Solved || lower == low[0] && upper == high[0])
	values := low
	if c == rules.White {
		values = high
	}
	for i, m := range moves {
		if values[i+1] == values[0] {
			best = append(best, m)
		}
	}
	return right, best, true
}

// comparePlain compares a solution under superko with the plain one.
func comparePlain(g *rules.Game, moves []rules.Move, s *Solution, budget int) (right bool, best []rules.Move, ok bool) {
	c := moves[0].Color
	lower, upper := int(2*s.Lower.Float()), int(2*s.Upper.Float())
	enough, ok := atLeast(g, c, lower, budget)
	if !ok {
		return false, nil, false
	}
	more, ok := atLeast(g, c, upper+1, budget)
	if !ok || !enough || more || !s.Solved {
		return enough && !more, nil, ok
	}
	for _, m := range moves {
		bound := lower + int(c-rules.Black) // Black wants as much, White no more
		got, ok := atLeast(g.After(m), c.Other(), bound, budget)
		if !ok {
			return true, nil, true
		}
		if got == (c == rules.Black) {
			best = append(best, m)
		}
	}
	return true, best, true
}

// TestSolveAgrees compares with the plain solver on random games, each colour
// to move, in turn or not.
func TestSolveAgrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range solvable() {
		done, start := 0, time.Now()
		games := *solveGames
		if r.Ko == rules.SimpleKo {
			games = (games + 7) / 8
		}
		for i := range games {
			g := randomGame(rng, 2, r, rng.IntN(14))
			for _, c := range [2]rules.Color{rules.Black, rules.White} {
				if agree(t, g, c, 2000) {
					done++
				}
			}
			if i%2 == 0 && agree(t, randomGame(rng, 3, r, 16+rng.IntN(10)), rules.Black+rules.Color(rng.IntN(2)), 2000) {
				done++
			}
		}
		if done == 0 {
			t.Errorf("%s: nothing compared", r.Name)
		}
		t.Logf("%s: %d compared in %v", r.Name, done, time.Since(start))
	}
}
