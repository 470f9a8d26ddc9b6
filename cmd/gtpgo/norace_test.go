//go:build !race

package main

// slowness is 1 without the race detector.
const slowness = 1
