package search

import (
	"math"

	"gtpgo/internal/rules"
)

// margins sums up Black's margins of some playouts. Unlike the tallies of the
// tree it knows only the playouts of one search.
type margins struct {
	count        float64
	sum, squares float64
}

func (m *margins) add(margin float64) {
	m.count++
	m.sum += margin
	m.squares += margin * margin
}

func (m *margins) join(o *margins) {
	m.count += o.count
	m.sum += o.sum
	m.squares += o.squares
}

// mean returns the mean margin; there must be one.
func (m *margins) mean() float64 { return m.sum / m.count }

// deviation returns the standard deviation of the margins; there must be one.
func (m *margins) deviation() float64 {
	mean := m.mean()
	return math.Sqrt(max(0, m.squares/m.count-mean*mean))
}

// owners sums up who owns the points at the end of some playouts: how often
// Black less how often White, and how often neither, in units of 1/ownerUnit.
type owners struct{ sum, neutral [maxPoints]int64 }

const ownerUnit = 256

func (o *owners) join(p *owners) {
	for i := range o.sum {
		o.sum[i] += p.sum[i]
		o.neutral[i] += p.neutral[i]
	}
}

// mean returns the mean owner of each point over n playouts, 1 for Black, -1
// for White.
func (o *owners) mean(n float64) []float64 {
	m := make([]float64, maxPoints)
	for i := range m {
		m[i] = float64(o.sum[i]) / (ownerUnit * max(n, 1))
	}
	return m
}

// deviation returns the standard deviation of the owner of each point over n
// playouts.
func (o *owners) deviation(n float64) []float64 {
	d := o.mean(n)
	for i, mean := range d {
		d[i] = math.Sqrt(max(0, 1-float64(o.neutral[i])/(ownerUnit*max(n, 1))-mean*mean))
	}
	return d
}

// ownersOf returns where the owners of this playout belong: apart for each
// first move if those are asked for.
func (w *worker) ownersOf() *owners {
	if !w.s.perMove || len(w.path) < 2 {
		return &w.owners
	}
	o := &w.ownersByMove[w.path[1].move]
	if *o == nil {
		*o = new(owners)
	}
	return *o
}

// ownTerritory adds the owners of the points of a board that counts as it
// stands: there territory may be wide.
func (w *worker) ownTerritory(b *rules.Board) {
	o, territory := w.ownersOf(), b.Territory()
	b.Points(func(p rules.Point) {
		switch territory[p] {
		case rules.Black:
			o.sum[p] += ownerUnit
		case rules.White:
			o.sum[p] -= ownerUnit
		default:
			o.neutral[p] += ownerUnit
		}
	})
}

// own adds the owners of the points on the final board of a playout to the sums, and
// what the net said of them, if it was asked.
func (w *worker) own(b *rules.Board) {
	o, unit := w.ownersOf(), int64(ownerUnit)
	if w.share > 0 {
		share := int64(w.share * ownerUnit)
		unit -= share
		sign := rules.ForColor(float64(share), w.pos.ToPlay)
		b.Points(func(p rules.Point) {
			x := int64(sign * float64(w.adviser.output.Owner[p]))
			o.sum[p] += x
			o.neutral[p] += share - max(x, -x)
		})
	}
	if unit == 0 {
		return
	}
	b.Points(func(p rules.Point) {
		switch b.At(p) {
		case rules.Black:
			o.sum[p] += unit
		case rules.White:
			o.sum[p] -= unit
		default:
			black, white := b.Touches(p)
			if black && !white {
				o.sum[p] += unit
			} else if white && !black {
				o.sum[p] -= unit
			} else {
				o.neutral[p] += unit
			}
		}
	})
}
