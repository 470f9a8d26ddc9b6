package main

// How the program ends, and what it does to the machine: end of input, signals,
// closed pipes, randomness, threads and memory.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// At the end of input the running command finishes, and those queued are
// executed: case ANA-04a.
func TestEndOfInputWhileThinking(t *testing.T) {
	for input, want := range map[string]string{
		"boardsize 9\ngenmove b":                 `= \n\n= [A-HJ][1-9]\n\n`,
		"boardsize 9\n1 genmove b\n2 quit\n":     `= \n\n=1 [A-HJ][1-9]\n\n=2 \n\n`,
		"1 genmove b\n2 genmove w\n3 undo\n":     `=1 [A-HJ-T]1?[0-9]\n\n=2 [A-HJ-T]1?[0-9]\n\n=3 \n\n`,
		"boardsize 9\n1 reg_genmove w\n2 undo\n": `= \n\n=1 [A-HJ][1-9]\n\n\?2 cannot undo\n\n`,
	} {
		stdout, stderr, status := pipe(t, input, "--time", "0.3")
		if !regexp.MustCompile("^"+want+"$").MatchString(stdout) || stderr != "" || status != 0 {
			t.Errorf("%q: stdout %q, stderr %q, status %d", input, stdout, stderr, status)
		}
	}
}

// SIGTERM and SIGINT end the program at once, with the statuses of a shell,
// whatever it is doing, and leave no part of a reply behind.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	const long = "time_settings 0 60 1\n"
	judging := "kgs-rules japanese\nboardsize 25\n" + strings.Repeat("play b A1\nfinal_score\nundo\n", 1000)
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		for why, how := range map[string]struct{ input, file, flags string }{
			"idle":                {},
			"in mid genmove":      {input: long + "genmove b\n"},
			"one thread":          {input: long + "reg_genmove b\n", flags: "--threads 1"},
			"in mid judgement":    {input: judging},
			"in mid analysis":     {input: "kata-analyze b 10\n"},
			"with lines queued":   {input: long + strings.Repeat("genmove b\n", 100)},
			"thinking in a file":  {file: long + "genmove b\ngenmove w\n"},
			"judging in a file":   {file: judging},
			"pondering":           {input: "boardsize 9\ngenmove b\n", flags: "--ponder --time 0.1"},
			"in a line half sent": {input: "genm"},
		} {
			t.Run(fmt.Sprint(signal, " ", why), func(t *testing.T) {
				t.Parallel()
				flags := append(strings.Fields(how.flags), "--memory", "64")
				started := filepath.Join(t.TempDir(), "started")
				if how.file != "" {
					flags = append(flags, "--gtp-file", gtpFile(t, "printsgf "+started+"\n"+how.file))
				}
				p := start(t, flags...)
				if how.file == "" {
					p.expect("printsgf "+started, "= ")
				}
				p.send(how.input)
				waitForFile(t, started)
				time.Sleep(200 * time.Millisecond)
				p.endBy(signal)
			})
		}
	}
}

// endBy sends a signal and checks the end of the program.
func (p *program) endBy(signal syscall.Signal) {
	p.t.Helper()
	begin := time.Now()
	if err := p.cmd.Process.Signal(signal); err != nil {
		p.t.Fatal(err)
	}
	for frame := range p.frames {
		if strings.HasSuffix(frame, "<end>") {
			p.t.Errorf("part of a reply: %q", frame)
		}
	}
	status, d := statusOf(p.t, p.cmd.Wait()), time.Since(begin)
	if status != 128+int(signal) || p.stderr.Len() > 0 {
		p.t.Errorf("status %d, stderr %q", status, p.stderr.String())
	}
	p.t.Logf("ended after %v", d)
	if d > 2*time.Second { // 100 ms, were the machine idle
		p.t.Errorf("ended after %v", d)
	}
}

// gtpFile writes text to a new file and returns its path.
func gtpFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// waitForFile waits until there is such a file.
func waitForFile(t *testing.T, path string) {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			return
		}
	}
	t.Fatalf("no file %s", path)
}

