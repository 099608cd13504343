package act

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// Offers is what a player's character can do now, always on the screen: a digit
// begins one.
type Offers struct {
	On     string // the offer under the cursor, "" for the first
	memory *Memory
	known  *offered // worked out last, maybe for another character; nil: nothing was
}

// offered is what can be done, worked out for one table. It is never changed.
type offered struct {
	who, system string
	table       model.Table
	acted       int       // Memory.acted by then
	list        []offer   // without what cannot be done
	priced      []priceOf // what the price of each of the list was worked out from
	cannot      []offer   // what cannot be done, with the reasons
	whyNot      string    // what keeps from most of those, if one thing does
}

// priceOf is what the price of an offer was worked out from.
type priceOf struct {
	in       engine.Inputs
	readings engine.Readings
}

// price gives the price of what would begin with in: the one of before where nothing has
// changed on which its odds depend.
func (o *offered) price(id string, in engine.Inputs) (kit.Columns, priceOf) {
	if o != nil {
		for i := range o.list {
			if was := &o.priced[i]; o.list[i].id() == id && was.readings.Holds(was.in, in) {
				return o.list[i].price, *was
			}
		}
	}
	p := counted(in, nil)
	if p.WhyNot != "" {
		return p.Columns(), priceOf{} // which holds for nothing
	}
	return p.Columns(), priceOf{in, p.Odds.Readings}
}

// NewOffers gives the pane of a screen.
func NewOffers(m *Memory) Offers { return Offers{memory: m} }

// Work implements pane.Worker: it works out what the selected character can do, where
// that isn't known yet.
func (p Offers) Work(f pane.Frame) func(yield func()) any {
	c, s := f.Here(), f.Rulebook()
	if c == nil || s == nil || !f.Seat.Owns(c) {
		return nil
	}
	if o := p.known; o != nil && o.who == c.ID && o.system == s.ID && o.acted == p.memory.acted && o.table.SameRevision(f.Table) {
		return nil
	}
	return p.memory.offersNow(f, c, s, p.known)
}

// Worked implements pane.Worker.
func (p Offers) Worked(got any) pane.Pane {
	p.known = got.(*offered)
	return p
}

// offersNow gives what works out the offers, with what it remembers by now: that
// may change meanwhile. was are the offers of before, nil for none.
func (m *Memory) offersNow(f pane.Frame, c *model.Character, s *engine.System, was *offered) func(yield func()) any {
	as := &Memory{last: maps.Clone(m.last), recent: maps.Clone(m.recent), bands: maps.Clone(m.bands), Favourites: maps.Clone(m.Favourites)}
	acted := m.acted
	return func(yield func()) any {
		out := &offered{who: c.ID, system: s.ID, table: f.Table, acted: acted}
		reasons := map[string]int{}
		for _, o := range as.wanted(f, c, s) {
			yield()
			in, whyNot, there := o.begins(f, o.draft(c.ID, s.ID))
			switch {
			case !there:
			case whyNot != "":
				o.whyNot = whyNot
				out.cannot = append(out.cannot, o)
				reasons[whyNot]++
			default:
				var of priceOf
				o.price, of = was.price(o.id(), in)
				if n := len(out.priced); n > 0 {
					of.in = of.in.Beside(out.priced[n-1].in)
				}
				out.list, out.priced = append(out.list, o), append(out.priced, of)
			}
		}
		for why, times := range reasons { // at most one is that of more than half
			if 2*times > len(out.cannot) {
				out.whyNot = why
			}
		}
		return out
	}
}

// shown gives what is offered to whoever is selected.
func (p Offers) shown(f pane.Frame) []offer {
	if c := f.Here(); c == nil || !f.Seat.Owns(c) || p.known == nil || p.known.who != c.ID || p.known.system != f.System {
		return nil
	}
	return p.known.list
}

// id tells an offer from the others.
func (o offer) id() string { return o.name + "/" + o.action.ID + "/" + o.row }

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

// list is what is offered, with its prices.
func (p Offers) list(f pane.Frame, all []offer) picker.Picker {
	entries := make([]picker.Entry, len(all))
	for i, o := range all {
		label := o.label() + o.aim(f.Table)
		if len(o.against) > 0 {
			label = pane.Shortened(label, o.price.Room(f.W)-2) // beside the number
		}
		entries[i] = picker.Entry{Name: label, Columns: &all[i].price}
	}
	return picker.New(entries).Stand(p.at(all))
}

// aim says at whom an offer is aimed, or against whom it holds.
func (o *offer) aim(t model.Table) string {
	switch {
	case len(o.against) == 0 || o.called != nil && o.action.Need == engine.Alone:
		return ""
	case o.action.Mode == engine.Passive || o.action.NeedsOpponent() && !o.action.Attack():
		return " against " + t.NamesOf(o.against)
	}
	return " at " + t.NamesOf(o.against)
}

// rolling says how a roll that somebody is in the middle of goes on, or whom it
// waits for; "" where there is none.
func rolling(f pane.Frame, who string) string {
	for _, r := range f.Table.Rolls() {
		if r.Who == who {
			whom, _, _ := strings.Cut(waitsFor(f, r.ID), ": ") // not what they are asked
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
)

// Keys implements pane.Pane.
func (p Offers) Keys() []pane.Binding {
	return append(append(offersKeys[:len(offersKeys):len(offersKeys)], pane.Moving...), pane.Back)
}

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
