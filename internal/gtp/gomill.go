package gtp

import (
	"context"
	"fmt"
	"strings"

	"gtpgo/internal/engine"
)

// The commands of gomill's tournament manager, the ringmaster (gomill
// documentation, "Ringmaster", and gtp_states.py).

func gomillCommands() []command {
	return []command{
		{Name: "gomill-describe_engine", Help: "the engine and its settings", Spec: specGomill, Group: groupDebug,
			Run: runDescribeEngine},
		{Name: "gomill-explain_last_move", Help: "how the engine came to the last move, nothing if it was not its own",
			Spec: specGomill, Group: groupDebug, Run: runExplainLastMove},
		{Name: "gomill-savesgf", Args: "FILE [PROPERTY=VALUE]...", Help: "write the game to a file, with properties of its root",
			Spec: specGomill, Group: groupSetup, Min: 1, Max: -1, Run: runGomillSaveSGF},
	}
}

func runDescribeEngine(_ context.Context, s *Session, _ *Args, r *Reply) error {
	g, c := s.Engine.Game(), s.Engine.Config()
	r.Line("gtpgo " + s.Version)
	r.Line(fmt.Sprintf("rules: %s, komi %s, size %d", g.Rules().Label(), g.Komi(), g.Size()))
	limits := []string{fmt.Sprintf("threads %d, tree %d MB", s.Engine.Threads(), c.Memory>>20)}
	if c.Time > 0 {
		limits = append(limits, fmt.Sprintf("%g s a move without a clock", c.Time.Seconds()))
	}
	if c.Playouts > 0 {
		limits = append(limits, fmt.Sprintf("%d playouts a move", c.Playouts))
	}
	r.Line("search: " + strings.Join(limits, ", "))
	r.Line("resigns: " + map[bool]string{true: fmt.Sprintf("below a win rate of %s", percent(c.Resign)), false: "never"}[c.Resign > 0])
	return nil
}

func runExplainLastMove(_ context.Context, s *Session, _ *Args, r *Reply) error {
	if d, ok := s.Engine.Explanation(); ok {
		s.explain(r, &d)
	}
	return nil
}

// explain says what a decision rests on.
func (s *Session) explain(r *Reply, d *engine.Decision) {
	move := FormatVertex(s.size(), d.Move.Point)
	if d.Report == nil {
		r.Line(move + ": nothing was left to search for")
		return
	}
	if d.Ending {
		r.Line(move + ": nothing is left to play for")
	}
	s.printReport(r, d.Report, 3)
}

// gomillEscapes are how the values of gomill-savesgf hold blanks and
// backslashes.
var gomillEscapes = strings.NewReplacer(`\_`, " ", `\\`, `\`)

// runGomillSaveSGF keeps the texts that describe the game, such as PB and RE;
// the engine itself knows the other properties of the root.
func runGomillSaveSGF(_ context.Context, s *Session, a *Args, _ *Reply) error {
	path, info := a.Path("file"), map[string]string{}
	for a.More() {
		id, value, ok := strings.Cut(a.Word("property"), "=")
		if !ok || id == "" || strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") != "" {
			return ErrSyntax
		}
		info[strings.ToUpper(id)] = gomillEscapes.Replace(value)
	}
	if a.Err() != nil {
		return a.Err()
	}
	return saveFile(path, engine.WriteRecord(s.Engine.Game(), "gtpgo:"+s.Version, info))
}
