package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// errOtherMatch is the error of a folder that holds a match with other
// settings.
var errOtherMatch = errors.New("another match")

// Names in the folder of a match.
const (
	settingsFile = "match.json"
	resultsFile  = "results.jsonl"
	reportFile   = "report.html"
	gamesFolder  = "games"
)

// matchStore is the folder of a match. Each result is on the disk before it
// counts, so a match goes on after a kill as if nothing had happened.
type matchStore struct {
	dir     string
	results *os.File
}

// openStore opens or makes the folder and returns the results that are there.
// The settings in it must be s, but for what may be changed.
func openStore(s *matchSettings) (*matchStore, []*matchResult, error) {
	if err := os.MkdirAll(filepath.Join(s.Dir, gamesFolder), 0o777); err != nil {
		return nil, nil, err
	}
	path := filepath.Join(s.Dir, settingsFile)
	old, err := os.ReadFile(path)
	switch {
	case err == nil:
		if err := sameSettings(old, s); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.Dir, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, nil, err
	case exists(filepath.Join(s.Dir, resultsFile)):
		return nil, nil, fmt.Errorf("%s: %w: there is a %s without a %s", s.Dir, errOtherMatch, resultsFile, settingsFile)
	}
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return nil, nil, err
	}
	if err := writeFile(path, append(text, '\n')); err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(filepath.Join(s.Dir, resultsFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	store := &matchStore{dir: s.Dir, results: f}
	results, err := store.load()
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return store, results, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// changeable are the settings that a match may be continued with in another
// value: they change no game.
var changeable = []string{"games", "parallel"}

// sameSettings compares the text of a match.json with settings; the error
// names those that differ.
func sameSettings(old []byte, s *matchSettings) error {
	now, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var was, is map[string]any
	if err := json.Unmarshal(old, &was); err != nil {
		return fmt.Errorf("%s: %w", settingsFile, err)
	}
	if err := json.Unmarshal(now, &is); err != nil {
		return err
	}
	var differ []string
	for _, key := range slices.Sorted(maps.Keys(is)) {
		if !reflect.DeepEqual(was[key], is[key]) && !slices.Contains(changeable, key) {
			differ = append(differ, fmt.Sprintf("%s was %v, not %v", key, was[key], is[key]))
		}
	}
	if differ != nil {
		return fmt.Errorf("%w is in this folder: %s", errOtherMatch, strings.Join(differ, "; "))
	}
	return nil
}

// load reads the results. A last line that was not written whole is cut off.
func (s *matchStore) load() ([]*matchResult, error) {
	data, err := os.ReadFile(s.results.Name())
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if err := s.results.Truncate(int64(whole)); err != nil {
		return nil, err
	}
	if _, err := s.results.Seek(int64(whole), 0); err != nil {
		return nil, err
	}
	var results []*matchResult
	seen := map[int]bool{}
	n := 0
	for line := range bytes.Lines(data[:whole]) {
		n++
		r := new(matchResult)
		if err := json.Unmarshal(line, r); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if r.Game < 1 || r.Game > maxGames || seen[r.Game] {
			return nil, fmt.Errorf("line %d: game %d is no game or is there twice", n, r.Game)
		}
		seen[r.Game] = true
		results = append(results, r)
	}
	return results, nil
}

// add writes a result through to the disk.
func (s *matchStore) add(r *matchResult) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := s.results.Write(append(line, '\n')); err != nil {
		return err
	}
	return s.results.Sync()
}

// close closes the folder.
func (s *matchStore) close() error { return s.results.Close() }
