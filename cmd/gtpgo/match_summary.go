package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// matchSummary is what a match has shown, in words: for the terminal and for
// the report.
type matchSummary struct {
	Titles  bySide[string]
	Verdict string // one line
	Figures []summaryFigure
	Engines []summaryEngines
}

// summaryFigure is a figure of the match.
type summaryFigure struct{ Label, Value string }

// summaryEngines is a figure of each engine.
type summaryEngines struct {
	Label string
	Value bySide[string]
}

// summary says what the games so far add up to.
func (m *matchRun) summary() *matchSummary {
	t := m.tally
	s := &matchSummary{Titles: m.terms.titles}
	low, high := wilson(t.all.share(), t.all.games())
	s.Verdict = fmt.Sprintf("%s scores %s against %s [95%%: %s to %s] in %d games", s.Titles.A, percent(t.all.share()),
		s.Titles.B, percent(low), percent(high), t.all.games())
	if t.all.games() == 0 {
		s.Verdict = fmt.Sprintf("%s against %s: no games yet", s.Titles.A, s.Titles.B)
	}
	s.figure("Games", "%d of %d", len(t.results), m.settings.Games)
	s.figure("A won, drew, lost", "%s", t.all.text())
	s.figure("Share of A", "%s, 95%% interval %s to %s (Wilson)", percent(t.all.share()), percent(low), percent(high))
	s.figure("Elo difference", "%s, 95%% interval %s to %s (of the share)", elo(shareElo(t.all.share())), elo(shareElo(low)), elo(shareElo(high)))
	if d, low, high, ok := t.pairs.elo(); ok {
		s.figure("Elo by pairs", "%s, 95%% interval %s to %s", elo(d), elo(low), elo(high))
	}
	s.figure("Pairs with 0, ½, 1, 1½, 2 points", "%d, %d, %d, %d, %d%s", t.pairs[0], t.pairs[1], t.pairs[2], t.pairs[3], t.pairs[4],
		unless(t.voidPairs, fmt.Sprintf(" (%d pairs with a void game left out)", t.voidPairs)))
	if t.test != nil {
		lower, upper := t.test.bounds()
		s.figure("SPRT", "%s after %d pairs: LLR %.2f, bounds %.2f and %.2f, Elo %g against %g", t.state, t.pairs.total(), t.llr,
			lower, upper, t.test.elo0, t.test.elo1)
	}
	s.figure("A as Black", "%s", t.black.text())
	s.figure("A as White", "%s", t.white().text())
	s.figure("Mean length", "%.1f moves", float64(t.moves)/max(1, float64(len(t.results))))
	s.figure("Different games", "%d of %d", len(t.distinct), len(t.results))
	s.figure("Ended by score, move limit, resignation", "%d, %d, %d", t.reasons[byScore], t.reasons[byLimit], t.reasons[byResign])
	s.figure("Scores that differ", "%d in the margin, %d in the winner%s", t.disagree[agreeScore], t.disagree[agreeNone],
		unless(t.void, fmt.Sprintf(" (%d games void)", t.void)))
	if t.final > 0 {
		s.figure("Stones against area less cutting fee", "same winner in %d, same margin in %d of %d final boards", t.feeWinner, t.feeMargin, t.final)
		s.figure("Stones against area", "same winner in %d of %d final boards", t.areaWinner, t.final)
	}
	s.engines(m)
	return s
}

// engines adds the figures of each engine.
func (s *matchSummary) engines(m *matchRun) {
	t := m.tally
	add := func(label string, value func(side string) string) {
		s.Engines = append(s.Engines, summaryEngines{label, bySide[string]{value(sideA), value(sideB)}})
	}
	games := max(1, float64(len(t.results)))
	add("Processor seconds a game", func(side string) string {
		if *t.cpu.of(side) == 0 {
			return "unknown"
		}
		return fmt.Sprintf("%.2f", *t.cpu.of(side)/games)
	})
	add("Processor time against the other", func(side string) string {
		if t.timed == 0 {
			return "unknown"
		}
		return fmt.Sprintf("× %.3g", *t.cpu.of(side) / *t.cpu.of(otherSide(side)))
	})
	add("Seconds in genmove a game", func(side string) string { return fmt.Sprintf("%.2f", *t.wall.of(side)/games) })
	for _, f := range []struct{ label, reason string }{{"Resigned", byResign}, {"Lost by illegal moves", byIllegal},
		{"Lost by answers that are no move", byNoMove}, {"Lost by refusing legal moves", byRefusal},
		{"Lost by crashes", byCrash}, {"Lost by time-outs", byTimeout}} {
		add(f.label, func(side string) string { return fmt.Sprint((*t.faults.of(side))[f.reason]) })
	}
	if m.terms.clock != nil {
		add("Games with time overstepped", func(side string) string { return fmt.Sprint(*t.late.of(side)) })
	}
	add("Heard the rules by", func(side string) string {
		return strings.Join(slices.Sorted(maps.Keys(*t.told.of(side))), ", ")
	})
}

func (s *matchSummary) figure(label, format string, args ...any) {
	s.Figures = append(s.Figures, summaryFigure{label, fmt.Sprintf(format, args...)})
}

// text returns the summary for a terminal.
func (s *matchSummary) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", s.Verdict)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, f := range s.Figures {
		fmt.Fprintf(w, "%s\t%s\n", f.Label, f.Value)
	}
	w.Flush() // a Builder takes everything
	fmt.Fprintln(&b)
	fmt.Fprintf(w, "\tA: %s\tB: %s\n", s.Titles.A, s.Titles.B)
	for _, e := range s.Engines {
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.Label, e.Value.A, e.Value.B)
	}
	w.Flush()
	return b.String()
}

func (w wdl) text() string {
	if w.games() == 0 {
		return "no games"
	}
	return fmt.Sprintf("%d, %d, %d (%s)", w.W, w.D, w.L, percent(w.share()))
}

func percent(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }

// elo writes an Elo difference.
func elo(x float64) string {
	if math.IsInf(x, 0) {
		return strings.Replace(fmt.Sprintf("%+.0f", x), "Inf", "∞", 1)
	}
	return fmt.Sprintf("%+.0f", x+0) // no -0
}

// unless returns text, but "" for a count of 0.
func unless(n int, text string) string {
	if n == 0 {
		return ""
	}
	return text
}
