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
		{Name: "undo", Args: "[0 | 1]", Help: "take back the last move, whatever the number", Spec: specGTP, Group: groupPlay,
			Max: 1, Run: runUndo},
		{Name: "gg-undo", Args: "[COUNT]", Help: "take back several moves, or none of them", Spec: specGNU,
			Group: groupPlay, Max: 1, Run: runUndoMany},
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

// runUndo takes back one move. The standard has no argument here; qGo sends
// "undo 0" and means one move (pzorin/qgo, qgoboard_computer.cpp, gtp->undo(0)).
func runUndo(_ context.Context, s *Session, a *Args, _ *Reply) error {
	if a.More() {
		a.Int("number", 0, 1)
	}
	if a.Err() != nil {
		return a.Err()
	}
	return failed(s.Engine.Undo(1))
}

func runUndoMany(_ context.Context, s *Session, a *Args, _ *Reply) error {
	n := 1
	if a.More() {
		n = a.Int("count", 0, math.MaxInt)
	}
	if a.Err() != nil {
		return a.Err()
	}
	return failed(s.Engine.Undo(n))
}
