package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model/scene"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// Offers is the pane that always shows what a player's character can do; a digit starts an
// action.
type Offers struct {
	On     string // id of the offer under the cursor; "" for the first
	memory *Memory
	known  *scene.Offers // the offers worked out last, possibly for another character; nil before the first time
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
	holds := o.Holds(p.memory.Memory, f.Table, c, s)
	if holds {
		if from, to := p.inSight(o.Can, f.H); o.At(f.Table, from, to) {
			return nil
		}
	}
	list := func(*scene.Listed, func()) *scene.Offers { return o }
	if !holds {
		list = p.memory.Offers(f.Table, f.Seat, c, s)
	}
	l := p.memory.Listed(f.Table, f.Seat)
	return func(yield func()) any {
		out := list(l, yield)
		from, to := p.inSight(out.Can, f.H)
		return out.Counted(f.Table, l, from, to, yield)
	}
}

// inSight returns which offers of a list are visible in a pane of h lines.
func (p Offers) inSight(list []scene.Offer, h int) (from, to int) {
	from = kit.Window(len(list), p.at(list), h)
	return from, from + min(h, len(list)-from)
}

// Worked returns the pane with the result of Work.
func (p Offers) Worked(got any) pane.Pane {
	p.known = got.(*scene.Offers)
	return p
}

// shown lists the offers of the selected character.
func (p Offers) shown(f pane.Frame) []scene.Offer {
	if c := f.Here(); c == nil || !f.Seat.Owns(c) || !p.known.Of(c.ID, f.System) {
		return nil
	}
	return p.known.Can
}

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

func (p Offers) at(list []scene.Offer) int {
	if p.On == "" {
		return 0
	}
	for i := range list {
		if list[i].ID() == p.On {
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
func (p Offers) list(f pane.Frame, all []scene.Offer) picker.Picker {
	entries := make([]picker.Entry, len(all))
	for i := range all {
		o := &all[i]
		label, beside := o.Label()+o.Aim(f.Table), columns(o.Brief)
		if len(o.Against) > 0 {
			label = pane.Shortened(label, beside.Room(f.W)-2) // the price stands beside it
		}
		entries[i] = picker.Entry{Name: label, Columns: beside}
	}
	return picker.New(entries).Stand(p.at(all))
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
	case !p.known.Of(c.ID, f.System):
		return ""
	case rolling(f, c.ID) != "":
		return c.Name + " is in the middle of a roll: " + rolling(f, c.ID) + "."
	case p.known.WhyNot != "":
		return "Nothing just now: " + p.known.WhyNot + "."
	case len(p.known.Cannot) > 0:
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
		p.On = list[l.At()].ID()
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
	if list[i].ID() == p.On {
		return p, p.choose(f, list, i)
	}
	p.On = list[i].ID()
	return p, pane.Moved{}
}

func (p Offers) choose(f pane.Frame, list []scene.Offer, i int) pane.Intent {
	if i < 0 || i >= len(list) {
		return pane.Say{Words: p.nothing(f)}
	}
	for _, r := range f.Table.Rolls() {
		if r.Who == f.Selected {
			return Resume(f, r.ID)
		}
	}
	return p.memory.form(f, list[i].Draft)
}
