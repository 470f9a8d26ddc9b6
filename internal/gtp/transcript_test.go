package gtp_test

// Golden transcripts: testdata/gtp/NAME.gtp is what a client sends, NAME.want
// what it reads, byte for byte.
//
// A .gtp file begins with comments that say what it proves and where the case
// comes from. The comment "# flags: --name value ..." sets parameters as the
// program's flags do. Else the defaults of the program hold, but for one thread,
// 200 playouts, no limit of time, and seed 1. Paths in a script are relative to
// testdata/gtp.
//
// Where the answer is one of a set, a line of the .want file is a pattern:
//
//	~ REGEX
//
// It stands for exactly one line, which is not empty and which the whole
// regular expression matches, the "= " in front included. Everything else is
// exact: nothing that the engine is free to choose may be frozen, which
//
//	go test ./internal/gtp -run TestGolden -seed N
//
// shows for other seeds. -update rewrites the .want files from the answers and
// keeps the patterns that match. Transcripts in testdata/gtp/todo hold the
// right answers to cases that the engine fails; -todo runs those instead.

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"gtpgo/internal/engine"
	"gtpgo/internal/gtp"
)

var (
	update = flag.Bool("update", false, "rewrite the .want files of the golden transcripts")
	todo   = flag.Bool("todo", false, "run the transcripts in testdata/gtp/todo instead")
	seed   = flag.Uint64("seed", 1, "seed of the golden transcripts that name none")
)

func TestGolden(t *testing.T) {
	t.Chdir("../../testdata/gtp")
	dir := "."
	if *todo {
		dir = "todo"
	}
	scripts, wants := list(t, dir, ".gtp"), list(t, dir, ".want")
	if len(scripts) == 0 && !*todo {
		t.Fatal("no transcripts")
	}
	for name := range wants {
		if !scripts[name] {
			t.Errorf("%s.want has no script", name)
		}
	}
	for name := range scripts {
		t.Run(name, func(t *testing.T) { golden(t, filepath.Join(dir, name)) })
	}
}

// list returns the files of a directory with that extension, without it.
func list(t *testing.T, dir, ext string) map[string]bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"+ext))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, p := range paths {
		names[strings.TrimSuffix(filepath.Base(p), ext)] = true
	}
	return names
}

