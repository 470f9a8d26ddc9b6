package gtp

import (
	"context"
	"errors"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

// Session is what the commands work on: the engine, and what only the protocol
// needs to know.
type Session struct {
	Engine  *engine.Engine
	Version string // what version answers
	table   *Table[*Session]
}

// The groups of commands, in the order of help and README.
const (
	groupAdmin Group = "Administration"
	groupSetup Group = "Board and set-up"
	groupPlay  Group = "Play"
	groupClock Group = "Time"
	groupRules Group = "Rules"
	groupScore Group = "Score and status"
	groupDebug Group = "Information"
)

// Where commands are defined.
const (
	specGTP    = "GTP 2 draft"
	specGNU    = "GNU Go"
	specKGS    = "KGS"
	specKata   = "KataGo"
	specGoGui  = "GoGui"
	specGomill = "gomill"
	specOwn    = "gtpgo"
)

type (
	command = Command[*Session]
	handler = func(ctx context.Context, s *Session, a *Args, r *Reply) error
)

// Commands returns the table of all commands.
func Commands() (*Table[*Session], error) {
	return NewTable(adminCommands(), setupCommands(), playCommands(), clockCommands(), rulesCommands(), scoreCommands(),
		debugCommands())
}

// NewSession returns a session for the engine, and the table to serve it by.
func NewSession(e *engine.Engine, version string) (*Session, *Table[*Session], error) {
	table, err := Commands()
	if err != nil {
		return nil, nil, err
	}
	return &Session{Engine: e, Version: version, table: table}, table, nil
}

// failures are the texts for errors of the engine.
var failures = []struct {
	err  error
	text Failure
}{
	{engine.ErrSize, ErrUnacceptableSize},
	{engine.ErrBoardNotEmpty, ErrBoardNotEmpty},
	{engine.ErrStones, ErrInvalidStones},
	{engine.ErrPoints, ErrBadVertexList},
	{rules.ErrSetup, ErrBadVertexList},
	{engine.ErrNothingToUndo, ErrCannotUndo},
	{engine.ErrLoad, ErrCannotLoadFile},
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
