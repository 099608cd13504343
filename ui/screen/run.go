package screen

import (
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Options are the settings of [Run]. The zero value stands for the process's own
// terminal.
type Options struct {
	In  io.Reader // nil: standard input
	Out io.Writer // nil: standard output

	// Size and Resizes give the sizes of a terminal that is elsewhere: where In and
	// Out are no terminal of this machine. Resizes calls tell with each new size, and
	// returns when there will be no more. tell never waits.
	Size    tea.WindowSizeMsg
	Resizes func(tell func(tea.WindowSizeMsg))

	Mouse bool // report presses, the wheel, and moves while a button is down

	// Background is how long the terminal may take to say what its background is. An
	// answer within this time brings the model a [Background]; nothing waits for it.
	// At 0 the terminal is not asked.
	Background time.Duration

	// Scheduler decides when this screen is drawn, where there are others in this
	// process; nil: the screen is alone.
	Scheduler *Scheduler

	// Log is the file to which a crash is written. Empty: a new file in the system's
	// folder for temporary files or, for a terminal that is elsewhere, none.
	Log string
}

// Closing is the message that the program ends right after it: the terminal is gone, or
// somebody sent a signal.
type Closing struct{}

// The least time between two frames, and between two while more input waits. Whatever
// comes within it is drawn once.
const (
	pace      = 4 * time.Millisecond
	stormPace = 100 * time.Millisecond
)

// Bell is a message with which a model rings the terminal's bell.
type Bell struct{}

// Run shows a model on a terminal until the model quits, the terminal is gone or a signal
// ends the program. The error is a [*Crash] where the model or one of its commands
// panicked.
func Run(m tea.Model, o Options) error {
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	r := &root{inner: m, membership: o.Scheduler.join(), ended: make(chan struct{})}
	defer r.membership.leave()
	w := newWriter(o.Out, func(error) { go r.close() }, func() { r.program.Send(frameDue{}) })
	defer w.close()
	r.terminal = openTerminal(o.In, o.Out, w, o.Mouse)
	if r.size = o.Size; r.terminal.local() {
		var err error
		if r.size.Width, r.size.Height, err = r.terminal.size(); err != nil {
			return err
		}
	}
	r.size = drawnFor(r.size)
	in, ask := o.In, ""
	if runtime.GOOS != "windows" || !r.terminal.local() { // on Windows Bubble Tea reads the console itself
		r.keyboard = newKeyboard(o.In)
		r.keyboard.ended = func() { go r.close() }
		r.keyboard.answer = func(dark bool) { r.program.Send(Background{dark}) }
		r.keyboard.pasted = func(text []byte) { r.program.Send(pasted(text)) }
		in = r.keyboard
		if o.Background > 0 && os.Getenv("TERM") != "linux" { // a console that shows the question as text
			ask, r.keyboard.until = question, time.Now().Add(o.Background)
		}
	}
	r.program = tea.NewProgram(r, tea.WithInput(in), tea.WithOutput(io.Discard), tea.WithoutRenderer(),
		tea.WithoutSignalHandler(), tea.WithFilter(filter))
	if err := r.terminal.enter(ask); err != nil {
		r.terminal.leave()
		return err
	}
	stop := func() {}
	if r.terminal.local() {
		stop = r.listen()
	} else if o.Resizes != nil {
		go o.Resizes(r.setSize)
	}
	rest := func() {}
	if r.keyboard != nil {
		rest = r.keyboard.start()
	}
	_, err := r.program.Run()
	rest()
	stop()
	r.terminal.leave()
	close(r.ended)
	if c := r.crash.Load(); c != nil {
		if o.Log != "" || r.terminal.local() {
			c.writeLog(o.Log)
		}
		return c
	}
	if r.closed.Load() && errors.Is(err, tea.ErrProgramKilled) {
		return nil
	}
	return err
}

// root is the model that Bubble Tea runs: it passes messages to the inner model and
// shows the frames of that.
type root struct {
	inner      tea.Model
	program    *tea.Program
	terminal   *terminal
	keyboard   *keyboard // nil where Bubble Tea reads the input itself
	size       tea.WindowSizeMsg
	newSize    atomic.Pointer[tea.WindowSizeMsg] // the newest of a terminal that is elsewhere
	shown      picture
	membership membership
	resumedAt  time.Time // after the last suspension
	signals    chan os.Signal
	ended      chan struct{} // closed when the terminal has been left for good
	resizing   atomic.Bool   // a resized message is on its way
	closed     atomic.Bool
	crash      atomic.Pointer[Crash]
}

// picture is the frame that was shown last.
type picture struct {
	lines []string
	stale bool      // the next frame is sent even if it is the same
	last  time.Time // when it was shown
	due   bool      // a frameDue message is on its way
}

type (
	frameDue  struct{} // another frame may be shown now
	suspend   struct{} // the process is to be stopped until a shell continues it
	continued struct{} // the process was stopped and goes on
	resized   struct{} // the terminal may have another size
	pasted    []byte   // pasted text
)

// filter keeps tea.Suspend from Bubble Tea: the terminal is ours to leave and to enter.
func filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(tea.SuspendMsg); ok {
		return suspend{}
	}
	return msg
}

