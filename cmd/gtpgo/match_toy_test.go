package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/gtp"
	"gtpgo/internal/rules"
)

// TestMatchToy is no test but what the tests of matches run: the test binary
// once more, as an engine of the kind that its arguments name, or as gtpgo
// itself.
func TestMatchToy(t *testing.T) {
	if flag.Arg(0) != "toy" {
		t.Skip("only for the tests of matches")
	}
	if flag.Arg(1) == "gtpgo" {
		os.Exit(run(flag.Args()[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	e := &toyPlayer{kind: flag.Arg(1), arg: flag.Arg(2), size: 9}
	e.game = rules.NewGame(e.size, e.rules, rules.Decimal{})
	seed, _ := strconv.ParseUint(e.arg, 10, 64)
	e.rng = rand.New(rand.NewPCG(seed, 1))
	e.serve()
	os.Exit(0)
}

// toy returns the command line of such an engine.
func toy(kind ...string) string {
	return "'" + os.Args[0] + "' -test.run=^TestMatchToy$ -- toy " + strings.Join(kind, " ")
}

// toyPlayer is an engine that does what its kind says, and plays at random
// else.
type toyPlayer struct {
	kind, arg string
	rules     rules.Ruleset
	game      *rules.Game
	size      int
	genmoves  int // in this game
	mine      rules.Color
	rng       *rand.Rand
}

func (e *toyPlayer) serve() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		if e.kind == "log" {
			e.log(in.Text())
		}
		text, err := e.execute(strings.Fields(in.Text()))
		if err == io.EOF {
			fmt.Print("= \n\n")
			return
		}
		if err != nil {
			fmt.Printf("? %v\n\n", err)
		} else {
			fmt.Printf("= %s\n\n", text)
		}
	}
}

// log appends a command to the file that the argument names.
func (e *toyPlayer) log(line string) {
	f, err := os.OpenFile(e.arg, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		os.Exit(9)
	}
	defer f.Close()
	fmt.Fprintln(f, line)
}

func (e *toyPlayer) execute(words []string) (string, error) {
	switch words[0] {
	case "name":
		return "toy " + e.kind, nil
	case "version":
		return "1", nil
	case "list_commands":
		list := "name\nversion\nlist_commands\nquit\nboardsize\nclear_board\nkomi\nplay\ngenmove\nfinal_score\ntime_settings\ntime_left"
		if e.kind != "kgs" {
			return list + "\ngtpgo-rules\ncputime", nil
		}
		return list + "\nkgs-rules", nil
	case "quit":
		return "", io.EOF
	case "boardsize":
		e.size, _ = strconv.Atoi(words[1])
	case "clear_board":
		e.game = rules.NewGame(e.size, e.rules, rules.Decimal{})
		e.genmoves = 0
	case "gtpgo-rules":
		e.rules, _ = rules.FindRuleset(words[1])
		e.game.SetRules(e.rules)
	case "kgs-rules":
		return "", errors.New("unknown rules")
	case "komi", "time_settings", "time_left", "toy-option":
	case "cputime":
		return "1.5", nil
	case "play":
		if e.kind == "refuse" && e.genmoves == 2 {
			return "", gtp.ErrIllegalMove
		}
		m := gtp.NewArgs(strings.Join(words[1:], " ")).Move(e.size)
		return "", e.game.Play(m)
	case "genmove":
		e.genmoves++
		return e.genmove(gtp.NewArgs(words[1]).Color())
	case "final_score":
		return e.finalScore()
	default:
		return "", gtp.ErrUnknownCommand
	}
	return "", nil
}

func (e *toyPlayer) genmove(c rules.Color) (string, error) {
	e.mine = c
	third := e.genmoves == 3
	switch {
	case e.kind == "crash" && third:
		fmt.Fprintln(os.Stderr, "toy is broken")
		os.Exit(3)
	case e.kind == "illegal" && third:
		moves := e.game.Moves()
		return gtp.FormatVertex(e.size, moves[len(moves)-1].Point), nil
	case e.kind == "babble" && third:
		return "hello there", nil
	case e.kind == "resign" && third:
		return "resign", nil
	case e.kind == "sleep" && third:
		time.Sleep(time.Minute)
	case e.kind == "slow":
		time.Sleep(1100 * time.Millisecond)
	}
	m := rules.Move{Color: c, Point: rules.Pass}
	if e.kind != "pass" && e.kind != "liar" && e.kind != "kgs" && e.kind != "log" && e.kind != "slow" {
		m.Point = e.random(c)
	}
	return gtp.FormatVertex(e.size, m.Point), e.game.Play(m)
}

// random returns a legal move that fills no eye of one point; pass if there is
// none.
func (e *toyPlayer) random(c rules.Color) rules.Point {
	points := e.game.AppendLegal(nil, c)
	e.rng.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	b := e.game.Position()
	for _, p := range points {
		for _, q := range b.Neighbors(p) {
			if b.At(q) != c && b.At(q) != rules.Edge {
				return p
			}
		}
	}
	return rules.Pass
}

// finalScore counts what stands, without komi, but a liar has won by 99.
func (e *toyPlayer) finalScore() (string, error) {
	switch e.kind {
	case "liar":
		return colorLetter(e.mine) + "+99", nil
	case "cannot":
		return "", gtp.ErrCannotScore
	case "referee":
		return "B+0.25", nil
	}
	return e.game.Count(&e.rules, nil).Margin().Result(), nil
}
