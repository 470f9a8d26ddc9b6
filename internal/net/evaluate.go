package net

import (
	"math"

	"gtpgo/internal/rules"
)

// Output is what the net says of a position, for the side to move.
type Output struct {
	Policy [maxPoints]float32 // logits of the moves, by Point; Pass among them
	Win    float32            // chance to win, 0 to 1
	Lead   float32            // points, komi taken off
	Owner  [maxPoints]float32 // mean owner of each point, 1 for own, by Point
}

// Evaluator runs a net; it belongs to one goroutine.
type Evaluator struct {
	net        *Net
	plane      plane
	work       *work
	input      []int16    // planes of each place
	trunk      [3][]int16 // channels of each place
	heads      []int16    // those of a head
	pooled     []int16
	pooledSums []int32
	offset     []int32
	pass       []int16 // head activations of the pass
	hidden     []int16 // of the value
}

// NewEvaluator returns an evaluator of the net.
func NewEvaluator(n *Net) *Evaluator {
	return &Evaluator{net: n, work: new(work), pass: make([]int16, n.policyPass.in), hidden: make([]int16, n.valueOut.in)}
}

// resize makes room for a board of that many lines; the border of all arrays is 0.
func (e *Evaluator) resize(size int) {
	if e.plane.size == size {
		return
	}
	n := e.net
	e.plane = planeOf(size)
	places := e.plane.places()
	e.input = make([]int16, places*n.first.in)
	for i := range e.trunk {
		e.trunk[i] = make([]int16, places*n.first.out)
	}
	e.heads = make([]int16, places*n.policy.out)
	widest := max(n.first.out, n.policy.out)
	e.pooled = make([]int16, pools*widest)
	e.pooledSums = make([]int32, widest)
	e.offset = make([]int32, max(widest, n.valueHidden.out))
}

// Evaluate looks at a position and fills out.
func (e *Evaluator) Evaluate(in *Input, out *Output) {
	e.resize(in.Size)
	n, p := e.net, e.plane
	e.fill(in)
	x, h, y := e.trunk[0], e.trunk[1], e.trunk[2]
	n.first.convolve(p, e.work, x, e.input, nil, e.offset)
	for i := range n.blocks {
		b := &n.blocks[i]
		b.first.convolve(p, e.work, h, x, nil, b.first.bias)
		e.addPooled(b.pooled, b.second, h)
		b.second.convolve(p, e.work, y, h, x, e.offset)
		x, y = y, x
	}

	e.addPooled(n.policyPooled, n.policy, x)
	for i := range n.head {
		e.pass[i] = clip(n.policy.shifted(e.offset[i]-n.policy.bias[i], 0))
	}
	n.policy.convolve(p, e.work, e.heads, x, nil, e.offset)
	e.single(n.policyOut, e.heads, &out.Policy, in.Turn)
	out.Policy[rules.Pass] = n.policyPass.number(e.pass, 0)
	n.value.convolve(p, e.work, e.heads, x, nil, n.value.bias)
	e.pool(e.heads, n.head)
	n.valueHidden.matrix(e.offset, e.pooled)
	for i := range e.hidden {
		e.hidden[i] = clip(n.valueHidden.shifted(e.offset[i], n.valueHidden.bias[i]))
	}
	out.Win = float32(1 / (1 + math.Exp(-float64(n.valueOut.number(e.hidden, 0)))))
	out.Lead = leadUnit * n.valueOut.number(e.hidden, 1)
	e.single(n.owner, x, &out.Owner, in.Turn)
	for y := range p.size {
		for x := range p.size {
			at := p.place(x, y)
			out.Owner[at] = float32(math.Tanh(float64(out.Owner[at])))
		}
	}
}

