//go:build unix

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// seat is the built program on a terminal of its own.
type seat struct {
	testing.TB
	cmd   *exec.Cmd
	tty   *os.File
	vt    vt10x.Terminal
	news  chan struct{} // the screen has changed
	ended chan error
}

// built gives the program.
func built(t testing.TB) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "fray")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "../..").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

const patience = 30 * time.Second

// sit starts the program on a terminal of 120 x 36 cells.
func (h home) sit(t testing.TB, bin string, args ...string) *seat {
	t.Helper()
	s := &seat{TB: t, cmd: exec.Command(bin, args...), news: make(chan struct{}, 1), ended: make(chan error, 1)}
	s.cmd.Env = []string{"TERM=xterm-256color", "HOME=" + filepath.Dir(h.saves),
		"FRAY_SAVES=" + h.saves, "XDG_STATE_HOME=" + h.state, "XDG_CONFIG_HOME=" + h.config}
	var err error
	if s.tty, err = pty.StartWithSize(s.cmd, &pty.Winsize{Cols: 120, Rows: 36}); err != nil {
		t.Fatal(err)
	}
	s.vt = vt10x.New(vt10x.WithSize(120, 36), vt10x.WithWriter(s.tty))
	go func() {
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
	}()
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); s.tty.Close() })
	return s
}

// sees waits until all words are on the screen.
func (s *seat) sees(words ...string) {
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

// types sends keys, each of them once the words before it are on the screen.
func (s *seat) types(steps ...step) {
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

func (s *seat) gone() error {
	s.Helper()
	select {
	case err := <-s.ended:
		return err
	case <-time.After(patience):
		s.Fatalf("the program does not end:\n%s", s.vt)
		return nil
	}
}

// running makes a table with Seraph at it.
func (h home) running(t *testing.T) {
	t.Helper()
	live, err := saves.Make(saves.PathFor(h.saves, "The Run"), rules(), "The Run", "supermen", deps())
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

// moves has Seraph make a Move Roll at a segment, up to what follows Extra
// Effort, of which there is none.
func (s *seat) moves(segment int, faces string) {
	s.Helper()
	s.types(
		on("g", "1 Roster"),
		on(fmt.Sprint(segment, "\r"), "Go to a moment"),
		on("\r", fmt.Sprint("On to segment ", segment, "?")),
		on("a", fmt.Sprint("segment ", segment, " "), "Speed"),
		on("move", "what now?"),
		on("\r", "▌1 Move"),
		on("\r", "Slow down by"),
		on(faces, "type the faces of 2d10"))
}

const (
	down = "\x1b[B"
	toEP = down + down // from Speed, past Turn
)

// TestEvening plays the rulebook's example of moving with typed dice, loses
// its power in the middle of a decision, and goes on where it was.
func TestEvening(t *testing.T) {
	bin := built(t)
	h := newHome(t)
	h.running(t)
	s := h.sit(t, bin, "play", "The Run")
	s.types(on("p", "▌ Seraph", "74/74"), on("", "real dice"))

	s.moves(1, "51")
	s.types(
		on("4", "The ones again"),
		on("\r", "Extra Effort"),
		on("17"+toEP+"9\r", "Share 26 Quality"),
		on("", "Speed 10 (Q 17)", "74/74"))

	s.moves(81, "08")
	s.types(on("\r", "Extra Effort"), on("", "Speed 10 (Q 17)", "69/74"))

	s.moves(87, "68")
	s.types(on("\r", "Extra Effort"), on("1"+toEP+"3\r", "Share 4 Quality"), on("", "Speed 11 (Q 18)", "67/74"))

	s.moves(93, "89")
	s.types(on("\r", "Extra Effort"), on("", "Speed 11 (Q 18)", "62/74"))

	s.types(on("q", "1 Roster"))
	if err := s.gone(); err != nil {
		t.Fatal(err)
	}
	if s.vt.Mode()&(vt10x.ModeAltScreen|vt10x.ModeMouseMask) != 0 || s.vt.Mode()&vt10x.ModeWrap == 0 || !s.vt.CursorVisible() {
		t.Errorf("the terminal is left in mode %b", s.vt.Mode())
	}

	s = h.sit(t, bin, "play", "The Run")
	s.moves(99, "67")
	s.types(on("\r", "Extra Effort"), on("0"+toEP+"4\r", "Share 4 Quality"), on("", "Speed 11 (Q 18)", "61/74"))

	s.moves(105, "23")
	s.types(on("\r", "Extra Effort"), on("3"+toEP, "Share 12 Quality"), on("", "▌EP"))
	_ = s.cmd.Process.Signal(syscall.SIGKILL)
	s.gone()

	s = h.sit(t, bin, "play", "The Run")
	s.types(
		on("3"+toEP+"9\r", "segment 105", "5 against 17: Quality 12", "Share 12 Quality"),
		on("q", "Speed 11 (Q 21)", "60/74"))
	if err := s.gone(); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "check", "The Run"); r.status != done {
		t.Errorf("%+v", r)
	}
}