// A client that goes away without a word ends the program too.
func TestClosedOutput(t *testing.T) {
	cmd := command(t, weak...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	if _, err := in.Write([]byte("name\n")); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(patience):
		t.Error("the program lives on")
	}
}

// Two processes with the same seed play the same game: case SES-02a.
func TestSameSeedSameGame(t *testing.T) {
	game := func(seed string) string {
		stdout, stderr, status := pipe(t, "boardsize 9\nclear_board\n"+strings.Repeat("genmove b\ngenmove w\n", 6)+"reg_genmove b\nshowboard\n",
			"--threads", "1", "--time", "0", "--playouts", "100", "--seed", seed)
		if stderr != "" || status != 0 {
			t.Errorf("stderr %q, status %d", stderr, status)
		}
		return stdout
	}
	first := game("1")
	if again := game("1"); again != first {
		t.Errorf("games differ:\n%s\n%s", first, again)
	}
	other := 0
	for seed := 2; seed <= 5; seed++ {
		if game(strconv.Itoa(seed)) != first {
			other++
		}
	}
	if other == 0 {
		t.Error("the seed does not matter")
	}
}

// Any number of threads works: case SES-04a.
func TestThreads(t *testing.T) {
	for _, n := range []string{"0", "1", "2", "64"} {
		p := start(t, "--threads", n, "--time", "0.2")
		p.expect("boardsize 9", "= ")
		p.expect("genmove b", "= [A-HJ][1-9]")
		p.expect("genmove w", "= [A-HJ][1-9]")
		p.quit()
	}
}

// One thread uses one processor.
func TestOneThread(t *testing.T) {
	p := start(t, "--threads", "1", "--time", "2", "--memory", "64")
	p.expect("name", "= gtpgo")
	begin := time.Now()
	p.expect("genmove b", "= [A-HJ-T]1?[0-9]")
	elapsed := time.Since(begin)
	p.quit()
	used := p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
	if used > elapsed*115/100+100*time.Millisecond { // the start of the program is in it
		t.Errorf("used %v in %v", used, elapsed)
	}
}

// An idle program uses no processor.
func TestIdle(t *testing.T) {
	p := start(t, weak...)
	p.expect("genmove b", "= [A-HJ-T]1?[0-9]")
	begin := time.Now()
	time.Sleep(time.Second)
	p.quit()
	used := p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
	if used > time.Since(begin)/2 {
		t.Errorf("used %v while idle for a second", used)
	}
}

// Pondering uses the processor until the next line arrives, which is answered at
// once, and goes on behind a question; it does not keep the program from ending.
func TestPondering(t *testing.T) {
	const least = 100 * time.Millisecond
	for _, end := range []string{"quit", "end of input"} {
		p := start(t, "--threads", "1", "--boardsize", "9", "--time", "0.5", "--ponder")
		for _, line := range []string{"genmove b", "time_left w 60 0", "play w A1", "genmove b"} {
			before := p.cpu()
			begin := time.Now()
			p.expect(line, "= .*")
			if d := time.Since(begin); line != "genmove b" && d > time.Second { // 100 ms, were the machine idle
				t.Errorf("%s took %v", line, d)
			}
			time.Sleep(time.Second / 2)
			if used := p.cpu() - before; strings.HasPrefix(line, "play") != (used < least) {
				t.Errorf("used %v in %s and after it", used, line)
			}
		}
		if end == "quit" {
			p.quit()
			continue
		}
		p.in.Close()
		if status := p.exit(); status != 0 || p.stderr.Len() > 0 {
			t.Errorf("status %d, stderr %q", status, p.stderr.String())
		}
	}
}

// cpu returns the processor time that the program says it used.
func (p *program) cpu() time.Duration {
	p.t.Helper()
	seconds, err := strconv.ParseFloat(strings.TrimPrefix(p.ask("cputime"), "= "), 64)
	if err != nil {
		p.t.Fatal(err)
	}
	return time.Duration(seconds * float64(time.Second))
}

