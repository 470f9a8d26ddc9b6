package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"time"

	"gtpgo/internal/engine"
	"gtpgo/internal/gtp"
	"gtpgo/internal/rules"
)

// matchPlan is a game to be played.
type matchPlan struct {
	game    int // from 0
	opening []rules.Move
	seed    int64
}

// black returns the side that has Black: A in the first game of a pair.
func (p *matchPlan) black() string {
	if p.game%2 == 0 {
		return sideA
	}
	return sideB
}

// matchSlot is a place where one game at a time is played.
type matchSlot struct {
	settings *matchSettings
	terms    *matchTerms
	players  bySide[*matchPlayer]
	referee  *matchPlayer // nil if there is none
}

func newSlot(s *matchSettings, t *matchTerms) *matchSlot {
	limit := time.Duration(s.MoveTimeout * float64(time.Second))
	slot := &matchSlot{settings: s, terms: t}
	slot.players.A = &matchPlayer{label: "A", argv: t.argv.A, init: t.init.A, moveLimit: limit}
	slot.players.B = &matchPlayer{label: "B", argv: t.argv.B, init: t.init.B, moveLimit: limit}
	if t.referee != nil {
		slot.referee = &matchPlayer{label: "referee", argv: t.referee}
	}
	return slot
}

// close ends the engines.
func (s *matchSlot) close() {
	for _, p := range s.all() {
		p.stop()
	}
}

func (s *matchSlot) all() []*matchPlayer {
	list := []*matchPlayer{s.players.A, s.players.B}
	if s.referee != nil {
		list = append(list, s.referee)
	}
	return list
}

// matchGame is a game being played. The arbiter is game.
type matchGame struct {
	*matchSlot
	game   *rules.Game
	result *matchResult
	clocks bySide[*matchClock]
	start  bySide[time.Duration] // processor time
	timed  bySide[bool]          // start is known
}

// play plays one game. An error means that there is no result: an engine could
// not begin the game, or ctx has ended.
func (s *matchSlot) play(ctx context.Context, plan *matchPlan) (*matchResult, error) {
	g := &matchGame{matchSlot: s, game: rules.NewGame(s.settings.Size, s.terms.rules, s.terms.komi)}
	g.result = &matchResult{Game: plan.game + 1, Pair: plan.game/2 + 1, Opening: moveText(s.settings.Size, plan.opening),
		Black: plan.black(), Seed: plan.seed, Scores: map[string]string{}}
	err := g.begin(ctx, plan)
	if err != nil && ctx.Err() == nil { // perhaps a process from the game before was about to end
		s.close()
		err = g.begin(ctx, plan)
	}
	if err != nil {
		return nil, err
	}
	g.run(ctx)
	g.stopCPU(ctx)
	if r := g.result; r.Reason == byScore || r.Reason == byLimit {
		g.score(ctx, plan.seed)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return g.result, g.finish()
}

// begin sets both engines up, plays the opening and starts the clocks.
func (g *matchGame) begin(ctx context.Context, plan *matchPlan) error {
	size := g.settings.Size
	g.game.Clear(size)
	for _, side := range [2]string{sideA, sideB} {
		p := *g.players.of(side)
		if err := p.start(ctx, plan.seed); err != nil {
			return err
		}
		if err := p.setUp(ctx, size, g.terms, plan.seed); err != nil {
			return err
		}
		for _, m := range plan.opening {
			if err := p.play(ctx, size, m); err != nil {
				return p.wrap(fmt.Errorf("move %s of the opening: %w", gtp.FormatVertex(size, m.Point), err))
			}
		}
		*g.result.Told.of(side) = p.told
		*g.clocks.of(side) = g.terms.clock.fresh()
		*g.start.of(side), *g.timed.of(side) = p.cpu(ctx)
	}
	for _, m := range plan.opening {
		if err := g.game.Play(m); err != nil {
			return fmt.Errorf("opening %s: %w", g.result.Opening, err)
		}
	}
	return nil
}

// run plays to the end and sets winner, result and reason, but for games that
// are to be scored, whose reason alone it sets.
func (g *matchGame) run(ctx context.Context) {
	for ctx.Err() == nil {
		if g.game.Position().Ended() {
			g.result.Reason = byScore
			return
		}
		if len(g.game.Moves()) >= g.terms.maxMoves {
			g.result.Reason = byLimit
			return
		}
		if !g.turn(ctx) {
			return
		}
	}
}

// turn asks the side to move for a move and plays it; false if that has ended
// the game.
func (g *matchGame) turn(ctx context.Context) bool {
	color, size := g.game.Position().ToPlay, g.settings.Size
	side := g.result.side(color)
	p := *g.players.of(side)
	clock := *g.clocks.of(side)
	if clock != nil && p.known["time_left"] {
		if _, err := p.ask(ctx, clock.timeLeft(color)); err != nil && !errors.As(err, new(gtp.Failure)) {
			g.fail(side, err)
			return false
		}
	}
	point, resign, took, err := p.genmove(ctx, size, color)
	clock.spend(took)
	*g.result.Wall.of(side) += took.Seconds()
	*g.result.Overtime.of(side) = clock != nil && clock.late
	move := rules.Move{Color: color, Point: point}
	switch {
	case err != nil:
		g.fail(side, err)
		return false
	case resign:
		g.lose(side, byResign, "")
		return false
	}
	if err := g.game.Play(move); err != nil {
		g.lose(side, byIllegal, fmt.Sprintf("%s: %v", gtp.FormatVertex(size, point), err))
		return false
	}
	other := otherSide(side)
	if err := (*g.players.of(other)).play(ctx, size, move); err != nil {
		if errors.As(err, new(gtp.Failure)) {
			g.lose(other, byRefusal, fmt.Sprintf("%s: %v", gtp.FormatVertex(size, point), err))
			return false
		}
		g.fail(other, err)
		return false
	}
	return true
}

// fail ends the game with the error of a command that a side answered badly or
// not at all.
func (g *matchGame) fail(side string, err error) {
	reason := byCrash
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		reason = byTimeout
	case errors.Is(err, gtp.ErrNoMove), errors.As(err, new(gtp.Failure)):
		reason = byNoMove
	}
	g.lose(side, reason, err.Error())
}

