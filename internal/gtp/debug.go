package gtp

import (
	"context"
	"fmt"

	"gtpgo/internal/rules"
)

func debugCommands() []command {
	return []command{
		{Name: "showboard", Help: "the board as text", Spec: specGTP, Group: groupDebug, Run: runShowboard},
		{Name: "gtpgo-state", Help: "phase, side to move, moves, captured and given stones", Spec: specOwn,
			Group: groupDebug, Run: runState},
		{Name: "gtpgo-legal", Args: "COLOR", Help: "the points that the colour may play", Spec: specOwn, Group: groupDebug,
			Min: 1, Max: 1, Run: runLegal},
		{Name: "gtpgo-why", Args: "COLOR VERTEX", Help: "whether the move is legal, or by which rule it is not", Spec: specOwn,
			Group: groupDebug, Min: 2, Max: 2, Run: runWhy},
		{Name: "cputime", Help: "processor time used so far, in seconds", Spec: specGoGui, Group: groupDebug, Run: runCPUTime},
		{Name: "gomill-cpu_time", Help: "processor time used so far, in seconds", Spec: specGomill, Group: groupDebug, Run: runCPUTime},
	}
}

func runState(_ context.Context, s *Session, _ *Args, r *Reply) error {
	pos := s.Engine.Game().Position()
	r.Line("phase: " + pos.Phase().String())
	r.Line("to_play: " + pos.ToPlay.String())
	r.Line(fmt.Sprintf("moves: %d", len(s.Engine.Game().Moves())))
	r.Line(fmt.Sprintf("captured_black: %d", pos.Captured[rules.Black]))
	r.Line(fmt.Sprintf("captured_white: %d", pos.Captured[rules.White]))
	r.Line(fmt.Sprintf("given_black: %d", pos.Given[rules.Black]))
	r.Line(fmt.Sprintf("given_white: %d", pos.Given[rules.White]))
	return nil
}

func runLegal(_ context.Context, s *Session, a *Args, r *Reply) error {
	c := a.Color()
	if a.Err() != nil {
		return a.Err()
	}
	r.Printf("%s", formatVertices(s.size(), s.Engine.Game().AppendLegal(nil, c)))
	return nil
}

func runWhy(_ context.Context, s *Session, a *Args, r *Reply) error {
	m := a.Move(s.size())
	if a.Err() != nil {
		return a.Err()
	}
	if err := s.Engine.Game().Legal(m); err != nil {
		r.Printf("illegal: %v", err)
	} else {
		r.Printf("legal")
	}
	return nil
}

// runShowboard prints the board from the top, columns and rows named, the last
// move in parentheses; beside it what the stones do not show.
func runShowboard(_ context.Context, s *Session, _ *Args, r *Reply) error {
	g := s.Engine.Game()
	pos, size := g.Position(), g.Size()
	last := rules.Pass
	lastText := "none"
	if moves := g.Moves(); len(moves) > 0 {
		m := moves[len(moves)-1]
		last = m.Point
		lastText = fmt.Sprintf("%s %s", m.Color, FormatVertex(size, m.Point))
	}
	notes := []string{
		fmt.Sprintf("rules %s, komi %s", g.Rules().Label(), g.Komi()),
		fmt.Sprintf("phase %s, %s to play", pos.Phase(), pos.ToPlay),
		fmt.Sprintf("moves %d, last %s", len(g.Moves()), lastText),
		fmt.Sprintf("captured: black %d, white %d", pos.Captured[rules.Black], pos.Captured[rules.White]),
		fmt.Sprintf("given by passing: black %d, white %d", pos.Given[rules.Black], pos.Given[rules.White]),
	}
	header := "  "
	for x := range size {
		header += " " + columns[x:x+1]
	}
	r.Line("")
	r.Line(header)
	for y := size - 1; y >= 0; y-- {
		row := fmt.Sprintf("%2d", y+1)
		for x := range size {
			p := rules.PointAt(size, x, y)
			before := " "
			switch {
			case p == last && last != rules.Pass:
				before = "("
			case x > 0 && last != rules.Pass && p-1 == last:
				before = ")"
			}
			row += before + [...]string{".", "X", "O"}[pos.At(p)]
		}
		after := " "
		if last != rules.Pass && rules.PointAt(size, size-1, y) == last {
			after = ")"
		}
		row += fmt.Sprintf("%s%d", after, y+1)
		if i := size - 1 - y; i < len(notes) {
			row += "   " + notes[i]
			notes[i] = ""
		}
		r.Line(row)
	}
	r.Line(header)
	for _, note := range notes {
		if note != "" {
			r.Line("   " + note)
		}
	}
	return nil
}

func runCPUTime(_ context.Context, _ *Session, _ *Args, r *Reply) error {
	used, err := cpuTime()
	if err != nil {
		return err
	}
	r.Printf("%.2f", used.Seconds())
	return nil
}
