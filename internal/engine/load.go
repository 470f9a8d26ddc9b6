package engine

import (
	"errors"
	"fmt"
	"io"
	"os"

	"gtpgo/internal/rules"
)

// ErrLoad is returned for a game record that cannot be read or played.
var ErrLoad = errors.New("cannot load game record")

// LoadSGF reads a game record from a file: size, komi if given, handicap and
// set-up, and the moves of the main line, those before move number n only if n
// is above 0. The rules stay as they are, whatever RU says. Moves that break
// the ko rule or are suicides stand, as the game was played so; a stone on a
// stone is ErrLoad. Set-up in mid game starts the history anew.
func (e *Engine) LoadSGF(path string, n int) error {
	data, err := readRegular(path, maxSGFSize)
	if errors.Is(err, errIrregular) {
		err = fmt.Errorf("%s is no regular file", path)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLoad, err)
	}
	rec, err := parseSGF(data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLoad, err)
	}
	game, err := playRecord(rec, n, *e.game.Rules(), e.game.Komi())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLoad, err)
	}
	*e.game = *game
	e.restart()
	return nil
}

var errIrregular = errors.New("not a regular file")

// readRegular returns what is in a file, but no more than one byte beyond most. A
// pipe or a device, which may keep the reader waiting for ever, is errIrregular, as
// is a folder.
func readRegular(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errIrregular
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// playRecord plays a record under r up to move n, all of it if n is 0; komi is
// for records that name none.
func playRecord(rec *sgfRecord, n int, r rules.Ruleset, komi rules.Decimal) (*rules.Game, error) {
	if rec.Komi != "" {
		var err error
		if komi, err = rules.ParseDecimal(rec.Komi); err != nil {
			return nil, err
		}
	}
	g := rules.NewGame(rec.Size, r, komi)
	steps := rec.Steps
	if n > 0 {
		steps = rec.upTo(n)
	}
	toldPlayer := false // PL says who is to play first
	for i, step := range steps {
		if !step.Move {
			if err := setupStep(g, rec, &step, i == 0); err != nil {
				return nil, err
			}
			toldPlayer = toldPlayer || step.Player != 0
			continue
		}
		m := rules.Move{Color: sgfColor(step.Color), Point: rules.Pass}
		if !step.Pass {
			m.Point = rules.PointAt(rec.Size, step.Point.X, rec.Size-1-step.Point.Y)
		}
		if len(g.Moves()) == 0 && !toldPlayer {
			g.SetToPlay(m.Color)
		}
		toldPlayer = false
		if err := g.Record(m); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	// The side of the next recorded move is to play, where there is one.
	if len(steps) < len(rec.Steps) && rec.Steps[len(steps)].Move {
		g.SetToPlay(sgfColor(rec.Steps[len(steps)].Color))
	}
	return g, nil
}

// setupStep changes stones and side to move; root is for the root's set-up,
// whose black stones are a handicap if HA is 2 or more.
func setupStep(g *rules.Game, rec *sgfRecord, step *sgfStep, root bool) error {
	size := rec.Size
	var at rules.Owners
	pos := g.Position()
	pos.Points(func(p rules.Point) { at[p] = pos.At(p) })
	for c, list := range map[rules.Color][]sgfPoint{rules.Black: step.Black, rules.White: step.White, rules.Empty: step.Clear} {
		for _, q := range list {
			at[rules.PointAt(size, q.X, size-1-q.Y)] = c
		}
	}
	var stones []rules.Move
	pos.Points(func(p rules.Point) {
		if at[p] != rules.Empty {
			stones = append(stones, rules.Move{Color: at[p], Point: p})
		}
	})
	toPlay, handicap := pos.ToPlay, g.Handicap()
	if root && rec.Handicap >= 2 && len(step.Black) > 0 {
		toPlay, handicap = rules.White, len(step.Black)
	}
	if step.Player != 0 {
		toPlay = sgfColor(step.Player)
	}
	if len(step.Black)+len(step.White)+len(step.Clear) == 0 {
		g.SetToPlay(toPlay)
		return nil
	}
	return g.Setup(stones, toPlay, handicap)
}

func sgfColor(c byte) rules.Color {
	if c == 'W' {
		return rules.White
	}
	return rules.Black
}

// SGF returns the game as a record, application being its AP property.
func (e *Engine) SGF(application string) string { return WriteRecord(e.game, application, nil) }
