package rules

// Alive returns the stones of c that no sequence of opposing plays alone can
// remove, while c always passes: unconditional life (David B. Benson, "Life in
// the Game of Go", Information Sciences 10 (1976), pages 17-29). These are the
// live stones (活石) of Ikeda's Territory II, rule 7: 連続打着によるも除去し得ない
// 状態の置石.
//
// The method: a region is a maximal connected set of points without stones of
// c; it is vital to a chain of c if its every empty point is a liberty of that
// chain. Take away each chain with fewer than two vital regions, and each
// region that borders a chain taken away, until nothing changes. The chains
// left are alive.
func (b *Board) Alive(c Color) *PointSet {
	type region struct {
		points []Point
		border map[uint16]bool // chains of c next to it
		vital  []uint16        // those of which every empty point of it is a liberty
		gone   bool
	}
	var regions []*region
	var seen PointSet
	chains := map[uint16]Point{}
	b.Points(func(p Point) {
		if b.color[p] == c {
			chains[b.chain[p]] = p
			return
		}
		if seen[p] {
			return
		}
		r := &region{border: map[uint16]bool{}}
		r.points = b.flood(nil, &seen, p, func(q Point) bool { return b.color[q] != c })
		for _, q := range r.points {
			for _, s := range b.Neighbors(q) {
				if b.color[s] == c {
					r.border[b.chain[s]] = true
				}
			}
		}
		for k := range r.border {
			if b.vital(r.points, k) {
				r.vital = append(r.vital, k)
			}
		}
		regions = append(regions, r)
	})
	for changed := true; changed; {
		changed = false
		for k := range chains {
			n := 0
			for _, r := range regions {
				if !r.gone {
					for _, v := range r.vital {
						if v == k {
							n++
						}
					}
				}
			}
			if n >= 2 {
				continue
			}
			delete(chains, k)
			changed = true
			for _, r := range regions {
				r.gone = r.gone || r.border[k]
			}
		}
	}
	alive := new(PointSet)
	for _, p := range chains {
		for q := p; ; {
			alive[q] = true
			if q = b.next[q]; q == p {
				break
			}
		}
	}
	return alive
}

// vital reports whether every empty point of the region is a liberty of chain
// k.
func (b *Board) vital(region []Point, k uint16) bool {
	for _, p := range region {
		if b.color[p] != Empty {
			continue
		}
		if b.libs[int(k)<<b.shift+int(p>>6)]>>(p&63)&1 == 0 {
			return false
		}
	}
	return true
}
