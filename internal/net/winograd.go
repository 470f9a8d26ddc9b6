package net

// A convolution of 3x3 points is computed in tiles of 2x2 points, by sixteen products for
// each pair of an input and an output instead of 36: Lavin and Gray, "Fast Algorithms for
// Convolutional Neural Networks", 2016, section 4.1, F(2x2, 3x3). The 4x4 inputs of a
// tile are transformed, each of the sixteen results is multiplied by a matrix of
// transformed weights, and the products are transformed back:
//
//	Y = A' [ (G g G') * (B' d B) ] A
//
// The weights are rounded after their transform; all the rest is exact. Sums may leave 32
// bits on the way, but not in the end.

// turned is the number of transformed taps of a layer of 3x3 points.
const turned = 16

// tilesAtOnce is how many tiles are computed together.
const tilesAtOnce = 5

// work is room for tiles: transformed inputs and products, each for the sixteen taps, the
// tiles, and the channels of a layer.
type work struct {
	in     [turned * tilesAtOnce * maxSide]int16
	out    [turned * tilesAtOnce * maxSide]int32
	turner turner // for one layer
}

// turnWeights transforms the weights of 3x3 taps of a layer of inputs and outputs.
func turnWeights(weights []float32) []float32 {
	list := make([]float32, 0, len(weights)/9*turned)
	turn := func(a, b, c float32) [4]float32 { return [4]float32{a, (a + b + c) / 2, (a - b + c) / 2, c} }
	for ; len(weights) > 0; weights = weights[9:] {
		var columns [3][4]float32
		for x := range columns {
			columns[x] = turn(weights[x], weights[3+x], weights[6+x])
		}
		for y := range 4 {
			row := turn(columns[0][y], columns[1][y], columns[2][y])
			list = append(list, row[:]...)
		}
	}
	return list
}

// convolveTurned computes a layer of 3x3 points: see convolve.
func (l *layer) convolveTurned(p plane, w *work, dst, src, residual []int16, offset []int32) {
	t := &w.turner
	*t = turner{layer: l, plane: p, work: w, dst: dst, src: src, residual: residual, rounded: l.rounded(offset)}
	across := (p.size + 1) / 2
	for first := 0; first < across*across; first += tilesAtOnce {
		n := min(tilesAtOnce, across*across-first)
		for i := range n {
			t.corners[i] = p.place((first+i)%across*2, (first+i)/across*2)
		}
		if fastest != nil {
			fastest.turned(t, n)
		} else {
			t.plain(n)
		}
	}
	if p.size&1 != 0 {
		// The last tiles lie over the border.
		for y := range p.size {
			clear(dst[(p.place(p.size-1, y)+1)*l.out:][:l.out])
		}
		clear(dst[p.place(0, p.size)*l.out:][:(p.size+1)*l.out])
	}
}

// turner computes some tiles of a layer.
type turner struct {
	*layer
	plane
	*work
	dst, src, residual []int16
	rounded            [maxSide]int32   // the offset, with half a unit added
	corners            [tilesAtOnce]int // places of the first points of the tiles
}

// plain computes the first n tiles in plain Go.
func (t *turner) plain(n int) {
	for i, corner := range t.corners[:n] {
		t.turnIn(i, corner)
		for g := range t.layer.out / group {
			for tap := range turned {
				from := (tap*tilesAtOnce + i) * t.layer.in
				t.tapSums((*[group]int32)(t.work.out[(tap*tilesAtOnce+i)*t.layer.out+g*group:]), t.work.in[from:], tap, g)
			}
		}
		t.turnOut(i, corner)
	}
}

// turnIn transforms the inputs of tile i.
func (t *turner) turnIn(i, corner int) {
	channels := t.layer.in
	turn := func(a, b, c, d int16) [4]int16 { return [4]int16{a - c, b + c, c - b, b - d} }
	for c := range channels {
		var columns [4][4]int16
		for x := range columns {
			at := func(y int) int16 { return t.src[(corner+(y-1)*t.stride+x-1)*channels+c] }
			columns[x] = turn(at(0), at(1), at(2), at(3))
		}
		for y := range 4 {
			for x, v := range turn(columns[0][y], columns[1][y], columns[2][y], columns[3][y]) {
				t.work.in[((y*4+x)*tilesAtOnce+i)*channels+c] = v
			}
		}
	}
}

// turnOut transforms the products of tile i back and writes the activations.
func (t *turner) turnOut(i, corner int) {
	channels := t.layer.out
	turn := func(a, b, c, d int32) [2]int32 { return [2]int32{a + b + c, b - c - d} }
	for o := range channels {
		var columns [4][2]int32
		for x := range columns {
			at := func(y int) int32 { return t.work.out[((y*4+x)*tilesAtOnce+i)*channels+o] }
			columns[x] = turn(at(0), at(1), at(2), at(3))
		}
		for y := range 2 {
			for x, sum := range turn(columns[0][y], columns[1][y], columns[2][y], columns[3][y]) {
				to := (corner+y*t.stride+x)*channels + o
				v := (sum + t.rounded[o]) >> t.shift
				if t.residual != nil {
					v += int32(t.residual[to])
				}
				t.dst[to] = clip(v)
			}
		}
	}
}
