package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"
	"time"

	"gtpgo/internal/rules"
)

var (
	soakGames = flag.Int("soak.games", 0, "how many games TestSoak plays; 0 skips it")
	soakSeed  = flag.Uint64("soak.seed", 1, "seed of its games")
)

// TestSoak plays many fast games in one process, with all that a client may do
// meanwhile, to find what only time brings to light: memory that grows,
// goroutines that stay, a search that does not stop. make soak plays 1,000.
//
// The program runs in the process of the test, which so can count its
// goroutines; the client is one goroutine and small.
func TestSoak(t *testing.T) {
	if *soakGames == 0 {
		t.Skip("takes minutes: -soak.games 1000")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the program sets its own
	in, feed := io.Pipe()
	out, write := io.Pipe()
	s := &soak{program: &program{t: t, in: feed, frames: readFrames(out)}, random: rand.New(rand.NewPCG(*soakSeed, 0)),
		seen: map[string]int{}, record: filepath.Join(t.TempDir(), "game.sgf")}
	ended := make(chan int, 1)
	s.ended = ended
	go func() {
		status := run([]string{"--threads", "2", "--time", "0", "--playouts", "20", "--seed", "1", "--memory", "8", "--log-level", "warn"},
			in, write, &s.stderr)
		write.Close()
		ended <- status
	}()
	var early, late, running int
	for n := 1; n <= *soakGames; n++ {
		s.game()
		if n == 1 {
			running = runtime.NumGoroutine()
		}
		s.checkGoroutines(running)
		if n%max(1, *soakGames/10) != 0 {
			continue
		}
		garbage := 0
		if late, garbage = s.memory(); early == 0 {
			early = late
		}
		t.Logf("game %d: %d kB resident and %d kB of garbage, %d goroutines, %v", n, late, garbage, runtime.NumGoroutine(), s.seen)
	}
	s.command("quit", "= ")
	if status := <-ended; status != exitOK || s.stderr.Len() > 0 {
		t.Errorf("status %d, stderr %s", status, s.stderr.String())
	}
	// Fewer games have not warmed up by then.
	if *soakGames >= 100 && float64(late) > 1.2*float64(early) {
		t.Errorf("%d kB resident, after a tenth of the games %d", late, early)
	}
}

// soak is the client.
type soak struct {
	*program
	random *rand.Rand
	id     int
	ended  <-chan int // the exit status of the program
	seen   map[string]int
	record string // a file for game records
}

// submit sends a command and returns its id.
func (s *soak) submit(line string) string {
	s.t.Helper()
	s.id++
	id := strconv.Itoa(s.id)
	s.send(id + " " + line + "\n")
	return id
}

// receive waits for the reply to a command, which has to match, and returns
// its text.
func (s *soak) receive(id, line, want string) string {
	s.t.Helper()
	var frame string
	select {
	case frame = <-s.frames:
	case <-time.After(3 * patience):
		s.t.Fatalf("%s %s: no reply\n%s", id, line, stacks(2))
	}
	if frame == "" { // as after a signal, which the program takes for its own
		s.t.Fatalf("%s %s: the program has ended, status %d, stderr %s", id, line, <-s.ended, s.stderr.String())
	}
	text := strings.Replace(frame, id, "", 1)
	if !strings.HasPrefix(frame, text[:min(1, len(text))]+id+" ") || strings.ContainsAny(frame, "\r\t\x00") ||
		!regexp.MustCompile("(?s)^(?:"+want+")$").MatchString(text) {
		s.t.Fatalf("%s %s: reply %q, want %s", id, line, frame, want)
	}
	return strings.TrimPrefix(text, "= ")
}

// command sends a command and waits for its reply.
func (s *soak) command(line, want string) string {
	s.t.Helper()
	return s.receive(s.submit(line), line, want)
}

// one reports true once in n times on average.
func (s *soak) one(n int) bool { return s.random.IntN(n) == 0 }

// moment lets the program get somewhere.
func (s *soak) moment() { time.Sleep(time.Duration(s.random.IntN(5000)) * time.Microsecond) }

const vertex = "([A-HJ-Z][0-9]+|pass|resign)"

// game plays one game of random settings.
func (s *soak) game() {
	s.t.Helper()
	size := []int{2, 3, 5, 5, 5, 6, 7, 9}[s.random.IntN(8)]
	if s.one(30) {
		size = []int{13, 19, 25}[s.random.IntN(3)]
	}
	s.command(fmt.Sprint("boardsize ", size), "= ")
	s.command("clear_board", "= ")
	all := rules.Rulesets()
	s.command("gtpgo-rules "+all[s.random.IntN(len(all))].Name, "= ")
	s.command(fmt.Sprintf("komi %.1f", float64(s.random.IntN(41)-20)/2), "= ")
	ponder, level := s.one(2), 10
	if s.one(3) {
		level = 1 + s.random.IntN(10)
	}
	s.command(fmt.Sprint("gtpgo-param ponder ", ponder), "= ")
	s.command(fmt.Sprint("gtpgo-param level ", level), "= ")
	if ponder && level == 10 {
		s.seen["games with pondering"]++
	}
	color := 0
	if size > 2 && s.one(5) {
		s.command(fmt.Sprint("place_free_handicap ", 2+s.random.IntN(3)), "= .*")
		color = 1
	}
	passes := 0
	for n := 0; passes < 2 && n < size*size && n < 100; n++ {
		switch move := s.move("bw"[color : color+1]); move {
		case "resign":
			passes = 2
		case "pass":
			passes++
		default:
			passes = 0
		}
		color = 1 - color
		if ponder && s.one(5) {
			s.moment()
		}
		s.disturb()
	}
	s.seen["games"]++
	s.command("final_score", "= (0|[BW]\\+[0-9.]+)")
	switch s.random.IntN(10) {
	case 0:
		s.command("kgs-game_over", "= ")
	case 1:
		s.command("final_status_list dead", "= .*")
	case 2:
		s.command("printsgf", "= \\(;FF.*\\)")
	}
}

// move makes a move, by the engine or at random, and returns it.
func (s *soak) move(color string) string {
	s.t.Helper()
	s.seen["moves"]++
	switch s.random.IntN(40) {
	case 0, 1, 2:
		return s.interrupted("genmove "+color, "= "+vertex)
	case 3, 4:
		text := s.command("lz-genmove_analyze "+color+" 1", "= \n.*play "+vertex)
		return text[strings.LastIndex(text, " ")+1:]
	case 5:
		return s.command("kgs-genmove_cleanup "+color, "= "+vertex)
	case 6, 7, 8, 9, 10:
		return s.command("genmove "+color, "= "+vertex)
	}
	if legal := strings.Fields(s.command("gtpgo-legal "+color, "= .*")); len(legal) > 0 {
		move := legal[s.random.IntN(len(legal))]
		s.command("play "+color+" "+move, "= ")
		return move
	}
	s.command("play "+color+" pass", "= ")
	return "pass"
}

// interrupted starts a search that would take minutes, and interrupts it.
func (s *soak) interrupted(line, want string) string {
	s.t.Helper()
	s.seen["interrupts"]++
	s.command("gtpgo-param playouts 10000000", "= ")
	id := s.submit(line)
	s.moment()
	s.send("# interrupt\n")
	// One more in case the first came before the command was running.
	for range 3 {
		s.moment()
		s.send("# interrupt\n")
	}
	text := s.receive(id, line, want)
	s.command("gtpgo-param playouts 20", "= ")
	return text
}

// disturb does at times what else clients do between moves.
func (s *soak) disturb() {
	s.t.Helper()
	switch s.random.IntN(40) {
	case 0, 8:
		s.seen["undos"]++
		s.command("undo", "= |\\? cannot undo")
	case 1:
		s.command(fmt.Sprint("gg-undo ", s.random.IntN(4)), "= |\\? cannot undo")
	case 2, 3, 9:
		s.seen["analyses"]++
		line := []string{"lz-analyze b 1", "kata-analyze w 1 ownership true", "lz-analyze"}[s.random.IntN(3)]
		id := s.submit(line)
		s.moment()
		if s.one(2) {
			s.send("\n") // stops it, too
		}
		next := s.submit("name")
		s.receive(id, line, "= \n.*|= ")
		s.receive(next, "name", "= gtpgo")
	case 4:
		if s.one(4) { // it takes long
			s.command("estimate_score", "= .*")
		}
	case 5:
		s.send("# interrupt\n") // there is nothing to interrupt
	case 6:
		s.command("play b Z99", "\\? invalid coordinate")
	case 10:
		s.seen["reloads"]++
		s.command("savesgf "+s.record, "= ")
		s.command("loadsgf "+s.record, "= ")
	case 7:
		s.command("kata-set-rule suicide "+[]string{"true", "false"}[s.random.IntN(2)], "= ")
	}
}

// checkGoroutines waits for goroutines to end that a game has started; soon
// there must not be more than before.
func (s *soak) checkGoroutines(most int) {
	s.t.Helper()
	for begin := time.Now(); runtime.NumGoroutine() > most; time.Sleep(time.Millisecond) {
		if time.Since(begin) > patience {
			s.t.Fatalf("after %d games %d goroutines, after the first %d\n%s", s.seen["games"], runtime.NumGoroutine(), most, stacks(1))
		}
	}
}

// stacks returns what all goroutines are at, in a form of runtime/pprof.
func stacks(form int) string {
	var text bytes.Buffer
	_ = pprof.Lookup("goroutine").WriteTo(&text, form) // to memory
	return text.String()
}

// memory returns how many kilobytes of the process are resident, always with a
// new tree after the same search, and apart from that what was garbage, which
// goes up and down from one collection to the next.
func (s *soak) memory() (used, garbage int) {
	s.t.Helper()
	s.command("boardsize 9", "= ")
	s.command("gtpgo-rules area2", "= ")
	s.command("gtpgo-param ponder false", "= ")
	s.command("gtpgo-param level 10", "= ")
	s.command("gtpgo-param playouts 2000", "= ")
	s.command("kgs-game_over", "= ")
	s.command("genmove b", "= "+vertex)
	s.command("gtpgo-param playouts 20", "= ")
	all := s.resident()
	debug.FreeOSMemory()
	used = s.resident()
	return used, max(0, all-used)
}

// resident returns the resident memory of the process in kilobytes, 0 on
// systems that do not tell.
func (s *soak) resident() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	found := regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB$`).FindSubmatch(status)
	if found == nil {
		return 0
	}
	kilobytes, err := strconv.Atoi(string(found[1]))
	if err != nil {
		s.t.Fatal(err)
	}
	return kilobytes
}
