package lines

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// everyone says the table: the clock, and those who are at it by number.
func (p *plain) everyone() {
	words := p.table.Name + ": " + p.table.When(p.table.Clock.Moment)
	if p.table.Clock.Place != "" {
		words += ", " + p.table.Clock.Place
	}
	p.line("%s", words)
	for i, c := range p.table.Characters() {
		var parts []string
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
		p.line("%d. %s: %s", i+1, c.Name, strings.Join(parts, "; "))
	}
	for _, d := range p.table.Pending() {
		name := d.Who
		if c, ok := p.table.Character(d.Who); ok {
			name = c.Name
		}
		p.line("Pending: %s, %s, %s", p.table.When(d.Due), name, p.label(d.System, d.Of))
	}
}

func (p *plain) label(system, action string) string {
	if s, ok := p.table.Rulebook(system); ok {
		if a, ok := s.Action(action); ok {
			return a.Label
		}
	}
	return action
}

// show says everyone, or one sheet.
func (p *plain) show(name string) {
	if name == "" {
		p.everyone()
		return
	}
	c := p.character(name)
	if c == nil {
		return
	}
	p.line("%s", c.Name)
	for _, id := range c.Systems() {
		s, ok := p.table.Rulebook(id)
		if !ok {
			p.line("Also written in %s, which this version does not know.", id)
			continue
		}
		p.line("%s", s.Name)
		for _, b := range s.Panel(p.table.View(c, id)) {
			for _, words := range blockWords(b) {
				p.line("  %s", words)
			}
		}
	}
}

// blockWords says a block in words, a line each.
func blockWords(b engine.Block) []string {
	switch b := b.(type) {
	case engine.Heading:
		return []string{b.Text}
	case engine.Stat:
		return []string{joined(b.Label, b.Value, b.Unit)}
	case engine.Meter:
		words := fmt.Sprintf("%s %d of %d", b.Label, b.Now, b.Full)
		if b.Unit != b.Label {
			words = joined(words, b.Unit)
		}
		for _, l := range b.Losses {
			if l.N != 0 {
				words += fmt.Sprintf(", %d %s", l.N, l.Label)
			}
		}
		return []string{words}
	case engine.Track:
		return []string{b.Label + ": " + trackWords(b)}
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

func trackWords(t engine.Track) string {
	full := 0
	var words []string
	for _, box := range t.Boxes {
		if box.Full {
			full++
		}
		state := "empty"
		if box.Full {
			state = "full"
		}
		if box.Count > 0 {
			state = fmt.Sprint(box.Count)
		}
		if box.Label != "" {
			words = append(words, box.Label+" "+state)
		}
	}
	if words == nil {
		return fmt.Sprintf("%d of %d", full, len(t.Boxes))
	}
	return strings.Join(words, ", ")
}

// joined puts words that are there after each other.
func joined(words ...string) string {
	var out []string
	for _, w := range words {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}
