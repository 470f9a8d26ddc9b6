package search

import (
	"context"
	"errors"

	"gtpgo/internal/rules"
)

// SolveLimits say when a solver gives up. Zero means no limit but that of the
// context, and the least memory.
type SolveLimits struct {
	Nodes    int
	Memory   int                 // bytes for the table of proofs
	NoLine   bool                // the moves are enough, no line of play is asked for
	Progress func(SolveProgress) // told when bounds or depth change; nil for nobody
}

// SolveProgress is how far a solver has come.
type SolveProgress struct {
	Lower, Upper rules.Decimal // the result is between them, Black less White
	Depth, Nodes int
}

// Solution is what is proved of a position: the result with best play by both
// sides, under the rules and after the history of its game, or bounds on it.
type Solution struct {
	Lower, Upper rules.Decimal // Black less White, komi and compensation taken off
	// Solved: the result is known. Where a cycle may go on for ever, Lower is
	// the result if repetition loses for Black, and Upper if it loses for White.
	Solved bool
	Best   []rules.Move // moves that keep Lower for Black, or Upper for White
	Open   []rules.Move // moves of which that could not be decided
	Line   []rules.Move // play from here on, each move one of the best
	Nodes  int
}

// Exact reports whether there is one result, whatever cycles.
func (s *Solution) Exact() bool { return s.Solved && s.Lower.Sub(s.Upper).Sign() == 0 }

// The positions that are not for the solver.
var (
	ErrSolveSize = errors.New("board too large to be solved")
	ErrSolveDead = errors.New("rules with agreed dead stones cannot be solved")
	// Under these rules, who kills his own stones can go on for ever alone.
	ErrSolveKo = errors.New("suicide without superko for it cannot be solved")
)

// Solve finds the exact result of the game's position with c to move, or
// bounds on it when limits or ctx end it.
//
// Each question is whether Black gets so many points; the answer is yes, no or unknown,
// and the latter is asked again with more effort. With superko the search goes by proof
// numbers (see count), under simple ko by depth (see prove).
//
// With superko a value depends on the positions that stood before, so that a
// table of proofs is wrong if it goes by position: the graph-history-interaction
// problem (Murray Campbell, "The graph-history interaction: on ignoring position
// history", 1985). As Akihiro Kishimoto and Martin Mueller do ("A general
// solution to the graph history interaction problem", AAAI 2004), a proof found
// on one path is used on another only if it holds there; but here each carries
// what it depends on (see proof) in place of being played through again. The
// rest follows Erik van der Werf, Jaap van den Herik and Jos Uiterwijk, "Solving
// Go on small boards", ICGA Journal 26 (2003), and van der Werf and Mark
// Winands, "Solving Go for rectangular boards", ICGA Journal 32 (2009): Benson's
// life for bounds, symmetry, moves by what they proved before.
//
// Van der Werf and others take a value under basic ko that is the same whoever
// repetition loses for as that under superko. Here it is not taken so: the proof
// may come back to a board with the other side to move or another pass before it,
// which is no repetition there, but forbidden by positional superko.
//
// Under simple ko play may go on for ever, which is then counted as lost for
// Black, and for White. On boards whose states fit into memory both values come
// from the ends backwards (see solveGraph), else from two searches. There a proof for the side that loses by repetition ends
// every line and so holds after any history; one for the other side may rest on
// coming back to a state, and is kept only if that state is its own.
func Solve(ctx context.Context, game *rules.Game, c rules.Color, limits SolveLimits) (*Solution, error) {
	switch {
	case game.Size() > SolveMaxSize:
		return nil, ErrSolveSize
	case game.Rules().AgreedDead:
		return nil, ErrSolveDead
	case game.Rules().Suicide && (game.Rules().Ko == rules.SimpleKo || game.Rules().Ko == rules.IkedaKo):
		return nil, ErrSolveKo
	}
	g := newGrid(game.Size(), game.Size())
	job := &solveJob{ctx: ctx, g: g, game: game, root: newSolveRoot(g, game, c), limits: limits}
	job.offset = game.Count(game.Rules(), nil)
	if job.root.ended {
		margin := job.offset.Margin()
		return &Solution{Lower: margin, Upper: margin, Solved: true}, nil
	}
	if game.Rules().Ko != rules.SimpleKo {
		s := job.solver(rules.Empty)
		lo, hi := job.search(s)
		return job.solution(s, lo, hi, lo == hi), nil
	}
	if found := job.cycles(job.solver(rules.Black)); found != nil {
		return found, nil
	}
	return job.repetitions(), nil
}

