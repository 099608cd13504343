package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// View implements tea.Model.
func (m *Model) View() string { return strings.Join(m.Lines(), "\n") }

// Lines are those of the view.
func (m *Model) Lines() []string {
	if m.size.w == 0 || m.size.h == 0 {
		return nil
	}
	p := m.plan()
	if p.small {
		return strings.Split(pane.SmallScreen(m.frame().Sized(m.size.w, m.size.h, true)), "\n")
	}
	if m.preview != nil {
		return m.preview.draw(m)
	}
	lines := make([]string, 0, m.size.h)
	lines = append(lines, m.header())
	lines = m.drawPanes(lines, p)
	if o := m.over.top(); o != nil {
		m.lay(o, lines, p)
	}
	lines = append(lines, m.drawTour(p.tour.w)...)
	news := m.news()
	lines = lines[:len(lines)+1-len(news)] // what is long lies over the line above
	return append(append(lines, news...), m.footer())
}

// drawPanes appends the lines of all panes: those on a line stand side by side.
func (m *Model) drawPanes(lines []string, p plan) []string {
	drawn := make([][]string, len(p.panes))
	var order []int // from the left
	for i, b := range p.panes {
		if b.empty() {
			m.cache[i] = drawing{}
			continue
		}
		drawn[i], order = m.drawPane(i, p), append(order, i)
	}
	slices.SortFunc(order, func(a, b int) int { return p.panes[a].x - p.panes[b].x })
	pieces := make([]string, 0, len(order))
	for y := p.body.y; y < p.body.y+p.body.h; y++ {
		pieces = pieces[:0]
		for _, i := range order {
			if b := p.panes[i]; y >= b.y && y < b.y+b.h {
				pieces = append(pieces, drawn[i][y-b.y])
			}
		}
		lines = append(lines, strings.Join(pieces, ""))
	}
	return lines
}

// drawPane gives the lines of a pane in its frame. Where another stands behind it,
// the frame tells how that comes.
func (m *Model) drawPane(i int, p plan) []string {
	b, f, aside := p.panes[i], m.frameIn(i, p), ""
	if other := p.behind(i); other >= 0 && !m.at.Zoom {
		aside = fmt.Sprintf("%d %s %s %s", other+1, m.panes[other].Title(f), m.look.Separate, f.KeyOf("pane-"+entries[other].name))
	}
	return m.cache.lines(i, m.panes[i], f, aside, func() []string {
		frame := kit.Frame{Title: m.panes[i].Title(f), Number: i + 1, Aside: aside, W: b.w, H: b.h, Focused: f.Focused}
		if x, ok := m.panes[i].(pane.Asider); ok && aside == "" {
			frame.Aside = x.Aside(f)
		}
		return m.look.Framed(frame, m.panes[i].Draw(f))
	})
}

// header is the first line: the table, the clock, who sits here. Where that leaves
// no room for who else is here, a player is not called by two names, and the order
// of turns alone tells the moment.
func (m *Model) header() string {
	r := m.look.Row(m.size.w).Space(1)
	f := m.frame()
	name, own, you, seat := kit.Clip(m.table.Name, max(m.size.w/3, 12)), playsWords(m), "you are ", seatWords(m, true)
	here, clock := presence(m), clockParts(f)
	if own != "" {
		used := 7 + kit.Width(name) + 3 + kit.Width(own)
		for _, part := range clock {
			used += clockWidth(part)
		}
		for _, who := range here {
			used += presenceWidth(who)
		}
		over := func() bool { return used+kit.Width(you)+kit.Width(seat) > m.size.w }
		without := func(parts int) {
			for len(clock) > parts && over() {
				used -= clockWidth(clock[len(clock)-1])
				clock = clock[:len(clock)-1]
			}
		}
		without(2) // who pays when stands in the panes
		if over() {
			seat = seatWords(m, false)
		}
		if over() {
			you = ""
		}
		without(1)
	}
	r.Put(kit.Title, name)
	if own != "" {
		r.Space(3).Put(kit.Dim, you).Put(kit.Accent, own)
	}
	for _, part := range clock {
		if r.Left() < clockWidth(part)+3+kit.Width(seat) {
			break
		}
		r.Space(3).Put(kit.Dim, part[0]).Put(kit.Text, part[1])
	}
	left, n := r.Left()-kit.Width(seat)-6, kit.Width(seat)+1
	here = slices.DeleteFunc(here, func(who [4]string) bool {
		wide := presenceWidth(who)
		if wide > left {
			return true
		}
		left, n = left-wide, n+wide
		return false
	})
	r.To(m.size.w - n)
	for _, p := range here {
		r.Put(kit.Accent, p[0]).Put(kit.Text, p[1]).Space(1).Put(kit.Accent, p[2])
		if p[3] != "" {
			r.Space(1).Put(kit.Accent, p[3])
		}
		r.Space(2)
	}
	return r.Put(kit.Dim, seat).String()
}

