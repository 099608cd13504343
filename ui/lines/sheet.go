package lines

import (
	"cmp"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// roster prints the clock and the numbered list of characters.
func (p *console) roster() {
	words := p.table.Name + ": " + p.table.When(p.table.Clock.Moment) + model.Prefixed(", ", p.table.DateWords())
	if p.table.Clock.Place != "" {
		words += ", " + p.table.Clock.Place
	}
	p.line("%s", words)
	if next := p.table.NextEveningWords(p.now()); next != "" {
		p.line("Next evening: %s", next)
	}
	for i, c := range p.context().Roster() {
		var parts []string
		if state, met := c.State(); met && state != "" {
			parts = append(parts, state)
		}
		for _, id := range c.Systems() {
			if s, ok := p.table.Rulebook(id); ok {
				v := p.table.View(c, id)
				for _, b := range s.Brief(v) {
					parts = append(parts, blockWords(b)...)
				}
				for _, m := range s.Marked(v) {
					parts = append(parts, m.Word)
				}
			}
		}
		name := c.Name
		if c.Side != "" && c.Side != engine.Heroes {
			name += " (" + string(c.Side) + ")"
		}
		p.line("%d. %s: %s", i+1, name, strings.Join(parts, "; "))
	}
	p.pending()
}

func (p *console) label(system, action string) string {
	if s, ok := p.table.Rulebook(system); ok {
		if a, ok := s.Action(action); ok {
			return a.Label
		}
	}
	return action
}

// show prints one sheet.
func (p *console) show(who string) {
	c, ok := p.table.Character(who)
	if !ok {
		return
	}
	p.line("%s", c.Name)
	if state, met := c.State(); met {
		p.line("%s. You know no more than that.", cmp.Or(state, "here"))
	}
	for _, id := range c.Systems() {
		p.line("%s", p.table.SystemName(id))
		for _, b := range view.ExplainedSheet(p.table, c, id) {
			for _, words := range blockWords(b) {
				p.line("  %s", words)
			}
		}
	}
	if c.Notes != "" {
		p.line("Notes, read by %s: %s", p.frame().NotesReaders(c), c.Notes)
	}
	if c.GMNotes != "" {
		p.line("Your notes, read by nobody else: %s", c.GMNotes)
	}
}

// blockWords returns a block of a panel in words, one line each.
func blockWords(b engine.Block) []string {
	switch b := b.(type) {
	case engine.Heading:
		return []string{b.Text}
	case engine.Stat:
		return []string{joined(b.Label, b.Words())}
	case engine.Meter:
		return []string{joined(b.Label, b.Words())}
	case engine.Track:
		return []string{b.Label + ": " + b.Words()}
	case engine.Words:
		return []string{joined(b.Label, b.Text)}
	case engine.Costs:
		out := []string{b.Title}
		for _, r := range b.Rows {
			words := joined(r.Label, r.Price, r.Gain)
			if r.Present {
				words += ", in force" + strings.TrimRight(" for "+r.Mark, " for")
			}
			if r.WhyNot != "" {
				words += ", not now: " + r.WhyNot
			}
			out = append(out, words)
		}
		return out
	case engine.Grid:
		out := []string{joined(b.Title, strings.Join(b.Head, ", "))}
		for _, row := range b.Rows {
			out = append(out, strings.Join(row, ", "))
		}
		return out
	}
	return nil
}

// joined joins the words that are not empty.
func joined(words ...string) string {
	var out []string
	for _, w := range words {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}
