//go:build unix

package gtp

import (
	"errors"
	"os/exec"
	"syscall"
)

// isolate makes the process the head of a group of its own: an interrupt typed
// at the terminal does not reach it, and what it starts can be ended with it.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the process and what it has started.
func killGroup(cmd *exec.Cmd) error {
	if err := cmd.Process.Kill(); err != nil {
		return err // it has been waited for: its number may be that of another
	}
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}
