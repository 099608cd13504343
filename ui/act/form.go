package act

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/paper"
)

// form shows an action's parameters with, at every change, what the dice are
// measured against, the odds, what it costs and what will be left.
type form struct {
	Draft
	memory *Memory
	sys    *engine.System
	act    *engine.Action
	rows   []*engine.Spec // nil: whom it is aimed at
	at     int
	typing *pane.Line
	wrong  string // what is wrong with the row that is being typed
	ahead  Ahead
	chart  bool // the chart of the odds is shown
}

// Ahead is what can be known before anything is thrown.
type Ahead struct {
	Step   engine.Step
	WhyNot string // why it cannot be thrown; "" when it can
	Odds   engine.Chances
	Prices []Price
}

// LookAhead works out what lies ahead of a draft.
func LookAhead(t model.Table, d Draft) (a Ahead) {
	in, err := t.Inputs(d.Who, d.Against, d.System, d.Action, d.Params)
	if err != nil {
		return Ahead{WhyNot: err.Error()}
	}
	if a.Step, err = engine.Run(in, nil); err != nil {
		return Ahead{WhyNot: err.Error()}
	}
	if a.Odds, err = engine.Odds(in, nil, nil); err != nil {
		return Ahead{Step: a.Step, WhyNot: err.Error()}
	}
	a.Prices = priced(in, a.Odds)
	return a
}

// form opens the form of a draft.
func (m *Memory) form(f pane.Frame, d Draft) pane.Wish {
	s, ok := f.Table.Rulebook(d.System)
	if !ok {
		return pane.Fail{Words: "this version has no rulebook " + d.System}
	}
	a, ok := s.Action(d.Action)
	if !ok {
		return pane.Fail{Words: s.Name + " has no action " + d.Action}
	}
	o := &form{Draft: d, memory: m, sys: s, act: a}
	o.face(f)
	return pane.Push{Overlay: o}
}

// face lists the parameters against those that are faced now.
func (o *form) face(f pane.Frame) {
	o.rows = nil
	if o.act.Need != engine.Alone {
		o.rows = append(o.rows, nil)
	}
	o.rows = append(o.rows, o.act.ParamsAgainst(len(o.Against))...)
	o.at = min(o.at, len(o.rows)-1)
	o.ahead = LookAhead(f.Table, o.Draft)
}

// Start opens the form of an action of the selected character.
func (m *Memory) Start(f pane.Frame, a *engine.Action) pane.Wish {
	c := f.Here()
	return m.form(f, Draft{Who: c.ID, System: f.System, Action: a.ID, Params: m.params(c.ID, a, ""), Against: m.foes(f.Table, c, f.System, a)})
}

// Again opens the last action of the selected character with its settings,
// with the chart of its odds or without.
func (m *Memory) Again(f pane.Frame, chart bool) pane.Wish {
	d, _ := m.Last(f.Selected)
	wish := m.form(f, d)
	if push, ok := wish.(pane.Push); ok {
		push.Overlay.(*form).chart = chart
	}
	return wish
}

func (m *Memory) againWords(f pane.Frame) string {
	if d, ok := m.Last(f.Selected); ok {
		return "again: " + d.Action
	}
	return "again"
}

// Rolling is what the panes show of the action while its form is open: nothing
// where it can't be done.
func (o *form) Rolling() *pane.Rolling {
	if o.ahead.WhyNot != "" {
		return nil
	}
	r := model.Roll{Who: o.Who, Against: o.Against, System: o.System, Action: o.Action, Params: o.Params}
	return &pane.Rolling{Roll: r, Step: o.ahead.Step, Action: o.act, System: o.sys}
}

// Doing implements Doer.
func (o *form) Doing() Doing { return Doing{Stage: Setting, Who: o.Who, Action: o.Action} }

func (o *form) Title(f pane.Frame) string {
	c, ok := f.Table.Character(o.Who)
	if !ok {
		return o.act.Label
	}
	return c.Name + ": " + o.act.Label
}

