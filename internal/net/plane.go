package net

import "gtpgo/internal/rules"

// plane is the geometry of a board: the places of points in arrays of activations, as
// in rules.Point: rows from the bottom, each followed by a point of the border.
type plane struct {
	size, stride int
}

func planeOf(size int) plane { return plane{size, size + 1} }

// places is how many points an array of activations holds: borders, and what a tile that
// lies over them sees.
func (p plane) places() int { return (p.size+3)*p.stride + 2 }

// place returns the place of a point.
func (p plane) place(x, y int) int { return int(rules.PointAt(p.size, x, y)) }

// turnedPlace returns the place of the point that the net sees at x, y on a board so
// turned: see Input.Turn.
func (p plane) turnedPlace(turn uint8, x, y int) int {
	if turn&4 != 0 {
		x, y = y, x
	}
	if turn&1 != 0 {
		x = p.size - 1 - x
	}
	if turn&2 != 0 {
		y = p.size - 1 - y
	}
	return p.place(x, y)
}

// convolve computes a layer of 3x3 points or single ones: dst = clip(src * weights +
// offset), with residual, if not nil, added before. The borders of all are 0.
func (l *layer) convolve(p plane, w *work, dst, src, residual []int16, offset []int32) {
	switch {
	case l.taps == turned:
		l.convolveTurned(p, w, dst, src, residual, offset)
	case fastest != nil && p.size >= fastest.width:
		fastest.points(l, p, dst, src, offset)
	default:
		l.pointsPlain(p, dst, src, offset)
	}
}

// pointsPlain computes a layer of single points in plain Go.
func (l *layer) pointsPlain(p plane, dst, src []int16, offset []int32) {
	var sum [group]int32
	for y := range p.size {
		for x := range p.size {
			at := p.place(x, y)
			for g := range l.out / group {
				l.tapSums(&sum, src[at*l.in:], 0, g)
				to := dst[at*l.out+g*group:][:group]
				for o := range to {
					to[o] = clip(l.shifted(sum[o], offset[g*group+o]))
				}
			}
		}
	}
}

// poolPlain sums up all channels of the array x over the board, and finds the largest
// of each.
func poolPlain(p plane, sums []int32, largest, x []int16) {
	clear(sums)
	clear(largest)
	for y := range p.size {
		for column := range p.size {
			row := x[p.place(column, y)*len(sums):][:len(sums)]
			for i, v := range row {
				sums[i] += int32(v)
				largest[i] = max(largest[i], v)
			}
		}
	}
}
