package gtp

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rs/zerolog"
)

// run executes a request and completes its reply. It never panics.
func (s *Server[S]) run(ctx context.Context, cmd *Command[S], req Request, r *Reply) (failed, quit bool) {
	s.recent.add(req)
	err := s.call(ctx, cmd, req, r)
	if err == nil || errors.Is(err, ErrQuit) {
		r.succeed()
		return false, err != nil
	}
	text := failureOf(ctx, err)
	s.logFailure(req, err, text, r.isOpen())
	r.fail(text)
	return true, false
}

// call checks the request against the table and calls the handler. A panic
// of the handler ends here (one in a goroutine that it started cannot).
func (s *Server[S]) call(ctx context.Context, cmd *Command[S], req Request, r *Reply) (err error) {
	defer s.recovered("panic in a command", func() { err = ErrInternal })
	if cmd == nil {
		return ErrUnknownCommand
	}
	if !cmd.accepts(len(req.Args)) {
		return ErrSyntax
	}
	err = cmd.Run(ctx, s.Session, NewArgs(req.Raw), r)
	if cmd.Stream && r.isOpen() {
		if err == nil {
			// The search may be over, but for the client the
			// command runs until the next line.
			<-ctx.Done()
		} else if isInterruption(ctx, err) {
			return nil // its regular end
		}
	}
	return err
}

// logFailure writes to the log what the client will not be told: all of an
// internal error, the argument that was wrong, and that an open reply failed.
func (s *Server[S]) logFailure(req Request, err error, text Failure, open bool) {
	level := zerolog.DebugLevel
	switch {
	case err == ErrInternal:
		return // a panic, logged where it was stopped
	case text == ErrInternal:
		level = zerolog.ErrorLevel
	case open && text != ErrInterrupted:
		level = zerolog.WarnLevel
	}
	s.Log.WithLevel(level).Str("command", excerpt(req)).Err(err).Msg("command failed")
}

// recovered is deferred to stop a panic. It logs all that is needed to repeat
// it, and calls then.
func (s *Server[S]) recovered(what string, then func()) {
	if p := recover(); p != nil {
		s.Log.Error().
			Str("panic", fmt.Sprint(p)).
			Strs("commands", s.recent).
			Str("stack", string(stackOf(p))).
			Msg(what)
		then()
	}
}

// stackOf returns the stack of a panic that is being stopped, and before it
// that of the goroutine where it began, if the panic has brought it along.
func stackOf(p any) []byte {
	stack := debug.Stack()
	if first, ok := p.(interface{ Stack() []byte }); ok {
		stack = slices.Concat(first.Stack(), stack)
	}
	return stack
}

// recent is the text of the last commands, the oldest first, for the log.
type recent []string

// keptCommands is enough to see how a position arose, and little enough for
// one line of the log.
const keptCommands = 20

func (h *recent) add(req Request) {
	if len(*h) == keptCommands {
		*h = append((*h)[:0], (*h)[1:]...)
	}
	*h = append(*h, excerpt(req))
}

// excerpt is a request as text, cut to a length fit for the log.
func excerpt(req Request) string {
	const most = 200
	short := func(s string) string { return s[:min(len(s), most)] }
	return strings.Trim(req.ID+" "+short(req.Name)+" "+short(req.Raw), " ")
}
