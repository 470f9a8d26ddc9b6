package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// matchProgress shows how far a match has come: a bar on a terminal, else a
// line every few games.
type matchProgress struct {
	w        io.Writer
	terminal bool
	every    int // games between lines, 0 for none
	games    int
	tally    *matchTally
	start    time.Time
	before   int // games that were there at the start
	ticker   *time.Ticker
}

func newProgress(w io.Writer, s *matchSettings, t *matchTally) *matchProgress {
	p := &matchProgress{w: w, every: s.Progress, games: s.Games, tally: t, start: time.Now(), before: len(t.results)}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	if p.terminal {
		p.ticker = time.NewTicker(time.Second)
		p.draw()
	}
	return p
}

// tick returns when to draw the bar again, never if there is none.
func (p *matchProgress) tick() <-chan time.Time {
	if p.ticker == nil {
		return nil
	}
	return p.ticker.C
}

// clearLine takes the bar off the line.
const clearLine = "\r\x1b[K"

// line prints a line of text.
func (p *matchProgress) line(text string) {
	if p.terminal {
		text = clearLine + text
	}
	fmt.Fprintln(p.w, text)
	p.draw()
}

// game shows a game that has just ended: a line of its own if something went
// wrong in it.
func (p *matchProgress) game(r *matchResult) {
	if text := incident(r); text != "" {
		p.line(fmt.Sprintf("game %d: %s", r.Game, text))
	}
	p.draw()
	if n := len(p.tally.results); !p.terminal && p.every > 0 && (n%p.every == 0 || n == p.games) {
		p.line(p.status())
	}
}

// incident says what went wrong in a game, "" if nothing did.
func incident(r *matchResult) string {
	var text []string
	switch r.Reason {
	case byScore, byResign:
	case byLimit:
		text = append(text, "stopped at the move limit")
	case byDispute:
		text = append(text, "the engines named different winners")
	default:
		text = append(text, fmt.Sprintf("%s lost, %s", strings.ToUpper(otherSide(r.Winner)), r.Reason))
	}
	if r.Disagree == agreeScore {
		text = append(text, "counts differ")
	} else if r.Disagree != "" && r.Reason != byDispute {
		text = append(text, "counts name different winners")
	}
	for _, side := range [2]string{sideA, sideB} {
		if *r.Overtime.of(side) {
			text = append(text, strings.ToUpper(side)+" overstepped the time")
		}
	}
	if r.Detail != "" {
		text = append(text, r.Detail)
	}
	return strings.Join(text, "; ")
}

// draw draws the bar.
func (p *matchProgress) draw() {
	if !p.terminal {
		return
	}
	const width = 20
	full := min(width, len(p.tally.results)*width/p.games)
	fmt.Fprintf(p.w, "%s[%s%s] %s", clearLine, strings.Repeat("#", full), strings.Repeat(".", width-full), p.status())
}

// status returns the figures in one line.
func (p *matchProgress) status() string {
	t := p.tally
	n := len(t.results)
	low, high := wilson(t.all.share(), t.all.games())
	text := fmt.Sprintf("%d/%d games, A +%d =%d -%d, %.1f%% [%.1f, %.1f]", n, p.games, t.all.W, t.all.D, t.all.L,
		100*t.all.share(), 100*low, 100*high)
	if t.test != nil {
		lower, upper := t.test.bounds()
		text += fmt.Sprintf(", LLR %.2f (%.2f, %.2f)", t.llr, lower, upper)
	}
	if played := n - p.before; played > 0 && n < p.games {
		each := time.Since(p.start) / time.Duration(played)
		text += fmt.Sprintf(", %s left", (each * time.Duration(p.games-n)).Round(time.Second))
	}
	return text
}

// end takes the bar away.
func (p *matchProgress) end() {
	if p.terminal {
		p.ticker.Stop()
		fmt.Fprint(p.w, clearLine)
	}
}
