package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Attack is what a player is asked because somebody attacks the player's character: a
// question of the attacker's roll, or a defence that the roll calls for.
type Attack struct {
	Roll     string
	Question string // what the roll asks, see [model.Roll.Question]; "" for a defence that it calls for
	Who      string
	For      []model.Seat
}

// Attacks lists what players are asked because of attacks, oldest first. A defence that
// nobody could begin now is not asked for.
func Attacks(t model.Table) []Attack {
	var out []Attack
	for _, r := range t.Rolls() {
		if r.Parked != "" || len(r.Against) == 0 {
			continue
		}
		step, err := t.Step(r)
		if err != nil || step.Open == nil || step.Open.Who == engine.Actor || step.Open.Wants == engine.Throwing {
			continue
		}
		if seats := deciders(t, r, *step.Open); len(seats) > 0 {
			out = append(out, Attack{Roll: r.ID, Question: r.Question, Who: r.At(step.Open.Who)[0], For: seats})
		}
	}
	for _, u := range t.FollowUps() {
		seats := playersOf(t, u.Who)
		if len(seats) == 0 || !IsDefence(t, u) || slices.ContainsFunc(out, func(a Attack) bool { return a.Roll == u.Origin.Roll && a.Who == u.Who }) || MayTakeUp(t, seats[0], u) != nil {
			continue
		}
		out = append(out, Attack{Roll: u.Origin.Roll, Who: u.Who, For: seats})
	}
	return out
}

// meet does what a roll of somebody else calls for, with nothing spent.
func (d *decision) meet(u model.FollowUp) error {
	id, err := d.openRoll(model.Begin{Who: u.Who, Against: u.Against, System: u.System, Action: u.Action, Params: u.Params}, &model.Series{})
	if err == nil {
		d.advanceRoll(id)
	}
	return err
}

// IsDefence reports whether a follow-up is a defence that somebody else's roll calls for.
func IsDefence(t model.Table, u model.FollowUp) bool {
	s, ok := t.Rulebooks[u.System]
	if !ok || u.Hidden || u.Origin.Roll == "" || u.Origin.Who == u.Who {
		return false
	}
	a, ok := s.Action(u.Action)
	return ok && (u.Meets || a.Purpose == engine.ForDefence || a.ID == s.Time.Defence)
}

// GivesUp reports whether a follow-up is the defence that may be made out of turn, for
// which the character gives up the action under way.
func GivesUp(t model.Table, u model.FollowUp) bool {
	s, ok := t.Rulebooks[u.System]
	return ok && s.Time.Defence != "" && s.Time.Defence == u.Action
}

// playersOf returns the seats of the players who play a character.
func playersOf(t model.Table, id string) (out []model.Seat) {
	c, ok := t.Character(id)
	if !ok || c.Owner == "" {
		return nil
	}
	for _, s := range t.Seats() {
		if s.Role == model.Player && s.Owns(c) {
			out = append(out, s)
		}
	}
	return out
}

// asksOf reports whether a roll of this seat leaves a decision of a character to the
// player of that character.
func (d *decision) asksOf(r model.Roll, id string) bool {
	return model.AsksDefence(d.t.OwnRules()) && !isHidden(d.t, r) && slices.ContainsFunc(playersOf(d.t, id), func(s model.Seat) bool {
		return s != d.by && d.t.MayKnow(s, r.Subject())
	})
}

// askDefence leaves to the player of whoever is attacked how to meet the attack, where
// there is a choice. What a player has set for somebody else's character is not used.
func (d *decision) askDefence(r *model.Roll, in *engine.Inputs) {
	if len(r.Against) != 1 || !d.asksOf(*r, r.Against[0]) {
		return
	}
	if !d.by.IsGamemaster() && r.Series == nil {
		for _, sp := range in.Action.Form.Fields() {
			if !sp.Undefended.IsNone() {
				in.Params = in.Params.With(sp.ID, engine.Value{})
			}
		}
	}
	if x, declared := d.t.Declared(r.Against[0]); declared && x.Done >= x.Actions && countsActions(d.t, in.System) {
		in.NoAction = []engine.Seat{engine.Other}
	}
	if !in.CanDefend() {
		in.NoAction = nil
		return
	}
	in.AsksDefence = true
	r.AsksDefence, r.NoAction, r.Params = true, in.NoAction, in.Params
}

