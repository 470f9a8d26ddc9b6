package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance || math.IsNaN(got) {
		t.Errorf("%s: got %.6g, want %.6g ± %g", what, got, want, tolerance)
	}
}

// TestSPRTPublished compares with the log likelihood ratios that fastchess
// tests its own program by (fastchess, app/tests/sprt_test.cpp, "logistic
// pentanomial 1" and "2", results of fishtest), to the two digits given there.
func TestSPRTPublished(t *testing.T) {
	near(t, "fastchess 1", sprt{0.5, 2.5, .05, .05}.llr(pairCounts{223, 9863, 20279 + 1000, 10037, 246}), -3.07, .03)
	near(t, "fastchess 2", sprt{0, 2, .05, .05}.llr(pairCounts{871, 26175, 55003 + 980, 26678, 821}), -4.98, .05)
}

// TestSPRTBruteForce compares with values found by another way: the greatest
// likelihood by a search over the probabilities themselves, in Python.
func TestSPRTBruteForce(t *testing.T) {
	for _, test := range []struct {
		sprt  sprt
		pairs pairCounts
		want  float64
	}{
		{sprt{0, 35, .05, .05}, pairCounts{3, 5, 20, 9, 11}, 2.165542},
		{sprt{-10, 10, .05, .05}, pairCounts{40, 60, 200, 90, 80}, 9.399649},
		{sprt{0, 50, .05, .05}, pairCounts{1, 0, 4, 0, 9}, 1.443366},
		{sprt{0, 35, .05, .05}, pairCounts{0, 0, 0, 0, 12}, 1.148252},
	} {
		near(t, "brute force", test.sprt.llr(test.pairs), test.want, 1e-4)
	}
}

// TestSPRTNormal compares with the limit for many pairs and small differences,
// N (s1-s0)(2m-s0-s1)/(2v) with mean m and variance v of the pairs (Van den
// Bergh, "Comments on Normalized Elo"; cutechess computes it so).
func TestSPRTNormal(t *testing.T) {
	pairs := pairCounts{3000, 10000, 21000, 10500, 3200}
	test := sprt{0, 3, .05, .05}
	mean, variance := pairs.moments()
	s0, s1 := eloShare(0), eloShare(3)
	near(t, "normal limit", test.llr(pairs), float64(pairs.total())*(s1-s0)*(2*mean-s0-s1)/(2*variance), .01)
}

// TestSPRTSymmetry swaps the sides.
func TestSPRTSymmetry(t *testing.T) {
	a := sprt{0, 35, .05, .05}.llr(pairCounts{3, 5, 20, 9, 11})
	b := sprt{-35, 0, .05, .05}.llr(pairCounts{11, 9, 20, 5, 3})
	near(t, "swapped", a, -b, 1e-9)
	if got := (sprt{0, 35, .05, .05}).llr(pairCounts{}); got != 0 {
		t.Errorf("no pair: %g", got)
	}
}

// TestSPRTBounds has Wald's bounds; ln 19 is for 5% on both sides.
func TestSPRTBounds(t *testing.T) {
	lower, upper := sprt{0, 35, .05, .05}.bounds()
	near(t, "lower", lower, -2.944439, 1e-6)
	near(t, "upper", upper, 2.944439, 1e-6)
	lower, upper = sprt{0, 35, .02, .03}.bounds()
	near(t, "lower", lower, math.Log(3.0/98), 1e-12)
	near(t, "upper", upper, math.Log(97.0/2), 1e-12)
	for _, test := range []struct {
		llr  float64
		want string
	}{{-2.95, sprtH0}, {-2.94, sprtOpen}, {0, sprtOpen}, {2.94, sprtOpen}, {2.95, sprtH1}} {
		if got := (sprt{0, 35, .05, .05}).state(test.llr); got != test.want {
			t.Errorf("%g: got %s, want %s", test.llr, got, test.want)
		}
	}
}

