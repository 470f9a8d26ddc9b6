package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gtpgo/internal/engine"
	"gtpgo/internal/gtp"
	"gtpgo/internal/rules"
)

// matchOpenings hands out the opening of each pair of games: the same one for
// both games, and the same one whenever a match is continued.
type matchOpenings struct {
	list   [][]rules.Move // in turn
	random func(i int) []rules.Move
}

// of returns the opening of a pair, counted from 0.
func (o *matchOpenings) of(pair int) []rules.Move {
	if o.random != nil {
		return o.random(pair)
	}
	if len(o.list) == 0 {
		return nil
	}
	return o.list[pair%len(o.list)]
}

// newOpenings makes the openings that the settings ask for, and their sum if
// they come from a file.
func newOpenings(s *matchSettings, t *matchTerms) (o *matchOpenings, sum string, err error) {
	if n, err := strconv.Atoi(s.Openings); s.Openings == "" || err == nil {
		if n < 0 {
			return nil, "", fmt.Errorf("--openings %d: negative", n)
		}
		if s.Openings == "0" {
			return new(matchOpenings), "", nil
		}
		return randomOpenings(s.Size, uint64(s.Seed), n), "", nil
	}
	games, err := readOpenings(s.Openings, s.Size, t)
	if err != nil {
		return nil, "", fmt.Errorf("--openings %s: %w", s.Openings, err)
	}
	o = new(matchOpenings)
	h := fnv.New64a()
	for _, g := range games {
		moves := g.Moves()
		if s.OpeningMoves > 0 && len(moves) > s.OpeningMoves {
			moves = moves[:s.OpeningMoves]
		}
		if err := playable(s.Size, t, moves); err != nil {
			return nil, "", fmt.Errorf("--openings %s: %s: %w", s.Openings, moveText(s.Size, moves), err)
		}
		o.list = append(o.list, slices.Clone(moves))
		fmt.Fprintln(h, moveText(s.Size, moves))
	}
	return o, fmt.Sprintf("%016x", h.Sum64()), nil
}

// playable reports what is wrong with an opening under the rules of the match;
// a record is allowed more than a game.
func playable(size int, t *matchTerms, moves []rules.Move) error {
	g := rules.NewGame(size, t.rules, t.komi)
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			return err
		}
	}
	if g.Position().Ended() {
		return errors.New("the game is over")
	}
	return nil
}

// moveText returns moves as GTP vertices, the colours alternating from Black
// on; one out of turn has its colour before it.
func moveText(size int, moves []rules.Move) string {
	words := make([]string, 0, len(moves))
	next := rules.Black
	for _, m := range moves {
		word := gtp.FormatVertex(size, m.Point)
		if m.Color != next {
			word = m.Color.String()[:1] + ":" + word
		}
		words = append(words, word)
		next = m.Color.Other()
	}
	return strings.Join(words, " ")
}

// Openings have this many moves.
const (
	leastOpening = 2
	mostOpening  = 6
)

// randomOpenings returns different openings that follow from size and seed
// alone, n of them in turn or, if n is 0, a new one each time. Two that a turn
// or a reflection of the board makes equal count as the same. Where the board
// is too small for another one, the last try stands.
func randomOpenings(size int, seed uint64, n int) *matchOpenings {
	rng := rand.New(rand.NewPCG(seed, 0x6f70656e696e67)) // "opening"
	seen := map[string]bool{}
	var made [][]rules.Move
	points := openingPoints(size)
	return &matchOpenings{random: func(i int) []rules.Move {
		if n > 0 {
			i %= n
		}
		for len(made) <= i {
			var moves []rules.Move
			const tries = 50
			for range tries {
				moves = randomOpening(rng, size, points)
				if key := symmetricKey(size, moves); !seen[key] {
					seen[key] = true
					break
				}
			}
			made = append(made, moves)
		}
		return made[i]
	}}
}

