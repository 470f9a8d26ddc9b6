package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/pflag"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// options are the values of the flags.
type options struct {
	size, threads, playouts, memory int
	komi, rules                     string
	time, lag, resign               float64
	seed                            int64
	gtpFile, gtpVersion             string
	logLevel, logFile               string
	version, help                   bool
}

// flagSet returns the flags that fill o; their usage texts are the program's
// help.
func flagSet(o *options) *pflag.FlagSet {
	f := pflag.NewFlagSet("gtpgo", pflag.ContinueOnError)
	f.SortFlags = false
	f.Usage = func() {}
	f.IntVar(&o.size, "boardsize", 19, "number of lines, 1 to 25")
	f.StringVar(&o.komi, "komi", "7.5", "points that White gets, any finite decimal")
	f.StringVar(&o.rules, "rules", rules.DefaultRuleset, "rules by name: "+strings.Join(rulesetNames(), ", "))
	f.IntVar(&o.threads, "threads", 0, "search threads, 0 = one for each processor")
	f.IntVar(&o.playouts, "playouts", 0, "playouts a move, 0 = no limit; the first limit reached ends a search")
	f.Float64Var(&o.time, "time", 1, "seconds a move where no clock is set by GTP, 0 = no limit")
	f.Float64Var(&o.lag, "lag", 0.2, "seconds kept in reserve on every clock")
	f.Int64Var(&o.seed, "seed", 0, "seed of the random numbers, 0 = a new one each time; with one thread and a limit of\nplayouts only (--time 0), the same input gives the same output")
	f.IntVar(&o.memory, "memory", 256, "megabytes for the search tree")
	f.Float64Var(&o.resign, "resign-threshold", 0.1, "win rate below which the engine resigns, 0 = never")
	f.StringVar(&o.gtpFile, "gtp-file", "", "file of GTP commands to run before standard input is read")
	f.StringVar(&o.gtpVersion, "gtp-version", "", "what the GTP command version answers, default the program's version")
	f.StringVar(&o.logLevel, "log-level", "warn", "least level logged: trace, debug, info, warn, error or disabled")
	f.StringVar(&o.logFile, "log-file", "", "file to append the log to, default standard error")
	f.BoolVar(&o.version, "version", false, "print the version and exit")
	f.BoolVar(&o.help, "help", false, "print this help and exit")
	return f
}

func rulesetNames() []string {
	var names []string
	for _, r := range rules.Rulesets() {
		names = append(names, r.Name)
	}
	return names
}

// parse reads the command line; an error is one line for the user.
func parse(args []string) (*options, error) {
	o := new(options)
	f := flagSet(o)
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	return o, nil
}

// maxMemory bounds --memory, in megabytes.
const maxMemory = 1 << 20

// config checks the values and makes the engine's configuration of them.
func (o *options) config(log zerolog.Logger) (engine.Config, error) {
	c := engine.Config{Size: o.size, Threads: o.threads, Playouts: o.playouts, Seed: uint64(o.seed),
		Memory: o.memory << 20, Resign: o.resign, Log: log}
	var err error
	if c.Komi, err = rules.ParseDecimal(o.komi); err != nil {
		return c, fmt.Errorf("--komi %s: %w", o.komi, err)
	}
	var ok bool
	if c.Rules, ok = rules.FindRuleset(o.rules); !ok {
		return c, fmt.Errorf("--rules %s: unknown rules (known: %s)", o.rules, strings.Join(rulesetNames(), ", "))
	}
	if c.Time, err = seconds("--time", o.time); err != nil {
		return c, err
	}
	if c.Lag, err = seconds("--lag", o.lag); err != nil {
		return c, err
	}
	switch {
	case o.size < 1 || o.size > rules.MaxSize:
		return c, fmt.Errorf("--boardsize %d: not from 1 to %d", o.size, rules.MaxSize)
	case o.threads < 0 || o.threads > maxThreads:
		return c, fmt.Errorf("--threads %d: not from 0 to %d", o.threads, maxThreads)
	case o.playouts < 0:
		return c, fmt.Errorf("--playouts %d: negative", o.playouts)
	case o.memory < 1 || o.memory > maxMemory:
		return c, fmt.Errorf("--memory %d: not from 1 to %d", o.memory, maxMemory)
	case !(o.resign >= 0 && o.resign <= 1):
		return c, fmt.Errorf("--resign-threshold %g: not from 0 to 1", o.resign)
	case o.time == 0 && o.playouts == 0:
		return c, errors.New("--time 0 needs --playouts: nothing would end a search")
	}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	if o.seed == 0 {
		c.Seed = rand.Uint64()
	}
	return c, nil
}

// maxThreads bounds --threads: more than the machine has work, but each has a
// cost.
const maxThreads = 256

// seconds turns a flag's seconds into a duration.
func seconds(flag string, x float64) (time.Duration, error) {
	if !(x >= 0 && x <= 1e9) {
		return 0, fmt.Errorf("%s %g: not a number of seconds from 0 to 1e9", flag, x)
	}
	return time.Duration(x * float64(time.Second)), nil
}
