package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/rs/zerolog"
	"github.com/spf13/pflag"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
	"gtpgo/internal/search"
	"gtpgo/training/teacher"
)

// selfplaySettings are the flags.
type selfplaySettings struct {
	games, playouts, parallel, memory int
	sizes                             []int
	names                             []string
	seed                              int64
	net, out                          string
}

// What is drawn in a self-played game: a move of the first earlyPart of the board's
// points by its playouts, one later move in anyMove likewise; the best else.
const (
	earlyPart    = 8
	anyMove      = 12
	outcomeShare = 0.5 // of the outcome in the labels; the rest is what the search thought
)

// selfplay has the engine play games against itself and writes them, labelled with
// what its searches found, for the net to learn from.
func selfplay(args []string, stdout, stderr io.Writer) int {
	var s selfplaySettings
	help := false
	f := selfplayFlags(&s, &help)
	if err := f.Parse(args); err != nil {
		return usage(stderr, err)
	}
	if help {
		fmt.Fprintf(stdout, "usage: gtpgo selfplay --out FILE [flags]\n\n%s", f.FlagUsages())
		return exitOK
	}
	if f.NArg() > 0 {
		return usage(stderr, fmt.Errorf("unexpected argument %q", f.Arg(0)))
	}
	config, err := s.check()
	if err != nil {
		return usage(stderr, err)
	}
	ctx, _, end := untilSignal(true)
	defer end()
	n, err := s.run(ctx, config, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "gtpgo: %v\n", err)
		return exitError
	}
	fmt.Fprintf(stdout, "%d games in %s\n", n, s.out)
	var stopped signalled
	if errors.As(context.Cause(ctx), &stopped) {
		return stopped.status()
	}
	return exitOK
}

func selfplayFlags(s *selfplaySettings, help *bool) *pflag.FlagSet {
	f := pflag.NewFlagSet("selfplay", pflag.ContinueOnError)
	f.SortFlags = false
	f.Usage = func() {}
	f.StringVar(&s.out, "out", "", "`FILE` to write, NAME.jsonl.gz: a game a line, as training/teacher reads them; it must not exist")
	f.IntVar(&s.games, "games", 100, "`NUMBER` of games")
	f.IntSliceVar(&s.sizes, "sizes", []int{9}, "`NUMBERS` of lines of the board, in turn, 2 to 25, with commas between")
	f.StringSliceVar(&s.names, "rules", modeNames(), "rules by `NAMES`, in turn, with commas between")
	f.IntVar(&s.playouts, "playouts", 400, "`NUMBER` of playouts a move")
	f.Int64Var(&s.seed, "seed", 1, "`SEED` of the games: they depend on it, not on how many are played at a time")
	f.IntVar(&s.parallel, "parallel", runtime.GOMAXPROCS(0), "`GAMES` at a time")
	f.IntVar(&s.memory, "memory", 32, "`MEGABYTES` for each search tree")
	f.StringVar(&s.net, "net", "auto", "`NET` that advises the search, as in gtpgo --net")
	f.BoolVar(help, "help", false, "print this help and exit")
	return f
}

// modeNames returns the names of the rules that stand for the three modes of scoring.
func modeNames() (list []string) {
	for _, mode := range []string{"jungo", "area", "territory"} {
		if r, ok := rules.ModeRuleset(mode); ok {
			list = append(list, r.Name)
		}
	}
	return list
}

// check checks the settings and returns the configuration of an engine.
func (s *selfplaySettings) check() (engine.Config, error) {
	config := engine.DefaultConfig()
	config.Log = zerolog.Nop()
	for name, value := range map[string]string{"net": s.net, "threads": "1", "time": "0", "noresign": "true",
		"playouts": strconv.Itoa(s.playouts), "memory": strconv.Itoa(s.memory)} {
		if err := config.Set(name, value); err != nil {
			return config, fmt.Errorf("--%w", err)
		}
	}
	switch {
	case !strings.HasSuffix(s.out, ".jsonl.gz"):
		return config, fmt.Errorf("--out %q: the name must end in .jsonl.gz", s.out)
	case s.games < 1 || s.parallel < 1 || s.playouts < 1:
		return config, errors.New("--games, --parallel and --playouts must be 1 or more")
	case len(s.sizes) == 0 || len(s.names) == 0:
		return config, errors.New("--sizes and --rules must name something")
	}
	for _, n := range s.sizes {
		if n < 2 || n > rules.MaxSize {
			return config, fmt.Errorf("--sizes %d: not 2 to %d", n, rules.MaxSize)
		}
	}
	for i, name := range s.names {
		r, ok := rules.FindRuleset(name)
		if !ok {
			return config, fmt.Errorf("--rules %s: unknown rules", name)
		}
		s.names[i] = r.Name
	}
	if _, err := os.Stat(s.out); !errors.Is(err, os.ErrNotExist) {
		return config, fmt.Errorf("--out %s: it exists", s.out)
	}
	return config, nil
}

