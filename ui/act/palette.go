package act

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
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
	actions     []offer // in the order of the entries
	foe         string  // the target of the attacks, named in the title; "" for none
	list        pane.List
	meant       termMeaning // what the typed text means in other games
	isMeant     bool

	todo     *Listed // counts the prices that are missing; nil: none is
	counting pane.Counting
}

// offer is an action that can be chosen, with what is known before its form is open.
type offer struct {
	action  *engine.Action
	name    string          // name of a favourite
	against []string        // targets; of a favourite its own
	called  *model.FollowUp // the follow-up that it answers; nil for none
	abort   bool            // what is under way is given up for it
	row     string          // the skill, power or other row of the sheet that it uses; or ""
	further bool            // from a second list of rows: left out if it is refused
	params  engine.Page
	whyNot  string
	lacks   bool        // it is refused only because something has still to be said; not known in the palette, which opens the form anyway
	price   kit.Columns // the price and the chance; empty until they are counted
	priced  bool        // they are counted, or cannot be
}

func (o offer) label() string {
	if o.called != nil {
		return o.name
	}
	if o.name != "" {
		return o.name + " (" + o.action.Label + ")"
	}
	if o.row == "" {
		return o.action.Label
	}
	return o.action.Label + ": " + o.row
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
		if p.foe == "" && len(o.against) > 0 && o.attacks(c, s) {
			p.foe = o.against[0]
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
		out := map[int]kit.Columns{}
		for i, o := range all {
			if d := o.draft(p.who, p.system); o.whyNot == "" {
				out[i] = list.columnsLanding(d.begin(), stop)
			}
		}
		return out
	})
	return p, intent
}

// priced returns the palette with counted prices.
func (p palette) priced(t model.Table, prices map[int]kit.Columns) palette {
	p.actions = slices.Clone(p.actions)
	for i := range p.actions {
		if x, known := prices[i]; known {
			p.actions[i].price = x
		}
	}
	p.todo, p.counting, p.list = nil, pane.Counting{}, p.list.With(p.entries(t))
	return p
}

// entries are the lines of the list. The name of an offer begins with its row, so that one
// letter can find it.
func (p palette) entries(t model.Table) []picker.Entry {
	out := make([]picker.Entry, 0, len(p.actions)+1)
	for i, o := range p.actions {
		name, label := o.action.Label, o.label()
		if own := cmp.Or(o.name, o.row); own != "" {
			name = own + " " + o.action.Label
		}
		if o.action.NeedsOpponent() && !slices.Equal(o.against, []string{p.foe}) {
			label += o.aim(t)
		}
		help := o.action.Help
		first := p.isMeant && p.meant.offer == i
		if first {
			name, help = p.list.Line.Text()+" "+name, cmp.Or(p.meant.says, help)
		}
		out = append(out, picker.Entry{Name: name, Also: o.action.Also, More: o.action.Group + " " + o.action.ID, Label: label + o.key(),
			Columns: &p.actions[i].price, Group: o.group(), Same: o.action.ID, First: first, Help: help, WhyNot: o.whyNot})
	}
	if p.isMeant && p.meant.offer < 0 {
		out = append(out, p.meant.entry(p.list.Line.Text()))
	}
	return out
}

