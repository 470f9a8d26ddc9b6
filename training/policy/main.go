// Command policy learns the weights of the engine's move features from games
// whose positions carry the move probabilities of a strong player, and writes
// them as the text that internal/search embeds.
//
//	go run ./training/policy -data FOLDER -out internal/search/weights.txt
//
// FOLDER holds labelled games (package teacher); of the labels the move
// probabilities are what counts. The model is a softmax over the moves of a position (Coulom,
// "Computing Elo Ratings of Move Patterns in the Game of Go", 2007, fitted here
// by gradient descent on the cross entropy); the run is a pure function of the
// files.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
	"gtpgo/training/teacher"
)

func main() {
	log.SetFlags(0)
	data := flag.String("data", "", "folders of labelled games, with commas between")
	out := flag.String("out", "weights.txt", "file to write")
	perSize := flag.Int("positions", 100000, "positions of each board size, at most")
	epochs := flag.Int("epochs", 8, "passes over the positions")
	flag.Parse()
	files, err := teacher.Files(*data)
	if err != nil {
		log.Fatal(err)
	}
	set := &datasets{left: map[int]int{}, perSize: *perSize}
	for _, f := range files {
		if err := set.read(f); err != nil {
			log.Fatal(err)
		}
	}
	log.Print("moves of the tree search")
	w := set.moves.learn(*epochs)
	log.Print("moves next to the last one, in playouts")
	w.Local = set.playouts.learn(*epochs).Pattern
	f, err := os.Create(*out)
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Write(f); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
}

// datasets are what is learned from: the choice among all moves, and that
// between the points next to the last move and the rest of the board.
type datasets struct {
	moves, playouts dataset
	perSize         int
	left            map[int]int
}

// dataset is the positions in a compact form: the moves of position i are
// moves[starts[i]:starts[i+1]], the features of move j features[ends[j-1]:ends[j]].
type dataset struct {
	starts   []int
	held     []bool // position is not learned from, only judged by
	size     []int
	codes    []int32 // pattern, -1 for a pass
	target   []float32
	ends     []int
	features []search.Feature
}

// heldOut games in a hundred are not learned from.
const heldOut = 5

func (d *datasets) read(path string) error {
	for g, err := range teacher.Read(path) {
		if err != nil {
			return err
		}
		if _, ok := d.left[g.Size]; !ok {
			d.left[g.Size] = d.perSize
		}
		if d.left[g.Size] > 0 {
			if err := d.add(g, g.Number%100 < heldOut); err != nil {
				return fmt.Errorf("%s: game %d: %w", path, g.Number+1, err)
			}
		}
	}
	log.Printf("%s: %d positions, %d moves so far", filepath.Base(path), len(d.moves.starts), len(d.moves.codes))
	return nil
}

// add plays a game and takes its positions in.
func (d *datasets) add(g *teacher.Game, held bool) error {
	var e search.Example
	return g.Each(func(seen *teacher.Seen) error {
		b, c, last := seen.Board, seen.Color, seen.Last[0]
		target := map[rules.Point]float32{}
		for _, p := range seen.Policy {
			target[p.Move] = float32(p.Weight)
		}
		e.Fill(b, c, last, seen.Last[1])
		if d.moves.add(&e, target, held, g.Size) {
			d.left[g.Size]--
		}
		if e.FillLocal(b, c, last) {
			target[rules.Pass] = 1
			for _, p := range e.Moves[:len(e.Moves)-1] {
				target[rules.Pass] -= target[p]
			}
			d.playouts.add(&e, target, held, g.Size)
		}
		return nil
	})
}

// add takes one position in; it reports false where too much of what the
// teacher would play is no candidate.
func (d *dataset) add(e *search.Example, target map[rules.Point]float32, held bool, size int) bool {
	total := float32(0)
	for _, p := range e.Moves {
		total += target[p]
	}
	if total < 0.5 || len(e.Moves) < 2 {
		return false
	}
	d.starts = append(d.starts, len(d.codes))
	d.held = append(d.held, held)
	d.size = append(d.size, size)
	for i, p := range e.Moves {
		code := int32(e.Codes[i])
		if p == rules.Pass {
			code = -1
		}
		d.codes = append(d.codes, code)
		d.target = append(d.target, target[p]/total)
		if len(e.Lists) > 0 {
			d.features = append(d.features, e.Lists[i]...)
		}
		d.ends = append(d.ends, len(d.features))
	}
	return true
}

