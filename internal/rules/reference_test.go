package rules_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// This file is a second reading of the rules, kept apart from the engine's own
// code so that one misunderstanding cannot sit in both. It is plain on purpose
// and slow: a position is a text, chains and territory come from one flood
// fill, and nothing about passes, phases or captures is carried along. All of
// that is read off the whole list of moves each time somebody asks.

// refColor is what stands on a point; the value is its letter in a position.
type refColor byte

const (
	refBlack refColor = 'B'
	refWhite refColor = 'W'
	refEmpty refColor = '.'
)

// other gives the opponent of a player.
func (c refColor) other() refColor {
	if c == refBlack {
		return refWhite
	}
	return refBlack
}

// refPoint is an intersection: x counts the columns from A, y the rows from 1,
// both beginning with zero.
type refPoint struct{ x, y int }

// refMove is a play or a pass (Ikeda definition 2); a pass has no point.
type refMove struct {
	color refColor
	pass  bool
	point refPoint
}

// The axes on which rulesets differ. The words are those of the rule tables,
// so that a failing test prints something one can look up.
type (
	refKo           string
	refEnd          string
	refPassCost     string
	refScoring      string
	refTax          string
	refCompensation string
)

const (
	refSimple      refKo = "SIMPLE"
	refPositional  refKo = "POSITIONAL"
	refSituational refKo = "SITUATIONAL"
	refIkeda       refKo = "IKEDA"

	refTwoPasses       refEnd = "TWO_PASSES"
	refFirstPassExempt refEnd = "FIRST_PASS_EXEMPT"
	refProvisional     refEnd = "PROVISIONAL"

	refFree             refPassCost = "NONE"
	refAfterProvisional refPassCost = "AFTER_PROVISIONAL"
	refAll              refPassCost = "ALL"
	refAllWhiteLast     refPassCost = "ALL_WHITE_LAST"

	refStones    refScoring = "STONES"
	refArea      refScoring = "AREA"
	refTerritory refScoring = "TERRITORY"

	refNoTax   refTax = "NONE"
	refSekiTax refTax = "SEKI"
	refAllTax  refTax = "ALL"

	refNoCompensation refCompensation = "0"
	refPerStone       refCompensation = "N"
	refPerStoneButOne refCompensation = "N-1"
)

// refRules is one ruleset, a value on each axis. agreedDead is only recorded:
// who is dead is a judgement, so the caller hands the stones to count.
type refRules struct {
	ko           refKo
	suicide      bool
	end          refEnd
	cost         refPassCost
	scoring      refScoring
	tax          refTax
	liveOnly     bool
	firstPass    bool
	agreedDead   bool
	compensation refCompensation
}

// refRulesets is the table of named rulesets. Columns: ko, suicide, end, pass
// cost, scoring, tax, live only, first pass, dead stones by agreement,
// compensation for handicap stones.
var refRulesets = map[string]refRules{
	"jungo":         {refSimple, false, refTwoPasses, refFree, refStones, refNoTax, false, false, false, refNoCompensation},
	"jungo-superko": {refPositional, false, refTwoPasses, refFree, refStones, refNoTax, false, false, false, refNoCompensation},
	"area1":         {refIkeda, false, refTwoPasses, refFree, refStones, refNoTax, false, false, false, refNoCompensation},
	"area2":         {refIkeda, false, refTwoPasses, refFree, refArea, refNoTax, false, false, false, refNoCompensation},
	"area3":         {refIkeda, false, refFirstPassExempt, refFree, refArea, refNoTax, false, true, false, refNoCompensation},
	"territory1":    {refIkeda, false, refProvisional, refAfterProvisional, refTerritory, refNoTax, false, false, false, refNoCompensation},
	"territory2":    {refIkeda, false, refProvisional, refAfterProvisional, refTerritory, refNoTax, true, false, false, refNoCompensation},
	"territory3":    {refIkeda, false, refTwoPasses, refAll, refTerritory, refNoTax, false, false, false, refNoCompensation},
	"japanese":      {refSimple, false, refTwoPasses, refFree, refTerritory, refSekiTax, false, false, true, refNoCompensation},
	"chinese":       {refPositional, false, refTwoPasses, refFree, refArea, refNoTax, false, false, true, refPerStone},
	"aga":           {refSituational, false, refTwoPasses, refAllWhiteLast, refArea, refNoTax, false, false, true, refPerStoneButOne},
	"new_zealand":   {refSituational, true, refTwoPasses, refFree, refArea, refNoTax, false, false, true, refNoCompensation},
	"tromp-taylor":  {refPositional, true, refTwoPasses, refFree, refArea, refNoTax, false, false, false, refNoCompensation},
	"stone-scoring": {refSimple, false, refTwoPasses, refFree, refArea, refAllTax, false, false, true, refNoCompensation},
	"cgos":          {refPositional, false, refTwoPasses, refFree, refArea, refNoTax, false, false, false, refNoCompensation},
}

