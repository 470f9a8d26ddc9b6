package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

//go:embed match_report.html
var reportText string

// reportTemplate is the page: one file, without scripts, that needs nothing
// from elsewhere but the links to the records of the games.
var reportTemplate = template.Must(template.New(reportFile).Parse(reportText))

// reportGame is a game in the list of the report.
type reportGame struct {
	*matchResult
	BlackTitle, WhiteTitle string
	Outcome                string // for A
	Note                   string
}

// page returns report.html.
func (m *matchRun) page() ([]byte, error) {
	t, s := m.tally, m.settings
	var games []reportGame
	for _, n := range slices.Sorted(maps.Keys(t.results)) {
		r := t.results[n]
		games = append(games, reportGame{r, *m.terms.titles.of(r.Black), *m.terms.titles.of(r.white()),
			map[string]string{sideA: "win", sideB: "loss", drawn: "draw", noWinner: "void"}[r.Winner], m.note(r)})
	}
	settings := []summaryFigure{
		{"Board", fmt.Sprintf("%d lines, %s, komi %s", s.Size, m.terms.rules.Title, s.Komi)},
		{"Rules", s.Rules},
		{"A", strings.Join(slices.DeleteFunc([]string{s.A.Command, s.A.Init}, func(t string) bool { return t == "" }), " — ")},
		{"B", strings.Join(slices.DeleteFunc([]string{s.B.Command, s.B.Init}, func(t string) bool { return t == "" }), " — ")},
		{"Referee", s.Referee},
		{"Openings", map[bool]string{true: "a new one for each pair", false: s.Openings}[s.Openings == ""]},
		{"Seed", fmt.Sprint(s.Seed)},
		{"Time settings", s.TimeSettings},
		{"Move limit", fmt.Sprint(m.terms.maxMoves)},
		{"Seconds for genmove", fmt.Sprint(s.MoveTimeout)},
		{"Games at a time", fmt.Sprint(s.Parallel)},
	}
	settings = slices.DeleteFunc(settings, func(f summaryFigure) bool { return f.Value == "" })
	var page bytes.Buffer
	err := reportTemplate.Execute(&page, map[string]any{
		"Summary": m.summary(), "Settings": settings, "Games": games, "Share": m.shareChart(), "LLR": m.llrChart(),
		"Written": time.Now().Format("2006-01-02 15:04:05"), "Running": len(games) < s.Games && !t.decided(),
	})
	return page.Bytes(), err
}

// note says in a few words what was unusual in a game.
func (m *matchRun) note(r *matchResult) string {
	text := incident(r)
	if r.Disagree == "" {
		return text
	}
	for _, who := range slices.Sorted(maps.Keys(r.Scores)) {
		name := who
		if who != refereeSays {
			name = strings.ToUpper(who)
		}
		text += "; " + name + ": " + r.Scores[who]
	}
	return text
}

// chart is a curve over a number of games or pairs, drawn as SVG.
type chart struct {
	Label, XLabel  string
	Line, Band     string // as SVG has the points of a polygon
	XTicks, YTicks []chartTick
	Rules          []chartTick // lines across the chart
	Width, Height  int
	Left, Right    int
	Top, Bottom    int
	LastX, LastY   float64
	LastText       string
}

// chartTick is a value at an axis, At in the units of the picture.
type chartTick struct {
	At   float64
	Text string
}

// mostChartPoints bounds the points that are drawn.
const mostChartPoints = 500

// newChart draws points from 0 to the last n across, from low to high upwards.
func newChart(points []sharePoint, low, high float64) *chart {
	c := &chart{Width: 760, Height: 266, Left: 52, Right: 704, Top: 14, Bottom: 226}
	last := points[len(points)-1]
	x := func(n int) float64 { return float64(c.Left) + float64(c.Right-c.Left)*float64(n)/float64(last.n) }
	y := func(v float64) float64 {
		v = min(high, max(low, v))
		return float64(c.Bottom) - float64(c.Bottom-c.Top)*(v-low)/(high-low)
	}
	step := (len(points) + mostChartPoints - 1) / mostChartPoints
	var line, upper, lower []string
	for i, p := range points {
		if i%step != 0 && i != len(points)-1 {
			continue
		}
		line = append(line, fmt.Sprintf("%.1f,%.1f", x(p.n), y(p.value)))
		upper = append(upper, fmt.Sprintf("%.1f,%.1f", x(p.n), y(p.high)))
		lower = append(lower, fmt.Sprintf("%.1f,%.1f", x(p.n), y(p.low)))
	}
	slices.Reverse(lower)
	c.Line = strings.Join(line, " ")
	c.Band = strings.Join(append(upper, lower...), " ")
	for n := tickStep(float64(last.n), 8); n <= float64(last.n); n += tickStep(float64(last.n), 8) {
		c.XTicks = append(c.XTicks, chartTick{x(int(n)), fmt.Sprint(int(n))})
	}
	c.LastX, c.LastY = x(last.n), y(last.value)
	return c
}

// tickStep returns a round number that goes into the range at most n times; at
// least 1.
func tickStep(all float64, n int) float64 {
	step := math.Pow(10, math.Floor(math.Log10(max(1, all/float64(n)))))
	for _, k := range []float64{1, 2, 5, 10} {
		if all <= k*step*float64(n) {
			return k * step
		}
	}
	return 10 * step
}

// shareChart draws A's share with its interval over the games, nil if there
// are none.
func (m *matchRun) shareChart() *chart {
	points := m.tally.curve
	if len(points) == 0 {
		return nil
	}
	c := newChart(points, 0, 1)
	last := points[len(points)-1]
	c.Label, c.XLabel = "Share of A with its 95% interval, over the games in the order of their numbers", "games"
	c.LastText = percent(last.value)
	for _, v := range []float64{0, .25, .5, .75, 1} {
		at := float64(c.Bottom) - float64(c.Bottom-c.Top)*v
		c.YTicks = append(c.YTicks, chartTick{at, fmt.Sprintf("%.0f%%", 100*v)})
	}
	c.Rules = []chartTick{{At: float64(c.Top+c.Bottom) / 2, Text: ""}}
	return c
}

// llrChart draws the log likelihood ratio between its bounds, nil without a
// test.
func (m *matchRun) llrChart() *chart {
	points := m.tally.llrCurve
	if len(points) == 0 {
		return nil
	}
	lower, upper := m.tally.test.bounds()
	margin := (upper - lower) * .08
	low, high := lower-margin, upper+margin
	c := newChart(points, low, high)
	c.Band = ""
	c.Label, c.XLabel = "Log likelihood ratio of the sequential test, with the bounds at which it ends", "pairs"
	c.LastText = fmt.Sprintf("%.2f", points[len(points)-1].value)
	for _, v := range []float64{lower, 0, upper} {
		at := float64(c.Bottom) - float64(c.Bottom-c.Top)*(v-low)/(high-low)
		c.YTicks = append(c.YTicks, chartTick{at, fmt.Sprintf("%.2f", v)})
	}
	c.Rules = []chartTick{{At: c.YTicks[0].At, Text: fmt.Sprintf("H0: %g Elo", m.tally.test.elo0)},
		{At: c.YTicks[2].At, Text: fmt.Sprintf("H1: %g Elo", m.tally.test.elo1)}}
	return c
}
