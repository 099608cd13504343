package screen

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/termenv"
)

// The sequences that set the terminal up and restore it. The cursor does not wrap, so
// that a letter which is wider than expected cannot spoil another line.
const (
	alternate   = "\x1b[?1049h"
	modesOn     = "\x1b[?25l\x1b[?7l\x1b[?2004h"
	mouseOn     = "\x1b[?1002h\x1b[?1006h"
	mouseOff    = "\x1b[?1006l\x1b[?1002l"
	restoreAll  = endFrame + "\x1b[m" + mouseOff + "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
	leaveWithin = time.Second
)

// terminal is the terminal of a screen, with the modes that are set in it.
type terminal struct {
	in, out *os.File // nil for a terminal that is elsewhere
	mu      sync.Mutex
	before  *term.State  // to be restored; nil: the terminal is not raw
	restore func() error // restores the output, which has modes of its own on Windows
	mouse   bool
	w       *writer
}

func openTerminal(in io.Reader, out io.Writer, w *writer, mouse bool) *terminal {
	t := &terminal{w: w, mouse: mouse}
	i, _ := in.(*os.File)
	o, _ := out.(*os.File)
	if i != nil && o != nil && term.IsTerminal(i.Fd()) && term.IsTerminal(o.Fd()) {
		t.in, t.out = i, o
	}
	return t
}

// local reports whether the terminal is this process's own.
func (t *terminal) local() bool { return t.in != nil }

// size asks for the size in cells.
func (t *terminal) size() (w, h int, err error) { return term.GetSize(t.out.Fd()) }

// enter sets the terminal up, and sends the question ask with it.
func (t *terminal) enter(ask string) error {
	if t.local() {
		if err := t.raw(); err != nil {
			return err
		}
	}
	t.w.enter(alternate + t.modes() + ask)
	return nil
}

func (t *terminal) raw() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.restore == nil {
		r, err := termenv.EnableVirtualTerminalProcessing(termenv.NewOutput(t.out))
		if err != nil {
			return err
		}
		t.restore = r
	}
	state, err := term.MakeRaw(t.in.Fd())
	if t.before == nil {
		t.before = state
	}
	return err
}

func (t *terminal) modes() string {
	if t.mouse {
		return modesOn + mouseOn
	}
	return modesOn + mouseOff
}

// reenter sets up again what another program may have changed while this one was stopped
// without having left the terminal.
func (t *terminal) reenter() {
	if t.local() {
		_ = t.raw() // where that fails, the terminal stays as it is
	}
	t.w.enter(t.modes())
}

// leave restores the terminal.
func (t *terminal) leave() {
	t.w.leave(restoreAll, leaveWithin)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.before != nil {
		_ = term.Restore(t.in.Fd(), t.before) // nothing can be done where this fails
		t.before = nil
	}
	if t.restore != nil {
		_ = t.restore()
		t.restore = nil
	}
}

// setMouse switches the mouse.
func (t *terminal) setMouse(on bool) {
	t.mouse = on
	if on {
		t.w.control(mouseOn)
	} else {
		t.w.control(mouseOff)
	}
}
