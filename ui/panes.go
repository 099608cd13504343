package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/act"
	"example.org/fray/ui/pane"
	tty "example.org/fray/ui/screen"
)

// entry is a pane of the screen, and all that the root knows of it.
type entry struct {
	name  string // in config.toml, and where its place is kept
	short string // in the title of the pane that stands in its place
	also  string // words that people look for it by
	slot  slot   // where it stands
	pane  pane.Pane
	own   func(*act.Memory) pane.Pane // what a player has instead; nil: the same
}

// entries are the panes, in the order of their numbers. A pane is its file and a line
// here: its key, its place, the help and config.toml follow.
var entries = []entry{
	{name: "roster", short: "roster", also: "party characters players list", slot: slotPeople, pane: pane.Roster{}},
	{name: "sheet", short: "sheet", also: "character stats attributes skills inventory", slot: slotSheet, pane: pane.Sheet{}},
	{name: "log", short: "log", also: "history journal events chat", slot: slotLog, pane: pane.Log{}},
	{name: "costs", short: "costs", also: "price resource mana points", slot: slotLow, pane: pane.Costs{}, own: func(m *act.Memory) pane.Pane { return act.NewOffers(m) }},
	{name: "timeline", short: "time", also: "turns order clock timer upcoming", slot: slotTurns, pane: pane.Timeline{}, own: func(*act.Memory) pane.Pane { return pane.Order{} }},
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
var instead = [slotCount]slot{slotPeople: slotPeople, slotSheet: slotLog, slotLog: slotLog, slotLow: slotLog, slotTurns: slotLog}

// seated gives each pane its box, none for those that are not on the screen. Of
// those that share a slot the one with the focus stands there, or else the one that
// was in front last.
func (p *plan) seated(focus, front int) {
	p.panes = make([]box, len(entries))
	for s, b := range p.slots {
		if all := p.sharing(slot(s)); len(all) > 0 && !b.empty() {
			p.panes[inFront(all, slot(s), focus, front)] = b
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

// inFront is which of several panes stands in their slot: the one with the focus, the one
// that was in front last, or the one whose slot it is.
func inFront(all []int, s slot, focus, front int) int {
	switch {
	case slices.Contains(all, focus):
		return focus
	case slices.Contains(all, front):
		return front
	}
	return all[max(0, slices.IndexFunc(all, func(i int) bool { return entries[i].slot == s }))]
}

// behind are the panes that stand in the slot of another when that does not.
func (p *plan) behind(i int) []int {
	for s := range p.slots {
		if all := p.sharing(slot(s)); slices.Contains(all, i) {
			return slices.DeleteFunc(all, func(other int) bool { return other == i || !p.panes[other].empty() })
		}
	}
	return nil
}

// asideAt is which of the panes that stand in the slot of another is named at column x of
// its title.
func (p *plan) asideAt(i, x int) int {
	all, end := p.behind(i), p.panes[i].x+p.panes[i].w-1
	for _, other := range slices.Backward(all) {
		if end -= len(entries[other].short) + 4; x >= end {
			return other
		}
	}
	return all[0]
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
			all = append(all, func() tea.Msg { return worked{game, i, tty.InTurn(job)} })
		}
	}
	return tea.Batch(all...)
}
