package decide

import (
	"bytes"
	"encoding/json"
	"reflect"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// replay holds what was begun, thrown and decided in the recorded events while they
// are replayed.
type replay struct {
	amend     model.Amend
	recorded  model.State              // the recorded state before the event that is being played
	event     model.Event              // that event as it was recorded
	matched   map[int]bool             // its facts that have a counterpart in the replay, by index
	rolls     map[string]*recordedRoll // by recorded id
	rollOrder []string                 // recorded ids in the order in which the rolls began
	newIDs    map[string]string        // the ids of rolls, pending actions and effects in the replay, by recorded id
	oldIDs    map[string]string        // the inverse of newIDs
	created   map[string]bool          // recorded ids that did not exist before the act
	ofAct     map[string]bool          // ids in the replay of rolls and pending actions that belong to the act itself
	stopped   *StopPoint
	badAnswer error // why an answer of the amendment does not fit its question; nil if all do
}

// recordedRoll is a roll of the recorded events, with its answers.
type recordedRoll struct {
	roll    model.Roll
	answers []recordedAnswer
	later   []model.Pending
	ended   bool // it was finished or dropped
	dropped bool
	matched bool // a roll of the replay has taken its place
}

// recordedAnswer is an answer to a recorded roll, with the number of its event.
type recordedAnswer struct {
	model.Answered
	event uint64
	used  bool
}

// replayFrom replays an act with other values, and every event after it. Recorded dice are
// used again; throw throws new ones for the act itself. It returns the fact to log and, if
// the replay stopped, where.
func replayFrom(t model.Table, c model.Amend, throw func(engine.Dice, bool) engine.Faces) (model.Amended, *StopPoint, error) {
	act, why := findAmendable(t, c.Event)
	if why != "" {
		return model.Amended{}, nil, model.Refuse("%s", why)
	}
	if err := checkAmendment(t, act, c); err != nil {
		return model.Amended{}, nil, err
	}
	p, now, events := newReplay(t, c)
	if len(events) == 0 {
		return model.Amended{}, nil, model.Refuse("the log does not reach back that far")
	}
	f := model.Amended{Event: c.Event}
	for i, e := range events {
		d := &decision{access: access{now, e.By}, throw: throw, salt: model.SaltOf(e), replay: p}
		why := p.play(d, e)
		if why != "" && e.Seq == c.Event {
			return f, nil, model.Refuse("%s", why)
		}
		if p.badAnswer != nil {
			return f, nil, model.Refuse("%v", p.badAnswer)
		}
		if now = d.t; e.Seq == c.Event || !sameFacts(d.facts, e.Facts) {
			f.Versions = append(f.Versions, model.Version{Event: model.Event{Seq: e.Seq, Time: e.Time, By: e.By, Facts: d.facts, Did: p.commandOf(e)}, Why: why})
		}
		for _, fact := range e.Facts {
			p.recorded.Apply(fact)
		}
		if p.stopped != nil {
			for _, e := range events[i+1:] {
				f.Versions = append(f.Versions, model.Version{Event: model.Event{Seq: e.Seq, Time: e.Time, By: e.By}})
			}
			break
		}
	}
	if len(f.Versions) == 1 && sameFacts(f.Versions[0].Event.Facts, act.Facts) && p.stopped == nil {
		return f, nil, model.Refuse("nothing would change")
	}
	return f, p.stopped, nil
}

// checkAmendment refuses a command that is a different act, and house rules that do
// not exist.
func checkAmendment(t model.Table, act model.Event, c model.Amend) error {
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

// sameAct reports whether a command is the same act as an event, with other values at
// most.
func sameAct(act model.Event, to model.Command) bool {
	if isHandChange(act) {
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

// newReplay returns the recorded state from an act on, the table before the act, and
// the events that hold from the act on.
func newReplay(t model.Table, c model.Amend) (*replay, model.Table, []model.Event) {
	p := &replay{amend: c, rolls: map[string]*recordedRoll{}, newIDs: map[string]string{}, oldIDs: map[string]string{}, created: map[string]bool{}, ofAct: map[string]bool{}}
	was, all, _ := t.StateBefore(c.Event)
	now := t.InState(was)
	var events []model.Event
	for _, e := range all {
		if e.Seq < c.Event {
			now.Fold(e)
			continue
		}
		if held, _ := t.AsAmended(e); !t.UndoneEvents[e.Seq] && len(held.Facts) > 0 && !held.OnlyChangesHistory() {
			events = append(events, held)
		}
	}
	p.recorded = now.State
	for _, r := range now.State.Rolls {
		p.rolls[r.ID] = &recordedRoll{roll: r, matched: true}
		p.matchIDs(r.ID, r.ID)
	}
	for _, e := range events {
		p.recordEvent(e)
	}
	return p, now, events
}

func (p *replay) matchIDs(then, now string) { p.newIDs[then], p.oldIDs[now] = now, then }

// recordEvent adds what a recorded event did.
func (p *replay) recordEvent(e model.Event) {
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.Opened:
			p.rolls[f.Roll.ID], p.rollOrder = &recordedRoll{roll: f.Roll}, append(p.rollOrder, f.Roll.ID)
			p.created[f.Roll.ID] = true
		case model.Answered:
			if r := p.rolls[f.Roll]; r != nil {
				r.answers = append(r.answers, recordedAnswer{Answered: f, event: e.Seq})
			}
		case model.Finished:
			p.recordPending(f.Later)
			if r := p.rolls[f.Roll.ID]; r != nil {
				r.ended, r.later = true, f.Later
			}
		case model.Dropped:
			if r := p.rolls[f.Roll]; r != nil {
				r.ended, r.dropped = true, true
			}
		case model.ClockRan:
			p.recordPending(f.Later)
		case model.EffectBegan:
			p.created[f.Effect.ID] = true
		}
	}
}

func (p *replay) recordPending(later []model.Pending) {
	for _, l := range later {
		p.created[l.ID] = true
	}
}

// newID returns the id that replaces a recorded id, or "" if the replay did not create
// it. An id from before the act stays the same.
func (p *replay) newID(then string) string {
	if now, ok := p.newIDs[then]; ok {
		return now
	}
	if p.created[then] {
		return ""
	}
	return then
}

// sameFacts reports whether two lists of facts are equal in the log.
func sameFacts(a, b []model.Fact) bool {
	if len(a) != len(b) {
		return false
	}
	one, err := json.Marshal(model.Event{By: model.Seat{Role: model.GM}, Facts: a})
	two, err2 := json.Marshal(model.Event{By: model.Seat{Role: model.GM}, Facts: b})
	return err == nil && err2 == nil && bytes.Equal(one, two)
}

// observe matches the ids that an emitted fact creates with the recorded ids in whose
// place they stand.
func (p *replay) observe(f model.Fact) {
	switch f := f.(type) {
	case model.Opened:
		p.matchRoll(f.Roll)
	case model.Finished:
		if r := p.rolls[p.oldIDs[f.Roll.ID]]; r != nil {
			p.matchPending(r.later, f.Later)
		}
		if p.ofAct[f.Roll.ID] {
			for _, l := range f.Later {
				p.ofAct[l.ID] = true
			}
		}
	case model.ClockRan:
		x, ok := p.matchFact(func(g model.Fact) bool {
			r, ok := g.(model.ClockRan)
			return ok && r.Who == f.Who && r.Action == f.Action
		})
		if ok {
			p.matchPending(x.(model.ClockRan).Later, f.Later)
		}
	case model.EffectBegan:
		x, ok := p.matchFact(func(g model.Fact) bool {
			e, ok := g.(model.EffectBegan)
			return ok && e.Effect.Who == f.Effect.Who && e.Effect.Words == f.Effect.Words
		})
		if ok {
			p.matchIDs(x.(model.EffectBegan).Effect.ID, f.Effect.ID)
		}
	}
}

// matchFact returns the first fact of the recorded event that satisfies is and was not
// matched before.
func (p *replay) matchFact(is func(model.Fact) bool) (model.Fact, bool) {
	for i, f := range p.event.Facts {
		if !p.matched[i] && is(f) {
			p.matched[i] = true
			return f, true
		}
	}
	return nil, false
}

func (p *replay) matchPending(then, now []model.Pending) {
	done := map[int]bool{}
	for _, n := range now {
		for i, o := range then {
			if !done[i] && o.Action == n.Action {
				done[i] = true
				p.matchIDs(o.ID, n.ID)
				break
			}
		}
	}
}

// matchRoll finds the recorded roll whose answers a new roll takes: that of the same
// pending action, or one that the same event began.
func (p *replay) matchRoll(r model.Roll) {
	p.ofAct[r.ID] = p.event.Seq == p.amend.Event || p.ofAct[r.Pending]
	pair := func(x *recordedRoll) {
		x.matched = true
		p.matchIDs(x.roll.ID, r.ID)
	}
	if r.Pending != "" {
		for _, x := range p.rolls {
			if !x.matched && x.roll.Pending == p.oldIDs[r.Pending] && x.roll.Pending != "" {
				pair(x)
				return
			}
		}
		for id, x := range p.rolls { // a pending action from before the act has kept its id
			if !x.matched && x.roll.Pending == r.Pending && !p.created[r.Pending] && p.created[id] {
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
			if !ok || p.rolls[o.Roll.ID].matched || o.Roll.System != r.System || o.Roll.Action != r.Action {
				continue
			}
			if o.Roll.Who == r.Who || anybody && alone {
				pair(p.rolls[o.Roll.ID])
				return
			}
		}
	}
	for _, id := range p.rollOrder { // a roll of a series, which began when the roll before it ended
		x := p.rolls[id]
		if !x.matched && x.roll.Series != nil && r.Series != nil && x.roll.Who == r.Who && x.roll.System == r.System && x.roll.Action == r.Action {
			pair(x)
			return
		}
	}
}

// answer returns the recorded answer to a question of the replay, or a new one. If
// there is none the roll stays open, because it was open in the record as well or
// because the replay stops here.
func (p *replay) answer(d *decision, r model.Roll, q engine.Question) (model.Answered, bool) {
	x := p.rolls[p.oldIDs[r.ID]]
	for _, g := range p.amend.Given {
		if g.Roll != r.ID || g.At != len(r.Tape) {
			continue
		}
		if x != nil {
			x.takeAnswer(q.ID, ^uint64(0), true)
		}
		if p.badAnswer = q.Check(g.Answer); p.badAnswer != nil {
			return model.Answered{}, false
		}
		return d.answered(r, q, g.Answer, false), true
	}
	who, _ := d.t.Character(r.Who)
	real := r.Typed || who != nil && who.Typed
	why := ""
	if x != nil {
		a, waits := x.takeAnswer(q.ID, p.event.Seq, !real)
		switch {
		case waits:
			return model.Answered{}, false
		case a != nil && q.Check(a.Answer) == nil:
			out := answeredFor(d.t, d.answered(r, q, a.Answer, a.Thrown), a.For)
			out.Draw, out.Answer.Typed, out.Answer.Kept = a.Draw, a.Answer.Typed, a.Answer.Kept
			return out, true
		case a != nil:
			why = q.Check(a.Answer).Error()
		case x.dropped || !x.ended:
			return model.Answered{}, false
		}
	}
	if q.Wants != engine.Throwing && isAnsweredAutomatically(r.Series, q) {
		a, ok := automaticAnswer(r.Series, q)
		return d.answered(r, q, a, false), ok
	}
	if p.ofAct[r.ID] && q.Wants == engine.Throwing && d.throw != nil && !real {
		return d.thrown(r, q), true
	}
	if why == "" {
		why = q.Words + " was not asked then"
	}
	return p.stop(r, d.t.NameOf(r.Who)+", "+d.t.ActionName(r.System, r.Action)+": "+why)
}

func (p *replay) stop(r model.Roll, words string) (model.Answered, bool) {
	if p.stopped == nil {
		p.stopped = &StopPoint{Event: p.event.Seq, Roll: r.ID, OfAct: p.ofAct[r.ID], Words: words}
	}
	return model.Answered{}, false
}

// takeAnswer returns the next recorded answer to a question, if it was given up to the
// event upTo. With ahead it also returns dice that the program threw later. waits
// reports that the question was answered only later.
func (x *recordedRoll) takeAnswer(id string, upTo uint64, ahead bool) (a *recordedAnswer, waits bool) {
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
