package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// gang is the form of several who act together: it is set up once, and one key
// resolves it for all. Under its fields stands everybody, with whom each faces
// and how likely it is.
type gang struct {
	*band
	memory *Memory
	act    *engine.Action
	rows   []gangRow
	at     int // of the rows, then of the members

	owed     []*Preview // whose odds are still to be counted
	counting pane.Counting
}

// gangRow is one field of the form.
type gangRow struct {
	kind gangField
	spec *engine.Spec // withWhat
}

type gangField int

const (
	whom gangField = iota
	howAimed
	withWhat
	points
	more
)

// together opens the form for several.
func (m *Memory) together(f pane.Frame, who []string, d Draft) pane.Intent {
	return m.gangOf(f, m.band(f, who, d))
}

func (m *Memory) gangOf(f pane.Frame, b *band) pane.Intent {
	act := b.action(f.Table)
	if act == nil {
		return pane.Fail{Words: "this version does not have this action"}
	}
	o := &gang{band: b, memory: m, act: act}
	o.lay()
	o.look(f)
	return pane.Push{Overlay: o}
}

// lay lists the fields: whom it is aimed at, with what, and who decides.
func (o *gang) lay() {
	o.rows = nil
	if o.act.Need != engine.Alone && o.called == nil {
		o.rows = append(o.rows, gangRow{kind: whom}, gangRow{kind: howAimed})
	}
	if o.called == nil {
		for _, id := range o.act.Offers {
			if sp, ok := o.act.Param(id); ok {
				o.rows = append(o.rows, gangRow{withWhat, sp})
			}
		}
	}
	o.rows = append(o.rows, gangRow{kind: points}, gangRow{kind: more})
}

func (o *gang) About(f pane.Frame) pane.About {
	return pane.About{Title: view.GroupName(f.Table, o.who()) + ": " + o.act.Label, Progress: o.progress()}
}

func (o *gang) progress() pane.Progress {
	return pane.Progress{Stage: pane.Setting, Who: o.Who, Action: o.Action}
}

func (o *gang) Draw(f pane.Frame) []string {
	fields := make([]kit.Field, len(o.rows))
	for i, r := range o.rows {
		fields[i] = o.field(f, r)
		fields[i].On, fields[i].Caret, fields[i].Choice = i == o.at, -1, true
	}
	lines, at := f.Look.Fields(fields, f.W)
	lines = append(lines, f.Look.Blank(f.W))
	cursor := len(lines) + o.at - len(o.rows)
	if o.at < len(o.rows) {
		cursor = at[o.at]
	}
	name := 0
	for _, m := range o.all {
		name = max(name, kit.Width(kit.Clean(f.Table.NameOf(m.who))))
	}
	for i, m := range o.all {
		lines = append(lines, o.line(f, m, min(name, f.W/3), i == o.at-len(o.rows)))
	}
	below := o.below(f)
	room := max(3, f.H-len(below)-1)
	shown := f.Look.Scrolled(lines, cursor, f.W, min(len(lines), room))
	return append(append(shown, f.Look.Blank(f.W)), below...)
}

func (o *gang) field(f pane.Frame, r gangRow) kit.Field {
	switch r.kind {
	case whom:
		value := view.GroupName(f.Table, o.faced())
		if value == "" {
			value = "nobody"
		}
		return kit.Field{Label: "Whom", Value: value, Help: f.KeysOf("gang-less", "gang-more") + " choose; to set each one, go down the list"}
	case howAimed:
		return kit.Field{Label: "How", Value: aims[o.aim], Help: "the nearest is the last opponent or, without one, the next in the roster"}
	case withWhat:
		v, _ := o.Params.Get(r.spec.ID)
		value, help := cmp.Or(v.String(), r.spec.WhenEmpty, "none"), r.spec.Help
		if o.act.Attack() && v.String() != "" {
			help = "whoever does not have it uses what they have"
		}
		return kit.Field{Label: r.spec.Label, Value: value, Help: help}
	case points:
		value := "spend nothing, share as suggested"
		if o.asks {
			value = "ask for each"
		}
		return kit.Field{Label: "Decisions", Value: value, Help: "targets make their own decisions"}
	}
	return kit.Field{Label: "More", Value: f.KeyOf("gang-settings") + " sets everything else, for all of them"}
}

