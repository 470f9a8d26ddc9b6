package main

import "math"

// The arithmetic of matches: Elo, intervals and the sequential test.
//
// Elo is logistic: a difference of d means a share of 1/(1+10^(-d/400)) of the
// points. The test is the sequential probability ratio test of A. Wald,
// "Sequential Tests of Statistical Hypotheses", Annals of Mathematical
// Statistics 16 (1945), 117-186, in the generalized form for pairs of games,
// as fishtest, cutechess and fastchess run it: each pair from one opening with
// colours swapped has one of five scores, whose probabilities are not known,
// and the likelihood under "the mean is s" is the greatest one that any
// probabilities of that mean give (M. Van den Bergh, "A practical introduction
// to the GSPRT", for Stockfish, 2019; X. Li, J. Liu, Z. Ying, "Generalized
// Sequential Probability Ratio Test for Separate Families of Hypotheses",
// Sequential Analysis 33 (2014)).

// normal95 is the 97.5% point of the normal distribution.
const normal95 = 1.959963984540054

// eloShare returns the share of the points that an Elo difference means.
func eloShare(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// shareElo returns the Elo difference that a share of the points means:
// infinite at 0 and 1.
func shareElo(share float64) float64 {
	return -400 * math.Log10(1/min(1, max(0, share))-1)
}

// wilson returns the 95% interval of a share observed in n games (E. B.
// Wilson, "Probable Inference, the Law of Succession, and Statistical
// Inference", JASA 22 (1927), 209-212). Draws count half; as they make the
// true interval narrower, it is never too narrow for independent games.
func wilson(share float64, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	z2n := normal95 * normal95 / float64(n)
	centre := share + z2n/2
	half := normal95 * math.Sqrt(share*(1-share)/float64(n)+z2n/float64(n)/4)
	return max(0, (centre-half)/(1+z2n)), min(1, (centre+half)/(1+z2n))
}

// pairCounts are the numbers of pairs in which a side scored 0, 1/2, 1, 3/2
// and 2 points.
type pairCounts [5]int

func (p pairCounts) total() int {
	n := 0
	for _, k := range p {
		n += k
	}
	return n
}

// moments returns the mean share of the points and its variance in one pair.
func (p pairCounts) moments() (mean, variance float64) {
	n := float64(p.total())
	for i, k := range p {
		mean += float64(i) / 4 * float64(k) / n
	}
	for i, k := range p {
		d := float64(i)/4 - mean
		variance += d * d * float64(k) / n
	}
	return mean, variance
}

// elo returns the Elo difference and its 95% interval from the scatter of the
// pairs, which also holds when the two games of a pair are alike. ok is false
// where there is none to see.
func (p pairCounts) elo() (elo, low, high float64, ok bool) {
	if p.total() == 0 {
		return 0, 0, 0, false
	}
	mean, variance := p.moments()
	if variance == 0 {
		return 0, 0, 0, false
	}
	half := normal95 * math.Sqrt(variance/float64(p.total()))
	return shareElo(mean), shareElo(mean - half), shareElo(mean + half), true
}

// sprt is a test of "the Elo difference is elo0" (H0) against "it is elo1"
// (H1), accepting H1 wrongly with probability alpha and H0 with beta.
type sprt struct{ elo0, elo1, alpha, beta float64 }

// bounds returns the log likelihood ratios at which the test accepts H0 and
// H1 (Wald 1945, section 3.3).
func (t sprt) bounds() (lower, upper float64) {
	return math.Log(t.beta / (1 - t.alpha)), math.Log((1 - t.beta) / t.alpha)
}

// noPair stands for a count of 0: the likelihood needs every score to be
// possible (fishtest uses the same).
const noPair = 1e-3

// llr returns the generalized log likelihood ratio of H1 to H0.
func (t sprt) llr(pairs pairCounts) float64 {
	if pairs.total() == 0 {
		return 0
	}
	var count [5]float64
	n := 0.0
	for i, k := range pairs {
		count[i] = max(float64(k), noPair)
		n += count[i]
	}
	s0, s1 := eloShare(t.elo0), eloShare(t.elo1)
	x0, x1 := tilt(count, s0), tilt(count, s1)
	llr := 0.0
	for i, k := range count {
		a := float64(i) / 4
		llr += k * (math.Log1p(x0*(a-s0)) - math.Log1p(x1*(a-s1)))
	}
	return llr
}

// tilt finds the likeliest probabilities of the five scores that have mean s:
// they are the observed ones divided by 1 + x(a-s), a being the score from 0
// to 1, where x makes the sum of p(a-s)/(1+x(a-s)) zero. The sum falls with x
// between the poles; so it is halved until the interval is as small as
// float64 allows.
func tilt(count [5]float64, s float64) (x float64) {
	low, high := -1/(1-s), 1/s
	for {
		x = low + (high-low)/2
		if x <= low || x >= high {
			return x
		}
		sum := 0.0
		for i, k := range count {
			d := float64(i)/4 - s
			sum += k * d / (1 + x*d)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
}

// The states of a test.
const (
	sprtOpen = "undecided"
	sprtH0   = "H0 accepted"
	sprtH1   = "H1 accepted"
)

// state says where a log likelihood ratio leaves the test.
func (t sprt) state(llr float64) string {
	lower, upper := t.bounds()
	switch {
	case llr >= upper:
		return sprtH1
	case llr <= lower:
		return sprtH0
	}
	return sprtOpen
}
