package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"gtpgo/internal/gtp"
	"gtpgo/internal/rules"
)

var update = flag.Bool("update", false, "rewrite the generated parts of README.md")

const readme = "../../README.md"

// TestREADME compares the tables of the README with the tables of the code
// that they are made from.
func TestREADME(t *testing.T) {
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	want := string(data)
	for name, text := range map[string]string{
		"rulesets": rulesetTable(), "flags": flagTable(flagSet(new(options))),
		"match-flags":    flagTable(matchFlags(new(matchSettings), new(bool))),
		"selfplay-flags": flagTable(selfplayFlags(new(selfplaySettings), new(bool))), "commands": commandTable(t),
	} {
		want = replaceBlock(t, want, name, text)
	}
	if want == string(data) {
		return
	}
	if !*update {
		t.Fatal("README.md is not in step with the code: go test ./cmd/gtpgo -run README -update")
	}
	if err := os.WriteFile(readme, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

// replaceBlock puts text between the markers of that name.
func replaceBlock(t *testing.T, in, name, text string) string {
	t.Helper()
	start, end := "<!-- "+name+" -->\n", "<!-- end -->"
	before, rest, ok := strings.Cut(in, start)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no block %q", name)
	}
	return before + start + text + end + after
}

func row(cells ...string) string {
	for i := range cells {
		cells[i] = strings.ReplaceAll(cells[i], "|", "\\|")
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

func rulesetTable() string {
	text := row("name", "also", "ko", "suicide", "end", "passes cost", "scoring", "dead stones", "source")
	text += strings.Repeat("|---", 9) + "|\n"
	for _, r := range rules.Rulesets() {
		scoring := r.Scoring.String()
		if r.Tax != rules.NoTax {
			scoring += ", tax " + r.Tax.String()
		}
		if r.LiveOnly {
			scoring += ", live stones only"
		}
		if r.FirstPass {
			scoring += ", first pass"
		}
		dead, suicide := "as they stand", "no"
		if r.AgreedDead {
			dead = "agreed"
		}
		if r.Suicide {
			suicide = "yes"
		}
		text += row("`"+r.Name+"`", strings.Join(r.Aliases, ", "), r.Ko.String(), suicide, r.End.String(), r.PassCost.String(),
			scoring, dead, r.Source)
	}
	return text
}

// machineDefaults are the defaults that differ from one machine to the next.
var machineDefaults = map[string]string{"parallel": "one for each processor"}

func flagTable(flags *pflag.FlagSet) string {
	text := row("flag", "default", "meaning") + "|---|---|---|\n"
	flags.VisitAll(func(f *pflag.Flag) {
		byDefault := f.DefValue
		if d, ok := machineDefaults[f.Name]; ok {
			byDefault = d
		}
		text += row("`--"+f.Name+"`", byDefault, strings.ReplaceAll(f.Usage, "\n", " "))
	})
	return text
}

func commandTable(t *testing.T) string {
	t.Helper()
	table, err := gtp.Commands()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for group, commands := range table.Groups() {
		fmt.Fprintf(&text, "**%s**\n\n", group)
		text.WriteString(row("command", "does", "from") + "|---|---|---|\n")
		for _, c := range commands {
			if !c.Hidden {
				text.WriteString(row("`"+c.Usage()+"`", c.Help, c.Spec))
			}
		}
		text.WriteString("\n")
	}
	return text.String()
}
