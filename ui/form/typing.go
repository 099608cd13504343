package form

import (
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/ui/pane"
)

// longestField is how many letters may be typed into any field. It is more than any field
// takes, so that a text that is too long is refused with a reason rather than cut.
const longestField = 500

// wants reports whether the form takes a key before its owner does: as a letter of what is
// typed, or as the first one.
func (m *Form) wants(f pane.Frame, k tea.KeyMsg) bool {
	b := m.Here()
	switch x, _ := f.PressedOf(all, k); {
	case m.find != nil:
		return true
	case x.ID == pane.Back.ID:
		return m.Busy()
	case !pane.Is(k) || x.ID != "" && !yields(x):
		return false
	case m.typing != nil:
		return true
	case b.kind() == typed:
		return true
	case m.Long && letter(k):
		return true
	case b.kind() == figure:
		return letter(k) || k.Type == tea.KeyBackspace || k.Type == tea.KeyRunes && strings.Contains(b.signs(), string(k.Runes[:1])) || k.Paste
	case b.kind() == chosen:
		return m.prefix != "" || letter(k) && m.begins(b, k)
	case b.kind() == yesNo:
		return string(k.Runes) == "y" || string(k.Runes) == "n"
	}
	return false
}

// lettered sets the field whose letter a key is, and reports whether there is one. It does
// nothing while text is or may be typed.
func (m *Form) lettered(k tea.KeyMsg) bool {
	if here := m.Here(); !letter(k) || k.Paste || m.typing != nil || m.Long || here.kind() == typed || m.prefix != "" {
		return false
	}
	all := slices.Concat(m.fields, m.rest)
	i := slices.IndexFunc(all, func(b Field) bool { return b.Spec != nil && b.Spec.Letter == string(k.Runes) })
	return i >= 0 && m.set(all[i], 1)
}

// letter reports whether a key types a letter.
func letter(k tea.KeyMsg) bool {
	return k.Type == tea.KeyRunes && len(k.Runes) > 0 && unicode.IsLetter(k.Runes[0])
}

// signs are what a number may begin with.
func (b Field) signs() string {
	out := "0123456789"
	if b.Spec.Least < 0 {
		out += "+-"
	}
	if b.Spec.Kind == engine.Decimal {
		out += "."
	}
	return out
}

// begins reports whether a choice has a word that begins with the letter of a key.
func (m *Form) begins(b Field, k tea.KeyMsg) bool {
	return slices.ContainsFunc(m.offered(b), func(w string) bool {
		return strings.HasPrefix(strings.ToLower(w), strings.ToLower(string(k.Runes)))
	})
}

// take gives the form a key that it wants.
func (m *Form) take(f pane.Frame, k tea.KeyMsg) {
	b := m.Here()
	switch {
	case m.typing != nil && f.Pressed([]pane.Binding{pane.Back}, k) != "":
		m.Page, m.typing, m.wrong = m.before, nil, ""
	case m.typing != nil:
		m.typeKey(k)
	case b.kind() == typed || b.kind() == figure && !(m.Long && letter(k)):
		m.write()
		if k.Type == tea.KeyRunes && (b.kind() == figure || b.Over || b.Spec.HasForm()) {
			m.typing.Set("")
		}
		m.typeKey(k)
	case m.Long:
		m.look(string(k.Runes))
	case b.kind() == yesNo:
		m.Put(m.Page.With(b.ID, engine.ValueOf(string(k.Runes) == "y")))
	case b.kind() == chosen:
		m.pick(b, k)
	}
}

// pick finds a word of a choice by the letters typed so far.
func (m *Form) pick(b Field, k tea.KeyMsg) {
	switch {
	case k.Type == tea.KeyBackspace:
		r := []rune(m.prefix)
		m.prefix = string(r[:max(len(r)-1, 0)])
		return
	case m.choose(b, m.prefix+string(k.Runes)):
		m.prefix += string(k.Runes)
	case !m.choose(b, string(k.Runes)):
		m.refused = refusal{b.ID, "nothing here begins with " + m.prefix + string(k.Runes)}
	default:
		m.prefix = string(k.Runes)
	}
}

// write begins to type, with the value that is there.
func (m *Form) write() {
	b := m.Here()
	v, written := m.Value(b)
	l := pane.LongLine("", max(longestField, b.Spec.Most))
	switch {
	case written || b.Spec.Kind != engine.Text:
		l.Set(v.String())
	case v.String() != "":
		l = pane.Suggested(v.String())
	}
	m.typing, m.before, m.wrong = &l, m.Page, ""
}

// Open begins to change the field under the cursor, by typing or as its owner says.
func (m *Form) Open() {
	switch b := m.Here(); b.kind() {
	case yesNo, chosen, turned:
		m.step(b, 1)
	default:
		m.write()
	}
}

// direct begins to type if m.Direct says so.
func (m *Form) direct() {
	if b := m.Here(); m.Direct && m.typing == nil && (b.kind() == typed || b.kind() == figure) {
		m.write()
	}
}

// edits reports whether a key moves or deletes in what is being typed.
func (m *Form) edits(f pane.Frame, k tea.KeyMsg) bool {
	switch f.Pressed(Editing, k) {
	case "less", "more", "first", "last", "clear", "undo", "ten-less", "ten-more":
		return true
	}
	return f.Pressed(all, k) == ""
}

// typeKey gives a key to what is being typed.
func (m *Form) typeKey(k tea.KeyMsg) {
	if !m.typing.Key(k) {
		return
	}
	b, text := m.Here(), m.typing.Text()
	var v engine.Value
	switch {
	case strings.TrimSpace(text) != "":
		var err error
		if v, err = b.Spec.Parse(text); err != nil {
			m.wrong = "it must be " + b.Spec.Range()
			return
		}
	case m.Direct && b.kind() == typed:
		v = engine.ValueOf("")
	}
	m.Page, m.wrong = m.Page.With(b.ID, v), ""
}

// Cut says that the last text that was typed or pasted was too long and was cut; nil if it
// was not.
func (m *Form) Cut() pane.Intent {
	if m.typing == nil {
		return nil
	}
	return m.typing.Cut()
}

// Settled ends the typing; false if the typed value is wrong.
func (m *Form) Settled() bool {
	if m.typing == nil {
		return true
	}
	if m.wrong != "" {
		return false
	}
	page := m.Page
	id := m.Here().ID
	m.Page, m.typing = m.before, nil
	was, had := m.Page.Get(id)
	if v, has := page.Get(id); v != was || has != had {
		m.Put(page)
	}
	return true
}
