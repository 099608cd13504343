//go:build unix

package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/saves/logfile"
)

// terminal is the built program, running on a pseudo-terminal.
type terminal struct {
	testing.TB
	cmd   *exec.Cmd
	tty   *os.File
	vt    vt10x.Terminal
	news  chan struct{} // receives when the screen has changed
	ended chan error
}

// programName is the argv[0] that makes this test binary run the program.
const programName = "fray-as-a-program"

// program links the test binary under programName when the first test needs it. Building
// the program would take longer than the tests.
var program = sync.OnceValues(func() (bin string, err error) {
	if programs, err = os.MkdirTemp("", "fray"); err != nil {
		return "", err
	}
	own, err := os.Executable()
	bin = filepath.Join(programs, programName)
	return bin, errors.Join(err, os.Symlink(own, bin))
})

var programs string

// built returns the path of the program.
func built(t testing.TB) string {
	t.Helper()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == programName {
		os.Exit(Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
	}
	if signal.Ignored(syscall.SIGHUP) { // under nohup the tests ignore SIGHUP, but the programs they start must not
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	m.Run()
	_ = os.RemoveAll(programs) // does nothing if no test needed the program
}

const patience = 30 * time.Second

// startTerminal starts the program on a terminal of 120 x 36 cells.
func (h home) startTerminal(t testing.TB, bin string, args ...string) *terminal {
	return h.runWatched(t, bin, args...)
}

// watch reads what the program writes, until it ends.
func (s *terminal) watch() {
	for buf := make([]byte, 1<<16); ; {
		n, err := s.tty.Read(buf)
		if err != nil {
			s.ended <- s.cmd.Wait()
			return
		}
		_, _ = s.vt.Write(buf[:n])
		select {
		case s.news <- struct{}{}:
		default:
		}
	}
}

// sees waits until all words are on the screen.
func (s *terminal) sees(words ...string) {
	s.Helper()
	late := time.After(patience)
	for _, w := range words {
		for !strings.Contains(s.vt.String(), w) {
			select {
			case <-s.news:
			case <-late:
				s.Fatalf("the screen does not show %q:\n%s", w, s.vt)
			}
		}
	}
}

// types sends keys. Each step waits for its words before it sends.
func (s *terminal) types(steps ...step) {
	s.Helper()
	for _, st := range steps {
		s.sees(st.seen...)
		if _, err := s.tty.WriteString(st.keys); err != nil {
			s.Fatal(err)
		}
	}
}

type step struct {
	keys string
	seen []string
}

func on(keys string, seen ...string) step { return step{keys, seen} }

func (s *terminal) gone() error {
	s.Helper()
	select {
	case err := <-s.ended:
		return err
	case <-time.After(patience):
		s.Fatalf("the program does not end:\n%s", s.vt)
		return nil
	}
}

// running creates a table with Seraph.
func (h home) running(t *testing.T) {
	t.Helper()
	live, err := makeFile(&app{env: h.env, saves: h.saves}, "The Run", "supermen")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []model.Command{
		model.Join{Character: model.Character{Name: "Seraph", Pages: map[string]engine.Page{"supermen": supermen.System.Templates[0].Page}}},
		model.SetHouse{System: "supermen", Rule: "half_strength", Value: engine.ValueOf("down")},
	} {
		if _, err := live.Do(model.Seat{Role: model.GM}, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := live.Close(); err != nil {
		t.Fatal(err)
	}
}

// moves makes Seraph take a Move Roll at a segment, and answers its questions up to what
// follows the dice.
func (s *terminal) moves(segment int, faces string) {
	s.Helper()
	s.types(
		on("g", "1 Roster"),
		on(fmt.Sprint(segment, "\r"), "Go to a point in time"),
		on("\r", fmt.Sprint("On to segment ", segment, "?")),
		on("a", fmt.Sprint("segment ", segment, " "), "▶ free"),
		on("move", "what now?"),
		on("\r", "▌1 Move"),
		on("\r", "Slow down by"),
		on(faces, "type the dice, 2d10"))
}

const (
	down = "\x1b[B"
	toEP = down + down // from Speed, past Turn
)

// TestEvening plays the rulebook's example of moving with typed dice, kills the program in
// the middle of a decision, and continues.
func TestEvening(t *testing.T) {
	bin := built(t)
	h := newHome(t)
	h.running(t)
	s := h.runWatched(t, bin, "play", "The Run")
	s.types(on("p", "▌ Seraph", "74/74"), on("", "real dice"))

	s.moves(1, "51")
	s.types(
		on("4", "The ones again"),
		on("17"+toEP+"9\r", "Share 26 Quality", "Extra Effort  none"),
		on("\r", "esc close"),
		on("", "moves 10 dm", "74/74"))

	s.moves(81, "08")
	s.types(on("\r", "Extra Effort"), on("\r", "esc close"), on("", "moves 10 dm", "69/74"))

	s.moves(87, "68")
	s.types(on("1"+toEP+"3\r", "Share 4 Quality"), on("\r", "esc close"), on("", "moves 11 dm", "67/74"))

	s.moves(93, "89")
	s.types(on("\r", "Extra Effort"), on("\r", "esc close"), on("", "moves 11 dm", "62/74"))

	s.types(on("q", "1 Roster"))
	if err := s.gone(); err != nil {
		t.Fatal(err)
	}
	if s.vt.Mode()&(vt10x.ModeAltScreen|vt10x.ModeMouseMask) != 0 || s.vt.Mode()&vt10x.ModeWrap == 0 || !s.vt.CursorVisible() {
		t.Errorf("the terminal is left in mode %b", s.vt.Mode())
	}

	s = h.runWatched(t, bin, "play", "The Run")
	s.moves(99, "67")
	s.types(on("0"+toEP+"4\r", "Share 4 Quality"), on("\r", "esc close"), on("", "moves 11 dm", "61/74"))

	s.moves(105, "23")
	s.types(on("3"+toEP, "Share 12 Quality"), on("", "▌EP"))
	_ = s.cmd.Process.Signal(syscall.SIGKILL)
	s.gone()

	s = h.runWatched(t, bin, "play", "The Run")
	s.types(
		on("3"+toEP+"9\r", "segment 105", "5 against 17", "Share 12 Quality"),
		on("\r", "esc close"),
		on("q", "moves 11 dm", "60/74"))
	if err := s.gone(); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "check", "The Run"); r.status != done {
		t.Errorf("%+v", r)
	}
}

// TestProgram runs the tests that need a real process.
func TestProgram(t *testing.T) {
	bin := built(t)
	t.Run("paste", func(t *testing.T) { pastes(t, bin) })
	t.Run("signals", func(t *testing.T) { leavesSane(t, bin) })
	t.Run("demos", func(t *testing.T) { leavesNothing(t, bin) })
	t.Run("follow", func(t *testing.T) { follows(t, bin) })
	t.Run("rulebook", func(t *testing.T) { writtenWhilePlayed(t, bin) })
}

// pastes pastes more text than any field accepts.
func pastes(t *testing.T, bin string) {
	s := newHome(t).startTerminal(t, bin, "demo")
	s.types(on("?", "1 Roster"), on("write a note", "All commands"), on("\r", "▌"))
	s.sees("note")
	go func() { _, _ = s.tty.WriteString("\x1b[200~" + strings.Repeat("word ", 1<<20/5) + "\x1b[201~") }()
	s.types(on("\r", "shortened: at most"), on("q", "word word"))
	if err := s.gone(); err != nil {
		t.Error(err)
	}
}

// writtenWhilePlayed edits the text of a rulebook while its table is played. A version with
// an error is reported and ignored, the next one is used, and u undoes that.
func writtenWhilePlayed(t *testing.T, bin string) {
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "pit.star")
	if r := h.fray("", "rulebook", "new", file); r.status != done {
		t.Fatal(r.err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writes := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Error(err)
		}
	}
	s := h.startTerminal(t, bin, "play", "Yard", "--new", "--rulebook", file, "--watch")
	s.sees("The rulebook Pit is at")
	writes(strings.Replace(string(text), "def strike(r):", "def strike(r:", 1))
	s.sees(`About this table`, `pit.star:`, `":" stands where ")" is expected.`, `The table goes on with the text of pit that was saved at`)
	s.types(on("\x1b", "About this table"))
	writes(strings.Replace(string(text), `r.story("{actor} fails")`, `r.story("{actor} falls short")`, 1))
	s.sees("A newer text of Pit")
	s.types(on("u", "A newer text of Pit"), on(":", "undone"), on("rulebook mov\r", "What happens?"))
	s.sees("The rulebook Moves is")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.types(on("q", "Moves"))
	if err := s.gone(); err != nil {
		t.Error(err)
	}
	if r := h.fray("", "show", "Yard"); r.status != done || !strings.Contains(r.out, "Pit") {
		t.Errorf("exit %d: %s%s", r.status, r.out, r.err)
	}
}

// follows runs 'fray log --follow' while another program writes, until it is interrupted.
func follows(t *testing.T, bin string) {
	h := newHome(t)
	h.running(t)
	path, err := logfile.Find(h.saves, "", "The Run")
	if err != nil {
		t.Fatal(err)
	}
	live, err := openFile(&app{env: h.env}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	note := func(text string, private bool) {
		if _, err := live.Do(model.Seat{Role: model.GM}, model.Note{Text: text, Private: private}); err != nil {
			t.Error(err)
		}
	}
	note("The first guard sleeps.", false)
	told := map[*exec.Cmd]*bufio.Scanner{}
	wants := map[*exec.Cmd][]string{}
	first := ""
	for l := range live.Now().Log() {
		first = model.EventID(l.Event)
		break
	}
	for args, want := range map[string][]string{
		"--since 4": {"first guard", "second guard", "third guard"},
		"--json --since " + first + " --as-seen-by everyone": {"first guard", "third guard"},
		"--grep THIRD --since 1":                             {"third guard"},
	} {
		c := exec.Command(bin, append([]string{"log", path, "--follow"}, strings.Fields(args)...)...)
		c.Env = []string{"HOME=" + t.TempDir()}
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill() })
		told[c], wants[c] = bufio.NewScanner(out), want
	}
	next := func(c *exec.Cmd, want string) {
		for told[c].Scan() {
			if line := told[c].Text(); strings.Contains(line, "guard") {
				if !strings.Contains(line, want) {
					t.Errorf("%v: %q comes before %q", c.Args, line, want)
				}
				return
			}
		}
		t.Fatalf("%v: it ends before %q", c.Args, want)
	}
	for c, want := range wants {
		if want[0] == "first guard" { // it is in the log already
			next(c, want[0])
			wants[c] = want[1:]
		}
	}
	note("The second guard coughs.", true)
	note("The third guard laughs.", false)
	for c, want := range wants {
		for _, w := range want {
			next(c, w)
		}
		_ = c.Process.Signal(os.Interrupt)
		if err := c.Wait(); err != nil {
			t.Errorf("%v: interrupted, it ends with %v", c.Args, err)
		}
	}
}

// leavesNothing ends a demo with each signal, and checks that none of its files is left,
// even after SIGKILL.
func leavesNothing(t *testing.T, bin string) {
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		for first, args := range map[string][]string{"1 Roster": {"demo"}, "table>": {"demo", "--plain"}} {
			h := newHome(t)
			s := h.runWatched(t, bin, args...)
			s.sees(first)
			if err := s.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			if err := s.gone(); (err != nil) != (sig == syscall.SIGKILL) {
				t.Errorf("%v, %v: it ends with %v", args, sig, err)
			}
			for _, pattern := range []string{"fray-*", "tables/*", "state/fray/tables/*"} {
				if left, err := filepath.Glob(filepath.Join(filepath.Dir(h.saves), pattern)); err != nil || len(left) > 0 {
					t.Errorf("%v, %v: left are %v", args, sig, left)
				}
			}
		}
	}
}

