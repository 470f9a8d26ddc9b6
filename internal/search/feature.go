package search

import "gtpgo/internal/rules"

// Feature is something that is true of a move; a move's chance to be the one a
// strong player makes is proportional to e to the sum of the weights of its
// features (Coulom, "Computing Elo Ratings of Move Patterns in the Game of
// Go", 2007, section 3).
type Feature uint8

// The features of a move besides the pattern round its point. Sizes are the
// stones of the chain concerned: one, two, more. Distances are dx + dy +
// max(dx, dy), 2 for a neighbour.
const (
	featCapture     Feature = 0   // takes a chain; by its size
	featCaptureSave Feature = 3   // takes a chain next to an own one in atari; by its size
	featCaptureLast Feature = 6   // takes the chain last played
	featCaptureDead Feature = 7   // takes a chain that could not run anyway
	featExtend      Feature = 8   // brings an own chain out of atari for good; by its size
	featExtendLoss  Feature = 11  // extends an own chain from atari in vain; by its size
	featSelfAtari   Feature = 14  // puts an own chain in atari; by its size
	featAtari       Feature = 17  // puts an opposing chain in atari that can get away; by its size
	featLadder      Feature = 20  // puts an opposing chain in atari that cannot; by its size
	featLiberties2  Feature = 23  // extends an own chain of two liberties to three or more; by its size
	featReduce3     Feature = 26  // takes a liberty of an opposing chain of three; by its size
	featAfter       Feature = 29  // liberties of the chain afterwards: 1, 2, 3, more
	featKo          Feature = 33  // takes a ko
	featPlace       Feature = 34  // place on the board, a stone within three steps; see place
	featOpenPlace   Feature = 84  // the same with no stone near, on small boards, then on large ones
	featLast        Feature = 184 // distance to the last move, 2 to 16, beyond
	featSecond      Feature = 200 // distance to the move before, the same
	featPass        Feature = 216 // a pass
	featPassAgain   Feature = 217 // a pass after a pass
	featNear        Feature = 218 // an own stone some way off, by the offset in nearOffsets, then an opposing one
	FeatureCount            = 238
)

// maxFeatures is more than a move can have.
const maxFeatures = 24 + 8*nearCount

// nearCount is the number of kinds of offsets in nearOffsets.
const nearCount = 10

// nearOffsets are the offsets beyond the 3x3 pattern at which stones are looked
// for, one of each eight that are the same but for symmetry: a jump of one, a
// knight's move, and so on.
var nearOffsets = [nearCount][2]int{{2, 0}, {2, 1}, {2, 2}, {3, 0}, {3, 1}, {3, 2}, {4, 0}, {4, 1}, {3, 3}, {4, 2}}

// The places of a board fall into placeCount kinds: by the line from the nearest
// edge, 1 to placeLines and above, and from the nearest edge across it, 1 to
// placeAcross and above.
const (
	placeLines  = 5
	placeAcross = 10
	placeCount  = placeLines * placeAcross
	// largeBoard is the least size of a large board, where the open board asks
	// for other places (5-5 is the middle of 9x9), and shape for a wider look: on
	// 9x9 that brought nothing.
	largeBoard = 12
)

// place returns the kind of a place within its group of features.
func place(size, x, y int) Feature {
	dx, dy := min(x, size-1-x), min(y, size-1-y)
	return Feature(min(dx, dy, placeLines-1)*placeAcross + min(max(dx, dy), placeAcross-1))
}

// Move features: the code of the pattern and the list of the rest.
type features struct {
	code patternCode
	list [maxFeatures]Feature
	n    int
}

func (f *features) add(x Feature) {
	if f.n < maxFeatures {
		f.list[f.n] = x
		f.n++
	}
}

// sized adds the feature of a group for a chain of that many stones.
func (f *features) sized(x Feature, stones int) { f.add(x + Feature(min(stones, 3)-1)) }

// extractor finds features; it belongs to one goroutine.
type extractor struct {
	ladder ladder
}

