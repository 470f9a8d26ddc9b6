// Package teacher reads labelled games: positions with what a strong player thinks
// of them.
//
// A file NAME.jsonl.gz holds one game a line, {"size": N, "rules": R, "komi": K,
// "pos": [[MOVE, POLICY, WINRATE, LEAD, OWNERSHIP], ...]}, Black first. POLICY is a
// list of index:weight, in 1/10000, with index = row from the top * size + column,
// size * size for a pass, empty where a position has no label; WINRATE is Black's, in
// 1/1000; LEAD is Black's, komi included, in 1/10 points; OWNERSHIP is base64 of a signed
// byte a point, row by row from the top, +127 Black's and -127 White's, or empty.
package teacher

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gtpgo/internal/rules"
)

// Game is a game with its labels.
type Game struct {
	Size      int
	Rules     string // a name of Chinese or Japanese rules, or of stone scoring
	Komi      float64
	Positions []Position
	Number    int // in its file, from 0 on
}

// HeldOut reports whether a game is not learned from: one in twenty.
func (g *Game) HeldOut() bool { return g.Number%20 == 0 }

// Position is one position of a game, sides moving in turn, Black first.
type Position struct {
	Move    rules.Point // that was played
	Policy  []Chance    // nil if the position has no label
	WinRate float64     // of Black, 0 to 1
	Lead    float64     // of Black in points, komi taken off
	// Owner is the mean owner of each point, 1 for Black, -1 for White, by Point; nil
	// if it is not known.
	Owner []float64
}

// Chance is the weight that the teacher gives to a move.
type Chance struct {
	Move   rules.Point
	Weight float64
}

// Komi of games to be made is drawn round komiMean, in half points.
const (
	komiMean   = 7
	komiSpread = 4
)

// NewGame begins the game of that number in a series: sizes and rules come in turn.
func NewGame(random *rand.Rand, number int, sizes []int, rules []string) *Game {
	return &Game{Size: sizes[number%len(sizes)], Rules: rules[number/len(sizes)%len(rules)],
		Komi: math.Round(komiMean+komiSpread*random.NormFloat64()) + 0.5}
}

// Files returns the files of games in folders, given with commas between, each in the
// order of their names.
func Files(folders string) (all []string, err error) {
	for folder := range strings.SplitSeq(folders, ",") {
		files, err := filepath.Glob(filepath.Join(folder, "*.jsonl.gz"))
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("no *.jsonl.gz in %q", folder)
		}
		if err != nil {
			return nil, err
		}
		slices.Sort(files)
		all = append(all, files...)
	}
	return all, nil
}

// Read yields the games of a file. The last pair may be an error, which names file and
// line.
func Read(path string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			yield(nil, fmt.Errorf("%s: %w", path, err))
			return
		}
		lines := bufio.NewScanner(z)
		lines.Buffer(nil, 64<<20)
		for n := 1; lines.Scan(); n++ {
			g, err := parse(lines.Bytes())
			if err != nil {
				yield(nil, fmt.Errorf("%s: line %d: %w", path, n, err))
				return
			}
			g.Number = n - 1
			if !yield(g, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, fmt.Errorf("%s: %w", path, err))
		}
	}
}

// parse reads one game.
func parse(line []byte) (*Game, error) {
	var raw struct {
		Size  int
		Rules string
		Komi  float64
		Pos   [][]json.RawMessage
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return nil, err
	}
	if raw.Size < 1 || raw.Size > rules.MaxSize {
		return nil, fmt.Errorf("bad size %d", raw.Size)
	}
	g := &Game{Size: raw.Size, Rules: raw.Rules, Komi: raw.Komi}
	for i, fields := range raw.Pos {
		p, err := g.parsePosition(fields)
		if err != nil {
			return nil, fmt.Errorf("position %d: %w", i+1, err)
		}
		g.Positions = append(g.Positions, p)
	}
	return g, nil
}

func (g *Game) parsePosition(fields []json.RawMessage) (p Position, err error) {
	var move, policy, owner string
	if len(fields) != 5 {
		return p, fmt.Errorf("%d fields", len(fields))
	}
	for i, to := range []any{&move, &policy, &p.WinRate, &p.Lead, &owner} {
		if err := json.Unmarshal(fields[i], to); err != nil {
			return p, err
		}
	}
	p.WinRate /= 1000
	p.Lead /= 10
	if p.Move, err = g.parseMove(move); err != nil {
		return p, err
	}
	if p.Policy, err = g.parsePolicy(policy); err != nil {
		return p, err
	}
	p.Owner, err = g.parseOwner(owner)
	return p, err
}

func (g *Game) parseMove(s string) (rules.Point, error) {
	if s == "pass" {
		return rules.Pass, nil
	}
	if len(s) > 1 {
		x := strings.IndexByte(columns, s[0])
		y, err := strconv.Atoi(s[1:])
		if err == nil && x >= 0 && x < g.Size && y > 0 && y <= g.Size {
			return rules.PointAt(g.Size, x, y-1), nil
		}
	}
	return rules.Pass, fmt.Errorf("bad move %q", s)
}

// Point returns the point of an index, row by row from the top; the one after all of
// them is that of a pass.
func (g *Game) Point(i int) rules.Point {
	if i == g.Size*g.Size {
		return rules.Pass
	}
	return rules.PointAt(g.Size, i%g.Size, g.Size-1-i/g.Size)
}

// Owners returns the mean owners of points row by row from the top as Position has them;
// nil if there are none.
func (g *Game) Owners(list []float64) []float64 {
	if len(list) == 0 {
		return nil
	}
	owner := make([]float64, int(rules.PointAt(g.Size, g.Size-1, g.Size-1))+1)
	for i, o := range list {
		owner[g.Point(i)] = o
	}
	return owner
}

func (g *Game) parsePolicy(s string) (list []Chance, err error) {
	for _, pair := range strings.Fields(s) {
		index, weight, _ := strings.Cut(pair, ":")
		i, err1 := strconv.Atoi(index)
		w, err2 := strconv.Atoi(weight)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		if i < 0 || i > g.Size*g.Size || w < 0 {
			return nil, fmt.Errorf("bad policy %q", pair)
		}
		list = append(list, Chance{g.Point(i), float64(w) / 10000})
	}
	return list, nil
}

func (g *Game) parseOwner(s string) ([]float64, error) {
	if s == "" {
		return nil, nil
	}
	bytes, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, err
	}
	if len(bytes) != g.Size*g.Size {
		return nil, fmt.Errorf("ownership of %d points", len(bytes))
	}
	list := make([]float64, len(bytes))
	for i, b := range bytes {
		list[i] = float64(int8(b)) / 127
	}
	return g.Owners(list), nil
}
