package teacher

import (
	"errors"
	"fmt"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
)

// Seen is a position with what the net sees of it, all from the side to move.
type Seen struct {
	Input net.Input
	Win   float64 // its chance, 0 to 1
	Lead  float64 // its lead in points, komi taken off
	*Position
	*Walk // to the position; only to be looked at
}

// OwnerAt returns the mean owner of a point, 1 for the side to move; 0 where it is not
// known.
func (s *Seen) OwnerAt(p rules.Point) float64 {
	if s.Owner == nil {
		return 0
	}
	return rules.ForColor(s.Owner[p], s.Color)
}

// Each plays the game and calls do with each of its positions that has a label. An error
// is that of do, or says what is wrong with the game.
func (g *Game) Each(do func(*Seen) error) error {
	w, err := g.Walk()
	if err != nil {
		return err
	}
	s := &Seen{Walk: w}
	for i := range g.Positions {
		pos := &g.Positions[i]
		if pos.Policy != nil {
			s.Position, s.Win, s.Lead = pos, pos.WinRate, rules.ForColor(pos.Lead, w.Color)
			if w.Color == rules.White {
				s.Win = 1 - pos.WinRate
			}
			w.Fill(&s.Input)
			if err := do(s); err != nil {
				return err
			}
		}
		if err := w.Play(pos.Move); err != nil {
			return fmt.Errorf("move %d %w", i+1, err)
		}
	}
	return nil
}

// Walk is a position on the way through a game.
type Walk struct {
	Board     *rules.Board
	Color     rules.Color                // to move
	Last      [net.LastMoves]rules.Point // the newest first, Pass for none
	mode      net.Mode
	komi      float64
	prisoners [3]int // by who took them
}

// Walk begins a way through the game, whose moves need not be those of g.Positions.
func (g *Game) Walk() (*Walk, error) {
	r, ok := rules.FindRuleset(g.Rules)
	if !ok {
		return nil, fmt.Errorf("unknown rules %q", g.Rules)
	}
	return &Walk{Board: rules.NewBoard(g.Size), Color: rules.Black, mode: net.ModeOf(&r), komi: g.Komi}, nil
}

// Fill sets the input of the net to the position.
func (w *Walk) Fill(in *net.Input) {
	ahead := -w.komi
	if w.mode == net.TerritoryMode {
		ahead += float64(w.prisoners[rules.Black] - w.prisoners[rules.White])
	}
	in.Fill(w.Board, w.Color, w.Last, w.mode, rules.ForColor(ahead, w.Color))
}

// Play makes a move. Nothing is asked of it but that its point is empty.
func (w *Walk) Play(p rules.Point) error {
	if p == rules.Pass {
		w.Board.LiftKo()
	} else {
		if w.Board.At(p) != rules.Empty {
			return errors.New("is on a stone")
		}
		captured, suicided := w.Board.Place(p, w.Color)
		w.prisoners[w.Color] += captured
		w.prisoners[w.Color.Other()] += suicided
	}
	copy(w.Last[1:], w.Last[:])
	w.Last[0] = p
	w.Color = w.Color.Other()
	return nil
}