// openingPoints returns the points where the first moves of a game may well
// stand: from 13 lines on, the corners between the third and the fifth line;
// on smaller boards whatever is not below the third line, below 9 lines the
// second, below 5 everything.
func openingPoints(size int) []rules.Point {
	low, high := 2, size // lines, counted from the edge and from 0
	switch {
	case size >= 13:
		high = 4
	case size < 5:
		low = 0
	case size < 9:
		low = 1
	}
	line := func(x int) int { return min(x, size-1-x) }
	var points []rules.Point
	for y := range size {
		for x := range size {
			if min(line(x), line(y)) >= low && max(line(x), line(y)) <= high {
				points = append(points, rules.PointAt(size, x, y))
			}
		}
	}
	return points
}

// randomOpening plays random moves none of which touches a stone: nothing is
// captured, and nothing put into atari.
func randomOpening(rng *rand.Rand, size int, points []rules.Point) []rules.Move {
	want := leastOpening + rng.IntN(mostOpening-leastOpening+1)
	var moves []rules.Move
	color := rules.Black
	for _, i := range rng.Perm(len(points)) {
		if len(moves) == want {
			break
		}
		x, y := points[i].XY(size)
		touches := slices.ContainsFunc(moves, func(m rules.Move) bool {
			mx, my := m.Point.XY(size)
			return max(mx-x, x-mx)+max(my-y, y-my) <= 1
		})
		if !touches {
			moves = append(moves, rules.Move{Color: color, Point: points[i]})
			color = color.Other()
		}
	}
	return moves
}

// symmetricKey returns a text that is the same for all openings that lead to
// the same stones on the board, turned or reflected or not.
func symmetricKey(size int, moves []rules.Move) string {
	least := ""
	for s := range 8 {
		var stones []string
		for _, m := range moves {
			x, y := m.Point.XY(size)
			if s&1 != 0 {
				x = size - 1 - x
			}
			if s&2 != 0 {
				y = size - 1 - y
			}
			if s&4 != 0 {
				x, y = y, x
			}
			stones = append(stones, fmt.Sprintf("%s%02d%02d", m.Color, x, y))
		}
		slices.Sort(stones)
		if key := strings.Join(stones, ""); s == 0 || key < least {
			least = key
		}
	}
	return least
}

// readOpenings reads the openings of an SGF file, of all SGF files of a folder
// in the order of their names, or of a text file.
func readOpenings(path string, size int, t *matchTerms) ([]*rules.Game, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	files := []string{path}
	if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.sgf")); err != nil {
			return nil, err
		}
	}
	var games []*rules.Game
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if !strings.EqualFold(filepath.Ext(file), ".sgf") {
			more, err := parseOpenings(data, size, t)
			if err != nil {
				return nil, err
			}
			games = append(games, more...)
			continue
		}
		g, err := engine.ReadRecord(data, t.rules, t.komi)
		if err == nil && g.Size() != size {
			err = fmt.Errorf("a board of %d lines, not %d", g.Size(), size)
		}
		if err == nil && len(g.Stones()) > 0 {
			err = errors.New("set-up stones: only moves make an opening")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, errors.New("no openings")
	}
	return games, nil
}

// parseOpenings reads a text with one opening a line: vertices, Black first,
// colours in turn. Blank lines and what follows # do not matter.
func parseOpenings(data []byte, size int, t *matchTerms) ([]*rules.Game, error) {
	var games []*rules.Game
	n := 0
	for line := range bytes.Lines(data) {
		n++
		text, _, _ := strings.Cut(string(line), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		g := rules.NewGame(size, t.rules, t.komi)
		for _, word := range words {
			a := gtp.NewArgs(word)
			p := a.Vertex(size)
			if a.Err() != nil {
				return nil, fmt.Errorf("line %d: %s is no point of the board", n, word)
			}
			if err := g.Play(rules.Move{Color: g.Position().ToPlay, Point: p}); err != nil {
				return nil, fmt.Errorf("line %d: %s: %w", n, word, err)
			}
		}
		games = append(games, g)
	}
	return games, nil
}
