// Package search finds good moves by Monte-Carlo tree search. It does no I/O
// and keeps no time: a context and Limits end a search, a Report is what it
// found.
//
// # One playout
//
// From the root down the tree, worker.pick takes the child with the best sum of
// value and bonus. The value is the mean of its playouts, mixed with RAVE while
// they are few: the mean of all playouts in which the same player made the move
// later (Gelly and Silver, "Monte-Carlo tree search and rapid action value
// estimation in computer Go", Artificial Intelligence 175, 2011). The bonus is
// PUCT's (Rosin, "Multi-armed bandits with episode context", 2011), from the
// chances that policy.go gives the moves. A leaf that was seen often enough
// gets children (worker.expand); the rest of the game is played at random by
// the policy of playout.go; score.go counts its end under the ruleset in force;
// worker.backup adds the result to the nodes on the path.
//
// # Move chances
//
// The chance of a move is that of a softmax over its features (feature.go): the
// 3x3 pattern round it, what it takes, saves or endangers, with ladders read
// out, and where it lies. training/policy fits the weights; see Coulom,
// "Computing Elo Ratings of Move Patterns in the Game of Go", 2007.
//
// # The net
//
// With a net (package net), a leaf gets children at once, the net's policy takes the
// place of the chances below, and what it thinks of the leaf takes the place of the
// playout that would begin there, or is mixed with its result on boards that it has not
// learned (Silver et al., "Mastering the game of Go with deep neural networks and tree
// search", Nature 529, 2016): adviser.go. RAVE is left out. Limits.Plain and
// Config.Net nil leave it out; the search is then the same to the last bit.
//
// # Threads
//
// Workers share the tree and nothing else. Counters are atomic and hold the
// number of playouts and their sum in one word, so no update is lost and no
// reader sees half of one; a visit is counted on the way down, its value on the
// way up, which keeps workers apart (a virtual loss). A node gets its children
// by one compare-and-swap. With one worker the result is a pure function of
// position, limits and seed.
//
// # Oddities
//
// The ko rule holds in the tree (rules.History goes by hash there, a Game
// decides at the root); playouts know simple ko only. The search never repeats
// a position at the root, whatever the rules. Suicide is never played.
package search
