package engine

import (
	"strconv"
	"strings"
)

// formatSGF writes a record as FF[4], without a line break at the end and
// without an empty line, so that it can be a GTP reply. A first step that is a
// set-up goes into the root, every other step into a node of its own, as FF[4]
// 2.2.1 asks; moves stand ten a line. A pass is written "[]" on every board.
// parseSGF gives the same record back if the fields are as parseSGF makes them.
// In other records control characters in texts become blanks.
func formatSGF(rec *sgfRecord) string {
	w := sgfWriter{width: sgfCharsetWidth(rec.Charset)}
	w.root(rec)
	steps := rec.Steps
	if len(steps) > 0 && !steps[0].Move {
		w.newLine()
		w.setup(&steps[0])
		steps = steps[1:]
	}
	inLine := 0 // moves in the present line
	for i := range steps {
		step := &steps[i]
		if !step.Move || inLine%10 == 0 {
			w.newLine()
			inLine = 0
		}
		w.out.WriteByte(';')
		if step.Move {
			w.move(step)
			inLine++
		} else {
			w.setup(step)
		}
	}
	w.out.WriteByte(')')
	return w.out.String()
}

type sgfWriter struct {
	out   strings.Builder
	width sgfWidth
}

// newLine begins a line unless the present one is empty.
func (w *sgfWriter) newLine() {
	if !strings.HasSuffix(w.out.String(), "\n") {
		w.out.WriteByte('\n')
	}
}

// root writes the root without its set-up. CA comes before all texts, for the
// reader needs it to understand them.
func (w *sgfWriter) root(rec *sgfRecord) {
	charset := rec.Charset
	if charset == "" {
		charset = "UTF-8"
	}
	w.out.WriteString("(;FF[4]GM[1]")
	w.text("CA", charset)
	w.text("AP", rec.Application)
	w.text("SZ", strconv.Itoa(rec.Size))
	w.text("KM", rec.Komi)
	if rec.Handicap > 0 {
		w.text("HA", strconv.Itoa(rec.Handicap))
	}
	w.text("RU", rec.Rules)
	w.newLine()
	for _, id := range sgfInfo {
		w.text(id, rec.Info[id])
	}
}

// text writes a property unless its value is empty.
func (w *sgfWriter) text(id, value string) {
	if value = w.width.encode(value); strings.Trim(value, " ") != "" {
		w.out.WriteString(id + "[" + value + "]")
	}
}

func (w *sgfWriter) move(step *sgfStep) {
	w.out.WriteByte(step.Color)
	if step.Pass {
		w.out.WriteString("[]")
	} else {
		w.point(step.Point)
	}
}

func (w *sgfWriter) setup(step *sgfStep) {
	w.points("AB", step.Black)
	w.points("AW", step.White)
	w.points("AE", step.Clear)
	if step.Player != 0 {
		w.out.WriteString("PL[" + string(rune(step.Player)) + "]")
	}
}

func (w *sgfWriter) points(id string, points []sgfPoint) {
	if len(points) > 0 {
		w.out.WriteString(id)
	}
	for _, p := range points {
		w.point(p)
	}
}

func (w *sgfWriter) point(p sgfPoint) {
	w.out.Write([]byte{'[', 'a' + byte(p.X), 'a' + byte(p.Y), ']'})
}
