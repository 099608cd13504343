package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// Adjust opens a form that changes a pool by a number of points, with a reason.
func Adjust(f pane.Frame, drafts form.Drafts, w pane.Adjust) pane.Intent {
	s, ok := f.Table.Rulebook(w.System)
	if !ok {
		return pane.Say{Words: "this version has no rulebook " + w.System}
	}
	c, ok := f.Table.Character(w.Who)
	if !ok {
		return nil
	}
	pool, found := s.Pool(w.Field)
	at := slices.IndexFunc(pool.Losses, func(x engine.Field[int]) bool { return x.ID == w.Field })
	if !found || at < 0 {
		return EditField(f, drafts, pane.Edit{Who: w.Who, System: w.System, Field: w.Field})
	}
	field := pool.Losses[at]
	head := fmt.Sprintf("%s loses %s", c.Name, pool.Label)
	if w.Up {
		head = fmt.Sprintf("%s gets %s back", c.Name, pool.Label)
	}
	if pane.Asks(f, c) {
		head = "Ask the gamemaster: " + head
	}
	p := form.Asking(head, form.Line{Label: "how much"}, form.Line{Label: "because"})
	says := func(f pane.Frame, n int, why string) phrase.Meaning {
		said := phrase.Context{Table: f.Table, Seat: f.Seat, Gate: phrase.Gate{InputsToBegin: decide.InputsToBegin}}
		return said.Points(s, c, &pool, field.ID, n, w.Up, why)
	}
	p.Help = func(f pane.Frame, p *form.Prompt) string {
		sheet := s.Sheet.Read(c.Pages[s.ID])
		words := fmt.Sprintf("%s now %d of %d; %s", pool.Label, pool.Now(sheet), pool.Full.Of(sheet), field.Label)
		n, wrong := parsePoints(p.Nth(0))
		if wrong != "" {
			return words
		}
		m := says(f, n, "")
		return words + ". " + cmp.Or(m.WhyNot, m.Does)
	}
	p.Done = func(f pane.Frame, p *form.Prompt, texts []string) pane.Intent {
		n, wrong := parsePoints(texts[0])
		if wrong != "" {
			return p.Wrong(0, wrong)
		}
		m := says(f, n, texts[1])
		if m.WhyNot != "" {
			return p.Wrong(0, m.WhyNot)
		}
		return pane.Do{Command: m.Command, Then: form.Shut("")}
	}
	return pane.Push{Overlay: p}
}

// AdjustHere adjusts the first pool of the selected character. If the seat does not see the
// sheet, it sends a request to the gamemaster instead.
func AdjustHere(f pane.Frame, drafts form.Drafts, up bool) pane.Intent {
	c, s := f.Here(), f.Rulebook()
	if c != nil && pane.Asks(f, c) {
		if _, met := c.State(); met {
			return requestChange(f, c, up)
		}
	}
	if c == nil || s == nil || len(s.Pools) == 0 || len(s.Pools[0].Losses) == 0 {
		return pane.Say{Words: "this sheet has no points to change: " + f.KeyOf("sheet") + " edits the sheet"}
	}
	return Adjust(f, drafts, pane.Adjust{Who: c.ID, System: s.ID, Field: s.Pools[0].Losses[0].ID, Up: up})
}

// EditField opens a form that sets one field of a sheet by hand.
func EditField(f pane.Frame, drafts form.Drafts, w pane.Edit) pane.Intent {
	s, ok := f.Table.Rulebook(w.System)
	c, here := f.Table.Character(w.Who)
	if !ok || !here {
		return nil
	}
	sp, ok := s.Sheet.Field(w.Field)
	if list, row, inList := strings.Cut(w.Field, "/"); !ok && inList && slices.Contains(c.Pages[w.System].RowIDs(list), row) {
		return EditRow(f, drafts, w.Who, s, w.Field)
	}
	if !ok {
		return pane.Say{Words: "this is worked out from other fields"}
	}
	p := form.Asking(c.Name+": "+sp.Label, form.Line{Label: sp.Label, Text: s.Sheet.Read(c.Pages[w.System]).Value(w.Field).String()}, form.Line{Label: "because"})
	p.Saying("it must be " + sp.Range() + "; leave it empty to have it worked out")
	p.Done = func(_ pane.Frame, p *form.Prompt, texts []string) pane.Intent {
		var v engine.Value
		if strings.TrimSpace(texts[0]) != "" {
			var err error
			if v, err = sp.Parse(texts[0]); err != nil {
				return p.Wrong(0, err.Error())
			}
		}
		set := []model.Change{{Field: w.Field, To: v}}
		return pane.Do{Command: model.Write{Who: w.Who, System: w.System, Set: set, Why: texts[1]}, Then: form.Shut("")}
	}
	return pane.Push{Overlay: p}
}
