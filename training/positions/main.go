// Command positions turns labelled games into arrays that training/train.py learns
// from: what the net sees of each position, and what it should say.
//
//	go run ./training/positions -data FOLDER -out ARRAYS
//
// FOLDER holds labelled games (package teacher). ARRAYS gets a folder for each board
// size N with NumPy files (numpy.lib.format, version 1.0) of the same length, all seen
// from the side to move, rows from the bottom:
//
//	points  uint16 [N, N]   planes, one bit each (package net)
//	global  float32 [8]     inputs of the whole position
//	policy  uint16 [N*N+1]  weights of the moves, in 1/10000; a pass last
//	value   float32 [2]     chance to win; lead in points, komi taken off
//	owner   int8 [N, N]     127 for own; all 0 where it is not known
//	known   uint8           whether owner is
//	held    uint8           not to learn from: one game in twenty
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gtpgo/internal/net"
	"gtpgo/internal/rules"
	"gtpgo/training/teacher"
)

func main() {
	log.SetFlags(0)
	data := flag.String("data", "", "folders of labelled games, with commas between")
	out := flag.String("out", "arrays", "folder to write to")
	flag.Parse()
	if err := convert(*data, *out); err != nil {
		log.Fatal(err)
	}
}

func convert(data, out string) error {
	files, err := teacher.Files(data)
	if err != nil {
		return err
	}
	sets := map[int]*set{}
	for _, path := range files {
		n := 0
		for g, err := range teacher.Read(path) {
			if err != nil {
				return err
			}
			if sets[g.Size] == nil {
				if sets[g.Size], err = newSet(out, g.Size); err != nil {
					return err
				}
			}
			set := sets[g.Size]
			if err := g.Each(func(seen *teacher.Seen) error { return set.write(seen, g.HeldOut()) }); err != nil {
				return fmt.Errorf("%s: game %d: %w", path, g.Number+1, err)
			}
			n++
		}
		log.Printf("%s: %d games", filepath.Base(path), n)
	}
	for size, s := range sets {
		if err := s.close(); err != nil {
			return err
		}
		log.Printf("%dx%d: %d positions", size, size, s.count)
	}
	return nil
}

// array is a NumPy file in the making.
type array struct {
	file  *os.File
	w     *bufio.Writer
	kind  string // NumPy's name of the type
	shape string // of one entry, with a comma before each number
}

// headerSize is the length of the header, whatever it says: the number of entries is
// known in the end only.
const headerSize = 128

func newArray(path, kind, shape string) (*array, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	a := &array{file: f, w: bufio.NewWriterSize(f, 1<<20), kind: kind, shape: shape}
	_, err = a.w.Write(a.header(0))
	return a, err
}

func (a *array) header(count int) []byte {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,%s), }", a.kind, count, strings.TrimPrefix(a.shape, ","))
	h := append([]byte("\x93NUMPY\x01\x00"), 0, 0)
	binary.LittleEndian.PutUint16(h[8:], headerSize-10)
	h = append(h, text...)
	for len(h) < headerSize-1 {
		h = append(h, ' ')
	}
	return append(h, '\n')
}

// put adds numbers.
func (a *array) put(x any) error { return binary.Write(a.w, binary.LittleEndian, x) }

func (a *array) close(count int) error {
	err := a.w.Flush()
	_, err2 := a.file.WriteAt(a.header(count), 0)
	return errors.Join(err, err2, a.file.Close())
}

// set is the arrays of one board size.
type set struct {
	size, count                                       int
	points, global, policy, value, owner, known, held *array
}

func newSet(folder string, size int) (*set, error) {
	folder = filepath.Join(folder, fmt.Sprint(size))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	s := &set{size: size}
	square := fmt.Sprintf(",%d,%d", size, size)
	var all error
	open := func(a **array, name, kind, shape string) {
		var err error
		*a, err = newArray(filepath.Join(folder, name+".npy"), kind, shape)
		all = errors.Join(all, err)
	}
	open(&s.points, "points", "<u2", square)
	open(&s.global, "global", "<f4", fmt.Sprintf(",%d", net.Globals))
	open(&s.policy, "policy", "<u2", fmt.Sprintf(",%d", size*size+1))
	open(&s.value, "value", "<f4", ",2")
	open(&s.owner, "owner", "|i1", square)
	open(&s.known, "known", "|u1", "")
	open(&s.held, "held", "|u1", "")
	return s, all
}

func (s *set) arrays() []*array {
	return []*array{s.points, s.global, s.policy, s.value, s.owner, s.known, s.held}
}

func (s *set) close() (err error) {
	for _, a := range s.arrays() {
		err = errors.Join(err, a.close(s.count))
	}
	return err
}

// write adds one position.
func (s *set) write(seen *teacher.Seen, held bool) error {
	n := s.size
	points, owner := make([]uint16, 0, n*n), make([]int8, 0, n*n)
	policy := make([]uint16, n*n+1)
	for y := range n {
		for x := range n {
			p := rules.PointAt(n, x, y)
			points = append(points, seen.Input.Points[p])
			owner = append(owner, int8(math.Round(127*seen.OwnerAt(p))))
		}
	}
	for _, m := range seen.Policy {
		i := n * n
		if m.Move != rules.Pass {
			x, y := m.Move.XY(n)
			i = y*n + x
		}
		policy[i] = uint16(math.Round(m.Weight * 10000))
	}
	s.count++
	return errors.Join(s.points.put(points), s.global.put(seen.Input.Global[:]), s.policy.put(policy),
		s.value.put([]float32{float32(seen.Win), float32(seen.Lead)}), s.owner.put(owner),
		s.known.put(seen.Owner != nil), s.held.put(held))
}
