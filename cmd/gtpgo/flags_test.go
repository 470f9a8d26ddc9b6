package main

import (
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"gtpgo/internal/engine"
)

// What is wrong on the command line is said in one line, and the status is 2.
func TestBadFlags(t *testing.T) {
	tests := []struct{ args, want string }{
		{"--threads 300", "--threads 300: not a whole number from 0 to 256"},
		{"--threads many", "--threads many: not a whole number from 0 to 256"},
		{"--threads -1", "--threads -1: not a whole number from 0 to 256"},
		{"--threads", "flag needs an argument: --threads"},
		{"--boardsize 26", "--boardsize 26: not a whole number from 1 to 25"},
		{"--komi nan", "--komi nan: not a finite decimal number"},
		{"--rules chess", "--rules chess: unknown rules (known: jungo, "},
		{"--scoring points", "--scoring points: not one of jungo, area, territory"},
		{"--rules chinese --scoring jungo", "--scoring jungo: --rules chinese counts otherwise"},
		{"--scoring jungo --rules chinese", "--scoring jungo: --rules chinese counts otherwise"},
		{"--time 0", "--time 0 needs playouts"},
		{"--time -1", "--time -1: not a number from 0 to 1000000000"},
		{"--lag inf", "--lag inf: not a number from 0 to 3600"},
		{"--memory 0", "--memory 0: not a whole number from 1 to 131072"},
		{"--resign-threshold 1.5", "--resign-threshold 1.5: not a number from 0 to 1"},
		{"--noresign=maybe", "--noresign maybe: neither true nor false"},
		{"--seed 1e3", "--seed 1e3: not a whole number from "},
		{"--playouts -5", "--playouts -5: not a whole number from 0 to 1000000000"},
		{"--log-level loud", "--log-level loud: unknown level"},
		{"--depth 3", "unknown flag: --depth"},
		{"-threads 3", "unknown shorthand flag"},
		{"play", "unexpected argument \"play\""},
	}
	for _, tt := range tests {
		var out, err strings.Builder
		status := run(strings.Fields(tt.args), strings.NewReader("quit\n"), &out, &err)
		if status != exitUsage || out.Len() > 0 || !strings.HasPrefix(err.String(), "gtpgo: "+tt.want) ||
			strings.Count(err.String(), "\n") != 1 {
			t.Errorf("%s: status %d, %q, %q", tt.args, status, out.String(), err.String())
		}
	}
}

func TestFlags(t *testing.T) {
	tests := []struct{ args, name, want string }{
		{"", "threads", "0"},
		{"", "rules", "area2"},
		{"--scoring jungo", "rules", "jungo"},
		{"--rules chinese --scoring area", "rules", "chinese"},
		{"--noresign", "resign-threshold", "0"},
		{"--noresign --resign-threshold 0.2", "resign-threshold", "0"},
		{"--seed=7", "seed", "7"},
		{"--seed -7", "seed", "-7"},
		{"--komi=-3.75", "komi", "-3.75"},
		{"--time 0 --playouts 300", "time", "0"},
		{"--memory 64 --lag 1.5", "lag", "1.5"},
	}
	for _, tt := range tests {
		o, err := parse(strings.Fields(tt.args))
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		c, err := o.config(zerolog.Nop())
		if got, _ := c.Get(tt.name); err != nil || got != tt.want {
			t.Errorf("%s: %s is %q, %v, want %q", tt.args, tt.name, got, err, tt.want)
		}
	}
}

// The help shows every parameter with its default.
func TestHelp(t *testing.T) {
	var out, err strings.Builder
	if status := run([]string{"--help"}, strings.NewReader(""), &out, &err); status != exitOK || err.Len() > 0 {
		t.Errorf("status %d, %q", status, err.String())
	}
	words := strings.Join(strings.Fields(out.String()), " ")
	for _, p := range engine.Params() {
		want := p.Help + " (default " + p.Default + ")"
		if p.Kind == engine.BoolParam {
			want = p.Help
		}
		if !strings.Contains(words, "--"+p.Name+" ") || !strings.Contains(words, want) {
			t.Errorf("no %q for --%s in\n%s", want, p.Name, out.String())
		}
	}
}
