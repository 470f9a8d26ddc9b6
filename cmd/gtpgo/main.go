// Command gtpgo is a Go (囲碁) engine: it speaks the Go Text Protocol, version
// 2, on standard input and output.
//
//	gtpgo [flags]           play
//	gtpgo bench [flags]     measure the speed of playouts and search
//	gtpgo match [flags]     play two engines against each other
//	gtpgo selfplay [flags]  play against itself, for the net to learn from
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/rs/zerolog"

	"gtpgo/internal/engine"
	"gtpgo/internal/gtp"
)

// version is set by the linker for releases. Its second number stays at 15 or
// more: Lizzie asks for an update below.
var version = "0.15.0"

// Exit statuses.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program; it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		switch args[0] {
		case "bench":
			return bench(args[1:], stdout, stderr)
		case "match":
			return match(args[1:], stdout, stderr)
		case "selfplay":
			return selfplay(args[1:], stdout, stderr)
		}
	}
	o, err := parse(args)
	switch {
	case err != nil:
		return usage(stderr, err)
	case o.help:
		fmt.Fprintf(stdout, "gtpgo %s: a Go engine that speaks GTP 2 on standard input and output\n\n"+
			"usage: gtpgo [flags]\n       gtpgo bench [--seconds S]\n       gtpgo match --a COMMAND --b COMMAND [flags]\n       gtpgo selfplay --out FILE [flags]\n\n%s", version, flagHelp())
		return exitOK
	case o.version:
		fmt.Fprintln(stdout, "gtpgo "+version)
		return exitOK
	}
	log, closeLog, err := o.logger(stderr)
	if err != nil {
		return usage(stderr, err)
	}
	defer closeLog()
	config, err := o.config(log)
	if err != nil {
		return usage(stderr, err)
	}
	return serve(o, config, stdin, stdout, stderr)
}

func usage(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "gtpgo: %v (see gtpgo --help)\n", err)
	return exitUsage
}

// logger opens the log.
func (o *options) logger(stderr io.Writer) (zerolog.Logger, func(), error) {
	level, err := zerolog.ParseLevel(o.logLevel)
	if err != nil || o.logLevel == "" {
		return zerolog.Nop(), nil, fmt.Errorf("--log-level %s: unknown level", o.logLevel)
	}
	out := &logWriter{w: stderr}
	closeLog := out.flush
	if o.logFile != "" {
		f, err := os.OpenFile(o.logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			return zerolog.Nop(), nil, fmt.Errorf("--log-file: %w", err)
		}
		out.w = f
		closeLog = func() {
			out.flush()
			f.Close() // a log that cannot be closed cannot be told of
		}
	}
	return zerolog.New(out).Level(level).With().Timestamp().Logger(), closeLog, nil
}

// signalled is the cause of the end when a signal asked for it.
type signalled struct{ syscall.Signal }

func (s signalled) Error() string { return "stopped by signal: " + s.Signal.String() }

// status returns the exit status of a program that the signal ended.
func (s signalled) status() int { return 128 + int(s.Signal) }

// untilSignal returns a context that ends, with a signalled as its cause, at
// SIGINT or SIGTERM; with once, further ones are left to the system, which ends
// the program at once. cancel ends the context for another reason; end is to be
// called when it is not needed any more.
func untilSignal(once bool) (ctx context.Context, cancel context.CancelCauseFunc, end func()) {
	ctx, cancel = context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		if s, ok := (<-signals).(syscall.Signal); ok {
			if once {
				signal.Stop(signals)
			}
			cancel(signalled{s})
		}
	}()
	return ctx, cancel, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// serve runs the commands of --gtp-file, then those of the client.
func serve(o *options, config engine.Config, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, cancel, end := untilSignal(false)
	defer end()
	defer ignoreBrokenPipes()()
	watchOutput(stdout, cancel)
	debug.SetGCPercent(garbagePercent(config.Memory))
	// A signal, a line or the end of the time would have to wait until one of the
	// threads that search is made to give way, 10 ms and more, if there was room
	// for these alone.
	config.Processors = runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(config.Processors + 1))
	answer := version
	if o.gtpVersion != "" {
		answer = o.gtpVersion
	}
	player := engine.New(config)
	session, table, err := gtp.NewSession(player, answer, o.session(stderr)...)
	if err != nil {
		fmt.Fprintf(stderr, "gtpgo: %v\n", err)
		return exitError
	}
	server := &gtp.Server[*gtp.Session]{Table: table, Session: session, In: stdin, Out: stdout, Log: config.Log,
		Idle: player.Ponder}
	if o.gtpFile != "" {
		quit, err := runFile(ctx, server, o.gtpFile)
		if err != nil && ctx.Err() == nil {
			return usage(stderr, err)
		}
		if quit {
			return exitOK
		}
	}
	return exitStatus(server.Serve(ctx), config.Log)
}

// session returns what the flags ask of a session.
func (o *options) session(stderr io.Writer) []gtp.Option {
	list := []gtp.Option{gtp.LiveGraphics(stderr, o.liveGfx)}
	if o.ruler {
		list = append(list, gtp.Ruler())
	}
	return list
}

// garbagePercent returns the value for debug.SetGCPercent with a tree of that
// many bytes. The tree is a part of the heap, and the default of 100 would let
// garbage of its size pile up before any is collected.
func garbagePercent(tree int) int {
	const garbage = 8 << 20
	return max(1, min(100, garbage/max(tree/100, 1)))
}

// runFile runs the commands of a file until ctx ends, whatever command is
// running then.
func runFile(ctx context.Context, server *gtp.Server[*gtp.Session], path string) (quit bool, err error) {
	type end struct {
		quit bool
		err  error
	}
	ended := make(chan end, 1)
	go func() {
		quit, err := runLines(ctx, server, path)
		ended <- end{quit, err}
	}()
	select {
	case e := <-ended:
		return e.quit, e.err
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
}

// runLines runs the commands of a file; their replies are not printed, and the
// first that fails is an error.
func runLines(ctx context.Context, server *gtp.Server[*gtp.Session], path string) (quit bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, fmt.Errorf("--gtp-file: %w", err)
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return false, fmt.Errorf("--gtp-file: %w", err)
		}
		reply, failed, quit := server.Execute(ctx, line)
		if failed {
			return false, fmt.Errorf("--gtp-file: line %d: %s: %s", n, strings.TrimSpace(line), strings.TrimSpace(reply))
		}
		if quit || err != nil || ctx.Err() != nil {
			return quit, nil
		}
	}
}

// errUnread is the end of a session whose client reads no more.
var errUnread = errors.New("standard output is closed")

// exitStatus turns the end of the session into the exit status.
func exitStatus(err error, log zerolog.Logger) int {
	var s signalled
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &s):
		return s.status()
	case errors.Is(err, errUnread), errors.Is(err, syscall.EPIPE):
		log.Info().Err(err).Msg("session ended") // the client is gone, as clients are
		return exitError
	}
	log.Error().Err(err).Msg("session ended")
	return exitError
}
