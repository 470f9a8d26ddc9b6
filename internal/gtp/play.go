package gtp

import (
	"context"
	"math"

	"gtpgo/internal/engine"
)

func playCommands() []command {
	return []command{
		{Name: "play", Args: "COLOR VERTEX", Help: "make a move, in turn or not", Spec: specGTP, Group: groupPlay,
			Min: 2, Max: 2, Run: runPlay},
		{Name: "genmove", Args: "COLOR", Help: "find a move and make it", Spec: specGTP, Group: groupPlay,
			Min: 1, Max: 1, Run: runGenmove},
		{Name: "reg_genmove", Args: "COLOR", Help: "find a move and leave everything as it is", Spec: specGTP,
			Group: groupPlay, Min: 1, Max: 1, Run: runRegGenmove},
		{Name: "undo", Help: "take back the last move", Spec: specGTP, Group: groupPlay, Run: runUndo},
		{Name: "gg-undo", Args: "[COUNT]", Help: "take back several moves, or none of them", Spec: specGNU,
			Group: groupPlay, Max: 1, Run: runUndo},
	}
}

func runPlay(_ context.Context, s *Session, a *Args, _ *Reply) error {
	m := a.Move(s.size())
	if a.Err() != nil {
		return a.Err()
	}
	if !s.inTurn(m.Color) {
		return ErrIllegalMove
	}
	return failed(s.Engine.Play(m))
}

func runGenmove(ctx context.Context, s *Session, a *Args, r *Reply) error {
	c := a.Color()
	if a.Err() != nil {
		return a.Err()
	}
	s.printDecision(r, s.Engine.Genmove(ctx, c))
	return nil
}

func runRegGenmove(ctx context.Context, s *Session, a *Args, r *Reply) error {
	c := a.Color()
	if a.Err() != nil {
		return a.Err()
	}
	s.printDecision(r, s.Engine.Suggest(ctx, c))
	return nil
}

func (s *Session) printDecision(r *Reply, d engine.Decision) {
	if d.Resign {
		r.Printf("resign")
		return
	}
	r.Printf("%s", FormatVertex(s.size(), d.Move.Point))
}

// runUndo serves undo, which has no argument, and gg-undo.
func runUndo(_ context.Context, s *Session, a *Args, _ *Reply) error {
	n := 1
	if a.More() {
		n = a.Int("count", 0, math.MaxInt)
	}
	if a.Err() != nil {
		return a.Err()
	}
	return failed(s.Engine.Undo(n))
}
