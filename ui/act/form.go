package act

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// form shows an action's parameters with, at every change, what the dice are
// measured against, the odds, what it costs and what will be left.
type form struct {
	Draft
	sight
	memory *Memory
	sys    *engine.System
	act    *engine.Action
	rows   []*engine.Spec // those in sight; nil: whom it is aimed at
	rest   []*engine.Spec // those under more
	more   bool           // none is left there
	at     int            // behind the last row: more
	typing *pane.Line
	wrong  string                  // what is wrong with the row that is being typed
	chart  bool                    // the odds are shown large
	done   func(Draft) pane.Intent // takes what is set here; nil: it is thrown
}

// form opens the form of a draft.
func (m *Memory) form(f pane.Frame, d Draft) pane.Intent { return m.formWith(f, d, false) }

func (m *Memory) formWith(f pane.Frame, d Draft, chart bool) pane.Intent {
	o, whyNot := newForm(f.Table, d)
	if o == nil {
		return pane.Fail{Words: whyNot}
	}
	o.memory, o.chart = m, chart
	o.face(f)
	return pane.Push{Overlay: o}
}

// newForm is the form of a draft, not open yet; nil where this version cannot
// have it, and why not.
func newForm(t model.Table, d Draft) (o *form, whyNot string) {
	s, ok := t.Rulebook(d.System)
	if !ok {
		return nil, "this version has no rulebook " + d.System
	}
	a, ok := s.Action(d.Action)
	if !ok {
		return nil, s.Name + " has no action " + d.Action
	}
	return &form{Draft: d, sys: s, act: a}, ""
}

// face lists the parameters against those that are faced now: those that decide
// first, and with them whatever is written.
func (o *form) face(f pane.Frame) {
	var on *engine.Spec
	if o.at < len(o.rows) {
		on = o.rows[o.at]
	}
	o.rows, o.rest = nil, nil
	if o.act.Need != engine.Alone {
		o.rows = append(o.rows, nil)
	}
	first := o.act.LeadParams()
	o.rows = append(o.rows, first...)
	for _, sp := range o.act.ParamsAgainst(len(o.Against)) {
		_, written := o.Params.Get(sp.ID)
		switch {
		case slices.Contains(first, sp):
		case o.more || written || sp == on:
			o.rows = append(o.rows, sp)
		default:
			o.rest = append(o.rest, sp)
		}
	}
	if at := slices.Index(o.rows, on); at >= 0 && on != nil {
		o.at = at
	}
	o.at = min(o.at, o.last())
	o.look(f)
}

// last is the last row that the cursor can stand on.
func (o *form) last() int {
	if len(o.rest) > 0 {
		return len(o.rows)
	}
	return len(o.rows) - 1
}

// look works out what lies ahead now.
func (o *form) look(f pane.Frame) { o.turn(glance(f.Table, f.Seat, o.Draft)) }

// Start opens the form of an action of the selected character.
func (m *Memory) Start(f pane.Frame, a *engine.Action) pane.Intent {
	f, who := acting(f)
	c := f.Here()
	d := Draft{Who: c.ID, System: f.System, Action: a.ID, Params: m.params(c.ID, a, "")}
	d.Against = m.foes(f.Table, c, d)
	return m.begins(f, who, d)
}

// begins opens the form of a draft, for those who do it together or for one.
func (m *Memory) begins(f pane.Frame, who []string, d Draft) pane.Intent {
	if len(who) > 1 {
		return m.together(f, who, d)
	}
	return m.form(f, d)
}

// Again opens the last action of the selected character with its settings,
// with the chart of its odds or without.
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
	switch {
	case o.act.DecidesHit() && len(o.Against) > 0:
		return c.Name + " attacks " + o.foeNames(f)
	case o.act.Attack() && len(o.Against) > 0:
		return c.Name + ": " + rolledName(o.act, o.Params) + " against " + o.foeNames(f)
	}
	return c.Name + ": " + rolledName(o.act, o.Params)
}

func (o *form) field(f pane.Frame, i int, sp *engine.Spec) kit.Field {
	on := i == o.at
	if sp == nil {
		help := f.KeysOf("form-less", "form-more") + " choose"
		if o.act.Need == engine.MayFaceMany {
			help += "; " + f.KeyOf("form-one-more") + " adds one more"
		}
		label := "Against"
		if o.act.Attack() {
			label = "Whom"
		}
		return kit.Field{Label: label, Value: o.foeNames(f), Choice: true, On: on, Caret: -1, Help: help, Beside: o.ahead.beside(string(engine.Other))}
	}
	v, written := o.Params.Get(sp.ID)
	value := sp.Words(v)
	if !written {
		value = o.unwritten(sp)
	}
	unit := sp.Unit
	if value == notKnown {
		unit = ""
	}
	out := kit.Field{Label: o.label(f, sp), Value: value, Unit: unit, Help: sp.Help, On: on, Caret: -1, Derived: !written, Beside: o.ahead.beside(sp.ID),
		Choice: sp.Options != nil || sp.Kind != engine.Text || sp.RowsOf != ""}
	if on && o.typing != nil {
		out.Value, out.Caret, out.Error = o.typing.Text(), o.typing.Caret(), o.wrong
	}
	return out
}

