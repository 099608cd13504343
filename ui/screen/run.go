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

// Options are what a screen is run with. The zero value is the process's own
// terminal.
type Options struct {
	In  io.Reader // nil: standard input
	Out io.Writer // nil: standard output

	// Size and Resizes are the sizes of a terminal that is elsewhere: where In
	// and Out are no terminal of this machine. Resizes tells each new one as it
	// comes, for as long as any may come: tell never waits.
	Size    tea.WindowSizeMsg
	Resizes func(tell func(tea.WindowSizeMsg))

	Mouse bool // presses, the wheel, and moves while a button is down

	// Background asks the terminal for its background, and brings the model a
	// [Background] if the answer comes within this time. Nothing waits for it.
	// Not above zero: it isn't asked.
	Background time.Duration

	// Scheduler is that by which this screen is drawn together with the others of this process;
	// nil where it is alone.
	Scheduler *Scheduler

	// Log is the file a crash is written to; empty: a new one in the system's
	// folder for temporary files or, for a terminal that is elsewhere, none.
	Log string
}

// Closing is what the model is told when the program must end: the terminal is
// gone, or somebody sent a signal. It ends right after.
type Closing struct{}

// The least time between two frames: and between two while more input waits than
// anybody types. What comes at once is drawn once.
const (
	pace      = 4 * time.Millisecond
	stormPace = 100 * time.Millisecond
)

// Bell is a message of the model's that rings the terminal's bell.
type Bell struct{}

// Run shows a model until it quits or is told to. The error is a [*Crash] if
// the model or one of its commands panicked.
func Run(m tea.Model, o Options) error {
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	r := &root{inner: m, place: o.Scheduler.sit(), over: make(chan struct{})}
	defer r.place.leave()
	w := newWriter(o.Out, func(error) { go r.close() }, func() { r.program.Send(frameDue{}) })
	defer w.close()
	r.terminal = openTerminal(o.In, o.Out, w, o.Mouse)
	if r.size = o.Size; r.terminal.local() {
		var err error
		if r.size.Width, r.size.Height, err = r.terminal.size(); err != nil {
			return err
		}
	}
	in, ask := o.In, ""
	if runtime.GOOS != "windows" || !r.terminal.local() { // there Bubble Tea reads the console itself
		r.board = newKeyboard(o.In)
		r.board.ended = func() { go r.close() }
		r.board.answer = func(dark bool) { r.program.Send(Background{dark}) }
		r.board.pasted = func(text []byte) { r.program.Send(pasted(text)) }
		in = r.board
		if o.Background > 0 && os.Getenv("TERM") != "linux" { // whose console shows questions as text
			ask, r.board.until = question, time.Now().Add(o.Background)
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
		go o.Resizes(r.resizedTo)
	}
	rest := func() {}
	if r.board != nil {
		rest = r.board.start()
	}
	_, err := r.program.Run()
	rest()
	stop()
	r.terminal.leave()
	close(r.over)
	if c := r.crash.Load(); c != nil {
		if o.Log != "" || r.terminal.local() {
			c.write(o.Log)
		}
		return c
	}
	if r.closed.Load() && errors.Is(err, tea.ErrProgramKilled) {
		return nil
	}
	return err
}

// root is the model that Bubble Tea sees: it shows the frames of another.
type root struct {
	inner    tea.Model
	program  *tea.Program
	terminal *terminal
	board    *keyboard // nil where Bubble Tea reads the input itself
	size     tea.WindowSizeMsg
	newSize  atomic.Pointer[tea.WindowSizeMsg] // of a terminal that is elsewhere
	shown    picture
	place    place
	back     time.Time // when it came back from suspension
	signals  chan os.Signal
	over     chan struct{} // closed when the terminal has been left for good
	resizing atomic.Bool   // a resized is on its way
	closed   atomic.Bool
	crash    atomic.Pointer[Crash]
}

// picture is the newest frame.
type picture struct {
	lines []string
	stale bool      // it must be sent again, changed or not
	last  time.Time // when it was shown
	due   bool      // the next is coming
}

type (
	frameDue  struct{} // the time for another frame has come
	suspend   struct{} // stop, until somebody says to go on
	continued struct{} // the process had been stopped
	resized   struct{} // the terminal may have another size
	pasted    []byte   // text, instead of keys
)

// filter keeps from Bubble Tea what is ours to do.
func filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(tea.SuspendMsg); ok {
		return suspend{}
	}
	return msg
}

