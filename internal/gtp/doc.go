// Package gtp speaks the Go Text Protocol, version 2, on two byte streams.
//
// # Two halves
//
// The lower half is free of games: it knows lines, words and replies, but
// neither boards nor engines, and is tested with toy commands.
//
//	wire.go      bytes <-> Request and reply text
//	args.go      Args, a cursor over the words of a request
//	command.go   Command and Table, the only list of commands there is
//	reply.go     Reply, what a handler writes to; output, the one writer
//	input.go     the reader goroutine and the queue behind it
//	dispatch.go  one request through lookup, handler and error text
//	server.go    Server, the loop that decides what stops what
//	errors.go    the error texts that clients compare
//	save.go      files that are written whole or not at all
//
// The upper half is the handlers, one file for each group of commands. Each
// such file declares one slice of Command; dispatch, list_commands, help and
// the README are all read from the Table made of them.
// What GoGui has beyond the protocol is in gogui.go and the files named after
// it, the analyze menu being one more table, in gogui_menu.go; what only a ruler
// for GoGui has, in ruler.go.
//
// # What stops what
//
//	                    next line, EOF   # interrupt   ctx of Serve, stdout closed
//	Stream command      stops            stops         stops
//	other command       goes on          stops         stops
//	Idle (pondering)    stops            stops         stops
//
// "Next line" includes empty lines and comments. A command is stopped by
// cancelling its context; it then returns what it has. The comment line
// "# interrupt" counts only if it was read while the command was running, or
// waited for no more than the end of one that has its reply, and no other
// command was read before it, so that a file read through a pipe does not
// depend on timing: all complete lines of one Read count as read at one moment.
// A command that streams its reply but has to finish, as
// lz-genmove_analyze, is not a Stream command; it just uses Reply.Emit.
//
// # Goroutines
//
// Serve starts a reader, one goroutine for each command in turn, and one for
// Idle. Commands never overlap. The loop itself neither reads, writes nor
// computes, so it always notices a line, a signal or a closed stdout, and
// neither pipe can fill up: lines wait in a queue without limit.
//
// # Sources
//
// G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2
// (2002), cited as "GTP 2 draft" with the section. GoGui's documentation for
// "# interrupt" and for lines of any length. Leela Zero's and KataGo's
// lz-analyze and kata-analyze for replies that stay open until the next line.
//
// # Oddities
//
//   - A number alone on a line gets no reply, though the draft would allow
//     an error: gomill's engine library is silent too.
//   - A '#' cuts the line even inside a quoted path (GTP 2 draft 3.1).
//   - An id may stick to its command ("5name"), as GNU Go allows.
//   - Replies keep a blank after '=' even when there is no text: GoGui looks
//     for the text behind the first blank.
package gtp
