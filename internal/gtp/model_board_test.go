package gtp

import (
	"fmt"
	"slices"
	"strings"
)

// model is what a client knows of a session: size, komi, rules and record. It
// is made to be plain, not fast, and shares nothing with package rules: each
// board is a string, and every position of the game is kept.
type model struct {
	size     int
	komi     string
	rules    string            // the first line of gtpgo-rules
	axes     map[string]string // its other lines
	handicap int
	moves    []modelMove
	boards   []string // boards[i] stood after move i
	lost     [][2]int // lost[i] are the stones of Black and White taken by then
	first    int      // who moves first
	toPlay   int
}

// modelMove is a move; colours are 0 for Black and 1 for White, and a pass is
// at -1.
type modelMove struct{ color, at int }

// stones are the bytes of a board, by colour.
const (
	modelEmpty  = '.'
	modelStones = "XO"
)

// clear starts a game of that size.
func (m *model) clear(size int) {
	m.size, m.handicap, m.moves, m.first, m.toPlay = size, 0, nil, 0, 0
	m.boards = []string{strings.Repeat(string(modelEmpty), size*size)}
	m.lost = [][2]int{{}}
}

// clone returns a copy that later changes leave alone.
func (m *model) clone() *model {
	c := *m
	c.moves, c.boards, c.lost = slices.Clone(m.moves), slices.Clone(m.boards), slices.Clone(m.lost)
	return &c
}

func (m *model) board() string { return m.boards[len(m.moves)] }

// empty reports whether nothing stands and nothing was played.
func (m *model) empty() bool {
	return len(m.moves) == 0 && strings.Trim(m.board(), string(modelEmpty)) == ""
}

// vertex writes a point; point reads one that is written so.
func (m *model) vertex(at int) string {
	if at < 0 {
		return "pass"
	}
	return fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[at%m.size], at/m.size+1)
}

func (m *model) point(vertex string) int {
	for at := range m.size * m.size {
		if strings.EqualFold(m.vertex(at), vertex) {
			return at
		}
	}
	return -1
}

// beside returns the neighbours of a point.
func (m *model) beside(at int) (list []int) {
	x, y := at%m.size, at/m.size
	for _, q := range [][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
		if q[0] >= 0 && q[0] < m.size && q[1] >= 0 && q[1] < m.size {
			list = append(list, q[1]*m.size+q[0])
		}
	}
	return list
}

// dead returns the chain at a point if it has no liberty.
func (m *model) dead(board []byte, at int) []int {
	chain := []int{at}
	for i := 0; i < len(chain); i++ {
		for _, q := range m.beside(chain[i]) {
			switch {
			case board[q] == modelEmpty:
				return nil
			case board[q] == board[at] && !slices.Contains(chain, q):
				chain = append(chain, q)
			}
		}
	}
	return chain
}

// after returns the board after a move, and how many stones of either colour
// it takes off.
func (m *model) after(mv modelMove) (board string, lost [2]int) {
	if mv.at < 0 {
		return m.board(), lost
	}
	b := []byte(m.board())
	b[mv.at] = modelStones[mv.color]
	for _, q := range append(m.beside(mv.at), mv.at) { // the own chain last
		if b[q] == modelEmpty || (b[q] == modelStones[mv.color]) != (q == mv.at) {
			continue
		}
		for _, p := range m.dead(b, q) {
			lost[strings.IndexByte(modelStones, b[p])]++
			b[p] = modelEmpty
		}
	}
	return string(b), lost
}

// legal applies the rules by the words that gtpgo-rules uses for them.
func (m *model) legal(mv modelMove) bool {
	if mv.at < 0 {
		return true
	}
	if m.board()[mv.at] != modelEmpty {
		return false
	}
	board, lost := m.after(mv)
	if own := lost[mv.color]; own == 1 || own > 0 && m.axes["suicide"] != "true" {
		return false
	}
	n := len(m.moves)
	switch m.axes["ko"] {
	case "SIMPLE":
		return n == 0 || m.boards[n-1] != board
	case "SITUATIONAL":
		for i, b := range m.boards {
			if b == board && m.mover(i, mv.color) == mv.color {
				return false
			}
		}
		return true
	case "IKEDA":
		return lost[1-mv.color] == 0 || !slices.Contains(m.boards, board)
	}
	return !slices.Contains(m.boards, board)
}

// mover returns who made the board after move i; the start counts as made by
// the side that did not move first, or by who does not do so now.
func (m *model) mover(i, color int) int {
	switch {
	case i > 0:
		return m.moves[i-1].color
	case len(m.moves) > 0:
		return 1 - m.moves[0].color
	}
	return 1 - color
}

// legalPoints returns what gtpgo-legal should say.
func (m *model) legalPoints(color int) string {
	var list []string
	for at := range m.size * m.size {
		if m.legal(modelMove{color, at}) {
			list = append(list, m.vertex(at))
		}
	}
	return strings.Join(list, " ")
}

// play makes a move.
func (m *model) play(mv modelMove) {
	board, lost := m.after(mv)
	total := m.lost[len(m.moves)]
	m.moves = append(m.moves, mv)
	m.boards = append(m.boards, board)
	m.lost = append(m.lost, [2]int{total[0] + lost[0], total[1] + lost[1]})
	m.toPlay = 1 - mv.color
}

// undo takes back n moves.
func (m *model) undo(n int) {
	left := len(m.moves) - n
	m.moves, m.boards, m.lost = m.moves[:left], m.boards[:left+1], m.lost[:left+1]
	m.toPlay = m.first
	if left > 0 {
		m.toPlay = 1 - m.moves[left-1].color
	}
}

// setup puts stones on the empty board, unless they cannot stand.
func (m *model) setup(stones []modelMove) bool {
	b := []byte(m.board())
	for _, s := range stones {
		if s.at < 0 || b[s.at] != modelEmpty {
			return false
		}
		b[s.at] = modelStones[s.color]
	}
	for at := range b {
		if b[at] != modelEmpty && m.dead(b, at) != nil {
			return false
		}
	}
	m.boards = []string{string(b)}
	return true
}

// handicapStones puts handicap stones.
func (m *model) handicapStones(vertices []string) {
	var stones []modelMove
	for _, v := range vertices {
		stones = append(stones, modelMove{0, m.point(v)})
	}
	m.setup(stones)
	m.handicap, m.first, m.toPlay = len(stones), 1, 1
}

// picture writes all that the model knows, in the words of the session.
func (m *model) picture() string {
	lost := m.lost[len(m.moves)]
	return fmt.Sprintf("size %d komi %s rules %s\n%s\nto_play: %s\nmoves: %d\ncaptured_black: %d\ncaptured_white: %d\nlegal: %s\nlegal: %s\n",
		m.size, m.komi, m.rules, m.board(), colors[m.toPlay], len(m.moves), lost[0], lost[1], m.legalPoints(0), m.legalPoints(1))
}
