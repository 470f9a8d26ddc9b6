package net

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gtpgo/internal/rules"
)

// plainNet is a net in floating point, as in train.py: what the real one is measured by.
type plainNet struct {
	channels, blocks, head int
	layers                 []plainLayer // in the order of the file
}

type plainLayer struct {
	in, out, taps int
	weights, bias []float32
}

// randomNet draws a net whose activations stay in range.
func randomNet(random *rand.Rand, channels, blocks, head int) *plainNet {
	n := &plainNet{channels: channels, blocks: blocks, head: head}
	add := func(in, out, taps int) {
		l := plainLayer{in: in, out: out, taps: taps}
		for range in * out * taps {
			l.weights = append(l.weights, float32(random.NormFloat64()/math.Sqrt(float64(in*taps))))
		}
		for range out {
			l.bias = append(l.bias, float32(random.NormFloat64()/4))
		}
		n.layers = append(n.layers, l)
	}
	add(Planes, channels, 9)
	add(Globals, channels, 1)
	for range blocks {
		add(channels, channels, 9)
		add(channels, channels, 9)
		add(pools*channels, channels, 1)
	}
	add(channels, head, 1)
	add(pools*channels, head, 1)
	add(head, 1, 1)
	add(head, 1, 1)
	add(channels, head, 1)
	add(pools*head, 2*head, 1)
	add(2*head, 2, 1)
	add(channels, 1, 1)
	return n
}

// file returns the net as a file.
func (n *plainNet) file() []byte {
	data := []byte(magic)
	for _, x := range []int{format, 7, n.channels, n.blocks, n.head} {
		data = binary.LittleEndian.AppendUint32(data, uint32(x))
	}
	for _, l := range n.layers {
		for _, w := range slices.Concat(l.weights, l.bias) {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(w))
		}
	}
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
}

// grid is [channel][y][x].
type grid [][][]float64

func (l *plainLayer) convolve(x grid, offset []float64) grid {
	size := len(x[0])
	out := make(grid, l.out)
	for o := range out {
		out[o] = make([][]float64, size)
		for y := range size {
			out[o][y] = make([]float64, size)
			for c := range size {
				sum := float64(l.bias[o])
				if offset != nil {
					sum += offset[o]
				}
				for i := range l.in {
					for t := range l.taps {
						py, px := y, c
						if l.taps == 9 {
							py, px = y+t/3-1, c+t%3-1
						}
						if py >= 0 && px >= 0 && py < size && px < size {
							sum += x[i][py][px] * float64(l.weights[(o*l.in+i)*l.taps+t])
						}
					}
				}
				out[o][y][c] = sum
			}
		}
	}
	return out
}

func (l *plainLayer) apply(x []float64) []float64 {
	out := make([]float64, l.out)
	for o := range out {
		out[o] = float64(l.bias[o])
		for i := range l.in {
			out[o] += x[i] * float64(l.weights[o*l.in+i])
		}
	}
	return out
}

func act(x float64) float64 { return max(0, min(float64(most)/unit, x)) }

func (g grid) act() grid {
	for _, rows := range g {
		for _, row := range rows {
			for i := range row {
				row[i] = act(row[i])
			}
		}
	}
	return g
}

func acts(x []float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = act(x[i])
	}
	return out
}

func (g grid) add(o grid) grid {
	for c := range g {
		for y := range g[c] {
			for x := range g[c][y] {
				g[c][y][x] += o[c][y][x]
			}
		}
	}
	return g
}

func (g grid) pool() []float64 {
	out := make([]float64, pools*len(g))
	for c, rows := range g {
		sum, largest := 0.0, 0.0
		for _, row := range rows {
			for _, x := range row {
				sum += x
				largest = max(largest, x)
			}
		}
		size := float64(len(rows))
		out[c] = sum / (size * size)
		out[len(g)+c] = out[c] * (size - 13) / 6
		out[2*len(g)+c] = largest
	}
	return out
}

