package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"
)

// matchRun is a match under way.
type matchRun struct {
	settings *matchSettings
	terms    *matchTerms
	openings *matchOpenings
	stdout   io.Writer
	stderr   io.Writer

	store    *matchStore
	tally    *matchTally
	progress *matchProgress
	reported time.Time // when the report was last written
}

// newMatch checks the settings; an error is one for the user.
func newMatch(s *matchSettings, stdout, stderr io.Writer) (*matchRun, error) {
	terms, err := s.check()
	if err != nil {
		return nil, err
	}
	m := &matchRun{settings: s, terms: terms, stdout: stdout, stderr: stderr, tally: newTally(terms.test)}
	m.openings, s.OpeningsSum, err = newOpenings(s, terms)
	return m, err
}

// errDecided stops a match whose sequential test has ended.
var errDecided = errors.New("the test is decided")

// reportEvery is the time between two versions of the report.
const reportEvery = 15 * time.Second

// play plays the games that are missing and prints the summary. The error is
// the cause if ctx has ended.
func (m *matchRun) play(ctx context.Context) error {
	store, results, err := openStore(m.settings)
	if err != nil {
		return err
	}
	defer store.close()
	m.store = store
	for _, r := range results {
		m.tally.add(r)
	}
	first := newSlot(m.settings, m.terms)
	defer first.close()
	if err := m.meet(ctx, first); err != nil {
		return err
	}
	m.progress = newProgress(m.stderr, m.settings, m.tally)
	if len(results) > 0 {
		m.progress.line(fmt.Sprintf("continuing after %d of %d games", len(results), m.settings.Games))
	}
	err = m.games(ctx, first)
	m.progress.end()
	if err := m.report(); err != nil {
		return err
	}
	fmt.Fprint(m.stdout, m.summary().text())
	return err
}

// meet starts the engines of the first slot: they must run, and have names.
func (m *matchRun) meet(ctx context.Context, slot *matchSlot) error {
	m.terms.titles = bySide[string]{m.settings.A.Name, m.settings.B.Name}
	for _, side := range [2]string{sideA, sideB} {
		p := *slot.players.of(side)
		if err := p.start(ctx, m.seed(0)); err != nil {
			return err
		}
		if title := m.terms.titles.of(side); *title == "" {
			var err error
			if *title, err = p.title(ctx); err != nil {
				return err
			}
		}
	}
	if slot.referee != nil {
		if err := slot.referee.start(ctx, m.seed(0)); err != nil {
			return err
		}
	}
	if t := &m.terms.titles; t.A == t.B {
		t.A, t.B = t.A+" (A)", t.B+" (B)"
	}
	return nil
}

// seed returns the number of a game, 1 to 2^31-1.
func (m *matchRun) seed(game int) int64 {
	return 1 + rand.New(rand.NewPCG(uint64(m.settings.Seed), uint64(game))).Int64N(1<<31-1)
}

// games plays what is missing, several games at a time, of which one in the
// slot that is there already. It returns nil at the end of the match, of the
// test too.
func (m *matchRun) games(ctx context.Context, first *matchSlot) error {
	if m.tally.decided() {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	plans := make(chan *matchPlan)
	results := make(chan *matchResult)
	var workers sync.WaitGroup
	workers.Go(func() {
		defer close(plans)
		m.plan(ctx, plans)
	})
	for i := range min(m.settings.Parallel, m.settings.Games) {
		slot := first
		if i > 0 {
			slot = newSlot(m.settings, m.terms)
		}
		workers.Go(func() {
			if err := slot.playAll(ctx, plans, results); err != nil {
				cancel(err)
			}
		})
	}
	go func() {
		workers.Wait()
		close(results)
	}()
	for results != nil {
		select {
		case r, ok := <-results:
			if !ok {
				results = nil
				continue
			}
			if err := m.record(r); err != nil {
				cancel(err)
			}
			if m.tally.decided() {
				cancel(errDecided)
			}
		case <-m.progress.tick():
			m.progress.draw()
		}
	}
	if err := context.Cause(ctx); !errors.Is(err, errDecided) {
		return err
	}
	return nil
}

// plan hands out the games that have no result yet, in order.
func (m *matchRun) plan(ctx context.Context, plans chan<- *matchPlan) {
	played := map[int]bool{}
	for n := range m.tally.results { // before the first result of this run can arrive
		played[n] = true
	}
	for game := range m.settings.Games {
		if played[game+1] {
			continue
		}
		select {
		case plans <- &matchPlan{game: game, opening: m.openings.of(game / 2), seed: m.seed(game)}:
		case <-ctx.Done():
			return
		}
	}
}

// playAll plays games one after the other, then ends the engines.
func (s *matchSlot) playAll(ctx context.Context, plans <-chan *matchPlan, results chan<- *matchResult) error {
	defer s.close()
	for plan := range plans {
		r, err := s.play(ctx, plan)
		if err != nil {
			return err
		}
		results <- r
	}
	return nil
}

// record keeps a result and shows it.
func (m *matchRun) record(r *matchResult) error {
	if err := m.store.add(r); err != nil {
		return err
	}
	m.tally.add(r)
	m.progress.game(r)
	if time.Since(m.reported) < reportEvery {
		return nil
	}
	return m.report()
}

// report writes report.html.
func (m *matchRun) report() error {
	page, err := m.page()
	if err != nil {
		return err
	}
	m.reported = time.Now()
	return writeFile(filepath.Join(m.store.dir, reportFile), page)
}
