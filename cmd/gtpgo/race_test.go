//go:build race

package main

// slowness is how much slower the program may be than without the race detector, which
// also makes it several times as large.
const slowness = 10
