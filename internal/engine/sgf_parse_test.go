package engine

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// line writes the steps of a record in one line: "B aa" a move, "W -" a pass,
// "{B aa.bb W cc E dd PL w}" a set-up.
func line(steps []sgfStep) string {
	name := func(p sgfPoint) string { return string([]byte{'a' + byte(p.X), 'a' + byte(p.Y)}) }
	var words []string
	for _, s := range steps {
		if s.Move {
			at := name(s.Point)
			if s.Pass {
				at = "-"
			}
			words = append(words, string(rune(s.Color))+" "+at)
			continue
		}
		var parts []string
		for i, list := range [][]sgfPoint{s.Black, s.White, s.Clear} {
			var names []string
			for _, p := range list {
				names = append(names, name(p))
			}
			if names != nil {
				parts = append(parts, "BWE"[i:i+1]+" "+strings.Join(names, "."))
			}
		}
		if s.Player != 0 {
			parts = append(parts, "PL "+string(rune(s.Player)))
		}
		words = append(words, "{"+strings.Join(parts, " ")+"}")
	}
	return strings.Join(words, ", ")
}

func parse(t *testing.T, text string) *sgfRecord {
	t.Helper()
	rec, err := parseSGF([]byte(text))
	if err != nil {
		t.Fatalf("parseSGF(%q): %v", text, err)
	}
	return rec
}

