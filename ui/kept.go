package ui

import (
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

// begun is what was begun with the characters here.
type begun struct {
	drafts  map[string]draft // the last action of each
	unsaved unsaved
	flight  flight
}

// unsaved is what was written by hand and not saved: forms by a key of their own, until the
// program ends. Esc loses nothing.
type unsaved map[string]unsavedForm

// unsavedForm is an overlay that can be left and come back to.
type unsavedForm interface {
	overlay
	// loses says what would be lost with it; "" for nothing.
	loses(m *Model) string
}

// back opens the form that was left under a key; false when there is none.
func (u unsaved) back(m *Model, key string) bool {
	f, ok := u[key]
	if ok {
		m.push(f)
	}
	return ok
}

// without closes one overlay, wherever it lies.
func (m *Model) without(o overlay) {
	m.over = slices.DeleteFunc(slices.Clone(m.over), func(x overlay) bool { return x == o })
}

// nothingLost goes from the table, unless something would be lost with it that
// nothing brings back: then it asks first.
func nothingLost(away func(*Model) tea.Cmd) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		for _, key := range slices.Sorted(maps.Keys(m.unsaved)) {
			if m.unsaved[key].loses(m) != "" {
				m.push(&leaving{first: key, away: away})
				return nil
			}
		}
		return away(m)
	}
}

// leaving asks what becomes of what isn't saved.
type leaving struct {
	quiet
	first string // the form to go back to
	away  func(*Model) tea.Cmd
}

func (o *leaving) title(*Model) string { return "Not saved yet" }

func (o *leaving) draw(m *Model, w, h int) []string {
	var words []string
	for _, key := range slices.Sorted(maps.Keys(m.unsaved)) {
		if lost := m.unsaved[key].loses(m); lost != "" {
			words = append(words, lost)
		}
	}
	var out []string
	for _, l := range kit.Wrap(strings.Join(words, "\n")+"\n\nEnter goes back to it. D leaves without it: nothing brings it back then.", w-2) {
		out = append(out, m.look.Row(w).Space(1).Put(kit.Text, l).String())
	}
	return out[:min(len(out), h)]
}

func (o *leaving) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc", "q":
		return m.pop()
	case "enter":
		m.pop()
		m.unsaved.back(m, o.first)
	case "D":
		m.pop()
		return o.away(m)
	}
	return nil
}

func (o *leaving) hints(*Model) []hint {
	return []hint{{"enter", "back to it"}, {"D", "leave without it"}, {"esc", "stay"}}
}
