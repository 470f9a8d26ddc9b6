package gtp

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Args is a cursor over the arguments of a request. The first argument that
// is missing or malformed makes it fail for good: later reads give zero
// values, so a handler reads all it needs and asks Err once, before it changes
// anything.
//
// Each read names its argument. The name goes to the log only; the client
// gets the bare text of the protocol, "syntax error".
type Args struct {
	rest string
	err  error
}

// NewArgs returns a cursor over the raw argument text of a request.
func NewArgs(raw string) *Args { return &Args{rest: raw} }

// Err returns the first failure, or nil. It wraps ErrSyntax unless Fail was
// given another error.
func (a *Args) Err() error { return a.err }

// Fail makes the cursor fail, for readers of further types. Only the first
// failure counts.
func (a *Args) Fail(err error) {
	if a.err == nil {
		a.err = err
		a.rest = ""
	}
}

// syntax fails with ErrSyntax and tells the log what was wanted.
func (a *Args) syntax(name, want string) {
	a.Fail(fmt.Errorf("argument %s: want %s: %w", name, want, ErrSyntax))
}

// More reports whether another word follows. It is false after a failure, so
// that loops over words end.
func (a *Args) More() bool { return a.Peek() != "" }

// Peek returns the next word without taking it, "" if there is none, to tell
// optional arguments apart.
func (a *Args) Peek() string {
	word, _ := cutWord(a.rest)
	return word
}

// Word takes the next word as it was sent.
func (a *Args) Word(name string) string {
	word, rest := cutWord(a.rest)
	if word == "" {
		a.syntax(name, "a word")
		return ""
	}
	a.rest = rest
	return word
}

// Int takes a decimal integer from lo to hi, both included. One that is too
// large for an int counts as the nearest int.
func (a *Args) Int(name string, lo, hi int) int {
	word := a.Word(name)
	if a.err != nil {
		return 0
	}
	n, err := strconv.Atoi(word)
	if err != nil && !errors.Is(err, strconv.ErrRange) || n < lo || n > hi {
		a.syntax(name, fmt.Sprintf("an integer from %d to %d", lo, hi))
		return 0
	}
	return n
}

// Float takes a finite decimal number such as 7, -5.5, .5 or 1e1. NaN and
// infinities are refused (Sabaki sends "komi NaN" from a broken file), and so
// are the hexadecimal forms that Go would read.
func (a *Args) Float(name string) float64 {
	word := a.Word(name)
	if a.err != nil {
		return 0
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsInf(x, 0) || strings.Trim(word, "+-.0123456789eE") != "" {
		a.syntax(name, "a finite decimal number")
		return 0
	}
	return x
}

// Bool takes true or false in any case, or 1 or 0 as GoGui's parameters do.
func (a *Args) Bool(name string) bool {
	word := a.Word(name)
	switch {
	case word == "1" || strings.EqualFold(word, "true"):
		return true
	case word == "0" || strings.EqualFold(word, "false"):
		return false
	}
	a.syntax(name, "true or false")
	return false
}

// Path takes a path: one word, or any text between double quotes, which is
// how GoGui sends paths with blanks. Backslashes are kept as they are, since
// Windows paths hold them; a path with a double quote in it cannot be sent.
func (a *Args) Path(name string) string {
	text := strings.TrimLeft(a.rest, " ")
	if !strings.HasPrefix(text, `"`) {
		return a.Word(name)
	}
	path, rest, closed := strings.Cut(text[1:], `"`)
	if !closed || path == "" || rest != "" && rest[0] != ' ' {
		a.syntax(name, "a path")
		return ""
	}
	a.rest = rest
	return path
}

// Rest takes all that is left, inner blanks as they were sent. It may be "".
func (a *Args) Rest() string {
	text := strings.Trim(a.rest, " ")
	a.rest = ""
	return text
}

// End fails if another word follows.
func (a *Args) End() {
	if a.More() {
		a.syntax(a.Peek(), "nothing")
	}
}