// faced are those whom any of them faces.
func (o *gang) faced() []string {
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

// line draws one of them: whom it faces, and how likely it is.
func (o *gang) line(f pane.Frame, m member, name int, on bool) string {
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
	if with := cmp.Or(pane.RowsIn(o.act, m.own), o.twice(m)); with != "" {
		with = kit.Clip(with, max(room, 8))
		room -= kit.Width(with) + 1
		r.Put(kit.Text, with).Space(1)
	}
	if len(m.against) > 0 && room > 8 {
		r.Put(kit.Dim, "at ").Put(kit.Text, pane.Shortened(f.Table.NamesOf(m.against), max(room-3, 8)))
	}
	return r.Space(max(r.Left()-wide-1, 1)).Put(kit.Text, price).Put(ink, chance).String()
}

// twice says what tells one of those who are called for more than once from the
// others of the same one.
func (o *gang) twice(m member) string {
	var own []engine.Page
	for _, other := range o.all {
		if other.who == m.who {
			own = append(own, other.own)
		}
	}
	return unlike(o.act, m.own, own)
}

// price is what it takes from one of them.
func (m member) price() string {
	var out []string
	if m.preview != nil {
		for _, p := range m.preview.Prices {
			out = append(out, p.Short)
		}
	}
	return strings.Join(out, "  ")
}

// chance is how likely it is for one of them, as it was counted last; as wide a
// place before that.
func (m member) chance() string {
	switch {
	case m.seen == nil && m.preview != nil && m.preview.dice:
		return "     "
	case m.seen != nil && m.seen.unsure():
		return kit.Percent(m.seen.Odds.Success)
	}
	return ""
}

// below is what comes of it, in a line, and what the rule says of the first.
func (o *gang) below(f pane.Frame) []string {
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
	return []string{f.Look.Row(f.W).Space(1).Put(ink, words).String()}
}

var gangKeys = slices.Concat(pane.In("gang", "Groups",
	pane.Enter("go", "roll for all", "all of them"),
	pane.Binding{ID: "up", Keys: []string{"up", "k", "shift+tab", "ctrl+p"}, Label: "the field above", Foot: "field"},
	pane.Binding{ID: "down", Keys: []string{"down", "j", "tab", "ctrl+n"}, Label: "the field below", Foot: "field"},
	pane.Binding{ID: "less", Keys: []string{"left", "h"}, Label: "the one before", Foot: "change"},
	pane.Binding{ID: "more", Keys: []string{"right", "l"}, Label: "the next one", Foot: "change"},
	pane.Binding{ID: "part", Keys: []string{" "}, Label: "leave one out, or include it", Foot: "in or out"},
	pane.Binding{ID: "settings", Keys: []string{"m"}, Label: "all settings, for the whole group", Foot: "more"},
), []pane.Binding{pane.Back})

func (o *gang) Keys(pane.Frame) []pane.Binding { return gangKeys }

func (o *gang) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	n := len(o.rows) + len(o.all)
	switch f.Pressed(gangKeys, msg) {
	case "back":
		o.counting.Stop()
		return o, pane.Close{}
	case "go":
		return o, pane.And(o.resolve(), o.count())
	case "up":
		o.at = (o.at + n - 1) % n
	case "down":
		o.at = (o.at + 1) % n
	case "less":
		return o, pane.And(o.change(f, -1), o.count())
	case "more":
		return o, pane.And(o.change(f, 1), o.count())
	case "part":
		if i := o.at - len(o.rows); i >= 0 {
			o.all[i].out = !o.all[i].out
			o.anew(f)
		}
	case "settings":
		return o, o.settings(f)
	}
	return o, o.count()
}

// look works out what lies ahead now.
func (o *gang) look(f pane.Frame) {
	o.counting.Stop()
	if o.called == nil && o.act.Attack() {
		for i := range o.all {
			o.all[i].own = o.arms(f.Table, o.all[i].who)
		}
	}
	o.owed = o.band.look(f)
}

