package gtp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// seat is a session that a test talks to.
type seat struct {
	t      *testing.T
	server *Server[*Session]
}

// sit starts a session on a board of that size. Searches have few playouts and
// are the same each time.
func sit(t *testing.T, size int, set string, options ...Option) *seat {
	t.Helper()
	found, ok := rules.FindRuleset(set)
	if !ok {
		t.Fatalf("no rules %q", set)
	}
	e := engine.New(engine.Config{Size: size, Komi: rules.Halves(13), Rules: found, Threads: 1, Playouts: 40, Seed: 1, Memory: 16 << 20})
	session, table, err := NewSession(e, "0.15.0", options...)
	if err != nil {
		t.Fatal(err)
	}
	return &seat{t, &Server[*Session]{Table: table, Session: session, Log: zerolog.New(zerolog.NewTestWriter(t)).Level(zerolog.WarnLevel)}}
}

// ask sends a command that has to succeed and returns the text of the reply:
// what stands behind "= ", before the empty line.
func (s *seat) ask(format string, args ...any) string {
	s.t.Helper()
	line := fmt.Sprintf(format, args...)
	reply, failed, _ := s.server.Execute(s.t.Context(), line)
	text, ok := strings.CutPrefix(reply, "= ")
	text, ended := strings.CutSuffix(text, "\n\n")
	if failed || !ok || !ended {
		s.t.Fatalf("%s: %q", line, reply)
	}
	return text
}

// refuses sends a command that has to fail with that text and to change
// nothing.
func (s *seat) refuses(want, line string) {
	s.t.Helper()
	before := s.state()
	reply, failed, _ := s.server.Execute(s.t.Context(), line)
	if !failed || reply != "? "+want+"\n\n" {
		s.t.Errorf("%s: %q, want %q", line, reply, want)
	}
	if after := s.state(); after != before {
		s.t.Errorf("%s changed\n%s\nto\n%s", line, before, after)
	}
}

// expect compares the reply to a command.
func (s *seat) expect(want, line string) {
	s.t.Helper()
	if got := s.ask("%s", line); got != want {
		s.t.Errorf("%s:\n%q, want\n%q", line, got, want)
	}
}

// state is all that a command might change.
func (s *seat) state() string {
	return s.ask("showboard") + s.ask("gtpgo-state") + s.ask("gtpgo-rules") + s.ask("printsgf") + s.ask("gtpgo-rules_param")
}

// random plays n legal moves, some of them passes.
func (s *seat) random(r *rand.Rand, n int) {
	s.t.Helper()
	for i := range n {
		c := "bw"[i%2 : i%2+1]
		legal := strings.Fields(s.ask("gtpgo-legal %s", c))
		p := "pass"
		if len(legal) > 0 && r.IntN(20) > 0 {
			p = legal[r.IntN(len(legal))]
		}
		s.ask("play %s %s", c, p)
	}
}

// The strict parser of what GoGui reads: it knows the manual, not the code.

var (
	pointWord = regexp.MustCompile(`^([A-HJ-Z])([1-9][0-9]?)$`)
	colorWord = regexp.MustCompile(`^(black|blue|cyan|green|gray|magenta|pink|red|white|yellow|#[0-9a-f]{6})$`)
	paramLine = regexp.MustCompile(`^\[(bool|string|list(?:/[^\s/\]]+)+)\] (\S+)( .*)?$`)
	labelWord = regexp.MustCompile(`^[^\s"]{1,6}$`)
)

// onBoard reports whether a word is a point.
func onBoard(size int, word string) bool {
	m := pointWord.FindStringSubmatch(word)
	if m == nil {
		return false
	}
	row, _ := strconv.Atoi(m[2]) // it is digits
	return strings.Index("ABCDEFGHJKLMNOPQRSTUVWXYZ", m[1]) < size && row <= size
}

// rows returns the words of a board.
func rows(t *testing.T, size int, text string) (words []string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	if lines[0] != "" || len(lines) != size+1 {
		t.Fatalf("%d lines for a board of size %d: %q", len(lines), size, text)
	}
	for _, line := range lines[1:] {
		row := strings.Split(line, " ")
		if len(row) != size {
			t.Fatalf("row %q for size %d", line, size)
		}
		words = append(words, row...)
	}
	return words
}

