package engine

import (
	"cmp"
	"fmt"
	"slices"

	"gtpgo/internal/rules"
)

// ReadRecord plays the main line of the first game of an SGF file under r, as
// LoadSGF does; komi is for records that name none. An error is ErrLoad.
func ReadRecord(data []byte, r rules.Ruleset, komi rules.Decimal) (*rules.Game, error) {
	rec, err := parseSGF(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLoad, err)
	}
	game, err := playRecord(rec, 0, r, komi)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLoad, err)
	}
	return game, nil
}

// WriteRecord returns a game as an SGF file without a line end, application
// being its AP property. info holds further properties of the game by their
// identifiers, as PB and RE; those that parseSGF does not keep are left out.
func WriteRecord(g *rules.Game, application string, info map[string]string) string {
	size := g.Size()
	point := func(p rules.Point) sgfPoint {
		x, y := p.XY(size)
		return sgfPoint{x, size - 1 - y}
	}
	letter := func(c rules.Color) byte { return [...]byte{rules.Black: 'B', rules.White: 'W'}[c] }
	rec := &sgfRecord{Size: size, Komi: g.Komi().String(), Handicap: g.Handicap(), Rules: g.Rules().Name,
		Application: application, Info: info}
	root := sgfStep{Player: letter(g.First())}
	stones := slices.Clone(g.Stones())
	slices.SortFunc(stones, func(a, b rules.Move) int { // row by row from the top, as the reader has them
		p, q := point(a.Point), point(b.Point)
		return cmp.Or(p.Y-q.Y, p.X-q.X)
	})
	for _, s := range stones {
		if s.Color == rules.Black {
			root.Black = append(root.Black, point(s.Point))
		} else {
			root.White = append(root.White, point(s.Point))
		}
	}
	// Without PL the colour of the first move tells who was to play.
	moves := g.Moves()
	if len(stones) > 0 || g.First() == rules.White || len(moves) > 0 && moves[0].Color != g.First() {
		rec.Steps = append(rec.Steps, root)
	}
	for _, m := range moves {
		step := sgfStep{Move: true, Color: letter(m.Color), Pass: m.Point == rules.Pass}
		if !step.Pass {
			step.Point = point(m.Point)
		}
		rec.Steps = append(rec.Steps, step)
	}
	if n := len(moves); n > 0 && g.Position().ToPlay == moves[n-1].Color {
		rec.Steps = append(rec.Steps, sgfStep{Player: letter(g.Position().ToPlay)}) // gogui-setup_player
	}
	return formatSGF(rec)
}
