package rules_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

// TestDifferential drives the engine's Game and the plain reference side by
// side through random games and asks both the same questions after every move.
// A game is determined by the seed and its number alone, so any failure can be
// repeated, whatever the number of processors was.
var (
	differentialMoves = flag.Int64("rules.moves", 25_000, "how many moves TestDifferential makes")
	differentialSeed  = flag.Uint64("rules.seed", 1969, "seed of its games, 0 for one from the clock")
	differentialGame  = flag.Uint64("rules.game", 0, "play only the game of this number, from 1")
)

// twin is one game held twice, and the questions asked of it. log holds what
// was done as GTP lines.
type twin struct {
	core   *rules.Game
	ref    *refGame
	name   string // of the rules in force
	komi   string
	random *rand.Rand
	stats  map[string]int64
	log    []string
	hot    []rules.Point // points that lately lost a stone: where ko is fought
}

// TestDifferential compares board, captures, pass stones, phase and side to
// move after every move, undo and refused move; the reasons why plays are
// illegal at some points each move; and all legal moves and the count of the
// game, under its own rules and others, every twentieth move.
func TestDifferential(t *testing.T) {
	t.Parallel()
	seed := *differentialSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	var (
		games, moves atomic.Int64
		lock         sync.Mutex
		total        = map[string]int64{}
		workers      sync.WaitGroup
	)
	start := time.Now()
	play := func(number uint64) bool {
		stats, err := playTwin(seed, number)
		lock.Lock()
		for k, n := range stats {
			total[k] += n
		}
		lock.Unlock()
		if err != nil {
			t.Errorf("repeat with -run TestDifferential -rules.seed=%d -rules.game=%d\n%v", seed, number, err)
			return false
		}
		const report = 1_000_000
		if n := moves.Add(stats["moves"]); n/report > (n-stats["moves"])/report {
			t.Logf("%d moves in %.0f s", n, time.Since(start).Seconds())
		}
		return true
	}
	if n := *differentialGame; n > 0 {
		play(n)
		return
	}
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for moves.Load() < *differentialMoves && !t.Failed() && play(uint64(games.Add(1))) {
			}
		})
	}
	workers.Wait()
	for _, k := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%12d %s", total[k], k)
	}
	for _, k := range []string{"moves", "plays refused: superko", "plays refused: ko", "plays refused: suicide",
		"moves that are suicide", "provisional ends", "ends", "ends resumed", "undone moves", "games set up", "games with handicap",
		"moves out of turn", "changes of rules", "legal lists compared", "counts compared", "counts with dead stones"} {
		if total[k] == 0 && !t.Failed() {
			t.Errorf("no %s: the games show too little", k)
		}
	}
}

// playTwin plays game number of the seed and returns what it met.
func playTwin(seed, number uint64) (stats map[string]int64, err error) {
	g := &twin{random: rand.New(rand.NewPCG(seed, number)), stats: map[string]int64{}}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, strings.Join(g.log, "\n"))
		}
	}()
	if err := g.begin(); err != nil {
		return g.stats, err
	}
	return g.stats, g.play()
}

// sizeShare gives a size for each of a hundred parts of the moves. Most are on
// small boards, where ko, suicide and the end come up all the time.
var sizeShare = func() (share []int) {
	for size, percent := range []int{1: 1, 2: 11, 3: 14, 4: 14, 5: 14, 6: 12, 7: 10, 8: 6, 9: 6, 10: 2, 11: 1, 12: 1, 13: 1,
		14: 1, 15: 1, 16: 1, 17: 1, 19: 2, 25: 1} {
		for range percent {
			share = append(share, size)
		}
	}
	return share
}()

// gameLength is the most moves that a game on a board of that size may have.
func gameLength(size int) int { return min(4*size*size+10, 400) }

// randomSize gives a size in proportion to the share of moves it shall have;
// the sizes without a share stand in for their neighbours now and then.
func randomSize(random *rand.Rand) int {
	for {
		size := sizeShare[random.IntN(len(sizeShare))]
		if random.IntN(gameLength(size)) >= gameLength(1) {
			continue // fewer of the longer games
		}
		if size > 16 {
			size = min(size+random.IntN(6), rules.MaxSize)
		}
		return size
	}
}

// begin starts a game, and says what must be equal already.
func (g *twin) begin() error {
	size := randomSize(g.random)
	ref, r := randomRules(g.random)
	g.komi = []string{"0", "4.96", "-5.5", "1e3", "7.5", "0.5", "-0.125", "6"}[g.random.IntN(8)]
	komi, err := rules.ParseDecimal(g.komi)
	if err != nil {
		return err
	}
	g.stats["games"]++
	g.stats[fmt.Sprintf("games on size %02d", size)]++
	if g.core == nil {
		g.core = rules.NewGame(size, r, komi)
	} else { // the same Game must serve any size
		g.core.SetRules(r)
		g.core.SetKomi(komi)
		g.core.Clear(size)
	}
	g.ref, g.name, g.hot = newRefGame(size, ref), r.Name, nil
	g.log = []string{fmt.Sprintf("boardsize %d", size), "clear_board", "komi " + g.komi, "gtpgo-rules " + r.Name}
	g.logAxes()
	if err := g.setUp(size); err != nil {
		return err
	}
	return g.compare()
}

