//go:build !amd64

package net

// fastWays returns nothing: there is no faster way on this kind of machine.
func fastWays() []fast { return nil }
