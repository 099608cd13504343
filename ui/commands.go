package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model/phrase"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/prompt"
)

// help lists everything that keys do, and does what is chosen. What only works
// elsewhere is told.
type help struct {
	filter pane.Line
	all    []pane.Binding
	shown  []pane.Binding
	stale  bool // they are those of another text
	at     int
}

func openHelp(m *Model) tea.Cmd {
	o := &help{filter: pane.NewLine(""), all: m.keys.all(m.frame())}
	seen := map[string]bool{}
	for _, b := range o.all {
		seen[b.Name()] = true
	}
	for _, place := range elsewhere() {
		for _, b := range place {
			if b.ID == "" || b.Typed != "" || seen[b.Name()] {
				continue
			}
			seen[b.Name()] = true
			b.Why = onlyThere
			o.all = append(o.all, b)
		}
	}
	o.shown = o.all
	return m.obey(pane.Push{Overlay: o})
}

// openPrompt opens the line that takes everything.
func openPrompt(m *Model) tea.Cmd {
	return m.obey(prompt.Open(m.frame(), prompt.Config{
		Acts: m.mind.acts, Keys: m.keys.all, Themes: m.cfg.Settings.themes(),
		Theme: func(name string) pane.Intent {
			return pane.Own{Intent: func(m *Model) tea.Cmd { return showTheme(m, name) }}
		},
	}))
}

func onlyThere(pane.Frame) string { return "it works when that is open" }

// search finds what was typed, when somebody looks: of keys that come faster than
// frames only the last is searched for.
func (o *help) search(f pane.Frame) {
	if !o.stale {
		return
	}
	o.at, o.shown, o.stale = 0, nil, false
	if o.filter.Text() == "" {
		o.shown = o.all
		return
	}
	for _, i := range phrase.Search(o.filter.Text(), o.wanted(f)) {
		o.shown = append(o.shown, o.all[i])
	}
	slices.SortStableFunc(o.shown, func(a, b pane.Binding) int { return min(1, len(a.In)) - min(1, len(b.In)) })
}

// wanted is what the search may find: what works here before what works
// elsewhere.
func (o *help) wanted(f pane.Frame) []phrase.Wanted {
	out := make([]phrase.Wanted, len(o.all))
	for i, b := range o.all {
		out[i] = phrase.Wanted{Name: b.Label, Also: b.Also, More: b.Group + " " + strings.Join(f.Keys.Keys(b), " ")}
	}
	return out
}

func (o *help) About(pane.Frame) pane.About { return pane.About{Title: "All commands and keys"} }

func (o *help) Draw(f pane.Frame) []string {
	o.search(f)
	items := make([]kit.Item, len(o.shown))
	for i, b := range o.shown {
		keys := strings.Join(f.Keys.Keys(b), " ")
		items[i] = kit.Item{Label: kit.Padded(keys, 12) + b.Text(f), Aside: b.Group}
		if b.In == "" {
			items[i].WhyNot = b.WhyNot(f)
		}
	}
	out := []string{o.filter.Draw(f.Look, "find", f.W)}
	if len(items) == 0 {
		return append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, act.NotFound(o.filter.Text(), o.wanted(f))).String())
	}
	return append(out, f.Look.List(items, o.at, f.W, min(max(1, len(items)), f.H-1))...)
}

var helpKeys = slices.Concat(pane.Finding[:1], pane.In("help", "Help", pane.Enter("do", "do it", "do it"),
	pane.Binding{ID: "rekey", Keys: []string{"f4"}, Label: "give it another key", Foot: "other key"}), []pane.Binding{pane.Back}, pane.Finding[1:])

func (o *help) Keys(pane.Frame) []pane.Binding { return helpKeys }

func (o *help) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	pressed := f.Pressed(helpKeys, msg)
	if pressed != "" {
		o.search(f)
	}
	if to, ok := f.Found(msg, o.at, len(o.shown)); ok {
		o.at = to
		return o, nil
	}
	switch pressed {
	case "back":
		return o, pane.Close{}
	case "rekey":
		if o.at < len(o.shown) {
			return o, pane.Push{Overlay: &rekey{of: o.shown[o.at]}}
		}
	case "do":
		if o.at >= len(o.shown) {
			return o, nil
		}
		b := o.shown[o.at]
		if b.In != "" {
			return o, pane.Say{Words: b.Label + ": " + b.WhyNot(f)}
		}
		return o, pane.All{pane.Close{}, pane.Show{What: b.Name()}}
	default:
		o.stale = o.filter.Key(msg) || o.stale
		return o, o.filter.Cut()
	}
	return o, nil
}
