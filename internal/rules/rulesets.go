package rules

import "strings"

// DefaultRuleset is the name of the rules at start.
const DefaultRuleset = "area2"

// KataDefault is the name of the rules that rules in KataGo's JSON are taken to
// be where they say nothing (KataGo, Rules::Rules).
const KataDefault = "tromp-taylor"

const (
	jungoText = "Jungo text (O Meien's teaching game, after the article in the Japanese Wikipedia)"
	ikeda     = "Ikeda Toshio, On the Rules of Go, Igo Shincho 21 (1969), "
	common    = ", with common definitions 1-5 and rules 1-5, 8"
)

// Rulesets returns all rulesets, in the order in which they are listed. This
// table is the only place that names a ruleset.
func Rulesets() []Ruleset {
	return []Ruleset{
		{
			Name: "jungo", Aliases: []string{"pure-go", "stone", "stones", "純碁"},
			Title:  "Jungo (pure Go): the stones on the board are counted, nothing else",
			Source: jungoText,
			Axes:   Axes{Ko: SimpleKo, Scoring: StoneScoring},
		}, {
			Name:   "jungo-superko",
			Title:  "Jungo with positional superko",
			Source: jungoText + ", section on superko",
			Axes:   Axes{Ko: PositionalKo, Scoring: StoneScoring},
		}, {
			Name: "area1", Aliases: []string{"china1", "中国式I"},
			Title:  "Area Rules I: stones on the board",
			Source: ikeda + "Area I, rules 6-7" + common,
			Axes:   Axes{Ko: IkedaKo, Scoring: StoneScoring},
		}, {
			Name: "area2", Aliases: []string{"area", "china2", "中国式II"},
			Title:  "Area Rules II: stones and territory",
			Source: ikeda + "Area II, rules 6-7" + common,
			Axes:   Axes{Ko: IkedaKo, Scoring: AreaScoring},
		}, {
			Name: "area3", Aliases: []string{"china3", "taiwanese", "中国式III", "台湾式"},
			Title:  "Area Rules III: stones and territory, the first pass does not end the game and costs White a point",
			Source: ikeda + "Area III (Taiwanese), rules 6-7" + common,
			Axes:   Axes{Ko: IkedaKo, End: FirstPassExempt, Scoring: AreaScoring, FirstPass: true},
		}, {
			Name: "territory1", Aliases: []string{"japan1", "日本式I"},
			Title:  "Territory Rules I: territory, passes after the provisional end cost a stone",
			Source: ikeda + "Territory I, rules 6.1-6.4, 7" + common,
			Axes:   Axes{Ko: IkedaKo, End: Provisional, PassCost: AfterProvisional, Scoring: TerritoryScoring},
		}, {
			Name: "territory2", Aliases: []string{"japan2", "日本式II"},
			Title:  "Territory Rules II: as Territory I, but only territory of live stones counts",
			Source: ikeda + "Territory II, rules 6-7" + common,
			Axes:   Axes{Ko: IkedaKo, End: Provisional, PassCost: AfterProvisional, Scoring: TerritoryScoring, LiveOnly: true},
		}, {
			Name: "territory3", Aliases: []string{"territory", "japan3", "日本式III"},
			Title:  "Territory Rules III: territory, every pass costs a stone",
			Source: ikeda + "English edition, Territory III, rules 6-1 to 6-3, 7" + common,
			Axes:   Axes{Ko: IkedaKo, PassCost: AllPasses, Scoring: TerritoryScoring},
		}, {
			Name: "japanese", Aliases: []string{"korean"},
			Title:  "territory without seki, dead stones agreed",
			Source: "basic-rules text, section on territory and counting, as KGS and KataGo play it",
			Axes:   Axes{Ko: SimpleKo, Scoring: TerritoryScoring, Tax: SekiTax, AgreedDead: true},
		}, {
			Name: "chinese", Aliases: []string{"chinese-kgs", "chinese-ogs"},
			Title:  "area, dead stones agreed, a point a handicap stone",
			Source: "basic-rules text, section on territory and counting, as KGS and KataGo play it",
			Axes:   Axes{Ko: PositionalKo, Scoring: AreaScoring, AgreedDead: true, Compensation: PerStone},
		}, {
			Name: "aga", Aliases: []string{"bga", "french"},
			Title:  "area, every pass costs a stone, White passes last",
			Source: "AGA Concise Rules of Go (1991), as KGS and KataGo play them",
			Axes: Axes{Ko: SituationalKo, PassCost: AllWhiteLast, Scoring: AreaScoring, AgreedDead: true,
				Compensation: PerStoneLessOne},
		}, {
			Name: "new_zealand", Aliases: []string{"new-zealand", "nz"},
			Title:  "area with suicide, dead stones agreed",
			Source: "Rules of Go of the New Zealand Go Society, as KGS and KataGo play them",
			Axes:   Axes{Ko: SituationalKo, Suicide: true, Scoring: AreaScoring, AgreedDead: true},
		}, {
			Name: "tromp-taylor", Aliases: []string{"tt"},
			Title:  "area with suicide and positional superko, all stones count as they stand",
			Source: "John Tromp and Bill Taylor, The Logical Rules of Go",
			Axes:   Axes{Ko: PositionalKo, Suicide: true, Scoring: AreaScoring},
		}, {
			Name: "stone-scoring", Aliases: []string{"ancient-area"},
			Title:  "area less two points a living group (cutting fee), dead stones agreed",
			Source: "ancient Chinese counting, as KataGo plays it; compare the Jungo text on the cutting fee",
			Axes:   Axes{Ko: SimpleKo, Scoring: AreaScoring, Tax: AllTax, AgreedDead: true},
		}, {
			Name:   "cgos",
			Title:  "area, positional superko, no suicide, all stones count as they stand",
			Source: "the computer Go server CGOS",
			Axes:   Axes{Ko: PositionalKo, Scoring: AreaScoring},
		},
	}
}

