package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// groupForm is the form of a group action: it is set up once, and one key rolls for all. Below
// its fields it lists the members with their targets and chances.
type groupForm struct {
	form.Form
	*groupAct // Params is the page of the form
	memory    *Memory
	act       *engine.Action

	owed     []*scene.Preview // previews whose odds still have to be counted
	counting pane.Counting
}

// together opens the form of a group action.
func (m *Memory) together(f pane.Frame, who []string, d scene.Draft) pane.Intent {
	return m.gangOf(f, m.band(f, who, d))
}

func (m *Memory) gangOf(f pane.Frame, b *groupAct) pane.Intent {
	act := b.action(f.Table)
	if act == nil {
		return pane.Fail{Words: "this version does not have this action"}
	}
	o := &groupForm{Form: form.Form{Schema: act.Form, Page: b.Params}, groupAct: b, memory: m, act: act}
	o.look(f)
	o.Lay(o.fields(f))
	return pane.Push{Overlay: o}
}

// fields lists the target, the weapon, who decides, and the members.
func (o *groupForm) fields(f pane.Frame) []form.Field {
	var out []form.Field
	if o.Called == nil && o.act.Mode == engine.Instant && o.act.Need == engine.Alone {
		// Values that are the same for everybody, such as damage, come first.
		for _, sp := range o.act.LeadParams() {
			if !slices.Contains(o.act.Offers, sp.ID) {
				out = append(out, form.Field{ID: sp.ID, Spec: sp})
			}
		}
	}
	if o.aims() {
		out = append(out,
			form.Field{ID: "whom", Label: "Whom", Value: cmp.Or(view.GroupName(f.Table, o.faced()), "nobody"), Turn: func(by int) { o.aimAt(f, by) },
				Help: f.KeysOf("form-less", "form-more") + " choose; to set each one, go down the list"},
			form.Field{ID: "how", Label: "How", Value: aims[o.aim], Turn: func(by int) { o.aimBy(f, by) },
				Help: "the nearest is the last opponent or, without one, the next in the roster"})
	}
	if o.Called == nil {
		for _, id := range o.act.Offers {
			if sp, ok := o.act.Param(id); ok {
				out = append(out, o.withWhat(f, sp))
			}
		}
	}
	decisions := "spend nothing, share as suggested"
	if o.asks {
		decisions = "ask for each"
	}
	out = append(out, form.Field{ID: "decisions", Label: "Decisions", Value: decisions, Help: "targets make their own decisions",
		Turn: func(int) { o.asks = !o.asks }})
	name := 0
	for _, m := range o.all {
		name = max(name, kit.Width(kit.Clean(f.Table.NameOf(m.who))))
	}
	head := "each of them"
	for i := range o.all {
		x := form.Field{ID: fmt.Sprint("member/", i), Head: head, Press: func() { o.all[i].out = !o.all[i].out; o.anew(f) },
			Line: func(f pane.Frame, on bool) string { return o.line(f, o.all[i], min(name, f.W/3), on) }}
		if o.aims() && !o.all[i].out {
			x.Turn = func(by int) { o.turnOne(f, &o.all[i], by) }
		}
		out, head = append(out, x), ""
	}
	return out
}

// aims reports whether the targets can be chosen.
func (o *groupForm) aims() bool { return o.act.Need != engine.Alone && o.Called == nil }

// withWhat is the field for what the members use.
func (o *groupForm) withWhat(f pane.Frame, sp *engine.Spec) form.Field {
	x := form.Field{ID: sp.ID, Spec: sp, Value: cmp.Or(sp.WhenEmpty, "none"), Words: []string{""}}
	if c, ok := f.Table.Character(o.Who); ok {
		x.Words = append(x.Words, scene.RowNames(c.Pages[o.System], sp.RowsOf)...)
	}
	if v, _ := o.Page.Get(sp.ID); o.act.Attack() && v.String() != "" {
		x.Help = "whoever does not have it uses what they have"
	}
	return x
}

func (o *groupForm) About(f pane.Frame) pane.About {
	return pane.About{Title: view.GroupName(f.Table, o.who()) + ": " + o.act.Label, Progress: o.progress()}
}

func (o *groupForm) progress() pane.Progress {
	return pane.Progress{Stage: pane.Setting, Who: o.Who, Action: o.Action}
}

func (o *groupForm) Draw(f pane.Frame) []string {
	below := o.below(f)
	shown := o.Form.Draw(f.Sized(f.W, max(3, f.H-len(below)-1), f.Focused))
	return append(append(shown, f.Look.Blank(f.W)), below...)
}

