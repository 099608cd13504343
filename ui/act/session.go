package act

import (
	"cmp"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/replay"
)

// Recap opens the recap of a session as far as the seat may know it; 0 is the current
// session or, before anything has happened in it, the last one. kept, which may be nil, keeps
// how the chance to win moved.
func Recap(t model.Table, seat model.Seat, session int, kept replay.Memory) pane.Intent {
	return recap(t, seat, session, "What happened", kept)
}

// LastTime opens the recap of the previous session, if anything happened in it.
func LastTime(t model.Table, seat model.Seat, kept replay.Memory) pane.Intent {
	return recap(t, seat, t.CurrentSession()-1, "Last time", kept)
}

func recap(t model.Table, seat model.Seat, session int, head string, kept replay.Memory) pane.Intent {
	return pane.Fetch{
		Run: func() any {
			r, ok := view.RecapOf(t, seat, cmp.Or(session, t.CurrentSession()))
			if !ok && session == 0 {
				r, ok = view.RecapOf(t, seat, t.CurrentSession()-1)
			}
			if !ok {
				return nil
			}
			return r
		},
		Then: func(_ pane.Frame, got any) pane.Intent {
			r, ok := got.(view.Recap)
			if !ok {
				return pane.Say{Words: "nothing has happened yet"}
			}
			return pane.Push{Overlay: recapCard(head, r, nil, func() replay.Curve { return replay.CurveOf(t, seat, r.Session, kept) })}
		},
	}
}

// listSessions lists the sessions of the table, the newest first, with their dates, places
// and awards. Choosing one opens its recap.
func listSessions(f pane.Frame, kept replay.Memory) pane.Intent {
	t := f.Table
	return pane.Fetch{
		Run: func() any { return view.Sessions(t, f.Seat) },
		Then: func(_ pane.Frame, got any) pane.Intent {
			all := pane.Choice{Head: "Sessions"}
			for _, r := range got.([]view.Recap) {
				all.Add(r.Head(), r.Brief(t), func(f pane.Frame) pane.Intent { return Recap(f.Table, f.Seat, r.Session, kept) })
			}
			if all.Len() == 0 {
				return pane.Say{Words: "nothing has happened yet"}
			}
			return all.Open()
		},
	}
}

// AskIdle asks the gamemaster whether an idle session is over; nil if there is nothing to
// ask.
func AskIdle(f pane.Frame, now time.Time) pane.Intent {
	words := scene.IdleWords(f.Table, now)
	if words == "" || pane.NeedsGM(f) != "" {
		return nil
	}
	ask := pane.Choice{Head: words + ": is it over?"}
	ask.Add("no, it goes on", "", func(pane.Frame) pane.Intent { return nil })
	ask.Add("yes: recap and awards", "", func(pane.Frame) pane.Intent { return pane.Show{What: "evening"} })
	return ask.Open()
}

// paragraphs joins the lines below each heading into one paragraph.
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

// sessionEnd is the page that ends a session: the recap, and the awards of the heroes.
type sessionEnd struct {
	form.Form
	ending func() scene.Ending
	kept   func() replay.Memory
	recap  view.Recap
	told   bool
	given  []form.Field  // the fields of the awards
	awards []scene.Award // of the rulebooks
	heroes []*model.Character
	top    int // lines of the recap scrolled off the top
}

// Ids of fields begin with toAll if they are for everybody, else with the id of a character.
// Awards that the table itself counts have a word and a number.
const (
	toAll    = "all"
	ownWhat  = "what"
	ownCount = ".own"
	ownMost  = 99999
	ownFirst = "Experience" // what a table awards that has not said what
)

