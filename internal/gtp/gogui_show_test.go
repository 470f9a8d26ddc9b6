package gtp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// koPosition has White's stone at C3 in atari, and a ko if Black takes it.
const koPosition = "gogui-setup b B3 b C2 b C4 w C3 w E3 w D2 w D4"

func TestLegalMap(t *testing.T) {
	for set, label := range map[string]string{"jungo": "ko", "area2": "sk0", "cgos": "sk0", "chinese": "sk0", "aga": "sk0", "nz": "sk0"} {
		s := sit(t, 5, set)
		s.ask(koPosition)
		s.ask("play b D3")
		text := s.ask("gtpgo-legal_map w") // the side to move
		if text != s.ask("gtpgo-legal_map") {
			t.Errorf("%s: without a colour %q", set, s.ask("gtpgo-legal_map"))
		}
		for _, want := range []string{"COLOR #ffd040 C3\n", "LABEL C3 " + label + "\n", "TEXT white: 17 legal, forbidden: ko 1, suicide 0"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %q", set, want, text)
			}
		}
		// The points called legal are those of gtpgo-legal.
		_, legal, _ := strings.Cut(text, "COLOR #a0e0a0 ")
		legal, _, _ = strings.Cut(legal, "\n")
		got, want := strings.Fields(legal), strings.Fields(s.ask("gtpgo-legal w"))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: legal %q, want %q", set, got, want)
		}
	}
	s := sit(t, 3, "area2")
	s.ask("gogui-setup w A2 w B1 w B2")
	if text := s.ask("gtpgo-legal_map b"); !strings.Contains(text, "COLOR #ff9090 A1\nLABEL A1 su\nTEXT black: 5 legal, forbidden: ko 0, suicide 1") {
		t.Error(text)
	}
}

// A black chain with three eyes on the lower edge, and a white one in atari.
const threeEyes = "gogui-setup b A2 b B2 b C2 b D2 b E2 b B1 b D1 w A5 b B5"

func TestChains(t *testing.T) {
	s := sit(t, 5, "jungo")
	s.ask(threeEyes)
	s.expect("A5", "gtpgo-atari")
	s.expect("\n1 2 \"\" \"\" \"\"\n"+strings.Repeat("\"\" \"\" \"\" \"\" \"\"\n", 2)+"8 8 8 8 8\n\"\" 8 \"\" 8 \"\"", "gtpgo-liberties")
	s.expect("\n"+strings.Repeat("\"\" \"\" \"\" \"\" \"\"\n", 3)+"green green green green green\n\"\" green \"\" green \"\"", "gtpgo-alive")
	s.expect("\n"+strings.Repeat("\"\" \"\" \"\" \"\" \"\"\n", 4)+"blue \"\" blue \"\" blue", "gtpgo-eyes")
	chain := strings.Fields(s.ask("gtpgo-chain E2"))
	slices.Sort(chain)
	if got := strings.Join(chain, " "); got != "A2 B1 B2 C2 D1 D2 E2" {
		t.Errorf("chain %q", got)
	}
	s.expect("A1 C1 E1 A3 B3 C3 D3 E3", "gtpgo-chain_liberties A2")
	s.expect("", "gtpgo-chain C4")
	s.expect("", "gtpgo-chain_liberties pass")
	s.expect("C4: no stone", "gtpgo-chain_data C4")
	text := s.ask("gtpgo-chain_data b1")
	if !strings.HasPrefix(text, "B1: black chain of 7\nliberties: 8 A1 C1 E1 ") || !strings.HasSuffix(text, "\njudged: alive\nunconditionally alive: true") {
		t.Error(text)
	}
	s.refuses("invalid coordinate", "gtpgo-chain F1")
	s.refuses("syntax error", "gtpgo-chain_data")
	// Filling goes on as long as it costs nothing, and leaves two eyes.
	s.expect("", "gtpgo-safe_fill w")
	s.expect(s.ask("gtpgo-safe_fill b"), "gtpgo-safe_fill") // Black is to move
	filled := 0
	for p := s.ask("gtpgo-safe_fill b"); p != ""; p = s.ask("gtpgo-safe_fill b") {
		s.ask("play b %s", p)
		filled++
	}
	if text := s.ask("gtpgo-chain_data b1"); filled == 0 || !strings.HasSuffix(text, "\nunconditionally alive: true") {
		t.Errorf("%d filled, %s", filled, text)
	}
}