// repetitions solves the job under simple ko by two searches.
func (j *solveJob) repetitions() *Solution {
	black, white := j.solver(rules.Black), j.solver(rules.White)
	lo, high := j.search(black)
	white.nodes = black.nodes
	low, hi := j.search(white)
	mover := black
	if j.root.toPlay == rules.White {
		mover = white
	}
	mover.nodes = white.nodes
	mover.halt = mover.halt || white.halt
	return j.solution(mover, lo, hi, lo == high && low == hi)
}

// solveJob is one call of Solve.
type solveJob struct {
	ctx    context.Context
	g      *grid
	game   *rules.Game
	root   *solveRoot
	offset *rules.Count // of the root, for what is taken off a result
	limits SolveLimits
}

// solver returns a solver for the root. lost is who loses by repetition under
// simple ko.
func (j *solveJob) solver(lost rules.Color) *solver {
	s := &solver{g: j.g, r: j.game.Rules(), superko: lost == rules.Empty, lost: lost, group: 1<<j.g.symmetries() - 1,
		ctx: j.ctx, limit: j.limits.Nodes}
	memory := j.limits.Memory
	if s.superko {
		s.past = j.root.past
		for i := range j.g.symmetries() {
			for _, key := range s.past {
				if b := unkey(key); j.g.turnStones(b, i) != b {
					s.group &^= 1 << i
				}
			}
		}
	} else {
		memory /= 2 // there are two of them
	}
	s.table = newSolveTable(memory)
	return s
}

// result returns a margin from the root on as that of the game.
func (j *solveJob) result(points int) rules.Decimal {
	return rules.Halves(2 * (points + j.root.ahead - j.offset.Compensation)).Sub(j.game.Komi())
}

// ask answers whether Black gets bound points more from the root on.
func (j *solveJob) ask(s *solver, bound, effort int) verdict {
	_, turn := s.canonical(j.root.board)
	v, _ := s.decide(&j.root.solveState, bound, effort, s.fixing(s.group, &j.root.solveState), turn)
	return v
}

// search narrows the bounds, with more effort each time, until they meet or the solver
// is halted.
func (j *solveJob) search(s *solver) (lo, hi int) {
	lo, hi = s.wide()
	narrow := j.halve
	if !s.superko {
		narrow = j.nudge
	}
	for effort := 1; lo < hi && !s.halt && effort < maxSolveDepth; effort++ {
		lo, hi = narrow(s, lo, hi, effort)
		if j.limits.Progress != nil {
			j.limits.Progress(SolveProgress{j.result(lo), j.result(hi), effort, s.nodes})
		}
	}
	return lo, hi
}

// halve asks for the middle between two bounds, and next to them where that is not
// decided, until nothing is; one answer takes about as long as another.
func (j *solveJob) halve(s *solver, lo, hi, effort int) (low, high int) {
	for decided := true; decided && lo < hi; {
		decided = false
		middle := hi - (hi-lo)/2
		for i, bound := range [...]int{middle, lo + 1, hi} {
			if i > 0 && bound == middle {
				continue // as they meet
			}
			switch j.ask(s, bound, effort) {
			case unknown:
				continue
			case yes:
				lo = bound
			case no:
				hi = bound - 1
			}
			decided = true
			break
		}
	}
	return lo, hi
}

// nudge asks for the next better and the next worse bound, to a depth, until that is
// not decided.
func (j *solveJob) nudge(s *solver, lo, hi, depth int) (low, high int) {
	s.round, s.hope = s.round+1, rules.Black
	for lo < hi && j.ask(s, lo+1, depth) == yes {
		lo++
	}
	s.round, s.hope = s.round+1, rules.White
	for lo < hi && !s.halt {
		v := j.ask(s, hi, depth)
		if v == unknown {
			break
		}
		if v == yes {
			lo = hi
		} else {
			hi--
		}
	}
	return lo, hi
}

// solution adds the best moves and a line to what is proved.
func (j *solveJob) solution(s *solver, lo, hi int, solved bool) *Solution {
	out := &Solution{Lower: j.result(lo), Upper: j.result(hi), Solved: solved}
	if solved {
		value := lo
		if j.root.toPlay == rules.White {
			value = hi
		}
		walk := &solveWalk{s: s, state: j.root.solveState, value: value}
		out.Best, out.Open = walk.best(false)
		if !j.limits.NoLine {
			out.Line = walk.line(out.Best)
		}
	}
	out.Nodes = s.nodes
	return out
}
