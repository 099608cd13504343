package act

import (
	"encoding/json"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
)

// groupAct is a group action while it is set up: what all members do, and each member's target.
type groupAct struct {
	scene.Draft // the action of the first member; in a follow-up each member has its own parameters
	all         []member
	aim         aim
	asks        bool // the members make their decisions themselves
}

// member is one member of a group.
type member struct {
	who     string
	out     bool // does not take part
	against []string
	chosen  bool        // its target was chosen for this member alone
	own     engine.Page // parameters of its own, for a follow-up
	called  *model.FollowUp
	whyNot  string
	early   string         // why it would act out of turn, or ""
	preview *scene.Preview // shared by equal members
	seen    *scene.Preview // the preview that was counted last
}

// aim is how the members of a group choose their targets.
type aim int

const (
	allTheSame aim = iota
	eachNearest
	spreadOut
)

var aims = []string{"all the same target", "each the nearest", "spread out"}

// acting returns the characters who do the next action together: those who are marked; none
// if one acts alone. The frame is that of the first.
func acting(f pane.Frame) (pane.Frame, []string) {
	marked := f.MarkedHere()
	if len(marked) == 0 {
		return f, nil
	}
	if !slices.Contains(marked, f.Selected) {
		f.Selected = marked[0]
	}
	if c := f.Here(); c != nil {
		f.System = scene.ShownOf(f.Table, c, f.System)
	}
	if len(marked) == 1 {
		return f, nil
	}
	return f, marked
}

// band sets up a group action.
func (m *Memory) band(f pane.Frame, who []string, d scene.Draft) *groupAct {
	b := &groupAct{Draft: d}
	for _, id := range who {
		b.all = append(b.all, member{who: id})
	}
	b.asks = !extras(f.Table, who)
	if a := b.action(f.Table); a == nil || a.Need == engine.Alone {
		b.Against = nil
	} else if foes := b.foes(f.Table, d.Who); len(d.Against) == 0 || slices.Contains(who, d.Against[0]) {
		b.Against = nil
		if lead, ok := f.Table.Character(d.Who); ok && a.Attack() && len(foes) > 0 {
			b.Against = nearest(f.Table, lead, foes)
		}
	} else {
		b.Against = d.Against[:1]
	}
	b.turn(f.Table)
	return b
}

// extras reports whether the members make no decisions of their own: they are the
// gamemaster's, and numbered copies or not heroes.
func extras(t model.Table, who []string) bool {
	return !slices.ContainsFunc(who, func(id string) bool {
		c, ok := t.Character(id)
		return !ok || c.Owner != "" || c.Side == engine.Heroes && !view.IsCopy(c)
	})
}

func (b *groupAct) action(t model.Table) *engine.Action {
	s, ok := t.Rulebook(b.System)
	if !ok {
		return nil
	}
	a, _ := s.Action(b.Action)
	return a
}

// others lists the possible targets of all members.
func (b *groupAct) others(t model.Table) []string {
	var out []string
	for _, c := range t.Characters() {
		in := slices.ContainsFunc(b.all, func(m member) bool { return m.who == c.ID && !m.out })
		if _, plays := c.Pages[b.System]; plays && !in {
			out = append(out, c.ID)
		}
	}
	return out
}

// foes lists the enemies of a member among the possible targets: those who stand, if any,
// and of those no copies of the member, if any. Without enemies it chooses from all.
func (b *groupAct) foes(t model.Table, who string) []string {
	c, ok := t.Character(who)
	others := b.others(t)
	if !ok {
		return others
	}
	kin := view.Copies(t, c)
	out := others
	for _, fits := range []func(id string) bool{
		func(id string) bool { o, _ := t.Character(id); return c.Opposes(o) },
		func(id string) bool { return !down(t, id, b.System) },
		func(id string) bool { return !slices.Contains(kin, id) },
	} {
		if some := slices.DeleteFunc(slices.Clone(out), func(id string) bool { return !fits(id) }); len(some) > 0 {
			out = some
		}
	}
	return out
}

// down reports whether a character is out of action and need not be attacked.
func down(t model.Table, who, system string) bool {
	c, ok := t.Character(who)
	return ok && t.IsDownIn(c, system)
}

// nearest returns the last opponent of a character, or the next in the roster.
func nearest(t model.Table, c *model.Character, of []string) []string {
	if last := scene.Fought(t, c); len(last) > 0 && slices.Contains(of, last[0]) {
		return last[:1]
	}
	at := t.IndexOf(c.ID)
	best := slices.MinFunc(of, func(x, y string) int { return apart(t.IndexOf(x), at) - apart(t.IndexOf(y), at) })
	return []string{best}
}

func apart(a, b int) int { return max(a-b, b-a) }

// turn chooses the targets of all members by the common aim.
func (b *groupAct) turn(t model.Table) {
	if b.Called != nil {
		return
	}
	bySide := map[engine.Side][]string{}
	n := 0
	for i := range b.all {
		m := &b.all[i]
		if m.out || m.chosen {
			continue
		}
		m.against = b.Against
		c, ok := t.Character(m.who)
		var foes []string
		if ok && b.aim != allTheSame {
			if foes = bySide[c.Side]; foes == nil {
				foes = b.foes(t, m.who)
				bySide[c.Side] = foes
			}
		}
		switch {
		case len(foes) == 0:
		case b.aim == eachNearest:
			m.against = nearest(t, c, foes)
		case b.aim == spreadOut:
			m.against = foes[n%len(foes) : n%len(foes)+1]
		}
		n++
	}
}

