package gtp

import (
	"strings"
	"testing"
)

func TestServerCommands(t *testing.T) {
	s := sit(t, 5, "area2")
	for _, name := range []string{"kgs-genmove_cleanup", "kgs-game_over", "cgos-opponent_name", "cgos-opponent_rating", "cgos-gameover"} {
		s.expect("true", "known_command "+name)
		if !strings.Contains(s.ask("list_commands")+"\n", "\n"+name+"\n") {
			t.Errorf("%s is not listed", name)
		}
	}
	if strings.Contains(s.ask("list_commands"), "kgs-chat") {
		t.Error("kgs-chat is listed")
	}
	if text := s.ask("kgs-chat private somebody are you a bot?"); text == "" || strings.Contains(text, "\n") {
		t.Errorf("kgs-chat: %q", text)
	}
	before := s.state()
	for _, line := range []string{"cgos-opponent_name GNU-Go 3.8", "cgos-opponent_rating 1800?", "cgos-gameover B+Resign", "kgs-game_over",
		"kgs-game_over"} {
		s.expect("", line)
	}
	if after := s.state(); after != before {
		t.Errorf("changed from\n%s\nto\n%s", before, after)
	}
	s.refuses("syntax error", "kgs-genmove_cleanup")
	s.refuses("syntax error", "kgs-genmove_cleanup x")
	s.refuses("syntax error", "kgs-chat")
	s.ask("gtpgo-param resign-threshold 1")
	for _, c := range []string{"b", "w", "b", "b", "w"} {
		if move := s.ask("kgs-genmove_cleanup %s", c); move == "resign" {
			t.Error("kgs-genmove_cleanup resigns")
		}
	}
}
