package rules

// FixedHandicap returns the points of n handicap stones in the order of the
// GTP 2 draft, section 4.1.1: corners, then centre and sides, on the third
// line below 13 lines, else on the fourth. ok is false where the draft gives
// no layout: fewer than 7 lines, fewer than 2 stones, more than 4 on 7 or an
// even number of lines, more than 9.
func FixedHandicap(size, n int) (points []Point, ok bool) {
	limit := MaxFixedHandicap(size)
	if n < 2 || n > limit {
		return nil, false
	}
	low := 3
	if size < 13 {
		low = 2
	}
	mid, high := size/2, size-1-low
	spots := [][2]int{{low, low}, {high, high}, {low, high}, {high, low}, {low, mid}, {high, mid}, {mid, low}, {mid, high}}
	centre := n >= 5 && n%2 == 1
	if centre {
		n--
	}
	for _, s := range spots[:n] {
		points = append(points, PointAt(size, s[0], s[1]))
	}
	if centre {
		points = append(points, PointAt(size, mid, mid))
	}
	return points, true
}

// MaxFixedHandicap returns the largest fixed handicap on that size, 0 for none.
func MaxFixedHandicap(size int) int {
	switch {
	case size < 7:
		return 0
	case size == 7 || size%2 == 0:
		return 4
	}
	return 9
}

// FreeHandicap returns n points, 1 to size*size-1, where a player would place
// handicap stones: the fixed layout as far as it goes, then points far from
// the stones already there and from the first two lines.
func FreeHandicap(size, n int) []Point {
	points, _ := FixedHandicap(size, min(n, MaxFixedHandicap(size)))
	taken := map[Point]bool{}
	for _, p := range points {
		taken[p] = true
	}
	for len(points) < n {
		best, bestScore := Pass, -1
		for y := 0; y < size; y++ {
			for x := 0; x < size; x++ {
				p := PointAt(size, x, y)
				if taken[p] {
					continue
				}
				far := 2 * size
				for _, q := range points {
					qx, qy := q.XY(size)
					far = min(far, max(abs(qx-x), abs(qy-y))*2+min(abs(qx-x), abs(qy-y)))
				}
				line := min(x, y, size-1-x, size-1-y, 3)
				if score := far * (2 + line); score > bestScore {
					best, bestScore = p, score
				}
			}
		}
		points = append(points, best)
		taken[best] = true
	}
	return points
}

func abs(n int) int { return max(n, -n) }
