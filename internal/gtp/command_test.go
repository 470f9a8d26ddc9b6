package gtp

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// toyCommand returns a complete entry that does nothing.
func toyCommand(name string) Command[int] {
	return Command[int]{
		Name: name, Help: "Do nothing.", Spec: "test", Group: "toys",
		Run: func(context.Context, int, *Args, *Reply) error { return nil },
	}
}

func TestNewTableRefuses(t *testing.T) {
	change := func(f func(*Command[int])) []Command[int] {
		c := toyCommand("toy")
		f(&c)
		return []Command[int]{c}
	}
	rename := func(name string) []Command[int] { return change(func(c *Command[int]) { c.Name = name }) }
	tests := []struct {
		want     string
		commands []Command[int]
	}{
		{"listed twice", []Command[int]{toyCommand("a"), toyCommand("b"), toyCommand("a")}},
		{"no help", change(func(c *Command[int]) { c.Help = "" })},
		{"several lines", change(func(c *Command[int]) { c.Help = "a\nb" })},
		{"no spec", change(func(c *Command[int]) { c.Spec = "" })},
		{"no group", change(func(c *Command[int]) { c.Group = "" })},
		{"no handler", change(func(c *Command[int]) { c.Run = nil })},
		{"bad arity", change(func(c *Command[int]) { c.Min = -1 })},
		{"bad arity", change(func(c *Command[int]) { c.Min, c.Max = 2, 1 })},
		{"bad arity", change(func(c *Command[int]) { c.Max = -2 })},
		{"bad name", rename("")},
		{"bad name", rename("two words")},
		{"bad name", rename("5name")},
		{"bad name", rename("Name")},
		{"bad name", rename("a#b")},
		{"bad name", rename("a\n")},
		{"bad name", rename("-a")},
	}
	for _, tt := range tests {
		if _, err := NewTable(tt.commands); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("NewTable = %v, want %q", err, tt.want)
		}
	}
	_, err := NewTable(rename("X"), change(func(c *Command[int]) { c.Help, c.Run = "", nil }))
	for _, want := range []string{"bad name", "no help", "no handler"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("NewTable = %v, want all problems at once, also %q", err, want)
		}
	}
}

func TestTable(t *testing.T) {
	hidden := toyCommand("analyze")
	hidden.Hidden = true
	komi := toyCommand("komi")
	komi.Args, komi.Group = "NUMBER", "setup"
	table, err := NewTable(
		[]Command[int]{toyCommand("zebra"), toyCommand("protocol_version"), hidden},
		[]Command[int]{komi, toyCommand("ant")},
	)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := table.Names(), []string{"protocol_version", "ant", "komi", "zebra"}; !slices.Equal(got, want) {
		t.Errorf("Names = %q, want %q", got, want)
	}
	if c := table.Lookup("komi"); c == nil || c.Usage() != "komi NUMBER" {
		t.Errorf("Lookup(komi) = %v", c)
	}
	if c := table.Lookup("analyze"); c == nil || c.Usage() != "analyze" {
		t.Errorf("Lookup(analyze) = %v", c)
	}
	if c := table.Lookup("Komi"); c != nil {
		t.Errorf("Lookup(Komi) = %v", c)
	}
	var got []string
	for group, commands := range table.Groups() {
		got = append(got, string(group)+":")
		for _, c := range commands {
			got = append(got, c.Name)
		}
	}
	if want := strings.Fields("toys: zebra protocol_version analyze ant setup: komi"); !slices.Equal(got, want) {
		t.Errorf("Groups = %q, want %q", got, want)
	}
	for group := range table.Groups() {
		if group != "toys" {
			t.Errorf("Groups did not stop: %s", group)
		}
		break
	}
}

func TestNamesWithoutProtocolVersion(t *testing.T) {
	table, err := NewTable([]Command[int]{toyCommand("b"), toyCommand("a")})
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Names(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("Names = %q", got)
	}
}
