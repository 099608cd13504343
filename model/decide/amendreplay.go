package decide

import (
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// replayEvent does again what an event of then did. Where it can't be it leaves
// nothing, and says why.
func (d *decision) replayEvent(e model.Event) (why string) {
	p := d.replay
	p.event, p.matched = e, map[int]bool{}
	if p.stopsForFollowUp(d, e) {
		return ""
	}
	before := d.t
	house := p.temporaryHouseRules(e)
	for _, h := range house {
		d.emit(model.HouseSet{System: h.System, Rule: h.Rule, Value: h.Value, Alone: model.HouseBegins})
	}
	err := d.replayCommand(p.commandOf(e), e)
	if err != nil {
		d.t, d.facts = before, nil
		return err.Error()
	}
	for _, h := range slices.Backward(house) {
		v, _ := before.House[h.System].Get(h.Rule)
		d.emit(model.HouseSet{System: h.System, Rule: h.Rule, Value: v, Alone: model.HouseEnds})
	}
	d.applyScores()
	d.beginTurn(before.Clock)
	return ""
}

// commandOf is what an event does this time.
func (p *replay) commandOf(e model.Event) model.Command {
	if e.Seq == p.amend.Event && p.amend.Instead != nil {
		return p.amend.Instead
	}
	return e.Did
}

// temporaryHouseRules are the house rules that hold for an event alone: those it had, and
// those that the act is to have.
func (p *replay) temporaryHouseRules(e model.Event) []model.SetHouse {
	var out []model.SetHouse
	for _, f := range e.Facts {
		if h, ok := f.(model.HouseSet); ok && h.Alone == model.HouseBegins {
			out = append(out, model.SetHouse{System: h.System, Rule: h.Rule, Value: h.Value})
		}
	}
	if e.Seq != p.amend.Event {
		return out
	}
	for _, h := range p.amend.House {
		out = slices.DeleteFunc(out, func(x model.SetHouse) bool { return x.System == h.System && x.Rule == h.Rule })
		out = append(out, h)
	}
	return out
}

// replayCommand decides what was wanted, with the names that things have now.
func (d *decision) replayCommand(c model.Command, e model.Event) error {
	p := d.replay
	switch c := c.(type) {
	case model.Begin:
		c.Answers = nil
		c, err := p.followUps(d).substitute(c)
		if err != nil {
			return err
		}
		return d.decide(c)
	case model.Together:
		var why error
		each, calls := c.Each, p.followUps(d)
		c.Each = nil
		for _, one := range each {
			now, err := calls.substitute(one)
			if err != nil {
				why = err
				continue
			}
			c.Each = append(c.Each, now)
		}
		if len(c.Each) == 0 {
			return why
		}
		return d.decide(c)
	case model.Next:
		return d.replayNext(e)
	case model.Go:
		if c.Moment <= d.t.Clock.Moment {
			return nil
		}
		return d.decide(c)
	case model.Drop:
		c.Roll = p.newID(c.Roll)
		return d.decide(c)
	case model.Cancel:
		c.Pending = p.newID(c.Pending)
		return d.decide(c)
	case model.Delay:
		c.Pending = p.newID(c.Pending)
		return d.decide(c)
	case model.EndEffect:
		c.Effect = p.newID(c.Effect)
		return d.decide(c)
	case model.Write:
		return d.decide(c)
	}
	if model.IsStored(c) {
		return d.decide(c)
	}
	return d.repeatFacts(e)
}

// repeatFacts lets stand what was set by hand, and goes on with the rolls that were
// answered.
func (d *decision) repeatFacts(e model.Event) error {
	going := map[string]bool{}
	for _, f := range e.Facts {
		if a, ok := f.(model.Answered); ok && !going[a.Roll] && !model.Opens(e, a.Roll) {
			going[a.Roll] = true
			id := d.replay.newID(a.Roll)
			if r, open := d.t.Roll(id); open && r.Parked == "" {
				d.advanceRoll(id)
			}
		}
	}
	if len(going) > 0 {
		return nil
	}
	for _, f := range e.Facts {
		if w, ok := f.(model.SheetWritten); ok {
			f = d.writtenAnew(w)
		}
		d.emit(f)
	}
	return nil
}

// writtenAnew is a change by hand to the sheet as it is now.
func (d *decision) writtenAnew(w model.SheetWritten) model.SheetWritten {
	who, ok := d.t.Character(w.Who)
	s, known := d.t.Rulebooks[w.System]
	if !ok || !known {
		return w
	}
	page := who.Pages[w.System]
	w.Changes = slices.Clone(w.Changes)
	for i, c := range w.Changes {
		if _, field := s.Sheet.Field(c.Field); field {
			w.Changes[i].From = s.Sheet.Read(page).Value(c.Field)
		}
		page = page.With(c.Field, c.To)
	}
	return w
}

// replayNext lets time go on as far as it went then. What falls due until then
// does, be it more or less than then.
func (d *decision) replayNext(e model.Event) error {
	to := d.replay.recorded.Clock.Moment
	if c, ok := model.LastClock(e); ok {
		to = max(to, c.Moment)
	}
	if to == d.replay.recorded.Clock.Moment {
		return d.next()
	}
	if len(d.openRolls()) > 0 {
		return model.Refuse("a roll is under way: finish or drop it first")
	}
	for steps := 0; d.t.Clock.Moment < to && len(d.openRolls()) == 0; steps++ {
		switch {
		case NextMoment(d.t) > to || steps == maxSteps:
			d.moveClockTo(to)
		case steps == 0 || turnsLeft(d.t):
			if err := d.next(); err != nil {
				return err
			}
		default:
			d.advance()
		}
	}
	return nil
}

// followUps is what was called for then and is now, as far as nothing has taken it up.
type followUps struct {
	*replay
	recorded, current []model.FollowUp
}

func (p *replay) followUps(d *decision) *followUps {
	return &followUps{p, p.recorded.FollowUps, d.t.State.FollowUps}
}

// substitute gives an action that took up what was called for as it is called for
// now: of whoever it concerns now, with what is carried along now.
func (x *followUps) substitute(c model.Begin) (model.Begin, error) {
	var then, now model.FollowUp
	if x.recorded, then = model.TakeFollowUp(x.recorded, rollOf(c)); then.Who == "" || x.event.Seq == x.amend.Event {
		x.current, _ = model.TakeFollowUp(x.current, rollOf(c))
		return c, nil
	}
	at := x.find(then)
	if at < 0 {
		return c, model.Refuse("it is no longer called for")
	}
	now = x.current[at]
	x.current = slices.DeleteFunc(slices.Delete(slices.Clone(x.current), at, at+1), now.AlternativeTo)
	if c.Who == then.Who {
		c.Who = now.Who
	}
	if slices.Equal(c.Against, then.Against) {
		c.Against = now.Against
	}
	for _, path := range then.Params.Paths() {
		carried, _ := then.Params.Get(path)
		if v, ok := c.Params.Get(path); ok && v == carried {
			c.Params = c.Params.With(path, engine.Value{})
		}
	}
	for _, path := range now.Params.Paths() {
		carried, _ := now.Params.Get(path)
		if _, typed := c.Params.Get(path); !typed {
			c.Params = c.Params.With(path, carried)
		}
	}
	return c, nil
}

// find finds what is called for now, by the same blow, in the place of what was
// then: of the same, or else of somebody of whom that was not called for; -1 for
// nothing.
func (x *followUps) find(then model.FollowUp) int {
	blow := func(f, g model.FollowUp) bool { return x.newID(f.Blow.Roll) == g.Blow.Roll }
	for _, is := range []func(model.FollowUp) bool{
		func(f model.FollowUp) bool {
			return then.Like(f) && f.By == x.newID(then.By) && reflect.DeepEqual(f.Params, then.Params)
		},
		func(f model.FollowUp) bool { return then.Like(f) && f.By == x.newID(then.By) },
		then.Like,
		func(f model.FollowUp) bool {
			return f.System == then.System && f.Action == then.Action &&
				!slices.ContainsFunc(x.recorded, func(g model.FollowUp) bool { return g.Like(f) && blow(g, f) })
		},
	} {
		if i := slices.IndexFunc(x.current, func(f model.FollowUp) bool { return blow(then, f) && is(f) }); i >= 0 {
			return i
		}
	}
	return -1
}

// stopsForFollowUp reports whether an event would let time go on over something that
// is called for now and was not then: it stops before that.
func (p *replay) stopsForFollowUp(d *decision, e model.Event) bool {
	c, moves := model.LastClock(e)
	if p.amend.Without || !moves || c.Moment == p.recorded.Clock.Moment && c.Scene == p.recorded.Clock.Scene {
		return false
	}
	for _, f := range d.t.State.FollowUps {
		same := func(g model.FollowUp) bool { return g.System == f.System && g.Action == f.Action }
		if !slices.ContainsFunc(p.recorded.FollowUps, same) {
			p.stopped = &StopPoint{Event: e.Seq, Words: d.t.NameOf(f.Who) + ", " + d.t.ActionName(f.System, f.Action) + ": that follows now, and was not done then"}
			return true
		}
	}
	return false
}
