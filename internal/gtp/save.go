package gtp

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// saveFile writes a text to a file that the client names.
func saveFile(path, text string) error {
	if err := writeWhole(path, func(f *os.File) error {
		_, err := f.WriteString(text)
		return err
	}); err != nil {
		return fmt.Errorf("%w: %w", ErrCannotSaveFile, err)
	}
	return nil
}

// writeWhole has write fill a file, which is there afterwards whole or, if that
// failed, as it was before. A link stays one, permissions stay what they were, and
// what is no regular file, as a device or a pipe, is written to.
func writeWhole(path string, write func(*os.File) error) error {
	path, err := followLinks(path)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return writeInto(path, write)
	default:
		// A file that must not be written to must not be replaced either.
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		f.Close() // nothing was written
		mode = info.Mode().Perm()
	}
	dir, _ := filepath.Split(path)
	temp := fmt.Sprintf("%s.gtpgo-%016x", dir, rand.Uint64())
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	err = write(f)
	if info != nil && err == nil {
		err = f.Chmod(mode) // whatever the mask for new files
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return nil
}

// mostLinks is how many links in a row are followed, as by Linux.
const mostLinks = 40

// followLinks returns the path of the file that a path means, which need not be
// there yet.
func followLinks(path string) (string, error) {
	for range mostLinks {
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil // it is no link
		}
		if !filepath.IsAbs(link) {
			dir, _ := filepath.Split(path) // as it is, for ".." after a link leads elsewhere
			link = dir + link
		}
		path = link
	}
	return "", errors.New("too many links")
}

// pipeGrace is how long a reader of a pipe may let the session wait.
const pipeGrace = 5 * time.Second

// writeInto has write write to a device or a pipe. It does not wait for somebody
// to open the other end.
func writeInto(path string, write func(*os.File) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	_ = f.SetWriteDeadline(time.Now().Add(pipeGrace)) // devices that never wait have none
	return errors.Join(write(f), f.Close())
}