// lose ends the game: the side has lost.
func (g *matchGame) lose(side, reason, detail string) {
	r := g.result
	r.Winner, r.Reason, r.Detail = otherSide(side), reason, detail
	letter := map[string]string{byResign: "R", byTimeout: "T"}[reason]
	if letter == "" {
		letter = "F" // forfeit (FF[4], RE)
	}
	r.Result = colorLetter(r.color(r.Winner)) + "+" + letter
}

func colorLetter(c rules.Color) string {
	if c == rules.Black {
		return "B"
	}
	return "W"
}

// stopCPU notes the processor time of the game.
func (g *matchGame) stopCPU(ctx context.Context) {
	for _, side := range [2]string{sideA, sideB} {
		if !*g.timed.of(side) {
			continue
		}
		if end, ok := (*g.players.of(side)).cpu(ctx); ok {
			*g.result.CPU.of(side) = max(0, (end - *g.start.of(side)).Seconds())
		}
	}
}

// score asks everybody for the score and decides the game.
func (g *matchGame) score(ctx context.Context, seed int64) {
	r := g.result
	for _, side := range [2]string{sideA, sideB} {
		g.askScore(ctx, side, *g.players.of(side))
	}
	if g.referee != nil {
		if err := g.tellReferee(ctx, seed); err != nil {
			r.Detail = err.Error()
		} else {
			g.askScore(ctx, refereeSays, g.referee)
		}
	}
	v := judge(&g.terms.rules, g.game.Count(&g.terms.rules, nil).Margin(), r.Scores)
	r.Result, r.By, r.Disagree = v.result, v.by, v.disagree
	switch {
	case v.void:
		r.Winner, r.Reason = noWinner, byDispute
	case v.sign > 0:
		r.Winner = r.Black
	case v.sign < 0:
		r.Winner = r.white()
	default:
		r.Winner = drawn
	}
	if g.game.Position().Ended() {
		r.Final = countFinal(g.game)
	}
}

// askScore notes the final_score of one engine.
func (g *matchGame) askScore(ctx context.Context, who string, p *matchPlayer) {
	if !p.knows("final_score") {
		return
	}
	text, err := p.ask(ctx, "final_score")
	if err != nil {
		text = "? " + err.Error()
		if !errors.As(err, new(gtp.Failure)) {
			g.result.Detail = p.wrap(err).Error()
		}
	}
	g.result.Scores[who] = text
}

// tellReferee plays the whole game to the referee.
func (g *matchGame) tellReferee(ctx context.Context, seed int64) error {
	if err := g.referee.start(ctx, seed); err != nil {
		return err
	}
	terms := *g.terms
	terms.clock = nil
	if err := g.referee.setUp(ctx, g.settings.Size, &terms, seed); err != nil {
		return err
	}
	for _, m := range g.game.Moves() {
		if err := g.referee.play(ctx, g.settings.Size, m); err != nil {
			return g.referee.wrap(err)
		}
	}
	return nil
}

// finish fills in what the record tells and writes it as SGF.
func (g *matchGame) finish() error {
	r, size := g.result, g.settings.Size
	for _, seconds := range [...]*float64{&r.CPU.A, &r.CPU.B, &r.Wall.A, &r.Wall.B} {
		*seconds = math.Round(*seconds*1000) / 1000
	}
	r.Moves, r.Phase = len(g.game.Moves()), g.game.Position().Phase().String()
	h := fnv.New64a()
	h.Write([]byte(moveText(size, g.game.Moves())))
	r.Hash = fmt.Sprintf("%016x", h.Sum64())
	r.SGF = fmt.Sprintf("games/%05d.sgf", r.Game)
	text := engine.WriteRecord(g.game, "gtpgo:"+version, map[string]string{
		"GN": fmt.Sprintf("game %d", r.Game),
		"PB": *g.terms.titles.of(r.Black), "PW": *g.terms.titles.of(r.white()),
		"RE": r.Result, "DT": time.Now().Format(time.DateOnly), "OT": g.settings.TimeSettings,
	})
	return writeFile(filepath.Join(g.settings.Dir, filepath.FromSlash(r.SGF)), []byte(text+"\n"))
}

// writeFile writes a file whole or not at all.
func writeFile(path string, data []byte) error {
	temp := path + ".new"
	if err := os.WriteFile(temp, data, 0o666); err != nil {
		return err
	}
	return os.Rename(temp, path)
}
