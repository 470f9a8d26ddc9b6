package rules

import (
	"errors"
	"fmt"
	"slices"
)

// shape is a position that stood in the game (Ikeda 1969, definition 4: 形):
// its key, and whose move or pass it stood after.
type shape struct {
	key   uint64
	mover Color
}

// Game is a record under rules: how the board was set up, the moves since, and
// the position they lead to. It alone decides legality, superko included. A
// method that returns an error has changed nothing.
type Game struct {
	rules    Ruleset
	komi     Decimal
	size     int
	setup    []Move // stones at the start; no order, no captures
	first    Color  // to move at the start
	handicap int    // stones of setup that White may be compensated for

	moves  []Move
	shapes []shape // shapes[i] stood after move i, shapes[0] is the start; len(moves)+1 of them
	pos    Position
	// placed is the number of the move that put the stone there, 0 for set-up.
	placed      [maxPoints]int32
	provisional int32 // number of the move that made the provisional end; 0 if none

	scratch [2]*Position // to compare whole positions when keys are equal
}

// NewGame returns an empty game.
func NewGame(size int, r Ruleset, komi Decimal) *Game {
	g := &Game{rules: r, komi: komi}
	g.Clear(size)
	return g
}

// Clear starts an empty game on size lines under the same rules and komi.
func (g *Game) Clear(size int) {
	g.size, g.setup, g.first, g.handicap, g.moves = size, nil, Black, 0, nil
	g.rebuild()
}

// ErrSetup is returned for set-up stones that cannot stand: a point named
// twice or off the board, or a chain without liberties.
var ErrSetup = errors.New("stones cannot stand like this")

// Setup starts a game from the given stones with toPlay to move: the history
// begins anew. handicap is how many of the stones count for compensation.
func (g *Game) Setup(stones []Move, toPlay Color, handicap int) error {
	b := NewBoard(g.size)
	for _, s := range stones {
		if int(s.Point) >= extent(g.size) || b.At(s.Point) != Empty {
			return ErrSetup
		}
		// In any order: as long as all chains of the whole have liberties, so
		// have those of each part, and nothing is captured on the way.
		if captured, suicided := b.Place(s.Point, s.Color); captured+suicided != 0 {
			return ErrSetup
		}
	}
	g.setup, g.first, g.handicap, g.moves = append([]Move(nil), stones...), toPlay, handicap, nil
	g.rebuild()
	return nil
}

// rebuild plays the record from the start: board, tally and shapes follow from
// set-up, moves and rules alone.
func (g *Game) rebuild() {
	g.begin(&g.pos)
	g.placed = [maxPoints]int32{}
	g.provisional = 0
	g.shapes = append(g.shapes[:0], shape{key: g.pos.Key()})
	moves := g.moves
	g.moves = g.moves[:0]
	for _, m := range moves {
		g.apply(m)
	}
}

// begin makes p the position at the start.
func (g *Game) begin(p *Position) {
	p.Reset(g.size)
	p.Tally, p.ToPlay = Tally{}, g.first
	for _, s := range g.setup {
		p.Place(s.Point, s.Color) // captures nothing, see Setup
	}
}

// apply makes a move without asking whether it is legal.
func (g *Game) apply(m Move) {
	key := g.pos.KeyAfter(g.shapes[len(g.shapes)-1].key, m)
	before := g.pos.PhaseFirst
	g.pos.Play(m, &g.rules)
	g.moves = append(g.moves, m)
	g.shapes = append(g.shapes, shape{key, m.Color})
	g.placed[m.Point] = int32(len(g.moves))
	if before == Empty && g.pos.PhaseFirst != Empty {
		g.provisional = int32(len(g.moves))
	}
}

// KeyAfter returns the key of the position after the move, given the present
// one.
func (b *Board) KeyAfter(key uint64, m Move) uint64 {
	if m.Point == Pass {
		return key
	}
	return key ^ b.KeyChange(m.Point, m.Color)
}

// Play makes a move of either colour, in turn or not; the error of an illegal
// one is an *Illegal.
func (g *Game) Play(m Move) error {
	if err := g.Legal(m); err != nil {
		return err
	}
	g.apply(m)
	return nil
}