// leavesSane ends the program with each signal, and checks that the terminal is restored.
func leavesSane(t *testing.T, bin string) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	sane, err := term.GetState(master.Fd())
	if err != nil {
		t.Fatal(err)
	}
	h := newHome(t)
	for _, sig := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		s := h.runWatched(t, bin, "demo")
		s.sees("1 Roster")
		if raw, err := term.GetState(s.tty.Fd()); err != nil || reflect.DeepEqual(raw, sane) {
			t.Fatalf("%v: on the screen the terminal is as it was: %v", sig, err)
		}
		if err := s.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		err := s.gone()
		if state, e := term.GetState(s.tty.Fd()); e != nil || !reflect.DeepEqual(state, sane) {
			t.Errorf("%v: the terminal is left as %+v, and not as %+v: %v", sig, state, sane, e)
		}
		if s.vt.Mode()&(vt10x.ModeAltScreen|vt10x.ModeMouseMask) != 0 || s.vt.Mode()&vt10x.ModeWrap == 0 || !s.vt.CursorVisible() {
			t.Errorf("%v: the terminal is left in mode %b", sig, s.vt.Mode())
		}
		if told := strings.Contains(s.vt.String(), "goroutine"); (err != nil) != (sig == syscall.SIGQUIT) || told != (err != nil) {
			t.Errorf("%v: it ends with %v, and says\n%s", sig, err, s.vt)
		}
	}
}