// Init implements tea.Model. The first frame is drawn at once.
func (r *root) Init() (cmd tea.Cmd) {
	r.place.scheduler.do(func() { cmd = r.begin() })
	return cmd
}

func (r *root) begin() (cmd tea.Cmd) {
	defer r.catch()
	first := r.inner.Init()
	r.inner, cmd = r.inner.Update(r.size)
	r.draw()
	return r.guard(tea.Batch(first, cmd))
}

// View implements tea.Model. Nobody looks at it.
func (r *root) View() string { return "" }

// Update implements tea.Model.
func (r *root) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	r.place.scheduler.do(func() { cmd = r.take(msg) })
	return r, cmd
}

// take takes in a message.
func (r *root) take(msg tea.Msg) tea.Cmd {
	defer r.catch()
	switch msg := msg.(type) {
	case frameDue:
		r.shown.due = false
		r.draw()
		return nil
	case drawNow:
		defer close(msg)
		r.place.asked = false
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
		r.terminal.w.order("\a")
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
		return r.hear(msg)
	}
	return r.pass(msg)
}

// hear gives the inner model what nobody did at this screen, and shows what comes
// of it when it is this screen's turn.
func (r *root) hear(msg tea.Msg) tea.Cmd {
	if !r.place.scheduler.crowded() {
		return r.pass(msg)
	}
	var cmd tea.Cmd
	r.inner, cmd = r.inner.Update(msg)
	r.ask()
	return r.guard(cmd)
}

// pass gives the inner model a message, and shows what comes of it.
func (r *root) pass(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	r.inner, cmd = r.inner.Update(msg)
	r.draw()
	return r.guard(cmd)
}

// keys gives the inner model one key after the other: Bubble Tea makes one
// message of all letters that it reads at once, from quick fingers or a slow
// line. What is pasted stays whole.
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

// runes are the letters of what was pasted.
func (p pasted) runes() []rune { return []rune(strings.ToValidUTF8(string(p), "")) }

// resizedTo takes in the size of a terminal that is elsewhere. It never waits for the
// model.
func (r *root) resizedTo(size tea.WindowSizeMsg) {
	r.newSize.Store(&size)
	r.remeasure()
}

// remeasure has the terminal measured soon.
func (r *root) remeasure() {
	if !r.resizing.Swap(true) {
		go r.program.Send(resized{})
	}
}

// measure finds out the size of the terminal.
func (r *root) measure() tea.Cmd {
	if size := r.newSize.Load(); size != nil {
		return r.resize(*size)
	}
	w, h, err := r.terminal.size()
	if err != nil {
		return nil // the size before is as good as any
	}
	return r.resize(tea.WindowSizeMsg{Width: w, Height: h})
}

func (r *root) resize(size tea.WindowSizeMsg) tea.Cmd {
	if size == r.size {
		return nil
	}
	r.size, r.shown.stale = size, true
	return r.pass(size)
}

// draw shows the model, now or when it is time for the next frame.
func (r *root) draw() {
	every := pace
	if r.board.more() {
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
		return // the newest then is shown when it is
	}
	if v := Lines(r.inner); r.shown.stale || !slices.Equal(v, r.shown.lines) {
		r.shown.lines, r.shown.stale, r.shown.last = v, false, time.Now()
		r.terminal.w.show(frame{v, r.size.Width, r.size.Height})
	}
}

// Lines are those of a model's view: its own, if it has them, which are then not
// put together only to be taken apart.
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

// suspended stops the process, if it runs under something that can make it go
// on, and sets the terminal up again after.
func (r *root) suspended() tea.Cmd {
	if !r.terminal.local() {
		return nil
	}
	r.terminal.leave()
	r.stop()
	if err := r.terminal.enter(""); err != nil {
		return tea.Quit
	}
	r.back = time.Now()
	return r.woken()
}

// resumed sets up what others may have changed while the process was stopped
// without a word.
func (r *root) resumed() tea.Cmd {
	if time.Since(r.back) < 100*time.Millisecond {
		return nil // it was suspended, and knows
	}
	r.terminal.again()
	return r.woken()
}

// woken shows everything again, in the size that the terminal has now.
func (r *root) woken() tea.Cmd {
	r.shown.stale = true
	return tea.Batch(r.measure(), r.pass(tea.ResumeMsg{}))
}
