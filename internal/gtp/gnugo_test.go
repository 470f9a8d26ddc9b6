package gtp

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

var (
	gnuGoMoves = flag.Int("gnugo.moves", 1500, "how many moves TestGNUGo makes in all, beside GNU Go")
	gnuGoSeed  = flag.Uint64("gnugo.seed", 2, "seed of its games")
)

// TestGNUGo plays random games beside GNU Go, an implementation that shares no
// line with this one, and compares after every command what may be played by
// either colour, what stands and what was captured. Both get the same illegal
// plays, undos and moves out of turn.
//
// GNU Go's flags make its rules those of the ruleset. By default it has simple
// ko and no suicide, as the Jungo text; its --allow-suicide still forbids the
// suicide of a single stone, as Game.Legal does. Two differences are known, and
// the games avoid them by a strict order of turns:
//
//   - GNU Go takes the repetition by a suicide for none, neither in simple ko
//     nor in superko: a side that moves twice in a row may put a second stone
//     beside its first and so bring back what stood before. Hence no games with
//     suicide and superko either.
//   - Its situational superko asks who is to move next, ours who moved last
//     (see "Oddities" in package rules).
func TestGNUGo(t *testing.T) {
	program, err := exec.LookPath("gnugo")
	if err != nil {
		program, err = exec.LookPath("/usr/games/gnugo") // Debian's place, not in every PATH
	}
	if err != nil {
		t.Skip("gnugo is not installed")
	}
	seen := map[string]int{}
	for _, game := range []struct {
		set    string
		change string // a command that changes the rules, or none
		flags  []string
		inTurn bool
		share  int // of the moves, in tenths
	}{
		{"jungo", "", nil, false, 5},
		{"jungo", "kata-set-rule suicide true", []string{"--allow-suicide"}, true, 2},
		{"jungo-superko", "", []string{"--positional-superko"}, false, 2},
		{"aga", "", []string{"--situational-superko"}, true, 1},
	} {
		t.Run(strings.TrimSpace(game.set+" "+game.change), func(t *testing.T) {
			argv := append([]string{program, "--mode", "gtp", "--level", "0", "--seed", "1"}, game.flags...)
			client, err := StartClient(t.Context(), argv)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close() // GNU Go may end as it likes
			d := &duel{t: t, seat: sit(t, 5, game.set), gnu: client, inTurn: game.inTurn,
				random: rand.New(rand.NewPCG(*gnuGoSeed, 0)), seen: map[string]int{}}
			if game.change != "" {
				d.seat.ask("%s", game.change)
			}
			for left, n := *gnuGoMoves*game.share/10, 0; left > 0; n++ {
				size := []int{5, 7, 9, 5, 13, 7, 19}[n%7]
				left -= d.game(size, min(left, 3*size*size, 250))
			}
			t.Logf("%v", d.seen)
			for what, n := range d.seen {
				seen[what] += n
			}
		})
	}
	for _, what := range []string{"stones of captures", "stones of suicides", "ko", "superko", "suicide", "undo"} {
		if seen[what] == 0 && *gnuGoMoves >= 1500 {
			t.Errorf("no %s in any game: %v", what, seen)
		}
	}
}

// duel is a game on both engines.
type duel struct {
	t      *testing.T
	seat   *seat
	gnu    *Client
	inTurn bool
	random *rand.Rand
	size   int
	legal  [2][]string // by colour, as of the last comparison
	log    []string    // commands since the board was cleared
	taken  string      // where the last play took a stone, "" if none
	seen   map[string]int
}

// both sends a command that both have to accept, or both to refuse.
func (d *duel) both(line string) (accepted bool) {
	d.t.Helper()
	d.log = append(d.log, line)
	reply, failed, _ := d.seat.server.Execute(d.t.Context(), line)
	text, refused := d.askGNU(line)
	if failed != refused {
		d.fatal("%s: gtpgo %q, GNU Go %q", line, reply, text)
	}
	return !failed
}

// askGNU returns GNU Go's reply as one line.
func (d *duel) askGNU(line string) (text string, refused bool) {
	d.t.Helper()
	text, err := d.gnu.Command(d.t.Context(), line)
	if err != nil && !errors.As(err, new(Failure)) {
		d.fatal("GNU Go: %v", err)
	}
	return text, err != nil
}

func (d *duel) fatal(format string, args ...any) {
	d.t.Helper()
	d.t.Fatalf("%s\n%s\nafter\n%s", fmt.Sprintf(format, args...), d.seat.ask("showboard"), strings.Join(d.log, "\n"))
}

// game plays a game of so many commands and returns their number.
func (d *duel) game(size, length int) int {
	d.t.Helper()
	d.size, d.log, d.taken = size, nil, ""
	d.both(fmt.Sprintf("boardsize %d", size))
	d.both("clear_board")
	if !d.inTurn && d.random.IntN(4) == 0 {
		d.both(fmt.Sprintf("fixed_handicap %d", 2+d.random.IntN(4)))
	}
	d.compare()
	turn := d.random.IntN(2)
	if d.inTurn {
		turn = 0
	}
	for range length {
		switch d.random.IntN(25) {
		case 0:
			if d.both("undo") {
				d.seen["undo"]++
				turn = 1 - turn
			}
			d.taken = ""
		case 1:
			d.both("play " + colors[turn] + " pass")
			d.seen["pass"]++
			d.taken, turn = "", 1-turn
		default:
			if !d.inTurn && d.random.IntN(12) == 0 {
				turn = 1 - turn
			}
			if d.play(turn) {
				turn = 1 - turn
			}
		}
		d.compare()
	}
	return length
}

