package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
)

// adjustHere adjusts the first pool of the selected character, or the one
// whose meter is under the sheet's cursor.
func (m *Model) adjustHere(up bool) tea.Cmd {
	c, s := m.here(), m.rulebook()
	if c == nil || s == nil || len(s.Pools) == 0 || len(s.Pools[0].Losses) == 0 {
		return m.say("this sheet has no pool to adjust: e writes a field")
	}
	if _, wish := m.panes[paneSheet].Key(m.frame(), sign(up)); wish != nil {
		if w, ok := wish.(pane.Adjust); ok {
			return m.adjust(w)
		}
	}
	return m.adjust(pane.Adjust{Who: c.ID, System: s.ID, Field: s.Pools[0].Losses[0].ID, Up: up})
}

func sign(up bool) string {
	if up {
		return "+"
	}
	return "-"
}

// adjust asks by how much a pool changes, and why. Tab turns to the next loss.
func (m *Model) adjust(w pane.Adjust) tea.Cmd {
	s, ok := m.table.Rulebook(w.System)
	if !ok {
		return m.say("this version has no rulebook " + w.System)
	}
	c, ok := m.table.Character(w.Who)
	if !ok {
		return nil
	}
	pool, field, found := poolOf(s, w.Field)
	if !found {
		return m.editField(w.Who, w.System, w.Field)
	}
	head := fmt.Sprintf("%s loses %s", c.Name, pool.Label)
	if w.Up {
		head = fmt.Sprintf("%s gets %s back", c.Name, pool.Label)
	}
	p := &prompt{head: head, labels: []string{"how much", "because"}, lines: []line{newLine(""), newLine("")}}
	now := field.Of(s.Sheet.Read(c.Pages[w.System]))
	p.help = func(p *prompt) string { return adjustWords(s, c, pool, field, p.lines[0].text(), w.Up) }
	p.done = func(m *Model, texts []string) tea.Cmd {
		n, err := strconv.Atoi(strings.TrimSpace(texts[0]))
		if err != nil || n < 1 {
			p.at = 0
			return m.fail(fmt.Sprintf("%q is not a number: type how much, from 1", texts[0]))
		}
		if w.Up {
			n = -n
		}
		set := model.Setting{Field: field.ID, To: engine.ValueOf(max(now+n, field.Least))}
		return m.do(model.Write{Who: w.Who, System: w.System, Set: []model.Setting{set}, Why: texts[1]}, shut(""))
	}
	m.push(p)
	return nil
}

func adjustWords(s *engine.System, c *model.Character, pool engine.Pool, field engine.Field[int], typed string, up bool) string {
	sheet := s.Sheet.Read(c.Pages[s.ID])
	words := fmt.Sprintf("%s now %d of %d; %s", pool.Label, pool.Now(sheet), pool.Full.Of(sheet), field.Label)
	n, err := strconv.Atoi(strings.TrimSpace(typed))
	if err != nil {
		return words
	}
	if up {
		n = -min(n, field.Of(sheet))
	}
	return fmt.Sprintf("%s. Then %d of %d", words, pool.Now(sheet)-n, pool.Full.Of(sheet))
}

func poolOf(s *engine.System, field string) (engine.Pool, engine.Field[int], bool) {
	for _, p := range s.Pools {
		for _, f := range p.Losses {
			if f.ID == field {
				return p, f, true
			}
		}
	}
	return engine.Pool{}, engine.Field[int]{}, false
}

// editField writes one field of a sheet by hand.
func (m *Model) editField(who, system, path string) tea.Cmd {
	s, ok := m.table.Rulebook(system)
	c, here := m.table.Character(who)
	if !ok || !here {
		return nil
	}
	sp, ok := s.Sheet.Field(path)
	if list, row, inList := strings.Cut(path, "/"); !ok && inList && slices.Contains(c.Pages[system].RowIDs(list), row) {
		return m.writeRow(who, s, path)
	}
	if !ok {
		return m.say("this is worked out: it has no field of its own")
	}
	p := &prompt{head: c.Name + ": " + sp.Label, labels: []string{sp.Label, "because"},
		lines: []line{suggested(s.Sheet.Read(c.Pages[system]).Value(path).String()), newLine("")}}
	p.help = func(p *prompt) string { return "it is " + sp.Range() + "; nothing lets the rule work it out" }
	p.done = func(m *Model, texts []string) tea.Cmd {
		var v engine.Value
		if strings.TrimSpace(texts[0]) != "" {
			var err error
			if v, err = sp.Parse(texts[0]); err != nil {
				p.at = 0
				return m.fail(err.Error())
			}
		}
		set := []model.Setting{{Field: path, To: v}}
		return m.do(model.Write{Who: who, System: system, Set: set, Why: texts[1]}, shut(""))
	}
	m.push(p)
	return nil
}
