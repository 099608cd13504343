package screen

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/termenv"
)

// The modes that are ours, and back. The cursor doesn't wrap: a letter that is
// wider than was thought then spoils no other line.
const (
	alternate   = "\x1b[?1049h"
	modesOn     = "\x1b[?25l\x1b[?7l\x1b[?2004h"
	mouseOn     = "\x1b[?1002h\x1b[?1006h"
	mouseOff    = "\x1b[?1006l\x1b[?1002l"
	everyOff    = endFrame + "\x1b[m" + mouseOff + "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
	leaveWithin = time.Second
)

// terminal is where frames go, and whether it is ours to set up.
type terminal struct {
	in, out *os.File // nil where they are no terminal of this machine
	mu      sync.Mutex
	before  *term.State
	restore func() error // of the output, where that has modes (Windows)
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

// enter sets the terminal up. ask is a question to send with it.
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

// again sets up what another program may have changed while this one was
// stopped without having left.
func (t *terminal) again() {
	if t.local() {
		_ = t.raw() // it was raw already, as far as we are concerned
	}
	t.w.enter(t.modes())
}

// leave puts everything back.
func (t *terminal) leave() {
	t.w.leave(everyOff, leaveWithin)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.before != nil {
		_ = term.Restore(t.in.Fd(), t.before) // there is nothing left to do about it
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
		t.w.order(mouseOn)
	} else {
		t.w.order(mouseOff)
	}
}
