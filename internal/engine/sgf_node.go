package engine

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"gtpgo/internal/rules"
)

// sgfBuilder makes a record from the nodes of a main line.
type sgfBuilder struct {
	rec     sgfRecord
	charset string   // declared by CA
	width   sgfWidth // of characters
	setups  int      // so far
	stones  int      // points of all set-ups so far
}

// record returns the finished record.
func (b *sgfBuilder) record() *sgfRecord {
	texts := []string{b.rec.Rules, b.rec.Application}
	for _, text := range b.rec.Info {
		texts = append(texts, text)
	}
	b.rec.Charset = sgfTextCharset(b.charset, b.width, texts)
	return &b.rec
}

// add takes the next node. The first one is the root, which alone sets the
// board size.
func (b *sgfBuilder) add(node []sgfProp, width sgfWidth) error {
	root := b.rec.Size == 0
	b.width = width
	if err := b.size(node); err != nil { // first, for the points depend on it
		return err
	}
	if len(node) == 0 {
		return nil
	}
	var setup sgfSetup
	var moves []sgfStep
	for _, prop := range node {
		var err error
		switch prop.id {
		case "AB":
			err = b.points(&setup.black, prop)
		case "AW":
			err = b.points(&setup.white, prop)
		case "AE":
			err = b.points(&setup.clear, prop)
		case "PL":
			err = setup.setPlayer(width.decode(prop.values[0]))
		case "B", "W":
			moves, err = b.moves(moves, prop)
		default:
			err = b.text(prop, root)
		}
		if err != nil {
			return err
		}
	}
	return b.steps(&setup, moves)
}

// size takes the board size from the root. Any further SZ must agree with it.
func (b *sgfBuilder) size(node []sgfProp) error {
	for _, prop := range node {
		if prop.id != "SZ" {
			continue
		}
		for _, raw := range prop.values {
			size, err := parseSGFSize(b.width.decode(raw))
			switch {
			case err != nil:
				return err
			case b.rec.Size == 0:
				b.rec.Size = size
			case b.rec.Size != size:
				return fmt.Errorf("board size %d after %d", size, b.rec.Size)
			}
		}
	}
	if b.rec.Size == 0 {
		b.rec.Size = defaultSGFBoard
	}
	return nil
}

// steps appends what a node does: first its set-up, then its moves.
func (b *sgfBuilder) steps(setup *sgfSetup, moves []sgfStep) error {
	step, err := setup.step()
	if err != nil {
		return err
	}
	n := len(step.Black) + len(step.White) + len(step.Clear)
	if n > 0 || step.Player != 0 {
		b.rec.Steps = append(b.rec.Steps, step)
		b.setups++
	}
	b.rec.Steps = append(b.rec.Steps, moves...)
	if b.stones += n; b.stones > maxSGFStones || b.setups > maxSGFSetups || len(b.rec.Steps) > maxSGFSteps {
		return errors.New("too many moves or set-up stones")
	}
	return nil
}

// moves appends the moves of a B or W property. Several of them in a node are
// against FF[4] (2.2 and properties.html, B) and are played in their order.
func (b *sgfBuilder) moves(to []sgfStep, prop sgfProp) ([]sgfStep, error) {
	for _, raw := range prop.values {
		step := sgfStep{Move: true, Color: prop.id[0]}
		switch text := withoutSpace(b.width.decode(raw)); {
		case text == "", text == "tt" && b.rec.Size <= 19: // FF[4] go.html, Move type
			step.Pass = true
		default:
			var err error
			if step.Point, err = b.point(text); err != nil {
				return nil, err
			}
		}
		to = append(to, step)
	}
	return to, nil
}

// points marks the points of a list, which may hold rectangles "aa:cc"
// (FF[4] 3.5.1) from any corner to the opposite one. An empty value is no
// point.
func (b *sgfBuilder) points(to *sgfMask, prop sgfProp) error {
	for _, raw := range prop.values {
		text := withoutSpace(b.width.decode(raw))
		if text == "" {
			continue
		}
		from, until, isRectangle := strings.Cut(text, ":")
		if !isRectangle {
			until = from
		}
		p, err := b.point(from)
		if err != nil {
			return err
		}
		q, err := b.point(until)
		if err != nil {
			return err
		}
		to.add(p, q)
	}
	return nil
}

// point reads two letters, column and row from the upper left (FF[4] go.html).
func (b *sgfBuilder) point(text string) (sgfPoint, error) {
	if len(text) == 2 {
		p := sgfPoint{X: int(text[0]) - 'a', Y: int(text[1]) - 'a'}
		if size := b.rec.Size; 0 <= p.X && p.X < size && 0 <= p.Y && p.Y < size {
			return p, nil
		}
	}
	return sgfPoint{}, fmt.Errorf("%q is not a point of a board of size %d", clip(text), b.rec.Size)
}

