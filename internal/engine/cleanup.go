package engine

import (
	"context"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// GenmoveCleanup does as Genmove, but never resigns, and takes dead stones of
// the opponent off the board before it passes, whatever the rules in force: KGS
// asks for it when the players do not agree on what is dead (kgsGtp,
// kgs-genmove_cleanup).
func (e *Engine) GenmoveCleanup(ctx context.Context, c rules.Color) Decision {
	defer e.clock.run(c)()
	allowed := e.allow(c)
	ctx, cancel := within(ctx, allowed.most)
	defer cancel()
	d, ok := e.takeDead(ctx, c, allowed)
	if !ok {
		d = e.decide(ctx, c, thinking{})
		pass := rules.Move{Color: c, Point: rules.Pass}
		if d.Move != pass && e.harms(ctx, d.Move, e.worthOf(ctx, pass)) {
			// Who has lost gambles, which is no way to clean up.
			d = Decision{Move: pass, Ending: true, Report: d.Report}
		}
	}
	e.carryOut(&d)
	return d
}

// cleanupCost is a difference of margins, in points, that counts in the
// cleanup: above the noise of a probe, and below what the loss of stones, or of
// a seki, would cost.
const cleanupCost = 1.5

// takeDead finds a move that brings dead stones of the opponent nearer to their
// end and does c no harm, or one that is more urgent; ok is false if there are
// no such stones, or no such move: then the stones were not so dead.
func (e *Engine) takeDead(ctx context.Context, c rules.Color, allowed allowance) (d Decision, ok bool) {
	wanted := e.libertiesOfDead(ctx, c.Other())
	if len(wanted) == 0 {
		return d, false
	}
	r := e.think(ctx, c, &timekeeper{allowance: allowed, ending: func(*search.Report) bool { return true }}, thinking{})
	pass := e.worthOf(ctx, rules.Move{Color: c, Point: rules.Pass})
	take, ok := e.harmless(ctx, r, wanted, pass)
	if !ok { // not looked at so far
		only := func(m rules.Move, ply int) bool { return ply == 0 && !wanted[m.Point] }
		limits := judging(probePlayouts)
		limits.Avoid = only
		take, ok = e.harmless(ctx, e.search.Run(ctx, e.game, c, limits), wanted, pass)
	}
	if ok && len(r.Moves) > 0 && !wanted[r.Moves[0].Move] && r.Moves[0].Move != rules.Pass {
		first := rules.Move{Color: c, Point: r.Moves[0].Move}
		if w, v := e.worthOf(ctx, first), e.worthOf(ctx, take); w != nil && v != nil && w.score > v.score+cleanupCost {
			take = first
		}
	}
	return Decision{Move: take, Report: r}, ok
}

// harmless returns the move, among those wanted, that the search likes best and
// that does no harm.
func (e *Engine) harmless(ctx context.Context, r *search.Report, wanted map[rules.Point]bool, pass *worth) (rules.Move, bool) {
	for _, m := range r.Moves {
		move := rules.Move{Color: r.Color, Point: m.Move}
		if wanted[m.Move] && !e.harms(ctx, move, pass) {
			return move, true
		}
	}
	return rules.Move{}, false
}

// worthOf returns what a move is worth; nil if there is no time to find out.
func (e *Engine) worthOf(ctx context.Context, m rules.Move) *worth {
	if w, ok := e.probe(ctx, m); ok {
		return &w
	}
	return nil
}

// harms reports whether a move loses against a pass. If there is no time to find
// out, that is taken of moves that leave their chain in atari.
func (e *Engine) harms(ctx context.Context, m rules.Move, pass *worth) bool {
	if pass != nil {
		if w := e.worthOf(ctx, m); w != nil {
			return w.score < pass.score-cleanupCost
		}
	}
	return e.game.After(m).Position().Liberties(m.Point) == 1
}

// libertiesOfDead returns the liberties of the dead stones of c.
func (e *Engine) libertiesOfDead(ctx context.Context, c rules.Color) map[rules.Point]bool {
	status := e.Status
	if !e.game.Rules().AgreedDead || e.agreed == nil {
		judged := e.judge(ctx)
		status = func(p rules.Point) Status { return judged.status[p] }
	}
	pos := e.game.Position()
	liberties := map[rules.Point]bool{}
	pos.Points(func(p rules.Point) {
		if pos.At(p) != c || status(p) != Dead {
			return
		}
		for _, q := range pos.Neighbors(p) {
			if pos.At(q) == rules.Empty {
				liberties[q] = true
			}
		}
	})
	return liberties
}
