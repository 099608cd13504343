package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// draft is an action before it is thrown.
type draft struct {
	who, system, action string
	row                 string // the skill, power … it was offered with
	form                engine.Page
	against             []string
}

// form shows an action's parameters with, at every change, what the dice are
// measured against, the odds, what it costs and what will be left.
type form struct {
	quiet
	draft
	sys    *engine.System
	act    *engine.Action
	rows   []*engine.Spec // nil: whom it is aimed at
	at     int
	typing *line
	wrong  string // what is wrong with the row that is being typed
	ahead  ahead
	odds   bool // the chart is shown
}

// ahead is what can be known before anything is thrown.
type ahead struct {
	step   engine.Step
	whyNot string
	odds   engine.Chances
	prices []price
}

// look works out what lies ahead of a draft.
func (m *Model) lookAhead(d draft) ahead { return lookAhead(m.table, d) }

func lookAhead(t model.Table, d draft) (a ahead) {
	in, err := t.Inputs(d.who, d.against, d.system, d.action, d.form)
	if err != nil {
		return ahead{whyNot: err.Error()}
	}
	if a.step, err = engine.Run(in, nil); err != nil {
		return ahead{whyNot: err.Error()}
	}
	if a.odds, err = engine.Odds(in, nil, nil); err != nil {
		return ahead{step: a.step, whyNot: err.Error()}
	}
	a.prices = priced(in, a.odds)
	return a
}

func (m *Model) openForm(d draft) tea.Cmd {
	s, ok := m.table.Rulebook(d.system)
	if !ok {
		return m.fail("this version has no rulebook " + d.system)
	}
	a, ok := s.Action(d.action)
	if !ok {
		return m.fail(s.Name + " has no action " + d.action)
	}
	f := &form{draft: d, sys: s, act: a}
	f.face(m)
	m.push(f)
	return nil
}

// face lists the parameters against those that are faced now.
func (f *form) face(m *Model) {
	f.rows = nil
	if f.act.Need != engine.Alone {
		f.rows = append(f.rows, nil)
	}
	f.rows = append(f.rows, f.act.ParamsAgainst(len(f.against))...)
	f.at = min(f.at, len(f.rows)-1)
	f.ahead = m.lookAhead(f.draft)
}

// rolling is what the panes show of the action while its form is open: nothing
// where it can't be done.
func (f *form) rolling() *pane.Rolling {
	if f.ahead.whyNot != "" {
		return nil
	}
	r := model.Roll{Who: f.who, Against: f.against, System: f.system, Action: f.action, Params: f.form}
	return &pane.Rolling{Roll: r, Step: f.ahead.step, Action: f.act, System: f.sys}
}

func (f *form) title(m *Model) string {
	c, ok := m.table.Character(f.who)
	if !ok {
		return f.act.Label
	}
	return c.Name + ": " + f.act.Label
}

func (f *form) draw(m *Model, w, h int) []string {
	fields := make([]kit.Field, len(f.rows))
	for i, sp := range f.rows {
		fields[i] = f.field(m, i, sp)
	}
	rows, at := m.look.Fields(fields, w)
	below := f.below(m, w, h)
	room := max(3, h-len(below)-1)
	shown := m.look.Scrolled(rows, at[f.at], w, min(len(rows), room))
	return append(append(shown, m.look.Blank(w)), below...)
}