// Record makes a move of a game record: as Play, but what breaks the ko rule
// or is a suicide of more than one stone stands, as the game was played so.
func (g *Game) Record(m Move) error {
	if m.Point != Pass && (g.pos.At(m.Point) != Empty || g.pos.Suicide(m.Point, m.Color) && g.pos.alone(m)) {
		return g.Legal(m)
	}
	g.apply(m)
	return nil
}

// Undo takes back the last n moves, passes included, and restores all that
// they changed. It reports whether there were as many; set-up is not undone.
func (g *Game) Undo(n int) bool {
	if n > len(g.moves) {
		return false
	}
	g.moves = g.moves[:len(g.moves)-n]
	g.rebuild()
	return true
}

// Reason is why a move is illegal.
type Reason uint8

// The reasons, in the order in which they are looked for.
const (
	Occupied Reason = iota
	Suicide
	KoBan
	Superko
)

// Illegal is the error of an illegal move.
type Illegal struct {
	Reason  Reason
	Ko      Ko  // the ko rule that forbids it
	Repeats int // Superko: the latest move after which the position stood, 0 for the start
}

// Error names the reason and the rule, e.g. "superko, repeats the position
// after move 34 (Ikeda rule 4)".
func (e *Illegal) Error() string {
	switch e.Reason {
	case Occupied:
		return "occupied (Ikeda definition 2)"
	case Suicide:
		return "suicide (Ikeda rule 5)"
	case KoBan:
		return "ko (simple ko)"
	}
	rule := map[Ko]string{IkedaKo: "Ikeda rule 4", PositionalKo: "positional", SituationalKo: "situational"}
	return fmt.Sprintf("superko, repeats the position after move %d (%s)", e.Repeats, rule[e.Ko])
}

// Legal returns nil if the move may be made now, whoever is to move, else an
// *Illegal. A pass always may (Ikeda 1969, definition 2). The point must be on
// the board.
func (g *Game) Legal(m Move) error {
	if m.Point == Pass {
		return nil
	}
	if g.pos.At(m.Point) != Empty {
		return &Illegal{Reason: Occupied}
	}
	if g.pos.Suicide(m.Point, m.Color) && (!g.rules.Suicide || g.pos.alone(m)) {
		return &Illegal{Reason: Suicide}
	}
	if n, ok := g.repeats(m); ok {
		if g.rules.Ko == SimpleKo {
			return &Illegal{Reason: KoBan}
		}
		return &Illegal{Reason: Superko, Ko: g.rules.Ko, Repeats: n}
	}
	return nil
}

// alone reports whether the stone would touch no stone of its own colour: such
// a suicide would change nothing and is never legal.
func (b *Board) alone(m Move) bool {
	for _, q := range b.Neighbors(m.Point) {
		if b.color[q] == m.Color {
			return false
		}
	}
	return true
}

// repeats returns the latest move after which the position stood that the play
// would make, if the ko rule forbids to make it again.
func (g *Game) repeats(m Move) (int, bool) {
	last := len(g.moves)
	key := g.pos.KeyAfter(g.shapes[last].key, m)
	switch g.rules.Ko {
	case SimpleKo:
		return last - 1, last > 0 && g.shapes[last-1].key == key && g.stood(last-1, m)
	case IkedaKo:
		if !g.pos.Captures(m.Point, m.Color) {
			return 0, false // rule 4 speaks of plays that remove stones
		}
	}
	for i := last; i >= 0; i-- {
		if g.shapes[i].key == key && (g.rules.Ko != SituationalKo || g.mover(i, m.Color) == m.Color) && g.stood(i, m) {
			return i, true
		}
	}
	return 0, false
}

// mover returns whose move or pass shape i stood after; the start counts as
// made by the side that does not move first. c is about to move.
func (g *Game) mover(i int, c Color) Color {
	switch {
	case i > 0:
		return g.shapes[i].mover
	case len(g.moves) > 0:
		return g.moves[0].Color.Other()
	}
	return c.Other()
}

// stood reports whether the position that the play makes is the one after move
// i, stone by stone: equal keys alone must never make a legal move illegal.
func (g *Game) stood(i int, m Move) bool {
	for j := range g.scratch {
		if g.scratch[j] == nil {
			g.scratch[j] = new(Position)
		}
	}
	then, now := g.scratch[0], g.scratch[1]
	g.begin(then)
	for _, m := range g.moves[:i] {
		then.Play(m, &g.rules)
	}
	now.Copy(&g.pos)
	now.Place(m.Point, m.Color)
	n := extent(g.size)
	return slices.Equal(then.color[:n], now.color[:n])
}

