package scene

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// Draft is an action that has not been rolled yet.
type Draft struct {
	Who, System, Action string
	Row                 string // the row of the sheet with which it was offered: a skill, a power
	Params              engine.Page
	Against             []string
	Abort               bool            // it is a defence for which the character gives up a pending action
	Called              *model.FollowUp // the follow-up that it answers; nil if it was chosen freely
}

// Command returns the command that starts the roll.
func (d Draft) Command() model.Begin {
	c := model.Begin{Who: d.Who, Against: d.Against, System: d.System, Action: d.Action, Params: d.Params, Abort: d.Abort}
	if d.Called != nil {
		c.Called = d.Called.Origin.Roll
	}
	return c
}

// CalledDraft returns the draft that takes up a follow-up.
func CalledDraft(t model.Table, u model.FollowUp) Draft {
	c := decide.TakesUp(t, u)
	return Draft{Who: c.Who, System: c.System, Action: c.Action, Params: c.Params, Against: c.Against, Abort: c.Abort, Called: &u}
}

// CalledBy returns the roll that calls for a draft, "" if it was chosen freely.
func (d Draft) CalledBy() string { return d.Command().Called }

// AnswersTo returns a draft that was read from a page as one that takes up what a roll calls
// for; false if that is no longer called for.
func (d Draft) AnswersTo(t model.Table, roll string) (Draft, bool) {
	for _, u := range t.FollowUps() {
		if u.Origin.Roll == roll && u.Who == d.Who && u.System == d.System && u.Action == d.Action {
			d.Called = &u
			return d, true
		}
	}
	return d, false
}

// CalledNow returns a draft that was made of an earlier table, such as a row of a list that
// has stood for a while, with the follow-up that it answers as it is called for now; false
// if it is not called for any more.
func (d Draft) CalledNow(t model.Table) (Draft, bool) {
	all := t.FollowUps()
	if d.Called == nil || slices.ContainsFunc(all, d.Called.Equal) {
		return d, true
	}
	i := slices.IndexFunc(all, d.Called.SameAction)
	if i < 0 {
		return d, false
	}
	return CalledDraft(t, all[i]), true
}

// GivesUp says what is given up for a draft, "" for nothing.
func (d Draft) GivesUp(t model.Table, by model.Seat) string {
	if !d.Abort { // nothing else calls anything off
		return ""
	}
	return view.CallsOffWords(t, decide.CallsOff(t, by, d.Command()))
}

// DefendsWords says against what attack a draft defends, "" if it is no defence that an
// attack calls for.
func (d Draft) DefendsWords(t model.Table) string {
	if d.Called == nil || !decide.IsDefence(t, *d.Called) {
		return ""
	}
	return AttackedBy(t, *d.Called)
}
