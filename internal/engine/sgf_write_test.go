package engine

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestFormatSGF(t *testing.T) {
	p := func(x, y int) sgfPoint { return sgfPoint{x, y} }
	rec := &sgfRecord{
		Size: 9, Komi: "5.5", Handicap: 2, Rules: "Japanese", Application: "gtpgo:1.0",
		Info: map[string]string{"RE": "W+0.5", "PB": `A [b] \`, "PW": "棋士"},
		Steps: []sgfStep{
			{Black: []sgfPoint{p(6, 2), p(2, 6)}, White: []sgfPoint{p(0, 0)}, Clear: []sgfPoint{p(8, 8)}, Player: 'W'},
			{Move: true, Color: 'W', Point: p(4, 4)},
			{Move: true, Color: 'B', Pass: true},
			{White: []sgfPoint{p(1, 1)}},
			{Player: 'B'},
			{Move: true, Color: 'B', Point: p(0, 8)},
		},
	}
	const want = `(;FF[4]GM[1]CA[UTF-8]AP[gtpgo:1.0]SZ[9]KM[5.5]HA[2]RU[Japanese]
PB[A [b\] \\]PW[棋士]RE[W+0.5]
AB[gc][cg]AW[aa]AE[ii]PL[W]
;W[ee];B[]
;AW[bb]
;PL[B]
;B[ai])`
	if got := formatSGF(rec); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := formatSGF(&sgfRecord{Size: 19}); got != "(;FF[4]GM[1]CA[UTF-8]SZ[19]\n)" {
		t.Errorf("empty record: %q", got)
	}
	// Ten moves a line, and a pass is never tt.
	rec = &sgfRecord{Size: 20}
	for i := range 25 {
		rec.Steps = append(rec.Steps, sgfStep{Move: true, Color: "BW"[i%2], Pass: i > 0, Point: p(19, 19)})
	}
	lines := strings.Split(formatSGF(rec), "\n")
	if len(lines) != 4 || lines[1] != ";B[tt]"+strings.Repeat(";W[];B[]", 4)+";W[]" || strings.Count(lines[3], ";") != 5 {
		t.Errorf("%q", lines)
	}
	// Texts cannot break out of a GTP reply.
	rec = &sgfRecord{Size: 9, Rules: "\n\n", Info: map[string]string{"PB": "a\n\nb\r\t", "XX": "lost"}, Steps: []sgfStep{{}}}
	if got := formatSGF(rec); got != "(;FF[4]GM[1]CA[UTF-8]SZ[9]\nPB[a  b  ]\n)" {
		t.Errorf("%q", got)
	}
}

// randomRecord makes a record that parseSGF could have made.
func randomRecord(r *rand.Rand, size int) *sgfRecord {
	rec := &sgfRecord{Size: size, Handicap: r.IntN(10)}
	if r.IntN(2) == 0 {
		rec.Komi = fmt.Sprintf("%.1f", float64(r.IntN(400)-200)/2)
	}
	text := func() string {
		const signs = `ab [](){};:\\ "éß碁` + "\x01\n"
		var b strings.Builder
		for range r.IntN(12) {
			runes := []rune(signs)
			b.WriteRune(runes[r.IntN(len(runes))])
		}
		return oneByte.decode([]byte(oneByte.encode(b.String())))
	}
	rec.Rules, rec.Application = text(), text()
	for _, id := range sgfInfo {
		if value := text(); r.IntN(3) == 0 && value != "" {
			if rec.Info == nil {
				rec.Info = map[string]string{}
			}
			rec.Info[id] = value
		}
	}
	for range r.IntN(60) {
		if r.IntN(8) > 0 {
			step := sgfStep{Move: true, Color: "BW"[r.IntN(2)], Pass: r.IntN(8) == 0}
			if !step.Pass {
				step.Point = sgfPoint{r.IntN(size), r.IntN(size)}
			}
			rec.Steps = append(rec.Steps, step)
			continue
		}
		step := sgfStep{Player: "\x00BW"[r.IntN(3)]}
		lists := []*[]sgfPoint{&step.Black, &step.White, &step.Clear}
		for y := range size {
			for x := range size {
				if n := r.IntN(3 * 10); n < 3 {
					*lists[n] = append(*lists[n], sgfPoint{x, y})
				}
			}
		}
		if !reflect.DeepEqual(step, sgfStep{}) {
			rec.Steps = append(rec.Steps, step)
		}
	}
	return rec
}

// TestSGFRoundTrip: a record comes back as it was, from every board size.
func TestSGFRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for size := 1; size <= maxSGFBoard; size++ {
		for range 100 {
			checkRoundTrip(t, randomRecord(r, size))
		}
	}
}

func checkRoundTrip(t *testing.T, rec *sgfRecord) {
	t.Helper()
	text := formatSGF(rec)
	back, err := parseSGF([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%q", err, text)
	}
	if !reflect.DeepEqual(back, rec) {
		t.Fatalf("written\n%q\nread\n%+v\nwant\n%+v", text, back, rec)
	}
	if again := formatSGF(back); again != text {
		t.Fatalf("written again\n%q\nwant\n%q", again, text)
	}
	if strings.Contains(text, "\n\n") || strings.ContainsAny(text, "\r\t") || strings.HasSuffix(text, "\n") {
		t.Fatalf("not fit for a GTP reply: %q", text)
	}
}

// FuzzSGF: no bytes make the reader panic or hang, and what it understands it
// can also write.
func FuzzSGF(f *testing.F) {
	for _, seed := range []string{
		"", "(;)", "((((", "(;(;(;", "(SZ[9]PL[2];B[aa])", "(;SZ[9]KM[5.5];B[ee];W[gc])", "(;SZ[20];B[tt];W[])",
		"(;SZ[9]AB[aa:cc][ee]AW[gg]PL[W];W[dd]AE[aa]B[ff](;B[aa])(;W[bb]))(;GM[2])",
		"From (x)\n\n(;CA[Shift_JIS]PB[\x95\x5C]PW[a\\]\\\\b\\\nc];B[aa]C[\x8F\x5C])",
		"(;PB[\x95\\]x]CA[GBK]PW[\x81])]RU[x])", "(;KM[6,5]HA[2]GaMe[1]AddBlack[aa])",
		"(;PB[Ren\xE9]C[\x82\xA0\x8F\x5C];B[aa])", "\xEF\xBB\xBF(;)\x1a", "\xFE\xFF\x00(",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := parseSGF(data)
		if (err == nil) == (rec == nil) {
			t.Fatalf("record %v with error %v", rec, err)
		}
		if err == nil {
			checkRoundTrip(t, rec)
		}
	})
}
