package decide

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxActions is how many actions can be declared for a round.
const maxActions = 20

// withDeclaration returns the clock with a declaration in place of the earlier one of
// the same character. A declaration of 0 actions removes it.
func withDeclaration(c model.Clock, x model.Declaration) model.Clock {
	c.Declared = slices.DeleteFunc(slices.Clone(c.Declared), func(y model.Declaration) bool { return y.Who == x.Who })
	if x.Actions > 0 {
		c.Declared = append(c.Declared, x)
	}
	return c
}

// declare sets how many actions a character takes in this round. After the first
// action only the gamemaster may change it.
func (d *decision) declare(c model.Declare) error {
	who, err := d.presentCharacter(c.Who)
	if err != nil {
		return err
	}
	if err := d.mayAct(who, d.t.System); err != nil && c.Actions > 0 {
		return err
	}
	old, _ := d.t.Declared(who.ID)
	switch {
	case c.Actions < 0 || c.Actions > maxActions:
		return model.Refuse("type a number of actions from 0 to %d; 0 declares nothing", maxActions)
	case old.Done > 0 && c.Actions < old.Done:
		return model.Refuse("%s has taken %d already this round", who.Name, old.Done)
	case old.Done > 0 && c.Actions != old.Actions && !d.by.IsGamemaster():
		return model.Refuse("%s has begun acting: only the gamemaster can change the %d declared actions", who.Name, old.Actions)
	}
	d.emit(model.ClockMoved{Clock: withDeclaration(d.t.Clock, model.Declaration{Who: who.ID, Actions: c.Actions, Done: old.Done, Words: d.line("what is declared", c.Words, model.LongestReason)})})
	return nil
}

// wait marks a character who acts later, when something happens. Where actions are
// counted, waiting is one of them; a character who has declared no more than one and
// has not begun then has two, this one and the awaited one.
func (d *decision) wait(c model.Wait) error {
	who, err := d.presentCharacter(c.Who)
	if err != nil {
		return err
	}
	if err := d.mayAct(who, d.t.System); err != nil {
		return err
	}
	clock := withoutWaiting(d.t.Clock, who.ID)
	if s, ok := d.t.Rulebooks[d.t.System]; ok && s.Time.Declares != "" && model.HasPage(who, d.t.System) {
		x, _ := d.t.Declared(who.ID)
		if x.Done == 0 {
			x.Who, x.Actions = who.ID, max(x.Actions, 2)
		}
		if x.Done >= x.Actions {
			return refuseFurtherAction(who, x)
		}
		x.Done++
		clock = withDeclaration(clock, x)
	}
	clock.Waiting = append(clock.Waiting, model.Waiting{Who: who.ID, Words: d.line("what is declared", c.Words, model.LongestReason)})
	d.emit(model.ClockMoved{Clock: clock})
	return nil
}

// refuseFurtherAction returns the refusal of an action beyond the declared ones.
func refuseFurtherAction(who *model.Character, x model.Declaration) error {
	return model.Refuse("%s has taken %d of %d actions this round: the gamemaster can allow another by declaring %d",
		who.Name, x.Done, x.Actions, x.Done+1)
}

// countsActions reports whether actions are counted now: the rulebook declares them,
// and turns are taken or somebody has declared.
func countsActions(t model.Table, s *engine.System) bool {
	c := t.Clock
	return s.Time.Declares != "" && (c.Turn != "" || len(c.Scores)+len(c.Declared) > 0)
}

// withDeclaredActions returns the parameters of a roll with the numbers of actions
// that its participants have declared, where the action has such a parameter and none
// is typed.
func withDeclaredActions(t model.Table, r model.Roll, in engine.Inputs) engine.Page {
	out := in.Params
	id := in.System.Time.Declares
	if id == "" {
		return out
	}
	put := func(param, who string) {
		x, declared := t.Declared(who)
		if _, takes := in.Action.Param(param); !declared || !takes {
			return
		}
		if _, written := out.Get(param); !written {
			out = out.With(param, engine.ValueOf(x.Actions))
		}
	}
	put(id, r.Who)
	for n, who := range r.Against {
		put(string(engine.Opponent(n+1))+"."+id, who)
	}
	return out
}

