package ui

import (
	"slices"
	"strings"

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
	f, back := m.frame(), m.look.Blank(m.size.w)
	lines := make([]string, 0, m.size.h)
	lines = append(lines, m.header(), pane.Ribbon(f.Sized(m.size.w, 1, false)))
	for len(lines) < p.body.y {
		lines = append(lines, back)
	}
	lines = m.drawPanes(lines, p)
	if o := m.over.Top(); o != nil {
		lines = m.lay(o, lines, p)
	}
	lines = append(lines, m.drawTour(p.tour.w)...)
	return append(append(lines, m.news()...), m.footer())
}

// header is the first line.
func (m *Model) header() string {
	kept := pane.Saved
	if m.cfg.Demo {
		kept = pane.Demo
	}
	if m.game.Why() != nil {
		kept = pane.ReadOnly
	} else if m.game.Saved() != nil {
		kept = pane.NotSaved
	}
	return pane.HeaderLine(m.frame().Sized(m.size.w, 1, false), m.attendance.header(), kept)
}

// drawPanes appends the lines of all panes, with blanks between those that stand side by
// side.
func (m *Model) drawPanes(lines []string, p plan) []string {
	drawn := make([]drawnPane, 0, len(p.panes)+2)
	for i, b := range p.panes {
		if b.empty() {
			m.cache[i] = drawing{}
			continue
		}
		drawn = append(drawn, drawnPane{b, m.drawPane(i, p)})
	}
	f := m.frame()
	if !p.stage.empty() {
		at := p.stage.inside()
		f.Look = m.look.On(kit.OnPanel)
		drawn = append(drawn, drawnPane{p.stage, pane.StageIn(f.Sized(at.w, at.h, false))})
	}
	if !p.line.empty() {
		f.Look = m.look
		drawn = append(drawn, drawnPane{p.line, []string{pane.NextLine(f.Sized(p.line.w, 1, false))}})
	}
	slices.SortFunc(drawn, func(a, b drawnPane) int { return a.x - b.x })
	var parts []string // of a line
	for y := p.body.y; y < p.body.y+p.body.h; y++ {
		parts = parts[:0]
		x := 0
		for _, d := range drawn {
			if y < d.y || y >= d.y+d.h {
				continue
			}
			if d.x > x {
				parts = append(parts, m.look.Blank(d.x-x))
			}
			parts = append(parts, d.lines[y-d.y])
			x = d.x + d.w
		}
		if x < m.size.w {
			parts = append(parts, m.look.Blank(m.size.w-x))
		}
		lines = append(lines, strings.Join(parts, ""))
	}
	return lines
}

// drawnPane is the lines in a box.
type drawnPane struct {
	box
	lines []string
}

// drawPane returns the lines of a pane with its title, which names the keys of the panes
// behind it.
func (m *Model) drawPane(i int, p plan) []string {
	b, f, tabs := p.panes[i], m.frameIn(i, p), strings.Join(m.tabs(i, p), tabGap)
	return m.cache.lines(i, m.panes[i], f, tabs, func() []string {
		frame := kit.Frame{Title: m.panes[i].Title(f), Number: i + 1, Aside: tabs, W: b.w, H: b.h, Focused: f.Focused}
		frame.AddAside(m.panes[i].Aside(f))
		return f.Look.Framed(frame, m.panes[i].Draw(f))
	})
}

// tabs are the keys and names of the panes behind pane i, or only the keys if the title
// leaves no room for names.
func (m *Model) tabs(i int, p plan) []string {
	if m.at.Zoom {
		return nil
	}
	f := m.frame()
	var keys, names []string
	for _, other := range p.behind(i) {
		key := f.KeyOf("pane-" + entries[other].name)
		keys, names = append(keys, key), append(names, key+" "+entries[other].short)
	}
	if kit.Width(kit.Clean(m.panes[i].Title(f)))+kit.Width(strings.Join(names, tabGap))+8 > p.panes[i].w {
		return keys
	}
	return names
}

// tabGap stands between tabs.
const tabGap = "  "

// mostNews is the most lines that news takes. The panes make room for them.
const mostNews = 3

// newsWords are the words above the footer: what has just happened, or what is wrong.
func (m *Model) newsWords() (kit.Token, string) {
	switch {
	case m.pending.n > 0:
		return kit.Dim, m.pending.words
	case m.status.bad:
		return kit.Bad, m.status.words
	case m.status.words == "": // this stays as long as it is true
		return kit.Text, act.WaitingForWords(m.frame())
	}
	return kit.Text, m.status.words
}

// newsLines is how many lines the news take.
func (m *Model) newsLines() int {
	_, words := m.newsWords()
	return min(len(kit.Wrap(words, m.size.w-2)), mostNews)
}

// news are the lines above the footer.
func (m *Model) news() []string {
	ink, words := m.newsWords()
	if words == "" {
		return []string{m.look.Blank(m.size.w)}
	}
	var out []string
	parts := kit.Wrap(words, m.size.w-2)
	for n, part := range parts[:min(len(parts), mostNews)] {
		if n == mostNews-1 {
			part = strings.Join(parts[n:], " ")
		}
		out = append(out, m.look.Row(m.size.w).Space(1).Put(ink, part).String())
	}
	return out
}

// footer is the last line: the keys, and what they would do now.
func (m *Model) footer() string {
	f := m.frame().Sized(m.size.w, 1, true)
	f.Look = m.look.On(kit.OnBand)
	return pane.FootLine(f, footKeys(m))
}

// footKeys are the bindings in the footer.
func footKeys(m *Model) []pane.Binding {
	if o := m.over.Top(); o != nil {
		return o.Keys(m.frame())
	}
	footers := usualFooters()
	switch {
	case m.game.ReadOnly():
		return slices.DeleteFunc(m.footed(footers.readOnly), func(b pane.Binding) bool { return changing[b.Name()] })
	case m.plays() && entries[m.at.Focus].slot == slotPeople: // which shows others, too
		return m.footed(footers.playersRoster)
	case m.plays():
		return m.footed(footers.player)
	}
	if entries[m.at.Focus].slot == slotPeople {
		return footers.gamemaster
	}
	return slices.Concat(footers.gamemaster[:1], m.footed(footers.gamemaster[1:]))
}

// changing are the bindings of panes that change the table.
var changing = map[string]bool{"roster-act": true, "sheet-more": true, "sheet-less": true, "timeline-call-off": true, "timeline-later": true, "timeline-sooner": true}

// footed are the bindings of the pane with the focus that the footer names, and after them
// others whose keys the pane leaves to the table.
func (m *Model) footed(others []pane.Binding) []pane.Binding {
	keys := m.frame().Keys
	out := make([]pane.Binding, 0, 4+len(others))
	taken := map[string]bool{}
	for _, b := range m.panes[m.at.Focus].Keys() {
		if b.Foot == "" {
			continue
		}
		out = append(out, b)
		for _, k := range keys.Keys(b) {
			taken[k] = true
		}
	}
	for _, b := range others {
		if all := keys.Keys(b); len(all) == 0 || !taken[all[0]] {
			out = append(out, b)
		}
	}
	return out
}
