package ui

import (
	"maps"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// Settings are what a person has set, in config.toml and at the screen.
type Settings struct {
	Keys    map[string][]string // the keys of bindings, by name; see Keys
	Themes  []string            // the names of themes to choose from; nil: those built in
	Mouse   bool
	Quiet   bool              // results of dice are not shown large
	Trouble string            // what is wrong with config.toml, which stays on the screen
	Crashes string            // the file to which a crash is written; "": a new one in the system's folder for temporary files
	Keep    func(Preferences) // saves what was changed at the screen; may be nil
}

// Preferences are the settings that are changed at the screen and saved for all tables.
type Preferences struct {
	Theme string              `json:"theme"`
	Mouse bool                `json:"mouse"`
	Keys  map[string][]string `json:"keys,omitempty"` // of bindings by name, where they are not the usual ones
}

// Same reports whether both are the same.
func (p Preferences) Same(o Preferences) bool {
	return p.Theme == o.Theme && p.Mouse == o.Mouse && maps.EqualFunc(p.Keys, o.Keys, slices.Equal)
}

// themes are the names of the themes to choose from.
func (s Settings) themes() []string {
	if s.Themes != nil {
		return s.Themes
	}
	var out []string
	for _, t := range kit.Themes {
		out = append(out, t.Name)
	}
	return out
}

// showTheme shows a theme, and saves the choice.
func showTheme(m *Model, name string) tea.Cmd {
	m.preferences.Theme = name
	m.look = m.cfg.Look(name)
	keepPreferences(m)
	return m.say("theme: " + name)
}

// themes is the overlay that lists the themes, with a sample of each. The screen behind it
// is drawn in the one under the cursor.
type themes struct {
	list  pane.List
	names []string
	looks []*kit.Look
	was   string // the theme to go back to
}

func pickTheme(m *Model) tea.Cmd {
	o := &themes{names: m.cfg.Settings.themes(), was: m.preferences.Theme}
	entries := make([]picker.Entry, len(o.names))
	for i, n := range o.names {
		entries[i].Name = n
		o.looks = append(o.looks, m.cfg.Look(n))
	}
	o.list = pane.Listed(entries)
	o.list.Picker = o.list.Stand(slices.Index(o.names, o.was))
	return m.obey(pane.Push{Overlay: o})
}

func (o *themes) About(pane.Frame) pane.About { return pane.About{Title: "Themes"} }

func (o *themes) Draw(f pane.Frame) []string {
	wide := 0
	for _, n := range o.names {
		wide = max(wide, kit.Width(kit.Clean(n)))
	}
	wide = min(wide, f.W/3)
	out := make([]string, 0, len(o.names))
	for i, n := range o.names {
		sample := o.sample(i, f.W-wide-4)
		r := f.Look.Row(f.W).Mark(i == o.list.At()).Space(1).Fit(map[bool]kit.Token{true: kit.Title, false: kit.Text}[i == o.list.At()], n, wide)
		out = append(out, r.Space(2).Drawn(sample, f.W-wide-4).String())
	}
	return f.Look.Scrolled(out, o.list.At(), f.W, min(len(out), f.H))
}

// sample shows the colours of a theme in one line.
func (o *themes) sample(i, w int) string {
	r := o.looks[i].On(kit.OnPanel).Row(w).Space(1)
	r.Put(kit.Hero, "Seraph").Space(1).Gauge(kit.GaugeOf(engine.Meter{Label: "VP", Kind: "life", Now: 7, Full: 10}, 2, 10), 10).Space(1)
	r.Put(kit.Foe, "Thug").Space(1).Gauge(kit.GaugeOf(engine.Meter{Label: "EP", Kind: "energy", Now: 7, Full: 10}, 0, 10), 10).Space(1)
	r.Put(kit.Points, "CP 5").Space(1).Put(kit.Good, "HIT").Space(1).Put(kit.Bad, "MISS").Space(1)
	r.Put(kit.Hurt, "hurt").Space(1).Put(kit.Grave, "badly hurt").Space(1).Select(true).Put(kit.Title, " chosen ").Select(false)
	return r.String()
}

var themeKeys = slices.Concat(pane.Listing,
	pane.In("themes", "Screen", pane.Enter("keep", "use this theme", "use it")), []pane.Binding{pane.Back.Footed("cancel")})

func (o *themes) Keys(pane.Frame) []pane.Binding { return themeKeys }

func (o *themes) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if l, used, _ := o.list.Key(f, msg); used {
		o.list = l
		return o, o.show(o.names[l.At()])
	}
	switch f.Pressed(themeKeys, msg) {
	case "keep":
		return o, pane.All{pane.Close{}, pane.Own{Intent: func(m *Model) tea.Cmd { return showTheme(m, o.names[o.list.At()]) }}}
	case "back":
		return o, pane.All{o.show(o.was), pane.Close{}}
	}
	return o, nil
}

// show draws the screen in a theme, without saving it.
func (o *themes) show(name string) pane.Intent {
	return pane.Own{Intent: func(m *Model) tea.Cmd {
		m.look = m.cfg.Look(name)
		return nil
	}}
}

// switchMouse gives the mouse to the terminal, or back to fray.
func switchMouse(m *Model) tea.Cmd {
	m.preferences.Mouse = !m.preferences.Mouse
	keepPreferences(m)
	if m.preferences.Mouse {
		return tea.Batch(m.say("mouse: on"), tea.EnableMouseCellMotion)
	}
	return tea.Batch(m.say("mouse: off, so that the terminal can select text"), tea.DisableMouse)
}

func mouseWords(m *Model) string {
	if m.preferences.Mouse {
		return "mouse off"
	}
	return "mouse on"
}

func keepPreferences(m *Model) {
	if m.cfg.Settings.Keep != nil {
		m.cfg.Settings.Keep(m.preferences)
	}
}
