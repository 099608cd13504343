package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// palette lists what the selected character can do: type to filter, enter to
// choose, 1 to 9 for the line of that number.
type palette struct {
	memory      *Memory
	who, system string
	gang        []string // who does it together with who; nil: only that one
	hidden      bool
	filter      pane.Line
	actions     []offer
	shown       []int
	stale       bool // they are those of another text
	at          int

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
	price   string // what it costs and how likely it is; "" until it is counted
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
	p := &palette{memory: m, who: c.ID, system: s.ID, gang: gang, filter: pane.NewLine(""), hidden: hidden, stale: true}
	p.actions, p.todo = m.all(f, c, s, gang)
	return pane.Push{Overlay: p}
}

// count has the prices counted that are still to be.
func (p *palette) count() pane.Intent {
	todo := p.todo
	if todo == nil || p.counting.Busy() {
		return nil
	}
	return pane.Begin(&p.counting, func(stop func() bool) map[int]string {
		out := map[int]string{}
		for i, in := range todo {
			out[i] = counted(in, stop).Short()
		}
		return out
	}, func(prices map[int]string) pane.Intent {
		for i := range p.actions {
			p.actions[i].price = prices[i]
		}
		p.todo = nil
		return nil
	})
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
	return o.action == called.action && o.action.Attack() && o.row == pane.RowsIn(o.action, called.params) && (o.row != "" || o.action.Optional())
}

// draft is the action as it is offered.
func (o *offer) draft(who, system string) Draft {
	return Draft{Who: who, System: system, Action: o.action.ID, Row: o.row, Params: o.params, Against: o.against, called: o.called}
}

// begins gives what would begin with an offer, or why nothing would. It is not
// there at all where it names what this action is not for: a power, and none is
// set up for a blast.
func (o *offer) begins(f pane.Frame, d Draft) (in engine.Inputs, whyNot string, there bool) {
	in, err := decide.InputsToBegin(f.Table, f.Seat, d.begin())
	if err == nil {
		return in, "", true
	}
	return engine.Inputs{}, err.Error(), !o.further || !begins(f, d)
}

// begins reports whether a draft would begin without what is chosen in it.
func begins(f pane.Frame, d Draft) bool {
	d.Params = engine.Page{}
	_, err := decide.InputsToBegin(f.Table, f.Seat, d.begin())
	return err == nil
}

