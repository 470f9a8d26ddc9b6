package gtp

import (
	"io"
	"strings"
	"sync"
	"time"

	"gtpgo/internal/search"
)

// Live graphics: while a command runs, GoGui draws what it reads on standard
// error behind "gogui-gfx:" (GoGui manual, "Live Graphics"). A block begins
// with that line and ends with an empty one; each replaces the picture before.

// liveInterval is the time between two pictures: 2 Hz.
const liveInterval = 500 * time.Millisecond

// clearGraphics takes the last picture off the board.
const clearGraphics = "gogui-gfx: CLEAR\n"

// liveGraphics writes blocks, each with one Write, and never waits for a
// reader: as long as a Write has not returned, pictures are dropped, and only
// the end of them is remembered.
type liveGraphics struct {
	on   bool // used by the session only
	w    io.Writer
	next time.Time // earliest time of the next picture

	mu      sync.Mutex
	done    chan struct{} // closed when the writer goroutine has ended; nil if there is none
	pending string        // to be written when the present Write returns
}

// write hands text over if no other is being written; must says that it has
// to be written later if it cannot be now.
func (l *liveGraphics) write(text string, must bool) (done <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done != nil {
		if must {
			l.pending = text
		}
		return l.done
	}
	l.done = make(chan struct{})
	go l.drain(text, l.done)
	return l.done
}

func (l *liveGraphics) drain(text string, done chan<- struct{}) {
	defer close(done)
	for text != "" {
		_, _ = io.WriteString(l.w, text) // a picture that nobody sees is no failure
		l.mu.Lock()
		text, l.pending = l.pending, ""
		if text == "" {
			l.done = nil
		}
		l.mu.Unlock()
	}
}

// clearGrace is how long the end of the pictures may keep a reply back, so
// that the client reads it first.
const clearGrace = 20 * time.Millisecond

// showSearches turns live graphics on or off.
func (s *Session) showSearches(on bool) {
	s.live.on = on
	if on {
		s.Engine.Watch(liveInterval, s.showSearch)
	} else {
		s.Engine.Watch(0, nil)
	}
}

// showSearch draws a running search, or clears the board after it (nil). An
// analysis may report more often than is drawn.
func (s *Session) showSearch(r *search.Report) {
	l := &s.live
	if r == nil {
		within(clearGrace, l.write(clearGraphics, true))
		return
	}
	now := time.Now()
	if now.Before(l.next) {
		return
	}
	l.next = now.Add(liveInterval * 9 / 10) // ticks are not exact
	g := gfx{size: s.size()}
	g.picture(&s.Engine.Game().Position().Board, r)
	if len(g.lines) > 0 {
		l.write("gogui-gfx:\n"+strings.Join(g.lines, "\n")+"\n\n", false)
	}
}
