package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxRests is how many rolls one command may make for a character.
const maxRests = 500

// repetition returns what a roll says about the rolls that follow it, or nil for a
// single roll that is not quick.
func repetition(quick bool, left int) *model.Repeated {
	if quick || left > 0 {
		return &model.Repeated{Left: left}
	}
	return nil
}

// Rests returns the ways to rest that a rulebook has.
func Rests(t model.Table, system string) []engine.Rest {
	if s, ok := t.Rulebooks[system]; ok {
		return s.Time.Between.Rests
	}
	return nil
}

// restingCharacter is a character who rests by the rules of one rulebook.
type restingCharacter struct {
	who    *model.Character
	system string
	rest   engine.Rest
	short  engine.Rest // how the same rulebook rests by a count, the zero Rest for none
}

// rest lets characters rest. Each healing roll is in the log. If the rulebook gives
// the duration and the gamemaster sent the command, the clock advances by it.
func (d *decision) rest(c model.Rest) error {
	if c.Times < 1 || c.Times > maxRests {
		return model.Refuse("type a number of times from 1 to %d", maxRests)
	}
	all, moments, err := d.restingCharacters(c)
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return model.Refuse("nobody here can rest by the %s", c.Span)
	case !d.by.IsGamemaster():
		moments = 0
	case moments > 0 && len(d.openRolls()) > 0:
		return model.Refuse("a roll is under way: finish or drop it first")
	case moments > maxMoments && anybodyPays(d.t):
		return model.Refuse("somebody pays by the round: end that first, or rest for less than %d moments", maxMoments)
	}
	rested, why := d.beginRests(all, c, moments > 0)
	if moments > 0 && (rested || why == nil) {
		until := d.t.Clock.Moment + moments
		if d.advanceTo(until); d.t.Clock.Moment < until {
			return nil // somebody has to answer first: the rest is broken off
		}
	}
	for _, s := range all {
		if s.rest.Count != "" {
			continue
		}
		if err := d.restOne(s, c); err != nil {
			why = err
			continue
		}
		rested = true
	}
	if !rested {
		return why
	}
	return nil
}

// restingCharacters returns who rests and how, and the longest duration in moments.
func (d *decision) restingCharacters(c model.Rest) (all []restingCharacter, moments int, err error) {
	for _, id := range c.Who {
		who, err := d.presentCharacter(id)
		if err != nil {
			return nil, 0, err
		}
		for _, sys := range who.Systems() {
			rests := Rests(d.t, sys)
			i := slices.IndexFunc(rests, func(r engine.Rest) bool { return r.ID == c.Span })
			if i < 0 {
				continue
			}
			s := restingCharacter{who: who, system: sys, rest: rests[i]}
			if rests[0].Count != "" {
				s.short = rests[0]
			}
			all = append(all, s)
			moments = max(moments, model.Units(d.t.Rulebooks[sys].Time, d.t.Time(), rests[i].Units*c.Times))
		}
	}
	return all, moments, nil
}

// beginRests starts the rests that are taken by a count. If time passes for another
// kind of rest, it also starts the rest by a count that goes with it.
func (d *decision) beginRests(all []restingCharacter, c model.Rest, passes bool) (rested bool, why error) {
	for _, s := range all {
		switch {
		case s.rest.Count != "":
			if err := d.restOne(s, c); err != nil {
				why = err
				continue
			}
			rested = true
		case passes && s.short.Count != "":
			_ = d.startAction(actionStart{who: s.who.ID, system: s.system, action: s.short.Action, form: s.short.Params, rest: &model.Repeated{}}) // who moves rests not
		}
	}
	return rested, why
}

func (d *decision) restOne(s restingCharacter, c model.Rest) error {
	l := actionStart{who: s.who.ID, system: s.system, action: s.rest.Action, form: s.rest.Params, rest: &model.Repeated{Left: c.Times - 1}}
	for _, path := range c.Params.Paths() {
		v, _ := c.Params.Get(path)
		l.form = l.form.With(path, v)
	}
	if s.rest.Count != "" {
		l.form, l.rest = l.form.With(s.rest.Count, engine.ValueOf(c.Times)), &model.Repeated{}
	}
	return d.startAction(l)
}

// actionStart is an action that a command starts for a character.
type actionStart struct {
	who, system, action string
	form                engine.Page
	rest                *model.Repeated
}

// startAction opens a roll for an action and advances it, or refuses.
func (d *decision) startAction(l actionStart) error {
	for _, r := range d.t.State.Rolls {
		if r.Who == l.who && r.Parked == "" {
			return model.Refuse("%s is in the middle of %s: finish or drop that roll first", d.t.NameOf(l.who), d.t.ActionName(r.System, r.Action))
		}
	}
	in, err := Inputs(d.t, l.who, nil, l.system, l.action, l.form)
	if err != nil {
		return err
	}
	if in.Action.Mode == engine.ByClock {
		return model.Refuse("only the clock starts %s", in.Action.Label)
	}
	if l.form, err = cleanForm(in.Action, l.form); err != nil {
		return err
	}
	in.Params, in.Player = l.form, !d.by.IsGamemaster()
	if _, err := startable(in); err != nil {
		return err
	}
	d.activeActionBegins(in.Action, l.who)
	r := model.Roll{ID: d.id("r"), Who: l.who, System: l.system, Action: l.action, Params: l.form, ByPlayer: in.Player, Moment: d.t.Clock.Moment, Rest: l.rest}
	d.emit(model.Opened{Roll: r})
	d.advanceRoll(r.ID)
	return nil
}

// continueRepeated starts the next of several repeated rolls, or lets the next member
// of a group act.
func (d *decision) continueRepeated(r model.Roll) {
	switch {
	case r.Rest == nil:
		return
	case len(r.Rest.Then) > 0:
		_ = d.continueGroup(r) // whoever cannot is left out, and that is noted
		return
	case r.Rest.Left == 0:
		return
	}
	_ = d.startAction(actionStart{who: r.Who, system: r.System, action: r.Action, form: r.Params, rest: &model.Repeated{Left: r.Rest.Left - 1}}) // a refusal ends the rest
}