// refGame is a start, a list of moves and the positions that stood. Nothing
// else is stored, so undo cannot forget anything and the field rules may be
// exchanged at any time: every answer is worked out anew from the moves.
// positions[n] is the position after n moves; passes have one too.
type refGame struct {
	rules     refRules
	first     refColor
	handicap  int
	moves     []refMove
	positions []refPosition
}

// newRefGame begins a game on the empty board, Black to move.
func newRefGame(size int, rules refRules) *refGame {
	if size < 1 || size > 25 {
		panic(fmt.Sprintf("reference: board size %d", size))
	}
	return &refGame{rules: rules, first: refBlack, positions: []refPosition{refEmptyBoard(size)}}
}

// setUp puts stones on the empty board of a game without moves. handicap is
// how many of them are handicap stones, which is none for a set-up position.
// It reports false and changes nothing if the stones cannot stand like that.
func (g *refGame) setUp(black, white []refPoint, handicap int, first refColor) bool {
	start := g.positions[0]
	if len(g.moves) > 0 || start != refEmptyBoard(start.width) {
		return false
	}
	for _, p := range slices.Concat(black, white) {
		if !start.has(p) {
			return false
		}
	}
	start = start.put(refBlack, black...).put(refWhite, white...)
	if start.stones(refBlack) != len(black) || start.stones(refWhite) != len(white) {
		return false // a point was named twice
	}
	for _, chain := range start.chains() {
		if start.liberties(chain) == 0 {
			return false
		}
	}
	g.positions[0], g.handicap, g.first = start, handicap, first
	return true
}

// position is what stands on the board now.
func (g *refGame) position() refPosition { return g.positions[len(g.moves)] }

// toPlay is the side whose turn it is, which GTP need not respect.
func (g *refGame) toPlay() refColor {
	if n := len(g.moves); n > 0 {
		return g.moves[n-1].color.other()
	}
	return g.first
}

// why says why a play is illegal: "off board", "occupied", "suicide", "ko" or
// "superko", and "" if it is legal. With "superko" comes the number of the
// latest move after which the forbidden position stood, else -1.
func (g *refGame) why(color refColor, x, y int) (reason string, repeats int) {
	p, now := refPoint{x, y}, g.position()
	if !now.has(p) {
		return "off board", -1
	}
	if now.at(p) != refEmpty {
		return "occupied", -1
	}
	next, taken, lost := now.after(color, p)
	// Ikeda rule 5. One stone alone would leave the position as it was, so that
	// stays forbidden under any rules.
	if lost == 1 || lost > 0 && !g.rules.suicide {
		return "suicide", -1
	}
	for n := len(g.moves); n >= 0; n-- {
		if g.positions[n] != next || !g.repeatForbidden(n, color, taken) {
			continue
		}
		if g.rules.ko == refSimple {
			return "ko", -1
		}
		return "superko", n
	}
	return "", -1
}

// repeatForbidden says whether color, whose play takes so many opposing
// stones, is kept by the ko rule from bringing back the position after move n.
func (g *refGame) repeatForbidden(n int, color refColor, taken int) bool {
	switch g.rules.ko {
	case refSimple: // what stood before the last move or pass, whoever made it
		return n == len(g.moves)-1
	case refSituational:
		return g.madeBy(n) == color
	case refIkeda: // Ikeda rule 4 speaks only of plays that remove opposing stones
		return taken > 0
	default:
		return true
	}
}

// madeBy is the player after whose move position n stood. The start counts as
// made by the side that did not move first or, before any move, will not.
func (g *refGame) madeBy(n int) refColor {
	switch {
	case n > 0:
		return g.moves[n-1].color
	case len(g.moves) > 0:
		return g.moves[0].color.other()
	default:
		return g.first.other()
	}
}

