// Command label makes labelled games (package teacher): KataGo plays them by its policy
// and says of each position what it thinks of it.
//
//	go run ./training/label -katago "katago analysis -config FILE -model FILE" -out FILE
//
// Any KataGo will do that speaks its parallel analysis protocol (docs/Analysis_Engine.md
// of its sources); see its licence, and name it where the games or what was learned from
// them is passed on. One evaluation a position, no search. Moves are drawn by the policy
// to the power of 1/temperature, now and then any at all, so that weak moves and their
// refutations are seen. With -every N it is asked about one position in N only, drawn at
// random, and the net of gtpgo says what is played at the others: positions of many games
// teach more than as many of few, which are alike. KataGo is much faster if its
// configuration limits maxBoardXSizeForNNBuffer and maxBoardYSizeForNNBuffer to the size.
package main

import (
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
	"gtpgo/training/teacher"
)

// settings are the flags.
type settings struct {
	sizes       []int
	rules       []string
	games       int
	parallel    int
	seed        uint64
	temperature float64
	every       int
}

func main() {
	log.SetFlags(0)
	katago := flag.String("katago", "", "command line of a KataGo analysis engine")
	out := flag.String("out", "games.jsonl.gz", "file to write")
	sizes := flag.String("sizes", "9", "numbers of lines of the board, in turn")
	names := flag.String("rules", "chinese,stone-scoring,japanese", "rules by KataGo's names, in turn")
	s := settings{}
	flag.IntVar(&s.games, "games", 100, "number of games")
	flag.IntVar(&s.parallel, "parallel", 16, "games at a time")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of komi and moves")
	flag.Float64Var(&s.temperature, "temperature", 1, "temperature of the policy")
	flag.IntVar(&s.every, "every", 1, "label one position in so many")
	flag.Parse()
	if s.every < 1 {
		log.Fatalf("-every %d: not 1 or more", s.every)
	}
	s.rules = strings.Split(*names, ",")
	for _, text := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 || n > 19 {
			log.Fatalf("-sizes %s: not 2 to 19", text)
		}
		s.sizes = append(s.sizes, n)
	}
	if err := label(&s, *katago, *out); err != nil {
		log.Fatal(err)
	}
}

// label plays the games and writes them to the file out.
func label(s *settings, katago, out string) (err error) {
	k, err := start(katago)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.close()) }()
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := gzip.NewWriter(f)
	defer func() { err = errors.Join(err, z.Close()) }()
	return s.play(k, z)
}

// asker answers what KataGo is asked.
type asker interface {
	ask(q *query) (*answer, error)
}

// play plays all games and writes those that are whole.
func (s *settings) play(k asker, w io.Writer) error {
	var (
		mu      sync.Mutex
		failure error
		done    int
		players sync.WaitGroup
	)
	numbers := make(chan int)
	for range s.parallel {
		players.Go(func() {
			own := &ownNet{evaluator: net.NewEvaluator(net.Default())}
			for i := range numbers {
				line, err := s.game(k, own, i)
				mu.Lock()
				if err == nil {
					_, err = w.Write(append(line, '\n'))
					done++
				}
				if err != nil && failure == nil {
					failure = fmt.Errorf("game %d: %w", i+1, err)
				}
				mu.Unlock()
			}
		})
	}
	failed := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return failure != nil
	}
	for i := 0; i < s.games && !failed(); i++ {
		numbers <- i
	}
	close(numbers)
	players.Wait()
	log.Printf("%d games", done)
	return failure
}

// How games are made.
const (
	anyMove    = 50 // one move in so many is any at all
	ownerEvery = 8  // on boards larger than ownerAlways, so many positions
	ownerBoard = 9
)

// game plays one game and returns it as a line.
func (s *settings) game(k asker, own *ownNet, number int) ([]byte, error) {
	random := rand.New(rand.NewPCG(s.seed, uint64(number)))
	g := teacher.NewGame(random, number, s.sizes, s.rules)
	size := g.Size
	points := size * size
	walk, err := g.Walk()
	if err != nil {
		return nil, err
	}
	moves, passes := [][2]string{}, 0
	for n := 0; n < 2*points && passes < 2; n++ {
		var p teacher.Position
		var policy []teacher.Chance
		if random.IntN(s.every) == 0 {
			q := &query{ID: fmt.Sprintf("%d.%d", number, n), Moves: moves, Rules: g.Rules, Komi: g.Komi, XSize: size, YSize: size,
				Visits: 1, Policy: true, Owner: size <= ownerBoard || n%ownerEvery == 0}
			q.Override.Winrates = "BLACK"
			if p, err = labelled(k, q, g); err != nil {
				return nil, err
			}
			policy = p.Policy
		} else {
			policy = own.policy(walk)
		}
		p.Move = s.draw(random, policy)
		if err := walk.Play(p.Move); err != nil {
			return nil, fmt.Errorf("%s %w", g.Vertex(p.Move), err)
		}
		g.Positions = append(g.Positions, p)
		if passes++; p.Move != rules.Pass {
			passes = 0
		}
		moves = append(moves, [2]string{"BW"[n%2 : n%2+1], g.Vertex(p.Move)})
	}
	return g.Line()
}

// labelled asks about the position of the query and returns it with its label.
func labelled(k asker, q *query, g *teacher.Game) (p teacher.Position, err error) {
	a, err := k.ask(q)
	if err != nil {
		return p, err
	}
	points := g.Size * g.Size
	if len(a.Policy) != points+1 || len(a.Ownership) > 0 && len(a.Ownership) != points {
		return p, fmt.Errorf("policy of %d moves, ownership of %d points", len(a.Policy), len(a.Ownership))
	}
	p = teacher.Position{WinRate: a.Root.WinRate, Lead: a.Root.Lead, Owner: g.Owners(a.Ownership)}
	for i, weight := range a.Policy {
		if weight > 0 {
			p.Policy = append(p.Policy, teacher.Chance{Move: g.Point(i), Weight: weight})
		}
	}
	if len(p.Policy) == 0 {
		return p, errors.New("policy without a move")
	}
	return p, nil
}

// ownNet is the net of gtpgo, for one goroutine.
type ownNet struct {
	evaluator *net.Evaluator
	input     net.Input
	output    net.Output
}

// policy returns what the net would play, moves that KataGo may not know as legal left out.
func (o *ownNet) policy(w *teacher.Walk) (list []teacher.Chance) {
	w.Fill(&o.input)
	o.evaluator.Evaluate(&o.input, &o.output)
	add := func(p rules.Point) {
		list = append(list, teacher.Chance{Move: p, Weight: math.Exp(float64(o.output.Policy[p]))})
	}
	w.Board.Points(func(p rules.Point) {
		if w.Board.At(p) == rules.Empty && w.Board.Playable(p, w.Color) {
			add(p)
		}
	})
	add(rules.Pass)
	return list
}

// draw draws a move.
func (s *settings) draw(random *rand.Rand, policy []teacher.Chance) rules.Point {
	if random.IntN(anyMove) == 0 {
		return policy[random.IntN(len(policy))].Move
	}
	weights, sum := make([]float64, len(policy)), 0.0
	for i, c := range policy {
		weights[i] = math.Pow(c.Weight, 1/s.temperature)
		sum += weights[i]
	}
	draw := random.Float64() * sum
	for i, c := range policy {
		if draw -= weights[i]; draw < 0 {
			return c.Move
		}
	}
	return policy[0].Move
}
