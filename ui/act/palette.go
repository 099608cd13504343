package act

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// palette is the list of actions of the selected character: typing filters, enter chooses, 1
// to 9 choose by number.
type palette struct {
	memory      *Memory
	who, system string
	gang        []string // the members of a group action; nil for one character
	hidden      bool
	actions     []scene.Offer // in the order of the entries
	foe         string        // the target of the attacks, named in the title; "" for none
	list        pane.List
	meant       termMeaning // what the typed text means in other games
	isMeant     bool

	todo     *scene.Listed // counts the prices that are missing; nil: none is
	counting pane.Counting
}

// Palette opens the list of actions for open or hidden rolls or, if the character has an
// open roll, its question.
func (m *Memory) Palette(f pane.Frame, hidden bool) pane.Intent {
	marked := len(f.MarkedHere()) == 1
	f, gang := acting(f)
	intent := m.palette(f, hidden, gang)
	if marked {
		return pane.All{pane.Mark{}, pane.Select{Who: f.Selected}, intent}
	}
	return intent
}

// palette opens the list for the selected character or for a group.
func (m *Memory) palette(f pane.Frame, hidden bool, gang []string) pane.Intent {
	c, s := f.Here(), f.Rulebook()
	if c == nil || s == nil {
		return pane.Fail{Words: "this sheet has no rulebook that this version has"}
	}
	for _, r := range f.Table.Rolls() {
		if r.Who == c.ID {
			return goOnWith(f, r.ID)
		}
	}
	p := palette{memory: m, who: c.ID, system: s.ID, gang: gang, hidden: hidden}
	p.todo = m.Listed(f.Table, f.Seat)
	p.actions = m.all(f, p.todo, c, s, gang)
	for _, o := range p.actions {
		if p.foe == "" && len(o.Against) > 0 && o.Attacks(c, s) {
			p.foe = o.Against[0]
		}
	}
	p.list = pane.Found(p.entries(f.Table))
	p.list.Picker, p.list.Number = p.list.Apart("not now"), paletteNumber
	return pane.Push{Overlay: p}
}

// count starts counting the prices that are missing.
func (p palette) count() (palette, pane.Intent) {
	list, all := p.todo, p.actions
	if list == nil || p.counting.Busy() {
		return p, nil
	}
	var intent pane.Intent
	p.counting, intent = p.counting.Count(func(stop func() bool) any {
		out := map[int]scene.Brief{}
		for i, o := range all {
			if o.WhyNot == "" {
				out[i] = list.BriefLanding(o.Command(), stop)
			}
		}
		return out
	})
	return p, intent
}

// priced returns the palette with counted prices.
func (p palette) priced(t model.Table, prices map[int]scene.Brief) palette {
	p.actions = slices.Clone(p.actions)
	for i := range p.actions {
		if x, known := prices[i]; known {
			p.actions[i].Brief, p.actions[i].Counted = x, true
		}
	}
	p.todo, p.counting, p.list = nil, pane.Counting{}, p.list.With(p.entries(t))
	return p
}

// entries are the lines of the list.
func (p palette) entries(t model.Table) []picker.Entry {
	out := make([]picker.Entry, 0, len(p.actions)+1)
	for i := range p.actions {
		o := &p.actions[i]
		said, label, help := o.Said(), o.Label(), o.Rule.Help
		if o.Rule.NeedsOpponent() && !slices.Equal(o.Against, []string{p.foe}) {
			label += o.Aim(t)
		}
		first := p.isMeant && p.meant.offer == i
		if first {
			said.Name, help = p.list.Line.Text()+" "+said.Name, cmp.Or(p.meant.says, help)
		}
		out = append(out, picker.Entry{Name: said.Name, Row: said.Row, Deed: said.Deed, Also: said.Also, More: said.More, Label: label + ownKey(o),
			Columns: columns(o.Brief), Group: o.Group(), Same: o.Action, First: first, Help: help, WhyNot: o.WhyNot})
	}
	if p.isMeant && p.meant.offer < 0 {
		out = append(out, p.meant.entry(p.list.Line.Text()))
	}
	return out
}

// columns are the price and the chance of an offer beside its label.
func columns(b scene.Brief) *kit.Columns {
	out := &kit.Columns{Judged: b.Judged, P: b.P, Price: b.Price, Words: b.Words}
	if b.Judged && b.Won != "hit" { // a list of attacks needs no word for it
		out.Words = b.Won
	}
	if b.Judged || out.Words == "" {
		out.Words = cmp.Or(b.LandsWords(), out.Words)
	}
	return out
}

