package gtp

import (
	"strconv"
	"strings"
)

// Request is one command line, parsed (GTP 2 draft 2.5).
type Request struct {
	// ID is the command id in decimal, without leading zeros, or "" if the
	// line had none. It is kept as text because it is only ever echoed.
	ID string
	// Name is the command word as sent; the protocol is case-sensitive.
	Name string
	// Args are the words of Raw.
	Args []string
	// Raw is the text behind the command word, without comment and control
	// characters and without blanks at either end, for arguments that are
	// paths, titles or JSON.
	Raw string
}

// idBits is the size of an id: the draft's int runs from 0 to 2^31-1.
const idBits = 31

// Parse reads one command line, with or without its line end, after the
// preprocessing of GTP 2 draft 3.1. It reports false for lines that get no
// reply: blank ones, comments and a lone id.
//
// A first word that is not an id, such as -1 or 2147483648, is taken as the
// command word; no command has such a name, so the reply will say so. Bytes
// above 127 are kept untouched, whatever their encoding.
func Parse(line []byte) (req Request, ok bool) {
	text, _, _ := strings.Cut(clean(line), "\n")
	text, _, _ = strings.Cut(text, "#")
	word, rest := cutWord(text)
	if id, glued, ok := cutID(word); ok {
		req.ID = id
		word = glued
		if glued == "" {
			word, rest = cutWord(rest)
		}
	}
	if word == "" {
		return Request{}, false
	}
	req.Name = word
	req.Raw = strings.Trim(rest, " ")
	req.Args = strings.FieldsFunc(req.Raw, func(r rune) bool { return r == ' ' })
	return req, true
}

// IsInterrupt reports whether the line is GoGui's request to stop the running
// command. It is a comment, so that engines without the feature ignore it
// (GoGui documentation, "Interrupting Commands").
func IsInterrupt(line []byte) bool {
	return strings.Trim(clean(line), " \n") == "# interrupt"
}

// clean drops all control characters but LF and turns HT into a blank
// (GTP 2 draft 2.2 and 3.1). It serves both directions: a CR that slipped
// into a reply would make an empty line for clients that drop it.
func clean[T string | []byte](text T) string {
	var b strings.Builder
	b.Grow(len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\t':
			b.WriteByte(' ')
		case c == '\n', c >= ' ' && c != 0x7f:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// cutWord splits text behind its first word. Only the blank separates words:
// clean has left no other white space, and Unicode spaces belong to paths.
func cutWord(text string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimLeft(text, " "), " ")
	return word, rest
}

// cutID splits a first word that is an id, or an id glued to a command word,
// and gives the id in canonical decimal.
func cutID(word string) (id, glued string, ok bool) {
	glued = strings.TrimLeft(word, "0123456789")
	if glued != "" && !isLetter(glued[0]) {
		return "", "", false
	}
	n, err := strconv.ParseUint(strings.TrimSuffix(word, glued), 10, idBits)
	if err != nil {
		return "", "", false
	}
	return strconv.FormatUint(n, 10), glued, true
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// The first byte of a reply (GTP 2 draft 2.6).
const (
	statusOK   = '='
	statusFail = '?'
)

// formatHeader starts a reply. The blank is always there: GoGui takes the
// text behind the first blank, and Sabaki would read "=1.5" as an id.
func formatHeader(status byte, id string) []byte {
	return append(append([]byte{status}, id...), ' ')
}

// formatReply makes a whole reply: status, id, text and the empty line that
// ends it (GTP 2 draft 2.6).
func formatReply(status byte, id, text string) []byte {
	return append(append(formatHeader(status, id), tidy(text)...), "\n\n"...)
}

// formatLine makes one line of an open reply. It is never empty, as an empty
// line would end the reply.
func formatLine(text string) []byte {
	text = tidy(text)
	if text == "" || text[0] == '\n' {
		text = " " + text
	}
	return append([]byte(text), '\n')
}

// tidy makes text fit for a reply: no control characters, no blanks at line
// ends, no line end at the end, and a single blank instead of every empty
// line but the first, which stands behind a header.
func tidy(text string) string {
	lines := strings.Split(strings.TrimRight(clean(text), " \n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
		if lines[i] == "" && i > 0 {
			lines[i] = " "
		}
	}
	return strings.Join(lines, "\n")
}
