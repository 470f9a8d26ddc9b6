package gtp

import (
	"fmt"
	"strconv"
	"strings"

	"gtpgo/internal/rules"
)

// columns are the letters of the columns from the left: I is left out (GTP 2
// draft, section 2.11).
const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// FormatVertex returns p as GTP writes it: "D4", "pass".
func FormatVertex(size int, p rules.Point) string {
	if p == rules.Pass {
		return "pass"
	}
	x, y := p.XY(size)
	return columns[x:x+1] + strconv.Itoa(y+1)
}

// formatVertices returns the points separated by single blanks.
func formatVertices(size int, points []rules.Point) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = FormatVertex(size, p)
	}
	return strings.Join(words, " ")
}

// parseVertex reads a point of the board, or a pass, in any case. Text that is
// no vertex at all is ErrSyntax, one off the board ErrInvalidCoordinate.
func parseVertex(size int, s string) (rules.Point, error) {
	if strings.EqualFold(s, "pass") {
		return rules.Pass, nil
	}
	if len(s) < 2 || len(s) > 4 {
		return rules.Pass, fmt.Errorf("vertex %q: %w", s, ErrSyntax)
	}
	letter := s[0] &^ 0x20
	row, err := strconv.ParseUint(s[1:], 10, 8)
	if letter < 'A' || letter > 'Z' || err != nil {
		return rules.Pass, fmt.Errorf("vertex %q: %w", s, ErrSyntax)
	}
	x := strings.IndexByte(columns, letter)
	if x < 0 || x >= size || row < 1 || int(row) > size {
		return rules.Pass, fmt.Errorf("vertex %q: %w", s, ErrInvalidCoordinate)
	}
	return rules.PointAt(size, x, int(row)-1), nil
}

// Vertex takes a vertex for a board of that size, a pass included.
func (a *Args) Vertex(size int) rules.Point {
	word := a.Word("vertex")
	if a.err != nil {
		return rules.Pass
	}
	p, err := parseVertex(size, word)
	if err != nil {
		a.Fail(err)
	}
	return p
}

// Color takes a colour: b, black, w or white in any case.
func (a *Args) Color() rules.Color {
	word := a.Word("color")
	if a.err != nil {
		return rules.Black
	}
	switch strings.ToLower(word) {
	case "b", "black":
		return rules.Black
	case "w", "white":
		return rules.White
	}
	a.syntax("color", "black or white")
	return rules.Black
}

// Move takes a colour and a vertex.
func (a *Args) Move(size int) rules.Move {
	c := a.Color()
	return rules.Move{Color: c, Point: a.Vertex(size)}
}

// Decimal takes an exact decimal number.
func (a *Args) Decimal(name string) rules.Decimal {
	word := a.Word(name)
	if a.err != nil {
		return rules.Decimal{}
	}
	d, err := rules.ParseDecimal(word)
	if err != nil {
		a.syntax(name, "a finite decimal number")
	}
	return d
}
