package rules

// Position is all that play from here on depends on, but for the earlier
// positions that superko looks at: board, side to move, tally. Playouts and
// the search tree work on it; Copy allocates nothing.
type Position struct {
	Board
	Tally
	ToPlay Color
}

// Copy makes p equal to src.
func (p *Position) Copy(src *Position) {
	p.Board.Copy(&src.Board)
	p.Tally, p.ToPlay = src.Tally, src.ToPlay
}

// Play makes a legal move of either colour and returns how many opposing
// stones it captured; then the other colour is to move.
func (p *Position) Play(m Move, r *Ruleset) (captured int) {
	if m.Point == Pass {
		p.LiftKo()
		p.pass(m.Color, r)
	} else {
		var suicided int
		captured, suicided = p.Place(m.Point, m.Color)
		p.play(m.Color, captured, suicided)
	}
	p.ToPlay = m.Color.Other()
	return captured
}