// countActions counts one action for each character whom a roll that has begun keeps busy, ends
// their waiting, and returns the parameters of the roll with the declared numbers.
func (d *decision) countActions(r model.Roll, in engine.Inputs, force bool) (engine.Page, error) {
	seats := d.begun.Acts
	d.takePart(r, seats)
	if in.Action.Mode == engine.Active {
		seats = append([]engine.Seat{engine.Actor}, seats...)
	}
	was := d.t.Clock
	clock, err := d.clockAfter(r, in, seats, force)
	if err != nil {
		return r.Params, err
	}
	if slices.Equal(clock.Declared, was.Declared) && len(clock.Waiting) == len(was.Waiting) {
		return in.Params, nil
	}
	d.emit(model.ClockMoved{Clock: clock})
	if in, err = Inputs(d.t, r.Who, r.Against, r.System, r.Action, r.Params); err == nil {
		in.Player = r.ByPlayer
		err = d.start(r, in) // the number of actions may decide whether the rule refuses
	}
	return in.Params, err
}

// clockAfter returns the clock after the characters at some seats of a roll have taken one
// more action.
func (d *decision) clockAfter(r model.Roll, in engine.Inputs, seats []engine.Seat, force bool) (clock model.Clock, err error) {
	clock = d.t.Clock
	called := slices.ContainsFunc(d.t.State.FollowUps, r.AsFollowUp().SameAction)
	for _, seat := range seats {
		for _, id := range r.At(seat) {
			clock = withoutWaiting(clock, id)
			if !countsActions(d.t, in.System) {
				if !called {
					clock = withTurnTaken(d.t, clock, id)
				}
				continue
			}
			if clock, err = d.countAction(clock, id, typedActions(in, seat), force); err != nil {
				return clock, err
			}
		}
	}
	return clock, nil
}

// withTurnTaken returns the clock after a character has acted in a round in which
// everybody rolls for the moments of their turns. One action is one turn. Further
// actions are not refused, but nobody waits for them.
func withTurnTaken(t model.Table, clock model.Clock, id string) model.Clock {
	tk := t.Time()
	who, ok := t.Character(id)
	if !ok || !tk.Down || tk.Initiative == "" || !model.HasPage(who, t.System) || len(clock.Scores) == 0 && !clock.OrderDue {
		return clock
	}
	x, _ := t.Declared(id)
	x.Who, x.Done = id, x.Done+1
	x.Actions = max(x.Actions, x.Done)
	return withDeclaration(clock, x)
}

// isSkippedTurn reports whether a pending action is the turn of a character who is
// down or has taken all declared actions. The turn comes, but nobody waits for it.
func isSkippedTurn(t model.Table, p model.Pending) bool {
	if !t.IsTurn(p) {
		return false
	}
	x, ok := t.Declared(p.Who)
	return ok && x.Done >= x.Actions || t.IsDown(p.Who)
}

// countAction returns the clock after a character takes one more action. A character
// who has declared nothing declares typed actions, at least one. An action beyond the
// declared ones is refused, or with force declared in addition.
func (d *decision) countAction(clock model.Clock, id string, typed int, force bool) (model.Clock, error) {
	who, ok := d.t.Character(id)
	if !ok {
		return clock, nil
	}
	x, _ := d.t.Declared(id)
	if x.Done == 0 {
		x.Who, x.Actions = id, max(x.Actions, typed, 1)
	}
	if x.Done >= x.Actions {
		if !force {
			return clock, refuseFurtherAction(who, x)
		}
		x.Actions = x.Done + 1
		d.emit(model.Noted{Who: who.ID, Text: fmt.Sprintf("%s takes action %d of %d: the gamemaster allows it", who.Name, x.Actions, x.Done)})
	}
	x.Done++
	return withDeclaration(clock, x), nil
}

// typedActions returns the number of actions in the round that was typed into a roll's
// form, or 0.
func typedActions(in engine.Inputs, seat engine.Seat) int {
	id := in.System.Time.Declares
	if seat != engine.Actor {
		id = string(seat) + "." + id
	}
	v, _ := in.Params.Get(id)
	return v.Int()
}
