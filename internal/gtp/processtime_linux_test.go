package gtp

import "testing"

func TestParseStat(t *testing.T) {
	for _, test := range []struct {
		line  string
		group int
		ticks int64
		ok    bool
	}{
		{"17 (a) S 1 42 17 0 -1 4194560 1 2 3 4 100 20 3 4 20 0 1 0", 42, 127, true},
		{"17 (a ) R 9) S 1 42 17 0 -1 4194560 1 2 3 4 100 20 3 4 20", 42, 127, true},
		{"17 (a) S 1 42 17 0 -1 4194560 1 2 3 4 100 20 3", 0, 0, false},
		{"17 (a) S 1 42 17 0 -1 4194560 1 2 3 4 100 x 3 4 20", 0, 0, false},
		{"", 0, 0, false},
	} {
		group, ticks, ok := parseStat([]byte(test.line))
		if ok != test.ok || ok && (group != test.group || ticks != test.ticks) {
			t.Errorf("%q: got %d, %d, %v", test.line, group, ticks, ok)
		}
	}
}
