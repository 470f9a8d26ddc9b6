package gtp

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of the times in /proc/PID/stat. The kernel reports
// them to programs in hundredths of a second whatever its own clock is
// (USER_HZ, proc(5)).
const clockTick = time.Second / 100

// groupTime returns the processor time, user and system, of all running
// processes of a group and of the children that they have waited for.
func groupTime(group int) (time.Duration, error) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, err
	}
	var ticks int64
	found := false
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended since
		}
		if pgrp, t, ok := parseStat(data); ok && pgrp == group {
			ticks += t
			found = true
		}
	}
	if !found {
		return 0, fmt.Errorf("gtp: no process of group %d", group)
	}
	return time.Duration(ticks) * clockTick, nil
}

// parseStat reads the group and the sum of utime, stime, cutime and cstime
// from /proc/PID/stat: fields 5 and 14 to 17, counted from 1; the second is
// the program's name in parentheses and may hold anything (proc(5)).
func parseStat(data []byte) (group int, ticks int64, ok bool) {
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	const first = 3 // number of the first field behind the name
	if len(fields) <= 17-first {
		return 0, 0, false
	}
	group, err := strconv.Atoi(fields[5-first])
	if err != nil {
		return 0, 0, false
	}
	for _, field := range fields[14-first : 17-first+1] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, 0, false
		}
		ticks += n
	}
	return group, ticks, true
}
