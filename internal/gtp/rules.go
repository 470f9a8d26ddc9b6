package gtp

import (
	"context"
	"fmt"

	"gtpgo/internal/rules"
)

func rulesCommands() []command {
	return []command{
		{Name: "gtpgo-rules", Args: "[NAME]", Help: "set the rules, or print name and choices of the present ones",
			Spec: specOwn, Group: groupRules, Max: -1, Run: runRules},
		{Name: "gtpgo-list_rules", Help: "all rulesets, a line each: name, what it is, where it is defined",
			Spec: specOwn, Group: groupRules, Run: runListRules},
		{Name: "gtpgo-scoring", Args: "[jungo | area | territory]", Help: "set one of the three ways of counting, or print it",
			Spec: specOwn, Group: groupRules, Max: 1, Run: runScoring},
		{Name: "kgs-rules", Args: "NAME", Help: "set the rules: japanese, chinese, aga, new_zealand, or any other name",
			Spec: specKGS, Group: groupRules, Min: 1, Max: -1, Run: runRules},
		{Name: "kata-get-rules", Help: "the rules as KataGo's JSON", Spec: specKata, Group: groupRules,
			Run: says(func(s *Session) string { return kataJSON(s.Engine.Game().Rules()) })},
		{Name: "kata-set-rules", Args: "NAME | JSON", Help: "set the rules by KataGo's name or JSON", Spec: specKata,
			Group: groupRules, Min: 1, Max: -1, Run: runKataSetRules},
		{Name: "kata-set-rule", Args: "KEY VALUE", Help: "change one choice of the rules", Spec: specKata,
			Group: groupRules, Min: 2, Max: 2, Run: runKataSetRule},
	}
}

// findRules returns the ruleset of that name.
func findRules(name string) (rules.Ruleset, error) {
	r, ok := rules.FindRuleset(name)
	if !ok {
		return r, unknownRules(name)
	}
	return r, nil
}

func runRules(_ context.Context, s *Session, a *Args, r *Reply) error {
	if name := a.Rest(); name != "" {
		found, err := findRules(name)
		if err == nil {
			s.Engine.SetRules(found)
		}
		return err
	}
	present := s.Engine.Game().Rules()
	r.Line(present.Label())
	for i := range axes {
		r.Line(axes[i].key + ": " + axes[i].get(&present.Axes))
	}
	return nil
}

func runListRules(_ context.Context, _ *Session, _ *Args, r *Reply) error {
	for _, set := range rules.Rulesets() {
		r.Line(fmt.Sprintf("%s: %s [%s]", set.Name, set.Title, set.Source))
	}
	return nil
}

func runScoring(_ context.Context, s *Session, a *Args, r *Reply) error {
	if !a.More() {
		r.Printf("%s", s.Engine.Game().Rules().Mode())
		return nil
	}
	found, ok := rules.ModeRuleset(a.Word("mode"))
	if !ok {
		return ErrSyntax
	}
	s.Engine.SetRules(found)
	return nil
}

func runKataSetRules(_ context.Context, s *Session, a *Args, _ *Reply) error {
	found, err := kataRules(a.Rest())
	if err == nil {
		s.Engine.SetRules(found)
	}
	return err
}

func runKataSetRule(_ context.Context, s *Session, a *Args, _ *Reply) error {
	changed := *s.Engine.Game().Rules()
	key, value := a.Word("key"), a.Word("value")
	if err := setAxis(&changed.Axes, key, value); err != nil {
		return err
	}
	s.Engine.SetRules(changed)
	return nil
}
