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
	data := flag.String("data", "", "folder of labelled games")
	out := flag.String("out", "arrays", "folder to write to")
	flag.Parse()
	if err := convert(*data, *out); err != nil {
		log.Fatal(err)
	}
}

// heldOut: one game in so many is not learned from.
const heldOut = 20

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
			if err := sets[g.Size].add(g, n%heldOut == 0); err != nil {
				return fmt.Errorf("%s: game %d: %w", path, n+1, err)
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
	input                                             net.Input
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

// add plays a game and writes its positions.
func (s *set) add(g *teacher.Game, held bool) error {
	r, ok := rules.FindRuleset(g.Rules)
	if !ok {
		return fmt.Errorf("unknown rules %q", g.Rules)
	}
	mode := net.ModeOf(&r)
	b, c := rules.NewBoard(s.size), rules.Black
	var last [net.LastMoves]rules.Point
	var prisoners [3]int // by who took them
	for i := range g.Positions {
		pos := &g.Positions[i]
		ahead := -g.Komi
		if mode == net.TerritoryMode {
			ahead += float64(prisoners[rules.Black] - prisoners[rules.White])
		}
		if c == rules.White {
			ahead = -ahead
		}
		s.input.Fill(b, c, last, mode, ahead)
		if err := s.write(pos, c, held); err != nil {
			return err
		}
		if pos.Move == rules.Pass {
			b.LiftKo()
		} else {
			if b.At(pos.Move) != rules.Empty {
				return fmt.Errorf("move %d is on a stone", i+1)
			}
			captured, suicided := b.Place(pos.Move, c)
			prisoners[c] += captured
			prisoners[c.Other()] += suicided
		}
		copy(last[1:], last[:])
		last[0] = pos.Move
		c = c.Other()
	}
	return nil
}

// write adds one position, with c to move.
func (s *set) write(pos *teacher.Position, c rules.Color, held bool) error {
	n := s.size
	points, owner := make([]uint16, 0, n*n), make([]int8, 0, n*n)
	policy := make([]uint16, n*n+1)
	sign := 1.0
	win := pos.WinRate
	if c == rules.White {
		sign, win = -1, 1-win
	}
	for y := range n {
		for x := range n {
			p := rules.PointAt(n, x, y)
			points = append(points, s.input.Points[p])
			o := 0.0
			if pos.Owner != nil {
				o = pos.Owner[p]
			}
			owner = append(owner, int8(math.Round(sign*127*o)))
		}
	}
	for _, m := range pos.Policy {
		i := n * n
		if m.Move != rules.Pass {
			x, y := m.Move.XY(n)
			i = y*n + x
		}
		policy[i] = uint16(math.Round(m.Weight * 10000))
	}
	s.count++
	return errors.Join(s.points.put(points), s.global.put(s.input.Global[:]), s.policy.put(policy),
		s.value.put([]float32{float32(win), float32(sign * pos.Lead)}), s.owner.put(owner),
		s.known.put(pos.Owner != nil), s.held.put(held))
}
