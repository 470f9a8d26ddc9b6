package search

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"sync"

	"gtpgo/internal/rules"
)

// Weights are those of the features of moves, natural logarithms. Weights of
// symmetric patterns are equal.
type Weights struct {
	Pattern [patternCodes]float32
	Feature [FeatureCount]float32
	// Local are the weights of the patterns round the last move in playouts,
	// where the choice is between its eight neighbours and, with weight 0, the
	// rest of the board.
	Local [patternCodes]float32
}

// logit returns the sum of the weights of a move.
func (w *Weights) logit(f *features) float32 {
	sum := w.Pattern[f.code]
	for _, x := range f.list[:f.n] {
		sum += w.Feature[x]
	}
	return sum
}

// Write writes the weights as text: "f NUMBER WEIGHT" for a feature, "p CODE
// WEIGHT" for a pattern, "l CODE WEIGHT" for one in playouts, CODE being the
// least of the symmetric codes in hexadecimal. Patterns of weight 0 are left
// out.
func (w *Weights) Write(out io.Writer) error {
	b := bufio.NewWriter(out)
	for i, x := range w.Feature {
		fmt.Fprintf(b, "f %d %.3f\n", i, x)
	}
	for kind, weights := range w.patterns() {
		for i, x := range weights {
			if code := patternCode(i); math.Abs(float64(x)) >= 0.0005 && code.canonical() == code {
				fmt.Fprintf(b, "%s %04x %.3f\n", kind, i, x)
			}
		}
	}
	return b.Flush()
}

// patterns yields the weights of patterns with the letter that marks them in
// the text.
func (w *Weights) patterns() iter.Seq2[string, *[patternCodes]float32] {
	return func(yield func(string, *[patternCodes]float32) bool) {
		_ = yield("p", &w.Pattern) && yield("l", &w.Local)
	}
}

// weightsText holds the weights in use, learned by training/policy.
//
//go:embed weights.txt
var weightsText string

// defaultWeights returns the weights in use.
var defaultWeights = sync.OnceValue(func() *Weights {
	w, err := readWeights(weightsText)
	if err != nil {
		panic(err) // the text is part of the program
	}
	return w
})

// defaultGammas returns the weights of patterns for playouts: e to the weight,
// as whole numbers.
var defaultGammas = sync.OnceValue(func() *[patternCodes]uint16 {
	g := new([patternCodes]uint16)
	for code, x := range defaultWeights().Local {
		g[code] = uint16(math.Min(math.MaxUint16, gammaUnit*math.Exp(float64(x))))
	}
	return g
})

// defaultAccept returns the chances, in 1/256, that a playout takes a point that
// it has drawn from the whole board: even for a pattern of weight 0.
var defaultAccept = sync.OnceValue(func() *[patternCodes]uint8 {
	a := new([patternCodes]uint8)
	for code, x := range defaultWeights().Pattern {
		a[code] = uint8(math.Min(math.MaxUint8, 128*math.Exp(float64(x))))
	}
	return a
})

// readWeights reads what Write wrote.
func readWeights(text string) (*Weights, error) {
	w := new(Weights)
	for line := range strings.Lines(text) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		key, value, _ := strings.Cut(rest, " ")
		x, err := strconv.ParseFloat(value, 32)
		if err != nil {
			return nil, fmt.Errorf("weights: %q: %w", line, err)
		}
		base := 16
		if kind == "f" {
			base = 10
		}
		i, err := strconv.ParseUint(key, base, 16)
		if err != nil {
			return nil, fmt.Errorf("weights: %q: %w", line, err)
		}
		known := kind == "f" && i < FeatureCount
		if known {
			w.Feature[i] = float32(x)
		}
		for name, weights := range w.patterns() {
			if kind == name {
				known = true
				patternCode(i).symmetric(func(code patternCode) { weights[code] = float32(x) })
			}
		}
		if !known {
			return nil, fmt.Errorf("weights: %q: no such feature", line)
		}
	}
	return w, nil
}

// Example is a position of a training set with the features of its moves.
type Example struct {
	Moves   []rules.Point // playable moves that fill no own eye, Pass last
	Codes   []uint16      // canonical code of the pattern; 0 for the pass
	Lists   [][]Feature
	extract extractor
}

// Fill sets the example to the moves of c in a position after the moves second
// and last.
func (e *Example) Fill(b *rules.Board, c rules.Color, last, second rules.Point) {
	e.Moves, e.Codes = e.Moves[:0], e.Codes[:0]
	n := 0
	add := func(p rules.Point, code uint16, list []Feature) {
		e.Moves, e.Codes = append(e.Moves, p), append(e.Codes, code)
		if n == len(e.Lists) {
			e.Lists = append(e.Lists, nil)
		}
		e.Lists[n] = append(e.Lists[n][:0], list...)
		n++
	}
	var f features
	b.Points(func(p rules.Point) {
		if b.At(p) == rules.Empty && b.Playable(p, c) && !b.EyeLike(p, c) {
			e.extract.of(&f, b, c, p, last, second)
			add(p, uint16(f.code.canonical()), f.list[:f.n])
		}
	})
	list := []Feature{featPass}
	if last == rules.Pass {
		list = append(list, featPassAgain)
	}
	add(rules.Pass, 0, list)
	e.Lists = e.Lists[:n]
}

// FillLocal sets the example to the choice of a playout after the move last:
// the playable points next to it that it would consider, and Pass last for the
// rest of the board. ok is false where the choice is made by tactics or last is
// a pass.
func (e *Example) FillLocal(b *rules.Board, c rules.Color, last rules.Point) (ok bool) {
	e.Moves, e.Codes, e.Lists = e.Moves[:0], e.Codes[:0], e.Lists[:0]
	if last == rules.Pass || b.At(last) != c.Other() || b.Liberties(last) == 1 {
		return false
	}
	for _, q := range b.Neighbors(last) {
		if b.At(q) == c && b.Liberties(q) == 1 {
			return false
		}
	}
	for _, p := range around(b, last) {
		if b.At(p) == rules.Empty && b.Playable(p, c) && !b.EyeLike(p, c) && b.HasLibertiesAfter(p, c, 2) {
			e.Moves, e.Codes = append(e.Moves, p), append(e.Codes, uint16(pattern(b, p, c).canonical()))
		}
	}
	e.Moves, e.Codes = append(e.Moves, rules.Pass), append(e.Codes, 0)
	return true
}
