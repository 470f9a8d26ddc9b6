package search

import (
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// diagram sets up a board: X is black, O is white, lower case x and o too but
// their points are returned as marks, and so are those of digits (empty),
// by their character.
func diagram(t *testing.T, text string) (*rules.Board, map[byte]rules.Point) {
	t.Helper()
	var rows []string
	for line := range strings.Lines(text) {
		if line = strings.ReplaceAll(strings.TrimSpace(line), " ", ""); line != "" {
			rows = append(rows, line)
		}
	}
	size := len(rows)
	b := rules.NewBoard(size)
	marks := map[byte]rules.Point{}
	for i, row := range rows {
		if len(row) != size {
			t.Fatalf("row %q has not %d points", row, size)
		}
		for x := range size {
			p := rules.PointAt(size, x, size-1-i)
			switch row[x] {
			case 'X', 'x':
				b.Place(p, rules.Black)
			case 'O', 'o':
				b.Place(p, rules.White)
			}
			if row[x] != 'X' && row[x] != 'O' && row[x] != '.' {
				marks[row[x]] = p
			}
		}
	}
	b.LiftKo()
	return b, marks
}
