package rules_test

import (
	"slices"
	"strings"
)

// The board of the reference: a position as a text, and everything one can see
// on it without knowing how it came about.

// refPosition is a shape (Ikeda definition 4): the colour letter of every
// point, row 1 first, A first. Two positions are the same if they are equal,
// so the comparison that ko rules ask for has nothing to go wrong. Boards are
// square but for some on which aliveness is tried.
type refPosition struct {
	width  int
	colors string
}

// height is the number of rows.
func (s refPosition) height() int { return len(s.colors) / s.width }

// refEmptyBoard is the position without stones.
func refEmptyBoard(size int) refPosition {
	return refPosition{size, strings.Repeat(string(refEmpty), size*size)}
}

// has says whether a point is on the board.
func (s refPosition) has(p refPoint) bool {
	return p.x >= 0 && p.y >= 0 && p.x < s.width && p.y < s.height()
}

// at is what stands on a point.
func (s refPosition) at(p refPoint) refColor { return refColor(s.colors[p.y*s.width+p.x]) }

// put is the position with the given points changed to a colour.
func (s refPosition) put(color refColor, points ...refPoint) refPosition {
	colors := []byte(s.colors)
	for _, p := range points {
		colors[p.y*s.width+p.x] = byte(color)
	}
	return refPosition{s.width, string(colors)}
}

// all lists the points of the board, row 1 first, A first.
func (s refPosition) all() []refPoint {
	points := make([]refPoint, 0, len(s.colors))
	for y := range s.height() {
		for x := range s.width {
			points = append(points, refPoint{x, y})
		}
	}
	return points
}

// stones counts the stones of a colour.
func (s refPosition) stones(color refColor) int {
	return strings.Count(s.colors, string(color))
}

// neighbors are the adjacent points (Ikeda definition 1).
func (s refPosition) neighbors(p refPoint) []refPoint {
	near := make([]refPoint, 0, 4)
	for _, q := range [...]refPoint{{p.x, p.y - 1}, {p.x - 1, p.y}, {p.x + 1, p.y}, {p.x, p.y + 1}} {
		if s.has(q) {
			near = append(near, q)
		}
	}
	return near
}

// refRegion is a connected set of points and the points next to it. A chain is
// one, so is territory, and so is an eye with opposing stones in it.
type refRegion struct{ points, border []refPoint }

// flood walks along the lines from start over points of the given colours as
// far as it can. start itself belongs to the region whatever stands there.
func (s refPosition) flood(start refPoint, over ...refColor) refRegion {
	seen := make([]bool, len(s.colors))
	seen[start.y*s.width+start.x] = true
	region := refRegion{points: []refPoint{start}}
	for i := 0; i < len(region.points); i++ {
		for _, q := range s.neighbors(region.points[i]) {
			if seen[q.y*s.width+q.x] {
				continue
			}
			seen[q.y*s.width+q.x] = true
			if slices.Contains(over, s.at(q)) {
				region.points = append(region.points, q)
			} else {
				region.border = append(region.border, q)
			}
		}
	}
	return region
}

// regions divides the points of the given colours into maximal regions.
func (s refPosition) regions(over ...refColor) []refRegion {
	var regions []refRegion
	found := make([]bool, len(s.colors))
	for _, p := range s.all() {
		if found[p.y*s.width+p.x] || !slices.Contains(over, s.at(p)) {
			continue
		}
		region := s.flood(p, over...)
		for _, q := range region.points {
			found[q.y*s.width+q.x] = true
		}
		regions = append(regions, region)
	}
	return regions
}

// chains lists the chains of both colours.
func (s refPosition) chains() []refRegion {
	return append(s.regions(refBlack), s.regions(refWhite)...)
}

// liberties counts the empty points next to a chain.
func (s refPosition) liberties(chain refRegion) int { return s.beside(chain, refEmpty) }

// beside counts the points of a colour next to a region.
func (s refPosition) beside(region refRegion, color refColor) int {
	n := 0
	for _, p := range region.border {
		if s.at(p) == color {
			n++
		}
	}
	return n
}

// after is the position that a play leaves, whether or not it is legal. First
// every opposing chain without liberties goes (Ikeda rule 3, taken stones), then the chain
// of the stone just played if it has none itself (lost stones).
func (s refPosition) after(color refColor, p refPoint) (next refPosition, taken, lost int) {
	next = s.put(color, p)
	var removed []refPoint
	for _, chain := range next.regions(color.other()) {
		if next.liberties(chain) == 0 {
			removed = append(removed, chain.points...)
		}
	}
	next = next.put(refEmpty, removed...)
	if own := next.flood(p, color); next.liberties(own) == 0 {
		lost = len(own.points)
		next = next.put(refEmpty, own.points...)
	}
	return next, len(removed), lost
}

