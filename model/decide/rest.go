package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxRests is how many times one command can repeat a rest.
const maxRests = 500

// Rests returns the ways to rest that a rulebook has.
func Rests(t model.Table, system string) []engine.Rest {
	if s, ok := t.Rulebooks[system]; ok {
		return s.Time.Between.Rests
	}
	return nil
}

// rest lets characters rest. Each healing roll is in the log. If the rulebook gives the
// duration and the gamemaster sent the command, the clock advances by it, and the rolls of
// shorter rests are made on the way. A question stops the clock; the rest goes on when it
// is answered.
func (d *decision) rest(c model.Rest) error {
	if c.Times < 1 || c.Times > maxRests {
		return model.Refuse("type a number of times from 1 to %d", maxRests)
	}
	all, err := d.restingCharacters(c)
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return model.Refuse("nobody here can rest by the %s", c.Span)
	}
	takesTime := func(s restingCharacter) bool { return d.restTime(s) > 0 }
	if slices.ContainsFunc(all, takesTime) && rollIsOpen(d.t) {
		return errRollIsOpen
	}
	x := restRun{d, model.Resting{Until: d.t.Clock.Moment}}
	rested, why := false, error(nil)
	for _, s := range all {
		begun, err := x.begin(s, c)
		if err != nil {
			why = err
		}
		rested = rested || begun
	}
	switch {
	case !rested:
		return why
	case x.Until == d.t.Clock.Moment:
		d.restMovesDate(c)
		return nil
	case x.Until > d.t.Clock.Moment+maxMoments && anybodyPays(d.t):
		return model.Refuse("somebody pays by the round: end that first, or rest for less than %d moments", maxMoments)
	}
	x.run()
	return nil
}

// passRest lets the time pass that a rest takes, if that is what begins: a rest that is an
// action of its own takes as long as the same rest by command. Whoever cannot take it loses no
// time.
func (d *decision) passRest(c model.Begin) error {
	who, here := d.t.Character(c.Who)
	rule, known := d.t.ActionOf(c.System, c.Action)
	if !here || !known || c.Called != "" || !d.by.IsGamemaster() {
		return nil
	}
	form, s := rule.Form.Read(c.Params), d.t.Rulebooks[c.System]
	rests := Rests(d.t, c.System)
	i := slices.IndexFunc(rests, func(r engine.Rest) bool {
		return r.Action == c.Action && r.Count == "" && !slices.ContainsFunc(r.Params.Paths(), func(path string) bool {
			v, _ := r.Params.Get(path)
			return form.Value(path) != v
		})
	})
	if i < 0 {
		return nil
	}
	units := restUnits(d.t, restingCharacter{who, s, rests[i]})
	if units == 0 {
		return nil
	}
	in, err := Inputs(d.t, c.Who, c.Against, c.System, c.Action, c.Params)
	if err == nil {
		_, _, err = startable(in.On(d.budget))
	}
	switch {
	case err != nil:
		return err
	case rollIsOpen(d.t):
		return errRollIsOpen
	}
	at := d.t.Clock.Moment + model.ConvertSpan(s.Time, d.t.Time(), units)
	if d.advanceTo(at); d.t.Clock.Moment < at || rollIsOpen(d.t) {
		return model.Refuse("%s does not come to rest: something has to be decided before it is over", who.Name)
	}
	return nil
}

// restRun is a rest under way: the characters who rest, and the rolls that are due.
type restRun struct {
	d *decision
	model.Resting
}

// restingCharacter is a character who rests by the rules of one rulebook.
type restingCharacter struct {
	who    *model.Character
	system *engine.System
	rest   engine.Rest
}

// restingCharacters returns who rests and how.
func (a *access) restingCharacters(c model.Rest) (all []restingCharacter, err error) {
	for _, id := range c.Who {
		who, err := a.presentCharacter(id)
		if err != nil {
			return nil, err
		}
		for _, sys := range who.Systems() {
			if r, ok := restOf(a.t, sys, c.Span); ok {
				all = append(all, restingCharacter{who, a.t.Rulebooks[sys], r})
			}
		}
	}
	return all, nil
}

// restOf finds a way to rest by its id.
func restOf(t model.Table, system, id string) (engine.Rest, bool) {
	rests := Rests(t, system)
	i := slices.IndexFunc(rests, func(r engine.Rest) bool { return r.ID == id })
	if i < 0 {
		return engine.Rest{}, false
	}
	return rests[i], true
}

