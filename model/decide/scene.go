package decide

import (
	"example.org/fray/engine"
	"example.org/fray/model"
)

// scene ends the scene and begins the next one with a new round. Pending actions are
// cancelled, happen at once or stay, as their rulebook says; effects that last for the
// scene end.
func (d *decision) scene(c model.Scene) error {
	if rollIsOpen(d.t) {
		return errRollIsOpen
	}
	for _, p := range d.t.Pending() {
		d.endPendingWithScene(p)
	}
	for _, a := range d.t.State.Arrivals {
		d.emit(model.ArrivalOver{ID: a.ID, Name: a.Name, Why: "the scene ended"})
	}
	d.endEffects("the scene ended", func(e model.Effect) bool { return e.Until != model.ByTreated && e.Until != model.ByTime })
	for _, ch := range d.t.State.Characters {
		for _, sys := range ch.Systems() {
			if s, ok := d.t.Rulebooks[sys]; ok && s.Time.Between.Scene != "" {
				over := model.Roll{Who: ch.ID, System: sys, Action: s.Time.Between.Scene}
				if first := s.Time.Between.First; first != "" && d.t.Clock.Scene == 0 {
					over.Params = engine.PageOf(first, true)
				}
				d.runClockAction(over, "the scene ended")
			}
		}
	}
	began := d.t.Clock.Moment
	if began > d.t.Clock.Began || began < d.t.State.LatestMoment {
		began = d.t.Time().RoundEnd(max(began, d.t.State.LatestMoment))
	}
	d.moveClock(model.Clock{Scene: d.t.Clock.Scene + 1, Place: d.line("the place", c.Place, model.LongestName), Moment: began, Began: began})
	return nil
}

func (d *decision) beginSession(c model.BeginSession) error {
	d.emit(model.SessionBegan{Fingerprint: c.Fingerprint, Hidden: c.Hidden, GoesOn: d.t.Open})
	return nil
}

// endSession ends the session. First it runs what rulebooks have for that, except awards,
// which the gamemaster gives.
func (d *decision) endSession(c model.EndSession) error {
	for _, ch := range d.t.Characters() {
		for _, sys := range ch.Systems() {
			s, known := d.t.Rulebooks[sys]
			if !known {
				continue
			}
			if a := s.Time.Between.Session; a != "" {
				d.runClockAction(model.Roll{Who: ch.ID, System: sys, Action: a}, "the session ended")
			}
		}
	}
	d.emit(model.SessionEnded(c))
	return nil
}

// runClockAction runs an action that the clock starts, and emits its result as one fact.
// If the action asks something, it becomes an open roll.
func (d *decision) runClockAction(r model.Roll, why string) {
	r.Moment, r.Lasting = d.t.Clock.Moment, true
	r.RollContext = d.t.NewRollContext(r)
	in, err := d.t.InputsOf(r)
	if err != nil {
		return
	}
	step, err := engine.Run(in, nil)
	if err == nil && step.Done() {
		x := result{d: d, roll: r, step: step}
		f := model.ClockRan{Who: r.Who, Against: r.Against, System: r.System, Action: r.Action, Hidden: r.Hidden, Moment: r.Moment, Why: why,
			Changes: x.changes(), Later: x.pending(), Notes: step.Notes, Story: step.Story}
		if why == tidiesUp || why == becauseDown {
			f.Why, f.Tidies = "", why == tidiesUp || len(f.Notes) == 0 // nothing else has ended
		}
		if len(f.Changes)+len(f.Later)+len(f.Notes) > 0 {
			d.emit(f)
		}
		x.runForOthers()
		x.cancelEnded()
		return
	}
	r.ID = d.id("r")
	d.emit(model.Opened{Roll: loggedRoll(r)})
	d.advanceRoll(r.ID)
}