// evaluate is Net.forward of train.py.
func (n *plainNet) evaluate(in *Input) *Output {
	next := func() *plainLayer {
		l := &n.layers[0]
		n.layers = n.layers[1:]
		return l
	}
	defer func(all []plainLayer) { n.layers = all }(n.layers)
	size := in.Size
	input := make(grid, Planes)
	for c := range input {
		for y := range size {
			input[c] = append(input[c], make([]float64, size))
			for x := range size {
				input[c][y][x] = float64(in.Points[rules.PointAt(size, x, y)] >> c & 1)
			}
		}
	}
	globals := make([]float64, Globals)
	for i, x := range in.Global {
		globals[i] = float64(x)
	}
	first := next()
	x := first.convolve(input, next().apply(globals)).act()
	for range n.blocks {
		l1, l2, pooled := next(), next(), next()
		h := l1.convolve(x, nil).act()
		x = l2.convolve(h, pooled.apply(h.pool())).add(x).act()
	}
	policy, offset := next(), next().apply(x.pool())
	logits := next().convolve(policy.convolve(x, offset).act(), nil)
	pass := next().apply(acts(offset))
	value := next().convolve(x, nil).act()
	hidden := acts(next().apply(value.pool()))
	result := next().apply(hidden)
	owner := next().convolve(x, nil)
	out := &Output{Win: float32(1 / (1 + math.Exp(-result[0]))), Lead: float32(leadUnit * result[1])}
	for y := range size {
		for x := range size {
			p := rules.PointAt(size, x, y)
			out.Policy[p] = float32(logits[0][y][x])
			out.Owner[p] = float32(math.Tanh(owner[0][y][x]))
		}
	}
	out.Policy[rules.Pass] = float32(pass[0])
	return out
}

// randomInput draws a position after some moves.
func randomInput(random *rand.Rand, size int) *Input {
	b, c := rules.NewBoard(size), rules.Black
	var last [LastMoves]rules.Point
	for range random.IntN(size*size + 1) {
		p := rules.PointAt(size, random.IntN(size), random.IntN(size))
		if b.At(p) == rules.Empty && b.Playable(p, c) && !b.EyeLike(p, c) {
			b.Place(p, c)
			copy(last[1:], last[:])
			last[0] = p
			c = c.Other()
		}
	}
	in := new(Input)
	in.Fill(b, c, last, Mode(random.IntN(3)), random.Float64()*20-10)
	return in
}