func (o *form) Draw(f pane.Frame) []string {
	fields := make([]kit.Field, len(o.rows))
	for i, sp := range o.rows {
		fields[i] = o.field(f, i, sp)
	}
	rows, at := f.Look.Fields(fields, f.W)
	below := o.below(f)
	room := max(3, f.H-len(below)-1)
	shown := f.Look.Scrolled(rows, at[o.at], f.W, min(len(rows), room))
	return append(append(shown, f.Look.Blank(f.W)), below...)
}

func (o *form) field(f pane.Frame, i int, sp *engine.Spec) kit.Field {
	on := i == o.at
	if sp == nil {
		help := f.KeysOf("form-less", "form-more") + " choose"
		if o.act.Need == engine.MayFaceMany {
			help += "; " + f.KeyOf("form-one-more") + " takes one more"
		}
		return kit.Field{Label: "Against", Value: o.foeNames(f), Choice: true, On: on, Caret: -1, Help: help}
	}
	v, written := o.Params.Get(sp.ID)
	value := v.String()
	if !written {
		value = sp.Unwritten(o.act.Form.Read(o.Params))
	}
	out := kit.Field{Label: formLabel(sp), Value: value, Unit: sp.Unit, Help: sp.Help, On: on, Caret: -1, Derived: !written,
		Choice: sp.Options != nil || sp.Kind != engine.Text || sp.RowsOf != ""}
	if on && o.typing != nil {
		out.Value, out.Caret, out.Error = o.typing.Text(), o.typing.Caret(), o.wrong
	}
	return out
}

// formLabel tells the fields of the other side from one's own.
func formLabel(sp *engine.Spec) string {
	if strings.HasPrefix(sp.ID, "other.") && strings.Count(sp.ID, ".") == 1 && !strings.Contains(sp.Label, "other") {
		return "Theirs: " + sp.Label
	}
	return sp.Label
}

func (o *form) foeNames(f pane.Frame) string {
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

// below is what lies ahead, under the fields.
func (o *form) below(f pane.Frame) []string {
	w, h := f.W, f.H
	var out []string
	if why := o.ahead.WhyNot; why != "" {
		for i, l := range kit.Wrap(why, w-4) {
			r := f.Look.Row(w).Space(1)
			if i == 0 {
				r.Sign(kit.Bad, f.Look.Tick[1])
			}
			out = append(out, r.To(3).Put(kit.Bad, l).String())
		}
		return out
	}
	for _, n := range o.ahead.Step.Notes {
		for _, l := range kit.Wrap(n, w-2) {
			out = append(out, f.Look.Row(w).Space(1).Put(kit.Text, l).String())
		}
	}
	const mostNotes = 6
	if len(out) > mostNotes {
		out = out[len(out)-mostNotes:]
	}
	if len(o.ahead.Odds.Totals) > 1 {
		out = append(out, f.Look.Endings(o.ahead.Odds, w)...)
	}
	for _, p := range o.ahead.Prices {
		ink := kit.Text
		if p.More {
			ink = kit.Warn
		}
		out = append(out, f.Look.Row(w).Space(1).Put(kit.Dim, "costs ").Put(ink, p.Words).String())
	}
	if o.chart && len(o.ahead.Odds.Totals) > 1 {
		out = append(out, f.Look.OddsBars(o.ahead.Odds, w, max(4, h/2))...)
	}
	return out
}

var formKeys = slices.Concat(pane.In("form", "Action form",
	pane.Enter("throw", "throw", "throw"),
	pane.Binding{ID: "up", Keys: []string{"up", "shift+tab", "ctrl+p"}, Label: "the field above", Foot: "field"},
	pane.Binding{ID: "down", Keys: []string{"down", "tab", "ctrl+n"}, Label: "the field below", Foot: "field"},
	pane.Binding{ID: "less", Keys: []string{"left"}, Label: "a smaller value, or the one before", Foot: "change"},
	pane.Binding{ID: "more", Keys: []string{"right"}, Label: "a larger value, or the next one", Foot: "change"},
	pane.Binding{ID: "ten-less", Keys: []string{"pgup"}, Label: "ten less"},
	pane.Binding{ID: "ten-more", Keys: []string{"pgdown"}, Label: "ten more"},
	pane.Binding{ID: "one-more", Keys: []string{" "}, Label: "one opponent more"},
	pane.Binding{ID: "clear", Keys: []string{"delete"}, Label: "as it is when nothing is set"},
	pane.Binding{ID: "odds", Keys: []string{"f2", "ctrl+o", "o"}, Label: "the chart of the odds", Foot: "odds"},
	pane.Binding{ID: "favourite", Keys: []string{"f3"}, Label: "keep it as a favourite", Foot: "favourite"},
), []pane.Binding{pane.Back})

func (o *form) Keys() []pane.Binding { return formKeys }

func (o *form) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Wish) {
	if o.typing != nil && o.typed(f, k) {
		return o, nil
	}
	switch f.Pressed(formKeys, k) {
	case "back":
		return o, pane.Pop{}
	case "throw":
		return o, o.throw()
	case "up":
		o.move(-1)
	case "down":
		o.move(1)
	case "less":
		o.step(f, -1)
	case "more":
		o.step(f, 1)
	case "ten-less":
		o.step(f, -10)
	case "ten-more":
		o.step(f, 10)
	case "odds":
		if letter(k) && o.takesWords() {
			o.begin(f, k)
			break
		}
		o.chart = !o.chart
	case "favourite":
		return o, o.askFavourite(f)
	case "clear":
		o.clear(f)
	default:
		o.begin(f, k)
	}
	return o, nil
}

