package gtp

import (
	"errors"
	"math"
	"testing"
)

func TestArgsReadsInOrder(t *testing.T) {
	a := NewArgs(`  b  19 -5.5 TRUE "my games\a b.sgf"  3   the  rest `)
	if got := a.Peek(); got != "b" {
		t.Errorf("Peek = %q", got)
	}
	if got := a.Word("color"); got != "b" {
		t.Errorf("Word = %q", got)
	}
	if got := a.Int("size", 1, 25); got != 19 {
		t.Errorf("Int = %d", got)
	}
	if got := a.Float("komi"); got != -5.5 {
		t.Errorf("Float = %v", got)
	}
	if !a.Bool("flag") {
		t.Error("Bool = false")
	}
	if got, want := a.Path("file"), `my games\a b.sgf`; got != want {
		t.Errorf("Path = %q, want %q", got, want)
	}
	if got := a.Word("move"); got != "3" {
		t.Errorf("Word after Path = %q", got)
	}
	if got := a.Rest(); got != "the  rest" {
		t.Errorf("Rest = %q", got)
	}
	a.End()
	if a.More() || a.Err() != nil {
		t.Errorf("More = %v, Err = %v", a.More(), a.Err())
	}
}

func TestArgsFailureIsFinal(t *testing.T) {
	a := NewArgs("x 5 7")
	a.Int("n", 0, 9)
	first := a.Err()
	if !errors.Is(first, ErrSyntax) || failureOf(t.Context(), first) != "syntax error" {
		t.Fatalf("Err = %v, want ErrSyntax", first)
	}
	if a.Int("n", 0, 9) != 0 || a.Word("w") != "" || a.Float("x") != 0 || a.Bool("b") || a.Path("p") != "" ||
		a.Rest() != "" || a.Peek() != "" || a.More() {
		t.Error("a read after a failure gave a value")
	}
	a.End()
	a.Fail(ErrIllegalMove)
	if a.Err() != first {
		t.Errorf("Err = %v, want the first failure", a.Err())
	}
}

func TestArgsFailWithOtherError(t *testing.T) {
	a := NewArgs("Z99")
	a.Word("vertex")
	a.Fail(ErrInvalidCoordinate)
	a.Int("n", 0, 9)
	if a.Err() != ErrInvalidCoordinate {
		t.Errorf("Err = %v", a.Err())
	}
}

func TestArgsEnd(t *testing.T) {
	a := NewArgs("b D4 surplus")
	a.Word("color")
	a.Word("vertex")
	if a.End(); !errors.Is(a.Err(), ErrSyntax) {
		t.Errorf("Err = %v, want ErrSyntax", a.Err())
	}
}

func TestArgsInt(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "-3": -3, "9": 9, "007": 7} {
		if a := NewArgs(text); a.Int("n", -3, 9) != want || a.Err() != nil {
			t.Errorf("Int(%q): %v, want %d", text, a.Err(), want)
		}
	}
	for _, text := range []string{"", "-4", "10", "1.0", "0x1", "1_0", "a", "99999999999999999999"} {
		if a := NewArgs(text); a.Int("n", -3, 9) != 0 || a.Err() == nil {
			t.Errorf("Int(%q) accepted", text)
		}
	}
}

func TestArgsFloat(t *testing.T) {
	for text, want := range map[string]float64{
		"7": 7, "7.5": 7.5, ".5": 0.5, "-5.5": -5.5, "0": 0, "0.0": 0, "1e1": 10, "1E-1": 0.1, "+2": 2, "5.": 5,
		"1e-999": 0, "1e308": 1e308,
	} {
		if a := NewArgs(text); a.Float("x") != want || a.Err() != nil {
			t.Errorf("Float(%q): %v, want %v", text, a.Err(), want)
		}
	}
	for _, text := range []string{
		"", "NaN", "nan", "Inf", "-inf", "+Infinity", "0x1p4", "0X10", "1e999", "7,5", "7.5x", "1_000", "--1", ".", "e", "-",
	} {
		if a := NewArgs(text); a.Float("x") != 0 || a.Err() == nil {
			t.Errorf("Float(%q) accepted", text)
		}
	}
	if a := NewArgs("-0"); math.Abs(a.Float("x")) != 0 || a.Err() != nil {
		t.Error("Float(-0) refused")
	}
}

func TestArgsBool(t *testing.T) {
	for text, want := range map[string]bool{"1": true, "true": true, "True": true, "TRUE": true, "0": false, "false": false, "fAlse": false} {
		if a := NewArgs(text); a.Bool("b") != want || a.Err() != nil {
			t.Errorf("Bool(%q): %v, want %v", text, a.Err(), want)
		}
	}
	for _, text := range []string{"", "yes", "t", "2", "00", "on"} {
		if a := NewArgs(text); a.Bool("b") || !errors.Is(a.Err(), ErrSyntax) {
			t.Errorf("Bool(%q) accepted", text)
		}
	}
}

func TestArgsPath(t *testing.T) {
	tests := []struct{ raw, path, rest string }{
		{"a.sgf", "a.sgf", ""},
		{"a.sgf 12", "a.sgf", "12"},
		{`"a.sgf"`, "a.sgf", ""},
		{`"a b.sgf" 12`, "a b.sgf", "12"},
		{`"a  b"   12 13`, "a  b", "12 13"},
		{`"C:\Go Games\new\t.sgf"`, `C:\Go Games\new\t.sgf`, ""},
		{`"C:\dir\" 3`, `C:\dir\`, "3"},
		{`C:\dir\a.sgf 3`, `C:\dir\a.sgf`, "3"},
		{`~/a.sgf`, "~/a.sgf", ""},
		{`a"b.sgf`, `a"b.sgf`, ""},
		{"\"\xe9 é.sgf\"", "\xe9 é.sgf", ""},
		{`" "`, " ", ""},
	}
	for _, tt := range tests {
		a := NewArgs(tt.raw)
		path, rest := a.Path("file"), a.Rest()
		if path != tt.path || rest != tt.rest || a.Err() != nil {
			t.Errorf("Path of %q = %q, %q, %v, want %q, %q", tt.raw, path, rest, a.Err(), tt.path, tt.rest)
		}
	}
	for _, raw := range []string{"", `"`, `""`, `"a b.sgf`, `"a"b`, `"a""b"`} {
		if a := NewArgs(raw); a.Path("file") != "" || !errors.Is(a.Err(), ErrSyntax) {
			t.Errorf("Path of %q accepted", raw)
		}
	}
}
