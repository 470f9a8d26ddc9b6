package gtp

import (
	"fmt"
	"strings"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// How GoGui is told what to draw (GoGui manual, "Analyze Commands").

// printBoard writes a text for each point, a row a line. Texts hold no blanks;
// "" stands for no text.
func (s *Session) printBoard(r *Reply, text func(p rules.Point) string) {
	size := s.size()
	r.Line("")
	for y := size - 1; y >= 0; y-- {
		row := make([]string, size)
		for x := range row {
			if row[x] = text(rules.PointAt(size, x, y)); row[x] == "" {
				row[x] = `""`
			}
		}
		r.Line(strings.Join(row, " "))
	}
}

// gfx collects lines of GoGui's language of graphics. Without points a line is
// left out. Passes are left out too, as they cannot be drawn.
type gfx struct {
	size  int
	lines []string
}

// mark adds a line that marks points: BLACK, WHITE, CIRCLE, SQUARE, TRIANGLE,
// MARK, or COLOR with a colour.
func (g *gfx) mark(keyword string, points []rules.Point) {
	line := keyword
	for _, p := range points {
		if p != rules.Pass {
			line += " " + FormatVertex(g.size, p)
		}
	}
	if line != keyword {
		g.lines = append(g.lines, line)
	}
}

// note is a point with a text without blanks.
type note struct {
	point rules.Point
	text  string
}

// notes adds a line of points and texts: LABEL, or INFLUENCE with numbers.
func (g *gfx) notes(keyword string, notes []note) {
	line := keyword
	for _, n := range notes {
		if n.point != rules.Pass {
			line += " " + FormatVertex(g.size, n.point) + " " + n.text
		}
	}
	if line != keyword {
		g.lines = append(g.lines, line)
	}
}

// variation adds moves as numbered stones, c first.
func (g *gfx) variation(c rules.Color, moves []rules.Point) {
	if len(moves) > 0 {
		g.lines = append(g.lines, "VAR "+variation(g.size, c, moves))
	}
}

// text adds a line for the status bar.
func (g *gfx) text(format string, args ...any) {
	g.lines = append(g.lines, "TEXT "+fmt.Sprintf(format, args...))
}

func (g *gfx) print(r *Reply) {
	for _, line := range g.lines {
		r.Line(line)
	}
}

// heat colours points by values from 0 to 1: pale yellow to green.
func (g *gfx) heat(points []rules.Point, values []float64) {
	const levels = 8
	var at [levels + 1][]rules.Point
	for i, p := range points {
		level := int(max(0, min(1, values[i]))*levels + 0.5)
		at[level] = append(at[level], p)
	}
	for level, list := range at {
		mix := func(from, to int) int { return from + (to-from)*level/levels }
		g.mark(fmt.Sprintf("COLOR #%02x%02x%02x", mix(255, 60), mix(250, 180), mix(200, 60)), list)
	}
}

// variation returns moves as "b D4 w Q16", c first.
func variation(size int, c rules.Color, moves []rules.Point) string {
	words := make([]string, len(moves))
	for i, p := range moves {
		words[i] = [...]string{rules.Black: "b", rules.White: "w"}[c] + " " + FormatVertex(size, p)
		c = c.Other()
	}
	return strings.Join(words, " ")
}

// percent returns a share of one as "52.3%".
func percent(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }

// shortPercent returns a share of one in a label's room, as "52".
func shortPercent(x float64) string { return fmt.Sprintf("%.0f", 100*x) }

// shortCount returns a number in a label's room, as "850", "1.2k", "12k".
func shortCount(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 9950:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	case n < 999500:
		return fmt.Sprintf("%.0fk", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

// influence returns an ownership as GoGui's boards of numbers want it.
func influence(x float64) string {
	if text := fmt.Sprintf("%.2f", max(-1, min(1, x))); text != "-0.00" {
		return text
	}
	return "0.00"
}

// Of a search: moves that are labelled, moves of the principal variation that
// are drawn, and ownership that is too weak to be drawn.
const (
	labelledMoves  = 10
	drawnVariation = 10
	weakOwnership  = 0.05
)

// picture draws what a search has found so far.
func (g *gfx) picture(board *rules.Board, r *search.Report) {
	var own, labels []note
	fromTop(g.size, func(p rules.Point) {
		if x := r.Ownership[p]; x >= weakOwnership || x <= -weakOwnership {
			own = append(own, note{p, influence(x)})
		}
	})
	g.notes("INFLUENCE", own)
	for _, m := range r.Moves[:min(len(r.Moves), labelledMoves)] {
		labels = append(labels, note{m.Move, shortPercent(m.WinRate)})
	}
	g.notes("LABEL", labels)
	if len(r.Moves) > 0 {
		best := &r.Moves[0]
		g.variation(r.Color, drawable(board, best.PV))
		g.text("%s", summary(g.size, r))
	}
}

// drawable cuts a variation before the first point that holds a stone or is
// played twice, as a picture would show something else there, and to a length
// that can be read.
func drawable(board *rules.Board, moves []rules.Point) []rules.Point {
	seen := map[rules.Point]bool{}
	for i, p := range moves[:min(len(moves), drawnVariation)] {
		if p != rules.Pass && (seen[p] || board.At(p) != rules.Empty) {
			return moves[:i]
		}
		seen[p] = true
	}
	return moves[:min(len(moves), drawnVariation)]
}

// summary says in one line what a search has found.
func summary(size int, r *search.Report) string {
	best := &r.Moves[0]
	return fmt.Sprintf("%s %s, win rate %s, score %+.1f, %d of %d visits", r.Color, FormatVertex(size, best.Move),
		percent(best.WinRate), best.Score, best.Visits, r.Visits)
}
