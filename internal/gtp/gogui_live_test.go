package gtp

import (
	"io"
	"strings"
	"testing"
	"time"
)

// checkBlocks checks what was written, each Write by itself, and returns how
// many pictures there were.
func checkBlocks(t *testing.T, size int, writes []string) (pictures int) {
	t.Helper()
	for _, text := range writes {
		if text == "gogui-gfx: CLEAR\n" {
			continue
		}
		block, ok := strings.CutPrefix(text, "gogui-gfx:\n")
		block, ended := strings.CutSuffix(block, "\n\n")
		if !ok || !ended || strings.Contains(block, "\n\n") {
			t.Errorf("block %q", text)
		}
		for line := range strings.SplitSeq(block, "\n") {
			checkGfx(t, size, line)
		}
		for _, keyword := range []string{"LABEL ", "VAR ", "TEXT "} {
			if !strings.Contains("\n"+block, "\n"+keyword) {
				t.Errorf("no %sin %q", keyword, block)
			}
		}
		pictures++
	}
	return pictures
}

func (w *recorder) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.writes...)
}

func TestLiveGraphics(t *testing.T) {
	var stderr recorder
	h := think(t, LiveGraphics(&stderr, true))
	h.send("1 genmove b\n")
	for start := time.Now(); len(stderr.all()) < 3; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("no pictures")
		}
	}
	h.send("# interrupt\n")
	move := h.reply()
	writes := stderr.all()
	if last := writes[len(writes)-1]; last != clearGraphics {
		t.Errorf("%q is followed by %q", last, move)
	}
	if n := checkBlocks(t, 9, writes); n < 3 {
		t.Errorf("%d pictures", n)
	}
	// Off, then on again.
	h.send("gtpgo-live_gfx live_graphics 0\n")
	h.reply()
	h.send("2 genmove w\n")
	time.Sleep(liveInterval * 3 / 2)
	h.send("# interrupt\n")
	h.reply()
	if more := stderr.all()[len(writes):]; len(more) > 0 {
		t.Errorf("switched off, it wrote %q", more)
	}
	h.send("gtpgo-live_gfx live_graphics 1\n")
	h.reply()
	h.send("gtpgo-search\n") // a study is shown too
	for len(stderr.all()) == len(writes) {
		time.Sleep(10 * time.Millisecond)
	}
	h.send("# interrupt\n")
	h.reply()
	h.end()
	checkBlocks(t, 9, stderr.all())
}

// An analysis reports more often than is drawn.
func TestLiveGraphicsOfAnalysis(t *testing.T) {
	var stderr recorder
	h := think(t, LiveGraphics(&stderr, true))
	start := time.Now()
	h.send("lz-analyze 5\n")
	for len(stderr.all()) < 3 {
		h.reply() // a line
	}
	took := time.Since(start)
	h.send("\n")
	for h.reply() != "\n" {
	}
	writes := stderr.all()
	if n := checkBlocks(t, 9, writes); n > 1+int(took/(liveInterval*9/10))+1 {
		t.Errorf("%d pictures in %v", n, took)
	}
	if last := writes[len(writes)-1]; last != clearGraphics {
		t.Errorf("at the end %q", last)
	}
	h.end()
}

func TestLiveGraphicsOffByDefault(t *testing.T) {
	var stderr recorder
	s := sit(t, 9, "area2", LiveGraphics(&stderr, false))
	s.expect("[bool] live_graphics 0", "gtpgo-live_gfx")
	s.ask("genmove b")
	if writes := stderr.all(); len(writes) > 0 {
		t.Errorf("wrote %q", writes)
	}
	for _, bad := range []string{"gtpgo-live_gfx live_graphics", "gtpgo-live_gfx 1", "gtpgo-live_gfx live_graphics 2",
		"gtpgo-live_gfx live_graphics 1 1"} {
		s.refuses("syntax error", bad)
	}
	sit(t, 9, "area2").ask("gtpgo-live_gfx live_graphics 1") // to nobody
}

// gate is a writer whose reader is asleep until it is opened.
type gate struct {
	recorder
	open chan struct{}
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.open
	return g.recorder.Write(p)
}

// A standard error that nobody reads holds nothing up. What comes out at last
// ends with the end of the pictures.
func TestLiveGraphicsBlocked(t *testing.T) {
	stderr := &gate{open: make(chan struct{})}
	h := think(t, LiveGraphics(stderr, true))
	h.send("1 genmove b\n")
	time.Sleep(2 * liveInterval)
	for _, line := range []string{"# interrupt\n", "2 gtpgo-search\n", "# interrupt\n"} {
		if strings.HasPrefix(line, "#") {
			start := time.Now()
			h.send(line)
			h.reply()
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%v for a reply", took)
			}
		} else {
			h.send(line)
			time.Sleep(liveInterval)
		}
	}
	close(stderr.open)
	for start := time.Now(); len(stderr.all()) < 2; time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("nothing came out")
		}
	}
	h.end()
	writes := stderr.all()
	if len(writes) != 2 || writes[1] != clearGraphics {
		t.Errorf("wrote %q", writes)
	}
}

// A broken standard error is no failure.
func TestLiveGraphicsClosed(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	s := sit(t, 9, "area2", LiveGraphics(w, true))
	s.ask("genmove b")
}