// letter reports whether a key may be meant as text.
func letter(k tea.KeyMsg) bool { return k.Type == tea.KeyRunes && !k.Alt }

// takesWords reports whether any words may be typed into the row under the
// cursor.
func (o *form) takesWords() bool {
	sp := o.rows[o.at]
	return sp != nil && sp.Kind == engine.Text && sp.Options == nil && sp.RowsOf == ""
}

func (o *form) move(by int) {
	o.typing, o.wrong = nil, ""
	o.at = (o.at + by + len(o.rows)) % len(o.rows)
}

// begin starts typing in the row under the cursor.
func (o *form) begin(f pane.Frame, k tea.KeyMsg) {
	sp := o.rows[o.at]
	if sp == nil {
		if k.String() == " " {
			o.addFoe(f)
		}
		return
	}
	if k.Type != tea.KeyRunes && k.Type != tea.KeyBackspace && k.Type != tea.KeySpace {
		return
	}
	if sp.Kind == engine.Bool {
		o.step(f, 1)
		return
	}
	old := ""
	if v, ok := o.Params.Get(sp.ID); ok && sp.Kind == engine.Text && sp.Options == nil {
		old = v.String()
	}
	l := pane.Suggested(old)
	o.typing = &l
	o.typed(f, k)
}

// typed gives a key to the row that is being typed; it reports whether the key
// was used there.
func (o *form) typed(f pane.Frame, k tea.KeyMsg) bool {
	switch does := f.Pressed(formKeys, k); does {
	case "back":
		o.typing, o.wrong = nil, ""
		return true
	case "throw", "up", "down":
		o.typing = nil
		if o.wrong != "" {
			o.wrong = ""
			return true
		}
		return false
	case "odds", "favourite":
		if !letter(k) {
			return false
		}
	}
	o.typing.Key(k)
	sp := o.rows[o.at]
	v, err := sp.Parse(o.typing.Text())
	if o.typing.Text() == "" {
		v, err = engine.Value{}, nil
	}
	if err != nil {
		o.wrong = "it is " + sp.Range()
		return true
	}
	o.wrong = ""
	o.set(f, sp, v)
	return true
}

func (o *form) set(f pane.Frame, sp *engine.Spec, v engine.Value) {
	o.Params = o.Params.With(sp.ID, v)
	o.ahead = LookAhead(f.Table, o.Draft)
}

func (o *form) clear(f pane.Frame) {
	if sp := o.rows[o.at]; sp != nil {
		o.set(f, sp, engine.Value{})
	}
}