// golden runs one script and compares, or rewrites, what is wanted.
func golden(t *testing.T, path string) {
	script, err := os.ReadFile(path + ".gtp")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(script, []byte("# ")) {
		t.Error("the script does not say what it proves")
	}
	got := serve(t, configOf(t, script), script)
	want, err := os.ReadFile(path + ".want")
	if *update {
		if os.IsNotExist(err) {
			err = nil
		}
		if text := updated(string(want), got); err == nil && text != string(want) {
			err = os.WriteFile(path+".want", []byte(text), 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if !*update {
		if diff := compare(string(want), got, commands(script)); diff != "" {
			t.Error(diff)
		}
	}
}

var flagsLine = regexp.MustCompile(`(?m)^# flags: ([^\r\n]*)\r?$`)

// configOf returns the configuration that a script asks for.
func configOf(t *testing.T, script []byte) engine.Config {
	t.Helper()
	c := engine.DefaultConfig()
	c.Threads, c.Time, c.Playouts, c.Memory, c.Seed = 1, 0, 200, 16<<20, *seed
	for _, line := range flagsLine.FindAllSubmatch(script, -1) {
		words := strings.Fields(string(line[1]))
		if len(words)%2 != 0 {
			t.Fatalf("flags %q: want --name value pairs", words)
		}
		for i := 0; i < len(words); i += 2 {
			if err := c.Set(strings.TrimPrefix(words[i], "--"), words[i+1]); err != nil {
				t.Fatalf("flags: %v", err)
			}
		}
	}
	return c
}

// serve answers the script, from its first byte to the end of input. A warning
// in the log is an error of the engine.
func serve(t *testing.T, c engine.Config, script []byte) string {
	t.Helper()
	var out, log bytes.Buffer
	c.Log = zerolog.New(&log).Level(zerolog.WarnLevel)
	session, table, err := gtp.NewSession(engine.New(c), "0.15.0")
	if err != nil {
		t.Fatal(err)
	}
	s := gtp.Server[*gtp.Session]{Table: table, Session: session, In: bytes.NewReader(script), Out: &out, Log: c.Log}
	if err := s.Serve(t.Context()); err != nil {
		t.Errorf("Serve: %v", err)
	}
	if log.Len() > 0 {
		t.Errorf("log: %s", log.String())
	}
	return out.String()
}

// commands returns the lines of a script that get a reply.
func commands(script []byte) []string {
	var list []string
	for line := range bytes.Lines(script) {
		if req, ok := gtp.Parse(line); ok {
			list = append(list, strings.TrimSpace(req.ID+" "+req.Name+" "+req.Raw))
		}
	}
	return list
}

const patternMark = "~ "

// matches reports whether a line is what is wanted, exactly or by a pattern.
func matches(want, got string) bool {
	pattern, ok := strings.CutPrefix(want, patternMark)
	if !ok {
		return want == got
	}
	re, err := regexp.Compile("^(?:" + pattern + ")$")
	return err == nil && got != "" && re.MatchString(got)
}

// compare returns "" if got is as wanted, else the first difference and the
// command that it answers.
func compare(want, got string, commands []string) string {
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	reply := 0
	for i := range max(len(wants), len(gots)) {
		if i < len(wants) && i < len(gots) && matches(wants[i], gots[i]) {
			if gots[i] == "" {
				reply++
			}
			continue
		}
		command, line := "after the last command", func(lines []string) string {
			if i < len(lines) {
				return fmt.Sprintf("%q", lines[i])
			}
			return "the end"
		}
		if reply < len(commands) {
			command = fmt.Sprintf("%q", commands[reply])
		}
		return fmt.Sprintf("line %d, %s:\n got  %s\n want %s", i+1, command, line(gots), line(wants))
	}
	return ""
}

// updated returns got, with the patterns of want where they match the line at
// the same place in the same reply.
func updated(want, got string) string {
	wants, gots := strings.Split(want, "\n\n"), strings.Split(got, "\n\n")
	for i := range min(len(wants), len(gots)) {
		old, lines := strings.Split(wants[i], "\n"), strings.Split(gots[i], "\n")
		for j := range min(len(old), len(lines)) {
			if matches(old[j], lines[j]) {
				lines[j] = old[j]
			}
		}
		gots[i] = strings.Join(lines, "\n")
	}
	return strings.Join(gots, "\n\n")
}

// A runner that cannot fail proves nothing.
func TestCompare(t *testing.T) {
	const got = "= \n\n=7 D4\n\n? illegal move\n\n= a\n \nb\n\n"
	for _, want := range []string{
		got,
		"~ =.*\n\n~ =7 [A-H][1-9]\n\n? illegal move\n\n= a\n~ .\n~ b|c\n\n",
	} {
		if diff := compare(want, got, nil); diff != "" {
			t.Errorf("%q is right, but: %s", want, diff)
		}
	}
	for _, want := range []string{
		"",
		got + "= \n\n",                      // an answer is missing
		strings.TrimSuffix(got, "\n"),       // an empty line too many
		got[:strings.LastIndex(got, "= a")], // an answer too many
		strings.Replace(got, "= \n", "=\n", 1),
		strings.Replace(got, "D4", "D5", 1),
		strings.Replace(got, "=7", "?7", 1),
		strings.Replace(got, "=7", "= ", 1),
		strings.Replace(got, " \nb", "b", 1),
		strings.Replace(got, "=7 D4", "~ =7 D", 1),     // the whole line
		strings.Replace(got, "=7 D4", "~ D4", 1),       // from its start
		strings.Replace(got, "=7 D4", "~ =7 D5|D4", 1), // alternatives, too
		strings.Replace(got, "=7 D4", "~ =7 (D4", 1),   // no regular expression
		strings.Replace(got, "? illegal", "\n~ .*", 1), // no empty line
		strings.Replace(got, "=7 D4\n\n", "~ .*\n~ .*\n", 1),
	} {
		if compare(want, got, nil) == "" {
			t.Errorf("%q passes for %q", want, got)
		}
	}
	diff := compare(strings.Replace(got, "illegal", "odd", 1), got, []string{"name", "7 genmove b", "play b D4"})
	if !strings.Contains(diff, `line 5, "play b D4"`) {
		t.Errorf("difference %q", diff)
	}
}

func TestUpdated(t *testing.T) {
	const got = "= D4\n\n= a\nb\n\n= x\n\n"
	tests := []struct{ old, want string }{
		{"", got},
		{"~ = [A-D].\n\n= old\n~ .\n\n", "~ = [A-D].\n\n= a\n~ .\n\n= x\n\n"},
		{"~ = E.\n\n= a\n\n~ = x\n\n~ .\n\n", "= D4\n\n= a\nb\n\n~ = x\n\n"},
	}
	for _, tt := range tests {
		if text := updated(tt.old, got); text != tt.want {
			t.Errorf("updated(%q) = %q, want %q", tt.old, text, tt.want)
		}
	}
}
