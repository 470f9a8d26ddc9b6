package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// query asks about one position, in the words of KataGo's analysis protocol.
type query struct {
	ID       string      `json:"id"`
	Moves    [][2]string `json:"moves"`
	Rules    string      `json:"rules"`
	Komi     float64     `json:"komi"`
	XSize    int         `json:"boardXSize"`
	YSize    int         `json:"boardYSize"`
	Visits   int         `json:"maxVisits"`
	Policy   bool        `json:"includePolicy"`
	Owner    bool        `json:"includeOwnership"`
	Override struct {
		Winrates string `json:"reportAnalysisWinratesAs"`
	} `json:"overrideSettings"`
}

// answer is what matters of an answer. Points go row by row from the top; the policy
// has the pass last and -1 for what may not be played.
type answer struct {
	ID    string `json:"id"`
	Error string `json:"error"`
	Root  struct {
		WinRate float64 `json:"winrate"`
		Lead    float64 `json:"scoreLead"`
	} `json:"rootInfo"`
	Policy    []float64 `json:"policy"`
	Ownership []float64 `json:"ownership"`
}

// engine is a KataGo that runs. Any number of goroutines may ask it.
type engine struct {
	command *exec.Cmd

	writing sync.Mutex
	in      io.WriteCloser

	mu      sync.Mutex
	waiting map[string]chan *answer
	ended   error // why there are no answers any more
}

// start starts the engine.
func start(commandLine string) (*engine, error) {
	words := strings.Fields(commandLine)
	if len(words) == 0 {
		return nil, errors.New("-katago: no command")
	}
	k := &engine{command: exec.Command(words[0], words[1:]...), waiting: map[string]chan *answer{}}
	k.command.Stderr = os.Stderr
	var err error
	if k.in, err = k.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := k.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := k.command.Start(); err != nil {
		return nil, err
	}
	go k.read(out)
	return k, nil
}

// read hands out the answers until there are no more.
func (k *engine) read(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		a := new(answer)
		if err := json.Unmarshal(lines.Bytes(), a); err != nil || a.ID == "" {
			a.Error = fmt.Sprintf("unexpected answer %.200q", lines.Text())
			if a.ID == "" {
				k.end(errors.New(a.Error))
				return
			}
		}
		k.mu.Lock()
		if to := k.waiting[a.ID]; to != nil {
			delete(k.waiting, a.ID)
			to <- a
		}
		k.mu.Unlock()
	}
	k.end(errors.Join(lines.Err(), errEnded))
}

var errEnded = errors.New("the engine ended")

// end lets nobody wait any longer.
func (k *engine) end(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ended = err
	for _, to := range k.waiting {
		close(to)
	}
	clear(k.waiting)
}

// ask asks about a position and waits for the answer.
func (k *engine) ask(q *query) (*answer, error) {
	line, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	to := make(chan *answer, 1)
	k.mu.Lock()
	if err = k.ended; err == nil {
		k.waiting[q.ID] = to
	}
	k.mu.Unlock()
	if err != nil {
		return nil, err
	}
	// Not while answers wait to be handed out: the engine may be waiting for that.
	k.writing.Lock()
	_, err = k.in.Write(append(line, '\n'))
	k.writing.Unlock()
	if err != nil { // before its end was seen
		return nil, fmt.Errorf("%w: %w", errEnded, err)
	}
	a, ok := <-to
	switch {
	case !ok:
		return nil, k.ended // it does not change any more
	case a.Error != "":
		return nil, errors.New(a.Error)
	}
	return a, nil
}

// close tells the engine to end and waits for it.
func (k *engine) close() error {
	return errors.Join(k.in.Close(), k.command.Wait())
}
