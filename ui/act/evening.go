package act

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Recap tells what happened in the evening of a table, or with last in the one
// before, as far as a seat may know it. Where there was none it says so, or with
// greet nothing.
func Recap(t model.Table, seat model.Seat, last, greet bool) pane.Intent {
	type told struct {
		lines []view.Line
		ok    bool
	}
	return pane.Fetch{
		Run: func() any {
			r, ok := view.RecapOf(t, seat, last)
			if !ok && !last {
				r, ok = view.RecapOf(t, seat, true)
			}
			return told{r.Lines(t), ok}
		},
		Then: func(_ pane.Frame, got any) pane.Intent {
			x := got.(told)
			if !x.ok && !greet {
				return pane.Say{Words: "nothing has happened yet"}
			} else if !x.ok {
				return nil
			}
			head := "What happened"
			if last {
				head = "Last time"
			}
			return pane.Push{Overlay: &pane.Notice{Head: head, Text: paragraphs(x.lines)}}
		},
	}
}

// paragraphs puts what stands under a heading into one paragraph.
func paragraphs(all []view.Line) []string {
	var out []string
	for _, l := range all {
		if n := len(out); l.Aside && n > 0 {
			out[n-1] += "\n  " + kit.Clean(l.Text)
		} else {
			out = append(out, kit.Clean(l.Text))
		}
	}
	return out
}

// nightfall ends the evening: what happened in it, and the awards of those who
// played.
type nightfall struct {
	form.Form
	lines  []view.Line
	told   bool
	awards []award
	given  []form.Field // what can be given
	top    int          // lines that what happened is scrolled
}

// award is what ends an evening for a character in a rulebook.
type award struct {
	who    string
	system *engine.System
	action *engine.Action
}

// toAll is before the fields that are given to everybody, and the id of a
// character before those that are one's own.
const toAll = "all"

func endEvening(f pane.Frame) pane.Intent {
	o := &nightfall{awards: awards(f.Table)}
	o.lay(f)
	t := f.Table
	return pane.All{pane.Push{Overlay: o}, pane.Fetch{
		Run: func() any { r, _ := view.RecapOf(t, f.Seat, false); return r.Lines(t) },
		Then: func(_ pane.Frame, got any) pane.Intent {
			o.lines, o.told = got.([]view.Line), true
			return nil
		},
	}}
}

// awards are those of who gets any and has not had theirs.
func awards(t model.Table) []award {
	var out []award
	for _, c := range decide.Earners(t) {
		for _, id := range c.Systems() {
			s, ok := t.Rulebook(id)
			if !ok {
				continue
			}
			a, ok := s.Action(s.Time.Between.Session)
			if ok && a.Mode != engine.ByClock && !t.DidThisSession(c.ID, id, a.ID) {
				out = append(out, award{c.ID, s, a})
			}
		}
	}
	return out
}

// Awards tells who has awards to come, and which.
func Awards(t model.Table) []string {
	var out []string
	for _, x := range awards(t) {
		out = append(out, t.NameOf(x.who)+": "+x.action.Label)
	}
	return out
}

// lay lists what can be given: to everybody, and to each.
func (o *nightfall) lay(f pane.Frame) {
	o.Schema = &engine.Schema{}
	o.given = nil
	seen := map[string]bool{}
	for _, x := range o.awards {
		if !seen[x.system.ID] {
			seen[x.system.ID] = true
			head := "Everyone"
			if len(f.Table.Rulebooks) > 1 && o.several() {
				head += ", " + x.system.Name
			}
			o.group(toAll, head, x)
		}
	}
	for _, x := range o.awards {
		o.group(x.who, f.Table.NameOf(x.who), x)
	}
	o.Lay(o.given)
}

// several reports whether awards are of more than one rulebook.
func (o *nightfall) several() bool {
	return slices.ContainsFunc(o.awards, func(x award) bool { return x.system != o.awards[0].system })
}

// group lists the fields of an award under a heading. One's own are those of
// everybody until something else is written.
func (o *nightfall) group(whose, head string, x award) {
	g := o.Schema.Group(head)
	for i, sp := range x.action.Form.Fields() {
		path := field(whose, x, sp)
		general := field(toAll, x, sp)
		switch {
		case sp.Kind == engine.Int && whose == toAll:
			g.Int(path, sp.Label, sp.Least, sp.Most).Help(sp.Help).Default(sp.Default(engine.Sheet{}).Int())
		case sp.Kind == engine.Int:
			g.Int(path, sp.Label, sp.Least, sp.Most).Help(sp.Help).Derived(func(s engine.Sheet) int { return s.Value(general).Int() })
		case sp.Kind == engine.Bool && whose == toAll:
			g.Bool(path, sp.Label).Help(sp.Help).Default(sp.Default(engine.Sheet{}).Bool())
		case sp.Kind == engine.Bool:
			g.Bool(path, sp.Label).Help(sp.Help).Derived(func(s engine.Sheet) bool { return s.Value(general).Bool() })
		default:
			continue
		}
		own, _ := o.Schema.Field(path)
		b := form.Field{ID: path, Spec: own}
		if i == 0 {
			b.Head = head
		}
		o.given = append(o.given, b)
	}
}