// beside is what the rule says beside a parameter, or beside who is faced.
func (a *Ahead) beside(id string) string {
	for _, n := range a.Step.Beside {
		if n.ID == id {
			return n.Value.Text()
		}
	}
	return ""
}

// notKnown stands for what the sheet gives of somebody whose sheet is not known.
const notKnown = "unknown"

// unwritten is what counts of a field that nobody has written.
func (o *form) unwritten(sp *engine.Spec) string {
	if v, ok := o.ahead.Step.Taken.Get(sp.ID); ok && v.String() != "" {
		return v.String()
	}
	if o.ahead.blind != "" && strings.HasPrefix(sp.ID, string(engine.Other)+".") {
		return notKnown
	}
	return sp.DefaultWords(o.act.Form.Read(o.Params))
}

// label tells the fields of the other side from one's own: by name where there
// are several.
func (o *form) label(f pane.Frame, sp *engine.Spec) string {
	rest, theirs := strings.CutPrefix(sp.ID, "other.")
	if !theirs {
		return sp.Label
	}
	if len(o.Against) > 1 {
		nth, label := 1, sp.Label
		if number, _, further := strings.Cut(rest, "."); further {
			nth, _ = strconv.Atoi(number)
			_, label, _ = strings.Cut(sp.Label, ": ")
		}
		if nth >= 1 && nth <= len(o.Against) {
			return f.Table.NameOf(o.Against[nth-1]) + ": " + label
		}
	}
	if strings.Contains(rest, ".") || strings.Contains(sp.Label, "other") {
		return sp.Label
	}
	return "Theirs: " + sp.Label
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

var formKeys = slices.Concat(pane.In("form", "Action form",
	pane.Enter("throw", "do it", "do it"),
	pane.Binding{ID: "up", Keys: []string{"up", "shift+tab", "ctrl+p"}, Label: "the field above"},
	pane.Binding{ID: "down", Keys: []string{"down", "ctrl+n"}, Label: "the field below"},
	pane.Binding{ID: "less", Keys: []string{"left"}, Label: "smaller, or previous value", Foot: "change"},
	pane.Binding{ID: "more", Keys: []string{"right"}, Label: "larger, or next value", Foot: "change"},
	pane.Binding{ID: "all", Keys: []string{"tab"}, Label: "show all fields, or only the main ones", Foot: "more"},
	pane.Binding{ID: "ten-less", Keys: []string{"pgup"}, Label: "ten less"},
	pane.Binding{ID: "ten-more", Keys: []string{"pgdown"}, Label: "ten more"},
	pane.Binding{ID: "one-more", Keys: []string{" "}, Label: "add an opponent"},
	pane.Binding{ID: "clear", Keys: []string{"delete"}, Label: "reset to the default"},
	pane.Binding{ID: "real", Keys: []string{"p"}, Label: "roll real dice and type the numbers", Foot: "real dice"},
	pane.Binding{ID: "face", Keys: digits.Keys, Label: "type a real die, unless the field takes a number"},
	pane.Binding{ID: "odds", Keys: []string{"f2", "ctrl+o", "o"}, Label: "show the odds in detail", Foot: "odds"},
	pane.Binding{ID: "favourite", Keys: []string{"f3"}, Label: "keep it as a favourite", Foot: "favourite"},
	pane.Binding{ID: "show", Keys: []string{"f4"}, Label: "show the odds to everybody"},
), []pane.Binding{pane.Back})

func (o *form) Keys() []pane.Binding {
	does, more := "do it", "more"
	switch {
	case o.done != nil:
		does = "done"
	case o.ahead.WhyNot != "":
		does = "not now"
	case o.act.DecidesHit():
		does = "strike"
	case o.ahead.dice:
		does = "throw"
	}
	if o.more {
		more = "fewer"
	}
	feet := []string{"throw", does, "less", "change", "more", "change", "all", more, "real", "real dice", "odds", "odds", "favourite", "favourite", "back", "back"}
	if !o.more && len(o.rest) == 0 {
		feet = slices.Delete(feet, 6, 8)
	}
	if !o.ahead.dice || o.done != nil {
		at := slices.Index(feet, "real")
		feet = slices.Delete(feet, at, at+2)
	}
	return pane.Footer(formKeys, feet...)
}

func (o *form) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Intent) {
	if o.typing != nil {
		if o.typed(f, k) {
			return o, nil
		}
	}
	b, nth := f.PressedOf(formKeys, k)
	switch b.ID {
	case "back":
		return o, o.leave()
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
	case "all":
		o.unfold(f)
	case "real":
		if !letter(k) || !takesWords(o.under()) {
			return o, o.throwReal(-1)
		}
		o.begin(f, k)
	case "face":
		if !takesNumber(o.under()) && o.ahead.dice {
			return o, o.throwReal(nth)
		}
		o.begin(f, k)
	case "odds":
		if letter(k) && takesWords(o.under()) {
			o.begin(f, k)
			break
		}
		o.chart = !o.chart
	case "favourite":
		return o, o.askFavourite(f)
	case "show":
		return o, showOdds(f, o.Draft)
	case "clear":
		o.clear(f)
	default:
		o.begin(f, k)
	}
	return o, nil
}