func endSession(ending func() scene.Ending, kept func() replay.Memory) func(pane.Frame) pane.Intent {
	return func(f pane.Frame) pane.Intent {
		o := &sessionEnd{ending: ending, kept: kept, awards: scene.AwardsDue(f.Table), heroes: f.Table.Heroes()}
		o.lay(f)
		t := f.Table
		return pane.All{pane.Push{Overlay: o}, pane.Fetch{
			Run: func() any { r, _ := view.RecapOf(t, f.Seat, t.CurrentSession()); return r },
			Then: func(_ pane.Frame, got any) pane.Intent {
				o.recap, o.told = got.(view.Recap), true
				return nil
			},
		}}
	}
}

// lay lays out the fields: for everybody, and for each hero. A hero's field has the value
// for everybody until another is typed.
func (o *sessionEnd) lay(f pane.Frame) {
	o.Schema, o.given = &engine.Schema{}, nil
	if len(o.heroes) == 0 {
		return
	}
	var of []*engine.System
	for _, x := range o.awards {
		if !slices.Contains(of, x.System) {
			of = append(of, x.System)
			head := "Everyone"
			if len(of) > 1 || slices.ContainsFunc(o.awards, func(y scene.Award) bool { return y.System != x.System }) {
				head += ", " + x.System.Name
			}
			o.group(toAll, head, x)
		}
	}
	head := ""
	if len(of) != 1 {
		head = "Everyone"
	}
	all := toAll + ownCount
	g := o.Schema.Group("Everyone")
	o.add(head, g.Int(all, "Award", 0, ownMost).Default(0).Help("What the table itself counts, for each hero.").Spec)
	o.add("", g.Text(ownWhat, "of what", model.LongestName).Default(cmp.Or(f.Table.LastAward, ownFirst)).Help("Experience, gold, or a number of the sheet by its name.").Spec)
	for _, c := range o.heroes {
		head := c.Name
		for _, x := range o.awards {
			if x.Who == c.ID {
				o.group(x.Who, head, x)
				head = ""
			}
		}
		o.add(head, o.Schema.Group(c.Name).Int(c.ID+ownCount, "Award", 0, ownMost).Derived(func(s engine.Sheet) int { return s.Value(all).Int() }).Spec)
	}
	o.Lay(o.given)
}

// add adds a field to the form, below a heading if it has one.
func (o *sessionEnd) add(head string, sp *engine.Spec) {
	o.given = append(o.given, form.Field{ID: sp.ID, Head: head, Spec: sp})
}

// group adds the fields of an award below a heading.
func (o *sessionEnd) group(whose, head string, x scene.Award) {
	g := o.Schema.Group(head)
	for _, sp := range x.Action.Form.Fields() {
		path, general := field(whose, x, sp), field(toAll, x, sp)
		var own *engine.Spec
		switch {
		case sp.Kind == engine.Int && whose == toAll:
			own = g.Int(path, sp.Label, sp.Least, sp.Most).Default(sp.Default(engine.Sheet{}).Int()).Spec
		case sp.Kind == engine.Int:
			own = g.Int(path, sp.Label, sp.Least, sp.Most).Derived(func(s engine.Sheet) int { return s.Value(general).Int() }).Spec
		case sp.Kind == engine.Bool && whose == toAll:
			own = g.Bool(path, sp.Label).Default(sp.Default(engine.Sheet{}).Bool()).Spec
		case sp.Kind == engine.Bool:
			own = g.Bool(path, sp.Label).Derived(func(s engine.Sheet) bool { return s.Value(general).Bool() }).Spec
		default:
			continue
		}
		own.Help = sp.Help
		o.add(head, own)
		head = ""
	}
}

func field(whose string, x scene.Award, sp *engine.Spec) string {
	return whose + "." + x.System.ID + "." + sp.ID
}

// form returns what a character is given.
func (o *sessionEnd) form(x scene.Award) engine.Page {
	sheet := o.Schema.Read(o.Page)
	var out engine.Page
	for _, sp := range x.Action.Form.Fields() {
		if v := sheet.Value(field(x.Who, x, sp)); !v.IsNone() && v != sp.Default(engine.Sheet{}) {
			out = out.With(sp.ID, v)
		}
	}
	return out
}

