package engine

import (
	"context"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// Decision is what the engine wants to do.
type Decision struct {
	Move   rules.Move // not to be played if Resign
	Resign bool
	Ending bool           // nothing is left to play for
	Report *search.Report // nil if the move needed no search
}

// Genmove finds a move for c, whoever is to move, makes it unless it resigns,
// and runs the clock of c meanwhile.
func (e *Engine) Genmove(ctx context.Context, c rules.Color) Decision {
	return e.genmove(ctx, c, thinking{})
}

func (e *Engine) genmove(ctx context.Context, c rules.Color, t thinking) Decision {
	defer e.clock.run(c)()
	d := e.decide(ctx, c, t)
	d.Resign = e.resigns(c, &d)
	if t.decided != nil {
		t.decided(d)
	}
	e.carryOut(&d)
	return d
}

// carryOut makes the move of a decision.
func (e *Engine) carryOut(d *Decision) {
	if d.Resign {
		e.pondered = -1
		return
	}
	if err := e.Play(d.Move); err != nil {
		// The search offers legal moves only; a pass always is one.
		e.config.Log.Error().Err(err).Msg("own move is illegal")
		d.Move.Point = rules.Pass
		_ = e.Play(d.Move) // a pass is always legal
	}
	e.note(d)
}

// Suggest finds a move for c as Genmove would but neither makes it, nor
// resigns, nor changes anything else.
func (e *Engine) Suggest(ctx context.Context, c rules.Color) Decision {
	return e.decide(ctx, c, thinking{limits: search.Limits{Fresh: true}})
}

// thinking says how to search for a move.
type thinking struct {
	limits   search.Limits // but for Playouts, which the configuration sets
	observer *observer     // of the search, nil for nobody
	// decided is told the decision before it is carried out; nil for nobody.
	decided func(Decision)
}

// decide finds the move for c in the time that clock and limits allow.
func (e *Engine) decide(ctx context.Context, c rules.Color, t thinking) Decision {
	allowed := e.allow(c)
	ctx, cancel := within(ctx, allowed.most)
	defer cancel()
	move := rules.Move{Color: c, Point: rules.Pass}
	if t.limits.Avoid != nil {
		// What the end of the game asks for may be what is to be avoided.
		r := e.think(ctx, c, &timekeeper{allowance: allowed}, t)
		if len(r.Moves) > 0 {
			move.Point = r.Moves[0].Move
		}
		return Decision{Move: move, Report: r}
	}
	best := e.solved(ctx, c, allowed.most)
	if len(best) == 1 {
		move.Point = best[0]
		return Decision{Move: move}
	}
	if p, ok := e.settled(c); ok && keeps(best, p) {
		move.Point = p
		return Decision{Move: move}
	}
	if keeps(best, rules.Pass) && e.mayEnd(ctx, c) {
		return Decision{Move: move}
	}
	r := e.think(ctx, c, &timekeeper{allowance: allowed, ending: e.nearEnd}, t)
	p, ending := e.choose(ctx, c, r)
	if !ending {
		p = e.weaken(c, r, p)
	}
	p = keeping(best, p, r)
	return Decision{Move: rules.Move{Color: c, Point: p}, Ending: ending, Report: r}
}

// within returns ctx with a limit of time, none if d is 0.
func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}

// budget returns the time for this move of c, 0 for no limit.
func (e *Engine) budget(c rules.Color) time.Duration {
	d, ok := e.clock.budget(c, e.game.Size(), len(e.game.Moves()), e.config.Lag)
	switch {
	case !ok:
		return e.config.Time
	case e.config.MaxTime > 0:
		return min(d, e.config.MaxTime)
	}
	return d
}

// think searches the position with c to move until ctx is done, the playouts are
// made or the timekeeper says that it is enough.
func (e *Engine) think(ctx context.Context, c rules.Color, k *timekeeper, t thinking) *search.Report {
	start := time.Now()
	s := e.strength()
	t.limits.Playouts, t.limits.Salt, t.limits.Plain = e.playouts(), e.games, s.plain()
	r := e.runWatched(ctx, c, t.limits, t.observer, k.observer())
	e.config.Log.Debug().Int("playouts", r.Playouts).Int("visits", r.Visits).Float64("winrate", r.WinRate).
		Float64("score", r.Score).Dur("elapsed", time.Since(start)).Msg("search")
	return r
}

// Resigning: a game is given up after resignAfter own moves in a row at which
// the search saw no hope, so that one unlucky search of few playouts gives up
// nothing; and not before a part of the board's points has been played, unless
// the loss is larger than any handicap explains.
const (
	resignAfter = 3
	resignFrom  = 4 // the part: one in four
	resignScore = 2 // the loss: more than one point in two
)

// resigns reports whether c gives up instead of carrying out the decision, and
// keeps count.
func (e *Engine) resigns(c rules.Color, d *Decision) bool {
	r := d.Report
	points := e.game.Size() * e.game.Size()
	switch {
	case r == nil || d.Ending && e.game.Rules().Scoring == rules.StoneScoring:
		return false // nothing was searched, or what is left is filling
	case r.WinRate >= e.config.Resign:
		e.lost[c] = 0
		return false
	}
	if len(e.game.Moves()) >= points/resignFrom || -r.Score > float64(points)/resignScore {
		e.lost[c]++
	}
	return e.lost[c] >= resignAfter
}
