package decide

import (
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// playEvent does again what an event of then did. Where it can't be it leaves
// nothing, and says why.
func (d *decision) playEvent(e model.Event) (why string) {
	p := d.past
	p.event, p.taken = e, map[int]bool{}
	if p.followsAnew(d, e) {
		return ""
	}
	before := d.t
	house := p.alone(e)
	for _, h := range house {
		d.say(model.HouseSet{System: h.System, Rule: h.Rule, Value: h.Value, Alone: model.HouseBegins})
	}
	err := d.doAgain(p.didNow(e), e)
	if err != nil {
		d.t, d.facts = before, nil
		return err.Error()
	}
	for _, h := range slices.Backward(house) {
		v, _ := before.House[h.System].Get(h.Rule)
		d.say(model.HouseSet{System: h.System, Rule: h.Rule, Value: v, Alone: model.HouseEnds})
	}
	d.lineUp()
	d.turnBegins(before.Clock)
	return ""
}

// didNow is what an event does this time.
func (p *past) didNow(e model.Event) model.Command {
	if e.Seq == p.again.Event && p.again.Instead != nil {
		return p.again.Instead
	}
	return e.Did
}

// alone are the house rules that hold for an event alone: those it had, and
// those that the act is to have.
func (p *past) alone(e model.Event) []model.SetHouse {
	var out []model.SetHouse
	for _, f := range e.Facts {
		if h, ok := f.(model.HouseSet); ok && h.Alone == model.HouseBegins {
			out = append(out, model.SetHouse{System: h.System, Rule: h.Rule, Value: h.Value})
		}
	}
	if e.Seq != p.again.Event {
		return out
	}
	for _, h := range p.again.House {
		out = slices.DeleteFunc(out, func(x model.SetHouse) bool { return x.System == h.System && x.Rule == h.Rule })
		out = append(out, h)
	}
	return out
}

// doAgain decides what was wanted, with the names that things have now.
func (d *decision) doAgain(c model.Command, e model.Event) error {
	p := d.past
	switch c := c.(type) {
	case model.Begin:
		c.Answers = nil
		c, err := p.calls(d).inPlaceOf(c)
		if err != nil {
			return err
		}
		return d.decide(c)
	case model.Together:
		var why error
		each, calls := c.Each, p.calls(d)
		c.Each = nil
		for _, one := range each {
			now, err := calls.inPlaceOf(one)
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
		return d.nextAgain(e)
	case model.Go:
		if c.Moment <= d.t.Clock.Moment {
			return nil
		}
		return d.decide(c)
	case model.Drop:
		c.Roll = p.idNow(c.Roll)
		return d.decide(c)
	case model.Cancel:
		c.Pending = p.idNow(c.Pending)
		return d.decide(c)
	case model.Delay:
		c.Pending = p.idNow(c.Pending)
		return d.decide(c)
	case model.EndEffect:
		c.Effect = p.idNow(c.Effect)
		return d.decide(c)
	case model.Write:
		return d.decide(c)
	}
	if model.Keeps(c) {
		return d.decide(c)
	}
	return d.asItWas(e)
}

// asItWas lets stand what was set by hand, and goes on with the rolls that were
// answered.
func (d *decision) asItWas(e model.Event) error {
	going := map[string]bool{}
	for _, f := range e.Facts {
		if a, ok := f.(model.Answered); ok && !going[a.Roll] && !model.Opens(e, a.Roll) {
			going[a.Roll] = true
			id := d.past.idNow(a.Roll)
			if r, open := d.t.Roll(id); open && r.Parked == "" {
				d.goOn(id)
			}
		}
	}
	if len(going) > 0 {
		return nil
	}
	for _, f := range e.Facts {
		if w, ok := f.(model.SheetWritten); ok {
			f = d.writtenNow(w)
		}
		d.say(f)
	}
	return nil
}

// writtenNow is a change by hand to the sheet as it is now.
func (d *decision) writtenNow(w model.SheetWritten) model.SheetWritten {
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

// nextAgain lets time go on as far as it went then. What falls due until then
// does, be it more or less than then.
func (d *decision) nextAgain(e model.Event) error {
	to := d.past.was.Clock.Moment
	if c, ok := model.LastClock(e); ok {
		to = max(to, c.Moment)
	}
	if to == d.past.was.Clock.Moment {
		return d.next()
	}
	if len(d.waiting()) > 0 {
		return model.Refuse("a roll is under way: finish or drop it first")
	}
	for spins := 0; d.t.Clock.Moment < to && len(d.waiting()) == 0; spins++ {
		switch {
		case NextMoment(d.t) > to || spins == mostSpins:
			d.reach(to)
		case spins == 0 || turnsLeft(d.t):
			if err := d.next(); err != nil {
				return err
			}
		default:
			d.forward()
		}
	}
	return nil
}

// calls is what was called for then and is now, as far as nothing has taken it up.
type calls struct {
	*past
	then, now []model.FollowUp
}

func (p *past) calls(d *decision) *calls { return &calls{p, p.was.FollowUps, d.t.State.FollowUps} }

// inPlaceOf gives an action that took up what was called for as it is called for
// now: of whoever it concerns now, with what is carried along now.
func (x *calls) inPlaceOf(c model.Begin) (model.Begin, error) {
	var then, now model.FollowUp
	if x.then, then = model.TakenUp(x.then, roll(c)); then.Who == "" || x.event.Seq == x.again.Event {
		x.now, _ = model.TakenUp(x.now, roll(c))
		return c, nil
	}
	at := x.place(then)
	if at < 0 {
		return c, model.Refuse("it is no longer needed")
	}
	now = x.now[at]
	x.now = slices.DeleteFunc(slices.Delete(slices.Clone(x.now), at, at+1), now.Instead)
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

// place finds what is called for now, by the same blow, in the place of what was
// then: of the same, or else of somebody of whom that was not called for; -1 for
// nothing.
func (x *calls) place(then model.FollowUp) int {
	blow := func(f, g model.FollowUp) bool { return x.idNow(f.Blow.Roll) == g.Blow.Roll }
	for _, is := range []func(model.FollowUp) bool{
		func(f model.FollowUp) bool {
			return then.Like(f) && f.By == x.idNow(then.By) && reflect.DeepEqual(f.Params, then.Params)
		},
		func(f model.FollowUp) bool { return then.Like(f) && f.By == x.idNow(then.By) },
		then.Like,
		func(f model.FollowUp) bool {
			return f.System == then.System && f.Action == then.Action &&
				!slices.ContainsFunc(x.then, func(g model.FollowUp) bool { return g.Like(f) && blow(g, f) })
		},
	} {
		if i := slices.IndexFunc(x.now, func(f model.FollowUp) bool { return blow(then, f) && is(f) }); i >= 0 {
			return i
		}
	}
	return -1
}

// followsAnew reports whether an event would let time go on over something that
// is called for now and was not then: it stops before that.
func (p *past) followsAnew(d *decision, e model.Event) bool {
	c, moves := model.LastClock(e)
	if p.again.Without || !moves || c.Moment == p.was.Clock.Moment && c.Scene == p.was.Clock.Scene {
		return false
	}
	for _, f := range d.t.State.FollowUps {
		same := func(g model.FollowUp) bool { return g.System == f.System && g.Action == f.Action }
		if !slices.ContainsFunc(p.was.FollowUps, same) {
			p.halt = &Halt{Event: e.Seq, Words: d.t.NameOf(f.Who) + ", " + d.t.ActionName(f.System, f.Action) + ": this now follows, but was not done then"}
			return true
		}
	}
	return false
}
