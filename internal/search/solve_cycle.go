package search

import (
	"context"
	"slices"

	"gtpgo/internal/rules"
)

// solveGraph is all that can be reached from a root under simple ko, on a
// board so small that it fits into memory. Values are found from the ends of
// games backwards (retrograde analysis), so that cycles need no care: a value
// that no end gives is that of endless play.
type solveGraph struct {
	s      *solver // for geometry and rules
	states []solveState
	next   [][]solveEdge
}

// solveEdge is a move, noMove for a pass, and the number of the state it leads
// to.
type solveEdge struct {
	to    int32
	point uint8
}

// graphMaxSize is the largest board that a solveGraph is made for, and
// graphStateSize about the bytes that a state of it takes.
const (
	graphMaxSize   = 3
	graphStateSize = 300
	endlessMargin  = 1 << 10 // of endless play, beyond every count
	// leastGraphNodes is a limit from which on the states of a board of
	// graphMaxSize are worth counting: there may be as many.
	leastGraphNodes = 1 << 17
)

// newSolveGraph returns nil if ctx is done or the limits do not allow as many
// states.
func newSolveGraph(ctx context.Context, s *solver, root *solveState, limits SolveLimits) *solveGraph {
	g := &solveGraph{s: s}
	index := map[solveState]int32{}
	visit := func(st *solveState) int32 {
		i, ok := index[*st]
		if !ok {
			i = int32(len(g.states))
			index[*st] = i
			g.states = append(g.states, *st)
		}
		return i
	}
	visit(root)
	for i := 0; i < len(g.states); i++ {
		if i&255 == 0 && ctx.Err() != nil || limits.Nodes > 0 && i >= limits.Nodes || i > limits.Memory/graphStateSize {
			return nil
		}
		st := g.states[i]
		var edges []solveEdge
		if !st.ended {
			var all proof
			for _, m := range s.moves(nil, &st, 1, noMove-1, &all) {
				edges = append(edges, solveEdge{visit(&m.state), uint8(m.point)})
			}
			passed, _ := st.pass(s.r)
			edges = append(edges, solveEdge{visit(&passed), noMove})
		}
		g.next = append(g.next, edges)
	}
	return g
}

// values returns the value of every state for Black if endless play is lost
// for one side, and when each came to its value: one that a state owes to its
// moves stood before.
func (g *solveGraph) values(lost rules.Color) (values []int, when []int) {
	endless := -sign(lost) * endlessMargin
	values, when = make([]int, len(g.states)), make([]int, len(g.states))
	for i := range g.states {
		values[i] = endless
		if st := &g.states[i]; st.ended {
			values[i] = g.s.g.margin(st.board, st.late, st.firstPass, g.s.r)
		}
	}
	for time, changed := 1, true; changed; {
		changed = false
		for i := len(g.states) - 1; i >= 0; i-- {
			if g.states[i].ended {
				continue
			}
			v := values[g.next[i][0].to]
			for _, e := range g.next[i][1:] {
				if g.states[i].toPlay == rules.Black {
					v = max(v, values[e.to])
				} else {
					v = min(v, values[e.to])
				}
			}
			if v != values[i] {
				values[i], when[i], changed = v, time, true
				time++
			}
		}
	}
	return values, when
}

// keeping returns the moves that keep the value of state i.
func (g *solveGraph) keeping(i int, values []int) (edges []solveEdge) {
	for _, e := range g.next[i] {
		if values[e.to] == values[i] {
			edges = append(edges, e)
		}
	}
	return edges
}

// move returns a move from state i for the rules.
func (g *solveGraph) move(i int, e solveEdge) rules.Move {
	m := rules.Move{Color: g.states[i].toPlay, Point: rules.Pass}
	if e.point != noMove {
		m.Point = g.s.g.point(int(e.point))
	}
	return m
}

// cycles solves the job by the whole graph; nil if that is too much.
func (j *solveJob) cycles(s *solver) *Solution {
	if j.g.width > graphMaxSize || s.r.Scoring == rules.TerritoryScoring {
		return nil // what is captured in a cycle is no part of a state
	}
	if j.g.width == graphMaxSize && j.limits.Nodes > 0 && j.limits.Nodes < leastGraphNodes {
		return nil
	}
	g := newSolveGraph(j.ctx, s, &j.root.solveState, j.limits)
	if g == nil {
		return nil
	}
	low, soonLow := g.values(rules.Black)
	high, soonHigh := g.values(rules.White)
	out := &Solution{Lower: j.result(low[0]), Upper: j.result(high[0]), Solved: true, Nodes: len(g.states)}
	values, when := low, soonLow
	if j.root.toPlay == rules.White {
		values, when = high, soonHigh
	}
	for _, e := range g.keeping(0, values) {
		out.Best = append(out.Best, g.move(0, e))
	}
	for i := 0; !g.states[i].ended; {
		// The side that must not repeat takes the move that got its value
		// first: each step goes back in time, so there is an end.
		e := slices.MinFunc(g.keeping(i, values), func(a, b solveEdge) int { return when[a.to] - when[b.to] })
		out.Line = append(out.Line, g.move(i, e))
		i = int(e.to)
	}
	return out
}
