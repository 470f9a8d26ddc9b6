package net

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

// Net is a net with its weights, as read from a file. It does not change: any number
// of evaluators may use it at the same time.
type Net struct {
	Version  uint32 // of the weights, counted by training
	channels int
	head     int

	first   *layer // 3x3, planes to channels
	globals *layer // matrix, globals to offsets of first
	blocks  []block

	policy       *layer // channels to head
	policyPooled *layer // pooled channels to offsets of policy
	policyOut    *layer // head to 1
	policyPass   *layer // head of the pooled offsets to 1

	value       *layer // channels to head
	valueHidden *layer // pooled head to twice head
	valueOut    *layer // to the logit of a win, and the lead / leadUnit

	owner *layer // channels to 1, the logit of tanh
}

// block is a residual block: two convolutions of 3x3, of which the second gets an
// offset from what the first found on the whole board.
type block struct {
	first, second, pooled *layer
}

const (
	magic  = "gtpgonet"
	format = 1
	// maxSide is the most of channels, blocks and head, so that no sum over pooled
	// inputs leaves 32 bits; channels and head are whole groups.
	maxSide = 64
	// leadUnit is what a lead of 1 means, in points.
	leadUnit = 10
)

// ErrNet is that of a file that holds no net, or a broken one.
var ErrNet = errors.New("no net")

// Read makes a net from the contents of a file as training/train.py writes it: the
// magic word; format, version, channels, blocks and head as 32-bit numbers; the
// weights and the biases of each layer as 32-bit floats, in the order of Net; and a
// CRC-32 (IEEE) of all before it; little endian.
func Read(data []byte) (*Net, error) {
	const header = len(magic) + 5*4
	if len(data) < header+4 || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin as one", ErrNet)
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return nil, fmt.Errorf("%w: wrong checksum", ErrNet)
	}
	var h [5]uint32
	for i := range h {
		h[i] = binary.LittleEndian.Uint32(body[len(magic)+4*i:])
	}
	if h[0] != format {
		return nil, fmt.Errorf("%w: format %d, want %d", ErrNet, h[0], format)
	}
	for i, x := range h[2:] {
		if x == 0 || x > maxSide || i != 1 && x%group != 0 {
			return nil, fmt.Errorf("%w: bad dimensions", ErrNet)
		}
	}
	r := &weightReader{rest: body[header:]}
	c, blocks, head := int(h[2]), int(h[3]), int(h[4])
	n := &Net{Version: h[1], channels: c, head: head}
	n.first, n.globals = r.layer(Planes, c, 9), r.layer(Globals, c, 1)
	for range blocks {
		n.blocks = append(n.blocks, block{r.layer(c, c, 9), r.layer(c, c, 9), r.pooled(c, c)})
	}
	n.policy, n.policyPooled = r.layer(c, head, 1), r.pooled(c, head)
	n.policyOut, n.policyPass = r.layer(head, 1, 1), r.layer(head, 1, 1)
	n.value, n.valueHidden, n.valueOut = r.layer(c, head, 1), r.pooled(head, 2*head), r.layer(2*head, 2, 1)
	n.owner = r.layer(c, 1, 1)
	if r.err == nil && len(r.rest) > 0 {
		r.err = fmt.Errorf("%d bytes too many", len(r.rest))
	}
	if r.err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNet, r.err)
	}
	return n, nil
}

// weightReader takes layers from bytes until there is an error.
type weightReader struct {
	rest []byte
	err  error
}

func (r *weightReader) floats(n int) []float32 {
	if r.err == nil && len(r.rest) < 4*n {
		r.err = errors.New("it ends early")
	}
	if r.err != nil {
		return nil
	}
	list := make([]float32, n)
	for i := range list {
		list[i] = math.Float32frombits(binary.LittleEndian.Uint32(r.rest[4*i:]))
	}
	r.rest = r.rest[4*n:]
	return list
}

func (r *weightReader) layer(in, out, taps int) *layer {
	return r.make(in, out, taps, r.floats(in*out*taps), r.floats(out))
}

// pooled takes a matrix of pooled channels.
func (r *weightReader) pooled(channels, out int) *layer {
	in := pools * channels
	weights, bias := r.floats(in*out), r.floats(out)
	for i := range weights {
		if i%in < 2*channels { // a mean, which has more bits
			weights[i] /= 1 << meanBits
		}
	}
	return r.make(in, out, 1, weights, bias)
}

func (r *weightReader) make(in, out, taps int, weights, bias []float32) *layer {
	if r.err != nil {
		return nil
	}
	l, err := newLayer(in, out, taps, weights, bias)
	r.err = err
	return l
}
