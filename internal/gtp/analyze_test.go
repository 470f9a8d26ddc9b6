package gtp

import (
	"strings"
	"testing"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// analysisConfig is an engine whose searches are bounded by playouts alone.
func analysisConfig(size, playouts int) engine.Config {
	area, _ := rules.FindRuleset("area2")
	return engine.Config{Size: size, Rules: area, Komi: rules.Halves(15), Threads: 1, Playouts: playouts, Seed: 1, Memory: 1 << 20}
}

func analysisServer(t *testing.T, c engine.Config) *Server[*Session] {
	t.Helper()
	s, table, err := NewSession(engine.New(c), "0")
	if err != nil {
		t.Fatal(err)
	}
	return &Server[*Session]{Table: table, Session: s}
}

// execute runs lines that must not fail and returns the text of the last reply.
func execute(t *testing.T, s *Server[*Session], lines ...string) (reply string) {
	t.Helper()
	for _, line := range lines {
		var failed bool
		if reply, failed, _ = s.Execute(t.Context(), line); failed {
			t.Fatalf("%s: %q", line, reply)
		}
	}
	return reply
}

// The forms of the arguments: contract 4.1.
func TestAnalysisArguments(t *testing.T) {
	tests := []struct{ args, want string }{ // want "" for success
		{"", ""},
		{"10", ""},
		{"B 50", ""},
		{"black 100", ""},
		{"w", ""},
		{"b ownership true", ""},
		{"b 100000", ""},
		{"WHITE interval 20", ""},
		{"0", ""},
		{"0.5", ""},
		{"1e9", ""},
		{"10 b", ""}, // Leela Zero takes any order
		{"interval 10 b minmoves 3 maxmoves 7", ""},
		{"10 avoid b D4,G6 1 avoid w d4 30", ""},
		{"10 avoid b pass 1", ""},
		{"10 allow b D4,C3,pass 1 allow b E5 2 allow w E5 1", ""},
		{"b 10 ownershipStdev true movesOwnership 1 pvVisits TRUE rootInfo false noResultValue 0", ""},
		{"b 10 OWNERSHIP true", ""},
		{"x", "syntax error"},
		{"green", "syntax error"},
		{"-1", "syntax error"},
		{"NaN", "syntax error"},
		{"10 foo true", "syntax error"},
		{"10 foo", "syntax error"},
		{"ownership", "syntax error"},
		{"ownership maybe", "syntax error"},
		{"interval", "syntax error"},
		{"interval -5", "syntax error"},
		{"interval x", "syntax error"},
		{"minmoves -1", "syntax error"},
		{"maxmoves 1.5", "syntax error"},
		{"avoid b D4", "syntax error"},
		{"avoid D4 1", "syntax error"},
		{"avoid b D4 0", "syntax error"},
		{"avoid b D4,,E5 1", "syntax error"},
		{"avoid b resign 1", "syntax error"},
		{"allow b K10 1", "invalid coordinate"},
		{"ownership true x", "syntax error"},
	}
	for _, name := range []string{"lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze", "cgos-genmove_analyze"} {
		s := analysisServer(t, analysisConfig(9, 1))
		for i, tt := range tests {
			if tt.want == "" && i%5 > 0 && strings.Contains(name, "genmove") {
				continue // takes time
			}
			execute(t, s, "clear_board")
			reply, _, _ := s.Execute(t.Context(), strings.TrimSpace("7 "+name+" "+tt.args))
			if tt.want != "" {
				if reply != "?7 "+tt.want+"\n\n" {
					t.Errorf("%s %s: %q, want %s", name, tt.args, reply, tt.want)
				}
				continue
			}
			lines := strings.Split(strings.TrimSuffix(reply, "\n\n"), "\n")
			if lines[0] != "=7 " || len(lines) < 2 || strings.Contains(reply[:len(reply)-2], "\n\n") {
				t.Errorf("%s %s: %q", name, tt.args, reply)
			}
		}
	}
}