// checkReply checks a reply by its type.
func checkReply(t *testing.T, size int, kind, text string) {
	t.Helper()
	wrong := func(what string) {
		t.Helper()
		t.Errorf("%s: bad %s in %q", kind, what, text)
	}
	points := func(words []string) {
		for _, w := range words {
			if !onBoard(size, w) {
				wrong("point " + w)
			}
		}
	}
	switch kind {
	case "none":
	case "string":
		if text == "" || strings.Contains(text, "\n") {
			wrong("line")
		}
	case "hstring", "hpstring":
	case "plist", "eplist":
		points(strings.Fields(text))
	case "pspairs":
		words := strings.Fields(text)
		if len(words)%2 != 0 {
			wrong("number of words")
		}
		for i := 0; i+1 < len(words); i += 2 {
			points(words[i : i+1])
			if !labelWord.MatchString(words[i+1]) {
				wrong("label " + words[i+1])
			}
		}
	case "dboard":
		for _, w := range rows(t, size, text) {
			if x, err := strconv.ParseFloat(w, 64); err != nil || !(x >= -1 && x <= 1) || w[0] == '+' {
				wrong("number " + w)
			}
		}
	case "cboard":
		for _, w := range rows(t, size, text) {
			if w != `""` && !colorWord.MatchString(w) {
				wrong("colour " + w)
			}
		}
	case "sboard":
		for _, w := range rows(t, size, text) {
			if w != `""` && !labelWord.MatchString(w) {
				wrong("text " + w)
			}
		}
	case "varc":
		if !onBoard(size, text) && text != "pass" {
			wrong("move")
		}
	case "var":
		checkVariation(t, size, strings.Fields(text))
	case "gfx":
		for line := range strings.SplitSeq(text, "\n") {
			checkGfx(t, size, line)
		}
	case "param":
		for line := range strings.SplitSeq(text, "\n") {
			m := paramLine.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("parameter %q", line)
			}
			value := strings.TrimPrefix(m[3], " ")
			items := strings.Split(m[1], "/")
			switch {
			case m[1] == "bool" && value != "0" && value != "1":
				wrong("boolean " + line)
			case items[0] == "list" && !strings.Contains("/"+strings.Join(items[1:], "/")+"/", "/"+value+"/"):
				wrong("list " + line)
			}
		}
	default:
		t.Errorf("type %q", kind)
	}
}

// checkVariation checks moves that name their colours, which take turns.
func checkVariation(t *testing.T, size int, words []string) {
	t.Helper()
	for i := 0; i < len(words); i += 2 {
		if i+1 == len(words) || words[i] != "b" && words[i] != "w" || i > 0 && words[i] == words[i-2] ||
			!onBoard(size, words[i+1]) && words[i+1] != "pass" {
			t.Errorf("variation %q", words)
		}
	}
}

// checkGfx checks a line of graphics.
func checkGfx(t *testing.T, size int, line string) {
	t.Helper()
	words := strings.Split(line, " ")
	bad := false
	args := words[1:]
	switch words[0] {
	case "TEXT":
		bad = len(args) == 0
	case "CLEAR":
		bad = len(args) != 0
	case "VAR":
		bad = len(args) == 0
		checkVariation(t, size, args)
	case "LABEL", "INFLUENCE":
		bad = len(args) == 0 || len(args)%2 != 0
		for i := 0; i+1 < len(args); i += 2 {
			x, err := strconv.ParseFloat(args[i+1], 64)
			bad = bad || !onBoard(size, args[i]) || !labelWord.MatchString(args[i+1]) ||
				words[0] == "INFLUENCE" && (err != nil || x < -1 || x > 1)
		}
	case "COLOR":
		if bad = len(args) < 2 || !colorWord.MatchString(args[0]); bad {
			break
		}
		args = args[1:]
		fallthrough
	case "BLACK", "WHITE", "CIRCLE", "SQUARE", "TRIANGLE", "MARK":
		bad = len(args) == 0
		for _, w := range args {
			bad = bad || !onBoard(size, w)
		}
	default:
		bad = true
	}
	if bad {
		t.Errorf("graphics %q", line)
	}
}

