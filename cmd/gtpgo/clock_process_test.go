package main

// How long the program thinks, measured at its pipes: area H of the public cases
// (CLK-01a to CLK-04a) and the clocks of clients that send no time_left. Limits
// are those of the cases with slack for a busy machine; they are the upper ones,
// as no client minds an engine that is quick, but where a limit must be used.

import (
	"testing"
	"time"
)

// slack is what a reply may take beyond its limit: the machine may be busy.
const slack = 500 * time.Millisecond

// thinks asks for a move, which must come after least and before most.
func (p *program) thinks(line string, least, most time.Duration) {
	p.t.Helper()
	begin := time.Now()
	p.expect(line, "= ([A-HJ-T]1?[0-9]|pass|resign)")
	d := time.Since(begin)
	p.t.Logf("%s: %v", line, d.Round(time.Millisecond))
	if d < least || d > most+slack {
		p.t.Errorf("%s took %v, want %v to %v", line, d, least, most)
	}
}

// clocked starts the program for a test of the clock.
func clocked(t *testing.T, flags ...string) *program {
	t.Parallel()
	p := start(t, append([]string{"--threads", "1", "--memory", "64"}, flags...)...)
	p.expect("boardsize 9", "= ")
	return p
}

const ms = time.Millisecond

// Case CLK-01a: a period without stones is no limit, so --time is in force;
// neither is it zero time.
func TestClockWithoutLimit(t *testing.T) {
	p := clocked(t, "--time", "0.6")
	p.expect("time_settings 0 1 0", "= ")
	p.thinks("genmove b", 400*ms, 600*ms)
	p.expect("time_settings 1 1 0", "= ")
	p.thinks("genmove w", 400*ms, 600*ms)
	p.expect("time_settings 0 0 1", "= ") // no period either: no time at all
	p.thinks("genmove b", 0, 100*ms)
	p.expect("time_settings 0 0 0", "= ")
	p.thinks("genmove w", 0, 100*ms)
	p.expect("kgs-time_settings none", "= ")
	p.thinks("genmove b", 400*ms, 600*ms)
	p.quit()
}

// Case CLK-02a: little time left, also when the opponent has passed.
func TestClockLittleLeft(t *testing.T) {
	p := clocked(t)
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
	p.quit()
}

// Case CLK-03a: the count is that of the periods left, each of 5 s.
func TestClockByoyomi(t *testing.T) {
	p := clocked(t)
	p.expect("kgs-time_settings byoyomi 0 5 3", "= ")
	p.expect("time_left b 5 3", "= ")
	p.thinks("genmove b", 500*ms, 5000*ms)
	p.expect("kgs-time_settings byoyomi 0 1.5 3", "= ")
	p.expect("time_left w 1.5 1", "= ")
	p.thinks("genmove w", 500*ms, 1500*ms)
	p.thinks("genmove b", 500*ms, 1500*ms)
	p.expect("kgs-time_settings byoyomi 0.1 1 5", "= ") // main time runs out in this move
	p.thinks("genmove w", 200*ms, 1100*ms)
	p.thinks("genmove w", 200*ms, 1000*ms)
	p.quit()
}

// Canadian overtime: the count is that of the stones to play in the time left.
func TestClockCanadian(t *testing.T) {
	p := clocked(t)
	p.expect("time_settings 0 3 3", "= ")
	begin := time.Now()
	for range 3 {
		p.thinks("genmove b", 200*ms, 1500*ms)
	}
	if d := time.Since(begin); d > 3*time.Second+slack {
		t.Errorf("three stones took %v", d)
	}
	p.expect("time_left w 1.5 3", "= ")
	p.thinks("genmove w", 100*ms, 1000*ms)
	p.expect("time_left w 1 10", "= ")
	p.thinks("genmove w", 0, 300*ms)
	p.expect("kgs-time_settings canadian 0 2 2", "= ")
	p.thinks("genmove w", 300*ms, 1500*ms)
	p.quit()
}

// Case CLK-04a: a short limit does not stick, neither to the next setting nor to
// the next game.
func TestClockLimitsDoNotStick(t *testing.T) {
	p := clocked(t)
	p.expect("time_settings 0 1 1", "= ")
	p.expect("time_left b 1 1", "= ")
	p.thinks("genmove b", 100*ms, 1000*ms)
	p.expect("clear_board", "= ")
	p.expect("time_settings 0 6 1", "= ")
	p.expect("time_left b 6 1", "= ")
	p.thinks("genmove b", 1500*ms, 6000*ms)
	p.expect("time_settings 1 0 0", "= ")
	p.expect("time_left b 0 0", "= ")
	p.thinks("genmove b", 0, 200*ms)
	p.expect("clear_board", "= ") // a fresh clock
	p.expect("time_left w 20 0", "= ")
	p.thinks("genmove w", 50*ms, 5000*ms)
	p.quit()
}

// A client that sends no time_left, as gogui-twogtp and gomill: the engine keeps
// its own clock and does not lose on time.
func TestClockOfItsOwn(t *testing.T) {
	p := clocked(t)
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
	t.Logf("30 moves: %v, %v", black, white)
	for _, used := range []time.Duration{black, white} {
		if used < 200*ms || used > 2*time.Second+slack {
			t.Errorf("30 moves took %v of 2 s", used)
		}
	}
	p.expect("clear_board", "= ")
	p.thinks("genmove b", 5*ms, 1000*ms) // a new game has its time again
	p.quit()
}

// The first limit reached ends a search, and analysis of a position costs the
// clock nothing.
func TestClockAndPlayouts(t *testing.T) {
	p := clocked(t, "--playouts", "50")
	p.expect("time_settings 0 30 1", "= ")
	p.thinks("genmove b", 0, 1000*ms)
	p.expect("reg_genmove w", "= ([A-HJ][1-9]|pass)")
	p.quit()
}
