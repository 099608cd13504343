package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

// start is the first screen there is: the ways to a table.
type start struct {
	cfg  Config
	look *kit.Look
	desk *desk
	w, h int
}

func newStart(cfg Config) *start {
	return &start{cfg: cfg, look: cfg.Look(cfg.Theme), desk: newDesk(cfg.Shelf, "", tourPlace, demoPlace, makePlace, importPlace)}
}

// Init implements tea.Model.
func (s *start) Init() tea.Cmd { return s.desk.read("") }

// Update implements tea.Model.
func (s *start) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = msg.Width, msg.Height
	case tea.KeyMsg:
		cmd := s.key(msg)
		return s, cmd
	default:
		s.desk.told(msg)
	}
	return s, nil
}

func (s *start) key(k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "ctrl+c":
		return tea.Quit
	case "ctrl+z":
		return tea.Suspend
	case "ctrl+l":
		return tea.ClearScreen
	}
	cmd, away := s.desk.key(k)
	if away {
		return tea.Quit
	}
	return cmd
}

const welcome = `A table of role-players: sheets, rulebooks, the clock, and a log of everything that happens.

Before you throw you see the odds. Afterwards you see how the result came about. Anything can be taken back.`

// View implements tea.Model.
func (s *start) View() string {
	switch {
	case s.w == 0 || s.h == 0:
		return ""
	case s.w < leastWidth || s.h < leastHeight:
		return tooSmall(s.look, s.w, s.h)
	}
	inner := min(s.w-2, 78)
	body := append(wrapped(s.look, kit.Text, welcome, inner), s.look.Blank(inner))
	body = append(body, s.desk.draw(s.look, inner, s.h-3-len(body))...)
	box := s.look.Framed("fray", 0, inner+2, min(len(body)+2, s.h-1), true, body)
	lines := make([]string, 0, s.h)
	left := (s.w - inner - 2) / 2
	for range (s.h - 1 - len(box)) / 3 {
		lines = append(lines, s.look.Blank(s.w))
	}
	for _, l := range box {
		lines = append(lines, s.look.Row(s.w).Space(left).Drawn(l, inner+2).String())
	}
	for len(lines) < s.h-1 {
		lines = append(lines, s.look.Blank(s.w))
	}
	return strings.Join(append(lines, hintRow(s.look, s.hints(), s.w)), "\n")
}

func (s *start) hints() []hint {
	if s.desk.asks != nil || s.desk.doomed != "" {
		return s.desk.hints()
	}
	return append(s.desk.hints(), hint{"q", "quit"})
}