// setUp may set stones up, as handicap or as a position, possible or not; the
// game begins anew then, else it stays as it is.
func (g *twin) setUp(size int) error {
	toPlay, handicap := rules.Black, 0
	var stones []rules.Move
	switch kind := g.random.IntN(10); {
	case kind < 6:
		return nil
	case kind < 7 && size > 1:
		toPlay = rules.White
		for _, i := range g.random.Perm(size * size)[:1+g.random.IntN(min(9, size*size-1))] {
			stones = append(stones, rules.Move{Color: rules.Black, Point: rules.PointAt(size, i%size, i/size)})
		}
		handicap = len(stones)
	default:
		toPlay += rules.Color(g.random.IntN(2))
		for range g.random.IntN(size*size + 1) {
			p := rules.PointAt(size, g.random.IntN(size), g.random.IntN(size))
			if g.random.IntN(200) == 0 {
				p = rules.PointAt(size, size, g.random.IntN(size)) // off the board
			}
			twice := slices.ContainsFunc(stones, func(s rules.Move) bool { return s.Point == p })
			if !twice || g.random.IntN(50) == 0 {
				stones = append(stones, rules.Move{Color: rules.Black + rules.Color(g.random.IntN(2)), Point: p})
			}
		}
	}
	of := func(c rules.Color) (points []refPoint) {
		for _, s := range stones {
			if s.Color == c {
				points = append(points, refPointOf(size, s.Point))
			}
		}
		return points
	}
	ref := newRefGame(size, g.ref.rules)
	err := g.core.Setup(stones, toPlay, handicap)
	if ok := ref.setUp(of(rules.Black), of(rules.White), handicap, refColorFor(toPlay)); ok != (err == nil) {
		return fmt.Errorf("set-up of %v: core %v, reference %v", stones, err, ok)
	}
	if err != nil {
		g.stats["set-ups refused"]++
		return nil
	}
	g.ref = ref
	g.stats["games set up"]++
	if handicap > 0 {
		g.stats["games with handicap"]++
	}
	g.log = append(g.log, "clear_board", fmt.Sprintf("# set up, %d for handicap, %v to play: %v", handicap, toPlay, of(rules.Black)),
		fmt.Sprint("gogui-setup ", strings.Join(vertices("b", of(rules.Black)), " "), " ", strings.Join(vertices("w", of(rules.White)), " ")),
		"gogui-setup_player "+toPlay.String())
	return nil
}

// vertices writes points as arguments of gogui-setup.
func vertices(color string, points []refPoint) (args []string) {
	for _, name := range refNames(points) {
		args = append(args, color, name)
	}
	return args
}

// play goes on to a random length. Games differ in how often they pass, move
// out of turn, try forbidden plays and fill eyes, so that all of quick ends,
// long fights and finished boards come up.
func (g *twin) play() error {
	pass := []float64{0.005, 0.03, 0.2}[g.random.IntN(3)]
	outOfTurn := []float64{0, 0.02, 0.3}[g.random.IntN(3)]
	fillEyes := []float64{0.03, 0.5, 1}[g.random.IntN(3)]
	for range 1 + g.random.IntN(gameLength(g.core.Size())) {
		var err error
		switch x := g.random.IntN(1000); {
		case x < 1:
			if err = g.begin(); err == nil {
				err = g.compareAll()
			}
		case x < 2:
			if err = g.setUp(g.core.Size()); err == nil {
				err = g.compare()
			}
		case x < 8:
			err = g.changeRules()
		case x < 30:
			err = g.undo()
		default:
			c := g.core.Position().ToPlay
			if g.random.Float64() < outOfTurn {
				c = c.Other()
			}
			_, passed := g.core.Position().LastPassed()
			if g.random.Float64() < pass || passed && g.random.Float64() < 0.4 {
				err = g.pass(c)
			} else {
				err = g.placeOne(c, fillEyes)
			}
		}
		if err != nil {
			return err
		}
		if g.core.Position().Ended() && g.random.IntN(8) == 0 {
			break
		}
	}
	return g.compareAll()
}

// pass makes a pass.
func (g *twin) pass(c rules.Color) error {
	return g.move(rules.Move{Color: c, Point: rules.Pass})
}

// placeOne plays somewhere, and tries forbidden points on the way there; if
// nothing seems legal it passes.
func (g *twin) placeOne(c rules.Color, fillEyes float64) error {
	size := g.core.Size()
	for range 12 {
		m := rules.Move{Color: c, Point: rules.PointAt(size, g.random.IntN(size), g.random.IntN(size))}
		if len(g.hot) > 0 && g.random.IntN(5) == 0 {
			m.Point = g.hot[g.random.IntN(len(g.hot))]
		}
		b := &g.core.Position().Board
		if ko, by := b.Ko(); ko != rules.Pass && by == c && g.random.IntN(4) == 0 {
			m.Point = ko
		}
		switch {
		case b.At(m.Point) != rules.Empty && g.random.IntN(8) > 0:
		case b.At(m.Point) == rules.Empty && b.EyeLike(m.Point, c) && g.random.Float64() >= fillEyes:
		default:
			before := g.stats["moves"]
			if err := g.move(m); err != nil || g.stats["moves"] > before {
				return err
			}
		}
	}
	return g.pass(c)
}