// TestSPRTLength checks the mean number of games that Wald's formula gives
// where H1 is true, (beta ln(beta/(1-alpha)) + (1-beta) ln((1-beta)/alpha)) /
// mean gain a game: about 6400, 1600, 525 and 259 games for these bounds.
func TestSPRTLength(t *testing.T) {
	for _, test := range []struct{ elo1, want float64 }{{10, 6400}, {20, 1600}, {35, 525}, {50, 259}} {
		s := sprt{0, test.elo1, .05, .05}
		lower, upper := s.bounds()
		p := eloShare(test.elo1)
		const n = 1e7
		pairs := pairCounts{int((1 - p) * (1 - p) * n), 0, int(2 * p * (1 - p) * n), 0, int(p * p * n)}
		games := (s.beta*lower + (1-s.beta)*upper) / s.llr(pairs) * 2 * n
		near(t, "games", games, test.want, test.want*.01)
	}
}

// TestSPRTErrors plays matches of known strength and counts wrong verdicts.
func TestSPRTErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := sprt{0, 50, .05, .05}
	const matches = 300
	for _, test := range []struct {
		elo   float64
		wrong string
	}{{0, sprtH1}, {50, sprtH0}} {
		wrong, total := 0, 0
		for range matches {
			var pairs pairCounts
			state := sprtOpen
			for state == sprtOpen {
				score := 0
				for range 2 {
					if rng.Float64() < eloShare(test.elo) {
						score += 2
					}
				}
				pairs[score]++
				state = s.state(s.llr(pairs))
			}
			total += pairs.total()
			if state == test.wrong {
				wrong++
			}
		}
		if share := float64(wrong) / matches; share > .08 {
			t.Errorf("Elo %g: wrong in %.1f%% of matches", test.elo, 100*share)
		}
		near(t, "mean games", float64(2*total)/matches, 259, 40)
	}
}

// TestWilson has published intervals: R. G. Newcombe, "Two-sided confidence
// intervals for the single proportion", Statistics in Medicine 17 (1998), table
// I, method 3.
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		won, games int
		low, high  float64
	}{{81, 263, .2553, .3662}, {15, 148, .0624, .1605}, {0, 20, 0, .1611}, {1, 29, .0061, .1718}, {0, 0, 0, 1}} {
		low, high := wilson(float64(test.won)/max(1, float64(test.games)), test.games)
		near(t, "low", low, test.low, 5e-5)
		near(t, "high", high, test.high, 5e-5)
	}
}

// TestElo has fixed points of the logistic curve and the intervals that
// fastchess tests itself by (app/tests/elo_test.cpp, "EloPentanomial").
func TestElo(t *testing.T) {
	near(t, "100", eloShare(100), .640065, 1e-6)
	near(t, "10:1", eloShare(400), 10.0/11, 1e-12)
	near(t, "back", shareElo(eloShare(-123)), -123, 1e-9)
	if !math.IsInf(shareElo(1), 1) || !math.IsInf(shareElo(0), -1) || !math.IsInf(shareElo(1.1), 1) {
		t.Error("all points are no finite difference")
	}
	for _, test := range []struct {
		pairs      pairCounts
		elo, error float64
	}{
		{pairCounts{34, 54, 31 + 32, 64, 75}, 55.58, 27.65},
		{pairCounts{332, 433, 457 + 41, 333, 334}, -8.64, 10.33},
		{pairCounts{7895, 8757, 5485 + 200, 568, 9999}, -21.04, 2.95},
	} {
		elo, low, high, ok := test.pairs.elo()
		if !ok {
			t.Error("no interval")
		}
		near(t, "elo", elo, test.elo, .01)
		near(t, "error", (high-low)/2, test.error, .01)
	}
	for _, none := range []pairCounts{{}, {0, 0, 7, 0, 0}, {0, 0, 0, 0, 3}} {
		if _, _, _, ok := none.elo(); ok {
			t.Errorf("%v has an interval", none)
		}
	}
}
