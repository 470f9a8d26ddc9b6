package main

// Tests of the program as a process: what it makes of its flags, pipes, end of
// input and signals. Its times are tested in clock_process_test.go, its answers
// by the transcripts of package gtp.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// asProgram is set in the environment of test binaries that are the program.
const asProgram = "GTPGO_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// patience is how long a test waits for what should come soon: the machine may
// be busy with other things.
const patience = slowness * 20 * time.Second

// program is the program as a process that a test talks to.
type program struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.Closer
	frames <-chan string // replies, without their empty lines; closed at the end
	stderr bytes.Buffer  // to be read after exit
	late   []string      // what took too long, or not long enough
}

// command returns the program as a process that is not started yet.
func command(t *testing.T, flags ...string) *exec.Cmd {
	t.Helper()
	return commandFor(t, 3*patience, flags...)
}

// commandFor does as command, for a process that is killed after that time.
func commandFor(t *testing.T, life time.Duration, flags ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), life)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, self, flags...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// start starts the program.
func start(t *testing.T, flags ...string) *program {
	t.Helper()
	p := &program{t: t, cmd: command(t, flags...)}
	p.cmd.Stderr = &p.stderr
	p.begin()
	return p
}

// begin starts the program with pipes for its input and output.
func (p *program) begin() {
	p.t.Helper()
	in, err := p.cmd.StdinPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.in, p.out, p.frames = in, out, readFrames(out)
}

// readFrames reads replies until the end.
func readFrames(out io.Reader) <-chan string {
	frames := make(chan string, 10_000)
	go func() {
		defer close(frames)
		lines, frame := bufio.NewReader(out), ""
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				if frame+line != "" {
					frames <- frame + line + "<end>" // no whole reply
				}
				return
			}
			if line != "\n" {
				frame += line
				continue
			}
			frames <- strings.TrimSuffix(frame, "\n")
			frame = ""
		}
	}()
	return frames
}

// send writes text to the standard input.
func (p *program) send(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, text); err != nil {
		p.t.Fatal(err)
	}
}

// reply waits for the next reply; at the end of output it is "".
func (p *program) reply() string {
	p.t.Helper()
	select {
	case frame := <-p.frames:
		return frame
	case <-time.After(patience):
		p.t.Fatal("no reply")
		return ""
	}
}

// ask sends a line and waits for the reply.
func (p *program) ask(line string) string {
	p.t.Helper()
	p.send(line + "\n")
	return p.reply()
}

// expect asks and compares the reply with a regular expression for all of it.
func (p *program) expect(line, pattern string) {
	p.t.Helper()
	if got := p.ask(line); !regexp.MustCompile("^(?:" + pattern + ")$").MatchString(got) {
		p.t.Errorf("%s: reply %q, want %s", line, got, pattern)
	}
}

// exit waits for the end of the program and returns its status.
func (p *program) exit() int {
	p.t.Helper()
	for frame := range p.frames {
		p.t.Logf("unread reply %q", frame)
	}
	return statusOf(p.t, p.cmd.Wait())
}

// quit ends the program.
func (p *program) quit() {
	p.t.Helper()
	p.expect("quit", "= ")
	if status := p.exit(); status != 0 || p.stderr.Len() > 0 {
		p.t.Errorf("status %d, stderr %q", status, p.stderr.String())
	}
}

func statusOf(t *testing.T, err error) int {
	t.Helper()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return 0
}

// pipe runs the program from its start to the end of the input.
func pipe(t *testing.T, input string, flags ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := command(t, flags...)
	var out, log bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &log
	status = statusOf(t, cmd.Run())
	return out.String(), log.String(), status
}

// weak are flags for a quick and repeatable engine.
var weak = []string{"--threads", "1", "--time", "0", "--playouts", "20", "--seed", "1", "--memory", "16"}

func TestHelpAndVersion(t *testing.T) {
	stdout, stderr, status := pipe(t, "name\n", "--version")
	if !regexp.MustCompile(`^gtpgo \d+\.\d+(\.\d+)?\n$`).MatchString(stdout) || stderr != "" || status != 0 {
		t.Errorf("--version: %q, %q, status %d", stdout, stderr, status)
	}
	stdout, stderr, status = pipe(t, "name\n", "--help")
	if stderr != "" || status != 0 {
		t.Errorf("--help: stderr %q, status %d", stderr, status)
	}
	for _, flag := range []string{"boardsize", "komi", "rules", "threads", "playouts", "time", "lag", "ponder", "level", "seed", "memory",
		"resign-threshold", "gtp-file", "gtp-version", "log-level", "log-file", "version", "help"} {
		if !regexp.MustCompile(`(?m)^ +--` + flag + `\b`).MatchString(stdout) {
			t.Errorf("--help does not tell of --%s", flag)
		}
	}
}

// A wrong command line is one line on standard error, status 2, and nothing on
// standard output.
func TestWrongFlags(t *testing.T) {
	for _, line := range []string{
		"--nosuch", "--nosuch=1", "-x", "extra", "--komi", "bench extra", "bench --seconds 0",
		"--boardsize 0", "--boardsize 26", "--boardsize -9", "--boardsize nine", "--boardsize 9.5",
		"--komi 7,5", "--komi NaN", "--komi inf", "--komi 0x10", "--rules nosuch", "--rules=",
		"--threads -1", "--threads 1.5", "--threads 1000000", "--playouts -1", "--playouts many",
		"--time -1", "--time NaN", "--time inf", "--time soon", "--lag -1", "--lag NaN", "--seed one", "--seed 1.5",
		"--level 0", "--level 11", "--level strong", "--ponder=maybe", "--memory 0", "--memory -1", "--memory 1000000000000", "--resign-threshold -0.1", "--resign-threshold 1.1",
		"--resign-threshold NaN", "--log-level loud", "--log-level=", "--gtp-file nosuch.gtp", "--gtp-file .",
		"--log-file nosuch/log", "--boardsize 9 --komi 7.5 --threads x",
	} {
		t.Run(line, func(t *testing.T) {
			stdout, stderr, status := pipe(t, "name\n", strings.Fields(line)...)
			if status != 2 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "gtpgo: ") {
				t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
			}
		})
	}
}

