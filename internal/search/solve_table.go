package search

import (
	"math/bits"
	"unsafe"

	"gtpgo/internal/rules"
)

// solveKey is a state and which side a proof is for, exactly: no two states
// share one.
type solveKey struct{ board, rest uint64 }

// restKey returns what of the state is not on the board.
func (s *solveState) restKey(late cells, ko uint8) uint64 {
	return uint64(late) | uint64(ko)<<cellBits | uint64(s.toPlay)<<32 | uint64(s.pending)<<34 |
		uint64(s.firstPass)<<36 | uint64(s.phaseFirst)<<38 | 1<<40
}

// maxBanned is the number of banned positions that an entry has room for; a
// proof that depends on more is not kept.
const maxBanned = 3

// solveEntry is a proof that Black gets at least bound, or at most.
type solveEntry struct {
	key     solveKey // rest is 0 in a free entry
	made    made
	banned  [maxBanned]uint64
	bound   int16
	effort  uint8 // logarithm of the nodes it took
	move    uint8 // that proves it; noMove where all moves fail
	bannedN uint8
}

// solveHint is the last failure to decide a state: in which round, with how
// many moves left, and the move that is worth trying first. It spares another
// failure in the same round after as many moves, whatever the history. Later
// rounds are not bound by it, and what it left out in one where no line met
// the depth is nothing. So wrong ones cost time only. In a search by proof numbers
// it holds these instead (see foresee).
type solveHint struct {
	check uint32
	round uint16
	depth uint8
	move  uint8
}

const (
	entrySize   = int(unsafe.Sizeof(solveEntry{}))
	hintSize    = int(unsafe.Sizeof(solveHint{}))
	bucketSize  = 4
	firstBucket = 1 << 8 // buckets at the start
	noMove      = 255
)

// solveTable keeps proofs. It grows up to a limit; then entries that took
// little effort make way.
type solveTable struct {
	entries []solveEntry
	hints   []solveHint
	used    int
	limit   int // bytes
}

func newSolveTable(limit int) *solveTable {
	t := &solveTable{limit: limit}
	t.entries = make([]solveEntry, firstBucket*bucketSize)
	t.hints = make([]solveHint, t.hintsFor(len(t.entries)))
	return t
}

// hintsFor returns how many hints go with that many entries.
func (t *solveTable) hintsFor(entries int) int { return 4 * entries }

// bytes returns the memory that a table of that many entries takes.
func (t *solveTable) bytes(entries int) int { return entries*entrySize + t.hintsFor(entries)*hintSize }

func (t *solveTable) bucket(k solveKey) []solveEntry {
	i := int(hashKey(k.board^bits.RotateLeft64(hashKey(k.rest), 17))) & (len(t.entries)/bucketSize - 1) * bucketSize
	return t.entries[i : i+bucketSize : i+bucketSize]
}

// put keeps a proof. Of two of the same state the one that says more stays;
// the newer one if they say the same.
func (t *solveTable) put(e *solveEntry, black bool) {
	b := t.bucket(e.key)
	worst := &b[0]
	for i := range b {
		o := &b[i]
		if o.key == e.key {
			if black && o.bound > e.bound || !black && o.bound < e.bound {
				return
			}
			*o = *e
			return
		}
		if o.key.rest == 0 {
			*o = *e
			if t.used++; t.used > len(t.entries)*3/4 {
				t.grow()
			}
			return
		}
		if o.effort < worst.effort {
			worst = o
		}
	}
	*worst = *e
}

// get returns the proof of that key, or nil.
func (t *solveTable) get(k solveKey) *solveEntry {
	b := t.bucket(k)
	for i := range b {
		if b[i].key == k {
			return &b[i]
		}
	}
	return nil
}

// grow doubles the table if memory for both, old and new, is left.
func (t *solveTable) grow() {
	n := len(t.entries)
	if t.bytes(n)+t.bytes(2*n) > t.limit {
		return
	}
	old, hints := t.entries, t.hints
	t.entries, t.used = make([]solveEntry, 2*n), 0
	t.hints = make([]solveHint, t.hintsFor(2*n))
	copy(t.hints, hints)
	copy(t.hints[len(hints):], hints)
	for i := range old {
		if old[i].key.rest == 0 {
			continue
		}
		b := t.bucket(old[i].key)
		for j := range b {
			if b[j].key.rest == 0 {
				b[j] = old[i]
				t.used++
				break
			}
		}
	}
}

// hint returns the place for what is known of the undecided question.
func (t *solveTable) hint(k solveKey, bound int) (place *solveHint, check uint32) {
	h := hashKey(hashKey(k.board^bits.RotateLeft64(k.rest, 32)) + uint64(bound))
	return &t.hints[int(h)&(len(t.hints)-1)], uint32(h >> 32)
}

// foresee notes how much is left to be decided of a question.
func (t *solveTable) foresee(k solveKey, bound int, c pnCount) {
	h, check := t.hint(k, bound)
	*h = solveHint{check: check, round: uint16(min(c.own, pnMost)), depth: uint8(min(c.other, pnMost) >> 8), move: uint8(min(c.other, pnMost))}
}

// foreseen returns what was noted so, one each if nothing was.
func (t *solveTable) foreseen(k solveKey, bound int) pnCount {
	if h, check := t.hint(k, bound); h.check == check {
		return pnCount{int(h.round), int(h.depth)<<8 | int(h.move)}
	}
	return pnCount{1, 1}
}

// proofBit is set in the keys of proofs for Black.
func proofBit(prover rules.Color) uint64 { return uint64(prover) << 41 }