func (f *form) field(m *Model, i int, sp *engine.Spec) kit.Field {
	on := i == f.at
	if sp == nil {
		help := "left and right choose"
		if f.act.Need == engine.MayFaceMany {
			help += "; space takes one more"
		}
		return kit.Field{Label: "Against", Value: f.foeNames(m), Choice: true, On: on, Caret: -1, Help: help}
	}
	v, written := f.form.Get(sp.ID)
	if !written {
		v = sp.Default(f.act.Form.Read(f.form))
	}
	out := kit.Field{Label: formLabel(sp), Value: v.String(), Unit: sp.Unit, Help: sp.Help, On: on, Caret: -1, Derived: !written,
		Choice: sp.Options != nil || sp.Kind != engine.Text || sp.RowsOf != ""}
	if on && f.typing != nil {
		out.Value, out.Caret, out.Error = f.typing.text(), f.typing.caret(), f.wrong
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

func (f *form) foeNames(m *Model) string {
	var names []string
	for _, id := range f.against {
		if c, ok := m.table.Character(id); ok {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

// below is what lies ahead, under the fields.
func (f *form) below(m *Model, w, h int) []string {
	var out []string
	if why := f.ahead.whyNot; why != "" {
		for i, l := range kit.Wrap(why, w-4) {
			r := m.look.Row(w).Space(1)
			if i == 0 {
				r.Sign(kit.Bad, m.look.Tick[1])
			}
			out = append(out, r.To(3).Put(kit.Bad, l).String())
		}
		return out
	}
	for _, n := range f.ahead.step.Notes {
		for _, l := range kit.Wrap(n, w-2) {
			out = append(out, m.look.Row(w).Space(1).Put(kit.Text, l).String())
		}
	}
	const mostNotes = 6
	if len(out) > mostNotes {
		out = out[len(out)-mostNotes:]
	}
	if len(f.ahead.odds.Totals) > 1 {
		out = append(out, m.look.Endings(f.ahead.odds, w)...)
	}
	for _, p := range f.ahead.prices {
		ink := kit.Text
		if p.more {
			ink = kit.Warn
		}
		out = append(out, m.look.Row(w).Space(1).Put(kit.Dim, "costs ").Put(ink, p.words).String())
	}
	if f.odds && len(f.ahead.odds.Totals) > 1 {
		out = append(out, m.look.OddsBars(f.ahead.odds, w, max(4, h/2))...)
	}
	return out
}

func (f *form) key(m *Model, k tea.KeyMsg) tea.Cmd {
	name := k.String()
	if f.typing != nil && f.typed(m, k) {
		return nil
	}
	switch name {
	case "esc":
		return m.pop()
	case "enter":
		return f.throw(m)
	case "up", "shift+tab", "ctrl+p":
		f.move(-1)
	case "down", "tab", "ctrl+n":
		f.move(1)
	case "left":
		f.step(m, -1)
	case "right":
		f.step(m, 1)
	case "pgup":
		f.step(m, -10)
	case "pgdown":
		f.step(m, 10)
	case "f2", "ctrl+o":
		f.odds = !f.odds
	case "f3":
		return m.askFavourite(f.draft)
	case "o":
		if sp := f.rows[f.at]; sp != nil && sp.Kind == engine.Text && sp.Options == nil && sp.RowsOf == "" {
			f.begin(m, k)
			return nil
		}
		f.odds = !f.odds
	case "delete":
		f.clear(m)
	default:
		f.begin(m, k)
	}
	return nil
}

func (f *form) move(by int) {
	f.typing, f.wrong = nil, ""
	f.at = (f.at + by + len(f.rows)) % len(f.rows)
}

// begin starts typing in the row under the cursor.
func (f *form) begin(m *Model, k tea.KeyMsg) {
	sp := f.rows[f.at]
	if sp == nil {
		if k.String() == " " {
			f.addFoe(m)
		}
		return
	}
	if k.Type != tea.KeyRunes && k.Type != tea.KeyBackspace && k.Type != tea.KeySpace {
		return
	}
	if sp.Kind == engine.Bool {
		f.step(m, 1)
		return
	}
	old := ""
	if v, ok := f.form.Get(sp.ID); ok && sp.Kind == engine.Text && sp.Options == nil {
		old = v.String()
	}
	l := newLine(old)
	f.typing = &l
	f.typed(m, k)
}

// typed gives a key to the row that is being typed; it reports whether the key
// was used there.
func (f *form) typed(m *Model, k tea.KeyMsg) bool {
	switch k.String() {
	case "esc":
		f.typing, f.wrong = nil, ""
		return true
	case "enter", "up", "down", "tab", "shift+tab":
		f.typing = nil
		if f.wrong != "" {
			f.wrong = ""
			return true
		}
		return false
	case "f2", "f3", "ctrl+o":
		return false
	}
	f.typing.key(k)
	sp := f.rows[f.at]
	v, err := sp.Parse(f.typing.text())
	if f.typing.text() == "" {
		v, err = engine.Value{}, nil
	}
	if err != nil {
		f.wrong = "it is " + sp.Range()
		return true
	}
	f.wrong = ""
	f.set(m, sp, v)
	return true
}

func (f *form) set(m *Model, sp *engine.Spec, v engine.Value) {
	f.form = f.form.With(sp.ID, v)
	f.ahead = m.lookAhead(f.draft)
}

func (f *form) clear(m *Model) {
	if sp := f.rows[f.at]; sp != nil {
		f.set(m, sp, engine.Value{})
	}
}

// step moves the value under the cursor up or down.
func (f *form) step(m *Model, by int) {
	sp := f.rows[f.at]
	if sp == nil {
		f.turnFoe(m, by)
		return
	}
	now, ok := f.form.Get(sp.ID)
	if !ok {
		now = sp.Default(f.act.Form.Read(f.form))
	}
	switch {
	case sp.Kind == engine.Bool:
		f.set(m, sp, engine.ValueOf(!now.Bool()))
	case sp.Kind == engine.Int:
		f.set(m, sp, engine.ValueOf(min(max(now.Int()+by, sp.Least), sp.Most)))
	case sp.Kind == engine.Decimal:
		f.set(m, sp, engine.ValueOf(engine.Milli(min(max(int(now.Milli())+by*100, sp.Least), sp.Most))))
	default:
		if words := f.words(m, sp); len(words) > 0 {
			i := slices.Index(words, now.Text())
			sign := 1
			if by < 0 {
				sign = -1
			}
			i = (max(i, 0) + sign + len(words)) % len(words)
			f.set(m, sp, engine.ValueOf(words[i]))
		}
	}
}

// words are what a text may be: its options, or the rows of a list.
func (f *form) words(m *Model, sp *engine.Spec) []string {
	if sp.RowsOf == "" {
		return sp.Options
	}
	c, ok := m.table.Character(f.who)
	if !ok {
		return nil
	}
	return append([]string{""}, rowNames(c.Pages[f.system], sp.RowsOf)...)
}

// candidates are those whom the action can be aimed at.
func (f *form) candidates(m *Model) []string {
	var out []string
	for _, c := range m.table.Characters() {
		if _, plays := c.Pages[f.system]; plays && c.ID != f.who {
			out = append(out, c.ID)
		}
	}
	return out
}

func (f *form) turnFoe(m *Model, by int) {
	all := append([]string{""}, f.candidates(m)...)
	i := 0
	if len(f.against) > 0 {
		i = max(0, slices.Index(all, f.against[len(f.against)-1]))
	}
	sign := 1
	if by < 0 {
		sign = -1
	}
	next := all[(i+sign+len(all))%len(all)]
	f.against = slices.Clip(f.against[:max(0, len(f.against)-1)])
	if next != "" && !slices.Contains(f.against, next) {
		f.against = append(f.against, next)
	}
	f.face(m)
}

// addFoe takes one more opponent where the action allows several.
func (f *form) addFoe(m *Model) {
	if f.act.Need != engine.MayFaceMany {
		return
	}
	for _, id := range f.candidates(m) {
		if !slices.Contains(f.against, id) {
			f.against = append(slices.Clip(f.against), id)
			f.face(m)
			return
		}
	}
}

// throw begins the action.
func (f *form) throw(m *Model) tea.Cmd {
	if f.ahead.whyNot != "" {
		return m.fail(f.ahead.whyNot)
	}
	m.drafts[f.who] = f.draft
	m.drafts[draftKey(f.who, f.action, "")] = f.draft
	m.drafts[draftKey(f.who, f.action, f.row)] = f.draft
	return m.begin(f.draft)
}

// begin sends the action and, when it asks something, opens the question.
func (m *Model) begin(d draft) tea.Cmd {
	c := model.Begin{Who: d.who, Against: d.against, System: d.system, Action: d.action, Params: d.form}
	return m.do(c, func(m *Model) tea.Cmd {
		m.over = nil
		return m.after(d.who, d.action)
	})
}

func (f *form) hints(*Model) []hint {
	return []hint{{"enter", "throw"}, {"up/down", "field"}, {"left/right", "change"}, {"F2", "odds"}, {"F3", "favourite"}, {"esc", "back"}}
}

// again repeats the last action of the selected character with its settings.
func (m *Model) again() tea.Cmd {
	return m.openForm(m.drafts[m.at.Selected])
}

// oddsAgain is again with the chart of the odds open.
func (m *Model) oddsAgain() tea.Cmd {
	cmd := m.again()
	if f, ok := m.top().(*form); ok {
		f.odds = true
	}
	return cmd
}

func noLast(m *Model) string {
	if _, ok := m.drafts[m.at.Selected]; !ok {
		return "nothing was done with this character yet"
	}
	return ""
}

func againWords(m *Model) string {
	if d, ok := m.drafts[m.at.Selected]; ok {
		return "again: " + d.action
	}
	return "again"
}
