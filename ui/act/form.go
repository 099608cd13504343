package act

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// actionForm is the form of an action. At every change it shows what the dice are measured
// against, the odds, the price, and what is left after it.
type actionForm struct {
	form.Form
	scene.Draft // Params is the page of the form
	livePreview
	memory *Memory
	sys    *engine.System
	act    *engine.Action
	chart  bool // the odds fill the form
	detail detail

	past *model.Table                  // the table for which the form is filled in; nil for the table as it is
	does string                        // what enter does, if it does not roll
	done func(scene.Draft) pane.Intent // takes the finished draft; nil rolls it
}

// opponents is the id of the field for the targets.
const opponents = "against"

// form opens the form of a draft.
func (m *Memory) form(f pane.Frame, d scene.Draft) pane.Intent { return m.formWith(f, d, false) }

func (m *Memory) formWith(f pane.Frame, d scene.Draft, chart bool) pane.Intent {
	d, called := d.CalledNow(f.Table)
	if !called {
		return pane.Fail{Words: "that is no longer called for"}
	}
	o, whyNot := newForm(f.Table, d)
	if o == nil {
		return pane.Fail{Words: whyNot}
	}
	o.memory, o.chart = m, chart
	o.begin(f)
	return pane.Push{Overlay: o}
}

// newForm returns the form of a draft without opening it; nil and the reason if this version
// does not have the action.
func newForm(t model.Table, d scene.Draft) (o *actionForm, whyNot string) {
	s, ok := t.Rulebook(d.System)
	if !ok {
		return nil, "this version has no rulebook " + d.System
	}
	a, ok := s.Action(d.Action)
	if !ok {
		return nil, s.Name + " has no action " + d.Action
	}
	return &actionForm{Draft: d, sys: s, act: a, Form: form.Form{Schema: a.Form, Page: d.Params, Silent: true}}, ""
}

// begin lays out the fields with the cursor on the first.
func (o *actionForm) begin(f pane.Frame) {
	o.refresh(f)
	o.Top()
}

// at returns the frame with the table for which the form is filled in.
func (o *actionForm) at(f pane.Frame) pane.Frame {
	if o.past != nil {
		f.Table = *o.past
	}
	return f
}

// refresh works out the preview, and lays out the fields by it.
func (o *actionForm) refresh(f pane.Frame) {
	o.Params = o.Page
	o.turn(scene.PreviewOf(f.Table, f.Seat, o.Draft))
	o.Lay(o.fields(f))
}

// fields lists the targets and the parameters, the most important first.
func (o *actionForm) fields(f pane.Frame) []form.Field {
	var out []form.Field
	if o.act.Need != engine.Alone {
		out = append(out, o.opponents(f))
	}
	first := o.act.LeadParams()
	for _, sp := range first {
		out = append(out, o.field(f, sp))
	}
	for _, sp := range o.act.ParamsAgainst(len(o.Against)) {
		if !slices.Contains(first, sp) {
			x := o.field(f, sp)
			x.Rare = true
			out = append(out, x)
		}
	}
	return out
}

// Start opens the form of an action of the selected character.
func (m *Memory) Start(f pane.Frame, a *engine.Action) pane.Intent {
	f, who := acting(f)
	c := f.Here()
	d := scene.Draft{Who: c.ID, System: f.System, Action: a.ID, Params: m.Params(c.ID, a, "")}
	d.Against = m.Foes(f.Table, c, d)
	return m.begins(f, who, d)
}

// begins opens the form of a draft, for a group or for one character.
func (m *Memory) begins(f pane.Frame, who []string, d scene.Draft) pane.Intent {
	if len(who) > 1 {
		return m.together(f, who, d)
	}
	return m.form(f, d)
}

// Again opens the form of the last action of the selected character with its settings.
func (m *Memory) Again(f pane.Frame, chart bool) pane.Intent {
	if who := f.MarkedHere(); len(who) > 1 {
		if lead, _ := acting(f); lead.Selected != f.Selected {
			f = lead
		}
		d, _ := m.Last(f.Selected)
		return m.together(f, who, d)
	}
	if b := m.bands[f.Selected]; b != nil && !chart {
		return m.gangAgain(f, *b)
	}
	d, _ := m.Last(f.Selected)
	return m.formWith(f, d, chart)
}

