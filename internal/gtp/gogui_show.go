package gtp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gtpgo/internal/rules"
)

// The entries of the analyze menu that show what follows from board and rules
// without a search.

// sideOf takes a colour; without one it is the side to move.
func (s *Session) sideOf(a *Args) rules.Color {
	if !a.More() {
		return s.Engine.Game().Position().ToPlay
	}
	return a.Color()
}

func runLegalMap(_ context.Context, s *Session, a *Args, r *Reply) error {
	c := s.sideOf(a)
	if a.Err() != nil {
		return a.Err()
	}
	game := s.Engine.Game()
	var legal, ko, suicide []rules.Point
	var labels []note
	fromTop(s.size(), func(p rules.Point) {
		var why *rules.Illegal
		switch errors.As(game.Legal(rules.Move{Color: c, Point: p}), &why); {
		case why == nil:
			legal = append(legal, p)
		case why.Reason == rules.Suicide:
			suicide = append(suicide, p)
			labels = append(labels, note{p, "su"})
		case why.Reason == rules.KoBan:
			ko = append(ko, p)
			labels = append(labels, note{p, "ko"})
		case why.Reason == rules.Superko:
			ko = append(ko, p)
			labels = append(labels, note{p, "sk" + strconv.Itoa(why.Repeats)})
		}
	})
	g := gfx{size: s.size()}
	g.mark("COLOR #a0e0a0", legal)
	g.mark("COLOR #ffd040", ko)
	g.mark("COLOR #ff9090", suicide)
	g.notes("LABEL", labels)
	g.text("%s: %d legal, forbidden: ko %d, suicide %d", c, len(legal), len(ko), len(suicide))
	g.print(r)
	return nil
}

// runRepetitions plays the game through and looks for positions that stood
// before, whatever the rules say of them.
func runRepetitions(_ context.Context, s *Session, _ *Args, r *Reply) error {
	game := s.Engine.Game()
	var pos rules.Position
	pos.Reset(s.size())
	for _, m := range game.Stones() {
		pos.Place(m.Point, m.Color)
	}
	after := map[uint64][]string{pos.Key(): {"0"}}
	for i, m := range game.Moves() {
		pos.Play(m, game.Rules())
		if m.Point == rules.Pass {
			continue // the position stands on
		}
		key, n := pos.Key(), strconv.Itoa(i+1)
		if before := after[key]; before != nil {
			r.Line(fmt.Sprintf("after move %s (%s %s): as after %s", n, m.Color, FormatVertex(s.size(), m.Point),
				strings.Join(before, ", ")))
		}
		after[key] = append(after[key], n)
	}
	return nil
}

func runTerritory(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	if err := s.Engine.JudgeToCount(ctx); err != nil {
		return err
	}
	pos, count, scoring := s.Engine.Game().Position(), s.Engine.FinalCount(), s.Engine.Game().Rules().Scoring
	s.printBoard(r, func(p rules.Point) string {
		owner := count.Owners[p]
		stands := pos.At(p) == owner // its stone counts, not an empty point
		if stands && scoring == rules.TerritoryScoring || !stands && scoring == rules.StoneScoring {
			return "0"
		}
		return [...]string{rules.Empty: "0", rules.Black: "1", rules.White: "-1"}[owner]
	})
	return nil
}

func runJudged(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	if err := s.Engine.Judge(ctx); err != nil {
		return err
	}
	dead, seki := s.Engine.Judged(ctx)
	g := gfx{size: s.size()}
	g.mark("MARK", dead)
	g.mark("SQUARE", seki)
	counts := "count as they stand"
	if s.Engine.Game().Rules().AgreedDead {
		counts = "are agreed on"
	}
	g.text("%d stones dead, %d in seki; by the rules stones %s", len(dead), len(seki), counts)
	g.print(r)
	return nil
}

// runEditDead is gtpgo-dead as GoGui's editable lists want it: "show" prints
// the points, an empty list is a list.
func runEditDead(ctx context.Context, s *Session, a *Args, r *Reply) error {
	if strings.EqualFold(a.Peek(), "show") {
		a.Word("show")
		if a.End(); a.Err() != nil {
			return a.Err()
		}
		return s.printDead(ctx, r)
	}
	points, err := s.points(a)
	if err != nil {
		return err
	}
	return failed(s.Engine.SetDead(points))
}

