package search

import "gtpgo/internal/rules"

// patternCode is what stands on the eight points round an empty point, two
// bits each: empty, own, opposing, edge, seen by the side to move. From the
// lowest bits: right, left, up, down, then up right, up left, down right, down
// left.
type patternCode uint16

const patternCodes = 1 << 16

// pattern returns the code of the empty point p for the side c.
func pattern(b *rules.Board, p rules.Point, c rules.Color) patternCode {
	s := rules.Point(b.Stride())
	code := uint32(b.At(p+1)) | uint32(b.At(p-1))<<2 | uint32(b.At(p+s))<<4 | uint32(b.At(p-s))<<6 |
		uint32(b.At(p+s+1))<<8 | uint32(b.At(p+s-1))<<10 | uint32(b.At(p-s+1))<<12 | uint32(b.At(p-s-1))<<14
	if c == rules.White {
		code = swapColors(code)
	}
	return patternCode(code)
}

// swapColors exchanges black and white in a code: of the pairs 01 and 10 both
// bits change.
func swapColors(code uint32) uint32 {
	stone := (code ^ code>>1) & 0x5555 // pairs with one bit set
	return code ^ (stone | stone<<1)
}

// The places of a code under the symmetries of the square: places[i] is where
// the neighbour at place i goes. A quarter turn and a reflection make all eight.
var (
	quarterTurn = [8]uint{2, 3, 1, 0, 5, 7, 4, 6}
	reflection  = [8]uint{1, 0, 2, 3, 5, 4, 7, 6}
)

func (code patternCode) move(places *[8]uint) (moved patternCode) {
	for i := range uint(8) {
		moved |= code >> (2 * i) & 3 << (2 * places[i])
	}
	return moved
}

// symmetric calls f for the eight codes that are the same but for symmetry.
func (code patternCode) symmetric(f func(patternCode)) {
	for range 2 {
		for range 4 {
			f(code)
			code = code.move(&quarterTurn)
		}
		code = code.move(&reflection)
	}
}

// canonical returns the least of the symmetric codes.
func (code patternCode) canonical() patternCode {
	least := code
	code.symmetric(func(c patternCode) { least = min(least, c) })
	return least
}
