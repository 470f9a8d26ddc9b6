package gtp

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

var (
	modelSteps = flag.Int("model.steps", 500, "how many commands TestModel sends")
	modelSeed  = flag.Uint64("model.seed", 1, "seed of its commands")
)

// TestModel sends commands at random, right ones and wrong ones, and compares
// the session after each with a model of it. Above all: a command that failed,
// or that only asks, has changed nothing that any other command shows.
func TestModel(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range brokenRecords {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	found, _ := rules.FindRuleset("area")
	config := engine.Config{Size: 5, Komi: rules.Halves(15), Rules: found, Threads: 1, Playouts: 5, Seed: *modelSeed,
		Memory: 1 << 20, Resign: 0.1, Log: zerolog.Nop()}
	session, table, err := NewSession(engine.New(config), "0.15.0")
	if err != nil {
		t.Fatal(err)
	}
	server := &Server[*Session]{Table: table, Session: session, Log: zerolog.New(&log).Level(zerolog.ErrorLevel)}
	c := &chaos{seat: &seat{t, server}, model: &model{komi: "7.5"}, random: rand.New(rand.NewPCG(*modelSeed, 0)),
		saved: map[string]*model{}, seen: map[string]int{}}
	c.clear(5)
	c.readRules()
	for range *modelSteps {
		c.step()
	}
	if log.Len() > 0 {
		t.Errorf("log: %s", log.String())
	}
	t.Logf("%v", c.seen)
}

// brokenRecords are files that loadsgf has to refuse.
var brokenRecords = map[string]string{
	"empty": "", "text": "hello\n", "open": "(", "bare": ";SZ[9]", "large": "(;SZ[99];B[aa])", "zero": "(;SZ[0];B[aa])",
	"outside": "(;SZ[5];B[zz])", "occupied": "(;SZ[5];B[aa];W[bb];B[aa])", "unclosed": "(;SZ[5];B[aa", "size": "(;SZ[x];B[aa])",
	"dead": "(;SZ[5]AB[aa]AW[ba][ab])", "chess": "(;GM[2]SZ[5];B[aa])",
}

// chaos is a client without manners, and what it knows of the session.
type chaos struct {
	*seat
	*model
	random  *rand.Rand
	saved   map[string]*model // by file
	history []string
	seen    map[string]int
}

// anything stands for a reply of any text, success or failure.
const anything = ".*"

// step sends one command.
func (c *chaos) step() {
	kinds := []struct {
		weight int
		run    func()
	}{
		{30, c.stepPlay}, {6, c.stepGenmove}, {5, c.stepUndo}, {4, c.stepNew}, {4, c.stepKomi}, {4, c.stepHandicap}, {6, c.stepRules},
		{6, c.stepFile}, {4, c.stepSequence}, {3, c.stepPlayer}, {8, c.stepQuestion}, {12, c.stepWrong},
		{4, c.stepStrength}, {4, c.stepPonder}, {2, c.stepClock},
	}
	total := 0
	for _, k := range kinds {
		total += k.weight
	}
	n := c.random.IntN(total)
	for _, k := range kinds {
		if n -= k.weight; n < 0 {
			k.run()
			return
		}
	}
}

// send sends a line, wants the reply to match and compares the session: with
// change, which tells the model of a success, or with what it was before.
func (c *chaos) send(line, want string, change func(text string)) {
	c.t.Helper()
	before := c.observed()
	c.history = append(c.history, line)
	id := ""
	if c.random.IntN(3) == 0 {
		id = fmt.Sprint(c.random.IntN(1000))
		line = id + " " + line
	}
	reply, failed, _ := c.server.Execute(c.t.Context(), line)
	req, ok := Parse([]byte(line))
	checkFrame(c.t, req, ok, failed, reply)
	text := strings.TrimSuffix(reply, "\n\n")
	text = text[:1] + strings.TrimPrefix(text[1:], id)
	if !regexp.MustCompile("(?s)^(?:" + want + ")$").MatchString(text) {
		c.fatal("%s: reply %q, want %s", line, text, want)
	}
	c.seen[map[bool]string{true: "failed", false: "done"}[failed]]++
	after := c.observed()
	if change == nil || failed {
		if after != before {
			c.fatal("%s, reply %q, changed\n%s\nto\n%s", line, text, before, after)
		}
		return
	}
	c.seen["changes"]++
	change(strings.TrimPrefix(text, "= "))
	if got, want := c.shown(), c.picture(); got != want {
		c.fatal("%s, reply %q: the session says\n%s\nthe model\n%s", line, text, got, want)
	}
}

func (c *chaos) fatal(format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf("%s\nafter\n%s", fmt.Sprintf(format, args...), strings.Join(c.history[max(0, len(c.history)-60):], "\n"))
}

// observed is all that the session shows, but for what it searches for.
func (c *chaos) observed() string {
	var b strings.Builder
	for _, line := range []string{"gtpgo-state", "gtpgo-legal b", "gtpgo-legal w", "gtpgo-score", "gtpgo-rules", "kata-get-rules", "showboard",
		"printsgf", "gtpgo-param", "gogui-title", "gtpgo-repetitions"} {
		b.WriteString(c.ask("%s", line) + "\n")
	}
	return b.String()
}

// shown is what the session shows, in the form of model.picture.
func (c *chaos) shown() string {
	picture := c.ask("showboard")
	size := 0
	for line := range strings.Lines(picture) {
		if regexp.MustCompile(`^ *\d`).MatchString(line) {
			size++
		}
	}
	board := []byte(strings.Repeat(string(modelEmpty), size*size))
	in := model{size: size}
	for v, color := range boardOf(picture, size) {
		board[in.point(v)] = modelStones[slices.Index(colors[:], color)]
	}
	state := c.ask("gtpgo-state")
	_, state, _ = strings.Cut(state, "\n") // the phase
	state, _, _ = strings.Cut(state, "given_black")
	label, _, _ := strings.Cut(c.ask("gtpgo-rules"), "\n")
	return fmt.Sprintf("size %d komi %s rules %s\n%s\n%slegal: %s\nlegal: %s\n", size, c.ask("gtpgo-param komi"), label, board, state,
		c.ask("gtpgo-legal black"), c.ask("gtpgo-legal white"))
}

// readRules takes the rules as the session says them.
func (c *chaos) readRules() {
	label, rest, _ := strings.Cut(c.ask("gtpgo-rules"), "\n")
	c.rules, c.axes = label, map[string]string{}
	for line := range strings.Lines(rest) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		c.axes[key] = value
	}
}

