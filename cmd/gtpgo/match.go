package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"gtpgo/internal/rules"
)

// match plays games between two GTP engines and measures the difference of
// their strength. What it does beyond other such tools:
//
//   - internal/rules is the arbiter under any of its rulesets. An illegal move
//     loses. A game ends where its rules end it: under rulesets with a
//     provisional end, or with a first pass that does not count, play goes on
//     until the phase is "ended"; other tools stop at two passes.
//   - Where all stones count as they stand, the arbiter's exact count is the
//     result. Where dead stones are agreed, the referee's final_score is, if
//     there is a referee, else that of the engines; when they name different
//     winners the game is void.
//   - A game that reaches the move limit is scored in the same way, and counted
//     apart.
func match(args []string, stdout, stderr io.Writer) int {
	var s matchSettings
	var help bool
	f := matchFlags(&s, &help)
	if err := f.Parse(args); err != nil {
		return usage(stderr, err)
	}
	if help {
		fmt.Fprintf(stdout, "usage: gtpgo match --a COMMAND --b COMMAND [flags]\n\n%s", f.FlagUsages())
		return exitOK
	}
	if f.NArg() > 0 {
		return usage(stderr, fmt.Errorf("unexpected argument %q", f.Arg(0)))
	}
	run, err := newMatch(&s, stdout, stderr)
	if err != nil {
		return usage(stderr, err)
	}
	ctx, _, end := untilSignal(true)
	defer end()
	err = run.play(ctx)
	var stopped signalled
	switch {
	case errors.As(err, &stopped):
		return stopped.status()
	case errors.Is(err, errOtherMatch):
		return usage(stderr, err)
	case err != nil:
		fmt.Fprintf(stderr, "gtpgo: %v\n", err)
		return exitError
	}
	return exitOK
}

// matchFlags returns the flags that fill s; their usage texts are the help.
func matchFlags(s *matchSettings, help *bool) *pflag.FlagSet {
	f := pflag.NewFlagSet("match", pflag.ContinueOnError)
	f.SortFlags = false
	f.Usage = func() {}
	f.StringVar(&s.A.Command, "a", "", "`COMMAND` line of engine A; {seed} or %SRAND in it is a number of the game, 1 to 2^31-1,\nand the engine is started anew for each game then")
	f.StringVar(&s.B.Command, "b", "", "`COMMAND` line of engine B")
	f.StringVar(&s.Referee, "referee", "", "`COMMAND` line of a GTP engine whose final_score decides where dead stones are agreed")
	f.StringVar(&s.A.Name, "name-a", "", "`NAME` of A, default its GTP name and version")
	f.StringVar(&s.B.Name, "name-b", "", "`NAME` of B")
	f.StringVar(&s.A.Init, "init-a", "", "GTP `COMMANDS` for A before each game, separated by ';', after those that set up the game;\n{seed} and %SRAND are replaced")
	f.StringVar(&s.B.Init, "init-b", "", "GTP `COMMANDS` for B")
	f.IntVar(&s.Games, "games", 100, "`NUMBER` of games; may be changed when a match is continued")
	f.IntVar(&s.Size, "size", 9, "`NUMBER` of lines of the board, 2 to 25")
	f.StringVar(&s.Komi, "komi", "7.5", "`POINTS` that White gets, any finite decimal")
	f.StringVar(&s.Rules, "rules", rules.DefaultRuleset, "rules by `NAME`: "+strings.Join(rulesetNames(), ", ")+";\nthe engines hear them by gtpgo-rules or kgs-rules if they know one of these")
	f.StringVar(&s.Openings, "openings", "", "how many random openings of 2 to 6 moves to use in turn (`N|FILE`; 0 for the empty board, default a new one\nfor each pair), or an SGF file, a folder of them, or a text file with one opening a line,\nlike \"C3 G7 D6\", Black first; each is played twice, with colours swapped")
	f.IntVar(&s.OpeningMoves, "opening-moves", 0, "`MOVES` to take from each opening of a file, 0 = all")
	f.Int64Var(&s.Seed, "seed", 1, "`SEED` of openings and of the numbers of the games")
	f.IntVar(&s.Parallel, "parallel", runtime.GOMAXPROCS(0), "`GAMES` at a time; may be changed when a match is continued")
	f.StringVar(&s.SPRT, "sprt", "", "stop when a sequential test decides between two `ELO` differences of A, as 0,35")
	f.Float64Var(&s.Alpha, "alpha", 0.05, "`PROBABILITY` that the test wrongly decides for the higher one")
	f.Float64Var(&s.Beta, "beta", 0.05, "`PROBABILITY` that the test wrongly decides for the lower one")
	f.StringVar(&s.Dir, "dir", "match", "`FOLDER` for results.jsonl, match.json, report.html and games/*.sgf; a match that is there\nis continued if the settings are the same")
	f.IntVar(&s.MaxMoves, "max-moves", 0, "`MOVES`, passes included, after which a game is scored as it stands, 0 = four for each point of the\nboard and at least 100")
	f.Float64Var(&s.MoveTimeout, "move-timeout", 600, "`SECONDS` after which an engine that does not answer genmove is ended and loses, 0 = never")
	f.StringVar(&s.TimeSettings, "time-settings", "", "`TIMES`: main time, period and its moves for time_settings, as \"300 0 0\"; the clock is kept and told by\ntime_left, who oversteps it is counted but does not lose")
	f.IntVar(&s.Progress, "progress", 10, "`GAMES` between two lines of progress where standard error is no terminal, 0 = none")
	f.BoolVar(help, "help", false, "print this help and exit")
	return f
}

