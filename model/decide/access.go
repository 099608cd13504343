package decide

import (
	"maps"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// access is a table and the seat that sends a command to it. Its methods say what the seat
// may see there and for whom it may act, and change nothing.
type access struct {
	t  model.Table
	by model.Seat
}

// sees reports whether the seat may know a subject.
func (a *access) sees(s model.Subject) bool {
	return a.by.IsGamemaster() || a.t.MayKnow(a.by, s)
}

// nameOf returns a character's name, or "somebody" if the seat must not know it.
func (a *access) nameOf(who string) string {
	if c, ok := a.t.Character(who); ok && a.by.Sees(c) {
		return c.Name
	}
	return "somebody"
}

// visibleCharacter returns a character that the seat sees.
func (a *access) visibleCharacter(id string) (*model.Character, error) {
	c, ok := a.t.Character(id)
	if !ok || !a.by.Sees(c) {
		return nil, model.Refuse("nobody here has the id %q", id)
	}
	return c, nil
}

// ownCharacter returns a character for whom the seat may act.
func (a *access) ownCharacter(id string) (*model.Character, error) {
	c, ok := a.t.Character(id)
	switch {
	case !ok || !a.by.Sees(c):
		return nil, model.Refuse("nobody here has the id %q", id)
	case !a.by.Owns(c):
		return nil, model.Refuse("%s is not yours", c.Name)
	}
	return c, nil
}

// presentCharacter returns a character at the table for whom the seat may act.
func (a *access) presentCharacter(id string) (*model.Character, error) {
	who, err := a.ownCharacter(id)
	if err == nil && who.Left {
		return nil, model.Refuse("%s has left the table", who.Name)
	}
	return who, err
}

// mayAnswer refuses an answer by a seat that owns none of the characters who are
// asked. The gamemaster may answer for everybody.
func (a *access) mayAnswer(r model.Roll, q engine.Question) error {
	if a.by.IsGamemaster() {
		return nil
	}
	ids := r.At(q.Who)
	if slices.ContainsFunc(ids, func(id string) bool { c, ok := a.t.Character(id); return ok && a.by.Owns(c) }) {
		return nil
	}
	return model.Refuse("that is not your decision")
}

// questionOf returns the open question of a roll, if it is the one that the sender read
// and the sender may answer.
func (a *access) questionOf(id, question string) (engine.Question, error) {
	r, ok := a.t.Roll(id)
	if !ok || !a.sees(r.Subject()) {
		return engine.Question{}, &Stale{"that roll is over"}
	}
	if r.Parked != "" {
		return engine.Question{}, model.Refuse("this roll is parked (%s): drop it, and change the sheet by hand", r.Parked)
	}
	if r.Question != question {
		return engine.Question{}, &Stale{"somebody else has already answered"}
	}
	step, err := a.t.Step(r)
	if err != nil {
		return engine.Question{}, model.Refuse("%v", err)
	}
	return *step.Open, a.mayAnswer(r, *step.Open)
}

// answersFor returns the key of the player for whom the gamemaster answers, or "" if
// the gamemaster answers for nobody else.
func (a *access) answersFor(r model.Roll, q engine.Question) string {
	if all := deciders(a.t, r, q); a.by.IsGamemaster() && len(all) > 0 {
		return all[0].Key()
	}
	return ""
}

// actorOf returns the character who begins an action, or nil for dice that are thrown
// for the table.
func (a *access) actorOf(c model.Begin) (*model.Character, error) {
	if c.Who == "" {
		if len(c.Against) > 0 {
			return nil, model.Refuse("choose who acts: only plain dice need nobody")
		}
		return nil, nil
	}
	who, err := a.ownCharacter(c.Who)
	if err != nil {
		return nil, err
	}
	if who.Left {
		return nil, model.Refuse("%s has left the table", who.Name)
	}
	s, known := a.t.Rulebooks[c.System]
	if _, ok := who.Pages[c.System]; !ok && (!known || !s.HasNoSheet()) {
		return nil, model.Refuse("%s has no sheet for this rulebook", who.Name)
	}
	return who, nil
}

// startable is like the function startable, but hides a reason that depends on a sheet
// that the seat does not know.
func (a *access) startable(r model.Roll, in engine.Inputs) (step engine.Step, broke, refused error) {
	step, broke, refused = startable(in)
	if refused == nil || a.by.IsGamemaster() || a.t.SeatView != nil {
		return step, broke, refused
	}
	for n, id := range r.Against {
		if c, ok := a.t.Character(id); ok && a.by.VisibilityOf(c) != model.Open {
			if in.Unknown == nil {
				in.Unknown = map[engine.Seat][]string{}
			}
			in.Unknown[engine.Opponent(n+1)] = nil
			if p, busy := a.t.State.UnderWay(id); busy && (a.t.OnlyEnds(p) || !a.sees(p.Subject())) {
				in.Busy = maps.Clone(in.Busy)
				delete(in.Busy, engine.Opponent(n+1))
			}
		}
	}
	if in.Unknown == nil || in.On(nil).WhyNot() != "" {
		return step, broke, refused
	}
	return step, broke, model.Refuse("that can't be done, for a reason that only the gamemaster knows")
}

// mayBegin refuses an action that the seat may not begin now.
func (a *access) mayBegin(who *model.Character, act *engine.Action, c model.Begin) error {
	if act.Mode == engine.ByClock {
		return model.Refuse("only the clock starts %s", act.Label)
	}
	for _, id := range c.Against {
		if o, ok := a.t.Character(id); !ok || o.Left || !a.by.Sees(o) {
			return model.Refuse("the other side is not at the table")
		}
	}
	if who == nil {
		return nil
	}
	if a.t.IsAward(c.System, c.Action) && !a.by.IsGamemaster() {
		return model.Refuse("the gamemaster gives these awards at the end of the session")
	}
	if _, rolled := Score(a.t, who.ID); rolled && isInitiative(a.t, c.System, c.Action) && !a.by.IsGamemaster() {
		return model.Refuse("%s has already rolled for turn order: only the gamemaster can have it rolled again", who.Name)
	}
	if err := a.refuseRolling(who.ID); err != nil {
		return err
	}
	if act.Mode != engine.Active || c.Force && a.by.IsGamemaster() {
		return nil
	}
	if err := a.mayAct(who, c.System); err != nil {
		return err
	}
	switch turn := a.t.Clock.Turn; {
	case turn == who.ID || a.by.IsGamemaster() || c.Abort || model.IsCalledFor(a.t.State.FollowUps, rollOf(c)):
	case turn != "":
		return model.Refuse("it is the turn of %s: wait, or ask the gamemaster", a.nameOf(turn))
	case !orderAllows(a.t, who):
		return model.Refuse("it is not the turn of %s: wait, or ask the gamemaster", who.Name)
	}
	return nil
}

// mayUndo refuses to undo an event of somebody else, or one that threw dice, for a player.
func (a *access) mayUndo(e model.Event) error {
	if a.by.IsGamemaster() {
		return nil
	}
	if e.By != a.by {
		return model.Refuse("the last act was not yours: ask the gamemaster to undo it")
	}
	for _, f := range e.Facts {
		if f, ok := f.(model.Answered); ok && len(f.Answer.Faces) > 0 {
			return model.Refuse("the dice have been rolled: only the gamemaster can undo that")
		}
	}
	return nil
}

// mayWrite reports whether the seat may make these changes without a request. A player
// may, on an own sheet, if players keep their sheets or no change is a number.
func (a *access) mayWrite(who *model.Character, s *engine.System, all []model.Change) bool {
	switch {
	case a.by.IsGamemaster():
		return true
	case !a.by.Owns(who):
		return false
	case a.t.State.PlayersKeepSheets:
		return true
	}
	return !slices.ContainsFunc(all, func(c model.Change) bool {
		sp, ok := s.Sheet.Field(c.Field)
		return !ok || sp.Kind != engine.Text || c.To.Kind() != engine.Text && !c.To.IsNone()
	})
}
