package gtp

import (
	"context"
	"testing"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// Judging takes a while: who stops it gets no half-baked answer, and the same
// question again is answered as if nothing had been.
func TestJudgementStopped(t *testing.T) {
	japanese, _ := rules.FindRuleset("japanese") // dead stones are agreed
	c := analysisConfig(9, 20)
	c.Rules = japanese
	server := func() *Server[*Session] {
		s, table, err := NewSession(engine.New(c), "0", Ruler())
		if err != nil {
			t.Fatal(err)
		}
		server := &Server[*Session]{Table: table, Session: s}
		execute(t, server, "play b C3", "play w G7", "play b G3", "play w pass", "play b pass")
		return server
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, line := range []string{"final_score", "final_status_list dead", "final_status_list alive", "final_status_list seki", "estimate_score",
		"gtpgo-dead", "gtpgo-compare", "gtpgo-judged", "gtpgo-territory", "gtpgo-edit_dead show", "gtpgo-chain_data C3", "gogui-rules_final_result",
		"gogui-rules_board_gfx"} {
		s := server()
		if reply, _, _ := s.Execute(stopped, line); reply != "? interrupted\n\n" {
			t.Errorf("%s, stopped: %q", line, reply)
		}
		if got, want := execute(t, s, line), execute(t, server(), line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
