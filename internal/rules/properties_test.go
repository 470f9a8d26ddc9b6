package rules_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// What must hold between the ways to count one game, whatever the game was.
// These facts follow from the rules and not from any program, so they would
// show an error that engine and reference have in common.

// mustFind returns a named ruleset.
func mustFind(t *testing.T, name string) *rules.Ruleset {
	t.Helper()
	r, ok := rules.FindRuleset(name)
	if !ok {
		t.Fatalf("no rules %s", name)
	}
	return &r
}

// randomMove picks a legal play that fills no eye, or a pass if there is none
// and, with that probability, at any time.
func randomMove(random *rand.Rand, g *rules.Game, pass float64) rules.Move {
	p := g.Position()
	m := rules.Move{Color: p.ToPlay, Point: rules.Pass}
	if random.Float64() < pass {
		return m
	}
	for _, i := range random.Perm(p.Empties()) {
		m.Point = p.EmptyAt(i)
		if !p.EyeLike(m.Point, m.Color) && g.Legal(m) == nil {
			return m
		}
	}
	return rules.Move{Color: p.ToPlay, Point: rules.Pass}
}

// finishGame plays g anew, from the empty board of a random size, at random with
// moves alternating, to its end.
func finishGame(t *testing.T, random *rand.Rand, g *rules.Game) {
	t.Helper()
	g.Clear(1 + random.IntN(7))
	pass := []float64{0, 0, 0.02, 0.2}[random.IntN(4)]
	for !g.Position().Ended() {
		if err := g.Play(randomMove(random, g, pass)); err != nil {
			t.Fatal(err)
		}
	}
}

// marginUnder is Black's points less White's in half points.
func marginUnder(g *rules.Game, r *rules.Ruleset) int {
	n := g.Count(r, nil)
	return n.Halves(rules.Black) - n.Halves(rules.White)
}

// TestTerritoryIIIEqualsAreaII: since each pass pays a stone and Black's last
// pass is free, both count the same in every finished game.
func TestTerritoryIIIEqualsAreaII(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 1))
	territory, area := mustFind(t, "territory3"), mustFind(t, "area2")
	g := rules.NewGame(1, *territory, rules.Decimal{})
	for range 1200 {
		finishGame(t, random, g)
		if a, b := marginUnder(g, territory), marginUnder(g, area); a != b {
			t.Fatalf("%s: territory3 %d, area2 %d half points", gtpOf(g), a, b)
		}
	}
}

// TestTerritoryIEqualsAreaIII: so do these two if no pass but the two that make
// the provisional end comes before it, and both sides then move equally often.
func TestTerritoryIEqualsAreaIII(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 3))
	territory, area := mustFind(t, "territory1"), mustFind(t, "area3")
	applies, whiteFirst := 0, 0
	g := rules.NewGame(1, *territory, rules.Decimal{})
	for range 1500 {
		finishGame(t, random, g)
		passes, after, from := 0, 0, 0
		for i, m := range g.Moves() {
			if m.Point == rules.Pass && from == 0 {
				passes++
				if i > 0 && g.Moves()[i-1].Point == rules.Pass {
					from = i + 1
				}
			}
		}
		after = len(g.Moves()) - from
		if passes != 2 || after%2 != 0 {
			continue
		}
		applies++
		if g.Position().FirstPass == rules.White {
			whiteFirst++
		}
		if a, b := marginUnder(g, territory), marginUnder(g, area); a != b {
			t.Fatalf("%s: territory1 %d, area3 %d half points", gtpOf(g), a, b)
		}
	}
	if applies < 200 || whiteFirst < 30 {
		t.Errorf("held in %d games, %d with White's pass first: too few to show anything", applies, whiteFirst)
	}
}

// gtpOf writes the moves of a game that began on the empty board.
func gtpOf(g *rules.Game) string {
	var b strings.Builder
	fmt.Fprintf(&b, "boardsize %d\n", g.Size())
	for _, m := range g.Moves() {
		fmt.Fprintf(&b, "play %v %s\n", m.Color, vertexOf(g.Size(), m.Point))
	}
	return b.String()
}

// TestCountsOfOneGame: area less territory, with a stone paid for every pass,
// is what Black moved more often than White; and the Jungo count is area less
// territory. Neither asks for an end, for turns or for legal suicide.
func TestCountsOfOneGame(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(2, 2))
	area, jungo, free := mustFind(t, "area2"), mustFind(t, "jungo"), mustFind(t, "tromp-taylor")
	g := rules.NewGame(1, *area, rules.Decimal{})
	for i := range 900 {
		g.Clear(1 + random.IntN(7))
		g.SetRules(*[]*rules.Ruleset{area, jungo, free}[i%3])
		made, passes := [3]int{}, [3]int{}
		for range random.IntN(150) {
			m := randomMove(random, g, 0.05)
			if random.IntN(10) == 0 {
				m.Color = m.Color.Other()
			}
			if g.Play(m) != nil {
				continue
			}
			made[m.Color]++
			if m.Point == rules.Pass {
				passes[m.Color]++
			}
		}
		n := g.Count(area, nil)
		difference := func(v [3]int) int { return v[rules.Black] - v[rules.White] }
		territory := difference(n.Territory) - difference(n.Captured) - difference(passes)
		if a := marginUnder(g, area); a-2*territory != 2*difference(made) {
			t.Fatalf("%s: area %d half points, by territory %d points, moves %v", gtpOf(g), a, territory, made)
		}
		if a, b := marginUnder(g, jungo), marginUnder(g, area)-2*difference(n.Territory); a != b {
			t.Fatalf("%s: jungo %d half points, by area and territory %d", gtpOf(g), a, b)
		}
	}
}

