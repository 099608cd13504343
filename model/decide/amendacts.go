package decide

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// past is what was begun, thrown and decided then, while it is played again.
type past struct {
	again model.Amend
	was   model.State        // the table as it was then, before the event that is played
	event model.Event        // that event, as it was then
	taken map[int]bool       // facts of it that have found what they are now
	rolls map[string]*rolled // by the ids of then
	order []string           // in which they began
	now   map[string]string  // rolls, pending actions and effects: ids of now by those of then
	then  map[string]string  // and the other way round
	born  map[string]bool    // ids of then that did not stand before the act
	own   map[string]bool    // rolls and pending actions of now that are the act's own
	halt  *Halt
	wrong error // an answer that is given now
}

// rolled is a roll of then.
type rolled struct {
	roll    model.Roll
	answers []answeredAt
	later   []model.Pending
	over    bool // it ended, or was dropped
	dropped bool
	taken   bool // a roll of now has taken its place
}

type answeredAt struct {
	model.Answered
	event uint64
	used  bool
}

// playAgain plays an act again, and what followed. The dice of then fall as they
// fell; throw throws those of the act that are new.
func playAgain(t model.Table, c model.Amend, throw func(engine.Dice, bool) engine.Faces) (model.SetRight, *Halt, error) {
	act, why := mayAgain(t, c.Event)
	if why != "" {
		return model.SetRight{}, nil, model.Refuse("%s", why)
	}
	if err := mayInstead(t, act, c); err != nil {
		return model.SetRight{}, nil, err
	}
	p, now, events := recall(t, c)
	if len(events) == 0 {
		return model.SetRight{}, nil, model.Refuse("the log does not reach back that far")
	}
	f := model.SetRight{Event: c.Event}
	for i, e := range events {
		d := &decision{t: now, by: e.By, throw: throw, salt: model.SaltOf(e), past: p}
		why := d.playEvent(e)
		if why != "" && e.Seq == c.Event {
			return f, nil, model.Refuse("%s", why)
		}
		if p.wrong != nil {
			return f, nil, model.Refuse("%v", p.wrong)
		}
		if now = d.t; e.Seq == c.Event || !sameFacts(d.facts, e.Facts) {
			f.Anew = append(f.Anew, model.Version{Event: model.Event{Seq: e.Seq, Time: e.Time, By: e.By, Facts: d.facts, Did: p.didNow(e)}, Why: why})
		}
		for _, fact := range e.Facts {
			p.was.Apply(fact)
		}
		if p.halt != nil {
			for _, e := range events[i+1:] {
				f.Anew = append(f.Anew, model.Version{Event: model.Event{Seq: e.Seq, Time: e.Time, By: e.By}})
			}
			break
		}
	}
	if len(f.Anew) == 1 && sameFacts(f.Anew[0].Event.Facts, act.Facts) && p.halt == nil {
		return f, nil, model.Refuse("nothing would change")
	}
	return f, p.halt, nil
}

// mayInstead refuses what can't stand in the place of an act.
func mayInstead(t model.Table, act model.Event, c model.Amend) error {
	if c.Instead != nil && !sameAct(act, c.Instead) {
		return model.Refuse("only the values of an act can be corrected, not who did what")
	}
	for _, h := range c.House {
		s, ok := t.Rulebooks[h.System]
		if !ok {
			return t.CheckRulebook(h.System)
		}
		sp, ok := s.House.Field(h.Rule)
		if !ok {
			return model.Refuse("%s has no house rule %q", s.Name, h.Rule)
		}
		if err := sp.Check(h.Value); err != nil && !h.Value.IsNone() {
			return model.Refuse("%v", err)
		}
	}
	return nil
}

// sameAct reports whether a command is an act with other values at most.
func sameAct(act model.Event, to model.Command) bool {
	if byHand(act) {
		was := act.Facts[0].(model.SheetWritten)
		now, ok := to.(model.Write)
		return ok && now.Who == was.Who && now.System == was.System
	}
	if was, ok := act.Did.(model.Begin); ok {
		now, ok := to.(model.Begin)
		return ok && now.Who == was.Who && now.System == was.System && now.Action == was.Action
	}
	return reflect.TypeOf(to) == reflect.TypeOf(act.Did)
}

