package gtp

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Client is the other side of the protocol: it runs an engine, any engine, as
// a process and asks it one command after the other. It is not safe for
// concurrent use, and not for commands whose reply stays open until the next
// line.
type Client struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	lines  *bufio.Reader
	stderr lastLine
	broken error         // why no command can be sent any more
	grace  time.Duration // how long the engine may live on after quit
}

// errClosed is the error of commands behind Close, errNoReply that of an engine
// that does not keep to the protocol.
var (
	errClosed  = errors.New("gtp: client is closed")
	errNoReply = errors.New("not a reply")
)

// quitGrace is the grace of every client; Sabaki waits as long.
const quitGrace = 3 * time.Second

// StartClient runs the engine with that command line, program first. The
// engine is killed when ctx ends, if Close has not ended it before.
func StartClient(ctx context.Context, argv []string) (*Client, error) {
	if len(argv) == 0 {
		return nil, errors.New("gtp: no engine to start")
	}
	c := &Client{cmd: exec.CommandContext(ctx, argv[0], argv[1:]...), grace: quitGrace}
	c.cmd.Stderr = &c.stderr
	isolate(c.cmd)
	// What the engine itself has started may hold the pipes open for longer.
	c.cmd.Cancel = func() error { return c.kill() }
	c.cmd.WaitDelay = time.Second
	var err error
	if c.in, err = c.cmd.StdinPipe(); err == nil {
		c.out, err = c.cmd.StdoutPipe()
	}
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("gtp: starting an engine: %w", err)
	}
	c.lines = bufio.NewReader(c.out)
	return c, nil
}

// Command sends one line, without line end, and returns the text of the reply.
// If the engine answers that the command failed, the error is a Failure with
// its text. Any other error ends the engine, the end of ctx too: a reply that
// is still to come could not be told from the next one.
func (c *Client) Command(ctx context.Context, line string) (string, error) {
	if c.broken != nil {
		return "", c.broken
	}
	if _, ok := Parse([]byte(line)); !ok || strings.Contains(line, "\n") {
		return "", fmt.Errorf("gtp: %q is not one command", line)
	}
	stop := context.AfterFunc(ctx, func() { _ = c.kill() }) // it may have ended already
	defer stop()
	text, err := c.ask(line)
	if err == nil || errors.As(err, new(Failure)) {
		return text, err
	}
	_ = c.kill() // it may have ended already
	ended := c.cmd.Wait()
	if !errors.Is(err, errNoReply) {
		err = cmp.Or(ended, err) // the pipes broke: the reason is how it ended
	}
	err = cmp.Or(context.Cause(ctx), err)
	c.broken = fmt.Errorf("gtp: engine %s, command %q: %w%s", c.cmd.Path, line, err, c.stderr.quoted())
	return "", c.broken
}

// ask sends a line and reads the reply.
func (c *Client) ask(line string) (string, error) {
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		return "", err
	}
	return c.reply()
}

// reply reads one reply (GTP 2 draft 2.6); status and id are not part of its
// text, and blank lines before it do not matter.
func (c *Client) reply() (string, error) {
	var lines []string
	for {
		line, err := c.lines.ReadString('\n')
		if err != nil {
			return "", err
		}
		line = strings.TrimSuffix(clean(line), "\n")
		if line != "" {
			lines = append(lines, line)
		} else if lines != nil {
			break
		}
	}
	text := strings.Join(lines, "\n")
	status := text[0]
	if status != statusOK && status != statusFail {
		return "", fmt.Errorf("%w: %q", errNoReply, text)
	}
	text = strings.TrimLeft(strings.TrimLeft(text[1:], "0123456789"), " ")
	if status == statusFail {
		return "", Failure(text)
	}
	return text, nil
}

// Close asks the engine to quit and waits for its end, but kills it when that
// does not come. It reports an end that was not clean. Only the first Close
// does something, and none after an error that has ended the engine.
func (c *Client) Close() error {
	if c.broken != nil {
		return nil
	}
	c.broken = errClosed
	_, _ = io.WriteString(c.in, "quit\n") // fails if the engine has ended, and Wait tells how
	_ = c.in.Close()
	late := time.AfterFunc(c.grace, func() { _ = c.kill() })
	err := c.cmd.Wait()
	switch {
	case !late.Stop():
		return fmt.Errorf("gtp: engine %s did not quit within %v", c.cmd.Path, c.grace)
	case err != nil:
		return fmt.Errorf("gtp: engine %s: %w%s", c.cmd.Path, err, c.stderr.quoted())
	}
	return nil
}

// kill ends the process with what it has started, and wakes who reads from it,
// whatever else holds its end of the pipe.
func (c *Client) kill() error {
	return errors.Join(killGroup(c.cmd), c.out.Close())
}

// lastLine keeps the end of what is written to it, for error messages. It is
// to be read after the process has been waited for.
type lastLine []byte

func (l *lastLine) Write(p []byte) (int, error) {
	const most = 1000
	*l = append(*l, p...)
	*l = append((*l)[:0], (*l)[max(0, len(*l)-most):]...)
	return len(p), nil
}

// quoted returns the last line in quotes behind a comma, "" if there is none.
func (l *lastLine) quoted() string {
	text := strings.TrimSpace(string(*l))
	if text == "" {
		return ""
	}
	return fmt.Sprintf(", last on stderr %q", text[strings.LastIndexByte(text, '\n')+1:])
}
