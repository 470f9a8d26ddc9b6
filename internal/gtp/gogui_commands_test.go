package gtp

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
)

func TestSetup(t *testing.T) {
	s := sit(t, 3, "area2")
	s.expect("", "gogui-setup") // no stones are stones enough
	for want, lines := range map[string][]string{
		"syntax error": {"gogui-setup b", "gogui-setup b A1 w", "gogui-setup x A1", "gogui-setup A1 b", "gogui-setup b A1 C3",
			"gogui-setup b A1, w B1", "gogui-setup_player", "gogui-setup_player pass", "gogui-setup_player b w"},
		"invalid coordinate": {"gogui-setup b A1 b D1"},
		// Repeated points, no points, chains without liberties.
		"bad vertex list": {"gogui-setup b A1 b A1", "gogui-setup b A1 w B2 w A1", "gogui-setup b A1 b pass",
			"gogui-setup b A1 w B1 w A2", "gogui-setup w B1 w A2 b A1", "gogui-setup b A1 b B1 w C1 w A2 w B2",
			"gogui-setup " + strings.Join(strings.Fields("b A1 b A2 b A3 b B1 b B2 b B3 b C1 b C2 b C3"), " ")},
	} {
		for _, line := range lines {
			s.refuses(want, line)
		}
	}
	// In any order; a chain in atari may stand, and captures nothing.
	s.expect("", "gogui-setup W b1 b A1 B c3 white a3")
	s.expect("A1\nB1\nA3\nC3", "final_status_list alive")
	for _, line := range []string{"gogui-setup", "gogui-setup b B2", "set_free_handicap B2 C1"} {
		s.refuses("board not empty", line)
	}
	s.refuses("cannot undo", "undo")
	s.ask("gogui-setup_player W")
	s.expect("A2", "gtpgo-chain_liberties A1")
	s.ask("play w A2") // takes A1
	s.ask("undo")
	s.expect("phase: playing\nto_play: white\nmoves: 0\ncaptured_black: 0\ncaptured_white: 0\ngiven_black: 0\ngiven_white: 0", "gtpgo-state")
	// They are no handicap, whatever the colour.
	s.ask("gtpgo-rules chinese")
	if !strings.Contains(s.ask("gtpgo-score"), "compensation 0\n") {
		t.Error(s.ask("gtpgo-score"))
	}
	// A used board is not empty either, even if no stone stands.
	s.ask("clear_board")
	s.ask("play b pass")
	s.refuses("board not empty", "gogui-setup b A1")
}

func TestPlaySequence(t *testing.T) {
	s := sit(t, 3, "area2")
	s.expect("", "gogui-play_sequence")
	s.ask("gogui-play_sequence B B2 WHITE pass b pass b a1 w C3")
	s.refuses("cannot undo", "gg-undo 6")
	s.refuses("illegal move", "gogui-play_sequence b C1 w C2 b B2")
	s.refuses("invalid coordinate", "gogui-play_sequence b C1 w D4")
	s.refuses("syntax error", "gogui-play_sequence b C1 w")
	s.refuses("syntax error", "gogui-play_sequence b C1 w resign")
	s.ask("gogui-setup_player w") // out of turn
	s.refuses("illegal move", "gogui-play_sequence b C1 w C2 b B2")
	s.refuses("illegal move", "gogui-play_sequence b B2")
	for moves := range 5 { // each ply can be taken back
		s.ask("undo")
		if !strings.Contains(s.ask("gtpgo-state"), "moves: "+string(rune('4'-moves))+"\n") {
			t.Error(s.ask("gtpgo-state"))
		}
	}
	s.refuses("cannot undo", "undo")
	// Beyond what a line reader with a limit would take.
	s.ask("gogui-play_sequence%s", strings.Repeat(" b pass w pass", 10000))
	s.ask("gg-undo 20000")
	s.refuses("cannot undo", "undo")
}

func TestSmallGoGuiCommands(t *testing.T) {
	s := sit(t, 9, "jungo")
	s.expect("gtpgo 0.15.0: jungo, komi 6.5", "gogui-title")
	s.expect("", "gogui-version 1.6.0")
	s.expect("", "gogui-version")
	s.expect("", "gogui-interrupt")
	s.ask("gtpgo-rules_param suicide 1")
	s.ask("gtpgo-rules_param komi -0.25")
	s.expect("gtpgo 0.15.0: custom (from jungo), komi -0.25", "gogui-title")
}

// The parameters as GoGui's dialog shows, changes and saves them.
func TestRulesParam(t *testing.T) {
	s := sit(t, 9, "jungo")
	for _, set := range rules.Rulesets() {
		s.ask("gtpgo-rules_param rules %s", set.Name)
		text := s.ask("gtpgo-rules_param")
		if first, _, _ := strings.Cut(text, "\n"); !strings.HasSuffix(first, "] rules "+set.Name) {
			t.Errorf("%s: %q", set.Name, first)
		}
		s.ask("gtpgo-rules_param suicide %d", map[bool]int{false: 1}[set.Suicide])
		custom := s.ask("gtpgo-rules_param")
		checkReply(t, 9, "param", custom)
		if first, _, _ := strings.Cut(custom, "\n"); !strings.HasSuffix(first, "/custom] rules custom") {
			t.Errorf("%s changed: %q", set.Name, first)
		}
		s.ask("gtpgo-rules jungo")
		for param := range strings.SplitSeq(custom, "\n") { // saved parameters, sent again
			_, setting, _ := strings.Cut(param, "] ")
			s.ask("gtpgo-rules_param %s", setting)
		}
		if got := s.ask("gtpgo-rules_param"); strings.SplitN(got, "\n", 2)[1] != strings.SplitN(custom, "\n", 2)[1] {
			t.Errorf("restored\n%s\nwant\n%s", got, custom)
		}
	}
	s.refuses("syntax error", "gtpgo-rules_param komi")
	s.refuses("syntax error", "gtpgo-rules_param komi many")
	s.refuses("unknown rules: chess (see gtpgo-list_rules)", "gtpgo-rules_param rules chess")
	s.refuses("cannot map rule: ko NEVER", "gtpgo-rules_param ko NEVER")
	s.refuses("cannot map rule: depth", "gtpgo-rules_param depth 3")
}

