package search

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"gtpgo/internal/rules"
)

// Weights are those of the features of moves, natural logarithms.
type Weights struct {
	Pattern [patternCodes]float32 // equal for symmetric patterns
	Feature [FeatureCount]float32
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
// WEIGHT" for a pattern, the least of the symmetric codes in hexadecimal.
// Patterns of weight 0 are left out.
func (w *Weights) Write(out io.Writer) error {
	b := bufio.NewWriter(out)
	for i, x := range w.Feature {
		fmt.Fprintf(b, "f %d %.3f\n", i, x)
	}
	for i, x := range w.Pattern {
		if code := patternCode(i); math.Abs(float64(x)) >= 0.0005 && code.canonical() == code {
			fmt.Fprintf(b, "p %04x %.3f\n", i, x)
		}
	}
	return b.Flush()
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
	for code, x := range defaultWeights().Pattern {
		g[code] = uint16(math.Min(math.MaxUint16, gammaUnit*math.Exp(float64(x))))
	}
	return g
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
		base := 10
		if kind == "p" {
			base = 16
		}
		i, err := strconv.ParseUint(key, base, 16)
		switch {
		case err != nil:
			return nil, fmt.Errorf("weights: %q: %w", line, err)
		case kind == "p":
			patternCode(i).symmetric(func(code patternCode) { w.Pattern[code] = float32(x) })
		case kind == "f" && i < FeatureCount:
			w.Feature[i] = float32(x)
		default:
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