// paletteNumber is the key that chooses the nth line.
func paletteNumber(f pane.Frame, n int) string {
	if numbers := f.Keys.Keys(paletteNumbers); n < len(numbers) {
		return pane.KeyWord(numbers[n]) + " "
	}
	return "  "
}

// all lists what a character can do, with reasons why not. gang are the members of a group
// action.
func (m *Memory) all(f pane.Frame, l *scene.Listed, c *model.Character, s *engine.System, gang []string) (list []scene.Offer) {
	for _, o := range m.Wanted(f.Table, f.Seat, c, s) {
		if gang != nil && slices.ContainsFunc(o.Against, func(id string) bool { return slices.Contains(gang, id) }) {
			o.Against = m.band(f, gang, scene.Draft{Who: c.ID, System: s.ID, Action: o.Action}).Against
		}
		if o.Tried(l.Try(o.Command())) {
			list = append(list, o)
		}
	}
	return list
}

func (p palette) About(f pane.Frame) pane.About {
	return pane.About{Title: p.title(f), Aside: p.against(f), Progress: pane.Progress{Stage: pane.Choosing, Who: p.who}}
}

// against names the target of the attacks; "" for none.
func (p palette) against(f pane.Frame) string {
	if foe, ok := f.Table.Character(p.foe); ok {
		return "against " + foe.Name
	}
	return ""
}

func (p palette) title(f pane.Frame) string {
	name := "Act"
	c, there := f.Table.Character(p.who)
	if there {
		name = c.Name
	}
	if p.gang != nil {
		name = view.GroupName(f.Table, p.gang)
	}
	if p.hidden {
		name += ", hidden"
	}
	return name + ": what now?"
}

func (p palette) Draw(f pane.Frame) []string { return p.list.Draw(f) }

// ownKey is the own key of an action, as the palette shows it.
func ownKey(o *scene.Offer) string {
	if o.Rule.Key == "" || o.Row != "" {
		return ""
	}
	return "  [" + o.Rule.Key + "]"
}

var (
	paletteNumbers = pane.Binding{ID: "number", In: "palette", Group: "Actions", Keys: strings.Split("123456789", ""),
		Label: "choose by number", Foot: "at once"}
	paletteKeys = slices.Concat(pane.Finding[:1], pane.In("palette", "Actions",
		pane.Enter("choose", "choose", "choose"), paletteNumbers,
		pane.Binding{ID: "forget", Keys: []string{"delete"}, Label: "remove a favourite"},
	), []pane.Binding{pane.Back}, pane.Finding[1:])
)

func (p palette) Keys(pane.Frame) []pane.Binding { return paletteKeys }

func (p palette) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if got, ok := p.counting.Took(msg); ok {
		return p.priced(f.Table, got.(map[int]scene.Brief)), nil
	}
	switch b, nth := f.PressedOf(paletteKeys, msg); b.ID {
	case "back":
		p.counting.Stop()
		return p, pane.Close{}
	case "choose":
		return p, p.choose(f, p.list.At())
	case "forget":
		return p, p.forget()
	case "number":
		return p, p.choose(f, p.list.Nth(nth))
	}
	var cut, owed pane.Intent
	before := p.list.Line.Text()
	p.list, _, cut = p.list.Key(f, msg)
	if typed := p.list.Line.Text(); typed != before {
		p = p.found(f, typed)
	}
	p, owed = p.count()
	return p, pane.And(cut, owed)
}

// found filters the list. An action that the text means in another game comes first.
func (p palette) found(f pane.Frame, typed string) palette {
	if p.isMeant {
		p.isMeant = false
		p.list = p.list.With(p.entries(f.Table))
	}
	if p.meant, p.isMeant = p.meaning(f, typed); p.isMeant {
		p.list = p.list.With(p.entries(f.Table))
		p.list.Picker = p.list.Find(typed)
	}
	return p
}

// choose starts the offer at a place; -1 for none.
func (p palette) choose(f pane.Frame, place int) pane.Intent {
	if place < 0 {
		return nil
	}
	p.counting.Stop()
	if place == len(p.actions) {
		return p.does(f)
	}
	o := p.actions[place]
	if p.hidden {
		o.Params = o.Params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	return pane.All{pane.Close{}, pane.Then(func(f pane.Frame) pane.Intent { return p.memory.begins(f, p.gang, o.Draft) })}
}

// forget removes the favourite under the cursor.
func (p palette) forget() pane.Intent {
	at := p.list.At()
	if at < 0 || at == len(p.actions) || p.actions[at].Called != nil || p.actions[at].Name == "" {
		return nil
	}
	p.memory.Forget(p.who, p.actions[at].Name)
	return pane.All{pane.Close{}, pane.Keep{}, pane.Then(func(f pane.Frame) pane.Intent { return p.memory.Palette(f, p.hidden) })}
}
