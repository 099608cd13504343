package sheet

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Chances is what a row of a sheet would do: the odds of each action that can
// be done with it, at the other side of the table if there is one.
type Chances struct {
	against string // who stands at the other side
	all     []chance
}

type chance struct {
	label string
	ends  [2]string // the words for success and for failure
	odds  engine.Chances
	why   string // it cannot be rolled so
}

// ChancesOf works out the odds of a row on a page, with nothing else set: for
// somebody who has nothing else to do. It takes long, as far as stop lets it.
func ChancesOf(f pane.Frame, s *engine.System, page engine.Page, list, row string, stop func() bool) Chances {
	var out Chances
	other, name := opposite(f, s)
	for _, a := range s.Actions {
		sp := rowParam(a, list)
		if sp == nil || a.Mode == engine.ByClock {
			continue
		}
		in := engine.Inputs{System: s, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: idle(page, s.Sheet)}, House: f.Table.House[s.ID]}
		in.Params = in.Params.With(sp.ID, engine.ValueOf(row))
		if a.Need != engine.Alone && name != "" {
			in.Sheets[engine.Other] = idle(other, s.Sheet)
			out.against = name
		}
		c := chance{label: a.Label}
		c.ends[0], c.ends[1] = a.Verdict()
		if c.why = in.WhyNot(); c.why == "" {
			var err error
			if c.odds, err = engine.Odds(in.Until(stop), nil, nil); err != nil {
				c.why = err.Error()
			}
		}
		out.all = append(out.all, c)
	}
	if some := slices.DeleteFunc(slices.Clone(out.all), func(c chance) bool { return c.why != "" }); len(some) > 0 {
		out.all = some
	}
	out.all = out.all[:min(len(out.all), mostChances)]
	return out
}

// mostChances is how many actions are shown of a row: those of its rulebook
// that come first.
const mostChances = 4

// None reports whether nothing can be rolled with the row.
func (c Chances) None() bool { return len(c.all) == 0 }

// rowParam is the parameter of an action that names a row of a list.
func rowParam(a *engine.Action, list string) *engine.Spec {
	i := slices.IndexFunc(a.Form.Fields(), func(sp *engine.Spec) bool { return sp.RowsOf == list })
	if i < 0 {
		return nil
	}
	return a.Form.Fields()[i]
}

// opposite is somebody to try things on: the first who is not of the selected
// character's player, or else a ready sheet of the rulebook.
func opposite(f pane.Frame, s *engine.System) (engine.Page, string) {
	owner := ""
	if c := f.Here(); c != nil {
		owner = c.Owner
	}
	for _, c := range f.Table.Characters() {
		if _, plays := c.Pages[s.ID]; plays && c.ID != f.Selected && c.Owner != owner {
			return c.Pages[s.ID], c.Name
		}
	}
	return Example(s)
}

// Example is the first ready sheet of a rulebook, and whose.
func Example(s *engine.System) (engine.Page, string) {
	if len(s.Templates) == 0 {
		return engine.Page{}, ""
	}
	return s.Templates[0].Page, s.Templates[0].Name
}

// idle is a page of somebody who is in the middle of nothing.
func idle(p engine.Page, s *engine.Schema) engine.Page {
	for _, path := range p.Paths() {
		if sp, ok := s.Field(path); ok && sp.Bookkeeping {
			p = p.With(path, engine.Value{})
		}
	}
	return p
}

// Draw draws the odds below each other, at most f.H lines.
func (c Chances) Draw(f pane.Frame) []string {
	look, w := f.Look, f.W
	var out []string
	for i, x := range c.all {
		if i > 0 {
			out = append(out, look.Blank(w))
		}
		r := look.Row(w).Space(1).Put(kit.Title, x.label)
		if c.against != "" {
			r.Put(kit.Dim, "  "+against(c.against))
		}
		out = append(out, r.String())
		switch {
		case x.why != "":
			return append(out, f.Paragraphs(kit.Dim, x.why)...)
		case len(x.odds.Totals) > 1 || len(x.odds.Grades) > 1:
			out = append(out, look.Endings(x.odds, x.ends[0], x.ends[1], w)...)
		}
		if room := f.H - len(out); room > 5 && len(x.odds.Totals) > 1 {
			out = append(out, look.OddsBars(x.odds, x.ends[0], w, max(4, min(room/max(1, len(c.all)-i), 12)))...)
		}
	}
	return out[:min(len(out), max(f.H, 0))]
}

func against(name string) string { return "against " + model.Clean(name, model.LongestName) }
