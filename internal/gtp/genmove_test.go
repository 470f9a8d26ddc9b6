package gtp_test

// What transcripts cannot say: how one reply follows from another.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"gtpgo/internal/engine"
	"gtpgo/internal/gtp"
)

// session is an engine that a test asks one command after the other.
type session struct {
	t      *testing.T
	server gtp.Server[*gtp.Session]
}

// newSession starts a session with the flags that the script asks for, and runs
// the script.
func newSession(t *testing.T, script string) *session {
	t.Helper()
	c := configOf(t, []byte(script))
	c.Log = zerolog.Nop()
	s, table, err := gtp.NewSession(engine.New(c), "0.15.0")
	if err != nil {
		t.Fatal(err)
	}
	e := &session{t: t, server: gtp.Server[*gtp.Session]{Table: table, Session: s}}
	for line := range strings.Lines(script) {
		if reply, failed, _ := e.server.Execute(t.Context(), line); failed {
			t.Fatalf("%s: %s", line, reply)
		}
	}
	return e
}

// ask returns the text of a successful reply.
func (s *session) ask(line string) string {
	s.t.Helper()
	reply, failed, _ := s.server.Execute(s.t.Context(), line)
	if failed {
		s.t.Fatalf("%s: %s", line, reply)
	}
	return strings.TrimSuffix(strings.TrimPrefix(reply, "= "), "\n\n")
}

// Case LEG-09a: genmove moves for the colour it was asked for, in turn or not,
// and the board holds exactly the stones of the replies.
func TestGenmoveOfEitherColour(t *testing.T) {
	for seed := range 5 {
		for _, colors := range []string{"bbb", "www", "wbwwb", "bwbwb"} {
			s := newSession(t, fmt.Sprintf("# flags: --seed %d --resign-threshold 0\nboardsize 7\nkomi 0\ngtpgo-scoring jungo\nplay b D4\n", seed+1))
			stones := map[rune]int{'b': 1}
			for _, c := range colors {
				if v := s.ask("genmove " + string(c)); v != "pass" {
					stones[c]++
				}
			}
			want := "0"
			if d := stones['b'] - stones['w']; d > 0 {
				want = fmt.Sprintf("B+%d", d)
			} else if d < 0 {
				want = fmt.Sprintf("W+%d", -d)
			}
			if got := s.ask("final_score"); got != want {
				t.Errorf("genmove of %s: score %s, want %s", colors, got, want)
			}
		}
	}
}

// Case SES-01a: reg_genmove answers the same again, resigns nothing, and leaves
// no trace in the moves that follow.
func TestRegGenmoveChangesNothing(t *testing.T) {
	const script = "boardsize 7\nkomi 0\nplay b D4\nplay w D3\n"
	plain, asked := newSession(t, script), newSession(t, script)
	for range 4 {
		for _, c := range []string{"b", "w"} {
			first := asked.ask("reg_genmove " + c)
			if again := asked.ask("reg_genmove " + c); again != first {
				t.Errorf("reg_genmove %s: %s, then %s", c, first, again)
			}
			asked.ask("reg_genmove " + map[string]string{"b": "w", "w": "b"}[c])
			if move, want := asked.ask("genmove "+c), plain.ask("genmove "+c); move != want {
				t.Errorf("genmove %s behind reg_genmove: %s, else %s", c, move, want)
			}
		}
	}
	lost := newSession(t, "# flags: --resign-threshold 1\nboardsize 5\nkomi 500\n")
	for range 5 {
		if v := lost.ask("reg_genmove b"); v == "resign" {
			t.Error("reg_genmove resigns")
		}
	}
}

// Case UND-05a for any number of hopeless searches: undo takes back the last
// stone, and a resignation is not one.
func TestUndoAfterResigning(t *testing.T) {
	s := newSession(t, "boardsize 5\nkomi 300\nplay w C3\n")
	stones, resigned := 0, false
	for range 6 {
		if s.ask("genmove b") == "resign" {
			resigned = true
		} else {
			stones++
		}
	}
	if !resigned {
		t.Error("the engine does not resign a game lost by 300 points")
	}
	for range stones {
		s.ask("undo")
	}
	s.ask("komi 0")
	if got := s.ask("final_score"); got != "W+25" {
		t.Errorf("score %s, want W+25", got)
	}
}

// Case GTP-06a: clients choose by the list, so what is listed is known.
func TestListedCommandsAreKnown(t *testing.T) {
	s := newSession(t, "")
	for name := range strings.Lines(s.ask("list_commands")) {
		if s.ask("known_command "+name) != "true" {
			t.Errorf("%q is listed but not known", name)
		}
	}
}
