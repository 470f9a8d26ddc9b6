package engine

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// parseSGF reads the main line of the first game in data, which holds one or
// more games in any of FF[1] to FF[4]. The brackets of the whole file are
// checked, also those of variations and later games; the meaning of what they
// hold only where it is used. There is a record or an error, never both.
func parseSGF(data []byte) (*sgfRecord, error) {
	switch {
	case len(data) > maxSGFSize:
		return nil, fmt.Errorf("sgf: file of %d bytes is larger than %d", len(data), maxSGFSize)
	case bytes.HasPrefix(data, []byte("\xFE\xFF")), bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return nil, errors.New("sgf: UTF-16 is not supported, save the file as UTF-8")
	}
	guess := oneByte
	if looksShiftJIS(data) {
		guess = shiftJIS
	}
	p := sgfParser{data: data, guess: guess, main: true}
	if err := p.collection(); err != nil {
		line := 1 + bytes.Count(data[:p.pos], []byte("\n"))
		return nil, fmt.Errorf("sgf line %d: %w", line, err)
	}
	return p.build.record(), nil
}

// sgfParser walks over a collection (FF[4] 2.1, shortened):
//
//	Collection = GameTree { GameTree }
//	GameTree   = "(" Node { Node } { GameTree } ")"
//	Node       = ";" { Property }
//	Property   = PropIdent "[" Value "]" { "[" Value "]" }
//
// White space may stand between all of these. The ";" of a root may be missing
// if properties follow, as in records of the Nihon Ki-in. Open parentheses are
// counted, not recursed into, so depth costs nothing.
type sgfParser struct {
	data  []byte
	pos   int      // next byte
	guess sgfWidth // of characters in games without CA
	width sgfWidth // of characters in the game that is read
	nodes int      // begun in this game so far

	main   bool      // still on the main line of the first game
	node   []sgfProp // what the builder needs of the present node of the main line
	values int       // in node
	build  sgfBuilder
}

// sgfProp is a property with its values as they stand in the file.
type sgfProp struct {
	id     string
	values [][]byte
}

// collection reads the whole file.
func (p *sgfParser) collection() error {
	if err := p.findFirst(); err != nil {
		return err
	}
	for p.pos < len(p.data) {
		if err := p.gameTree(); err != nil {
			return err
		}
		if err := p.findNext(); err != nil {
			return err
		}
	}
	return nil
}

// findFirst moves to the "(" that opens the first game. Text before "(;" does
// not belong to it; records that went by mail have it (D. Fotland, "SGF
// compatibility questions", 1997, red-bean.com/sgf/discussion). But a file
// that begins with "(" has no such text, so it must begin with a game.
func (p *sgfParser) findFirst() error {
	p.data = bytes.TrimPrefix(p.data, []byte("\xEF\xBB\xBF")) // UTF-8 byte order mark
	p.skipSpace()
	for first := p.pos; ; p.pos++ {
		i := bytes.IndexByte(p.data[p.pos:], '(')
		if i < 0 {
			return errors.New("no game found")
		}
		open := p.pos + i
		p.pos = open + 1
		p.skipSpace()
		if open == first || p.peek() == ';' {
			p.pos = open
			return nil
		}
		p.pos = open
	}
}

// findNext moves past the text after a game to the next game or the end of
// the file. The text may not hold SGF punctuation: that would be the rest of a
// game with too many closing parentheses.
func (p *sgfParser) findNext() error {
	i := bytes.IndexAny(p.data[p.pos:], "()[];")
	if i < 0 {
		p.pos = len(p.data)
		return nil
	}
	p.pos += i
	if p.data[p.pos] != '(' {
		return fmt.Errorf("%q after the end of a game", p.data[p.pos])
	}
	return nil
}

