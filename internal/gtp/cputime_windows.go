package gtp

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time of the process, user and system.
func cpuTime() (time.Duration, error) {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, err
	}
	var creation, exit, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &creation, &exit, &kernel, &user); err != nil {
		return 0, err
	}
	hundreds := func(t syscall.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(hundreds(kernel)+hundreds(user)) * 100, nil
}
