package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// palette lists what the selected character can do: type to filter, enter to
// choose, 1 to 9 for the line of that number.
type palette struct {
	who, system string
	hidden      bool
	filter      line
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
	form    engine.Page
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

// offers brings the prices of a palette's offers, by their place.
type offers map[int]string

func (m *Model) openPalette() tea.Cmd { return m.choices(false) }

// actHidden opens the palette for a roll that only the gamemaster sees.
func (m *Model) actHidden() tea.Cmd { return m.choices(true) }

// choices opens the palette or, where the character's roll is still open, its
// question.
func (m *Model) choices(hidden bool) tea.Cmd {
	c, s := m.here(), m.rulebook()
	if c == nil || s == nil {
		return m.fail("no rulebook on this sheet has actions that this version knows")
	}
	for _, r := range m.table.Rolls() {
		if r.Who == c.ID {
			return m.resume(r.ID)
		}
	}
	p := &palette{who: c.ID, system: s.ID, filter: newLine(""), hidden: hidden}
	todo := map[int]engine.Inputs{}
	for _, o := range slices.Concat(m.calledFor(c, s), m.favourites(c, s), m.offersOf(c, s)) {
		if o.name == "" {
			o.against = m.foes(c, s.ID, o.action)
		}
		in, err := m.table.Inputs(c.ID, o.against, s.ID, o.action.ID, o.form)
		if err != nil {
			o.whyNot = err.Error()
		} else if o.whyNot = in.WhyNot(); o.whyNot == "" {
			todo[len(p.actions)] = in
		}
		p.actions = append(p.actions, o)
	}
	p.refilter()
	m.push(p)
	return func() tea.Msg { return count(todo) }
}

// offersOf lists what a character can do: each action, and those that name a
// row of the sheet once for each row.
func (m *Model) offersOf(c *model.Character, s *engine.System) []offer {
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
			for _, name := range rowNames(c.Pages[s.ID], sp.RowsOf) {
				out = append(out, offer{action: a, row: name, form: m.formFor(c.ID, a, name).With(param, engine.ValueOf(name))})
			}
		}
		out = append(out, offer{action: a, form: m.formFor(c.ID, a, "")})
	}
	return out
}

// rowNames gives the names of the rows of a list, or their ids.
func rowNames(page engine.Page, list string) []string {
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
			words = append(words, p.short)
		}
		step, err := engine.Run(in, nil)
		if err == nil && len(c.Totals) > 1 && (step.Aimed || c.Success > 0 && c.Success < 1) {
			words = append(words, kit.Percent(c.Success))
		}
		out[i] = strings.Join(words, "  ")
	}
	return out
}

// rulebook is the one shown of the selected character, nil for none.
func (m *Model) rulebook() *engine.System {
	s, ok := m.table.Rulebook(m.at.System)
	if !ok {
		return nil
	}
	return s
}

// formFor is how the form of an action begins: as the character left it when
// it was last done, with that row of the sheet if it names one.
func (m *Model) formFor(who string, a *engine.Action, row string) engine.Page {
	return m.drafts[draftKey(who, a.ID, row)].form
}

func draftKey(who, action, row string) string { return who + "/" + action + "/" + row }

// foes are whom an action is aimed at to begin with: the last ones, or the
// first that there is.
func (m *Model) foes(c *model.Character, system string, a *engine.Action) []string {
	if a.Need == engine.Alone {
		return nil
	}
	var out []string
	for _, id := range m.drafts[draftKey(c.ID, a.ID, "")].against {
		if o, ok := m.table.Character(id); ok && !o.Left {
			out = append(out, id)
		}
	}
	if len(out) > 0 || a.Need != engine.MustFace {
		return out
	}
	for _, o := range m.table.Characters() {
		if _, plays := o.Pages[system]; plays && o.ID != c.ID {
			return []string{o.ID}
		}
	}
	return nil
}