// AppendLegal appends the points that c may play, A1, B1, ... first.
func (g *Game) AppendLegal(list []Point, c Color) []Point {
	g.pos.Points(func(p Point) {
		if g.Legal(Move{c, p}) == nil {
			list = append(list, p)
		}
	})
	return list
}

// Count counts the board as it stands under the given rules, all stones
// standing but those of dead, which are taken off as captured (basic-rules
// text, 地と整地). It leaves the game alone. Phases and passes are those of r.
func (g *Game) Count(r *Ruleset, dead []Point) *Count {
	if !r.Equal(&g.rules) {
		return g.Under(*r).Count(r, dead)
	}
	b, t := &g.pos.Board, g.pos.Tally
	if len(dead) > 0 {
		b = new(Board)
		b.Copy(&g.pos.Board)
		for _, p := range dead {
			if c := b.color[p]; c == Black || c == White {
				t.Captured[c] += b.remove(p, c)
			}
		}
	}
	var late *PointSet
	if r.LiveOnly && g.provisional > 0 {
		late = new(PointSet)
		g.pos.Points(func(p Point) { late[p] = g.placed[p] > g.provisional })
	}
	n := count(b, &t, r, late)
	n.Komi, n.Compensation = g.komi, g.compensation(r)
	return n
}

// compensation returns the points that White gets for handicap stones.
func (g *Game) compensation(r *Ruleset) int {
	switch r.Compensation {
	case PerStone:
		return g.handicap
	case PerStoneLessOne:
		return max(0, g.handicap-1)
	}
	return 0
}

// WhiteBonus returns what every margin of Black's is less by: komi, and the
// compensation for handicap stones.
func (g *Game) WhiteBonus() float64 { return g.komi.Float() + float64(g.compensation(&g.rules)) }

// SetRules changes the rules: board, moves and komi stay, as do moves that the
// new rules would forbid; passes, phase and end are counted anew.
func (g *Game) SetRules(r Ruleset) {
	g.rules = r
	toPlay := g.pos.ToPlay
	g.rebuild()
	g.pos.ToPlay = toPlay
}

// SetKomi sets the points that White gets (Ikeda 1969, common rule 8).
func (g *Game) SetKomi(komi Decimal) { g.komi = komi }

// SetToPlay says who is to move.
func (g *Game) SetToPlay(c Color) {
	if len(g.moves) == 0 {
		g.first = c
	}
	g.pos.ToPlay = c
}

// Rules returns the rules.
func (g *Game) Rules() *Ruleset { return &g.rules }

// Komi returns komi.
func (g *Game) Komi() Decimal { return g.komi }

// Size returns the number of lines.
func (g *Game) Size() int { return g.size }

// Handicap returns the number of handicap stones.
func (g *Game) Handicap() int { return g.handicap }

// Stones returns the set-up stones, handicap included. Not to be changed.
func (g *Game) Stones() []Move { return g.setup }

// First returns who was to move at the start.
func (g *Game) First() Color { return g.first }

// Moves returns the moves since the start. Not to be changed.
func (g *Game) Moves() []Move { return g.moves }

// Position returns the present position. Not to be changed.
func (g *Game) Position() *Position { return &g.pos }

// After returns the game after one more legal move; g stays as it is.
func (g *Game) After(m Move) *Game {
	next := g.copyWith(g.rules, m)
	next.rebuild()
	return next
}

// Under returns the game under other rules, as SetRules would make it; g stays
// as it is.
func (g *Game) Under(r Ruleset) *Game {
	other := g.copyWith(r)
	other.rebuild()
	other.pos.ToPlay = g.pos.ToPlay
	return other
}

// copyWith returns the record under r with more moves at its end, to be
// rebuilt.
func (g *Game) copyWith(r Ruleset, more ...Move) *Game {
	return &Game{rules: r, komi: g.komi, size: g.size, setup: g.setup, first: g.first, handicap: g.handicap,
		moves: slices.Concat(g.moves, more)}
}
