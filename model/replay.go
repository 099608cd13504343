package model

import (
	"reflect"
	"slices"

	"example.org/fray/engine"
)

// playEvent does again what an event of then did. Where it can't be it leaves
// nothing, and says why.
func (d *decision) playEvent(e Event) (why string) {
	p := d.past
	p.event, p.taken = e, map[int]bool{}
	if p.followsAnew(d, e) {
		return ""
	}
	before := d.t
	house := p.alone(e)
	for _, h := range house {
		d.say(houseSet{System: h.System, Rule: h.Rule, Value: h.Value, Alone: alone})
	}
	err := d.doAgain(p.didNow(e), e)
	if err != nil {
		d.t, d.facts = before, nil
		return err.Error()
	}
	for _, h := range slices.Backward(house) {
		v, _ := before.House[h.System].Get(h.Rule)
		d.say(houseSet{System: h.System, Rule: h.Rule, Value: v, Alone: aloneNoMore})
	}
	d.lineUp()
	d.turnBegins(before.Clock)
	return ""
}

// didNow is what an event does this time.
func (p *past) didNow(e Event) Command {
	if e.Seq == p.again.Event && p.again.Instead != nil {
		return p.again.Instead
	}
	return e.Did
}

// alone are the house rules that hold for an event alone: those it had, and
// those that the act is to have.
func (p *past) alone(e Event) []SetHouse {
	var out []SetHouse
	for _, f := range e.Facts {
		if h, ok := f.(houseSet); ok && h.Alone == alone {
			out = append(out, SetHouse{h.System, h.Rule, h.Value})
		}
	}
	if e.Seq != p.again.Event {
		return out
	}
	for _, h := range p.again.House {
		out = slices.DeleteFunc(out, func(x SetHouse) bool { return x.System == h.System && x.Rule == h.Rule })
		out = append(out, h)
	}
	return out
}

// doAgain decides what was wanted, with the names that things have now.
func (d *decision) doAgain(c Command, e Event) error {
	p := d.past
	switch c := c.(type) {
	case Begin:
		c.Answers = nil
		c, err := p.calls(d).inPlaceOf(c)
		if err != nil {
			return err
		}
		return d.decide(c)
	case Together:
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
	case Next:
		return d.nextAgain(e)
	case Go:
		if c.Moment <= d.t.Clock.Moment {
			return nil
		}
		return d.decide(c)
	case Drop:
		c.Roll = p.idNow(c.Roll)
		return d.decide(c)
	case Cancel:
		c.Pending = p.idNow(c.Pending)
		return d.decide(c)
	case Delay:
		c.Pending = p.idNow(c.Pending)
		return d.decide(c)
	case EndEffect:
		c.Effect = p.idNow(c.Effect)
		return d.decide(c)
	case Write:
		return d.decide(c)
	}
	if keeps(c) {
		return d.decide(c)
	}
	return d.asItWas(e)
}

// asItWas lets stand what was set by hand, and goes on with the rolls that were
// answered.
func (d *decision) asItWas(e Event) error {
	going := map[string]bool{}
	for _, f := range e.Facts {
		if a, ok := f.(Answered); ok && !going[a.Roll] && !opens(e, a.Roll) {
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
		if w, ok := f.(written); ok {
			f = d.writtenNow(w)
		}
		d.say(f)
	}
	return nil
}

// writtenNow is a change by hand to the sheet as it is now.
func (d *decision) writtenNow(w written) written {
	who, ok := d.t.Character(w.Who)
	s, known := d.t.rules[w.System]
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
func (d *decision) nextAgain(e Event) error {
	to := d.past.was.Clock.Moment
	if c, ok := lastClock(e); ok {
		to = max(to, c.Moment)
	}
	if to == d.past.was.Clock.Moment {
		return d.next()
	}
	if len(d.waiting()) > 0 {
		return refuse("a roll is under way: finish or drop it first")
	}
	for spins := 0; d.t.Clock.Moment < to && len(d.waiting()) == 0; spins++ {
		switch {
		case d.t.NextMoment() > to || spins == mostSpins:
			d.reach(to)
		case spins == 0 || d.t.turnsLeft():
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
	then, now []FollowUp
}

func (p *past) calls(d *decision) *calls { return &calls{p, p.was.follow, d.t.follow} }

// inPlaceOf gives an action that took up what was called for as it is called for
// now: of whoever it concerns now, with what is carried along now.
func (x *calls) inPlaceOf(c Begin) (Begin, error) {
	var then, now FollowUp
	if x.then, then = takenUp(x.then, c.roll()); then.Who == "" || x.event.Seq == x.again.Event {
		x.now, _ = takenUp(x.now, c.roll())
		return c, nil
	}
	at := x.place(then)
	if at < 0 {
		return c, refuse("it is no longer called for")
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
func (x *calls) place(then FollowUp) int {
	blow := func(f, g FollowUp) bool { return x.idNow(f.Blow.Roll) == g.Blow.Roll }
	for _, is := range []func(FollowUp) bool{
		func(f FollowUp) bool {
			return then.like(f) && f.By == x.idNow(then.By) && reflect.DeepEqual(f.Params, then.Params)
		},
		func(f FollowUp) bool { return then.like(f) && f.By == x.idNow(then.By) },
		then.like,
		func(f FollowUp) bool {
			return f.System == then.System && f.Action == then.Action &&
				!slices.ContainsFunc(x.then, func(g FollowUp) bool { return g.like(f) && blow(g, f) })
		},
	} {
		if i := slices.IndexFunc(x.now, func(f FollowUp) bool { return blow(then, f) && is(f) }); i >= 0 {
			return i
		}
	}
	return -1
}

// followsAnew reports whether an event would let time go on over something that
// is called for now and was not then: it stops before that.
func (p *past) followsAnew(d *decision, e Event) bool {
	c, moves := lastClock(e)
	if p.again.Without || !moves || c.Moment == p.was.Clock.Moment && c.Scene == p.was.Clock.Scene {
		return false
	}
	for _, f := range d.t.follow {
		same := func(g FollowUp) bool { return g.System == f.System && g.Action == f.Action }
		if !slices.ContainsFunc(p.was.follow, same) {
			p.halt = &Halt{Event: e.Seq, Words: d.t.NameOf(f.Who) + ", " + d.t.ActionName(f.System, f.Action) + ": that follows now, and was not done then"}
			return true
		}
	}
	return false
}
