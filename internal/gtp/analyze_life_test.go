package gtp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// conversation is a server that a test talks to in real time: a search keeps
// the processor busy, so the fake time of synctest would stand still.
type conversation struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

func converse(t *testing.T, c engine.Config) *conversation {
	t.Helper()
	in, feed := io.Pipe()
	read, out := io.Pipe()
	s := analysisServer(t, c)
	s.In, s.Out = in, out
	v := &conversation{t: t, in: feed, lines: make(chan string, 1000), ended: make(chan error, 1)}
	go func() {
		v.ended <- s.Serve(context.Background()) // the end of input ends it
		out.Close()
	}()
	go func() {
		lines := bufio.NewReader(read)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				close(v.lines)
				return
			}
			v.lines <- strings.TrimSuffix(line, "\n")
		}
	}()
	t.Cleanup(v.end)
	return v
}

// end closes the input and waits for the server.
func (v *conversation) end() {
	v.in.Close()
	for range v.lines {
	}
	if err := <-v.ended; err != nil {
		v.t.Errorf("Serve: %v", err)
	}
	v.ended <- nil // for a second end
}

func (v *conversation) send(text string) {
	v.t.Helper()
	if _, err := io.WriteString(v.in, text); err != nil {
		v.t.Fatal(err)
	}
}

// next returns the next line, which has to come some day.
func (v *conversation) next() string {
	v.t.Helper()
	select {
	case line, ok := <-v.lines:
		if !ok {
			v.t.Fatal("output has ended")
		}
		return line
	case <-time.After(10 * time.Second):
		v.t.Fatal("no line")
		return ""
	}
}

// expect compares the next lines.
func (v *conversation) expect(want ...string) {
	v.t.Helper()
	for _, w := range want {
		if line := v.next(); line != w {
			v.t.Fatalf("line %.100q, want %q", line, w)
		}
	}
}

// untilStopped reads on to the line that follows the lines of an analysis, and
// returns how long it took to come.
func (v *conversation) untilStopped() time.Duration {
	v.t.Helper()
	for start := time.Now(); ; {
		line := v.next()
		if line == "" {
			return time.Since(start)
		}
		if !strings.HasPrefix(line, "info ") {
			v.t.Fatalf("line %.100q in an analysis", line)
		}
	}
}

// timing collects how long something took, several times: on a busy machine
// only the shortest time says something about the program.
type timing []time.Duration

func (d timing) check(t *testing.T, what string, limit time.Duration) {
	t.Helper()
	if least := slices.Min(d); least > limit {
		t.Errorf("%s: %v at best, want %v", what, least, limit)
	}
}

// goroutines waits for the number of goroutines to fall to n again.
func goroutines(t *testing.T, n int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), n)
}

// The life of an analysis: contract 4.2, cases ANA-01 to ANA-05.

func TestAnalysisRunsUntilTheNextLine(t *testing.T) {
	stops := []struct {
		line  string
		reply []string
	}{
		{"\n", nil},
		{"# a comment\n", nil},
		{"# interrupt\r\n", nil},
		{"9 name\n", []string{"=9 gtpgo", ""}},
		{"stop\n", []string{"= ", ""}},
		{"protocol_version\n", []string{"= 2", ""}},
		{"known_command known_command\n", []string{"= true", ""}},
		{"nonsense\n", []string{"? unknown command", ""}},
		{"5 play b D4\n", []string{"=5 ", ""}},
	}
	for i, size := range []int{9, 19, 1, 2, 25} {
		c := analysisConfig(size, 0)
		c.Threads = 4
		w := wish{size: size, kata: i%2 == 1}
		name := "lz-analyze"
		if w.kata {
			name = "kata-analyze"
		}
		if i > 1 {
			stops = stops[:3]
		}
		v := converse(t, c)
		var headers, firsts, ends timing
		for i, stop := range stops {
			start := time.Now()
			v.send(fmt.Sprintf("%d %s b 5\n", i, name))
			v.expect(fmt.Sprintf("=%d ", i))
			headers = append(headers, time.Since(start))
			readInfo(t, v.next(), w)
			firsts = append(firsts, time.Since(start))
			readInfo(t, v.next(), w)
			v.send(stop.line)
			ends = append(ends, v.untilStopped())
			v.expect(stop.reply...)
		}
		headers.check(t, "header", 50*time.Millisecond)
		firsts.check(t, "first line", 500*time.Millisecond)
		ends.check(t, "end", 100*time.Millisecond)
		v.end()
	}
}

// Lines that are there already end an analysis before it has begun: it still
// answers in full.
func TestAnalysisPipelined(t *testing.T) {
	v := converse(t, analysisConfig(19, 0))
	v.send("1 lz-analyze 10\n2 kata-analyze b 10\n\n3 play b D4\n# comment\n4 kata-analyze\n5 name\n")
	for _, header := range []string{"=1 ", "=2 "} {
		v.expect(header)
		readInfo(t, v.next(), wish{size: 19, kata: header == "=2 "})
		v.expect("")
	}
	v.expect("=3 ", "", "=4 ")
	readInfo(t, v.next(), wish{size: 19, kata: true})
	v.expect("", "=5 gtpgo", "")
}

func TestAnalysisEndsAtEOF(t *testing.T) {
	before := runtime.NumGoroutine()
	v := converse(t, analysisConfig(9, 0))
	v.send("lz-analyze 10\n")
	v.expect("= ")
	v.next()
	go v.in.Close()
	v.untilStopped()
	v.end()
	goroutines(t, before)
}