// faced lists the targets of all members.
func (o *groupForm) faced() []string {
	var out []string
	for _, m := range o.all {
		for _, id := range m.against {
			if !m.out && !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}

// line draws one member with its target and chance.
func (o *groupForm) line(f pane.Frame, m member, name int, on bool) string {
	r := f.Look.Row(f.W).Mark(on).Select(on)
	ink := kit.Title
	switch {
	case m.out:
		r.Space(2)
		ink = kit.Dim
	case m.whyNot != "":
		r.Sign(kit.Bad, f.Look.Tick[1]).Space(1)
	default:
		r.Sign(kit.Good, f.Look.Tick[0]).Space(1)
	}
	r.Fit(ink, pane.Shortened(f.Table.NameOf(m.who), name), name).Space(2)
	switch {
	case m.out:
		return r.Put(kit.Dim, "left out").String()
	case m.whyNot != "":
		return r.Put(kit.Bad, m.whyNot).String()
	}
	price, chance, ink := m.price(), m.chance(), kit.Text
	if len(o.owed) > 0 {
		ink = kit.Dim
	}
	if price != "" && chance != "" {
		price += "  "
	}
	wide := kit.Width(price) + kit.Width(chance)
	room := r.Left() - wide - 2
	if with := cmp.Or(view.RowsIn(o.act, m.own), o.twice(m)); with != "" {
		with = kit.Clip(with, max(room, 8))
		room -= kit.Width(with) + 1
		r.Put(kit.Text, with).Space(1)
	}
	if m.early != "" {
		early := kit.Clip(m.early, max(room/2, 8))
		room -= kit.Width(early) + 1
		r.Put(kit.Warn, early).Space(1)
	}
	if len(m.against) > 0 && room > 8 {
		r.Put(kit.Dim, "at ").Put(kit.Text, pane.Shortened(f.Table.NamesOf(m.against), max(room-3, 8)))
	}
	return r.Space(max(r.Left()-wide-1, 1)).Put(kit.Text, price).Put(ink, chance).String()
}

// twice tells apart several follow-ups of the same member.
func (o *groupForm) twice(m member) string {
	var own []engine.Page
	for _, other := range o.all {
		if other.who == m.who {
			own = append(own, other.own)
		}
	}
	return view.Differences(o.act, m.own, own)
}

// price is the price for one member.
func (m member) price() string {
	var out []string
	if m.preview != nil {
		for _, p := range m.preview.Prices {
			out = append(out, p.Short)
		}
	}
	return strings.Join(out, "  ")
}

// chance is the chance of one member as counted last; blanks of the same width before that.
func (m member) chance() string {
	switch {
	case m.seen == nil && m.preview != nil && m.preview.Dice:
		return "     "
	case m.seen != nil && m.seen.Unsure():
		return engine.Percent(m.seen.Odds.Success)
	}
	return ""
}

// below draws a summary line, and the remarks of the rule for the first member.
func (o *groupForm) below(f pane.Frame) []string {
	begins, whyNot := o.ready()
	if len(begins) == 0 {
		return []string{f.Look.Row(f.W).Space(1).Sign(kit.Bad, f.Look.Tick[1]).Space(1).Put(kit.Bad, whyNot).String()}
	}
	words, ink := fmt.Sprintf("%d act together", len(begins)), kit.Title
	if len(o.owed) > 0 {
		ink = kit.Dim
	}
	if mean, of := o.expected(); of > 0 {
		words = fmt.Sprintf("about %.1f of %d %s", mean, of, view.SuccessWords(o.act))
	}
	out := []string{f.Look.Row(f.W).Space(1).Put(ink, words).String()}
	if early := o.early(); len(early) > 0 {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Warn, view.GroupName(f.Table, early)+" out of turn: "+f.KeyOf("form-turn")+" leaves one out").String())
	}
	return out
}

var groupFormKeys = slices.Concat(pane.In("gang", "Groups",
	pane.Enter("go", "roll for all", "all of them"),
	pane.Binding{ID: "settings", Keys: []string{"m"}, Label: "all settings, for the whole group", Foot: "more"},
), form.Editing, []pane.Binding{pane.Back})

func (o *groupForm) Keys(pane.Frame) []pane.Binding {
	return pane.Footer(groupFormKeys, "go", "all of them", "up", "field", "down", "field", "less", "change", "more", "change", "turn", "in or out", "settings", "more", "back", "back")
}

func (o *groupForm) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if _, is := msg.(tea.KeyMsg); !is {
		return o, o.count()
	}
	o.Lay(o.fields(f)) // for the current table
	switch does, _ := o.Pressed(f, groupFormKeys, msg); does {
	case "back":
		o.counting.Stop()
		return o, pane.Close{}
	case "go":
		return o, pane.And(o.resolve(), o.count())
	case "settings":
		return o, o.settings(f)
	}
	page, at := o.Page, o.Here().ID
	if o.Form.Key(f, msg); !page.Equal(o.Page) {
		if o.Params = o.Page; slices.Contains(o.act.Offers, at) {
			v, _ := o.Page.Get(at)
			o.Row = v.Text()
		}
		o.anew(f)
	}
	o.Lay(o.fields(f))
	return o, o.count()
}

