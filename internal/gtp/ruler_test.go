package gtp

import (
	"regexp"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// The commands of a ruler.
var rulerNames = []string{"board", "board_gfx", "board_size", "captured_count", "final_result", "game_id", "legal_moves", "side_to_move"}

func TestRulerOnlyByFlag(t *testing.T) {
	plain, ruler := sit(t, 9, "jungo"), sit(t, 9, "jungo", Ruler())
	if list := plain.ask("list_commands"); strings.Contains(list, "gogui-rules") {
		t.Error(list)
	}
	list := "\n" + ruler.ask("list_commands") + "\n"
	for _, name := range rulerNames {
		plain.expect("false", "known_command gogui-rules_"+name)
		plain.refuses("unknown command", "gogui-rules_"+name)
		if !strings.Contains(list, "\ngogui-rules_"+name+"\n") {
			t.Errorf("%s is not listed", name)
		}
	}
	plain.ask("play b A1")
	plain.ask("play b A2") // any colour may follow any
	ruler.ask("play b A1")
	ruler.refuses("illegal move", "play b A2")
	ruler.refuses("illegal move", "play b pass")
}

// GoGui asks for a capital and small letters.
func TestRulerGameID(t *testing.T) {
	word := regexp.MustCompile(`^[A-Z][a-z]+$`)
	seen := map[string]bool{"Go": true}
	s := sit(t, 9, "jungo", Ruler())
	s.expect("Jungo", "gogui-rules_game_id")
	for _, set := range rules.Rulesets() {
		s.ask("gtpgo-rules %s", set.Name)
		id := s.ask("gogui-rules_game_id")
		if !word.MatchString(id) || seen[id] {
			t.Errorf("%s: %q", set.Name, id)
		}
		seen[id] = true
	}
	s.expect("9", "gogui-rules_board_size")
	s.ask("kata-set-rule tax ALL")
	s.expect("Custom", "gogui-rules_game_id")
}

func TestRulerJungo(t *testing.T) {
	s := sit(t, 3, "jungo", Ruler())
	s.expect("A1 B1 C1 A2 B2 C2 A3 B3 C3 pass", "gogui-rules_legal_moves")
	s.expect("black", "gogui-rules_side_to_move")
	s.expect(". . .\n. . .\n. . .", "gogui-rules_board")
	for _, m := range []string{"b B2", "w A2", "b A1", "w C1", "b A3"} { // takes A2
		s.ask("play %s", m)
	}
	s.expect("1 0", "gogui-rules_captured_count")
	s.expect("X . .\n. X .\nX . O", "gogui-rules_board")
	s.expect("white", "gogui-rules_side_to_move")
	s.expect("B1 C2 B3 C3 pass", "gogui-rules_legal_moves") // A2 would be suicide
	s.expect("TEXT jungo, playing, white to play", "gogui-rules_board_gfx")
	s.expect("The game is not over. As the board stands: White wins by 4.5 points.\nRules: jungo.\nBlack 3: stones 3.\n"+
		"White 1: stones 1.\nKomi 6.5.", "gogui-rules_final_result")
	s.ask("play w pass")
	s.refuses("illegal move", "play w pass") // GoGui sends it twice
	s.ask("play b pass")
	s.expect("", "gogui-rules_legal_moves")
	s.expect("TEXT jungo: W+4.5", "gogui-rules_board_gfx") // there is no territory
	s.expect("White wins by 4.5 points.\nRules: jungo.\nBlack 3: stones 3.\nWhite 1: stones 1.\nKomi 6.5.", "gogui-rules_final_result")
	s.ask("komi 2")
	s.expect("Nobody wins: the score is even.\nRules: jungo.\nBlack 3: stones 3.\nWhite 1: stones 1.\nKomi 2.", "gogui-rules_final_result")
	s.ask("clear_board")
	s.expect("0 0", "gogui-rules_captured_count")
	s.ask("komi 0")
	s.ask("play b B2")
	s.expect("The game is not over. As the board stands: Black wins by 1 points.\nRules: jungo.\nBlack 1: stones 1.\nWhite 0: stones 0.\nKomi 0.",
		"gogui-rules_final_result")
}

// What ko forbids is shown, as the ruler takes the place of GoGui's own rules.
func TestRulerKo(t *testing.T) {
	for _, set := range []string{"jungo", "area2"} {
		s := sit(t, 5, set, Ruler())
		s.ask(koPosition)
		s.ask("play b D3")
		if text := s.ask("gogui-rules_board_gfx"); !strings.HasPrefix(text, "SQUARE C3\nTEXT ") {
			t.Errorf("%s: %q", set, text)
		}
		if text := s.ask("gogui-rules_legal_moves"); strings.Contains(text, "C3") {
			t.Errorf("%s: %q", set, text)
		}
		s.refuses("illegal move", "play w C3")
	}
}

// Where two passes are not the end, the game goes on.
func TestRulerEnds(t *testing.T) {
	over := func(s *seat) bool { return s.ask("gogui-rules_legal_moves") == "" }
	for set, passes := range map[string]int{
		"jungo": 2, "area1": 2, "area2": 2, "area3": 3, "territory1": 4, "territory2": 4, "territory3": 2, "japanese": 2, "aga": 2,
	} {
		s := sit(t, 5, set, Ruler())
		for n := range passes {
			if over(s) {
				t.Errorf("%s ended after %d passes", set, n)
			}
			s.ask("play %s pass", s.ask("gogui-rules_side_to_move"))
		}
		if !over(s) {
			t.Errorf("%s has not ended after %d passes", set, passes)
		}
		s.ask("play %s C3", s.ask("gogui-rules_side_to_move")) // a play resumes it
		if over(s) {
			t.Errorf("%s is still over", set)
		}
	}
	s := sit(t, 5, "aga", Ruler())
	for _, m := range []string{"b C3", "w pass", "b pass"} {
		s.ask("play %s", m)
	}
	if over(s) { // White passes last
		t.Error("Black's pass ended an AGA game")
	}
}

// The count of each kind of rules, item by item.
func TestRulerResults(t *testing.T) {
	for set, want := range map[string]string{
		"area2":      "Black wins by 18.5 points.\nRules: area2.\nBlack 25: stones 6 + territory 19.\nWhite 0: stones 0 + territory 0.\nKomi 6.5.",
		"area3":      "Black wins by 17.5 points.\nRules: area3.\nBlack 24.5: stones 6 + territory 19 - first pass 0.5.\nWhite 0.5: stones 0 + territory 0 + first pass 0.5.\nKomi 6.5.",
		"territory3": "Black wins by 18.5 points.\nRules: territory3.\nBlack 19: territory 19.\nWhite -6: territory 0 - captured 1 - given by passing 5.\nKomi 6.5.",
	} {
		t.Run(set, func(t *testing.T) {
			s := sit(t, 5, set, Ruler())
			for _, m := range strings.Split("b C1,w A1,b C2,w pass,b C3,w pass,b C4,w pass,b B1,w pass,b A2", ",") { // takes A1
				s.ask("play %s", m)
			}
			for s.ask("gogui-rules_legal_moves") != "" {
				s.ask("play %s pass", s.ask("gogui-rules_side_to_move"))
			}
			s.expect(want, "gogui-rules_final_result")
			result, _, _ := strings.Cut(want, ".5 points")
			if text := s.ask("gogui-rules_board_gfx"); text != "BLACK A5 B5 C5 D5 E5 A4 B4 D4 E4 A3 B3 D3 E3 B2 D2 E2 A1 D1 E1\nTEXT "+set+": B+"+
				strings.TrimPrefix(result, "Black wins by ")+".5" {
				t.Error(text)
			}
		})
	}
}
