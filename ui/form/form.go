package form

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/ui/pane"
)

// Form is a list of fields that are filled in, one of them under the cursor.
type Form struct {
	Schema *engine.Schema // says what holds in fields in which nothing is written
	Page   engine.Page    // what is written in the fields
	Long   bool           // so many fields that one looks for them by name
	Direct bool           // a field is typed into as soon as the cursor stands on it
	Silent bool           // the owner draws [Form.Help] itself

	fields  []Field // those in sight
	rest    []Field // those under "more"
	whole   bool    // all are in sight
	at      int     // of fields; behind the last: "more"
	typing  *pane.Line
	before  engine.Page // the page before the typing began
	wrong   string      // what is wrong with what is being typed
	prefix  string      // letters that a choice was found by
	refused refusal
	find    *search
	past    []engine.Page
	future  []engine.Page
}

// Field is a line of a form. With a Spec it is a value of the page. With a List it is a row
// of that list or, without a Row, the line that adds one. Otherwise the owner of the form
// keeps the value and says how it looks.
type Field struct {
	ID   string // path of the value in the page, or what the owner calls it
	Head string // the heading above it
	Spec *engine.Spec
	List *engine.List
	Row  string
	Rare bool // it stands under "more" while nothing is written in it

	Taken engine.Value // what counts while nothing is written; none: what the Spec says
	Words []string     // what left and right offer though other words may be typed
	Turn  func(by int) // left and right, where the owner keeps the value
	Press func()       // space, there

	Label  string // "": of the Spec
	Value  string // where the owner keeps it; of a Spec, what stands there while nothing is written
	Help   string // behind the help of the Spec
	Beside string // what is known of the value

	Line func(f pane.Frame, on bool) string // draws the field, instead of label and value
}

// kind is how a field is filled in.
type kind int

const (
	turned kind = iota // by its owner, or opened
	typed              // text
	figure             // a number
	chosen             // one of some words
	yesNo
)

func (b Field) kind() kind {
	switch {
	case b.Spec == nil:
		return turned
	case b.Spec.Kind == engine.Bool:
		return yesNo
	case b.Spec.Kind != engine.Text:
		return figure
	case b.Spec.Options != nil || b.Spec.RowsOf != "":
		return chosen
	}
	return typed
}

// Grows reports whether a field is the line that adds a row to a list.
func (b Field) Grows() bool { return b.List != nil && b.Row == "" }

// refusal is what the owner of the form has found wrong with a field.
type refusal struct{ id, words string }

// Lay sets the fields. The cursor stays on its field or, if that is gone, at its place.
func (m *Form) Lay(fields []Field) {
	on := m.Here().ID
	m.fields, m.rest = nil, nil
	for _, b := range fields {
		if b.Rare && !m.whole && b.ID != on && !m.Written(b.ID) {
			m.rest = append(m.rest, b)
		} else {
			m.fields = append(m.fields, b)
		}
	}
	if on == "" || !m.Stand(on) {
		m.at = min(m.at, m.last())
	}
	m.direct()
}

// Specs are fields for values of a page, in their order.
func Specs(all []*engine.Spec) []Field {
	out := make([]Field, len(all))
	for i, sp := range all {
		out[i] = Field{ID: sp.ID, Spec: sp}
	}
	return out
}

// Written reports whether something is written in a field.
func (m *Form) Written(id string) bool {
	_, ok := m.Page.Get(id)
	return ok
}

// Here is the field under the cursor; on "more" it has no ID.
func (m *Form) Here() Field {
	if m.at < len(m.fields) {
		return m.fields[m.at]
	}
	return Field{}
}

// Fields are those in sight.
func (m *Form) Fields() []Field { return m.fields }

// Help explains the field under the cursor.
func (m *Form) Help() string {
	b := m.Here()
	if b.Spec == nil {
		return b.Help
	}
	return b.help()
}

// help explains a field of the page, with the letter that sets it.
func (b Field) help() string {
	words := b.Spec.Help + " " + b.Help
	if b.Spec.Letter != "" {
		words += " Key: " + b.Spec.Letter + "."
	}
	return strings.TrimSpace(words)
}

// Hidden reports whether fields stand under "more".
func (m *Form) Hidden() bool { return len(m.rest) > 0 }

// Stand puts the cursor on a field, if it is there; one under "more" comes into
// sight.
func (m *Form) Stand(id string) bool {
	is := func(b Field) bool { return b.ID == id }
	i := slices.IndexFunc(m.fields, is)
	if at := slices.IndexFunc(m.rest, is); i < 0 && at >= 0 {
		i = len(m.fields)
		m.fields = append(slices.Clip(m.fields), m.rest[at])
		m.rest = slices.Delete(slices.Clone(m.rest), at, at+1)
	}
	if i < 0 {
		return false
	}
	if m.at != i {
		m.Settled()
		m.at, m.typing, m.wrong, m.prefix = i, nil, "", ""
	}
	m.direct()
	return true
}