// begin begins a character's rest. A rest that a player begins, that takes no time or
// whose rule takes the number of times as a parameter, is rolled at once. Any other is
// added to the run, for which the clock will move. The error says why it cannot begin.
func (x *restRun) begin(s restingCharacter, c model.Rest) (begun bool, why error) {
	d := x.d
	if d.restTime(s) == 0 || s.rest.Count != "" {
		x.Until = max(x.Until, d.t.Clock.Moment+model.ConvertSpan(s.system.Time, d.t.Time(), d.restTime(s)*c.Times))
		for i, params := range append([]engine.Page{s.rest.Params}, s.rest.More...) {
			if err := d.startRestRoll(s, c, params); err == nil {
				begun = true
			} else if i == 0 {
				why = err
			}
		}
		return begun, why
	}
	if short := Rests(d.t, s.system.ID)[0]; short.Count != "" && !isResting(d.t, s.who) {
		if err := d.startAction(model.Begin{Who: s.who.ID, System: s.system.ID, Action: short.Action, Params: short.Params}, &model.Series{}); err != nil {
			return false, err
		}
	}
	r := model.Rester{Who: s.who.ID, System: s.system.ID, Span: s.rest.ID, Params: c.Params, Began: d.t.Clock.Moment, Left: c.Times}
	if s.rest.Takes == nil {
		r.Left *= s.rest.Units / shortest(d.t, s.system.ID, s.rest).Units
		x.Until = max(x.Until, r.Began+model.ConvertSpan(s.system.Time, d.t.Time(), s.rest.Units*c.Times))
	}
	r.Next = nextRestRolls(d.t, r)
	x.Until = max(x.Until, r.Next)
	x.Who = append(x.Who, r)
	return true, nil
}

// restTime returns for how many units the clock moves while a character rests; 0 if a
// player began the rest.
func (a *access) restTime(s restingCharacter) int {
	if !a.by.IsGamemaster() {
		return 0
	}
	return restUnits(a.t, s)
}

// restUnits returns how many units of its rulebook's time a rest takes.
func restUnits(t model.Table, s restingCharacter) int {
	if s.rest.Takes == nil {
		return s.rest.Units
	}
	return s.rest.Takes(s.system.Sheet.Read(s.who.Pages[s.system.ID]), s.system.House.Read(t.House[s.system.ID]))
}

// shortest returns the shortest rest that a rest consists of.
func shortest(t model.Table, system string, r engine.Rest) engine.Rest {
	for r.Of != "" {
		r, _ = restOf(t, system, r.Of)
	}
	return r
}

// nextRestRolls returns the moment at which a character's next rolls of a rest are due.
func nextRestRolls(t model.Table, r model.Rester) int {
	who, _ := t.Character(r.Who)
	rest, ok := restOf(t, r.System, r.Span)
	if who == nil || !ok {
		return t.Clock.Moment
	}
	s := t.Rulebooks[r.System]
	if rest.Takes != nil {
		return t.Clock.Moment + model.ConvertSpan(s.Time, t.Time(), restUnits(t, restingCharacter{who, s, rest}))
	}
	return r.Began + model.ConvertSpan(s.Time, t.Time(), (r.Gone+1)*shortest(t, r.System, rest).Units)
}

// run moves the clock to the end of the rest and makes the rolls on the way. If a roll asks
// somebody, the rest is kept until that is answered. It continues as the gamemaster,
// whoever gave the answer.
func (x *restRun) run() {
	d, by := x.d, x.d.by
	d.by = model.Seat{Role: model.GM}
	defer func() { d.by = by }()
	for {
		for len(x.Rolls) > 0 {
			roll := x.Rolls[0]
			x.Rolls = x.Rolls[1:]
			_ = d.startAction(model.Begin{Who: roll.Who, System: roll.System, Action: roll.Action, Params: roll.Params}, &model.Series{}) // if the rule refuses, because there is nothing to heal, the roll is left out
			if rollIsOpen(d.t) {
				x.pause()
				return
			}
		}
		at, more := x.Until, false
		for _, r := range x.Who {
			if r.Left > 0 && (!more || r.Next < at) {
				at, more = r.Next, true
			}
		}
		if more && x.skips(at) {
			continue // there is nothing to do at that moment
		}
		if d.advanceTo(at); d.t.Clock.Moment < at || rollIsOpen(d.t) {
			x.pause()
			return
		}
		if !more {
			break
		}
		addDueRestRolls(d.t, &x.Resting, at)
	}
	if d.t.State.Resting != nil {
		d.emit(model.RestPaused{})
	}
}

// pause keeps the rest until somebody has answered.
func (x *restRun) pause() {
	rest := x.Resting // the fact must not keep the decision in memory
	x.d.emit(model.RestPaused{Rest: &rest})
}

// skips skips the next rolls of a rest if none of them can begin and nothing else
// happens until then, so that the clock need not stop there. It reports whether it did.
func (x *restRun) skips(at int) bool {
	t := x.d.t
	if at <= t.Clock.Moment || nextDueBefore(t, at) < at {
		return false
	}
	skipped := model.Resting{Who: slices.Clone(x.Who)}
	addDueRestRolls(t, &skipped, at)
	for _, roll := range skipped.Rolls {
		in, err := Inputs(t, roll.Who, nil, roll.System, roll.Action, roll.Params)
		if in.Moment += at - t.Clock.Moment; err == nil && in.Begins() {
			return false
		}
	}
	x.Who = skipped.Who
	return true
}

