package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/act"
	"example.org/fray/ui/pane"
)

// entry is a pane of the screen, and all that the root knows of it.
type entry struct {
	name   string // in config.toml, and where its place is kept
	also   string // words that people look for it by
	slot   slot   // where it stands
	visits bool   // where another stands too, it stands only while it has the focus
	pane   pane.Pane
	own    func(*act.Memory) pane.Pane // what a player has instead; nil: the same
}

// entries are the panes, in the order of their numbers. A pane is its file and a line
// here: its key, its place, the help and config.toml follow.
var entries = []entry{
	{name: "roster", also: "party characters players list", slot: slotPeople, visits: true, pane: pane.Roster{}},
	{name: "sheet", also: "character stats attributes skills inventory", slot: slotSheet, pane: pane.Sheet{}},
	{name: "log", also: "history journal events chat", slot: slotLog, pane: pane.Log{}},
	{name: "costs", also: "price resource mana points", slot: slotLow, pane: pane.Costs{}, own: func(m *act.Memory) pane.Pane { return act.NewOffers(m) }},
	{name: "timeline", also: "turns order clock timer upcoming", slot: slotTurns, pane: pane.Timeline{}, own: func(*act.Memory) pane.Pane { return pane.Order{} }},
}

// paneOf is the number of the pane of a name, from 0; -1 for none.
func paneOf(name string) int {
	return slices.IndexFunc(entries, func(e entry) bool { return e.name == name })
}

// panesFor are the panes of a screen as they begin.
func panesFor(player bool, m *act.Memory) []pane.Pane {
	out := make([]pane.Pane, len(entries))
	for i, e := range entries {
		if out[i] = e.pane; player && e.own != nil {
			out[i] = e.own(m)
		}
	}
	return out
}

// slot is a place on the screen where panes stand.
type slot int

const (
	slotPeople slot = iota
	slotSheet
	slotLog
	slotLow   // cost rows, what can be done
	slotTurns // what comes next
	slotCount
)

// instead is where a pane stands on a screen that has no such slot.
var instead = [slotCount]slot{slotPeople: slotSheet, slotSheet: slotSheet, slotLog: slotLog, slotLow: slotLow, slotTurns: slotLow}

// seated gives each pane its box, none for those that are not on the screen. Of
// those that share a slot the one with the focus stands there, or else the one that
// was in front last.
func (p *plan) seated(focus, front int) {
	p.panes = make([]box, len(entries))
	for s, b := range p.slots {
		if all := p.sharing(slot(s)); len(all) > 0 && !b.empty() {
			p.panes[inFront(all, focus, front)] = b
		}
	}
}

// sharing are the panes that stand in a slot by turns.
func (p *plan) sharing(s slot) []int {
	var out []int
	for i, e := range entries {
		at := e.slot
		if p.slots[at].empty() {
			at = instead[at]
		}
		if at == s {
			out = append(out, i)
		}
	}
	return out
}

// inFront is which of several panes stands in their slot.
func inFront(all []int, focus, front int) int {
	stays := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return entries[i].visits })
	switch {
	case slices.Contains(all, focus):
		return focus
	case slices.Contains(stays, front):
		return front
	case len(stays) > 0:
		return stays[0]
	}
	return all[0]
}

// behind is the pane that stands in the slot of another when that does not; -1 for
// none. Those that only visit are not told, and tell of none.
func (p *plan) behind(i int) int {
	if entries[i].visits {
		return -1
	}
	for s := range p.slots {
		all := p.sharing(slot(s))
		if !slices.Contains(all, i) {
			continue
		}
		for _, other := range all {
			if other != i && !entries[other].visits && p.panes[other].empty() {
				return other
			}
		}
	}
	return -1
}

// worked is what was worked out for a pane.
type worked struct {
	game Game
	pane int
	got  any
}

// work has worked out behind the screen what panes show that takes long.
func (m *Model) work() tea.Cmd {
	var all []tea.Cmd
	for i, p := range m.panes {
		x, ok := p.(pane.Worker)
		if !ok || m.working[i] {
			continue
		}
		if job, game := x.Work(m.frame()), m.game; job != nil {
			m.working[i] = true
			all = append(all, func() tea.Msg { return worked{game, i, job()} })
		}
	}
	return tea.Batch(all...)
}
