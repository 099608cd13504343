package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// addEffect puts an effect on each of the characters.
func (d *decision) addEffect(c model.AddEffect) error {
	own := c.Of != "" && c.Of == c.Who // each one's own next turn ends it
	for _, id := range append([]string{c.Who}, c.More...) {
		one := c
		if one.Who = id; own {
			one.Of = id
		}
		if err := d.addEffectTo(one); err != nil {
			return err
		}
	}
	return nil
}

func (d *decision) addEffectTo(c model.AddEffect) error {
	who, err := d.presentCharacter(c.Who)
	if err != nil {
		return err
	}
	e := model.Effect{ID: d.id("e"), Who: who.ID, Words: d.line("the condition", c.Words, model.LongestCondition), Since: d.t.Clock.Moment, Until: c.Until, At: c.At, Of: c.Of}
	if e.Words == "" {
		return model.Refuse("type the condition or effect on %s", who.Name)
	}
	if c.Rounds > 0 && c.Until == model.ByMoment {
		e.At = e.Since + min(c.Rounds, maxMoments)*d.t.Time().Moments()
	}
	if err := d.checkEnd(e, who); err != nil {
		return err
	}
	for _, a := range c.Adds {
		if err := d.t.CheckAdd(who, a); err != nil {
			return err
		}
		e.Does = append(e.Does, a)
	}
	d.emit(model.EffectBegan{Effect: e})
	return nil
}

// checkEnd refuses an effect whose end is unknown or has passed.
func (a *access) checkEnd(e model.Effect, who *model.Character) error {
	switch e.Until {
	case model.ByMoment, model.ByTime:
		if e.At <= a.t.Clock.Moment {
			return model.Refuse("that moment has passed: the clock is at %s", a.t.When(a.t.Clock.Moment))
		}
	case model.ByAction:
		if !a.t.Acts(who.ID) {
			return model.Refuse("%s has no action under way", who.Name)
		}
	case model.ByTurn:
		if _, err := a.presentCharacter(e.Of); err != nil {
			return model.Refuse("choose on whose turn it ends")
		}
	case model.ByNext, model.ByScene, model.ByTreated:
	default:
		return model.Refuse("an effect ends with: action, next, turn, moment, time, scene or treated, not %q", e.Until)
	}
	return nil
}

func (d *decision) endEffect(c model.EndEffect) error {
	i := slices.IndexFunc(d.t.State.Effects, func(e model.Effect) bool { return e.ID == c.Effect })
	if i < 0 {
		return &Stale{"that effect has already ended"}
	}
	d.end(d.t.State.Effects[i], d.line("the reason", c.Why, model.LongestReason))
	return nil
}

// end ends an effect, also of a character who has left.
func (d *decision) end(e model.Effect, why string) {
	f := model.EffectEnded{Effect: e, Why: why}
	if who, ok := d.t.Character(e.Who); ok {
		f.Changes = overspent(d.t, who, f)
	}
	d.emit(f)
}

// overspent returns what fills the pools of a character up to 0 from which more was spent
// than they hold without an effect that ends.
func overspent(t model.Table, who *model.Character, f model.EffectEnded) (out []model.Change) {
	after := t
	after.State.Apply(f)
	for _, a := range f.Effect.Does {
		s, known := t.Rulebooks[a.System]
		if !known || !model.HasPage(who, a.System) {
			continue
		}
		for _, p := range s.Pools {
			if p.Full.ID != a.Field || p.Now(t.View(who, a.System).Sheet) < 0 {
				continue
			}
			sheet := after.View(who, a.System).Sheet
			owed := -p.Now(sheet)
			for _, loss := range p.Losses {
				if n := min(loss.Of(sheet), owed); n > 0 {
					out = append(out, after.Raised(who, model.Add{System: a.System, Field: loss.ID, N: -n}))
					owed -= n
				}
			}
		}
	}
	return out
}

// endEffects ends the effects for which over returns true.
func (d *decision) endEffects(why string, over func(model.Effect) bool) {
	for _, e := range d.t.State.Effects {
		if over(e) {
			d.end(e, why)
		}
	}
}

// endActionEffects ends the effects that last as long as a character's action, if the
// action is over.
func (d *decision) endActionEffects(who string) {
	if !d.t.Acts(who) {
		d.endEffects("the action is over", func(e model.Effect) bool { return e.Who == who && e.Until == model.ByAction })
	}
}

// endTurnEffects ends the effects that last until a character's turn.
func (d *decision) endTurnEffects(who string) {
	d.endEffects("the turn has come", func(e model.Effect) bool { return e.Of == who && e.Until == model.ByTurn })
}

// takePart ends what lasts until the turn of those besides the actor who act in a roll, as
// [decision.activeActionBegins] does for the actor.
func (d *decision) takePart(r model.Roll, seats []engine.Seat) {
	for _, seat := range seats {
		for _, id := range r.At(seat) {
			if d.t.Clock.Turn == "" {
				d.endTurnEffects(id)
			}
		}
	}
}

// activeActionBegins is called when a character begins an active action. If no turns are
// taken it ends the effects that last until the character's turn.
func (d *decision) activeActionBegins(a *engine.Action, who string) {
	if a.Mode == engine.Active && d.t.Clock.Turn == "" {
		d.endTurnEffects(who)
	}
}
