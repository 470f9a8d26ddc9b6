package gtp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
)

// transcript serves input to its end and returns the output and the log.
func transcript(t testing.TB, in io.Reader) (out, log string) {
	t.Helper()
	var o, l strings.Builder
	s := &Server[*toy]{Table: toyTable(t), Session: &toy{}, In: in, Out: &o, Log: zerolog.New(&l)}
	if err := s.Serve(t.Context()); err != nil {
		t.Fatalf("Serve: %v", err)
	}
	return o.String(), l.String()
}

func TestTranscripts(t *testing.T) {
	tests := []struct{ why, in, want string }{
		{"nothing", "", ""},
		{"ids", "7 echo 2\nillegal\n8 illegal\n2147483647 echo x\n", "=7 2\n\n? illegal move\n\n?8 illegal move\n\n=2147483647 x\n\n"},
		{"blank lines and comments", "\n# a comment line\n1 echo a  # trailing\n   \n2 echo b\n5\n", "=1 a\n\n=2 b\n\n"},
		{"CRLF, HT and control characters", "1\techo\ta\tb\r\n\r\n\x00echo \x07c\x7f\r\n", "=1 a b\n\n= c\n\n"},
		{"no line end at the end", "echo a\nquit", "= a\n\n= \n\n"},
		{"quit ignores the rest", "1 quit\n2 echo a\n", "=1 \n\n"},
		{"unknown command", "frobnicate b 3\n5 no_such_command\n-3 echo a\n4294967296 echo\nECHO a\n",
			"? unknown command\n\n?5 unknown command\n\n? unknown command\n\n? unknown command\n\n? unknown command\n\n"},
		{"several lines", "3 lines\n", "=3 first\nsecond\n \nthird\n \nfourth\nfifth\n\n"},
		{"too many arguments", "1 quit now\n2 number 1 2\n3 echo\n", "?1 syntax error\n\n?2 syntax error\n\n=3 \n\n"},
		{"bad argument", "number x\nnumber 10\nnumber\nnumber 9\n", "? syntax error\n\n? syntax error\n\n? syntax error\n\n= 9\n\n"},
		{"internal errors", "1 broken\n2 panic\n3 echo a\n", "?1 internal error\n\n?2 internal error\n\n=3 a\n\n"},
		{"raw text", "echo  {\"ko\":  \"SIMPLE\"} \xff囲碁\n", "= {\"ko\":  \"SIMPLE\"} \xff囲碁\n\n"},
		{"stream, next line is there", "1 analyze\n2 echo a\n", "=1 \ninfo 1\n\n=2 a\n\n"},
		{"stream, blank line is there", "analyze\n\necho a\n", "= \ninfo 1\n\n= a\n\n"},
		{"stream at the end of input", "9 analyze", "=9 \ninfo 1\n\n"},
		{"stream that is done early", "9 solved\nquit", "=9 \ninfo 1\n\n= \n\n"},
		{"stream refused", "9 refused\n8 analyze 1\n", "?9 syntax error\n\n?8 syntax error\n\n"},
		{"stream fails when open", "1 fail-open\n2 panic-open\n3 echo a\n", "=1 \n\n=2 \ninfo 1\n\n=3 a\n\n"},
		{"interrupt in a file", "# interrupt\n1 sleep\n# interrupt\n2 echo a\n", "=1 slept\n\n=2 a\n\n"},
		{"command runs on at the end of input", "1 genmove\n2 sleep", "=1 \ninfo 1\nplay D4\n\n=2 slept\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got, _ := transcript(t, strings.NewReader(tt.in)); got != tt.want {
					t.Errorf("Serve(%q)\n wrote %q\n  want %q", tt.in, got, tt.want)
				}
			})
			if strings.Contains(tt.in, "interrupt") {
				return // counts as read later if it comes byte by byte
			}
			synctest.Test(t, func(t *testing.T) {
				if got, _ := transcript(t, iotest.OneByteReader(strings.NewReader(tt.in))); got != tt.want {
					t.Errorf("byte by byte: Serve(%q)\n wrote %q\n  want %q", tt.in, got, tt.want)
				}
			})
		})
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("囲碁 ", 1<<20/7)
	long = long[:len(long)-1]
	got, _ := transcript(t, strings.NewReader("1 echo "+long+"\n#"+long+"\n2 echo a\n"+long))
	if want := "=1 " + long + "\n\n=2 a\n\n? unknown command\n\n"; got != want {
		t.Errorf("wrote %d bytes, want %d", len(got), len(want))
	}
}

func TestPipelining(t *testing.T) {
	var in, want strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&in, "%d echo %d\n", i, i*i)
		fmt.Fprintf(&want, "=%d %d\n\n", i, i*i)
	}
	if got, _ := transcript(t, strings.NewReader(in.String())); got != want.String() {
		t.Error("replies lost or out of order")
	}
}