// territories lists the empty regions from which every path first meets a
// stone of this colour (Ikeda definition 5). On an empty board no path meets
// any stone, so it is nobody's.
func (s refPosition) territories(color refColor) []refRegion {
	var own []refRegion
	for _, region := range s.regions(refEmpty) {
		if s.beside(region, color) > 0 && s.beside(region, color.other()) == 0 {
			own = append(own, region)
		}
	}
	return own
}

// independentLife marks the points of a colour's independent life and counts
// its groups: regions without opposing stones that touch no dame and hold no
// chain in atari. Dame are empty, so a region that touches one contains it. An
// empty region with no stone of the colour in it is no group at all.
func (s refPosition) independentLife(color refColor) (life map[refPoint]bool, groups int) {
	spoiled := map[refPoint]bool{}
	for _, region := range s.regions(refEmpty) {
		if s.beside(region, refBlack) > 0 && s.beside(region, refWhite) > 0 {
			for _, dame := range region.points {
				spoiled[dame] = true
			}
		}
	}
	for _, chain := range s.regions(color) {
		if s.liberties(chain) == 1 {
			spoiled[chain.points[0]] = true
		}
	}
	life = map[refPoint]bool{}
	for _, region := range s.regions(refEmpty, color) {
		stones, independent := 0, true
		for _, p := range region.points {
			if s.at(p) == color {
				stones++
			}
			independent = independent && !spoiled[p]
		}
		if stones == 0 || !independent {
			continue
		}
		groups++
		for _, p := range region.points {
			life[p] = true
		}
	}
	return life, groups
}

// refForcePoints is the size up to which aliveness is searched: within so many
// points the opponent's plays can all be tried in a moment.
const refForcePoints = 16

// alive marks the stones of a colour that no sequence of opposing plays alone
// can remove (Ikeda Japan II, rule 7).
func (s refPosition) alive(color refColor) map[refPoint]bool {
	if len(s.colors) <= refForcePoints {
		return s.aliveByForce(color)
	}
	return s.aliveByBenson(color)
}

// aliveByForce is the definition itself: it visits every position that
// opposing plays alone can lead to, each once, and keeps the stones that stand
// in all of them. The opponent captures but commits no suicide.
func (s refPosition) aliveByForce(color refColor) map[refPoint]bool {
	alive := s.standing(color)
	seen := map[refPosition]bool{s: true}
	for todo := []refPosition{s}; len(todo) > 0 && len(alive) > 0; {
		now := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range now.all() {
			if now.at(p) != refEmpty {
				continue
			}
			next, _, lost := now.after(color.other(), p)
			if lost > 0 || seen[next] {
				continue
			}
			seen[next] = true
			todo = append(todo, next)
			for q := range alive {
				if next.at(q) != color {
					delete(alive, q)
				}
			}
		}
	}
	return alive
}

// aliveByBenson decides the same by unconditional life (Benson 1976). A chain
// needs two vital regions; one that lacks them can be taken, so it is taken
// off the board and the rest is looked at again until nothing changes. Taking
// it off spoils every region it bordered, as it must: its points become empty
// points of that region, and none of them is next to another chain, or the two
// would have been one.
func (s refPosition) aliveByBenson(color refColor) map[refPoint]bool {
	for {
		var lost []refPoint
		regions := s.regions(refEmpty, color.other())
		for _, chain := range s.regions(color) {
			vital := 0
			for _, region := range regions {
				if s.vital(region, chain) {
					vital++
				}
			}
			if vital < 2 {
				lost = append(lost, chain.points...)
			}
		}
		if len(lost) == 0 {
			return s.standing(color)
		}
		s = s.put(refEmpty, lost...)
	}
}

// vital says whether all empty points of a region, at least one, are liberties
// of a chain: while the chain has another liberty elsewhere, the opponent can
// fill the last of them only by suicide.
func (s refPosition) vital(region, chain refRegion) bool {
	liberties := map[refPoint]bool{}
	for _, p := range chain.border {
		liberties[p] = s.at(p) == refEmpty
	}
	empty := 0
	for _, p := range region.points {
		if s.at(p) != refEmpty {
			continue
		}
		if !liberties[p] {
			return false
		}
		empty++
	}
	return empty > 0
}

// standing marks the stones of a colour.
func (s refPosition) standing(color refColor) map[refPoint]bool {
	stones := map[refPoint]bool{}
	for _, p := range s.all() {
		if s.at(p) == color {
			stones[p] = true
		}
	}
	return stones
}