// leave steps back: from the large odds to the form, and from there away.
func (o *form) leave() pane.Intent {
	if o.chart {
		o.chart = false
		return nil
	}
	o.counting.Stop()
	return pane.Pop{}
}

// unfold shows all the fields, or only those that decide.
func (o *form) unfold(f pane.Frame) {
	o.typing, o.wrong = nil, ""
	o.more = !o.more
	if !o.more && o.at < len(o.rows) && !slices.Contains(o.act.LeadParams(), o.rows[o.at]) {
		o.at = 0
	}
	o.face(f)
}

// letter reports whether a key may be meant as text.
func letter(k tea.KeyMsg) bool { return k.Type == tea.KeyRunes && !k.Alt }

// under is the parameter under the cursor, nil where there is none.
func (o *form) under() *engine.Spec {
	if o.at == len(o.rows) {
		return nil
	}
	return o.rows[o.at]
}

// takesWords reports whether any words may be typed into a parameter.
func takesWords(sp *engine.Spec) bool {
	return sp != nil && sp.Kind == engine.Text && sp.Options == nil && sp.RowsOf == ""
}

// takesNumber reports whether digits are meant for a parameter.
func takesNumber(sp *engine.Spec) bool {
	return sp != nil && sp.Kind != engine.Bool && sp.Options == nil && sp.RowsOf == ""
}

func (o *form) move(by int) {
	o.typing, o.wrong = nil, ""
	n := o.last() + 1
	o.at = (o.at + by + n) % n
}

// begin starts typing in the row under the cursor.
func (o *form) begin(f pane.Frame, k tea.KeyMsg) {
	if k.Type != tea.KeyRunes && k.Type != tea.KeyBackspace && k.Type != tea.KeySpace {
		return
	}
	if o.at == len(o.rows) {
		if k.Type == tea.KeySpace {
			o.unfold(f)
		}
		return
	}
	sp := o.rows[o.at]
	if sp == nil {
		if k.String() == " " {
			o.addFoe(f)
		}
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
	case "throw", "up", "down", "all":
		o.typing = nil
		if o.wrong != "" {
			o.wrong = ""
			return true
		}
		return false
	case "odds", "favourite", "real", "show":
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
	o.look(f)
}

func (o *form) clear(f pane.Frame) {
	if o.at < len(o.rows) && o.rows[o.at] != nil {
		o.set(f, o.rows[o.at], engine.Value{})
	}
}

// step moves the value under the cursor up or down.
func (o *form) step(f pane.Frame, by int) {
	if o.at == len(o.rows) {
		o.unfold(f)
		return
	}
	sp := o.rows[o.at]
	if sp == nil {
		o.turnFoe(f, by)
		return
	}
	if v, ok := o.stepped(f, sp, by); ok {
		o.set(f, sp, v)
	}
}

// stepped is the value of a parameter one step, or several, up or down.
func (o *form) stepped(f pane.Frame, sp *engine.Spec, by int) (engine.Value, bool) {
	now, ok := o.Params.Get(sp.ID)
	if !ok {
		now, ok = o.ahead.Step.Taken.Get(sp.ID)
	}
	if !ok {
		now = sp.Default(o.act.Form.Read(o.Params))
	}
	switch sp.Kind {
	case engine.Bool:
		return engine.ValueOf(!now.Bool()), true
	case engine.Int:
		return engine.ValueOf(min(max(now.Int()+by, sp.Least), sp.Most)), true
	case engine.Decimal:
		return engine.ValueOf(engine.Milli(min(max(int(now.Milli())+by*100, sp.Least), sp.Most))), true
	}
	words := o.words(f, sp)
	if len(words) == 0 {
		return engine.Value{}, false
	}
	return engine.ValueOf(neighbour(words, now.Text(), by)), true
}

// neighbour is the word before or behind another in a list, by the sign of by,
// round at the ends. One that isn't in the list counts as its first; in an empty
// list there is nothing else.
func neighbour(words []string, now string, by int) string {
	n := len(words)
	if n == 0 {
		return now
	}
	return words[(max(slices.Index(words, now), 0)+cmp.Compare(by, 0)+n)%n]
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
		if c.Plays(o.System) && c.ID != o.Who {
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
	o.Against = slices.Clip(kept)
	if next := neighbour(all, last, by); next != "" {
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
