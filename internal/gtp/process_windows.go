package gtp

import (
	"os/exec"
	"syscall"
)

// isolate keeps an interrupt typed at the console from the process.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup ends the process.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
