package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gtpgo/internal/net"
)

// defaultNet returns the net that the program uses without flags.
func defaultNet(t *testing.T) Net {
	t.Helper()
	return DefaultConfig().Net
}

func TestNet(t *testing.T) {
	c := DefaultConfig()
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.bin")
	if err := os.WriteFile(bad, []byte("gtpgonet and no more"), 0o666); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile("../net/weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(dir, "mine.bin")
	if err := os.WriteFile(mine, good, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		value string
		asked bool // whether the search then asks a net
		wrong string
	}{
		{"on", true, ""}, {"OFF", false, ""}, {"auto", net.Fast(), ""}, {mine, true, ""},
		{bad, true, "no net"}, {filepath.Join(dir, "none.bin"), true, "no such file"}, {dir, true, "not a regular file"},
	} {
		err := c.Set("net", tt.value)
		if (err == nil) != (tt.wrong == "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("%s: error %v", tt.value, err)
		}
		if asked := c.Net.weights() != nil; asked != tt.asked {
			t.Errorf("%s: a net is asked: %v", tt.value, asked)
		}
	}
	if value, _ := c.Get("net"); value != mine {
		t.Errorf("after errors the net is %s", value)
	}
	if value, _ := new(Config).Get("net"); value != netOff {
		t.Errorf("without a net it is %s", value)
	}
}
