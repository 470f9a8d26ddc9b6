// Package engine is one playing session: a game under rules, a clock, a search
// and the decisions that rest on them: which move, when to pass or resign,
// which stones are dead. It knows no protocol.
//
// An Engine is used from one goroutine at a time. What takes a context ends
// soon after that is done, with the best answer so far.
package engine
