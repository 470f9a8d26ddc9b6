package main

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"
)

var (
	timesGames    = flag.Int("times.games", 0, "how many games on each clock TestTimes plays; 0 skips it")
	timesParallel = flag.Int("times.parallel", 2, "of them at once")
)

// timing is a way to limit time, and how to see that it was kept.
type timing struct {
	flags []string
	lines []string
	share int           // one in so many of the games is played
	moves int           // of a colour, that together may take
	limit time.Duration // no more than that
}

var timings = map[string]timing{
	// A time of its own is what the engine wants to take, and --lag, 0.2 seconds,
	// what it may be late.
	"0.1 s a move":    {flags: []string{"--time", "0.1"}, share: 1, moves: 1, limit: 300 * time.Millisecond},
	"10 moves in 1 s": {lines: []string{"time_settings 0 1 10"}, share: 1, moves: 10, limit: time.Second},
	"byo-yomi of 1 s": {lines: []string{"kgs-time_settings byoyomi 0 1 1"}, share: 10, moves: 1, limit: time.Second},
}

// TestTimes plays games with all processors kept busy by other programs: nobody
// oversteps the time. make times plays 500 on each clock. Beside the times of moves
// it tells those of a command that does nothing: what they are late is the fault
// of the machine.
func TestTimes(t *testing.T) {
	if *timesGames == 0 {
		t.Skip("takes long: -times.games 500")
	}
	for range runtime.NumCPU() {
		load := commandFor(t, 24*time.Hour, "bench", "--seconds", "86400")
		if err := load.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = load.Process.Kill()
			_ = load.Wait() // it was killed
		})
	}
	for _, name := range []string{"0.1 s a move", "10 moves in 1 s", "byo-yomi of 1 s"} {
		t.Run(name, func(t *testing.T) {
			m := timings[name]
			games := make(chan int, *timesGames)
			for n := range max(1, *timesGames/m.share) {
				games <- n
			}
			close(games)
			var all timesSeen
			var group sync.WaitGroup
			for range *timesParallel {
				group.Go(func() { m.play(t, games, &all) })
			}
			group.Wait()
			all.report(t, &m)
		})
	}
}

// timesSeen is what was measured in all games.
type timesSeen struct {
	mu             sync.Mutex
	games          int
	moves, nothing []time.Duration // of moves, and of a command that does nothing
	sums           []time.Duration // of as many moves of a colour as the limit is for
}

func (s *timesSeen) report(t *testing.T, m *timing) {
	longest := func(list []time.Duration) (middle, last time.Duration) {
		slices.Sort(list)
		if len(list) == 0 {
			return 0, 0
		}
		return list[len(list)/2].Round(time.Millisecond / 10), list[len(list)-1].Round(time.Millisecond / 10)
	}
	over := 0
	for _, d := range s.sums {
		if d > m.limit {
			over++
		}
	}
	move, slowest := longest(s.moves)
	_, sum := longest(s.sums)
	name, late := longest(s.nothing)
	t.Logf("%d games, %d moves: median %v, longest %v; %d moves took %v at most of %v; a command that does nothing: median %v, longest %v",
		s.games, len(s.moves), move, slowest, m.moves, sum, m.limit, name, late)
	if over > 0 {
		t.Errorf("time overstepped %d times", over)
	}
}

// play plays games in one process, the engine against itself.
func (m *timing) play(t *testing.T, games <-chan int, all *timesSeen) {
	flags := append([]string{"--threads", "1", "--memory", "16", "--boardsize", "9"}, m.flags...)
	p := &program{t: t, cmd: commandFor(t, 24*time.Hour, flags...)}
	p.cmd.Stderr = &p.stderr
	p.begin()
	for range games {
		if !p.timedGame(m, all) {
			return
		}
	}
	p.quit()
}

// timedGame plays one game and notes its times; false if the program is broken.
func (p *program) timedGame(m *timing, all *timesSeen) bool {
	for _, line := range append(m.lines, "clear_board") {
		if reply := p.ask(line); reply != "= " {
			p.t.Errorf("%s: %q", line, reply)
			return false
		}
	}
	var moves, nothing, sums []time.Duration
	cpu := p.cpu()
	var sum [2]time.Duration
	passes := 0
	for n := 0; n < 120 && passes < 2; n++ {
		begin := time.Now()
		p.ask("name")
		nothing = append(nothing, time.Since(begin))
		begin = time.Now()
		reply := p.ask(fmt.Sprint("genmove ", "bw"[n%2:n%2+1]))
		took := time.Since(begin)
		used := p.cpu() - cpu
		cpu += used
		if took > m.limit {
			p.t.Logf("move %d took %v, and %v of the processor", n+1, took.Round(time.Millisecond), used)
		}
		moves = append(moves, took)
		sum[n%2] += took
		if n/2%m.moves == m.moves-1 {
			sums = append(sums, sum[n%2])
			sum[n%2] = 0
		}
		switch reply {
		case "= pass":
			passes++
		case "= resign":
			passes = 2
		case "":
			p.t.Error("the program has ended")
			return false
		default:
			passes = 0
		}
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	all.games++
	all.moves, all.nothing, all.sums = append(all.moves, moves...), append(all.nothing, nothing...), append(all.sums, sums...)
	return true
}
