package form

import (
	"strconv"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// schemas are all forms of all rulebooks: sheets, house rules, and what actions ask.
func schemas() map[string]*engine.Schema {
	out := map[string]*engine.Schema{}
	for _, s := range uitest.Books() {
		out[s.ID+" sheet"], out[s.ID+" house"] = s.Sheet, s.House
		for _, a := range s.Actions {
			out[s.ID+" "+a.ID] = a.Form
		}
	}
	return out
}

// In every field of every form of every rulebook one gesture does the same: what is typed
// replaces what stands there, end goes on behind it, ctrl+u clears it; a choice is found by
// its letters, and says so when nothing is called that.
func TestOneGestureInAllFields(t *testing.T) {
	fields := 0
	for name, schema := range schemas() {
		for _, long := range []bool{false, true} {
			for _, b := range Specs(schema.Fields()) {
				m := &Form{Schema: schema, Long: long}
				m.Lay(Specs(schema.Fields()))
				m.Stand(b.ID)
				fields++
				if wrong := gesture(m, b); wrong != "" {
					t.Errorf("%s, %s: %s", name, b.ID, wrong)
				}
			}
		}
	}
	if fields < 1000 {
		t.Errorf("only %d fields were tried", fields)
	}
}

// gesture fills a field in and returns what is not as it is in all fields.
func gesture(m *Form, b Field) string {
	keys := func(all ...string) {
		for _, k := range all {
			m.Key(pane.Frame{}, key(k))
		}
	}
	// leaves the field, and comes back to it.
	leave := func() {
		m.Settled()
		m.Stand(b.ID)
	}
	text := func() string { v, _ := m.Page.Get(b.ID); return v.String() }
	switch b.kind() {
	case typed:
		if b.Spec.HasForm() || b.Spec.Most < 3 {
			return ""
		}
		keys("A", "n")
		leave()
		keys("end", "/")
		leave()
		if got := text(); got != "An/" {
			return "An, and / behind it, is " + strconv.Quote(got)
		}
		keys("x")
		leave()
		if got := text(); got != "x" {
			return "x instead of it is " + strconv.Quote(got)
		}
		keys("end", "ctrl+u", "y")
		leave()
		if got := text(); got != "y" {
			return "y in the cleared field is " + strconv.Quote(got)
		}
	case figure:
		if b.Spec.Kind != engine.Int || b.Spec.Most < 23 || b.Spec.Least > 1 {
			return ""
		}
		keys("1")
		leave()
		keys("2")
		leave()
		if got := text(); got != "2" {
			return "2 instead of 1 is " + strconv.Quote(got)
		}
		keys("end", "3")
		leave()
		if got := text(); got != "23" {
			return "3 behind 2 is " + strconv.Quote(got)
		}
		keys("ctrl+u")
		leave()
		if m.Written(b.ID) {
			return "cleared, there is " + strconv.Quote(text())
		}
	case chosen:
		if m.Long {
			return "" // letters look for a field
		}
		for _, w := range b.Spec.Options {
			words := b.Spec.Words(engine.ValueOf(w))
			if w == "" || !onlyLetters(words) {
				continue
			}
			m.prefix = ""
			keys(strings.Split(strings.ToLower(words), "")...)
			if got, _ := m.Value(b); !strings.HasPrefix(strings.ToLower(b.Spec.Words(got)), strings.ToLower(words)) {
				return words + " is " + got.String()
			}
		}
		for _, letter := range strings.Split("qxzjkvwy", "") {
			if m.prefix = ""; m.fitting(b, letter) != nil {
				continue
			}
			if keys(letter); m.refused.words == "" {
				return letter + " is not refused"
			}
		}
	case yesNo:
		if m.Long {
			return ""
		}
		keys("y")
		if text() != "yes" {
			return "y is " + text()
		}
		if keys("q"); m.refused.words == "" {
			return "q is not refused"
		}
	}
	return ""
}

func onlyLetters(s string) bool {
	return s != "" && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}