// About implements pane.Overlay.
func (o *sessionEnd) About(pane.Frame) pane.About {
	return pane.About{Title: "End of the session", Whole: true}
}

// Draw implements pane.Overlay.
func (o *sessionEnd) Draw(f pane.Frame) []string {
	if len(o.given) == 0 {
		return o.happened(f)
	}
	return form.Beside(f, o.Form.Draw, o.happened)
}

func (o *sessionEnd) happened(f pane.Frame) []string {
	if !o.told {
		return f.Paragraphs(kit.Dim, "working out what happened")
	}
	out := drawRecap(f, o.recap, nil)
	o.top = max(0, min(o.top, len(out)-f.H))
	return f.Look.Scrolled(out, o.top+f.H/2, f.W, min(len(out), f.H))
}

var endKeys = slices.Concat(pane.In("evening", "End of session",
	pane.Enter("end", "give these awards and end the session", "end the session"),
	pane.Binding{ID: "told-up", Keys: []string{"["}, Label: "scroll the recap up"},
	pane.Binding{ID: "told-down", Keys: []string{"]"}, Label: "scroll the recap down", Foot: "scroll"},
), form.Editing, form.Saving, []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (o *sessionEnd) Keys(pane.Frame) []pane.Binding {
	if o.Busy() {
		return o.Typing("done", "next", "down", "next")
	}
	if len(o.given) == 0 {
		return pane.Footer(endKeys, "end", "end the session", "told-down", "scroll", "back", "play on")
	}
	return pane.Footer(endKeys, "end", "give these, end the session", "less", "change", "more", "change", "up", "field", "down", "field", "told-down", "scroll", "back", "play on")
}

// Update implements pane.Overlay.
func (o *sessionEnd) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	busy := o.Busy()
	switch does, _ := o.Pressed(f, endKeys, msg); {
	case does == "back":
		return o, pane.Close{}
	case does == "told-up":
		o.top = max(0, o.top-3)
	case does == "told-down":
		o.top += 3
	case does == "end" && busy:
		o.Next()
	case does != "":
		return o, o.give(f)
	default:
		o.Form.Key(f, msg)
	}
	return o, nil
}

// give gives the awards as one act, and then ends the session.
func (o *sessionEnd) give(f pane.Frame) pane.Intent {
	sheet := o.Schema.Read(o.Page)
	var all model.GiveAwards
	for _, x := range o.awards {
		all.Each = append(all.Each, model.Begin{Who: x.Who, System: x.System.ID, Action: x.Action.ID, Params: o.form(x)})
	}
	for _, c := range o.heroes {
		if n := sheet.Value(c.ID + ownCount).Int(); n != 0 {
			all.Own = append(all.Own, model.Award{Who: c.ID, What: sheet.Value(ownWhat).Text(), N: n})
		}
	}
	end := pane.Do{Command: model.EndSession{}, Then: func(now pane.Frame) pane.Intent {
		ending, kept, print := o.ending(), o.kept(), f.Table.Fingerprint
		return pane.All{pane.Close{}, pane.Fetch{
			Run: func() any {
				r, _ := view.RecapOf(now.Table, f.Seat, now.Table.CurrentSession()-1)
				return recapCard("The session is over", r, scene.Proofs(now.Table, print, ending), func() replay.Curve { return replay.CurveOf(now.Table, f.Seat, r.Session, kept) })
			},
			Then: func(_ pane.Frame, got any) pane.Intent { return pane.Push{Overlay: got.(*recapNotice)} },
		}}
	}}
	if len(all.Each)+len(all.Own) == 0 {
		return end
	}
	return pane.Do{Command: all, Then: func(now pane.Frame) pane.Intent {
		o.awards, o.heroes = nil, nil // they must not be given twice
		return end
	}}
}

// noSession says why no session can end.
func noSession(f pane.Frame) string {
	if why := pane.NeedsGM(f); why != "" {
		return why
	}
	if !f.Table.Open {
		return "no session has started yet: the first roll starts one"
	}
	return ""
}
