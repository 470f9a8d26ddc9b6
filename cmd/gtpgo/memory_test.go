package main

import (
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	memoryTime = flag.Duration("memory.time", 0, "how long TestMemoryLimit analyses; 0 is a short while")
	memorySize = flag.Int("memory.size", 64, "megabytes for the tree then")
)

// limitKB is how much of the program may be resident with a tree of that many
// megabytes.
func limitKB(megabytes int) int { return (megabytes*125/100 + 48) << 10 }

// The memory that --memory names bounds the program: a tree that is full stays
// as it is, and the search goes on and answers. What fills most is asked for,
// on large boards, also the trees beside the first one.
func TestMemoryLimit(t *testing.T) {
	if slowness > 1 {
		t.Skip("the race detector takes memory of its own")
	}
	lines, sizes := []string{"", "avoid b Q16 1"}, []int{32}
	each := time.Second
	if *memoryTime > 0 {
		lines, sizes, each = lines[:1], []int{*memorySize}, *memoryTime
	}
	for _, board := range []int{19, 25} {
		for _, megabytes := range sizes {
			t.Run(fmt.Sprint(board, " lines, ", megabytes, " MB"), func(t *testing.T) {
				t.Parallel()
				p := &program{t: t, cmd: commandFor(t, each*10+3*patience, "--memory", fmt.Sprint(megabytes), "--boardsize", fmt.Sprint(board), "--time", "1")}
				p.cmd.Stderr = &p.stderr
				p.begin()
				p.expect("name", "= gtpgo")
				for _, line := range lines {
					p.fill(board, megabytes, each, "kata-analyze b 10 ownership true movesOwnership true pvVisits true "+line)
				}
				for range 4 { // the kept part goes from one tree to the other
					p.expect("genmove b", aMove)
					p.expect("genmove w", aMove)
				}
				p.expect("reg_genmove b", aMove)
				p.expect("estimate_score", "= .*")
				p.checkMemory("after the searches", megabytes)
				// What takes as much in the place of the tree.
				p.expect("boardsize 5", "= ")
				p.expect(fmt.Sprintf("gtpgo-solve b time %.0f", min(each, 10*time.Second).Seconds()), `\? unsolved, .*`)
				p.expect("gtpgo-param seed 5", "= ")
				p.expect("genmove b", aMove)
				t.Logf("%d kB of %d at most", p.checkMemory("in the end", megabytes), limitKB(megabytes))
				p.quit()
			})
		}
	}
}

// fill analyses for a while: reports have to come, with more visits each time.
func (p *program) fill(board, megabytes int, long time.Duration, line string) {
	p.t.Helper()
	p.send(line + "\n")
	for begin := time.Now(); time.Since(begin) < long; {
		step := min(long, 30*time.Second)
		time.Sleep(step)
		kb := p.checkMemory(line, megabytes)
		if long > step {
			p.t.Logf("%v: %d kB of %d", time.Since(begin).Round(time.Second), kb, limitKB(megabytes))
		}
	}
	p.send("name\n")
	frame := p.reply()
	infos := strings.Split(strings.TrimSpace(frame), "\n")[1:]
	visits := func(info string) (sum int) {
		for _, m := range regexp.MustCompile(` visits (\d+)`).FindAllStringSubmatch(info, -1) {
			n := 0
			fmt.Sscan(m[1], &n)
			sum += n
		}
		return sum
	}
	if len(infos) < 3 || visits(infos[len(infos)-1]) <= visits(infos[len(infos)/2]) {
		p.t.Errorf("%s: %d reports, the search stands still", line, len(infos))
	} else {
		p.t.Logf("%d reports, %d visits at last", len(infos), visits(infos[len(infos)-1]))
	}
	if name := p.reply(); name != "= gtpgo" {
		p.t.Errorf("name: %q", name)
	}
}

// checkMemory compares the most that was ever resident with the limit.
func (p *program) checkMemory(when string, megabytes int) (kb int) {
	p.t.Helper()
	kb = statusKB(p.t, p.cmd.Process.Pid, "VmHWM")
	if kb > limitKB(megabytes) {
		p.t.Errorf("%s: %d kB resident, at most %d allowed", when, kb, limitKB(megabytes))
	}
	return kb
}
