package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// palette lists what the selected character can do: type to filter, enter to
// choose, 1 to 9 for the line of that number.
type palette struct {
	memory      *Memory
	who, system string
	hidden      bool
	filter      pane.Line
	actions     []offer
	shown       []int
	at          int
}

// offer is one action with what is known of it before its form is open.
type offer struct {
	action  *engine.Action
	name    string   // of a favourite
	against []string // of a favourite
	row     string   // "" or the name of the skill, power … it is done with
	params  engine.Page
	whyNot  string
	price   string // what it costs and how likely it is; "" until it is counted
}

func (o offer) label() string {
	if o.name != "" {
		return o.name + " (" + o.action.Label + ")"
	}
	if o.row == "" {
		return o.action.Label
	}
	return o.action.Label + ": " + o.row
}

// offers are the prices of a palette's offers, by their place.
type offers map[int]string

// Palette opens the list of what the selected character can do, for hidden
// rolls or open ones or, where a roll of theirs is still open, its question.
func (m *Memory) Palette(f pane.Frame, hidden bool) pane.Wish {
	c, s := f.Here(), f.Rulebook()
	if c == nil || s == nil {
		return pane.Fail{Words: "no rulebook on this sheet has actions that this version knows"}
	}
	for _, r := range f.Table.Rolls() {
		if r.Who == c.ID {
			return Resume(f, r.ID)
		}
	}
	p := &palette{memory: m, who: c.ID, system: s.ID, filter: pane.NewLine(""), hidden: hidden}
	todo := map[int]engine.Inputs{}
	for _, o := range slices.Concat(calledFor(f.Table, c, s), m.favourites(c, s), m.inUse(c, m.offersOf(c, s))) {
		if o.name == "" {
			o.against = m.foes(f.Table, c, s.ID, o.action)
		}
		in, err := f.Table.Inputs(c.ID, o.against, s.ID, o.action.ID, o.params)
		if err != nil {
			o.whyNot = err.Error()
		} else if o.whyNot = in.WhyNot(); o.whyNot == "" {
			todo[len(p.actions)] = in
		}
		p.actions = append(p.actions, o)
	}
	p.refilter()
	return pane.All{pane.Push{Overlay: p}, pane.Fetch{
		Run: func() any { return count(todo) },
		Then: func(_ pane.Frame, prices any) pane.Wish {
			for i := range p.actions {
				p.actions[i].price = prices.(offers)[i]
			}
			return nil
		},
	}}
}

// offersOf lists what a character can do: each action, and those that name a
// row of the sheet once for each row.
func (m *Memory) offersOf(c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, a := range s.Actions {
		if a.Mode == engine.ByClock {
			continue
		}
		for _, param := range a.Offers {
			sp, ok := a.Param(param)
			if !ok {
				continue
			}
			for _, name := range RowNames(c.Pages[s.ID], sp.RowsOf) {
				out = append(out, offer{action: a, row: name, params: m.params(c.ID, a, name).With(param, engine.ValueOf(name))})
			}
		}
		out = append(out, offer{action: a, params: m.params(c.ID, a, "")})
	}
	return out
}

