package decide

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// result is what a roll does by the step that it has reached, with the table as it is now.
// changes must be called before pending, because a later action may name a row that changes
// gives another id.
type result struct {
	d       *decision
	roll    model.Roll
	step    engine.Step
	renamed map[newRow]string // rows that the roll adds and whose ids were used meanwhile: the ids they get instead
}

// newRow is a row that a roll adds, with the id that the rule gave it.
type newRow struct {
	seat      engine.Seat
	list, row string
}

// PreviewEffects returns what a roll would do by its last step with the sheets as they
// are: its changes, and the actions it would put on the timeline.
func PreviewEffects(t model.Table, r model.Roll, step engine.Step) ([]model.Change, []model.Pending) {
	x := result{d: &decision{access: access{t: t}}, roll: r, step: step}
	return x.changes(), x.pending()
}

// PreviewPending returns the outcome and the changes of a pending action if nothing
// changes until it is due. It returns false if dice or decisions are still needed.
func PreviewPending(t model.Table, p model.Pending) (engine.Outcome, []model.Change, bool) {
	r, step, ok := t.RunPending(p)
	if !ok {
		return engine.Outcome{}, nil, false
	}
	changes, _ := PreviewEffects(t, r, step)
	return step.Outcome, changes, true
}

// changes returns the step's changes applied to the sheets as they are now. For whole
// numbers the difference is added, so that changes made since the roll began are kept. A
// new row whose id was used meanwhile gets another id.
func (x *result) changes() []model.Change {
	t, r := x.d.t, x.roll
	var out []model.Change
	for _, c := range x.step.Changes {
		ids := r.At(c.Sheet)
		if len(ids) == 0 {
			continue
		}
		who, ok := t.Character(ids[0])
		if !ok || who.Left && !r.Lasting {
			continue
		}
		s := t.Rulebooks[r.System]
		ch := model.Change{Who: who.ID, System: r.System, Field: c.Field, From: c.From, To: c.To}
		ch.Field = x.freeRow(c, who.Pages[r.System])
		now := s.Sheet.Read(who.Pages[r.System]).Value(ch.Field)
		if c.To.Kind() == engine.Int && c.From.Kind() == engine.Int && now.Kind() == engine.Int && now != c.From {
			to := now.Int() + c.To.Int() - c.From.Int()
			if sp, ok := s.Sheet.Field(ch.Field); ok {
				to = min(max(to, sp.Least), sp.Most)
			}
			ch.From, ch.To = now, engine.ValueOf(to)
		}
		ch.PoolLeft = model.PoolLeft(s, s.Sheet.Read(who.Pages[r.System]).WithModifiers(t.InForce(who.ID, r.System)), ch, out...)
		out = append(out, ch)
	}
	return out
}

// freeRow returns the path of a change. If the roll adds a row and the row's id was used
// meanwhile, the path has an id that is free.
func (x *result) freeRow(c engine.Change, now engine.Page) string {
	list, rest, nested := strings.Cut(c.Field, "/")
	row, column, _ := strings.Cut(rest, "/")
	then, there := x.roll.RollContext.Sheets[c.Sheet]
	if !nested || column == "" || !there || slices.Contains(then.RowIDs(list), row) {
		return c.Field
	}
	key := newRow{c.Sheet, list, row}
	id, done := x.renamed[key]
	if !done {
		used := now.RowIDs(list)
		if id = row; !slices.Contains(used, row) {
			return c.Field
		}
		for n := 1; slices.Contains(used, id); n++ {
			id = fmt.Sprintf("r%d", n)
		}
		if x.renamed == nil {
			x.renamed = map[newRow]string{}
		}
		x.renamed[key] = id
	}
	return list + "/" + id + "/" + column
}

// withNewRows replaces the ids of renamed rows in the parameters of a later action against
// a seat of the roll.
func (x *result) withNewRows(params engine.Page, against engine.Seat) engine.Page {
	for _, path := range params.Paths() {
		v, _ := params.Get(path)
		for key, id := range x.renamed {
			if v.Kind() == engine.Text && v.Text() == key.row && (key.seat == engine.Actor || key.seat == against) {
				params = params.With(path, engine.ValueOf(id))
			}
		}
	}
	return params
}

