package engine

import (
	"slices"
	"testing"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// Each level is weaker than the next in everything, and the full one has no limit.
func TestLevels(t *testing.T) {
	for i := 1; i < fullLevel-1; i++ {
		s, next := levels[i], levels[i+1]
		if s == next || s.playouts < 100 || s.playouts > next.playouts || s.advised > next.advised || s.spread < next.spread || s.loss < next.loss || s.points < next.points {
			t.Errorf("level %d: %+v, level %d: %+v", i, s, i+1, next)
		}
	}
	e := New(Config{Size: 9, Memory: 1 << 20})
	for _, full := range []int{0, fullLevel} {
		if e.config.Level = full; e.strength() != (strength{}) {
			t.Errorf("level %d: %+v", full, e.strength())
		}
	}
}

// The lower limit of playouts counts, and only full strength is free of any; the higher
// levels use the net if there is one.
func TestLevelPlayouts(t *testing.T) {
	for _, tt := range []struct {
		level    int
		net      string
		playouts int
		want     int
		plain    bool
	}{
		{fullLevel, netOff, 0, 0, false}, {fullLevel, netOn, 5000, 5000, false},
		{1, netOff, 0, 100, true}, {1, netOn, 5000, 100, true}, {1, netOff, 20, 20, true},
		{9, netOff, 0, 1500, true}, {9, netOff, 1e6, 1500, true}, {9, netOn, 1e6, 400, false}, {9, netOn, 0, 400, false},
	} {
		e := New(Config{Size: 9, Memory: 1 << 20, Level: tt.level, Playouts: tt.playouts, Net: Net{name: tt.net}})
		s := e.strength()
		if got := e.playouts(); got != tt.want || s.plain() != tt.plain || e.allow(rules.Black).fixed != (tt.want > 0) {
			t.Errorf("level %d, net %s, limit %d: %d, want %d; plain %v", tt.level, tt.net, tt.playouts, got, tt.want, s.plain())
		}
	}
}

// Which moves a low level may make instead of the best, and that it makes all of
// them now and then.
func TestWeaken(t *testing.T) {
	at := func(x, y int) rules.Point { return rules.PointAt(9, x, y) }
	move := func(p rules.Point, visits int, winRate, score float64) search.MoveReport {
		return search.MoveReport{Move: p, Visits: visits, WinRate: winRate, Score: score}
	}
	const tries = 30
	best := move(at(6, 4), 50, 0.5, 0)
	tests := []struct {
		name  string
		move  search.MoveReport
		level int
		made  bool
	}{
		{"a good move", move(at(4, 6), 40, 0.48, -1), 4, true},
		{"a good move at the full level", move(at(4, 6), 40, 0.48, -1), fullLevel, false},
		{"a move next to a stone, on the second line", move(at(2, 1), 20, 0.45, -1), 4, true},
		{"a hane on the first line, too early", move(at(3, 0), 20, 0.45, -1), 4, false},
		{"loses the game", move(at(4, 6), 40, 0.3, -1), 4, false},
		{"loses the game, but the level is low", move(at(4, 6), 40, 0.3, -1), 2, true},
		{"loses many points", move(at(4, 6), 40, 0.5, -9), 4, false},
		{"hardly known", move(at(4, 6), 1, 0.5, 0), 1, false},
		{"a pass", move(rules.Pass, 40, 0.5, 0), 1, false},
		{"into atari", move(at(0, 8), 40, 0.5, 0), 1, false},
		{"on the first line, far from all", move(at(8, 3), 40, 0.5, 0), 1, false},
		{"on the second line, far from all", move(at(4, 7), 40, 0.5, 0), 1, false},
		{"where all is settled", move(at(4, 2), 40, 0.5, 0), 1, false},
	}
	e := boardOf(t, "area2",
		". O . . . . . . .",
		"O . . . . . . . .",
		". . . . . . . . .",
		". . . . . . . X .",
		". . O . . . . . .",
		". . . . . . . . .",
		". . X . . . X . .",
		". . . X O . . . .",
		". . . . . . . . .")
	for _, tt := range tests {
		made, others := 0, 0
		for seed := range uint64(tries) {
			e.config.Level, e.config.Seed = tt.level, seed
			r := &search.Report{Moves: []search.MoveReport{best, tt.move}, Ownership: make([]float64, 1024)}
			r.Ownership[at(4, 2)] = -0.9
			switch e.weaken(rules.Black, r, best.Move) {
			case tt.move.Move:
				made++
			case best.Move:
				others++
			}
		}
		if made+others != tries || (made > 0) != tt.made || others == 0 {
			t.Errorf("%s: made %d times, the best one %d times", tt.name, made, others)
		}
	}
}

// Captures and what saves stones are made at any level.
func TestWeakLevelsAnswer(t *testing.T) {
	for name, rows := range map[string][]string{
		"capture": {
			". . . . .",
			". . X . .",
			". X O . .",
			". . X . .",
			". . . . ."},
		"escape": {
			". . . . .",
			". . O . .",
			". O X . .",
			". . O . .",
			". . . . ."},
	} {
		e := boardOf(t, "area2", rows...)
		e.config.Level = 1
		p := rules.PointAt(5, 3, 2)
		other := search.MoveReport{Move: rules.PointAt(5, 1, 3), Visits: 99, WinRate: 0.9}
		r := &search.Report{Moves: []search.MoveReport{other, {Move: p, Visits: 50, WinRate: 0.9}}, Ownership: make([]float64, 1024)}
		for seed := range uint64(30) {
			e.config.Seed = seed
			if got := e.weaken(rules.Black, r, p); got != p {
				t.Fatalf("%s: %v instead", name, got)
			}
		}
	}
}

// weakGame plays a game of a low level against itself.
func weakGame(t *testing.T, seed uint64) (*Engine, []rules.Move) {
	t.Helper()
	e := boardOf(t, "area2", slices.Repeat([]string{". . . . . . ."}, 7)...)
	e.config.Level, e.config.Resign, e.config.Playouts = 1, 0, 0
	e.config.Seed = seed
	e.renewSearch(e.config.Memory)
	for ply := 0; !e.Game().Position().Ended(); ply++ {
		if ply > 150 {
			t.Fatalf("no end: %s", e.SGF(""))
		}
		e.Genmove(t.Context(), [2]rules.Color{rules.Black, rules.White}[ply%2])
	}
	return e, e.Game().Moves()
}

// The seed fixes the game; it ends when dead stones do not matter to who has won.
func TestWeakGames(t *testing.T) {
	games := map[string]bool{}
	for seed := range uint64(4) {
		e, moves := weakGame(t, seed+1)
		if _, again := weakGame(t, seed+1); !slices.Equal(again, moves) {
			t.Errorf("seed %d: another game", seed+1)
		}
		games[e.SGF("")] = true
		dead, _ := e.Judged(t.Context())
		stands, taken := e.FinalCount().Margin().Float(), e.Game().Count(e.Game().Rules(), dead).Margin().Float()
		if len(moves) < 20 || stands*taken < 0 {
			t.Errorf("ended after %d moves by %g, without the dead by %g: %s", len(moves), stands, taken, e.SGF(""))
		}
	}
	if len(games) < 3 {
		t.Errorf("%d games of 4 seeds", len(games))
	}
}

// A hopeless game is given up at every level.
func TestWeakLevelsResign(t *testing.T) {
	for level := 1; level <= fullLevel; level++ {
		e := boardOf(t, "area2", slices.Repeat([]string{". . . . ."}, 5)...)
		e.config.Level, e.config.Resign = level, 0.1
		e.SetKomi(rules.Halves(100))
		resigned := 0
		for i := range 6 {
			if e.Genmove(t.Context(), rules.Black).Resign && resigned == 0 {
				resigned = i + 1
			}
			if e.Genmove(t.Context(), rules.White).Resign {
				t.Errorf("level %d resigns a game that is won", level)
			}
		}
		if resigned != resignAfter {
			t.Errorf("level %d resigned at move %d", level, resigned)
		}
	}
}