// The net in whole numbers says what the one in floating point says, but for rounding.
func TestEvaluate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, d := range [][3]int{{16, 2, 16}, {32, 3, 32}, {48, 1, 16}} {
		plain := randomNet(random, d[0], d[1], d[2])
		n, err := Read(plain.file())
		if err != nil {
			t.Fatal(err)
		}
		if n.Version != 7 {
			t.Errorf("version %d", n.Version)
		}
		e := NewEvaluator(n)
		for _, size := range []int{1, 2, 5, 9, 13, 9, 19} {
			in := randomInput(random, size)
			want, got := plain.evaluate(in), new(Output)
			e.Evaluate(in, got)
			worst := math.Abs(float64(want.Win - got.Win))
			worst = max(worst, math.Abs(float64(want.Lead-got.Lead))/leadUnit)
			worst = max(worst, math.Abs(float64(want.Policy[rules.Pass]-got.Policy[rules.Pass])))
			for y := range size {
				for x := range size {
					p := rules.PointAt(size, x, y)
					worst = max(worst, math.Abs(float64(want.Policy[p]-got.Policy[p])), math.Abs(float64(want.Owner[p]-got.Owner[p])))
				}
			}
			if t.Logf("%v on %d: worst %.4f", d, size, worst); worst > 0.05 {
				t.Errorf("%v on %dx%d: differs by %.3f", d, size, size, worst)
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	good := randomNet(rand.New(rand.NewPCG(3, 4)), 16, 1, 16).file()
	sealed := func(data []byte) []byte {
		return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
	}
	body := good[:len(good)-4]
	bent := slices.Clone(good)
	bent[200] ^= 1
	huge := slices.Clone(body)
	binary.LittleEndian.PutUint32(huge[100:], math.Float32bits(5000))
	wide := slices.Clone(body)
	wide[len(magic)+8] = 24
	other := slices.Clone(body)
	other[len(magic)] = 9
	for name, data := range map[string][]byte{
		"empty": nil, "another file": []byte("P6 640 480 255 something that is long enough"), "bent": bent,
		"cut": good[:1000], "short": sealed(slices.Clone(body[:len(body)-4])), "long": sealed(append(slices.Clone(body), 0)),
		"huge weight": sealed(huge), "too wide": sealed(wide), "format": sealed(other),
	} {
		if _, err := Read(data); !errors.Is(err, ErrNet) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := Read(good); err != nil {
		t.Error(err)
	}
}

// The faster ways give the very numbers of the plain one.
func TestFastIsPlain(t *testing.T) {
	ways := fastWays()
	if len(ways) == 0 {
		t.Skip("no faster way on this machine")
	}
	random := rand.New(rand.NewPCG(5, 6))
	numbers := func(n int) []int16 {
		list := make([]int16, n)
		for i := range list {
			list[i] = int16(random.IntN(most + 1))
		}
		return list
	}
	defer func(f *fast) { fastest = f }(fastest)
	for i := range ways {
		way := &ways[i]
		t.Log(way.name)
		for size := 1; size <= rules.MaxSize; size++ {
			p := planeOf(size)
			for _, d := range []struct{ in, out, taps int }{{Planes, 32, 9}, {48, 48, 9}, {32, 16, 1}, {64, 64, 9}} {
				l := randomLayer(t, random, d.in, d.out, d.taps)
				src, residual := inner(p, l.in, numbers), inner(p, l.out, numbers)
				offset := make([]int32, l.out)
				for o := range offset {
					offset[o] = int32(random.IntN(1<<20) - 1<<19)
				}
				for _, r := range [][]int16{nil, residual} {
					if d.taps == 1 && r != nil {
						continue
					}
					want, got := make([]int16, p.places()*l.out), make([]int16, p.places()*l.out)
					fastest = nil
					l.convolve(p, new(work), want, src, r, offset)
					fastest = way
					l.convolve(p, new(work), got, src, r, offset)
					if !slices.Equal(got, want) {
						t.Errorf("%s: %v on %dx%d differs", way.name, d, size, size)
					}
				}
				sums, largest := make([]int32, d.in), make([]int16, d.in)
				fastSums, fastLargest := make([]int32, d.in), make([]int16, d.in)
				poolPlain(p, sums, largest, src)
				way.pool(p, fastSums, fastLargest, src)
				if !slices.Equal(sums, fastSums) || !slices.Equal(largest, fastLargest) {
					t.Errorf("%s: pool of %d channels on %dx%d differs", way.name, d.in, size, size)
				}
			}
		}
		l := randomLayer(t, random, 96, 48, 1)
		x := numbers(96)
		for i := range x[:64] {
			x[i] = int16(random.IntN(2*pooledMost) - pooledMost)
		}
		for g := range 3 {
			var want, got [group]int32
			l.tapSums(&want, x, 0, g)
			if way.sums(l, &got, x, g); got != want {
				t.Errorf("%s: sums differ", way.name)
			}
		}
	}
}

// inner draws activations of a board, with a border of 0.
func inner(p plane, channels int, numbers func(n int) []int16) []int16 {
	all := make([]int16, p.places()*channels)
	for y := range p.size {
		for x := range p.size {
			copy(all[p.place(x, y)*channels:], numbers(channels))
		}
	}
	return all
}

func randomLayer(t *testing.T, random *rand.Rand, in, out, taps int) *layer {
	t.Helper()
	weights, bias := make([]float32, in*out*taps), make([]float32, out)
	for i := range weights {
		weights[i] = float32(random.NormFloat64() / 4)
	}
	l, err := newLayer(in, out, taps, weights, bias)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Turning the position and seeing it turned are the same.
func TestTurn(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	n, err := Read(randomNet(random, 16, 2, 16).file())
	if err != nil {
		t.Fatal(err)
	}
	e := NewEvaluator(n)
	for _, size := range []int{2, 7, 9} {
		p := planeOf(size)
		for turn := range uint8(Turns) {
			in := randomInput(random, size)
			got, want := new(Output), new(Output)
			turned := &Input{Size: size, Global: in.Global}
			for y := range size {
				for x := range size {
					turned.Points[p.place(x, y)] = in.Points[p.turnedPlace(turn, x, y)]
				}
			}
			in.Turn = turn
			e.Evaluate(in, got)
			e.Evaluate(turned, want)
			same := got.Win == want.Win && got.Lead == want.Lead && got.Policy[rules.Pass] == want.Policy[rules.Pass]
			for y := range size {
				for x := range size {
					at, there := p.place(x, y), p.turnedPlace(turn, x, y)
					same = same && got.Policy[there] == want.Policy[at] && got.Owner[there] == want.Owner[at]
				}
			}
			if !same {
				t.Errorf("%dx%d, turn %d: differs", size, size, turn)
			}
		}
	}
}

// BenchmarkEvaluate measures the net that comes with the engine.
func BenchmarkEvaluate(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 8))
	ways := append(fastWays(), fast{name: "plain"})
	defer func(f *fast) { fastest = f }(fastest)
	for _, size := range []int{9, 13, 19} {
		e, in, out := NewEvaluator(Default()), randomInput(random, size), new(Output)
		for i := range ways {
			fastest = &ways[i]
			if ways[i].turned == nil {
				fastest = nil
			}
			b.Run(fmt.Sprintf("%d/%s", size, ways[i].name), func(b *testing.B) {
				for b.Loop() {
					e.Evaluate(in, out)
				}
			})
		}
	}
}
