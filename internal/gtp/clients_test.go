package gtp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// Dialogues with clients that read in ways of their own. Those that only send
// are golden transcripts: kgs_game, kgs_cleanup, cgos_python, gtp2ogs_game.

// The Tcl client of CGOS reads two lines for each command but list_commands,
// whatever they are, takes the move by a regular expression, and gives up at
// the first '?' (zakki/cgos, client/cgosGtp.tcl, eCmd).
func TestCGOSTclClient(t *testing.T) {
	v := converse(t, analysisConfig(9, 60))
	v.send("list_commands\n")
	known := map[string]bool{}
	first := regexp.MustCompile(`=\s+(\S+)`)
	for {
		line := strings.TrimSpace(v.next())
		if m := first.FindStringSubmatch(line); m != nil {
			line = m[1]
		}
		if line == "" {
			break
		}
		known[line] = true
	}
	for _, name := range []string{"protocol_version", "time_settings", "time_left", "genmove", "cgos-gameover"} {
		if !known[name] {
			t.Errorf("%s is not listed", name)
		}
	}
	command := func(format string, args ...any) string {
		t.Helper()
		v.send(fmt.Sprintf(format, args...) + "\n")
		one, two := v.next(), v.next()
		if !strings.HasPrefix(one, "=") || two != "" {
			t.Fatalf("%s: %q, %q", fmt.Sprintf(format, args...), one, two)
		}
		return one
	}
	for range 2 { // games in one process
		for _, line := range []string{"boardsize 9", "clear_board", "komi 7.0", "time_settings 300 0 0", "play B E5", "play W C3",
			"play B PASS", "play W pass"} {
			command("%s", line)
		}
		for i := range 6 {
			c := [2]string{"B", "W"}[i%2]
			command("time_left %s %d 0", c, 290-i)
			m := first.FindStringSubmatch(command("genmove %s", c))
			if m == nil || !regexp.MustCompile(`^([A-HJ][1-9]|pass)$`).MatchString(m[1]) {
				t.Fatalf("move %q", m)
			}
		}
		command("play b pass")
	}
	command("quit")
}

// gomillHandicap is the layout that gomill expects of fixed_handicap, by its
// own way to compute it (gomill/handicap_layout.py); nil where it expects none.
func gomillHandicap(stones, size int) (points []string) {
	most := 9
	if size <= 7 {
		most = 0
	} else if size%2 == 0 {
		most = 4
	}
	if stones < 2 || stones > most {
		return nil
	}
	altitude := 3
	if size < 13 {
		altitude = 2
	}
	place := [3]int{altitude, (size - 1) / 2, size - altitude - 1}
	patterns := [][]string{{"00", "22"}, {"00", "22", "20"}, {"00", "22", "20", "02"}, {"00", "22", "20", "02", "11"},
		{"00", "22", "20", "02", "10", "12"}, {"00", "22", "20", "02", "10", "12", "11"},
		{"00", "22", "20", "02", "10", "12", "01", "21"}, {"00", "22", "20", "02", "10", "12", "01", "21", "11"}}
	for _, p := range patterns[stones-2] {
		points = append(points, fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[place[p[1]-'0']], place[p[0]-'0']+1))
	}
	slices.Sort(points)
	return points
}

// gomill voids the game if the set of points differs from its own.
func TestGomillHandicap(t *testing.T) {
	for size := 2; size <= 25; size++ {
		s := sit(t, size, "area2")
		for stones := range 11 {
			want := gomillHandicap(stones, size)
			line := fmt.Sprintf("fixed_handicap %d", stones)
			if want == nil {
				if size != 7 { // the draft has a layout for it, gomill does not use it
					s.refuses("invalid number of stones", line)
				}
				continue
			}
			got := strings.Fields(s.ask("%s", line))
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("size %d, %d stones: %v, want %v", size, stones, got, want)
			}
			s.ask("clear_board")
		}
	}
}

// A game that gomill's ringmaster conducts between two engines: each move is
// told to the other side and explained, "illegal move" alone blames the mover,
// and both have to agree on the result (gomill/gtp_games.py).
func TestGomillGame(t *testing.T) {
	seats := map[rules.Color]*seat{rules.Black: sit(t, 5, "area2"), rules.White: sit(t, 5, "area2")}
	for _, s := range seats {
		s.expect("2", "protocol_version")
		s.expect("gtpgo", "name")
		s.expect("0.15.0", "version")
		s.expect("true", "known_command gomill-describe_engine")
		if text := s.ask("gomill-describe_engine"); !strings.HasPrefix(text, "gtpgo 0.15.0\n") {
			t.Errorf("gomill-describe_engine: %q", text)
		}
		s.expect("true", "known_command gomill-explain_last_move")
		s.expect("true", "known_command gomill-cpu_time")
		s.ask("boardsize 5")
		s.ask("clear_board")
		s.ask("komi 0.5")
	}
	passes, moves := 0, 0
	for c := rules.Black; passes < 2; c = c.Other() {
		if moves++; moves > 200 {
			t.Fatal("no end")
		}
		name := map[rules.Color]string{rules.Black: "b", rules.White: "w"}[c]
		move := seats[c].ask("genmove %s", name)
		explained := seats[c].ask("gomill-explain_last_move")
		if move == "resign" {
			return
		}
		if !strings.Contains(explained, move) {
			t.Errorf("%s %s is explained by %q", name, move, explained)
		}
		seats[c.Other()].ask("play %s %s", name, strings.ToLower(move))
		if passes++; move != "pass" {
			passes = 0
			seats[c.Other()].refuses("illegal move", fmt.Sprintf("play %s %s", name, move))
		}
	}
	black, white := seats[rules.Black].ask("final_score"), seats[rules.White].ask("final_score")
	if black != white || !regexp.MustCompile(`^[BW]\+[0-9]+\.5$`).MatchString(black) {
		t.Errorf("final_score %q and %q", black, white)
	}
}
