package main

import (
	"fmt"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/pflag"

	"gtpgo/internal/engine"
)

// options are the values of the flags.
type options struct {
	params              []paramFlag // those of the session, in the order of the table
	gtpFile, gtpVersion string
	logLevel, logFile   string
	liveGfx, ruler      bool
	version, help       bool
}

// paramFlag is the flag of a parameter of the session. It keeps the text, which
// is checked by options.config.
type paramFlag struct {
	param engine.Param
	text  string
	given bool
}

// String returns the text, as pflag.Value asks for it.
func (p *paramFlag) String() string { return p.text }

// Set keeps the text.
func (p *paramFlag) Set(text string) error {
	p.text, p.given = text, true
	return nil
}

// Type returns the word for the value in the help.
func (p *paramFlag) Type() string {
	return [...]string{engine.BoolParam: "bool", engine.IntParam: "int", engine.FloatParam: "float", engine.TextParam: "text",
		engine.ChoiceParam: "word"}[p.param.Kind]
}

// flagSet returns the flags that fill o; their usage texts are the program's
// help.
func flagSet(o *options) *pflag.FlagSet {
	f := pflag.NewFlagSet("gtpgo", pflag.ContinueOnError)
	f.SortFlags = false
	f.Usage = func() {}
	params := engine.Params()
	o.params = make([]paramFlag, len(params))
	for i, p := range params {
		o.params[i] = paramFlag{param: p, text: p.Default}
		added := f.VarPF(&o.params[i], p.Name, "", p.Help)
		if p.Kind == engine.BoolParam {
			added.NoOptDefVal = "true"
		}
	}
	f.StringVar(&o.gtpFile, "gtp-file", "", "file of GTP commands to run before standard input is read")
	f.StringVar(&o.gtpVersion, "gtp-version", "", "what the GTP command version answers, default the program's version")
	f.BoolVar(&o.liveGfx, "live-gfx", false, "show running searches by GoGui's live graphics on standard error")
	f.BoolVar(&o.ruler, "ruler", false, "be a ruler for GoGui, which then plays by these rules, size and komi, and shows the result")
	f.StringVar(&o.logLevel, "log-level", "warn", "least level logged: trace, debug, info, warn, error or disabled")
	f.StringVar(&o.logFile, "log-file", "", "file to append the log to, default standard error")
	f.BoolVar(&o.version, "version", false, "print the version and exit")
	f.BoolVar(&o.help, "help", false, "print this help and exit")
	return f
}

// flagHelp returns the help on the flags, with every default that is not
// nothing, also those that are 0, which pflag leaves out.
func flagHelp() string {
	const columns = 100
	f := flagSet(new(options))
	f.VisitAll(func(f *pflag.Flag) {
		if f.DefValue == "0" {
			f.Usage += " (default 0)"
		}
	})
	return f.FlagUsagesWrapped(columns)
}

// rulesetNames returns the words that --rules takes.
func rulesetNames() []string {
	p, _ := engine.FindParam("rules")
	return p.Choices
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

// config checks the values and makes the engine's configuration of them.
func (o *options) config(log zerolog.Logger) (engine.Config, error) {
	c := engine.DefaultConfig()
	c.Log = log
	rules := ""
	for _, p := range o.params {
		if !p.given {
			continue
		}
		if err := c.Set(p.param.Name, p.text); err != nil {
			return c, fmt.Errorf("--%w", err)
		}
		switch p.param.Name {
		case "rules":
			rules = c.Rules.Name
		case "scoring":
			if rules != "" && rules != c.Rules.Name {
				return c, fmt.Errorf("--scoring %s: --rules %s counts otherwise", p.text, rules)
			}
		}
	}
	if err := c.Check(); err != nil {
		return c, fmt.Errorf("--%w", err)
	}
	return c, nil
}

// maxThreads bounds the number of games at a time, as that of threads.
const maxThreads = engine.MaxThreads

// seconds turns a flag's seconds into a duration.
func seconds(flag string, x float64) (time.Duration, error) {
	if !(x >= 0 && x <= 1e9) {
		return 0, fmt.Errorf("%s %g: not a number of seconds from 0 to 1e9", flag, x)
	}
	return time.Duration(x * float64(time.Second)), nil
}
