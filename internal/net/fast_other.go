//go:build !amd64

package net

// fastPath returns nil: there is no faster way on this kind of machine.
func fastPath() (f convolveFunc, width int) { return nil, 0 }
