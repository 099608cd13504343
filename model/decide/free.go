package decide

import (
	"cmp"
	"slices"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Free returns the characters who may begin something now, in the order of the roster.
// They are not busy, the order of turns allows it, they have declared actions left and
// can act. Resting characters are left out: they may act, but nobody waits for them.
func Free(t model.Table) []string {
	out := make([]string, 0, len(t.State.Characters))
	for _, c := range t.State.Characters {
		if !c.Left && !busy(t, c.ID) && !isResting(t, c) && inTurn(t, c) && canAct(t, c, t.Clock.Moment) {
			out = append(out, c.ID)
		}
	}
	return out
}

// idle returns the characters who are not busy and whom the order of turns allows to
// act.
func idle(t model.Table) []*model.Character {
	return slices.DeleteFunc(t.Characters(), func(c *model.Character) bool { return busy(t, c.ID) || !inTurn(t, c) })
}

// freeNextMoment returns the characters who can begin nothing now but can one moment
// later.
func freeNextMoment(t model.Table) []*model.Character {
	now := t.Clock.Moment
	return slices.DeleteFunc(idle(t), func(c *model.Character) bool {
		return canAct(t, c, now) || isResting(t, c) || !canAct(t, c, now+1)
	})
}

// isResting reports whether a pending action of a character is a rest.
func isResting(t model.Table, c *model.Character) bool {
	return slices.ContainsFunc(t.State.Pending, func(p model.Pending) bool {
		return p.Who == c.ID && slices.ContainsFunc(Rests(t, p.System), func(r engine.Rest) bool { return r.Action == p.Of })
	})
}

// busy reports whether a character is in the middle of an action or a roll.
func busy(t model.Table, who string) bool {
	return slices.ContainsFunc(t.State.Pending, func(p model.Pending) bool { return p.Who == who && !p.Passive && p.Due > t.Clock.Moment }) ||
		slices.ContainsFunc(t.State.Rolls, func(r model.Roll) bool { return r.Who == who && r.Parked == "" })
}

// inTurn reports whether a character has declared actions left and the order of turns
// allows the character to act now.
func inTurn(t model.Table, c *model.Character) bool {
	if x, ok := t.Declared(c.ID); ok && x.Done >= x.Actions {
		return false
	}
	return onTurn(t, c)
}

// onTurn is like inTurn but does not count actions.
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

// canAct reports whether a character could begin an active action at a moment.
// Characters who are down cannot.
func canAct(t model.Table, c *model.Character, m int) bool {
	if c.Public != nil {
		return !c.Public.Down // nothing else is known of it
	}
	if t.Abilities == nil {
		return canBeginAny(t, c, m)
	}
	t.Abilities.At(t)
	return model.Cached(t.Abilities.Begin, model.CacheKey{Who: c.ID, System: "", Moment: m}, c, func() bool { return canBeginAny(t, c, m) })
}

// canBeginAny is canAct without the cache. It tries the last possible action first,
// because many others need something in their form.
func canBeginAny(t model.Table, c *model.Character, m int) bool {
	for _, sys := range c.Systems() {
		s, ok := t.Rulebooks[sys]
		if !ok || model.IsGrave(t.Marks(c, s, sys)) {
			continue
		}
		last := ""
		if t.Abilities != nil {
			last = t.Abilities.LastBegun[sys]
		}
		if last != "" && canBegin(t, c, sys, last, m) {
			return true
		}
		for _, a := range s.Actions {
			if a.Mode != engine.Active || a.ID == last || !canBegin(t, c, sys, a.ID, m) {
				continue
			}
			if t.Abilities != nil {
				t.Abilities.LastBegun[sys] = a.ID
			}
			return true
		}
	}
	return false
}

// canBegin reports whether a character could begin an action at a moment with an empty
// form.
func canBegin(t model.Table, c *model.Character, system, action string, m int) bool {
	r := model.Roll{Who: c.ID, System: system, Action: action, ByPlayer: t.SeatView != nil, Moment: m}
	r.RollContext = model.RollContext{Sheets: t.Sheets(r), House: t.House[system], Forces: t.ForcesOn(r)}
	in, err := t.InputsOf(r)
	return err == nil && in.Begins()
}

// DueTime returns the moment at which a pending action will happen, which is later
// than its due moment if its rule postpones it.
func DueTime(t model.Table, p model.Pending) int {
	return p.Due + postponement(t, p, max(p.Due, t.Clock.Moment))
}

// endingModifiers lists what rulebooks end for characters after now, such as surprise
// or a power that runs out.
func endingModifiers(t model.Table) []model.Running {
	var out []model.Running
	for c := range t.Here() {
		for _, sys := range c.Systems() {
			out = append(out, t.Ending(c, sys)...)
		}
	}
	return slices.DeleteFunc(out, func(r model.Running) bool { return r.At <= t.Clock.Moment })
}

// UpcomingUntil lists the pending actions and ends of effects up to and including
// moment m that a player might react to. Payments and skipped turns are left out.
func UpcomingUntil(t model.Table, m int) []model.Coming {
	var out []model.Coming
	for _, p := range t.Pending() {
		if at := DueTime(t, p); at <= m && !isSkippedTurn(t, p) {
			if c, ok := upcoming(t, dueItem{Moment: at, Pending: &p, Who: p.Who, System: p.System}); ok {
				out = append(out, c)
			}
		}
	}
	for _, e := range t.State.Effects {
		if (e.Until == model.ByMoment || e.Until == model.ByTime) && e.At <= m {
			out = append(out, model.Coming{Moment: e.At, Who: e.Who, Words: e.Words, Ends: true})
		}
	}
	for _, r := range endingModifiers(t) {
		if r.At <= m {
			out = append(out, model.Coming{Moment: r.At, Who: r.Who, System: r.System, Words: r.Words, Ends: true})
		}
	}
	slices.SortStableFunc(out, func(a, b model.Coming) int { return cmp.Compare(a.Moment, b.Moment) })
	return out
}

// ShelfItem is something prepared that can be put into any table: a character, a gang,
// a row of a sheet such as a weapon or a power, or an effect. One of Characters, Row
// and Effect is set.
type ShelfItem struct {
	Name       string
	Characters []model.Character // one, or those of a gang
	System     string            // of the row
	List       string            // that the row is of
	Row        map[string]engine.Value
	Effect     *model.Effect // its At is how long it lasts, in moments
}

// Word returns the kind of the item: "character", "gang", "condition", or the
// rulebook's label of the list that a row belongs to.
func (r ShelfItem) Word(rules model.Rules) string {
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

// Page returns a page with the row added to its list under the given id.
func (r ShelfItem) Page(p engine.Page, id string) engine.Page {
	for _, column := range slices.Sorted(r.columns) {
		p = p.With(r.List+"/"+id+"/"+column, r.Row[column])
	}
	return p
}

func (r ShelfItem) columns(yield func(string) bool) {
	for column := range r.Row {
		if !yield(column) {
			return
		}
	}
}

// WithRow returns the item with a row copied from a page.
func (r ShelfItem) WithRow(p engine.Page, s *engine.System, list, row string) ShelfItem {
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

// Command returns the command that puts the item into a table: a new character, or a
// row or effect for the character who. The refusal says what is missing.
func (r ShelfItem) Command(t model.Table, who string) (model.Command, error) {
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

// ShelfItemOf returns an effect of the table as a shelf item, with its duration in
// moments.
func ShelfItemOf(t model.Table, effect string) (ShelfItem, bool) {
	i := slices.IndexFunc(t.State.Effects, func(e model.Effect) bool { return e.ID == effect })
	if i < 0 {
		return ShelfItem{}, false
	}
	e := t.State.Effects[i]
	if e.Until == model.ByMoment || e.Until == model.ByTime {
		e.At -= e.Since
	}
	e.ID, e.Who, e.Since, e.Of, e.Wrote = "", "", 0, "", nil
	return ShelfItem{Name: e.Words, Effect: &e}, true
}
