package act

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// amendPage shows, before an act is amended, what the amendment would change: the answers of
// the act itself, later acts, the sheets and the timeline.
type amendPage struct {
	act  model.Event
	want model.Amend
	then model.Table // the table before the act
	rows []answerRow
	list picker.Picker // of the rows
	top  int           // lines scrolled off the top

	out model.Table // the table after the amendment
	no  string      // why the amendment is refused
	end *decide.StopPoint

	tried bool // the new dice were rolled once, and another question followed them
}

// answerRow is one answer of the act.
type answerRow struct {
	roll  model.Roll // the roll up to this answer
	words string
	open  bool // it still has to be answered
}

// Amend opens the amendment of the act to which an event of the log belongs. An act that has
// a form starts with the form as it was filled in.
func Amend(f pane.Frame, seq uint64) pane.Intent {
	act, why := decide.ActOf(f.Table, seq)
	if why != "" {
		return pane.Fail{Words: why}
	}
	then, ok := decide.Before(f.Table, act.Seq)
	if !ok {
		return pane.Fail{Words: "the log does not reach back that far"}
	}
	o := &amendPage{act: act, then: then, want: model.Amend{Event: act.Seq}}
	if begun, ok := act.Did.(model.Begin); ok {
		return o.setting(f, begun)
	}
	if act.Did == nil {
		return o.rewriting(f)
	}
	if all, ok := act.Did.(model.Together); ok && slices.ContainsFunc(all.Each, func(b model.Begin) bool { return len(b.Against) == 1 }) {
		return o.aiming(f, all)
	}
	o.look(f)
	if len(o.rows) == 0 {
		return pane.Fail{Words: "nothing in it can be corrected; it can only be undone"}
	}
	return pane.Push{Overlay: o}
}

// setting opens the form of the act as it was filled in, for the table as it was then.
func (o *amendPage) setting(f pane.Frame, begun model.Begin) pane.Intent {
	x, whyNot := newForm(f.Table, scene.Draft{Who: begun.Who, System: begun.System, Action: begun.Action, Params: begun.Params, Against: begun.Against})
	if x == nil {
		return pane.Fail{Words: whyNot}
	}
	x.past, x.does = &o.then, "see what changes"
	x.done = func(d scene.Draft) pane.Intent {
		to := d.Command()
		to.Force = begun.Force
		o.want.Instead = to
		return pane.Then(func(f pane.Frame) pane.Intent {
			o.look(f)
			return pane.Push{Overlay: o}
		})
	}
	x.begin(x.at(f))
	return pane.Push{Overlay: x}
}

// aiming asks which target the group should have had.
func (o *amendPage) aiming(f pane.Frame, all model.Together) pane.Intent {
	show := func(f pane.Frame) pane.Intent {
		o.look(f)
		return pane.Push{Overlay: o}
	}
	gang := map[string]bool{}
	for _, b := range all.Each {
		gang[b.Who] = true
	}
	list := pane.Choice{Head: "Again: " + view.Headline(f.Table, o.act)}
	list.Add("same targets, other answers", "", show)
	for _, c := range o.then.Characters() {
		if gang[c.ID] {
			continue
		}
		list.Add("all at "+c.Name, "", func(f pane.Frame) pane.Intent {
			instead := all
			instead.Each = slices.Clone(all.Each)
			for i, b := range instead.Each {
				if len(b.Against) == 1 {
					instead.Each[i].Against = []string{c.ID}
				}
			}
			o.want.Instead = instead
			return show(f)
		})
	}
	return list.Open()
}