// draft is the action of one member.
func (b *groupAct) draft(m member) scene.Draft {
	d := b.Draft
	d.Who, d.Against, d.Called = m.who, m.against, m.called
	for _, path := range m.own.Paths() {
		v, _ := m.own.Get(path)
		if was, _ := d.Params.Get(path); was.Text() == d.Row {
			d.Row = v.Text()
		}
		d.Params = d.Params.With(path, v)
	}
	return d
}

// begins is the command of one member.
func (b *groupAct) begins(m member) model.Begin { return b.draft(m).Command() }

// look works out the preview of each member without odds, and returns one preview for each
// set of equal members.
func (b *groupAct) look(f pane.Frame) (each []*scene.Preview) {
	known := map[string]*scene.Preview{}
	for i := range b.all {
		m := &b.all[i]
		m.whyNot, m.preview, m.early = "", nil, ""
		if m.out {
			continue
		}
		if a := b.action(f.Table); a != nil && a.Mode == engine.Active && b.Called == nil {
			m.early = decide.OutOfTurn(f.Table, m.who)
		}
		in, err := decide.InputsToBegin(f.Table, f.Seat, b.begins(*m))
		if err != nil {
			m.whyNot = err.Error()
			continue
		}
		key, err := json.Marshal([]any{in.Sheets, in.Params, m.against})
		if err != nil {
			continue
		}
		if known[string(key)] == nil {
			a := scene.PreviewIn(f.Table, in)
			known[string(key)] = &a
			each = append(each, &a)
		}
		m.preview = known[string(key)]
		m.whyNot = m.preview.WhyNot
	}
	return each
}

// counted takes in the counted odds of all members.
func (b *groupAct) counted() {
	for i := range b.all {
		if m := &b.all[i]; m.preview != nil {
			m.whyNot, m.seen = m.preview.WhyNot, m.preview
		}
	}
}

// ready returns the commands of the members who take part, or says why none can.
func (b *groupAct) ready() (all []model.Begin, whyNot string) {
	whyNot = "nobody is included"
	for _, m := range b.all {
		switch {
		case m.out:
		case m.whyNot != "":
			whyNot = m.whyNot
		default:
			all = append(all, b.begins(m))
		}
	}
	return all, whyNot
}

// who lists the members who take part.
func (b *groupAct) who() []string {
	var out []string
	for _, m := range b.all {
		if !m.out {
			out = append(out, m.who)
		}
	}
	return out
}

// early lists the members who would act out of turn.
func (b *groupAct) early() []string {
	var out []string
	for _, m := range b.all {
		if !m.out && m.whyNot == "" && m.early != "" {
			out = append(out, m.who)
		}
	}
	return out
}

// expected returns the expected number of successes, and of how many members it is known.
func (b *groupAct) expected() (mean float64, of int) {
	for _, m := range b.all {
		if !m.out && m.seen != nil && m.whyNot == "" && m.seen.Unsure() {
			mean, of = mean+m.seen.Odds.Success, of+1
		}
	}
	return mean, of
}

// gangAgain opens the form of the last group action, for the members who are still at the
// table.
func (m *Memory) gangAgain(f pane.Frame, b groupAct) pane.Intent {
	b.all = slices.DeleteFunc(slices.Clone(b.all), func(x member) bool {
		c, ok := f.Table.Character(x.who)
		return !ok || c.Left
	})
	gone := func(who []string) bool {
		c, ok := f.Table.Character(who[0])
		return !ok || c.Left || down(f.Table, who[0], b.System)
	}
	b.Who = f.Selected
	for i := range b.all {
		b.all[i].chosen = b.all[i].chosen && (len(b.all[i].against) == 0 || !gone(b.all[i].against))
	}
	if len(b.Against) > 0 && gone(b.Against) {
		if c, foes := f.Here(), b.foes(f.Table, b.Who); c != nil && len(foes) > 0 {
			b.Against = nearest(f.Table, c, foes)
		}
	}
	b.turn(f.Table)
	return m.gangOf(f, &b)
}

// several lists the members of a group action: the marked characters, or the selected one
// and its copies, or everybody with a sheet of the rulebook.
func several(f pane.Frame) []string {
	if all := f.MarkedHere(); len(all) > 1 {
		return all
	}
	if all := view.Copies(f.Table, f.Here()); len(all) > 1 {
		return all
	}
	var out []string
	for _, c := range f.Table.Characters() {
		if _, plays := c.Pages[f.System]; plays {
			out = append(out, c.ID)
		}
	}
	return out
}

// severalAct opens the list of actions for a group.
func (m *Memory) severalAct(f pane.Frame) pane.Intent {
	who := several(f)
	if !slices.Contains(who, f.Selected) && len(who) > 0 {
		f.Selected = who[0]
	}
	return m.palette(f, false, who)
}

func severalWords(f pane.Frame) string {
	if f.Here() == nil {
		return "several characters act together"
	}
	return view.GroupName(f.Table, several(f)) + " act together"
}
