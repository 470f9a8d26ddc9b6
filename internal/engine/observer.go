package engine

import (
	"context"
	"slices"
	"time"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// observer looks at a running search now and then.
type observer struct {
	after time.Duration // from the start of the search to the first look
	// look is given what the search has found so far, which waits for it. It
	// returns how long it is to the next look, and whether to go on.
	look func(*search.Report) (again time.Duration, goOn bool)

	next time.Time
}

// run searches the game's position with c to move, before the eyes of those
// observers that are not nil.
func (e *Engine) run(ctx context.Context, c rules.Color, limits search.Limits, observers ...*observer) *search.Report {
	observers = slices.DeleteFunc(observers, func(o *observer) bool { return o == nil })
	if len(observers) > 0 {
		now := time.Now()
		for _, o := range observers {
			o.next = now.Add(o.after)
		}
		timer := time.NewTimer(untilLook(observers, now))
		defer timer.Stop()
		limits.Ticks, limits.Progress = timer.C, func(r *search.Report) bool {
			goOn := lookAt(observers, r, time.Now())
			timer.Reset(untilLook(observers, time.Now()))
			return goOn
		}
	}
	return e.search.Run(ctx, e.game, c, limits)
}

// untilLook returns the time to the next look of any observer.
func untilLook(observers []*observer, now time.Time) time.Duration {
	next := observers[0].next
	for _, o := range observers[1:] {
		if o.next.Before(next) {
			next = o.next
		}
	}
	return next.Sub(now)
}

// lookAt lets those observers look whose time has come; the search goes on if
// all of them say so.
func lookAt(observers []*observer, r *search.Report, now time.Time) (goOn bool) {
	goOn = true
	for _, o := range observers {
		if o.next.After(now) {
			continue
		}
		again, more := o.look(r)
		o.next, goOn = now.Add(again), goOn && more
	}
	return goOn
}

// watcher is who is told of running searches.
type watcher struct {
	interval time.Duration
	show     func(*search.Report)
}

// Watch has show called during each search for a move, an analysis or a study,
// about once in the interval, with what the search has found so far, and with
// nil when the search is over. The search waits for show.
func (e *Engine) Watch(interval time.Duration, show func(*search.Report)) {
	e.watcher = watcher{interval, show}
}

// runWatched does as run, before the eyes of the watcher too.
func (e *Engine) runWatched(ctx context.Context, c rules.Color, limits search.Limits, observers ...*observer) *search.Report {
	w := e.watcher
	if w.show == nil {
		return e.run(ctx, c, limits, observers...)
	}
	defer w.show(nil)
	return e.run(ctx, c, limits, append(observers, &observer{after: w.interval, look: func(r *search.Report) (time.Duration, bool) {
		w.show(r)
		return w.interval, true
	}})...)
}