// model is the weights in training, with the sums of squared gradients that
// set the pace of each (Duchi, Hazan, Singer, "Adaptive Subgradient Methods",
// 2011).
type model struct {
	w      search.Weights
	square search.Weights
}

const (
	rate  = 0.1
	decay = 1e-6 // pull of every weight in use to 0
)

func (d *dataset) learn(epochs int) *search.Weights {
	m := new(model)
	order := rand.New(rand.NewPCG(1, 2))
	starts := append(append([]int(nil), d.starts...), len(d.codes))
	var train []int
	for i := range d.starts {
		if !d.held[i] {
			train = append(train, i)
		}
	}
	for epoch := range epochs {
		order.Shuffle(len(train), func(i, j int) { train[i], train[j] = train[j], train[i] })
		for _, i := range train {
			m.step(d, starts[i], starts[i+1])
		}
		log.Printf("epoch %d: %s", epoch+1, m.judge(d, starts))
	}
	return &m.w
}

// list returns the features of move j.
func (d *dataset) list(j int) []search.Feature {
	from := 0
	if j > 0 {
		from = d.ends[j-1]
	}
	return d.features[from:d.ends[j]]
}

// chances returns the model's chances of the moves from lo to hi.
func (m *model) chances(d *dataset, lo, hi int, p []float64) []float64 {
	p = p[:0]
	best := math.Inf(-1)
	for j := lo; j < hi; j++ {
		x := float32(0)
		if c := d.codes[j]; c >= 0 {
			x = m.w.Pattern[c]
		}
		for _, f := range d.list(j) {
			x += m.w.Feature[f]
		}
		p = append(p, float64(x))
		best = math.Max(best, float64(x))
	}
	sum := 0.0
	for i := range p {
		p[i] = math.Exp(p[i] - best)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

var buffer []float64

func (m *model) step(d *dataset, lo, hi int) {
	buffer = m.chances(d, lo, hi, buffer)
	for i, p := range buffer {
		j := lo + i
		g := float32(p) - d.target[j]
		if c := d.codes[j]; c >= 0 {
			update(&m.w.Pattern[c], &m.square.Pattern[c], g)
		}
		for _, f := range d.list(j) {
			update(&m.w.Feature[f], &m.square.Feature[f], g)
		}
	}
}

func update(w, square *float32, g float32) {
	g += decay * *w
	*square += g * g
	*w -= rate * g / float32(math.Sqrt(float64(*square)+1e-8))
}

// judge returns, for each size, how often the model's first move is the
// teacher's on the games held out, and the cross entropy.
func (m *model) judge(d *dataset, starts []int) string {
	type result struct {
		n, hits int
		entropy float64
	}
	results := map[int]*result{}
	for i := range d.starts {
		if !d.held[i] {
			continue
		}
		r := results[d.size[i]]
		if r == nil {
			r = new(result)
			results[d.size[i]] = r
		}
		lo, hi := starts[i], starts[i+1]
		buffer = m.chances(d, lo, hi, buffer)
		best, first := 0, 0
		for k, p := range buffer {
			if p > buffer[best] {
				best = k
			}
			if d.target[lo+k] > d.target[lo+first] {
				first = k
			}
			r.entropy -= float64(d.target[lo+k]) * math.Log(p+1e-12)
		}
		r.n++
		if best == first {
			r.hits++
		}
	}
	var sizes []int
	for s := range results {
		sizes = append(sizes, s)
	}
	sort.Ints(sizes)
	text := ""
	for _, s := range sizes {
		r := results[s]
		text += fmt.Sprintf(" %dx%d: %.1f%% of %d, entropy %.3f;", s, s, 100*float64(r.hits)/float64(r.n), r.n, r.entropy/float64(r.n))
	}
	return strings.TrimSuffix(text, ";")
}
