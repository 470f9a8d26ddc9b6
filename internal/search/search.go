package search

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
)

// Config is what a Search is made with.
type Config struct {
	Memory  int    // bytes for the tree
	Threads int    // workers, at least 1
	Seed    uint64 // with one thread, position, limits and seed fix the result
	Params  Params
	Net     *net.Net // that has a say in the search; nil for none
}

// Search looks for good moves by Monte-Carlo tree search: UCT's tree (Kocsis
// and Szepesvari, "Bandit based Monte-Carlo Planning", 2006) with RAVE and
// priors in place of the exploration term. It is used from one goroutine at a
// time; Run starts its workers and waits for them.
type Search struct {
	config  Config
	weights *Weights
	trees   [2]*tree // the tree in use, and a spare to copy the kept part to
	tree    *tree
	workers []*worker

	// The task in hand, set by Run.
	rules     *rules.Ruleset
	root      *rules.Position // one for all tasks, as it is large
	rootColor rules.Color
	rootKey   uint64
	recent    [net.LastMoves]rules.Point // the last moves of the game, the newest first
	mode      net.Mode
	history   *rules.History
	game      *rules.Game
	avoid     func(m rules.Move, ply int) bool
	barren    *rules.PointSet // where no play gains anything any more
	perMove   bool            // keep owners by first move
	limit     int64
	plain     bool // the net is not asked
	steering  *Steering
	alone     uint64 // Params.NetAlone, or 0 on boards that the net has not learned

	scoreWeight float64
	started     atomic.Int64
	halt        atomic.Int32 // workers return when it is not running

	// What the tree in use belongs to.
	treeKey   uint64
	treeMoves int
	treeColor rules.Color
	treeGame  *rules.Game
}

// Limits say when a search ends: at whichever comes first of these, the end of
// its context and a full count. Zero means no limit.
type Limits struct {
	Playouts int
	Fresh    bool // begin with an empty tree and leave the kept one alone
	// Salt is mixed into the seed, so that the same position can be searched in
	// several ways.
	Salt uint64
	// OneThread uses one worker, whatever the configuration, so that the result
	// depends on position, limits and seed only.
	OneThread bool
	// Plain leaves the net out.
	Plain bool
	// Avoid names moves not to be looked at, ply moves below the root, 0 for its
	// own; nil for none. If it leaves none, that is a pass.
	Avoid func(m rules.Move, ply int) bool
	// ScoreWeight, if not 0, takes the place of Params.ScoreWeight: a search that
	// asks who lives must not let the loser of the game throw stones away.
	ScoreWeight float64
	// MovesOwnership asks for MoveReport.Ownership.
	MovesOwnership bool
	// At each tick the search stands still for a moment and Progress is given
	// what it has found so far; it says whether to go on. Both nil for none.
	Ticks    <-chan time.Time
	Progress func(*Report) (goOn bool)
}

// States of Search.halt.
const (
	running = iota
	pausing // to report progress
	stopping
)

// New makes a Search; it reserves the memory of its trees, which the system
// hands over only as it is used.
func New(c Config) *Search {
	nodes := max(nodesIn(c.Memory/2), 2048)
	s := &Search{config: c, weights: defaultWeights(), root: new(rules.Position), trees: [2]*tree{newTree(nodes), newTree(nodes)}}
	s.renew()
	return s
}

// renew gives the search empty trees and new workers.
func (s *Search) renew() {
	s.tree = s.trees[1]
	s.tree.reset()
	s.swap()
	s.Forget()
	s.workers = nil
	for range max(s.config.Threads, 1) {
		s.workers = append(s.workers, &worker{s: s, adviser: newAdviser(s.config.Net),
			player: player{params: &s.config.Params, gammas: defaultGammas(), accept: defaultAccept()}})
	}
}

// Threads returns the number of workers.
func (s *Search) Threads() int { return len(s.workers) }

// Value returns what a result with that margin is worth, 0 to 1, to a search
// with that weight of the score.
func (s *Search) Value(margin float64, points int, scoreWeight float64) float64 {
	return s.config.Params.value(rules.Win(margin), margin, points, scoreWeight)
}

// Forget drops the tree of the last search.
func (s *Search) Forget() {
	s.treeGame = nil
	s.tree.reset()
}

// Run searches the game's position with c to move, until a limit is reached or
// ctx is done, and returns what it found. It makes one playout at least, unless
// the tree is full, so that there is something to return.
func (s *Search) Run(ctx context.Context, g *rules.Game, c rules.Color, limits Limits) *Report {
	whole := false
	defer func() {
		if !whole { // a panic, which may have left anything behind
			s.renew()
		}
	}()
	s.prepare(g, c, limits)
	defer s.watch(ctx, limits.Ticks)()
	workers := s.workers
	if limits.OneThread {
		workers = workers[:1]
	}
	if s.limit > 0 {
		s.started.Add(1)
		workers[0].playout()
	}
	for {
		s.work(workers)
		if !s.halt.CompareAndSwap(pausing, running) {
			break
		}
		if !limits.Progress(s.report()) {
			break
		}
	}
	r := s.report()
	if limits.Fresh {
		s.tree.reset()
		s.swap()
	}
	whole = true
	return r
}

