package decide

import (
	"errors"
	"math"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Inputs returns what a rule would know if the action began now, with the declared numbers
// of actions filled in. The error is a *Refused.
func Inputs(t model.Table, who string, against []string, system, action string, form engine.Page) (engine.Inputs, error) {
	r := model.Roll{Who: who, Against: against, System: system, Action: action, Params: form, ByPlayer: t.SeatView != nil, Moment: t.Clock.Moment}
	r.RollContext = model.RollContext{Sheets: t.Sheets(r), House: t.House[system], Modifiers: t.ModifiersOn(r), Minions: t.State.MinionsIn(r), Busy: t.State.BusyIn(r)}
	if s, ok := t.Rulebooks[system]; ok && s.Company {
		r.RollContext.CompanyIDs, r.RollContext.Company = t.Company(r)
	}
	in, err := t.InputsOf(r)
	if err == nil {
		in.Params = withDeclaredActions(t, r, in)
	}
	return in, err
}

// InputsToBegin returns what the rule would know if a seat sent this command now. A
// form shows its preview with these inputs, so the preview is the roll that will
// begin. The errors are those of [Decide].
func InputsToBegin(t model.Table, by model.Seat, c model.Begin) (engine.Inputs, error) {
	x := Try(t, by, c, nil)
	return x.Inputs, x.WhyNot
}

// BeginNeedsGrant reports whether this command would become a request, because it sets
// parameters beyond the sheet that the gamemaster has to grant.
func BeginNeedsGrant(t model.Table, by model.Seat, c model.Begin) bool {
	d := &decision{access: access{t, by}, salt: t.NextSalt()}
	if !by.IsKnown() || !d.needsGrant() {
		return false
	}
	id, err := d.opens(c)
	r, _ := d.t.Roll(id)
	return err == nil && len(r.Set) > 0
}

// DueAfter returns the moment that lies a number of units of a rulebook's time after now.
func DueAfter(t model.Table, system string, after int) int {
	s, ok := t.Rulebooks[system]
	if !ok {
		return t.Clock.Moment
	}
	return t.Clock.Moment + model.ConvertSpan(s.Time, t.Time(), after)
}

func (d *decision) begin(c model.Begin) error {
	if d.putsNumberOn(c) {
		return d.requestNumber(c)
	}
	before := *d
	id, err := d.opens(c)
	if err != nil {
		return err
	}
	if r, _ := d.t.Roll(id); len(r.Set) > 0 && d.needsGrant() {
		*d = before
		return d.request(model.Request{Roll: &c})
	}
	return d.play(id, c.Answers, "")
}

// opens lets the time pass that a rest takes, and opens the roll of a command; whether it is
// begun or only tried.
func (d *decision) opens(c model.Begin) (id string, err error) {
	if err := d.passRest(c); err != nil {
		return "", err
	}
	return d.openRoll(c, nil)
}

// putsNumberOn reports whether a player says what somebody else's character loses or gets
// back: that is the gamemaster's to do.
func (d *decision) putsNumberOn(c model.Begin) bool {
	s, known := d.t.Rulebooks[c.System]
	who, here := d.t.Character(c.Who)
	return known && here && s.TakesNumber(c.Action) && len(c.Against) == 0 && !d.by.IsGamemaster() && d.by.Sees(who) && !d.by.Owns(who)
}

// requestNumber asks the gamemaster for what a character loses or gets back. What the seat may
// not know of the sheet has no part in it.
func (d *decision) requestNumber(c model.Begin) error {
	a, ok := d.t.ActionOf(c.System, c.Action)
	if who, _ := d.t.Character(c.Who); !ok || !who.Plays(c.System) {
		return model.Refuse("%s has no sheet for this rulebook", d.nameOf(c.Who))
	}
	var err error
	if c.Params, err = cleanForm(a, c.Params); err != nil {
		return err
	}
	return d.request(model.Request{Roll: &model.Begin{Who: c.Who, System: c.System, Action: c.Action, Params: c.Params}})
}

// needsGrant reports whether the gamemaster has to grant what the seat sets beyond a
// sheet.
func (d *decision) needsGrant() bool {
	return !d.by.IsGamemaster() && !d.granted && d.replay == nil && model.BeyondSheet.Of(d.t.OwnRules()) == model.Granted
}

// noteBeyondSheet records on a player's roll which parameters are beyond the sheet.
// Parameters that come from the follow-up that the roll takes up are not.
func (d *decision) noteBeyondSheet(r *model.Roll, a *engine.Action) {
	if !r.ByPlayer {
		return
	}
	_, called := model.TakeFollowUp(d.t.State.FollowUps, *r)
	for _, path := range a.BeyondSheet(r.Params) {
		v, _ := r.Params.Get(path)
		if handed, ok := called.Params.Get(path); !ok || handed != v {
			r.Set, r.SetBy = append(r.Set, path), d.t.SeatName(d.by)
		}
	}
}

// playersTypeDice reports whether players of this table may type dice.
func playersTypeDice(t model.Table) bool {
	return model.TypedDice.Of(t.OwnRules()) == model.AnybodysDice
}

// mayTypeDice returns a refusal if the seat may not type dice.
func (a *access) mayTypeDice() error {
	if a.by.IsGamemaster() || playersTypeDice(a.t) {
		return nil
	}
	return model.Refuse("players' dice are thrown here, by a rule of this table: the gamemaster can change it")
}

func isTyped(a engine.Answer) bool { return a.Faces != nil }

// openRoll opens a roll without answering its first question, and returns its id. series
// is set if the roll is one of several.
func (d *decision) openRoll(c model.Begin, series *model.Series) (string, error) {
	who, err := d.actorOf(c)
	if err != nil {
		return "", err
	}
	if c.Called != "" && !slices.ContainsFunc(d.t.FollowUps(), func(u model.FollowUp) bool {
		return u.Origin.Roll == c.Called && u.Who == c.Who && u.System == c.System && u.Action == c.Action
	}) {
		return "", &Stale{"that is no longer called for"}
	}
	if c.Abort {
		if err := d.abortActions(who, c); err != nil {
			return "", err
		}
	}
	in, err := Inputs(d.t, c.Who, c.Against, c.System, c.Action, c.Params)
	if err != nil {
		return "", err
	}
	if err := d.mayBegin(who, in.Action, c); err != nil {
		return "", err
	}
	if c.Typed || slices.ContainsFunc(c.Answers, isTyped) {
		if err := d.mayTypeDice(); err != nil {
			return "", err
		}
	}
	if c.Params, err = cleanForm(in.Action, c.Params); err != nil {
		return "", err
	}
	r := model.Roll{ID: d.id("r"), Who: c.Who, Against: c.Against, System: c.System, Action: c.Action,
		Params: c.Params, Hidden: engine.Every.Hidden.Of(in.Action.Form.Read(c.Params)), ByPlayer: !d.by.IsGamemaster(), Typed: c.Typed, Moment: d.t.Clock.Moment, Series: series}
	if r.Hidden && !d.by.IsGamemaster() {
		return "", model.Refuse("only the gamemaster can make hidden rolls")
	}
	said := len(d.facts)
	if d.activeActionBegins(in.Action, c.Who); len(d.facts) > said { // effects have ended: the rule now knows something else
		if in, err = Inputs(d.t, r.Who, r.Against, r.System, r.Action, r.Params); err != nil {
			return "", err
		}
	}
	d.noteBeyondSheet(&r, in.Action)
	in.Params = r.Params
	in.Params = withDeclaredActions(d.t, r, in)
	d.askDefence(&r, &in)
	in.Player = r.ByPlayer
	opens := func() (err error) {
		if r.Params, err = d.countActions(r, in, c.Force && d.by.IsGamemaster()); err == nil {
			d.emit(model.Opened{Roll: r})
		}
		return err
	}
	if d.playsThrough() && len(c.Answers) == 0 && series == nil && !in.AsksDefence {
		return r.ID, d.runThrough(r.ID, in, opens)
	}
	if err := d.start(r, in); err != nil {
		return "", err
	}
	return r.ID, opens()
}

// playsThrough reports whether rolls are only played through: people are asked nothing, and
// dice are thrown.
func (d *decision) playsThrough() bool { return d.answers != nil && d.ends == nil }

// runThrough runs a rule once: opens opens its roll when it asks its first question, and the
// rule goes on from there. The error is that of opens, or the refusal of the rule.
func (d *decision) runThrough(id string, in engine.Inputs, opens func() error) error {
	var refused error
	opened, asIs := false, false
	open := func(begun engine.Step, broke error) {
		facts := len(d.facts)
		d.begun, d.broke, opened = begun, broke, true
		refused = opens()
		asIs = refused == nil && len(d.facts) == facts+1 // otherwise the rule now knows something else
	}
	step, err := engine.RunOn(in.WithoutNotes(), nil, func(q engine.Question, soFar func() engine.Step) (engine.Answer, bool) {
		if !opened {
			open(soFar(), nil)
		}
		if !asIs {
			return engine.Answer{}, false
		}
		return d.answerBy(id, q)
	})
	if !opened {
		begun, broke, refused := asBegun(step, err)
		if refused != nil {
			return refused
		}
		open(begun, broke)
	}
	if asIs {
		d.through = &playedThrough{id, step, err}
	}
	return refused
}

// playedThrough is how a roll that was only played through came out.
type playedThrough struct {
	roll string
	step engine.Step
	err  error
}

// abortActions cancels the actions that a character gives up for a defence.
func (d *decision) abortActions(who *model.Character, c model.Begin) error {
	if s, ok := d.t.Rulebooks[c.System]; who == nil || !ok || s.Time.Defence != c.Action {
		return model.Refuse("an action can be aborted only to defend")
	}
	for _, p := range d.t.Pending() {
		if p.Who == who.ID && !p.Passive && p.Due > d.t.Clock.Moment && !d.t.IsTurn(p) {
			d.callOff(p, "aborted to defend")
		}
	}
	return nil
}

// start runs a rule to its first question. The error is its refusal: a rule that breaks begins
// all the same, and is parked.
func (d *decision) start(r model.Roll, in engine.Inputs) (err error) {
	d.begun, d.broke, err = d.startable(r, in.On(d.budget))
	return err
}

// startable returns the step before the first answer, whether the rule breaks, or its refusal.
func startable(in engine.Inputs) (step engine.Step, broke, refused error) {
	return asBegun(in.Start())
}

// asBegun tells a rule that breaks from one that refuses.
func asBegun(step engine.Step, err error) (begun engine.Step, broke, refused error) {
	var no *engine.Refusal
	switch {
	case errors.As(err, &no):
		return step, nil, model.Refuse("%s", no.Words)
	case errors.Is(err, engine.ErrNotTried):
		return step, nil, err
	}
	return step, err, nil
}

// cleanForm cleans and checks the parameters of an action. Unknown parameters are
// refused.
func cleanForm(a *engine.Action, form engine.Page) (engine.Page, error) {
	out := form
	for _, path := range form.Paths() {
		v, _ := form.Get(path)
		sp, ok := a.Param(path)
		if !ok {
			return engine.Page{}, model.Refuse("%s has no parameter %q", a.Label, path)
		}
		if v.Kind() == engine.Text {
			if clean := engine.ValueOf(model.Clean(v.Text(), math.MaxInt)); clean != v {
				v, out = clean, out.With(path, clean)
			}
		}
		if err := sp.Check(v); err != nil {
			return engine.Page{}, model.Refuse("%v", err)
		}
	}
	return out, nil
}

// play advances a roll with the given answers and with thrown dice. The answers are
// given for the seat with the key behalf, if it is not "".
func (d *decision) play(id string, given []engine.Answer, behalf string) error {
	for len(given) > 0 {
		r, q, ok := d.openQuestion(id, d.t.Step)
		if !ok {
			return nil
		}
		if err := q.Check(given[0]); err != nil {
			return model.Refuse("%v", err)
		}
		d.emitAnswer(answeredFor(d.t, d.answered(r, q, given[0], false), behalf), q)
		given = given[1:]
	}
	d.advanceRoll(id)
	return nil
}

// advanceRoll advances a roll as far as thrown dice and automatic answers allow.
func (d *decision) advanceRoll(id string) {
	for {
		r, q, ok := d.openQuestion(id, d.step)
		if !ok || q.Wants == engine.Throwing && d.endAtOnce(r) {
			return
		}
		a, ok := d.nextAnswer(r, q)
		if !ok {
			return
		}
		if err := q.Check(a.Answer); err != nil {
			d.park(r, err)
			return
		}
		d.emitAnswer(a, q)
	}
}

// endAtOnce ends a roll without dice, if a simulation says how it ends.
func (d *decision) endAtOnce(r model.Roll) bool {
	if d.ends == nil {
		return false
	}
	in, err := d.t.InputsOf(r)
	if err != nil {
		return false
	}
	way, ok := d.ends(d.t, r, in)
	switch {
	case !ok:
		return false
	case way.Err != nil:
		d.park(r, way.Err)
	default:
		d.finish(r, way.Step)
	}
	return true
}

// emitAnswer adds an answer. A defence may use up an action.
func (d *decision) emitAnswer(a model.Answered, q engine.Question) {
	d.emit(a)
	if q.Defends {
		d.countDefence(a.Roll)
	}
}

// loggedRoll returns a roll as the log keeps it: without its context, the name of its
// question and the group members who act after it.
func loggedRoll(r model.Roll) model.Roll {
	r.RollContext, r.Question = model.RollContext{}, ""
	return r.WithoutContext()
}

// openQuestion returns the open question of a roll, as step finds it. A roll without one is finished,
// and a roll that cannot go on is parked; both return false.
func (d *decision) openQuestion(id string, step func(model.Roll) (engine.Step, error)) (model.Roll, engine.Question, bool) {
	r, _ := d.t.Roll(id)
	now, err := step(r)
	r, _ = d.t.Roll(id)
	switch {
	case err != nil:
		d.park(r, err)
	case now.Done():
		d.finish(r, now)
	default:
		return r, *now.Open, true
	}
	return r, engine.Question{}, false
}

// step returns how far a roll has come. What is thrown or answered by itself is answered while the
// rule runs, so that it runs once for all of that, and in play once more for the notes.
func (d *decision) step(r model.Roll) (engine.Step, error) {
	if x := d.through; x != nil && x.roll == r.ID {
		d.through = nil
		return x.step, x.err
	}
	if d.replay != nil || d.ends != nil || r.RollContext.Asking != nil {
		return d.t.Step(r)
	}
	in, err := d.t.InputsOf(r)
	if err != nil {
		return engine.Step{}, err
	}
	step, err := engine.RunOn(in.WithoutNotes(), r.Tape, func(q engine.Question, _ func() engine.Step) (engine.Answer, bool) {
		return d.answerBy(r.ID, q)
	})
	if err != nil || !step.Done() || d.answers != nil {
		return step, err
	}
	now, _ := d.t.Roll(r.ID)
	return d.t.Step(now)
}

// answerBy answers a question of a running rule, as [decision.nextAnswer] does. It returns false
// if the question stays open.
func (d *decision) answerBy(id string, q engine.Question) (engine.Answer, bool) {
	now, _ := d.t.Roll(id)
	a, ok := d.nextAnswer(now, q)
	if !ok || q.Check(a.Answer) != nil {
		return engine.Answer{}, false
	}
	d.emitAnswer(a, q)
	return a.Answer, true
}

// park keeps a roll that cannot go on, for somebody to drop. Members of a group who wait for it act
// now, since nobody can answer it.
func (d *decision) park(r model.Roll, why error) {
	d.emit(model.Parked{Roll: r.ID, Who: r.Who, Against: r.Against, Hidden: r.Hidden, System: r.System, Action: r.Action, Why: why.Error()})
	if r.Series != nil && len(r.Series.Waiting) > 0 {
		_ = d.continueGroup(r) // members who cannot act are left out, with a note in the log
	}
}

func (d *decision) answered(r model.Roll, q engine.Question, a engine.Answer, thrown bool) model.Answered {
	a.Words, a.Typed = model.AnswerWords(q, a), a.Faces != nil && !thrown
	a.Kept = a.Faces != nil && keepsDice(d.t, r, a)
	return model.Answered{Roll: r.ID, Who: r.Who, Against: r.Against, Hidden: r.Hidden, Answer: a, Thrown: thrown}
}

// nextAnswer returns thrown dice, or the automatic answer of a series. It returns false
// for decisions that somebody is asked and for dice that are thrown by hand.
func (d *decision) nextAnswer(r model.Roll, q engine.Question) (model.Answered, bool) {
	if d.replay != nil {
		return d.replay.answer(d, r, q)
	}
	if q.Wants != engine.Throwing && isAnsweredAutomatically(r.Series, q) {
		a, ok := automaticAnswer(r.Series, q)
		return d.answered(r, q, a, false), ok
	}
	if q.Wants != engine.Throwing && d.answers != nil {
		a := d.answers(d.t, r, q)
		return d.answered(r, q, a, false), q.Check(a) == nil
	}
	if q.Wants != engine.Throwing || d.throw == nil {
		return model.Answered{}, false
	}
	if c, found := d.t.Character(r.Who); (r.Typed || found && c.Typed) && (!r.ByPlayer || playersTypeDice(d.t)) {
		return model.Answered{}, false
	}
	return d.thrown(r, q), true
}

// thrown returns thrown dice. Those that not everybody may see are drawn from the stream of
// hidden dice.
func (d *decision) thrown(r model.Roll, q engine.Question) model.Answered {
	hidden := isHidden(d.t, r) || keepsDice(d.t, r, engine.Answer{ID: q.ID})
	return d.answered(r, q, q.Thrown(d.throw(q.Dice, hidden)), true)
}

// keepsDice reports whether the dice of an answer are kept from those who may not read the
// sheet of whoever throws them.
func keepsDice(t model.Table, r model.Roll, a engine.Answer) bool {
	c, ok := t.Character(r.Thrower(a))
	return ok && t.KeepsDice(c)
}

// isHidden reports whether somebody at the table must not see the dice of a roll.
func isHidden(t model.Table, r model.Roll) bool {
	s := r.Subject()
	return s.Hidden || slices.ContainsFunc(s.Who, func(id string) bool {
		c, ok := t.Character(id)
		return !ok || c.Hidden
	})
}

func (d *decision) finish(r model.Roll, step engine.Step) {
	f := model.Finished{Roll: loggedRoll(r), Outcome: step.Outcome, Notes: slices.Concat(step.Notes, plainOdds(d.t, r, step.Outcome)), Story: step.Story, Fates: step.Fates}
	x := result{d: d, roll: r, step: step}
	f.Changes, f.Later, f.Follow = x.changes(), x.pending(), x.followUps()
	if len(f.Later) > 0 && isInitiative(d.t, r.System, r.Action) {
		d.cancelTurns(r.Who)
	}
	if r.Who == "" {
		f.Later = nil
		d.emit(f)
		return
	}
	d.emit(f)
	x.runForOthers()
	x.cancelEnded()
	d.callForDefence(r, f.Later)
	d.recordScore(r, step.Outcome)
	d.endActionEffects(r.Who)
	if a, ok := d.t.ActionOf(r.System, r.Action); ok && a.Mode == engine.Active {
		acted := append(slices.Clone(step.Acts), engine.Actor)
		d.endEffects("the action is done", func(e model.Effect) bool {
			return e.Until == model.ByNext && slices.ContainsFunc(acted, func(seat engine.Seat) bool { return slices.Contains(r.At(seat), e.Who) })
		})
	}
	d.continueSeries(r)
}

func (d *decision) answer(c model.Answer) error {
	q, err := d.questionOf(c.Roll, c.Question)
	if err != nil {
		return err
	}
	if isTyped(c.Answer) {
		if err := d.mayTypeDice(); err != nil {
			return err
		}
	}
	r, _ := d.t.Roll(c.Roll)
	behalf := d.answersFor(r, q)
	if !c.Throw {
		return d.play(c.Roll, []engine.Answer{c.Answer}, behalf)
	}
	if q.Wants != engine.Throwing || d.throw == nil {
		return model.Refuse("this roll does not need dice now")
	}
	if !d.endAtOnce(r) {
		d.emit(answeredFor(d.t, d.thrown(r, q), behalf))
		d.advanceRoll(c.Roll)
	}
	return nil
}

func (d *decision) drop(c model.Drop) error {
	r, ok := d.t.Roll(c.Roll)
	if !ok || !d.sees(r.Subject()) {
		return &Stale{"that roll is over"}
	}
	if _, err := d.ownCharacter(r.Who); err != nil && r.Who != "" {
		return err
	}
	if len(r.Tape) > 0 && !d.by.IsGamemaster() {
		return model.Refuse("the dice have been rolled: only the gamemaster can drop this roll")
	}
	d.dropRoll(r, d.line("the reason", c.Why, model.LongestReason))
	d.continueSeries(r)
	return nil
}

// dropRoll ends a roll without a result. What the roll would have ended on the
// timeline is cleaned up.
func (d *decision) dropRoll(r model.Roll, why string) {
	d.emit(model.Dropped{Roll: r.ID, Who: r.Who, Against: r.Against, Hidden: r.Hidden, System: r.System, Action: r.Action, Why: why})
	if r.Pending != "" {
		d.cleanUp(r)
	}
	d.endActionEffects(r.Who)
}

// rollOf returns the roll that a command would begin, as far as follow-ups are
// compared with it.
func rollOf(c model.Begin) model.Roll {
	return model.Roll{Who: c.Who, Against: c.Against, System: c.System, Action: c.Action, Params: c.Params}
}