// engineSettings are what is known of one engine.
type engineSettings struct {
	Name    string `json:"name"`
	Command string `json:"command"`
	Init    string `json:"init"`
}

// matchSettings are the flags. What has a name in JSON is kept in match.json.
type matchSettings struct {
	A            engineSettings `json:"a"`
	B            engineSettings `json:"b"`
	Referee      string         `json:"referee"`
	Size         int            `json:"size"`
	Komi         string         `json:"komi"`
	Rules        string         `json:"rules"`
	Openings     string         `json:"openings"`
	OpeningMoves int            `json:"opening_moves"`
	OpeningsSum  string         `json:"openings_sum"` // of the openings of a file
	Seed         int64          `json:"seed"`
	SPRT         string         `json:"sprt"`
	Alpha        float64        `json:"alpha"`
	Beta         float64        `json:"beta"`
	MaxMoves     int            `json:"max_moves"`
	MoveTimeout  float64        `json:"move_timeout"`
	TimeSettings string         `json:"time_settings"`
	Games        int            `json:"games"`
	Parallel     int            `json:"parallel"`
	Dir          string         `json:"-"`
	Progress     int            `json:"-"`
}

// matchTerms are what follows from the settings.
type matchTerms struct {
	rules    rules.Ruleset
	komi     rules.Decimal
	argv     bySide[[]string]
	init     bySide[[]string]
	referee  []string
	test     *sprt // nil for a fixed number of games
	clock    *matchClock
	maxMoves int
	titles   bySide[string] // what the engines are called
}

// check completes and checks the settings; they are brought to one form, so
// that equal matches have equal settings.
func (s *matchSettings) check() (*matchTerms, error) {
	t := new(matchTerms)
	var ok bool
	if t.rules, ok = rules.FindRuleset(s.Rules); !ok {
		return nil, fmt.Errorf("--rules %s: unknown rules (known: %s)", s.Rules, strings.Join(rulesetNames(), ", "))
	}
	s.Rules = t.rules.Name
	var err error
	if t.komi, err = rules.ParseDecimal(s.Komi); err != nil {
		return nil, fmt.Errorf("--komi %s: %w", s.Komi, err)
	}
	s.Komi = t.komi.String()
	if t.argv.A, err = commandLine("--a", s.A.Command); err != nil {
		return nil, err
	}
	if t.argv.B, err = commandLine("--b", s.B.Command); err != nil {
		return nil, err
	}
	if s.Referee != "" {
		if t.referee, err = commandLine("--referee", s.Referee); err != nil {
			return nil, err
		}
	}
	t.init = bySide[[]string]{commandList(s.A.Init), commandList(s.B.Init)}
	if t.test, err = s.sprt(); err != nil {
		return nil, err
	}
	if s.TimeSettings != "" {
		if t.clock, err = parseMatchClock(s.TimeSettings); err != nil {
			return nil, fmt.Errorf("--time-settings %s: %w", s.TimeSettings, err)
		}
	}
	if t.maxMoves = s.MaxMoves; t.maxMoves == 0 {
		t.maxMoves = max(100, 4*s.Size*s.Size)
	}
	switch {
	case s.Size < 2 || s.Size > rules.MaxSize:
		return nil, fmt.Errorf("--size %d: not from 2 to %d", s.Size, rules.MaxSize)
	case s.Games < 1 || s.Games > maxGames:
		return nil, fmt.Errorf("--games %d: not from 1 to %d", s.Games, maxGames)
	case s.Parallel < 1 || s.Parallel > maxThreads:
		return nil, fmt.Errorf("--parallel %d: not from 1 to %d", s.Parallel, maxThreads)
	case s.MaxMoves < 0:
		return nil, fmt.Errorf("--max-moves %d: negative", s.MaxMoves)
	case s.OpeningMoves < 0:
		return nil, fmt.Errorf("--opening-moves %d: negative", s.OpeningMoves)
	case s.Progress < 0:
		return nil, fmt.Errorf("--progress %d: negative", s.Progress)
	}
	_, err = seconds("--move-timeout", s.MoveTimeout)
	return t, err
}

// maxGames bounds --games.
const maxGames = 1_000_000

// sprt reads the test, nil if there is none.
func (s *matchSettings) sprt() (*sprt, error) {
	if s.SPRT == "" {
		return nil, nil
	}
	low, high, _ := strings.Cut(s.SPRT, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	const most = 1000 // Elo; far beyond what can be measured
	if err0 != nil || err1 != nil || !(-most <= elo0 && elo0 < elo1 && elo1 <= most) {
		return nil, fmt.Errorf("--sprt %s: not two rising Elo differences from -%d to %d", s.SPRT, most, most)
	}
	if !(s.Alpha > 0 && s.Alpha < .5 && s.Beta > 0 && s.Beta < .5) {
		return nil, fmt.Errorf("--alpha %g --beta %g: not above 0 and below 0.5", s.Alpha, s.Beta)
	}
	return &sprt{elo0, elo1, s.Alpha, s.Beta}, nil
}

// commandLine splits the command line of an engine.
func commandLine(flag, text string) ([]string, error) {
	words, err := splitCommand(text)
	if err == nil && len(words) == 0 {
		err = errors.New("no command")
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, text, err)
	}
	return words, nil
}

// splitCommand splits text into words at blanks. Quotes, single or double, hold
// a word together; a backslash before a blank, a quote or a backslash makes it
// an ordinary character, but within single quotes.
func splitCommand(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text) && strings.IndexByte(` '"\`, text[i+1]) >= 0:
			i++
			word.WriteByte(text[i])
			inWord = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("no closing %c", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// commandList splits GTP commands at semicolons.
func commandList(text string) []string {
	var list []string
	for _, line := range strings.Split(text, ";") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
