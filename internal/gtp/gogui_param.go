package gtp

import (
	"context"
	"fmt"
	"strings"

	"gtpgo/internal/rules"
)

// GoGui's parameters (GoGui manual, "Analyze Commands", type param): without
// arguments the command prints a line for each, "[bool] KEY 0",
// "[list/A/B] KEY A" or "[string] KEY VALUE"; with KEY VALUE it sets one. Keys
// and the items of a list hold no blanks.

func boolParam(key string, on bool) string {
	return fmt.Sprintf("[bool] %s %d", key, map[bool]int{true: 1}[on])
}

func listParam(key string, items []string, value string) string {
	return fmt.Sprintf("[list/%s] %s %s", strings.Join(items, "/"), key, value)
}

// The parameters of gtpgo-rules_param beside the axes of the rules.
const (
	paramRules  = "rules"
	paramKomi   = "komi"
	customRules = "custom" // the value of rules that have no name
)

func runRulesParam(_ context.Context, s *Session, a *Args, r *Reply) error {
	if !a.More() {
		s.printRulesParam(r)
		return nil
	}
	key, value := strings.ToLower(a.Word("key")), a.Rest()
	switch {
	case value == "":
		return ErrSyntax
	case key == paramKomi:
		komi, err := rules.ParseDecimal(value)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrSyntax, err)
		}
		s.Engine.SetKomi(komi)
	case key == paramRules && strings.EqualFold(value, customRules):
		// As a saved list of parameters has it; the choices follow.
	case key == paramRules:
		found, err := findRules(value)
		if err != nil {
			return err
		}
		s.Engine.SetRules(found)
	default:
		changed := *s.Engine.Game().Rules()
		if err := setAxis(&changed.Axes, key, value); err != nil {
			return err
		}
		s.Engine.SetRules(changed)
	}
	return nil
}

func (s *Session) printRulesParam(r *Reply) {
	present := s.Engine.Game().Rules()
	var names []string
	for _, set := range rules.Rulesets() {
		names = append(names, set.Name)
	}
	label := present.Label()
	if label != present.Name {
		label = customRules
		names = append(names, customRules)
	}
	r.Line(listParam(paramRules, names, label))
	r.Line("[string] " + paramKomi + " " + s.Engine.Game().Komi().String())
	for i := range axes {
		x := &axes[i]
		if value := x.get(&present.Axes); x.values == nil {
			r.Line(boolParam(x.key, value == "true"))
		} else {
			r.Line(listParam(x.key, x.values, value))
		}
	}
}
