package engine

import (
	"context"
	"slices"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// study is a search of one position that was made to be looked at, and all
// that its result depends on.
type study struct {
	report   *search.Report
	size     int
	key      uint64
	toPlay   rules.Color
	axes     rules.Axes
	komi     string
	moves    []rules.Move
	time     time.Duration
	playouts int
}

// same reports whether both are of the same position under the same rules and
// limits.
func (s *study) same(o *study) bool {
	return s.size == o.size && s.key == o.key && s.toPlay == o.toPlay && s.axes == o.axes && s.komi == o.komi &&
		s.time == o.time && s.playouts == o.playouts && slices.Equal(s.moves, o.moves)
}

// Study searches the present position for the side to move, within the limits
// of a move but whatever the clock, and changes nothing: the tree kept for the
// next move is left alone. The result is kept, so that all questions about one
// position are answered from one search; one that ctx cuts short is not.
func (e *Engine) Study(ctx context.Context) *search.Report {
	pos := e.game.Position()
	now := study{size: e.game.Size(), key: pos.Key(), toPlay: pos.ToPlay, axes: e.game.Rules().Axes, komi: e.game.Komi().String(),
		moves: e.game.Moves(), time: e.config.Time, playouts: e.config.Playouts}
	if e.studied.report != nil && e.studied.same(&now) {
		return e.told(ctx, e.studied.report, false)
	}
	limited, cancel := within(ctx, now.time)
	defer cancel()
	if now.time == 0 && now.playouts == 0 {
		now.playouts = statusPlayouts
	}
	now.report = e.runWatched(limited, now.toPlay, search.Limits{Playouts: now.playouts, Fresh: true})
	if ctx.Err() == nil {
		now.playouts = e.config.Playouts
		now.moves = slices.Clone(now.moves)
		e.studied = now
	}
	return e.told(ctx, now.report, false)
}

// Judged returns the stones that the engine takes for dead, and those that it
// takes for alive in seki, under any rules, also where they count all stones
// as they stand.
func (e *Engine) Judged(ctx context.Context) (dead, seki []rules.Point) {
	pos, judged := e.game.Position(), e.judge(ctx)
	pos.Points(func(p rules.Point) {
		switch {
		case pos.Chain(p) == 0:
		case judged.status[p] == Dead:
			dead = append(dead, p)
		case judged.status[p] == Seki:
			seki = append(seki, p)
		}
	})
	return dead, seki
}

// Explanation returns how the engine came to the last move of the game; ok is
// false if the move was not its own.
func (e *Engine) Explanation() (d Decision, ok bool) {
	moves := e.game.Moves()
	return e.decided, len(moves) > 0 && len(moves) == e.decidedAt && moves[len(moves)-1] == e.decided.Move
}

// note keeps the decision that was just carried out.
func (e *Engine) note(d *Decision) {
	e.decided, e.decidedAt, e.pondered = *d, len(e.game.Moves()), 0
}
