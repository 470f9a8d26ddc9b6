package net

import (
	"fmt"
	"math"
)

// The net computes in whole numbers, so that every machine and every code path gets
// the same results. An activation x is stored as x * unit, between 0 and most; a weight
// w as w * 2^shift, at most mostWeight, with a shift for each layer. Then no sum leaves 32
// bits: one has pools*maxSide inputs at most, and the largest of these is pooledMost.
const (
	unit       = 128
	most       = 1023
	mostWeight = 2047
	mostShift  = 14
)

// group is how many outputs of a layer are computed together, of which two inputs are
// taken at a time.
const group = 16

// layer is a convolution of 3x3 points or of single ones, or a matrix: then of one
// point.
type layer struct {
	in, out int
	taps    int // 1, or turned for 3x3
	// weights holds, for each group of outputs, for each tap, for each pair of
	// inputs, the two weights of each output.
	weights []int16
	bias    []int32 // in units of unit << shift
	only    []int32 // the weights once more, in order, of a single output of one tap
	shift   uint
}

// newLayer makes a layer of weights [out][in][taps] and a bias for each output; the
// numbers of inputs and outputs are rounded up to pairs and groups.
func newLayer(in, out, taps int, weights, bias []float32) (*layer, error) {
	if len(weights) != in*out*taps || len(bias) != out {
		return nil, fmt.Errorf("layer of %d to %d, %d taps, has %d weights", in, out, taps, len(weights))
	}
	if taps == 9 {
		weights, taps = turnWeights(weights), turned
	}
	l := &layer{in: (in + 1) &^ 1, out: (out + group - 1) / group * group, taps: taps}
	largest := 0.0
	for _, w := range weights {
		largest = max(largest, math.Abs(float64(w)))
	}
	for l.shift < mostShift && largest*float64(int(2)<<l.shift) <= mostWeight {
		l.shift++
	}
	if largest*float64(int(1)<<l.shift) > mostWeight || math.IsNaN(largest) {
		return nil, fmt.Errorf("weight of %g", largest)
	}
	l.weights = make([]int16, l.out*l.in*taps)
	for o := range out {
		for i := range in {
			for t := range taps {
				w := float64(weights[(o*in+i)*taps+t]) * float64(int(1)<<l.shift)
				l.weights[l.index(o, i, t)] = int16(math.RoundToEven(w))
			}
		}
	}
	if out == 1 && taps == 1 {
		for i := range l.in {
			l.only = append(l.only, int32(l.weights[l.index(0, i, 0)]))
		}
	}
	l.bias = make([]int32, l.out)
	for o, b := range bias {
		l.bias[o] = l.fixed(b)
	}
	return l, nil
}

// index returns the place of a weight.
func (l *layer) index(out, in, tap int) int {
	return ((out/group*l.taps+tap)*(l.in/2)+in/2)*2*group + out%group*2 + in%2
}

// fixed returns a number in units of the layer's sums.
func (l *layer) fixed(x float32) int32 {
	const limit = 1 << 29 // an honest net is far from it
	return int32(math.RoundToEven(max(-limit, min(limit, float64(x)*float64(int(unit)<<l.shift)))))
}

// tapSums computes what one tap, whose inputs x begins with, adds to a group of outputs,
// before bias and shift.
func (l *layer) tapSums(sum *[group]int32, x []int16, tap, g int) {
	*sum = [group]int32{}
	pairs := l.in / 2
	x = x[:l.in]
	w := l.weights[(g*l.taps+tap)*pairs*2*group:][:pairs*2*group]
	for i := range pairs {
		a, b := int32(x[2*i]), int32(x[2*i+1])
		if a|b == 0 {
			continue
		}
		pair := w[i*2*group:][:2*group]
		for o := range sum {
			sum[o] += a*int32(pair[2*o]) + b*int32(pair[2*o+1])
		}
	}
}

// shifted returns a sum with its offset as an activation that may still be too small
// or too large.
func (l *layer) shifted(sum, offset int32) int32 {
	return (sum + offset + 1<<l.shift>>1) >> l.shift
}

// clip brings a number into the range of activations.
func clip(x int32) int16 { return int16(max(0, min(most, x))) }

// rounded returns the offsets of a layer with half a unit added.
func (l *layer) rounded(offset []int32) (list [maxSide]int32) {
	for o := range l.out {
		list[o] = offset[o] + 1<<l.shift>>1
	}
	return list
}