// offersOf lists what a character can do: each action, and those that name a
// row of the sheet once for each row.
func (m *Memory) offersOf(c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, a := range s.Actions {
		if a.Mode == engine.ByClock {
			continue
		}
		for i, param := range a.Offers {
			sp, ok := a.Param(param)
			if !ok {
				continue
			}
			for _, name := range RowNames(c.Pages[s.ID], sp.RowsOf) {
				out = append(out, offer{action: a, row: name, further: i > 0, params: m.params(c.ID, a, name).With(param, engine.ValueOf(name))})
			}
		}
		out = append(out, offer{action: a, params: m.params(c.ID, a, "")})
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

// refilter finds what was typed, when somebody looks: of keys that come faster
// than frames only the last is searched for.
func (p *palette) refilter() {
	if !p.stale {
		return
	}
	p.shown, p.at, p.stale = nil, 0, false
	if p.filter.Text() == "" {
		for i := range p.actions {
			p.shown = append(p.shown, i)
		}
		p.apart()
		return
	}
	p.shown = phrase.Search(p.filter.Text(), p.wanted())
	p.apart()
}

// apart puts what cannot be done now below what can.
func (p *palette) apart() {
	slices.SortStableFunc(p.shown, func(a, b int) int {
		return cmp.Compare(min(1, len(p.actions[a].whyNot)), min(1, len(p.actions[b].whyNot)))
	})
}

// wanted is what the search may find: an offer is called by its row first,
// since one letter must do for it.
func (p *palette) wanted() []phrase.Wanted {
	out := make([]phrase.Wanted, len(p.actions))
	for i, o := range p.actions {
		name := o.action.Label
		if own := cmp.Or(o.name, o.row); own != "" {
			name = own + " " + o.action.Label
		}
		out[i] = phrase.Wanted{Name: name, Also: o.action.Also, More: o.action.Group + " " + o.action.ID}
	}
	return out
}

// NotFound says that words find nothing, and what comes nearest.
func NotFound(typed string, all []phrase.Wanted) string {
	if name := phrase.Nearest(typed, all); name != "" {
		return "nothing matches; closest: " + name
	}
	return "nothing matches"
}

func (p *palette) progress() pane.Progress { return pane.Progress{Stage: pane.Choosing, Who: p.who} }

func (p *palette) About(f pane.Frame) pane.About {
	return pane.About{Title: p.title(f), Progress: p.progress()}
}

func (p *palette) title(f pane.Frame) string {
	name := "Act"
	c, there := f.Table.Character(p.who)
	if there {
		name = c.Name
	}
	if p.gang != nil {
		name = view.Gang(f.Table, p.gang)
	}
	if p.hidden {
		name += ", hidden"
	}
	name += ": what now?"
	if foe, ok := f.Table.Character(p.foe(f)); ok {
		name += "  against " + foe.Name
	}
	return name
}

// foe is whom the attacks that are listed are aimed at, as the title says; "" for
// nobody.
func (p *palette) foe(f pane.Frame) string {
	c, there := f.Table.Character(p.who)
	s, known := f.Table.Rulebook(p.system)
	for _, o := range p.actions {
		if there && known && len(o.against) > 0 && o.attacks(c, s) {
			return o.against[0]
		}
	}
	return ""
}

func (p *palette) Draw(f pane.Frame) []string {
	p.refilter()
	items, at := make([]kit.Item, 0, len(p.shown)+1), p.at
	numbers, foe := f.Keys.Keys(paletteNumbers), p.foe(f)
	for i, n := range p.shown {
		o := p.actions[n]
		mark := "  "
		if i < len(numbers) {
			mark = fmt.Sprintf("%s ", pane.KeyWord(numbers[i]))
		}
		if o.whyNot != "" && len(items) == i && i > 0 && p.actions[p.shown[i-1]].whyNot == "" {
			items = append(items, kit.Item{Label: "not now", Head: true})
			if p.at >= i {
				at++
			}
		}
		label := o.label()
		if o.action.NeedsOpponent() && !slices.Equal(o.against, []string{foe}) {
			label += o.aim(f.Table)
		}
		items = append(items, kit.Item{Label: mark + label + o.key(), Aside: o.price, WhyNot: o.whyNot})
	}
	lines := []string{p.filter.Draw(f.Look, "find", f.W)}
	lines = append(lines, f.Look.List(items, at, f.W, min(max(len(items), 1), f.H-3))...)
	return append(lines, f.Look.Blank(f.W), p.explain(f))
}

// key is an action's own key, as the palette shows it.
func (o offer) key() string {
	if o.action.Key == "" || o.row != "" {
		return ""
	}
	return "  [" + o.action.Key + "]"
}

// explain is the last line: what the action under the cursor is.
func (p *palette) explain(f pane.Frame) string {
	r := f.Look.Row(f.W).Space(1)
	if p.at >= len(p.shown) {
		return r.Put(kit.Dim, NotFound(p.filter.Text(), p.wanted())).String()
	}
	o := p.actions[p.shown[p.at]]
	if o.whyNot != "" {
		return r.Put(kit.Warn, o.whyNot).String()
	}
	return r.Put(kit.Dim, o.action.Help).String()
}

var (
	paletteNumbers = pane.Binding{ID: "number", In: "palette", Group: "Actions", Keys: strings.Split("123456789", ""),
		Label: "choose by number", Foot: "at once"}
	paletteKeys = slices.Concat(pane.Finding[:1], pane.In("palette", "Actions",
		pane.Enter("choose", "choose", "choose"), paletteNumbers,
		pane.Binding{ID: "forget", Keys: []string{"delete"}, Label: "remove a favourite"},
	), []pane.Binding{pane.Back}, pane.Finding[1:])
)

func (p *palette) Keys(pane.Frame) []pane.Binding { return paletteKeys }

func (p *palette) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	b, nth := f.PressedOf(paletteKeys, msg)
	if nth >= 0 {
		p.refilter()
	}
	if to, ok := f.Found(msg, p.at, len(p.shown)); ok {
		p.at = to
		return p, nil
	}
	switch b.ID {
	case "back":
		p.counting.Stop()
		return p, pane.Close{}
	case "choose":
		return p, p.choose(p.at)
	case "forget":
		return p, p.forget()
	case "number":
		return p, p.choose(nth)
	default:
		p.stale = p.filter.Key(msg) || p.stale
		return p, pane.And(p.filter.Cut(), p.count())
	}
}

func (p *palette) choose(i int) pane.Intent {
	if i < 0 || i >= len(p.shown) {
		return nil
	}
	p.at = i
	p.counting.Stop()
	o := p.actions[p.shown[i]]
	if p.hidden {
		o.params = o.params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	d := o.draft(p.who, p.system)
	return pane.All{pane.Close{}, pane.Then(func(f pane.Frame) pane.Intent { return p.memory.begins(f, p.gang, d) })}
}

// forget takes the favourite under the cursor off the list.
func (p *palette) forget() pane.Intent {
	if p.at >= len(p.shown) || p.actions[p.shown[p.at]].name == "" {
		return nil
	}
	p.memory.forget(p.who, p.actions[p.shown[p.at]].name)
	return pane.All{pane.Close{}, pane.Keep{}, pane.Then(func(f pane.Frame) pane.Intent { return p.memory.Palette(f, p.hidden) })}
}
