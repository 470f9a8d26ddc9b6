package main

// Matches as gogui-twogtp plays them. It comes in no package that a test could
// install, so here are the commands that GoGui 1.6.0 was seen to send with
// -alternate -referee -auto, in their order, and what it asks of the replies
// (src/net/sf/gogui/tools/twogtp, TwoGtp.java and Program.java).

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// twoGTP is a match: two players and a referee, each a process for all games.
type twoGTP struct {
	t       *testing.T
	players [2]*program // Black and White of the first game
	referee *program
	cpu     [2]float64 // time used when last asked
}

func TestTwoGTP(t *testing.T) {
	tests := []struct {
		name         string
		size, komi   string
		timeSettings string   // of -time, "" for none
		result       string   // pattern of a counted result
		flags        []string // of all three
	}{
		{"half points", "5", "0.5", "", `[BW]\+\d+\.5`, nil},
		{"draws possible", "5", "5", "", `0|[BW]\+\d+`, []string{"--noresign"}},
		{"Jungo", "5", "0", "", `0|[BW]\+\d+`, []string{"--rules", "jungo", "--noresign"}},
		{"paid passes", "7", "6.5", "", `[BW]\+\d+\.5`, []string{"--rules", "territory3", "--noresign"}},
		{"agreed dead stones", "7", "6.5", "", `[BW]\+\d+\.5`, []string{"--rules", "japanese", "--noresign"}},
		{"clock", "5", "0.5", "time_settings 600 120 1", `[BW]\+\d+\.5`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &twoGTP{t: t}
			for i := range m.players {
				m.players[i] = m.start(append([]string{"--time", "0", "--playouts", "100", "--seed", strconv.Itoa(i + 1)}, tt.flags...))
			}
			m.referee = m.start(tt.flags)
			m.setUp("boardsize "+tt.size, "clear_board", "komi "+tt.komi)
			for game := range 4 {
				m.times()
				setUp := []string{"boardsize " + tt.size, "clear_board"} // komi is told once only
				if tt.timeSettings != "" {
					setUp = append(setUp, tt.timeSettings)
				}
				m.setUp(setUp...)
				black, white := m.players[game%2], m.players[1-game%2] // -alternate
				if m.play(black, white) {
					m.results(black, white, tt.result)
				}
				m.times()
			}
			for _, p := range m.all() {
				p.quit()
			}
		})
	}
}

func (m *twoGTP) all() []*program { return []*program{m.players[0], m.players[1], m.referee} }

// start starts a program and asks what twogtp asks first.
func (m *twoGTP) start(flags []string) *program {
	p := start(m.t, append([]string{"--threads", "1", "--memory", "16"}, flags...)...)
	p.expect("protocol_version", "= 2")
	p.expect("name", "= gtpgo")
	p.expect("version", `= \d+\.\d+\.\d+`)
	listed := strings.Split(m.ask(p, "list_commands"), "\n")
	for _, name := range []string{"boardsize", "clear_board", "komi", "play", "genmove", "undo", "final_score", "cputime",
		"set_free_handicap", "time_settings", "gogui-interrupt", "quit"} {
		if !slices.Contains(listed, name) {
			m.t.Errorf("%s is not listed", name)
		}
	}
	p.expect("gogui-interrupt", "= ")
	return p
}

// ask sends a command that must succeed and returns what follows the first
// blank, which is what GoGui takes for the reply.
func (m *twoGTP) ask(p *program, line string) string {
	m.t.Helper()
	status, text, found := strings.Cut(p.ask(line), " ")
	if status != "=" || !found {
		m.t.Fatalf("%s: %q %q", line, status, text)
	}
	return text
}

// setUp sends commands to all three, which must answer nothing.
func (m *twoGTP) setUp(lines ...string) {
	m.t.Helper()
	for _, p := range m.all() {
		for _, line := range lines {
			p.expect(line, "= ")
		}
	}
}

// times asks the players for their processor time, which must not go back.
func (m *twoGTP) times() {
	m.t.Helper()
	for i, p := range m.players {
		seconds, err := strconv.ParseFloat(m.ask(p, "cputime"), 64)
		if err != nil || seconds < m.cpu[i] {
			m.t.Errorf("cputime %v after %v: %v", seconds, m.cpu[i], err)
		}
		m.cpu[i] = seconds
	}
}

// play plays one game and reports whether two passes ended it, and no
// resignation. Every move is told to the other player and to the referee; if
// one of them refuses it, the game would be an error in the table.
func (m *twoGTP) play(black, white *program) (counted bool) {
	m.t.Helper()
	move := regexp.MustCompile(`^([A-HJ][1-9]|PASS|RESIGN)$`)
	sides := [2]struct {
		color string
		p     *program
	}{{"b", black}, {"w", white}}
	passes := 0
	for n := range 200 {
		mover, other := sides[n%2], sides[1-n%2]
		reply := strings.ToUpper(m.ask(mover.p, "genmove "+mover.color))
		if !move.MatchString(reply) {
			m.t.Fatalf("move %q", reply)
		}
		if reply == "RESIGN" {
			return false
		}
		for _, p := range []*program{other.p, m.referee} {
			p.expect("play "+strings.ToUpper(mover.color)+" "+reply, "= ")
		}
		if passes++; reply != "PASS" {
			passes = 0
		}
		if passes == 2 {
			return true
		}
	}
	m.t.Fatalf("no end after 200 moves\n%s", m.ask(m.referee, "showboard"))
	return false
}

// results asks all three for the result: it must be the same.
func (m *twoGTP) results(black, white *program, pattern string) {
	m.t.Helper()
	var results []string
	for _, p := range []*program{black, white, m.referee} {
		results = append(results, m.ask(p, "final_score"))
	}
	if r := slices.Compact(results); len(r) != 1 || !regexp.MustCompile("^("+pattern+")$").MatchString(r[0]) {
		m.t.Errorf("results of Black, White and the referee: %q, want %s\n%s", results, pattern, m.ask(m.referee, "showboard"))
	}
}
