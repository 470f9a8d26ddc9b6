package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gtpgo/internal/rules"
	"gtpgo/training/teacher"
)

// asKataGo, in the environment, makes this program one that answers as KataGo's
// analysis engine does: it likes the point of the number of the move best, then a pass.
const asKataGo = "GTPGO_TEST_KATAGO"

func TestMain(m *testing.M) {
	if mode := os.Getenv(asKataGo); mode != "" {
		playKataGo(mode)
		return
	}
	os.Exit(m.Run())
}

func playKataGo(mode string) {
	lines := bufio.NewScanner(os.Stdin)
	for n := 0; lines.Scan(); n++ {
		var q query
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			fmt.Println(`{"error":"bad query"}`)
			return
		}
		if mode == "ends" && n > 10 {
			return
		}
		if mode == "errors" && n > 10 {
			fmt.Printf(`{"error":"no such rules","field":"rules","id":%q}`+"\n", q.ID)
			continue
		}
		points := q.XSize * q.YSize
		policy := make([]float64, points+1)
		for i := range policy {
			policy[i] = -1
		}
		policy[points] = 0.25
		g, n := teacher.Game{Size: q.XSize}, len(q.Moves)
		taken := func(m [2]string) bool { return m[1] == g.Vertex(g.Point(n)) }
		if n < points && !slices.ContainsFunc(q.Moves, taken) {
			policy[n] = 0.75
		}
		a := map[string]any{"id": q.ID, "turnNumber": len(q.Moves), "policy": policy,
			"rootInfo": map[string]any{"winrate": 0.6, "scoreLead": 2.5}}
		if q.Owner {
			owner := make([]float64, points)
			owner[0] = 1
			a["ownership"] = owner
		}
		text, err := json.Marshal(a)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
	}
}

func testSettings() *settings {
	return &settings{sizes: []int{3, 5}, rules: []string{"chinese", "japanese"}, games: 8, parallel: 3, seed: 1, temperature: 1, every: 1}
}

func TestLabel(t *testing.T) {
	t.Setenv(asKataGo, "answers")
	out := filepath.Join(t.TempDir(), "games.jsonl.gz")
	if err := label(testSettings(), os.Args[0], out); err != nil {
		t.Fatal(err)
	}
	kinds, n := map[string]int{}, 0
	for g, err := range teacher.Read(out) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		kinds[fmt.Sprint(g.Size, g.Rules)]++
		for i, p := range g.Positions {
			if p.WinRate != 0.6 || p.Lead != 2.5 || p.Owner[g.Point(0)] != 1 || p.Owner[g.Point(1)] != 0 {
				t.Errorf("position %d: %+v", i, p)
			}
			if p.Move != g.Point(i) && p.Move != rules.Pass {
				t.Errorf("move %d is %s", i, g.Vertex(p.Move))
			}
		}
		if err := g.Each(func(*teacher.Seen) error { return nil }); err != nil {
			t.Error(err)
		}
	}
	if n != 8 || len(kinds) != 4 {
		t.Errorf("%d games: %v", n, kinds)
	}
}

// TestLabelEvery: what the net of gtpgo plays in between has no label, and is legal.
func TestLabelEvery(t *testing.T) {
	t.Setenv(asKataGo, "answers")
	out := filepath.Join(t.TempDir(), "games.jsonl.gz")
	s := testSettings()
	s.sizes, s.every = []int{7}, 4
	if err := label(s, os.Args[0], out); err != nil {
		t.Fatal(err)
	}
	labelled, all := 0, 0
	for g, err := range teacher.Read(out) {
		if err != nil {
			t.Fatal(err)
		}
		all += len(g.Positions)
		if err := g.Each(func(s *teacher.Seen) error {
			labelled++
			if s.WinRate != 0.6 {
				t.Errorf("win rate %g", s.WinRate)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
	if part := float64(labelled) / float64(all); all < 200 || part < 0.15 || part > 0.35 {
		t.Errorf("%d of %d positions labelled", labelled, all)
	}
}

func TestLabelErrors(t *testing.T) {
	out := filepath.Join(t.TempDir(), "games.jsonl.gz")
	for mode, want := range map[string]string{"ends": "the engine ended", "errors": "no such rules"} {
		t.Setenv(asKataGo, mode)
		if err := label(testSettings(), os.Args[0], out); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", mode, err)
		}
	}
	if err := label(testSettings(), "", out); err == nil {
		t.Error("no command is no error")
	}
}