// everything is all that can be asked about a game, ko and superko included.
func everything(g *rules.Game) string {
	var b strings.Builder
	p := g.Position()
	ko, by := p.Ko()
	if ko == rules.Pass {
		by = rules.Empty // of no meaning without a ko
	}
	passed, can := p.LastPassed()
	fmt.Fprintln(&b, coreState(g), ko, by, passed, can, p.FirstPass, p.PhaseFirst, p.Key(), g.Handicap(), g.First())
	n := g.Count(g.Rules(), nil)
	fmt.Fprintln(&b, n.Stones, n.Territory, n.Captured, n.Given, n.Tax, n.FirstPass, n.Compensation, n.Margin().Result())
	p.Points(func(q rules.Point) {
		fmt.Fprint(&b, p.Liberties(q), p.ChainSize(q), p.AppendLiberties(nil, q), " ")
		for _, c := range []rules.Color{rules.Black, rules.White} {
			fmt.Fprint(&b, reasonOf(g.Legal(rules.Move{Color: c, Point: q})), " ")
		}
	})
	return b.String()
}

// TestUndoRestores: after n moves and k taken back, everything is as in the
// game of n-k moves. Sizes are small, since there every kind of illegal play
// comes up often.
func TestUndoRestores(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(4, 2))
	all := rules.Rulesets()
	for i := range 150 {
		size := 1 + random.IntN(5)
		g := rules.NewGame(size, all[i%len(all)], rules.Decimal{})
		if random.IntN(2) == 0 {
			var stones []rules.Move
			for _, j := range random.Perm(size * size)[:size*size/2] {
				stones = append(stones, rules.Move{Color: rules.Black + rules.Color(random.IntN(2)), Point: rules.PointAt(size, j%size, j/size)})
			}
			if err := g.Setup(stones, rules.White, len(stones)); err != nil {
				t.Logf("set-up not possible: %v", err)
			}
		}
		states := []string{everything(g)}
		for range 1 + random.IntN(40) {
			m := randomMove(random, g, 0.2)
			if random.IntN(5) == 0 {
				m.Color = m.Color.Other()
			}
			if g.Play(m) == nil {
				states = append(states, everything(g))
			}
		}
		for n := len(states) - 1; ; {
			k := 1 + random.IntN(n+1)
			if k > n {
				if g.Undo(k) || everything(g) != states[n] {
					t.Fatalf("took %d of %d moves back", k, n)
				}
				if n == 0 {
					break
				}
				continue
			}
			if n -= k; !g.Undo(k) || everything(g) != states[n] {
				t.Fatalf("%s: back from there by %d moves\n got %s\nwant %s", gtpOf(g), k, everything(g), states[n])
			}
		}
	}
}

// TestCopyIsIndependent: play in a copy leaves the original alone, and the copy
// goes on as the original would, whatever stood in it before.
func TestCopyIsIndependent(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 5))
	r := mustFind(t, "tromp-taylor")
	tell := func(p *rules.Position) string {
		var b strings.Builder
		ko, _ := p.Ko()
		fmt.Fprintln(&b, p.Tally, p.ToPlay, p.Size(), p.Empties(), p.Stones(rules.Black), p.Stones(rules.White), ko, p.Key())
		p.Points(func(q rules.Point) {
			fmt.Fprint(&b, p.At(q), p.Liberties(q), p.ChainSize(q), p.AppendLiberties(nil, q), p.EmptyNeighbors(q),
				p.NeighborCount(q, rules.Black), p.NeighborCount(q, rules.White), " ")
		})
		return b.String()
	}
	step := func(random *rand.Rand, p *rules.Position) {
		m := rules.Move{Color: p.ToPlay, Point: rules.Pass}
		if p.Empties() > 0 && random.IntN(8) > 0 {
			if q := p.EmptyAt(random.IntN(p.Empties())); p.Playable(q, m.Color) {
				m.Point = q
			}
		}
		p.Play(m, r)
	}
	var copied rules.Position
	for range 150 {
		p := new(rules.Position)
		p.Reset(1 + random.IntN(rules.MaxSize))
		p.ToPlay = rules.Black
		for range random.IntN(200) {
			step(random, p)
		}
		before := tell(p)
		copied.Copy(p)
		if tell(&copied) != before {
			t.Fatalf("copy differs: %s, want %s", tell(&copied), before)
		}
		seed := random.Uint64()
		for a := rand.New(rand.NewPCG(seed, 0)); a.IntN(40) > 0; {
			step(a, &copied)
		}
		if tell(p) != before {
			t.Fatalf("play in the copy changed %s to %s", before, tell(p))
		}
		for b := rand.New(rand.NewPCG(seed, 0)); b.IntN(40) > 0; {
			step(b, p)
		}
		if tell(p) != tell(&copied) {
			t.Fatalf("original and copy went different ways: %s, %s", tell(p), tell(&copied))
		}
	}
}
