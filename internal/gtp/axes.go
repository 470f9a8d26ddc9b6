package gtp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gtpgo/internal/rules"
)

// axis is one of the choices that make a ruleset, as gtpgo-rules prints it and
// kata-set-rule sets it.
type axis struct {
	key  string // gtpgo's word
	kata string // KataGo's word; "" where KataGo has none
	// values are the words that get returns; nil for true and false.
	values []string
	get    func(*rules.Axes) string
	// set takes one of the words that get returns, in any case.
	set func(*rules.Axes, string) bool
	// nearest is get in KataGo's words, for values that KataGo does not have;
	// nil where get does.
	nearest func(*rules.Axes) string
}

// axes are all choices, in the order in which gtpgo-rules prints them.
var axes = []axis{
	{key: "ko", kata: "ko", values: rules.KoNames, get: func(a *rules.Axes) string { return a.Ko.String() },
		set: func(a *rules.Axes, s string) bool { return choose(&a.Ko, rules.KoNames, s) },
		nearest: func(a *rules.Axes) string {
			if a.Ko == rules.IkedaKo {
				return rules.PositionalKo.String()
			}
			return a.Ko.String()
		}},
	{key: "suicide", kata: "suicide", get: func(a *rules.Axes) string { return strconv.FormatBool(a.Suicide) },
		set: func(a *rules.Axes, s string) bool { return parseBool(&a.Suicide, s) }},
	{key: "end", values: rules.EndNames, get: func(a *rules.Axes) string { return a.End.String() },
		set: func(a *rules.Axes, s string) bool { return choose(&a.End, rules.EndNames, s) }},
	{key: "pass", values: rules.PassCostNames, get: func(a *rules.Axes) string { return a.PassCost.String() },
		set: func(a *rules.Axes, s string) bool { return choose(&a.PassCost, rules.PassCostNames, s) }},
	{key: "scoring", kata: "scoring", values: rules.ScoringNames, get: func(a *rules.Axes) string { return a.Scoring.String() },
		set: func(a *rules.Axes, s string) bool { return choose(&a.Scoring, rules.ScoringNames, s) },
		nearest: func(a *rules.Axes) string {
			if a.Scoring == rules.StoneScoring {
				return rules.AreaScoring.String()
			}
			return a.Scoring.String()
		}},
	{key: "tax", kata: "tax", values: rules.TaxNames, get: func(a *rules.Axes) string { return a.Tax.String() },
		set: func(a *rules.Axes, s string) bool { return choose(&a.Tax, rules.TaxNames, s) },
		nearest: func(a *rules.Axes) string {
			if a.Scoring == rules.StoneScoring {
				return rules.AllTax.String() // what filling leaves: area less two points a group
			}
			return a.Tax.String()
		}},
	{key: "live_only", get: func(a *rules.Axes) string { return strconv.FormatBool(a.LiveOnly) },
		set: func(a *rules.Axes, s string) bool { return parseBool(&a.LiveOnly, s) }},
	{key: "first_pass", get: func(a *rules.Axes) string { return strconv.FormatBool(a.FirstPass) },
		set: func(a *rules.Axes, s string) bool { return parseBool(&a.FirstPass, s) }},
	{key: "dead", kata: "friendlyPassOk", values: deadNames, get: func(a *rules.Axes) string {
		if a.AgreedDead {
			return deadNames[1]
		}
		return deadNames[0]
	},
		set: func(a *rules.Axes, s string) bool {
			var i uint8
			if choose(&i, deadNames, s) {
				a.AgreedDead = i == 1
				return true
			}
			return parseBool(&a.AgreedDead, s)
		},
		nearest: func(a *rules.Axes) string { return strconv.FormatBool(a.AgreedDead) }},
	{key: "compensation", kata: "whiteHandicapBonus", values: rules.CompensationNames, get: func(a *rules.Axes) string { return a.Compensation.String() },
		set: func(a *rules.Axes, s string) bool { return choose(&a.Compensation, rules.CompensationNames, s) }},
}

