package ui

import (
	"fmt"
	"reflect"
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
	if m.mind.eyes != nil {
		return m.mind.eyes.draw(m)
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

// drawPanes appends the lines of all panes: those that begin on the same line
// stand side by side, the low ones with what stands under them.
func (m *Model) drawPanes(lines []string, p plan) []string {
	f := m.frame()
	bands := 0
	for y, bottom := 1, p.tour.y; y < bottom; {
		high := 0
		for _, b := range p.panes {
			if !b.empty() && b.y == y {
				high = max(high, b.h)
			}
		}
		if high == 0 {
			lines = append(lines, m.look.Blank(m.size.w))
			y++
			continue
		}
		var few [paneCount]kit.Placed
		row := few[:0]
		for i, b := range p.panes {
			if !b.empty() && b.y == y {
				row = m.column(row, i, p, f, y, y+high)
			}
		}
		if bands == len(m.mind.bands) {
			m.mind.bands = append(m.mind.bands, kit.Band{})
		}
		lines = append(lines, m.mind.bands[bands].Beside(row, high)...)
		bands++
		y += high
	}
	for i, b := range p.panes {
		if b.empty() {
			m.mind.drawings[i] = drawing{}
		}
	}
	m.mind.drawn = f
	return lines
}

// column draws a pane, and those under it as far as a line of the screen, behind
// others.
func (m *Model) column(out []kit.Placed, i int, p plan, f pane.Frame, top, bottom int) []kit.Placed {
	b := p.panes[i]
	f = f.Sized(b.w-2, b.h-2, i == m.at.Focus && m.over.top() == nil)
	d := &m.mind.drawings[i]
	if d.box != b || d.pane == nil || !f.SameAs(m.mind.drawn.Sized(f.W, f.H, d.focused)) || !reflect.DeepEqual(m.panes[i], d.pane) {
		*d = drawing{m.panes[i], b, f.Focused, m.look.Boxed(m.framed(i, p, f), m.panes[i].Draw(f), d.boxed)}
	}
	out = append(out, kit.Placed{Boxed: d.boxed, Y: b.y - top})
	for under, u := range p.panes {
		if !u.empty() && u.x == b.x && u.y == b.y+b.h && u.y < bottom {
			return m.column(out, under, p, f, top, bottom)
		}
	}
	return out
}

// drawing is a pane as it was drawn last, and from what beside the frame of all.
// Of one that isn't on the screen nothing is kept.
type drawing struct {
	pane    pane.Pane
	box     box
	focused bool
	boxed   kit.Boxed
}

// framed is the frame of a pane. Where there is room for only one of cost rows
// and timeline, it tells how the other comes.
func (m *Model) framed(i int, p plan, f pane.Frame) kit.Frame {
	out := kit.Frame{Title: m.panes[i].Title(f), Number: i + 1, W: p.panes[i].w, H: p.panes[i].h, Focused: f.Focused}
	if x, ok := m.panes[i].(pane.Asider); ok {
		out.Aside = x.Aside(f)
	}
	other := paneCosts + paneTimeline - i
	if i >= paneCosts && p.panes[other].empty() && !m.at.Zoom {
		out.Aside = fmt.Sprintf("%d %s %s %s", other+1, m.panes[other].Title(f), m.look.Separate, f.KeyOf("pane-"+paneNames[other]))
	}
	return out
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
	if word := m.mind.crowd.awaited[m.seat]; word != "" {
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
	if m.flight.n > 0 {
		ink, words = kit.Dim, m.flight.words
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
	feet := &m.keys.feet[m.at.Focus]
	switch {
	case *feet != nil:
	case m.plays() && m.at.Focus == paneRoster: // where others stand, too
		*feet = footed(m.panes[m.at.Focus], pane.Feet(m.keys.list(), "act", "all", "less", "adjust", "more", "adjust", "message", "message", "take-up", "ask the gamemaster", "undo", "undo", "help", "help"))
	case m.plays():
		*feet = footed(m.panes[m.at.Focus], pane.Feet(m.keys.list(), "act", "all", "message", "message", "take-up", "ask the gamemaster", "undo", "undo", "filter", "find", "help", "help"))
	default:
		*feet = pane.Feet(m.keys.list(), "act", "act", "again", "again", "next", "next", "more", "adjust", "less", "adjust",
			"undo", "undo", "filter", "find", "palette", "command", "help", "help")
	}
	return *feet
}

// footed are the keys of a pane that the footer tells, and others behind them.
func footed(p pane.Pane, others []pane.Binding) []pane.Binding {
	all := slices.DeleteFunc(slices.Concat(p.Keys(), others), func(b pane.Binding) bool { return b.Foot == "" })
	return slices.Clone(all) // which is much less
}