// group is the heading of an offer.
func (o offer) group() string {
	switch {
	case o.called != nil && o.action.Optional():
		return "Possible now"
	case o.called != nil:
		return "Needed now"
	case o.name != "":
		return "Favourites"
	}
	return o.action.Group
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
func (m *Memory) all(f pane.Frame, l *Listed, c *model.Character, s *engine.System, gang []string) (list []offer) {
	for _, o := range m.wanted(f, c, s) {
		if gang != nil && slices.ContainsFunc(o.against, func(id string) bool { return slices.Contains(gang, id) }) {
			o.against = m.band(f, gang, Draft{Who: c.ID, System: s.ID, Action: o.action.ID}).Against
		}
		if d := o.draft(c.ID, s.ID); o.tried(l.Try(d.begin())) {
			list = append(list, o)
		}
	}
	return list
}

// wanted lists all actions of a character, including those that will be refused.
func (m *Memory) wanted(f pane.Frame, c *model.Character, s *engine.System) []offer {
	foes := m.foesOf(f.Table, c, s)
	called := calledFor(f.Table, f.Seat, c, s)
	further := slices.DeleteFunc(m.offersOf(c, s), func(o offer) bool { return slices.ContainsFunc(called, o.sameAs) })
	out := slices.Concat(called, m.favourites(c, s), m.inUse(f.Table, c, s, further))
	for i := range out {
		if o := &out[i]; o.name == "" || len(o.against) == 0 && o.attacks(c, s) {
			o.against = foes(o.action, o.row, o.params)
		}
	}
	return out
}

// sameAs reports whether an offer is the same attack as a follow-up, with the same row of
// the sheet.
func (o offer) sameAs(called offer) bool {
	return o.action == called.action && o.action.Attack() && o.row == view.RowsIn(o.action, called.params) && (o.row != "" || o.action.Optional())
}

// draft is the action as it is offered.
func (o *offer) draft(who, system string) Draft {
	return Draft{Who: who, System: system, Action: o.action.ID, Row: o.row, Params: o.params, Against: o.against, called: o.called, Abort: o.abort}
}

// tried takes in why an offer is refused, if it is. It returns false for an offer that makes no
// sense: one from a second list of rows that is refused, such as a blast with a power that is
// none.
func (o *offer) tried(x decide.Trial) bool {
	if x.WhyNot == nil || errors.Is(x.WhyNot, engine.ErrNotTried) {
		return true
	}
	o.whyNot = x.WhyNot.Error()
	return !o.further
}

// offersOf lists the actions of a character: an action that uses rows of the sheet once for
// each row.
func (m *Memory) offersOf(c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, a := range s.Actions {
		if a.Mode == engine.ByClock {
			continue
		}
		alone := true // an action without a row is offered unless that means its first row
		for i, param := range a.Offers {
			sp, ok := a.Param(param)
			if !ok {
				continue
			}
			for _, name := range RowNames(c.Pages[s.ID], sp.RowsOf) {
				out = append(out, offer{action: a, row: name, further: i > 0, params: m.params(c.ID, a, name).With(param, engine.ValueOf(name))})
				alone = alone && !sp.First
			}
		}
		if alone {
			out = append(out, offer{action: a, params: m.params(c.ID, a, "")})
		}
	}
	return out
}

// inUse sorts the recent actions first, then the attacks. Initiative that has been rolled in
// this round comes last.
func (m *Memory) inUse(t model.Table, c *model.Character, s *engine.System, all []offer) []offer {
	_, rolled := decide.Score(t, c.ID)
	rank := func(o offer) int {
		if rolled && o.action.ID == s.Time.Initiative && s.ID == t.System {
			return 2
		}
		if at := slices.Index(m.recent[c.ID], draftKey(c.ID, o.action.ID, o.row)); at >= 0 {
			return at - mostRecent
		}
		if o.attacks(c, s) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b offer) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// attacks reports whether an offer is an attack.
func (o *offer) attacks(c *model.Character, s *engine.System) bool {
	yes, _ := s.IsAttack(o.action, o.params, c.Pages[s.ID])
	return yes
}

// RowNames lists the names of the rows of a list, or the ids of rows without a name.
func RowNames(page engine.Page, list string) []string {
	var out []string
	for _, id := range page.RowIDs(list) {
		name, _ := page.Get(list + "/" + id + "/name")
		if name.Text() == "" {
			name = engine.ValueOf(id)
		}
		out = append(out, name.Text())
	}
	return out
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

// key is the action's own key, as the palette shows it.
func (o offer) key() string {
	if o.action.Key == "" || o.row != "" {
		return ""
	}
	return "  [" + o.action.Key + "]"
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
		return p.priced(f.Table, got.(map[int]kit.Columns)), nil
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
		o.params = o.params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	d := o.draft(p.who, p.system)
	return pane.All{pane.Close{}, pane.Then(func(f pane.Frame) pane.Intent { return p.memory.begins(f, p.gang, d) })}
}

// forget removes the favourite under the cursor.
func (p palette) forget() pane.Intent {
	at := p.list.At()
	if at < 0 || at == len(p.actions) || p.actions[at].name == "" {
		return nil
	}
	p.memory.forget(p.who, p.actions[at].name)
	return pane.All{pane.Close{}, pane.Keep{}, pane.Then(func(f pane.Frame) pane.Intent { return p.memory.Palette(f, p.hidden) })}
}
