package gtp

import (
	"context"
	"fmt"
	"strings"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

func scoreCommands() []command {
	return []command{
		{Name: "final_score", Help: "the result of the present board, dead stones taken off where the rules have them agreed",
			Spec: specGTP, Group: groupScore, Run: runFinalScore},
		{Name: "final_status_list", Args: "alive | dead | seki", Help: "the stones of that status, a chain a line",
			Spec: specGTP, Group: groupScore, Min: 1, Max: 1, Run: runFinalStatusList},
		{Name: "estimate_score", Help: "the engine's estimate of the result with good play from here", Spec: specGNU,
			Group: groupScore, Run: runEstimateScore},
		{Name: "gtpgo-score", Args: "[RULES]", Help: "count the board as it stands, item by item, Black first",
			Spec: specOwn, Group: groupScore, Max: -1, Run: runScore},
		{Name: "gtpgo-dead", Args: "[VERTEX... | auto]", Help: "say which stones are agreed dead, leave it to the engine, or print them",
			Spec: specOwn, Group: groupScore, Max: -1, Run: runDead},
	}
}

func runFinalScore(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	if err := s.Engine.JudgeToCount(ctx); err != nil {
		return err
	}
	r.Printf("%s", s.Engine.FinalCount().Margin().Result())
	return nil
}

// statusNames are the words of final_status_list.
var statusNames = map[string]engine.Status{"alive": engine.Alive, "dead": engine.Dead, "seki": engine.Seki}

func runFinalStatusList(ctx context.Context, s *Session, a *Args, r *Reply) error {
	status, ok := statusNames[strings.ToLower(a.Word("status"))]
	if !ok {
		return ErrSyntax
	}
	if err := s.Engine.JudgeToCount(ctx); err != nil {
		return err
	}
	for _, chain := range s.Engine.Chains(status) {
		r.Line(formatVertices(s.size(), chain))
	}
	return nil
}

func runEstimateScore(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	mean, lower, upper, err := s.Engine.Estimate(ctx)
	if err != nil {
		return err
	}
	r.Printf("%s (lower bound %s, upper bound %s)", mean.Result(), lower.Result(), upper.Result())
	return nil
}

func runScore(_ context.Context, s *Session, a *Args, r *Reply) error {
	set := *s.Engine.Game().Rules()
	if name := a.Rest(); name != "" {
		var err error
		if set, err = findRules(name); err != nil {
			return err
		}
	}
	n := s.Engine.Game().Count(&set, nil)
	pair := func(name string, x [3]int) string {
		return fmt.Sprintf("%s %d %d", name, x[rules.Black], x[rules.White])
	}
	r.Line(n.Margin().Result())
	r.Line("black " + rules.Halves(n.Halves(rules.Black)).String())
	r.Line("white " + rules.Halves(n.Halves(rules.White)).String())
	r.Line(pair("stones", n.Stones))
	r.Line(pair("territory", n.Territory))
	r.Line(pair("captured", n.Captured))
	r.Line(pair("given", n.Given))
	r.Line(pair("tax", n.Tax))
	r.Line(fmt.Sprintf("compensation %d", n.Compensation))
	r.Line("komi " + n.Komi.String())
	return nil
}

// printDead writes the stones that are dead by agreement, or else by judgement.
func (s *Session) printDead(ctx context.Context, r *Reply) error {
	if err := s.Engine.JudgeToCount(ctx); err != nil {
		return err
	}
	r.Printf("%s", formatVertices(s.size(), s.Engine.Dead()))
	return nil
}

func runDead(ctx context.Context, s *Session, a *Args, r *Reply) error {
	switch {
	case !a.More():
		return s.printDead(ctx, r)
	case strings.EqualFold(a.Peek(), "auto"):
		a.Word("auto")
		if a.End(); a.Err() == nil {
			s.Engine.JudgeDead()
		}
		return a.Err()
	}
	var points []rules.Point
	for a.More() {
		points = append(points, a.Vertex(s.size()))
	}
	if a.Err() != nil {
		return a.Err()
	}
	return failed(s.Engine.SetDead(points))
}