// Init implements tea.Model. The first frame is drawn at once.
func (r *root) Init() (cmd tea.Cmd) {
	r.membership.scheduler.do(func() { cmd = r.start() })
	return cmd
}

func (r *root) start() (cmd tea.Cmd) {
	defer r.catch()
	first := r.inner.Init()
	r.inner, cmd = r.inner.Update(r.size)
	r.draw()
	return r.guard(tea.Batch(first, cmd))
}

// View implements tea.Model. Bubble Tea shows nothing here.
func (r *root) View() string { return "" }

// Update implements tea.Model.
func (r *root) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	r.membership.scheduler.do(func() { cmd = r.handle(msg) })
	return r, cmd
}

// handle does what a message asks for.
func (r *root) handle(msg tea.Msg) tea.Cmd {
	defer r.catch()
	switch msg := msg.(type) {
	case frameDue:
		r.shown.due = false
		r.draw()
		return nil
	case turnToDraw:
		defer close(msg)
		r.membership.waits = false
		r.draw()
		return nil
	case resized:
		r.resizing.Store(false)
		return r.measure()
	case tea.WindowSizeMsg:
		return r.resize(msg)
	case tea.KeyMsg:
		return r.keys(msg)
	case pasted:
		return r.pass(tea.KeyMsg{Type: tea.KeyRunes, Runes: msg.runes(), Paste: true})
	case suspend:
		return r.suspended()
	case continued:
		return r.resumed()
	case tea.MouseMsg:
		return r.pass(msg)
	case Bell:
		r.terminal.w.control("\a")
		return nil
	case Closing:
		r.inner, _ = r.inner.Update(msg)
		return tea.Quit
	}
	switch msg {
	case tea.ClearScreen():
		r.shown.stale = true
		r.terminal.w.redraw()
	case tea.EnableMouseCellMotion():
		r.terminal.setMouse(true)
	case tea.DisableMouse():
		r.terminal.setMouse(false)
	default:
		return r.passInTurn(msg)
	}
	return r.pass(msg)
}

// passInTurn passes a message that does not come from this screen's terminal to the inner
// model. Where screens take turns, the frame is drawn when it is this screen's.
func (r *root) passInTurn(msg tea.Msg) tea.Cmd {
	if !r.membership.scheduler.crowded() {
		return r.pass(msg)
	}
	var cmd tea.Cmd
	r.inner, cmd = r.inner.Update(msg)
	r.requestTurn()
	return r.guard(cmd)
}

// pass passes a message to the inner model, and draws.
func (r *root) pass(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	r.inner, cmd = r.inner.Update(msg)
	r.draw()
	return r.guard(cmd)
}