// A client may send everything before it reads anything.
func TestReadsWhileOutputIsBlocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		d := startDialogue(t, func(s *Server[*toy]) { s.Out = w })
		for range 1000 {
			d.send("echo a\n")
		}
		d.in.Close()
		go func() {
			d.result <- d.end()
			w.Close()
		}()
		got, err := io.ReadAll(r)
		if want := strings.Repeat("= a\n\n", 1000); string(got) != want || err != nil {
			t.Errorf("read %d bytes, %v, want %d", len(got), err, len(want))
		}
	})
}

func TestOneWriteForEachReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := startDialogue(t, nil)
		d.send("1 lines\n2 solved\n3 illegal\n4 genmove\n")
		d.in.Close()
		if err := d.end(); err != nil {
			t.Fatal(err)
		}
		want := []string{
			"=1 first\nsecond\n \nthird\n \nfourth\nfifth\n\n",
			"=2 \n", "info 1\n", "\n",
			"?3 illegal move\n\n",
			"=4 \n", "info 1\n", "play D4\n\n",
		}
		if fmt.Sprintf("%q", d.out.writes) != fmt.Sprintf("%q", want) {
			t.Errorf("writes %q\n  want %q", d.out.writes, want)
		}
	})
}

func TestPanicLog(t *testing.T) {
	var in strings.Builder
	for i := range 30 {
		fmt.Fprintf(&in, "%d echo %s\n", i, strings.Repeat("x", 1000*i))
	}
	in.WriteString("77 panic\n")
	_, log := transcript(t, strings.NewReader(in.String()))
	var line struct {
		Level, Panic, Stack string
		Commands            []string
	}
	first, rest, _ := strings.Cut(log, "\n")
	if err := json.Unmarshal([]byte(first), &line); err != nil {
		t.Fatalf("log %q: %v", log, err)
	}
	if rest != "" || line.Level != "error" || line.Panic != "oh no" || !strings.Contains(line.Stack, "toyTable") {
		t.Errorf("log %q", first)
	}
	if n := len(line.Commands); n != 20 || line.Commands[n-1] != "77 panic" || !strings.HasPrefix(line.Commands[0], "11 echo xxx") {
		t.Errorf("%d commands in the log: %q", n, line.Commands)
	}
	if len(log) > 20*300+10_000 {
		t.Errorf("the log has %d bytes", len(log))
	}
}

func TestFailureLog(t *testing.T) {
	_, log := transcript(t, strings.NewReader("broken\nnumber x\nfail-open\nanalyze\necho\n"))
	levels := []string{
		`"level":"error","command":"broken","error":"the disk is full"`,
		`"level":"debug","command":"number x","error":"argument n: want an integer from 1 to 9: syntax error"`,
		`"level":"warn","command":"fail-open","error":"cannot score"`,
	}
	lines := strings.Split(strings.TrimSpace(log), "\n")
	if len(lines) != len(levels) {
		t.Fatalf("log %q, want %d lines", lines, len(levels))
	}
	for i, line := range lines {
		if !strings.Contains(line, levels[i]) {
			t.Errorf("log line %d: %s", i, line)
		}
	}
}

func TestReadError(t *testing.T) {
	boom := errors.New("boom")
	var out strings.Builder
	s := &Server[*toy]{Table: toyTable(t), Session: &toy{}, Out: &out,
		In: io.MultiReader(strings.NewReader("1 echo a\n2 echo b"), iotest.ErrReader(boom))}
	if err := s.Serve(t.Context()); !errors.Is(err, boom) {
		t.Errorf("Serve = %v, want %v", err, boom)
	}
	if got, want := out.String(), "=1 a\n\n=2 b\n\n"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

func TestExecute(t *testing.T) {
	tests := []struct {
		line, reply  string
		failed, quit bool
	}{
		{"3 echo a  b", "=3 a  b\n\n", false, false},
		{"# comment", "", false, false},
		{"12", "", false, false},
		{"3 illegal", "?3 illegal move\n\n", true, false},
		{"nothing", "? unknown command\n\n", true, false},
		{"panic", "? internal error\n\n", true, false},
		{"quit", "= \n\n", false, true},
		{"1 analyze", "=1 \ninfo 1\n\n", false, false},
		{"1 solved", "=1 \ninfo 1\n\n", false, false},
		{"1 fail-open", "=1 \n\n", true, false},
		{"sleep", "= slept\n\n", false, false},
		{"genmove", "= \ninfo 1\nplay D4\n\n", false, false},
	}
	synctest.Test(t, func(t *testing.T) {
		s := &Server[*toy]{Table: toyTable(t), Session: &toy{}}
		for _, tt := range tests {
			reply, failed, quit := s.Execute(t.Context(), tt.line)
			if reply != tt.reply || failed != tt.failed || quit != tt.quit {
				t.Errorf("Execute(%q) = %q, %v, %v, want %q, %v, %v", tt.line, reply, failed, quit, tt.reply, tt.failed, tt.quit)
			}
		}
		start := time.Now()
		if reply, _, _ := s.Execute(t.Context(), "sleep"); reply != "= slept\n\n" || time.Since(start) != time.Second {
			t.Errorf("sleep took %v", time.Since(start))
		}
	})
}