// of fills f with the features of a play of c at p, which must be playable.
// last and second are the moves before, Pass for none.
func (x *extractor) of(f *features, b *rules.Board, c rules.Color, p, last, second rules.Point) {
	f.n = 0
	f.code = pattern(b, p, c)
	opp := c.Other()
	after := b.LibertiesAfter(p, c)
	captured, own := 0, 1
	neighbors := b.Neighbors(p)
	for i, q := range neighbors {
		k := b.Chain(q)
		if k == 0 || i > 0 && k == b.Chain(neighbors[0]) || i > 1 && k == b.Chain(neighbors[1]) || i > 2 && k == b.Chain(neighbors[2]) {
			continue
		}
		size, libs := b.ChainSize(q), b.Liberties(q)
		if b.At(q) == opp {
			switch libs {
			case 1:
				captured += size
				x.capture(f, b, c, q, size, last)
			case 2:
				if x.ladder.catches(b, q, p) {
					f.sized(featLadder, size)
				} else {
					f.sized(featAtari, size)
				}
			case 3:
				f.sized(featReduce3, size)
			}
			continue
		}
		own += size
		switch {
		case libs == 1 && after > 1 && x.ladder.runs(b, q, p):
			f.sized(featExtend, size)
		case libs == 1:
			f.sized(featExtendLoss, size)
		case libs == 2 && after > 2:
			f.sized(featLiberties2, size)
		}
	}
	if after < 2 && captured == 0 {
		f.sized(featSelfAtari, own)
	}
	f.add(featAfter + Feature(min(max(after, 1), 4)-1))
	if captured == 1 && own == 1 && after == 1 {
		f.add(featKo)
	}
	px, py := p.XY(b.Size())
	large := b.Size() >= largeBoard
	switch at := place(b.Size(), px, py); {
	case !emptyAround(b, px, py):
		f.add(featPlace + at)
	case large:
		f.add(featOpenPlace + placeCount + at)
	default:
		f.add(featOpenPlace + at)
	}
	if large {
		f.addNear(b, c, px, py)
	}
	if last != rules.Pass {
		f.add(featLast + distance(b.Size(), p, last))
	}
	if second != rules.Pass {
		f.add(featSecond + distance(b.Size(), p, second))
	}
}

// addNear adds the stones around the point, beyond the 3x3 pattern.
func (f *features) addNear(b *rules.Board, c rules.Color, x, y int) {
	for i := range nearPoints {
		o := &nearPoints[i]
		px, py := x+int(o.dx), y+int(o.dy)
		if uint(px) >= uint(b.Size()) || uint(py) >= uint(b.Size()) {
			continue
		}
		switch b.At(rules.PointAt(b.Size(), px, py)) {
		case c:
			f.add(featNear + o.kind)
		case c.Other():
			f.add(featNear + nearCount + o.kind)
		}
	}
}

// nearPoint is an offset with the number of its kind in nearOffsets.
type nearPoint struct {
	dx, dy int8
	kind   Feature
}

// nearPoints are all offsets of the kinds of nearOffsets.
var nearPoints = func() (list []nearPoint) {
	for kind, o := range nearOffsets {
		seen := map[[2]int]bool{}
		for _, d := range [8][2]int{{o[0], o[1]}, {o[1], o[0]}, {-o[0], o[1]}, {o[1], -o[0]}, {o[0], -o[1]}, {-o[1], o[0]}, {-o[0], -o[1]}, {-o[1], -o[0]}} {
			if !seen[d] {
				seen[d] = true
				list = append(list, nearPoint{int8(d[0]), int8(d[1]), Feature(kind)})
			}
		}
	}
	return list
}()

// capture adds what is to say of taking the chain at q.
func (x *extractor) capture(f *features, b *rules.Board, c rules.Color, q rules.Point, size int, last rules.Point) {
	saves := false
	for s := q; ; {
		for _, r := range b.Neighbors(s) {
			saves = saves || b.At(r) == c && b.Liberties(r) == 1
		}
		if s = b.NextStone(s); s == q {
			break
		}
	}
	if saves {
		f.sized(featCaptureSave, size)
	} else {
		f.sized(featCapture, size)
		if !x.ladder.escapes(b, q, 0) {
			f.add(featCaptureDead)
		}
	}
	if last != rules.Pass && b.Chain(last) == b.Chain(q) {
		f.add(featCaptureLast)
	}
}

// distance returns the place of the distance between two points in a group of
// features.
func distance(size int, p, q rules.Point) Feature {
	px, py := p.XY(size)
	qx, qy := q.XY(size)
	dx, dy := abs(px-qx), abs(py-qy)
	return Feature(min(dx+dy+max(dx, dy), 17) - 2)
}
