package main

// Analysis at the pipes of the program, and the end of it: area I of the public
// cases (ANA-01a to ANA-05a). What each line says is tested in package gtp.

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// untilInfo waits until the analysis has surely written something.
func untilInfo() { time.Sleep(500 * time.Millisecond) }

// analysis is the reply of an analysis that was stopped.
const analysis = `= \n(info [ -~]+\n)*info [ -~]+`

// expectFrame compares the next reply with a regular expression for all of it.
func (p *program) expectFrame(what, pattern string) {
	p.t.Helper()
	if got := p.reply(); !regexp.MustCompile("^(?:" + pattern + ")$").MatchString(got) {
		p.t.Errorf("%s: reply %q, want %s", what, got, pattern)
	}
}

// Case ANA-01a: an empty line or a command closes the analysis, and then comes
// nothing but the next reply.
func TestAnalysisEnds(t *testing.T) {
	for _, command := range []string{"lz-analyze b 20", "kata-analyze b 20", "lz-analyze 20", "kata-analyze interval 20"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			p := start(t, "--boardsize", "9", "--memory", "64")
			p.send("1 " + command + "\n")
			untilInfo()
			p.send("\n")
			p.expectFrame("analysis", strings.Replace(analysis, "= ", "=1 ", 1))
			p.expect("2 name", "=2 gtpgo")
			p.send("3 " + command + "\n")
			untilInfo()
			begin := time.Now()
			p.send("4 protocol_version\n")
			p.expectFrame("analysis", strings.Replace(analysis, "= ", "=3 ", 1))
			p.expectFrame("protocol_version", "=4 2")
			if d := time.Since(begin); d > time.Second { // 100 ms, were the machine idle
				t.Errorf("%s ended after %v", command, d)
			}
			time.Sleep(200 * time.Millisecond)
			p.quit()
		})
	}
}

// Case ANA-02a: commands of every kind behind an analysis.
func TestCommandsBehindAnalysis(t *testing.T) {
	p := start(t, "--boardsize", "9", "--time", "0.2", "--memory", "64")
	p.send("lz-analyze b 50\n")
	untilInfo()
	p.send("name\n")
	p.expectFrame("lz-analyze b", analysis)
	p.expectFrame("name", "= gtpgo")
	p.expect("genmove b", "= [A-HJ][1-9]")
	p.send("lz-analyze w 50\n")
	untilInfo()
	p.send("lz-analyze w 50\n")
	untilInfo()
	p.send("genmove w\n")
	p.expectFrame("lz-analyze w", analysis)
	p.expectFrame("lz-analyze w again", analysis)
	p.expectFrame("genmove w", "= [A-HJ][1-9]")
	p.quit()
}

// Case ANA-03a: the numbers of an analysis, also when next to nothing is left to
// play.
func TestAnalysisNumbers(t *testing.T) {
	p := start(t, "--boardsize", "9", "--memory", "64")
	p.expect("play b H2", "= ")
	p.expect("play w pass", "= ")
	p.analyse("lz-analyze b 20")
	p.expect("boardsize 2", "= ")
	p.analyse("lz-analyze b 20")
	p.expect("boardsize 1", "= ")
	p.analyse("lz-analyze w 20")
	p.quit()
}

// analyse runs an analysis for a while and checks its lines.
func (p *program) analyse(line string) {
	p.t.Helper()
	p.send(line + "\n")
	untilInfo()
	p.send("name\n")
	frame := p.reply()
	p.expectFrame("name", "= gtpgo")
	header, lines, _ := strings.Cut(frame, "\n")
	if header != "= " || lines == "" || strings.Contains(strings.ToLower(lines), "nan") || strings.Contains(lines, "inf ") {
		p.t.Errorf("%s: %q", line, frame)
	}
	for info := range strings.Lines(lines) {
		for i, segment := range strings.Split(strings.TrimSpace(info), "info ")[1:] {
			checkSegment(p.t, i, strings.Fields(segment))
		}
	}
}

// checkSegment checks what an analysis says of its move number order.
func checkSegment(t *testing.T, order int, words []string) {
	t.Helper()
	values := map[string]string{}
	for i := 0; i+1 < len(words); i += 2 {
		values[words[i]] = words[i+1]
		if words[i] == "pv" {
			break
		}
	}
	number := func(key string, most int) {
		if n, err := strconv.Atoi(values[key]); err != nil || n < 0 || n > most {
			t.Errorf("%s %q in %q", key, values[key], words)
		}
	}
	number("winrate", 10_000)
	number("prior", 10_000)
	number("lcb", 10_000)
	number("visits", 1<<31-1)
	if values["order"] != strconv.Itoa(order) || values["pv"] != values["move"] || values["move"] == "" {
		t.Errorf("order %d: %q", order, words)
	}
}

// Case ANA-04a: the end of input ends an analysis, and the program with it.
func TestEndOfInputWhileAnalysing(t *testing.T) {
	for _, command := range []string{"lz-analyze b 20", "kata-analyze w 100"} {
		p := start(t, "--memory", "64")
		p.expect("clear_board", "= ")
		p.send(command + "\n")
		untilInfo()
		begin := time.Now()
		p.in.Close()
		p.expectFrame(command, analysis)
		if status := p.exit(); status != 0 || p.stderr.Len() > 0 {
			t.Errorf("status %d, stderr %q", status, p.stderr.String())
		}
		if d := time.Since(begin); d > time.Second+slack {
			t.Errorf("ended after %v", d)
		}
	}
}

// Case ANA-05a: the comment "# interrupt" makes genmove answer at once.
func TestInterrupt(t *testing.T) {
	p := start(t, "--memory", "64")
	p.expect("known_command gogui-interrupt", "= true")
	p.expect("gogui-interrupt", "= ")
	p.expect("time_settings 0 60 1", "= ")
	for _, command := range []string{"1 genmove b", "1 reg_genmove w"} {
		p.send(command + "\n")
		time.Sleep(500 * time.Millisecond)
		begin := time.Now()
		p.send("# interrupt\n")
		p.expectFrame(command, "=1 [A-HJ-T]1?[0-9]")
		// A second is what is promised; a machine busy with other tests may need more.
		if d := time.Since(begin); d > 3*time.Second {
			t.Errorf("%s answers %v after the interrupt", command, d)
		}
	}
	p.expect("gtpgo-state", "= phase: playing\nto_play: white\nmoves: 1\n(?s:.*)")
	p.send("# interrupt\n") // nothing to interrupt
	p.expect("name", "= gtpgo")
	p.quit()
}
