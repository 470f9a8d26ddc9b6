package rules

import "math/bits"

// MaxSize is the largest board: GTP names columns A to Z without I, which
// makes 25.
const MaxSize = 25

// Point is an intersection (Ikeda 1969, definition 1: 格子点) as an index into
// the arrays of a Board. Rows are stored from the bottom, so points in
// ascending order are A1, B1, ..., A2, B2, ...; each row is followed by one
// border cell that also borders the next row, and a border row lies below and
// above.
type Point uint16

// Pass is the Point of a move that places no stone (Ikeda 1969, definition 2).
// Index 0 is always border, hence never an intersection.
const Pass Point = 0

// maxPoints is the power of two that holds every index of the largest board,
// (25+2)*(25+1)+1 = 703; indices are masked with pointMask so that the
// compiler proves every access in range.
const (
	maxPoints = 1024
	pointMask = maxPoints - 1
)

// Move is a play of a stone, or a pass, by one colour (Ikeda 1969,
// definition 2: 着手).
type Move struct {
	Color Color
	Point Point
}

// extent returns how many array cells a board of that size uses.
func extent(size int) int { return (size+2)*(size+1) + 1 }

// wordShift returns the base-2 logarithm of the number of 64-bit words that a
// set of points of a board of that size takes; powers of two, so that a
// chain's set is found by a shift.
func wordShift(size int) uint { return uint(bits.Len(uint((extent(size) - 1) / 64))) }

// PointAt returns the point of column x and row y, both from 0; y counts from
// the bottom. The caller keeps both inside the board.
func PointAt(size, x, y int) Point { return Point((y+1)*(size+1) + x + 1) }

// XY returns the column and the row of p, both from 0, the row counted from
// the bottom.
func (p Point) XY(size int) (x, y int) {
	return int(p)%(size+1) - 1, int(p)/(size+1) - 1
}
