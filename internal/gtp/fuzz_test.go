package gtp

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// hardLines are seeds that have broken other engines.
var hardLines = []string{
	"", "name", "5name\r\n", "2147483647 echo", "2147483648 echo", "-1 echo", "00 echo a", "1\n", "# interrupt\n",
	"1 echo \xff\xfe\x00\x7f\n", "echo # \n2 echo", "\techo\ta\t\n", "echo\n\n\n", "analyze\n\necho a", "analyze",
	"panic\n3 illegal\nlines\n", "quit\necho a\n", "solved\n# interrupt\n4 genmoves\n", "echo a\rb\n",
}

func FuzzParse(f *testing.F) {
	for _, s := range hardLines {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		req, ok := Parse(line)
		if !ok {
			if req.Name != "" || req.ID != "" || req.Raw != "" {
				t.Errorf("Parse(%q) = %+v, false", line, req)
			}
			return
		}
		if IsInterrupt(line) {
			t.Errorf("%q is a command and an interrupt", line)
		}
		if req.Name == "" || strings.ContainsAny(req.Name, " \t\r\n#") {
			t.Errorf("Parse(%q): name %q", line, req.Name)
		}
		if strings.ContainsAny(req.Raw, "\t\r\n#\x00\x7f") || strings.Trim(req.Raw, " ") != req.Raw {
			t.Errorf("Parse(%q): raw text %q", line, req.Raw)
		}
		if len(req.ID) > 10 || strings.Trim(req.ID, "0123456789") != "" || len(req.ID) > 1 && req.ID[0] == '0' {
			t.Errorf("Parse(%q): id %q", line, req.ID)
		}
		a := NewArgs(req.Raw)
		for _, word := range req.Args {
			if got := a.Word("word"); got != word {
				t.Errorf("Parse(%q): word %q of Args, %q of Raw", line, word, got)
			}
		}
		if a.End(); a.Err() != nil {
			t.Error(a.Err())
		}
		if req.ID == "" {
			return // a name that looks like an id needs one before it
		}
		again, ok := Parse([]byte(req.ID + " " + req.Name + " " + req.Raw))
		if !ok || again.ID != req.ID || again.Name != req.Name || again.Raw != req.Raw || !slices.Equal(again.Args, req.Args) {
			t.Errorf("Parse is not stable: %+v, then %+v", req, again)
		}
	})
}

// FuzzServer sends any bytes: exactly one reply for each command, in order,
// with its id and one empty line, the last, however the bytes are cut up and
// also without the server's loop.
func FuzzServer(f *testing.F) {
	f.Add([]byte(strings.Join(hardLines, "\n")))
	for _, s := range hardLines {
		f.Add([]byte(s))
	}
	table := toyTable(f)
	f.Fuzz(func(t *testing.T, input []byte) {
		for _, slow := range []string{"sleep", "result", "deaf", "genmove"} {
			if bytes.Contains(input, []byte(slow)) {
				t.Skip("takes a second")
			}
		}
		direct := &Server[*toy]{Table: table, Session: &toy{}}
		var want strings.Builder
		for line := range bytes.SplitSeq(input, []byte("\n")) {
			req, ok := Parse(line)
			reply, failed, quit := direct.Execute(t.Context(), string(line))
			checkFrame(t, req, ok, failed, reply)
			want.WriteString(reply)
			if quit {
				break
			}
		}
		var whole, bytewise bytes.Buffer
		serve := &Server[*toy]{Table: table, Session: &toy{}, In: bytes.NewReader(input), Out: &whole}
		if err := serve.Serve(t.Context()); err != nil || whole.String() != want.String() {
			t.Errorf("Serve(%q) = %v, wrote %q, want %q", input, err, whole.String(), want.String())
		}
		serve = &Server[*toy]{Table: table, Session: &toy{}, In: iotest.OneByteReader(bytes.NewReader(input)), Out: &bytewise}
		if err := serve.Serve(t.Context()); err != nil || bytewise.String() != want.String() {
			t.Errorf("byte by byte: Serve(%q) = %v, wrote %q, want %q", input, err, bytewise.String(), want.String())
		}
	})
}

// checkFrame checks the shape of a reply, knowing no more than the protocol.
func checkFrame(t *testing.T, req Request, ok, failed bool, reply string) {
	t.Helper()
	if !ok {
		if reply != "" {
			t.Errorf("reply %q to a line that is no command", reply)
		}
		return
	}
	text, terminated := strings.CutSuffix(reply, "\n\n")
	if !terminated || strings.Contains(text, "\n\n") || strings.HasSuffix(text, "\n") {
		t.Errorf("reply %q has an empty line inside, or none at its end", reply)
	}
	head := "=" + req.ID + " "
	if !strings.HasPrefix(reply, head) && !(failed && strings.HasPrefix(reply, "?"+head[1:])) {
		t.Errorf("reply %q to id %q, failed %v", reply, req.ID, failed)
	}
	if i := strings.IndexFunc(reply, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }); i >= 0 {
		t.Errorf("reply %q has a control character at %d", reply, i)
	}
}