// pick returns one of some words.
func (c *chaos) pick(words ...string) string { return words[c.random.IntN(len(words))] }

func (c *chaos) color() int { return c.random.IntN(2) }

// colorWord writes a colour in one of its ways.
func (c *chaos) colorWord(color int) string {
	return [2][]string{{"b", "black", "B", "Black"}, {"w", "white", "W", "WHITE"}}[color][c.random.IntN(4)]
}

// anyPoint returns a point of the board.
func (c *chaos) anyPoint() int { return c.random.IntN(c.size * c.size) }

// spell writes a vertex in one of its ways.
func (c *chaos) spell(at int) string {
	v := c.vertex(at)
	return c.pick(v, strings.ToLower(v), strings.ToUpper(v))
}

// wrongVertex returns what is no vertex here, and the failure.
func (c *chaos) wrongVertex() (word, failure string) {
	outside := fmt.Sprintf("A%d", c.size+1+c.random.IntN(20))
	switch c.random.IntN(3) {
	case 0:
		return outside, `\? invalid coordinate`
	case 1:
		return c.pick("I1", "i3", "A0"), `\? (invalid coordinate|syntax error)`
	}
	return c.pick("A", "resign", "1A", "A-1", "AA1", "é1", "A1x", "A1,B2"), `\? syntax error`
}
