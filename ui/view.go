package ui

import (
	"fmt"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// View implements tea.Model.
func (m *Model) View() string {
	if m.w == 0 || m.h == 0 {
		return ""
	}
	p := m.plan()
	if p.small {
		return tooSmall(m.look, m.w, m.h)
	}
	lines := make([]string, 0, m.h)
	lines = append(lines, m.header())
	lines = m.drawPanes(lines, p)
	if o := m.top(); o != nil {
		m.lay(o, lines, p)
	}
	lines = append(lines, m.tour.draw(m, p.tour.w)...)
	lines = append(lines, m.footer())
	return strings.Join(lines, "\n")
}

// tooSmall says what the screen has and what it needs.
func tooSmall(look *kit.Look, w, h int) string {
	words := fmt.Sprintf("This window has %d x %d cells; fray needs %d x %d. Nothing is lost: make it larger, or q to leave.",
		w, h, leastWidth, leastHeight)
	var lines []string
	for _, l := range kit.Wrap(words, w) {
		lines = append(lines, look.Row(w).Put(kit.Text, l).String())
	}
	return strings.Join(look.Lines(lines, w, h), "\n")
}

// drawPanes appends the lines of all panes: those that begin on the same line
// stand side by side.
func (m *Model) drawPanes(lines []string, p plan) []string {
	f := m.frame()
	bottom := p.tour.y
	for y := 1; y < bottom; {
		var row [][]string
		next := bottom
		for i, b := range p.panes {
			if b.empty() || b.y != y {
				continue
			}
			focused := i == m.at.Focus && m.top() == nil
			body := m.panes[i].Draw(f, b.w-2, b.h-2, focused)
			row = append(row, m.look.Framed(m.panes[i].Title(f), i+1, b.w, b.h, focused, body))
			next = min(next, b.y+b.h)
		}
		if row == nil {
			lines = append(lines, m.look.Blank(m.w))
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
	r := m.look.Row(m.w).Space(1).Put(kit.Accent, "fray").Space(2)
	clock, seat := m.clockWords(), m.seatWords()
	room := m.w - r.Used() - kit.Width(clock) - kit.Width(seat) - 6
	if room < 8 {
		seat, room = "", m.w-r.Used()-kit.Width(clock)-3
	}
	r.Fit(kit.Title, m.table.Name, max(0, room)).Space(2).Put(kit.Text, clock)
	if seat != "" {
		r.To(m.w - kit.Width(seat) - 1)
		r.Put(kit.Dim, seat)
	}
	return r.String()
}

func (m *Model) clockWords() string {
	tk, at := m.table.Time(), m.table.Clock
	round, unit := m.table.Round(at.Moment)
	sep := "  " + m.look.Separate + "  "
	words := fmt.Sprintf("%s %d", title(tk.Round), round)
	switch {
	case tk.PerRound == 0:
		if c, ok := m.table.Character(at.Turn); ok {
			words += sep + kit.Clean(c.Name) + "'s turn"
		}
	case tk.Down:
		words += fmt.Sprintf("%s%s %d", sep, tk.Unit, unit)
	default:
		words += fmt.Sprintf("%s%s %d of %d", sep, tk.Unit, unit, model.RoundEnd(tk, m.table.InScene(at.Moment)))
	}
	if pay, ok := model.NextPayment(tk, at.Moment); ok {
		words += fmt.Sprintf("%spays in %d", sep, pay-at.Moment)
	}
	return words
}

func (m *Model) seatWords() string {
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
	r := m.look.Row(m.w).Space(1)
	if m.status.words != "" {
		ink := kit.Text
		if m.status.bad {
			ink = kit.Bad
		}
		return r.Put(ink, m.status.words).String()
	}
	return hintRow(m.look, m.hints(), m.w)
}

// hintRow is a line of keys and what they do.
func hintRow(look *kit.Look, hints []hint, w int) string {
	r := look.Row(w).Space(1)
	for _, h := range fitting(hints, r.Left()) {
		r.Put(kit.Key, h.key).Space(1).Put(kit.Dim, h.does).Space(3)
	}
	return r.String()
}

// hint is a key and what it does, as the footer says it.
type hint struct{ key, does string }

func (h hint) width() int { return kit.Width(h.key) + kit.Width(h.does) + 4 }

// fitting gives the hints that fit into w cells. The last one always does: it
// is the way out, or the way to all the others.
func fitting(hints []hint, w int) []hint {
	if len(hints) == 0 {
		return nil
	}
	last := hints[len(hints)-1]
	w -= last.width()
	var out []hint
	for _, h := range hints[:len(hints)-1] {
		if w -= h.width(); w < -3 {
			break
		}
		out = append(out, h)
	}
	return append(out, last)
}

func (m *Model) hints() []hint {
	if o := m.top(); o != nil {
		return o.hints(m)
	}
	var out []hint
	for _, b := range m.keys {
		if b.foot && len(b.keys) > 0 {
			out = append(out, hint{keyWord(b.keys[0]), b.label})
		}
		if b.id == "go" {
			out = append(out, hint{m.keyOf("more") + "/" + m.keyOf("less"), "adjust"})
		}
	}
	return out
}

func title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
