package form

import (
	"cmp"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// step moves the value of a field up or down, or to the next word; false if there is nothing
// to move.
func (m *Form) step(b Field, by int) bool {
	if m.onMore() {
		m.Unfold()
		return true
	}
	return m.set(b, by)
}

func (m *Form) set(b Field, by int) bool {
	switch {
	case b.Turn != nil:
		b.Turn(by)
		return true
	case b.Spec == nil:
		return false
	}
	now, _ := m.Value(b)
	var v engine.Value
	switch b.Spec.Kind {
	case engine.Bool:
		v = engine.ValueOf(!now.Bool())
	case engine.Int:
		v = engine.ValueOf(min(max(now.Int()+by, b.Spec.Least), b.Spec.Most))
	case engine.Decimal:
		v = engine.ValueOf(engine.Milli(min(max(int(now.Milli())+by*100, b.Spec.Least), b.Spec.Most)))
	default:
		words := m.offered(b)
		if len(words) == 0 {
			return false
		}
		v = engine.ValueOf(Neighbour(words, now.Text(), by))
	}
	m.Put(m.Page.With(b.ID, v))
	return true
}

// Neighbour is the word before or behind another in a list, by the sign of by, and goes round
// at the ends. A word that isn't in the list counts as its first. In an empty list it is the
// word itself.
func Neighbour(words []string, now string, by int) string {
	n := len(words)
	if n == 0 {
		return now
	}
	return words[(max(slices.Index(words, now), 0)+cmp.Compare(by, 0)+n)%n]
}

// offered are the words that left and right go through.
func (m *Form) offered(b Field) []string {
	switch {
	case b.Spec.Options != nil:
		return b.Spec.Options
	case b.Words != nil || b.Spec.RowsOf == "":
		return b.Words
	}
	out := []string{""}
	for _, id := range m.Page.RowIDs(b.Spec.RowsOf) {
		out = append(out, RowName(m.Page, b.Spec.RowsOf, id))
	}
	return out
}

// fitting are the words of a choice that fit what was typed: those that begin with it or, if
// none does, those of which a word does or, if none does, those that have it anywhere.
func (m *Form) fitting(b Field, typed string) []string {
	typed = strings.ToLower(typed)
	text := func(w string) string { return strings.ToLower(b.Spec.Words(engine.ValueOf(w))) }
	for _, fits := range []func(w string) bool{
		func(w string) bool { return strings.HasPrefix(text(w), typed) },
		func(w string) bool { return strings.Contains(" "+text(w), " "+typed) },
		func(w string) bool { return strings.Contains(text(w), typed) },
	} {
		if all := slices.DeleteFunc(slices.Clone(m.offered(b)), func(w string) bool { return w == "" || !fits(w) }); len(all) > 0 {
			return all
		}
	}
	return nil
}

// choose sets a choice to the next word that fits what was typed; false if none does. The same
// letter typed again goes to the next word with it.
func (m *Form) choose(b Field, typed string) bool {
	all := m.fitting(b, typed)
	if all == nil {
		return false
	}
	now, _ := m.Value(b)
	w := all[0]
	switch at := slices.Index(all, now.Text()); {
	case at >= 0 && len([]rune(typed)) == 1:
		w = all[(at+1)%len(all)]
	case at >= 0:
		w = all[at]
	}
	if v := engine.ValueOf(w); v != now {
		m.Put(m.Page.With(b.ID, v))
	}
	return true
}
