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
		{Name: "kgs-time_settings", Args: "none | absolute MAIN | byoyomi MAIN PERIOD COUNT | canadian MAIN PERIOD STONES",
			Help: "set the time system", Spec: specKGS, Group: groupClock, Min: 1, Max: 4, Run: runKGSTimeSettings},
	}
}

// Seconds takes a time in seconds. Times beyond a hundred years are cut.
func (a *Args) Seconds(name string) time.Duration {
	x := a.Float(name)
	const most = 100 * 365 * 24 * 3600
	return time.Duration(math.Max(-most, math.Min(most, x)) * float64(time.Second))
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

func runKGSTimeSettings(_ context.Context, s *Session, a *Args, _ *Reply) error {
	var t engine.TimeSystem
	switch strings.ToLower(a.Word("system")) {
	case "none":
	case "absolute":
		t = engine.TimeSystem{Kind: engine.Absolute, Main: a.Seconds("main")}
	case "byoyomi":
		t = engine.TimeSystem{Kind: engine.Byoyomi, Main: a.Seconds("main"), Period: a.Seconds("period"), Count: a.Count("periods")}
	case "canadian":
		t = engine.TimeSystem{Kind: engine.Canadian, Main: a.Seconds("main"), Period: a.Seconds("period"), Count: a.Count("stones")}
	default:
		return ErrSyntax
	}
	if a.End(); a.Err() != nil {
		return a.Err()
	}
	if t.Kind != engine.Absolute && (t.Period <= 0 || t.Count == 0) && t.Kind != engine.NoClock {
		t = engine.TimeSystem{Kind: engine.Absolute, Main: t.Main}
	}
	s.Engine.SetTime(t)
	return nil
}
