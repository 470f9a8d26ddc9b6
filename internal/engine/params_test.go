package engine

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

func TestDefaultConfig(t *testing.T) {
	c := DefaultConfig()
	if c.Size != 19 || c.Komi.String() != "7.5" || c.Rules.Name != rules.DefaultRuleset || c.Threads != 0 || c.Playouts != 0 ||
		c.Time != sec || c.MaxTime != 0 || c.Lag != 200*ms || c.Memory != 256<<20 || c.Resign != 0.1 {
		t.Errorf("%+v", c)
	}
	if c.Seed == 0 || c.Seed == DefaultConfig().Seed {
		t.Errorf("seed %d twice", c.Seed)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	for _, p := range Params() {
		value, ok := c.Get(strings.ToUpper(p.Name))
		if !ok || value != p.Default && p.Name != "seed" {
			t.Errorf("%s is %q, %v, but the default is %q", p.Name, value, ok, p.Default)
		}
		if p.Help == "" || strings.Contains(p.Help, "\n") || p.Min > p.Max {
			t.Errorf("%s: incomplete entry", p.Name)
		}
		if err := c.Set(p.Name, value); err != nil {
			t.Errorf("the value of %s cannot be set: %v", p.Name, err)
		}
	}
}

func TestSetParam(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"boardsize", "9", "9"},
		{"komi", "-3.75", "-3.75"},
		{"komi", "7", "7"},
		{"rules", "純碁", "jungo"},
		{"rules", "Chinese", "chinese"},
		{"scoring", "JUNGO", "jungo"},
		{"threads", "0", "0"},
		{"threads", "256", "256"},
		{"playouts", "1000000000", "1000000000"},
		{"time", "1e1", "10"},
		{"time", ".5", "0.5"},
		{"max-time", "2.25", "2.25"},
		{"lag", "0", "0"},
		{"seed", "-5", "-5"},
		{"memory", "1", "1"},
		{"resign-threshold", "1", "1"},
		{"noresign", "1", "true"},
		{"NoResign", "TRUE", "true"},
	}
	for _, tt := range tests {
		c := DefaultConfig()
		if err := c.Set(tt.name, tt.text); err != nil {
			t.Errorf("Set: %v", err)
		}
		if got, _ := c.Get(tt.name); got != tt.want {
			t.Errorf("%s %s gives %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

func TestSetParamRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"depth", "3", "unknown parameter depth"},
		{"boardsize", "0", "boardsize 0: not a whole number from 1 to 25"},
		{"boardsize", "26", "boardsize 26: not a whole number from 1 to 25"},
		{"komi", "NaN", "komi NaN: not a finite decimal number"},
		{"komi", "", "komi : not a finite decimal number"},
		{"rules", "chess", "rules chess: unknown rules (known: jungo, "},
		{"scoring", "points", "scoring points: not one of jungo, area, territory"},
		{"threads", "-1", "threads -1: not a whole number from 0 to 256"},
		{"threads", "257", "threads 257: not a whole number from 0 to 256"},
		{"threads", "1.5", "threads 1.5: not a whole number from 0 to 256"},
		{"playouts", "99999999999999999999", "playouts 99999999999999999999: not a whole number from 0 to 1000000000"},
		{"time", "-1", "time -1: not a number from 0 to 1000000000"},
		{"time", "nan", "time nan: not a number from 0 to 1000000000"},
		{"time", "inf", "time inf: not a number from 0 to 1000000000"},
		{"time", "0x10", "time 0x10: not a number from 0 to 1000000000"},
		{"lag", "3601", "lag 3601: not a number from 0 to 3600"},
		{"seed", "x", "seed x: not a whole number from -9007199254740992 to 9007199254740992"},
		{"memory", "0", "memory 0: not a whole number from 1 to 131072"},
		{"memory", "131073", "memory 131073: not a whole number from 1 to 131072"},
		{"resign-threshold", "1.01", "resign-threshold 1.01: not a number from 0 to 1"},
		{"noresign", "maybe", "noresign maybe: neither true nor false"},
	}
	for _, tt := range tests {
		c := DefaultConfig()
		before := fmt.Sprint(c)
		if err := c.Set(tt.name, tt.text); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s %s: %v, want %s", tt.name, tt.text, err, tt.want)
		}
		if fmt.Sprint(c) != before {
			t.Errorf("%s %s changed something", tt.name, tt.text)
		}
	}
	c := DefaultConfig()
	c.Time = 0
	if err := c.Check(); err == nil {
		t.Error("nothing would end a search")
	}
}

