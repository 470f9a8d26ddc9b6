package engine

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"gtpgo/internal/search"
)

// Params returns all parameters, in the order of help.
func Params() []Param { return slices.Clone(params) }

// FindParam returns the parameter of that name, in any case.
func FindParam(name string) (p Param, ok bool) {
	if found := findParam(name); found != nil {
		return *found, true
	}
	return Param{}, false
}

// findParam returns the parameter of that name, nil if there is none.
func findParam(name string) *Param {
	i := slices.IndexFunc(params, func(p Param) bool { return strings.EqualFold(p.Name, name) })
	if i < 0 {
		return nil
	}
	return &params[i]
}

// Get returns the value of a parameter; ok is false if there is none of that
// name.
func (c *Config) Get(name string) (value string, ok bool) {
	p := findParam(name)
	if p == nil {
		return "", false
	}
	return p.value(c), true
}

func (p *Param) value(c *Config) string {
	if p.get != nil {
		return p.get(c)
	}
	switch x := p.field(c).(type) {
	case *bool:
		return strconv.FormatBool(*x)
	case *int:
		return strconv.Itoa(*x)
	case *float64:
		return strconv.FormatFloat(*x, 'f', -1, 64)
	case *time.Duration:
		return strconv.FormatFloat(x.Seconds(), 'f', -1, 64)
	default:
		panic("engine: parameter " + p.Name + " has a field of unknown type")
	}
}

// Set gives a parameter the value that text says, its present one included. An
// error is a line for the user that names both, and leaves c as it was.
func (c *Config) Set(name, text string) error {
	p := findParam(name)
	if p == nil {
		return fmt.Errorf("unknown parameter %s", name)
	}
	if strings.EqualFold(text, p.value(c)) {
		return nil
	}
	checked, err := p.check(text)
	changed := *c
	if err == nil {
		err = p.assign(&changed, checked)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", p.Name, text, err)
	}
	*c = changed
	return nil
}

// check returns the value in canonical form, or says what it should be.
func (p *Param) check(text string) (string, error) {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	switch p.Kind {
	case BoolParam:
		b, err := strconv.ParseBool(strings.ToLower(text))
		if err != nil {
			return "", errors.New("neither true nor false")
		}
		return strconv.FormatBool(b), nil
	case IntParam:
		n, err := strconv.ParseInt(text, 10, 64)
		if x := float64(n); err != nil || x < p.Min || x > p.Max {
			return "", fmt.Errorf("not a whole number from %s to %s", number(p.Min), number(p.Max))
		}
		return strconv.FormatInt(n, 10), nil
	case FloatParam:
		x, err := strconv.ParseFloat(text, 64)
		// Neither NaN nor the hexadecimal forms that Go would read.
		if err != nil || !(x >= p.Min && x <= p.Max) || strings.Trim(text, "+-.0123456789eE") != "" {
			return "", fmt.Errorf("not a number from %s to %s", number(p.Min), number(p.Max))
		}
		return number(x), nil
	case ChoiceParam:
		for _, choice := range p.Choices {
			if strings.EqualFold(choice, text) {
				return choice, nil
			}
		}
		return "", fmt.Errorf("not one of %s", strings.Join(p.Choices, ", "))
	}
	return text, nil
}

// assign gives the parameter a checked value.
func (p *Param) assign(c *Config, text string) error {
	if p.set != nil {
		return p.set(c, text)
	}
	if f, ok := p.field(c).(*bool); ok {
		*f = text == "true"
		return nil
	}
	x, err := strconv.ParseFloat(text, 64)
	switch f := p.field(c).(type) {
	case *int:
		*f = int(x)
	case *float64:
		*f = x
	case *time.Duration:
		*f = time.Duration(math.Round(x * float64(time.Second)))
	}
	return err
}

// DefaultConfig returns the configuration of a session started without flags,
// with a new seed.
func DefaultConfig() Config {
	var c Config
	for _, p := range params {
		if p.View {
			continue
		}
		text, err := p.check(p.Default)
		if err == nil {
			err = p.assign(&c, text)
		}
		if err != nil {
			panic(fmt.Sprintf("engine: default of %s: %v", p.Name, err))
		}
	}
	return c
}

// Check reports what is wrong with the parameters together.
func (c *Config) Check() error {
	if c.Time == 0 && c.Playouts == 0 {
		return errors.New("time 0 needs playouts: nothing else would end a search")
	}
	return nil
}

// workers returns the number of threads to use: no more than there are
// processors, as those beyond would only keep others waiting, also those that
// are to stop the search.
func (c *Config) workers() int {
	n := c.Processors
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	if c.Threads > 0 {
		n = min(n, c.Threads)
	}
	return n
}

// Config returns the present configuration.
func (e *Engine) Config() Config {
	c := e.config
	c.Size, c.Komi, c.Rules = e.game.Size(), e.game.Komi(), *e.game.Rules()
	return c
}

// Configure makes c the configuration, all of it or, if it returns an error,
// nothing. Board and moves stay, and so does the size; what a parameter does not
// bear on stays too.
func (e *Engine) Configure(c Config) error {
	if err := c.Check(); err != nil {
		return err
	}
	old := e.Config()
	c.Size, c.Log = old.Size, old.Log
	e.config = c
	if c.Rules.Name != old.Rules.Name || !c.Rules.Equal(&old.Rules) {
		e.SetRules(c.Rules)
	}
	if c.Komi.String() != old.Komi.String() {
		e.SetKomi(c.Komi)
	}
	if c.Threads != old.Threads || c.Memory != old.Memory || c.Seed != old.Seed || c.Net != old.Net {
		e.renewSearch(c.Memory)
		e.judged = judgement{}
	}
	return nil
}

// renewSearch makes a new search, with an empty tree of that many bytes.
func (e *Engine) renewSearch(memory int) {
	if e.search != nil {
		// The memory of both has to be free before the new tree takes its own.
		e.search, e.judging = nil, nil
		debug.FreeOSMemory()
	}
	e.search = search.New(search.Config{Memory: memory, Threads: e.config.workers(), Seed: e.config.Seed,
		Params: search.DefaultParams(), Net: e.config.Net.weights()})
	e.idle = false
}

// idleMemory is the size of the tree, in bytes, between games.
const idleMemory = 16 << 20

// GameOver frees the memory that the game needed. Board and moves stay, and
// every command still works; the next move or game takes the memory again.
func (e *Engine) GameOver() { e.release() }

// release gives the memory of the tree back to the system, until the position
// changes.
func (e *Engine) release() {
	e.renewSearch(min(e.config.Memory, idleMemory))
	e.idle = true
}

// Threads returns the number of threads that search.
func (e *Engine) Threads() int { return e.config.workers() }