func TestAnalysisRestartedManyTimes(t *testing.T) {
	before := runtime.NumGoroutine()
	c := analysisConfig(9, 0)
	c.Threads = 4
	v := converse(t, c)
	for i := range 50 {
		v.send(fmt.Sprintf("kata-analyze b %d ownership true\n", i))
		if i > 0 {
			v.untilStopped()
		}
		v.expect("= ")
		v.next()
	}
	v.end()
	goroutines(t, before)
}

// A search that has come to its end does not repeat itself, but the reply
// stays open.
func TestAnalysisIdleAtTheLimit(t *testing.T) {
	for _, playouts := range []int{1, 50} {
		v := converse(t, analysisConfig(9, playouts))
		for range 2 {
			v.send("kata-analyze 0 rootInfo true\n")
			v.expect("= ")
			lines := 0
			for quiet := false; !quiet; {
				select {
				case line := <-v.lines:
					lines++
					readInfo(t, line, wish{size: 9, kata: true, root: true})
				case <-time.After(300 * time.Millisecond):
					quiet = true
				}
			}
			if lines < 1 || lines > 3 {
				t.Errorf("%d lines", lines)
			}
			v.send("\n")
			v.untilStopped()
		}
		v.end()
	}
}

func TestGenmoveAnalyze(t *testing.T) {
	for _, name := range []string{"lz-genmove_analyze", "kata-genmove_analyze"} {
		w := wish{size: 9, kata: name == "kata-genmove_analyze", decided: true}
		c := analysisConfig(9, 0)
		c.Time = 900 * time.Millisecond
		v := converse(t, c)
		v.send("1 " + name + " b 10\n\n# comment\nprotocol_version\n") // does not stop it
		start := time.Now()
		v.expect("=1 ")
		lines := 0
		for {
			line := v.next()
			if move, ok := strings.CutPrefix(line, "play "); ok {
				if p, err := parseVertex(9, move); err != nil || p == rules.Pass {
					t.Errorf("line %q", line)
				}
				break
			}
			readInfo(t, line, w)
			lines++
		}
		// A clear move ends the search sooner, but after a third of the time.
		if d := time.Since(start); lines < 2 || d < c.Time/3 {
			t.Errorf("%d lines in %v", lines, d)
		}
		v.expect("", "= 2", "")
		v.end()
	}
}

func TestGenmoveAnalyzeInterrupted(t *testing.T) {
	v := converse(t, analysisConfig(9, 1<<30))
	v.send("kata-genmove_analyze b 100000\n")
	v.expect("= ")
	v.next()
	v.send("# interrupt\n")
	readInfo(t, v.next(), wish{size: 9, kata: true, decided: true})
	if line := v.next(); !strings.HasPrefix(line, "play ") {
		t.Errorf("line %q", line)
	}
	v.expect("")
}

// The last line before the move begins with that move; it is there also where
// the move needs no search: the pass that ends a won game, a stone in the own
// area when stones count.
func TestGenmoveAnalyzeTellsOfItsMove(t *testing.T) {
	walls := []string{"play b B1", "play b B2", "play b B3", "play b B4", "play b B5", "play w D1", "play w D2", "play w D3",
		"play w D4", "play w D5"}
	tests := []struct {
		why   string
		setup []string
		want  string // "" for any move
	}{
		{"opening", nil, ""},
		{"pass that wins", append(walls, "komi -20", "play w pass"), "pass"},
		{"stones count", append(walls, "gtpgo-rules jungo"), ""},
	}
	for _, tt := range tests {
		for _, name := range []string{"kata-genmove_analyze", "lz-genmove_analyze"} {
			s := analysisServer(t, analysisConfig(5, 100))
			execute(t, s, tt.setup...)
			lines := strings.Split(execute(t, s, name+" b"), "\n")
			if len(lines) < 5 {
				t.Fatalf("%s: %q", tt.why, lines)
			}
			n := len(lines) - 3 // the move, then the empty line and what is behind it
			moves, _ := readInfo(t, lines[n-1], wish{size: 5, kata: name == "kata-genmove_analyze", decided: true})
			if move := moves[0].keys["move"]; lines[n] != "play "+move || tt.want != "" && move != tt.want {
				t.Errorf("%s: %q after a line that begins with %s", tt.why, lines[n], move)
			}
		}
	}
}

func TestGenmoveAnalyzeResigns(t *testing.T) {
	c := analysisConfig(5, 200)
	c.Resign = 0.1
	s := analysisServer(t, c)
	execute(t, s, "komi 100")
	for range 40 {
		reply := execute(t, s, "kata-genmove_analyze b")
		if strings.HasSuffix(reply, "\nplay resign\n\n") {
			readInfo(t, strings.Split(reply, "\n")[1], wish{size: 5, kata: true, decided: true})
			return
		}
		execute(t, s, "play w pass")
	}
	t.Error("no resign in a lost game")
}

// An analysis leaves the game alone.
func TestAnalysisKeepsTheGame(t *testing.T) {
	s := analysisServer(t, analysisConfig(9, 50))
	execute(t, s, "play b E5", "play w C3")
	before := execute(t, s, "gtpgo-state") + execute(t, s, "showboard")
	execute(t, s, "kata-analyze w 10 ownership true")
	execute(t, s, "lz-analyze b avoid b D4 1")
	if after := execute(t, s, "gtpgo-state") + execute(t, s, "showboard"); after != before {
		t.Errorf("before %q\nafter %q", before, after)
	}
}
