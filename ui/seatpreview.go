package ui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/ui/game"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
	tty "example.org/fray/ui/screen"
)

// seatPreview is the screen of another seat that the gamemaster looks at. It is drawn from
// what that seat sees and nothing else, and changes nothing.
type seatPreview struct{ screen *Model }

// previewGame is the table as a seat sees it, which cannot act.
type previewGame struct {
	game.Game
	seat model.Seat
}

// Watch implements game.Game. The gamemaster's screen watches, and passes changes on.
func (o previewGame) Watch() (changed <-chan struct{}, stop func()) { return nil, func() {} }

// Why implements game.Game.
func (o previewGame) Why() error {
	return fmt.Errorf("this only shows what %s: you cannot act here", sees(o.Now(), o.seat))
}

// Do implements game.Game.
func (o previewGame) Do(model.Seat, model.Command) (model.Table, error) { return o.Now(), o.Why() }

// ReadOnly implements game.Game: what is asked of a preview is refused with its own reason.
func (o previewGame) ReadOnly() bool { return false }

// TakeOver implements game.Game.
func (o previewGame) TakeOver() error { return o.Why() }

// Found implements game.Game: the gamemaster's screen tells it.
func (o previewGame) Found() []string { return nil }

// sees names the seat, as in "Mira sees".
func sees(t model.Table, s model.Seat) string {
	if name := t.SeatName(s); name != "" {
		return kit.Clean(name) + " sees"
	}
	return "a watcher sees"
}

// seats are those whose screens the gamemaster can look at, and a watcher's.
func seats(t model.Table) []model.Seat {
	out := t.Seats()
	if !slices.ContainsFunc(out, func(s model.Seat) bool { return s.Role == model.Watcher }) {
		out = append(out, model.Seat{Role: model.Watcher})
	}
	return out
}

// askPreviewSeat asks whose screen is to be shown.
func askPreviewSeat(m *Model) tea.Cmd {
	o := pane.Choice{Head: "See what somebody sees"}
	for _, s := range seats(m.table) {
		aside := ""
		if s.Role == model.Player {
			aside = people.Seated{Seat: s}.Plays(m.table)
		}
		o.Add("what "+sees(m.table, s), aside, func(pane.Frame) pane.Intent {
			return pane.Own{Intent: func(m *Model) tea.Cmd { return openPreview(m, s) }}
		})
	}
	return m.obey(o.Open())
}

func whyNoPreview(f pane.Frame) string {
	if f.Seat.Role != model.GM {
		return "only the gamemaster can see what others see"
	}
	return ""
}

// openPreview shows the screen of a seat, until the key that goes back.
func openPreview(m *Model, seat model.Seat) tea.Cmd {
	cfg := Config{Game: previewGame{m.game, seat}, Seat: seat, Look: m.cfg.Look, Theme: m.preferences.Theme, Copy: m.cfg.Copy, After: m.cfg.After,
		Settings: Settings{Keys: m.cfg.Settings.Keys, Themes: m.cfg.Settings.Themes, Mouse: m.preferences.Mouse}}
	if m.attendance.door != nil {
		cfg.Admissions = onlyPresent{m.attendance.door}
	}
	e := &seatPreview{New(cfg)}
	e.screen.attention.quiet = true
	m.preview = e
	return tea.Batch(e.carry(e.screen.Init()), e.take(tea.WindowSizeMsg{Width: m.size.w, Height: m.size.h}))
}

// onlyPresent tells who is here, and cannot let anybody in.
type onlyPresent struct{ people.Present }

// Watch implements people.Present. The gamemaster's screen watches, and passes changes on.
func (onlyPresent) Watch() (changed <-chan struct{}, stop func()) { return nil, func() {} }

// Admissions implements people.Present.
func (onlyPresent) Admissions() people.Admissions { return nil }

// followPreview passes a change of the table on to the preview.
func followPreview(m *Model) tea.Cmd {
	if p := m.preview; p != nil && p.screen.table.WholeSeq() != m.table.WholeSeq() {
		return p.take(changed{})
	}
	return nil
}

// previewMessage is a message for a preview.
type previewMessage struct {
	by  *seatPreview
	msg tea.Msg
}

// carry wraps a command of the preview, so that its messages come back to it.
func (e *seatPreview) carry(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil, tty.Bell:
			return nil
		case tea.BatchMsg:
			out := make(tea.BatchMsg, len(msg))
			for i, one := range msg {
				out[i] = e.carry(one)
			}
			return out
		default:
			return previewMessage{e, msg}
		}
	}
}

// take passes a message to the preview.
func (e *seatPreview) take(msg tea.Msg) tea.Cmd {
	switch at := msg.(type) {
	case tea.WindowSizeMsg:
		if !pane.TooSmall(at.Width, at.Height-1) { // else the line above takes the place of its first
			at.Height--
		}
		msg = at
	case tea.MouseMsg:
		if at.Y--; at.Y < 0 {
			return nil
		}
		msg = at
	}
	_, cmd := e.screen.Update(msg)
	return e.carry(cmd)
}

// routeToPreview handles a message for the preview; false for one of the gamemaster's own
// screen.
func routeToPreview(m *Model, msg tea.Msg) (tea.Cmd, bool) {
	e := m.preview
	switch msg := msg.(type) {
	case previewMessage:
		switch _, quits := msg.msg.(tea.QuitMsg); {
		case msg.by != e:
			return nil, true
		case quits:
			return closePreview(m), true
		}
		return e.take(msg.msg), true
	case tea.KeyMsg:
		f := m.frame()
		switch {
		case e == nil || f.Pressed(pane.Always, msg) != "":
			return nil, false
		case e.screen.over.Top() == nil && f.Pressed([]pane.Binding{pane.Back}, msg) != "":
			return closePreview(m), true
		}
		return e.take(msg), true
	case tea.MouseMsg:
		if e != nil {
			return e.take(msg), true
		}
	case cameOrWent:
		if e != nil {
			return tea.Batch(m.watched(m.attendance.changed(m.frame())), e.take(msg)), true
		}
	case tea.WindowSizeMsg:
		if e != nil {
			m.size.w, m.size.h = msg.Width, msg.Height
			return e.take(msg), true
		}
	}
	return nil, false
}

// closePreview goes back to the gamemaster's own screen.
func closePreview(m *Model) tea.Cmd {
	m.preview.screen.close()
	m.preview = nil
	return nil
}

// draw draws the preview under a line that tells whose screen it is.
func (e *seatPreview) draw(m *Model) []string {
	x := e.screen
	r := m.look.Row(m.size.w).Select(true).Put(kit.Accent, " as "+sees(m.table, x.seat)+" it").Put(kit.Dim, "   "+m.frame().KeyOf("everywhere-back")+" returns to your own screen")
	if x.plays() && x.frame().Own() == nil && r.Left() > 40 {
		r.Put(kit.Dim, "   they have no character yet")
	}
	r.To(m.size.w)
	lines := x.Lines()
	if pane.TooSmall(m.size.w, m.size.h-1) {
		lines = lines[1:]
	}
	return append([]string{r.String()}, lines...)
}