func (p *palette) refilter() {
	p.shown, p.at = nil, 0
	if p.filter.text() == "" {
		for i := range p.actions {
			p.shown = append(p.shown, i)
		}
		return
	}
	var names []string
	for _, o := range p.actions {
		names = append(names, o.label()+" "+o.action.Group+" "+o.action.ID)
	}
	for _, hit := range fuzzy.Find(p.filter.text(), names) {
		p.shown = append(p.shown, hit.Index)
	}
	slices.SortStableFunc(p.shown, func(a, b int) int {
		return p.actions[b].begins(p.filter.text()) - p.actions[a].begins(p.filter.text())
	})
}

// begins is 1 for an offer whose own name begins with what is typed, the row's
// where it has one: those stand first, since one letter must do for them.
func (o offer) begins(text string) int {
	name := cmp.Or(o.name, o.row, o.action.Label)
	if strings.HasPrefix(strings.ToLower(name), strings.ToLower(text)) {
		return 1
	}
	return 0
}

func (p *palette) title(m *Model) string {
	name := "Act"
	if c, ok := m.table.Character(p.who); ok {
		name = c.Name
	}
	if p.hidden {
		name += ", hidden"
	}
	return name + ": what now?"
}

func (p *palette) draw(m *Model, w, h int) []string {
	items := make([]kit.Item, len(p.shown))
	for i, n := range p.shown {
		o := p.actions[n]
		mark := "  "
		if i < 9 {
			mark = fmt.Sprintf("%d ", i+1)
		}
		items[i] = kit.Item{Label: mark + o.label() + keyOf(o), Aside: o.price, WhyNot: o.whyNot}
	}
	lines := []string{p.filter.draw(m.look, "find", w)}
	lines = append(lines, m.look.List(items, p.at, w, min(max(len(items), 1), h-3))...)
	return append(lines, m.look.Blank(w), p.explain(m, w))
}

// keyOf is an action's own key, as the palette shows it.
func keyOf(o offer) string {
	if o.action.Key == "" || o.row != "" {
		return ""
	}
	return "  [" + o.action.Key + "]"
}

// explain is the last line: what the action under the cursor is.
func (p *palette) explain(m *Model, w int) string {
	r := m.look.Row(w).Space(1)
	if p.at >= len(p.shown) {
		return r.Put(kit.Dim, "nothing is called that").String()
	}
	o := p.actions[p.shown[p.at]]
	if o.whyNot != "" {
		return r.Put(kit.Warn, o.whyNot).String()
	}
	return r.Put(kit.Dim, o.action.Help).String()
}

func (p *palette) key(m *Model, k tea.KeyMsg) tea.Cmd {
	if to, ok := steered(k.String(), p.at, len(p.shown)); ok {
		p.at = to
		return nil
	}
	switch name := k.String(); name {
	case "esc":
		return m.pop()
	case "enter":
		return p.choose(m, p.at)
	case "delete":
		return p.forget(m)
	case "1", "2", "3", "4", "5", "6", "7", "8", "9":
		return p.choose(m, int(name[0]-'1'))
	default:
		if p.filter.key(k) {
			p.refilter()
		}
	}
	return nil
}

func (p *palette) choose(m *Model, i int) tea.Cmd {
	if i < 0 || i >= len(p.shown) {
		return nil
	}
	p.at = i
	o := p.actions[p.shown[i]]
	if p.hidden {
		o.form = o.form.With(engine.Every.Hidden.ID, engine.ValueOf(true))
	}
	m.pop()
	return m.openForm(draft{who: p.who, system: p.system, action: o.action.ID, row: o.row, form: o.form, against: o.against})
}

// forget takes the favourite under the cursor off the list.
func (p *palette) forget(m *Model) tea.Cmd {
	if p.at >= len(p.shown) || p.actions[p.shown[p.at]].name == "" {
		return nil
	}
	m.dropFavourite(p.who, p.actions[p.shown[p.at]].name)
	m.pop()
	return m.choices(p.hidden)
}

func (p *palette) told(_ *Model, msg tea.Msg) tea.Cmd {
	if prices, ok := msg.(offers); ok {
		for i := range p.actions {
			p.actions[i].price = prices[i]
		}
	}
	return nil
}

func (p *palette) hints(*Model) []hint {
	return []hint{{"type", "to find"}, {"enter", "choose"}, {"1-9", "at once"}, {"esc", "back"}}
}