// look works out all previews.
func (o *groupForm) look(f pane.Frame) {
	o.counting.Stop()
	if o.Called == nil && o.act.Attack() {
		for i := range o.all {
			o.all[i].own = o.arms(f.Table, o.all[i].who)
		}
	}
	o.owed = o.groupAct.look(f)
}

// arms returns the parameters of a member who does not have the weapon of the first member:
// its last weapon, or its first.
func (o *groupForm) arms(t model.Table, who string) (own engine.Page) {
	c, ok := t.Character(who)
	if !ok {
		return own
	}
	for _, id := range o.act.Offers {
		sp, _ := o.act.Param(id)
		v, set := o.Params.Get(id)
		if sp == nil || !set {
			continue
		}
		has := scene.RowNames(c.Pages[o.System], sp.RowsOf)
		named := func(v engine.Value) func(string) bool {
			return func(name string) bool { return strings.EqualFold(name, v.Text()) }
		}
		if len(has) == 0 || slices.ContainsFunc(has, named(v)) || slices.Contains(c.Pages[o.System].RowIDs(sp.RowsOf), v.Text()) {
			continue
		}
		last, _ := o.memory.Params(who, o.act, "").Get(id)
		own = own.With(id, engine.ValueOf(has[max(slices.IndexFunc(has, named(last)), 0)]))
	}
	return own
}

// count starts counting the odds that are missing.
func (o *groupForm) count() pane.Intent {
	if len(o.owed) == 0 || o.counting.Busy() {
		return nil
	}
	owed := o.owed
	return pane.Begin(&o.counting, func(stop func() bool) []scene.Preview {
		out := make([]scene.Preview, len(owed))
		for i, a := range owed {
			out[i] = a.Counted(stop)
		}
		return out
	}, func(got []scene.Preview) pane.Intent {
		for i := range got {
			*owed[i] = got[i]
		}
		o.owed = nil
		o.counted()
		return nil
	})
}

// anew chooses the targets again, and works out the previews.
func (o *groupForm) anew(f pane.Frame) {
	o.turn(f.Table)
	o.look(f)
}

// turnOne gives one member the next target.
func (o *groupForm) turnOne(f pane.Frame, m *member, by int) {
	m.against, m.chosen = another(o.candidates(f), m.against, by), true
	o.look(f)
}

// aimAt gives all members the next target.
func (o *groupForm) aimAt(f pane.Frame, by int) {
	o.Against = another(o.candidates(f), o.Against, by)
	o.aimAll(f, allTheSame)
}

// aimBy switches to the next way of choosing targets.
func (o *groupForm) aimBy(f pane.Frame, by int) {
	o.aimAll(f, aim((int(o.aim)+by+len(aims))%len(aims)))
}

func (o *groupForm) aimAll(f pane.Frame, by aim) {
	o.aim = by
	for i := range o.all {
		o.all[i].chosen = false
	}
	o.anew(f)
}

// candidates lists the possible targets, enemies first; "" stands for nobody.
func (o *groupForm) candidates(f pane.Frame) []string {
	out := o.foes(f.Table, o.Who)
	for _, id := range o.others(f.Table) {
		if !slices.Contains(out, id) {
			out = append(slices.Clip(out), id)
		}
	}
	return append([]string{""}, out...)
}

// another returns the target before or after the current one.
func another(all, now []string, by int) []string {
	faced := ""
	if len(now) > 0 {
		faced = now[0]
	}
	if next := form.Neighbour(all, faced, by); next != "" {
		return []string{next}
	}
	return nil
}

// settings opens the whole form of the first member; its settings then hold for all.
func (o *groupForm) settings(f pane.Frame) pane.Intent {
	d := o.Draft
	d.Against = nil
	for _, m := range o.all {
		if m.who == d.Who {
			d.Against = m.against
		}
	}
	all, whyNot := newForm(f.Table, d)
	if all == nil {
		return pane.Fail{Words: whyNot}
	}
	all.memory, all.does = o.memory, "done"
	all.done = func(set scene.Draft) pane.Intent {
		return pane.All{pane.Close{}, pane.Then(func(f pane.Frame) pane.Intent {
			o.Params, o.Page = set.Params, set.Params
			if len(set.Against) > 0 && len(d.Against) > 0 && set.Against[0] != d.Against[0] {
				o.aim, o.Against = allTheSame, set.Against[:1]
			}
			o.anew(f)
			o.Lay(o.fields(f))
			return nil
		})}
	}
	all.begin(f)
	return pane.Push{Overlay: all}
}

// resolve rolls for all members.
func (o *groupForm) resolve() pane.Intent {
	all, whyNot := o.ready()
	if len(all) == 0 {
		return pane.Fail{Words: whyNot}
	}
	o.memory.keepBand(*o.groupAct, o.act)
	who, action := o.Who, o.Action
	return pane.Do{Command: model.Together{Each: all, Asks: o.asks}, Then: func(f pane.Frame) pane.Intent {
		return pane.All{pane.Clear{}, pane.Mark{}, pane.Then(func(f pane.Frame) pane.Intent { return after(f, who, action) })}
	}}
}