func (m *Memory) againWords(f pane.Frame) string {
	if d, ok := m.Last(f.Selected); ok {
		return "again: " + d.Action
	}
	return "again"
}

// rolling is what the panes show of the action while its form is open; nil if it cannot be
// done.
func (o *actionForm) rolling() *pane.Rolling {
	if o.preview.WhyNot != "" {
		return nil
	}
	r := model.Roll{Who: o.Who, Against: o.Against, System: o.System, Action: o.Action, Params: o.Params}
	return &pane.Rolling{Roll: r, Step: o.preview.Step, Action: o.act, System: o.sys}
}

func (o *actionForm) About(f pane.Frame) pane.About {
	about := pane.About{Title: o.title(o.at(f)), Rolling: o.rolling(), Progress: pane.Progress{Stage: pane.Setting, Who: o.Who, Action: o.Action}}
	if o.past != nil {
		about.Title = "Again: " + about.Title
	}
	return about
}

func (o *actionForm) title(f pane.Frame) string {
	c, ok := f.Table.Character(o.Who)
	if !ok {
		return o.act.Label
	}
	attack := o.DefendsWords(f.Table)
	switch {
	case attack != "":
		return attack + ": " + view.RollName(o.act, o.Params)
	case o.act.DecidesHit() && len(o.Against) > 0:
		return c.Name + " attacks " + o.foeNames(f)
	case o.act.Attack() && len(o.Against) > 0:
		return c.Name + ": " + view.RollName(o.act, o.Params) + " against " + o.foeNames(f)
	}
	return c.Name + ": " + view.RollName(o.act, o.Params)
}

// opponents is the field for the targets.
func (o *actionForm) opponents(f pane.Frame) form.Field {
	x := form.Field{ID: opponents, Label: "Against", Value: o.foeNames(f), Help: f.KeysOf("form-less", "form-more") + " choose", Beside: o.preview.ParamBeside(string(engine.Other)),
		Turn: func(by int) { o.turnFoe(f, by) }}
	if o.act.Attack() {
		x.Label = "Whom"
	}
	if o.act.Need == engine.MayFaceMany {
		x.Help += "; " + f.KeyOf("form-turn") + " adds one more"
		x.Press = func() { o.addFoe(f) }
	}
	return x
}

// field is the field of a parameter.
func (o *actionForm) field(f pane.Frame, sp *engine.Spec) form.Field {
	x := form.Field{ID: sp.ID, Spec: sp, Label: scene.ParamLabel(f.Table, o.Against, sp), Beside: o.preview.ParamBeside(sp.ID)}
	if v, ok := o.preview.Step.Taken.Get(sp.ID); ok {
		x.Taken = v
	}
	if o.preview.Blind != "" && x.Taken.String() == "" && strings.HasPrefix(sp.ID, string(engine.Other)+".") {
		x.Value = scene.NotKnown
	}
	if c, ok := f.Table.Character(o.Who); ok && sp.RowsOf != "" {
		x.Words = append([]string{""}, scene.RowNames(c.Pages[o.System], sp.RowsOf)...)
	}
	return x
}

