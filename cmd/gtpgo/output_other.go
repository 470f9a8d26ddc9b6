//go:build !unix

package main

import "io"

// watchOutput does nothing here: a client that reads no more is noticed by the
// next write.
func watchOutput(io.Writer, func(cause error)) {}

// ignoreBrokenPipes has nothing to do here: writing to them is an error.
func ignoreBrokenPipes() (end func()) { return func() {} }