// foldName brings a ruleset's name to the form in which names are compared:
// case, the kind of separator and the form of Roman numerals do not matter.
var foldName = strings.NewReplacer("_", "-", " ", "-", "Ⅲ", "iii", "Ⅱ", "ii", "Ⅰ", "i",
	"ⅲ", "iii", "ⅱ", "ii", "ⅰ", "i")

// FindRuleset returns the ruleset of that name or alias.
func FindRuleset(name string) (Ruleset, bool) {
	fold := func(s string) string { return strings.ToLower(foldName.Replace(s)) }
	want := fold(name)
	for _, r := range Rulesets() {
		if fold(r.Name) == want {
			return r, true
		}
		for _, a := range r.Aliases {
			if fold(a) == want {
				return r, true
			}
		}
	}
	return Ruleset{}, false
}

// FindKataRuleset returns the ruleset that KataGo means by a name: its plain
// chinese has simple ko (KataGo, "KataGo's Supported Go Rules").
func FindKataRuleset(name string) (Ruleset, bool) {
	r, ok := FindRuleset(name)
	if ok && r.Name == "chinese" && strings.EqualFold(name, r.Name) {
		r.Ko = SimpleKo
	}
	return r, ok
}

// Label returns the name of the rules, "custom (from NAME)" if they are not
// those of the table any more.
func (r *Ruleset) Label() string {
	if named, ok := FindRuleset(r.Name); ok && named.Axes == r.Axes {
		return r.Name
	}
	return "custom (from " + r.Name + ")"
}

// ModeRuleset returns the ruleset that stands for one of the three modes of
// counting, jungo, area or territory.
func ModeRuleset(mode string) (Ruleset, bool) {
	switch strings.ToLower(mode) {
	case "jungo", "area", "territory":
		return FindRuleset(mode) // names or aliases of the table
	}
	return Ruleset{}, false
}