// rewriting asks for the value that should have been written by hand.
func (o *amendPage) rewriting(f pane.Frame) pane.Intent {
	for _, fact := range o.act.Facts {
		who, system, changes := decide.HandChanges(fact)
		s, ok := f.Table.Rulebook(system)
		if !ok || len(changes) == 0 {
			continue
		}
		sp, ok := s.Sheet.Field(changes[0].Field)
		if !ok || len(changes) > 1 || len(o.act.Facts) > 1 {
			break
		}
		name := f.Table.NameOf(who) + ", " + f.Table.FieldName(who, system, changes[0].Field)
		return pane.Push{Overlay: form.Ask("Again: "+name, "was to be", changes[0].To.String(), func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
			v, err := sp.Parse(text)
			if err != nil {
				return p.Wrong(0, err.Error())
			}
			o.want.Instead = model.Write{Who: who, System: system, Set: []model.Change{{Field: changes[0].Field, To: v}}}
			o.look(f)
			return pane.All{pane.Close{}, pane.Push{Overlay: o}}
		})}
	}
	return pane.Fail{Words: "nothing in it can be corrected; it can only be undone"}
}

// look works out the amendment and lists its result.
func (o *amendPage) look(f pane.Frame) {
	var err error
	o.no, o.top, o.tried = "", 0, false
	if o.out, o.end, err = decide.PreviewAmendment(f.Table, o.want); err != nil {
		o.no, o.out = err.Error(), f.Table
	}
	o.rows = o.answers()
	entries, open := make([]picker.Entry, len(o.rows)), -1
	for i, r := range o.rows {
		if entries[i].Name = r.words; r.open {
			entries[i].Aside, open = "not answered yet", i
		}
	}
	o.list = o.list.With(entries).Stand(open)
}

// answers lists the answers of the act's own rolls, and the question at which the amendment
// stops.
func (o *amendPage) answers() []answerRow {
	var out []answerRow
	rolls, own := map[string]model.Roll{}, map[string]bool{}
	var lines []model.LogLine
	for l := range o.out.Log() {
		if l.Event.Seq < o.act.Seq {
			break
		}
		if !l.Undone {
			lines = append(lines, l)
		}
	}
	for _, l := range slices.Backward(lines) {
		for _, fact := range l.Event.Facts {
			switch x := fact.(type) {
			case model.Opened:
				if l.Event.Seq == o.act.Seq || own[x.Roll.Pending] {
					rolls[x.Roll.ID] = x.Roll
				}
			case model.Answered:
				r, ok := rolls[x.Roll]
				if !ok {
					break
				}
				words := answerWords(o.out, x)
				if len(rolls) > 1 {
					words = o.out.NameOf(r.Who) + ", " + o.out.ActionName(r.System, r.Action) + ": " + words
				}
				out = append(out, answerRow{roll: r, words: words})
				r.Tape = append(slices.Clip(r.Tape), x.Answer)
				rolls[x.Roll] = r
			case model.Finished:
				for _, p := range x.Later {
					own[p.ID] = own[p.ID] || rolls[x.Roll.ID].ID != ""
				}
			}
		}
	}
	if o.end != nil && o.end.Roll != "" {
		if r, ok := o.out.Roll(o.end.Roll); ok {
			out = append(out, answerRow{roll: r, words: o.end.Words, open: true})
		}
	}
	return out
}

// answerWords describes an answer without the name of the character.
func answerWords(t model.Table, a model.Answered) string {
	words := strings.Join(view.Words(t, a), " ")
	return strings.TrimPrefix(strings.TrimPrefix(words, t.NameOf(a.Who)), ": ")
}

func (o *amendPage) About(f pane.Frame) pane.About { return pane.About{Title: o.title(f), Whole: true} }

func (o *amendPage) title(pane.Frame) string {
	words := "Correct this act"
	if begun, ok := o.act.Did.(model.Begin); ok {
		words = "Again: " + o.then.NameOf(begun.Who) + ", " + o.then.ActionName(begun.System, begun.Action)
		if to, ok := o.want.Instead.(model.Begin); ok && len(to.Against) > 0 {
			words += " against " + o.then.NamesOf(to.Against)
		}
	}
	return words
}

