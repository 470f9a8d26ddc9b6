package rules_test

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"gtpgo/internal/rules"
)

// TestParseDecimal goes through what clients send for komi, and what they must
// not get away with. An empty want is an error.
func TestParseDecimal(t *testing.T) {
	nines := strings.Repeat("9", 300)
	for text, want := range map[string]string{
		"7": "7", "7.5": "7.5", ".5": "0.5", "5.": "5", "-5.5": "-5.5", "+5": "5", "-.25": "-0.25", "007.50": "7.5",
		"0": "0", "0.0": "0", "-0": "0", "-0.0": "0", ".0": "0", "0e5": "0",
		"1e1": "10", "1E1": "10", "1e+06": "1000000", "1e-3": "0.001", "12.5e-1": "1.25", "-1.5e2": "-150", "1.25e1": "12.5",
		"4.96": "4.96", "0.1": "0.1", "0.30000000000000004": "0.30000000000000004", "-200.000": "-200",
		nines: nines, "-" + nines: "-" + nines, nines + "." + nines: nines + "." + nines,
		"1e300": "1" + strings.Repeat("0", 300), "1e-300": "0." + strings.Repeat("0", 299) + "1",
		"": "", ".": "", "-": "", "+": "", "-.": "", "--5": "", "+-5": "", "-+5": "", "5-": "", "1.2.3": "", "1..2": "",
		"7,50": "", "7,5": "", "abc": "", "NaN": "", "nan": "", "Inf": "", "-inf": "", "Infinity": "",
		"0x10": "", "0x1p4": "", "0b1": "", "1_000": "", "1e1_0": "", "e5": "", ".e5": "", "1e": "", "1e+": "", "1e1.5": "", "1e5e5": "",
		" 5": "", "5 ": "", "5\n": "", "٣": "", "５": "", "½": "", "1e999999999": "", "-1e999999999": "", "1e-999999999": "",
		"1e99999999999999999999999": "", "1e400": "", ".1e-400": "",
		strings.Repeat("9", 401): "", "0." + strings.Repeat("1", 401): "", strings.Repeat("0", 1_000_000): "",
	} {
		d, err := rules.ParseDecimal(text)
		switch {
		case want == "" && !errors.Is(err, rules.ErrDecimal):
			t.Errorf("%.60q is %.60v, %v; want an error", text, d, err)
		case want != "" && (err != nil || d.String() != want):
			t.Errorf("%.60q is %.60v, %v; want %.60s", text, d, err, want)
		}
	}
}

// TestResult: a margin less komi is written as the shortest exact decimal, and
// a tie as 0.
func TestResult(t *testing.T) {
	for _, c := range []struct {
		halves int
		komi   string
		want   string
	}{
		{0, "0", "0"}, {0, "-0.0", "0"}, {14, "7", "0"}, {14, "7.00", "0"}, {15, "7.5", "0"},
		{7, "0", "B+3.5"}, {-1, "0", "W+0.5"}, {14, "6.5", "B+0.5"}, {14, "7.5", "W+0.5"}, {2, "-5.5", "B+6.5"},
		{10, "4.96", "B+0.04"}, {-10, "4.96", "W+9.96"}, {10, "5.04", "W+0.04"}, {1, "0.5000000000000000001", "W+0.0000000000000000001"},
		{722, "1e3", "W+639"}, {722, "-1e3", "B+1361"}, {2, "1e+06", "W+999999"}, {0, "1e300", "W+1" + strings.Repeat("0", 300)},
		{3, "1e-20", "B+1.49999999999999999999"},
	} {
		komi, err := rules.ParseDecimal(c.komi)
		if err != nil {
			t.Fatal(err)
		}
		if got := rules.Halves(c.halves).Sub(komi).Result(); got != c.want {
			t.Errorf("%d half points, komi %s: %s, want %s", c.halves, c.komi, got, c.want)
		}
	}
}

// TestDecimalIsAValue: the zero value is 0, arithmetic leaves its arguments
// alone, and Float is the nearest one.
func TestDecimalIsAValue(t *testing.T) {
	var zero rules.Decimal
	a, err := rules.ParseDecimal("6.5")
	if err != nil {
		t.Fatal(err)
	}
	b := a.Sub(zero).Sub(rules.Halves(1)).Sub(a)
	if zero.String() != "0" || zero.Result() != "0" || zero.Sign() != 0 || a.String() != "6.5" || b.String() != "-0.5" || b.Sign() != -1 {
		t.Errorf("%v %v %v", zero, a, b)
	}
	for text, want := range map[string]float64{"6.5": 6.5, "0.1": 0.1, "-4.96": -4.96, "1e399": math.Inf(1), "1e-399": 0} {
		d, err := rules.ParseDecimal(text)
		if err != nil || d.Float() != want {
			t.Errorf("%s as a float: %v, %v", text, d.Float(), err)
		}
	}
}

// FuzzDecimal: whatever is accepted is the number that is written there, and
// comes back from its own text, in which there is never an exponent.
func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"7.5", ".5", "-0", "1e+06", "4.96", "1e-3", "7,50", "NaN", "--5", "1e400", "9.e-400", "0x10", "1_0", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := rules.ParseDecimal(s)
		if err != nil {
			return
		}
		text := d.String()
		if strings.Trim(strings.TrimPrefix(text, "-"), "0123456789.") != "" || len(text) > 802 {
			t.Fatalf("%q is written %q", s, text)
		}
		back, err := rules.ParseDecimal(text)
		if err != nil || back.String() != text || back.Sub(d).Sign() != 0 {
			t.Fatalf("%q is written %q, which is read as %v, %v", s, text, back, err)
		}
		want, ok := new(big.Rat).SetString(s)
		if got, _ := new(big.Rat).SetString(text); !ok || got.Cmp(want) != 0 {
			t.Fatalf("%q is written %q", s, text)
		}
		if r := d.Result(); (r == "0") != (d.Sign() == 0) || d.Sign() > 0 && r != "B+"+text || d.Sign() < 0 && r != "W+"+text[1:] {
			t.Fatalf("%q as a result is %q", s, r)
		}
	})
}
