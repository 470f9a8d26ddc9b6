package gtp

import (
	"context"
	"strconv"
	"strings"
)

func adminCommands() []command {
	return []command{
		{Name: "protocol_version", Help: "the version of the protocol: 2", Spec: specGTP, Group: groupAdmin,
			Run: says(func(*Session) string { return "2" })},
		{Name: "name", Help: "the name of the engine", Spec: specGTP, Group: groupAdmin,
			Run: says(func(*Session) string { return "gtpgo" })},
		{Name: "version", Help: "the version of the engine", Spec: specGTP, Group: groupAdmin,
			Run: says(func(s *Session) string { return s.Version })},
		{Name: "known_command", Args: "NAME", Help: "whether there is such a command", Spec: specGTP, Group: groupAdmin,
			Min: 1, Max: 1, Run: runKnownCommand},
		{Name: "list_commands", Help: "all commands, one a line", Spec: specGTP, Group: groupAdmin,
			Run: says(func(s *Session) string { return strings.Join(s.table.Names(), "\n") })},
		{Name: "help", Args: "[NAME]", Help: "what a command does, or all commands with their arguments", Spec: specOwn,
			Group: groupAdmin, Max: 1, Run: runHelp},
		{Name: "quit", Help: "end the session", Spec: specGTP, Group: groupAdmin,
			Run: func(context.Context, *Session, *Args, *Reply) error { return ErrQuit }},
	}
}

// says makes a handler of a function that returns the reply.
func says(text func(*Session) string) handler {
	return func(_ context.Context, s *Session, _ *Args, r *Reply) error {
		r.Printf("%s", text(s))
		return nil
	}
}

func runKnownCommand(_ context.Context, s *Session, a *Args, r *Reply) error {
	r.Printf("%s", strconv.FormatBool(s.table.Listed(a.Word("name"))))
	return a.Err()
}

func runHelp(_ context.Context, s *Session, a *Args, r *Reply) error {
	if a.More() {
		c := s.table.Lookup(a.Word("name"))
		if c == nil {
			return ErrUnknownCommand
		}
		r.Printf("%s: %s (%s)", c.Usage(), c.Help, c.Spec)
		return nil
	}
	for _, group := range s.table.Groups() {
		for _, c := range group {
			r.Line(c.Usage() + ": " + c.Help)
		}
	}
	return nil
}
