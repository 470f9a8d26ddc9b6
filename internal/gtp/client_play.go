package gtp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gtpgo/internal/rules"
)

// ErrNoMove is the error of Genmove for an answer that is no vertex, no pass
// and no resignation.
var ErrNoMove = errors.New("not a move")

// Commands returns the set of the engine's commands, as list_commands has it.
func (c *Client) Commands(ctx context.Context) (map[string]bool, error) {
	text, err := c.Command(ctx, "list_commands")
	known := map[string]bool{}
	for _, name := range strings.Fields(text) {
		known[name] = true
	}
	return known, err
}

// Play tells the engine of a move on a board of that size.
func (c *Client) Play(ctx context.Context, size int, m rules.Move) error {
	_, err := c.Command(ctx, "play "+m.Color.String()+" "+FormatVertex(size, m.Point))
	return err
}

// Genmove asks for a move of a colour, on a board of that size. An answer that
// is none is ErrNoMove, wrapped.
func (c *Client) Genmove(ctx context.Context, size int, color rules.Color) (p rules.Point, resign bool, err error) {
	text, err := c.Command(ctx, "genmove "+color.String())
	if err != nil {
		return rules.Pass, false, err
	}
	if strings.EqualFold(strings.TrimSpace(text), "resign") {
		return rules.Pass, true, nil
	}
	a := NewArgs(text)
	p = a.Vertex(size)
	if a.Err() != nil || a.More() || strings.Contains(text, "\n") {
		return rules.Pass, false, fmt.Errorf("%w: %q", ErrNoMove, text)
	}
	return p, false, nil
}

// ProcessTime returns the processor time that the engine has used so far,
// what it has started included, without asking it: on Linux at any time, on
// other systems after its end only.
func (c *Client) ProcessTime() (time.Duration, error) {
	if s := c.cmd.ProcessState; s != nil {
		return s.UserTime() + s.SystemTime(), nil
	}
	return groupTime(c.cmd.Process.Pid)
}

// Alive reports whether commands can be sent.
func (c *Client) Alive() bool { return c.broken == nil }
