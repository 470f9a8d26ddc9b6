package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// playMatch runs gtpgo match in this process and returns its results by number
// of the game.
func playMatch(t *testing.T, dir string, args ...string) (status int, results []*matchResult, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = match(append([]string{"--dir", dir, "--size", "5", "--komi", "0.5"}, args...), &out, &errs)
	return status, readResults(t, dir), out.String(), errs.String()
}

func readResults(t *testing.T, dir string) []*matchResult {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, resultsFile))
	if err != nil {
		return nil
	}
	var results []*matchResult
	for line := range bytes.Lines(data) {
		r := new(matchResult)
		if err := json.Unmarshal(line, r); err == nil {
			results = append(results, r)
		}
	}
	slices.SortFunc(results, func(a, b *matchResult) int { return a.Game - b.Game })
	return results
}

// TestMatch plays random games: pairs share their opening and swap colours, the
// records hold the games, and a second run of the same command has nothing to
// do.
func TestMatch(t *testing.T) {
	dir := t.TempDir()
	args := []string{"--a", toy("random", "{seed}"), "--b", toy("random", "%SRAND"), "--name-a", "first", "--games", "8", "--rules", "cgos"}
	status, results, stdout, stderr := playMatch(t, dir, args...)
	if status != exitOK || len(results) != 8 {
		t.Fatalf("status %d, %d results\n%s", status, len(results), stderr)
	}
	openings := map[string]bool{}
	for i, r := range results {
		other := results[i^1]
		if r.Game != i+1 || r.Pair != i/2+1 || r.Opening != other.Opening || r.Black == other.Black || r.Seed == other.Seed {
			t.Errorf("game %d and its pair: %+v, %+v", i+1, r, other)
		}
		openings[r.Opening] = true
		checkRecord(t, dir, r)
		if r.Reason != byScore || r.By != arbiterSays || r.Final == nil || r.Final.Area != r.Result {
			t.Errorf("game %d: %+v", i+1, r)
		}
	}
	if len(openings) != 4 {
		t.Errorf("%d openings for 4 pairs", len(openings))
	}
	if !strings.Contains(stdout, "first scores") || !strings.Contains(stdout, "8 of 8") {
		t.Errorf("summary:\n%s", stdout)
	}
	page, err := os.ReadFile(filepath.Join(dir, reportFile))
	for _, want := range []string{`<a href="games/00008.sgf">8</a>`, "toy random 1", `class="curve"`, "</html>"} {
		if err != nil || !strings.Contains(string(page), want) {
			t.Errorf("report lacks %s (%v)", want, err)
		}
	}
	before, _ := os.ReadFile(filepath.Join(dir, resultsFile))
	if status, _, again, _ := playMatch(t, dir, args...); status != exitOK || again != stdout {
		t.Errorf("again: status %d, summary\n%s", status, again)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, resultsFile)); !bytes.Equal(before, after) {
		t.Error("the results have changed")
	}
}

// checkRecord reads the SGF of a game back.
func checkRecord(t *testing.T, dir string, r *matchResult) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, r.SGF))
	if err != nil {
		t.Fatal(err)
	}
	set, _ := rules.FindRuleset(rules.DefaultRuleset)
	g, err := engine.ReadRecord(data, set, rules.Decimal{})
	if err != nil {
		t.Fatal(err)
	}
	black := map[string]string{sideA: "PB[first]", sideB: "PW[first]"}[r.Black]
	if len(g.Moves()) != r.Moves || !strings.HasPrefix(moveText(5, g.Moves()), r.Opening) ||
		!strings.Contains(string(data), "RE["+r.Result+"]") || !strings.Contains(string(data), black) {
		t.Errorf("game %+v has the record %s", r, data)
	}
}

// TestMatchFaults has one engine go wrong in its third move.
func TestMatchFaults(t *testing.T) {
	for _, test := range []struct{ kind, reason, letter, detail string }{
		{"crash", byCrash, "F", `exit status 3, last on stderr "toy is broken"`},
		{"illegal", byIllegal, "F", "occupied"},
		{"babble", byNoMove, "F", `"hello there"`},
		{"refuse", byRefusal, "F", "illegal move"},
		{"sleep", byTimeout, "T", "deadline"},
		{"resign", byResign, "R", ""},
	} {
		t.Run(test.kind, func(t *testing.T) {
			t.Parallel()
			status, results, stdout, stderr := playMatch(t, t.TempDir(), "--a", toy(test.kind), "--b", toy("random"), "--games", "2",
				"--move-timeout", "2", "--openings", "0", "--rules", "cgos")
			if status != exitOK || len(results) != 2 {
				t.Fatalf("status %d, %d results\n%s", status, len(results), stderr)
			}
			for _, r := range results {
				want := colorLetter(r.color(sideB)) + "+" + test.letter
				if r.Winner != sideB || r.Reason != test.reason || r.Result != want || !strings.Contains(r.Detail, test.detail) || r.Opening != "" {
					t.Errorf("%+v", r)
				}
			}
			if !strings.Contains(stdout, "0, 0, 2 (0.0%)") {
				t.Errorf("summary:\n%s", stdout)
			}
		})
	}
}

