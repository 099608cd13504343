package form

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// search looks for a field of a long form by its name.
type search struct {
	list pane.List // of the fields
	home int       // where it began
}

var (
	seeking = pane.In("form", "Forms",
		pane.Binding{ID: "find", Keys: []string{"/"}, Label: "find a field by name", Foot: "find"})
	// Long are the keys of a long form.
	Long  = slices.Concat(Editing, seeking)
	found = pane.In("typing", "Typing",
		pane.Enter("go", "go to the field that was found", "go there"))
)

// look opens the search for a field.
func (m *Form) look(text string) {
	entries, head := make([]picker.Entry, len(m.fields)), ""
	for i, b := range m.fields {
		if b.Head != "" {
			head = b.Head
		}
		entries[i] = picker.Entry{Name: m.label(b), More: head, Aside: head, Last: b.Grows()}
	}
	m.find = &search{list: pane.Found(entries), home: m.at}
	m.find.list.Line.Set(text)
	m.find.list.Picker = m.find.list.Find(text)
	if i := m.find.list.At(); i >= 0 {
		m.at = i
	}
}

func (m *Form) label(b Field) string {
	switch {
	case b.Label != "":
		return b.Label
	case b.Spec != nil:
		return b.Spec.Label
	case b.Grows():
		return "add to " + b.List.Label
	case b.List != nil:
		return RowName(m.Page, b.List.ID, b.Row)
	}
	return b.ID
}

// findKey gives a key to the search. Enter stays at the field that was found, esc goes back
// to where it began.
func (m *Form) findKey(f pane.Frame, k tea.KeyMsg) {
	switch {
	case f.Pressed([]pane.Binding{pane.Back}, k) != "":
		m.at, m.find = m.find.home, nil
		return
	case f.Pressed(found, k) != "":
		m.find = nil
		return
	}
	m.find.list, _, _ = m.find.list.Key(f, k)
	if i := m.find.list.At(); i >= 0 {
		m.at = i
	}
}
