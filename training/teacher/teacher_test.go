package teacher

import (
	"bytes"
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// write makes a file of games.
func write(t *testing.T, lines string) string {
	t.Helper()
	var text bytes.Buffer
	z := gzip.NewWriter(&text)
	if _, err := z.Write([]byte(lines)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "games.jsonl.gz")
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRead(t *testing.T) {
	path := write(t, `{"size":2,"rules":"japanese","komi":0.5,"pos":[["A1","2:9000 4:1000",600,-15,"f4EAAA=="],["pass","",1000,0,""]]}`+"\n"+
		`{"size":3,"rules":"chinese","komi":-1,"pos":[]}`+"\n")
	var games []*Game
	for g, err := range Read(path) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if len(games) != 2 || len(games[0].Positions) != 2 {
		t.Fatalf("%+v", games)
	}
	g := games[0]
	if p := g.Positions[1]; p.Move != rules.Pass || p.Policy != nil || p.WinRate != 1 || p.Owner != nil {
		t.Errorf("second position: %+v", p)
	}
	a1, a2, b2 := rules.PointAt(2, 0, 0), rules.PointAt(2, 0, 1), rules.PointAt(2, 1, 1)
	p := g.Positions[0]
	if g.Size != 2 || g.Rules != "japanese" || g.Komi != 0.5 || p.Move != a1 || p.WinRate != 0.6 || p.Lead != -1.5 {
		t.Errorf("%+v", g)
	}
	if len(p.Policy) != 2 || p.Policy[0] != (Chance{a1, 0.9}) || p.Policy[1] != (Chance{rules.Pass, 0.1}) {
		t.Errorf("policy %v", p.Policy)
	}
	if p.Owner[a2] != 1 || p.Owner[b2] != -1 || p.Owner[a1] != 0 || math.Signbit(p.Owner[a1]) {
		t.Errorf("owner %v", p.Owner)
	}
}

func TestReadErrors(t *testing.T) {
	for _, position := range []string{`["C1","",0,0,""]`, `["A1","9:1",0,0,""]`, `["A1","0:-1",0,0,""]`, `["A1","0",0,0,""]`,
		`["A1","",0,0,"AAA="]`, `["A1","",0,0,"?"]`, `["A1","",0,0]`, `["","",0,0,""]`, `["A1","","x",0,""]`} {
		path := write(t, `{"size":2,"pos":[]}`+"\n"+`{"size":2,"pos":[`+position+`]}`+"\n")
		games := 0
		var failure error
		for _, err := range Read(path) {
			if failure = err; err == nil {
				games++
			}
		}
		if games != 1 || failure == nil || !strings.Contains(failure.Error(), "line 2: position 1: ") {
			t.Errorf("%s: %d games, error %v", position, games, failure)
		}
	}
	for _, err := range Read(filepath.Join(t.TempDir(), "none.jsonl.gz")) {
		if err == nil {
			t.Error("a file that is not there was read")
		}
	}
}

// TestLine: what is written is what was read.
func TestLine(t *testing.T) {
	want := `{"size":2,"rules":"japanese","komi":0.5,"pos":[["A1","2:9000 4:1000",600,-15,"f4EAAA=="],["pass","",1000,0,""]]}`
	for g, err := range Read(write(t, want+"\n")) {
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Line()
		if err != nil || string(got) != want {
			t.Errorf("%s, error %v", got, err)
		}
	}
	g := &Game{Size: 9, Positions: make([]Position, 1)}
	for i := range 81 {
		g.Positions[0].Policy = append(g.Positions[0].Policy, Chance{g.Point(i), 1.0 / 81})
	}
	got, err := g.Line()
	if n := strings.Count(string(got), ":123"); err != nil || n != mostMoves {
		t.Errorf("%d moves of a policy, error %v", n, err)
	}
}

// TestEach: what is seen turns with the side to move, prisoners count where territory does,
// and what has no label is left out.
func TestEach(t *testing.T) {
	// White takes A1 and Black is to move.
	lines := `{"size":3,"rules":"%s","komi":0.5,"pos":[["A1","0:9",600,15,"fwAAAAAAAAAA"],["B1","0:9",600,15,"fwAAAAAAAAAA"],` +
		`["C3","0:9",600,15,""],["A2","0:9",600,15,""],["pass","0:9",250,-20,""],["pass","",0,0,""]]}` + "\n"
	for name, ahead := range map[string]float64{"chinese": -0.5, "japanese": -1.5} {
		for g, err := range Read(write(t, strings.Replace(lines, "%s", name, 1))) {
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			err := g.Each(func(s *Seen) error {
				sign := 1.0
				if n&1 != 0 {
					sign = -1
				}
				if got := s.Lead; n < 4 && got != sign*1.5 {
					t.Errorf("lead %g before move %d", got, n)
				}
				if o := s.OwnerAt(g.Point(0)); n < 2 && o != sign || n >= 2 && o != 0 {
					t.Errorf("owner %g before move %d", o, n)
				}
				if n == 4 && (s.Win != 0.25 || math.Abs(float64(s.Input.Global[3])-ahead/4) > 1e-6) {
					t.Errorf("%s: win %g, ahead %g", name, s.Win, 4*s.Input.Global[3])
				}
				n++
				return nil
			})
			if err != nil || n != 5 {
				t.Errorf("%d positions, error %v", n, err)
			}
		}
	}
}