var colors = [2]string{"black", "white"}

// play makes a play that often captures or takes a ko back, and sometimes one
// that is illegal.
func (d *duel) play(turn int) bool {
	d.t.Helper()
	color, vertex := colors[turn], d.choose(turn)
	if d.taken != "" && d.random.IntN(2) == 0 {
		vertex = d.taken
	}
	why := d.seat.ask("gtpgo-why %s %s", color, vertex)
	before := boardOf(d.seat.ask("showboard"), d.size)
	accepted := d.both("play " + color + " " + vertex)
	if accepted != (why == "legal") {
		d.fatal("play %s %s: accepted %v, but %s", color, vertex, accepted, why)
	}
	if !accepted {
		d.seen[strings.Trim(strings.Fields(why)[1], ",")]++
		return false
	}
	d.taken = ""
	after := boardOf(d.seat.ask("showboard"), d.size)
	for p, c := range before {
		if after[p] == "" {
			d.taken = p
			d.seen["stones of "+map[bool]string{true: "suicides", false: "captures"}[c == color]]++
		}
	}
	if len(before)-len(after) > 0 {
		d.taken = "" // several stones: no ko
	}
	return true
}

// choose returns the one of some points that captures most.
func (d *duel) choose(turn int) (best string) {
	color, most := []rules.Color{rules.Black, rules.White}[turn], -1
	if d.random.IntN(8) == 0 {
		return d.anywhere()
	}
	best = d.anywhere()
	for range 12 {
		if len(d.legal[turn]) == 0 {
			break
		}
		vertex := d.legal[turn][d.random.IntN(len(d.legal[turn]))]
		p, err := parseVertex(d.size, vertex)
		if err != nil {
			d.fatal("gtpgo-legal: %v", err)
		}
		game := d.seat.server.Session.Engine.Game()
		next := game.After(rules.Move{Color: color, Point: p}).Position()
		if n := next.Captured[color.Other()] - game.Position().Captured[color.Other()]; n > most {
			best, most = vertex, n
		}
	}
	return best
}

// anywhere returns any point of the board.
func (d *duel) anywhere() string {
	return fmt.Sprintf("%c%d", columns[d.random.IntN(d.size)], 1+d.random.IntN(d.size))
}

// compare compares the whole position; where turns are strict, only what the
// side to move may play.
func (d *duel) compare() {
	d.t.Helper()
	board := boardOf(d.seat.ask("showboard"), d.size)
	state := d.seat.ask("gtpgo-state")
	toPlay := fieldOf(state, "to_play")
	for i, color := range colors {
		// A colour's captures are the other's captured stones.
		taken := fieldOf(state, "captured_"+colors[1-i])
		var stones []string
		for vertex, c := range board {
			if c == color {
				stones = append(stones, vertex)
			}
		}
		d.legal[i] = strings.Fields(d.seat.ask("gtpgo-legal %s", color))
		bans := !d.inTurn || color == toPlay
		for _, c := range []struct {
			line string
			own  []string
		}{{"all_legal " + color, d.legal[i]}, {"list_stones " + color, stones}, {"captures " + color, []string{taken}}} {
			if !bans && strings.HasPrefix(c.line, "all_legal") {
				continue
			}
			text, _ := d.askGNU(c.line)
			own, gnus := sorted(c.own), sorted(strings.Fields(text))
			if !slices.Equal(own, gnus) {
				d.fatal("%s: gtpgo %v, GNU Go %v", c.line, own, gnus)
			}
		}
		vertex := d.anywhere()
		legal, _ := d.askGNU("is_legal " + color + " " + vertex)
		if bans && slices.Contains(d.legal[i], vertex) != (legal == "1") {
			d.fatal("is_legal %s %s: GNU Go %s, gtpgo %s", color, vertex, legal, d.seat.ask("gtpgo-why %s %s", color, vertex))
		}
	}
}

func sorted(words []string) []string { return slices.Sorted(slices.Values(words)) }

// fieldOf returns the value of a line "name: value" of a reply.
func fieldOf(text, name string) string {
	for line := range strings.Lines(text) {
		if value, ok := strings.CutPrefix(line, name+": "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// boardOf reads the stones from the picture that showboard draws, as a user
// does; the value is their colour.
func boardOf(picture string, size int) map[string]string {
	stones := map[string]string{}
	for line := range strings.Lines(picture) {
		var row int
		if n, _ := fmt.Sscan(line, &row); n != 1 || len(line) < 2+2*size {
			continue
		}
		for x := range size {
			switch line[3+2*x] {
			case 'X':
				stones[fmt.Sprintf("%c%d", columns[x], row)] = colors[0]
			case 'O':
				stones[fmt.Sprintf("%c%d", columns[x], row)] = colors[1]
			}
		}
	}
	return stones
}
