package engine

import (
	"errors"
	"time"

	"github.com/rs/zerolog"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// Config is what a session starts with.
type Config struct {
	Size    int
	Komi    rules.Decimal
	Rules   rules.Ruleset
	Threads int // workers; 0 is one for each processor
	// Processors is how many of them workers may keep busy; 0 is all.
	Processors int
	Playouts   int           // a move; 0 is no limit
	Time       time.Duration // a move, where no time system is set; 0 is no limit
	MaxTime    time.Duration // a move, where one is set; 0 is no limit
	Lag        time.Duration // kept in reserve on every clock
	Ponder     bool          // think on the opponent's time
	Level      int           // strength, 1 to fullLevel; 0 is full too
	Seed       uint64
	Memory     int     // bytes for the search tree
	Net        Net     // that has a say in the search
	Resign     float64 // win rate below which the engine resigns; 0 is never
	Log        zerolog.Logger
}

// The errors of commands that cannot be carried out; a method that returns one
// has changed nothing. Illegal moves are *rules.Illegal.
var (
	ErrSize          = errors.New("board size out of range")
	ErrBoardNotEmpty = errors.New("board not empty")
	ErrStones        = errors.New("invalid number of stones")
	ErrPoints        = errors.New("bad list of points")
	ErrNothingToUndo = errors.New("nothing to undo")
)

// Engine is a playing session.
type Engine struct {
	config  Config
	game    *rules.Game
	search  *search.Search
	idle    bool // the tree is small, as no game is on or its memory was needed
	clock   clock
	agreed  []rules.Point  // stones told to be dead; nil where the engine judges
	judged  judgement      // the last one, as long as the position is the same
	judging *search.Search // judges positions, nil until it is needed
	games   uint64         // started so far: each is played in its own way
	lost    [3]int         // own moves in a row, by colour, at which the game looked lost

	studied   study    // the last one
	watcher   watcher  // nobody if it has no function
	decided   Decision // the last one that was carried out
	decidedAt int      // the number of its move
	pondered  int      // how often it was pondered on; negative when no more is to be gained
}

// New starts a session with an empty board.
func New(c Config) *Engine {
	e := &Engine{config: c, game: rules.NewGame(c.Size, c.Rules, c.Komi)}
	e.renewSearch(c.Memory)
	return e
}

// Game returns the game. Only methods of the Engine may change it.
func (e *Engine) Game() *rules.Game { return e.game }

// changed forgets what was known of the position before a change.
func (e *Engine) changed() {
	e.agreed = nil
	e.judged = judgement{}
	if e.idle {
		e.renewSearch(e.config.Memory)
	}
}

// Boardsize starts an empty game on size lines; komi, rules and time settings
// stay.
func (e *Engine) Boardsize(size int) error {
	if size < 1 || size > rules.MaxSize {
		return ErrSize
	}
	e.game.Clear(size)
	e.restart()
	return nil
}

// ClearBoard starts an empty game of the same size.
func (e *Engine) ClearBoard() { _ = e.Boardsize(e.game.Size()) } // the size is in range

func (e *Engine) restart() {
	e.changed()
	e.search.Forget()
	e.clock.restart()
	e.lost = [3]int{}
	e.games++
	e.decided, e.decidedAt, e.pondered = Decision{}, 0, 0
}

// SetKomi sets komi.
func (e *Engine) SetKomi(komi rules.Decimal) {
	e.game.SetKomi(komi)
	e.search.Forget()
	e.judged = judgement{}
}

// SetRules changes the rules; board and moves stay.
func (e *Engine) SetRules(r rules.Ruleset) {
	e.game.SetRules(r)
	e.search.Forget()
	e.judged = judgement{}
}

// Play makes a move of either colour.
func (e *Engine) Play(m rules.Move) error {
	if err := e.game.Play(m); err != nil {
		return err
	}
	e.changed()
	return nil
}

// PlaySequence makes all moves, or none if one is illegal.
func (e *Engine) PlaySequence(moves []rules.Move) error {
	toPlay := e.game.Position().ToPlay
	for i, m := range moves {
		if err := e.game.Play(m); err != nil {
			e.game.Undo(i)
			e.game.SetToPlay(toPlay) // the side to move may have been set
			return err
		}
	}
	e.changed()
	return nil
}

// Undo takes back n moves, all of them or none.
func (e *Engine) Undo(n int) error {
	if n == 0 {
		return nil // the side to move, which may have been set, stays too
	}
	if !e.game.Undo(n) {
		return ErrNothingToUndo
	}
	e.changed()
	e.search.Forget()
	return nil
}

// empty reports whether nothing has been put or played.
func (e *Engine) empty() bool { return len(e.game.Moves()) == 0 && len(e.game.Stones()) == 0 }

// FixedHandicap puts n handicap stones on their fixed points and returns them.
func (e *Engine) FixedHandicap(n int) ([]rules.Point, error) {
	points, ok := rules.FixedHandicap(e.game.Size(), n)
	if !ok {
		return nil, ErrStones
	}
	return points, e.handicap(points)
}

// FreeHandicap puts n handicap stones, 2 to the number of points less one,
// where the engine likes and returns them.
func (e *Engine) FreeHandicap(n int) ([]rules.Point, error) {
	size := e.game.Size()
	if n < 2 || n > size*size-1 {
		return nil, ErrStones
	}
	points := rules.FreeHandicap(size, n)
	return points, e.handicap(points)
}

// SetHandicap puts handicap stones on the given points: 2 to the number of
// points less one, none twice, no pass.
func (e *Engine) SetHandicap(points []rules.Point) error {
	size := e.game.Size()
	seen := map[rules.Point]bool{rules.Pass: true}
	for _, p := range points {
		if seen[p] {
			return ErrPoints
		}
		seen[p] = true
	}
	if len(points) < 2 || len(points) > size*size-1 {
		return ErrPoints
	}
	return e.handicap(points)
}

func (e *Engine) handicap(points []rules.Point) error {
	if !e.empty() {
		return ErrBoardNotEmpty
	}
	var stones []rules.Move
	for _, p := range points {
		stones = append(stones, rules.Move{Color: rules.Black, Point: p})
	}
	return e.setup(stones, rules.White, len(points))
}

// Setup puts stones that are no handicap on the empty board; the side to move
// stays.
func (e *Engine) Setup(stones []rules.Move) error {
	if !e.empty() {
		return ErrBoardNotEmpty
	}
	return e.setup(stones, e.game.Position().ToPlay, 0)
}

func (e *Engine) setup(stones []rules.Move, toPlay rules.Color, handicap int) error {
	if err := e.game.Setup(stones, toPlay, handicap); err != nil {
		return err
	}
	e.changed()
	e.search.Forget()
	return nil
}

// SetToPlay says who is to move.
func (e *Engine) SetToPlay(c rules.Color) {
	e.game.SetToPlay(c)
	e.judged = judgement{}
}
