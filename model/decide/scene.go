package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// scene ends the scene. Pending actions are cancelled, happen at once or stay, as
// their rulebook says; effects that last for the scene end. The next scene begins with
// a new round.
func (d *decision) scene(c model.Scene) error {
	if rollIsOpen(d.t) {
		return errRollIsOpen
	}
	for _, p := range d.t.Pending() {
		d.endPendingWithScene(p)
	}
	d.endEffects("the scene ended", func(e model.Effect) bool { return e.Until != model.ByTreated && e.Until != model.ByTime })
	for _, ch := range d.t.State.Characters {
		for _, sys := range ch.Systems() {
			if s, ok := d.t.Rulebooks[sys]; ok && s.Time.Between.Scene != "" {
				over := model.Roll{Who: ch.ID, System: sys, Action: s.Time.Between.Scene}
				if first := s.Time.Between.First; first != "" && d.t.Clock.Scene == 0 {
					over.Params = engine.PageOf(first, true)
				}
				d.runAside(over, "the scene ended")
			}
		}
	}
	began := d.t.Clock.Moment
	if began > d.t.Clock.Began || began < d.t.State.Farthest {
		began = d.t.Time().RoundEnd(max(began, d.t.State.Farthest))
	}
	d.moveClock(model.Clock{Scene: d.t.Clock.Scene + 1, Place: model.Clean(c.Place, model.LongestName), Moment: began, Began: began})
	return nil
}

func (d *decision) beginSession(c model.BeginSession) error {
	d.emit(model.SessionBegan(c))
	return nil
}

// endSession ends the session. It runs what rulebooks do then for each character, and
// creates follow-ups for the awards that people decide about. Neither is done when the
// program ends a session by itself, because nobody is there.
func (d *decision) endSession(c model.EndSession) error {
	earners := Earners(d.t)
	for _, ch := range d.t.Characters() {
		for _, sys := range ch.Systems() {
			s, known := d.t.Rulebooks[sys]
			if !known || d.by.Role == model.Program {
				continue
			}
			a, ok := s.Action(s.Time.Between.Session)
			switch {
			case !ok:
			case a.Mode == engine.ByClock:
				d.runAside(model.Roll{Who: ch.ID, System: sys, Action: a.ID}, "the session ended")
			case d.t.DidThisSession(ch.ID, sys, a.ID), !slices.Contains(earners, ch):
			case !isCalledFor(d.t, ch.ID, sys, a.ID):
				d.emit(model.CalledFor{FollowUp: model.FollowUp{Who: ch.ID, System: sys, Action: a.ID}})
			}
		}
	}
	d.emit(model.SessionEnded(c))
	return nil
}

// Earners returns the characters who receive awards at the end of a session: those of
// players or, if players have none, all who are not hidden.
func Earners(t model.Table) []*model.Character {
	all := t.Characters()
	if owned := slices.DeleteFunc(slices.Clone(all), func(c *model.Character) bool { return c.Owner == "" }); len(owned) > 0 {
		return owned
	}
	return slices.DeleteFunc(all, func(c *model.Character) bool { return c.Hidden })
}

// isCalledFor reports whether a follow-up for this action of a character exists.
func isCalledFor(t model.Table, who, system, action string) bool {
	return slices.ContainsFunc(t.State.FollowUps, func(f model.FollowUp) bool { return f.Who == who && f.System == system && f.Action == action })
}

// runForOthers runs what a roll makes every other character of its rulebook do.
func (d *decision) runForOthers(r model.Roll, step engine.Step) {
	for _, x := range step.Aside {
		for _, c := range d.t.Characters() {
			if _, has := c.Pages[r.System]; has && c.ID != r.Who {
				d.runAside(model.Roll{Who: c.ID, System: r.System, Action: x.Action, Params: x.Params, Hidden: r.Hidden}, "")
			}
		}
	}
}

// runAside runs an action that the clock starts, and emits its result as one fact. If
// it asks something, it becomes an open roll.
func (d *decision) runAside(r model.Roll, why string) {
	r.Moment, r.Lasting = d.t.Clock.Moment, true
	r.RollContext = d.t.KnowingRoll(r)
	in, err := d.t.InputsOf(r)
	if err != nil {
		return
	}
	step, err := engine.Run(in, nil)
	if err == nil && step.Done() {
		f := model.ClockRan{Who: r.Who, Against: r.Against, System: r.System, Action: r.Action, Hidden: r.Hidden, Moment: r.Moment, Why: why,
			Changes: changesNow(d.t, r, &step), Later: d.pendingFrom(r, step), Notes: step.Notes, Story: step.Story}
		if len(f.Changes)+len(f.Later)+len(f.Notes) > 0 {
			d.emit(f)
		}
		d.runForOthers(r, step)
		return
	}
	r.ID = d.id("r")
	d.emit(model.Opened{Roll: loggedRoll(r)})
	d.advanceRoll(r.ID)
}
