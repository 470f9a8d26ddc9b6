package engine

// Game records in the Smart Game Format (SGF).
//
// Source: A. Hollosi, "SGF FF[4] - Smart Game Format", red-bean.com/sgf
// (pages sgf4.html, properties.html, go.html; cited below as "FF[4]" with the
// section), and for old files A. Kierulf's FF[1] and M. Müller's FF[3]
// (red-bean.com/sgf/ff1_3). What is read is the main line of the first game of
// a file: the first child everywhere, which is every node before the first
// closing parenthesis.
//
// Oddity: FF[4] 2.2.3 asks readers to correct what is faulty and else to drop
// it. A GTP engine must not start from a position that nobody recorded, so
// here a file with broken brackets anywhere, or with a point, size or side to
// move on its main line that cannot be right, is refused whole. Only what
// describes the game (komi, handicap, names) is forgiven: a value without
// meaning is "not given". Whether a move is legal is not decided here.

const (
	// maxSGFSize is the largest file read, in bytes.
	maxSGFSize = 16 << 20
	// maxSGFSteps, maxSGFSetups and maxSGFStones bound the memory and the time
	// that a hostile file can claim: ";AB[aa:yy]" asks for 625 points with ten
	// bytes, and each set-up for a board made anew. The longest honest games have
	// less by a factor of ten at least.
	maxSGFSteps  = 1 << 15
	maxSGFSetups = 1 << 12
	maxSGFStones = 1 << 20
	// maxSGFBoard is the largest board of the engine (FF[4] go.html: 52).
	maxSGFBoard = 25
	// defaultSGFBoard is the size if SZ is absent (FF[4] properties.html, SZ).
	defaultSGFBoard = 19
)

// sgfPoint is a point of the board: X counts columns from the left, Y rows
// from the top, both from 0 (FF[4] go.html: two letters, column first).
type sgfPoint struct{ X, Y int }

// sgfStep is one thing that happens on the main line: a move or a set-up.
// A node that holds both, which FF[4] 2.2.1 forbids and records have, becomes
// two steps, the set-up first. A node with several moves becomes several
// steps in the order of the file.
type sgfStep struct {
	Move  bool     // a move; otherwise a set-up
	Color byte     // of the move, 'B' or 'W'
	Pass  bool     // the move is a pass and Point has no meaning
	Point sgfPoint // of the move

	// Set-up (FF[4] properties.html, AB, AW, AE): the points are put in this
	// state whatever was there, and nothing is captured. The parser gives each
	// list row by row from the top, each point once, no point in two lists.
	Black, White, Clear []sgfPoint
	Player              byte // side to move by PL, 'B' or 'W', 0 if absent
}

// sgfRecord is the main line of a game. The set-up of the root, if it has any,
// is the first step.
type sgfRecord struct {
	Size        int    // of the square board, 1 to 25; 19 if SZ is absent
	Komi        string // KM as a decimal like "-6.5"; "" if not given
	Handicap    int    // HA, 0 if not given; puts no stones (FF[4] go.html, HA)
	Rules       string // RU
	Application string // AP, "name:version"
	Charset     string // of the texts if they are not UTF-8, else ""

	// Info holds the other texts that are kept, by identifier: see sgfInfo.
	// Nil if there are none.
	Info map[string]string

	Steps []sgfStep
}

// sgfInfo lists the identifiers kept in sgfRecord.Info, in the order they are
// written (FF[4] properties.html, "Game info properties").
var sgfInfo = [...]string{
	"GN", "EV", "RO", "PC", "DT", "PB", "BR", "BT", "PW", "WR", "WT",
	"TM", "OT", "RE", "ON", "AN", "US", "SO", "CP",
}

// upTo returns the steps that lead to the position before move number n,
// counting the moves of the main line from 1: every step before that move,
// set-ups included (GTP version 2 draft, loadsgf). It returns all steps if the
// record has fewer than n moves, and for n < 1 the same as for 1. The result
// shares its memory with the record.
func (r *sgfRecord) upTo(n int) []sgfStep {
	moves := 0
	for i, step := range r.Steps {
		if !step.Move {
			continue
		}
		if moves++; moves >= n {
			return r.Steps[:i:i]
		}
	}
	return r.Steps
}
