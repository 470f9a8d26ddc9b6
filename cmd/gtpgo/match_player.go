package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gtpgo/internal/gtp"
	"gtpgo/internal/rules"
)

// replyLimit is how long an engine may take for commands other than genmove:
// it may have to load something, on a busy machine.
const replyLimit = 2 * time.Minute

// matchPlayer is one engine in one slot of a match: a process that is started
// when it is needed, anew for each game if the command line depends on it.
type matchPlayer struct {
	label     string // in messages
	argv      []string
	init      []string
	moveLimit time.Duration // for genmove, 0 is no limit

	client *gtp.Client
	known  map[string]bool // commands; empty if the engine does not list them
	told   string          // how it heard the rules
}

// seedWords are replaced by the number of the game; the second is that of
// gogui-twogtp.
var seedWords = []string{"{seed}", "%SRAND"}

// withSeed returns text with the number of the game put in.
func withSeed(text string, seed int64) string {
	for _, word := range seedWords {
		text = strings.ReplaceAll(text, word, strconv.FormatInt(seed, 10))
	}
	return text
}

// withSeeds returns words with the number of the game put in, and whether
// there was a place for it.
func withSeeds(words []string, seed int64) (out []string, seeded bool) {
	for _, word := range words {
		out = append(out, withSeed(word, seed))
		seeded = seeded || out[len(out)-1] != word
	}
	return out, seeded
}

// start makes sure that the engine runs.
func (p *matchPlayer) start(ctx context.Context, seed int64) error {
	argv, seeded := withSeeds(p.argv, seed)
	if p.client != nil && p.client.Alive() && !seeded {
		return nil
	}
	p.stop()
	var err error
	if p.client, err = gtp.StartClient(ctx, argv); err != nil {
		return p.wrap(err)
	}
	limited, cancel := context.WithTimeout(ctx, replyLimit)
	defer cancel()
	if p.known, err = p.client.Commands(limited); err != nil && !errors.As(err, new(gtp.Failure)) {
		return p.wrap(err)
	}
	return nil
}

// stop ends the engine.
func (p *matchPlayer) stop() {
	if p.client != nil {
		_ = p.client.Close() // how it ends does not matter once its games are played
		p.client = nil
	}
}

func (p *matchPlayer) wrap(err error) error { return fmt.Errorf("engine %s: %w", p.label, err) }

// knows reports whether the engine lists a command, or lists none at all.
func (p *matchPlayer) knows(command string) bool { return len(p.known) == 0 || p.known[command] }

// ask sends a command other than genmove.
func (p *matchPlayer) ask(ctx context.Context, line string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, replyLimit)
	defer cancel()
	return p.client.Command(ctx, line)
}

// title returns the engine's name and version as it gives them.
func (p *matchPlayer) title(ctx context.Context) (string, error) {
	name, err := p.ask(ctx, "name")
	if err != nil {
		return "", p.wrap(err)
	}
	number, err := p.ask(ctx, "version")
	if err != nil && !errors.As(err, new(gtp.Failure)) {
		return "", p.wrap(err)
	}
	name, _, _ = strings.Cut(name, "\n")
	number, _, _ = strings.Cut(number, "\n")
	return strings.TrimSpace(name + " " + number), nil
}

// setUp starts a game: the engine hears size, rules, komi and time, then the
// commands of the user, which may change any of these. An error means that it
// cannot play this match.
func (p *matchPlayer) setUp(ctx context.Context, size int, t *matchTerms, seed int64) error {
	lines := []string{"boardsize " + strconv.Itoa(size), "clear_board"}
	p.told = "not told"
	switch {
	case p.known["gtpgo-rules"]:
		p.told = "gtpgo-rules"
		lines = append(lines, p.told+" "+t.rules.Name)
	case p.known["kgs-rules"]:
		p.told = "kgs-rules"
		if _, err := p.ask(ctx, p.told+" "+t.rules.Name); errors.As(err, new(gtp.Failure)) {
			p.told += " refused"
		} else if err != nil {
			return p.wrap(err)
		}
	}
	lines = append(lines, "komi "+t.komi.String())
	if t.clock != nil {
		lines = append(lines, "time_settings "+t.clock.text)
	}
	for _, line := range p.init {
		lines = append(lines, withSeed(line, seed))
	}
	for _, line := range lines {
		if _, err := p.ask(ctx, line); err != nil {
			return p.wrap(fmt.Errorf("%s: %w", line, err))
		}
	}
	return nil
}

// play tells the engine of a move.
func (p *matchPlayer) play(ctx context.Context, size int, m rules.Move) error {
	ctx, cancel := context.WithTimeout(ctx, replyLimit)
	defer cancel()
	return p.client.Play(ctx, size, m)
}

// genmove asks for a move and says how long that took.
func (p *matchPlayer) genmove(ctx context.Context, size int, c rules.Color) (point rules.Point, resign bool, took time.Duration, err error) {
	if p.moveLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.moveLimit)
		defer cancel()
	}
	start := time.Now()
	point, resign, err = p.client.Genmove(ctx, size, c)
	return point, resign, time.Since(start), err
}

// cpuCommands say how many seconds of processor time an engine has used.
var cpuCommands = []string{"cputime", "gomill-cpu_time"}

// cpu returns the processor time used so far, by the engine's word or else by
// that of the system; ok is false if neither is to be had.
func (p *matchPlayer) cpu(ctx context.Context) (time.Duration, bool) {
	for _, command := range cpuCommands {
		if !p.client.Alive() || !p.known[command] {
			continue
		}
		text, err := p.ask(ctx, command)
		if x, bad := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && bad == nil && x >= 0 {
			return time.Duration(x * float64(time.Second)), true
		}
	}
	d, err := p.client.ProcessTime()
	return d, err == nil
}
