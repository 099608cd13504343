package form

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// search looks for a field of a long form by its name.
type search struct {
	line pane.Line
	hits []int // the fields that were found
	home int   // where it began
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
	m.find = &search{line: pane.NewLine(text), home: m.at}
	m.seek()
}

// seek finds the fields that hold all of the words, and goes to the first.
func (m *Form) seek() {
	words := strings.Fields(strings.ToLower(m.find.line.Text()))
	hits, head := []int(nil), ""
	for i, b := range m.fields {
		if b.Head != "" {
			head = b.Head
		}
		text := strings.ToLower(head + " " + m.label(b))
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			hits = append(hits, i)
		}
	}
	slices.SortStableFunc(hits, func(a, b int) int { return m.rank(a, words) - m.rank(b, words) })
	if m.find.hits = hits; len(hits) > 0 {
		m.at = hits[0]
	}
}

// rank is 0 for a field whose own name begins as was typed, then 1 for one
// whose own name has it, else 2: only its heading has, or a list would grow.
func (m *Form) rank(i int, words []string) int {
	if len(words) == 0 {
		return 0
	}
	label := strings.ToLower(m.label(m.fields[i]))
	switch {
	case m.fields[i].Grows():
	case strings.HasPrefix(label, words[0]):
		return 0
	case strings.Contains(label, words[0]):
		return 1
	}
	return 2
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

// findKey gives a key to the search. Enter stays where it has led, esc goes
// back to where it began.
func (m *Form) findKey(f pane.Frame, k tea.KeyMsg) {
	hits := m.find.hits
	switch {
	case f.Pressed([]pane.Binding{pane.Back}, k) != "":
		m.at, m.find = m.find.home, nil
		return
	case f.Pressed(found, k) != "":
		m.find = nil
		return
	}
	if to, ok := f.Found(k, slices.Index(hits, m.at), len(hits)); ok {
		if len(hits) > 0 {
			m.at = hits[to]
		}
	} else if m.find.line.Key(k) {
		m.seek()
	}
}

// drawFound draws the search and what it has found.
func (m *Form) drawFound(look *kit.Look, w, h int) []string {
	hits := m.find.hits
	items := make([]kit.Item, len(hits))
	head, heads := "", make([]string, len(m.fields))
	for i, b := range m.fields {
		if b.Head != "" {
			head = b.Head
		}
		heads[i] = head
	}
	for i, n := range hits {
		items[i] = kit.Item{Label: m.label(m.fields[n]), Aside: heads[n]}
	}
	out := []string{m.find.line.Draw(look, "find", w)}
	if len(items) == 0 {
		return append(out, look.Row(w).Space(1).Put(kit.Dim, "nothing matches").String())
	}
	return append(out, look.List(items, slices.Index(hits, m.at), w, min(len(items), max(h-1, 1)))...)
}
