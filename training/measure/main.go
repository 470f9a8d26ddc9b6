// Command measure prints what the net of the engine, in its whole numbers, says of
// labelled games that were not learned from:
//
//	go run ./training/measure -data FOLDER [-net FILE]
//
// FOLDER holds labelled games (package teacher). A line for each board size and rules
// gives the share of positions in which the net likes the teacher's first move best,
// the correlation of the chances to win, and the mean errors of lead and owner.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"slices"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
	"gtpgo/training/teacher"
)

func main() {
	log.SetFlags(0)
	data := flag.String("data", "", "folders of labelled games, with commas between")
	file := flag.String("net", "", "weights, those of the engine by default")
	flag.Parse()
	if err := measure(*data, *file); err != nil {
		log.Fatal(err)
	}
}

// kind is what is measured apart.
type kind struct {
	size  int
	rules string
}

// sums is what was measured.
type sums struct {
	count, hits int
	wins        [5]float64 // sums of x, y, xx, yy, xy
	lead, owner float64
	points      int
}

func measure(data, file string) error {
	n, err := load(file)
	if err != nil {
		return err
	}
	files, err := teacher.Files(data)
	if err != nil {
		return err
	}
	all := map[kind]*sums{}
	e, out := net.NewEvaluator(n), new(net.Output)
	for _, path := range files {
		for g, err := range teacher.Read(path) {
			if err != nil {
				return err
			}
			if !g.HeldOut() {
				continue
			}
			add := func(seen *teacher.Seen) error {
				e.Evaluate(&seen.Input, out)
				for _, k := range []kind{{g.Size, g.Rules}, {g.Size, "all"}} {
					if all[k] == nil {
						all[k] = new(sums)
					}
					all[k].add(g.Size, seen, out)
				}
				return nil
			}
			if err := g.Each(add); err != nil {
				return fmt.Errorf("%s: game %d: %w", path, g.Number+1, err)
			}
		}
	}
	byKind := func(a, b kind) int { return cmp.Or(a.size-b.size, cmp.Compare(a.rules, b.rules)) }
	for _, k := range slices.SortedFunc(maps.Keys(all), byKind) {
		fmt.Printf("%dx%d %s: %s\n", k.size, k.size, k.rules, all[k])
	}
	return nil
}

func load(file string) (*net.Net, error) {
	if file == "" {
		return net.Default(), nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return net.Read(text)
}

func (s *sums) add(size int, seen *teacher.Seen, out *net.Output) {
	s.count++
	best, bestWeight := rules.Pass, 0.0
	for _, m := range seen.Policy {
		if m.Weight > bestWeight {
			best, bestWeight = m.Move, m.Weight
		}
	}
	likes := rules.Pass
	for y := range size {
		for x := range size {
			p := rules.PointAt(size, x, y)
			if out.Policy[p] > out.Policy[likes] {
				likes = p
			}
			if seen.Owner != nil {
				s.owner += math.Abs(float64(out.Owner[p]) - seen.OwnerAt(p))
				s.points++
			}
		}
	}
	if likes == best {
		s.hits++
	}
	x, y := float64(out.Win), seen.Win
	for i, v := range [5]float64{x, y, x * x, y * y, x * y} {
		s.wins[i] += v
	}
	s.lead += math.Abs(float64(out.Lead) - seen.Lead)
}

func (s *sums) String() string {
	n := float64(s.count)
	x, y := s.wins[0]/n, s.wins[1]/n
	correlation := (s.wins[4]/n - x*y) / math.Sqrt((s.wins[2]/n-x*x)*(s.wins[3]/n-y*y))
	return fmt.Sprintf("%d positions, first move %.1f%%, win correlation %.3f, lead %.2f, owner %.3f",
		s.count, 100*float64(s.hits)/n, correlation, s.lead/n, s.owner/float64(s.points))
}