// arms is what somebody strikes with where it does not have what the first of them
// does: what it struck with last, or else its first.
func (o *gang) arms(t model.Table, who string) (own engine.Page) {
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
		has := RowNames(c.Pages[o.System], sp.RowsOf)
		named := func(v engine.Value) func(string) bool {
			return func(name string) bool { return strings.EqualFold(name, v.Text()) }
		}
		if len(has) == 0 || slices.ContainsFunc(has, named(v)) || slices.Contains(c.Pages[o.System].RowIDs(sp.RowsOf), v.Text()) {
			continue
		}
		last, _ := o.memory.params(who, o.act, "").Get(id)
		own = own.With(id, engine.ValueOf(has[max(slices.IndexFunc(has, named(last)), 0)]))
	}
	return own
}

// count has counted what is still to be.
func (o *gang) count() pane.Intent {
	if len(o.owed) == 0 || o.counting.Busy() {
		return nil
	}
	owed := o.owed
	return pane.Begin(&o.counting, func(stop func() bool) []Preview {
		out := make([]Preview, len(owed))
		for i, a := range owed {
			out[i] = a.Counted(stop)
		}
		return out
	}, func(got []Preview) pane.Intent {
		for i := range got {
			*owed[i] = got[i]
		}
		o.owed = nil
		o.counted()
		return nil
	})
}

// anew turns each to whom it faces, and works out what lies ahead.
func (o *gang) anew(f pane.Frame) {
	o.turn(f.Table)
	o.look(f)
}

// change changes the field under the cursor, or whom the one under it faces.
func (o *gang) change(f pane.Frame, by int) pane.Intent {
	if i := o.at - len(o.rows); i >= 0 {
		if m := &o.all[i]; o.act.Need != engine.Alone && o.called == nil && !m.out {
			m.against, m.chosen = another(o.candidates(f), m.against, by), true
		}
		o.look(f)
		return nil
	}
	switch r := o.rows[o.at]; r.kind {
	case whom:
		o.aim, o.Against = allTheSame, another(o.candidates(f), o.Against, by)
		for i := range o.all {
			o.all[i].chosen = false
		}
	case howAimed:
		o.aim = aim((int(o.aim) + by + len(aims)) % len(aims))
		for i := range o.all {
			o.all[i].chosen = false
		}
	case withWhat:
		c, ok := f.Table.Character(o.Who)
		if !ok {
			return nil
		}
		names := append([]string{""}, RowNames(c.Pages[o.System], r.spec.RowsOf)...)
		v, _ := o.Params.Get(r.spec.ID)
		next := engine.ValueOf(form.Neighbour(names, v.Text(), by))
		if next.Text() == "" {
			next = engine.Value{}
		}
		o.Params, o.Row = o.Params.With(r.spec.ID, next), next.Text()
	case points:
		o.asks = !o.asks
	case more:
		return o.settings(f)
	}
	o.anew(f)
	return nil
}

// candidates are those who can be faced, foes first; nobody is the empty word.
func (o *gang) candidates(f pane.Frame) []string {
	out := o.foes(f.Table)
	for _, id := range o.others(f.Table) {
		if !slices.Contains(out, id) {
			out = append(slices.Clip(out), id)
		}
	}
	return append([]string{""}, out...)
}

// another is whom one faces before or behind the one who is faced; nobody is
// one of them.
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

// settings opens the whole form of the first of them; what is set there holds
// for all.
func (o *gang) settings(f pane.Frame) pane.Intent {
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
	all.done = func(set Draft) pane.Intent {
		return pane.All{pane.Close{}, pane.Then(func(f pane.Frame) pane.Intent {
			o.Params = set.Params
			if len(set.Against) > 0 && len(d.Against) > 0 && set.Against[0] != d.Against[0] {
				o.aim, o.Against = allTheSame, set.Against[:1]
			}
			o.anew(f)
			return nil
		})}
	}
	all.begin(f)
	return pane.Push{Overlay: all}
}

// resolve lets them act.
func (o *gang) resolve() pane.Intent {
	all, whyNot := o.ready()
	if len(all) == 0 {
		return pane.Fail{Words: whyNot}
	}
	o.memory.keepBand(*o.band, o.act)
	who, action := o.Who, o.Action
	return pane.Do{Command: model.Together{Each: all, Asks: o.asks}, Then: func(f pane.Frame) pane.Intent {
		return pane.All{pane.Clear{}, pane.Mark{}, pane.Then(func(f pane.Frame) pane.Intent { return after(f, who, action) })}
	}}
}
