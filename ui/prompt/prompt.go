package prompt

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// Config is what a prompt needs of the screen.
type Config struct {
	Acts   *act.Memory
	Keys   func(pane.Frame) []pane.Binding // all that keys of the table do
	Texts  phrase.Texts
	Shelf  func() []phrase.Prepared // what the gamemaster keeps for any table; may be nil
	Themes []string
	// With is what the screen does with text that was typed after a verb, by the verb's ID.
	With map[string]func(f pane.Frame, said *phrase.Context, text string) pane.Intent
}

// prompt is the line and what it may mean, the best first.
type prompt struct {
	Config
	line    pane.Line
	all     []pane.Binding // all that the search finds, with what can be done
	wanted  []phrase.Searchable
	found   []meaning
	unknown string            // which word is not understood, where nothing was found
	list    picker.Picker     // of what was found
	likely  map[string]string // what a meaning costs and how likely it is, by what it does

	counting pane.Counting
	counted  string // what that does which is being counted

	kept    []phrase.Prepared // what is on the shelf
	reading bool              // it is being read
	hasty   bool              // enter was pressed meanwhile on a line that may be of the shelf
}

// meaning is one thing that a line may mean, or a key of the table that it finds.
type meaning struct {
	phrase.Meaning
	key *pane.Binding // nil: the line says it itself
}

// Open lays a prompt on top, with a text that is typed already.
func Open(f pane.Frame, text string, cfg Config) pane.Intent {
	p := &prompt{Config: cfg, line: pane.NewLine(text), likely: map[string]string{}}
	p.all = cfg.Keys(f)
	for _, b := range p.all {
		p.wanted = append(p.wanted, phrase.Searchable{Name: b.Label, Also: b.Also, More: b.Group + " " + strings.Join(f.Keys.Keys(b), " "), Deed: b.Deed})
	}
	if c, s := f.Here(), f.Rulebook(); c != nil && s != nil {
		for _, o := range cfg.Acts.Offered(f.Table, c, s) {
			if o.Row == "" {
				continue // the action stands among the keys
			}
			p.all = append(p.all, pane.Binding{Label: o.Name, Also: o.Also, Group: s.Name, Run: func(f pane.Frame) pane.Intent { return cfg.Acts.Open(f, scene.DraftOf(o)) }})
			p.wanted = append(p.wanted, o.Searchable)
		}
	}
	p.read(f)
	if cfg.Shelf == nil || !f.Seat.IsGamemaster() {
		return pane.Push{Overlay: p}
	}
	p.reading = true
	return pane.All{pane.Push{Overlay: p}, pane.Fetch{
		Run: func() any { return cfg.Shelf() },
		Then: func(f pane.Frame, got any) pane.Intent {
			p.kept, p.reading = got.([]phrase.Prepared), false
			p.read(f)
			if p.hasty {
				return p.do(f)
			}
			return nil
		},
	}}
}

// read finds what the line may mean: what it says, then what the search finds. What a
// key of this screen does is told as the key tells it.
func (p *prompt) read(f pane.Frame) {
	text := strings.TrimSpace(p.line.Text())
	p.found = nil
	done := map[string]bool{}
	c := p.Acts.Said(f)
	c.Screen, c.Themes, c.Texts, c.Shelf = true, p.Themes, p.Texts, p.kept
	for _, m := range c.Read(text) {
		if b := p.bound(m.Verb); b != nil && m.Text == "" {
			done[b.Name()] = true
			key := p.key(f, b)
			key.Select = m.Select
			p.found = append(p.found, key)
			continue
		}
		p.found = append(p.found, meaning{Meaning: m})
	}
	refused := slices.ContainsFunc(p.found, func(m meaning) bool { return m.WhyNot != "" })
	for _, i := range phrase.Search(text, p.wanted) {
		b := &p.all[i]
		switch {
		case b.ID != "" && done[b.Name()]:
		case strings.EqualFold(p.wanted[i].Name, text):
			p.found = slices.Insert(p.found, 0, p.key(f, b))
		case refused && text != "" && strings.HasPrefix(strings.ToLower(p.wanted[i].Name), strings.ToLower(text)):
			// What is spelled out comes before a reading that is refused.
			p.found, refused = slices.Insert(p.found, 0, p.key(f, b)), false
		default:
			p.found = append(p.found, p.key(f, b))
		}
	}
	if len(p.found) == 0 {
		for _, m := range c.ReadTerm(text) {
			p.found = append(p.found, meaning{Meaning: m})
		}
	}
	if p.unknown = ""; len(p.found) == 0 {
		p.unknown = c.Unknown(text)
	}
	entries := make([]picker.Entry, len(p.found))
	for i, m := range p.found {
		entries[i] = picker.Entry{Name: m.Does, Aside: m.Aside, WhyNot: m.WhyNot}
	}
	p.list = picker.New(entries)
}

// bound is the key of the table that does a verb; nil if there is none.
func (p *prompt) bound(verb string) *pane.Binding {
	i := slices.IndexFunc(p.all, func(b pane.Binding) bool { return b.Verb == verb && verb != "" })
	if i < 0 {
		return nil
	}
	return &p.all[i]
}

