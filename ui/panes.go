package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/act"
	"example.org/fray/ui/game"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	tty "example.org/fray/ui/screen"
)

// entry is a pane of the screen, with everything that the root knows of it.
type entry struct {
	name  string // in config.toml, and for its saved place
	short string // in the title of the pane that stands in front of it
	verb  string // the verb that shows it; "" for none
	slot  slot   // where it stands
	pane  pane.Pane
	own   func(*act.Memory) pane.Pane // the pane of a player instead; nil: the same
}

// entries are the panes, in the order of their numbers. A new pane is a file and a line
// here: its key, its place, the help and config.toml follow from that.
var entries = []entry{
	{name: "roster", short: "roster", verb: "roster", slot: slotPeople, pane: pane.Roster{}},
	{name: "sheet", short: "sheet", verb: "show", slot: slotSheet, pane: pane.Sheet{}},
	{name: "log", short: "log", verb: "log", slot: slotLog, pane: pane.Log{}},
	{name: "costs", short: "costs", verb: "costs", slot: slotLow, pane: pane.Costs{}, own: func(m *act.Memory) pane.Pane { return act.NewOffers(m) }},
	{name: "timeline", short: "time", verb: "timeline", slot: slotTurns, pane: pane.Timeline{}, own: func(*act.Memory) pane.Pane { return pane.Order{} }},
}

// paneOf is the index of the pane with a name, -1 for none.
func paneOf(name string) int {
	return slices.IndexFunc(entries, func(e entry) bool { return e.name == name })
}

// panesFor are the panes of a new screen.
func panesFor(player bool, m *act.Memory) []pane.Pane {
	out := make([]pane.Pane, len(entries))
	for i, e := range entries {
		if out[i] = e.pane; player && e.own != nil {
			out[i] = e.own(m)
		}
	}
	return out
}

// slot is a place on the screen for one pane at a time.
type slot int

const (
	slotPeople slot = iota
	slotSheet
	slotLog
	slotLow   // cost rows, what can be done
	slotTurns // what comes next
	slotCount
)

// substituteSlot is the slot of a pane on a screen that does not have its own.
var substituteSlot = [slotCount]slot{slotPeople: slotPeople, slotSheet: slotLog, slotLog: slotLog, slotLow: slotLog, slotTurns: slotLog}

// placePanes gives each pane its box, an empty one where it is not on the screen. Of the
// panes that share a slot the one with the focus is shown, or else the one that was in
// front last.
func (p *plan) placePanes(focus, front int) {
	p.panes = make([]box, len(entries))
	for s, b := range p.slots {
		if all := p.sharing(slot(s)); len(all) > 0 && !b.empty() {
			p.panes[inFront(all, slot(s), focus, front)] = b
		}
	}
}

// sharing are the panes that share a slot.
func (p *plan) sharing(s slot) []int {
	var out []int
	for i, e := range entries {
		at := e.slot
		if p.slots[at].empty() {
			at = substituteSlot[at]
		}
		if p.slots[at].empty() {
			at = slotPeople
		}
		if at == s {
			out = append(out, i)
		}
	}
	return out
}

// inFront is which of the panes that share a slot is shown: the one with the focus, the
// one that was in front last, or the one whose own slot it is.
func inFront(all []int, s slot, focus, front int) int {
	switch {
	case slices.Contains(all, focus):
		return focus
	case slices.Contains(all, front):
		return front
	}
	return all[max(0, slices.IndexFunc(all, func(i int) bool { return entries[i].slot == s }))]
}

// behind are the panes that share the slot of a pane and are not shown.
func (p *plan) behind(i int) []int {
	for s := range p.slots {
		if all := p.sharing(slot(s)); slices.Contains(all, i) {
			return slices.DeleteFunc(all, func(other int) bool { return other == i || !p.panes[other].empty() })
		}
	}
	return nil
}

// asideAt is which of the panes behind pane i is named at column x of its title, where the
// tabs stand.
func (p *plan) asideAt(i, x int, tabs []string) int {
	all, end := p.behind(i), p.panes[i].x+p.panes[i].w-1
	for n, other := range slices.Backward(all) {
		if end -= kit.Width(tabs[n]) + len(tabGap); x >= end {
			return other
		}
	}
	return all[0]
}

// worked is what a pane has worked out, see [act.Offers.Work].
type worked struct {
	game game.Game
	pane int
	got  any
}

// work starts the work of panes that have some, behind the screen. It is asked after each
// message, since any may bring something else into sight.
func (m *Model) work() tea.Cmd {
	var all []tea.Cmd
	for i, p := range m.panes {
		x, ok := p.(act.Offers)
		if !ok || m.working[i] {
			continue
		}
		if job, game := x.Work(m.frameOf(i)), m.game; job != nil {
			m.working[i] = true
			all = append(all, func() tea.Msg { return worked{game, i, tty.InTurn(job)} })
		}
	}
	return tea.Batch(all...)
}
