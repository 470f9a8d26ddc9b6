package gtp

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// FuzzVertex reads any text as a vertex, on boards of all sizes: what is read
// is written as a vertex that reads the same, and every point of the board can
// be read.
func FuzzVertex(f *testing.F) {
	for _, s := range []string{"A1", "t19", "Z25", "i5", "I9", "pass", "PASS", "resign", "", "A", "A0", "A00001", "D04", "a26", "+4",
		"D+4", "D-1", "@1", "`1", "[1", "{1", "A1 ", "\xc11", "ａ1"} {
		for _, size := range []byte{1, 9, 19, 25} {
			f.Add(size, s)
		}
	}
	f.Fuzz(func(t *testing.T, n byte, s string) {
		size := 1 + int(n)%rules.MaxSize
		p, err := parseVertex(size, s)
		if err != nil {
			if p != rules.Pass {
				t.Errorf("parseVertex(%d, %q) = %v, %v", size, s, p, err)
			}
			return
		}
		text := FormatVertex(size, p)
		if again, err := parseVertex(size, text); err != nil || again != p {
			t.Errorf("parseVertex(%d, %q) = %v, but %q reads as %v, %v", size, s, p, text, again, err)
		}
		if lower, err := parseVertex(size, strings.ToLower(text)); err != nil || lower != p {
			t.Errorf("%q reads on size %d, in small letters as %v, %v", text, size, lower, err)
		}
		// Any other spelling differs by case and leading zeros only.
		canonical := regexp.MustCompile(`^([A-Z])0*`).ReplaceAllString(strings.ToUpper(s), "$1")
		if canonical != text && !strings.EqualFold(s, "pass") {
			t.Errorf("parseVertex(%d, %q) is %s", size, s, text)
		}
		// The whole board, once as seen from each vertex that is read.
		seen := map[rules.Point]bool{}
		for x := range size {
			for y := range size {
				text := FormatVertex(size, rules.PointAt(size, x, y))
				q, err := parseVertex(size, text)
				if err != nil || q != rules.PointAt(size, x, y) || seen[q] {
					t.Fatalf("point %d, %d of size %d is %q, which reads as %v, %v", x, y, size, text, q, err)
				}
				seen[q] = true
			}
		}
	})
}

// FuzzSession sends any lines to a session with a real engine: no panic, one
// reply for each command, with its id and its empty line, and afterwards the
// session still works. The text is also there as a file, in.sgf, for loadsgf.
func FuzzSession(f *testing.F) {
	table, err := Commands(rulerCommands())
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range strings.Fields("boardsize komi play genmove undo loadsgf " + strings.Join(table.Names(), " ")) {
		f.Add([]byte(name + "\n1 " + name + " b\n2 " + name + " 3\n" + name + " b C3 w D4\n" + name + " in.sgf 2\n" + name + ` {"ko":"SIMPLE"}` + "\n"))
	}
	for _, s := range hardLines {
		f.Add([]byte(s))
	}
	f.Add([]byte(strings.Join(hardLines, "\n")))
	f.Add([]byte("gtpgo-rules japanese\nplay b B2\nplay w pass\nplay b pass\nfinal_score\nfinal_status_list dead\ngtpgo-dead B2\nfinal_score\nundo\n"))
	f.Add([]byte("loadsgf in.sgf\n(;SZ[7]HA[2]AB[cc][ee]KM[-1e3]PL[B];W[dd];B[];W[tt])\nprintsgf a b\nsavesgf \"a b\"\nloadsgf \"a b\" 2\nundo\n"))
	f.Add([]byte("kata-set-rule suicide true\ngogui-setup b A1 w B1 b A2\ngogui-play_sequence w A3 w B2 w pass\nlz-analyze b 1 avoid b A1,pass 3\n\n"))
	f.Add([]byte("time_settings 0 0 0\ntime_left b 0 0\nkgs-time_settings byoyomi 1 1 1\ngenmove w\nkata-genmove_analyze b 1 ownership true\nquit\n"))
	f.Fuzz(func(t *testing.T, input []byte) {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("in.sgf", input, 0o666); err != nil {
			t.Fatal(err)
		}
		fuzzed(t, input)
	})
}

