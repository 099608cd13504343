// Package start has the start screen, the switcher between tables, and what
// lies on the shelf for both.
package start

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/paper"
)

// Screen is the first screen there is: the ways to a table.
type Screen struct {
	desk *desk
	f    pane.Frame
}

// New gives the start screen of a shelf.
func New(shelf *Shelf, look *kit.Look, keys *pane.Keymap) *Screen {
	d := newDesk(shelf, "", tourPlace, demoPlace, makePlace, importPlace)
	d.away = []string{"away", "quit"}
	return &Screen{desk: d, f: pane.Frame{Look: look, Keys: keys, Focused: true}}
}

// Wear changes the look.
func (s *Screen) Wear(look *kit.Look) { s.f.Look = look }

// Fail says why a table was not opened.
func (s *Screen) Fail(words string) { s.desk.fail(words) }

// Init implements tea.Model.
func (s *Screen) Init() tea.Cmd { return s.desk.read("") }

// Update implements tea.Model.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.f.W, s.f.H = msg.Width, msg.Height
	case tea.KeyMsg:
		return s, s.key(msg)
	default:
		s.desk.told(msg)
	}
	return s, nil
}

func (s *Screen) key(k tea.KeyMsg) tea.Cmd {
	switch s.f.Pressed(pane.Always, k) {
	case "leave":
		return tea.Quit
	case "suspend":
		return tea.Suspend
	case "redraw":
		return tea.ClearScreen
	}
	cmd, away := s.desk.key(s.f, k)
	if away {
		return tea.Quit
	}
	return cmd
}

const welcome = `A table of role-players: sheets, rulebooks, the clock, and a log of everything that happens.

Before you throw you see the odds. Afterwards you see how the result came about. Anything can be taken back.`

// View implements tea.Model.
func (s *Screen) View() string {
	look, w, h := s.f.Look, s.f.W, s.f.H
	switch {
	case w == 0 || h == 0:
		return ""
	case pane.TooSmall(w, h):
		return pane.SmallScreen(s.f)
	}
	inner := min(w-2, 78)
	f := s.f.Sized(inner, h-3, true)
	body := append(paper.Paragraphs(f, kit.Text, welcome), look.Blank(inner))
	f.H -= len(body)
	body = append(body, s.desk.draw(f)...)
	box := look.Framed(kit.Frame{Title: "fray", W: inner + 2, H: min(len(body)+2, h-1), Focused: true}, body)
	lines := make([]string, 0, h)
	left := (w - inner - 2) / 2
	for range (h - 1 - len(box)) / 3 {
		lines = append(lines, look.Blank(w))
	}
	for _, l := range box {
		lines = append(lines, look.Row(w).Space(left).Drawn(l, inner+2).String())
	}
	for len(lines) < h-1 {
		lines = append(lines, look.Blank(w))
	}
	return strings.Join(append(lines, pane.FootLine(s.f, s.desk.keys())), "\n")
}
