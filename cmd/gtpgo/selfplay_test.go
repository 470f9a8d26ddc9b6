package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gtpgo/training/teacher"
)

// The games depend on the seed and not on how many are played at a time, and what reads
// labelled games reads them.
func TestSelfplay(t *testing.T) {
	dir := t.TempDir()
	play := func(name, parallel string) []byte {
		t.Helper()
		path := filepath.Join(dir, name)
		var out, log bytes.Buffer
		args := []string{"selfplay", "--out", path, "--games", "6", "--sizes", "6,5", "--rules", "jungo,area2,japanese",
			"--playouts", "20", "--memory", "1", "--parallel", parallel}
		if status := run(args, strings.NewReader(""), &out, &log); status != exitOK {
			t.Fatalf("status %d: %s", status, log.String())
		}
		if want := "6 games in " + path + "\n"; out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if !bytes.Equal(play("one.jsonl.gz", "1"), play("three.jsonl.gz", "3")) {
		t.Error("other games when several are played at a time")
	}
	var kinds []string
	for g, err := range teacher.Read(filepath.Join(dir, "one.jsonl.gz")) {
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, g.Rules)
		labelled := 0
		err := g.Each(func(s *teacher.Seen) error {
			sum := 0.0
			for _, m := range s.Policy {
				sum += m.Weight
			}
			if s.Owner != nil && sum > 0.9 && sum < 1.001 {
				labelled++
			}
			return nil
		})
		if err != nil || labelled < 5 || labelled != len(g.Positions) {
			t.Errorf("%s: %d of %d positions labelled, error %v", g.Rules, labelled, len(g.Positions), err)
		}
	}
	if got := strings.Join(kinds, " "); got != "jungo jungo area2 area2 japanese japanese" {
		t.Error(got)
	}
}

func TestSelfplayErrors(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there.jsonl.gz")
	if err := os.WriteFile(there, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"--out x.txt":                        `--out "x.txt": the name must end in .jsonl.gz`,
		"--out " + there:                     "it exists",
		"--out " + dir + "/a.jsonl.gz extra": `unexpected argument "extra"`,
		"--out a.jsonl.gz --games 0":         "must be 1 or more",
		"--out a.jsonl.gz --sizes 1":         "--sizes 1: not 2 to 25",
		"--out a.jsonl.gz --rules pente":     "--rules pente: unknown rules",
		"--out a.jsonl.gz --playouts -3":     "--playouts -3",
		"--out a.jsonl.gz --net nowhere.bin": "--net nowhere.bin",
	} {
		var out, log bytes.Buffer
		if status := run(append([]string{"selfplay"}, strings.Fields(args)...), strings.NewReader(""), &out, &log); status != exitUsage ||
			!strings.Contains(log.String(), want) || out.Len() > 0 {
			t.Errorf("%s: status %d, %q", args, status, log.String())
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%d files, error %v", len(files), err)
	}
	var out, log bytes.Buffer
	missing := filepath.Join(dir, "missing", "a.jsonl.gz")
	if status := run([]string{"selfplay", "--out", missing, "--games", "1", "--sizes", "2", "--playouts", "5", "--memory", "1"},
		strings.NewReader(""), &out, &log); status != exitError {
		t.Errorf("a folder that is not there: status %d, %s", status, log.String())
	}
}
