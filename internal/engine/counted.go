package engine

import (
	"context"
	"slices"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// told returns a report of the present position as it is told, so that it does not
// contradict final_score and final_status_list: of a game that has ended with its count,
// and where dead stones are to be agreed and nothing is left to do but to pass, with the
// owners that the count has. The stones are judged for that; if ctx ends meanwhile, the
// report is told as it is.
func (e *Engine) told(ctx context.Context, r *search.Report) *search.Report {
	ended := e.game.Position().Ended()
	over := ended || e.game.Rules().AgreedDead && len(r.Moves) > 0 && r.Moves[0].Move == rules.Pass
	switch {
	case !over || e.JudgeToCount(ctx) != nil:
		return r
	case ended:
		return counted(r, e.FinalCount())
	}
	return owned(r, e.FinalCount())
}

// owned returns a report in which no point is owned by another colour than in a count.
func owned(r *search.Report, count *rules.Count) *search.Report {
	told := *r
	told.Ownership = slices.Clone(r.Ownership)
	for p, x := range told.Ownership {
		if c := count.Owners[p]; c != rules.Empty && rules.ForColor(x, c) < deadBelow {
			told.Ownership[p] = rules.ForColor(deadBelow, c)
		}
	}
	return &told
}

// counted returns a report with the values of a count: of the position and of the pass,
// which is then the only move told.
func counted(r *search.Report, count *rules.Count) *search.Report {
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
