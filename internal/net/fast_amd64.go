package net

//go:generate go run -C asm . -out ../tile_amd64.s -stubs ../tile_amd64.go -pkg net

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// tile is what a tile function works on: groups of outputs at tilePoints points. Steps
// are in bytes. turnOutAVX2 gives some fields another meaning: see there.
type tile struct {
	dst              unsafe.Pointer // of the first point, *int16 or, for raw sums, *int32
	src              *int16
	residual         *int16 // may be nil
	weights          *int16
	offset           *int32  // with half a unit for rounding
	srcStep, dstStep uintptr // to the next point
	srcRow, dstRow   uintptr // to the next tap
	rows, pairs      uintptr // taps; pairs of inputs
	shift            uintptr
	most             uintptr
	weightsStep      uintptr // to the next group
}

// tilePoints is the number of points of a tile function.
const tilePoints = tilesAtOnce

// mostGroups is the most groups of outputs that a tile function has.
const mostGroups = 3

// tileFuncs are tile functions of one kind.
type tileFuncs uint8

const (
	avx2 tileFuncs = iota
	avx512
	avx512VNNI
	raw // is added for raw sums
)

// fastWays returns the faster ways that the machine has, the best first.
func fastWays() (list []fast) {
	if !cpu.X86.HasAVX2 {
		return nil
	}
	add := func(name string, f tileFuncs) {
		list = append(list, fast{name, (f + raw).turned, f.points, tilePoints, sumsFast, poolFast})
	}
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
		if cpu.X86.HasAVX512VNNI {
			add("AVX-512 VNNI", avx512VNNI)
		}
		add("AVX-512", avx512)
	}
	add("AVX2", avx2)
	return list
}

// groups returns how many of so many groups to compute next.
func (f tileFuncs) groups(left int) int {
	switch {
	case f%raw == avx2:
		return 1
	case left == mostGroups+1:
		return 2 // and two again, not three and one
	}
	return min(left, mostGroups)
}

// call computes n groups. The functions are called by their names, so that the compiler
// knows that they keep nothing.
func (f tileFuncs) call(n int, t *tile) {
	arg := (*byte)(unsafe.Pointer(t))
	const kinds = mostGroups + 1
	switch int(f)*kinds + n {
	case int(avx2)*kinds + 1:
		tileAVX2x1(arg)
	case int(avx512)*kinds + 1:
		tileAVX512x1(arg)
	case int(avx512)*kinds + 2:
		tileAVX512x2(arg)
	case int(avx512)*kinds + 3:
		tileAVX512x3(arg)
	case int(avx512VNNI)*kinds + 1:
		tileAVX512VNNIx1(arg)
	case int(avx512VNNI)*kinds + 2:
		tileAVX512VNNIx2(arg)
	case int(avx512VNNI)*kinds + 3:
		tileAVX512VNNIx3(arg)
	case int(raw+avx2)*kinds + 1:
		rawAVX2x1(arg)
	case int(raw+avx512)*kinds + 1:
		rawAVX512x1(arg)
	case int(raw+avx512)*kinds + 2:
		rawAVX512x2(arg)
	case int(raw+avx512)*kinds + 3:
		rawAVX512x3(arg)
	case int(raw+avx512VNNI)*kinds + 1:
		rawAVX512VNNIx1(arg)
	case int(raw+avx512VNNI)*kinds + 2:
		rawAVX512VNNIx2(arg)
	case int(raw+avx512VNNI)*kinds + 3:
		rawAVX512VNNIx3(arg)
	}
}

func (f tileFuncs) points(l *layer, p plane, dst, src []int16, offset []int32) {
	rounded := l.rounded(offset)
	perGroup := len(l.weights) * group / l.out
	t := tile{srcStep: uintptr(l.in * 2), dstStep: uintptr(l.out * 2), pairs: uintptr(l.in / 2),
		shift: uintptr(l.shift), most: most, weightsStep: uintptr(perGroup * 2)}
	for y := range p.size {
		for x := 0; x < p.size; x += tilePoints {
			// The last points of a row may be computed twice.
			at := p.place(min(x, p.size-tilePoints), y)
			from, to := src[at*l.in:][:tilePoints*l.in], dst[at*l.out:][:tilePoints*l.out]
			t.src = &from[0]
			for g, n := 0, 0; g < l.out/group; g += n {
				n = f.groups(l.out/group - g)
				t.dst = unsafe.Pointer(&to[g*group])
				t.weights, t.offset = &l.weights[g*perGroup], &rounded[g*group]
				f.call(n, &t)
			}
		}
	}
}

func (f tileFuncs) turned(u *turner, n int) {
	l, in, out := u.layer, u.layer.in, u.layer.out
	const inBytes, outBytes = 2, 4
	for i, corner := range u.corners[:n] {
		from := u.src[(corner-u.stride-1)*in:][:(3*u.stride+4)*in]
		turnInAVX2(&u.work.in[i*in], &from[0], in/group, in*inBytes, u.stride*in*inBytes, tilesAtOnce*in*inBytes)
	}
	perTap := in * group
	t := tile{src: &u.work.in[0], srcStep: uintptr(in * inBytes), dstStep: uintptr(out * outBytes),
		srcRow: uintptr(tilesAtOnce * in * inBytes), dstRow: uintptr(tilesAtOnce * out * outBytes), rows: turned,
		pairs: uintptr(in / 2), weightsStep: uintptr(perTap * turned * inBytes)}
	for g, n := 0, 0; g < out/group; g += n {
		n = f.groups(out/group - g)
		t.dst, t.weights = unsafe.Pointer(&u.work.out[g*group]), &l.weights[g*turned*perTap]
		f.call(n, &t)
	}
	t = tile{offset: &u.rounded[0], srcStep: uintptr(tilesAtOnce * out * outBytes), srcRow: uintptr(u.stride * out * inBytes),
		dstStep: uintptr(out * inBytes), pairs: uintptr(out / 8), shift: uintptr(l.shift), most: most}
	for i, corner := range u.corners[:n] {
		to := u.dst[corner*out:][:(u.stride+2)*out]
		t.dst, t.src = unsafe.Pointer(&to[0]), (*int16)(unsafe.Pointer(&u.work.out[i*out]))
		if u.residual != nil {
			t.residual = &u.residual[corner*out:][:(u.stride+2)*out][0]
		}
		turnOutAVX2((*byte)(unsafe.Pointer(&t)))
	}
}

func sumsFast(l *layer, sum *[group]int32, x []int16, g int) {
	pairs := l.in / 2
	w := l.weights[g*pairs*2*group:][:pairs*2*group]
	x = x[:2*pairs]
	sumsAVX2(&sum[0], &x[0], &w[0], pairs)
}

func poolFast(p plane, sums []int32, largest, x []int16) {
	channels := len(sums)
	for c := 0; c < channels; c += group {
		from := x[p.place(0, 0)*channels+c:]
		_, _, _ = from[p.place(p.size-1, p.size-1)*channels-p.place(0, 0)*channels+group-1], sums[c+group-1], largest[c+group-1]
		poolAVX2(&sums[c], &largest[c], &from[0], p.size, channels*2, (p.stride-p.size)*channels*2)
	}
}