// work lets the workers run until they stop. A panic of one of them stops all,
// and goes on in the caller's goroutine when they stand still.
func (s *Search) work(workers []*worker) {
	var group sync.WaitGroup
	var failed atomic.Pointer[WorkerPanic]
	run := func(w *worker) {
		defer func() {
			if p := recover(); p != nil {
				failed.CompareAndSwap(nil, &WorkerPanic{p, debug.Stack()})
				s.halt.Store(stopping)
			}
		}()
		w.run()
	}
	for _, w := range workers[1:] {
		group.Go(func() { run(w) })
	}
	run(workers[0])
	group.Wait()
	if p := failed.Load(); p != nil {
		panic(p)
	}
}

// WorkerPanic is the panic of a worker, as Run passes it on.
type WorkerPanic struct {
	reason any
	stack  []byte
}

func (p *WorkerPanic) String() string { return fmt.Sprint(p.reason) }

// Stack returns the stack of the worker.
func (p *WorkerPanic) Stack() []byte { return p.stack }

// watch makes the workers pause at each tick and stop when ctx is done; the
// function that it returns ends it.
func (s *Search) watch(ctx context.Context, ticks <-chan time.Time) (end func()) {
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-ctx.Done():
				s.halt.Store(stopping)
				return
			case <-ticks:
				s.halt.CompareAndSwap(running, pausing)
			case <-done:
				return
			}
		}
	})
	return func() {
		close(done)
		group.Wait()
	}
}

// prepare sets the task and finds the tree for it.
func (s *Search) prepare(g *rules.Game, c rules.Color, limits Limits) {
	s.game = g
	s.root.Copy(g.Position())
	s.root.ToPlay = c
	s.rootColor, s.rules, s.rootKey = c, g.Rules(), s.root.Key()
	s.history = g.History(c)
	s.barren = s.root.Barren()
	moves := g.Moves()
	s.recent = [net.LastMoves]rules.Point{}
	for i := range min(len(moves), len(s.recent)) {
		s.recent[i] = moves[len(moves)-1-i].Point
	}
	s.mode, s.plain, s.steering = net.ModeOf(s.rules), limits.Plain, &s.config.Params.Plain
	if s.advised() {
		s.steering, s.alone = &s.config.Params.Advised, s.config.Params.NetAlone
		if n := s.root.Size(); n < net.LeastSize || n > net.MostSize {
			s.alone = 0
		}
	}
	s.avoid, s.perMove = limits.Avoid, limits.MovesOwnership
	if s.scoreWeight = limits.ScoreWeight; s.scoreWeight == 0 {
		s.scoreWeight = s.config.Params.ScoreWeight
	}
	s.halt.Store(running)
	s.started.Store(0)
	if limits.Fresh {
		s.swap()
		s.tree.reset()
	} else if !s.reuse(moves, c) || limits.Avoid != nil {
		s.tree.reset()
		s.treeGame = nil
	}
	if !limits.Fresh && limits.Avoid == nil {
		s.treeGame, s.treeMoves, s.treeColor, s.treeKey = g, len(moves), c, s.rootKey
	}
	s.limit = maxVisits - int64(s.tree.nodes[0].stats.visits())
	if limits.Playouts > 0 {
		s.limit = min(s.limit, int64(limits.Playouts))
	}
	for i, w := range s.workers {
		w.rng = mix(s.config.Seed, limits.Salt, s.rootKey, uint64(len(moves)), uint64(c), uint64(i))
		w.scorer = newScorer(g)
		w.reset()
	}
}

func (s *Search) swap() {
	if s.tree == s.trees[0] {
		s.tree = s.trees[1]
	} else {
		s.tree = s.trees[0]
	}
}

// reuse makes the part of the last tree that the moves since lead to the tree
// in use; it reports whether there is one.
func (s *Search) reuse(moves []rules.Move, c rules.Color) bool {
	if s.treeGame != s.game || len(moves) < s.treeMoves {
		return false
	}
	n, turn := &s.tree.nodes[0], s.treeColor
	for _, m := range moves[s.treeMoves:] {
		if m.Color != turn {
			return false
		}
		if n = s.tree.child(n, m.Point); n == nil {
			return false
		}
		turn = turn.Other()
	}
	if turn != c || len(moves) == s.treeMoves && s.treeKey != s.rootKey {
		return false
	}
	if n == &s.tree.nodes[0] {
		return true
	}
	from := s.tree
	s.swap()
	from.keep(s.tree, n)
	return true
}

// allowed reports whether the engine may play p at the root: never a move that
// repeats a position of the game.
func (s *Search) allowed(p rules.Point) bool {
	m := rules.Move{Color: s.rootColor, Point: p}
	return s.game.Legal(m) == nil && !s.game.Stood(m)
}

// avoided reports whether the limits forbid to look at the move, ply moves
// below the root.
func (s *Search) avoided(m rules.Move, ply int) bool { return s.avoid != nil && s.avoid(m, ply) }
