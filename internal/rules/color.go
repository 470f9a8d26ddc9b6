package rules

// Color is the state of a point: empty, a stone of one side, or the edge of
// the board (Ikeda 1969, common rule 1: one player owns the black stones, the
// other the white ones).
type Color uint8

// The states of a point. Edge marks the border that surrounds the board in
// memory, so that no neighbour ever needs a range check.
const (
	Empty Color = iota
	Black
	White
	Edge
)

// Other returns the opponent of Black or White.
func (c Color) Other() Color { return c ^ 3 }

// String returns "black", "white", "empty" or "edge".
func (c Color) String() string {
	return [...]string{"empty", "black", "white", "edge"}[c&3]
}

// ForColor turns a margin for Black into one for c, and back.
func ForColor(margin float64, c Color) float64 {
	if c == White {
		return -margin
	}
	return margin
}

// Win returns what a margin is worth to the one whose it is: 1 for a win, 0 for a loss,
// 0.5 for a draw.
func Win(margin float64) float64 {
	switch {
	case margin > 0:
		return 1
	case margin < 0:
		return 0
	}
	return 0.5
}
