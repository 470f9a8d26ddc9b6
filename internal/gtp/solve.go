package gtp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

func solveCommands() []command {
	return []command{
		{Name: "gtpgo-solve", Args: "[COLOR] [nodes N | time SECONDS | memory MB]...", Spec: specOwn, Group: groupAnalysis, Max: 7, Run: runSolve,
			Help: "the exact value with best play, 5x5 at most, all best moves and a line, or the bounds proved within the limits; 60 seconds if none is given"},
	}
}

// solveTime is the limit of gtpgo-solve where none is given.
const solveTime = 60 * time.Second

// readSolve reads the arguments of gtpgo-solve; c is the colour if none is
// given, and a limit of 0 is none.
func readSolve(a *Args, c rules.Color) (rules.Color, search.SolveLimits, time.Duration) {
	var limits search.SolveLimits
	limit, given := solveTime, false
	switch strings.ToLower(a.Peek()) {
	case "", "nodes", "time", "memory":
	default:
		c = a.Color()
	}
	for a.More() {
		switch key := strings.ToLower(a.Word("limit")); key {
		case "nodes":
			limits.Nodes = a.Int(key, 0, 1<<53)
			if !given {
				limit = 0
			}
		case "time":
			limit, given = time.Duration(a.Int(key, 0, 1<<30))*time.Second, true
		case "memory":
			limits.Memory = a.memory(key)
		default:
			a.Fail(ErrSyntax)
		}
	}
	return c, limits, limit
}

// memory takes a number of megabytes, as the parameter of that name, and returns
// bytes.
func (a *Args) memory(name string) int {
	n := a.Int(name, 1, 1<<20)
	if a.Err() != nil {
		return 0
	}
	var c engine.Config
	if err := c.Set("memory", strconv.Itoa(n)); err != nil {
		a.Fail(Failure(err.Error()))
	}
	return c.Memory
}

func runSolve(ctx context.Context, s *Session, a *Args, r *Reply) error {
	c, limits, limit := readSolve(a, s.Engine.Game().Position().ToPlay)
	if a.Err() != nil {
		return a.Err()
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	found, err := s.Engine.Solve(ctx, c, limits)
	for _, refused := range []error{search.ErrSolveSize, search.ErrSolveDead, search.ErrSolveKo} {
		if errors.Is(err, refused) {
			return Failure(refused.Error())
		}
	}
	switch {
	case err != nil:
		return err
	case !found.Solved:
		return Failure(fmt.Sprintf("unsolved, %s to %s after %d nodes", found.Lower.Result(), found.Upper.Result(), found.Nodes))
	case found.Exact():
		r.Line("value " + found.Lower.Result())
	default: // as repetition loses for Black, and for White
		r.Line("bounds " + found.Lower.Result() + " " + found.Upper.Result())
	}
	line := func(name string, moves []rules.Move) {
		if len(moves) == 0 {
			return // the game is over, or time was
		}
		for _, m := range moves {
			name += " " + FormatVertex(s.size(), m.Point)
		}
		r.Line(name)
	}
	line("best", found.Best)
	line("open", found.Open)
	line("line", found.Line)
	r.Line(fmt.Sprintf("nodes %d", found.Nodes))
	return nil
}
