package rules_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// boardOf sets a legal position up on the engine's board.
func boardOf(s refPosition) *rules.Board {
	b := rules.NewBoard(s.width)
	for _, p := range s.all() {
		if c := s.at(p); c != refEmpty {
			b.Place(rules.PointAt(s.width, p.x, p.y), coreColor(c))
		}
	}
	return b
}

// coreColor turns the reference's colour of a stone into the engine's.
func coreColor(c refColor) rules.Color {
	if c == refBlack {
		return rules.Black
	}
	return rules.White
}

// compareAlive holds the engine's living stones against those that a search
// through all sequences of opposing plays leaves standing, and returns how
// many there are.
func compareAlive(t *testing.T, s refPosition, force func(refColor) map[refPoint]bool) (living int) {
	t.Helper()
	b := boardOf(s)
	for _, c := range []refColor{refBlack, refWhite} {
		core, want := b.Alive(coreColor(c)), force(c)
		for _, p := range s.all() {
			if core[rules.PointAt(s.width, p.x, p.y)] != want[p] {
				t.Fatalf("%v: %s of %c is alive: %v, want %v", s, refName(p), c, !want[p], want[p])
			}
		}
		living += len(want)
	}
	return living
}

// TestAliveByDefinition: Benson's unconditional life is Ikeda's living stone, a
// stone that no sequence of opposing plays alone can remove (Territory II, rule
// 7), in all 12675 legal positions of 3x3 and in random ones of 4x4.
func TestAliveByDefinition(t *testing.T) {
	t.Parallel()
	living := 0
	visitLegal(3, func(b *rules.Board) {
		var colors strings.Builder
		b.Points(func(p rules.Point) { colors.WriteByte(byte(refColorFor(b.At(p)))) })
		s := refPosition{3, colors.String()}
		living += compareAlive(t, s, s.aliveByForce)
	})
	random := rand.New(rand.NewPCG(1976, 10))
	for range 600 {
		s := refRandomPosition(random, 4, 4)
		living += compareAlive(t, s, s.aliveByForce)
	}
	if living < 3000 {
		t.Errorf("only %d living stones: the positions show too little", living)
	}
}

// TestAliveOnLargerBoards goes on where no search can follow, against the
// reference's own reading of the theorem, which takes dead chains off instead
// of striking regions out.
func TestAliveOnLargerBoards(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1976, 17))
	living := 0
	for range 300 {
		size := 5 + random.IntN(6)
		s := refRandomPosition(random, size, size)
		living += compareAlive(t, s, s.aliveByBenson)
	}
	if living < 1000 {
		t.Errorf("only %d living stones: the positions show too little", living)
	}
}

// TestLiveTerritory: Territory II counts the territory that none but living
// stones surround, and charges for stones played after the provisional end that
// are not alive; here alive by search through all sequences.
func TestLiveTerritory(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1969, 2))
	r := mustFind(t, "territory2")
	charged, counted := 0, 0
	for range 400 {
		s := refRandomPosition(random, 4, 4)
		var stones []rules.Move
		var black, white []refPoint
		for _, p := range s.all() {
			switch s.at(p) {
			case refBlack:
				black = append(black, p)
			case refWhite:
				white = append(white, p)
			default:
				continue
			}
			stones = append(stones, rules.Move{Color: coreColor(s.at(p)), Point: rules.PointAt(4, p.x, p.y)})
		}
		g, ref := rules.NewGame(4, *r, rules.Decimal{}), newRefGame(4, refRulesets["territory2"])
		if err := g.Setup(stones, rules.Black, 0); err != nil || !ref.setUp(black, white, 0, refBlack) {
			t.Fatalf("%v: set-up refused, %v", s, err)
		}
		pair := &twin{core: g, ref: ref, name: "territory2", komi: "0", random: random, stats: map[string]int64{}}
		moves := []rules.Move{{Color: rules.Black}, {Color: rules.White}}
		for range random.IntN(4) {
			moves = append(moves, rules.Move{Color: rules.Black + rules.Color(random.IntN(2)), Point: rules.PointAt(4, random.IntN(4), random.IntN(4))})
		}
		for _, m := range moves {
			if err := pair.move(m); err != nil {
				t.Fatalf("%v: %v", s, err)
			}
		}
		if err := pair.compareCount(*r, ref.rules); err != nil {
			t.Fatalf("%v, %v: %v", s, g.Moves(), err)
		}
		n := g.Count(r, nil)
		charged += n.Tax[rules.Black] + n.Tax[rules.White]
		counted += n.Territory[rules.Black] + n.Territory[rules.White]
	}
	if charged < 50 || counted < 50 {
		t.Errorf("%d stones charged, %d points counted: too few", charged, counted)
	}
}
