package engine

import "syscall"

// physicalMemory returns the memory of the machine in bytes, 0 if unknown.
func physicalMemory() int {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return 0
	}
	return int(uint64(info.Totalram) * uint64(info.Unit))
}