// step moves the value under the cursor up or down.
func (o *form) step(f pane.Frame, by int) {
	sp := o.rows[o.at]
	if sp == nil {
		o.turnFoe(f, by)
		return
	}
	now, ok := o.Params.Get(sp.ID)
	if !ok {
		now = sp.Default(o.act.Form.Read(o.Params))
	}
	switch {
	case sp.Kind == engine.Bool:
		o.set(f, sp, engine.ValueOf(!now.Bool()))
	case sp.Kind == engine.Int:
		o.set(f, sp, engine.ValueOf(min(max(now.Int()+by, sp.Least), sp.Most)))
	case sp.Kind == engine.Decimal:
		o.set(f, sp, engine.ValueOf(engine.Milli(min(max(int(now.Milli())+by*100, sp.Least), sp.Most))))
	default:
		if words := o.words(f, sp); len(words) > 0 {
			i := slices.Index(words, now.Text())
			sign := 1
			if by < 0 {
				sign = -1
			}
			i = (max(i, 0) + sign + len(words)) % len(words)
			o.set(f, sp, engine.ValueOf(words[i]))
		}
	}
}

// words are what a text may be: its options, or the rows of a list.
func (o *form) words(f pane.Frame, sp *engine.Spec) []string {
	if sp.RowsOf == "" {
		return sp.Options
	}
	c, ok := f.Table.Character(o.Who)
	if !ok {
		return nil
	}
	return append([]string{""}, RowNames(c.Pages[o.System], sp.RowsOf)...)
}

// candidates are those whom the action can be aimed at.
func (o *form) candidates(f pane.Frame) []string {
	var out []string
	for _, c := range f.Table.Characters() {
		if _, plays := c.Pages[o.System]; plays && c.ID != o.Who {
			out = append(out, c.ID)
		}
	}
	return out
}

// turnFoe puts somebody else in the place of the last opponent chosen: nobody
// who is chosen already and, where others are left, not nobody.
func (o *form) turnFoe(f pane.Frame, by int) {
	kept, last := o.Against, ""
	if n := len(kept); n > 0 {
		kept, last = kept[:n-1], kept[n-1]
	}
	all := slices.DeleteFunc(o.candidates(f), func(id string) bool { return slices.Contains(kept, id) })
	if len(kept) == 0 {
		all = append([]string{""}, all...)
	}
	sign := 1
	if by < 0 {
		sign = -1
	}
	next := all[(max(slices.Index(all, last), 0)+sign+len(all))%len(all)]
	o.Against = slices.Clip(kept)
	if next != "" {
		o.Against = append(o.Against, next)
	}
	o.face(f)
}

// addFoe takes one more opponent where the action allows several: the next in
// the roster behind the last one chosen.
func (o *form) addFoe(f pane.Frame) {
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
			o.face(f)
			return
		}
	}
}

// throw begins the action and, when it asks something, opens the question.
func (o *form) throw() pane.Wish {
	if o.ahead.WhyNot != "" {
		return pane.Fail{Words: o.ahead.WhyNot}
	}
	d := o.Draft
	o.memory.keep(d, o.act)
	return pane.Do{
		Command: model.Begin{Who: d.Who, Against: d.Against, System: d.System, Action: d.Action, Params: d.Params},
		Then:    func(f pane.Frame) pane.Wish { return pane.All{pane.Clear{}, after(f, d.Who, d.Action)} },
	}
}

// askFavourite keeps the form under a name.
func (o *form) askFavourite(f pane.Frame) pane.Wish {
	label := f.Table.ActionName(o.System, o.Action)
	if o.Row != "" {
		label = o.Row
	}
	p := paper.Ask("Keep as a favourite", "name", label, func(f pane.Frame, p *paper.Prompt, name string) pane.Wish {
		name = model.Clean(name, model.LongestName)
		if name == "" {
			return pane.Fail{Words: "a favourite needs a name"}
		}
		o.memory.favour(o.Draft, name)
		return pane.All{pane.Close{Overlay: p}, pane.Keep{},
			pane.Say{Words: name + " stands first in the palette now; " + f.KeyOf("palette-forget") + " takes it off there"}}
	})
	return pane.Push{Overlay: p.Saying("it stands first when this character acts, with all that is set here")}
}
