package gtp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// toyEngine is the environment variable that turns TestToyEngine into an
// engine; its value says what kind.
const toyEngine = "GTPGO_TOY_ENGINE"

// TestToyEngine is no test but the engine of the client's tests: the test
// binary run once more.
func TestToyEngine(t *testing.T) {
	switch os.Getenv(toyEngine) {
	case "":
		t.Skip("only for the tests of the client")
	case "toys":
		s := &Server[*toy]{Table: toyTable(t), Session: &toy{}, In: os.Stdin, Out: os.Stdout, Log: zerolog.Nop()}
		if err := s.Serve(t.Context()); err != nil {
			os.Exit(1)
		}
	case "windows":
		fmt.Print("\r\n=12 a\r\nb\r\n\r\n\r\n?no\r\n\r\n")
	case "garbage":
		fmt.Print("hello\n\n")
	case "crash":
		fmt.Fprint(os.Stderr, "first\nout of memory\n")
		os.Exit(3)
	case "stays":
		fmt.Print("= \n\n")
		time.Sleep(time.Minute)
	}
	os.Exit(0)
}

// startToy starts an engine of that kind and ends it with the test.
func startToy(t *testing.T, kind string) *Client {
	t.Helper()
	t.Setenv(toyEngine, kind)
	c, err := StartClient(t.Context(), []string{os.Args[0], "-test.run=^TestToyEngine$"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() }) // what the tests want to know of it, they ask themselves
	return c
}

func TestClientCommand(t *testing.T) {
	for _, test := range []struct {
		kind, line, want string
		failure          Failure
	}{
		{"toys", "echo two words # and a comment", "two words", ""},
		{"toys", "7 echo", "", ""},
		{"toys", "lines", "first\nsecond\n \nthird\n \nfourth\nfifth", ""},
		{"toys", "illegal", "", ErrIllegalMove},
		{"toys", "no-such-command", "", ErrUnknownCommand},
		{"windows", "any", "a\nb", ""},
	} {
		c := startToy(t, test.kind)
		got, err := c.Command(t.Context(), test.line)
		if failure, _ := errors.AsType[Failure](err); got != test.want || failure != test.failure || (err != nil) != (failure != "") {
			t.Errorf("%s, %q: got %q, %v, want %q, %q", test.kind, test.line, got, err, test.want, test.failure)
		}
		if err := c.Close(); err != nil {
			t.Errorf("%s, %q: Close: %v", test.kind, test.line, err)
		}
	}
}

// TestClientSession asks several things of one engine.
func TestClientSession(t *testing.T) {
	c := startToy(t, "toys")
	for i := range 100 {
		want := fmt.Sprint("number ", i)
		if got, err := c.Command(t.Context(), "echo "+want); got != want || err != nil {
			t.Fatalf("got %q, %v, want %q", got, err, want)
		}
		if _, err := c.Command(t.Context(), "number 10"); !errors.Is(err, ErrSyntax) {
			t.Fatalf("got %v, want %v", err, ErrSyntax)
		}
	}
	for _, line := range []string{"", "  # interrupt", "5", "echo a\necho b"} {
		if _, err := c.Command(t.Context(), line); err == nil || errors.As(err, new(Failure)) {
			t.Errorf("%q: got %v, want an error that is no Failure", line, err)
		}
	}
	if got, err := c.Command(t.Context(), "echo still there"); got != "still there" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	for range 2 {
		if err := c.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if _, err := c.Command(t.Context(), "echo"); !errors.Is(err, errClosed) {
		t.Errorf("after Close: got %v, want %v", err, errClosed)
	}
}

// TestClientBroken breaks the connection in several ways: the error names the
// engine and the cause, and stays.
func TestClientBroken(t *testing.T) {
	for _, test := range []struct{ kind, want string }{
		{"garbage", `not a reply: "hello"`},
		{"crash", `exit status 3, last on stderr "out of memory"`},
	} {
		c := startToy(t, test.kind)
		_, err := c.Command(t.Context(), "name")
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), os.Args[0]) {
			t.Errorf("%s: got %v, want %s", test.kind, err, test.want)
		}
		if _, again := c.Command(t.Context(), "name"); again != err {
			t.Errorf("%s: got %v the second time, want %v", test.kind, again, err)
		}
	}
	c := startToy(t, "toys")
	if _, err := c.Command(t.Context(), "quit"); err != nil {
		t.Error(err)
	}
	if _, err := c.Command(t.Context(), "echo"); err == nil {
		t.Error("an engine that has quit answers")
	}
}

// TestClientCancel ends the context of a command, and then that of the engine;
// the command itself would never end.
func TestClientCancel(t *testing.T) {
	c := startToy(t, "toys")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := c.Command(ctx, "result"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want %v", err, context.DeadlineExceeded)
	}
	if _, err := c.Command(t.Context(), "echo"); err == nil {
		t.Error("an engine that was killed answers")
	}

	ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	c, err := StartClient(ctx, []string{os.Args[0], "-test.run=^TestToyEngine$"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Command(t.Context(), "result"); err == nil {
		t.Error("an engine that was killed answers")
	}
}

func TestClientNoEngine(t *testing.T) {
	for _, argv := range [][]string{nil, {"no-such-engine-anywhere"}} {
		if _, err := StartClient(t.Context(), argv); err == nil {
			t.Errorf("%q: no error", argv)
		}
	}
}

// TestClientStays closes a client whose engine does not quit.
func TestClientStays(t *testing.T) {
	c := startToy(t, "stays")
	if _, err := c.Command(t.Context(), "name"); err != nil {
		t.Fatal(err)
	}
	c.grace = 100 * time.Millisecond
	if err := c.Close(); err == nil || !strings.Contains(err.Error(), "did not quit") {
		t.Errorf("Close: got %v", err)
	}
}
