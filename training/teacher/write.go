package teacher

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"gtpgo/internal/rules"
)

// Line returns the game as a line of a file, without the end of the line. Policies are
// written as long as they tell something: the likeliest moves, most of them.
func (g *Game) Line() ([]byte, error) {
	var positions [][5]any
	for i := range g.Positions {
		p := &g.Positions[i]
		positions = append(positions, [5]any{g.Vertex(p.Move), g.policy(p.Policy), math.Round(1000 * p.WinRate),
			math.Round(10 * p.Lead), g.owner(p.Owner)})
	}
	return json.Marshal(struct {
		Size  int      `json:"size"`
		Rules string   `json:"rules"`
		Komi  float64  `json:"komi"`
		Pos   [][5]any `json:"pos"`
	}{g.Size, g.Rules, g.Komi, positions})
}

// columns are the letters of the columns; there is no I.
const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// Vertex returns the name of a point, or "pass".
func (g *Game) Vertex(p rules.Point) string {
	if p == rules.Pass {
		return "pass"
	}
	x, y := p.XY(g.Size)
	return fmt.Sprintf("%c%d", columns[x], y+1)
}

// index is the reverse of Point.
func (g *Game) index(p rules.Point) int {
	if p == rules.Pass {
		return g.Size * g.Size
	}
	x, y := p.XY(g.Size)
	return (g.Size-1-y)*g.Size + x
}

// What is written of a policy: the moves until they make up mostWeight, mostMoves at
// most.
const (
	mostWeight = 0.985
	mostMoves  = 24
)

func (g *Game) policy(list []Chance) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Chance) int {
		if a.Weight == b.Weight {
			return g.index(a.Move) - g.index(b.Move)
		}
		if a.Weight > b.Weight {
			return -1
		}
		return 1
	})
	var parts []string
	sum := 0.0
	for _, c := range list[:min(len(list), mostMoves)] {
		weight := math.Round(10000 * c.Weight)
		if sum >= mostWeight || weight == 0 {
			break
		}
		parts = append(parts, fmt.Sprintf("%d:%.0f", g.index(c.Move), weight))
		sum += c.Weight
	}
	return strings.Join(parts, " ")
}

func (g *Game) owner(owner []float64) string {
	if owner == nil {
		return ""
	}
	bytes := make([]byte, g.Size*g.Size)
	for i := range bytes {
		bytes[i] = byte(int8(math.Round(127 * max(-1, min(1, owner[g.Point(i)])))))
	}
	return base64.StdEncoding.EncodeToString(bytes)
}
