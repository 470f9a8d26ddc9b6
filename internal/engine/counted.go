package engine

import (
	"context"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// endCount returns the count of a game that has ended; nil if the game has not, or if
// ctx ends while the stones are judged.
func (e *Engine) endCount(ctx context.Context) *rules.Count {
	if !e.game.Position().Ended() || e.JudgeToCount(ctx) != nil {
		return nil
	}
	return e.FinalCount()
}

// counted returns a report of a game that has ended with the values of its count, so
// that an analysis says what final_score does: of the position and of the pass, which
// is then the only move told. Without a count, the report is returned as it is.
func counted(r *search.Report, count *rules.Count) *search.Report {
	if count == nil {
		return r
	}
	told := *r
	told.Score, told.Deviation = rules.ForColor(count.Margin().Float(), r.Color), 0
	told.WinRate = rules.Win(told.Score)
	told.Ownership, told.OwnershipDeviation = make([]float64, len(r.Ownership)), make([]float64, len(r.Ownership))
	for p := range told.Ownership {
		if c := count.Owners[p]; c != rules.Empty {
			told.Ownership[p] = rules.ForColor(1, c)
		}
	}
	for _, m := range r.Moves {
		if m.Move != rules.Pass {
			continue
		}
		m.WinRate, m.Score, m.Deviation = told.WinRate, told.Score, 0
		m.PV, m.PVVisits = m.PV[:1], m.PVVisits[:1]
		if m.Ownership != nil {
			m.Ownership = told.Ownership
		}
		told.Moves, told.Untried = []search.MoveReport{m}, nil
		break
	}
	return &told
}
