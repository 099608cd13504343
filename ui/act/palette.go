package act

import (
	"cmp"
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

// palette lists what the selected character can do: type to filter, enter to
// choose, 1 to 9 for the line of that number.
type palette struct {
	memory      *Memory
	who, system string
	gang        []string // who does it together with who; nil: only that one
	hidden      bool
	actions     []offer // what the entries of the list are of
	foe         string  // whom the attacks are aimed at, as the title says; "" for nobody
	list        pane.List
	meant       meant // by what is typed
	isMeant     bool

	todo     map[int]engine.Inputs // whose odds are still to be counted, by place
	counting pane.Counting
}

// offer is one action with what is known of it before its form is open.
type offer struct {
	action  *engine.Action
	name    string          // of a favourite
	against []string        // of a favourite
	called  *model.FollowUp // what calls for it; nil: nothing does
	row     string          // "" or the name of the skill, power … it is done with
	further bool            // of a parameter behind the first that is offered: left out where it is none
	params  engine.Page
	whyNot  string
	price   kit.Columns // what it costs and how likely it is; nothing until it is counted
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

// Palette opens the list of what the selected character can do, for hidden
// rolls or open ones or, where a roll of theirs is still open, its question.
func (m *Memory) Palette(f pane.Frame, hidden bool) pane.Intent {
	marked := len(f.MarkedHere()) == 1
	f, gang := acting(f)
	intent := m.palette(f, hidden, gang)
	if marked {
		return pane.All{pane.Mark{}, pane.Select{Who: f.Selected}, intent}
	}
	return intent
}

// palette opens the list for the selected one and, where there are more, all
// those who do with it what is chosen there.
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
	p.actions, p.todo = m.all(f, c, s, gang)
	for _, o := range p.actions {
		if p.foe == "" && len(o.against) > 0 && o.attacks(c, s) {
			p.foe = o.against[0]
		}
	}
	p.list = pane.Found(p.entries(f.Table))
	p.list.Picker, p.list.Number = p.list.Apart("not now"), paletteNumber
	return pane.Push{Overlay: p}
}

// count has the prices counted that are still to be.
func (p palette) count(t model.Table) (palette, pane.Intent) {
	todo := p.todo
	if todo == nil || p.counting.Busy() {
		return p, nil
	}
	var intent pane.Intent
	p.counting, intent = p.counting.Count(func(stop func() bool) any {
		out := map[int]kit.Columns{}
		for i, in := range todo {
			out[i] = columnsOf(t, in, stop)
		}
		return out
	})
	return p, intent
}

// priced is the palette with the prices that were counted.
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

// entries are the lines of the list. An offer is called by its row first, since one
// letter must do for it.
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
			Columns: &p.actions[i].price, Group: o.group(), First: first, Help: help, WhyNot: o.whyNot})
	}
	if p.isMeant && p.meant.offer < 0 {
		out = append(out, p.meant.entry(p.list.Line.Text()))
	}
	return out
}

// group is the heading that an offer stands under.
func (o offer) group() string {
	switch {
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

// all lists what a character can do, and why not; and what is to be counted of
// it, by place. gang are those who do it together, if any.
func (m *Memory) all(f pane.Frame, c *model.Character, s *engine.System, gang []string) (list []offer, todo map[int]engine.Inputs) {
	todo = map[int]engine.Inputs{}
	for _, o := range m.wanted(f, c, s) {
		if gang != nil && slices.ContainsFunc(o.against, func(id string) bool { return slices.Contains(gang, id) }) {
			o.against = m.band(f, gang, Draft{Who: c.ID, System: s.ID, Action: o.action.ID}).Against
		}
		in, whyNot, there := o.begins(f, o.draft(c.ID, s.ID))
		if !there {
			continue
		}
		if o.whyNot = whyNot; whyNot == "" {
			todo[len(list)] = in
		}
		list = append(list, o)
	}
	return list, todo
}

// wanted lists what a character may want to do, whether it can be done or not.
func (m *Memory) wanted(f pane.Frame, c *model.Character, s *engine.System) []offer {
	foes := m.foesOf(f.Table, c, s)
	called := calledFor(f.Table, c, s)
	further := slices.DeleteFunc(m.offersOf(c, s), func(o offer) bool { return slices.ContainsFunc(called, o.sameAs) })
	out := slices.Concat(called, m.favourites(c, s), m.inUse(f.Table, c, s, further))
	for i := range out {
		if o := &out[i]; o.name == "" || len(o.against) == 0 && o.attacks(c, s) {
			o.against = foes(o.action, o.row, o.params)
		}
	}
	return out
}

// sameAs reports whether an attack is the one that is called for, with the same row of
// the sheet.
func (o offer) sameAs(called offer) bool {
	return o.action == called.action && o.action.Attack() && o.row == view.RowsIn(o.action, called.params) && (o.row != "" || o.action.Optional())
}

// draft is the action as it is offered.
func (o *offer) draft(who, system string) Draft {
	return Draft{Who: who, System: system, Action: o.action.ID, Row: o.row, Params: o.params, Against: o.against, called: o.called}
}

// begins gives what would begin with an offer, or why nothing would. It is not
// there at all where it is refused with what it names besides the action's own rows: a
// power, and none is set up for a blast.
func (o *offer) begins(f pane.Frame, d Draft) (in engine.Inputs, whyNot string, there bool) {
	in, err := decide.InputsToBegin(f.Table, f.Seat, d.begin())
	if err == nil {
		return in, "", true
	}
	return engine.Inputs{}, err.Error(), !o.further
}

// offersOf lists what a character can do: each action, and those that name a
// row of the sheet once for each row.
func (m *Memory) offersOf(c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, a := range s.Actions {
		if a.Mode == engine.ByClock {
			continue
		}
		alone := true // unless that means the first of the rows
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

// inUse puts what somebody did last first and, behind it, the attacks. What was
// rolled for the order of this round is not wanted again in it.
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

// attacks reports whether an offer of somebody is an attack.
func (o *offer) attacks(c *model.Character, s *engine.System) bool {
	yes, _ := s.IsAttack(o.action, o.params, c.Pages[s.ID])
	return yes
}

// RowNames gives the names of the rows of a list, or their ids.
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

// against says at whom attacks are aimed, "" for nobody.
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

// key is an action's own key, as the palette shows it.
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
	p, owed = p.count(f.Table)
	return p, pane.And(cut, owed)
}

// found is the list with what is typed, and what words of other games mean by it first.
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

// choose begins the offer of a place, -1 for none.
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

// forget takes the favourite under the cursor off the list.
func (p palette) forget() pane.Intent {
	at := p.list.At()
	if at < 0 || at == len(p.actions) || p.actions[at].name == "" {
		return nil
	}
	p.memory.forget(p.who, p.actions[at].name)
	return pane.All{pane.Close{}, pane.Keep{}, pane.Then(func(f pane.Frame) pane.Intent { return p.memory.Palette(f, p.hidden) })}
}