// legal lists the legal points of a colour, row 1 first, A first. It is asked
// for either colour at any time, since GTP lets one side move twice running.
func (g *refGame) legal(color refColor) []refPoint {
	var points []refPoint
	for _, p := range g.position().all() {
		if reason, _ := g.why(color, p.x, p.y); reason == "" {
			points = append(points, p)
		}
	}
	return points
}

// play makes a play and gives "", or does nothing and says why it is illegal.
func (g *refGame) play(color refColor, x, y int) string {
	reason, _ := g.why(color, x, y)
	if reason == "" {
		p := refPoint{x, y}
		next, _, _ := g.position().after(color, p)
		g.moves = append(g.moves, refMove{color: color, point: p})
		g.positions = append(g.positions, next)
	}
	return reason
}

// pass is always legal.
func (g *refGame) pass(color refColor) {
	g.positions = append(g.positions, g.position())
	g.moves = append(g.moves, refMove{color: color, pass: true})
}

// undo drops the last move, and reports false if there is none. Stones set up
// before the first move stay.
func (g *refGame) undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.moves, g.positions = g.moves[:n-1], g.positions[:n]
	return true
}

// captured counts the stones of a colour that left the board, suicides too:
// those that were ever put there and do not stand there now.
func (g *refGame) captured(color refColor) int {
	return g.missing(color, g.position())
}

// missing counts the stones of a colour that were set up or played and do not
// stand in the given position.
func (g *refGame) missing(color refColor, now refPosition) int {
	n := g.positions[0].stones(color) - now.stones(color)
	for _, m := range g.moves {
		if m.color == color && !m.pass {
			n++
		}
	}
	return n
}

// passRun spells, oldest first, the colours of the passes that close
// moves[from:to]: "BW" is a pass of Black, then one of White, no play since.
func (g *refGame) passRun(from, to int) string {
	start := to
	for start > from && g.moves[start-1].pass {
		start--
	}
	var run strings.Builder
	for _, m := range g.moves[start:to] {
		run.WriteByte(byte(m.color))
	}
	return run.String()
}

// runEnds says whether a run of passes is enough for an end (Ikeda rule 6): two
// in a row, one by each side. Where White must pass last, only Black, then
// White will do.
func (g *refGame) runEnds(run string) bool {
	if strings.Contains(run, "BW") {
		return true
	}
	return strings.Contains(run, "WB") && g.rules.cost != refAllWhiteLast
}

// provisionalEnd is the number of moves made when the game was provisionally
// over for the first time, or -1. It is never lifted by a play.
func (g *refGame) provisionalEnd() int {
	if g.rules.end != refProvisional {
		return -1
	}
	for n := range len(g.moves) + 1 {
		if g.runEnds(g.passRun(0, n)) {
			return n
		}
	}
	return -1
}

// endRun is the run of passes at the close of the game so far, without those
// that cannot help to end it: the exempt first pass of the game, and passes
// that have been used up for the provisional end.
func (g *refGame) endRun() string {
	from := 0
	switch g.rules.end {
	case refFirstPassExempt:
		from = 1 + slices.IndexFunc(g.moves, func(m refMove) bool { return m.pass })
	case refProvisional:
		if from = g.provisionalEnd(); from < 0 {
			return ""
		}
	}
	return g.passRun(from, len(g.moves))
}

// phase is "playing", "provisional" or "ended".
func (g *refGame) phase() string {
	switch {
	case g.runEnds(g.endRun()):
		return "ended"
	case g.provisionalEnd() >= 0:
		return "provisional"
	default:
		return "playing"
	}
}

// lastPassEnds says whether the last move is the pass that ends the game: the
// game is over and the pass before it was the other side's. A further pass by
// the side that passed last is none, and then the game has no such pass.
func (g *refGame) lastPassEnds() bool {
	run := g.endRun()
	return g.runEnds(run) && (strings.HasSuffix(run, "BW") || strings.HasSuffix(run, "WB"))
}

// given counts the stones a colour gave to the opponent by passing.
func (g *refGame) given(color refColor) int {
	provisional, n := g.provisionalEnd(), 0
	for i, m := range g.moves {
		if !m.pass || m.color != color {
			continue
		}
		free := i == len(g.moves)-1 && g.lastPassEnds()
		switch g.rules.cost {
		case refAfterProvisional: // Ikeda Japan I, 6.2, and 6.4 for the free one
			if provisional < 0 || i < provisional {
				continue
			}
			// The opponent of the second passer moved first after that end.
			free = free && color == g.moves[provisional-1].color.other()
		case refAll: // Territory Rules III, 6-1, and 6-3 for the free one
			free = free && color == refBlack
		case refAllWhiteLast:
			free = false
		default:
			continue
		}
		if !free {
			n++
		}
	}
	return n
}

