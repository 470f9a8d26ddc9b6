package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/engine"
	"gtpgo/internal/gtp"
	"gtpgo/internal/rules"
)

var speed = flag.Bool("speed", false, "measure in TestSpeed what clients wait for, and what an idle program uses")

// TestSpeed measures what clients wait for, at the pipes of the program: the
// median, as a busy machine is late now and then. And an idle program uses no
// processor, whatever it did before.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("wants an idle machine: -speed")
	}
	median := func(what string, limit time.Duration, took []time.Duration) {
		slices.Sort(took)
		t.Logf("%s: median %v, least %v, most %v of %d", what, took[len(took)/2], took[0], took[len(took)-1], len(took))
		if took[len(took)/2] > limit {
			t.Errorf("%s: %v, want %v", what, took[len(took)/2], limit)
		}
	}
	var took []time.Duration
	for range 30 {
		begin := time.Now()
		p := start(t)
		p.expect("name", "= gtpgo")
		took = append(took, time.Since(begin))
		p.quit()
	}
	median("start to first reply", 50*time.Millisecond, took)

	moves, record := randomGame(t, 300)
	p := start(t)
	took = nil
	for range 30 {
		took = append(took, p.time("loadsgf "+record))
		p.expect("genmove b", "= .*") // there is a tree
	}
	median("loadsgf of 300 moves", 20*time.Millisecond, took)
	took = nil
	for range 5 {
		p.expect("clear_board", "= ")
		for _, move := range moves {
			took = append(took, p.time("play "+move))
		}
	}
	median("play", time.Millisecond, took)
	p.quit()

	const idle = 30 * time.Second
	for why, lines := range map[string]string{
		"at the start": "name", "after a move": "genmove b", "after an analysis": "lz-analyze b 10\nname",
		"after the opponent's move": "gtpgo-param ponder true\ngenmove b\nplay w A1", "after a game": "genmove b\nkgs-game_over",
	} {
		p := start(t, "--memory", "64", "--time", "0.2")
		for line := range strings.SplitSeq(lines, "\n") {
			p.send(line + "\n")
			if strings.Contains(line, "analyze") {
				time.Sleep(300 * time.Millisecond)
				continue
			}
			p.reply()
		}
		if strings.Contains(lines, "analyze") {
			p.reply()
		}
		before := p.cpu()
		time.Sleep(idle)
		used := p.cpu() - before
		t.Logf("idle %s: %v of the processor in %v", why, used, idle)
		if used > idle/1000 {
			t.Errorf("idle %s: %v used", why, used)
		}
		p.quit()
	}
}

// time sends a line and returns how long the reply takes, which must be empty.
func (p *program) time(line string) time.Duration {
	p.t.Helper()
	begin := time.Now()
	if reply := p.ask(line); reply != "= " {
		p.t.Fatalf("%s: %q", line, reply)
	}
	return time.Since(begin)
}

// randomGame returns the moves of a game on 19 lines, as arguments of play, and a
// file with its record.
func randomGame(t *testing.T, n int) (moves []string, path string) {
	t.Helper()
	set, _ := rules.FindRuleset(rules.DefaultRuleset)
	game := rules.NewGame(19, set, rules.Halves(15))
	random := rand.New(rand.NewPCG(1, 0))
	for len(game.Moves()) < n {
		c := game.Position().ToPlay
		legal := game.AppendLegal(nil, c)
		m := rules.Move{Color: c, Point: legal[random.IntN(len(legal))]}
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, fmt.Sprint(c, " ", gtp.FormatVertex(19, m.Point)))
	}
	path = filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(path, []byte(engine.WriteRecord(game, "", nil)), 0o666); err != nil {
		t.Fatal(err)
	}
	return moves, path
}
