package main

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

var cancelRounds = flag.Int("cancel.rounds", 1, "how often TestCancel stops each activity in each way")

// activity is something that takes longer than anybody waits.
type activity struct {
	flags, input string
	// interrupted is the reply to the last command if it is interrupted; "" for
	// what goes on after "# interrupt".
	interrupted string
	open        bool // any line, or the end of input, ends it
	replies     int  // before the last one
}

const (
	stopped = `[=?] (?s:.*)` // with what was found, or without
	aMove   = `= ([A-HJ-Z][0-9]+|pass)`
)

var activities = map[string]activity{
	"genmove":          {input: "time_settings 0 600 1\ngenmove b\n", interrupted: aMove, replies: 1},
	"one thread":       {input: "time_settings 0 600 1\ngenmove b\n", interrupted: aMove, replies: 1, flags: "--threads 1"},
	"many threads":     {input: "time_settings 0 600 1\ngenmove b\n", interrupted: aMove, replies: 1, flags: "--threads 64"},
	"reg_genmove":      {input: "time_settings 0 600 1\nreg_genmove w\n", interrupted: aMove, replies: 1},
	"genmove_analyze":  {input: "time_settings 0 600 1\nlz-genmove_analyze b 10\n", interrupted: `= \n(?s:.*)play .*`, replies: 1},
	"cleanup":          {input: "time_settings 0 600 1\nkgs-genmove_cleanup b\n", interrupted: aMove, replies: 1},
	"large board":      {input: "boardsize 25\ntime_settings 0 600 1\ngenmove b\n", interrupted: aMove, replies: 2, flags: "--memory 8"},
	"lz-analyze":       {input: "lz-analyze b 1\n", open: true},
	"kata-analyze":     {input: "kata-analyze w 10 ownership true movesOwnership true\n", open: true},
	"analysis of some": {input: "kata-analyze w 10 avoid w Q16 3\n", open: true},
	"live graphics":    {input: "lz-analyze b 10\n", open: true, flags: "--live-gfx"},
	"study":            {input: "gtpgo-visits\n", interrupted: stopped, flags: "--time 600"},
	"solving":          {input: "boardsize 5\ngtpgo-solve b time 0\n", interrupted: `\? unsolved, .*`, replies: 1},
	"solving Jungo":    {input: "gtpgo-solve b time 0\n", interrupted: `\? unsolved, .*`, flags: "--rules jungo --boardsize 5"},
	"judging": {input: "kgs-rules japanese\nboardsize 25\nplay b A1\nplay w T19\nfinal_score\n", interrupted: stopped,
		replies: 4},
	"pondering": {input: "boardsize 9\ngenmove b\n", flags: "--ponder --time 0.05", open: true, replies: 2},
}

// TestCancel stops everything at a random moment in every way that should: within
// 100 ms on an idle machine, with the right status and no part of a reply.
func TestCancel(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	for name, a := range activities {
		t.Run(name, func(t *testing.T) {
			for stop := range stops {
				if stop == "interrupt" && a.interrupted == "" || (stop == "line" || stop == "end of input") && !a.open {
					continue
				}
				var took []time.Duration
				for range *cancelRounds {
					took = append(took, a.cancel(t, name, stop))
				}
				slices.Sort(took)
				t.Logf("%-16s %-14s median %v, longest %v", name, stop, took[len(took)/2].Round(time.Millisecond/10), took[len(took)-1].Round(time.Millisecond/10))
				if took[0] > 2*time.Second {
					t.Errorf("%s: %v after %s", name, took[0], stop)
				}
			}
		})
	}
}

// stops are the ways to stop something: what to do, and the status of a program
// that ends by it, -1 if it does not.
var stops = map[string]struct {
	act    func(p *program) error
	status int
}{
	"interrupt":     {func(p *program) error { p.send("# interrupt\n"); return nil }, -1},
	"line":          {func(p *program) error { p.send("protocol_version\n"); return nil }, -1},
	"end of input":  {func(p *program) error { return p.in.Close() }, 0},
	"SIGINT":        {func(p *program) error { return p.cmd.Process.Signal(syscall.SIGINT) }, 130},
	"SIGTERM":       {func(p *program) error { return p.cmd.Process.Signal(syscall.SIGTERM) }, 143},
	"closed output": {func(p *program) error { return p.out.Close() }, 1},
}

