package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/pflag"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// benchMemory is the size of the search tree in measurements.
const benchMemory = 256 << 20

// bench measures the speed of one thread and prints it, a line a measurement,
// and the signature of play.
func bench(args []string, stdout, stderr io.Writer) int {
	f := pflag.NewFlagSet("bench", pflag.ContinueOnError)
	f.Usage = func() {}
	length := f.Float64("seconds", 2, "seconds for each measurement")
	help := f.Bool("help", false, "print this help and exit")
	if err := f.Parse(args); err != nil {
		return usage(stderr, err)
	}
	if *help {
		fmt.Fprintf(stdout, "usage: gtpgo bench [flags]\n\n%s", f.FlagUsages())
		return exitOK
	}
	if f.NArg() > 0 {
		return usage(stderr, fmt.Errorf("unexpected argument %q", f.Arg(0)))
	}
	d, err := seconds("--seconds", *length)
	if err != nil || d == 0 {
		return usage(stderr, fmt.Errorf("--seconds %g: not a number of seconds above 0", *length))
	}
	for _, p := range []struct {
		name   string
		policy search.Policy
	}{{"light", search.Light}, {"heavy", search.Heavy}} {
		for _, size := range []int{9, 19} {
			fmt.Fprintf(stdout, "%s %dx%d: %.0f playouts/s\n", p.name, size, size, playoutSpeed(size, p.policy, d))
		}
	}
	for _, size := range []int{9, 19} {
		fmt.Fprintf(stdout, "search %dx%d: %.0f playouts/s\n", size, size, searchSpeed(size, nil, d))
	}
	for _, size := range []int{9, 19} {
		fmt.Fprintf(stdout, "net %dx%d: %.0f positions/s\n", size, size, netSpeed(size, d))
	}
	for _, size := range []int{9, 19} {
		fmt.Fprintf(stdout, "search with net %dx%d: %.0f playouts/s\n", size, size, searchSpeed(size, net.Default(), d))
	}
	fmt.Fprintf(stdout, "signature: %016x\n", search.Signature(16<<20))
	return exitOK
}

// playoutSpeed returns playouts a second, outside any tree.
func playoutSpeed(size int, policy search.Policy, d time.Duration) float64 {
	b := search.NewBench(size, policy, 1)
	const batch = 16
	n, start := 0, time.Now()
	for time.Since(start) < d {
		for range batch {
			b.Play()
		}
		n += batch
	}
	return float64(n) / time.Since(start).Seconds()
}

// netSpeed returns positions a second that the net looks at.
func netSpeed(size int, d time.Duration) float64 {
	e, in, out := net.NewEvaluator(net.Default()), new(net.Input), new(net.Output)
	in.Fill(rules.NewBoard(size), rules.Black, [net.LastMoves]rules.Point{}, net.AreaMode, -7.5)
	n, start := 0, time.Now()
	for ; time.Since(start) < d; n++ {
		e.Evaluate(in, out)
	}
	return float64(n) / time.Since(start).Seconds()
}

// searchSpeed returns playouts a second of a tree search on the empty board.
func searchSpeed(size int, n *net.Net, d time.Duration) float64 {
	r, _ := rules.FindRuleset(rules.DefaultRuleset)
	s := search.New(search.Config{Memory: benchMemory, Threads: 1, Seed: 1, Params: search.DefaultParams(), Net: n})
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	start := time.Now()
	report := s.Run(ctx, rules.NewGame(size, r, rules.Halves(15)), rules.Black, search.Limits{})
	return float64(report.Playouts) / time.Since(start).Seconds()
}