// Memory does not grow from game to game: case SES-03a, in full with
// GTPGO_LONG_TESTS set.
func TestMemory(t *testing.T) {
	games, early := 75, 25
	if os.Getenv("GTPGO_LONG_TESTS") != "" {
		games, early = 300, 30
	} else if testing.Short() {
		t.Skip("plays 75 games")
	}
	p := start(t, "--threads", "1", "--time", "0", "--playouts", "30", "--seed", "1")
	p.expect("boardsize 9", "= ")
	var first int
	for game := 1; game <= games; game++ {
		p.expect("clear_board", "= ")
		for range 5 {
			p.expect("genmove b", "= [A-HJ][1-9]")
			p.expect("genmove w", "= [A-HJ][1-9]")
		}
		if game == early {
			first = residentKB(t, p.cmd.Process.Pid)
		}
	}
	last := residentKB(t, p.cmd.Process.Pid)
	p.quit()
	t.Logf("%d kB, then %d kB", first, last)
	if last > first*3/2 {
		t.Errorf("resident memory grew from %d to %d kB", first, last)
	}
}

// residentKB returns the memory of a process that is not swapped out.
func residentKB(t *testing.T, pid int) int {
	t.Helper()
	return statusKB(t, pid, "VmRSS")
}

// statusKB returns a number of kilobytes that the system knows of a process.
func statusKB(t *testing.T, pid int, key string) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if os.IsNotExist(err) {
		t.Skip("the system does not tell the memory of processes")
	}
	m := regexp.MustCompile(key + `:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Records go to files and come back, also by paths with blanks.
func TestRecordFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "with blank")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a game.sgf")
	p := start(t, weak...)
	p.expect("boardsize 9", "= ")
	p.expect("komi -3.75", "= ")
	p.expect("set_free_handicap C3 G7", "= ")
	p.expect("play w E5", "= ")
	p.expect("play b pass", "= ")
	p.expect(`printsgf "`+path+`"`, "= ")
	p.expect(`savesgf "`+filepath.Join(dir, "copy.sgf")+`"`, "= ")
	p.expect(`savesgf "`+filepath.Join(dir, "nosuch", "copy.sgf")+`"`, `\? cannot save file`)
	p.expect("savesgf", `\? syntax error`)
	text := p.ask("printsgf")
	p.expect("boardsize 19", "= ")
	p.expect(`loadsgf "`+path+`"`, "= ")
	if again := p.ask("printsgf"); again != text {
		t.Errorf("record %q, loaded %q", text, again)
	}
	p.quit()
	for _, name := range []string{"a game.sgf", "copy.sgf"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if got := strings.TrimRight(string(data), "\n"); err != nil || "= "+got != text {
			t.Errorf("%s: %v, %q, want %q", name, err, got, text)
		}
	}
}

// A signal ends the program while it loads the largest record that it takes, and
// a record that is too much is refused soon.
func TestHugeRecords(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals between processes")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"brackets": "(;SZ[9]" + strings.Repeat("(;", 5<<20) + strings.Repeat(")", 5<<20) + ")",
		"text":     "(;SZ[9]C[" + strings.Repeat("x", 15<<20) + "])",
		"set-ups":  "(;SZ[25]" + strings.Repeat(";AB[ba:yy];AE[bb:yy]B[cc]", 1<<16) + ")",
		"moves":    "(;SZ[9]" + strings.Repeat(";B[]", 1<<20) + ")",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		p := start(t, weak...)
		p.expect(`loadsgf "`+path+`"`, `= |\? cannot load file`)
		p.send(`loadsgf "` + path + "\"\n")
		time.Sleep(20 * time.Millisecond)
		begin := time.Now()
		if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		for frame := range p.frames {
			if strings.HasSuffix(frame, "<end>") {
				t.Errorf("%s: part of a reply: %q", name, frame)
			}
		}
		if status := statusOf(t, p.cmd.Wait()); status != 130 || time.Since(begin) > 2*time.Second {
			t.Errorf("%s: status %d after %v", name, status, time.Since(begin))
		}
	}
}
