// Package start has the screens before a table is open: the start screen, the waiting room
// of a served table, and the switcher between tables, which opens over a table.
package start

import (
	"cmp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Screen is the start screen.
type Screen struct {
	tables *tableList
	f      pane.Frame
}

// New returns the start screen for the tables on a shelf.
func New(shelf *Store, look *kit.Look, keys *pane.Keymap) *Screen {
	d := newTableList(shelf, "", demoCommand, tourCommand, newCommand, importCommand, joinCommand, askCommand, deviceCommand)
	d.away = []string{"away", "quit"}
	return &Screen{tables: d, f: pane.Frame{Look: look, Keys: keys, Focused: true}}
}

// SetLook changes the look.
func (s *Screen) SetLook(look *kit.Look) { s.f.Look = look }

// Fail shows why a table could not be opened.
func (s *Screen) Fail(words string) { s.tables.fail(words) }

// Left shows why somebody is not at their table any more. A key, which may have been on its way, does
// not take it away.
func (s *Screen) Left(words string) { s.tables.why = words }

// Init implements tea.Model.
func (s *Screen) Init() tea.Cmd { return s.tables.load("") }

// Update implements tea.Model.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.f.W, s.f.H = msg.Width, msg.Height
	case tea.KeyMsg:
		return s, s.key(msg)
	case Notice: // such as that somebody was let in at a table, which is in the list from now on
		return s, s.tables.load(string(msg))
	default:
		s.tables.receive(msg)
	}
	return s, nil
}

func (s *Screen) key(k tea.KeyMsg) tea.Cmd {
	if cmd, ok := always(s.f, k); ok {
		return cmd
	}
	cmd, away := s.tables.key(s.f, k)
	if away {
		return tea.Quit
	}
	return cmd
}

const welcome = `fray runs tabletop role-playing games. It keeps the character sheets, knows the rules, tracks whose turn it is, and logs what happens.

You see the odds before you roll and the working afterwards, and you can undo anything.`

// View implements tea.Model.
func (s *Screen) View() string {
	return page(s.f, s.tables.keys(), func(f pane.Frame) []string {
		words := append(f.Brand(f.H-15), append(f.Paragraphs(kit.Text, cmp.Or(s.tables.store.Welcome, welcome)), f.Look.Blank(f.W))...)
		f.H -= len(words)
		return append(words, s.tables.draw(f)...)
	})
}

// always handles the keys that work on every screen; did reports whether k was one of them.
func always(f pane.Frame, k tea.KeyMsg) (cmd tea.Cmd, did bool) {
	switch f.Pressed(pane.Always, k) {
	case "leave":
		return tea.Quit, true
	case "suspend":
		return tea.Suspend, true
	case "redraw":
		return tea.ClearScreen, true
	}
	return nil, false
}

// page draws a screen with one box, a third from the top, above the footer. body draws the
// inside of the box.
func page(f pane.Frame, keys []pane.Binding, body func(pane.Frame) []string) string {
	look, w, h := f.Look, f.W, f.H
	switch {
	case w == 0 || h == 0:
		return ""
	case pane.TooSmall(w, h):
		return pane.SmallScreen(f)
	}
	inner := min(w-2, 78)
	inside := body(f.Sized(inner, h-3, true))
	box := look.Framed(kit.Frame{Title: "fray", W: inner + 2, H: min(len(inside)+2, h-1), Focused: true}, inside)
	lines := make([]string, 0, h)
	for range (h - 1 - len(box)) / 3 {
		lines = append(lines, look.Blank(w))
	}
	for _, b := range box {
		lines = append(lines, look.Row(w).Space((w-inner-2)/2).Drawn(b, inner+2).String())
	}
	for len(lines) < h-1 {
		lines = append(lines, look.Blank(w))
	}
	return strings.Join(append(lines, pane.FootLine(f, keys)), "\n")
}
