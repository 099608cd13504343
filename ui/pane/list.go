package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/picker"
)

// List is a list on the screen: entries with a cursor, which can be found by typing.
type List struct {
	picker.Picker
	Line   Line
	Typed  bool                        // letters are typed into Line, and find
	Seeks  bool                        // a key begins to type, and the way back ends it
	Number func(f Frame, n int) string // stands before the nth line; may be nil
}

// Listed is a list without typing.
func Listed(entries []picker.Entry) List { return List{Picker: picker.New(entries)} }

// Found is a list in which typing finds entries.
func Found(entries []picker.Entry) List {
	return List{Picker: picker.New(entries), Line: NewLine(""), Typed: true}
}

// With is the list with other entries, see [picker.Picker.With].
func (l List) With(entries []picker.Entry) List {
	l.Picker = l.Picker.With(entries)
	return l
}

// seeking is the key that begins to find by typing in a list with Seeks.
var seeking = In("list", "Lists", Binding{ID: "find", Keys: []string{"/"}, Label: "find in the list by typing", Foot: "find"})

// Keys are the keys of the list, those of its owner, and the one that goes back.
func (l List) Keys(own ...Binding) []Binding {
	if l.Typed {
		return slices.Concat(Finding[:1], own, []Binding{Back}, Finding[1:])
	}
	if l.Seeks {
		return slices.Concat(Listing, seeking, own, []Binding{Back})
	}
	return slices.Concat(Listing, own, []Binding{Back})
}

// Key is the list after a key; false for a key that it has no use for. cut says that a pasted
// text was cut, nil if it was not.
func (l List) Key(f Frame, msg tea.Msg) (_ List, used bool, cut Intent) {
	keys := Listing
	switch begun := l.Seeks && l.Typed; {
	case l.Seeks && !l.Typed && f.Pressed(seeking, msg) != "":
		l.Typed, l.Line = true, NewLine("")
		return l, true, nil
	case begun && f.Pressed([]Binding{Back}, msg) != "":
		l.Typed, l.Picker = false, l.Find("")
		return l, true, nil
	case l.Typed:
		keys = Finding
	}
	if p, ok := l.Move(f.Pressed(keys, msg), max(1, f.H-2), !l.Typed); ok {
		l.Picker = p
		return l, true, nil
	}
	if l.Typed && l.Line.Key(msg) {
		l.Picker = l.Find(l.Line.Text())
		return l, true, l.Line.Cut()
	}
	return l, false, nil
}

// Draw draws the list in at most H lines, with the help or the reason of the entry under the
// cursor below it.
func (l List) Draw(f Frame) []string {
	var out, below []string
	if l.Typed {
		r := f.Look.Row(f.W).Space(1).Put(kit.Dim, "find").Space(1)
		if l.Line.Text() == "" {
			r.Put(kit.Selection, " ").Put(kit.Dim, " type a word: attack, dodge, heal "+f.Look.More)
		} else {
			r.Typed(l.Line.Text(), l.Line.Caret(), r.Left())
		}
		out = append(out, r.String())
	}
	if e, ok := l.On(); ok && e.Help != "" {
		ink, words := kit.Dim, e.Help
		if e.WhyNot != "" {
			ink, words = kit.Warn, e.WhyNot
		}
		below = append(below, f.Look.Blank(f.W))
		for _, line := range kit.Wrap(words, f.W-2) {
			below = append(below, f.Look.Row(f.W).Space(1).Put(ink, line).String())
		}
	}
	below = below[:min(len(below), max(0, f.H-len(out)-1))]
	out = append(out, l.Picker.Draw(f.Look, f.W, f.H-len(out)-len(below), l.numbers(f))...)
	return append(out, below...)[:min(len(out)+len(below), f.H)]
}

func (l List) numbers(f Frame) func(int) string {
	if l.Number == nil {
		return nil
	}
	return func(n int) string { return l.Number(f, n) }
}