// playsWords says whom a player plays: the one on the screen, if it is theirs.
func playsWords(m *Model) string {
	if !m.plays() {
		return ""
	}
	if c, ok := m.table.Character(m.at.Selected); ok && m.seat.Owns(c) {
		return c.Name
	}
	for _, c := range m.table.Characters() {
		if m.seat.Owns(c) {
			return c.Name
		}
	}
	return ""
}

// clockParts are what the header tells of the time, each a label and what it
// is.
func clockParts(f pane.Frame) [][2]string {
	tk, at := f.Table.Time(), f.Table.Clock
	round, unit := f.Table.Round(at.Moment)
	parts := append(make([][2]string, 0, 3), [2]string{tk.Round + " ", strconv.Itoa(round)})
	switch {
	case tk.PerRound == 0:
		if c, ok := f.Table.Character(at.Turn); ok {
			parts = append(parts, [2]string{"turn of ", c.Name})
		}
	default:
		parts = append(parts, [2]string{tk.Unit + " ", strconv.Itoa(unit)})
	}
	if pay, ok := tk.NextPayment(at.Moment); ok {
		parts = append(parts, [2]string{"upkeep in " + strconv.Itoa(pay-at.Moment), ""})
	}
	if date := f.Table.DateWords(); date != "" {
		parts = append(parts, [2]string{"", date})
	}
	return parts
}

// clockWidth is how many cells a part of the clock takes in the header.
func clockWidth(part [2]string) int { return 3 + kit.Width(part[0]) + kit.Width(kit.Clean(part[1])) }

// seatWords say who sits here, with a player's name or without, and whether all is
// saved.
func seatWords(m *Model, named bool) string {
	who := map[model.Role]string{model.GM: "GM", model.Watcher: "watching"}[m.seat.Role]
	if m.seat.Role == model.Player {
		who = kit.Clean(m.table.SeatName(m.seat))
	}
	if word := m.attendance.awaited[m.seat]; word != "" {
		who = m.look.Cursor + who + " " + word
	} else if !named {
		who = ""
	}
	saved := "saved"
	if k, ok := m.game.(keeper); m.game.Why() != nil {
		saved = "read only"
	} else if ok && k.Saved() != nil {
		saved = "NOT SAVED"
	}
	if who != "" {
		who += "   "
	}
	return who + saved
}

// mostNews is how many lines news takes at most, each but the last from what
// stands above.
const mostNews = 2

// news is the line above the footer, or two where one is too short: what has just
// happened, or what is wrong.
func (m *Model) news() []string {
	ink := kit.Text
	if m.status.bad {
		ink = kit.Bad
	}
	words := m.status.words
	if m.pending.n > 0 {
		ink, words = kit.Dim, m.pending.words
	}
	if words == "" { // as long as it is so
		words = act.WaitingForWords(m.frame())
	}
	if words == "" {
		return []string{m.look.Blank(m.size.w)}
	}
	var out []string
	parts := kit.Wrap(words, m.size.w-2)
	for n, part := range parts {
		if n == mostNews-1 {
			part = strings.Join(parts[n:], " ")
		}
		if n < mostNews {
			out = append(out, m.look.Row(m.size.w).Space(1).Put(ink, part).String())
		}
	}
	return out
}

// footer is the last line: the keys, and what they would do now.
func (m *Model) footer() string {
	return pane.FootLine(m.frame().Sized(m.size.w, 1, true), footKeys(m))
}

// footKeys are the keys that the footer tells.
func footKeys(m *Model) []pane.Binding {
	if o := m.over.top(); o != nil {
		return o.Keys(m.frame())
	}
	switch {
	case m.plays() && entries[m.at.Focus].slot == slotPeople: // where others stand, too
		return footed(m.panes[m.at.Focus], pane.Feet(m.keys.list(), "act", "all", "less", "adjust", "more", "adjust", "message", "message", "take-up", "ask the gamemaster", "undo", "undo", "help", "help"))
	case m.plays():
		return footed(m.panes[m.at.Focus], pane.Feet(m.keys.list(), "act", "all", "message", "message", "take-up", "ask the gamemaster", "undo", "undo", "filter", "find", "help", "help"))
	}
	return pane.Feet(m.keys.list(), "act", "act", "again", "again", "next", "next", "more", "adjust", "less", "adjust",
		"undo", "undo", "filter", "find", "palette", "command", "help", "help")
}

// footed are the keys of a pane that the footer tells, and others behind them.
func footed(p pane.Pane, others []pane.Binding) []pane.Binding {
	return slices.DeleteFunc(slices.Concat(p.Keys(), others), func(b pane.Binding) bool { return b.Foot == "" })
}