// countDefence counts the action that somebody uses up by the way in which they meet an
// attack.
func (d *decision) countDefence(id string) {
	r, ok := d.t.Roll(id)
	if !ok {
		return
	}
	in, err := d.t.InputsOf(r)
	if err != nil {
		return
	}
	if step, err := engine.Run(in, r.Tape); err == nil {
		if clock, err := d.clockAfter(r, in, step.Acts, true); err == nil && !slices.Equal(clock.Declared, d.t.Clock.Declared) {
			d.emit(model.ClockMoved{Clock: clock})
		}
	}
}

// callForDefence calls for the defence that somebody may make out of turn against an
// attack that is on its way, unless the rules refuse it now.
func (d *decision) callForDefence(r model.Roll, later []model.Pending) {
	s, ok := d.t.Rulebooks[r.System]
	if !ok || s.Time.Defence == "" {
		return
	}
	a, ok := s.Action(r.Action)
	if !ok || !a.Attack() {
		return
	}
	for _, id := range r.Against {
		c, here := d.t.Character(id)
		coming := slices.ContainsFunc(later, func(p model.Pending) bool { return slices.Contains(p.Against, id) })
		if !here || !coming || !model.HasPage(c, r.System) || d.t.DownWord(c, r.System) != "" || !d.asksOf(r, id) {
			continue
		}
		u := model.FollowUp{Who: id, System: r.System, Action: s.Time.Defence, By: r.Who, Origin: model.Origin{Who: r.Who, Roll: r.ID}}
		called := d.t
		if called.State.FollowUps = append(slices.Clip(d.t.State.FollowUps), u); MayTakeUp(called, playersOf(d.t, id)[0], u) == nil {
			d.emit(model.CalledFor{FollowUp: u})
		}
	}
}

// setDeadline gives a player a time limit for an answer.
func (d *decision) setDeadline(c model.SetDeadline) error {
	if d.by.Role != model.Program {
		return model.Refuse("only the program that serves the table sets deadlines")
	}
	x := c.Deadline
	if !slices.ContainsFunc(Attacks(d.t), func(a Attack) bool { return a.Roll == x.Roll && a.Question == x.Question && a.Who == x.Who }) {
		return &Stale{"that has been answered"}
	}
	d.emit(model.DeadlineSet(c))
	return nil
}

// noDefence answers a question about an attack by doing nothing, or drops the defences
// that the attack calls for. What has to be done in any case is done with nothing spent.
func (d *decision) noDefence(c model.NoDefence) error {
	who, ok := d.t.Character(c.Who)
	if !ok || !d.by.Sees(who) || !slices.ContainsFunc(Attacks(d.t), func(a Attack) bool { return a.Roll == c.Roll && a.Question == c.Question && a.Who == c.Who }) {
		return &Stale{"that has been answered"}
	}
	if !d.by.Owns(who) {
		return model.Refuse("%s is not yours", who.Name)
	}
	if c.Question != "" {
		r, q, _ := d.openQuestion(c.Roll, d.t.Step)
		nothing, _ := q.Nothing()
		a := d.answered(r, q, nothing, false)
		if d.by.Role == model.Program {
			a.Answer.Words += ", no answer in time"
		}
		d.emitAnswer(a, q)
		d.advanceRoll(c.Roll)
		return nil
	}
	for _, u := range d.t.FollowUps() {
		if u.Who == c.Who && u.Origin.Roll == c.Roll && IsDefence(d.t, u) {
			if u.Meets {
				if err := d.meet(u); err != nil {
					return err
				}
				continue
			}
			u.Withdrawn = true
			d.emit(model.CalledFor{FollowUp: u})
		}
	}
	return nil
}
