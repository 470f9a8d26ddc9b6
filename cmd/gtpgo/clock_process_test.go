package main

// How long the program thinks, measured at its pipes: area H of the public cases
// (CLK-01a to CLK-04a) and the clocks of clients that send no time_left. Limits
// are those of the cases with slack for a busy machine; they are the upper ones,
// as no client minds an engine that is quick, but where a limit must be used.

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// slack is what a reply may take beyond its limit.
const slack = 500 * time.Millisecond

// timed runs a dialogue whose times matter, on nine lines with one thread. On a
// busy machine it may be late, but not three times in a row.
func timed(t *testing.T, talk func(p *program), flags ...string) {
	t.Helper()
	const tries = 3
	for try := 1; try <= tries; try++ {
		p := start(t, append([]string{"--threads", "1", "--memory", "64", "--boardsize", "9"}, flags...)...)
		talk(p)
		p.quit()
		if len(p.late) == 0 {
			return
		}
		t.Logf("try %d:\n%s", try, strings.Join(p.late, "\n"))
	}
	t.Errorf("wrong times %d times in a row", tries)
}

// thinks asks for a move, which must come after least and before most.
func (p *program) thinks(line string, least, most time.Duration) {
	p.t.Helper()
	begin := time.Now()
	p.expect(line, "= ([A-HJ-T]1?[0-9]|pass|resign)")
	p.took(line, time.Since(begin), least, most)
}

// took notes a duration that is not between least and most.
func (p *program) took(what string, d, least, most time.Duration) {
	p.t.Logf("%s: %v", what, d.Round(time.Millisecond))
	if d < least || d > most+slack {
		p.late = append(p.late, fmt.Sprintf("%s took %v, want %v to %v", what, d, least, most))
	}
}

const ms = time.Millisecond

// Case CLK-01a: a period without stones is no limit, so --time is in force;
// neither is it zero time.
func TestClockWithoutLimit(t *testing.T) {
	timed(t, func(p *program) {
		p.expect("time_settings 0 1 0", "= ")
		p.thinks("genmove b", 200*ms, 600*ms)
		p.expect("time_settings 1 1 0", "= ")
		p.thinks("genmove w", 200*ms, 600*ms)
		p.expect("time_settings 0 0 1", "= ") // no period either: no time at all
		p.thinks("genmove b", 0, 100*ms)
		p.expect("time_settings 0 0 0", "= ")
		p.thinks("genmove w", 0, 100*ms)
		p.expect("kgs-time_settings none", "= ")
		p.thinks("genmove b", 200*ms, 600*ms)
	}, "--time", "0.6")
}

// Case CLK-02a: little time left, also when the opponent has passed.
func TestClockLittleLeft(t *testing.T) {
	timed(t, func(p *program) {
		p.expect("boardsize 19", "= ")
		p.expect("time_settings 60 0 0", "= ")
		p.expect("play b D4", "= ")
		p.expect("play w pass", "= ")
		p.expect("time_left b 1 0", "= ")
		p.thinks("genmove b", 0, 1000*ms)
		p.expect("undo", "= ")
		p.expect("komi 400", "= ") // a pass loses now
		p.expect("time_left b 1 0", "= ")
		p.thinks("genmove b", 0, 1000*ms)
		p.expect("komi 7.5", "= ")
		p.expect("time_left w 0.3 0", "= ")
		p.thinks("genmove w", 0, 300*ms)
		p.expect("time_left b -3 0", "= ")
		p.thinks("genmove b", 0, 200*ms)
		p.expect("time_left w 0 0", "= ")
		p.thinks("genmove w", 0, 200*ms)
		p.expect("kgs-rules japanese", "= ") // dead stones have to be judged
		p.expect("play b pass", "= ")
		p.expect("time_left w 0.2 0", "= ")
		p.thinks("genmove w", 0, 200*ms)
	})
}

