package decide

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Free gives those who may begin something now, in the order of the roster:
// in the middle of nothing, neither before nor behind their turn, with actions
// left of those declared, and kept from it by nothing that holds for them. Who rests
// may break that off, and is not waited for.
func Free(t model.Table) []string {
	out := make([]string, 0, len(t.State.Characters))
	for _, c := range t.State.Characters {
		if !c.Left && !busy(t, c.ID) && !rests(t, c) && inTurn(t, c) && able(t, c, t.Clock.Moment) {
			out = append(out, c.ID)
		}
	}
	return out
}

// idle are those whom neither an action nor the order of turns keeps.
func idle(t model.Table) []*model.Character {
	return slices.DeleteFunc(t.Characters(), func(c *model.Character) bool { return busy(t, c.ID) || !inTurn(t, c) })
}

// frees gives those who can begin nothing now and can a moment later: what is
// started keeps from another start for a moment.
func frees(t model.Table) []*model.Character {
	now := t.Clock.Moment
	return slices.DeleteFunc(idle(t), func(c *model.Character) bool {
		return able(t, c, now) || rests(t, c) || !able(t, c, now+1)
	})
}

// rests reports whether somebody has lain down to rest.
func rests(t model.Table, c *model.Character) bool {
	return slices.ContainsFunc(t.State.Pending, func(p model.Pending) bool {
		return p.Who == c.ID && slices.ContainsFunc(Rests(t, p.System), func(r engine.Rest) bool { return r.Action == p.Of })
	})
}

// busy reports whether somebody is in the middle of something now.
func busy(t model.Table, who string) bool {
	return slices.ContainsFunc(t.State.Pending, func(p model.Pending) bool { return p.Who == who && !p.Passive && p.Due > t.Clock.Moment }) ||
		slices.ContainsFunc(t.State.Rolls, func(r model.Roll) bool { return r.Who == who && r.Parked == "" })
}

// inTurn reports whether the order of turns lets somebody act now: it is their
// turn, they wait for something, or there is no order for them.
func inTurn(t model.Table, c *model.Character) bool {
	if x, ok := t.Declared(c.ID); ok && x.Done >= x.Actions {
		return false
	}
	return onTurn(t, c)
}

// onTurn is inTurn whatever somebody has done already.
func onTurn(t model.Table, c *model.Character) bool {
	if _, waits := Waits(t, c.ID); waits || t.Clock.Turn == c.ID {
		return true
	}
	if t.Time().PerRound == 0 {
		return t.Clock.Turn == ""
	}
	_, rolled := Score(t, c.ID)
	if c.Public != nil {
		rolled = slices.Contains(t.Clock.Order, c.ID)
	}
	return !rolled
}

// able reports whether any of the active actions of somebody could begin at a
// moment, if all stays as it is. Nobody expects it of who is down.
func able(t model.Table, c *model.Character, m int) bool {
	if c.Public != nil {
		return !c.Public.Down // nothing else is known of it
	}
	for _, sys := range c.Systems() {
		s, ok := t.Rulebooks[sys]
		if !ok || model.IsGrave(t.Marks(c, s, sys)) {
			continue
		}
		if slices.ContainsFunc(s.Actions, func(a *engine.Action) bool { return a.Mode == engine.Active && mayBegin(t, c, sys, a.ID, m) }) {
			return true
		}
	}
	return false
}

// mayBegin reports whether somebody could begin an action at a moment, with nothing
// in its form.
func mayBegin(t model.Table, c *model.Character, system, action string, m int) bool {
	r := model.Roll{Who: c.ID, System: system, Action: action, ByPlayer: t.SeatView != nil, Moment: m}
	r.RollContext = model.RollContext{Sheets: t.Sheets(r), House: t.House[system], Forces: t.ForcesOn(r)}
	in, err := t.InputsOf(r)
	return err == nil && in.Begins()
}

// Falls is the moment at which a pending action will happen: when it is due
// or, where its rule puts it off then, later.
func Falls(t model.Table, p model.Pending) int {
	return p.Due + putOff(t, p, max(p.Due, t.Clock.Moment))
}

// wears lists what a rulebook lets end for characters after now: surprise, a
// power that runs out.
func wears(t model.Table) []model.Running {
	var out []model.Running
	for c := range t.Here() {
		for _, sys := range c.Systems() {
			out = append(out, t.Ending(c, sys)...)
		}
	}
	return slices.DeleteFunc(out, func(r model.Running) bool { return r.At <= t.Clock.Moment })
}

