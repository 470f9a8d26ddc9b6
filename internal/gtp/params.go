package gtp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gtpgo/internal/engine"
)

func paramCommands() []command {
	return []command{
		{Name: "gtpgo-param", Args: "[NAME [VALUE]]", Help: "set a parameter, those of the command line, or print one or all",
			Spec: specOwn, Group: groupParams, Max: -1, Run: runParam},
		{Name: "gtpgo-gogui_param", Args: "[NAME VALUE]",
			Help: "the same in the form of GoGui's menu of type param", Spec: specGoGui, Group: groupParams, Max: -1, Run: runGoGuiParam},
		{Name: "kata-list-params", Help: "KataGo's names that kata-get-param and kata-set-param know", Spec: specKata,
			Group: groupParams, Run: says(func(*Session) string { return strings.Join(kataNames(), " ") })},
		{Name: "kata-get-param", Args: "NAME", Help: "a parameter by KataGo's name", Spec: specKata, Group: groupParams,
			Min: 1, Max: 1, Run: runKataGetParam},
		{Name: "kata-get-params", Help: "all of them as JSON", Spec: specKata, Group: groupParams, Run: runKataGetParams},
		{Name: "kata-set-param", Args: "NAME VALUE", Help: "set a parameter by KataGo's name", Spec: specKata,
			Group: groupParams, Min: 2, Max: 2, Run: runKataSetParam},
		{Name: "kata-set-params", Args: "JSON", Help: "set several of them, or none if one is wrong", Spec: specKata,
			Group: groupParams, Min: 1, Max: -1, Run: runKataSetParams},
	}
}

// runtimeParams are the parameters that can be set while the program runs.
func runtimeParams() []engine.Param {
	return slices.DeleteFunc(engine.Params(), func(p engine.Param) bool { return p.Start })
}

// unknownParam is the failure of a name that is no parameter's.
func unknownParam(name string) error {
	return Failure("unknown parameter: " + name + " (see gtpgo-param)")
}

// setParam sets one parameter.
func (s *Session) setParam(name, value string) error {
	p, ok := engine.FindParam(name)
	switch {
	case !ok:
		return unknownParam(name)
	case p.Start:
		return Failure(p.Name + " is set at the start only, now by the command " + p.Name)
	}
	c := s.Engine.Config()
	if err := c.Set(name, value); err != nil {
		return Failure(err.Error())
	}
	return s.configure(c)
}

// configure makes c the configuration of the engine.
func (s *Session) configure(c engine.Config) error {
	if err := s.Engine.Configure(c); err != nil {
		return Failure(err.Error())
	}
	return nil
}

func runParam(_ context.Context, s *Session, a *Args, r *Reply) error {
	c := s.Engine.Config()
	if !a.More() {
		for _, p := range runtimeParams() {
			value, _ := c.Get(p.Name)
			r.Line(p.Name + " " + value)
		}
		return nil
	}
	name := a.Word("name")
	if a.More() {
		return s.setParam(name, a.Rest())
	}
	value, ok := c.Get(name)
	if !ok {
		return unknownParam(name)
	}
	r.Printf("%s", value)
	return nil
}

// runGoGuiParam serves GoGui's parameter dialogue (GoGui documentation, "Analyze
// Commands", type param): without arguments a line "[TYPE] NAME VALUE" for each,
// with two the change of one.
func runGoGuiParam(_ context.Context, s *Session, a *Args, r *Reply) error {
	c := s.Engine.Config()
	if !a.More() {
		for _, p := range runtimeParams() {
			value, _ := c.Get(p.Name)
			r.Line(goGuiLine(&p, value))
		}
		return nil
	}
	name, value := a.Word("name"), a.Rest()
	if value == "" {
		return ErrSyntax
	}
	if present, ok := c.Get(name); ok && value == inList(present) {
		return nil
	}
	return s.setParam(name, value)
}

// goGuiLine writes a parameter for GoGui: booleans are 0 or 1, and the value of
// a list is one of its items, which hold no blanks.
func goGuiLine(p *engine.Param, value string) string {
	switch {
	case p.Kind == engine.BoolParam:
		return boolParam(p.Name, value == "true")
	case len(p.Choices) > 0:
		item := inList(value)
		if !slices.Contains(p.Choices, item) {
			return listParam(p.Name, append([]string{item}, p.Choices...), item)
		}
		return listParam(p.Name, p.Choices, item)
	}
	return "[string] " + p.Name + " " + value
}

// inList returns a value as an item of a list in GoGui's form.
func inList(value string) string { return strings.ReplaceAll(value, " ", "_") }

// kataParam is a parameter of KataGo's and what stands for it here.
type kataParam struct {
	name string
	get  func(s *Session, c *engine.Config) string
	set  func(c *engine.Config, value string) error
}

// kataUnlimited are KataGo's values for no limit; it sends and expects them.
const (
	kataNoVisits = 1 << 50
	kataNoTime   = 1e20
)

