package decide

import (
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// play replays a recorded event. If the event is refused now the table stays as
// it is, and the reason is returned.
func (p *replay) play(d *decision, e model.Event) (why string) {
	p.event, p.matched = e, map[int]bool{}
	if p.stopsForFollowUp(d, e) {
		return ""
	}
	before := d.t
	house := p.temporaryHouseRules(e)
	for _, h := range house {
		d.emit(model.HouseSet{System: h.System, Rule: h.Rule, Value: h.Value, Temporary: model.TemporaryBegins})
	}
	err := p.decide(d, p.commandOf(e), e)
	if err != nil {
		d.t, d.facts = before, nil
		return err.Error()
	}
	for _, h := range slices.Backward(house) {
		v, _ := before.House[h.System].Get(h.Rule)
		d.emit(model.HouseSet{System: h.System, Rule: h.Rule, Value: v, Temporary: model.TemporaryEnds})
	}
	d.afterCommand(p.commandOf(e), before.State)
	return ""
}

// commandOf returns the command of an event in the replay: the amended command for the
// act itself, otherwise the recorded one.
func (p *replay) commandOf(e model.Event) model.Command {
	if e.Seq == p.amend.Event && p.amend.Instead != nil {
		return p.amend.Instead
	}
	return e.Did
}

// temporaryHouseRules returns the house rules that hold for one event only: those
// recorded with it and, for the act itself, those of the amendment.
func (p *replay) temporaryHouseRules(e model.Event) []model.SetHouse {
	var out []model.SetHouse
	for _, f := range e.Facts {
		if h, ok := f.(model.HouseSet); ok && h.Temporary == model.TemporaryBegins {
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

// decide decides a recorded command with the new ids of what it names.
func (p *replay) decide(d *decision, c model.Command, e model.Event) error {
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
		return p.next(d, e)
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
	case model.SettleRequest:
		if !grantsRolls(e) {
			return p.repeatFacts(d, e)
		}
		return d.decide(c)
	}
	if model.IsStored(c) {
		return d.decide(c)
	}
	return p.repeatFacts(d, e)
}

// repeatFacts emits the facts of an event that was decided by hand, or continues the
// rolls that it answered.
func (p *replay) repeatFacts(d *decision, e model.Event) error {
	going := map[string]bool{}
	for _, f := range e.Facts {
		if a, ok := f.(model.Answered); ok && !going[a.Roll] && !model.Opens(e, a.Roll) {
			going[a.Roll] = true
			id := p.newID(a.Roll)
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
			f = writtenAnew(d.t, w)
		}
		d.emit(f)
	}
	return nil
}

// writtenAnew returns a change by hand with the old values of the sheet as it is in
// the replay.
func writtenAnew(t model.Table, w model.SheetWritten) model.SheetWritten {
	who, ok := t.Character(w.Who)
	s, known := t.Rulebooks[w.System]
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

// next advances the clock as far as the recorded event did, and does what falls
// due until then, even if the recorded event did more or less.
func (p *replay) next(d *decision, e model.Event) error {
	to := p.recorded.Clock.Moment
	if c, ok := model.LastClock(e); ok {
		to = max(to, c.Moment)
	}
	if to == p.recorded.Clock.Moment {
		return d.next()
	}
	if rollIsOpen(d.t) {
		return errRollIsOpen
	}
	for steps := 0; d.t.Clock.Moment < to && !rollIsOpen(d.t); steps++ {
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

// followUps are the follow-ups that nothing has taken up yet, in the record and in the
// replay.
type followUps struct {
	*replay
	recorded, current []model.FollowUp
}

func (p *replay) followUps(d *decision) *followUps {
	return &followUps{p, p.recorded.FollowUps, d.t.State.FollowUps}
}

// substitute returns a recorded action that took up a follow-up with the characters
// and parameters of the follow-up that stands in its place now. It refuses if there is
// none.
func (x *followUps) substitute(c model.Begin) (model.Begin, error) {
	var then, now model.FollowUp
	if x.recorded, then = model.TakeFollowUp(x.recorded, rollOf(c)); then.Who == "" || x.event.Seq == x.amend.Event {
		x.current, _ = model.TakeFollowUp(x.current, rollOf(c))
		return c, nil
	}
	at := x.find(then)
	if at < 0 {
		return c, model.Refuse("it is no longer needed")
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

// find returns the index of the current follow-up that replaces a recorded one and has the
// same origin, or -1. It prefers the same character and parameters.
func (x *followUps) find(then model.FollowUp) int {
	blow := func(f, g model.FollowUp) bool { return x.newID(f.Origin.Roll) == g.Origin.Roll }
	for _, is := range []func(model.FollowUp) bool{
		func(f model.FollowUp) bool {
			return then.SameAction(f) && f.By == x.newID(then.By) && reflect.DeepEqual(f.Params, then.Params)
		},
		func(f model.FollowUp) bool { return then.SameAction(f) && f.By == x.newID(then.By) },
		then.SameAction,
		func(f model.FollowUp) bool {
			return f.System == then.System && f.Action == then.Action &&
				!slices.ContainsFunc(x.recorded, func(g model.FollowUp) bool { return g.SameAction(f) && blow(g, f) })
		},
	} {
		if i := slices.IndexFunc(x.current, func(f model.FollowUp) bool { return blow(then, f) && is(f) }); i >= 0 {
			return i
		}
	}
	return -1
}

// stopsForFollowUp stops the replay before an event that would advance the clock over
// a follow-up that did not exist in the record, and reports whether it did.
func (p *replay) stopsForFollowUp(d *decision, e model.Event) bool {
	c, moves := model.LastClock(e)
	if p.amend.Without || !moves || c.Moment == p.recorded.Clock.Moment && c.Scene == p.recorded.Clock.Scene {
		return false
	}
	for _, f := range d.t.State.FollowUps {
		same := func(g model.FollowUp) bool { return g.System == f.System && g.Action == f.Action }
		if !slices.ContainsFunc(p.recorded.FollowUps, same) {
			p.stopped = &StopPoint{Event: e.Seq, Words: d.t.NameOf(f.Who) + ", " + d.t.ActionName(f.System, f.Action) + ": this now follows, but was not done then"}
			return true
		}
	}
	return false
}

// grantsRolls reports whether rolls began in an event because the gamemaster granted them.
func grantsRolls(e model.Event) bool {
	return slices.ContainsFunc(e.Facts, func(f model.Fact) bool {
		s, ok := f.(model.RequestSettled)
		return ok && s.Granted && (s.Request.Roll != nil || s.Request.Group != nil)
	})
}