func TestTerritory(t *testing.T) {
	const none, stones = "0 0 0 0 0\n", "1 1 1 1 1\n"
	for set, want := range map[string]string{
		"jungo":      "\n-1 1 0 0 0\n" + none + none + stones + "0 1 0 1 0",
		"area2":      "\n-1 1 0 0 0\n" + none + none + stones + "1 1 1 1 1",
		"territory3": "\n" + none + none + none + none + "1 0 1 0 1",
	} {
		s := sit(t, 5, set)
		s.ask(threeEyes)
		s.expect(want, "gtpgo-territory")
	}
	// Where dead stones are taken off, all is Black's.
	s := sit(t, 5, "chinese")
	s.ask(threeEyes)
	s.ask("gtpgo-edit_dead A5")
	s.expect("A5", "gtpgo-edit_dead show")
	s.expect("\n"+strings.Repeat(stones, 4)+"1 1 1 1 1", "gtpgo-territory")
	s.ask("gtpgo-edit_dead")
	s.expect("", "gtpgo-edit_dead SHOW")
	s.refuses("bad vertex list", "gtpgo-edit_dead A4")
	s.refuses("syntax error", "gtpgo-edit_dead show A5")
	if text := s.ask("gtpgo-judged"); !strings.HasSuffix(text, "by the rules stones are agreed on") {
		t.Error(text)
	}
}

func TestRepetitions(t *testing.T) {
	s := sit(t, 5, "jungo")
	s.ask(koPosition)
	s.expect("", "gtpgo-repetitions")
	s.ask("gogui-play_sequence b D3 w pass b pass w C3") // the passes lift the ban
	s.expect("after move 4 (white C3): as after 0", "gtpgo-repetitions")
	s.ask("gogui-play_sequence b pass w pass b D3 w A1 b pass w pass")
	s.expect("after move 4 (white C3): as after 0\nafter move 7 (black D3): as after 1", "gtpgo-repetitions")
}

// All entries that show the search of one position show the same search.
func TestStudy(t *testing.T) {
	s := sit(t, 9, "area2")
	s.ask("gogui-play_sequence b C3 w G7 b G3")
	visits := strings.Fields(s.ask("gtpgo-visits"))
	pv, report := s.ask("gtpgo-pv"), s.ask("gtpgo-search")
	best := visits[0]
	if !strings.HasPrefix(pv, "w "+best) || !strings.HasPrefix(report, "white: win rate ") ||
		!strings.Contains(report, fmt.Sprintf("\n%s: %s visits, ", best, visits[1])) ||
		!strings.Contains(report, ", 40 playouts, 40 visits\n") {
		t.Errorf("visits %q, variation %q, report %q", visits, pv, report)
	}
	for _, command := range []string{"gtpgo-best_moves", "gtpgo-search_gfx"} {
		if text := s.ask("%s", command); !strings.Contains(text, "TEXT white "+best+", win rate ") {
			t.Errorf("%s: %q", command, text)
		}
	}
	if text := s.ask("gtpgo-priors"); strings.Count(text, " ") < 78 || !strings.Contains(text, ", pass ") {
		t.Errorf("priors %q", text)
	}
	// It belongs to the position, the side to move, the rules and komi.
	for _, change := range []string{"gogui-setup_player b", "komi 40", "gtpgo-rules jungo", "play b E5", "undo"} {
		s.ask("%s", change)
		if again := s.ask("gtpgo-search"); again == report {
			t.Errorf("%s: the search is the same", change)
		} else if change == "undo" {
			report = again
		}
	}
	s.expect(report, "gtpgo-search")
}
