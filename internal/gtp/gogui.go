package gtp

import (
	"context"
	"fmt"

	"gtpgo/internal/rules"
)

// GoGui's own commands (GoGui manual, "GTP Extensions"), but for the analyze
// menu, gogui_menu.go, and the game rulers, ruler.go.

func goguiCommands() []command {
	nothing := func(context.Context, *Session, *Args, *Reply) error { return nil }
	return []command{
		{Name: "gogui-analyze_commands", Help: "the entries of GoGui's analyze menu: type, label and command",
			Spec: specGoGui, Group: groupGoGui, Run: runAnalyzeCommands},
		{Name: "gogui-interrupt", Help: "say that the comment line \"# interrupt\" ends the running command",
			Spec: specGoGui, Group: groupGoGui, Run: nothing},
		{Name: "gogui-play_sequence", Args: "[COLOR VERTEX]...", Help: "make several moves, or none of them", Spec: specGoGui,
			Group: groupGoGui, Max: -1, Run: runPlaySequence},
		{Name: "gogui-setup", Args: "[COLOR VERTEX]...", Help: "put stones on the empty board, all or none; no undo takes them off",
			Spec: specGoGui, Group: groupGoGui, Max: -1, Run: runSetup},
		{Name: "gogui-setup_player", Args: "COLOR", Help: "say who is to move", Spec: specGoGui, Group: groupGoGui,
			Min: 1, Max: 1, Run: runSetupPlayer},
		{Name: "gogui-title", Help: "the engine, its rules and komi in one line, for a window", Spec: specGoGui, Group: groupGoGui,
			Run: says(func(s *Session) string { return s.title() })},
		{Name: "gogui-version", Args: "[VERSION]", Help: "take note of GoGui's version", Spec: specGoGui, Group: groupGoGui,
			Max: 1, Run: nothing},
		{Name: "gtpgo-live_gfx", Args: "[live_graphics 0 | 1]", Help: "show running searches by live graphics on standard error",
			Spec: specOwn, Group: groupGoGui, Max: 2, Run: runLiveGraphics},
	}
}

// title names the engine and what it plays by.
func (s *Session) title() string {
	g := s.Engine.Game()
	return fmt.Sprintf("gtpgo %s: %s, komi %s", s.Version, g.Rules().Label(), g.Komi())
}

// moves takes pairs of colour and vertex, to the end.
func (a *Args) moves(size int) []rules.Move {
	var list []rules.Move
	for a.More() {
		list = append(list, a.Move(size))
	}
	return list
}

func runPlaySequence(_ context.Context, s *Session, a *Args, _ *Reply) error {
	moves := a.moves(s.size())
	if a.Err() != nil {
		return a.Err()
	}
	return failed(s.Engine.PlaySequence(moves))
}

func runSetup(_ context.Context, s *Session, a *Args, _ *Reply) error {
	stones := a.moves(s.size())
	if a.Err() != nil {
		return a.Err()
	}
	return failed(s.Engine.Setup(stones))
}

func runSetupPlayer(_ context.Context, s *Session, a *Args, _ *Reply) error {
	c := a.Color()
	if a.Err() == nil {
		s.Engine.SetToPlay(c)
	}
	return a.Err()
}

// runLiveGraphics speaks the protocol of GoGui's parameters, see
// gogui_param.go.
func runLiveGraphics(_ context.Context, s *Session, a *Args, r *Reply) error {
	if !a.More() {
		r.Printf("%s", boolParam("live_graphics", s.live.on))
		return nil
	}
	if a.Word("key") != "live_graphics" {
		return ErrSyntax
	}
	on := a.Bool("value")
	if a.Err() == nil {
		s.showSearches(on)
	}
	return a.Err()
}
