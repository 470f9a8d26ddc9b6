package gtp

import (
	"context"
	"math"
	"strings"
	"time"

	"gtpgo/internal/engine"
)

func clockCommands() []command {
	return []command{
		{Name: "time_settings", Args: "MAIN PERIOD STONES", Help: "set absolute or Canadian time, in seconds",
			Spec: specGTP, Group: groupClock, Min: 3, Max: 3, Run: runTimeSettings},
		{Name: "time_left", Args: "COLOR SECONDS COUNT", Help: "what is left: of main time if COUNT is 0, else of the period",
			Spec: specGTP, Group: groupClock, Min: 3, Max: 3, Run: runTimeLeft},
		{Name: "kgs-time_settings", Args: timeUsage(false), Help: "set the time system, in seconds", Spec: specKGS,
			Group: groupClock, Min: 1, Max: 4, Run: runTimeSystem(false)},
		{Name: "kata-time_settings", Args: timeUsage(true),
			Help: "set the time system, in seconds; a limit below 0 is none", Spec: specKata,
			Group: groupClock, Min: 1, Max: 5, Run: runTimeSystem(true)},
		{Name: "kata-list_time_settings", Help: "the words that kata-time_settings knows", Spec: specKata, Group: groupClock,
			Run: says(func(*Session) string { return strings.Join(timeNames(), " ") })},
	}
}

// Seconds takes a time in seconds. Times beyond a hundred years are cut.
func (a *Args) Seconds(name string) time.Duration {
	x := a.Float(name)
	const most = 100 * 365 * 24 * 3600
	return time.Duration(math.Max(-most, math.Min(most, x)) * float64(time.Second))
}

// Limit takes a time in seconds that bounds another; 0 is returned for one below
// zero, which is no limit, and never else.
func (a *Args) Limit(name string) time.Duration {
	d := a.Seconds(name)
	if d < 0 || a.Err() != nil {
		return 0
	}
	return max(d, 1)
}

// Count takes a number of stones or periods, which some clients send with
// decimals or negative: then it is cut to a whole number, and to 0.
func (a *Args) Count(name string) int {
	return int(math.Max(0, math.Min(1<<30, a.Float(name))))
}

func runTimeSettings(_ context.Context, s *Session, a *Args, _ *Reply) error {
	t := engine.TimeSystem{Main: a.Seconds("main"), Period: a.Seconds("period"), Count: a.Count("stones")}
	if a.Err() != nil {
		return a.Err()
	}
	switch {
	case t.Period > 0 && t.Count == 0: // section 4.2: no limit
		t = engine.TimeSystem{}
	case t.Period <= 0:
		t = engine.TimeSystem{Kind: engine.Absolute, Main: t.Main}
	default:
		t.Kind = engine.Canadian
	}
	s.Engine.SetTime(t)
	return nil
}

func runTimeLeft(_ context.Context, s *Session, a *Args, _ *Reply) error {
	c, left, n := a.Color(), a.Seconds("time"), a.Count("count")
	if a.Err() == nil {
		s.Engine.SetTimeLeft(c, left, n)
	}
	return a.Err()
}

// timeForms are the time systems that can be set by a word and what follows it:
// those of KGS, and those that KataGo adds (docs/GTP_Extensions.md).
var timeForms = []struct {
	name, args string
	kata       bool // not known to KGS
	read       func(a *Args) engine.TimeSystem
}{
	{name: "none", read: func(*Args) engine.TimeSystem { return engine.TimeSystem{} }},
	{name: "absolute", args: "MAIN", read: func(a *Args) engine.TimeSystem {
		return engine.TimeSystem{Kind: engine.Absolute, Main: a.Seconds("main")}
	}},
	{name: "byoyomi", args: "MAIN PERIOD COUNT", read: func(a *Args) engine.TimeSystem {
		return engine.TimeSystem{Kind: engine.Byoyomi, Main: a.Seconds("main"), Period: a.Seconds("period"), Count: a.Count("periods")}
	}},
	{name: "canadian", args: "MAIN PERIOD STONES", read: func(a *Args) engine.TimeSystem {
		return engine.TimeSystem{Kind: engine.Canadian, Main: a.Seconds("main"), Period: a.Seconds("period"), Count: a.Count("stones")}
	}},
	{name: "fischer", args: "MAIN INCREMENT", kata: true, read: func(a *Args) engine.TimeSystem {
		return engine.TimeSystem{Kind: engine.Fischer, Main: a.Seconds("main"), Increment: a.Seconds("increment")}
	}},
	{name: "fischer-capped", args: "MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT", kata: true, read: func(a *Args) engine.TimeSystem {
		t := engine.TimeSystem{Kind: engine.Fischer, Main: a.Seconds("main"), Increment: a.Seconds("increment"),
			Cap: a.Limit("main limit"), MoveLimit: a.Limit("move limit")}
		if t.Cap > 0 && t.Cap < t.Main {
			a.syntax("main limit", "none or at least the main time")
		}
		return t
	}},
}

// timeNames returns the words of all time forms.
func timeNames() []string {
	var names []string
	for _, f := range timeForms {
		names = append(names, f.name)
	}
	return names
}

// timeUsage describes the arguments of KGS's command, or of KataGo's.
func timeUsage(kata bool) string {
	var forms []string
	for _, f := range timeForms {
		if kata || !f.kata {
			forms = append(forms, strings.TrimSpace(f.name+" "+f.args))
		}
	}
	return strings.Join(forms, " | ")
}

// runTimeSystem makes the handler of KGS's command, or of KataGo's, which knows
// more systems and no negative times.
func runTimeSystem(kata bool) handler {
	return func(_ context.Context, s *Session, a *Args, _ *Reply) error {
		word := a.Word("system")
		for _, f := range timeForms {
			if !strings.EqualFold(f.name, word) || f.kata && !kata {
				continue
			}
			t := f.read(a)
			if kata && min(t.Main, t.Period, t.Increment) < 0 {
				a.syntax("time", "no negative time")
			}
			if a.End(); a.Err() == nil {
				s.Engine.SetTime(possible(t))
			}
			return a.Err()
		}
		return ErrSyntax
	}
}

// possible turns an overtime without time, moves or periods into none: what is
// left is main time, or no limit if that is missing too but not the period, as
// GTP has it (2 draft, section 4.2).
func possible(t engine.TimeSystem) engine.TimeSystem {
	switch {
	case t.Kind != engine.Canadian && t.Kind != engine.Byoyomi, t.Period > 0 && t.Count > 0:
		return t
	case t.Main <= 0 && t.Period > 0:
		return engine.TimeSystem{}
	}
	return engine.TimeSystem{Kind: engine.Absolute, Main: t.Main}
}
