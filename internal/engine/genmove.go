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
	Report *search.Report // nil if the move needed no search
}

// Genmove finds a move for c, whoever is to move, makes it unless it resigns,
// and runs the clock of c meanwhile.
func (e *Engine) Genmove(ctx context.Context, c rules.Color) Decision {
	start := time.Now()
	d := e.decide(ctx, c, false)
	if !d.Resign {
		if err := e.Play(d.Move); err != nil {
			// The search offers legal moves only; a pass always is one.
			e.config.Log.Error().Err(err).Msg("own move is illegal")
			d.Move.Point = rules.Pass
			_ = e.Play(d.Move) // a pass is always legal
		}
	}
	e.clock.spend(c, time.Since(start))
	return d
}

// Suggest finds a move for c as Genmove would but neither makes it, nor
// resigns, nor changes anything else.
func (e *Engine) Suggest(ctx context.Context, c rules.Color) Decision {
	return e.decide(ctx, c, true)
}

func (e *Engine) decide(ctx context.Context, c rules.Color, fresh bool) Decision {
	move := rules.Move{Color: c, Point: rules.Pass}
	if e.mayEnd(c) {
		return Decision{Move: move}
	}
	r := e.think(ctx, c, fresh)
	best := r.Moves
	if len(best) > 0 {
		move.Point = best[0].Move
	}
	if !fresh && e.hopeless(r) {
		return Decision{Move: move, Resign: true, Report: r}
	}
	if move.Point == rules.Pass {
		if p := e.fill(c); p != rules.Pass {
			move.Point = p
		}
	}
	return Decision{Move: move, Report: r}
}

// think searches the position with c to move for as long as the clock and the
// limits allow.
func (e *Engine) think(ctx context.Context, c rules.Color, fresh bool) *search.Report {
	budget, ok := e.clock.budget(c, e.game.Size(), len(e.game.Moves()), e.config.Lag)
	if !ok {
		budget = e.config.Time
	}
	if budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget)
		defer cancel()
	}
	start := time.Now()
	r := e.search.Run(ctx, e.game, c, search.Limits{Playouts: e.config.Playouts, Fresh: fresh})
	e.config.Log.Debug().Int("playouts", r.Playouts).Int("visits", r.Visits).Float64("winrate", r.WinRate).
		Float64("score", r.Score).Dur("elapsed", time.Since(start)).Msg("search")
	e.last = r
	return r
}

// mayEnd reports whether c should answer the opponent's pass by a pass that
// ends the game: it wins so, and there is nothing to gain by playing on. When
// only stones count, every safe stone is something to gain.
func (e *Engine) mayEnd(c rules.Color) bool {
	r := e.game.Rules()
	if last, ok := e.game.Position().LastPassed(); !ok || last != c.Other() || r.Scoring == rules.StoneScoring {
		return false
	}
	after := e.game.After(rules.Move{Color: c, Point: rules.Pass})
	if !after.Position().Ended() {
		return false
	}
	var dead []rules.Point
	if r.AgreedDead {
		dead = e.Dead()
	}
	sign := after.Count(r, dead).Margin().Sign()
	return c == rules.Black && sign > 0 || c == rules.White && sign < 0
}

// resignFrom is the part of the board's points, in moves, before which the
// engine never resigns: handicap games begin lost.
const resignFrom = 4

// hopeless reports whether the engine should resign.
func (e *Engine) hopeless(r *search.Report) bool {
	size := e.game.Size()
	return e.config.Resign > 0 && r.Visits >= 100 && r.WinRate < e.config.Resign &&
		len(e.game.Moves()) >= size*size/resignFrom && e.game.Rules().Scoring != rules.StoneScoring
}

// fill returns a point where c can put a stone for nothing when only stones
// count: its own unconditionally alive stones stay so, and so does the new
// one. Pass if there is none or stones are not what counts.
func (e *Engine) fill(c rules.Color) rules.Point {
	if e.game.Rules().Scoring != rules.StoneScoring {
		return rules.Pass
	}
	return e.game.SafeFill(c)
}
