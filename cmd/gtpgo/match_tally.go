package main

// wdl are the games that A won, drew and lost.
type wdl struct{ W, D, L int }

func (w *wdl) add(winner string) {
	switch winner {
	case sideA:
		w.W++
	case drawn:
		w.D++
	case sideB:
		w.L++
	}
}

func (w wdl) games() int { return w.W + w.D + w.L }

// share returns A's share of the points, one half of nothing.
func (w wdl) share() float64 {
	if w.games() == 0 {
		return .5
	}
	return (float64(w.W) + float64(w.D)/2) / float64(w.games())
}

// sharePoint is the share of A after a number of games, and the log likelihood
// ratio after a number of pairs.
type sharePoint struct {
	n         int
	value     float64
	low, high float64 // interval of a share
}

// matchTally is what the games of a match add up to. The games that count go
// into the figures in the order in which they end, but the sequential test and
// the curve of the report take them in the order of their numbers, as short
// games would come first otherwise.
type matchTally struct {
	test *sprt

	results map[int]*matchResult // by number
	all     wdl
	black   wdl // games in which A had Black
	void    int
	moves   int
	reasons map[string]int         // how games ended
	faults  bySide[map[string]int] // reasons of lost games that are no scores
	late    bySide[int]            // games in which a side overstepped the time
	cpu     bySide[float64]
	wall    bySide[float64]
	timed   int // games in which the processor time of both is known
	told    bySide[map[string]bool]

	disagree map[string]int
	distinct map[string]bool
	final    int // games with counts of the final board
	// Of these, how often the counts by stones and by area less the cutting fee
	// agree, and how often those by stones and by area have one winner.
	feeWinner, feeMargin, areaWinner int

	next      int // number of the first game that is not in the curve
	inOrder   wdl
	curve     []sharePoint
	pairs     pairCounts // in order, up to the end of the test
	voidPairs int
	llr       float64
	llrCurve  []sharePoint
	state     string
}

func newTally(test *sprt) *matchTally {
	return &matchTally{test: test, results: map[int]*matchResult{}, reasons: map[string]int{}, next: 1, state: sprtOpen,
		faults:   bySide[map[string]int]{map[string]int{}, map[string]int{}},
		told:     bySide[map[string]bool]{map[string]bool{}, map[string]bool{}},
		disagree: map[string]int{}, distinct: map[string]bool{}}
}

// add counts a game.
func (t *matchTally) add(r *matchResult) {
	t.results[r.Game] = r
	t.all.add(r.Winner)
	if r.Black == sideA {
		t.black.add(r.Winner)
	}
	if r.Winner == noWinner {
		t.void++
	}
	t.moves += r.Moves
	t.reasons[r.Reason]++
	switch r.Reason {
	case byScore, byLimit, byDispute:
	default:
		(*t.faults.of(otherSide(r.Winner)))[r.Reason]++
	}
	if r.CPU.A > 0 && r.CPU.B > 0 {
		t.timed++
	}
	for _, side := range [2]string{sideA, sideB} {
		*t.cpu.of(side) += *r.CPU.of(side)
		*t.wall.of(side) += *r.Wall.of(side)
		if *r.Overtime.of(side) {
			*t.late.of(side)++
		}
		(*t.told.of(side))[*r.Told.of(side)] = true
	}
	if r.Disagree != "" {
		t.disagree[r.Disagree]++
	}
	t.distinct[r.Hash] = true
	if f := r.Final; f != nil {
		t.final++
		if sameWinner(f.Stones, f.Fee) {
			t.feeWinner++
		}
		if f.Stones == f.Fee {
			t.feeMargin++
		}
		if sameWinner(f.Stones, f.Area) {
			t.areaWinner++
		}
	}
	t.advance()
}

// white returns the games in which A had White.
func (t *matchTally) white() wdl {
	return wdl{t.all.W - t.black.W, t.all.D - t.black.D, t.all.L - t.black.L}
}

// advance takes the games up to the first that is missing into curve and test.
func (t *matchTally) advance() {
	for ; t.results[t.next] != nil; t.next++ {
		r := t.results[t.next]
		t.inOrder.add(r.Winner)
		if n := t.inOrder.games(); r.Winner != noWinner {
			low, high := wilson(t.inOrder.share(), n)
			t.curve = append(t.curve, sharePoint{n, t.inOrder.share(), low, high})
		}
		if t.next%2 == 0 && t.state == sprtOpen {
			t.addPair(t.results[t.next-1], r)
		}
	}
}

// addPair counts two games from one opening and runs the test.
func (t *matchTally) addPair(first, second *matchResult) {
	one, ok1 := first.points()
	two, ok2 := second.points()
	if !ok1 || !ok2 {
		t.voidPairs++
		return
	}
	t.pairs[one+two]++
	if t.test != nil {
		t.llr = t.test.llr(t.pairs)
		t.llrCurve = append(t.llrCurve, sharePoint{n: t.pairs.total(), value: t.llr})
		t.state = t.test.state(t.llr)
	}
}

// decided reports whether the sequential test has come to its end.
func (t *matchTally) decided() bool { return t.state != sprtOpen }
