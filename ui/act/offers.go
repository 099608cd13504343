package act

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// Offers is the pane that always shows what a player's character can do; a digit starts an
// action.
type Offers struct {
	On     string // id of the offer under the cursor; "" for the first
	memory *Memory
	known  *offered // the offers worked out last, possibly for another character; nil before the first time
}

// offered is what a character can do at one table. It is immutable.
type offered struct {
	who, system string
	table       model.Table
	acted       int     // Memory.acted at that time
	list        []offer // without the offers that are refused
	cannot      []offer // the refused offers, with reasons
	whyNot      string  // the common reason of most of them, if there is one
}

// holds reports whether the offers are the same at a later table, because at most something
// was said since then.
func (o *offered) holds(t model.Table) bool {
	return o.table.SameRevision(t) || onlySince(t, o.table, func(f model.Fact) bool {
		switch f.(type) {
		case model.Noted, model.MessageSent, model.PageShown:
			return true
		}
		return false
	}) && reflect.DeepEqual(o.table.State, t.State)
}

// NewOffers returns the pane.
func NewOffers(m *Memory) Offers { return Offers{memory: m} }

// Work returns a function that works out the offers of the selected character if they are not
// known, and the prices of those in sight; nil where there is nothing to do. It is asked for after
// each message, while no earlier work is running. The function runs on a goroutine of its own, and
// calls yield now and then so that other screens are let in.
func (p Offers) Work(f pane.Frame) func(yield func()) any {
	c, s := f.Here(), f.Rulebook()
	if c == nil || s == nil || !f.Seat.Owns(c) || f.H <= 0 {
		return nil
	}
	o := p.known
	knows := o != nil && o.who == c.ID && o.system == s.ID && o.acted == p.memory.acted
	if knows && o.table.SameRevision(f.Table) {
		if from, to := p.inSight(o.list, f.H); !slices.ContainsFunc(o.list[from:to], func(x offer) bool { return !x.priced }) {
			return nil
		}
	}
	list := func(*Listed, func()) *offered { return o }
	if !knows || !o.holds(f.Table) {
		list = p.memory.offersNow(f, c, s)
	}
	l := p.memory.Listed(f.Table, f.Seat)
	return func(yield func()) any {
		out := *list(l, yield)
		out.table, out.list = f.Table, slices.Clone(out.list)
		from, to := p.inSight(out.list, f.H)
		for i := from; i < to; i++ {
			if x := &out.list[i]; !x.priced {
				yield()
				d := x.draft(c.ID, s.ID)
				x.price, x.priced = l.Columns(d.begin(), nil), true
			}
		}
		return &out
	}
}

// inSight returns which offers of a list are visible in a pane of h lines.
func (p Offers) inSight(list []offer, h int) (from, to int) {
	from = kit.Window(len(list), p.at(list), h)
	return from, from + min(h, len(list)-from)
}

// Worked returns the pane with the result of Work.
func (p Offers) Worked(got any) pane.Pane {
	p.known = got.(*offered)
	return p
}

// offersNow returns a function that works out the offers without their prices, with a copy of
// the memory, which can change meanwhile.
func (m *Memory) offersNow(f pane.Frame, c *model.Character, s *engine.System) func(l *Listed, yield func()) *offered {
	as := &Memory{last: maps.Clone(m.last), recent: maps.Clone(m.recent), bands: maps.Clone(m.bands), Favourites: maps.Clone(m.Favourites)}
	acted := m.acted
	return func(l *Listed, yield func()) *offered {
		out := &offered{who: c.ID, system: s.ID, table: f.Table, acted: acted}
		reasons := map[string]int{}
		for _, o := range as.wanted(f, c, s) {
			yield()
			d := o.draft(c.ID, s.ID)
			x, lacks := l.TryToEnd(d.begin())
			switch there := o.tried(x); {
			case !there:
			case o.whyNot != "":
				o.lacks = lacks
				out.cannot = append(out.cannot, o)
				reasons[o.whyNot]++
			default:
				out.list = append(out.list, o)
			}
		}
		for why, times := range reasons { // at most one reason can be that of more than half
			if 2*times > len(out.cannot) {
				out.whyNot = why
			}
		}
		return out
	}
}

// shown lists the offers of the selected character.
func (p Offers) shown(f pane.Frame) []offer {
	if c := f.Here(); c == nil || !f.Seat.Owns(c) || p.known == nil || p.known.who != c.ID || p.known.system != f.System {
		return nil
	}
	return p.known.list
}

// id identifies an offer.
func (o offer) id() string { return o.name + "/" + o.action.ID + "/" + o.row }

// Aside implements pane.Pane.
func (Offers) Aside(pane.Frame) string { return "" }

// Title implements pane.Pane.
func (p Offers) Title(f pane.Frame) string {
	c := f.Here()
	if c == nil {
		return "What now?"
	}
	return kit.Clean(c.Name) + ": what now?"
}

// Place implements pane.Pane.
func (p Offers) Place() pane.Place { return pane.Place{On: p.On} }

// At implements pane.Pane.
func (p Offers) At(to pane.Place) pane.Pane {
	p.On = to.On
	return p
}

