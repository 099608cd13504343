package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// TakesUp returns the command that takes up a follow-up. A defence out of turn gives up
// the action under way and, unless it is known against whom it is made, is made against
// whoever attacks.
func TakesUp(t model.Table, u model.FollowUp) model.Begin {
	c := model.Begin{Who: u.Who, Against: u.Against, System: u.System, Action: u.Action, Params: u.Params, Called: u.Origin.Roll, Abort: GivesUp(t, u)}
	a, ok := t.ActionOf(u.System, u.Action)
	if _, known := t.Character(u.Origin.Who); ok && known && a.Need != engine.Alone && len(c.Against) == 0 && IsDefence(t, u) {
		c.Against = []string{u.Origin.Who}
	}
	return c
}

// MayTakeUp returns why a seat cannot take up a follow-up now, nil if it can or if only a
// target or a setting is missing. A defence out of turn must be possible as it is: with
// another setting it would be something else.
func MayTakeUp(t model.Table, by model.Seat, u model.FollowUp) error {
	c := TakesUp(t, u)
	if _, err := InputsToBegin(t, by, c); err != nil && (c.Abort || !IsIncomplete(t, by, c)) {
		return err
	}
	return nil
}

// CallsOff lists the pending actions that a command would call off. It is empty if the
// command is refused.
func CallsOff(t model.Table, by model.Seat, c model.Begin) []model.Pending {
	d := &decision{access: access{t, by}, salt: t.NextSalt()}
	if by.Role == model.Watcher || !by.IsKnown() {
		return nil
	}
	if _, err := d.opens(c); err != nil {
		return nil
	}
	var out []model.Pending
	for _, f := range d.facts {
		if x, ok := f.(model.Cancelled); ok {
			out = append(out, x.Pending)
		}
	}
	return out
}

// Trial is what would come of a command that begins a roll. A list asks for it once, and uses it
// for all it says.
type Trial struct {
	Inputs engine.Inputs // of the roll that would begin
	Step   engine.Step   // up to the first question of its rule, without notes
	Broke  error         // its rule is at fault; it would begin nevertheless, and be parked
	WhyNot error         // why it is refused; engine.ErrNotTried if nothing was left of the budget
}

// Try tries a command as a dry run, which draws on a budget.
func Try(t model.Table, by model.Seat, c model.Begin, budget *engine.Budget) (x Trial) {
	d := &decision{access: access{t, by}, salt: t.NextSalt(), budget: budget}
	if d.by.Role == model.Watcher || !d.by.IsKnown() {
		x.WhyNot = d.decide(c) // refused
		return x
	}
	var id string
	if id, x.WhyNot = d.opens(c); x.WhyNot == nil {
		r, _ := d.t.Roll(id)
		x.Inputs, x.WhyNot = d.t.InputsOf(r)
		x.Step, x.Broke = d.begun, d.broke
	}
	return x
}

// IsIncomplete reports whether a command that is refused as it is would be allowed with a
// target or with further settings. A refusal is either of these two kinds: what is begun is
// impossible now, or something has still to be said. Values of every kind are tried for the
// parameters that the rule reads before it refuses; see [engine.Spec.Samples].
func IsIncomplete(t model.Table, by model.Seat, c model.Begin) bool {
	return LacksWithin(t, by, c, nil)
}

// LacksWithin is [IsIncomplete] as far as a budget reaches.
func LacksWithin(t model.Table, by model.Seat, c model.Begin, budget *engine.Budget) bool {
	a, ok := t.ActionOf(c.System, c.Action)
	if !ok {
		return false
	}
	x := completion{t, by, a, mostTries, budget}
	if x.lacksSetting(c) {
		return true
	}
	if a.Need == engine.Alone || len(c.Against) > 0 {
		return false
	}
	for _, o := range t.Characters() {
		with := c
		if with.Against = []string{o.ID}; o.ID == c.Who || o.Left || !o.Plays(c.System) {
			continue
		}
		if x.begins(with) || x.lacksSetting(with) {
			return true
		}
	}
	return false
}

// mostTries is how often a rule is started to find out whether only something has still to
// be said. It takes some 20 microseconds each time.
const mostTries = 200

// completion looks for what is missing in a command.
type completion struct {
	t      model.Table
	by     model.Seat
	action *engine.Action
	tries  int // that are left
	budget *engine.Budget
}

func (x *completion) begins(c model.Begin) bool { return Try(x.t, x.by, c, x.budget).WhyNot == nil }

// lacksSetting reports whether a refused command would be allowed with other parameters. A
// value with which the rule gives another reason is kept while others are tried.
func (x *completion) lacksSetting(c model.Begin) bool {
	in, err := Inputs(x.t, c.Who, c.Against, c.System, c.Action, c.Params)
	if err != nil {
		return false
	}
	in = in.On(x.budget)
	var read []string
	watched := in
	watched.Watch = func(whose engine.Seat, path string) {
		if whose == engine.ParamsSeat && !slices.Contains(read, path) {
			read = append(read, path)
		}
	}
	why := watched.WhyNot()
	if why == "" {
		return false // it is not the rule that refuses
	}
	who, _ := x.t.Character(c.Who)
	var further []model.Begin
	for _, sp := range x.action.ParamsAgainst(len(c.Against)) {
		if _, set := c.Params.Get(sp.ID); set || !slices.Contains(read, sp.ID) {
			continue
		}
		goesOn := false
		for _, v := range sp.Samples(x.action.Form.Read(c.Params), who.Pages[c.System]) {
			if x.tries--; x.tries < 0 || x.budget.Left() <= 0 {
				return false
			}
			with := c
			with.Params = c.Params.With(sp.ID, v)
			in.Params = with.Params
			switch now := in.WhyNot(); {
			case now == "":
				if x.begins(with) {
					return true
				}
			case now != why && !goesOn:
				goesOn = true
				further = append(further, with)
			}
		}
	}
	return slices.ContainsFunc(further, x.lacksSetting)
}
