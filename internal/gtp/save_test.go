package gtp

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A file that cannot be written stays as it was, and nothing else is left behind.
func TestSaveFails(t *testing.T) {
	full := errors.New("no space left")
	half := func(f *os.File) error {
		if _, err := f.WriteString("(;FF[4"); err != nil {
			t.Fatal(err)
		}
		return full
	}
	dir := t.TempDir()
	for name, before := range map[string]string{"old.sgf": "(;FF[4]SZ[9])\n", "new.sgf": ""} {
		path := filepath.Join(dir, name)
		if before != "" {
			writeTest(t, path, before)
		}
		if err := writeWhole(path, half); !errors.Is(err, full) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	checkFiles(t, dir, map[string]string{"old.sgf": "(;FF[4]SZ[9])\n"})
}

// A link to a file stays a link, whether there is a file yet or not.
func TestSaveThroughLinks(t *testing.T) {
	dir := t.TempDir()
	writeTest(t, filepath.Join(dir, "old.sgf"), "old")
	for name, to := range map[string]string{"a": "old.sgf", "b": "a", "c": "new.sgf", "d": filepath.Join(dir, "far.sgf"), "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("the system has no links: ", err)
		}
	}
	for _, name := range []string{"b", "c", "d"} {
		if err := saveFile(filepath.Join(dir, name), name); err != nil {
			t.Error(err)
		}
	}
	if err := saveFile(filepath.Join(dir, "loop"), "x"); !errors.Is(err, ErrCannotSaveFile) {
		t.Errorf("a link to itself: %v", err)
	}
	for _, name := range []string{"a", "b", "c", "d", "loop"} {
		if _, err := os.Readlink(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	checkFiles(t, dir, map[string]string{"old.sgf": "b", "new.sgf": "c", "far.sgf": "d"})
}

func TestSaveInPresentFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, text := range []string{"first", "second"} {
		if err := saveFile("x.sgf", text); err != nil {
			t.Fatal(err)
		}
		checkFiles(t, dir, map[string]string{"x.sgf": text})
	}
	for _, path := range []string{".", "x.sgf/y", "none/", dir} {
		if err := saveFile(path, "third"); !errors.Is(err, ErrCannotSaveFile) {
			t.Errorf("%s: %v", path, err)
		}
	}
	checkFiles(t, dir, map[string]string{"x.sgf": "second"})
}

func writeTest(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// checkFiles compares all that is in a folder.
func checkFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if text, ok := want[entry.Name()]; !ok || err != nil || string(data) != text {
			t.Errorf("%s holds %q, %v", entry.Name(), data, err)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d files, want %d", len(entries), len(want))
	}
}