// menu returns the entries of the analyze menu as GoGui reads them: type,
// label, command.
func (s *seat) menu() (entries [][3]string) {
	s.t.Helper()
	listed := map[string]bool{}
	for name := range strings.SplitSeq(s.ask("list_commands"), "\n") {
		listed[name] = true
	}
	labels := map[string]bool{}
	for line := range strings.SplitSeq(s.ask("gogui-analyze_commands"), "\n") {
		fields := strings.Split(line, "/")
		if len(fields) != 3 {
			s.t.Fatalf("menu line %q", line)
		}
		name, _, _ := strings.Cut(fields[2], " ")
		if !listed[name] {
			s.t.Errorf("menu line %q: the command is not listed", line)
		}
		if labels[fields[1]] {
			s.t.Errorf("menu line %q: the label is there already", line)
		}
		labels[fields[1]] = true
		entries = append(entries, [3]string(fields))
	}
	return entries
}

// call makes the choices of an entry as GoGui would let the user make them,
// and checks each reply.
func (s *seat) call(size int, kind, line string) {
	s.t.Helper()
	switch {
	case strings.Contains(line, "%c"):
		for _, c := range []string{"b", "w"} {
			s.call(size, kind, strings.ReplaceAll(line, "%c", c))
		}
	case strings.Contains(line, "%p"):
		corner := FormatVertex(size, rules.PointAt(size, size-1, size-1))
		middle := FormatVertex(size, rules.PointAt(size, size/2, size/2))
		for _, p := range []string{"A1", corner, middle} {
			s.call(size, kind, strings.ReplaceAll(line, "%p", p))
		}
	case strings.Contains(line, "%s"):
		s.call(size, kind, strings.ReplaceAll(line, "%s", "area2")) // the only entry is of rules
	case strings.Contains(line, "%o"):
		present := s.ask("%s", strings.ReplaceAll(line, "%o", ""))
		s.call(size, kind, strings.ReplaceAll(line, "%o", present))
	case strings.Contains(line, "%w"):
		path := filepath.Join(s.t.TempDir(), "a file")
		s.call(size, kind, strings.ReplaceAll(line, "%w", `"`+path+`"`))
		if _, err := os.Stat(path); err != nil {
			s.t.Error(err)
		}
	case kind == "eplist":
		list := s.ask("%s show", line)
		checkReply(s.t, size, kind, list)
		s.ask("%s %s", line, list)
		s.expect(list, line+" show")
	case kind == "param":
		text := s.ask("%s", line)
		checkReply(s.t, size, kind, text)
		for param := range strings.SplitSeq(text, "\n") { // as GoGui saves parameters
			_, setting, _ := strings.Cut(param, "] ")
			s.ask("%s %s", line, setting)
		}
		s.expect(text, line)
	default:
		checkReply(s.t, size, kind, s.ask("%s", line))
	}
}

// analyze goes through the whole menu. Nothing may change by it, nor what the
// engine would play.
func (s *seat) analyze(size int) {
	s.t.Helper()
	before, move := s.state(), s.ask("reg_genmove b")
	for _, entry := range s.menu() {
		s.call(size, entry[0], entry[2])
	}
	if after := s.state(); after != before {
		s.t.Errorf("the menu changed\n%s\nto\n%s", before, after)
	}
	s.expect(move, "reg_genmove b")
}

// Every entry of the analyze menu, on boards of all kinds.
func TestAnalyzeMenu(t *testing.T) {
	for _, size := range []int{1, 2, 3, 9, 19, 25} {
		t.Run(strconv.Itoa(size), func(t *testing.T) {
			if size > 9 && testing.Short() {
				t.Skip("takes seconds")
			}
			s := sit(t, size, "area2")
			r := rand.New(rand.NewPCG(uint64(size), 1))
			s.analyze(size)
			s.random(r, size*size*2/3)
			s.analyze(size)
			s.ask("gogui-play_sequence b pass w pass")
			s.analyze(size)
		})
	}
}

// The menu under rules of every kind.
func TestAnalyzeMenuRules(t *testing.T) {
	for _, set := range rules.Rulesets() {
		t.Run(set.Name, func(t *testing.T) {
			s := sit(t, 5, set.Name)
			s.ask("gogui-setup w C3")
			r := rand.New(rand.NewPCG(5, 5))
			s.random(r, 30)
			for _, entry := range s.menu() {
				if !strings.Contains(entry[2], "%s") && !strings.Contains(entry[2], "%o") { // these set other rules
					s.call(5, entry[0], entry[2])
				}
			}
			if label := s.ask("gogui-title"); !strings.Contains(label, ": "+set.Name+", ") {
				t.Errorf("title %q", label)
			}
		})
	}
}
