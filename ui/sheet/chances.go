package sheet

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Chances is the odds of every action that uses one row of a sheet.
type Chances struct {
	against string // name of the opponent; "" if no action has one
	all     []chance
}

type chance struct {
	label string
	ends  [2]string // the words for success and for failure
	odds  engine.Chances
	why   string // why the action cannot be rolled, or ""
}

// ChancesOf counts the odds of every action that uses a row of page, with all other
// settings at their defaults. It may take seconds; stop ends it early.
func ChancesOf(f pane.Frame, s *engine.System, page engine.Page, list, row string, stop func() bool) Chances {
	var out Chances
	other, name := opponent(f, s)
	for _, a := range s.Actions {
		sp := rowParam(a, list)
		if sp == nil || a.Mode == engine.ByClock {
			continue
		}
		in := engine.Inputs{System: s, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: s.Sheet.WithoutBookkeeping(page)}, House: f.Table.House[s.ID]}
		in.Params = in.Params.With(sp.ID, engine.ValueOf(row))
		if a.Need != engine.Alone && name != "" {
			in.Sheets[engine.Other] = s.Sheet.WithoutBookkeeping(other)
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

// mostChances is how many actions are shown for a row, in the rulebook's order.
const mostChances = 4

// None reports whether no action uses the row.
func (c Chances) None() bool { return len(c.all) == 0 }

// rowParam returns the parameter of a that names a row of list, or nil.
func rowParam(a *engine.Action, list string) *engine.Spec {
	i := slices.IndexFunc(a.Form.Fields(), func(sp *engine.Spec) bool { return sp.RowsOf == list })
	if i < 0 {
		return nil
	}
	return a.Form.Fields()[i]
}

// opponent returns the sheet and name of an opponent for the odds: the first character that
// the selected character's player does not own, otherwise the rulebook's first template.
func opponent(f pane.Frame, s *engine.System) (engine.Page, string) {
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

// Example returns the sheet and name of a rulebook's first template.
func Example(s *engine.System) (engine.Page, string) {
	if len(s.Templates) == 0 {
		return engine.Page{}, ""
	}
	return s.Templates[0].Page, s.Templates[0].Name
}

// Draw draws the odds of one action below the other, in at most f.H lines.
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
