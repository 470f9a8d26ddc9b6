package engine

import (
	"context"
	"math"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// The end of the game. A search that looks for wins finds all moves of a
// decided game alike; here the engine asks what a move is worth in points, and
// passes when no move is worth more than a pass under the rules in force.

const (
	probePlayouts = 800  // playouts to find what a pass or a move is worth
	sureOwner     = 0.85 // mean ownership from which on a point is taken to be somebody's
	sameValue     = 0.02 // values that differ by less are alike
	halfPoint     = 0.4  // margins that differ by less are alike
	worse         = 0.6  // a move that loses less may be made for another reason
	sureWin       = 0.99 // part of the playouts won from which on a win is safe
)

// mayEnd reports whether c should answer the opponent's pass by a pass that
// ends the game: it wins so, nobody can doubt it, and there is nothing to gain
// by playing on. When only stones count, every safe stone is something to gain;
// where dead ones count as they stand, it is found out.
func (e *Engine) mayEnd(ctx context.Context, c rules.Color) bool {
	r := e.game.Rules()
	if last, ok := e.game.Position().LastPassed(); !ok || last != c.Other() || r.Scoring == rules.StoneScoring {
		return false
	}
	margin, ok := e.ends(ctx, c, false)
	switch {
	case !ok || margin <= 0:
		return false
	case r.AgreedDead:
		return e.agreed != nil || e.judged.clear
	case !e.mustTake():
		return true
	}
	if pass, ok := e.probe(ctx, rules.Move{Color: c, Point: rules.Pass}); ok {
		_, _, more := e.gain(ctx, c, pass)
		return !more
	}
	return true
}

// ends returns by how much c wins, by the count that the engine will answer for, if
// it passes and so ends the game, or lets the opponent end it by a pass if mutual;
// ok is false if the game goes on, or the time does not allow to judge what is dead.
func (e *Engine) ends(ctx context.Context, c rules.Color, mutual bool) (margin float64, ok bool) {
	after := e.game.After(rules.Move{Color: c, Point: rules.Pass})
	if mutual && !after.Position().Ended() {
		after = after.After(rules.Move{Color: c.Other(), Point: rules.Pass})
	}
	if !after.Position().Ended() {
		return 0, false
	}
	var dead []rules.Point
	if after.Rules().AgreedDead {
		if e.agreed == nil && !e.judge(ctx).done {
			return 0, false
		}
		dead = e.Dead()
	}
	return rules.ForColor(after.Count(after.Rules(), dead).Margin().Float(), c), true
}

// worth is what a move is worth to the one who makes it: a value from 0 to 1
// that is mostly the margin and partly the win (scoreShare), and the margin.
type worth struct {
	value, score float64
	safe         bool // hardly a playout is lost
	wins         bool // at once: the game ends by it, and is won
}

// better reports whether a move worth w should be made rather than one worth o
// that is made for free. A game that is won is not put at risk.
func (w worth) better(o worth) bool {
	if o.wins && !w.safe {
		return false
	}
	return w.value > o.value+sameValue || w.value > o.value-sameValue && w.score > o.score+halfPoint
}

// probe returns what a move is worth, by a search of fixed size after it; ok is false
// when the time does not allow it. A pass after which the game ends, or the opponent
// may end it, is worth no more than the count then; that alone where it ends at once
// and stones count as they stand.
func (e *Engine) probe(ctx context.Context, m rules.Move) (w worth, ok bool) {
	after := e.game.After(m)
	exact := after.Position().Ended() && !after.Rules().AgreedDead
	if !exact {
		r := e.search.Run(ctx, after, m.Color.Other(), judging(probePlayouts))
		if r.Playouts < probePlayouts {
			return w, false
		}
		w = worth{value: 1 - r.WinRate, score: -r.Score, safe: r.Win <= 1-sureWin}
	}
	if m.Point != rules.Pass {
		return w, true
	}
	if margin, ends := e.ends(ctx, m.Color, true); ends && (exact || margin < w.score) {
		w = worth{value: e.search.Value(margin, after.Size()*after.Size(), scoreShare), score: margin, safe: margin > 0,
			wins: exact && margin > 0 && after.Rules().Scoring != rules.StoneScoring}
	}
	return w, ctx.Err() == nil
}

// choose picks the move of c from what the search found: its first choice as
// long as there is something to play for, else what the end of the game asks
// for; then ending is true.
func (e *Engine) choose(ctx context.Context, c rules.Color, r *search.Report) (p rules.Point, ending bool) {
	if len(r.Moves) == 0 {
		return e.fill(c), true
	}
	first, best := r.Moves[0].Move, firstPlay(r)
	switch {
	case best == rules.Pass:
		return e.fill(c), true
	case !e.nearEnd(r):
		return first, false
	}
	pass, ok := e.probe(ctx, rules.Move{Color: c, Point: rules.Pass})
	if !ok {
		return first, false
	}
	if w, ok := e.probe(ctx, rules.Move{Color: c, Point: best}); !ok && !pass.wins || ok && w.better(pass) {
		return best, false
	}
	p, r, ok = e.gain(ctx, c, pass)
	if ok {
		return p, false
	}
	if pass.wins {
		return rules.Pass, true
	}
	// A pass costs nothing. But is there something that passing leaves undone?
	for _, p := range e.chores(ctx, c, r) {
		if w, ok := e.probe(ctx, rules.Move{Color: c, Point: p}); ok && w.value > pass.value-sameValue && w.score > pass.score-worse {
			return p, true
		}
	}
	return e.fill(c), true
}

// gain finds a move that is worth more than the pass of c that is about to be made: a
// search that looks for wins sees nothing in points that do not decide the game. It
// returns what the search for it found, too.
func (e *Engine) gain(ctx context.Context, c rules.Color, pass worth) (p rules.Point, r *search.Report, ok bool) {
	limits := judging(probePlayouts)
	limits.Avoid = func(m rules.Move, ply int) bool { return ply == 0 && m.Point == rules.Pass }
	r = e.search.Run(ctx, e.game, c, limits)
	for _, m := range r.Moves[:min(len(r.Moves), maxChores)] {
		if w, ok := e.probe(ctx, rules.Move{Color: c, Point: m.Move}); ok && w.better(pass) {
			return m.Move, r, true
		}
	}
	return rules.Pass, r, false
}

// nearEnd reports whether choose would ask what the moves are worth, going by
// what the search found: it likes a pass or a point that is somebody's already,
// or the opponent passed.
func (e *Engine) nearEnd(r *search.Report) bool {
	best := firstPlay(r)
	if best == rules.Pass {
		return false // nothing to ask about
	}
	_, passed := e.game.Position().LastPassed()
	return passed || r.Moves[0].Move == rules.Pass || quiet(r, best)
}

// firstPlay returns the move, other than a pass, that the search likes best, or would
// have tried first; Pass if there is none.
func firstPlay(r *search.Report) rules.Point {
	for _, list := range [2][]search.MoveReport{r.Moves, r.Untried} {
		for i := range list {
			if list[i].Move != rules.Pass {
				return list[i].Move
			}
		}
	}
	return rules.Pass
}

// quiet reports whether p is a point that is somebody's already.
func quiet(r *search.Report, p rules.Point) bool { return math.Abs(r.Ownership[p]) >= sureOwner }

// maxChores bounds how many moves are probed before a pass.
const maxChores = 3

// chores lists moves that should be made before c passes although they are
// worth no more than a pass: the taking of dead stones where they count as long
// as they stand, the filling of c's own area where stones alone count, and
// neutral points where counting is by agreement.
func (e *Engine) chores(ctx context.Context, c rules.Color, r *search.Report) []rules.Point {
	set := e.game.Rules()
	var list []rules.Point
	if e.mustTake() || e.disagreed(ctx, c) {
		list = e.takes(c, r)
	}
	if p := e.fill(c); p != rules.Pass {
		list = append(list, p)
	}
	own := rules.ForColor(1, c)
	for _, m := range r.Moves {
		if m.Move == rules.Pass {
			continue
		}
		o := r.Ownership[m.Move] * own
		switch {
		case set.Scoring == rules.StoneScoring && o >= sureOwner,
			set.AgreedDead && set.Scoring == rules.TerritoryScoring && math.Abs(o) < sureOwner:
			list = append(list, m.Move)
		}
	}
	return list[:min(len(list), maxChores)]
}

// mustTake reports whether dead stones have to be taken off by play, now: the
// rules count stones as they stand, and a move costs no more than a pass. It
// does before the provisional end of Territory I and II.
func (e *Engine) mustTake() bool {
	set := e.game.Rules()
	if set.AgreedDead {
		return false
	}
	return set.Scoring != rules.TerritoryScoring || set.PassCost == rules.AllPasses ||
		set.PassCost == rules.AfterProvisional && e.game.Position().Phase() != rules.Playing
}

// disagreed reports whether a pass of c would end a game that c loses by the count
// that the engine will answer for. Where it is asked, the search finds nothing to
// play for, so that stones that look dead had better be taken.
func (e *Engine) disagreed(ctx context.Context, c rules.Color) bool {
	if !e.game.Rules().AgreedDead {
		return false
	}
	margin, ok := e.ends(ctx, c, false)
	return ok && margin <= 0
}

// takes lists liberties of the opponent's dead stones, best first: those in
// atari, then as the search likes them.
func (e *Engine) takes(c rules.Color, r *search.Report) []rules.Point {
	pos := e.game.Position()
	own := rules.ForColor(1, c)
	dead := func(p rules.Point) bool { return pos.At(p) == c.Other() && r.Ownership[p]*own >= sureOwner }
	var atari, rest []rules.Point
	for _, m := range r.Moves {
		if m.Move == rules.Pass {
			continue
		}
		touches, takes := false, false
		for _, q := range pos.Neighbors(m.Move) {
			touches = touches || dead(q)
			takes = takes || dead(q) && pos.Liberties(q) == 1
		}
		if takes {
			atari = append(atari, m.Move)
		} else if touches {
			rest = append(rest, m.Move)
		}
	}
	return append(atari, rest...)
}

// fill returns a point that c can fill for nothing where stones alone count,
// Pass if there is none or more than stones counts.
func (e *Engine) fill(c rules.Color) rules.Point {
	if e.game.Rules().Scoring != rules.StoneScoring {
		return rules.Pass
	}
	return e.game.SafeFill(c)
}

// settled returns the move of c where only stones count and every point is
// surely somebody's: a stone in c's own area that costs nothing, a pass when
// there is no room left. It needs no search. ok is false where there is
// something to play for.
func (e *Engine) settled(c rules.Color) (p rules.Point, ok bool) {
	if e.game.Rules().Scoring != rules.StoneScoring || !e.game.Settled(c) {
		return rules.Pass, false
	}
	return e.game.SafeFill(c), true
}