// refTally is a colour's count. points are in half points and before komi and
// compensation; all the rest is in whole stones or points. territory is only
// what counts under the tax and live-only rules.
type refTally struct {
	stones, territory, captured, given, tax int
	points                                  int
}

// count counts the board as it stands, ended or not, after taking off the dead
// stones, which are captured by that.
func (g *refGame) count(color refColor, dead ...refPoint) refTally {
	final := g.position().put(refEmpty, dead...)
	t := refTally{
		stones:   final.stones(color),
		captured: g.missing(color, final),
		given:    g.given(color),
	}
	var life, alive map[refPoint]bool
	if g.rules.tax != refNoTax {
		var groups int
		if life, groups = final.independentLife(color); g.rules.tax == refAllTax {
			t.tax += 2 * groups
		}
	}
	if g.rules.liveOnly {
		alive = final.alive(color)
		t.tax += g.playedInVain(color, final, alive)
	}
	for _, region := range final.territories(color) {
		inSeki := g.rules.tax != refNoTax && !life[region.points[0]]
		inDanger := g.rules.liveOnly && slices.ContainsFunc(region.border, func(p refPoint) bool { return !alive[p] })
		if !inSeki && !inDanger {
			t.territory += len(region.points)
		}
	}
	switch g.rules.scoring {
	case refStones:
		t.points = 2 * (t.stones - t.tax)
	case refArea:
		t.points = 2 * (t.stones + t.territory - t.tax)
	default:
		t.points = 2 * (t.territory - t.captured - t.given - t.tax)
	}
	t.points += g.firstPassHalf(color)
	return t
}

// points is the score of a colour in half points before komi.
func (g *refGame) points(color refColor, dead ...refPoint) int {
	return g.count(color, dead...).points
}

// firstPassHalf is the half point of Ikeda China III, rule 7: White gains it and Black loses it if
// White made the first pass of the game.
func (g *refGame) firstPassHalf(color refColor) int {
	i := slices.IndexFunc(g.moves, func(m refMove) bool { return m.pass })
	switch {
	case !g.rules.firstPass || i < 0 || g.moves[i].color == refBlack:
		return 0
	case color == refWhite:
		return 1
	default:
		return -1
	}
}

// playedInVain counts the stones a colour played after the provisional end
// that stand on the board and are not alive (Ikeda Japan II, rule 7). A point
// may have been played on before that end and again after it, so what counts
// is the last play there.
func (g *refGame) playedInVain(color refColor, final refPosition, alive map[refPoint]bool) int {
	end := g.provisionalEnd()
	if end < 0 {
		return 0
	}
	late := map[refPoint]bool{}
	for _, m := range g.moves[end:] {
		if !m.pass && final.at(m.point) == color && !alive[m.point] {
			late[m.point] = true
		}
	}
	return len(late)
}

// compensation is what White gets for handicap stones, in points.
func (g *refGame) compensation() int {
	switch {
	case g.rules.compensation == refPerStone:
		return g.handicap
	case g.rules.compensation == refPerStoneButOne && g.handicap > 0:
		return g.handicap - 1
	default:
		return 0
	}
}

// result writes the margin with komi as "B+3.5", "W+0.5" or "0". Komi is read
// as the exact decimal it is written as and never passes through a float.
func (g *refGame) result(komi string, dead ...refPoint) string {
	k, ok := new(big.Rat).SetString(komi)
	if !ok {
		panic("reference: komi " + komi)
	}
	margin := big.NewRat(int64(g.points(refBlack, dead...)-g.points(refWhite, dead...)), 2)
	margin.Sub(margin, big.NewRat(int64(g.compensation()), 1))
	margin.Sub(margin, k)
	digits, _ := margin.FloatPrec() // finite: a decimal stays one
	text := new(big.Rat).Abs(margin).FloatString(digits)
	switch margin.Sign() {
	case 1:
		return "B+" + text
	case -1:
		return "W+" + text
	default:
		return "0"
	}
}
