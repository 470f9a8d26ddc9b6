package gtp

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	type want struct{ id, name, raw string }
	tests := []struct {
		why, line string
		want      want // name "" if the line gets no reply
	}{
		{"plain", "name", want{name: "name"}},
		{"line end", "name\n", want{name: "name"}},
		{"CRLF", "play b D4\r\n", want{name: "play", raw: "b D4"}},
		{"CR inside a word", "na\rme", want{name: "name"}},
		{"control characters", "\x00na\x07m\x7fe\x1b b\v\f", want{name: "name", raw: "b"}},
		{"tabs", "\t5\tplay\tb\tD4\t", want{"5", "play", "b D4"}},
		{"many blanks", "  12   play   b   D4  ", want{"12", "play", "b   D4"}},
		{"comment", "1 name # 2 version", want{"1", "name", ""}},
		{"comment in a word", "name#x", want{name: "name"}},
		{"comment in a path", `loadsgf "a#b.sgf"`, want{name: "loadsgf", raw: `"a`}},
		{"empty", "", want{}},
		{"blank", " \t\r\n", want{}},
		{"only a comment", "  # interrupt", want{}},
		{"lone id", "17", want{}},
		{"lone id and comment", "17 # name", want{}},
		{"zero", "0 name", want{"0", "name", ""}},
		{"leading zeros", "007 name", want{"7", "name", ""}},
		{"many zeros", strings.Repeat("0", 40) + "7 name", want{"7", "name", ""}},
		{"largest id", "2147483647 name", want{"2147483647", "name", ""}},
		{"too large", "2147483648 name", want{"", "2147483648", "name"}},
		{"far too large", "99999999999999999999999 name", want{"", "99999999999999999999999", "name"}},
		{"too large alone", "2147483648", want{"", "2147483648", ""}},
		{"negative", "-1 name", want{"", "-1", "name"}},
		{"signed", "+1 name", want{"", "+1", "name"}},
		{"glued", "5name x", want{"5", "name", "x"}},
		{"glued, too large", "2147483648name", want{"", "2147483648name", ""}},
		{"glued, no letter", "5_name", want{"", "5_name", ""}},
		{"glued, decimal point", "5.5 name", want{"", "5.5", "name"}},
		{"glued, not ASCII", "5é", want{"", "5é", ""}},
		{"two numbers", "1 2 name", want{"1", "2", "name"}},
		{"glued after an id", "1 2name", want{"1", "2name", ""}},
		{"case kept", "Name B d4", want{name: "Name", raw: "B d4"}},
		{"UTF-8", "gogui-title 囲碁  ü", want{name: "gogui-title", raw: "囲碁  ü"}},
		{"not UTF-8", "loadsgf \xe9\xff.sgf", want{name: "loadsgf", raw: "\xe9\xff.sgf"}},
		{"Unicode blanks do not separate", "echo a\u00a0b\u3000c\x85", want{name: "echo", raw: "a\u00a0b\u3000c\x85"}},
		{"only the first line counts", "name\nquit", want{name: "name"}},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			req, ok := Parse([]byte(tt.line))
			if got := (want{req.ID, req.Name, req.Raw}); got != tt.want || ok != (tt.want.name != "") {
				t.Errorf("Parse(%q) = %+v, %v, want %+v", tt.line, got, ok, tt.want)
			}
		})
	}
}

func TestParseArgs(t *testing.T) {
	req, _ := Parse([]byte(" 3 set_free_handicap  D4   Q16\tC3 # four"))
	if want := []string{"D4", "Q16", "C3"}; !slices.Equal(req.Args, want) {
		t.Errorf("Args = %q, want %q", req.Args, want)
	}
	if req, _ := Parse([]byte("quit")); len(req.Args) != 0 {
		t.Errorf("Args = %q, want none", req.Args)
	}
}

func TestIsInterrupt(t *testing.T) {
	for line, want := range map[string]bool{
		"# interrupt": true, "# interrupt\r\n": true, " \t# interrupt  \n": true, "#\tinterrupt": true,
		"#interrupt": false, "#  interrupt": false, "# Interrupt": false, "# interrupt now": false,
		"interrupt": false, "name # interrupt": false, "": false, "#": false,
	} {
		if got := IsInterrupt([]byte(line)); got != want {
			t.Errorf("IsInterrupt(%q) = %v", line, got)
		}
	}
}

func TestFormatReply(t *testing.T) {
	tests := []struct {
		why, id, text, want string
	}{
		{"no text", "", "", "= \n\n"},
		{"no text, id", "12", "", "=12 \n\n"},
		{"text", "", "2", "= 2\n\n"},
		{"text, id", "7", "2", "=7 2\n\n"},
		{"lines", "", "a\nb", "= a\nb\n\n"},
		{"line end at the end", "", "a\nb\n", "= a\nb\n\n"},
		{"many line ends at the end", "", "a\n\n \n", "= a\n\n"},
		{"empty line inside", "", "a\n\nb", "= a\n \nb\n\n"},
		{"blank line inside", "", "a\n \t \nb", "= a\n \nb\n\n"},
		{"two empty lines inside", "", "a\n\n\nb", "= a\n \n \nb\n\n"},
		{"board below the status line", "1", "\n A B\n2 . .\n", "=1 \n A B\n2 . .\n\n"},
		{"empty second line", "", "\n\na", "= \n \na\n\n"},
		{"blanks at line ends", "", "a  \nb\t", "= a\nb\n\n"},
		{"blanks at line starts", "", "  a\n  b", "=   a\n  b\n\n"},
		{"only blanks", "", " \n\n ", "= \n\n"},
		{"CR", "", "a\r\n\r\nb\r\n", "= a\n \nb\n\n"},
		{"control characters", "", "a\x00\x1bb\x7f\tc", "= ab c\n\n"},
		{"UTF-8", "", "囲碁", "= 囲碁\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			if got := string(formatReply(statusOK, tt.id, tt.text)); got != tt.want {
				t.Errorf("success: %q, want %q", got, tt.want)
			}
			want := "?" + tt.want[1:]
			if got := string(formatReply(statusFail, tt.id, tt.text)); got != want {
				t.Errorf("failure: %q, want %q", got, want)
			}
		})
	}
}

func TestFormatLine(t *testing.T) {
	for text, want := range map[string]string{
		"info a ": "info a\n", "": " \n", "\n": " \n", "a\n": "a\n", "\na": " \na\n", "a\n\nb": "a\n \nb\n", "\r": " \n",
	} {
		if got := string(formatLine(text)); got != want {
			t.Errorf("formatLine(%q) = %q, want %q", text, got, want)
		}
	}
}
