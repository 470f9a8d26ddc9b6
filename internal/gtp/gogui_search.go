package gtp

import (
	"context"
	"fmt"
	"slices"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// The entries of the analyze menu that show a search of the present position,
// one for all of them. Its side is the one to move.

func runOwnership(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	report := s.Engine.Study(ctx)
	s.printBoard(r, func(p rules.Point) string { return influence(report.Ownership[p]) })
	return nil
}

func runBestMoves(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	report := s.Engine.Study(ctx)
	if len(report.Moves) == 0 {
		return nil
	}
	g := gfx{size: s.size()}
	var points []rules.Point
	var shares []float64
	var labels []note
	for _, m := range report.Moves {
		points = append(points, m.Move)
		shares = append(shares, float64(m.Visits)/float64(report.Moves[0].Visits))
		if len(labels) < labelledMoves {
			labels = append(labels, note{m.Move, shortPercent(m.WinRate)})
		}
	}
	g.heat(points, shares)
	g.notes("LABEL", labels)
	g.mark("CIRCLE", points[:1])
	g.text("%s", summary(s.size(), report))
	g.print(r)
	return nil
}

// printPairs writes a label for each move but the pass.
func (s *Session) printPairs(r *Reply, moves []search.MoveReport, label func(*search.MoveReport) string) {
	for i := range moves {
		if m := &moves[i]; m.Move != rules.Pass {
			r.Line(FormatVertex(s.size(), m.Move) + " " + label(m))
		}
	}
}

func runVisits(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	s.printPairs(r, s.Engine.Study(ctx).Moves, func(m *search.MoveReport) string { return shortCount(m.Visits) })
	return nil
}

// scoredVisits are the visits from which on the mean margin of a move is worth
// a look.
const scoredVisits = 10

func runMoveScores(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	moves := s.Engine.Study(ctx).Moves // most visits first
	n := slices.IndexFunc(moves, func(m search.MoveReport) bool { return m.Visits < scoredVisits })
	if n < 0 {
		n = len(moves)
	}
	s.printPairs(r, moves[:n], func(m *search.MoveReport) string { return fmt.Sprintf("%+.1f", m.Score) })
	return nil
}

func runPV(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	if report := s.Engine.Study(ctx); len(report.Moves) > 0 {
		r.Printf("%s", variation(s.size(), report.Color, report.Moves[0].PV))
	}
	return nil
}

func runSearchPicture(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	g := gfx{size: s.size()}
	g.picture(&s.Engine.Game().Position().Board, s.Engine.Study(ctx))
	g.print(r)
	return nil
}

func runSearch(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	s.printReport(r, s.Engine.Study(ctx), labelledMoves)
	return nil
}

// printReport writes what is known of the whole search and of its best moves.
func (s *Session) printReport(r *Reply, report *search.Report, moves int) {
	r.Line(fmt.Sprintf("%s: win rate %s, score %+.1f (deviation %.1f), %d playouts, %d visits", report.Color,
		percent(report.WinRate), report.Score, report.Deviation, report.Playouts, report.Visits))
	for _, m := range report.Moves[:min(len(report.Moves), moves)] {
		r.Line(fmt.Sprintf("%s: %d visits, win rate %s, score %+.1f, prior %s, RAVE %s of %d", FormatVertex(s.size(), m.Move),
			m.Visits, percent(m.WinRate), m.Score, percent(m.Prior), percent(m.Rave), m.RaveVisits))
		r.Line("  " + formatVertices(s.size(), m.PV))
	}
}

// printHeat draws a value of each move of the study, tried or not; ok is false
// for a move that has none.
func (s *Session) printHeat(ctx context.Context, r *Reply, value func(*search.MoveReport) (x float64, ok bool)) {
	report := s.Engine.Study(ctx)
	var points []rules.Point
	var values []float64
	var labels []note
	least, most, passes := 1.0, 0.0, ""
	for _, m := range slices.Concat(report.Moves, report.Untried) {
		x, ok := value(&m)
		switch {
		case !ok:
		case m.Move == rules.Pass:
			passes = ", pass " + percent(x)
		default:
			least, most = min(least, x), max(most, x)
			points, values = append(points, m.Move), append(values, x)
			if label := shortPercent(x); label != "0" {
				labels = append(labels, note{m.Move, label})
			}
		}
	}
	for i := range values {
		values[i] = (values[i] - least) / max(most-least, 1e-9)
	}
	g := gfx{size: s.size()}
	g.heat(points, values)
	g.notes("LABEL", labels)
	if len(points) > 0 {
		g.text("%s: %s to %s%s", report.Color, percent(least), percent(most), passes)
	} else {
		g.text("%s: no points%s", report.Color, passes)
	}
	g.print(r)
}

func runRave(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	s.printHeat(ctx, r, func(m *search.MoveReport) (float64, bool) { return m.Rave, m.RaveVisits > 0 })
	return nil
}

func runPriors(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	s.printHeat(ctx, r, func(m *search.MoveReport) (float64, bool) { return m.Prior, true })
	return nil
}
