package form

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"example.org/fray/engine"
	"example.org/fray/ui/pane"
)

// sample is a form with a field of each kind, the last two under "more".
func sample() *Form {
	s := &engine.Schema{}
	g := s.Group("")
	g.Int("number", "Number", -5, 20).Default(3)
	g.Decimal("weight", "Weight", 0, 9000)
	g.Choice("colour", "Colour", "red", "green", "grey", "blue")
	g.Text("name", "Name", 12)
	g.Bool("hidden", "Hidden")
	m := &Form{Schema: s}
	fields := Specs(s.Fields())
	fields[3].Rare, fields[4].Rare = true, true
	m.Lay(fields)
	return m
}

func key(name string) tea.KeyMsg {
	for t := tea.KeyType(-100); t < 128; t++ {
		if k := (tea.KeyMsg{Type: t}); t != tea.KeyRunes && k.String() == name {
			return k
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

func press(m *Form, keys string) {
	for _, k := range strings.Fields(keys) {
		m.Key(pane.Frame{}, key(k))
	}
}

// What is pressed and typed gives a value, or what is wrong beside the field.
func TestKeysFillFields(t *testing.T) {
	for _, x := range []struct{ on, keys, want, wrong string }{
		{"number", "right right", "5", ""},
		{"number", "shift+left", "-5", ""},
		{"number", "1 2 down", "12", ""},
		{"number", "- 4 tab", "-4", ""},
		{"number", "9 9", "", "it must be a whole number from -5 to 20"},
		{"number", "x", "", "it must be a whole number from -5 to 20"},
		{"number", "9 9 esc", "", ""},
		{"number", "right delete", "", ""},
		{"number", "right right ctrl+y", "4", ""},
		{"number", "right right ctrl+y ctrl+y ctrl+r", "4", ""},
		{"weight", "2 . 5 down", "2.5", ""},
		{"colour", "right", "green", ""},
		{"colour", "g", "green", ""},
		{"colour", "g r e y", "grey", ""},
		{"colour", "left", "blue", ""},
		{"name", "A n n down", "Ann", ""},
		{"name", "A n n down up B down", "B", ""},          // what stands there is marked: a letter replaces it
		{"name", "A n n down up end a down", "Anna", ""},   // end goes on behind it
		{"name", "A n n down up right a down", "Anna", ""}, // and so does right
		{"name", "A n n down up backspace down", "", ""},   // it is deleted whole
		{"name", "A n n down up ctrl+u down", "", ""},      // cleared
		{"name", "A n n left ctrl+u B down", "B", ""},      // also while it is typed
		{"name", "A / n down", "A/n", ""},                  // other keys are letters
		{"number", "1 2 down up 7 down", "7", ""},
		{"number", "1 down up end 2 down", "12", ""},
		{"number", "1 2 ctrl+u down", "", ""},
		{"colour", "l", "blue", ""}, // in the middle of the word: nothing begins with it
		{"colour", "e y", "grey", ""},
		{"hidden", "y", "yes", ""},
		{"hidden", "y n", "no", ""},
	} {
		m := sample()
		m.Stand(x.on)
		press(m, x.keys)
		v, _ := m.Page.Get(x.on)
		if got := v.String(); x.wrong == "" && got != x.want {
			t.Errorf("%s after %q is %q, want %q", x.on, x.keys, got, x.want)
		}
		if m.wrong != x.wrong {
			t.Errorf("%s after %q says %q, want %q", x.on, x.keys, m.wrong, x.wrong)
		}
	}
}

// tab goes from field to field and opens what stands under "more" at the end.
func TestTabOpensMore(t *testing.T) {
	m, was := sample(), ""
	for range 5 {
		was += " " + m.Here().ID
		press(m, "tab")
	}
	if was != " number weight colour name hidden" || m.Hidden() {
		t.Errorf("tab leads to%s", was)
	}
}

// What is wrong cannot be left but by going back, and a refusal stands until the
// next key.
func TestWrongStays(t *testing.T) {
	m := sample()
	own := []pane.Binding{pane.Enter("done", "", "")}
	press(m, "9 9 down")
	if id, _ := m.Pressed(pane.Frame{}, own, key("enter")); id != "" || m.Here().ID != "number" {
		t.Errorf("99 is left by %q for %s", id, m.Here().ID)
	}
	press(m, "esc")
	m.Refuse("weight", "too heavy")
	if m.Here().ID != "weight" || m.refused.words != "too heavy" {
		t.Errorf("the refusal is %v at %s", m.refused, m.Here().ID)
	}
	if press(m, "up"); m.refused.words != "" {
		t.Error("the refusal stands behind a key")
	}
}

// Whatever keys are pressed, what is written is allowed, and undoing all of it gives
// the page of the beginning, redoing the one of the end.
func TestUndoBringsEverythingBack(t *testing.T) {
	keys := strings.Fields("up down left right tab shift+tab pgup pgdown home end shift+left shift+right delete backspace ctrl+u ctrl+y ctrl+r esc - + . 0 1 7 g r y n x A")
	keys = append(keys, " ")
	rapid.Check(t, func(t *rapid.T) {
		m := sample()
		for _, k := range rapid.SliceOf(rapid.SampledFrom(keys)).Draw(t, "keys") {
			m.Key(pane.Frame{}, key(k))
			if m.at < 0 || m.at > m.last() {
				t.Fatalf("the cursor stands at %d of %d", m.at, m.last())
			}
		}
		press(m, "esc")
		for _, sp := range m.Schema.Fields() {
			if v, ok := m.Page.Get(sp.ID); ok && sp.Check(v) != nil {
				t.Fatalf("%s is %v", sp.ID, v)
			}
		}
		for len(m.future) > 0 {
			m.forth()
		}
		end, n := m.Page, len(m.past)
		for len(m.past) > 0 {
			m.back()
		}
		if len(m.Page.Paths()) > 0 {
			t.Fatalf("undone is not all: %v", m.Page.Paths())
		}
		for range n {
			m.forth()
		}
		if !m.Page.Equal(end) {
			t.Fatal(fmt.Sprint("redone is not all: ", m.Page.Paths()))
		}
	})
}

// The letter of a field sets it from wherever no text is typed, under "more" too.
func TestALetterSetsItsField(t *testing.T) {
	for _, x := range []struct{ on, keys, number, hidden string }{
		{"colour", "n n h", "5", "yes"},
		{"number", "h h", "3", "no"},
		{"name", "n h", "3", "no"},
		{"colour", "g r e n", "3", "no"},
	} {
		m := sample()
		spec := func(id string) *engine.Spec {
			return m.Schema.Fields()[slices.IndexFunc(m.Schema.Fields(), func(sp *engine.Spec) bool { return sp.ID == id })]
		}
		spec("number").Letter, spec("hidden").Letter = "n", "h"
		m.Stand(x.on)
		press(m, x.keys)
		number, _ := m.Value(Field{ID: "number", Spec: spec("number")})
		hidden, _ := m.Value(Field{ID: "hidden", Spec: spec("hidden")})
		if number.String() != x.number || hidden.String() != x.hidden {
			t.Errorf("%q at %s: %s and %s, not %s and %s", x.keys, x.on, number, hidden, x.number, x.hidden)
		}
	}
}
