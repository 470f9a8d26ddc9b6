//go:build unix

package gtp

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What may be done with a file does not change by a new text; one that must not be
// written to is not replaced.
func TestSaveKeepsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.sgf")
	defer syscall.Umask(syscall.Umask(0o022))
	if err := saveFile(path, "first"); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []os.FileMode{0o644, 0o600, 0o666} {
		if mode != 0o644 { // that of a new file
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		if err := saveFile(path, "again"); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("mode %v, want %v: %v", info.Mode(), mode, err)
		}
	}
	if os.Getuid() == 0 {
		return // who may write to everything
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := saveFile(path, "last"); !errors.Is(err, ErrCannotSaveFile) {
		t.Errorf("a file that is read-only: %v", err)
	}
	checkFiles(t, filepath.Dir(path), map[string]string{"x.sgf": "again"})
}

// Pipes and devices are written to, at once or not at all.
func TestSaveIntoPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := saveFile(pipe, "nobody reads"); !errors.Is(err, ErrCannotSaveFile) {
		t.Errorf("without a reader: %v", err)
	}
	f, err := os.OpenFile(pipe, os.O_RDWR, 0) // which does not wait for a writer, nor ends with one
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	long := strings.Repeat(";B[aa];W[bb]", 1<<14) // more than fits into a pipe
	saved := make(chan error, 1)
	go func() { saved <- saveFile(pipe, long) }()
	buf := make([]byte, len(long))
	if _, err := io.ReadFull(f, buf); err != nil || string(buf) != long {
		t.Errorf("%v, %.20q", err, buf)
	}
	if err := <-saved; err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v, %v", info.Mode(), err)
	}
	if err := saveFile("/dev/null", "x"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := saveFile("/dev/full", "x"); !errors.Is(err, ErrCannotSaveFile) {
			t.Errorf("a full device: %v", err)
		}
	}
}

// What may keep the reader waiting for ever is not loaded.
func TestLoadFromPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	s := sit(t, 9, "area")
	for _, path := range []string{pipe, filepath.Dir(pipe), "/dev/zero", "/dev/null", "/dev/tty"} {
		s.refuses("cannot load file", `loadsgf "`+path+`"`)
	}
}
