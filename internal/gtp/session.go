package gtp

import (
	"context"
	"errors"
	"io"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// Session is what the commands work on: the engine, and what only the protocol
// needs to know.
type Session struct {
	Engine  *engine.Engine
	Version string // what version answers
	table   *Table[*Session]
	ruler   bool // the program is a ruler for GoGui
	live    liveGraphics
}

// The groups of commands, in the order of help and README.
const (
	groupAdmin    Group = "Administration"
	groupSetup    Group = "Board and set-up"
	groupPlay     Group = "Play"
	groupAnalysis Group = "Analysis"
	groupClock    Group = "Time"
	groupRules    Group = "Rules"
	groupScore    Group = "Score and status"
	groupParams   Group = "Parameters"
	groupServer   Group = "Game servers"
	groupDebug    Group = "Information"
	groupGoGui    Group = "GoGui"
	groupMenu     Group = "GoGui's analyze menu"
	groupRuler    Group = "GoGui's ruler"
)

// Where commands are defined.
const (
	specGTP    = "GTP 2 draft"
	specGNU    = "GNU Go"
	specKGS    = "KGS"
	specLeela  = "Leela Zero"
	specKata   = "KataGo"
	specCGOS   = "CGOS"
	specGoGui  = "GoGui"
	specGomill = "gomill"
	specOwn    = "gtpgo"
)

type (
	command = Command[*Session]
	handler = func(ctx context.Context, s *Session, a *Args, r *Reply) error
)

// Commands returns the table of all commands, and of more.
func Commands(more ...[]command) (*Table[*Session], error) {
	return NewTable(append([][]command{adminCommands(), setupCommands(), playCommands(), analyzeCommands(), clockCommands(),
		rulesCommands(), scoreCommands(), paramCommands(), serverCommands(), debugCommands(), explainCommands(), solveCommands(), gomillCommands(), goguiCommands(), menuCommands()}, more...)...)
}

// Option changes what a session offers.
type Option func(*Session)

// Ruler makes the program a ruler for GoGui: it has the gogui-rules commands,
// and sides take turns.
func Ruler() Option { return func(s *Session) { s.ruler = true } }

// LiveGraphics gives GoGui's live graphics a writer, which has to be the
// standard error of the program, and says whether they are on at the start.
// Without it nobody sees them.
func LiveGraphics(w io.Writer, on bool) Option {
	return func(s *Session) {
		s.live.w = w
		s.showSearches(on)
	}
}

// NewSession returns a session for the engine, and the table to serve it by.
func NewSession(e *engine.Engine, version string, options ...Option) (*Session, *Table[*Session], error) {
	s := &Session{Engine: e, Version: version, live: liveGraphics{w: io.Discard}}
	for _, option := range options {
		option(s)
	}
	var more [][]command
	if s.ruler {
		more = append(more, rulerCommands())
	}
	var err error
	if s.table, err = Commands(more...); err != nil {
		return nil, nil, err
	}
	return s, s.table, nil
}

// failures are the texts for errors of the engine; the first that fits counts,
// and a record that cannot be loaded may have any of the others.
var failures = []struct {
	err  error
	text Failure
}{
	{engine.ErrLoad, ErrCannotLoadFile},
	{engine.ErrSize, ErrUnacceptableSize},
	{engine.ErrBoardNotEmpty, ErrBoardNotEmpty},
	{engine.ErrStones, ErrInvalidStones},
	{engine.ErrPoints, ErrBadVertexList},
	{rules.ErrSetup, ErrBadVertexList},
	{engine.ErrNothingToUndo, ErrCannotUndo},
}

// failed turns an error of the engine into one with the text for the client.
func failed(err error) error {
	if err == nil {
		return nil
	}
	if illegal := (*rules.Illegal)(nil); errors.As(err, &illegal) && !errors.Is(err, engine.ErrLoad) {
		return errors.Join(ErrIllegalMove, err)
	}
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return errors.Join(f.text, err)
		}
	}
	return err
}
