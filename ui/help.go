package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model/phrase"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
	"example.org/fray/ui/picker"
	"example.org/fray/ui/prompt"
)

// help lists everything that keys do, those that work here first, and does what is chosen.
// It tells what works only elsewhere.
type help struct {
	list pane.List
	all  []pane.Binding
	here int // how many of them, from the first, work here
}

// helpKey opens the help, over panes and over overlays.
var helpKey = pane.Binding{ID: "help", Keys: []string{"?", "f1"}, Label: "help", Also: "keys shortcuts manual ? commands"}

// asksHelp reports whether a key opens the help over the overlay on top. Where letters are
// typed, a letter does not.
func (m *Model) asksHelp(f pane.Frame, k tea.KeyMsg) bool {
	if _, helps := m.over.Top().(help); helps || f.Pressed([]pane.Binding{helpKey}, k) == "" {
		return false
	}
	return !pane.Is(k) || !takesLetters(f, m.over.Top())
}

// openHelp opens the help over the panes, or over the overlay on top.
func openHelp(m *Model) tea.Cmd {
	f, top := m.frame(), m.over.Top()
	var o help
	var entries []picker.Entry
	seen := map[string]bool{pane.Back.Name(): true} // it is the same everywhere, and is listed with those
	add := func(group string, last bool, whyNot func(pane.Binding) string, list ...pane.Binding) {
		for _, b := range list {
			if b.ID == "" || b.Typed != "" || seen[b.Name()] {
				continue
			}
			seen[b.Name()] = true
			var names []string
			for _, key := range f.Keys.Keys(b) {
				names = append(names, pane.KeyWord(key))
			}
			keys := strings.Join(names, " ")
			e := picker.Entry{Name: b.Label, Also: b.Also, Deed: b.Deed, More: b.Group + " " + keys, Label: kit.Padded(keys, 12) + b.Text(f), Group: b.Group, Last: last}
			if group != "" {
				e.Group = group
			}
			if whyNot != nil {
				e.WhyNot = whyNot(b)
			}
			o.all, entries = append(o.all, b), append(entries, e)
		}
	}
	table := func(b pane.Binding) string { return b.WhyNot(f) }
	if top != nil {
		add("Here: "+top.About(f).Title, false, nil, top.Keys(f)...)
		table = func(pane.Binding) string { return "close what lies on top first" }
	} else {
		add("Here: "+m.panes[m.at.Focus].Title(m.frameOf(m.at.Focus)), false, nil, m.panes[m.at.Focus].Keys()...)
	}
	o.here = len(o.all)
	seen[pane.Back.Name()] = false
	add("", false, table, m.keys.all(f)...)
	for _, place := range elsewhere() {
		add("", true, nil, place...)
	}
	o.list = pane.Found(entries)
	m.over.Push(o)
	return nil
}

func (o help) About(pane.Frame) pane.About { return pane.About{Title: "All commands and keys"} }

func (o help) Draw(f pane.Frame) []string { return o.list.Draw(f) }

var helpKeys = pane.In("help", "Help", pane.Enter("do", "do it", "do it"),
	pane.Binding{ID: "rekey", Keys: []string{"f4"}, Label: "give it another key", Foot: "other key"})

func (o help) Keys(pane.Frame) []pane.Binding { return o.list.Keys(helpKeys...) }

func (o help) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(o.Keys(f), msg) {
	case pane.Back.ID:
		return o, pane.Close{}
	case "do":
		return o, o.do(f)
	case "rekey":
		if _, found := o.list.On(); found {
			return o, pane.All{pane.Close{}, pane.Push{Overlay: &keyChange{of: o.all[o.list.At()]}}}
		}
	}
	var cut pane.Intent
	o.list, _, cut = o.list.Key(f, msg)
	return o, cut
}

// do does what is chosen: a key of the table, or one that works here.
func (o help) do(f pane.Frame) pane.Intent {
	e, found := o.list.On()
	if !found {
		return nil
	}
	b, keys := o.all[o.list.At()], f.Keys.Keys(o.all[o.list.At()])
	switch {
	case e.WhyNot != "":
		return pane.Say{Words: b.Label + ": " + e.WhyNot}
	case b.In == "":
		return pane.All{pane.Close{}, pane.Show{What: b.Name()}}
	case o.list.At() >= o.here || len(keys) == 0:
		return pane.Say{Words: b.Label + ": it works when that is open"}
	}
	return pane.All{pane.Close{}, pane.Press{Key: pane.Stroke(keys[0])}}
}

// openPrompt opens the prompt, which takes everything.
func openPrompt(m *Model) tea.Cmd { return openPromptWith(m, "") }

// openPromptWith opens the prompt with a text that is typed already.
func openPromptWith(m *Model, text string) tea.Cmd {
	return m.obey(prompt.Open(m.frame(), text, prompt.Config{
		Acts: m.acts, Keys: m.keys.all, Texts: m.cfg.Tables.Texts, Shelf: m.cfg.Tables.Prepared, Themes: m.cfg.Settings.themes(),
		With: map[string]func(pane.Frame, *phrase.Context, string) pane.Intent{
			"theme": func(_ pane.Frame, _ *phrase.Context, name string) pane.Intent {
				return pane.Own{Intent: func(m *Model) tea.Cmd { return showTheme(m, name) }}
			},
			"host": func(f pane.Frame, _ *phrase.Context, address string) pane.Intent {
				return people.HostAt(f, func() people.Hosting { return hostingOf(m) }, address)
			},
			"invite": func(f pane.Frame, said *phrase.Context, text string) pane.Intent {
				return people.InviteNamed(f, func() people.Hosting { return hostingOf(m) }, said, text)
			},
		},
	}))
}