func TestFlagsSetTheSession(t *testing.T) {
	stdout, stderr, status := pipe(t, "boardsize 9\nplay b pass\nfinal_score\ngtpgo-state\nversion\n", append(weak, "--boardsize", "13",
		"--komi", "-3.25", "--rules", "Territory", "--gtp-version", "0.17", "--lag", "0", "--resign-threshold", "0")...)
	want := "= \n\n= \n\n= B+2.25\n\n= phase: playing\nto_play: white\nmoves: 1\ncaptured_black: 0\ncaptured_white: 0\n" +
		"given_black: 1\ngiven_white: 0\n\n= 0.17\n\n"
	if stdout != want || stderr != "" || status != 0 {
		t.Errorf("stdout %q, stderr %q, status %d", stdout, stderr, status)
	}
	stdout, _, _ = pipe(t, "play b N13\nplay b O13\n", "--boardsize=13")
	if stdout != "= \n\n? invalid coordinate\n\n" {
		t.Errorf("--boardsize: %q", stdout)
	}
}

func TestGTPFile(t *testing.T) {
	tests := []struct {
		why, file, input string
		stdout, stderr   string // patterns
		status           int
	}{
		{"replies are not printed", "boardsize 9\n1 komi 0\n\n# comment\nplay b E5\n", "final_score\n", `= B\+81\n\n`, ``, 0},
		{"CRLF, no line end at the end", "boardsize 9\r\nkomi 0\r\nplay b E5", "final_score\n", `= B\+81\n\n`, ``, 0},
		{"empty", "", "name\n", `= gtpgo\n\n`, ``, 0},
		{"quit", "name\nquit\nplay\n", "name\n", ``, ``, 0},
		{"genmove", "boardsize 5\ngenmove b\n", "undo\nundo\n", `= \n\n\? cannot undo\n\n`, ``, 0},
		{"a line fails", "boardsize 9\nplay b Z9\nname\n", "name\n", ``, `gtpgo: .*line 2.*invalid coordinate.*\n`, 2},
		{"unknown command", "frobnicate\n", "name\n", ``, `gtpgo: .*line 1.*unknown command.*\n`, 2},
		{"the last line fails", "name\n\nplay b", "name\n", ``, `gtpgo: .*line 3.*syntax error.*\n`, 2},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			stdout, stderr, status := pipe(t, tt.input, append(weak, "--gtp-file", gtpFile(t, tt.file))...)
			if !regexp.MustCompile("^"+tt.stdout+"$").MatchString(stdout) || status != tt.status ||
				!regexp.MustCompile("^"+tt.stderr+"$").MatchString(stderr) {
				t.Errorf("stdout %q, stderr %q, status %d", stdout, stderr, status)
			}
		})
	}
}

// The pipes themselves: cases GTP-01a, GTP-08a, GTP-09a, and a client that sends
// thousands of lines before it reads.
func TestPipes(t *testing.T) {
	many, replies := strings.Builder{}, strings.Builder{}
	for i := range 3000 {
		fmt.Fprintf(&many, "%d protocol_version\n", i)
		fmt.Fprintf(&replies, "=%d 2\n\n", i)
	}
	tests := []struct{ why, input, want string }{
		{"nothing", "", ""},
		{"CRLF", "boardsize 9\r\nclear_board\r\nplay b C3\r\nplay w C3\r\nquit\r\n", "= \n\n= \n\n= \n\n? illegal move\n\n= \n\n"},
		{"long comment", "#" + strings.Repeat("x", 100_000) + "\n1 protocol_version\n", "=1 2\n\n"},
		{"long command", strings.Repeat("x", 1<<20) + " 1\n1 protocol_version\n", "? unknown command\n\n=1 2\n\n"},
		{"long arguments", "play b " + strings.Repeat(" ", 1<<20) + "D4\n1 play b" + strings.Repeat(" D4", 1<<18) + "\n",
			"= \n\n?1 syntax error\n\n"},
		{"long line at the end", "name\n" + strings.Repeat("y", 1<<20), "= gtpgo\n\n? unknown command\n\n"},
		{"no quit", "name\nprotocol_version\n", "= gtpgo\n\n= 2\n\n"},
		{"no line end at the end", "name\n7 protocol_version", "= gtpgo\n\n=7 2\n\n"},
		{"thousands of lines", many.String(), replies.String()},
		{"nothing behind quit", "quit\nname\n", "= \n\n"},
		{"comment at the end", "name\n# end", "= gtpgo\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			begin := time.Now()
			stdout, stderr, status := pipe(t, tt.input)
			if stdout != tt.want || stderr != "" || status != 0 {
				t.Errorf("stdout %.200q, stderr %q, status %d", stdout, stderr, status)
			}
			if d := time.Since(begin); d > patience/2 {
				t.Errorf("took %v", d)
			}
		})
	}
}

// Nothing is written before a command comes, and the program still reads after
// a long line.
func TestReadsOn(t *testing.T) {
	p := start(t)
	p.send("# " + strings.Repeat("x", 1<<20) + "\n")
	p.expect("name", "= gtpgo")
	p.expect("showboard # "+strings.Repeat("y", 1<<17), `= \n(?s:.*)`)
	p.quit()
}
