package gtp

import (
	"context"
	"strings"
	"time"

	"gtpgo/internal/engine"
	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// The analysis commands are those of Leela Zero's GTP.cpp (AnalyzeTags),
// extended by KataGo's docs/GTP_Extensions.md; all keys work in all of them.
func analyzeCommands() []command {
	const args = "[COLOR] [CENTISECONDS] [KEY VALUE]..."
	analyze := func(name, spec string, p printer) command {
		return command{Name: name, Args: args, Help: "tell what the search finds until the next line arrives", Spec: spec,
			Group: groupAnalysis, Max: -1, Stream: true, Run: runAnalyze(p)}
	}
	genmove := func(name, spec string, every time.Duration, p printer) command {
		return command{Name: name, Args: args, Help: "as genmove, and tell what the search finds", Spec: spec,
			Group: groupAnalysis, Max: -1, Run: runGenmoveAnalyze(every, p)}
	}
	return []command{
		analyze("lz-analyze", specLeela, printLeela),
		analyze("kata-analyze", specKata, printKata),
		genmove("lz-genmove_analyze", specLeela, defaultInterval, printLeela),
		genmove("kata-genmove_analyze", specKata, defaultInterval, printKata),
		genmove("cgos-genmove_analyze", specCGOS, 0, printCGOS),
		{Name: "stop", Help: "do nothing; as any line, it ends an analysis", Spec: specKata, Group: groupAnalysis,
			Run: func(context.Context, *Session, *Args, *Reply) error { return nil }},
	}
}

// printer turns what a search found into one line for the client.
type printer func(size int, o *analysis, r *search.Report) string

// runAnalyze serves lz-analyze and kata-analyze. When the search has come to
// its end the server keeps the reply open until the next line.
func runAnalyze(p printer) handler {
	return func(ctx context.Context, s *Session, a *Args, r *Reply) error {
		o := parseAnalysis(s, a, defaultInterval)
		if a.Err() != nil {
			return a.Err()
		}
		r.Begin()
		s.Engine.Analyze(ctx, o.color, o.request(), s.emitter(p, o, r))
		return nil
	}
}

// runGenmoveAnalyze serves the commands that end in a move.
func runGenmoveAnalyze(every time.Duration, p printer) handler {
	return func(ctx context.Context, s *Session, a *Args, r *Reply) error {
		o := parseAnalysis(s, a, every)
		if a.Err() != nil {
			return a.Err()
		}
		r.Begin()
		d := s.Engine.GenmoveAnalyze(ctx, o.color, o.request(), s.emitter(p, o, r))
		r.Printf("play ")
		s.printDecision(r, d)
		return nil
	}
}

func (s *Session) emitter(p printer, o *analysis, r *Reply) func(*search.Report) {
	size := s.size()
	return func(report *search.Report) { r.Emit(p(size, o, report)) }
}

// analysis is what the arguments of an analysis command ask for.
type analysis struct {
	color              rules.Color
	every              time.Duration // 0: only the last line
	minMoves, maxMoves int
	restrictions       restrictions

	ownership, ownershipStdev, movesOwnership bool
	pvVisits, rootInfo, noResultValue         bool
}

const (
	defaultInterval = time.Second
	// minInterval is what shorter intervals are taken for: they would cost the
	// search more than they tell.
	minInterval = 50 * time.Millisecond
	// maxInterval stands for any longer one.
	maxInterval = 1e6 * time.Second
	// usualMoves is how many moves are told of unless maxmoves says otherwise;
	// clients draw no more.
	usualMoves = 50
)

// request returns what the engine has to know of it.
func (o *analysis) request() engine.Analysis {
	return engine.Analysis{Every: o.every, Avoid: o.restrictions.avoid(), MovesOwnership: o.movesOwnership}
}

// parseAnalysis reads the arguments. As in Leela Zero the interval is known by
// its digits and the colour by its name, so that either may be missing.
func parseAnalysis(s *Session, a *Args, every time.Duration) *analysis {
	o := &analysis{color: s.Engine.Game().Position().ToPlay, every: every, maxMoves: -1}
	for a.More() {
		word := a.Peek()
		switch key := strings.ToLower(word); {
		case strings.ContainsRune("0123456789.+-", rune(word[0])):
			o.every = a.interval()
		case key == "b" || key == "black" || key == "w" || key == "white":
			o.color = a.Color()
		default:
			a.Word("key")
			o.parseKey(a, s.size(), key)
		}
	}
	if o.maxMoves < 0 {
		o.maxMoves = max(usualMoves, o.minMoves)
	}
	return o
}

// parseKey reads the value of a key.
func (o *analysis) parseKey(a *Args, size int, key string) {
	const most = 1<<31 - 1
	switch key {
	case "interval":
		o.every = a.interval()
	case "minmoves":
		o.minMoves = a.Int(key, 0, most)
	case "maxmoves":
		o.maxMoves = a.Int(key, 0, most)
	case "avoid", "allow":
		o.restrictions.parse(a, size, key == "allow")
	case "ownership":
		o.ownership = a.Bool(key)
	case "ownershipstdev":
		o.ownershipStdev = a.Bool(key)
	case "movesownership":
		o.movesOwnership = a.Bool(key)
	case "pvvisits":
		o.pvVisits = a.Bool(key)
	case "rootinfo":
		o.rootInfo = a.Bool(key)
	case "noresultvalue":
		o.noResultValue = a.Bool(key)
	default:
		a.syntax("key", "a known one")
	}
}

// interval takes a time in hundredths of a second.
func (a *Args) interval() time.Duration {
	x := a.Float("interval")
	if a.Err() == nil && x < 0 {
		a.syntax("interval", "none below 0")
	}
	d := time.Duration(min(x, float64(maxInterval/(10*time.Millisecond))) * float64(10*time.Millisecond))
	return max(d, minInterval)
}

// restrictions are the moves of "avoid" and "allow". Both hold for the moves of
// one colour in the first plies of the search; "allow" forbids all that no
// "allow" for the colour and ply names, a pass too (as in KataGo).
type restrictions struct {
	avoided map[rules.Move]int // until which ply
	allowed map[rules.Move]int
	// allowing is until which ply a colour has moves allowed at all.
	allowing map[rules.Color]int
}

// parse reads COLOR VERTEX[,VERTEX...] PLIES.
func (l *restrictions) parse(a *Args, size int, allow bool) {
	c := a.Color()
	words := strings.Split(a.Word("vertices"), ",")
	plies := a.Int("plies", 1, 1<<31-1)
	if a.Err() != nil {
		return
	}
	if l.avoided == nil {
		l.avoided, l.allowed, l.allowing = map[rules.Move]int{}, map[rules.Move]int{}, map[rules.Color]int{}
	}
	until := l.avoided
	if allow {
		until = l.allowed
		l.allowing[c] = max(l.allowing[c], plies)
	}
	for _, word := range words {
		p, err := parseVertex(size, word)
		if err != nil {
			a.Fail(err)
			return
		}
		m := rules.Move{Color: c, Point: p}
		until[m] = max(until[m], plies)
	}
}

// avoid returns the restrictions as the search wants them, nil for none.
func (l *restrictions) avoid() func(m rules.Move, ply int) bool {
	if l.avoided == nil {
		return nil
	}
	return func(m rules.Move, ply int) bool {
		return ply < l.avoided[m] || ply < l.allowing[m.Color] && ply >= l.allowed[m]
	}
}
