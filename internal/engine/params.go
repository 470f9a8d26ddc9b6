package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gtpgo/internal/rules"
)

// ParamKind is the type of a parameter's value.
type ParamKind uint8

// The kinds of parameters. Values are written as text throughout.
const (
	BoolParam   ParamKind = iota // true or false, also 1 or 0
	IntParam                     // a whole number from Min to Max
	FloatParam                   // a number from Min to Max
	TextParam                    // text with a form of its own
	ChoiceParam                  // one of Choices, in any case
)

// Param is one of the settings of a session. Flags, GTP commands and README are
// all made from the table of them.
type Param struct {
	Name     string // also the flag's
	Kind     ParamKind
	Default  string
	Min, Max float64
	Choices  []string
	Help     string
	// Start marks what can be set at the start only; later there is a command
	// for it.
	Start bool
	// View marks another way to set what a parameter before it sets.
	View bool

	// Either field, or get and set. The field is a *bool, *int, *float64 or
	// *time.Duration, the last in seconds as text. set is given text that fits
	// Kind, Min and Max.
	field func(c *Config) any
	get   func(c *Config) string
	set   func(c *Config, text string) error
}

// MaxThreads bounds the number of threads: more than there are processors gain
// nothing, and each has a cost.
const MaxThreads = 256

// Bounds of other parameters.
const (
	maxThreads  = 256 // more than there are processors gains nothing, and each has a cost
	maxPlayouts = 1e9 // more than a tree counts
	maxSeconds  = 1e9 // thirty years
	maxLag      = 3600
	maxMemory   = 1 << 17 // megabytes; nodes have numbers of 32 bits
	maxSeed     = 1 << 53
)

// Thresholds for resigning.
const (
	defaultResign = 0.1
	noResign      = 0 // of one who never does
)

// params is the table, in the order of help; a View after what it is a view of.
var params = []Param{
	{Name: "boardsize", Kind: IntParam, Default: "19", Min: 1, Max: rules.MaxSize, Start: true,
		Help: "number of lines, 1 to 25", field: func(c *Config) any { return &c.Size }},
	{Name: "komi", Kind: TextParam, Default: "7.5", Help: "points that White gets, any finite decimal",
		get: func(c *Config) string { return c.Komi.String() },
		set: func(c *Config, text string) (err error) { c.Komi, err = rules.ParseDecimal(text); return err }},
	{Name: "rules", Kind: TextParam, Default: rules.DefaultRuleset, Choices: rulesetNames(),
		Help: "rules by name: " + strings.Join(rulesetNames(), ", "),
		get:  func(c *Config) string { return c.Rules.Label() }, set: setRules},
	{Name: "scoring", Kind: ChoiceParam, Default: "area", Choices: []string{"jungo", "area", "territory"}, View: true,
		Help: "what counts: jungo, area or territory; short for the rules jungo, area2 and territory3",
		get:  func(c *Config) string { return c.Rules.Mode() }, set: setScoring},
	{Name: "threads", Kind: IntParam, Default: "0", Max: MaxThreads,
		Help: "search threads, 0 = one for each processor, and no more than that", field: func(c *Config) any { return &c.Threads }},
	{Name: "playouts", Kind: IntParam, Default: "0", Max: maxPlayouts,
		Help:  "playouts a move, 0 = no limit; the first limit reached ends a search",
		field: func(c *Config) any { return &c.Playouts }},
	{Name: "time", Kind: FloatParam, Default: "1", Max: maxSeconds,
		Help: "seconds a move where no clock is set by GTP, 0 = no limit", field: func(c *Config) any { return &c.Time }},
	{Name: "max-time", Kind: FloatParam, Default: "0", Max: maxSeconds,
		Help: "most seconds a move where a clock is set by GTP, 0 = no limit", field: func(c *Config) any { return &c.MaxTime }},
	{Name: "lag", Kind: FloatParam, Default: "0.2", Max: maxLag,
		Help: "seconds kept in reserve on every clock", field: func(c *Config) any { return &c.Lag }},
	{Name: "ponder", Kind: BoolParam, Default: "false",
		Help: "go on thinking while the opponent does, until the next line arrives", field: func(c *Config) any { return &c.Ponder }},
	{Name: "level", Kind: IntParam, Default: strconv.Itoa(fullLevel), Min: 1, Max: fullLevel,
		Help: "strength of play: 10 is full, each level below is weaker", field: func(c *Config) any { return &c.Level }},
	{Name: "seed", Kind: IntParam, Default: "0", Min: -maxSeed, Max: maxSeed,
		Help: "seed of the random numbers, 0 = a new one each time; with one thread and a limit of " +
			"playouts only (--time 0), the same input gives the same output",
		get: func(c *Config) string { return strconv.FormatInt(int64(c.Seed), 10) }, set: setSeed},
	{Name: "memory", Kind: IntParam, Default: "256", Min: 1, Max: maxMemory, Help: "megabytes for the search tree",
		get: func(c *Config) string { return strconv.Itoa(c.Memory >> 20) }, set: setMemory},
	{Name: "net", Kind: TextParam, Default: netAuto,
		Help: "net that advises the search: " + netOn + ", the one that comes with the program, " + netOff + ", or a file of weights; " +
			netAuto + " is " + netOn + " where the processor has AVX2, else " + netOff,
		get: func(c *Config) string { return c.Net.String() }, set: setNet},
	{Name: "resign-threshold", Kind: FloatParam, Default: fmt.Sprint(defaultResign), Max: 1,
		Help: "win rate below which the engine resigns, 0 = never", field: func(c *Config) any { return &c.Resign }},
	{Name: "noresign", Kind: BoolParam, Default: "false", View: true, Help: "never resign: short for a threshold of 0",
		get: func(c *Config) string { return strconv.FormatBool(c.Resign == noResign) }, set: setNoResign},
}

func rulesetNames() []string {
	var names []string
	for _, r := range rules.Rulesets() {
		names = append(names, r.Name)
	}
	return names
}

func setRules(c *Config, text string) error {
	r, ok := rules.FindRuleset(text)
	if !ok {
		return fmt.Errorf("unknown rules (known: %s)", strings.Join(rulesetNames(), ", "))
	}
	c.Rules = r
	return nil
}

func setScoring(c *Config, text string) error {
	r, ok := rules.ModeRuleset(text)
	if !ok {
		return errors.New("no rules count so")
	}
	c.Rules = r
	return nil
}

// setSeed draws a seed for 0, so that the one in use can always be read and
// used again.
func setSeed(c *Config, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	for n == 0 {
		n = rand.Int64N(maxSeed)
	}
	c.Seed = uint64(n)
	return err
}

func setMemory(c *Config, text string) error {
	n, err := strconv.Atoi(text)
	if have := physicalMemory(); have > 0 && n > have>>20 {
		return fmt.Errorf("the machine has only %d", have>>20)
	}
	c.Memory = n << 20
	return err
}

func setNoResign(c *Config, text string) error {
	if text == "true" {
		c.Resign = noResign
		return nil
	}
	c.Resign = defaultResign
	return nil
}
