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
		return m.prefix != "" || letter(k) && m.fitting(b, string(k.Runes)) != nil
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
		m.refused = refusal{b.ID, noneFits(m.prefix + string(k.Runes))}
	default:
		m.prefix = string(k.Runes)
	}
}

// write begins to type. The value that is there is marked: the first letter stands instead of it.
func (m *Form) write() {
	b := m.Here()
	v, _ := m.Value(b)
	l := pane.LongLine(v.String(), max(longestField, b.Spec.Most))
	l.Mark()
	m.typing, m.before, m.wrong = &l, m.Page, ""
}

// noneFits says that no word of a choice fits what was typed.
func noneFits(typed string) string { return "nothing here is called " + typed }

// behind begins to type behind the value that is there, if a key does that: one that goes to the
// end or, where it would change nothing, to the right. It reports whether it did.
func (m *Form) behind(f pane.Frame, k tea.KeyMsg) bool {
	b := m.Here()
	if b.kind() != typed && b.kind() != figure {
		return false
	}
	does := f.Pressed(Editing, k)
	if does != "last" && (does != "more" || b.kind() == figure || len(b.Words) > 0) {
		return false
	}
	m.write()
	m.typing.Key(tea.KeyMsg{Type: tea.KeyEnd})
	return true
}

// notTaken says what may be typed where a letter means nothing, and reports whether it does.
func (m *Form) notTaken(k tea.KeyMsg) bool {
	b := m.Here()
	switch {
	case !letter(k) || k.Paste:
		return false
	case b.kind() == chosen:
		m.refused = refusal{b.ID, noneFits(string(k.Runes))}
	case b.kind() == yesNo:
		m.refused = refusal{b.ID, "y is yes, and n is no"}
	default:
		return false
	}
	return true
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
