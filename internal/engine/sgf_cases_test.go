package engine

import "testing"

// stones plays steps without captures and counts the stones of both colours;
// the records of this file have no captures.
func stones(steps []sgfStep) (black, white int, at map[sgfPoint]byte) {
	at = map[sgfPoint]byte{}
	put := func(color byte, points ...sgfPoint) {
		for _, p := range points {
			at[p] = color
		}
	}
	for _, s := range steps {
		switch {
		case s.Move && !s.Pass:
			put(s.Color, s.Point)
		case !s.Move:
			put('B', s.Black...)
			put('W', s.White...)
			put(0, s.Clear...)
		}
	}
	for _, color := range at {
		switch color {
		case 'B':
			black++
		case 'W':
			white++
		}
	}
	return black, white, at
}

// TestSGFCases: faults of other programs, as far as the reader can have them.
func TestSGFCases(t *testing.T) {
	for _, c := range []struct {
		name, file   string
		upTo         int // 0 = all
		size         int
		komi         string
		handicap     int
		black, white int
		steps        string
	}{
		// sanderland/katrain #218: size and komi are those of the file.
		{"SGF-01 size and komi", "(;GM[1]FF[4]SZ[9]KM[5.5];B[ee];W[gc])", 0, 9, "5.5", 0, 1, 1, "B ee, W gc"},
		// featurecat/lizzie PR 272: an empty komi is not given.
		{"SGF-01 empty komi", "(;GM[1]FF[4]SZ[9]KM[];B[ee])", 0, 9, "", 0, 1, 0, "B ee"},
		{"SGF-01 no komi", "(;SZ[13];B[ee])", 0, 13, "", 0, 1, 0, "B ee"},
		{"SGF-01 no size", "(;KM[-0.5];B[ss])", 0, 19, "-0.5", 0, 1, 0, "B ss"},
		// pnprog/goreviewpartner #9, katrain #268, KataGo #396: set-up anywhere.
		{"SGF-02 set-up", "(;SZ[9]KM[0];B[cc];AW[gg]AE[cc]AB[ee]PL[W];W[ef])", 0, 9, "0", 0, 1, 2,
			"B cc, {B ee W gg E cc PL W}, W ef"},
		{"SGF-02 overwriting", "(;SZ[9]AB[aa:ac];AW[ab];AE[aa]AB[ab])", 0, 9, "", 0, 2, 0,
			"{B aa.ab.ac}, {W ab}, {B ab E aa}"},
		// leela-zero #1469: Black may move after a set-up.
		{"SGF-02 Black after AB", "(;SZ[19]AB[dd];B[pd];W[pp])", 0, 19, "", 0, 2, 1, "{B dd}, B pd, W pp"},
		// yewang/besogo #36: set-up and move in one node.
		{"SGF-02 mixed node", "(;SZ[19]KM[7]AB[hd][he]AW[id][ie];B[dd]AB[if]AW[jf]AE[id][hd])", 0, 19, "7", 0, 3, 2,
			"{B hd.he W id.ie}, {B if W jf E hd.id}, B dd"},
		// tensorflow/minigo PR 297, 9beach/analyze-sgf #5: passes.
		{"SGF-03 passes", "(;SZ[19]KM[0];B[pd];W[tt];B[];W[dp])", 0, 19, "0", 0, 1, 1, "B pd, W -, B -, W dp"},
		// online-go.com #2005: every move opens a bracket.
		{"SGF-04 nested", "(;SZ[9]KM[0](;B[ee](;W[cc](;B[gg]))))", 0, 9, "0", 0, 2, 1, "B ee, W cc, B gg"},
		{"SGF-04 collection", "(;SZ[9];B[ee])(;SZ[13];B[cc];W[dd])", 0, 9, "", 0, 1, 0, "B ee"},
		// KataGo PR 560: the position before the move of that number.
		{"SGF-05 before move 3", "(;SZ[9]KM[0];B[cc];W[gg];B[cg];W[gc])", 3, 9, "0", 0, 1, 1, "B cc, W gg"},
		{"SGF-05 before move 1", "(;SZ[9]KM[0];B[cc];W[gg];B[cg];W[gc])", 1, 9, "0", 0, 0, 0, ""},
		{"SGF-05 past the end", "(;SZ[9]KM[0];B[cc];W[gg])", 7, 9, "0", 0, 1, 1, "B cc, W gg"},
		{"SGF-05 handicap stones stay", "(;SZ[9]HA[2]AB[gc][cg];W[ee];B[cc])", 1, 9, "", 2, 2, 0, "{B gc.cg}"},
		// featurecat/lizzie #63, pzorin/qgo #29: handicap.
		{"SGF-06 handicap", "(;SZ[9]HA[2]KM[0.5]AB[gc][cg]PL[W];W[ee])", 0, 9, "0.5", 2, 2, 1,
			"{B gc.cg PL W}, W ee"},
		{"SGF-06 HA without AB", "(;SZ[9]HA[2]KM[0.5];W[ee])", 0, 9, "0.5", 2, 0, 1, "W ee"},
		// featurecat/lizzie PR 51: CR LF between nodes, brackets in comments.
		{"SGF-07 line ends", "(;SZ[9]KM[0]\r\n;B[cc]C[no move here: \\] ;W[dd\\] end]\r\n;W[gg]\r\n;B[cg])", 0, 9, "0", 0, 2, 1,
			"B cc, W gg, B cg"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := parse(t, c.file)
			steps := rec.Steps
			if c.upTo > 0 {
				steps = rec.upTo(c.upTo)
			}
			if rec.Size != c.size || rec.Komi != c.komi || rec.Handicap != c.handicap {
				t.Errorf("size %d, komi %q, handicap %d", rec.Size, rec.Komi, rec.Handicap)
			}
			if got := line(steps); got != c.steps {
				t.Errorf("got  %s\nwant %s", got, c.steps)
			}
			if black, white, _ := stones(steps); black != c.black || white != c.white {
				t.Errorf("%d black and %d white stones", black, white)
			}
		})
	}
	// SGF-08, the text of the error, is the concern of the command.
}