func field(whose string, x award, sp *engine.Spec) string {
	return whose + "." + x.system.ID + "." + sp.ID
}

// form is what is given to a character.
func (o *nightfall) form(x award) engine.Page {
	sheet := o.Schema.Read(o.Page)
	var out engine.Page
	for _, sp := range x.action.Form.Fields() {
		if v := sheet.Value(field(x.who, x, sp)); !v.IsNone() && v != sp.Default(engine.Sheet{}) {
			out = out.With(sp.ID, v)
		}
	}
	return out
}

// About implements pane.Overlay.
func (o *nightfall) About(pane.Frame) pane.About {
	return pane.About{Title: "End of the session", Whole: true}
}

// Draw implements pane.Overlay.
func (o *nightfall) Draw(f pane.Frame) []string {
	if len(o.given) == 0 {
		return o.happened(f)
	}
	return form.Beside(f, o.Form.Draw, o.happened)
}

func (o *nightfall) happened(f pane.Frame) []string {
	if !o.told {
		return f.Paragraphs(kit.Dim, "working out what happened")
	}
	var out []string
	for _, l := range o.lines {
		if l.Aside {
			for i, part := range kit.Wrap(kit.Clean(l.Text), f.W-4) {
				out = append(out, f.Look.Row(f.W).Space(2+min(i, 1)).Put(kit.Text, part).String())
			}
			continue
		}
		out = append(out, f.Paragraphs(kit.Title, kit.Clean(l.Text))...)
	}
	o.top = max(0, min(o.top, len(out)-f.H))
	return f.Look.Scrolled(out, o.top+f.H/2, f.W, min(len(out), f.H))
}

var nightfallKeys = slices.Concat(pane.In("evening", "End of session",
	pane.Enter("end", "give these awards and end the session", "end the session"),
	pane.Binding{ID: "told-up", Keys: []string{"["}, Label: "scroll the recap up"},
	pane.Binding{ID: "told-down", Keys: []string{"]"}, Label: "scroll the recap down", Foot: "scroll"},
), form.Editing, form.Saving, []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (o *nightfall) Keys(pane.Frame) []pane.Binding {
	if o.Busy() {
		return o.Typing("done", "next", "down", "next")
	}
	if len(o.given) == 0 {
		return pane.Footer(nightfallKeys, "end", "end the session", "told-down", "scroll", "back", "play on")
	}
	return pane.Footer(nightfallKeys, "end", "give these, end the session", "less", "change", "more", "change", "up", "field", "down", "field", "told-down", "scroll", "back", "play on")
}

// Update implements pane.Overlay.
func (o *nightfall) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	busy := o.Busy()
	switch does, _ := o.Pressed(f, nightfallKeys, msg); {
	case does == "back":
		return o, pane.Close{Overlay: o}
	case does == "told-up":
		o.top = max(0, o.top-3)
	case does == "told-down":
		o.top += 3
	case does == "end" && busy:
		o.Next()
	case does != "":
		return o, o.give(o.awards)
	default:
		o.Form.Key(f, msg)
	}
	return o, nil
}

// give gives the awards one after the other, and then ends the evening.
func (o *nightfall) give(left []award) pane.Intent {
	if len(left) == 0 {
		return pane.Do{Command: model.EndSession{}, Then: func(pane.Frame) pane.Intent {
			return pane.All{pane.Close{Overlay: o}, pane.Say{Words: "the session is over: the newest log entry has the seed, and 'fray check' can draw all its dice again"}}
		}}
	}
	x := left[0]
	begin := model.Begin{Who: x.who, System: x.system.ID, Action: x.action.ID, Params: o.form(x)}
	return pane.Do{Command: begin, Then: func(pane.Frame) pane.Intent {
		o.awards = slices.DeleteFunc(slices.Clone(o.awards), func(y award) bool { return y == x }) // it is given once
		return o.give(left[1:])
	}}
}

// noEvening says why no evening can end.
func noEvening(f pane.Frame) string {
	if why := pane.NeedsGM(f); why != "" {
		return why
	}
	if !f.Table.Open {
		return "no session has started yet: the first roll starts one"
	}
	return ""
}