// fill writes the input into the first array of activations, and into offset what the
// globals add to the first layer.
func (e *Evaluator) fill(in *Input) {
	n, p := e.net, e.plane
	for y := range p.size {
		for x := range p.size {
			at := p.place(x, y)
			planes, to := in.Points[p.turnedPlace(in.Turn, x, y)], e.input[at*n.first.in:][:n.first.in]
			for i := range to {
				to[i] = int16(planes>>i&1) * unit
			}
		}
	}
	globals := e.pooled[:0]
	for _, x := range in.Global {
		globals = append(globals, int16(math.RoundToEven(unit*float64(max(-pooledMost/unit, min(pooledMost/unit, x))))))
	}
	for len(globals) < n.globals.in {
		globals = append(globals, 0)
	}
	e.addMatrix(n.globals, n.first, globals)
}

// Pooled activations are of three kinds for each channel: the mean over the board,
// with meanBits more bits; the mean times how large the board is; and the largest.
const (
	pools      = 3
	meanBits   = 2
	pooledMost = (most + 1) << meanBits
)

// sizes is the factor of the second kind, as a fraction, for a board of that size:
// the one in train.py.
func sizes(size int) (numerator, denominator int32) { return int32(size) - 13, 6 }

// pool pools the array x, of so many channels, into e.pooled.
func (e *Evaluator) pool(x []int16, channels int) {
	p := e.plane
	sums, pooled := e.pooledSums[:channels], e.pooled[:pools*channels]
	if fastest != nil {
		fastest.pool(p, sums, pooled[2*channels:], x)
	} else {
		poolPlain(p, sums, pooled[2*channels:], x)
	}
	numerator, denominator := sizes(p.size)
	points := int32(p.size * p.size)
	for i, sum := range sums {
		mean := (sum<<meanBits + points/2) / points
		pooled[i] = int16(mean)
		pooled[channels+i] = int16(max(-pooledMost, min(pooledMost, mean*numerator/denominator)))
	}
}

// addPooled sets offset to the bias of a layer and what the matrix makes of the array x,
// pooled.
func (e *Evaluator) addPooled(matrix, to *layer, x []int16) {
	channels := e.net.channels
	e.pool(x, channels)
	e.addMatrix(matrix, to, e.pooled[:pools*channels])
}

// addMatrix sets offset to the bias of a layer and what the matrix makes of x, in the
// units of the layer.
func (e *Evaluator) addMatrix(matrix, to *layer, x []int16) {
	matrix.matrix(e.offset, x)
	for i, b := range to.bias {
		sum := int64(0)
		if i < matrix.out {
			sum = int64(e.offset[i]) + int64(matrix.bias[i])
		}
		if to.shift >= matrix.shift {
			sum <<= to.shift - matrix.shift
		} else {
			sum >>= matrix.shift - to.shift
		}
		e.offset[i] = b + int32(max(-1<<30, min(1<<30, sum)))
	}
}

// matrix computes the sums of a matrix, without its bias.
func (l *layer) matrix(dst []int32, x []int16) {
	for g := range l.out / group {
		l.matrixSums((*[group]int32)(dst[g*group:]), x, g)
	}
}

// matrixSums computes a group of outputs of a matrix.
func (l *layer) matrixSums(sum *[group]int32, x []int16, g int) {
	if fastest != nil {
		fastest.sums(l, sum, x, g)
		return
	}
	l.tapSums(sum, x, 0, g)
}

// number returns one output of a matrix as it is.
func (l *layer) number(x []int16, out int) float32 {
	var sum [group]int32
	l.matrixSums(&sum, x, out/group)
	return float32(sum[out%group]+l.bias[out]) / float32(int32(unit)<<l.shift)
}

// single computes the one output of a layer at each point of a board so turned.
func (e *Evaluator) single(l *layer, x []int16, to *[maxPoints]float32, turn uint8) {
	p := e.plane
	for y := range p.size {
		for column := range p.size {
			at := p.place(column, y)
			sum := l.bias[0]
			row := x[at*l.in:][:len(l.only)]
			for i, w := range l.only {
				sum += int32(row[i]) * w
			}
			to[p.turnedPlace(turn, column, y)] = float32(sum) / float32(int32(unit)<<l.shift)
		}
	}
}