// asWas reports whether the amendment changes nothing yet.
func (o *amendPage) asWas() bool {
	is := o.want.Instead == nil
	begun, ok := o.act.Did.(model.Begin)
	if to, begins := o.want.Instead.(model.Begin); ok && begins {
		is = slices.Equal(begun.Against, to.Against) && slices.Equal(begun.Params.Paths(), to.Params.Paths()) &&
			!slices.ContainsFunc(to.Params.Paths(), func(path string) bool {
				a, _ := begun.Params.Get(path)
				b, _ := to.Params.Get(path)
				return a != b
			})
	}
	return is && len(o.want.Given)+len(o.want.House) == 0
}

func (o *amendPage) Draw(f pane.Frame) []string {
	var out []string
	if len(o.rows) > 0 {
		out = append(out, o.heading(f, "Dice and decisions"))
		out = append(out, o.list.Draw(f.Look, f.W, max(2, f.H/3), nil)...)
	}
	body := o.body(f)
	room := max(1, f.H-len(out))
	o.top = min(o.top, max(0, len(body)-room))
	return append(out, body[o.top:min(len(body), o.top+room)]...)
}

func (o *amendPage) heading(f pane.Frame, words string) string {
	return f.Look.Row(f.W).Space(1).Put(kit.Title, words).String()
}

// body draws what would change, and where the amendment would stop.
func (o *amendPage) body(f pane.Frame) []string {
	switch {
	case o.asWas():
		return f.Paragraphs(kit.Dim, "You have not changed anything yet: "+f.KeyOf(pane.Back.Name())+" goes back to the values, "+
			f.KeyOf("righting-change")+" changes a die or a decision, "+f.KeyOf("righting-house")+" a house rule for this act only.")
	case o.no != "":
		return f.Paragraphs(kit.Bad, o.no)
	}
	var out []string
	if words := o.stops(f); words != "" {
		out = append(out, f.Paragraphs(kit.Warn, words)...)
	}
	d := difference(f.Table, o.out, o.act.Seq)
	if len(d.acts)+len(d.rest) == 0 {
		return append(out, f.Paragraphs(kit.Text, "Nothing else would change.")...)
	}
	section := func(head string, list []changed) {
		if len(list) == 0 {
			return
		}
		out = append(out, o.heading(f, head))
		for _, c := range list {
			out = append(out, c.draw(f)...)
		}
	}
	section("What happened", d.acts)
	section("What would change", d.rest)
	return out
}

// stops says why the amendment stops early, and what can be done about it.
func (o *amendPage) stops(f pane.Frame) string {
	switch {
	case o.end == nil:
		return ""
	case o.throws() && o.tried:
		return o.end.Words + ". After those dice there is another question: " + f.KeyOf("righting-do") + " rolls them, keeps the roll open there, and undoes everything after it; " +
			f.KeyOf("righting-change") + " lets you type real dice, and then you answer the rest here; " + f.KeyOf(pane.Back.Name()) + " changes nothing."
	case o.throws():
		return o.end.Words + ". " + f.KeyOf("righting-do") + " rolls new dice and plays what follows with them; " + f.KeyOf("righting-change") + " lets you type what real dice showed."
	case o.end.Roll == "":
		return "It stops there: " + o.end.Words + ". " + f.KeyOf("righting-do") + " undoes everything after it, so that you can do it now; " +
			f.KeyOf("righting-without") + " goes on without it; " + f.KeyOf(pane.Back.Name()) + " changes nothing."
	}
	return "It stops there: " + o.end.Words + ". " + f.KeyOf("righting-change") + " answers it; " + f.KeyOf("righting-do") +
		" undoes everything after it; " + f.KeyOf(pane.Back.Name()) + " changes nothing."
}

// throws reports whether the amendment only waits for new dice that the program rolls.
func (o *amendPage) throws() bool {
	if o.end == nil || !o.end.OfAct || o.end.Roll == "" {
		return false
	}
	r, ok := o.out.Roll(o.end.Roll)
	who, _ := o.out.Character(r.Who)
	step, err := o.out.Step(r)
	return ok && err == nil && step.Open != nil && step.Open.Wants == engine.Throwing && who != nil && !who.Typed
}