// Top puts the cursor on the first field.
func (m *Form) Top() { m.at = 0 }

// Unfold shows the fields under "more".
func (m *Form) Unfold() {
	m.whole = true
	m.fields, m.rest = append(slices.Clip(m.fields), m.rest...), nil
}

// last is the last place of the cursor.
func (m *Form) last() int {
	if len(m.rest) > 0 {
		return len(m.fields)
	}
	return max(0, len(m.fields)-1)
}

// Value is the value of a field, and whether it is written there.
func (m *Form) Value(b Field) (engine.Value, bool) {
	if v, ok := m.Page.Get(b.ID); ok {
		return v, true
	}
	if !b.Taken.IsNone() {
		return b.Taken, false
	}
	return b.Spec.Default(m.Schema.Read(m.Page)), false
}

// Text is the value of the text field with an ID.
func (m *Form) Text(id string) string { return m.Schema.Read(m.Page).Value(id).Text() }

// Refuse puts the cursor on a field and says beside it what is wrong, until the
// next key.
func (m *Form) Refuse(id, words string) pane.Intent {
	m.Stand(id)
	m.direct()
	m.refused = refusal{id, words}
	return pane.Moved{}
}

// Editing are the keys of every form.
var Editing = pane.In("form", "Forms",
	pane.Binding{ID: "less", Keys: []string{"left"}, Label: "smaller value, or previous word", Foot: "change"},
	pane.Binding{ID: "more", Keys: []string{"right"}, Label: "larger value, or next word", Foot: "change"},
	pane.Binding{ID: "up", Keys: []string{"up", "ctrl+p"}, Label: "previous field", Foot: "field"},
	pane.Binding{ID: "down", Keys: []string{"down", "ctrl+n"}, Label: "next field", Foot: "field"},
	pane.Binding{ID: "next", Keys: []string{"tab"}, Label: "next field, in long forms next heading; opens \"more\" at the end"},
	pane.Binding{ID: "before", Keys: []string{"shift+tab"}, Label: "previous field, in long forms previous heading"},
	pane.Binding{ID: "page-up", Keys: []string{"pgup"}, Label: "ten less, in long forms ten fields up"},
	pane.Binding{ID: "page-down", Keys: []string{"pgdown"}, Label: "ten more, in long forms ten fields down"},
	pane.Binding{ID: "first", Keys: []string{"home"}, Label: "first field"},
	pane.Binding{ID: "last", Keys: []string{"end"}, Label: "last field; in text and numbers, behind what stands there"},
	pane.Binding{ID: "ten-less", Keys: []string{"shift+left"}, Label: "ten steps less"},
	pane.Binding{ID: "ten-more", Keys: []string{"shift+right"}, Label: "ten steps more"},
	pane.Binding{ID: "turn", Keys: []string{" "}, Label: "next choice; among opponents one more; in a group leaves one out"},
	pane.Binding{ID: "clear", Keys: []string{"delete", "ctrl+u"}, Label: "clear the field, or reset it to the default"},
	pane.Binding{ID: "undo", Keys: []string{"ctrl+y"}, Label: "undo a change in this form"},
	pane.Binding{ID: "redo", Keys: []string{"ctrl+r"}, Label: "redo it"},
)

var (
	// Saving is the key that saves a long form.
	Saving = pane.In("form", "Forms",
		pane.Binding{ID: "save", Keys: []string{"f2", "ctrl+s"}, Label: "save", Foot: "save"})
	done = pane.In("typing", "Typing",
		pane.Enter("done", "done with the field", "done"))
	moves = Editing[2:6] // keys that end typing as well
	all   = slices.Concat(done, Editing, Saving, []pane.Binding{pane.Back})
)

// Bindings lists the bindings of prompts, texts and fields. Bindings that work at the same
// time are in one list.
func Bindings() [][]pane.Binding {
	return [][]pane.Binding{promptKeys, textKeys, leavingKeys, slices.Concat(done, Editing, Saving), slices.Concat(pane.Finding, found)}
}

// Busy reports whether something is being typed, so that keys are letters.
func (m *Form) Busy() bool { return m.typing != nil && !m.Direct || m.find != nil }

// Typing are the keys that work while something is typed; feet are as in [pane.Feet].
func (m *Form) Typing(feet ...string) []pane.Binding {
	if m.find != nil {
		return pane.Footer(slices.Concat(pane.Finding, found, []pane.Binding{pane.Back}),
			"type", "a field's name", "up", "choose", "down", "choose", "go", "go there", "back", "back")
	}
	return pane.Footer(slices.Concat(done, moves, Saving, []pane.Binding{pane.Back}), append(feet, "back", "cancel")...)
}

