package gtp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gtpgo/internal/rules"
)

// GoGui's rulers (GoGui manual, "Rules"): a program with these commands, whose
// game is not called Go, tells GoGui which moves are legal, what the board
// looks like after each, when the game is over and who has won. So GoGui plays
// Jungo and Ikeda's games by their own rules and shows their own results.
//
// The ruler is a process of its own; GoGui sends it clear_board and play only,
// so its rules, size and komi are those of its command line. A program without
// the flag does not have the commands: GoGui would change its board to the size
// of any program that has.

func rulerCommands() []command {
	entry := func(name, help string, run handler) command {
		return command{Name: "gogui-rules_" + name, Help: help, Spec: specGoGui, Group: groupRuler, Run: run}
	}
	return []command{
		entry("game_id", "the name of the game: that of the rules", says((*Session).gameID)),
		entry("board_size", "the number of lines", says(func(s *Session) string { return fmt.Sprint(s.size()) })),
		entry("board", "the stones, X and O, from the top row down", runRulerBoard),
		entry("board_gfx", "what GoGui draws: points forbidden by ko, and the territory that counts at the end", runRulerGfx),
		entry("legal_moves", "what the side to move may play; nothing when the game is over", runRulerLegal),
		entry("side_to_move", "who is to move", says(func(s *Session) string { return s.Engine.Game().Position().ToPlay.String() })),
		entry("final_result", "who has won by how much, and what was counted", runRulerResult),
		entry("captured_count", "stones that Black has captured, and White", says(func(s *Session) string {
			captured := s.Engine.Game().Position().Captured
			return fmt.Sprint(captured[rules.White], captured[rules.Black])
		})),
	}
}

// inTurn reports whether a ruler accepts a move by that colour: sides take
// turns (Ikeda 1969, common rule 2). It is needed because GoGui 1.6.0 sends
// each move of a program twice (computerMoved in GoGui.java): the second must
// fail, or it would cost a stone if it is a pass that costs one.
func (s *Session) inTurn(c rules.Color) bool {
	return !s.ruler || c == s.Engine.Game().Position().ToPlay
}

// gameIDLetters turns the name of a ruleset into what GoGui asks for, a capital
// and small letters, with the Roman numerals of Ikeda's rules.
var gameIDLetters = strings.NewReplacer("1", "i", "2", "ii", "3", "iii", "-", "", "_", "")

func (s *Session) gameID() string {
	name := customRules
	if set := s.Engine.Game().Rules(); set.Label() == set.Name {
		name = gameIDLetters.Replace(set.Name)
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

func runRulerBoard(_ context.Context, s *Session, _ *Args, r *Reply) error {
	pos, size := s.Engine.Game().Position(), s.size()
	for y := size - 1; y >= 0; y-- {
		row := make([]string, size)
		for x := range row {
			row[x] = [...]string{".", "X", "O"}[pos.At(rules.PointAt(size, x, y))]
		}
		r.Line(strings.Join(row, " "))
	}
	return nil
}

func runRulerLegal(_ context.Context, s *Session, _ *Args, r *Reply) error {
	game := s.Engine.Game()
	if pos := game.Position(); !pos.Ended() {
		r.Printf("%s", formatVertices(s.size(), append(game.AppendLegal(nil, pos.ToPlay), rules.Pass)))
	}
	return nil
}

func runRulerGfx(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	game, g := s.Engine.Game(), gfx{size: s.size()}
	pos := game.Position()
	if pos.Ended() {
		if err := s.Engine.JudgeToCount(ctx); err != nil {
			return err
		}
		count := s.Engine.FinalCount()
		if game.Rules().Scoring != rules.StoneScoring {
			var territory [3][]rules.Point
			fromTop(g.size, func(p rules.Point) {
				if c := count.Owners[p]; c != pos.At(p) {
					territory[c] = append(territory[c], p)
				}
			})
			g.mark("BLACK", territory[rules.Black])
			g.mark("WHITE", territory[rules.White])
		}
		g.text("%s: %s", game.Rules().Label(), count.Margin().Result())
	} else {
		var ko []rules.Point
		fromTop(g.size, func(p rules.Point) {
			var why *rules.Illegal
			if errors.As(game.Legal(rules.Move{Color: pos.ToPlay, Point: p}), &why) && why.Reason >= rules.KoBan {
				ko = append(ko, p)
			}
		})
		g.mark("SQUARE", ko)
		g.text("%s, %s, %s to play", game.Rules().Label(), pos.Phase(), pos.ToPlay)
	}
	g.print(r)
	return nil
}

func runRulerResult(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	if err := s.Engine.JudgeToCount(ctx); err != nil {
		return err
	}
	r.Printf("%s", s.finalResult())
	return nil
}

// finalResult says who has won and what each side's points are made of; as
// the board stands if the game is not over. GoGui shows the lines as one
// paragraph.
func (s *Session) finalResult() string {
	game, n := s.Engine.Game(), s.Engine.FinalCount()
	margin := n.Margin()
	result := "Nobody wins: the score is even."
	if margin.Sign() != 0 {
		winner := map[int]string{1: "Black", -1: "White"}[margin.Sign()]
		result = fmt.Sprintf("%s wins by %s points.", winner, margin.Result()[2:])
	}
	if !game.Position().Ended() {
		result = "The game is not over. As the board stands: " + result
	}
	lines := []string{result, "Rules: " + game.Rules().Label() + "."}
	for _, c := range [2]rules.Color{rules.Black, rules.White} {
		name := map[rules.Color]string{rules.Black: "Black", rules.White: "White"}[c]
		lines = append(lines, fmt.Sprintf("%s %s: %s.", name, rules.Halves(n.Halves(c)), counted(n, game.Rules(), c)))
	}
	komi := "Komi " + n.Komi.String()
	if n.Compensation > 0 {
		komi += fmt.Sprintf(", handicap %d", n.Compensation)
	}
	return strings.Join(append(lines, komi+"."), "\n")
}

// counted names the items of a colour's score.
func counted(n *rules.Count, set *rules.Ruleset, c rules.Color) string {
	var items []string
	item := func(sign string, k int, what string) {
		if k != 0 || sign == "+" {
			items = append(items, fmt.Sprintf("%s %s %d", sign, what, k))
		}
	}
	if set.Scoring != rules.TerritoryScoring {
		item("+", n.Stones[c], "stones")
	}
	if set.Scoring != rules.StoneScoring {
		item("+", n.Territory[c], "territory")
	}
	if set.Scoring == rules.TerritoryScoring {
		item("-", n.Captured[c], "captured")
		item("-", n.Given[c], "given by passing")
	}
	item("-", n.Tax[c], map[bool]string{true: "not alive", false: "tax"}[set.LiveOnly])
	if n.FirstPass != 0 {
		items = append(items, map[rules.Color]string{rules.Black: "-", rules.White: "+"}[c]+" first pass 0.5")
	}
	return strings.TrimPrefix(strings.Join(items, " "), "+ ")
}