// run plays the games and writes them, until ctx ends; the file appears when it is
// whole. It returns the number of games.
func (s *selfplaySettings) run(ctx context.Context, config engine.Config, stderr io.Writer) (int, error) {
	numbers, lines := make(chan int), make(chan selfplayed)
	go func() {
		defer close(numbers)
		for i := range s.games {
			select {
			case numbers <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var players sync.WaitGroup
	for range s.parallel {
		players.Go(func() {
			for i := range numbers {
				g, err := s.play(ctx, config, i)
				if ctx.Err() == nil {
					lines <- selfplayed{i, g, err}
				}
			}
		})
	}
	go func() {
		players.Wait()
		close(lines)
	}()
	// In the order of their numbers, whatever the order in which they end.
	var text bytes.Buffer
	z := gzip.NewWriter(&text)
	waiting := map[int][]byte{}
	var failure error
	next := 0
	for l := range lines {
		if l.err != nil {
			failure = l.err
			continue
		}
		waiting[l.number] = l.line
		for line, ok := waiting[next]; ok; line, ok = waiting[next] {
			delete(waiting, next)
			_, err := z.Write(append(line, '\n'))
			failure = errors.Join(failure, err)
			if next++; next%100 == 0 {
				fmt.Fprintf(stderr, "%d of %d games\n", next, s.games)
			}
		}
	}
	if err := errors.Join(failure, z.Close()); err != nil {
		return 0, err
	}
	if next == 0 {
		return 0, errors.New("stopped before the first game was over")
	}
	return next, writeFile(s.out, text.Bytes())
}

// selfplayed is a game that is over, as a line.
type selfplayed struct {
	number int
	line   []byte
	err    error
}

// play plays the game of that number.
func (s *selfplaySettings) play(ctx context.Context, c engine.Config, number int) ([]byte, error) {
	random := rand.New(rand.NewPCG(uint64(s.seed), uint64(number)))
	g := teacher.NewGame(random, number, s.sizes, s.names)
	c.Rules, _ = rules.FindRuleset(g.Rules) // checked before
	c.Size, c.Komi, c.Seed = g.Size, rules.Halves(int(2*g.Komi)), random.Uint64()>>11|1
	e := engine.New(c)
	points := g.Size * g.Size
	labelling := true // until a move needs no search: the rest is ending the game
	for n := 0; n < 3*points && !e.Game().Position().Ended() && ctx.Err() == nil; n++ {
		color := e.Game().Position().ToPlay
		d := e.Suggest(ctx, color)
		labelling = labelling && d.Report != nil && !d.Ending && len(d.Report.Moves) > 0
		if labelling {
			if n < points/earlyPart || random.IntN(anyMove) == 0 {
				d.Move.Point = drawMove(random, d.Report)
			}
			g.Positions = append(g.Positions, label(d.Report, d.Move.Point))
		}
		if err := e.Play(d.Move); err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := e.JudgeToCount(ctx); err != nil {
		return nil, err
	}
	blend(g, e.FinalCount().Margin().Float())
	return g.Line()
}

// drawMove draws a move by its playouts.
func drawMove(random *rand.Rand, r *search.Report) rules.Point {
	sum := 0
	for i := range r.Moves {
		sum += r.Moves[i].Visits
	}
	draw := random.IntN(sum)
	for i := range r.Moves {
		if draw -= r.Moves[i].Visits; draw < 0 {
			return r.Moves[i].Move
		}
	}
	return r.Moves[0].Move
}

// label returns the position as the search sees it, and the move then made.
func label(r *search.Report, move rules.Point) teacher.Position {
	p := teacher.Position{Move: move, WinRate: r.WinRate, Lead: rules.ForColor(r.Score, r.Color), Owner: r.Ownership}
	if r.Color == rules.White {
		p.WinRate = 1 - p.WinRate
	}
	for i := range r.Moves {
		p.Policy = append(p.Policy, teacher.Chance{Move: r.Moves[i].Move, Weight: float64(r.Moves[i].Visits) / float64(r.Visits)})
	}
	return p
}

// blend gives the outcome, Black's margin, its part in the labels.
func blend(g *teacher.Game, margin float64) {
	win := rules.Win(margin)
	for i := range g.Positions {
		p := &g.Positions[i]
		p.WinRate += outcomeShare * (win - p.WinRate)
		p.Lead += outcomeShare * (margin - p.Lead)
	}
}