func TestGomill(t *testing.T) {
	s := sit(t, 5, "area2")
	s.expect("gtpgo 0.15.0\nrules: area2, komi 6.5, size 5\nsearch: threads 1, tree 16 MB, 40 playouts a move\nresigns: never",
		"gomill-describe_engine")
	s.expect("", "gomill-explain_last_move")
	move := s.ask("genmove b")
	if text := s.ask("gomill-explain_last_move"); !strings.HasPrefix(text, "black: win rate ") || !strings.Contains(text, "\n"+move+": ") {
		t.Errorf("explanation of %s: %q", move, text)
	}
	s.ask("play w C2")
	s.expect("", "gomill-explain_last_move") // not its own
	s.ask("undo")
	if s.ask("gomill-explain_last_move") == "" {
		t.Error("its own move is the last one again")
	}
	s.ask("clear_board")
	s.ask("play b %s", move)
	s.expect("", "gomill-explain_last_move")

	path := filepath.Join(t.TempDir(), "a game.sgf")
	s.ask(`gomill-savesgf "%s" PB=GNU\_Go pw=a]\\b Re=W+3.5 XX=what ev=`, path)
	record, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"PB[GNU Go]", `PW[a\]\\b]`, "RE[W+3.5]", "KM[6.5]", "SZ[5]"} {
		if !strings.Contains(string(record), want) {
			t.Errorf("no %s in %s", want, record)
		}
	}
	if strings.Contains(string(record), "what") || strings.Contains(string(record), "EV") {
		t.Errorf("record %s", record)
	}
	s.ask(`loadsgf "%s"`, path)
	for _, bad := range []string{"gomill-savesgf", "gomill-savesgf x PB", "gomill-savesgf x =y", "gomill-savesgf x P1=y"} {
		s.refuses("syntax error", bad)
	}
	s.refuses("cannot save file", "gomill-savesgf "+filepath.Join(t.TempDir(), "none", "x"))
}

// thinker is a server whose searches last until they are interrupted.
type thinker struct {
	t      *testing.T
	in     *io.PipeWriter
	out    *io.PipeReader
	ended  chan error
	engine *engine.Engine
}

func think(t *testing.T, options ...Option) *thinker {
	t.Helper()
	set, _ := rules.FindRuleset("area2")
	e := engine.New(engine.Config{Size: 9, Rules: set, Threads: 2, Time: time.Hour, Seed: 1, Memory: 16 << 20})
	session, table, err := NewSession(e, "0.15.0", options...)
	if err != nil {
		t.Fatal(err)
	}
	in, feed := io.Pipe()
	out, reply := io.Pipe()
	h := &thinker{t, feed, out, make(chan error, 1), e}
	server := &Server[*Session]{Table: table, Session: session, In: in, Out: reply}
	go func() { h.ended <- server.Serve(t.Context()) }()
	return h
}

// send writes lines with one Write, and waits until the server has read them.
func (h *thinker) send(lines string) {
	h.t.Helper()
	if _, err := io.WriteString(h.in, lines); err != nil {
		h.t.Fatal(err)
	}
}

// reply reads one Write of the server.
func (h *thinker) reply() string {
	h.t.Helper()
	buffer := make([]byte, 1<<16)
	n, err := h.out.Read(buffer)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(buffer[:n])
}

// end closes the input and waits for the server.
func (h *thinker) end() {
	h.t.Helper()
	h.in.Close()
	if err := <-h.ended; err != nil {
		h.t.Error(err)
	}
}

// GoGui's "# interrupt" ends a search of an hour with the best move so far.
func TestInterruptEngine(t *testing.T) {
	h := think(t)
	for i, line := range []string{"1 genmove b\n", "1 reg_genmove w\n", "1 gtpgo-search\n", "1 genmove w\n"} {
		h.send(line)
		time.Sleep(50 * time.Millisecond) // it thinks
		start := time.Now()
		h.send("# interrupt\n")
		text, ok := strings.CutPrefix(h.reply(), "=1 ")
		if took := time.Since(start); !ok || took > 5*time.Second {
			t.Fatalf("%q: %q after %v", line, text, took)
		}
		if text = strings.TrimSuffix(text, "\n\n"); i != 2 && !onBoard(9, text) {
			t.Errorf("%q: %q", line, text)
		}
	}
	h.send("2 gtpgo-state\n")
	if text := h.reply(); !strings.Contains(text, "\nmoves: 2\n") {
		t.Errorf("state %q", text)
	}
	h.end()
}

// An interrupt behind the next command is not for the one that runs.
func TestInterruptOfTheNext(t *testing.T) {
	h := think(t)
	h.send("1 genmove b\n")
	h.send("2 genmove w\n# interrupt\n")
	time.Sleep(100 * time.Millisecond)
	h.send("# interrupt\n") // command 2 waits: this one is not for 1 either
	replied := make(chan bool, 1)
	go func() {
		n, _ := h.out.Read(make([]byte, 100)) // fails when the test is over
		replied <- n > 0
	}()
	select {
	case <-replied:
		t.Error("the command that runs was interrupted")
	case <-time.After(200 * time.Millisecond):
	}
	h.out.Close()
}
