package gtp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// Group is the heading under which help and the README list a command.
type Group string

// Command is one entry of the protocol: what it does, what it is called and
// where it comes from stand side by side, so that no second list can drift.
// S is the session that handlers work on.
type Command[S any] struct {
	// Name is the command word.
	Name string
	// Args describes the arguments, as "COLOR [VERTEX]"; "" for none.
	Args string
	// Help says in one line what the command does.
	Help string
	// Spec names the document that defines the command, as "GTP 2 draft 2".
	Spec string
	// Group is the heading to list it under.
	Group Group
	// Min and Max bound the number of words behind the name; Max -1 leaves it
	// open. Other counts are a syntax error before Run is called.
	Min, Max int
	// Stream marks a command whose reply stays open until the next line
	// arrives, whatever it holds, or the input ends: ctx is cancelled then,
	// and Run must return within 100 ms. It may return earlier; the server
	// holds the reply open all the same. If the next line is there already
	// when the command starts, ctx is cancelled from the start; Run should
	// still call Reply.Begin and emit one line.
	Stream bool
	// Hidden keeps a working command out of Table.Names, for clients that
	// would misuse it if they saw it listed.
	Hidden bool
	// Run is the handler. It reads a, writes to r and returns nil, a Failure
	// or ErrQuit. It must leave the session as it was if it fails, return
	// what it has soon after ctx is cancelled, and not use r after returning.
	// Runs never overlap.
	Run func(ctx context.Context, s S, a *Args, r *Reply) error
}

// Usage returns the command with its arguments, as "komi NUMBER".
func (c *Command[S]) Usage() string {
	return strings.TrimRight(c.Name+" "+c.Args, " ")
}

// streams reports whether the next line ends the command. A nil command, one
// that is not in the table, does not stream.
func (c *Command[S]) streams() bool { return c != nil && c.Stream }

// accepts reports whether the command can have n arguments.
func (c *Command[S]) accepts(n int) bool {
	return n >= c.Min && (n <= c.Max || c.Max == -1)
}

// Names begin with a letter, as digits would be read as an id; upper case and
// other signs occur in no client's command.
var validName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// check reports what would make the command useless or its documentation
// incomplete.
func (c *Command[S]) check() error {
	var problems []error
	complain := func(wrong bool, what string) {
		if wrong {
			problems = append(problems, fmt.Errorf("command %q: %s", c.Name, what))
		}
	}
	complain(!validName.MatchString(c.Name), "bad name")
	complain(c.Help == "", "no help")
	complain(c.Spec == "", "no spec")
	complain(c.Group == "", "no group")
	complain(strings.Contains(c.Args+c.Help+c.Spec, "\n"), "text of several lines")
	complain(c.Min < 0 || c.Max < c.Min && c.Max != -1, "bad arity")
	complain(c.Run == nil, "no handler")
	return errors.Join(problems...)
}

// Table is the set of commands of a server, fixed when it is made.
type Table[S any] struct {
	commands []Command[S]
	byName   map[string]*Command[S]
}

// NewTable joins lists of commands, one for each group as a rule. It reports
// every entry that is a duplicate, incomplete or badly named.
func NewTable[S any](lists ...[]Command[S]) (*Table[S], error) {
	t := &Table[S]{commands: slices.Concat(lists...), byName: map[string]*Command[S]{}}
	var problems []error
	for i := range t.commands {
		c := &t.commands[i]
		problems = append(problems, c.check())
		if t.byName[c.Name] != nil {
			problems = append(problems, fmt.Errorf("command %q: listed twice", c.Name))
		}
		t.byName[c.Name] = c
	}
	if err := errors.Join(problems...); err != nil {
		return nil, fmt.Errorf("gtp: command table: %w", err)
	}
	return t, nil
}

// Lookup returns the command of that name, hidden or not, or nil.
func (t *Table[S]) Lookup(name string) *Command[S] { return t.byName[name] }

// Listed reports whether there is a command of that name that is not hidden.
func (t *Table[S]) Listed(name string) bool {
	c := t.byName[name]
	return c != nil && !c.Hidden
}

// Names returns the names of all commands that are not hidden, sorted, but
// protocol_version first: LizzieYzy collects the answer to list_commands from
// the line "= protocol_version" on.
func (t *Table[S]) Names() []string {
	const first = "protocol_version"
	var names []string
	for _, c := range t.commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	slices.Sort(names)
	if i, found := slices.BinarySearch(names, first); found {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, first)
	}
	return names
}

// Groups returns the groups in the order of their first command, each with
// its commands, hidden ones included, in the order they were listed: the order
// in which a reader should meet them.
func (t *Table[S]) Groups() iter.Seq2[Group, []Command[S]] {
	var order []Group
	members := map[Group][]Command[S]{}
	for _, c := range t.commands {
		if members[c.Group] == nil {
			order = append(order, c.Group)
		}
		members[c.Group] = append(members[c.Group], c)
	}
	return func(yield func(Group, []Command[S]) bool) {
		for _, g := range order {
			if !yield(g, members[g]) {
				return
			}
		}
	}
}
