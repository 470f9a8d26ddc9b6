package engine

import (
	"context"
	"slices"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// Analysis says how to look at a position and how often to tell of it.
type Analysis struct {
	Every time.Duration // from one report to the next; 0 for the last one only
	// Avoid and MovesOwnership are as in search.Limits.
	Avoid          func(m rules.Move, ply int) bool
	MovesOwnership bool
}

// Analyze searches the position with c to move until ctx is done or the number
// of playouts is reached that the configuration sets; no clock runs. It calls
// report from its own goroutine: soon, then every so often, and at the end if
// there is something new, once at least even if ctx is done from the start.
//
// Nothing changes but the tree, which later searches go on with. One in which
// moves are avoided is dropped, and leaves the kept one alone.
//
// The values of a game that has ended are those of its count, and where nothing but
// passes seems to be left, points are owned as the stones are judged.
func (e *Engine) Analyze(ctx context.Context, c rules.Color, a Analysis, report func(*search.Report)) {
	p := reporter{every: a.Every}
	p.report = func(r *search.Report) { report(e.told(ctx, r, !p.reported)) }
	limits := a.limits()
	limits.Playouts, limits.Fresh = e.config.Playouts, a.Avoid != nil
	r := e.runWatched(ctx, c, limits, p.observer())
	if !p.reported || p.visits != r.Visits {
		report(e.told(ctx, r, false))
	}
}

// GenmoveAnalyze does as Genmove, in the same time, and calls report as Analyze
// meanwhile. The last report, just before the move is made, begins with the
// move decided on.
func (e *Engine) GenmoveAnalyze(ctx context.Context, c rules.Color, a Analysis, report func(*search.Report)) Decision {
	p := reporter{every: a.Every, report: report}
	return e.genmove(ctx, c, thinking{limits: a.limits(), observer: p.observer(), decided: func(d Decision) {
		r := e.account(ctx, d)
		if d.Move.Point == rules.Pass && e.game.Rules().AgreedDead && e.judged.done {
			r = owned(r, e.FinalCount())
		}
		report(r)
	}})
}

// account returns the report that goes with a decision: what the search found,
// the move decided on first. Where no search looked at that move, a short one of
// its own tells what it is worth.
func (e *Engine) account(ctx context.Context, d Decision) *search.Report {
	if d.Report != nil {
		same := func(m search.MoveReport) bool { return m.Move == d.Move.Point }
		if i := slices.IndexFunc(d.Report.Moves, same); i >= 0 {
			r := *d.Report
			first := r.Moves[i : i+1]
			r.Moves = slices.Concat(first, r.Moves[:i], r.Moves[i+1:])
			return &r
		}
	}
	other := func(m rules.Move, ply int) bool { return ply == 0 && m.Point != d.Move.Point }
	r := e.search.Run(ctx, e.game, d.Move.Color,
		search.Limits{Playouts: accountPlayouts, Fresh: true, OneThread: true, Avoid: other})
	// A stone in its own area, which the search has no mind for, it takes for a pass.
	m := &r.Moves[0]
	m.Move, m.PV[0] = d.Move.Point, d.Move.Point
	return r
}

// accountPlayouts is the size of a search that decides nothing any more.
const accountPlayouts = 50

// firstReport is how long the first report may take: clients show nothing
// before it.
const firstReport = 50 * time.Millisecond

// limits returns those of the search.
func (a *Analysis) limits() search.Limits {
	return search.Limits{Avoid: a.Avoid, MovesOwnership: a.MovesOwnership}
}

// reporter passes reports on at the right times.
type reporter struct {
	every    time.Duration // 0 if only the last report is wanted
	report   func(*search.Report)
	reported bool
	visits   int // of the last report passed on
}

// observer returns the one who looks at a search for p, nil for nobody.
func (p *reporter) observer() *observer {
	if p.every == 0 {
		return nil
	}
	return &observer{after: min(p.every, firstReport), look: func(r *search.Report) (time.Duration, bool) {
		p.report(r)
		p.reported, p.visits = true, r.Visits
		return p.every, true
	}}
}