// undo takes back some moves at once, now and then all of them; or more than
// there are, which is refused.
func (g *twin) undo() error {
	depth := 1 + g.random.IntN(4)
	if n := len(g.core.Moves()); n > 0 && g.random.IntN(5) == 0 {
		depth = 1 + g.random.IntN(n+1)
	}
	ok := depth <= len(g.ref.moves)
	if got := g.core.Undo(depth); got != ok {
		return fmt.Errorf("undo of %d moves: core %v, reference %v", depth, got, ok)
	}
	if ok {
		g.log = append(g.log, slices.Repeat([]string{"undo"}, depth)...)
		g.stats["undone moves"] += int64(depth)
		for range depth {
			g.ref.undo()
		}
	}
	if err := g.compare(); err != nil {
		return err
	}
	return g.compareSome()
}

// changeRules goes over to other rules in the middle of the game.
func (g *twin) changeRules() error {
	ref, r := randomRules(g.random)
	g.core.SetRules(r)
	g.ref.rules, g.name = ref, r.Name
	g.stats["changes of rules"]++
	g.log = append(g.log, "gtpgo-rules "+r.Name)
	g.logAxes()
	if err := g.compare(); err != nil {
		return err
	}
	return g.compareSome()
}

// logAxes tells the axes of rules that have no name.
func (g *twin) logAxes() {
	if g.name == customRules {
		g.log = append(g.log, fmt.Sprintf("# %+v", g.ref.rules))
	}
}

// move makes a move in both games, or has both refuse it for the same reason
// and keep everything as it was.
func (g *twin) move(m rules.Move) error {
	line := fmt.Sprintf("play %v %s", m.Color, vertexOf(g.core.Size(), m.Point))
	before, phase := g.ref.position(), g.core.Position().Phase()
	outOfTurn := m.Color != g.core.Position().ToPlay
	reason, repeats := g.reason(m)
	var after *rules.Game
	if reason == "" && g.random.IntN(50) == 0 {
		after = g.core.After(m)
	}
	if core := reasonOf(g.core.Play(m)); core != (refusal{reason, repeats}) {
		return fmt.Errorf("%s: core %v, reference %s %d", line, core, reason, repeats)
	}
	if reason != "" {
		g.stats["plays refused: "+reason]++
		if err := g.compare(); err != nil || g.random.IntN(10) > 0 || !g.record(m) {
			return err
		}
		line += " # as a record has it"
		g.stats["illegal moves recorded: "+reason]++
	}
	g.log = append(g.log, line)
	if m.Point == rules.Pass {
		g.ref.pass(refColorFor(m.Color))
		g.stats["passes"]++
	} else {
		next, _, _ := before.after(refColorFor(m.Color), refPointOf(g.core.Size(), m.Point))
		g.ref.moves = append(g.ref.moves, refMove{color: refColorFor(m.Color), point: refPointOf(g.core.Size(), m.Point)})
		g.ref.positions = append(g.ref.positions, next)
		g.heat(m, before)
	}
	g.stats["moves"]++
	g.tell(phase, outOfTurn)
	if err := g.compare(); err != nil {
		return err
	}
	if after != nil && coreState(after) != coreState(g.core) {
		return fmt.Errorf("the game after one more move: %+v, want %+v", coreState(after), coreState(g.core))
	}
	if len(g.ref.moves)%20 == 0 {
		return g.compareAll()
	}
	return g.compareSome()
}

// record makes an illegal play stand in the engine's game as a game record may
// have it, and says whether that is possible: not on a stone, and not as the
// suicide of one stone.
func (g *twin) record(m rules.Move) bool {
	return g.core.Record(m) == nil
}

// tell notes what the move just made has brought about.
func (g *twin) tell(before rules.Phase, outOfTurn bool) {
	now := g.core.Position().Phase()
	if outOfTurn {
		g.stats["moves out of turn"]++
	}
	switch {
	case now == before:
	case now == rules.Ended:
		g.stats["ends"]++
	case before == rules.Ended:
		g.stats["ends resumed"]++
	case now == rules.ProvisionalEnd:
		g.stats["provisional ends"]++
	}
}

// heat remembers the points that the play emptied.
func (g *twin) heat(m rules.Move, before refPosition) {
	now := g.ref.position()
	for i := range now.colors {
		if before.colors[i] != byte(refEmpty) && now.colors[i] == byte(refEmpty) {
			g.hot = append(g.hot, rules.PointAt(now.width, i%now.width, i/now.width))
		}
	}
	if g.core.Position().At(m.Point) == rules.Empty {
		g.stats["moves that are suicide"]++
	} else if before.stones(refColorFor(m.Color.Other())) > now.stones(refColorFor(m.Color.Other())) {
		g.stats["moves that capture"]++
	}
	if n := len(g.hot) - 6; n > 0 {
		g.hot = g.hot[n:]
	}
}
