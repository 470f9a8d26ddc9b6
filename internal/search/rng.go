package search

import "math/bits"

// rng is a small fast generator of random numbers, wyrand (Wang Yi, "wyhash",
// 2019): one multiplication a number. The same seed gives the same numbers on
// every machine.
type rng uint64

// next returns 64 random bits.
func (r *rng) next() uint64 {
	*r += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(uint64(*r), uint64(*r)^0xe7037ed1a0b428db)
	return hi ^ lo
}

// below returns a number from 0 to n-1 from the upper half of x.
func below(x uint64, n int) int { return int((x >> 32) * uint64(n) >> 32) }

// mix derives a seed from several words.
func mix(words ...uint64) rng {
	r := rng(0x2545f4914f6cdd1d)
	for _, w := range words {
		r = rng(r.next() ^ w)
	}
	return r
}