// TestMatchEnds has two engines that always pass: each ruleset ends the game
// where it says.
func TestMatchEnds(t *testing.T) {
	for name, moves := range map[string]int{
		"area2": 2, "territory3": 2, "area3": 3, "territory1": 4, "aga": 2,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, results, _, stderr := playMatch(t, t.TempDir(), "--a", toy("pass"), "--b", toy("pass"), "--games", "1",
				"--openings", "0", "--rules", name)
			if status != exitOK || len(results) != 1 {
				t.Fatalf("status %d, %d results\n%s", status, len(results), stderr)
			}
			if r := results[0]; r.Moves != moves || r.Phase != "ended" || r.Reason != byScore || r.Told.A != "gtpgo-rules" {
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestMatchScores has engines that do not agree on the score.
func TestMatchScores(t *testing.T) {
	for _, test := range []struct {
		name, rules, b, referee, winner, reason, by, disagree string
	}{
		{"each has won", "chinese", "liar", "", noWinner, byDispute, enginesSay, agreeNone},
		{"a referee", "chinese", "liar", "referee", sideA, byScore, refereeSays, agreeNone},
		{"one counts", "chinese", "cannot", "", sideA, byScore, enginesSay, ""},
		{"margins differ", "chinese", "referee", "", sideA, byScore, enginesSay, agreeScore},
		{"arbiter", "cgos", "liar", "", sideB, byScore, arbiterSays, agreeNone},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			args := []string{"--a", toy("liar"), "--b", toy(test.b), "--games", "1", "--openings", "0", "--rules", test.rules}
			if test.b != "liar" {
				args = append(args, "--max-moves", "10")
			}
			if test.referee != "" {
				args = append(args, "--referee", toy(test.referee))
			}
			status, results, _, stderr := playMatch(t, t.TempDir(), args...)
			if status != exitOK || len(results) != 1 {
				t.Fatalf("status %d, %d results\n%s", status, len(results), stderr)
			}
			r := results[0]
			if r.Reason == byLimit {
				r.Reason = byScore
			}
			if r.Winner != test.winner || r.Reason != test.reason || r.By != test.by || r.Disagree != test.disagree {
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestMatchSetUp looks at what an engine is told.
func TestMatchSetUp(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	openings := filepath.Join(dir, "openings")
	if err := os.WriteFile(openings, []byte("# two\nC3 B2 pass\n\nD4 # one\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	status, results, _, stderr := playMatch(t, dir, "--a", toy("log", log), "--b", toy("kgs"), "--games", "3", "--parallel", "1",
		"--openings", openings, "--init-a", "toy-option {seed}; komi 3", "--time-settings", "10 5  2", "--rules", "japanese")
	if status != exitOK || len(results) != 3 {
		t.Fatalf("status %d\n%s", status, stderr)
	}
	if r := results[0]; r.Told.A != "gtpgo-rules" || r.Told.B != "kgs-rules refused" || r.Opening != "C3 B2 pass" || results[2].Opening != "D4" {
		t.Errorf("%+v", r)
	}
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	told := regexpDigits.ReplaceAllString(string(data), "toy-option SEED")
	want := "list_commands\nname\nversion\nboardsize 5\nclear_board\ngtpgo-rules japanese\nkomi 0.5\ntime_settings 10 5 2\ntoy-option SEED\nkomi 3\n" +
		"play black C3\nplay white B2\nplay black pass\ncputime\nplay white pass\n"
	if !strings.HasPrefix(told, want+"cputime\nfinal_score\nboardsize 5\n") {
		t.Errorf("the engine was told\n%s", told)
	}
	if !strings.Contains(told, "time_left black 10 0\ngenmove black\n") {
		t.Errorf("no time_left in\n%s", told)
	}
}

// TestMatchOvertime has an engine that takes more time than it has.
func TestMatchOvertime(t *testing.T) {
	status, results, stdout, stderr := playMatch(t, t.TempDir(), "--a", toy("slow"), "--b", toy("pass"), "--games", "1",
		"--openings", "0", "--time-settings", "1 0 0")
	if status != exitOK || len(results) != 1 || !results[0].Overtime.A || results[0].Overtime.B || results[0].Reason != byScore ||
		!strings.Contains(stdout, "Games with time overstepped") || results[0].Wall.A < 1 {
		t.Errorf("status %d, %+v\n%s%s", status, results, stdout, stderr)
	}
}

// TestMatchTest has one engine that loses all games: the sequential test ends
// the match early.
func TestMatchTest(t *testing.T) {
	status, results, stdout, stderr := playMatch(t, t.TempDir(), "--a", toy("random"), "--b", toy("resign"), "--games", "1000",
		"--sprt", "0,400", "--openings", "0", "--rules", "cgos")
	if status != exitOK || len(results) > 40 || !strings.Contains(stdout, sprtH1) {
		t.Errorf("status %d, %d games\n%s%s", status, len(results), stdout, stderr)
	}
}

// TestMatchContinue kills a match, writes half a result behind the others, and
// lets the match go on; then it asks for other settings.
func TestMatchContinue(t *testing.T) {
	dir := t.TempDir()
	args := []string{"--a", toy("random"), "--b", toy("resign"), "--games", "8", "--rules", "cgos"}
	child := startMatch(t, dir, append(args, "--games", "500"))
	waitFor(t, func() bool { return len(readResults(t, dir)) >= 3 })
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	before := readResults(t, dir)
	file := filepath.Join(dir, resultsFile)
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(f, `{"game":`); err != nil {
		t.Fatal(err)
	}
	f.Close()

	games := max(8, before[len(before)-1].Game+1)
	status, results, _, stderr := playMatch(t, dir, append(args, "--games", fmtInt(games))...)
	if status != exitOK || len(results) != games || !strings.Contains(stderr, "continuing after") {
		t.Fatalf("status %d, %d results of %d\n%s", status, len(results), games, stderr)
	}
	for _, old := range before {
		if r := results[old.Game-1]; r.Game != old.Game || r.Hash != old.Hash || r.Seed != old.Seed {
			t.Errorf("game %d has changed: %+v, %+v", old.Game, old, r)
		}
	}

	status, _, _, stderr = playMatch(t, dir, append(args, "--komi", "6.5", "--seed", "2")...)
	if status != exitUsage || !strings.Contains(stderr, "komi was 0.5, not 6.5; seed was 1, not 2") {
		t.Errorf("other settings: status %d, %s", status, stderr)
	}
}

// startMatch runs a match in a process of its own.
func startMatch(t *testing.T, dir string, args []string) *exec.Cmd {
	t.Helper()
	words, err := splitCommand(toy("gtpgo", "match"))
	if err != nil {
		t.Fatal(err)
	}
	words = append(append(words, "--dir", dir, "--size", "5", "--komi", "0.5"), args...)
	child := exec.Command(words[0], words[1:]...)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	return child
}

// waitFor waits until ok holds.
func waitFor(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing happens")
		}
	}
}

// TestMatchInterrupt interrupts a match: it ends soon, with a report.
func TestMatchInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupts between processes")
	}
	dir := t.TempDir()
	child := startMatch(t, dir, []string{"--a", toy("random"), "--b", toy("resign"), "--games", "10000", "--rules", "cgos"})
	waitFor(t, func() bool { return len(readResults(t, dir)) > 0 })
	if err := child.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // the status is what the test asks for
	if status := child.ProcessState.ExitCode(); status != 130 || !exists(filepath.Join(dir, reportFile)) {
		t.Errorf("status %d", status)
	}
}

// TestMatchUsage has command lines that are wrong.
func TestMatchUsage(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "openings")
	if err := os.WriteFile(bad, []byte("C3 C3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	good := []string{"--a", "x", "--b", "y"}
	for _, args := range [][]string{
		nil, {"--a", "x"}, {"--a", "'x", "--b", "y"}, append(good, "more"), append(good, "--nothing"),
		append(good, "--games", "0"), append(good, "--size", "26"), append(good, "--komi", "x"), append(good, "--rules", "x"),
		append(good, "--sprt", "5"), append(good, "--sprt", "5,0"), append(good, "--sprt", "0,5", "--alpha", "0.5"),
		append(good, "--openings", "-1"), append(good, "--openings", bad), append(good, "--openings", "no such file"),
		append(good, "--parallel", "0"), append(good, "--time-settings", "1 2"), append(good, "--move-timeout", "-1"),
		append(good, "--referee", "'"),
	} {
		dir := t.TempDir()
		if status, _, stdout, stderr := playMatch(t, dir, args...); status != exitUsage || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: status %d, %s%s", args, status, stdout, stderr)
		}
		if exists(filepath.Join(dir, settingsFile)) {
			t.Errorf("%q: wrote settings", args)
		}
	}
	if status, _, _, stderr := playMatch(t, t.TempDir(), "--a", "no-such-engine-anywhere", "--b", toy("pass")); status != exitError ||
		!strings.Contains(stderr, "engine A") {
		t.Errorf("no engine: status %d, %s", status, stderr)
	}
	if status, _, stdout, _ := playMatch(t, t.TempDir(), "--help"); status != exitOK || !strings.Contains(stdout, "--sprt") {
		t.Errorf("help: status %d, %s", status, stdout)
	}
}