// kataParams are KataGo's parameters that have a meaning here (KataGo,
// configs/gtp_example.cfg and docs/GTP_Extensions.md).
var kataParams = []kataParam{
	{"maxVisits", getPlayouts, setPlayouts},
	{"maxPlayouts", getPlayouts, setPlayouts},
	{"maxTime", func(_ *Session, c *engine.Config) string {
		if c.Time == 0 {
			return strconv.FormatFloat(kataNoTime, 'g', -1, 64)
		}
		return value(c, "time")
	}, setMaxTime},
	{"numSearchThreads", func(s *Session, _ *engine.Config) string { return strconv.Itoa(s.Engine.Threads()) },
		func(c *engine.Config, text string) error {
			if text == "0" {
				return fmt.Errorf("threads %s: not above 0", text)
			}
			return c.Set("threads", text)
		}},
	{"lagBuffer", func(_ *Session, c *engine.Config) string { return value(c, "lag") },
		func(c *engine.Config, text string) error { return c.Set("lag", text) }},
	// KataGo counts from -1, lost, to 1, won; here it is a win rate.
	{"resignThreshold", func(_ *Session, c *engine.Config) string { return short(2*c.Resign - 1) },
		func(c *engine.Config, text string) error {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return fmt.Errorf("resignThreshold %s: not a number", text)
			}
			return c.Set("resign-threshold", short((1+x)/2))
		}},
	{"allowResignation", func(_ *Session, c *engine.Config) string { return strconv.FormatBool(value(c, "noresign") == "false") },
		func(c *engine.Config, text string) error {
			b, err := strconv.ParseBool(strings.ToLower(text))
			if err != nil {
				return fmt.Errorf("allowResignation %s: neither true nor false", text)
			}
			return c.Set("noresign", strconv.FormatBool(!b))
		}},
}

// value returns the value of a parameter that exists.
func value(c *engine.Config, name string) string {
	text, _ := c.Get(name)
	return text
}

// short writes a number without the digits that arithmetic leaves behind.
func short(x float64) string {
	text := strings.TrimRight(strconv.FormatFloat(x, 'f', 9, 64), "0")
	return strings.TrimSuffix(text, ".")
}

func getPlayouts(_ *Session, c *engine.Config) string {
	if c.Playouts == 0 {
		return strconv.Itoa(kataNoVisits)
	}
	return value(c, "playouts")
}

// setPlayouts takes a number too large to be a limit for none.
func setPlayouts(c *engine.Config, text string) error {
	p, _ := engine.FindParam("playouts")
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || n < 1:
		return fmt.Errorf("playouts %s: not a whole number above 0", text)
	case n > int64(p.Max):
		text = "0"
	}
	return c.Set("playouts", text)
}

// setMaxTime sets the time of a move, whether a clock runs or not. A time too
// long to be a limit is none, if there is another.
func setMaxTime(c *engine.Config, text string) error {
	p, _ := engine.FindParam("time")
	x, err := strconv.ParseFloat(text, 64)
	most := text
	switch {
	case err != nil || !(x > 0):
		return fmt.Errorf("time %s: not a number above 0", text)
	case x > p.Max && c.Playouts > 0:
		text, most = "0", "0"
	case x > p.Max:
		text, most = short(p.Max), "0"
	}
	if err := c.Set("time", text); err != nil {
		return err
	}
	return c.Set("max-time", most)
}

func kataNames() []string {
	var names []string
	for _, p := range kataParams {
		names = append(names, p.name)
	}
	return names
}

// findKataParam returns the parameter of that name, or the failure of one that
// is not known.
func findKataParam(name string) (kataParam, error) {
	for _, p := range kataParams {
		if p.name == name {
			return p, nil
		}
	}
	return kataParam{}, Failure("unknown parameter: " + name + " (see kata-list-params)")
}

func runKataGetParam(_ context.Context, s *Session, a *Args, r *Reply) error {
	p, err := findKataParam(a.Word("name"))
	if err == nil {
		c := s.Engine.Config()
		r.Printf("%s", p.get(s, &c))
	}
	return err
}

func runKataGetParams(_ context.Context, s *Session, _ *Args, r *Reply) error {
	c := s.Engine.Config()
	fields := map[string]json.RawMessage{}
	for _, p := range kataParams {
		fields[p.name] = json.RawMessage(p.get(s, &c)) // numbers, true and false
	}
	text, err := json.Marshal(fields)
	r.Printf("%s", text)
	return err
}

func runKataSetParam(_ context.Context, s *Session, a *Args, _ *Reply) error {
	return s.setKataParams(map[string]string{a.Word("name"): a.Word("value")})
}

func runKataSetParams(_ context.Context, s *Session, a *Args, _ *Reply) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(a.Rest()), &fields); err != nil {
		return fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	values := map[string]string{}
	for name, raw := range fields {
		values[name] = strings.Trim(string(raw), `"`)
	}
	return s.setKataParams(values)
}

// setKataParams sets all of the parameters, or none.
func (s *Session) setKataParams(values map[string]string) error {
	c := s.Engine.Config()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		p, err := findKataParam(name)
		if err != nil {
			return err
		}
		if err := p.set(&c, values[name]); err != nil {
			return Failure(err.Error())
		}
	}
	return s.configure(c)
}
