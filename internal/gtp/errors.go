package gtp

import (
	"context"
	"errors"
)

// Failure is the text of a failed command, as the client will read it behind
// '?'. Handlers return one, possibly wrapped for the log: the client gets the
// text of the Failure alone. Any other error is answered "internal error".
type Failure string

// Error returns the text.
func (f Failure) Error() string { return string(f) }

// The texts that clients know. gomill takes a refused move for the opponent's
// fault only if the text is exactly "illegal move", and kgsGtp probes sizes by
// "unacceptable size"; the others are those of the GTP 2 draft (2.6, 6.3)
// and of GNU Go.
const (
	ErrUnknownCommand    Failure = "unknown command"
	ErrSyntax            Failure = "syntax error"
	ErrInvalidCoordinate Failure = "invalid coordinate"
	ErrIllegalMove       Failure = "illegal move"
	ErrUnacceptableSize  Failure = "unacceptable size"
	ErrCannotUndo        Failure = "cannot undo"
	ErrCannotScore       Failure = "cannot score"
	ErrCannotLoadFile    Failure = "cannot load file"
	ErrBoardNotEmpty     Failure = "board not empty"
	ErrInvalidStones     Failure = "invalid number of stones"
	ErrBadVertexList     Failure = "bad vertex list"
	ErrCannotSaveFile    Failure = "cannot save file"

	// ErrInternal answers for a broken handler: a panic or an error that is
	// no Failure. The log tells more.
	ErrInternal Failure = "internal error"
	// ErrInterrupted answers for a command that was stopped before it had a
	// result, that is, whose handler returned the error of its context.
	ErrInterrupted Failure = "interrupted"
)

// ending is the type of ErrQuit, apart from Failure because it is no failure.
type ending string

func (e ending) Error() string { return string(e) }

// ErrQuit is returned by the handler of quit: the reply is a success and the
// last one of the session.
const ErrQuit ending = "quit"

// failureOf finds the text for the client in what a handler returned.
func failureOf(ctx context.Context, err error) Failure {
	if f, ok := errors.AsType[Failure](err); ok {
		return f
	}
	if isInterruption(ctx, err) {
		return ErrInterrupted
	}
	return ErrInternal
}

// isInterruption reports whether a handler failed because ctx was cancelled.
func isInterruption(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}
