package engine

import (
	"context"
	"maps"
	"math"
	"slices"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// Playouts know little of eyes that are none, of seki and of capturing races. So
// where the life of chains is in doubt, or they look dead but whoever came to take
// them would be short of liberties, the engine plays the matter out: moves round
// about the chains only, stones counting as they stand, until both sides pass or
// the chains are gone.

const (
	sureFate     = 0.8  // mean ownership of a chain from which on its fate is not in doubt
	surePoint    = 0.7  // of an empty point, from which on it is somebody's
	openShare    = 0.25 // part of the board's points that nobody owns, from which on the game is too open for fights
	maxFights    = 6    // played out in one position
	maxSpace     = 12   // empty points of a fight at most: in more, moves of few playouts are not good enough
	fightPlies   = 30   // moves of a fight at most
	movePlayouts = 600  // for each of them
	wonOwner     = 0.97 // mean ownership of a chain at which its fight is over
	fewLiberties = 3    // of a chain that may not be able to take what it surrounds
	sekiSpace    = 7    // empty points of a seki at most
)

// fight is about chains that touch, or stand in one space.
type fight struct {
	chains []rules.Point // one stone of each chain whose fate is asked for
	region map[rules.Point]bool
}

// chainState is what the judgement knows of a chain.
type chainState struct {
	color  rules.Color
	stones []rules.Point
	owner  float64 // mean ownership of its points, 1 for its own colour
	safe   bool    // unconditionally alive
}

// looks returns the fate that the owners of its points speak for.
func (s *chainState) looks() Status {
	if s.owner < -deadBelow {
		return Dead
	}
	return Alive
}

// doubtful reports whether the playouts do not agree on the chain's fate.
func (s *chainState) doubtful() bool { return !s.safe && s.owner < sureFate && s.owner > -sureFate }

// arena is a position to be judged, with what is known of its chains.
type arena struct {
	pos       *rules.Position
	chains    map[uint16]*chainState
	ownership []float64
}

// newArena looks at each chain of the position once.
func newArena(pos *rules.Position, ownership []float64) *arena {
	a := &arena{pos: pos, chains: map[uint16]*chainState{}, ownership: ownership}
	safe := [3]*rules.PointSet{rules.Black: pos.Alive(rules.Black), rules.White: pos.Alive(rules.White)}
	pos.Points(func(p rules.Point) {
		k := pos.Chain(p)
		if k == 0 || a.chains[k] != nil {
			return
		}
		s := &chainState{color: pos.At(p), stones: chainStones(&pos.Board, p), safe: safe[pos.At(p)][p]}
		for _, q := range s.stones {
			s.owner += rules.ForColor(ownership[q], s.color)
		}
		s.owner /= float64(len(s.stones))
		a.chains[k] = s
	})
	return a
}

// open reports whether too many points are nobody's for the end of a game.
func (a *arena) open() bool {
	n := 0
	a.pos.Points(func(p rules.Point) {
		if a.pos.At(p) == rules.Empty && math.Abs(a.ownership[p]) < surePoint {
			n++
		}
	})
	return float64(n) > openShare*float64(a.pos.Size()*a.pos.Size())
}

// at returns the chain at p, nil for none.
func (a *arena) at(p rules.Point) *chainState { return a.chains[a.pos.Chain(p)] }

// fights lists what is to be played out.
func (a *arena) fights() (list []*fight) {
	a.pos.Points(func(p rules.Point) {
		s := a.at(p)
		if s == nil || s.stones[0] != p || !a.disputed(s) {
			return
		}
		f := a.newFight(p)
		rest := list[:0]
		for _, o := range list {
			if f.meets(o) {
				f.join(o)
			} else {
				rest = append(rest, o)
			}
		}
		list = append(rest, f)
	})
	return list
}

// meets reports whether two fights have points in common.
func (f *fight) meets(o *fight) bool {
	for p := range o.region {
		if f.region[p] {
			return true
		}
	}
	return false
}

// join makes two fights one.
func (f *fight) join(o *fight) {
	f.chains = append(f.chains, o.chains...)
	maps.Copy(f.region, o.region)
}

// disputed reports whether the chain is in doubt, or looks dead although an
// opposing chain next to it has few liberties: that may be a seki.
func (a *arena) disputed(s *chainState) bool {
	if s.safe || s.owner >= sureFate || s.owner <= -sureFate && a.pos.Liberties(s.stones[0]) == 1 {
		return false
	}
	return s.doubtful() || len(a.space(s)) <= sekiSpace && slices.ContainsFunc(a.opponents(s), func(o *chainState) bool {
		return !o.safe && o.owner > -sureFate && a.pos.Liberties(o.stones[0]) <= fewLiberties
	})
}

// opponents returns the opposing chains next to a chain.
func (a *arena) opponents(s *chainState) (list []*chainState) {
	for _, p := range s.stones {
		for _, q := range a.pos.Neighbors(p) {
			if o := a.at(q); o != nil && o.color != s.color && !slices.Contains(list, o) {
				list = append(list, o)
			}
		}
	}
	return list
}

// space returns the empty points that can be reached from a chain without crossing
// opposing stones, or own ones that surely live.
func (a *arena) space(s *chainState) (empty []rules.Point) {
	seen := map[rules.Point]bool{}
	for list := slices.Clone(s.stones); len(list) > 0; list = list[1:] {
		for _, p := range a.pos.Neighbors(list[0]) {
			o := a.at(p)
			if seen[p] || a.pos.At(p) != rules.Empty && (o == nil || o.color != s.color || o.safe || o.owner >= sureFate) {
				continue
			}
			seen[p] = true
			list = append(list, p)
			if o == nil {
				empty = append(empty, p)
			}
		}
	}
	return empty
}

// newFight returns the fight about the chain at p. Its region is the space of the
// chain, and the opposing chains that may be taken, with their liberties.
func (a *arena) newFight(p rules.Point) *fight {
	f := &fight{chains: []rules.Point{p}, region: map[rules.Point]bool{}}
	for _, q := range slices.Concat(a.at(p).stones, a.space(a.at(p))) {
		f.region[q] = true
	}
	for _, o := range a.opponents(a.at(p)) {
		if o.safe || a.pos.Liberties(o.stones[0]) > fewLiberties && o.owner >= sureFate {
			continue
		}
		for _, q := range o.stones {
			f.region[q] = true
			for _, n := range a.pos.Neighbors(q) {
				if a.pos.At(n) == rules.Empty {
					f.region[n] = true
				}
			}
		}
	}
	return f
}

// game returns a game that begins with the fight, c to move. What is surely dead
// elsewhere is gone, what surely is territory elsewhere is filled up to single
// eyes, so that playouts are short, and komi is such that the fight decides.
func (a *arena) game(f *fight, c rules.Color) *rules.Game {
	set := rules.Ruleset{Axes: rules.Axes{Ko: rules.PositionalKo, Scoring: rules.AreaScoring}} // stones count as they stand
	b := rules.NewBoard(a.pos.Size())
	var stones []rules.Move
	put := func(p rules.Point, c rules.Color) {
		b.Place(p, c)
		stones = append(stones, rules.Move{Color: c, Point: p})
	}
	a.pos.Points(func(p rules.Point) {
		if s := a.at(p); s != nil && (f.region[p] || s.safe || s.owner > -sureFate) {
			put(p, s.color)
		}
	})
	a.pos.Points(func(p rules.Point) {
		if x, y := p.XY(a.pos.Size()); (x+y)%2 == 0 && b.At(p) == rules.Empty && !f.region[p] && math.Abs(a.ownership[p]) >= sureFate {
			if c := owner(a.ownership[p]); a.fillable(f, b, p, c) {
				put(p, c)
			}
		}
	})
	g := rules.NewGame(a.pos.Size(), set, rules.Decimal{})
	_ = g.Setup(stones, c, 0) // all have liberties
	g.SetKomi(rules.Halves((halves(g, a.stake(f, rules.Black)) + halves(g, a.stake(f, rules.White))) / 2))
	return g
}

// owner returns the colour that a positive or negative ownership speaks for.
func owner(x float64) rules.Color {
	if x < 0 {
		return rules.White
	}
	return rules.Black
}

// fillable reports whether a stone of c at p leaves an eye next to it and comes
// near to nothing else.
func (a *arena) fillable(f *fight, b *rules.Board, p rules.Point, c rules.Color) bool {
	eye := false
	for _, q := range b.Neighbors(p) {
		if b.At(q) == c.Other() || f.region[q] {
			return false
		}
		eye = eye || b.At(q) == rules.Empty && rules.ForColor(a.ownership[q], c) >= sureFate
	}
	return eye
}

// empties returns the number of empty points of a fight.
func (a *arena) empties(f *fight) (n int) {
	for p := range f.region {
		if a.pos.At(p) == rules.Empty {
			n++
		}
	}
	return n
}

// stake returns the stones of c that the fight is about.
func (a *arena) stake(f *fight, c rules.Color) (list []rules.Point) {
	for _, p := range f.chains {
		if s := a.at(p); s.color == c {
			list = append(list, s.stones...)
		}
	}
	return list
}

// halves returns the margin of a game without some stones, in half points and
// without komi.
func halves(g *rules.Game, dead []rules.Point) int {
	n := g.Count(g.Rules(), dead)
	return n.Halves(rules.Black) - n.Halves(rules.White)
}

// outcome is how a fight ended.
type outcome struct {
	owners  *rules.Owners
	board   *rules.Board // nil if it was clear before the end
	unmoved bool         // both sides passed at once
}

// over returns the outcome if the report leaves no doubt about any chain of the
// fight, else nil.
func (a *arena) over(f *fight, r *search.Report) *outcome {
	o := &outcome{owners: new(rules.Owners)}
	for _, p := range f.chains {
		s, sum := a.at(p), 0.0
		for _, q := range s.stones {
			sum += r.Ownership[q]
		}
		if math.Abs(sum) < wonOwner*float64(len(s.stones)) {
			return nil
		}
		o.owners[p] = owner(sum)
	}
	return o
}

// playOut plays a fight out, c moving first; it returns nil if ctx cuts it short.
func (e *Engine) playOut(ctx context.Context, a *arena, f *fight, c rules.Color) *outcome {
	g := a.game(f, c)
	limits := judging(movePlayouts)
	limits.Avoid = func(m rules.Move, _ int) bool { return m.Point != rules.Pass && !f.region[m.Point] }
	for ply := 0; ply < fightPlies && !g.Position().Ended(); ply++ {
		r := e.judges().Run(ctx, g, c, limits)
		if r.Playouts < movePlayouts || len(r.Moves) == 0 || g.Play(rules.Move{Color: c, Point: r.Moves[0].Move}) != nil {
			return nil
		}
		if o := a.over(f, r); o != nil {
			return o
		}
		c = c.Other()
	}
	board := &g.Position().Board
	return &outcome{board.Territory(), board, len(g.Moves()) == 2} // then both are passes
}

// won returns how many stones of the fight are on points of c at its end.
func (o *outcome) won(a *arena, f *fight, c rules.Color) (n int) {
	for _, p := range f.chains {
		if o.owners[p] == c {
			n += len(a.at(p).stones)
		}
	}
	return n
}

// settleFights plays out what is in doubt, each side moving first once, and
// writes the fates down; a chain is left in doubt if it depends on who moves first, or
// there was too much to play.
func (e *Engine) settleFights(ctx context.Context, a *arena, j *judgement) {
	for i, f := range a.fights() {
		if i >= maxFights || a.empties(f) > maxSpace {
			a.leave(f, j)
			continue
		}
		first, second := e.playOut(ctx, a, f, a.pos.ToPlay), e.playOut(ctx, a, f, a.pos.ToPlay.Other())
		if first == nil || second == nil {
			a.leave(f, j)
			continue
		}
		// Who finds nothing after a pass of the opponent had that choice as the first
		// to move, too.
		if toPlay := a.pos.ToPlay; second.unmoved && first.won(a, f, toPlay) > second.won(a, f, toPlay) {
			second = first
		} else if first.unmoved && second.won(a, f, toPlay.Other()) > first.won(a, f, toPlay.Other()) {
			first = second
		}
		owners, others := first.owners, second.owners
		for _, p := range f.chains {
			s := a.at(p)
			lives := owners[p] == s.color
			if lives != (others[p] == s.color) {
				j.leave(s)
				continue // who moves first matters: the playouts have to say
			}
			if lives && !s.doubtful() && (first.board == nil || second.board == nil) {
				continue // a seki shows at the end of the fight only
			}
			fate := Alive
			if !lives {
				fate = Dead
			}
			j.setFate(s, fate)
		}
		for _, p := range f.chains {
			if first.board != nil {
				j.endedInSeki(a, first.board, a.at(p))
			}
		}
		for _, p := range f.chains {
			j.readSiege(a, a.at(p))
		}
	}
}

// leave notes that the chains of a fight are in doubt.
func (a *arena) leave(f *fight, j *judgement) {
	for _, p := range f.chains {
		j.leave(a.at(p))
	}
}

const (
	siegeSpace = 8    // points of a siege at most
	siegeNodes = 8000 // positions looked at
	wallOut    = 2    // liberties elsewhere of a chain that does not fall meanwhile
)

// readSiege corrects the fate of a chain with little room by what reading it out
// finds, where it dies though its owner moves first, or lives though the other does.
func (j *judgement) readSiege(a *arena, s *chainState) {
	region, inner, ok := a.siege(s)
	if !ok {
		return
	}
	read := func(c rules.Color) (captured, known bool) {
		return search.Captured(&a.pos.Board, s.stones[0], region, c, siegeNodes)
	}
	p := s.stones[0]
	if dies, known := read(s.color); known && dies {
		j.settle(s, Dead)
		for _, o := range inner {
			j.settle(o, Alive)
		}
	} else if j.status[p] == Dead && known {
		if dies, known := read(s.color.Other()); known && !dies {
			j.settle(s, Alive)
		}
	}
}

// siege returns the space of a chain with the opposing chains that stand in it, inner,
// and their points; ok is false if that is too much, or if a chain around may fall
// instead.
func (a *arena) siege(s *chainState) (region []rules.Point, inner []*chainState, ok bool) {
	space := a.space(s)
	if len(space) > siegeSpace {
		return nil, nil, false
	}
	region = space
	var around []*chainState
	for _, p := range slices.Concat(s.stones, space) {
		for _, q := range a.pos.Neighbors(p) {
			if o := a.at(q); o != nil && o.color != s.color && !slices.Contains(around, o) {
				around = append(around, o)
			}
		}
	}
	var libs [64]rules.Point
	for _, o := range around {
		out := 0
		for _, l := range a.pos.AppendLiberties(libs[:0], o.stones[0]) {
			if !slices.Contains(space, l) {
				out++
			}
		}
		switch {
		case out == 0 && !o.safe:
			inner = append(inner, o)
			region = append(region, o.stones...)
		case out < wallOut && !o.safe:
			return nil, nil, false
		}
	}
	return region, inner, len(region) <= siegeSpace
}

// endedInSeki calls a chain and its opponents alive in seki if, at the end of its
// fight, it stands and shares a liberty that neither side can fill without putting
// its own stones in atari.
func (j *judgement) endedInSeki(a *arena, end *rules.Board, s *chainState) {
	p := s.stones[0]
	if end.At(p) != s.color || j.status[p] == Dead {
		return
	}
	var libs [64]rules.Point
	for _, l := range end.AppendLiberties(libs[:0], p) {
		if !end.HasLibertiesAfter(l, rules.Black, 2) && !end.HasLibertiesAfter(l, rules.White, 2) {
			j.noteSeki(a, end, l)
		}
	}
}

// judges returns the search that judges positions: one of its own, so that the
// seed of play does not matter.
func (e *Engine) judges() *search.Search {
	if e.judging == nil {
		e.judging = search.New(search.Config{Memory: min(e.config.Memory, judgeMemory), Threads: 1, Seed: 1,
			Params: search.DefaultParams(), Net: e.config.Net.weights()})
	}
	return e.judging
}

// judgeMemory is the memory of the search that judges, in bytes.
const judgeMemory = 64 << 20