// chosen is the meaning under the cursor; nil where none was found.
func (p *prompt) chosen() *meaning {
	if i := p.list.At(); i >= 0 {
		return &p.found[i]
	}
	return nil
}

// key is what a key of the table does.
func (p *prompt) key(f pane.Frame, b *pane.Binding) meaning {
	aside := b.Group
	if keys := f.Keys.Keys(*b); len(keys) > 0 {
		aside = pane.KeyWord(keys[0])
	}
	return meaning{phrase.Meaning{Does: b.Text(f), Aside: aside, WhyNot: b.WhyNot(f)}, b}
}

func (p *prompt) About(pane.Frame) pane.About { return pane.About{Title: "What happens?"} }

// examples are what a line may be, said before anything is typed.
var examples = []string{"d20+5 vs 12", "X attacks Y", `5 dmg "fell"`, "6 thugs", "undo attack", "note the alarm goes off", "theme light"}

func (p *prompt) Draw(f pane.Frame) []string {
	out := []string{p.line.Draw(f.Look, ":", f.W)}
	if p.line.Text() == "" {
		for _, l := range kit.Wrap(strings.Join(examples, " "+f.Look.Separate+" "), f.W-2) {
			out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, l).String())
		}
	} else {
		out = append(out, p.live(f)...)
	}
	if len(p.found) == 0 {
		for _, l := range kit.Wrap(p.unknown, f.W-2) {
			out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, l).String())
		}
		return out
	}
	out = append(out, f.Look.Blank(f.W))
	return append(out, p.list.Draw(f.Look, f.W, f.H-len(out), nil)...)
}

// live says what the key that does it would do now.
func (p *prompt) live(f pane.Frame) []string {
	m := p.chosen()
	if m == nil {
		return nil
	}
	key := f.Keys.Keys(promptKeys[1])
	head := ""
	if len(key) > 0 {
		head = pane.KeyWord(key[0]) + "  "
	}
	r := f.Look.Row(f.W).Space(1).Put(kit.Accent, head)
	if m.WhyNot != "" {
		out := []string{r.Put(kit.Dim, m.Does).String()}
		for _, l := range kit.Wrap(m.WhyNot, f.W-2) {
			out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Warn, l).String())
		}
		return out
	}
	r.Put(kit.Title, m.Does)
	if odds := p.likely[m.Does]; odds != "" {
		if kit.Width(odds)+4 > r.Left() {
			out := []string{r.String()}
			for _, l := range kit.Wrap(odds, f.W-2) {
				out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Good, l).String())
			}
			return out
		}
		r.Space(3).Put(kit.Good, odds)
	}
	return []string{r.String()}
}

var promptKeys = slices.Concat(pane.In("command", "The prompt",
	pane.Typing("what happens"),
	pane.Enter("do", "do it", "do it"),
	pane.Binding{ID: "set", Keys: []string{"tab"}, Label: "open it in its form", Foot: "open form"},
	pane.Binding{ID: "up", Keys: []string{"up", "ctrl+p", "shift+tab"}, Label: "previous meaning", Foot: "choose"},
	pane.Binding{ID: "down", Keys: []string{"down", "ctrl+n"}, Label: "next meaning", Foot: "choose"},
), []pane.Binding{pane.Back})

// Bindings lists the bindings of the prompt.
func Bindings() [][]pane.Binding { return [][]pane.Binding{promptKeys} }

func (p *prompt) Keys(pane.Frame) []pane.Binding { return promptKeys }

func (p *prompt) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	does := f.Pressed(promptKeys, msg)
	if l, moved := p.list.Move(does, len(p.found), false); moved {
		p.list = l
		return p, p.count(f)
	}
	switch m := p.chosen(); does {
	case "back":
		p.hasty = false
		p.counting.Stop()
		return p, pane.Close{}
	case "do":
		if p.hasty = p.reading && phrase.Brings(p.line.Text()); p.hasty {
			return p, nil
		}
		return p, p.do(f)
	case "set":
		if m != nil && m.Offer != nil {
			return p, pane.All{pane.Close{}, p.open(f, *m.Offer)}
		}
		return p, nil
	default:
		if p.line.Key(msg) {
			p.read(f)
			return p, pane.And(p.line.Cut(), p.count(f))
		}
	}
	return p, p.count(f)
}

func (p *prompt) do(f pane.Frame) pane.Intent {
	m := p.chosen()
	switch {
	case m == nil:
		return nil
	case m.WhyNot != "":
		return pane.Fail{Words: m.Does + ": " + m.WhyNot}
	}
	return pane.All{pane.Close{}, p.intent(f, *m)}
}

// count has counted how likely the chosen meaning is.
func (p *prompt) count(f pane.Frame) pane.Intent {
	m := p.chosen()
	if m == nil {
		return nil
	}
	_, known := p.likely[m.Does]
	if known || m.Offer == nil || m.WhyNot != "" || p.counting.Busy() && p.counted == m.Does {
		return nil
	}
	p.counted = m.Does
	list := p.Acts.Listed(f.Table, f.Seat)
	return pane.Begin(&p.counting, func(stop func() bool) string {
		return list.Brief(m.Offer.Begin, stop).String()
	}, func(odds string) pane.Intent {
		p.likely[m.Does] = odds
		return nil
	})
}