// inUse puts what somebody did last first and, behind it, the attacks.
func (m *Memory) inUse(c *model.Character, all []offer) []offer {
	rank := func(o offer) int {
		if at := slices.Index(m.recent[c.ID], draftKey(c.ID, o.action.ID, o.row)); at >= 0 {
			return at - mostRecent
		}
		if o.action.Attack {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b offer) int { return cmp.Compare(rank(a), rank(b)) })
	return all
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

// count works out the odds and the price of each offer, off the drawing path.
func count(todo map[int]engine.Inputs) offers {
	out := offers{}
	for i, in := range todo {
		c, err := engine.Odds(in, nil, nil)
		if err != nil {
			continue
		}
		var words []string
		for _, p := range priced(in, c) {
			words = append(words, p.Short)
		}
		step, err := engine.Run(in, nil)
		if err == nil && len(c.Totals) > 1 && (step.Aimed || c.Success > 0 && c.Success < 1) {
			chance := kit.Percent(c.Success)
			if in.Action.Attack {
				chance = "hit " + chance
			}
			words = append(words, chance)
		}
		out[i] = strings.Join(words, "  ")
	}
	return out
}

func (p *palette) refilter() {
	p.shown, p.at = nil, 0
	if p.filter.Text() == "" {
		for i := range p.actions {
			p.shown = append(p.shown, i)
		}
		p.apart()
		return
	}
	p.shown = pane.Search(p.filter.Text(), p.wanted())
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
func (p *palette) wanted() []pane.Wanted {
	out := make([]pane.Wanted, len(p.actions))
	for i, o := range p.actions {
		name := o.action.Label
		if own := cmp.Or(o.name, o.row); own != "" {
			name = own + " " + o.action.Label
		}
		out[i] = pane.Wanted{Name: name, Also: o.action.Also, More: o.action.Group + " " + o.action.ID}
	}
	return out
}

// NotFound says that words find nothing, and what comes nearest.
func NotFound(typed string, all []pane.Wanted) string {
	if name := pane.Nearest(typed, all); name != "" {
		return "nothing is called that; nearest: " + name
	}
	return "nothing is called that"
}

// Doing implements Doer.
func (p *palette) Doing() Doing { return Doing{Stage: Choosing, Who: p.who} }

func (p *palette) Title(f pane.Frame) string {
	name := "Act"
	if c, ok := f.Table.Character(p.who); ok {
		name = c.Name
	}
	if p.hidden {
		name += ", hidden"
	}
	name += ": what now?"
	for _, o := range p.actions {
		if o.action.Attack && len(o.against) > 0 {
			if foe, ok := f.Table.Character(o.against[0]); ok {
				return name + "  against " + foe.Name
			}
		}
	}
	return name
}

func (p *palette) Draw(f pane.Frame) []string {
	items, at := make([]kit.Item, 0, len(p.shown)+1), p.at
	numbers := f.Keys.Keys(paletteNumbers)
	for i, n := range p.shown {
		o := p.actions[n]
		mark := "  "
		if i < len(numbers) {
			mark = fmt.Sprintf("%s ", pane.KeyWord(numbers[i]))
		}
		if o.whyNot != "" && len(items) == i && i > 0 {
			items = append(items, kit.Item{Label: "not now", Head: true})
			if p.at >= i {
				at++
			}
		}
		items = append(items, kit.Item{Label: mark + o.label() + o.key(), Aside: o.price, WhyNot: o.whyNot})
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
		Label: "the one of that number", Foot: "at once"}
	paletteKeys = slices.Concat(pane.Finding[:1], pane.In("palette", "Actions",
		pane.Enter("choose", "choose", "choose"), paletteNumbers,
		pane.Binding{ID: "forget", Keys: []string{"delete"}, Label: "take a favourite off the list"},
	), []pane.Binding{pane.Back}, pane.Finding[1:])
)

func (p *palette) Keys() []pane.Binding { return paletteKeys }

func (p *palette) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Wish) {
	if to, ok := f.Found(k, p.at, len(p.shown)); ok {
		p.at = to
		return p, nil
	}
	switch b, nth := f.PressedOf(paletteKeys, k); b.ID {
	case "back":
		return p, pane.Pop{}
	case "choose":
		return p, p.choose(p.at)
	case "forget":
		return p, p.forget()
	case "number":
		return p, p.choose(nth)
	default:
		if p.filter.Key(k) {
			p.refilter()
		}
	}
	return p, nil
}

func (p *palette) choose(i int) pane.Wish {
	if i < 0 || i >= len(p.shown) {
		return nil
	}
	p.at = i
	o := p.actions[p.shown[i]]
	if p.hidden {
		o.params = o.params.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	d := Draft{Who: p.who, System: p.system, Action: o.action.ID, Row: o.row, Params: o.params, Against: o.against}
	return pane.All{pane.Pop{}, pane.Then(func(f pane.Frame) pane.Wish { return p.memory.form(f, d) })}
}

// forget takes the favourite under the cursor off the list.
func (p *palette) forget() pane.Wish {
	if p.at >= len(p.shown) || p.actions[p.shown[p.at]].name == "" {
		return nil
	}
	p.memory.forget(p.who, p.actions[p.shown[p.at]].name)
	return pane.All{pane.Pop{}, pane.Keep{}, pane.Then(func(f pane.Frame) pane.Wish { return p.memory.Palette(f, p.hidden) })}
}
