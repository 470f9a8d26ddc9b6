//go:build !linux

package gtp

import (
	"errors"
	"time"
)

// groupTime is not known on this system.
func groupTime(int) (time.Duration, error) {
	return 0, errors.New("gtp: the processor time of a running engine is not known here")
}
