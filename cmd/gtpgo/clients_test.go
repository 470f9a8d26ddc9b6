package main_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/gtp"
)

// TestClients runs the program, freshly built, with real clients and opponents.
// What is not installed is skipped; make test tries to install it.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	engine := filepath.Join(t.TempDir(), "gtpgo")
	if runtime.GOOS == "windows" {
		engine += ".exe"
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", engine, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	t.Run("sabaki", func(t *testing.T) { sabaki(t, engine) })
	t.Run("gnugo", func(t *testing.T) { gnuGo(t, engine) })
	t.Run("jungo", func(t *testing.T) { jungo(t, engine) })
}

// seeded returns a command line of the engine that answers the same each time.
func seeded(engine string, playouts, seed int, flags ...string) []string {
	return append([]string{engine, "--threads", "1", "--time", "0", "--playouts", fmt.Sprint(playouts),
		"--seed", fmt.Sprint(seed), "--resign-threshold", "0", "--log-level", "error"}, flags...)
}

// sabaki lets the client of Sabaki drive the engine (see the script).
func sabaki(t *testing.T, engine string) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	const dir, script = "../../testdata/clients/sabaki", "drive.js"
	for _, file := range []string{script, "analysis.js"} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil { // also makes it an input that the test cache knows
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "@sabaki", "gtp")); err != nil {
		t.Skip("the npm packages are not installed: make test does it")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, append([]string{script}, seeded(engine, 100, 1)...)...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("PASS ")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// gnuGo plays ten games under Chinese rules against GNU Go: no move is illegal
// for the other side, and both find the same winner at the end.
func gnuGo(t *testing.T, engine string) {
	program, err := exec.LookPath("gnugo")
	if err != nil {
		program, err = exec.LookPath("/usr/games/gnugo") // Debian's place, not in every PATH
	}
	if err != nil {
		t.Skip("gnugo is not installed")
	}
	for seed := 1; seed <= 10; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			own := startPlayer(t, seeded(engine, 300, seed, "--rules", "chinese"))
			gnu := startPlayer(t, []string{program, "--mode", "gtp", "--level", "1", "--seed", fmt.Sprint(seed),
				"--chinese-rules", "--positional-superko", "--never-resign"})
			black, white := own, gnu
			if seed%2 == 0 {
				black, white = gnu, own
			}
			playGame(t, black, white, "9", "7.5")
			ours, theirs := own.ask("final_score"), gnu.ask("final_score")
			t.Logf("seed %d, gtpgo %s, GNU Go %s", seed, ours, theirs)
			if ours != theirs {
				// The margin may differ where they do not agree on dead stones; the winner must not.
				t.Logf("dead stones:\ngtpgo %q\nGNU Go %q\n%s\n%s", own.ask("final_status_list dead"),
					gnu.ask("final_status_list dead"), own.ask("showboard"), own.ask("printsgf"))
			}
			if ours[:1] != theirs[:1] {
				t.Errorf("gtpgo says %s, GNU Go %s", ours, theirs)
			}
		})
	}
}

// jungo plays games of the engine against itself, where only stones on the
// board count: the score is just that.
func jungo(t *testing.T, engine string) {
	for _, size := range []string{"5", "9"} {
		t.Run(size, func(t *testing.T) {
			t.Parallel()
			black := startPlayer(t, seeded(engine, 200, 1, "--rules", "jungo"))
			white := startPlayer(t, seeded(engine, 200, 2, "--rules", "jungo"))
			playGame(t, black, white, size, "0")
			board := black.ask("showboard")
			stones := strings.Join(boardRow.FindAllString(board, -1), "")
			margin := strings.Count(stones, "X") - strings.Count(stones, "O")
			want := "0"
			if margin > 0 {
				want = fmt.Sprint("B+", margin)
			} else if margin < 0 {
				want = fmt.Sprint("W+", -margin)
			}
			for _, p := range []player{black, white} {
				if got := p.ask("final_score"); got != want {
					t.Errorf("final_score %s, want %s\n%s", got, want, board)
				}
			}
		})
	}
}

// boardRow matches the part of a showboard line that holds the stones.
var boardRow = regexp.MustCompile(`(?m)^ *\d+[ ()](?:[.XO][ ()])+\d+`)

// player is an engine in a game.
type player struct {
	*gtp.Client
	t *testing.T
}

func startPlayer(t *testing.T, argv []string) player {
	t.Helper()
	c, err := gtp.StartClient(context.Background(), argv) // t.Context ends before Cleanup can close it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return player{c, t}
}

// ask sends a command that must succeed within half a minute.
func (p player) ask(command string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeoutCause(p.t.Context(), 30*time.Second, errors.New("no reply in time"))
	defer cancel()
	reply, err := p.Command(ctx, command)
	if err != nil {
		p.t.Fatalf("%s: %v", command, err)
	}
	return reply
}

// playGame plays until both sides pass one after the other.
func playGame(t *testing.T, black, white player, size, komi string) {
	t.Helper()
	for _, p := range []player{black, white} {
		for _, command := range []string{"boardsize " + size, "clear_board", "komi " + komi} {
			p.ask(command)
		}
	}
	const longest = 400 // moves, more than any sane game on 9x9
	passes := 0
	for n := range longest {
		color, mover, other := "b", black, white
		if n%2 == 1 {
			color, mover, other = "w", white, black
		}
		move := strings.ToLower(mover.ask("genmove " + color))
		other.ask("play " + color + " " + move)
		passes++
		if move != "pass" {
			passes = 0
		}
		if passes == 2 {
			return
		}
	}
	t.Fatalf("no end after %d moves\n%s", longest, black.ask("showboard"))
}
