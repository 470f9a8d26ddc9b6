package net

import "gtpgo/internal/rules"

// plane is the geometry of a board: the places of points in arrays of activations, as
// in rules.Point: rows from the bottom, each followed by a point of the border.
type plane struct {
	size, stride int
}

func planeOf(size int) plane { return plane{size, size + 1} }

// places is how many points an array of activations holds, border included.
func (p plane) places() int { return (p.size+2)*p.stride + 1 }

// place returns the place of a point.
func (p plane) place(x, y int) int { return int(rules.PointAt(p.size, x, y)) }

// convolve computes a layer of 3x3 points or single ones: dst = clip(src * weights +
// offset), with residual, if not nil, added before. The border of src is 0, that of
// dst stays as it is.
func (l *layer) convolve(p plane, dst, src, residual []int16, offset []int32) {
	if fastConvolve != nil && p.size >= fastWidth {
		fastConvolve(l, p, dst, src, residual, offset)
		return
	}
	l.convolvePlain(p, dst, src, residual, offset)
}

// convolvePlain is the same in plain Go.
func (l *layer) convolvePlain(p plane, dst, src, residual []int16, offset []int32) {
	var sum [group]int32
	at := make([]int, l.taps)
	for y := range p.size {
		for x := range p.size {
			here := p.place(x, y)
			for t := range at {
				at[t] = here * l.in
				if l.taps == 9 {
					at[t] = (here + (t/3-1)*p.stride + t%3 - 1) * l.in
				}
			}
			for g := range l.out / group {
				l.sums(&sum, src, at, g)
				to := dst[here*l.out+g*group:][:group]
				for o := range to {
					v := l.shifted(sum[o], offset[g*group+o])
					if residual != nil {
						v += int32(residual[here*l.out+g*group+o])
					}
					to[o] = clip(v)
				}
			}
		}
	}
}