// Case CLK-03a: the count is that of the periods left, each of 2 s.
func TestClockByoyomi(t *testing.T) {
	timed(t, func(p *program) {
		p.expect("kgs-time_settings byoyomi 0 2 3", "= ")
		p.expect("time_left b 2 3", "= ")
		p.thinks("genmove b", 500*ms, 2000*ms)
		p.expect("kgs-time_settings byoyomi 0 1.5 3", "= ")
		p.expect("time_left w 1.5 1", "= ")
		p.thinks("genmove w", 500*ms, 1500*ms)
		p.thinks("genmove b", 500*ms, 1500*ms)
		p.expect("kgs-time_settings byoyomi 0.1 1 5", "= ") // main time runs out in this move
		p.thinks("genmove w", 200*ms, 1100*ms)
		p.thinks("genmove w", 200*ms, 1000*ms)
	})
}

// Canadian overtime: the count is that of the stones to play in the time left.
func TestClockCanadian(t *testing.T) {
	timed(t, func(p *program) {
		p.expect("time_settings 0 3 3", "= ")
		begin := time.Now()
		for range 3 {
			p.thinks("genmove b", 200*ms, 1500*ms)
		}
		p.took("three stones", time.Since(begin), 0, 3000*ms)
		p.expect("time_left w 1.5 3", "= ")
		p.thinks("genmove w", 100*ms, 1000*ms)
		p.expect("time_left w 1 10", "= ")
		p.thinks("genmove w", 0, 300*ms)
		p.expect("kgs-time_settings canadian 0 2 2", "= ")
		p.thinks("genmove w", 300*ms, 1500*ms)
	})
}

// Case CLK-04a: a short limit does not stick, neither to the next setting nor to
// the next game.
func TestClockLimitsDoNotStick(t *testing.T) {
	timed(t, func(p *program) {
		p.expect("time_settings 0 1 1", "= ")
		p.expect("time_left b 1 1", "= ")
		p.thinks("genmove b", 100*ms, 1000*ms)
		p.expect("clear_board", "= ")
		p.expect("time_settings 0 3 1", "= ")
		p.expect("time_left b 3 1", "= ")
		p.thinks("genmove b", 1500*ms, 3000*ms)
		p.expect("time_settings 1 0 0", "= ")
		p.expect("time_left b 0 0", "= ")
		p.thinks("genmove b", 0, 200*ms)
		p.expect("clear_board", "= ") // a fresh clock
		p.expect("time_left w 20 0", "= ")
		p.thinks("genmove w", 50*ms, 5000*ms)
	})
}

// A client that sends no time_left, as gogui-twogtp and gomill: the engine keeps
// its own clock and does not lose on time.
func TestClockOfItsOwn(t *testing.T) {
	timed(t, func(p *program) {
		p.expect("boardsize 13", "= ")
		p.expect("time_settings 2 0 0", "= ")
		var black, white time.Duration
		for range 30 {
			begin := time.Now()
			p.expect("genmove b", "= ([A-HJ-N]1?[0-9]|pass|resign)")
			turn := time.Now()
			p.expect("genmove w", "= ([A-HJ-N]1?[0-9]|pass|resign)")
			black, white = black+turn.Sub(begin), white+time.Since(turn)
		}
		for _, used := range []time.Duration{black, white} {
			p.took("30 moves", used, 200*ms, 2000*ms)
		}
		p.expect("clear_board", "= ")
		p.thinks("genmove b", 5*ms, 1000*ms) // a new game has its time again
	})
}

// The first limit reached ends a search, be it of time or of playouts.
func TestClockAndPlayouts(t *testing.T) {
	timed(t, func(p *program) {
		p.expect("time_settings 0 30 1", "= ")
		p.thinks("genmove b", 0, 1000*ms)
		p.expect("reg_genmove w", "= ([A-HJ][1-9]|pass)")
	}, "--playouts", "50")
}
