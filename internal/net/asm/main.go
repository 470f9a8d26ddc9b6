// Command asm writes the assembly of package net: go generate ./internal/net.
package main

import (
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// points is how many points of a row are computed together by a tile, each with one
// group of 16 outputs or more.
const points = 5

func main() {
	ConstraintExpr("amd64")
	for _, raw := range []bool{false, true} {
		tileAVX2(raw)
		for groups := 1; groups <= 3; groups++ {
			tileWide(groups, false, raw)
			tileWide(groups, true, raw)
		}
	}
	turnInAVX2()
	turnOutAVX2()
	sumsAVX2()
	poolAVX2()
	Generate()
}

// The fields of a tile, in order.
const (
	dstField = iota
	srcField
	residualField
	weightsField
	offsetField
	srcStepField
	dstStepField
	srcRowField
	dstRowField
	rowsField
	pairsField
	shiftField
	mostField
	weightsStepField
)

// tile is the argument of a function.
type tile struct{ at Mem }

func (t tile) memory(i int) Mem { return t.at.Offset(8 * i) }

func (t tile) field(i int) Register {
	r := GP64()
	MOVQ(t.memory(i), r)
	return r
}

// sums emits the loop over the pairs of inputs. start clears the sums; body gets the place
// of a pair at the given point and the weights; store stores the sums at dst. Raw tiles do
// so for one tap after the other.
func (t tile) sums(raw bool, start func(), body func(point func(i int) Mem, weights Register), store func(dst Register)) {
	src, weights, srcStep, dst := t.field(srcField), t.field(weightsField), t.field(srcStepField), t.field(dstField)
	step3, from, n, rows := GP64(), GP64(), GP64(), GP64()
	LEAQ(Mem{Base: srcStep, Index: srcStep, Scale: 2}, step3)
	point := func(i int) Mem {
		switch i {
		case 0:
			return Mem{Base: from}
		case 3:
			return Mem{Base: from, Index: step3, Scale: 1}
		}
		return Mem{Base: from, Index: srcStep, Scale: uint8(i)}
	}
	if raw {
		MOVQ(t.memory(rowsField), rows)
		Label("tap")
	}
	start()
	MOVQ(src, from)
	MOVQ(t.memory(pairsField), n)
	Label("pair")
	body(point, weights)
	ADDQ(Imm(4), from)
	ADDQ(Imm(64), weights)
	DECQ(n)
	JNZ(LabelRef("pair"))
	if raw {
		MOVQ(dst, from)
		store(from)
		ADDQ(t.memory(srcRowField), src)
		ADDQ(t.memory(dstRowField), dst)
		DECQ(rows)
		JNZ(LabelRef("tap"))
		VZEROUPPER()
		RET()
	}
}

// begin begins a tile function. A raw one stores the sums as they are, else they become
// activations.
func begin(with string, groups int, raw bool) tile {
	name := "tile"
	if raw {
		name = "raw"
	}
	name = fmt.Sprintf("%s%sx%d", name, strings.NewReplacer("-", "", " ", "").Replace(with), groups)
	TEXT(name, NOSPLIT, "func(t *byte)")
	what := "activations"
	if raw {
		what = "sums"
	}
	Doc(fmt.Sprintf("%s computes the %s of so many groups of outputs at five points, with %s.", name, what, with))
	Pragma("noescape")
	return tile{Mem{Base: Load(Param("t"), GP64())}}
}

// tileAVX2 has ten sums in registers: low and high halves of a group.
func tileAVX2(raw bool) {
	t := begin("AVX2", 1, raw)
	low, high := make([]VecVirtual, points), make([]VecVirtual, points)
	for i := range points {
		low[i], high[i] = YMM(), YMM()
	}
	w0, w1, x, product := YMM(), YMM(), YMM(), YMM()
	t.sums(raw, func() {
		for i := range points {
			VPXOR(low[i], low[i], low[i])
			VPXOR(high[i], high[i], high[i])
		}
	}, func(point func(i int) Mem, weights Register) {
		VMOVDQU(Mem{Base: weights}, w0)
		VMOVDQU(Mem{Base: weights, Disp: 32}, w1)
		for i := range points {
			VPBROADCASTD(point(i), x)
			VPMADDWD(x, w0, product)
			VPADDD(product, low[i], low[i])
			VPMADDWD(x, w1, x)
			VPADDD(x, high[i], high[i])
		}
	}, func(dst Register) {
		for i := range points {
			VMOVDQU(low[i], Mem{Base: dst})
			VMOVDQU(high[i], Mem{Base: dst, Disp: 32})
			if i+1 < points {
				ADDQ(t.memory(dstStepField), dst)
			}
		}
	})
	if raw {
		return
	}
	count := XMM()
	VMOVQ(t.field(shiftField), count)
	offset := t.field(offsetField)
	VMOVDQU(Mem{Base: offset}, w0)
	VMOVDQU(Mem{Base: offset, Disp: 32}, w1)
	for i := range points {
		VPADDD(w0, low[i], low[i])
		VPADDD(w1, high[i], high[i])
		VPSRAD(count, low[i], low[i])
		VPSRAD(count, high[i], high[i])
	}
	dstStep := t.field(dstStepField)
	dst := t.field(dstField)
	VMOVQ(t.field(mostField), x.AsX())
	VPBROADCASTW(x.AsX(), w0)
	VPXOR(w1, w1, w1)
	for i := range points {
		VPACKSSDW(high[i], low[i], low[i])
		VPERMQ(Imm(0xd8), low[i], low[i])
		VPMAXSW(w1, low[i], low[i])
		VPMINSW(w0, low[i], low[i])
		VMOVDQU(low[i], Mem{Base: dst})
		if i+1 < points {
			ADDQ(dstStep, dst)
		}
	}
	VZEROUPPER()
	RET()
}

// tileWide has a sum for each point and group.
func tileWide(groups int, vnni, raw bool) {
	with := "AVX-512"
	if vnni {
		with += " VNNI"
	}
	t := begin(with, groups, raw)
	step := t.field(weightsStepField)
	sums := make([][]VecVirtual, points)
	for i := range points {
		for range groups {
			sums[i] = append(sums[i], ZMM())
		}
	}
	x, product := ZMM(), ZMM()
	w := make([]VecVirtual, groups)
	for g := range groups {
		w[g] = ZMM()
	}
	t.sums(raw, func() {
		for i := range points {
			for _, z := range sums[i] {
				VPXORD(z, z, z)
			}
		}
	}, func(point func(i int) Mem, weights Register) {
		for g := range groups {
			from := Mem{Base: weights}
			if g > 0 {
				from.Index, from.Scale = step, uint8(g)
			}
			VMOVDQU32(from, w[g])
		}
		for i := range points {
			VPBROADCASTD(point(i), x)
			for g := range groups {
				if vnni {
					VPDPWSSD(x, w[g], sums[i][g])
				} else {
					VPMADDWD(x, w[g], product)
					VPADDD(product, sums[i][g], sums[i][g])
				}
			}
		}
	}, func(dst Register) {
		for i := range points {
			for g := range groups {
				VMOVDQU32(sums[i][g], Mem{Base: dst, Disp: 64 * g})
			}
			if i+1 < points {
				ADDQ(t.memory(dstStepField), dst)
			}
		}
	})
	if raw {
		return
	}
	count := XMM()
	VMOVQ(t.field(shiftField), count)
	offset := t.field(offsetField)
	for g := range groups {
		VMOVDQU32(Mem{Base: offset, Disp: 64 * g}, w[g])
		for i := range points {
			VPADDD(w[g], sums[i][g], sums[i][g])
			VPSRAD(count, sums[i][g], sums[i][g])
		}
	}
	dstStep := t.field(dstStepField)
	dst := t.field(dstField)
	VPBROADCASTD(t.at.Offset(8*mostField), x)
	VPXORD(product, product, product)
	for i := range points {
		for g := range groups {
			z := sums[i][g]
			VPMAXSD(product, z, z)
			VPMINSD(x, z, z)
			VPMOVDW(z, Mem{Base: dst, Disp: 32 * g})
		}
		if i+1 < points {
			ADDQ(dstStep, dst)
		}
	}
	VZEROUPPER()
	RET()
}

// turnInAVX2 and turnOutAVX2 are the transforms of Winograd's convolution: package net.
func turnInAVX2() {
	TEXT("turnInAVX2", NOSPLIT, "func(v, src *int16, groups, step, row, vStep int)")
	Doc("turnInAVX2 transforms the 4x4 points from src on, groups of 16 channels each; step and row are",
		"the bytes to the next point and row, vStep those to the next of the 16 results.")
	Pragma("noescape")
	v, src, groups := Load(Param("v"), GP64()), Load(Param("src"), GP64()), Load(Param("groups"), GP64())
	step, row, vStep := Load(Param("step"), GP64()), Load(Param("row"), GP64()), Load(Param("vStep"), GP64())
	from, to, back := GP64(), GP64(), GP64()
	d, u := [4]VecVirtual{YMM(), YMM(), YMM(), YMM()}, YMM()
	turn := func(store func(i int, u VecVirtual)) {
		VPSUBW(d[2], d[0], u)
		store(0, u)
		VPADDW(d[1], d[2], u)
		store(1, u)
		VPSUBW(d[1], d[2], u)
		store(2, u)
		VPSUBW(d[3], d[1], u)
		store(3, u)
	}
	column := GP64()
	four := GP64() // results in one row of them, in bytes
	LEAQ(Mem{Base: vStep, Index: vStep, Scale: 1}, four)
	ADDQ(four, four)
	Label("group")
	MOVQ(src, column)
	MOVQ(v, back)
	for range 4 { // columns
		MOVQ(column, from)
		for i := range d {
			VMOVDQU(Mem{Base: from}, d[i])
			ADDQ(row, from)
		}
		MOVQ(back, to)
		turn(func(_ int, u VecVirtual) {
			VMOVDQU(u, Mem{Base: to})
			ADDQ(four, to)
		})
		ADDQ(vStep, back)
		ADDQ(step, column)
	}
	MOVQ(v, to)
	for range 4 { // rows of the results
		MOVQ(to, from)
		for i := range d {
			VMOVDQU(Mem{Base: from}, d[i])
			ADDQ(vStep, from)
		}
		turn(func(_ int, u VecVirtual) {
			VMOVDQU(u, Mem{Base: to})
			ADDQ(vStep, to)
		})
	}
	ADDQ(Imm(32), src)
	ADDQ(Imm(32), v)
	DECQ(groups)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

func turnOutAVX2() {
	TEXT("turnOutAVX2", NOSPLIT, "func(t *byte)")
	Doc("turnOutAVX2 makes the activations of 2x2 points of the sums of 16 transformed ones.")
	Pragma("noescape")
	t := tile{Mem{Base: Load(Param("t"), GP64())}}
	// The fields have another meaning here: src are the sums, srcStep the bytes to those of
	// the next transformed point, srcRow and dstStep the bytes to the next row and point of
	// dst, pairs how many times eight outputs there are.
	m, mStep, halves := t.field(srcField), t.field(srcStepField), t.field(pairsField)
	dst, offset, row, step := t.field(dstField), t.field(offsetField), t.field(srcRowField), t.field(dstStepField)
	residual := t.field(residualField)
	count := XMM()
	VMOVQ(t.field(shiftField), count)
	most := XMM()
	VMOVQ(t.field(mostField), most)
	VPBROADCASTW(most, most)
	from, to := GP64(), GP64()
	top, bottom := [4]VecVirtual{}, [4]VecVirtual{}
	a, b := YMM(), YMM()
	for i := range top {
		top[i], bottom[i] = YMM(), YMM()
	}
	four := GP64()
	LEAQ(Mem{Base: mStep, Index: mStep, Scale: 1}, four)
	ADDQ(four, four)
	column := GP64()
	Label("half")
	MOVQ(m, column)
	for k := range 4 {
		MOVQ(column, from)
		VMOVDQU(Mem{Base: from}, top[k])
		ADDQ(four, from)
		VMOVDQU(Mem{Base: from}, a)
		ADDQ(four, from)
		VMOVDQU(Mem{Base: from}, b)
		ADDQ(four, from)
		VPADDD(a, top[k], top[k])
		VPADDD(b, top[k], top[k])
		VPSUBD(b, a, bottom[k])
		VPSUBD(Mem{Base: from}, bottom[k], bottom[k])
		ADDQ(mStep, column)
	}
	finish := func(i int, s [4]VecVirtual) {
		VPADDD(s[1], s[0], s[0])
		VPADDD(s[2], s[0], s[0])
		VPSUBD(s[2], s[1], s[1])
		VPSUBD(s[3], s[1], s[1])
		VMOVDQU(Mem{Base: offset}, a)
		for j := range 2 {
			VPADDD(a, s[j], s[j])
			VPSRAD(count, s[j], s[j])
		}
		plain := fmt.Sprintf("plain%d", i)
		TESTQ(residual, residual)
		JZ(LabelRef(plain))
		VPMOVSXWD(Mem{Base: residual}, a)
		VPADDD(a, s[0], s[0])
		VPMOVSXWD(Mem{Base: residual, Index: step, Scale: 1}, a)
		VPADDD(a, s[1], s[1])
		Label(plain)
		MOVQ(dst, to)
		if i > 0 {
			ADDQ(row, to)
		}
		VPXOR(b, b, b)
		for j := range 2 {
			VEXTRACTI128(Imm(1), s[j], a.AsX())
			VPACKSSDW(a.AsX(), s[j].AsX(), a.AsX())
			VPMAXSW(b.AsX(), a.AsX(), a.AsX())
			VPMINSW(most, a.AsX(), a.AsX())
			if j == 0 {
				VMOVDQU(a.AsX(), Mem{Base: to})
			} else {
				VMOVDQU(a.AsX(), Mem{Base: to, Index: step, Scale: 1})
			}
		}
	}
	finish(0, top)
	TESTQ(residual, residual)
	JZ(LabelRef("noResidual"))
	ADDQ(row, residual)
	Label("noResidual")
	finish(1, bottom)
	TESTQ(residual, residual)
	JZ(LabelRef("noResidualAgain"))
	SUBQ(row, residual)
	ADDQ(Imm(16), residual)
	Label("noResidualAgain")
	ADDQ(Imm(32), m)
	ADDQ(Imm(16), dst)
	ADDQ(Imm(32), offset)
	DECQ(halves)
	JNZ(LabelRef("half"))
	VZEROUPPER()
	RET()
}

func sumsAVX2() {
	TEXT("sumsAVX2", NOSPLIT, "func(sum *int32, x, weights *int16, pairs int)")
	Doc("sumsAVX2 computes one group of outputs of a matrix.")
	Pragma("noescape")
	sum, x, weights, n := Load(Param("sum"), GP64()), Load(Param("x"), GP64()), Load(Param("weights"), GP64()), Load(Param("pairs"), GP64())
	low, high, pair, product := YMM(), YMM(), YMM(), YMM()
	VPXOR(low, low, low)
	VPXOR(high, high, high)
	Label("pair")
	VPBROADCASTD(Mem{Base: x}, pair)
	VPMADDWD(Mem{Base: weights}, pair, product)
	VPADDD(product, low, low)
	VPMADDWD(Mem{Base: weights, Disp: 32}, pair, product)
	VPADDD(product, high, high)
	ADDQ(Imm(4), x)
	ADDQ(Imm(64), weights)
	DECQ(n)
	JNZ(LabelRef("pair"))
	VMOVDQU(low, Mem{Base: sum})
	VMOVDQU(high, Mem{Base: sum, Disp: 32})
	VZEROUPPER()
	RET()
}

func poolAVX2() {
	TEXT("poolAVX2", NOSPLIT, "func(sum *int32, largest, x *int16, size, step, row int)")
	Doc("poolAVX2 computes the sums and the largest of a group of channels over a board; step and",
		"row are the bytes to the next point and from the end of a row to the next one.")
	Pragma("noescape")
	sum, largest, x := Load(Param("sum"), GP64()), Load(Param("largest"), GP64()), Load(Param("x"), GP64())
	size, step, row := Load(Param("size"), GP64()), Load(Param("step"), GP64()), Load(Param("row"), GP64())
	low, high, most, line, v := YMM(), YMM(), YMM(), YMM(), YMM()
	for _, z := range []VecVirtual{low, high, most} {
		VPXOR(z, z, z)
	}
	rows, n := GP64(), GP64()
	MOVQ(size, rows)
	Label("row")
	MOVQ(size, n)
	VPXOR(line, line, line)
	Label("point")
	VMOVDQU(Mem{Base: x}, v)
	VPADDW(v, line, line) // 25 of at most 1023
	VPMAXSW(v, most, most)
	ADDQ(step, x)
	DECQ(n)
	JNZ(LabelRef("point"))
	VPMOVSXWD(line.AsX(), v)
	VPADDD(v, low, low)
	VEXTRACTI128(Imm(1), line, line.AsX())
	VPMOVSXWD(line.AsX(), v)
	VPADDD(v, high, high)
	ADDQ(row, x)
	DECQ(rows)
	JNZ(LabelRef("row"))
	VMOVDQU(low, Mem{Base: sum})
	VMOVDQU(high, Mem{Base: sum, Disp: 32})
	VMOVDQU(most, Mem{Base: largest})
	VZEROUPPER()
	RET()
}