// cancel starts the activity, stops it after a while and returns how long it went
// on.
func (a *activity) cancel(t *testing.T, name, stop string) time.Duration {
	t.Helper()
	flags := append([]string{"--memory", "64", "--seed", "1"}, strings.Fields(a.flags)...)
	p := start(t, flags...)
	p.expect("name", "= gtpgo") // it runs
	p.send(a.input)
	for range a.replies {
		p.reply()
	}
	time.Sleep(10*time.Millisecond + rand.N(300*time.Millisecond))
	how := stops[stop]
	begin := time.Now()
	if err := how.act(p); err != nil {
		t.Fatal(err)
	}
	took := time.Duration(0)
	if how.status < 0 {
		frame := p.reply()
		want := a.interrupted
		if want == "" {
			want = stopped
		}
		if !regexp.MustCompile("^(?:" + want + ")$").MatchString(frame) {
			t.Errorf("%s, %s: reply %.300q", name, stop, frame)
		}
		took = time.Since(begin)
		if stop == "line" && frame != "= 2" {
			p.expect("", "= 2")
		}
		p.in.Close()
	}
	for frame := range p.frames {
		if strings.HasSuffix(frame, "<end>") && stop != "closed output" {
			t.Errorf("%s, %s: part of a reply: %.300q", name, stop, frame)
		}
	}
	status := statusOf(t, p.cmd.Wait())
	if how.status >= 0 {
		took = time.Since(begin)
	}
	stderr := p.stderr.String()
	if strings.Contains(a.flags, "--live-gfx") {
		stderr = regexp.MustCompile(`(?s)gogui-gfx:.*?\n\n|gogui-gfx: CLEAR\n`).ReplaceAllString(stderr, "")
	}
	if status != max(0, how.status) || stderr != "" {
		t.Errorf("%s, %s: status %d, stderr %q", name, stop, status, stderr)
	}
	return took
}

// The other programs end by signals as well: what is measured is lost, results of
// a match are kept whole.
func TestCancelBenchAndMatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for range *cancelRounds {
			dir := t.TempDir()
			engine := self + " --threads 1 --time 0 --playouts 20 --memory 8"
			for name, args := range map[string][]string{
				"bench": {"bench", "--seconds", "100"},
				"match": {"match", "--dir", dir, "--games", "1000", "--size", "5", "--parallel", "2", "--a", engine, "--b", engine},
				"thinking": {"match", "--dir", filepath.Join(dir, "2"), "--games", "1000", "--parallel", "2",
					"--a", self + " --time 100", "--b", self + " --time 100"},
			} {
				cmd := command(t, args...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second + rand.N(time.Second))
				begin := time.Now()
				if err := cmd.Process.Signal(signal); err != nil {
					t.Fatal(err)
				}
				_ = cmd.Wait() // the status is what the test asks for
				took, status := time.Since(begin), cmd.ProcessState.ExitCode()
				t.Logf("%s: %v after %v", name, took, signal)
				by := cmd.ProcessState.Sys().(syscall.WaitStatus)
				if status != 128+int(signal) && !(name == "bench" && by.Signaled() && by.Signal() == signal) || took > 2*time.Second {
					t.Errorf("%s: status %d after %v", name, status, took)
				}
			}
			data, err := os.ReadFile(filepath.Join(dir, "results.jsonl"))
			if err != nil || len(data) > 0 && data[len(data)-1] != '\n' {
				t.Errorf("%v, results end with %.100q", err, string(data[max(0, len(data)-100):]))
			}
			for _, left := range must(filepath.Glob(filepath.Join(dir, "*", "*.new"))) {
				t.Errorf("%s is left over", left)
			}
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
