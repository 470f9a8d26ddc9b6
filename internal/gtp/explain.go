package gtp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gtpgo/internal/rules"
)

// groupExplain holds commands for people who learn the game or compare rules.
const groupExplain Group = "Explanations"

func explainCommands() []command {
	return []command{
		{Name: "gtpgo-checklist", Args: "[COLOR]", Spec: specOwn, Group: groupExplain, Max: 1, Run: runChecklist,
			Help: "the five questions of the basic-rules text: own chains in atari, stones to take, forbidden points, ko, komi"},
		{Name: "gtpgo-compare", Spec: specOwn, Group: groupExplain, Run: runCompare,
			Help: "the result of the present position under every ruleset, dead stones taken off where they are agreed, and the cutting fee of both sides"},
	}
}

// checklist is what a player should look at before a move (basic-rules text,
// 最初に打つときの確認事項).
type checklist struct {
	ownAtari   []rules.Point // own stones with one liberty
	canCapture []rules.Point // opposing stones that a legal move takes at once
	forbidden  []rules.Point // empty points where a play is illegal, for any reason
	ko         []rules.Point // those of them that repeat a position
}

func newChecklist(g *rules.Game, c rules.Color) checklist {
	var list checklist
	pos := g.Position()
	pos.Points(func(p rules.Point) {
		switch pos.At(p) {
		case c:
			if pos.Liberties(p) == 1 {
				list.ownAtari = append(list.ownAtari, p)
			}
		case c.Other():
			if pos.Liberties(p) == 1 && g.Legal(rules.Move{Color: c, Point: pos.Liberty(p)}) == nil {
				list.canCapture = append(list.canCapture, p)
			}
		default:
			var illegal *rules.Illegal
			if errors.As(g.Legal(rules.Move{Color: c, Point: p}), &illegal) {
				list.forbidden = append(list.forbidden, p)
				if illegal.Reason == rules.KoBan || illegal.Reason == rules.Superko {
					list.ko = append(list.ko, p)
				}
			}
		}
	})
	return list
}

func runChecklist(_ context.Context, s *Session, a *Args, r *Reply) error {
	g := s.Engine.Game()
	c := g.Position().ToPlay
	if a.More() {
		c = a.Color()
	}
	if a.Err() != nil {
		return a.Err()
	}
	list := newChecklist(g, c)
	line := func(name string, points []rules.Point) {
		r.Line(strings.TrimRight(name+": "+formatVertices(s.size(), points), " "))
	}
	line("own_atari", list.ownAtari)
	line("can_capture", list.canCapture)
	line("forbidden", list.forbidden)
	line("ko", list.ko)
	r.Line(fmt.Sprintf("komi: %s, counting %s", g.Komi(), strings.ToLower(g.Rules().Scoring.String())))
	return nil
}

// runCompare counts the position under every ruleset. The cutting fee of a
// colour is two points for each of its living groups (the Jungo text says that
// Jungo gives, nearly always, the ordinary result with this fee).
func runCompare(ctx context.Context, s *Session, _ *Args, r *Reply) error {
	if err := s.Engine.Judge(ctx); err != nil {
		return err
	}
	g := s.Engine.Game()
	agreed, _ := s.Engine.Judged(ctx)
	fee := ""
	for _, set := range rules.Rulesets() {
		var dead []rules.Point
		if set.AgreedDead {
			dead = agreed
		}
		n := g.Count(&set, dead)
		r.Line(set.Name + " " + n.Margin().Result())
		if set.Tax == rules.AllTax {
			fee = fmt.Sprintf("cutting_fee black %d white %d", n.Tax[rules.Black], n.Tax[rules.White])
		}
	}
	r.Line(fee)
	return nil
}
