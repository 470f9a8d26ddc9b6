package search

import (
	"math"

	"gtpgo/internal/rules"
)

// worker is one thread of a search, with everything that it alone writes to.
type worker struct {
	player
	s            *Search
	adviser      *adviser // nil without a net
	asked        bool     // the net, of the position where the playout leaves the tree
	share        float64  // of the net in the playout's value
	scorer       *scorer
	extract      extractor
	features     features
	list         []candidate
	pos          rules.Position
	path         []*node  // from the root down
	seen         []uint64 // positions on the path, for superko
	owners       owners
	ownersByMove [maxPoints]*owners // by the first move, if asked for; nil for none yet
	margins      margins
	wins         float64            // of Black's
	byMove       [maxPoints]margins // by the first move
	count        int                // playouts
	first        [maxPoints]rules.Color
}

const maxPoints = 1024

// reset clears what the last search summed up.
func (w *worker) reset() {
	w.owners, w.ownersByMove = owners{}, [maxPoints]*owners{}
	w.margins, w.wins, w.byMove = margins{}, 0, [maxPoints]margins{}
	w.count = 0
}

// run makes playouts until the search is told to stop or reaches its limit.
func (w *worker) run() {
	for w.s.halt.Load() == running {
		if n := w.s.started.Add(1); n > w.s.limit {
			return
		}
		w.playout()
	}
}

// playout makes one playout: descend, expand, play to the end, back up.
func (w *worker) playout() {
	s := w.s
	w.pos.Copy(s.root)
	w.moves = w.moves[:0]
	w.path = append(w.path[:0], &s.tree.nodes[0])
	w.seen = w.seen[:0]
	key := s.rootKey
	n := &s.tree.nodes[0]
	n.stats.Add(oneVisit)
	w.asked = false
	ended := false
	for !ended {
		kids := s.tree.children(n)
		if kids == nil {
			if n.stats.visits() < s.steering.ExpandAt && len(w.path) > 1 || !w.expand(n, key) {
				break
			}
			if w.asked && len(w.path) > 1 {
				break // what the net says of this position counts
			}
			kids = s.tree.children(n)
		}
		w.asked = false
		n = w.pick(n, kids)
		n.stats.Add(oneVisit) // virtual loss until the value comes
		c := w.pos.ToPlay
		m := rules.Move{Color: c, Point: n.point()}
		key = w.pos.KeyAfter(key, m)
		w.pos.Play(m, s.rules)
		w.path = append(w.path, n)
		w.moves = append(w.moves, m)
		w.seen = s.history.Push(w.seen, key, c)
		ended = w.pos.Ended()
	}
	var margin float64
	w.share = 0
	if w.asked {
		if w.share = w.params.NetShare; w.rng.next()&255 < s.alone {
			w.share = 1
		}
	}
	switch {
	case ended && !s.rules.AgreedDead:
		margin = w.scorer.terminal(&w.pos)
		w.ownTerritory(&w.pos.Board)
	case w.share == 1:
		w.own(&w.pos.Board)
	default:
		offset := w.scorer.offset(&w.pos)
		w.board.Copy(&w.pos.Board)
		last, _ := w.lastMoves()
		w.heavy(w.pos.ToPlay, last)
		margin = w.scorer.margin(&w.board, offset)
		w.own(&w.board)
	}
	w.backup(margin)
}

// pick returns the child to try: the best sum of a value and a bonus. The
// value is the mean of the playouts mixed with RAVE while they are few (Gelly
// and Silver 2011, section 4.2); the bonus, after PUCT, is large for likely
// moves that were tried little.
func (w *worker) pick(n *node, kids []node) *node {
	visits, sum := n.stats.read()
	visits-- // this playout, whose value is not known yet
	if kids[0].shared.Load() {
		// Who else leads here has tried the moves too.
		if all, value := tried(kids); all > visits {
			visits, sum = all, all-value
		}
	}
	first := 0.5
	if visits > 0 {
		first = 1 - sum/visits // the node's value is the opponent's
	}
	p := w.s.steering
	if visits > 0 {
		first -= p.FirstLoss
	}
	count, start := p.FirstCount, p.FirstCount*first
	bonus := p.PriorWeight * math.Sqrt(visits+1)
	rave, equivalence := p.RaveEquivalence > 0, 1/p.RaveEquivalence
	best, bestValue := &kids[0], math.Inf(-1)
	for i := range kids {
		k := &kids[i]
		n, sum := k.stats.read()
		m := n + count
		value := (sum + start) / m
		if rave {
			if raves, raveSum := k.rave.read(); raves > 0 {
				beta := raves / (raves + m + raves*m*equivalence)
				value += beta * (raveSum/raves - value)
			}
		}
		if value += bonus * float64(k.prior) / (1 + n); value > bestValue {
			best, bestValue = k, value
		}
	}
	return best
}

// tried returns the number of playouts through some nodes, and the sum of their values.
func tried(nodes []node) (visits, sum float64) {
	for i := range nodes {
		n, s := nodes[i].stats.read()
		visits, sum = visits+n, sum+s
	}
	return visits, sum
}

// value returns the value of a result, 0 to 1, for the one whose chance to win and margin it
// is, on a board of that many points: the chance, and in the part of scoreWeight how large
// the margin is.
func (p *Params) value(win, margin float64, points int, scoreWeight float64) float64 {
	x := 0.5 + 0.5*max(-1, min(1, margin/(p.ScoreRange*float64(points))))
	return win + scoreWeight*(x-win)
}

// backup adds the result to the nodes of the path and, by RAVE, to their siblings.
func (w *worker) backup(margin float64) {
	w.count++
	win := rules.Win(margin)
	if w.share > 0 {
		chance, lead := w.opinion()
		win += w.share * (chance - win)
		margin += w.share * (lead - margin)
	}
	result := w.params.value(win, margin, w.s.root.Size()*w.s.root.Size(), w.s.scoreWeight)
	w.margins.add(margin)
	w.wins += win
	black := uint64(result*valueUnit + 0.5)
	value := [3]uint64{rules.Black: black, rules.White: valueUnit - black}
	if len(w.path) > 1 {
		w.byMove[w.path[1].move].add(margin)
	}
	if w.s.steering.RaveEquivalence > 0 {
		w.backupRave(value)
	}
	for d, n := range w.path {
		n.stats.Add(value[w.mover(d).Other()]) // the mover into n is not the one to move
	}
}

// mover returns who is to move at depth d of the path.
func (w *worker) mover(d int) rules.Color {
	if d&1 != 0 {
		return w.s.rootColor.Other()
	}
	return w.s.rootColor
}

// backupRave adds the result to the siblings of the nodes of the path whose move the
// same player made first somewhere below.
func (w *worker) backupRave(value [3]uint64) {
	for i := len(w.moves) - 1; i >= len(w.path)-1; i-- {
		w.first[w.moves[i].Point] = w.moves[i].Color
	}
	for d := len(w.path) - 1; d >= 0; d-- {
		c := w.mover(d)
		kids := w.s.tree.children(w.path[d])
		for i := range kids {
			if w.first[kids[i].move] == c {
				kids[i].rave.Add(oneVisit | value[c])
			}
		}
		if d > 0 {
			if m := w.moves[d-1]; m.Point != rules.Pass {
				w.first[m.Point] = m.Color
			}
		}
	}
	for _, m := range w.moves {
		w.first[m.Point] = rules.Empty
	}
}
