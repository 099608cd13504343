package decide

import (
	"cmp"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// findPending returns a pending action by its id.
func findPending(t model.Table, id string) (model.Pending, error) {
	i := slices.IndexFunc(t.State.Pending, func(p model.Pending) bool { return p.ID == id })
	if i < 0 {
		return model.Pending{}, &Stale{"that action is over"}
	}
	return t.State.Pending[i], nil
}

func (d *decision) cancel(c model.Cancel) error {
	if i := slices.IndexFunc(d.t.State.Arrivals, func(a model.Arrival) bool { return a.ID == c.Pending }); i >= 0 && d.by.IsGamemaster() {
		d.emit(model.ArrivalOver{ID: c.Pending, Name: d.t.State.Arrivals[i].Name, Why: cmp.Or(d.line("the reason", c.Why, model.LongestReason), "called off")})
		return nil
	}
	p, err := findPending(d.t, c.Pending)
	if err != nil {
		return err
	}
	d.callOff(p, d.line("the reason", c.Why, model.LongestReason))
	return nil
}

func (d *decision) delay(c model.Delay) error {
	p, err := findPending(d.t, c.Pending)
	if err != nil {
		return err
	}
	if c.Due < d.t.Clock.Moment {
		return model.Refuse("that moment has passed: the clock is at %s", d.t.When(d.t.Clock.Moment))
	}
	if c.Due == p.Due {
		return model.Refuse("it is already due then")
	}
	d.emit(model.Delayed{Pending: p, Due: c.Due})
	return nil
}

// callOff cancels a pending action and runs its rulebook's clean-up. What the action has
// begun, such as a lowered defence, must end even if its blow never falls.
func (d *decision) callOff(p model.Pending, why string) {
	d.emit(model.Cancelled{Pending: p, Why: why})
	d.cleanUp(model.Roll{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params, Hidden: p.Hidden})
	d.endActionEffects(p.Who)
}

// cleanUp runs the action that the rulebook has in place of one that was cancelled.
func (d *decision) cleanUp(r model.Roll) {
	if a, ok := d.t.ActionOf(r.System, r.Action); ok && a.Over.WhenCancelled != "" {
		r.Action = a.Over.WhenCancelled
		d.runClockAction(r, tidiesUp)
	}
}

// cancelActionsOf cancels the rolls and pending actions of a character who leaves, and the
// effects that only they would end. What has already happened to somebody goes on, and other
// conditions of the character's own come back with it.
func (d *decision) cancelActionsOf(who *model.Character) {
	for _, r := range d.t.State.Rolls {
		if r.Who == who.ID && !r.Lasting {
			d.dropRoll(r, who.Name+" left")
		}
	}
	for _, p := range d.t.Pending() {
		if a, ok := d.t.ActionOf(p.System, p.Action); p.Who == who.ID && !(ok && a.Lasting()) {
			d.callOff(p, who.Name+" left")
		}
	}
	d.endEffects(who.Name+" left", func(e model.Effect) bool {
		return e.Who == who.ID && e.Until == model.ByAction || e.Who != who.ID && e.Of == who.ID && e.Until == model.ByTurn
	})
	d.leaveTurnOrder(who.ID)
}

// endPendingWithScene ends a pending action at the end of a scene, as its rulebook
// says.
func (d *decision) endPendingWithScene(p model.Pending) {
	var over engine.Ending
	if a, ok := d.t.ActionOf(p.System, p.Action); ok {
		over = a.Over
	}
	switch {
	case over.SurvivesScene:
	case over.AtSceneEnd:
		if id := d.openPending(p); id != "" {
			d.advanceRoll(id)
		}
	default:
		d.callOff(p, "the scene ended")
	}
}

// resolvePending begins the roll of a pending action that is due, and advances it.
func (d *decision) resolvePending(p model.Pending) {
	if d.t.IsTurn(p) {
		d.giveTurn(p.Who)
	}
	if id := d.openPending(p); id != "" {
		d.advanceRoll(id)
	}
	d.endActionEffects(p.Who)
}

// openPending opens the roll of a pending action that is due and returns the roll's
// id. It returns "" if the action can no longer be done; it is cancelled then.
func (d *decision) openPending(p model.Pending) string {
	a, known := d.t.ActionOf(p.System, p.Action)
	r := model.Roll{ID: d.id("r"), Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params,
		Hidden: p.Hidden, Moment: d.t.Clock.Moment, Pending: p.ID, Lasting: known && a.Lasting()}
	if !known {
		d.emit(model.Cancelled{Pending: p, Why: "this version does not have this action"})
		return ""
	}
	if who, ok := d.t.Character(p.Concerns()); r.Lasting && (!ok || !model.HasPage(who, p.System)) {
		d.emit(model.Cancelled{Pending: p, Why: "the character no longer has that sheet"})
		return ""
	}
	d.openedPending = append(d.openedPending, p)
	d.emit(model.Done{Pending: p})
	d.emit(model.Opened{Roll: r})
	return r.ID
}