var deadNames = []string{"AS_THEY_STAND", "AGREED"}

// choose sets dst to the value whose name is s.
func choose[T ~uint8](dst *T, names []string, s string) bool {
	i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, s) })
	if i >= 0 {
		*dst = T(i)
	}
	return i >= 0
}

// parseBool sets dst to true or false.
func parseBool(dst *bool, s string) bool {
	b, err := strconv.ParseBool(strings.ToLower(s))
	if err == nil {
		*dst = b
	}
	return err == nil
}

// unmapped is the failure of a rule that this engine does not have.
func unmapped(key string) error { return Failure("cannot map rule: " + key) }

// setAxis sets the axis of that key, gtpgo's or KataGo's, to a value.
func setAxis(a *rules.Axes, key, value string) error {
	for i := range axes {
		if strings.EqualFold(axes[i].key, key) || axes[i].kata != "" && strings.EqualFold(axes[i].kata, key) {
			if !axes[i].set(a, value) {
				return unmapped(key + " " + value)
			}
			return nil
		}
	}
	var button bool
	if strings.EqualFold(key, "hasButton") && parseBool(&button, value) && !button {
		return nil // no ruleset here has one
	}
	return unmapped(key)
}

// kataJSON returns the rules as KataGo writes them. Where they have what
// KataGo's keys cannot say, the nearest is said and "gtpgo" names the rules.
func kataJSON(r *rules.Ruleset) string {
	fields := map[string]any{"hasButton": false}
	exact := true
	for i := range axes {
		x := &axes[i]
		value := x.get(&r.Axes)
		if x.kata == "" {
			exact = exact && value == x.get(&rules.Axes{})
			continue
		}
		if x.nearest != nil {
			exact = exact && (x.nearest(&r.Axes) == value || x.key == "dead")
			value = x.nearest(&r.Axes)
		}
		fields[x.kata] = value
		if b, err := strconv.ParseBool(value); err == nil && (value == "true" || value == "false") {
			fields[x.kata] = b
		}
	}
	if !exact {
		fields["gtpgo"] = r.Label()
	}
	text, err := json.Marshal(fields)
	if err != nil {
		panic(fmt.Sprintf("gtp: rules as JSON: %v", err)) // strings and booleans always can be
	}
	return string(text)
}

// kataRules reads rules by KataGo's name or as JSON.
func kataRules(text string) (rules.Ruleset, error) {
	if !strings.HasPrefix(text, "{") {
		r, ok := rules.FindKataRuleset(text)
		if !ok {
			return r, unknownRules(text)
		}
		return r, nil
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return rules.Ruleset{}, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	r, _ := rules.FindRuleset(rules.KataDefault)
	said := map[string]any{} // what the name says in KataGo's words
	if name, ok := fields["gtpgo"].(string); ok {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "custom (from "), ")")
		if r, ok = rules.FindRuleset(name); !ok {
			return r, unknownRules(name)
		}
		delete(fields, "gtpgo")
		_ = json.Unmarshal([]byte(kataJSON(&r)), &said) // it is JSON
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if _, known := said[key]; known && said[key] == fields[key] {
			continue // perhaps only the nearest that KataGo has
		}
		if err := setAxis(&r.Axes, key, fmt.Sprint(fields[key])); err != nil {
			return r, err
		}
	}
	r.Name = nearestName(&r.Axes)
	return r, nil
}

// nearestName returns the name of the ruleset that agrees in most choices, the
// first of them in the table.
func nearestName(a *rules.Axes) string {
	name, most := "", -1
	for _, named := range rules.Rulesets() {
		same := 0
		for i := range axes {
			if axes[i].get(a) == axes[i].get(&named.Axes) {
				same++
			}
		}
		if same > most {
			name, most = named.Name, same
		}
	}
	return name
}

// unknownRules is the failure of a name that is in no table.
func unknownRules(name string) error {
	return Failure("unknown rules: " + name + " (see gtpgo-list_rules)")
}