// harmful are lines that would take too much time or memory, or touch files
// outside the present directory. Solving has no limit but time.
var harmful = regexp.MustCompile(`(?i)memory|threads|solve|(loadsgf|printsgf|savesgf).*[/\\:~]|(loadsgf|printsgf|savesgf).*\.\.`)

// searching are the commands that may search, some with their own number of
// playouts.
var searching = regexp.MustCompile(`genmove|final|score|analyze|dead|judged|chain_data|best_moves|move_scores|ownership|priors|` +
	`rave|pv|visits|search|compare|territory|checklist`)

// fuzzed plays the part of the client.
func fuzzed(t *testing.T, input []byte) {
	var log bytes.Buffer
	var options []Option
	if bytes.Contains(input, []byte("gogui-rules_")) {
		options = append(options, Ruler())
	}
	server := fuzzServer(t, &log, options...)
	var sent []string
	searches := 0
	for line := range strings.SplitSeq(string(input), "\n") {
		req, ok := Parse([]byte(line))
		if harmful.MatchString(line) {
			continue
		}
		if searching.MatchString(req.Name) {
			if searches++; searches > 4 || server.Session.size() > 7 {
				continue
			}
		}
		sent = append(sent, line)
		reply, failed, quit := server.Execute(t.Context(), line)
		checkFrame(t, req, ok, failed, reply)
		if quit {
			break
		}
		tame(t, server)
	}
	if reply, failed, _ := server.Execute(t.Context(), "17 name"); failed || reply != "=17 gtpgo\n\n" {
		t.Errorf("afterwards name answers %q", reply)
	}
	checkServed(t, sent, fuzzServer(t, &log, options...))
	if log.Len() > 0 {
		t.Errorf("log: %s", log.String())
	}
}

// fuzzServer returns a server for a quick engine. Only what is an error of the
// program goes to the log, panics above all.
func fuzzServer(t *testing.T, log *bytes.Buffer, options ...Option) *Server[*Session] {
	found, _ := rules.FindRuleset("area")
	config := engine.Config{Size: 5, Komi: rules.Halves(13), Rules: found, Threads: 1, Playouts: 5, Seed: 1, Memory: 1 << 20, Ponder: true,
		Log: zerolog.Nop()}
	session, table, err := NewSession(engine.New(config), "0.15.0", options...)
	if err != nil {
		t.Fatal(err)
	}
	return &Server[*Session]{Table: table, Session: session, Log: zerolog.New(log).Level(zerolog.ErrorLevel),
		Idle: session.Engine.Ponder}
}

// tame limits the engine again, if a command has changed that.
func tame(t *testing.T, server *Server[*Session]) {
	if c := server.Session.Engine.Config(); c.Playouts == 0 || c.Playouts > 5 {
		c.Playouts = 5
		if err := server.Session.Engine.Configure(c); err != nil {
			t.Fatal(err)
		}
	}
}

// checkServed sends the same lines through the loop of the server and checks
// what a client reads.
func checkServed(t *testing.T, sent []string, server *Server[*Session]) {
	script := strings.Join(sent, "\n")
	if strings.Contains(strings.ToLower(script), "param") {
		return // it may set a search free that tame had to limit
	}
	var out bytes.Buffer
	server.In, server.Out = strings.NewReader(script), &out
	if err := server.Serve(t.Context()); err != nil {
		t.Errorf("Serve: %v", err)
	}
	replies := strings.SplitAfter(out.String(), "\n\n")
	for _, line := range sent {
		req, ok := Parse([]byte(line))
		if !ok {
			continue
		}
		if len(replies) == 0 {
			t.Fatalf("no reply to %q", line)
		}
		checkFrame(t, req, true, replies[0] != "" && replies[0][0] == statusFail, replies[0])
		replies = replies[1:]
		if req.Name == "quit" && len(req.Args) == 0 {
			break
		}
	}
	if len(replies) != 1 || replies[0] != "" {
		t.Errorf("replies to nothing: %q", replies)
	}
}
