package lines

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
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
				parts = append(parts, blockWords(s.Brief(v)...)...)
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
	for _, id := range c.Systems() {
		p.line("%s", p.table.SystemName(id))
		p.blocks(scene.Sheet(p.table, p.seat, c, id))
	}
	if len(c.Systems()) == 0 {
		p.blocks(scene.Sheet(p.table, p.seat, c, ""))
	}
	p.blocks(scene.Notes(p.table, p.seat, c))
}

// blocks prints the blocks of a panel.
func (p *console) blocks(all []engine.Block) {
	for _, words := range blockWords(all...) {
		p.line("  %s", words)
	}
}

// blockWords returns blocks of a panel in words, one line each.
func blockWords(blocks ...engine.Block) []string {
	var w spoken
	scene.Write(&w, blocks...)
	return w
}

// spoken writes blocks as lines that can be read aloud.
type spoken []string

func (w *spoken) put(words ...string) { *w = append(*w, joined(words...)) }

func (w *spoken) Heading(text string)  { w.put(text) }
func (w *spoken) Number(b engine.Stat) { w.put(b.Label, b.Words()) }
func (w *spoken) Meter(b engine.Meter) { w.put(b.Label, b.Words()) }
func (w *spoken) Boxes(b engine.Track) { w.put(b.Label+":", b.Words()) }
func (w *spoken) Text(b engine.Words)  { w.put(b.Label, b.Text) }
func (w *spoken) Table(b scene.Table) {
	if len(b.Rows) > 0 && b.Title != "" {
		w.put(b.Title)
	}
	*w = append(*w, b.Sentences()...)
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