// Before lists what comes until moment m, m included, that somebody could act
// on: pending actions, and what ends. Payments are left out, and turns of those
// who have acted or are down.
func Before(t model.Table, m int) []model.Coming {
	var out []model.Coming
	for _, p := range t.Pending() {
		if at := Falls(t, p); at <= m && !passesOver(t, p) {
			if c, ok := coming(t, happening{Moment: at, Pending: &p, Who: p.Who, System: p.System}); ok {
				out = append(out, c)
			}
		}
	}
	for _, e := range t.State.Effects {
		if (e.Until == model.ByMoment || e.Until == model.ByTime) && e.At <= m {
			out = append(out, model.Coming{Moment: e.At, Who: e.Who, Words: e.Words, Ends: true})
		}
	}
	for _, r := range wears(t) {
		if r.At <= m {
			out = append(out, model.Coming{Moment: r.At, Who: r.Who, System: r.System, Words: r.Words, Ends: true})
		}
	}
	slices.SortStableFunc(out, func(a, b model.Coming) int { return cmp.Compare(a.Moment, b.Moment) })
	return out
}

// Ready is what was made before and can be put into any table: a character, a
// gang, a row of a sheet such as a weapon or a power, or an effect. One of
// Characters, Row and Effect is there.
type Ready struct {
	Name       string
	Characters []model.Character // one, or those of a gang
	System     string            // of the row
	List       string            // that the row is of
	Row        map[string]engine.Value
	Effect     *model.Effect // its At is how long it lasts, in moments
}

// Word is what r is called as a kind of thing: "character", "gang", or what the
// rulebook calls the list that a row is of.
func (r Ready) Word(rules model.Rules) string {
	switch {
	case len(r.Characters) == 1:
		return "character"
	case len(r.Characters) > 1:
		return "gang"
	case r.Effect != nil:
		return "condition"
	}
	if s, ok := rules[r.System]; ok {
		if l, ok := s.Sheet.FindList(r.List); ok {
			return l.Label
		}
	}
	return r.List
}

// Page is a page with the row alone in its list, under the id given.
func (r Ready) Page(p engine.Page, id string) engine.Page {
	for _, column := range slices.Sorted(r.columns) {
		p = p.With(r.List+"/"+id+"/"+column, r.Row[column])
	}
	return p
}

func (r Ready) columns(yield func(string) bool) {
	for column := range r.Row {
		if !yield(column) {
			return
		}
	}
}

// RowOf takes a row of a page.
func (r Ready) RowOf(p engine.Page, s *engine.System, list, row string) Ready {
	r.System, r.List, r.Row = s.ID, list, map[string]engine.Value{}
	l, ok := s.Sheet.FindList(list)
	if !ok {
		return r
	}
	for _, c := range l.Columns {
		if v, ok := p.Get(list + "/" + row + "/" + c.ID); ok {
			r.Row[c.ID] = v
		}
	}
	return r
}

// Put is the command that brings r to a table: somebody new, or something for
// who. Whoever comes gets a name that nobody has. The refusal says what is
// missing.
func (r Ready) Put(t model.Table, who string) (model.Command, error) {
	if len(r.Characters) > 0 {
		return model.Join{Character: r.Characters[0], More: r.Characters[1:]}, nil
	}
	c, ok := t.Character(who)
	if !ok {
		return nil, model.Refuse("select whom it is for first")
	}
	if e := r.Effect; e != nil {
		add := model.AddEffect{Who: who, Words: e.Words, Until: e.Until, Adds: e.Does}
		if e.Until == model.ByMoment || e.Until == model.ByTime {
			add.At = t.Clock.Moment + e.At
		}
		if e.Until == model.ByTurn {
			add.Of = who
		}
		for _, a := range e.Does {
			if !model.HasPage(c, a.System) {
				return nil, model.Refuse("%s has no sheet of %s", c.Name, t.SystemName(a.System))
			}
		}
		return add, nil
	}
	s, ok := t.Rulebooks[r.System]
	if !ok {
		return nil, model.Refuse("this version has no rulebook %q", r.System)
	}
	if !model.HasPage(c, r.System) {
		return nil, model.Refuse("%s has no sheet of %s", c.Name, s.Name)
	}
	l, ok := s.Sheet.FindList(r.List)
	if !ok {
		return nil, model.Refuse("%s has no list %q", s.Name, r.List)
	}
	page := c.Pages[r.System]
	id := "r1"
	for n := 2; slices.Contains(page.RowIDs(r.List), id); n++ {
		id = "r" + strconv.Itoa(n)
	}
	set := make([]model.Change, 0, len(r.Row))
	for _, column := range l.Columns {
		if v, ok := r.Row[column.ID]; ok {
			set = append(set, model.Change{Field: r.List + "/" + id + "/" + column.ID, To: v})
		}
	}
	return model.Write{Who: who, System: r.System, Set: set, Why: "from the shelf"}, nil
}

// Kept gives an effect that holds as it is put on the shelf: with how long it
// was to last.
func Kept(t model.Table, effect string) (Ready, bool) {
	i := slices.IndexFunc(t.State.Effects, func(e model.Effect) bool { return e.ID == effect })
	if i < 0 {
		return Ready{}, false
	}
	e := t.State.Effects[i]
	if e.Until == model.ByMoment || e.Until == model.ByTime {
		e.At -= e.Since
	}
	e.ID, e.Who, e.Since, e.Of, e.Wrote = "", "", 0, "", nil
	return Ready{Name: e.Words, Effect: &e}, true
}