// points takes vertices, to the end.
func (s *Session) points(a *Args) ([]rules.Point, error) {
	var points []rules.Point
	for a.More() {
		points = append(points, a.Vertex(s.size()))
	}
	return points, a.Err()
}

func runAlive(_ context.Context, s *Session, _ *Args, r *Reply) error {
	pos := s.Engine.Game().Position()
	black, white := pos.Alive(rules.Black), pos.Alive(rules.White)
	s.printBoard(r, func(p rules.Point) string {
		if black[p] || white[p] {
			return "green"
		}
		return ""
	})
	return nil
}

func runSafeFill(_ context.Context, s *Session, a *Args, r *Reply) error {
	c := s.sideOf(a)
	if a.Err() != nil {
		return a.Err()
	}
	if p := s.Engine.Game().SafeFill(c); p != rules.Pass {
		r.Printf("%s", FormatVertex(s.size(), p))
	}
	return nil
}

func runLiberties(_ context.Context, s *Session, _ *Args, r *Reply) error {
	pos := s.Engine.Game().Position()
	s.printBoard(r, func(p rules.Point) string {
		if pos.Chain(p) == 0 {
			return ""
		}
		return strconv.Itoa(pos.Liberties(p))
	})
	return nil
}

func runAtari(_ context.Context, s *Session, _ *Args, r *Reply) error {
	pos := s.Engine.Game().Position()
	var list []rules.Point
	pos.Points(func(p rules.Point) {
		if pos.Liberties(p) == 1 {
			list = append(list, p)
		}
	})
	r.Printf("%s", formatVertices(s.size(), list))
	return nil
}

func runEyes(_ context.Context, s *Session, _ *Args, r *Reply) error {
	pos := s.Engine.Game().Position()
	s.printBoard(r, func(p rules.Point) string {
		switch {
		case pos.At(p) != rules.Empty:
		case pos.EyeLike(p, rules.Black):
			return "blue"
		case pos.EyeLike(p, rules.White):
			return "cyan"
		}
		return ""
	})
	return nil
}

// stones returns the chain at p, nothing if p is empty.
func stones(pos *rules.Position, p rules.Point) []rules.Point {
	if pos.Chain(p) == 0 {
		return nil
	}
	list := []rules.Point{p}
	for q := pos.NextStone(p); q != p; q = pos.NextStone(q) {
		list = append(list, q)
	}
	return list
}

func liberties(pos *rules.Position, p rules.Point) []rules.Point {
	if pos.Chain(p) == 0 {
		return nil
	}
	return pos.AppendLiberties(nil, p)
}

// runOnPoint makes a handler that lists points that belong to one.
func runOnPoint(list func(*rules.Position, rules.Point) []rules.Point) handler {
	return func(_ context.Context, s *Session, a *Args, r *Reply) error {
		p := a.Vertex(s.size())
		if a.Err() != nil {
			return a.Err()
		}
		r.Printf("%s", formatVertices(s.size(), list(s.Engine.Game().Position(), p)))
		return nil
	}
}

func runChainData(ctx context.Context, s *Session, a *Args, r *Reply) error {
	p := a.Vertex(s.size())
	if a.Err() != nil {
		return a.Err()
	}
	pos := s.Engine.Game().Position()
	c, libs := pos.At(p), liberties(pos, p)
	if pos.Chain(p) == 0 {
		r.Line(FormatVertex(s.size(), p) + ": no stone")
		return nil
	}
	if err := s.Engine.Judge(ctx); err != nil {
		return err
	}
	status := "alive"
	if dead, seki := s.Engine.Judged(ctx); slices.Contains(dead, p) {
		status = "dead"
	} else if slices.Contains(seki, p) {
		status = "in seki"
	}
	r.Line(fmt.Sprintf("%s: %s chain of %d", FormatVertex(s.size(), p), c, pos.ChainSize(p)))
	r.Line(fmt.Sprintf("liberties: %d %s", len(libs), formatVertices(s.size(), libs)))
	r.Line("judged: " + status)
	r.Line(fmt.Sprintf("unconditionally alive: %t", pos.Alive(c)[p]))
	return nil
}
