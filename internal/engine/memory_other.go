//go:build !linux

package engine

// physicalMemory returns the memory of the machine in bytes, 0 if unknown.
func physicalMemory() int { return 0 }
