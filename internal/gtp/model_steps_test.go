package gtp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gtpgo/internal/rules"
)

// The steps of TestModel.

func (c *chaos) stepPlay() {
	color := c.color()
	if c.random.IntN(4) > 0 {
		color = c.toPlay
	}
	if c.random.IntN(15) == 0 {
		word, failure := c.wrongVertex()
		c.send("play "+c.colorWord(color)+" "+word, failure, nil)
		return
	}
	mv := modelMove{color, c.anyPoint()}
	if c.random.IntN(12) == 0 {
		mv.at = -1
	}
	line := "play " + c.colorWord(color) + " " + c.spell(mv.at)
	if !c.legal(mv) {
		c.send(line, `\? illegal move`, nil)
		return
	}
	c.send(line, "= ", func(string) { c.model.play(mv) })
}

func (c *chaos) stepGenmove() {
	if c.size > 7 {
		return // judging who lives takes its own number of playouts
	}
	color := c.color()
	if c.random.IntN(3) > 0 {
		color = c.toPlay
	}
	word := c.colorWord(color)
	const vertex = "([A-Z][0-9]+|pass|resign)"
	move := func(text string) {
		text = strings.TrimSpace(text[strings.LastIndexAny(text, " \n")+1:])
		mv := modelMove{color, c.point(text)}
		switch {
		case text == "resign":
			return
		case !c.legal(mv) || mv.at < 0 && text != "pass":
			c.fatal("genmove: %q is not legal", text)
		}
		c.model.play(mv)
	}
	switch c.random.IntN(5) {
	case 0:
		c.send("reg_genmove "+word, "= "+vertex, nil)
	case 1:
		c.send(c.pick("lz", "kata")+"-genmove_analyze "+word+" 1", "= \n.*play "+vertex, move)
	case 2:
		c.send("kgs-genmove_cleanup "+word, "= ([A-Z][0-9]+|pass)", move)
	default:
		c.send("genmove "+word, "= "+vertex, move)
	}
}

func (c *chaos) stepUndo() {
	n, line := 1, "undo"
	if c.random.IntN(2) == 0 {
		n = c.random.IntN(6)
		line = fmt.Sprint("gg-undo ", n)
	}
	if n > len(c.moves) {
		c.send(line, `\? cannot undo`, nil)
		return
	}
	if n == 0 {
		c.send(line, "= ", nil)
		return
	}
	c.send(line, "= ", func(string) { c.undo(n) })
}

func (c *chaos) stepNew() {
	switch c.random.IntN(4) {
	case 0:
		word := c.pick("0", "26", "-3", "99999999999999999999", "1000")
		c.send("boardsize "+word, `\? unacceptable size`, nil)
	case 1:
		word := c.pick("nine", "9.5", "", "0x9", "9 8", "9 9 9")
		c.send("boardsize "+word, `\? (syntax error|unacceptable size)`, nil)
	case 2:
		c.send("clear_board", "= ", func(string) { c.clear(c.size) })
	default:
		size := 1 + c.random.IntN(7)
		if c.random.IntN(12) == 0 {
			size = []int{9, 13, 19, 25}[c.random.IntN(4)]
		}
		c.send(fmt.Sprint("boardsize ", size), "= ", func(string) { c.clear(size) })
	}
}

func (c *chaos) stepKomi() {
	if c.random.IntN(3) == 0 {
		c.send("komi "+c.pick("", "NaN", "inf", "-Infinity", "0x10", "7,5", "1e", "--1", "five", "1_0", "7.5 8"), `\? syntax error`, nil)
		return
	}
	texts := [][2]string{{"7.5", "7.5"}, {"-3", "-3"}, {"+0.25", "0.25"}, {"1e2", "100"}, {"007.50", "7.5"}, {"0", "0"}, {"-0.0", "0"},
		{"0.1", "0.1"}, {"123456789.123456789", "123456789.123456789"}}
	k := texts[c.random.IntN(len(texts))]
	line := c.pick("komi ", "gtpgo-param komi ") + k[0]
	c.send(line, "= ", func(string) { c.komi = k[1] })
}

func (c *chaos) stepHandicap() {
	refused := `\? (board not empty|invalid number of stones|bad vertex list)`
	put := func(text string) { c.handicapStones(strings.Fields(text)) }
	n := c.random.IntN(12) - 1
	switch c.random.IntN(4) {
	case 0:
		want := refused
		if c.empty() {
			want = "= .*|" + refused // the fixed points of a size are not known here
		}
		c.send(fmt.Sprint("fixed_handicap ", n), want, put)
	case 1:
		if !c.empty() || n < 2 || n > c.size*c.size-1 {
			c.send(fmt.Sprint("place_free_handicap ", n), refused, nil)
			return
		}
		c.send(fmt.Sprint("place_free_handicap ", n), "= .*", put)
	default:
		var words []string
		wrong := !c.empty()
		for range c.random.IntN(5) {
			at := c.anyPoint()
			wrong = wrong || strings.Contains(strings.Join(words, " ")+" ", c.vertex(at)+" ")
			words = append(words, c.vertex(at))
		}
		if c.random.IntN(6) == 0 {
			words, wrong = append(words, c.pick("pass", "Z99", "x")), true
		}
		line := "set_free_handicap " + strings.Join(words, " ")
		if wrong || len(words) < 2 || len(words) > c.size*c.size-1 {
			c.send(line, refused, nil)
			return
		}
		c.send(line, "= ", func(string) { put(strings.Join(words, " ")) })
	}
}

