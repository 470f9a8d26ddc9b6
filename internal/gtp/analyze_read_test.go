package gtp

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// wish is what a client asked for in the line that it reads.
type wish struct {
	kata                                                bool
	size                                                int
	ownership, stdev, movesOwnership, pvVisits, root, z bool
	decided                                             bool // the first move may be another than the most visited
}

func (w wish) arguments(color string) string {
	return fmt.Sprintf("%s minmoves 2 ownership %v ownershipStdev %v movesOwnership %v pvVisits %v rootInfo %v noResultValue %v",
		color, w.ownership, w.stdev, w.movesOwnership, w.pvVisits, w.root, w.z)
}

// segment is one move of a line, or the root.
type segment struct {
	keys      map[string]string
	pv        []string
	ownership []float64
}

func (s segment) float(t *testing.T, key string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s.keys[key], 64)
	if err != nil {
		t.Errorf("%s: %v", key, err)
	}
	return x
}

// infoReader reads a line as strictly as the strictest client of contract 4.3.
type infoReader struct {
	t     *testing.T
	w     wish
	words []string
}

func (r *infoReader) peek() string {
	if len(r.words) == 0 {
		return ""
	}
	return r.words[0]
}

func (r *infoReader) next() string {
	r.t.Helper()
	if len(r.words) == 0 {
		r.t.Fatal("line ends too soon")
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

func (r *infoReader) vertex() (string, bool) {
	word := r.peek()
	p, err := parseVertex(r.w.size, word)
	if err != nil || FormatVertex(r.w.size, p) != word {
		return "", false
	}
	return r.next(), true
}

func (r *infoReader) integer(lo, hi int, what string) int {
	r.t.Helper()
	word := r.next()
	n, err := strconv.Atoi(word)
	if err != nil || n < lo || n > hi || strconv.Itoa(n) != word {
		r.t.Fatalf("%s: %q, want an integer from %d to %d", what, word, lo, hi)
	}
	return n
}

// float reads a number with a decimal point and without an exponent.
func (r *infoReader) float(lo, hi float64, what string) float64 {
	r.t.Helper()
	word := r.next()
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || !strings.Contains(word, ".") || strings.Trim(word, "-.0123456789") != "" || x < lo || x > hi ||
		strings.HasPrefix(word, "-") && x == 0 {
		r.t.Fatalf("%s: %q, want a decimal number from %g to %g", what, word, lo, hi)
	}
	return x
}

func (r *infoReader) points(lo float64, what string) (list []float64) {
	r.t.Helper()
	for range r.w.size * r.w.size {
		list = append(list, r.float(lo, 1, what))
	}
	return list
}

// value reads the value of a key, in its range.
func (r *infoReader) value(key string) string {
	r.t.Helper()
	word := r.peek()
	switch key {
	case "move":
		if _, ok := r.vertex(); !ok {
			r.t.Fatalf("move %q", word)
		}
	case "visits", "order":
		r.integer(0, 1<<31-1, key)
	case "winrate", "prior", "lcb":
		if r.w.kata {
			r.float(0, 1, key)
		} else {
			r.integer(0, 10000, key)
		}
	case "noResultValue":
		r.float(0, 1, key)
	case "utility", "utilityLcb":
		r.float(-1, 1, key)
	case "scoreMean", "scoreLead", "scoreSelfplay":
		r.float(-2000, 2000, key)
	case "scoreStdev", "weight":
		r.float(0, 1e9, key)
	default:
		r.t.Fatalf("unknown key %q", key)
	}
	return word
}

func (r *infoReader) segment(rank int) segment {
	r.t.Helper()
	s := segment{keys: map[string]string{}}
	for r.peek() != "pv" {
		key := r.next()
		if s.keys[key] != "" {
			r.t.Fatalf("%s comes twice", key)
		}
		s.keys[key] = r.value(key)
	}
	want := []string{"move", "visits", "winrate", "prior", "lcb", "order"}
	if r.w.kata {
		want = append(want, "utility", "scoreMean", "scoreStdev", "scoreLead", "scoreSelfplay", "utilityLcb", "weight")
	}
	if r.w.kata && r.w.z {
		want = append(want, "noResultValue")
	}
	for _, key := range want {
		if s.keys[key] == "" {
			r.t.Fatalf("no %s", key)
		}
	}
	if len(s.keys) != len(want) || s.keys["order"] != strconv.Itoa(rank) {
		r.t.Fatalf("rank %d: %v", rank, s.keys)
	}
	r.next()
	for {
		v, ok := r.vertex()
		if !ok {
			break
		}
		s.pv = append(s.pv, v)
	}
	if len(s.pv) == 0 || s.pv[0] != s.keys["move"] {
		r.t.Fatalf("pv %v of %s", s.pv, s.keys["move"])
	}
	if r.w.pvVisits {
		if r.next() != "pvVisits" {
			r.t.Fatal("no pvVisits")
		}
		for i := range s.pv {
			if n := r.integer(0, 1<<31-1, "pvVisits"); i == 0 && strconv.Itoa(n) != s.keys["visits"] {
				r.t.Fatalf("pvVisits begins with %d, visits %s", n, s.keys["visits"])
			}
		}
	}
	if r.w.movesOwnership {
		if r.next() != "movesOwnership" {
			r.t.Fatal("no movesOwnership")
		}
		s.ownership = r.points(-1, "movesOwnership")
	}
	return s
}

// readInfo reads a whole line. The last segment is the root, with what was
// asked for of it.
func readInfo(t *testing.T, line string, w wish) (moves []segment, root segment) {
	t.Helper()
	if strings.TrimSpace(line) != line || strings.Contains(line, "  ") || !strings.HasPrefix(line, "info move ") {
		t.Fatalf("line %.100q", line)
	}
	defer func() {
		if t.Failed() {
			t.Logf("line %.3000q", line)
		}
	}()
	r := &infoReader{t, w, strings.Split(line, " ")}
	last := 1 << 31
	seen := map[string]bool{}
	for r.peek() == "info" {
		r.next()
		s := r.segment(len(moves))
		visits, _ := strconv.Atoi(s.keys["visits"])
		if visits > last || seen[s.keys["move"]] {
			t.Fatalf("%s, %d visits, is out of order", s.keys["move"], visits)
		}
		seen[s.keys["move"]] = true
		if !w.decided || len(moves) > 0 {
			last = visits
		}
		if s.float(t, "lcb") > s.float(t, "winrate") {
			t.Errorf("lcb %s above winrate %s", s.keys["lcb"], s.keys["winrate"])
		}
		moves = append(moves, s)
	}
	if w.root {
		root.keys = map[string]string{}
		if r.next() != "rootInfo" {
			t.Fatal("no rootInfo")
		}
		for r.peek() != "" && r.peek() != "ownership" && r.peek() != "ownershipStdev" {
			key := r.next()
			root.keys[key] = r.value(key)
		}
	}
	if w.ownership {
		if r.next() != "ownership" {
			t.Fatal("no ownership")
		}
		root.ownership = r.points(-1, "ownership")
	}
	if w.stdev {
		if r.next() != "ownershipStdev" {
			t.Fatal("no ownershipStdev")
		}
		r.points(0, "ownershipStdev")
	}
	if len(r.words) > 0 {
		t.Fatalf("%q at the end of the line", r.words)
	}
	return moves, root
}