// TestSGFSteps: what a file does to the board.
func TestSGFSteps(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		// Structure (FF[4] 2.1).
		{"empty root", "(;)", ""},
		{"empty nodes", "(;;;B[aa];;)", "B aa"},
		{"line", "(;SZ[9];B[ee];W[gc])", "B ee, W gc"},
		{"move in root", "(;SZ[9]B[ee];W[gc])", "B ee, W gc"},
		{"first child", "(;SZ[9](;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))(;B[ff]))", "B aa, W bb, B cc"},
		{"first of several lines", "(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd];B[ee];W[ff]))", "B aa, W bb, B cc"},
		{"collection", "(;SZ[9];B[aa])(;SZ[13];B[mm])", "B aa"},
		{"other game later", "(;SZ[9];B[aa]) (;GM[3];B[e2e4])", "B aa"},
		{"nonsense in a variation", "(;SZ[9](;B[aa])(;B[zz]AB[?]SZ[99]GM[7]PL[x]))", "B aa"},
		{"white space", " \n(\t;\r\nSZ \v[9]\f; B\r[aa]\n(\n;\nW [bb] ) ) \n", "B aa, W bb"},
		{"no line feeds but CR", "(;SZ[9]\r;B[aa]\r;W[bb]\r)\r", "B aa, W bb"},
		{"root without semicolon", "(\r\nSZ[9]\r\nGK[1]\r\n;B[aa];W[bb])\n(GM[1];W[cc])", "B aa, W bb"},
		// Around the game.
		{"mail before", "From: Joe (me) [x];\nSubject: a game :(\n\n(;SZ[9];B[aa])", "B aa"},
		{"blank inside of the start", "text (see) ( \n;SZ[9];B[aa])", "B aa"},
		{"byte order mark", "\xEF\xBB\xBF(;SZ[9];B[aa])", "B aa"},
		{"byte order mark and text", "\xEF\xBB\xBF\n碁 (;SZ[9];B[aa])", "B aa"},
		{"text after", "(;SZ[9];B[aa])\n-- \nJoe, 5 kyu\x1a\x00", "B aa"},
		{"text between", "(;SZ[9];B[aa])\nnext:\n(;B[zz])", "B aa"},
		// Identifiers.
		{"long names", "(;GaMe[1]SiZe[9]AddBlack[aa][ab]AddWhite[bb]AddEmpty[cc]PLayer[white];Comment[x]White[dd];Black[])",
			"{B aa.ab W bb E cc PL W}, W dd, B -"},
		{"unknown properties", "(;SZ[9]KGSDE[x]X1[y]ZZ[][][a:b];B[aa]BL[12.3]OB[3]VW[aa:bb]LB[aa:1];KO[]W[bb])", "B aa, W bb"},
		// Values.
		{"punctuation in a comment", `(;SZ[9];B[aa]C[;W[bb\](;)\\];W[cc])`, "B aa, W cc"},
		{"escaped backslash at the end", `(;SZ[9];B[aa]C[x\\];W[cc])`, "B aa, W cc"},
		{"escaped letters", `(;SZ[9];B[\a\a];W[b\b])`, "B aa, W bb"},
		{"broken point", "(;SZ[9];B[a\r\na];W[b\\\nb];B[ cc ])", "B aa, W bb, B cc"},
		{"passes", "(;SZ[19];B[];W[tt];B[ ];W[\n])", "B -, W -, B -, W -"},
		{"tt on small boards", "(;SZ[9];B[tt])", "B -"},
		{"tt without SZ", "(;B[tt])", "B -"},
		{"tt on 20", "(;SZ[20];B[tt];W[])", "B tt, W -"},
		{"corners of 25", "(;SZ[25];B[aa];W[ay];B[ya];W[yy];B[tt])", "B aa, W ay, B ya, W yy, B tt"},
		{"size after points", "(;B[tt]AB[ii]SZ[25])", "{B ii}, B tt"},
		// Set-up.
		{"lists", "(;SZ[9]AB[cc][aa]AB[bb]AW[gg]PL[W];AE[aa]AW[bb])", "{B aa.bb.cc W gg PL W}, {W bb E aa}"},
		{"rectangle", "(;SZ[9]AB[aa:cb][ee])", "{B aa.ba.ca.ab.bb.cb.ee}"},
		{"rectangle from other corners", "(;SZ[9]AB[cb:aa]AW[fe:ef])", "{B aa.ba.ca.ab.bb.cb W ee.fe.ef.ff}"},
		{"rectangle of one point", "(;SZ[9]AB[ee:ee])", "{B ee}"},
		{"row of 25", "(;SZ[25]AE[xa:ya])", "{E xa.ya}"},
		{"same stone twice", "(;SZ[9]AB[aa][aa]AB[aa:ab])", "{B aa.ab}"},
		{"empty lists", "(;SZ[9]AB[]AW[]AE[ ]PL[];B[aa])", "B aa"},
		{"later node", "(;SZ[9];B[cc];AW[gg]AE[cc]AB[ee]PL[W];W[ef])", "B cc, {B ee W gg E cc PL W}, W ef"},
		{"set-up with a move", "(;SZ[9];B[cc]AE[aa]PL[B]AW[dd];W[ee])", "{W dd E aa PL B}, B cc, W ee"},
		{"sides to move", "(;PL[b];PL[Black];PL[1];PL[w];PL[WHITE];PL[2])",
			"{PL B}, {PL B}, {PL B}, {PL W}, {PL W}, {PL W}"},
		{"both colours in a node", "(;SZ[9];W[aa]B[bb])", "W aa, B bb"},
		{"several moves in a node", "(;SZ[9];B[aa][bb]B[cc];W[dd])", "B aa, B bb, B cc, W dd"},
		{"same colour again", "(;SZ[9];B[aa];B[bb])", "B aa, B bb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := line(parse(t, c.file).Steps); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestSGFErrors: files that are refused whole.
func TestSGFErrors(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"empty", "", "no game"},
		{"blank", " \n", "no game"},
		{"text", "no game here (really)", "no game"},
		{"UTF-16 BE", "\xFE\xFF\x00(\x00;\x00)", "UTF-16"},
		{"UTF-16 LE", "\xFF\xFE(\x00;\x00)\x00", "UTF-16"},
		{"UTF-16 without a mark", "\x00(\x00;\x00)", "no game"},
		{"too large", strings.Repeat(" ", maxSGFSize) + "(;)", "larger"},
		{"no node", "()", "node must begin"},
		{"no node in variation", "(;SZ[9](B[aa]))", "node must begin"},
		{"no node and no value", "(see below)\n(;SZ[9];B[aa])", "capital"},
		{"no node before variation", "((;SZ[9];B[aa]))", "node must begin"},
		{"double start", "((;SZ[9];B[aa])", "node must begin"},
		{"empty variation", "(;SZ[9];B[aa]())", "node must begin"},
		{"node after variation", "(;SZ[9](;B[aa]);W[bb])", "unexpected ';'"},
		{"property after variation", "(;SZ[9](;B[aa])C[x])", "unexpected 'C'"},
		{"open end", "(;SZ[9];B[aa]", "file ends"},
		{"open end in variation", "(;SZ[9](;B[aa])(;B[bb])", "file ends"},
		{"open end after (", "(;SZ[9](", "file ends"},
		{"open value", "(;SZ[9];B[aa", "closing bracket"},
		{"open value by escape", `(;SZ[9]C[x\])`, "closing bracket"},
		{"open value by escape at the end", `(;SZ[9]C[x\`, "closing bracket"},
		{"open value in variation", "(;SZ[9](;B[aa])(;C[x))", "closing bracket"},
		{"one ) too many", "(;SZ[9];B[aa]))", "after the end"},
		{"closed early", "(;SZ[9];B[aa]);W[bb])", "after the end"},
		{"value after the end", "(;SZ[9];B[aa])[bb]", "after the end"},
		{"broken second game", "(;SZ[9];B[aa])(;SZ[9];B[aa]", "file ends"},
		{"no node in second game", "(;SZ[9];B[aa])()", "node must begin"},
		{"bracket closed in comment", "(;SZ[9];B[aa]C[a ] ];W[bb])", "unexpected ']'"},
		{"no value", "(;SZ[9];B)", "without a value"},
		{"no value before property", "(;SZ[9];KO B[aa])", "without a value"},
		{"no identifier", "(;SZ[9];[aa])", "unexpected '['"},
		{"no capital", "(;SZ[9];b[aa])", "capital"},
		{"digit first", "(;SZ[9];1B[aa])", "unexpected '1'"},
		{"garbage in node", "(;SZ[9];B[aa]?)", "unexpected '?'"},
		{"garbage between nodes", "(;SZ[9];B[aa] , ;W[bb])", "unexpected ','"},
		{"garbage in variation", "(;SZ[9](;B[aa])(;B[bb]-))", "unexpected '-'"},
		{"NUL in game", "(;SZ[9]\x00;B[aa])", "unexpected"},

		{"other game", "(;GM[2]SZ[9])", "not Go"},
		{"bad game type", "(;GM[Go]SZ[9])", "not Go"},
		{"size 0", "(;SZ[0])", "bad board size"},
		{"size 26", "(;SZ[26])", "bad board size"},
		{"size huge", "(;SZ[99999999999999999999])", "bad board size"},
		{"size negative", "(;SZ[-9])", "bad board size"},
		{"size signed", "(;SZ[+9])", "bad board size"},
		{"size text", "(;SZ[nine])", "bad board size"},
		{"size fraction", "(;SZ[9.0])", "bad board size"},
		{"size by x", "(;SZ[9x9])", "bad board size"},
		{"rectangle", "(;SZ[9:13])", "not square"},
		{"half a pair", "(;SZ[9:])", "not square"},
		{"other half", "(;SZ[:9])", "bad board size"},
		{"three sizes", "(;SZ[9:9:9])", "not square"},
		{"two sizes", "(;SZ[9][13])", "13 after 9"},
		{"two SZ", "(;SZ[9]SZ[13])", "13 after 9"},
		{"size in later node", "(;SZ[9];SZ[13]B[aa])", "13 after 9"},
		{"size only in later node", "(;FF[4];SZ[9];B[aa])", "9 after 19"},

		{"move off 9", "(;SZ[9];B[jj])", `"jj" is not a point`},
		{"move off column", "(;SZ[9];B[ja])", "not a point"},
		{"move off row", "(;SZ[9];B[aj])", "not a point"},
		{"move off 18", "(;SZ[18];B[ss])", "not a point"},
		{"move off 20", "(;SZ[20];B[uu])", "not a point"},
		{"zz", "(;SZ[25];B[zz])", "not a point"},
		{"capitals", "(;SZ[19];B[DP])", "not a point"},
		{"GTP vertex", "(;SZ[19];B[d4])", "not a point"},
		{"one letter", "(;SZ[19];B[d])", "not a point"},
		{"three letters", "(;SZ[19];B[dpa])", "not a point"},
		{"multi-byte", "(;SZ[19];B[é])", "not a point"},
		{"pass as word", "(;SZ[19];B[pass])", "not a point"},
		{"rectangle as move", "(;SZ[19];B[aa:bb])", "not a point"},
		{"last move off", "(;SZ[9];B[aa];W[bb];B[cc];W[zz])", "not a point"},
		{"stone off", "(;SZ[9]AB[jj])", "not a point"},
		{"tt as stone", "(;SZ[19]AB[tt])", "not a point"},
		{"rectangle off", "(;SZ[9]AB[aa:jj])", "not a point"},
		{"open rectangle", "(;SZ[9]AB[aa:])", "not a point"},
		{"triple", "(;SZ[9]AB[aa:bb:cc])", "not a point"},
		{"black and white", "(;SZ[9]AB[aa]AW[aa])", "two states"},
		{"black and clear", "(;SZ[9]AB[aa]AE[aa])", "two states"},
		{"white and clear by rectangle", "(;SZ[9]AW[aa:cc]AE[cc])", "two states"},
		{"side to move", "(;SZ[9]PL[3])", "side to move"},
		{"stones without end", "(;SZ[25]" + strings.Repeat(";AB[aa:yy]", maxSGFStones/625+1) + ")", "too many"},
		{"set-ups without end", "(;SZ[25]" + strings.Repeat(";AB[aa]B[bb];AE[aa][bb]", maxSGFSetups/2+1) + ")", "too many"},
		{"moves without end", "(;SZ[25]" + strings.Repeat(";B[]", maxSGFSteps+1) + ")", "too many"},
		{"moves in a node without end", "(;SZ[25]B" + strings.Repeat("[]", maxSGFStones+1) + ")", "too many"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := parseSGF([]byte(c.file))
			if err == nil || rec != nil {
				t.Fatalf("no error but steps %.200q", line(rec.Steps))
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q does not contain %q", err, c.want)
			}
			if len(err.Error()) > 100 {
				t.Errorf("error of %d bytes", len(err.Error()))
			}
		})
	}
	_, err := parseSGF([]byte("(;SZ[9]\n;B[aa]\n;W[bb]?\n)"))
	if err == nil || !strings.HasPrefix(err.Error(), "sgf line 3: ") {
		t.Errorf("error %v does not name line 3", err)
	}
}

// TestSGFGame: what a file says about the game.
func TestSGFGame(t *testing.T) {
	info := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	for _, c := range []struct {
		file string
		want sgfRecord
	}{
		{"(;)", sgfRecord{Size: 19}},
		{"(;GM[]SZ[]KM[]HA[]RU[]PB[])", sgfRecord{Size: 19}},
		{"(;GM[ 1 ]FF[9]SZ[ 9 ]KM[ 5.5 ]HA[ 2 ])", sgfRecord{Size: 9, Komi: "5.5", Handicap: 2}},
		{"(;SZ[13:13];SZ[13])", sgfRecord{Size: 13}},
		{"(;SZ[9][9]SZ[09])", sgfRecord{Size: 9}},
		{"(;SZ[1])", sgfRecord{Size: 1}},
		{"(;SZ[25])", sgfRecord{Size: 25}},
		{"(;KM[]KM[x]KM[6.5]KM[7.5])", sgfRecord{Size: 19, Komi: "6.5"}},
		{"(;SZ[9];KM[6.5]HA[3]PB[A];KM[0]HA[4]PB[B])",
			sgfRecord{Size: 9, Komi: "6.5", Handicap: 3, Info: info("PB", "A")}},
		{"(;HA[x]KM[-])", sgfRecord{Size: 19}},
		{"(;HA[-2])", sgfRecord{Size: 19}},
		{"(;HA[2.5])", sgfRecord{Size: 19}},
		{"(;HA[0])", sgfRecord{Size: 19}},
		{"(;HA[1])", sgfRecord{Size: 19, Handicap: 1}},
		{"(;HA[99999999999999999999])", sgfRecord{Size: 19}},
		{"(;RU[Chinese]AP[Some\\:thing:1.2])", sgfRecord{Size: 19, Rules: "Chinese", Application: "Some:thing:1.2"}},
		{"(;PB[ Joe\tB\\]\\\\ ]PW[a\r\nb\\\r\nc\\\nd\n\re\rf\x01\x7f]DT[2026-01-02]RE[B+R]XX[y]C[z])",
			sgfRecord{Size: 19, Info: info("PB", `Joe B]\`, "PW", "a bcd e f", "DT", "2026-01-02", "RE", "B+R")}},
		{"(;PlayerBlack[A]HAndicap[2]KoMi[3])", sgfRecord{Size: 19, Komi: "3", Handicap: 2, Info: info("PB", "A")}},
		{"(;CA[UTF-8]PB[棋士])", sgfRecord{Size: 19, Info: info("PB", "棋士")}},
		{"(;PB[Ren\xE9])", sgfRecord{Size: 19, Charset: "ISO-8859-1", Info: info("PB", "Ren\xE9")}},
		{"(;CA[UTF-8]PB[Ren\xE9])", sgfRecord{Size: 19, Charset: "ISO-8859-1", Info: info("PB", "Ren\xE9")}},
		{"(;CA[ISO-8859-2]PB[\xF1])", sgfRecord{Size: 19, Charset: "ISO-8859-2", Info: info("PB", "\xF1")}},
		{"(;CA[?\\]]PB[\xF1])", sgfRecord{Size: 19, Charset: "ISO-8859-1", Info: info("PB", "\xF1")}},
		// 表 is 0x95 0x5C in Shift_JIS, 功 is 0xA5 0x5C in Big5.
		{"(;CA[Shift_JIS]PB[\x95\x5C]PW[x])", sgfRecord{Size: 19, Charset: "Shift_JIS", Info: info("PB", "\x95\x5C", "PW", "x")}},
		{"(;CA[]PB[\x82\xA0\x95\x5C]PW[x])", sgfRecord{Size: 19, Charset: "Shift_JIS", Info: info("PB", "\x82\xA0\x95\x5C", "PW", "x")}},
		{"(;CA[big5]PB[\xA5\x5C]PW[x])", sgfRecord{Size: 19, Charset: "big5", Info: info("PB", "\xA5\x5C", "PW", "x")}},
	} {
		rec := parse(t, c.file)
		rec.Steps = nil
		if !reflect.DeepEqual(*rec, c.want) {
			t.Errorf("%s\ngot  %+v\nwant %+v", c.file, *rec, c.want)
		}
	}
}

// TestSGFShiftJIS: comments that end with 0x5C must not hide moves.
func TestSGFShiftJIS(t *testing.T) {
	for _, file := range []string{
		"(;CA[Shift_JIS]SZ[9];B[aa]C[\x8F\x5C];W[bb])",
		"(;SZ[9]C[\x82\xA0]CA[SJIS];B[aa]C[\x8F\x5C];W[bb])",
		"(;SZ[9];B[aa]C[\x82\xA0 \xB1 \x8F\x5C];W[bb])",
		"(;CA[GBK]SZ[9];B[aa]C[\x81\x5C\x81\x5D];W[bb])",
	} {
		if got := line(parse(t, file).Steps); got != "B aa, W bb" {
			t.Errorf("%q: %s", file, got)
		}
	}
	// Latin-1 is not taken for it.
	if got := line(parse(t, "(;SZ[9]PB[Ren\xE9];B[aa]C[Andr\xE9];W[bb])").Steps); got != "B aa, W bb" {
		t.Error(got)
	}
}

func TestSGFKomi(t *testing.T) {
	for text, want := range map[string]string{
		"6.5": "6.5", "0": "0", "-3.5": "-3.5", "6.50": "6.50", "375": "375", "007": "007",
		"6,5": "6.5", "+6.5": "6.5", ".5": "0.5", "-.5": "-0.5", "7.": "7", "-7,": "-7",
		"": "", " ": "", ".": "", "-": "", "+": "", "+-5": "", "--5": "", "1e1": "", "6.5.": "", "6,5,": "", "1,000.5": "",
		"6 5": "", "6.5 points": "", "NaN": "", "Inf": "", "-inf": "", "0x10": "", "６": "", "−5": "", "1_0": "",
		strings.Repeat("9", 400): strings.Repeat("9", 400), strings.Repeat("9", 401): "",
		"0." + strings.Repeat("9", 400): "0." + strings.Repeat("9", 400), "0." + strings.Repeat("9", 401): "",
	} {
		if got := parse(t, "(;KM["+text+"])").Komi; got != want {
			t.Errorf("KM[%s] is %q, want %q", text, got, want)
		}
	}
}

func TestSGFUpTo(t *testing.T) {
	rec := parse(t, "(;SZ[9]AB[aa];B[cc];AW[dd];W[gg];PL[B];B[tt];AE[aa])")
	for n, want := range map[int]string{
		-1: "{B aa}", 0: "{B aa}", 1: "{B aa}",
		2: "{B aa}, B cc, {W dd}",
		3: "{B aa}, B cc, {W dd}, W gg, {PL B}",
		4: "{B aa}, B cc, {W dd}, W gg, {PL B}, B -, {E aa}",
		9: "{B aa}, B cc, {W dd}, W gg, {PL B}, B -, {E aa}",
	} {
		if got := line(rec.upTo(n)); got != want {
			t.Errorf("upTo(%d): %s", n, got)
		}
	}
	if got := append(rec.upTo(2), sgfStep{}); len(got) != 4 || rec.Steps[3].Color != 'W' {
		t.Error("appending to upTo writes into the record")
	}
	if got := parse(t, "(;)").upTo(1); len(got) != 0 {
		t.Error(got)
	}
}

// TestSGFHostile: depth and length cost no more than linear time and no stack.
func TestSGFHostile(t *testing.T) {
	const n = 1_000_000
	big := func(s string) string { return strings.Repeat(s, (2<<20)/len(s)) }
	files := map[string]string{
		"open":           strings.Repeat("(", n),
		"open blank":     "x" + strings.Repeat("( ", n),
		"open nodes":     strings.Repeat("(;", n),
		"balanced nodes": strings.Repeat("(;", n) + strings.Repeat(")", n),
		"closed":         "(;" + strings.Repeat(")", n),
		"variations":     "(;" + strings.Repeat("(;B[aa])", n) + ")",
		"games":          strings.Repeat("(;)", n),
		"nodes":          "(" + big(";") + ")",
		"values":         "(;X" + big("[]") + ")",
		"rectangles":     "(;SZ[25]AB" + big("[aa:yx]") + ")",
		"properties":     "(;SZ[25]" + big("AB[aa]") + ")",
		"identifier":     "(;" + big("A") + "[])",
		"text":           "(;PB[" + big("\\]") + "])",
		"passes":         "(" + big(";B[]") + ")",
		"blanks":         big(" ") + "(;)",
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		start := time.Now()
		_, err := parseSGF([]byte(files[name]))
		spent := time.Since(start)
		t.Logf("%-15s %6d ms, %v", name, spent.Milliseconds(), err)
		if spent > 20*time.Second {
			t.Errorf("%s took %v", name, spent)
		}
	}
}