func (o *actionForm) foeNames(f pane.Frame) string {
	var names []string
	for _, id := range o.Against {
		if c, ok := f.Table.Character(id); ok {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

var (
	actionKeys = pane.In("action", "Action form",
		pane.Enter("throw", "do it", "do it"),
		pane.Binding{ID: "modifier", Keys: []string{"-", "+"}, Label: "the modifier"},
		pane.Binding{ID: "real", Keys: []string{"p"}, Label: "roll real dice and type the numbers", Foot: "real dice"},
		pane.Binding{ID: "face", Keys: digits.Keys, Label: "type a real die, unless the field takes a number"},
		pane.Binding{ID: "odds", Keys: []string{"f2", "ctrl+o", "o"}, Label: "show the odds in detail", Foot: "odds"},
		pane.Binding{ID: "favourite", Keys: []string{"f3"}, Label: "keep it as a favourite", Foot: "favourite"},
		pane.Binding{ID: "show", Keys: []string{"f4"}, Label: "show the odds to everybody"},
	)
	actionFormKeys = slices.Concat(actionKeys, detailKeys, form.Editing, []pane.Binding{pane.Back})
)

func (o *actionForm) Keys(pane.Frame) []pane.Binding {
	if o.Busy() {
		return o.Typing("done", "done", "down", "next")
	}
	does := "do it"
	switch {
	case o.done != nil:
		does = o.does
	case o.preview.Lacks:
		does = "say more first"
	case o.preview.WhyNot != "":
		does = "not now"
	case o.preview.Asks:
		does = "ask the gamemaster"
	case o.act.DecidesHit():
		does = "strike"
	case o.preview.Dice:
		does = "throw"
	}
	feet := []string{"throw", does, "less", "change", "more", "change", "next", "next field", "modifier", "modifier"}
	if o.preview.Dice && o.done == nil {
		feet = append(feet, "real", "real dice")
	}
	if o.chart {
		feet = append(feet, "sweep", "each value", "compare", "compare", "end", "in the end")
	}
	if feet = append(feet, "odds", "odds"); o.past == nil {
		feet = append(feet, "favourite", "favourite")
	}
	return pane.Footer(actionFormKeys, append(feet, "back", "back")...)
}

func (o *actionForm) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if _, is := msg.(tea.KeyMsg); !is {
		return o, pane.And(o.count(), o.countDetail())
	}
	return o, pane.And(o.key(o.at(f), msg), pane.And(o.count(), o.countDetail()))
}

// key handles a key of the form.
func (o *actionForm) key(f pane.Frame, msg tea.Msg) pane.Intent {
	does, _ := o.Pressed(f, actionFormKeys, msg)
	wasChart := o.chart
	switch does {
	case "back":
		return o.leave()
	case "throw":
		return o.throw(f)
	case "real":
		return o.throwReal(f, nil)
	case "face":
		if o.preview.Dice {
			return o.throwReal(f, msg)
		}
	case "odds":
		if o.ask(itself); wasChart {
			o.chart = false
		}
	case "sweep":
		o.ask(swept)
	case "compare":
		o.ask(besides)
	case "end":
		o.ask(inTheEnd)
	case "favourite":
		if o.past == nil {
			return o.askFavourite(f)
		}
	case "show":
		return showOdds(f, o.Draft)
	case "modifier":
		o.Stand(engine.Every.Situation.ID) // and the key is typed there
	}
	page, foes := o.Page, o.Against
	if o.Form.Key(f, msg); page.Equal(o.Page) && slices.Equal(foes, o.Against) {
		o.Lay(o.fields(f))
	} else {
		o.refresh(f)
	}
	return o.Cut()
}

// leave goes back one step: from the large odds to the form, or from the form to the table.
func (o *actionForm) leave() pane.Intent {
	o.detail.counting.Stop()
	if o.chart {
		o.detail, o.chart = detail{}, false
		return nil
	}
	o.counting.Stop()
	return pane.Close{}
}

// candidates lists the possible targets.
func (o *actionForm) candidates(f pane.Frame) []string {
	var out []string
	for _, c := range f.Table.Characters() {
		if c.Plays(o.System) && c.ID != o.Who {
			out = append(out, c.ID)
		}
	}
	return out
}

// turnFoe replaces the target chosen last by the next one that is not chosen yet. Nobody is
// a candidate only if no one else is left.
func (o *actionForm) turnFoe(f pane.Frame, by int) {
	kept, last := o.Against, ""
	if n := len(kept); n > 0 {
		kept, last = kept[:n-1], kept[n-1]
	}
	all := slices.DeleteFunc(o.candidates(f), func(id string) bool { return slices.Contains(kept, id) })
	if len(kept) == 0 {
		all = append([]string{""}, all...)
	}
	o.Against = slices.Clip(kept)
	if next := form.Neighbour(all, last, by); next != "" {
		o.Against = append(o.Against, next)
	}
}

// addFoe adds a target where the action allows several: the next in the roster after the
// last one.
func (o *actionForm) addFoe(f pane.Frame) {
	if o.act.Need != engine.MayFaceMany {
		return
	}
	all, from := o.candidates(f), 0
	if n := len(o.Against); n > 0 {
		from = slices.Index(all, o.Against[n-1]) + 1
	}
	for i := range all {
		if id := all[(from+i)%len(all)]; !slices.Contains(o.Against, id) {
			o.Against = append(slices.Clip(o.Against), id)
			return
		}
	}
}
