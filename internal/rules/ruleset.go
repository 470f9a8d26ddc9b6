package rules

// Ko is what a play may not repeat. Ko rules bind plays, never passes.
type Ko uint8

const (
	// SimpleKo forbids a play that recreates the position before the last move
	// or pass of the game, whoever made it. A pass lifts the ban (basic-rules
	// text, コウ: after a play elsewhere the ko may be taken back).
	SimpleKo Ko = iota
	// PositionalKo forbids every play after which an earlier position of the
	// game stands again (the Jungo text, 超コウ).
	PositionalKo
	// SituationalKo forbids a play after which a position stands that stood
	// before after a move or pass of the same player.
	SituationalKo
	// IkedaKo forbids a play that captures and recreates any earlier position;
	// a play that captures nothing may repeat one (Ikeda 1969, common rule 4,
	// 同形再現打着禁止ルール).
	IkedaKo
)

// End is how a game ends.
type End uint8

const (
	// TwoPasses: two passes in a row, one by each side (Ikeda 1969, Area I and
	// II, rule 6; Territory III, 6-2; the Jungo text, 両者連続パスで終局する).
	TwoPasses End = iota
	// FirstPassExempt: as TwoPasses, but the very first pass of the game is
	// not one of the two (Ikeda 1969, Area III, rule 6).
	FirstPassExempt
	// Provisional: two passes in a row end the game provisionally and play
	// goes on; two more after that end it (Ikeda 1969, Territory I, 6.1, 6.3).
	Provisional
)

// PassCost says which passes give a stone to the opponent.
type PassCost uint8

const (
	// FreePasses: none.
	FreePasses PassCost = iota
	// AfterProvisional: each pass after the provisional end, except the one
	// that ends the game if the player makes it who moved first after the
	// provisional end (Ikeda 1969, Territory I, 6.2, 6.4).
	AfterProvisional
	// AllPasses: each pass, except the one that ends the game if Black makes
	// it (Ikeda 1969, Territory III, 6-1, 6-3).
	AllPasses
	// AllWhiteLast: each pass; White makes the last one, so that the game ends
	// at two passes in a row of which the second is White's (AGA rules 1991,
	// rules 7 and 9).
	AllWhiteLast
)

// Scoring is what counts as points.
type Scoring uint8

const (
	// StoneScoring counts a colour's stones on the board (Ikeda 1969, Area I,
	// rule 7; the Jungo text, 石の数を競う).
	StoneScoring Scoring = iota
	// AreaScoring counts stones and territory (Ikeda 1969, Area II, rule 7).
	AreaScoring
	// TerritoryScoring counts territory less the stones captured and the
	// stones given by passing (Ikeda 1969, Territory I, rule 7).
	TerritoryScoring
)

// Tax is what is taken off for life and seki, as KataGo defines it (KataGo,
// "KataGo's Supported Go Rules", section Tax). Independent life is a maximal
// region without opposing stones that touches no dame and holds no chain in
// atari.
type Tax uint8

const (
	// NoTax: all territory counts.
	NoTax Tax = iota
	// SekiTax: only territory in independent life counts.
	SekiTax
	// AllTax: as SekiTax, and each region of independent life pays two points,
	// the cutting fee (切り賃, named by the Jungo text).
	AllTax
)

// Compensation is what White gets for handicap stones, apart from komi.
type Compensation uint8

const (
	// NoCompensation gives nothing.
	NoCompensation Compensation = iota
	// PerStone gives one point for each handicap stone.
	PerStone
	// PerStoneLessOne gives one point for each handicap stone but the first.
	PerStoneLessOne
)

// The words for the values of each axis, in their order, as GTP prints and
// reads them. Those that KataGo has are KataGo's.
var (
	KoNames           = []string{"SIMPLE", "POSITIONAL", "SITUATIONAL", "IKEDA"}
	EndNames          = []string{"TWO_PASSES", "FIRST_PASS_EXEMPT", "PROVISIONAL"}
	PassCostNames     = []string{"NONE", "AFTER_PROVISIONAL", "ALL", "ALL_WHITE_LAST"}
	ScoringNames      = []string{"STONES", "AREA", "TERRITORY"}
	TaxNames          = []string{"NONE", "SEKI", "ALL"}
	CompensationNames = []string{"0", "N", "N-1"}
)

func (k Ko) String() string           { return KoNames[k] }
func (e End) String() string          { return EndNames[e] }
func (p PassCost) String() string     { return PassCostNames[p] }
func (s Scoring) String() string      { return ScoringNames[s] }
func (t Tax) String() string          { return TaxNames[t] }
func (c Compensation) String() string { return CompensationNames[c] }

// Axes are the independent choices that make a ruleset. Komi is not among
// them: it is agreed for each game (Ikeda 1969, common rule 8).
type Axes struct {
	Ko       Ko
	Suicide  bool // a chain of two or more stones may be played to death (else Ikeda 1969, common rule 5)
	End      End
	PassCost PassCost
	Scoring  Scoring
	Tax      Tax
	// LiveOnly: only territory that none but live stones surround counts, and
	// each stone played after the provisional end that stands and is not alive
	// costs a point (Ikeda 1969, Territory II, rule 7).
	LiveOnly bool
	// FirstPass: if White made the first pass of the game, Black gets -1/2 and
	// White +1/2 (Ikeda 1969, Area III, rule 7).
	FirstPass bool
	// AgreedDead: dead stones are removed by agreement and count as captured
	// (basic-rules text, 対局の終わり方); else every stone counts as it stands
	// (the Jungo text, 死活の判定がない).
	AgreedDead   bool
	Compensation Compensation
}

// Ruleset is a named choice of axes.
type Ruleset struct {
	Name    string   // canonical, lower case, ASCII
	Aliases []string // further names that are accepted
	Title   string   // what it is, in a phrase
	Source  string   // where it is defined
	Axes
}

// Equal reports whether both have the same axes, whatever their names.
func (r *Ruleset) Equal(o *Ruleset) bool { return r.Axes == o.Axes }

// Mode is one of the three ways of counting that the rulesets fall into.
func (r *Ruleset) Mode() string {
	return [...]string{"jungo", "area", "territory"}[r.Scoring]
}
