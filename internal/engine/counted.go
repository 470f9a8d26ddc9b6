package engine

import (
	"context"
	"math"
	"slices"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// told returns a report of the present position as it is told, so that it does not
// contradict final_score and final_status_list: of a game that has ended with its count,
// and where dead stones are to be agreed and nothing is left to do, with the owners that
// the count has. The stones are judged for that; if ctx ends meanwhile, the report is
// told as it is. So is one that is wanted soon, where only the looks of the position
// say that nothing is left.
func (e *Engine) told(ctx context.Context, r *search.Report, soon bool) *search.Report {
	ended := e.game.Position().Ended()
	switch {
	case !ended && !e.game.Rules().AgreedDead, !ended && !passes(r) && (soon && !e.judged.done || !e.looksOver(r)):
		return r
	case e.JudgeToCount(ctx) != nil:
		return r
	case ended:
		return counted(r, e.FinalCount())
	}
	return owned(r, e.FinalCount())
}

// passes reports whether the search likes a pass best.
func passes(r *search.Report) bool { return len(r.Moves) > 0 && r.Moves[0].Move == rules.Pass }

// settledOwner is the mean, over the board, of how surely a point is somebody's, from
// which on a game looks as if it were over.
const settledOwner = 0.95

// looksOver reports whether nearly every point is surely somebody's.
func (e *Engine) looksOver(r *search.Report) bool {
	sum := 0.0
	for _, x := range r.Ownership {
		sum += math.Abs(x)
	}
	return sum >= settledOwner*float64(e.game.Size()*e.game.Size())
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