// Pressed is the ID of the owner's binding that a key belongs to, and which of its keys it
// is. It is "" if the form takes the key itself, as a letter that is typed, or if the typed
// value is wrong and cannot be left.
func (m *Form) Pressed(f pane.Frame, own []pane.Binding, msg tea.Msg) (id string, nth int) {
	b, nth := f.PressedOf(own, msg)
	switch k, _ := msg.(tea.KeyMsg); {
	case b.ID == "" || b.In == Editing[0].In && b.ID != Saving[0].ID:
		return "", 0
	case m.find != nil || b.ID == pane.Back.ID && m.Busy() || yields(b) && m.wants(f, k):
		return "", 0
	case b.ID != pane.Back.ID && !m.Settled():
		return "", 0
	}
	m.direct()
	return b.ID, nth
}

// yields reports whether a binding has letters as keys: while something is typed they are
// typed instead.
func yields(b pane.Binding) bool {
	return slices.ContainsFunc(b.Keys, func(key string) bool { return utf8.RuneCountInString(key) == 1 })
}

// Key gives a key to the form and reports whether the form used it. A message that is no key
// changes nothing.
func (m *Form) Key(f pane.Frame, msg tea.Msg) bool {
	k, is := msg.(tea.KeyMsg)
	if !is {
		return false
	}
	m.refused = refusal{}
	switch {
	case m.find != nil:
		m.findKey(f, k)
		return true
	case m.lettered(k):
		return true
	case m.wants(f, k):
		m.take(f, k)
		return true
	case m.typing != nil && m.edits(f, k):
		m.typeKey(k)
		return true
	case !m.Settled():
		return true
	}
	m.prefix = ""
	if m.behind(f, k) {
		return true
	}
	if m.moved(f, k) {
		m.direct()
		return true
	}
	return m.changed(f, k) || m.notTaken(k)
}

// moved moves the cursor if a key does that, and reports whether it does.
func (m *Form) moved(f pane.Frame, k tea.KeyMsg) bool {
	does := f.Pressed(Editing, k)
	switch {
	case does == "up":
		m.move(-1)
	case does == "down":
		m.move(1)
	case does == "next":
		if m.Hidden() && m.at >= len(m.fields)-1 {
			m.at = len(m.fields) - 1
			m.Unfold()
		}
		m.part(1)
	case does == "before":
		m.part(-1)
	case does == "page-up" && m.Long:
		m.at = max(0, m.at-10)
	case does == "page-down" && m.Long:
		m.at = min(m.last(), m.at+10)
	case does == "first":
		m.at = 0
	case does == "last":
		m.at = m.last()
	default:
		return false
	}
	return true
}

// Next goes to the next field.
func (m *Form) Next() {
	m.move(1)
	m.direct()
}

func (m *Form) move(by int) { m.at = (m.at + by + m.last() + 1) % (m.last() + 1) }

// part goes to the next heading in a direction or, without headings, to the next field.
func (m *Form) part(by int) {
	heads := m.Long && slices.ContainsFunc(m.fields, func(b Field) bool { return b.Head != "" })
	for m.move(by); heads && m.Here().Head == ""; m.move(by) {
	}
}

// changed changes the field under the cursor if a key does that, and reports whether it does.
func (m *Form) changed(f pane.Frame, k tea.KeyMsg) bool {
	b := m.Here()
	does := f.Pressed(Editing, k)
	switch does {
	case "undo":
		m.back()
	case "redo":
		m.forth()
	case "less":
		return m.step(b, -1)
	case "more":
		return m.step(b, 1)
	case "page-up", "ten-less":
		return m.step(b, -10)
	case "page-down", "ten-more":
		return m.step(b, 10)
	case "turn":
		switch {
		case b.Press != nil:
			b.Press()
			return true
		case b.kind() == turned && !m.onMore():
			return false
		}
		return m.step(b, 1)
	case "clear":
		if b.Spec == nil {
			return false
		}
		m.Put(m.Page.With(b.ID, engine.Value{}))
	default:
		if m.Long && f.Pressed(seeking, k) != "" {
			m.look("")
			return true
		}
		return false
	}
	return true
}

func (m *Form) onMore() bool { return m.Hidden() && m.at == len(m.fields) }

// Put changes the page; undo brings back the one before.
func (m *Form) Put(page engine.Page) {
	m.past, m.future = append(m.past, m.Page), nil
	m.Page = page
}

// Reset begins anew with a page. Undo does not go back behind it.
func (m *Form) Reset(page engine.Page) {
	m.Page, m.typing, m.wrong, m.past, m.future = page, nil, "", nil, nil
	m.direct()
}

func (m *Form) back() {
	if n := len(m.past); n > 0 {
		m.future = append(m.future, m.Page)
		m.Page, m.past = m.past[n-1], m.past[:n-1]
	}
}

func (m *Form) forth() {
	if n := len(m.future); n > 0 {
		m.past = append(m.past, m.Page)
		m.Page, m.future = m.future[n-1], m.future[:n-1]
	}
}