var amendKeys = slices.Concat(pane.In("righting", "Corrections",
	pane.Enter("do", "do it", "do it"),
	pane.Binding{ID: "change", Keys: []string{"c", " "}, Label: "change a die or a decision", Foot: "change the answer"},
	pane.Binding{ID: "house", Keys: []string{"H"}, Label: "change a house rule for this act only", Foot: "house rule"},
	pane.Binding{ID: "without", Keys: []string{"w"}, Label: "go on without what now follows", Foot: ""},
	pane.Binding{ID: "back-up", Keys: []string{"pgup", "ctrl+b"}, Label: "scroll up"},
	pane.Binding{ID: "on", Keys: []string{"pgdown", "ctrl+f"}, Label: "scroll down", Foot: "more"},
), []pane.Binding{pane.Listing[0], pane.Listing[1], pane.Back.Footed("change nothing")})

func (o *amendPage) Keys(pane.Frame) []pane.Binding { return amendKeys }

func (o *amendPage) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	does := f.Pressed(amendKeys, msg)
	if l, moved := o.list.Move(does, len(o.rows), false); moved {
		o.list = l
		return o, nil
	}
	switch does {
	case "back":
		return o, pane.Close{}
	case "do":
		return o, o.do()
	case "change":
		return o, o.change(f)
	case "house":
		return o, o.house(f)
	case "without":
		if o.end != nil && o.end.Roll == "" {
			o.want.Without = true
			o.look(f)
		}
	case "back-up":
		o.top = max(0, o.top-f.H/2)
	case "on":
		o.top += f.H / 2
	}
	return o, nil
}

func (o *amendPage) do() pane.Intent {
	if o.no != "" {
		return pane.Fail{Words: o.no}
	}
	want, end := o.want, o.end
	want.Stop = end != nil && (!o.throws() || o.tried)
	o.tried = o.throws() // if it is refused nothing has happened yet, and the same dice will fall
	return pane.Do{Command: want, Then: func(f pane.Frame) pane.Intent {
		all := pane.All{pane.Clear{}}
		if end != nil {
			if _, open := f.Table.Roll(end.Roll); open {
				all = append(all, Resume(f, end.Roll))
			}
		}
		return append(all, pane.Say{Words: "corrected; " + f.KeyOf("undo") + " undoes it"})
	}}
}

// change asks for another answer in place of the one under the cursor.
func (o *amendPage) change(f pane.Frame) pane.Intent {
	if len(o.rows) == 0 {
		return pane.Say{Words: "there were no dice and no decisions"}
	}
	row := o.rows[o.list.At()]
	r := row.roll
	if !row.open {
		tape := r.Tape
		as, ok := o.out.AsRolled(r, o.out.Seq())
		if !ok {
			return pane.Fail{Words: "the log is still being read"}
		}
		r, r.Tape = as, tape
	}
	in, err := o.out.InputsOf(r)
	if err != nil {
		return pane.Fail{Words: err.Error()}
	}
	step, err := engine.Run(in, r.Tape)
	if err != nil || step.Open == nil {
		return pane.Fail{Words: "the rulebook no longer asks anything there"}
	}
	a := &rollPage{roll: r, in: in, step: step, choice: choose(*step.Open)}
	a.look()
	return pane.Push{Overlay: &answerPage{rollPage: a, to: o}}
}

// answerPage asks for the answer that the act should have had.
type answerPage struct {
	*rollPage
	to *amendPage
}

func (o *answerPage) About(f pane.Frame) pane.About {
	about := o.rollPage.About(f)
	about.Title = "Again: " + about.Title
	return about
}

func (o *answerPage) Keys(f pane.Frame) []pane.Binding {
	return slices.DeleteFunc(o.rollPage.Keys(f), func(b pane.Binding) bool {
		return b.ID == "drop" || b.ID == "undo" || b.ID == "redo" || b.ID == "throw"
	})
}

