package gtp

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gtpgo/internal/rules"
)

func setupCommands() []command {
	return []command{
		{Name: "boardsize", Args: "SIZE", Help: "set the number of lines, 1 to 25, and clear the board", Spec: specGTP,
			Group: groupSetup, Min: 1, Max: 2, Run: runBoardsize},
		{Name: "clear_board", Help: "start a new game", Spec: specGTP, Group: groupSetup,
			Run: func(_ context.Context, s *Session, _ *Args, _ *Reply) error { s.Engine.ClearBoard(); return nil }},
		{Name: "komi", Args: "NUMBER", Help: "set the points that White gets, any finite decimal", Spec: specGTP,
			Group: groupSetup, Min: 1, Max: 1, Run: runKomi},
		{Name: "fixed_handicap", Args: "COUNT", Help: "put handicap stones on their fixed points", Spec: specGTP,
			Group: groupSetup, Min: 1, Max: 1, Run: runHandicap((*Session).fixedHandicap)},
		{Name: "place_free_handicap", Args: "COUNT", Help: "put handicap stones where the engine likes", Spec: specGTP,
			Group: groupSetup, Min: 1, Max: 1, Run: runHandicap((*Session).freeHandicap)},
		{Name: "set_free_handicap", Args: "VERTEX...", Help: "put handicap stones on the given points", Spec: specGTP,
			Group: groupSetup, Max: -1, Run: runSetHandicap},
		{Name: "loadsgf", Args: "FILE [MOVE]", Help: "load a game record, up to before a move", Spec: specGTP,
			Group: groupSetup, Min: 1, Max: -1, Run: runLoadSGF},
		{Name: "printsgf", Args: "[FILE]", Help: "the game as a record, or write it to a file", Spec: specGNU,
			Group: groupSetup, Max: -1, Run: runPrintSGF},
		{Name: "savesgf", Args: "FILE", Help: "write the game to a file as a record", Spec: specGNU,
			Group: groupSetup, Min: 1, Max: -1, Run: runPrintSGF},
	}
}

func runBoardsize(_ context.Context, s *Session, a *Args, _ *Reply) error {
	size := a.Int("size", math.MinInt, math.MaxInt)
	if a.More() && a.Int("height", math.MinInt, math.MaxInt) != size && a.Err() == nil {
		return ErrUnacceptableSize
	}
	if a.Err() != nil {
		return a.Err()
	}
	return failed(s.Engine.Boardsize(size))
}

func runKomi(_ context.Context, s *Session, a *Args, _ *Reply) error {
	komi := a.Decimal("komi")
	if a.Err() == nil {
		s.Engine.SetKomi(komi)
	}
	return a.Err()
}

func (s *Session) fixedHandicap(n int) ([]rules.Point, error) { return s.Engine.FixedHandicap(n) }
func (s *Session) freeHandicap(n int) ([]rules.Point, error)  { return s.Engine.FreeHandicap(n) }

// runHandicap makes a handler of a function that puts n stones.
func runHandicap(put func(*Session, int) ([]rules.Point, error)) handler {
	return func(_ context.Context, s *Session, a *Args, r *Reply) error {
		n := a.Int("count", math.MinInt, math.MaxInt)
		if a.Err() != nil {
			return a.Err()
		}
		points, err := put(s, n)
		if err != nil {
			return failed(err)
		}
		r.Printf("%s", formatVertices(s.size(), points))
		return nil
	}
}

func (s *Session) size() int { return s.Engine.Game().Size() }

func runSetHandicap(_ context.Context, s *Session, a *Args, _ *Reply) error {
	var points []rules.Point
	for a.More() {
		points = append(points, a.Vertex(s.size()))
	}
	if a.Err() != nil {
		return fmt.Errorf("%w: %w", ErrBadVertexList, a.Err())
	}
	return failed(s.Engine.SetHandicap(points))
}

func runLoadSGF(_ context.Context, s *Session, a *Args, _ *Reply) error {
	path, n := a.Path("file"), 0
	if a.More() {
		n = max(1, a.Int("move", 0, math.MaxInt)) // before move 0 is the start, too (GoGui's adapter, KataGo)
	}
	if a.End(); a.Err() != nil {
		return a.Err()
	}
	return failed(s.Engine.LoadSGF(path, n))
}

func runPrintSGF(_ context.Context, s *Session, a *Args, r *Reply) error {
	record := s.Engine.SGF("gtpgo:" + s.Version)
	if !a.More() {
		r.Printf("%s", strings.TrimRight(record, "\n"))
		return nil
	}
	path := a.Path("file")
	if a.End(); a.Err() != nil {
		return a.Err()
	}
	return saveFile(path, record)
}