// addDueRestRolls adds the rolls of a rest that are due at a moment: those of the shortest
// rest before those of the longer ones that consist of it.
func addDueRestRolls(t model.Table, x *model.Resting, at int) {
	for i := range x.Who {
		r := &x.Who[i]
		if r.Left == 0 || r.Next != at {
			continue
		}
		r.Gone, r.Left = r.Gone+1, r.Left-1
		rest, _ := restOf(t, r.System, r.Span)
		var chain []engine.Rest
		for chain = append(chain, rest); rest.Of != ""; chain = append(chain, rest) {
			rest, _ = restOf(t, r.System, rest.Of)
		}
		unit := chain[len(chain)-1].Units
		for _, rest := range slices.Backward(chain) {
			if rest.Takes == nil && r.Gone*unit%rest.Units != 0 {
				continue
			}
			for _, params := range append([]engine.Page{rest.Params}, rest.More...) {
				x.Rolls = append(x.Rolls, model.RestRoll{Who: r.Who, System: r.System, Action: rest.Action, Params: withParams(params, r.Params)})
			}
		}
		r.Next = nextRestRolls(t, *r)
	}
}

// interruptsRest reports whether a command ends a rest that waits for an answer.
func interruptsRest(c model.Command) bool {
	switch c.(type) {
	case model.Begin, model.Together, model.Rest, model.Next, model.Go, model.Scene, model.RollOrder, model.EndSession:
		return true
	}
	return false
}

// afterCommand is called after each command. It applies initiative scores, continues a
// rest that was waiting for an answer, and begins the turn that the command has brought.
func (d *decision) afterCommand(c model.Command, before model.State) {
	d.applyScores()
	switch c.(type) {
	case model.Undo, model.Redo, model.Back, model.Amend:
	default:
		d.endActsOfFallen(before)
		if x := d.t.State.Resting; x != nil && !rollIsOpen(d.t) {
			run := restRun{d, model.Resting{Who: slices.Clone(x.Who), Rolls: slices.Clone(x.Rolls), Until: x.Until}}
			run.run()
		}
	}
	d.beginTurn(before.Clock)
	switch c.(type) {
	case model.Join, model.Return, model.Reset, model.Next, model.Go:
		d.comeIntoOrder()
	}
}

func (d *decision) startRestRoll(s restingCharacter, c model.Rest, params engine.Page) error {
	b := model.Begin{Who: s.who.ID, System: s.system.ID, Action: s.rest.Action, Params: withParams(params, c.Params)}
	left := c.Times - 1
	if s.rest.Count != "" {
		b.Params, left = b.Params.With(s.rest.Count, engine.ValueOf(c.Times)), 0
	}
	return d.startAction(b, &model.Series{Repeats: left})
}

// withParams returns the parameters of a form with others written over them.
func withParams(form, others engine.Page) engine.Page {
	for _, path := range others.Paths() {
		v, _ := others.Get(path)
		form = form.With(path, v)
	}
	return form
}

// startAction opens the roll of an action that another command brings about, such as a
// rest or the roll for turn order, and advances it. Unlike openRoll it counts no action
// and does not ask whose turn it is. series is set if the roll's decisions are answered
// automatically.
func (d *decision) startAction(c model.Begin, series *model.Series) error {
	if err := d.refuseRolling(c.Who); err != nil {
		return err
	}
	in, err := Inputs(d.t, c.Who, nil, c.System, c.Action, c.Params)
	if err != nil {
		return err
	}
	if in.Action.Mode == engine.ByClock {
		return model.Refuse("only the clock starts %s", in.Action.Label)
	}
	if c.Params, err = cleanForm(in.Action, c.Params); err != nil {
		return err
	}
	in.Params, in.Player = c.Params, !d.by.IsGamemaster()
	if _, _, err := startable(in); err != nil {
		return err
	}
	d.activeActionBegins(in.Action, c.Who)
	r := model.Roll{ID: d.id("r"), Who: c.Who, System: c.System, Action: c.Action, Params: c.Params, ByPlayer: in.Player, Moment: d.t.Clock.Moment, Series: series}
	d.emit(model.Opened{Roll: r})
	d.advanceRoll(r.ID)
	return nil
}

// continueSeries starts the next roll of a series, or lets the next member of a group act.
func (d *decision) continueSeries(r model.Roll) {
	switch {
	case r.Series == nil:
		return
	case len(r.Series.Waiting) > 0:
		_ = d.continueGroup(r) // members who cannot act are left out, with a note in the log
		return
	case r.Series.Repeats == 0:
		return
	}
	_ = d.startAction(model.Begin{Who: r.Who, System: r.System, Action: r.Action, Params: r.Params}, &model.Series{Repeats: r.Series.Repeats - 1}) // a refusal ends the rest
}
