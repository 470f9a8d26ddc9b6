package gtp

import (
	"context"
	"strings"
)

// menuEntry is an entry of GoGui's analyze menu (GoGui manual, "Analyze
// Commands"). Entries with a handler define their command too; the others show
// a command of another table.
type menuEntry struct {
	// kind is what GoGui makes of the reply:
	//
	//	string, hstring, hpstring   text; with h highlighted, with p the points in it marked
	//	plist, pspairs              points to mark; points with a label each
	//	dboard, sboard, cboard      a row of the board a line, from the top: -1 (White) to 1, texts, colours
	//	var, varc                   moves, beginning with the side to move, or with %c
	//	gfx                         lines of graphics, see gfx
	//	eplist, param               a list of points, parameters to be edited
	//	none                        nothing
	kind  string
	label string // in the menu: unique, without a slash
	// line is the command with GoGui's placeholders: %c a colour, %p a point,
	// %s a text, %o a text that the command prints without it, %w a file.
	line string

	// Of a command that is defined here:
	args     string
	help     string
	min, max int
	run      handler
}

// name returns the command word.
func (m *menuEntry) name() string {
	name, _, _ := strings.Cut(m.line, " ")
	return name
}

// analyzeMenu is the whole menu.
func analyzeMenu() []menuEntry {
	return []menuEntry{
		// What the search thinks of the position.
		{kind: "gfx", label: "Best Moves", line: "gtpgo-best_moves", run: runBestMoves,
			help: "win rates of the best moves, coloured by visits"},
		{kind: "pspairs", label: "Visits", line: "gtpgo-visits", run: runVisits,
			help: "visits of each move"},
		{kind: "pspairs", label: "Scores of Moves", line: "gtpgo-move_scores", run: runMoveScores,
			help: "mean margin after each move, for the side to move"},
		{kind: "var", label: "Principal Variation", line: "gtpgo-pv", run: runPV,
			help: "the line of play that was searched most"},
		{kind: "hstring", label: "Search Report", line: "gtpgo-search", run: runSearch,
			help: "all that the search knows of the best moves"},
		{kind: "gfx", label: "RAVE Values", line: "gtpgo-rave", run: runRave,
			help: "win rates of the playouts in which the side to move played there first"},
		{kind: "gfx", label: "Move Priors", line: "gtpgo-priors", run: runPriors,
			help: "what each move looked like before the search, in percent"},
		{kind: "dboard", label: "Ownership", line: "gtpgo-ownership", run: runOwnership,
			help: "mean owner of each point at the end of the playouts"},
		{kind: "gfx", label: "Search Picture", line: "gtpgo-search_gfx", run: runSearchPicture,
			help: "ownership, best moves and principal variation, as the live graphics show them"},
		{kind: "varc", label: "Suggested Move", line: "reg_genmove %c"},
		{kind: "hpstring", label: "Explanation of Last Move", line: "gomill-explain_last_move"},
		{kind: "param", label: "Live Graphics", line: "gtpgo-live_gfx"},

		// What the rules make of it.
		{kind: "gfx", label: "Legal Moves", line: "gtpgo-legal_map %c", args: "[COLOR]", max: 1, run: runLegalMap,
			help: "legal points, and why the others are forbidden: ko, sk (superko) with the move repeated, su (suicide)"},
		{kind: "plist", label: "Legal Points", line: "gtpgo-legal %c"},
		{kind: "string", label: "Why Legal", line: "gtpgo-why %c %p"},
		{kind: "hstring", label: "Repeated Positions", line: "gtpgo-repetitions", run: runRepetitions,
			help: "plays that made a position of the game once more"},
		{kind: "dboard", label: "Territory", line: "gtpgo-territory", run: runTerritory,
			help: "the points that count for a colour in final_score"},
		{kind: "string", label: "Final Score", line: "final_score"},
		{kind: "string", label: "Estimated Score", line: "estimate_score"},
		{kind: "hstring", label: "Score", line: "gtpgo-score"},
		{kind: "hstring", label: "Score under All Rules", line: "gtpgo-compare"},
		{kind: "hstring", label: "State", line: "gtpgo-state"},
		{kind: "hpstring", label: "Checklist", line: "gtpgo-checklist %c"},
		{kind: "hstring", label: "Board", line: "showboard"},
		{kind: "param", label: "Rules and Komi", line: "gtpgo-rules_param", args: "[KEY VALUE]", max: -1, run: runRulesParam,
			help: "rules, each choice of them, and komi, as GoGui's parameters"},
		{kind: "none", label: "Rules by Name", line: "gtpgo-rules %s"},
		{kind: "none", label: "Way of Counting", line: "gtpgo-scoring %o"},
		{kind: "hstring", label: "Rules in Force", line: "gtpgo-rules"},
		{kind: "hstring", label: "List of Rules", line: "gtpgo-list_rules"},

		// Life and death.
		{kind: "plist", label: "Dead Stones", line: "final_status_list dead"},
		{kind: "plist", label: "Living Stones", line: "final_status_list alive"},
		{kind: "plist", label: "Stones in Seki", line: "final_status_list seki"},
		{kind: "gfx", label: "Judged Stones", line: "gtpgo-judged", run: runJudged,
			help: "stones that the engine takes for dead or in seki, whatever the rules"},
		{kind: "eplist", label: "Agree on Dead Stones", line: "gtpgo-edit_dead", args: "show | [VERTEX...]", max: -1, run: runEditDead,
			help: "say which stones are agreed dead, or show them"},
		{kind: "none", label: "Leave Dead Stones to the Engine", line: "gtpgo-dead auto"},
		{kind: "cboard", label: "Unconditionally Alive", line: "gtpgo-alive", run: runAlive,
			help: "stones that no moves in a row can take (Benson 1976)"},
		{kind: "plist", label: "Safe Fill", line: "gtpgo-safe_fill %c", args: "[COLOR]", max: 1, run: runSafeFill,
			help: "a point where a stone of the colour costs nothing, where stones are what counts"},

		// Chains.
		{kind: "sboard", label: "Liberties", line: "gtpgo-liberties", run: runLiberties,
			help: "the number of liberties of each chain"},
		{kind: "plist", label: "Chains in Atari", line: "gtpgo-atari", run: runAtari,
			help: "the stones of chains with one liberty"},
		{kind: "cboard", label: "Eyes", line: "gtpgo-eyes", run: runEyes,
			help: "empty points that look like eyes, where playouts do not play"},
		{kind: "plist", label: "Chain", line: "gtpgo-chain %p", args: "VERTEX", min: 1, max: 1, run: runOnPoint(stones),
			help: "the stones of a chain"},
		{kind: "plist", label: "Liberties of Chain", line: "gtpgo-chain_liberties %p", args: "VERTEX", min: 1, max: 1,
			run: runOnPoint(liberties), help: "the liberties of a chain"},
		{kind: "hpstring", label: "Chain Data", line: "gtpgo-chain_data %p", args: "VERTEX", min: 1, max: 1, run: runChainData,
			help: "size, liberties and life of a chain"},

		// The engine.
		{kind: "param", label: "Parameters", line: "gtpgo-gogui_param"},
		{kind: "hstring", label: "Engine", line: "gomill-describe_engine"},
		{kind: "string", label: "Processor Time", line: "cputime"},
		{kind: "hstring", label: "Help", line: "help"},
		{kind: "none", label: "Save Game", line: "savesgf %w"},
	}
}

// menuCommands returns the commands that the menu defines.
func menuCommands() []command {
	var list []command
	for _, m := range analyzeMenu() {
		if m.run != nil {
			list = append(list, command{Name: m.name(), Args: m.args, Help: m.help, Spec: specOwn, Group: groupMenu,
				Min: m.min, Max: m.max, Run: m.run})
		}
	}
	return list
}

func runAnalyzeCommands(_ context.Context, s *Session, _ *Args, r *Reply) error {
	for _, m := range analyzeMenu() {
		if s.table.Lookup(m.name()) != nil {
			r.Line(m.kind + "/" + m.label + "/" + m.line)
		}
	}
	return nil
}
