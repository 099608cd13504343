package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

// pick is a short list of which one thing is chosen.
type pick struct {
	quiet
	head  string
	items []kit.Item
	runs  []func(*Model) tea.Cmd
	at    int
}

func (o *pick) add(label, aside string, run func(*Model) tea.Cmd) {
	o.items, o.runs = append(o.items, kit.Item{Label: label, Aside: aside}), append(o.runs, run)
}

func (o *pick) title(*Model) string { return o.head }

func (o *pick) draw(m *Model, w, h int) []string {
	return m.look.List(o.items, o.at, w, min(len(o.items), h))
}

func (o *pick) key(m *Model, k tea.KeyMsg) tea.Cmd {
	n := len(o.items)
	switch k.String() {
	case "esc", "q":
		return m.pop()
	case "up", "k", "shift+tab":
		o.at = (o.at + n - 1) % n
	case "down", "j", "tab":
		o.at = (o.at + 1) % n
	case "home", "pgup":
		o.at = 0
	case "end", "pgdown":
		o.at = n - 1
	case "enter":
		m.without(o)
		return o.runs[o.at](m)
	}
	return nil
}

func (o *pick) hints(*Model) []hint {
	return []hint{{"up/down", "choose"}, {"enter", "do it"}, {"esc", "back"}}
}
