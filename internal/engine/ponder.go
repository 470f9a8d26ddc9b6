package engine

import (
	"context"
	"time"

	"gtpgo/internal/search"
)

const (
	// ponderShare bounds pondering on one move: the tree then holds so many times
	// the playouts that the move was decided by.
	ponderShare = 10
	ponderLook  = 50 * time.Millisecond // between two looks at those bounds
)

// Ponder searches the opponent's answers to the engine's last move, if the
// configuration says so, until ctx is done or more would gain little: the tree is
// full, or large beside the search that found the move. Genmove goes on with
// the tree. Nothing else changes.
//
// It returns at once where the last move is not the engine's, needed no search or
// ended the game, and below full strength, which is meant to be weak.
func (e *Engine) Ponder(ctx context.Context) {
	d, own := e.Explanation()
	if !e.config.Ponder || !own || d.Report == nil || e.pondered < 0 || e.idle || e.strength() != (strength{}) ||
		e.game.Position().Ended() {
		return
	}
	e.pondered++
	most := ponderShare * d.Report.Visits
	done := func(r *search.Report) bool { return r.Full || r.Visits >= most }
	r := e.run(ctx, d.Move.Color.Other(), search.Limits{Playouts: most, Salt: e.ponderSalt()},
		&observer{after: ponderLook, look: func(r *search.Report) (time.Duration, bool) { return ponderLook, !done(r) }})
	if done(r) {
		e.pondered = -1
	}
}

// ponderSalt makes pondering that goes on after a stop play other playouts than
// before.
func (e *Engine) ponderSalt() uint64 { return e.games ^ uint64(e.pondered)<<32 }