// recall gives what there was from an act on, the table before it, and the
// events that hold from it on.
func recall(t model.Table, c model.Amend) (*past, model.Table, []model.Event) {
	p := &past{again: c, rolls: map[string]*rolled{}, now: map[string]string{}, then: map[string]string{}, born: map[string]bool{}, own: map[string]bool{}}
	was, all, _ := t.StateBefore(c.Event)
	now := model.Table{State: was, Rulebooks: t.Rulebooks, UndoneEvents: t.UndoneEvents, Amendments: t.Amendments}
	var events []model.Event
	for _, e := range all {
		if e.Seq < c.Event {
			now.Fold(e)
			continue
		}
		if held, _ := t.AsAmended(e); !t.UndoneEvents[e.Seq] && len(held.Facts) > 0 && !winds(held) {
			events = append(events, held)
		}
	}
	p.was = now.State
	for _, r := range now.State.Rolls {
		p.rolls[r.ID] = &rolled{roll: r, taken: true}
		p.pair(r.ID, r.ID)
	}
	for _, e := range events {
		p.remember(e)
	}
	return p, now, events
}

// winds reports whether an event only takes back, brings back or sets right.
func winds(e model.Event) bool {
	return !slices.ContainsFunc(e.Facts, func(f model.Fact) bool {
		switch f.(type) {
		case model.Undone, model.Redone, model.SetRight:
			return false
		}
		return true
	})
}

func (p *past) pair(then, now string) { p.now[then], p.then[now] = now, then }

// remember takes in what an event of then did.
func (p *past) remember(e model.Event) {
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Opened:
			p.rolls[f.Roll.ID], p.order = &rolled{roll: f.Roll}, append(p.order, f.Roll.ID)
			p.born[f.Roll.ID] = true
		case model.Answered:
			if r := p.rolls[f.Roll]; r != nil {
				r.answers = append(r.answers, answeredAt{Answered: f, event: e.Seq})
			}
		case model.Finished:
			p.bear(f.Later)
			if r := p.rolls[f.Roll.ID]; r != nil {
				r.over, r.later = true, f.Later
			}
		case model.Dropped:
			if r := p.rolls[f.Roll]; r != nil {
				r.over, r.dropped = true, true
			}
		case model.ClockRan:
			p.bear(f.Later)
		case model.EffectBegan:
			p.born[f.Effect.ID] = true
		}
	}
}

func (p *past) bear(later []model.Pending) {
	for _, l := range later {
		p.born[l.ID] = true
	}
}

// idNow is what an id of then is now; "" where it isn't there.
func (p *past) idNow(then string) string {
	if now, ok := p.now[then]; ok {
		return now
	}
	if p.born[then] {
		return ""
	}
	return then
}

// sameFacts reports whether the log would say the same.
func sameFacts(a, b []model.Fact) bool {
	if len(a) != len(b) {
		return false
	}
	one, err := json.Marshal(model.Event{By: model.Seat{Role: model.GM}, Facts: a})
	two, err2 := json.Marshal(model.Event{By: model.Seat{Role: model.GM}, Facts: b})
	return err == nil && err2 == nil && bytes.Equal(one, two)
}

// saw pairs what a fact begins with what was begun then in its place.
func (p *past) saw(f model.Fact) {
	switch f := f.(type) {
	case model.Opened:
		p.opened(f.Roll)
	case model.Finished:
		if r := p.rolls[p.then[f.Roll.ID]]; r != nil {
			p.pairLater(r.later, f.Later)
		}
		if p.own[f.Roll.ID] {
			for _, l := range f.Later {
				p.own[l.ID] = true
			}
		}
	case model.ClockRan:
		x, ok := p.fact(func(g model.Fact) bool {
			r, ok := g.(model.ClockRan)
			return ok && r.Who == f.Who && r.Action == f.Action
		})
		if ok {
			p.pairLater(x.(model.ClockRan).Later, f.Later)
		}
	case model.EffectBegan:
		x, ok := p.fact(func(g model.Fact) bool {
			e, ok := g.(model.EffectBegan)
			return ok && e.Effect.Who == f.Effect.Who && e.Effect.Words == f.Effect.Words
		})
		if ok {
			p.pair(x.(model.EffectBegan).Effect.ID, f.Effect.ID)
		}
	}
}

// fact finds one of the event of then that has found nothing yet.
func (p *past) fact(is func(model.Fact) bool) (model.Fact, bool) {
	for i, f := range p.event.Facts {
		if !p.taken[i] && is(f) {
			p.taken[i] = true
			return f, true
		}
	}
	return nil, false
}

