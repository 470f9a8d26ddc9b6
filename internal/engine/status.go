package engine

import (
	"context"
	"math"
	"slices"
	"strconv"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// Status is the fate of a chain.
type Status uint8

// The statuses of GTP 2 draft, section 4.3.
const (
	Alive Status = iota
	Dead
	Seki
)

// statusPlayouts is the size of the search that judges a position, and
// advicePlayouts that of the one by the net where it leaves a doubt.
const (
	statusPlayouts = 1500
	advicePlayouts = 300
)

// scoreShare is how much the margin counts in a search that judges a position:
// by the result alone, the loser would do as well to lose everything.
const scoreShare = 0.9

// judgement is the fate of the stones in one position.
type judgement struct {
	done   bool
	clear  bool           // no chain is in doubt
	doubt  rules.PointSet // stones whose fate is not sure, and was not read out
	status [1024]Status
	komi   rules.Decimal // that of the search
	report *search.Report
	// estimate is the report of a search from the position itself, passes
	// included; nil if there was none.
	estimate *search.Report
}

// Status returns the status of the stone at p. Under rules where stones count
// as they stand all are alive; else it is what the engine was told, or what it
// judges: the same answer however often it is asked in one position.
func (e *Engine) Status(p rules.Point) Status {
	if !e.game.Rules().AgreedDead {
		return Alive
	}
	if e.agreed != nil {
		for _, q := range e.agreed {
			if q == p {
				return Dead
			}
		}
		return Alive
	}
	return e.judge(context.Background()).status[p]
}

// judge looks at who owns the points of the board at the end of a search of
// fixed size, with one thread and a seed that depends on the position only.
//
// A judgement that ctx cuts short is not clear and not kept.
func (e *Engine) judge(ctx context.Context) *judgement {
	if e.judged.done {
		return &e.judged
	}
	j := e.judgeGame(ctx, e.game)
	if !j.done {
		return &j
	}
	e.judged = j
	return &e.judged
}

// judgeGame judges the position of a game. done is false if ctx cuts it short.
func (e *Engine) judgeGame(ctx context.Context, g *rules.Game) (j judgement) {
	before := asAgreed(withoutPasses(g), &j.komi)
	pos := before.Position()
	j.report = e.weigh(ctx, before, pos.ToPlay, false)
	if ctx.Err() != nil {
		return j
	}
	a := newArena(pos, j.report.Ownership)
	j.read(a)
	if !a.open() {
		j.doubt = rules.PointSet{}
		e.settleFights(ctx, a, &j)
	}
	j.clear = j.doubt == rules.PointSet{}
	estimate, advised := j.report, e.advised(&j)
	if advised {
		estimate = e.weigh(ctx, before, pos.ToPlay, true)
	}
	if j.done = ctx.Err() == nil; !j.done {
		return j
	}
	if advised {
		j.advise(newArena(pos, estimate.Ownership))
	}
	if len(before.Moves()) == len(g.Moves()) {
		j.estimate = estimate
	}
	return j
}

// advised reports whether the net has a say in a judgement.
func (e *Engine) advised(j *judgement) bool { return !j.clear && e.config.Net.weights() != nil }

// advise has the net say, which the owners of the arena come from, whether the stones
// in doubt are dead: in open positions it judges better than playouts do. A seki stays.
func (j *judgement) advise(a *arena) {
	for _, s := range a.chains {
		if p := s.stones[0]; j.doubt[p] && j.status[p] != Seki {
			j.setFate(s, s.looks())
		}
	}
}

// asAgreed returns the game as it is to be judged, and its komi: with dead stones
// agreed whatever its rules, as a search that ends the game in the tree leaves dead
// ones standing where they count as they stand; and without a komi that decides the
// game, as no stones would matter then.
func asAgreed(g *rules.Game, komi *rules.Decimal) *rules.Game {
	set := *g.Rules()
	set.AgreedDead = true
	g = g.Under(set)
	if *komi = g.Komi(); math.Abs(komi.Float()) > float64(g.Size()*g.Size())/4 {
		*komi = rules.Decimal{}
		g.SetKomi(*komi)
	}
	return g
}

// withoutPasses returns the game before the passes at its end, so that a pass
// does not change what stones are worth.
func withoutPasses(g *rules.Game) *rules.Game {
	moves := g.Moves()
	n := 0
	for n < len(moves) && moves[len(moves)-1-n].Point == rules.Pass {
		n++
	}
	if n == 0 {
		return g
	}
	g = g.Under(*g.Rules())
	g.Undo(n)
	return g
}

// weigh searches a game, with the net's advice or plain, for twice as many playouts as a
// judgement takes, and returns what the second half found, in which bad moves are tried
// no more.
func (e *Engine) weigh(ctx context.Context, g *rules.Game, c rules.Color, advised bool) *search.Report {
	limits := judging(statusPlayouts)
	if advised {
		limits = judging(advicePlayouts)
	}
	limits.Fresh, limits.Plain = false, !advised
	s := e.judges()
	s.Forget()
	defer s.Forget()
	s.Run(ctx, g, c, limits)
	return s.Run(ctx, g, c, limits)
}

// judging returns the limits of a search that judges a position: of fixed size,
// with one thread and a tree of its own, so that the same position always gets
// the same answer, and for the margin first.
func judging(playouts int) search.Limits {
	return search.Limits{Playouts: playouts, Fresh: true, OneThread: true, Plain: true, ScoreWeight: scoreShare}
}

// read finds the fate of each chain: alive if it is so unconditionally, else
// from who owns its points in the report.
func (j *judgement) read(a *arena) {
	for _, s := range a.chains {
		if s.safe {
			continue
		}
		j.setFate(s, s.looks())
		if math.Abs(s.owner+deadBelow) < doubtful {
			j.leave(s)
		}
	}
	j.readSeki(a)
}

// leave notes that a chain is in doubt.
func (j *judgement) leave(s *chainState) {
	for _, p := range s.stones {
		j.doubt[p] = true
	}
}

// settle writes the fate of a chain down that was read out.
func (j *judgement) settle(s *chainState, fate Status) {
	j.setFate(s, fate)
	for _, p := range s.stones {
		j.doubt[p] = false
	}
}

// setFate writes the fate of a chain down.
func (j *judgement) setFate(s *chainState, fate Status) {
	for _, p := range s.stones {
		j.status[p] = fate
	}
}

// readSeki calls chains alive in seki that are not unconditionally alive and
// have a liberty, next to a living chain of either colour, that nobody fills in
// most playouts.
func (j *judgement) readSeki(a *arena) {
	a.pos.Points(func(p rules.Point) {
		if a.pos.At(p) == rules.Empty && math.Abs(j.report.Ownership[p]) <= neutral && j.report.OwnershipDeviation[p] <= unfilled {
			j.noteSeki(a, &a.pos.Board, p)
		}
	})
}

// noteSeki calls the chains of the arena that stand next to the empty point p of a
// board alive in seki, if there are some of both colours; those that are dead or
// unconditionally alive have no part in it.
func (j *judgement) noteSeki(a *arena, b *rules.Board, p rules.Point) {
	var beside [3][]*chainState
	for _, q := range b.Neighbors(p) {
		if s := a.at(q); s != nil && b.At(q) == s.color && !s.safe && j.status[q] != Dead {
			beside[s.color] = append(beside[s.color], s)
		}
	}
	if beside[rules.Black] == nil || beside[rules.White] == nil {
		return
	}
	for _, s := range slices.Concat(beside[:]...) {
		j.setFate(s, Seki)
	}
}

// A point of a seki is neutral on average, and does not vary between the two
// sides as a point does that either may fill.
const (
	neutral  = 0.35
	unfilled = 0.6
)

// deadBelow is the mean ownership for the opponent from which on a chain is
// called dead.
const deadBelow = 0.3

// doubtful is how near to deadBelow the ownership of a chain may be before it is
// in doubt.
const doubtful = 0.3

// chainStones returns the stones of the chain at p, A1, B1, ... first.
func chainStones(b *rules.Board, p rules.Point) []rules.Point {
	list := []rules.Point{p}
	for q := b.NextStone(p); q != p; q = b.NextStone(q) {
		list = append(list, q)
	}
	slices.Sort(list)
	return list
}

// Dead returns all dead stones, A1, B1, ... first.
func (e *Engine) Dead() []rules.Point {
	dead := []rules.Point{}
	pos := e.game.Position()
	pos.Points(func(p rules.Point) {
		if pos.Chain(p) != 0 && e.Status(p) == Dead {
			dead = append(dead, p)
		}
	})
	return dead
}

// Chains returns the stones of each chain of that status.
func (e *Engine) Chains(s Status) [][]rules.Point {
	var chains [][]rules.Point
	seen := map[uint16]bool{}
	pos := e.game.Position()
	pos.Points(func(p rules.Point) {
		if k := pos.Chain(p); k != 0 && !seen[k] {
			seen[k] = true
			if e.Status(p) == s {
				chains = append(chains, chainStones(&pos.Board, p))
			}
		}
	})
	return chains
}

// SetDead tells which stones are agreed to be dead, whole chains; it holds
// until the position changes. Every point must hold a stone.
func (e *Engine) SetDead(points []rules.Point) error {
	pos := e.game.Position()
	dead := []rules.Point{}
	for _, p := range points {
		if pos.Chain(p) == 0 {
			return ErrPoints
		}
		dead = append(dead, chainStones(&pos.Board, p)...)
	}
	e.agreed = dead
	return nil
}

// JudgeDead goes back to the engine's own judgement of dead stones.
func (e *Engine) JudgeDead() { e.agreed = nil }

// FinalCount counts the present board: as it stands, or without the dead
// stones where the rules have them agreed.
func (e *Engine) FinalCount() *rules.Count {
	r := e.game.Rules()
	if !r.AgreedDead {
		return e.game.Count(r, nil)
	}
	return e.game.Count(r, e.Dead())
}

// Estimate returns Black's margin with good play from here, as a search like that
// of the judgement has it: the mean over playouts, and that less and plus their
// standard deviation, to tenths of a point but for komi, which is exact. Where the
// game has ended it is the count. The error is that of ctx if it ends before.
func (e *Engine) Estimate(ctx context.Context) (mean, lower, upper rules.Decimal, err error) {
	if e.game.Position().Ended() {
		if err = e.JudgeToCount(ctx); err == nil {
			mean = e.FinalCount().Margin()
		}
		return mean, mean, mean, err
	}
	j := e.judge(ctx)
	if !j.done {
		return mean, lower, upper, ctx.Err()
	}
	if j.estimate == nil {
		estimate := e.weigh(ctx, asAgreed(e.game, &j.komi), e.game.Position().ToPlay, e.advised(j))
		if ctx.Err() != nil {
			return mean, lower, upper, ctx.Err()
		}
		j.estimate = estimate
	}
	r := j.estimate
	score := rules.ForColor(r.Score, r.Color)
	margin := func(x float64) rules.Decimal {
		board, _ := rules.ParseDecimal(strconv.FormatFloat(x+j.komi.Float(), 'f', 1, 64)) // always a finite decimal
		return board.Sub(e.game.Komi())
	}
	return margin(score), margin(score - r.Deviation), margin(score + r.Deviation), nil
}
