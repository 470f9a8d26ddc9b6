package net

//go:generate go run -C asm . -out ../tile_amd64.s -stubs ../tile_amd64.go -pkg net

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// tile is what tileAVX2 works on: one group of outputs at tilePoints points of a row.
// Steps are in bytes.
type tile struct {
	dst, src, residual *int16 // of the first point; src of its first tap; residual may be nil
	weights            *int16
	offset             *int32 // with half a unit for rounding
	srcRow, srcStep    uintptr
	dstStep            uintptr
	rows, pairs        uintptr // of taps; of inputs in a row of taps
	shift              uintptr
	most               uintptr
}

// tilePoints is the number of points of a tile; a board must be as wide.
const tilePoints = 5

// fastPath returns the fastest way that the machine has.
func fastPath() (f convolveFunc, width int) {
	if cpu.X86.HasAVX2 {
		return convolveAVX2, tilePoints
	}
	return nil, 0
}

func convolveAVX2(l *layer, p plane, dst, src, residual []int16, offset []int32) {
	var rounded [maxSide]int32
	for o := range l.out {
		rounded[o] = offset[o] + 1<<l.shift>>1
	}
	t := tile{srcRow: uintptr(p.stride * l.in * 2), srcStep: uintptr(l.in * 2), dstStep: uintptr(l.out * 2),
		rows: 1, pairs: uintptr(l.in / 2), shift: uintptr(l.shift), most: most}
	back := 0 // from a point to its first tap
	if l.taps == 9 {
		t.rows, t.pairs, back = 3, t.pairs*3, p.stride+1
	}
	perGroup := len(l.weights) / (l.out / group)
	for y := range p.size {
		for x := 0; x < p.size; x += tilePoints {
			// The last tile of a row lies over the one before it.
			at := p.place(min(x, p.size-tilePoints), y)
			t.src = &src[(at-back)*l.in]
			_ = src[(at-back+int(t.rows-1)*p.stride+tilePoints-1)*l.in+int(t.pairs)*2-1]
			for g := range l.out / group {
				t.dst = &dst[at*l.out+g*group]
				_ = dst[(at+tilePoints-1)*l.out+(g+1)*group-1]
				if residual != nil {
					t.residual = &residual[at*l.out+g*group]
				}
				t.weights, t.offset = &l.weights[g*perGroup], &rounded[g*group]
				tileAVX2((*byte)(unsafe.Pointer(&t)))
			}
		}
	}
}