func (o *answerPage) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if _, is := msg.(tea.KeyMsg); !is {
		return o, o.count()
	}
	b, nth := f.PressedOf(o.Keys(f), msg)
	switch {
	case b.ID == "back":
		return o, pane.Close{}
	case b.ID == "commit":
		if o.digits != "" {
			if wrong := o.endFace(); wrong != nil {
				return o, wrong
			}
		}
		ans, ok := o.answer()
		if !ok {
			return o, wrong(o.q, ans)
		}
		return o, o.give(f, ans)
	case o.q.Wants == engine.Throwing:
		if wrong, ok := o.typeFace(b.ID, nth).(pane.Fail); ok {
			return o, wrong
		}
		if ans, ok := o.answer(); ok {
			return o, o.give(f, ans)
		}
		return o, nil
	}
	o.key(f, msg, b.ID, nth)
	o.rollPage.look()
	return o, o.count()
}

// give takes the answer. Later answers of the same roll are asked again where they no longer
// fit.
func (o *answerPage) give(f pane.Frame, ans engine.Answer) pane.Intent {
	at := len(o.roll.Tape)
	to := &o.to.want
	to.Given = slices.DeleteFunc(slices.Clone(to.Given), func(g model.Given) bool { return g.Roll == o.roll.ID && g.At >= at })
	to.Given = append(to.Given, model.Given{Roll: o.roll.ID, At: at, Answer: ans})
	o.to.look(f)
	return pane.Close{}
}

// house lists the house rules that can be changed for this act.
func (o *amendPage) house(f pane.Frame) pane.Intent {
	begun, ok := o.act.Did.(model.Begin)
	if !ok {
		return pane.Say{Words: "house rules can be changed only for an action that somebody started"}
	}
	s, ok := f.Table.Rulebook(begun.System)
	if !ok || len(s.House.Fields()) == 0 {
		return pane.Say{Words: "its rulebook has no house rules"}
	}
	list := pane.Choice{Head: "For this act only"}
	held := s.House.Read(o.then.House[s.ID])
	for _, sp := range s.House.Fields() {
		now := held.Value(sp.ID)
		for _, h := range o.want.House {
			if h.Rule == sp.ID {
				now = h.Value
			}
		}
		list.Add(sp.Label, now.String(), func(f pane.Frame) pane.Intent { return o.rule(s.ID, sp, now) })
	}
	return list.Open()
}

// rule asks for the value of one house rule.
func (o *amendPage) rule(system string, sp *engine.Spec, now engine.Value) pane.Intent {
	set := func(f pane.Frame, v engine.Value) {
		o.want.House = slices.DeleteFunc(slices.Clone(o.want.House), func(h model.SetHouse) bool { return h.Rule == sp.ID })
		o.want.House = append(o.want.House, model.SetHouse{System: system, Rule: sp.ID, Value: v})
		o.look(f)
	}
	list := pane.Choice{Head: sp.Label}
	for _, v := range ruleValues(sp) {
		list.Add(v.String(), "", func(f pane.Frame) pane.Intent {
			set(f, v)
			return nil
		})
	}
	if list.Len() > 0 {
		return list.Open()
	}
	return pane.Push{Overlay: form.Ask(sp.Label, "value", now.String(), func(f pane.Frame, p *form.Prompt, text string) pane.Intent {
		v, err := sp.Parse(text)
		if err != nil {
			return p.Wrong(0, err.Error())
		}
		set(f, v)
		return pane.Close{}
	})}
}

// ruleValues lists the possible values of a house rule if there are few; otherwise it is
// empty.
func ruleValues(sp *engine.Spec) (out []engine.Value) {
	if sp.Kind == engine.Bool {
		return []engine.Value{engine.ValueOf(true), engine.ValueOf(false)}
	}
	for _, s := range sp.Options {
		out = append(out, engine.ValueOf(s))
	}
	return out
}