// keys passes one key after the other to the inner model. Bubble Tea makes one message
// of all letters that it reads at once, which quick fingers or a slow line bring.
// Pasted text stays whole.
func (r *root) keys(k tea.KeyMsg) tea.Cmd {
	if k.Type != tea.KeyRunes || k.Paste || len(k.Runes) < 2 {
		return r.pass(k)
	}
	var cmds []tea.Cmd
	for _, letter := range k.Runes {
		cmds = append(cmds, r.pass(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{letter}, Alt: k.Alt}))
	}
	return tea.Batch(cmds...)
}

// runes returns the pasted text without what is no UTF-8.
func (p pasted) runes() []rune { return []rune(strings.ToValidUTF8(string(p), "")) }

// setSize takes the new size of a terminal that is elsewhere. It never waits for the
// model.
func (r *root) setSize(size tea.WindowSizeMsg) {
	r.newSize.Store(&size)
	r.requestMeasure()
}

// requestMeasure has the terminal measured, without waiting for the model.
func (r *root) requestMeasure() {
	if !r.resizing.Swap(true) {
		go r.program.Send(resized{})
	}
}

// measure passes the size of the terminal to the model, if it has changed.
func (r *root) measure() tea.Cmd {
	if size := r.newSize.Load(); size != nil {
		return r.resize(*size)
	}
	w, h, err := r.terminal.size()
	if err != nil {
		return nil // the size is unknown: the one before is kept
	}
	return r.resize(tea.WindowSizeMsg{Width: w, Height: h})
}

// The largest terminal that is drawn for. A larger one is treated as this size, since what a
// terminal claims costs memory.
const (
	widest  = 500
	tallest = 200
)

func drawnFor(size tea.WindowSizeMsg) tea.WindowSizeMsg {
	return tea.WindowSizeMsg{Width: min(size.Width, widest), Height: min(size.Height, tallest)}
}

func (r *root) resize(size tea.WindowSizeMsg) tea.Cmd {
	size = drawnFor(size)
	if size == r.size {
		return nil
	}
	r.size, r.shown.stale = size, true
	return r.pass(size)
}

// draw shows the model's frame: at once, or when the least time between two is over.
func (r *root) draw() {
	every := pace
	if r.keyboard.waiting() {
		every = stormPace
	}
	if wait := every - time.Since(r.shown.last); wait > 0 {
		if !r.shown.due {
			r.shown.due = true
			time.AfterFunc(wait, func() { r.program.Send(frameDue{}) })
		}
		return
	}
	if !r.terminal.w.ready() {
		return // the writer sends a frameDue when it can take a frame
	}
	if v := Lines(r.inner); r.shown.stale || !slices.Equal(v, r.shown.lines) {
		r.shown.lines, r.shown.stale, r.shown.last = v, false, time.Now()
		r.terminal.w.show(frame{v, r.size.Width, r.size.Height})
	}
}

// Lines returns the lines of a model's view. A model with a method Lines gives them
// itself, which saves joining and splitting them.
func Lines(m tea.Model) []string {
	if l, ok := m.(interface{ Lines() []string }); ok {
		return l.Lines()
	}
	return strings.Split(m.View(), "\n")
}

// close ends the program from outside.
func (r *root) close() {
	if !r.closed.Swap(true) {
		r.program.Send(Closing{})
	}
}

// suspended leaves the terminal, stops the process where a shell can continue it, and
// sets the terminal up again.
func (r *root) suspended() tea.Cmd {
	if !r.terminal.local() {
		return nil
	}
	r.terminal.leave()
	r.stop()
	if err := r.terminal.enter(""); err != nil {
		return tea.Quit
	}
	r.resumedAt = time.Now()
	return r.redrawAll()
}

// resumed sets the terminal up again after the process was stopped without having left
// it, as by SIGSTOP.
func (r *root) resumed() tea.Cmd {
	if time.Since(r.resumedAt) < 100*time.Millisecond {
		return nil // suspended has done it already
	}
	r.terminal.reenter()
	return r.redrawAll()
}

// redrawAll sends a whole frame, in the size that the terminal has now.
func (r *root) redrawAll() tea.Cmd {
	r.shown.stale = true
	return tea.Batch(r.measure(), r.pass(tea.ResumeMsg{}))
}
