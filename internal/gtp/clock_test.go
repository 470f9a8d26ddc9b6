package gtp

import (
	"strings"
	"testing"
	"time"

	"gtpgo/internal/engine"
)

// Every form of the commands that set the clock, and what the engine makes of
// it.
func TestTimeCommands(t *testing.T) {
	const sec = time.Second
	hundred := time.Duration(100 * 365 * 24 * int64(time.Hour))
	tests := []struct {
		line string
		want engine.TimeSystem
	}{
		{"time_settings 600 30 5", engine.TimeSystem{Kind: engine.Canadian, Main: 600 * sec, Period: 30 * sec, Count: 5}},
		{"time_settings 600 0 0", engine.TimeSystem{Kind: engine.Absolute, Main: 600 * sec}},
		{"time_settings 0 0 0", engine.TimeSystem{Kind: engine.Absolute}},
		{"time_settings 0 1 0", engine.TimeSystem{}}, // GoGui: no limit
		{"time_settings 1 1 0", engine.TimeSystem{}}, // q5Go: no limit
		{"time_settings 0 5 1", engine.TimeSystem{Kind: engine.Canadian, Period: 5 * sec, Count: 1}},
		{"time_settings 0.5 1.5 2.0", engine.TimeSystem{Kind: engine.Canadian, Main: sec / 2, Period: 3 * sec / 2, Count: 2}},
		{"time_settings -5 -1 -2", engine.TimeSystem{Kind: engine.Absolute, Main: -5 * sec}},
		{"time_settings 1e300 0 0", engine.TimeSystem{Kind: engine.Absolute, Main: hundred}},
		{"kgs-time_settings none", engine.TimeSystem{}},
		{"kgs-time_settings absolute 300", engine.TimeSystem{Kind: engine.Absolute, Main: 300 * sec}},
		{"kgs-time_settings BYOYOMI 600 30 5", engine.TimeSystem{Kind: engine.Byoyomi, Main: 600 * sec, Period: 30 * sec, Count: 5}},
		{"kgs-time_settings canadian 600 300 25", engine.TimeSystem{Kind: engine.Canadian, Main: 600 * sec, Period: 300 * sec, Count: 25}},
		{"kgs-time_settings canadian -20 30 1", engine.TimeSystem{Kind: engine.Canadian, Main: -20 * sec, Period: 30 * sec, Count: 1}},
		{"kgs-time_settings canadian 600 30 0", engine.TimeSystem{Kind: engine.Absolute, Main: 600 * sec}},
		{"kgs-time_settings canadian 0 30 0", engine.TimeSystem{}},
		{"kgs-time_settings byoyomi 0 0 5", engine.TimeSystem{Kind: engine.Absolute}},
		{"kata-time_settings none", engine.TimeSystem{}},
		{"kata-time_settings absolute 2147483647", engine.TimeSystem{Kind: engine.Absolute, Main: 2147483647 * sec}},
		{"kata-time_settings byoyomi 12.5 2.5 3", engine.TimeSystem{Kind: engine.Byoyomi, Main: 25 * sec / 2, Period: 5 * sec / 2, Count: 3}},
		{"kata-time_settings canadian 0 60 10", engine.TimeSystem{Kind: engine.Canadian, Period: 60 * sec, Count: 10}},
		{"kata-time_settings fischer 60 5", engine.TimeSystem{Kind: engine.Fischer, Main: 60 * sec, Increment: 5 * sec}},
		{"kata-time_settings fischer 0 0", engine.TimeSystem{Kind: engine.Fischer}},
		{"kata-time_settings Fischer-Capped 86400 3600 172800 -1", engine.TimeSystem{Kind: engine.Fischer, Main: 86400 * sec,
			Increment: 3600 * sec, Cap: 172800 * sec}},
		{"kata-time_settings fischer-capped 60 5 -1 10", engine.TimeSystem{Kind: engine.Fischer, Main: 60 * sec,
			Increment: 5 * sec, MoveLimit: 10 * sec}},
		{"kata-time_settings fischer-capped 60 5 60 0", engine.TimeSystem{Kind: engine.Fischer, Main: 60 * sec,
			Increment: 5 * sec, Cap: 60 * sec, MoveLimit: 1}},
	}
	for _, tt := range tests {
		s := sit(t, 9, "area2")
		s.expect("", tt.line)
		if got := s.server.Session.Engine.TimeSystem(); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.line, got, tt.want)
		}
		for _, line := range []string{
			"time_settings 1 2", "time_settings 1 2 x", "time_settings nan 0 0", "time_settings 0 inf 1", "time_settings 1 2 3 4",
			"time_left b 1", "time_left x 1 0", "time_left b one 0", "time_left b 1 0 0", "time_left b NaN 0",
			"kgs-time_settings", "kgs-time_settings sudden 10", "kgs-time_settings none 5", "kgs-time_settings absolute",
			"kgs-time_settings absolute 5 5", "kgs-time_settings byoyomi 5 5", "kgs-time_settings fischer 60 5",
			"kata-time_settings fischer 60", "kata-time_settings fischer -60 5", "kata-time_settings fischer 60 -5",
			"kata-time_settings fischer 60 5 60", "kata-time_settings fischer-capped 60 5 60", "kata-time_settings fischer-capped 60 5 59 -1",
			"kata-time_settings absolute -1", "kata-time_settings byoyomi 5 -5 1", "kata-time_settings none 1",
			"kata-list_time_settings now",
		} {
			s.refuses("syntax error", line)
		}
		if got := s.server.Session.Engine.TimeSystem(); got != tt.want {
			t.Fatalf("after refused commands %+v, want %+v", got, tt.want)
		}
	}
}

// What is listed can be set.
func TestListTimeSettings(t *testing.T) {
	s := sit(t, 9, "area2")
	args := map[string]string{"none": "", "absolute": "1", "byoyomi": "1 1 1", "canadian": "1 1 1", "fischer": "1 1", "fischer-capped": "1 1 1 1"}
	names := strings.Fields(s.ask("kata-list_time_settings"))
	if len(names) != len(args) {
		t.Errorf("%d time systems: %q", len(names), names)
	}
	for _, name := range names {
		s.ask("kata-time_settings %s %s", name, args[name])
	}
}

// After whatever the clock says the engine moves, at once where there is no
// time.
func TestGenmoveOnAnyClock(t *testing.T) {
	s := sit(t, 9, "area2")
	for _, line := range []string{
		"time_settings 0 0 0", "time_left b -3 0", "time_left b 0 0", "time_left b 0 5", "time_left b 1e300 1", "time_left b 12.00 0",
		"time_settings 0 1 0", "time_left b -1 -1", "clear_board", "time_settings 1e300 1e300 1", "time_left b 3 1e300",
		"kgs-time_settings byoyomi 0 0.001 1", "time_left b 0 1",
		"kata-time_settings fischer 0 0", "kata-time_settings fischer-capped 1 1 1 0.001", "kgs-time_settings absolute 0", "time_left b -1e300 0",
		"kgs-time_settings canadian 1e-9 1e-9 1000000000", "kata-time_settings fischer 0 1e300", "kgs-time_settings none",
	} {
		s.ask("%s", line)
		if move := s.ask("genmove b"); move == "pass" || move == "resign" {
			t.Errorf("%s: %s", line, move)
		}
		s.ask("undo")
	}
}