// gameTree reads one game with all its variations, from its "(" on.
func (p *sgfParser) gameTree() error {
	p.width, p.nodes = p.guess, 0
	const (
		opened = iota // after "(": a node must follow
		inNode        // after ";" or a property
		closed        // after ")": another variation or ")" must follow
	)
	p.pos++
	depth, state := 1, opened
	for depth > 0 {
		p.skipSpace()
		c := p.peek()
		if isLetter(c) && (state == inNode || state == opened && depth == 1) {
			if state == opened {
				p.nodes, state = 1, inNode
			}
			if err := p.property(); err != nil {
				return err
			}
			continue
		}
		if p.main && state == inNode {
			if err := p.endNode(); err != nil {
				return err
			}
		}
		switch {
		case p.pos == len(p.data):
			return errors.New("file ends inside a game")
		case state == opened && c != ';':
			return fmt.Errorf("%q where a node must begin", c)
		case c == '(':
			depth++
			state = opened
		case c == ')':
			depth--
			state = closed
			p.main = false // the first child everywhere ends at the first ")"
		case c == ';' && state != closed:
			p.nodes++
			state = inNode
		default:
			return fmt.Errorf("unexpected %q", c)
		}
		p.pos++
	}
	return nil
}

// endNode hands a complete node of the main line to the builder.
func (p *sgfParser) endNode() error {
	err := p.build.add(p.node, p.width)
	p.node, p.values = p.node[:0], 0
	return err
}

// property reads an identifier and its values. Lower-case letters of the
// identifier do not count: before FF[4] "AddBlack" could be written for "AB"
// (red-bean.com/sgf/changes.html). Private properties may have digits.
func (p *sgfParser) property() error {
	start := p.pos
	var id []byte
	for ; isLetter(p.peek()) || p.pos > start && isDigit(p.peek()); p.pos++ {
		if c := p.peek(); c < 'a' {
			id = append(id, c)
		}
	}
	if len(id) == 0 {
		return fmt.Errorf("property %q without a capital letter", clip(p.data[start:p.pos]))
	}
	prop := sgfProp{id: string(id)}
	keep := p.main && isSGFBuilt(prop.id)
	charset := prop.id == "CA" && p.nodes == 1
	p.skipSpace()
	if p.peek() != '[' {
		return fmt.Errorf("property %q without a value", clip(id))
	}
	for p.peek() == '[' {
		raw, err := p.value()
		if err != nil {
			return err
		}
		if keep {
			prop.values = append(prop.values, raw)
			if p.values++; p.values > maxSGFStones {
				return errors.New("too many values in a node")
			}
		}
		if charset && len(raw) > 0 {
			p.width = sgfCharsetWidth(oneByte.decode(raw))
		}
		p.skipSpace()
	}
	if keep {
		p.node = append(p.node, prop)
	}
	return nil
}

// value reads a value with its brackets and returns what is between them,
// escapes included.
func (p *sgfParser) value() ([]byte, error) {
	start := p.pos + 1
	for i := start; i < len(p.data); i++ {
		if p.data[i] == '\\' {
			i++
		} else if p.data[i] == ']' {
			p.pos = i + 1
			return p.data[start:i:i], nil
		}
		if i < len(p.data) && p.width.pair(p.data, i) {
			i++
		}
	}
	return nil, errors.New("value without a closing bracket")
}

// peek returns the next byte, 0 at the end.
func (p *sgfParser) peek() byte {
	if p.pos < len(p.data) {
		return p.data[p.pos]
	}
	return 0
}

func (p *sgfParser) skipSpace() {
	for p.pos < len(p.data) && isSpace(p.data[p.pos]) {
		p.pos++
	}
}

func isSpace(c byte) bool  { return c == ' ' || '\t' <= c && c <= '\r' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }

// isSGFBuilt reports whether the builder looks at the property.
func isSGFBuilt(id string) bool {
	switch id {
	case "B", "W", "AB", "AW", "AE", "PL", "SZ", "GM", "CA", "AP", "KM", "HA", "RU":
		return true
	}
	return slices.Contains(sgfInfo[:], id)
}

// clip shortens text from a file for an error message.
func clip[T string | []byte](text T) string {
	const most = 20
	if len(text) <= most {
		return string(text)
	}
	return strings.ToValidUTF8(string(text[:most]), "") + "..."
}
