package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"

	"example.org/fray/ui/kit"
)

// commands lists everything that keys do; it is the help and the command
// palette at once, and runs what is chosen.
type commands struct {
	quiet
	filter line
	shown  []binding
	at     int
}

func (m *Model) openCommands() tea.Cmd {
	c := &commands{filter: newLine("")}
	c.refilter(m)
	m.push(c)
	return nil
}

func (c *commands) refilter(m *Model) {
	c.at, c.shown = 0, nil
	if c.filter.text() == "" {
		c.shown = m.everything()
		return
	}
	var names []string
	all := m.everything()
	for _, b := range all {
		names = append(names, b.label+" "+b.group+" "+strings.Join(b.keys, " "))
	}
	for _, hit := range fuzzy.Find(c.filter.text(), names) {
		c.shown = append(c.shown, all[hit.Index])
	}
}

func (c *commands) title(*Model) string { return "Everything, and its key" }

func (c *commands) draw(m *Model, w, h int) []string {
	items := make([]kit.Item, len(c.shown))
	for i, b := range c.shown {
		items[i] = kit.Item{Label: pad(strings.Join(b.keys, " "), 12) + b.text(m), Aside: b.group}
		if b.why != nil {
			items[i].WhyNot = b.why(m)
		}
	}
	out := []string{c.filter.draw(m.look, "find", w)}
	return append(out, m.look.List(items, c.at, w, min(max(1, len(items)), h-1))...)
}

func pad(s string, w int) string {
	return s + strings.Repeat(" ", max(1, w-kit.Width(s)))
}

func (c *commands) key(m *Model, k tea.KeyMsg) tea.Cmd {
	if to, ok := steered(k.String(), c.at, len(c.shown)); ok {
		c.at = to
		return nil
	}
	switch k.String() {
	case "esc":
		return m.pop()
	case "enter":
		if c.at < len(c.shown) {
			m.pop()
			return m.press(c.shown[c.at])
		}
	default:
		if c.filter.key(k) {
			c.refilter(m)
		}
	}
	return nil
}

func (c *commands) hints(*Model) []hint {
	return []hint{{"type", "to find"}, {"enter", "do it"}, {"esc", "back"}}
}

// steered gives the place in a list of n that a key leads to while letters are
// typed into a filter; false for other keys.
func steered(key string, at, n int) (int, bool) {
	switch key {
	case "up", "ctrl+p", "shift+tab":
		at--
	case "down", "ctrl+n", "tab":
		at++
	case "pgup", "home":
		at = 0
	case "pgdown", "end":
		at = n - 1
	default:
		return at, false
	}
	return max(0, min(at, n-1)), true
}
