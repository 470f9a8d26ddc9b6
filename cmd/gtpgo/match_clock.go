package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gtpgo/internal/rules"
)

// matchClock is one player's time as GTP 2, section 4.2, counts it: main time,
// then a number of moves in each period. Zero moves with a period above zero
// mean no limit; a period of zero means main time only.
type matchClock struct {
	text         string // the arguments of time_settings
	main, period time.Duration
	moves        int
	left         time.Duration
	count        int // moves still to make in the period, 0 in main time
	late         bool
}

// parseMatchClock reads three whole numbers.
func parseMatchClock(text string) (*matchClock, error) {
	fields := strings.Fields(text)
	var n [3]int
	if len(fields) != len(n) {
		return nil, errors.New("not three numbers")
	}
	const most = 1 << 30
	for i, field := range fields {
		var err error
		if n[i], err = strconv.Atoi(field); err != nil || n[i] < 0 || n[i] > most {
			return nil, errors.New("not three whole numbers")
		}
	}
	c := &matchClock{text: strings.Join(fields, " "), main: time.Duration(n[0]) * time.Second,
		period: time.Duration(n[1]) * time.Second, moves: n[2]}
	if c.period == 0 {
		c.moves = 0
	}
	return c, nil
}

// fresh returns the clock at the start of a game; nil stays nil, no limit.
func (c *matchClock) fresh() *matchClock {
	if c == nil || c.unlimited() {
		return nil
	}
	next := *c
	next.left, next.count, next.late = c.main, 0, false
	if next.left == 0 && c.moves > 0 {
		next.left, next.count = c.period, c.moves
	}
	return &next
}

func (c *matchClock) unlimited() bool { return c.moves == 0 && c.period > 0 }

// spend takes the time of one move; it remembers if that was too much.
func (c *matchClock) spend(d time.Duration) {
	if c == nil {
		return
	}
	c.left -= d
	if c.count == 0 && c.left <= 0 && c.moves > 0 { // what is over main time comes off the first period
		c.left += c.period
		c.count = c.moves
	}
	if c.left < 0 {
		c.late = true
	}
	if c.count > 0 {
		if c.count--; c.count == 0 {
			c.left, c.count = c.period, c.moves
		}
	}
}

// timeLeft returns the GTP command that says what a colour has left.
func (c *matchClock) timeLeft(color rules.Color) string {
	return fmt.Sprintf("time_left %s %d %d", color, max(0, int(c.left/time.Second)), c.count)
}
