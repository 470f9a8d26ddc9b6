package gtp

import "testing"

// The solver gets no more memory than the search could have.
func TestSolveMemory(t *testing.T) {
	s := sit(t, 2, "area")
	s.refuses("memory 1048576: not a whole number from 1 to 131072", "gtpgo-solve b memory 1048576")
	s.refuses("syntax error", "gtpgo-solve b memory 0")
	if text := s.ask("gtpgo-solve b memory 2 nodes 10000"); text == "" {
		t.Error("no result")
	}
}