// Parameters that are views of others.
func TestViews(t *testing.T) {
	c := DefaultConfig()
	steps := []struct{ name, text, rules, resign string }{
		{"rules", "chinese", "chinese", "0.1"},
		{"scoring", "area", "chinese", "0.1"}, // they do
		{"scoring", "territory", "territory3", "0.1"},
		{"scoring", "area", "area2", "0.1"},
		{"resign-threshold", "0.25", "area2", "0.25"},
		{"noresign", "false", "area2", "0.25"}, // it does resign
		{"noresign", "true", "area2", "0"},
		{"noresign", "false", "area2", "0.1"},
	}
	for _, s := range steps {
		if err := c.Set(s.name, s.text); err != nil {
			t.Fatal(err)
		}
		if got, _ := c.Get("resign-threshold"); c.Rules.Name != s.rules || got != s.resign {
			t.Errorf("%s %s gives rules %s, threshold %s, want %+v", s.name, s.text, c.Rules.Name, got, s)
		}
	}
}

// Changing parameters in the middle of a game keeps the game, and the engine
// plays on.
func TestConfigure(t *testing.T) {
	c := DefaultConfig()
	c.Size, c.Threads, c.Playouts, c.Memory, c.Seed = 9, 1, 60, 4<<20, 1
	e := New(c)
	for i, change := range []string{"threads 3", "memory 2", "seed 5", "threads 0", "rules japanese", "komi 0.5", "resign-threshold 0",
		"lag 1", "rules area2", "playouts 80", "time 0", "seed 0", "threads 2"} {
		name, text, _ := strings.Cut(change, " ")
		mover := [2]rules.Color{rules.Black, rules.White}[i%2]
		d := e.Genmove(t.Context(), mover)
		board, moves := e.SGF(""), len(e.Game().Moves())
		next := e.Config()
		if err := next.Set(name, text); err != nil {
			t.Fatal(err)
		}
		if err := e.Configure(next); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		now := e.Config()
		if got, _ := now.Get(name); got != text && change != "seed 0" {
			t.Errorf("%s gives %q", change, got)
		}
		if len(e.Game().Moves()) != moves || d.Resign || moves != i+1 {
			t.Fatalf("%s: %d moves, want %d", change, len(e.Game().Moves()), i+1)
		}
		if after := e.SGF(""); name != "rules" && name != "komi" && after != board {
			t.Errorf("%s changed the game from %s to %s", change, board, after)
		}
	}
	wrong := e.Config()
	wrong.Playouts, wrong.Resign = 0, 0.5
	if err := e.Configure(wrong); err == nil || e.Config().Resign == 0.5 || e.Config().Playouts != 80 {
		t.Errorf("Configure: %v, %+v", err, e.Config())
	}
}

func TestMaxTime(t *testing.T) {
	e := New(Config{Size: 19, Time: 5 * sec, MaxTime: 2 * sec, Memory: 1 << 20})
	if d := e.budget(rules.Black); d != 5*sec {
		t.Errorf("budget %v without a clock", d)
	}
	e.SetTime(TimeSystem{Kind: Absolute, Main: time.Hour})
	if d := e.budget(rules.Black); d != 2*sec {
		t.Errorf("budget %v of an hour, want 2 s", d)
	}
	e.SetTimeLeft(rules.Black, sec, 0)
	if d := e.budget(rules.Black); d > 100*ms {
		t.Errorf("budget %v of a second", d)
	}
}

// After a game the memory is free, the board is there, and all goes on.
func TestGameOver(t *testing.T) {
	c := DefaultConfig()
	c.Size, c.Threads, c.Playouts, c.Memory = 9, 1, 50, 200<<20
	e := New(c)
	play := func(c rules.Color) {
		if d := e.Genmove(t.Context(), c); d.Resign || d.Move.Point == rules.Pass {
			t.Fatalf("%+v", d)
		}
	}
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	play(rules.Black)
	board, used := e.SGF(""), allocated()
	e.GameOver()
	if left := allocated(); e.SGF("") != board || left > used-150<<20 {
		t.Errorf("%d MB of %d left, board %s", left>>20, used>>20, e.SGF(""))
	}
	e.GameOver()
	play(rules.White)
	play(rules.Black)
	e.GameOver()
	e.ClearBoard()
	if now := allocated(); now < used-50<<20 {
		t.Errorf("a new game has a tree of %d MB, the old one had %d", now>>20, used>>20)
	}
	play(rules.Black)
}

// More threads than there are processors for them would only be in each other's
// way.
func TestThreads(t *testing.T) {
	all := runtime.GOMAXPROCS(0)
	for _, c := range []struct{ threads, processors, want int }{
		{0, 0, all}, {1, 0, 1}, {256, 0, all}, {0, 1, 1}, {2, 1, 1}, {2, 3, 2}, {0, 3, 3}, {256, 3, 3},
	} {
		config := DefaultConfig()
		config.Threads, config.Processors, config.Memory = c.threads, c.processors, 1<<20
		e := New(config)
		if e.Threads() != c.want || e.search.Threads() != c.want || e.Config().Threads != c.threads {
			t.Errorf("threads %d on %d processors: %d work, want %d", c.threads, c.processors, e.search.Threads(), c.want)
		}
	}
}