// pending returns the actions that the step puts on the timeline, with new ids.
func (x *result) pending() []model.Pending {
	d, r := x.d, x.roll
	s, ok := d.t.Rulebooks[r.System]
	if !ok {
		return nil
	}
	a, ok := s.Action(r.Action)
	passive := !ok || a.Mode != engine.Active
	of := r.Action
	if r.Pending != "" { // a postponed action stays what it was
		for _, p := range d.openedPending {
			if p.ID == r.Pending && p.Action == r.Action {
				passive, of = p.Passive, p.Of
			}
		}
	}
	var out []model.Pending
	for _, l := range x.step.Following(engine.OnTimeline) {
		for _, who := range r.At(l.Who) {
			out = append(out, model.Pending{ID: d.id("p"), Who: who, Against: r.At(l.Against), System: r.System,
				Action: l.Action, Of: of, Passive: passive, Params: x.withNewRows(l.Params, l.Against), Hidden: r.Hidden,
				Start: r.Moment, Due: r.Moment + model.ConvertSpan(s.Time, d.t.Time(), l.After)})
		}
	}
	return out
}

// followUps returns the follow-ups that the step calls for. Their origin is that of the
// follow-up that the roll took up or, without one, the roll itself.
func (x *result) followUps() []model.FollowUp {
	r := x.roll
	origin := cmp.Or(r.RollContext.Origin, model.Origin{Who: r.Who, Roll: r.ID})
	var out []model.FollowUp
	for _, f := range x.step.Next {
		if f.When != engine.CalledFor && f.When != engine.NotCalledFor {
			continue
		}
		for _, id := range r.At(f.Who) {
			u := model.FollowUp{Who: id, Against: x.aims(id, f), System: r.System, Action: f.Action, Params: f.Params, Hidden: r.Hidden, Withdrawn: f.When == engine.NotCalledFor, Alternative: f.Or, Meets: f.Meets, Origin: origin}
			switch {
			case r.GroupSize() > 0:
				u.By = r.ID
			case id != r.Who:
				u.By = r.Who
			}
			out = append(out, u)
		}
	}
	return out
}

// aims returns whom an action that the step calls for is against. An attack of the actor that
// names nobody goes on with those whom the roll was against: a power that was aimed at somebody
// ends at them.
func (x *result) aims(who string, f engine.Next) []string {
	r, s := x.roll, x.d.t.Rulebooks[x.roll.System]
	against := r.At(f.Against)
	c, here := x.d.t.Character(who)
	if len(against) > 0 || who != r.Who || !here {
		return against
	}
	a, known := s.Action(f.Action)
	if !known || a.Need == engine.Alone {
		return nil
	}
	if attack, _ := s.IsAttack(a, f.Params, c.Pages[r.System]); !attack {
		return nil
	}
	if a.Need == engine.MayFace {
		return r.Against[:min(1, len(r.Against))]
	}
	return r.Against
}

// runForOthers runs the actions that the step calls for from every other character with a
// page of the roll's rulebook.
func (x *result) runForOthers() {
	for _, a := range x.step.Following(engine.ForOthers) {
		for _, c := range x.d.t.Characters() {
			if _, has := c.Pages[x.roll.System]; has && c.ID != x.roll.Who {
				x.d.runClockAction(model.Roll{Who: c.ID, System: x.roll.System, Action: a.Action, Params: a.Params, Hidden: x.roll.Hidden}, "")
			}
		}
	}
}

// cancelEnded cancels the pending actions of the actor that the step calls off.
func (x *result) cancelEnded() {
	d, r := x.d, x.roll
	for _, off := range x.step.Following(engine.OffTimeline) {
		for _, p := range d.t.Pending() {
			if p.Who == r.Who && p.System == r.System && p.Action == off.Action && model.HasParams(p.Params, off.Params) {
				d.callOff(p, d.t.ActionName(r.System, r.Action))
			}
		}
	}
}
