package net

// fast holds faster ways of what is done in plain Go, with the same results.
type fast struct {
	name string
	// turned does as turner.plain.
	turned func(t *turner, n int)
	// points does as layer.pointsPlain on boards of at least width lines.
	points func(l *layer, p plane, dst, src []int16, offset []int32)
	width  int
	// sums does as layer.tapSums for a layer of one tap.
	sums func(l *layer, sum *[group]int32, x []int16, g int)
	// pool does as poolPlain.
	pool func(p plane, sums []int32, largest, x []int16)
}

// fastest is what this machine is best at, nil where there is only plain Go.
var fastest = func() *fast {
	if ways := fastWays(); len(ways) > 0 {
		return &ways[0]
	}
	return nil
}()

// Fast reports whether this machine has a way that is fast enough for play.
func Fast() bool { return fastest != nil }
