package search

import (
	"math"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
)

// adviser asks a net about the position of a worker.
type adviser struct {
	evaluator *net.Evaluator
	input     net.Input
	output    net.Output
}

func newAdviser(n *net.Net) *adviser {
	if n == nil {
		return nil
	}
	return &adviser{evaluator: net.NewEvaluator(n)}
}

// advised reports whether the net has a say in the task in hand.
func (s *Search) advised() bool { return s.config.Net != nil && !s.plain }

// ask has the net look at w.pos.
func (w *worker) ask() {
	a, c := w.adviser, w.pos.ToPlay
	var last [net.LastMoves]rules.Point
	n := 0
	for i := len(w.moves) - 1; i >= 0 && n < len(last); i-- {
		last[n] = w.moves[i].Point
		n++
	}
	copy(last[n:], w.s.recent[:])
	a.input.Fill(&w.pos.Board, c, last, w.s.mode, rules.ForColor(w.ahead()-a.excess(w.scorer), c))
	// The board is turned at random, so that its sides are alike, and games differ.
	a.input.Turn = uint8(w.rng.next() & (net.Turns - 1))
	a.evaluator.Evaluate(&a.input, &a.output)
	w.asked = true
}

// ahead returns what Black gets besides what the board shows, as Input.Fill takes it.
func (w *worker) ahead() float64 {
	if w.s.mode == net.TerritoryMode {
		lost := func(c rules.Color) int { return w.pos.Captured[c] + w.pos.Given[c] }
		return float64(lost(rules.White)-lost(rules.Black)) - w.scorer.shift
	}
	return -w.scorer.offset(&w.pos) - w.scorer.shift
}

// knownKomi bounds the points beside the board that the net was trained with; what is
// more is added to its answers.
const knownKomi = 12

// excess returns by how much Black gets more than the net has learned to judge.
func (*adviser) excess(s *scorer) float64 {
	return -s.shift - max(-knownKomi, min(knownKomi, -s.shift))
}

// opinion returns what the net said, for Black: the chance to win, and the margin.
func (w *worker) opinion() (win, margin float64) {
	out, c := &w.adviser.output, w.pos.ToPlay
	win = float64(out.Win)
	if c == rules.White {
		win = 1 - win
	}
	margin = rules.ForColor(float64(out.Lead), c)
	if excess := w.adviser.excess(w.scorer); excess != 0 {
		// As if the odds of a win grew as fast as they do in the labelled games.
		margin += excess
		win = max(1e-6, min(1-1e-6, win))
		odds := win / (1 - win) * math.Exp(3*excess/float64(w.pos.Size()))
		if win = 1; !math.IsInf(odds, 1) {
			win = odds / (1 + odds)
		}
	}
	return win, margin
}