func (c *chaos) stepRules() {
	changed := func(string) { c.readRules() }
	switch c.random.IntN(6) {
	case 0:
		c.send(c.pick("gtpgo-rules ", "kgs-rules ", "kata-set-rules ", "gtpgo-param rules ")+c.pick("nosuch", "area4", `{"ko":"NO"}`, `{"ko"`,
			`{"suicide":true,"hasButton":true}`, "{}x", "[]"), `\? .*`, nil)
	case 1:
		c.send("kata-set-rule "+c.pick("ko NONE", "suicide maybe", "hasButton true", "nosuch true", "scoring", "tax SEKI x"), `\? .*`, nil)
	case 2:
		rule := c.pick("ko SIMPLE", "ko POSITIONAL", "ko SITUATIONAL", "ko ikeda", "suicide true", "suicide false", "tax ALL", "tax NONE",
			"scoring TERRITORY", "scoring AREA", "end PROVISIONAL", "pass ALL", "friendlyPassOk false", "whiteHandicapBonus N", "hasButton false")
		key, value, _ := strings.Cut(rule, " ")
		c.send("kata-set-rule "+rule, "= ", func(string) {
			if c.readRules(); c.axes[key] != "" && !strings.EqualFold(c.axes[key], value) {
				c.fatal("%s: %v", rule, c.axes)
			}
		})
	case 3:
		c.send(`kata-set-rules {"ko":"SITUATIONAL","suicide":true,"tax":"SEKI","scoring":"TERRITORY"}`, "= ", changed)
	default:
		all := rules.Rulesets()
		name := all[c.random.IntN(len(all))].Name
		line := c.pick("gtpgo-rules ", "kgs-rules ") + c.pick(name, strings.ToUpper(name), strings.ReplaceAll(name, "-", " "))
		c.send(line, "= ", func(string) {
			if c.readRules(); c.rules != name {
				c.fatal("%s: the rules are %s", line, c.rules)
			}
		})
	}
}

func (c *chaos) stepFile() {
	name := c.pick("a.sgf", `"b c.sgf"`, "d")
	switch c.random.IntN(4) {
	case 0:
		c.send(c.pick("savesgf ", "printsgf ", "gomill-savesgf ")+name, "= ", nil)
		saved := c.clone()
		c.saved[name] = saved
		return
	case 1:
		for _, broken := range slices.Sorted(maps.Keys(brokenRecords)) {
			if c.random.IntN(3) == 0 {
				c.send("loadsgf "+broken, `\? cannot load file`, nil)
			}
		}
		c.send("loadsgf "+c.pick("nosuch.sgf", ".", "nosuch/a.sgf", `"`+"\xff"+`"`), `\? cannot load file`, nil)
		return
	case 2:
		c.send("loadsgf "+c.pick("", `"a`, `""`, "a.sgf x", "a.sgf 1 2", "a.sgf -1"), `\? syntax error`, nil)
		return
	}
	saved, ok := c.saved[name]
	if !ok {
		return
	}
	line, n := "loadsgf "+name, len(saved.moves)
	if c.random.IntN(2) == 0 {
		at := 1 + c.random.IntN(n+3)
		line, n = line+" "+strconv.Itoa(at), min(n, at-1)
	}
	c.send(line, "= ", func(string) { c.load(saved, n) })
}

// load takes over a saved game up to n moves; the rules stay. All of it is as it
// was saved; before the end the side of the next move is to play.
func (c *chaos) load(saved *model, n int) {
	m := saved.clone()
	m.rules, m.axes = c.rules, c.axes
	if n < len(saved.moves) {
		m.undo(len(saved.moves) - n)
		if m.toPlay = saved.moves[n].color; n == 0 {
			m.first = m.toPlay
		}
	}
	*c.model = *m
}

func (c *chaos) stepSequence() {
	setup := c.random.IntN(3) == 0
	next := c.clone()
	wrong := setup && !c.empty()
	var words []string
	var stones []modelMove
	for range c.random.IntN(6) {
		mv := modelMove{c.color(), c.anyPoint()}
		words = append(words, c.colorWord(mv.color), c.spell(mv.at))
		stones = append(stones, mv)
		if setup || wrong {
			continue
		}
		if !next.legal(mv) {
			wrong = true
			continue
		}
		next.play(mv)
	}
	line := "gogui-play_sequence " + strings.Join(words, " ")
	if setup {
		line = "gogui-setup " + strings.Join(words, " ")
		wrong = wrong || !next.setup(stones)
		next.handicap, next.first = 0, next.toPlay
	}
	switch {
	case c.random.IntN(8) == 0:
		c.send(line+c.pick(" b", " green A1", " b Z99", " w A0"), `\? .*`, nil)
	case wrong:
		c.send(line, `\? (illegal move|board not empty|bad vertex list)`, nil)
	default:
		c.send(line, "= ", func(string) { *c.model = *next })
	}
}

