// Package net is a small neural network that looks at a position once and tells which
// moves are likely, who wins, by how much, and who will own each point: a residual net
// with global pooling (David Wu, "Accelerating Self-Play Learning in Go", 2019, section
// 4.1), for boards of all sizes.
//
//	input.go     what the net sees
//	net.go       its layers, read from a file
//	evaluate.go  from input to output
//	layer.go     one layer in whole numbers, and how numbers are stored
//	plane.go     a layer over the points of a board, in plain Go
//	winograd.go  a layer of 3x3 points with fewer multiplications
//	fast*.go     the same with AVX2 and AVX-512, through the assembly that asm writes
//	default.go   the weights that the engine comes with
//
// It computes in whole numbers, so that all machines and code paths agree to the last
// bit.
package net