func (p *past) pairLater(then, now []model.Pending) {
	done := map[int]bool{}
	for _, n := range now {
		for i, o := range then {
			if !done[i] && o.Action == n.Action {
				done[i] = true
				p.pair(o.ID, n.ID)
				break
			}
		}
	}
}

// opened finds the roll of then whose answers a roll of now takes: that of the
// same pending action, or one that the same event began.
func (p *past) opened(r model.Roll) {
	p.own[r.ID] = p.event.Seq == p.again.Event || p.own[r.Pending]
	pair := func(x *rolled) {
		x.taken = true
		p.pair(x.roll.ID, r.ID)
	}
	if r.Pending != "" {
		for _, x := range p.rolls {
			if !x.taken && x.roll.Pending == p.then[r.Pending] && x.roll.Pending != "" {
				pair(x)
				return
			}
		}
		for id, x := range p.rolls { // what stood before the act is called the same
			if !x.taken && x.roll.Pending == r.Pending && !p.born[r.Pending] && p.born[id] {
				pair(x)
				return
			}
		}
		return
	}
	_, alone := p.event.Did.(model.Begin)
	for _, anybody := range []bool{false, true} {
		for _, f := range p.event.Facts {
			o, ok := f.(model.Opened)
			if !ok || p.rolls[o.Roll.ID].taken || o.Roll.System != r.System || o.Roll.Action != r.Action {
				continue
			}
			if o.Roll.Who == r.Who || anybody && alone {
				pair(p.rolls[o.Roll.ID])
				return
			}
		}
	}
	for _, id := range p.order { // one of several that began when the one before it ended
		x := p.rolls[id]
		if !x.taken && x.roll.Rest != nil && r.Rest != nil && x.roll.Who == r.Who && x.roll.System == r.System && x.roll.Action == r.Action {
			pair(x)
			return
		}
	}
}

// answer gives the answer of then to a question of now, or a new one. Where
// there is none the roll stays open: either it was, too, or it stops there.
func (p *past) answer(d *decision, r model.Roll, q engine.Question) (model.Answered, bool) {
	x := p.rolls[p.then[r.ID]]
	for _, g := range p.again.Given {
		if g.Roll != r.ID || g.At != len(r.Tape) {
			continue
		}
		if x != nil {
			x.next(q.ID, ^uint64(0), true)
		}
		if p.wrong = q.Check(g.Answer); p.wrong != nil {
			return model.Answered{}, false
		}
		return answered(r, q, g.Answer, false), true
	}
	who, _ := d.t.Character(r.Who)
	real := r.Typed || who != nil && who.Typed
	why := ""
	if x != nil {
		a, waits := x.next(q.ID, p.event.Seq, !real)
		switch {
		case waits:
			return model.Answered{}, false
		case a != nil && q.Check(a.Answer) == nil:
			out := answeredFor(d.t, answered(r, q, a.Answer, a.Thrown), a.For)
			out.Draw = a.Draw
			return out, true
		case a != nil:
			why = q.Check(a.Answer).Error()
		case x.dropped || !x.over:
			return model.Answered{}, false
		}
	}
	if q.Wants != engine.Throwing && answers(r.Rest, q) {
		a, ok := answer(r.Rest, q)
		return answered(r, q, a, false), ok
	}
	if p.own[r.ID] && q.Wants == engine.Throwing && d.throw != nil && !real {
		return answered(r, q, q.Thrown(d.throw(q.Dice, d.hides(r))), true), true
	}
	if why == "" {
		why = q.Words + " was not asked then"
	}
	return p.stop(r, d.t.NameOf(r.Who)+", "+d.t.ActionName(r.System, r.Action)+": "+why)
}

func (p *past) stop(r model.Roll, words string) (model.Answered, bool) {
	if p.halt == nil {
		p.halt = &Halt{Event: p.event.Seq, Roll: r.ID, Own: p.own[r.ID], Words: words}
	}
	return model.Answered{}, false
}

// next takes the next answer of then to a question; ahead lets dice fall that
// the program threw only later. It waits for one that was given later.
func (x *rolled) next(id string, upTo uint64, ahead bool) (a *answeredAt, waits bool) {
	for i := range x.answers {
		a := &x.answers[i]
		if a.used || a.Answer.ID != id {
			continue
		}
		if a.event > upTo && !(a.Thrown && ahead) {
			return nil, true
		}
		a.used = true
		return a, false
	}
	return nil, false
}
