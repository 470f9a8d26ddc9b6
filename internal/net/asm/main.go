// Command asm writes the assembly of package net: go generate ./internal/net.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// points is how many points of a row are computed together, each with one group of 16
// outputs: ten sums in registers.
const points = 5

func main() {
	ConstraintExpr("amd64")
	TEXT("tileAVX2", NOSPLIT, "func(t *byte)")
	Doc("tileAVX2 computes one group of outputs at five points of a row, with AVX2.")
	Pragma("noescape")
	t := Mem{Base: Load(Param("t"), GP64())}
	// The fields of a tile, in order; those that the end asks for are loaded there.
	const (
		dstField = iota
		srcField
		residualField
		weightsField
		offsetField
		srcRowField
		srcStepField
		dstStepField
		rowsField
		pairsField
		shiftField
		mostField
	)
	field := func(i int) Register {
		r := GP64()
		MOVQ(t.Offset(8*i), r)
		return r
	}
	src, weights, srcRow, srcStep := field(srcField), field(weightsField), field(srcRowField), field(srcStepField)
	rows, pairs := field(rowsField), field(pairsField)

	low, high := make([]VecVirtual, points), make([]VecVirtual, points)
	for i := range points {
		low[i], high[i] = YMM(), YMM()
		VPXOR(low[i], low[i], low[i])
		VPXOR(high[i], high[i], high[i])
	}
	step3 := GP64()
	LEAQ(Mem{Base: srcStep, Index: srcStep, Scale: 2}, step3)
	point := func(base Register, i int) Mem {
		switch i {
		case 0:
			return Mem{Base: base}
		case 3:
			return Mem{Base: base, Index: step3, Scale: 1}
		}
		return Mem{Base: base, Index: srcStep, Scale: uint8(i)}
	}

	from, n := GP64(), GP64()
	w0, w1, x, product := YMM(), YMM(), YMM(), YMM()
	Label("row")
	MOVQ(src, from)
	MOVQ(pairs, n)
	Label("pair")
	VMOVDQU(Mem{Base: weights}, w0)
	VMOVDQU(Mem{Base: weights, Disp: 32}, w1)
	for i := range points {
		VPBROADCASTD(point(from, i), x)
		VPMADDWD(x, w0, product)
		VPADDD(product, low[i], low[i])
		VPMADDWD(x, w1, x)
		VPADDD(x, high[i], high[i])
	}
	ADDQ(Imm(4), from)
	ADDQ(Imm(64), weights)
	DECQ(n)
	JNZ(LabelRef("pair"))
	ADDQ(srcRow, src)
	DECQ(rows)
	JNZ(LabelRef("row"))

	count := XMM()
	VMOVQ(field(shiftField), count)
	offset := field(offsetField)
	VMOVDQU(Mem{Base: offset}, w0)
	VMOVDQU(Mem{Base: offset, Disp: 32}, w1)
	for i := range points {
		VPADDD(w0, low[i], low[i])
		VPADDD(w1, high[i], high[i])
		VPSRAD(count, low[i], low[i])
		VPSRAD(count, high[i], high[i])
	}
	dstStep, residual := field(dstStepField), field(residualField)
	TESTQ(residual, residual)
	JZ(LabelRef("store"))
	for i := range points {
		VPMOVSXWD(Mem{Base: residual}, x)
		VPADDD(x, low[i], low[i])
		VPMOVSXWD(Mem{Base: residual, Disp: 16}, x)
		VPADDD(x, high[i], high[i])
		if i+1 < points {
			ADDQ(dstStep, residual)
		}
	}
	Label("store")
	dst := field(dstField)
	VMOVQ(field(mostField), x.AsX())
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
	Generate()
}
