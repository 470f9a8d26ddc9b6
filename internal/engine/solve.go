package engine

import (
	"context"

	"gtpgo/internal/rules"
	"gtpgo/internal/search"
)

// Solve finds the exact result of the present position with c to move, or
// bounds on it when limits or ctx end it. The table of proofs has the memory of
// the search tree if limits name none, and takes its place meanwhile: both together
// would be more than there is to be. The errors are those of search.Solve.
func (e *Engine) Solve(ctx context.Context, c rules.Color, limits search.SolveLimits) (*search.Solution, error) {
	if limits.Memory == 0 {
		limits.Memory = e.config.Memory
	}
	e.release()
	limits.Progress = func(p search.SolveProgress) {
		e.config.Log.Info().Stringer("lower", p.Lower).Stringer("upper", p.Upper).Int("depth", p.Depth).
			Int("nodes", p.Nodes).Msg("solve")
	}
	return search.Solve(ctx, e.game, c, limits)
}
