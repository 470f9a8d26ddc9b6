package gtp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gtpgo/internal/engine"
)

func TestParamCommand(t *testing.T) {
	s := sit(t, 9, "area2")
	listed := map[string]string{}
	for line := range strings.Lines(s.ask("gtpgo-param")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		listed[name] = value
	}
	for _, p := range engine.Params() {
		value, ok := listed[p.Name]
		if ok == p.Start {
			t.Errorf("%s is listed: %v", p.Name, ok)
		}
		if ok {
			s.expect(value, "gtpgo-param "+p.Name)
			s.expect("", fmt.Sprintf("gtpgo-param %s %s", strings.ToUpper(p.Name), value))
		}
	}
	s.expect("9", "gtpgo-param boardsize")
	for _, setting := range []string{"threads 2", "playouts 30", "komi -0.25", "rules japanese", "scoring jungo", "noresign true",
		"memory 4", "seed 7", "lag 0.05", "time 0.5", "max-time 3"} {
		name, value, _ := strings.Cut(setting, " ")
		s.expect("", "gtpgo-param "+setting)
		s.expect(value, "gtpgo-param "+name)
		s.ask("genmove b")
	}
	s.expect("jungo", "gtpgo-param rules")
	s.refuses("unknown parameter: depth (see gtpgo-param)", "gtpgo-param depth")
	s.refuses("unknown parameter: depth (see gtpgo-param)", "gtpgo-param depth 3")
	s.refuses("threads 2000: not a whole number from 0 to 256", "gtpgo-param threads 2000")
	s.refuses("boardsize is set at the start only, now by the command boardsize", "gtpgo-param boardsize 9")
	s.refuses("komi many: not a finite decimal number", "gtpgo-param komi many")
	s.ask("gtpgo-param time 0")
	s.refuses("time 0 needs playouts: nothing else would end a search", "gtpgo-param playouts 0")
	s.expect("30", "gtpgo-param playouts")
}

// The form of GoGui, also for rules that no name stands for.
func TestGoGuiParam(t *testing.T) {
	s := sit(t, 9, "area2")
	for range 2 {
		text := s.ask("gtpgo-gogui_param")
		checkReply(t, 9, "param", text)
		for line := range strings.Lines(text) { // as GoGui saves parameters
			_, setting, _ := strings.Cut(strings.TrimSpace(line), "] ")
			s.expect("", "gtpgo-gogui_param "+setting)
		}
		if after := s.ask("gtpgo-gogui_param"); after != text {
			t.Errorf("changed from\n%s\nto\n%s", text, after)
		}
		s.ask("kata-set-rule suicide true")
		s.ask("gtpgo-gogui_param noresign 1")
	}
	if text := s.ask("gtpgo-gogui_param"); !strings.Contains(text, "\n[bool] noresign 1") ||
		!strings.Contains(text, "\n[list/custom_(from_area2)/jungo/") || !strings.Contains(text, "] rules custom_(from_area2)\n") {
		t.Error(text)
	}
	s.ask("gtpgo-gogui_param rules jungo")
	s.expect("jungo", "gtpgo-scoring")
	s.refuses("syntax error", "gtpgo-gogui_param threads")
	s.refuses("threads many: not a whole number from 0 to 256", "gtpgo-gogui_param threads many")
	s.refuses("unknown parameter: depth (see gtpgo-param)", "gtpgo-gogui_param depth 3")
}

func TestKataParams(t *testing.T) {
	s := sit(t, 9, "area2")
	steps := []struct{ name, value, want, own string }{
		{"maxVisits", "300", "300", "playouts 300"},
		{"maxPlayouts", "100", "100", "playouts 100"},
		{"maxTime", "2.5", "2.5", "time 2.5"},
		{"maxTime", "1e20", "1e+20", "time 0"}, // as playouts are limited
		{"maxTime", "3", "3", "max-time 3"},
		{"maxVisits", "1125899906842624", "1125899906842624", "playouts 0"},
		{"maxTime", "1e20", "1000000000", "max-time 0"},
		{"maxTime", "1", "1", "time 1"},
		{"numSearchThreads", "2", "2", "threads 2"},
		{"lagBuffer", "1", "1", "lag 1"},
		{"resignThreshold", "-0.90", "-0.9", "resign-threshold 0.05"},
		{"resignThreshold", "-0.86", "-0.86", "resign-threshold 0.07"},
		{"allowResignation", "false", "false", "noresign true"},
		{"allowResignation", "true", "true", "resign-threshold 0.1"},
	}
	listed := strings.Fields(s.ask("kata-list-params"))
	seen := map[string]bool{}
	for _, step := range steps {
		seen[step.name] = true
		s.expect("", fmt.Sprintf("kata-set-param %s %s", step.name, step.value))
		s.expect(step.want, "kata-get-param "+step.name)
		name, value, _ := strings.Cut(step.own, " ")
		s.expect(value, "gtpgo-param "+name)
	}
	for _, name := range listed {
		if !seen[name] {
			t.Errorf("%s is listed, but not tried", name)
		}
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(s.ask("kata-get-params")), &fields); err != nil || len(fields) != len(listed) {
		t.Errorf("kata-get-params: %v, %v", err, fields)
	}
	s.expect("", `kata-set-params {"maxVisits": 50, "maxTime": 1e20, "allowResignation": false, "lagBuffer": "0.5"}`)
	s.expect("50", "gtpgo-param playouts")
	s.expect("0.5", "gtpgo-param lag")
	for _, refused := range [][2]string{
		{"unknown parameter: rootNoise (see kata-list-params)", `kata-set-params {"maxVisits": 60, "rootNoise": 1}`},
		{"threads 0: not above 0", `kata-set-params {"maxVisits": 60, "numSearchThreads": 0}`},
		{"syntax error", `kata-set-params {"maxVisits": 60`},
		{"unknown parameter: playoutDoublingAdvantage (see kata-list-params)", "kata-get-param playoutDoublingAdvantage"},
		{"unknown parameter: maxvisits (see kata-list-params)", "kata-set-param maxvisits 10"},
		{"playouts 0: not a whole number above 0", "kata-set-param maxVisits 0"},
		{"time -1: not a number above 0", "kata-set-param maxTime -1"},
		{"time nan: not a number above 0", "kata-set-param maxTime nan"},
		{"resign-threshold 1.5: not a number from 0 to 1", "kata-set-param resignThreshold 2"},
		{"resignThreshold x: not a number", "kata-set-param resignThreshold x"},
		{"allowResignation x: neither true nor false", "kata-set-param allowResignation x"},
		{"syntax error", "kata-set-param maxVisits"},
	} {
		s.refuses(refused[0], refused[1])
	}
	s.expect("50", "gtpgo-param playouts")
}
