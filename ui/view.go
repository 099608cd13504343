package ui

import (
	"fmt"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// View implements tea.Model.
func (m *Model) View() string {
	if m.size.w == 0 || m.size.h == 0 {
		return ""
	}
	p := m.plan()
	if p.small {
		return pane.SmallScreen(m.frame().Sized(m.size.w, m.size.h, true))
	}
	lines := make([]string, 0, m.size.h)
	lines = append(lines, m.header())
	lines = m.drawPanes(lines, p)
	if o := m.over.top(); o != nil {
		m.lay(o, lines, p)
	}
	lines = append(lines, m.drawTour(p.tour.w)...)
	lines = append(lines, m.footer())
	return strings.Join(lines, "\n")
}

// drawPanes appends the lines of all panes: those that begin on the same line
// stand side by side.
func (m *Model) drawPanes(lines []string, p plan) []string {
	f, bottom := m.frame(), p.tour.y
	for y := 1; y < bottom; {
		var row [][]string
		next := bottom
		for i, b := range p.panes {
			if b.empty() || b.y != y {
				continue
			}
			focused := i == m.at.Focus && m.over.top() == nil
			f := f.Sized(b.w-2, b.h-2, focused)
			body := m.panes[i].Draw(f)
			row = append(row, m.look.Framed(m.panes[i].Title(f), i+1, b.w, b.h, focused, body))
			next = min(next, b.y+b.h)
		}
		if row == nil {
			lines = append(lines, m.look.Blank(m.size.w))
			y++
			continue
		}
		lines = append(lines, kit.Beside(row...)...)
		y = next
	}
	return lines
}

// header is the first line: the table, the clock, who sits here.
func (m *Model) header() string {
	r := m.look.Row(m.size.w).Space(1).Put(kit.Accent, "fray").Space(2)
	clock, seat := clockWords(m.frame()), seatWords(m)
	room := m.size.w - r.Used() - kit.Width(clock) - kit.Width(seat) - 6
	if room < 8 {
		seat, room = "", m.size.w-r.Used()-kit.Width(clock)-3
	}
	r.Fit(kit.Title, m.table.Name, max(0, room)).Space(2).Put(kit.Text, clock)
	if seat != "" {
		r.To(m.size.w - kit.Width(seat) - 1)
		r.Put(kit.Dim, seat)
	}
	return r.String()
}

func clockWords(f pane.Frame) string {
	tk, at := f.Table.Time(), f.Table.Clock
	round, unit := f.Table.Round(at.Moment)
	sep := "  " + f.Look.Separate + "  "
	words := fmt.Sprintf("%s %d", title(tk.Round), round)
	switch {
	case tk.PerRound == 0:
		if c, ok := f.Table.Character(at.Turn); ok {
			words += sep + kit.Clean(c.Name) + "'s turn"
		}
	case tk.Down:
		words += fmt.Sprintf("%s%s %d", sep, tk.Unit, unit)
	default:
		words += fmt.Sprintf("%s%s %d of %d", sep, tk.Unit, unit, tk.RoundEnd(f.Table.InScene(at.Moment)))
	}
	if pay, ok := tk.NextPayment(at.Moment); ok {
		words += fmt.Sprintf("%spays in %d", sep, pay-at.Moment)
	}
	return words
}

func seatWords(m *Model) string {
	who := map[model.Role]string{model.GM: "GM", model.Watcher: "watching"}[m.seat.Role]
	if m.seat.Role == model.Player {
		who = kit.Clean(m.seat.Name)
	}
	saved := "saved"
	if m.game.Why() != nil {
		saved = "read only"
	}
	return fmt.Sprintf("%s   %d at the table   %s", who, len(m.table.Characters()), saved)
}

// footer is the last line: what just happened, or the keys.
func (m *Model) footer() string {
	r := m.look.Row(m.size.w).Space(1)
	if m.status.words != "" {
		ink := kit.Text
		if m.status.bad {
			ink = kit.Bad
		}
		return r.Put(ink, m.status.words).String()
	}
	return pane.FootLine(m.frame().Sized(m.size.w, 1, true), footKeys(m))
}

// footKeys are the keys that the footer tells.
func footKeys(m *Model) []pane.Binding {
	if o := m.over.top(); o != nil {
		return o.Keys()
	}
	return pane.Footer(m.keys.list, "act", "act", "again", "again", "next", "next", "more", "adjust", "less", "adjust",
		"undo", "undo", "filter", "find", "palette", "command", "help", "help")
}

func title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