func (c *chaos) stepPlayer() {
	color := c.color()
	c.send("gogui-setup_player "+c.colorWord(color), "= ", func(string) {
		if c.toPlay = color; len(c.moves) == 0 {
			c.first = color
		}
	})
}

// stepStrength changes how the engine plays, which shows in its parameters alone.
func (c *chaos) stepStrength() {
	name := c.pick("level", "ponder")
	if c.random.IntN(4) == 0 {
		c.send("gtpgo-param "+name+" "+c.pick("00", "11", "-1", "strong", "1.5", "1e9", "maybe", "\xff", "5 5"), `\? .*`, nil)
		return
	}
	value := c.pick("true", "false")
	if name == "level" {
		value = strconv.Itoa(1 + c.random.IntN(10))
	}
	c.send(c.pick("gtpgo-param ", "gtpgo-gogui_param ")+name+" "+value, "= ", func(string) {
		if got := c.ask("gtpgo-param %s", name); got != value {
			c.fatal("%s is %s, not %s", name, got, value)
		}
	})
}

// stepPonder thinks as the server does while it waits, to its end or not, which
// changes nothing.
func (c *chaos) stepPonder() {
	before := c.observed()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Duration(c.random.IntN(5))*time.Millisecond)
	defer cancel()
	c.server.Session.Engine.Ponder(ctx)
	if after := c.observed(); after != before {
		c.fatal("pondering changed\n%s\nto\n%s", before, after)
	}
}

// stepClock sets clocks that no sane client has.
func (c *chaos) stepClock() {
	c.send(c.pick("time_settings 0 0 0", "time_settings 1e300 1e300 1e300", "time_settings -5 1 1", "time_settings 0 1e-9 1",
		"kgs-time_settings byoyomi 0 1e-9 99", "kgs-time_settings canadian 1 1e300 1", "kgs-time_settings absolute 0",
		"kata-time_settings fischer 0 1e300", "kata-time_settings fischer 0 0", "kata-time_settings fischer-capped 1 1 1 1e-9",
		"time_left b -1e300 0", "time_left w 1e300 1000000", "time_left b 0 -3", "time_left w 0.001 1", "kgs-time_settings none",
	), "= ", nil)
}

// stepQuestion sends what changes nothing, or nothing that shows.
func (c *chaos) stepQuestion() {
	if c.size > 7 {
		return
	}
	color := c.pick("b", "w")
	c.send(c.pick(
		"final_score", "final_status_list dead", "final_status_list alive", "final_status_list seki", "estimate_score", "showboard",
		"lz-analyze", "lz-analyze "+color+" 1 minmoves 2", "kata-analyze "+color+" 1 ownership true", "stop", "name", "list_commands", "help",
		"gtpgo-score jungo", "gtpgo-score territory3", "gtpgo-compare", "gtpgo-checklist "+color, "gtpgo-dead", "gtpgo-dead auto", "gtpgo-judged",
		"time_settings 0 1 1", "time_settings 1 0 0", "time_left b 1 0", "kgs-time_settings byoyomi 1 1 3", "kata-time_settings none",
		"gtpgo-why "+color+" "+c.vertex(c.anyPoint()), "cputime", "gomill-explain_last_move", "gogui-analyze_commands", "kgs-game_over",
		"gtpgo-ownership", "gtpgo-best_moves", "gtpgo-visits", "gtpgo-pv "+color, "gtpgo-safe_fill "+color, "gtpgo-territory", "gtpgo-legal_map",
	), anything, nil)
}

// stepWrong sends a command with too few, too many or senseless words, or one
// that is none.
func (c *chaos) stepWrong() {
	names := c.server.Table.Names()
	cmd := c.server.Table.Lookup(names[c.random.IntN(len(names))])
	switch {
	case cmd.Name == "quit" || strings.Contains(cmd.Name, "solve") || c.size > 7 && cmd.Max != 0:
	case c.random.IntN(6) == 0:
		c.send(c.pick("Play b A1", "nosuch", "undo_all", "GENMOVE b", "=", "?", "-1", "2147483648 name", "play\xa0b A1"), `\? unknown command`, nil)
	case cmd.Min > 0 && c.random.IntN(2) == 0:
		c.send(cmd.Name+strings.Repeat(" b", cmd.Min-1), `\? syntax error`, nil)
	case cmd.Max >= 0 && c.random.IntN(2) == 0:
		c.send(cmd.Name+strings.Repeat(" 1", cmd.Max+1), `\? syntax error`, nil)
	case cmd.Max != 0 && cmd.Name != "loadsgf": // which could find a file of that name
		c.send(cmd.Name+strings.Repeat(c.pick(" %%%", " \x01\x02~", " é"), max(1, cmd.Min)), anything, nil)
	}
}