// text takes a property about the game as a whole. The first value that says
// something counts.
func (b *sgfBuilder) text(prop sgfProp, root bool) error {
	text := b.width.decode(prop.values[0])
	rec := &b.rec
	switch prop.id {
	case "SZ": // done
	case "GM":
		if n, err := strconv.Atoi(text); text != "" && root && (err != nil || n != 1) {
			return fmt.Errorf("game type %q is not Go", clip(text))
		}
	case "KM":
		if rec.Komi == "" {
			rec.Komi = parseSGFKomi(text)
		}
	case "HA":
		if n, err := strconv.Atoi(text); err == nil && rec.Handicap == 0 && 0 < n && n < maxSGFBoard*maxSGFBoard {
			rec.Handicap = n
		}
	case "CA":
		if root {
			keepFirst(&b.charset, text)
		}
	case "AP":
		keepFirst(&rec.Application, text)
	case "RU":
		keepFirst(&rec.Rules, text)
	default:
		if rec.Info[prop.id] == "" && text != "" {
			if rec.Info == nil {
				rec.Info = map[string]string{}
			}
			rec.Info[prop.id] = text
		}
	}
	return nil
}

func keepFirst(to *string, text string) {
	if *to == "" {
		*to = text
	}
}

// parseSGFSize reads SZ. "9:9" is accepted for "9" although FF[4] forbids it;
// an empty value is the default.
func parseSGFSize(text string) (int, error) {
	text = withoutSpace(text)
	if text == "" {
		return defaultSGFBoard, nil
	}
	columns, rows, composed := strings.Cut(text, ":")
	size, err := strconv.Atoi(columns)
	if err != nil || !isDigit(columns[0]) || size < 1 || size > maxSGFBoard {
		return 0, fmt.Errorf("bad board size %q", clip(text))
	}
	if n, err := strconv.Atoi(rows); composed && (err != nil || n != size) {
		return 0, fmt.Errorf("board size %q is not square", clip(text))
	}
	return size, nil
}

// parseSGFKomi reads KM, a Real (FF[4] 3): sign, digits, point, digits. A
// decimal comma is read as a point, as in records from programs that follow
// the locale; "+6.5", ".5" and "7." become "6.5", "0.5" and "7". Anything else
// is not given, also a number with more digits than komi can have.
func parseSGFKomi(text string) string {
	if !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	if _, err := rules.ParseDecimal(text); err != nil || strings.ContainsAny(text, "eE") {
		return ""
	}
	sign := ""
	if text[0] == '-' || text[0] == '+' {
		sign, text = strings.TrimPrefix(text[:1], "+"), text[1:]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	switch {
	case fraction == "":
		return sign + whole
	case whole == "":
		whole = "0"
	}
	return sign + whole + "." + fraction
}

// withoutSpace drops all blanks: some mailers broke lines inside of values.
func withoutSpace(text string) string { return strings.ReplaceAll(text, " ", "") }

// sgfSetup gathers the set-up properties of a node.
type sgfSetup struct {
	black, white, clear sgfMask
	player              byte
}

// setPlayer reads PL, a Color (FF[4] 3). CGoban 1 and others of its time wrote
// 1 for Black and 2 for White; whole words are seen too.
func (s *sgfSetup) setPlayer(text string) error {
	switch strings.ToLower(text) {
	case "":
		return nil
	case "b", "black", "1":
		s.player = 'B'
	case "w", "white", "2":
		s.player = 'W'
	default:
		return fmt.Errorf("bad side to move %q", clip(text))
	}
	return nil
}

// step returns the set-up. A point in two states is an error (FF[4]
// properties.html, "Setup properties"); the same stone twice is not.
func (s *sgfSetup) step() (sgfStep, error) {
	for y := range maxSGFBoard {
		if s.black[y]&s.white[y]|s.black[y]&s.clear[y]|s.white[y]&s.clear[y] != 0 {
			return sgfStep{}, errors.New("a point is set up in two states at once")
		}
	}
	return sgfStep{
		Black: s.black.points(), White: s.white.points(), Clear: s.clear.points(),
		Player: s.player,
	}, nil
}

// sgfMask is a set of points: bit X of row Y. Millions of rectangles in a
// hostile file cost a few steps each.
type sgfMask [maxSGFBoard]uint32

// add marks the rectangle with the opposite corners p and q.
func (m *sgfMask) add(p, q sgfPoint) {
	left, right := min(p.X, q.X), max(p.X, q.X)
	row := uint32(1)<<(right+1) - uint32(1)<<left
	for y := min(p.Y, q.Y); y <= max(p.Y, q.Y); y++ {
		m[y] |= row
	}
}

// points lists the set row by row, nil if empty.
func (m *sgfMask) points() []sgfPoint {
	n := 0
	for _, row := range m {
		n += bits.OnesCount32(row)
	}
	if n == 0 {
		return nil
	}
	points := slices.Grow([]sgfPoint(nil), n)
	for y, row := range m {
		for ; row != 0; row &= row - 1 {
			points = append(points, sgfPoint{X: bits.TrailingZeros32(row), Y: y})
		}
	}
	return points
}
