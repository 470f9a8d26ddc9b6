package engine

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// sgfWidth tells which bytes open a two-byte character. It matters because the
// second byte can look like "\" or "]", and FF[4] 3.2 escapes characters, not
// bytes: 十 is 0x8F 0x5C in Shift_JIS, and a comment that ends with it would
// swallow the moves after it. Nothing is converted: texts stay the bytes they
// are.
type sgfWidth byte

const (
	oneByte  sgfWidth = iota // ASCII, ISO-8859, UTF-8, EUC: no such second byte
	shiftJIS                 // JIS X 0208:1997, appendix 1
	twoByte                  // GBK, GB 18030, Big5
)

// sgfCharsetWidth gives the width of the character set that CA names.
func sgfCharsetWidth(name string) sgfWidth {
	name = strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	switch name {
	case "shiftjis", "sjis", "mskanji", "cp932", "windows31j", "xsjis":
		return shiftJIS
	case "gbk", "gb2312", "gb18030", "cp936", "windows936", "big5", "big5hkscs", "cp950":
		return twoByte
	}
	return oneByte
}

// pair reports whether a two-byte character stands at s[i].
func (w sgfWidth) pair(s []byte, i int) bool {
	return w.opens(s[i]) && i+1 < len(s) && s[i+1] >= 0x40 && s[i+1] != 0x7F
}

func (w sgfWidth) opens(c byte) bool {
	switch w {
	case shiftJIS:
		return 0x81 <= c && c <= 0x9F || 0xE0 <= c && c <= 0xFC
	case twoByte:
		return 0x81 <= c && c <= 0xFE
	}
	return false
}

// decode reads a value as SimpleText (FF[4] 3.3): a backslash takes the next
// character as it is, a line break after a backslash vanishes, every other
// line break (CR, LF, CR LF or LF CR) and control character is a blank, and
// blanks at both ends do not count.
func (w sgfWidth) decode(raw []byte) string {
	text := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		escaped := raw[i] == '\\' && i+1 < len(raw)
		if escaped {
			i++
		}
		switch {
		case w.pair(raw, i):
			text = append(text, raw[i], raw[i+1])
			i++
		case raw[i] == '\r' || raw[i] == '\n':
			if i+1 < len(raw) && raw[i]+raw[i+1] == '\r'+'\n' {
				i++
			}
			if !escaped {
				text = append(text, ' ')
			}
		case isControl(raw[i]):
			text = append(text, ' ')
		default:
			text = append(text, raw[i])
		}
	}
	return strings.Trim(string(text), " ")
}

// encode is the inverse of decode for texts that decode returns.
func (w sgfWidth) encode(text string) string {
	s := []byte(strings.Trim(text, " "))
	out := make([]byte, 0, len(s)+2)
	for i := 0; i < len(s); i++ {
		switch {
		case w.pair(s, i):
			out = append(out, s[i], s[i+1])
			i++
		case s[i] == '\\' || s[i] == ']':
			out = append(out, '\\', s[i])
		case isControl(s[i]):
			out = append(out, ' ')
		case w.opens(s[i]) && i+1 == len(s):
			// Half a character; the blank keeps it from swallowing the "]".
			out = append(out, s[i], ' ')
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}

func isControl(c byte) bool { return c < ' ' || c == 0x7F }

// looksShiftJIS guesses the character set of a file without CA: not UTF-8, all
// of it well-formed Shift_JIS, and with kana, whose first bytes 0x82 and 0x83
// are next to never used in Western texts.
func looksShiftJIS(data []byte) bool {
	if utf8.Valid(data) {
		return false
	}
	kana := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c < 0x80 || 0xA1 <= c && c <= 0xDF:
		case shiftJIS.pair(data, i) && data[i+1] != 0x80 && data[i+1] <= 0xFC:
			kana = kana || c == 0x82 || c == 0x83
			i++
		default:
			return false
		}
	}
	return kana
}

// sgfTextCharset names the character set of the given texts: "" if all are
// UTF-8, else what CA declared if that can be true, else what the width of
// their characters suggests (ISO-8859-1 is the default of FF[4], CA).
func sgfTextCharset(declared string, w sgfWidth, texts []string) string {
	if !slices.ContainsFunc(texts, func(text string) bool { return !utf8.ValidString(text) }) {
		return ""
	}
	const plain = "abcdefghijklmnopqrstuvwxyz0123456789-_.:+ "
	name := strings.ToLower(declared)
	switch {
	case name != "" && name != "utf-8" && name != "utf8" && strings.Trim(name, plain) == "":
		return declared
	case w == shiftJIS:
		return "Shift_JIS"
	}
	return "ISO-8859-1"
}
