package net

import (
	_ "embed" // the weights are part of the program
	"sync"
)

// weights is the file of the net that the engine comes with; weights.log beside it says
// how it was trained.
//
//go:embed weights.bin
var weights []byte

// The sizes of the boards that the weights learned from. They serve others, too, but are
// not to be relied on there.
const (
	LeastSize = 7
	MostSize  = 19
)

// Default returns the net that the engine comes with.
var Default = sync.OnceValue(func() *Net {
	n, err := Read(weights)
	if err != nil {
		panic(err) // the tests read it
	}
	return n
})
