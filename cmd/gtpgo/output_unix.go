//go:build unix

package main

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// watchOutput calls gone when nobody can read out any more: a search that writes
// nothing would not find that out. It can only watch files of the system, and its
// goroutine stays.
func watchOutput(out io.Writer, gone func(cause error)) {
	f, ok := out.(*os.File)
	if !ok {
		return
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return // it is closed; the first reply will tell
	}
	go func() {
		_ = conn.Control(func(fd uintptr) { // fails if it is closed, as above
			if hangsUp(int32(fd)) {
				gone(errUnread)
			}
		})
	}()
}

// hangsUp waits until the other end of a pipe or a socket is closed; it waits for
// ever where there is none.
func hangsUp(fd int32) bool {
	for {
		fds := []unix.PollFd{{Fd: fd}}
		_, err := unix.Poll(fds, -1)
		if err == nil {
			return fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
		}
		if !errors.Is(err, unix.EINTR) {
			return false
		}
	}
}

// ignoreBrokenPipes makes writing to a pipe without a reader an error, as it is
// on other systems, instead of the end of the program: the client may have closed
// standard error alone.
func ignoreBrokenPipes() (end func()) {
	signal.Ignore(syscall.SIGPIPE)
	return func() { signal.Reset(syscall.SIGPIPE) }
}