func (p Offers) at(list []offer) int {
	if p.On == "" {
		return 0
	}
	for i := range list {
		if list[i].id() == p.On {
			return i
		}
	}
	return 0
}

// Draw implements pane.Pane.
func (p Offers) Draw(f pane.Frame) []string {
	list := p.shown(f)
	if len(list) == 0 {
		return f.Look.Lines(f.Paragraphs(kit.Dim, p.nothing(f)), f.W, f.H)
	}
	numbers := f.Keys.Keys(offerNumbers)
	return p.list(f, list).Draw(f.Look, f.W, f.H, func(n int) string {
		if n < len(numbers) {
			return pane.KeyWord(numbers[n]) + " "
		}
		return "  "
	})
}

// list is the list of offers with their prices.
func (p Offers) list(f pane.Frame, all []offer) picker.Picker {
	entries := make([]picker.Entry, len(all))
	for i, o := range all {
		label := o.label() + o.aim(f.Table)
		if len(o.against) > 0 {
			label = pane.Shortened(label, o.price.Room(f.W)-2) // the price stands beside it
		}
		entries[i] = picker.Entry{Name: label, Columns: &all[i].price}
	}
	return picker.New(entries).Stand(p.at(all))
}

// aim names the target of an offer.
func (o *offer) aim(t model.Table) string {
	switch {
	case len(o.against) == 0 || o.called != nil && o.action.Need == engine.Alone:
		return ""
	case o.action.Mode == engine.Passive || o.action.NeedsOpponent() && !o.action.Attack():
		return " against " + t.NamesOf(o.against)
	}
	return " at " + t.NamesOf(o.against)
}

// rolling says how the open roll of a character continues, or for whom it waits; "" without
// one.
func rolling(f pane.Frame, who string) string {
	for _, r := range f.Table.Rolls() {
		if r.Who == who {
			whom, _, _ := strings.Cut(waitsFor(f, r.ID), ": ") // the question itself is not told
			return cmp.Or(whom, f.KeyOf("resume")+" continues it")
		}
	}
	return ""
}

func (p Offers) nothing(f pane.Frame) string {
	c := f.Here()
	switch {
	case !slices.ContainsFunc(f.Table.Characters(), f.Seat.Owns):
		return "You have no character yet. " + f.KeyOf("new") + " creates one, " + f.KeyOf("people") + " " + pane.InMenu(f.KeyOf("paste-character")) +
			" lets you paste one, or the gamemaster gives you one."
	case c == nil:
		return "Nobody is selected."
	case !f.Seat.Owns(c):
		return c.Name + " is not yours."
	case p.known == nil || p.known.who != c.ID:
		return ""
	case rolling(f, c.ID) != "":
		return c.Name + " is in the middle of a roll: " + rolling(f, c.ID) + "."
	case p.known.whyNot != "":
		return "Nothing just now: " + p.known.whyNot + "."
	case len(p.known.cannot) > 0:
		return fmt.Sprintf("Nothing just now: %s shows why.", f.KeyOf("act"))
	}
	return "Nothing just now."
}

var (
	offerNumbers = pane.Binding{ID: "number", In: "offers", Group: "What now?", Keys: strings.Split("123456789", ""), Label: "choose by number", Foot: "at once"}
	offersKeys   = append(pane.In("offers", "What now?", pane.Enter("choose", "choose", "choose")), offerNumbers)

	allOffersKeys = slices.Concat(offersKeys, pane.Moving, []pane.Binding{pane.Back})
)

// Keys implements pane.Pane.
func (p Offers) Keys() []pane.Binding { return allOffersKeys }

// Key implements pane.Pane.
func (p Offers) Key(f pane.Frame, k tea.KeyMsg) (pane.Pane, pane.Intent) {
	list := p.shown(f)
	at := p.at(list)
	if l, ok := p.list(f, list).Move(f.Pressed(pane.Moving, k), max(f.H, 4), false); ok && len(list) > 0 {
		p.On = list[l.At()].id()
		return p, pane.Moved{}
	}
	switch b, nth := f.PressedOf(offersKeys, k); b.ID {
	case "choose":
		return p, p.choose(f, list, at)
	case "number":
		return p, p.choose(f, list, nth)
	}
	return p, nil
}

// Click implements pane.Pane.
func (p Offers) Click(f pane.Frame, _, y int) (pane.Pane, pane.Intent) {
	list := p.shown(f)
	i := y + kit.Window(len(list), p.at(list), f.H)
	if i < 0 || i >= len(list) {
		return p, nil
	}
	if list[i].id() == p.On {
		return p, p.choose(f, list, i)
	}
	p.On = list[i].id()
	return p, pane.Moved{}
}

func (p Offers) choose(f pane.Frame, list []offer, i int) pane.Intent {
	if i < 0 || i >= len(list) {
		return pane.Say{Words: p.nothing(f)}
	}
	for _, r := range f.Table.Rolls() {
		if r.Who == f.Selected {
			return Resume(f, r.ID)
		}
	}
	o := list[i]
	return p.memory.form(f, o.draft(f.Selected, f.System))
}
