package gtp

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

// toyPlayer is the environment variable that turns TestToyPlayer into an
// engine; its value is what it answers to genmove.
const toyPlayer = "GTPGO_TOY_PLAYER"

// TestToyPlayer is no test but the engine of TestClientPlay: the test binary
// run once more.
func TestToyPlayer(t *testing.T) {
	answer, ok := os.LookupEnv(toyPlayer)
	if !ok {
		t.Skip("only for the tests of the client")
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch word, rest, _ := strings.Cut(in.Text(), " "); word {
		case "list_commands":
			fmt.Print("= list_commands\ngenmove\n\n")
		case "genmove":
			fmt.Printf("= %s\n\n", answer)
		case "play":
			fmt.Printf("? %s\n\n", rest)
		case "work": // for some time of the processor
			start, _ := cpuTime() // it is known on this system if the test is run
			for now := start; now < start+50*time.Millisecond; now, _ = cpuTime() {
			}
			fmt.Print("=\n\n")
		case "quit":
			fmt.Print("=\n\n")
			os.Exit(0)
		}
	}
	os.Exit(1)
}

func startPlayer(t *testing.T, answer string) *Client {
	t.Helper()
	t.Setenv(toyPlayer, answer)
	c, err := StartClient(t.Context(), []string{os.Args[0], "-test.run=^TestToyPlayer$"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() }) // what the tests want to know of it, they ask themselves
	return c
}

func TestClientPlay(t *testing.T) {
	d4 := rules.PointAt(9, 3, 3)
	for _, test := range []struct {
		answer string
		point  rules.Point
		resign bool
		bad    bool
	}{
		{"D4", d4, false, false}, {"d4", d4, false, false}, {"PASS", rules.Pass, false, false}, {"Resign", rules.Pass, true, false},
		{"J10", rules.Pass, false, true}, {"I5", rules.Pass, false, true}, {"D4 really", rules.Pass, false, true},
		{"", rules.Pass, false, true}, {"D4\nD5", rules.Pass, false, true},
	} {
		c := startPlayer(t, test.answer)
		p, resign, err := c.Genmove(t.Context(), 9, rules.White)
		if p != test.point || resign != test.resign || errors.Is(err, ErrNoMove) != test.bad || !test.bad && err != nil {
			t.Errorf("%q: got %v, %v, %v", test.answer, p, resign, err)
		}
		if !c.Alive() {
			t.Errorf("%q ended the engine", test.answer)
		}
	}
	c := startPlayer(t, "")
	if known, err := c.Commands(t.Context()); err != nil || len(known) != 2 || !known["genmove"] {
		t.Errorf("commands: %v, %v", known, err)
	}
	if err := c.Play(t.Context(), 9, rules.Move{Color: rules.White, Point: d4}); !errors.Is(err, Failure("white D4")) {
		t.Errorf("play: %v", err)
	}
}

// TestProcessTime asks for the processor time of an engine that works and of
// one that has ended.
func TestProcessTime(t *testing.T) {
	if _, err := cpuTime(); err != nil {
		t.Skip(err)
	}
	c := startPlayer(t, "")
	if _, err := c.Command(t.Context(), "work"); err != nil {
		t.Fatal(err)
	}
	if d, err := c.ProcessTime(); runtime.GOOS == "linux" && (err != nil || d < 40*time.Millisecond) {
		t.Errorf("at work: %v, %v", d, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if d, err := c.ProcessTime(); err != nil || d < 40*time.Millisecond || c.Alive() {
		t.Errorf("at the end: %v, %v", d, err)
	}
}
