package teacher

import (
	"fmt"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
)

// Seen is a position with what the net sees of it, all from the side to move.
type Seen struct {
	Input net.Input
	Color rules.Color // to move
	Win   float64     // its chance, 0 to 1
	Lead  float64     // its lead in points, komi taken off
	*Position
}

// OwnerAt returns the mean owner of a point, 1 for the side to move; 0 where it is not
// known.
func (s *Seen) OwnerAt(p rules.Point) float64 {
	if s.Owner == nil {
		return 0
	}
	return rules.ForColor(s.Owner[p], s.Color)
}

// Each plays the game and calls do with each of its positions. An error is that of do,
// or says what is wrong with the game.
func (g *Game) Each(do func(*Seen) error) error {
	r, ok := rules.FindRuleset(g.Rules)
	if !ok {
		return fmt.Errorf("unknown rules %q", g.Rules)
	}
	mode := net.ModeOf(&r)
	b, c := rules.NewBoard(g.Size), rules.Black
	s := new(Seen)
	var last [net.LastMoves]rules.Point
	var prisoners [3]int // by who took them
	for i := range g.Positions {
		pos := &g.Positions[i]
		s.Position, s.Color, s.Win, s.Lead = pos, c, pos.WinRate, rules.ForColor(pos.Lead, c)
		if c == rules.White {
			s.Win = 1 - pos.WinRate
		}
		ahead := -g.Komi
		if mode == net.TerritoryMode {
			ahead += float64(prisoners[rules.Black] - prisoners[rules.White])
		}
		s.Input.Fill(b, c, last, mode, rules.ForColor(ahead, c))
		if err := do(s); err != nil {
			return err
		}
		if pos.Move == rules.Pass {
			b.LiftKo()
		} else {
			if b.At(pos.Move) != rules.Empty {
				return fmt.Errorf("move %d is on a stone", i+1)
			}
			captured, suicided := b.Place(pos.Move, c)
			prisoners[c] += captured
			prisoners[c.Other()] += suicided
		}
		copy(last[1:], last[:])
		last[0] = pos.Move
		c = c.Other()
	}
	return nil
}
