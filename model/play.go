package model

import (
	"cmp"
	"errors"
	"slices"

	"example.org/fray/engine"
)

// Inputs gives what a rule would know if the action began now, with what both
// sides have declared. The error is a *Refused.
func (t Table) Inputs(who string, against []string, system, action string, form engine.Page) (engine.Inputs, error) {
	r := Roll{Who: who, Against: against, System: system, Action: action, Params: form, manner: manner{ByPlayer: t.part != nil}, Moment: t.Clock.Moment}
	r.known = known{sheets: t.sheets(r), house: t.House[system], force: t.forces(r)}
	if s, ok := t.rules[system]; ok && s.Company {
		r.with, r.company = t.company(r)
	}
	in, err := t.InputsOf(r)
	if err == nil {
		in.Params = t.asDeclared(r, in)
	}
	return in, err
}

// InputsOf gives what the rule of a roll under way knows.
func (t Table) InputsOf(r Roll) (engine.Inputs, error) {
	if err := t.knows(r.System); err != nil {
		return engine.Inputs{}, err
	}
	s := t.rules[r.System]
	a, ok := s.Action(r.Action)
	if !ok {
		return engine.Inputs{}, refuse("%s has no action %q", s.Name, r.Action)
	}
	return engine.Inputs{System: s, Action: a, Sheets: r.sheets, House: r.house, Params: r.Params, Company: r.company, Names: t.namesIn(r), InForce: r.force, Unknown: r.unknownTo(t),
		Player: r.ByPlayer, Moment: t.local(r.System, r.Moment), Began: t.local(r.System, r.Moment-t.InScene(r.Moment))}, nil
}

// namesIn gives the names of those at the seats of a roll, where there are
// several to be told apart.
func (t Table) namesIn(r Roll) map[engine.Seat]string {
	if len(r.Against) < 2 {
		return nil
	}
	out := map[engine.Seat]string{engine.Actor: t.NameOf(r.Who)}
	for n, id := range r.Against {
		out[engine.Opponent(n+1)] = t.NameOf(id)
	}
	return out
}

// Step gives how far a roll under way has come. The errors are those of
// [engine.Run], and *Refused.
func (t Table) Step(r Roll) (engine.Step, error) {
	in, err := t.InputsOf(r)
	if err != nil {
		return engine.Step{}, err
	}
	if r.asking == nil {
		return engine.Run(in, r.Tape)
	}
	if step, err := engine.Run(in, r.Tape); err == nil && step.Open != nil && step.Open.ID == r.asking.Open.ID {
		step.Open = r.asking.Open
		return step, nil
	}
	return *r.asking, nil
}

// Begun gives what the rule of a roll would know if a seat began it now: what a
// form shows is worked out by it, and no other roll begins. The errors are those
// of [Decide].
func (t Table) Begun(by Seat, c Begin) (engine.Inputs, error) {
	d := &decision{t: t, by: by, seq: t.Seq() + 1}
	if t.part != nil {
		d.seq = t.part.seq + 1 // by which nothing is called yet
	}
	if d.by.Role == Watcher || !d.by.known() {
		return engine.Inputs{}, d.decide(c) // refused
	}
	id, err := d.opens(c, nil)
	if err != nil {
		return engine.Inputs{}, err
	}
	r, _ := d.t.Roll(id)
	return d.t.InputsOf(r)
}

// Falling is the moment at which something falls due that a rulebook puts so many
// of its units ahead of now.
func (t Table) Falling(system string, after int) int {
	s, ok := t.rules[system]
	if !ok {
		return t.Clock.Moment
	}
	return t.Clock.Moment + units(s.Time, t.Time(), after)
}

func (d *decision) begin(c Begin) error {
	id, err := d.opens(c, nil)
	if err != nil {
		return err
	}
	return d.play(id, c.Answers, "")
}

// opens opens a roll before its first answer, which may be one of several, and
// gives its id.
func (d *decision) opens(c Begin, among *repeated) (string, error) {
	who, err := d.begins(c)
	if err != nil {
		return "", err
	}
	if c.Abort {
		if err := d.aborts(who, c); err != nil {
			return "", err
		}
	}
	in, err := d.t.Inputs(c.Who, c.Against, c.System, c.Action, c.Params)
	if err != nil {
		return "", err
	}
	if err := d.mayBegin(who, in.Action, c); err != nil {
		return "", err
	}
	if c.Params, err = cleanForm(in.Action, c.Params); err != nil {
		return "", err
	}
	r := Roll{ID: d.id("r"), Who: c.Who, Against: c.Against, System: c.System, Action: c.Action,
		Params: c.Params, Hidden: engine.Every.Hidden.Of(in.Action.Form.Read(c.Params)), manner: manner{!d.by.gm(), c.Typed}, Moment: d.t.Clock.Moment, Rest: among}
	if r.Hidden && !d.by.gm() {
		return "", refuse("only the gamemaster rolls hidden")
	}
	said := len(d.facts)
	if d.turnsOn(in.Action, c.Who); len(d.facts) > said { // it may know something else now
		if in, err = d.t.Inputs(r.Who, r.Against, r.System, r.Action, r.Params); err != nil {
			return "", err
		}
	}
	in.Params = r.Params
	in.Params = d.t.asDeclared(r, in)
	if r.Params, err = d.acted(r, in, c.Force && d.by.gm()); err != nil {
		return "", err
	}
	d.say(Opened{r})
	return r.ID, nil
}

// aborts gives up for a defence what somebody is in the middle of.
func (d *decision) aborts(who *Character, c Begin) error {
	if s, ok := d.t.rules[c.System]; who == nil || !ok || s.Time.Defence != c.Action {
		return refuse("only a defence is what one gives something up for")
	}
	for _, p := range d.t.Pending() {
		if p.Who == who.ID && !p.Passive && p.Due > d.t.Clock.Moment && !d.t.isTurn(p) {
			d.callOff(p, "given up for a defence")
		}
	}
	return nil
}

// begins gives who begins an action: nobody for dice that are thrown for the
// table.
func (d *decision) begins(c Begin) (*Character, error) {
	if c.Who == "" {
		if len(c.Against) > 0 {
			return nil, refuse("who does it? Only dice are thrown by nobody")
		}
		return nil, nil
	}
	who, err := d.own(c.Who)
	if err != nil {
		return nil, err
	}
	if who.Left {
		return nil, refuse("%s has left the table", who.Name)
	}
	s, known := d.t.rules[c.System]
	if _, ok := who.Pages[c.System]; !ok && (!known || !s.HasNoSheet()) {
		return nil, refuse("%s has no sheet for this rulebook", who.Name)
	}
	return who, nil
}

// startable gives the step before the first answer, or the rule's own reason
// why it refuses.
func startable(in engine.Inputs) (engine.Step, error) {
	var no *engine.Refusal
	step, err := in.Start()
	if errors.As(err, &no) {
		return step, refuse("%s", no.Words)
	}
	return step, nil
}

// startable is the same for the seat that asks: a reason that goes by a sheet that
// isn't known to it is not told.
func (d *decision) startable(r Roll, in engine.Inputs) (engine.Step, error) {
	step, err := startable(in)
	if err == nil || d.by.gm() || d.t.part != nil {
		return step, err
	}
	for n, id := range r.Against {
		if c, ok := d.t.Character(id); ok && d.by.sight(c) != open {
			if in.Unknown == nil {
				in.Unknown = map[engine.Seat][]string{}
			}
			in.Unknown[engine.Opponent(n+1)] = nil
		}
	}
	if in.Unknown == nil || in.WhyNot() != "" {
		return step, err
	}
	return step, refuse("that can't be done: only the gamemaster knows why")
}

func (d *decision) mayBegin(who *Character, a *engine.Action, c Begin) error {
	if a.Mode == engine.ByClock {
		return refuse("only the clock starts %s", a.Label)
	}
	for _, id := range c.Against {
		if o, ok := d.t.Character(id); !ok || o.Left || !d.by.sees(o) {
			return refuse("the other side is not at the table")
		}
	}
	if who == nil {
		return nil
	}
	if d.t.awards(c.System, c.Action) && !d.by.gm() {
		return refuse("the gamemaster gives what an evening brings, at its end")
	}
	if _, rolled := d.t.Score(who.ID); rolled && d.t.orders(c.System, c.Action) && !d.by.gm() {
		return refuse("%s has rolled for the order of turns: the gamemaster has it rolled anew", who.Name)
	}
	for _, r := range d.t.rolls {
		if r.Who == who.ID && r.Parked == "" {
			return refuse("%s is in the middle of %s: finish or drop that roll first", who.Name, d.t.ActionName(r.System, r.Action))
		}
	}
	if a.Mode != engine.Active || c.Force && d.by.gm() {
		return nil
	}
	for _, p := range d.t.pending {
		if p.Who == who.ID && !p.Passive && p.Due > d.t.Clock.Moment {
			return refuse("%s is busy with %s until %s", who.Name, d.t.ActionName(p.System, p.Of), d.t.When(p.Due))
		}
	}
	switch turn := d.t.Clock.Turn; {
	case turn == who.ID || d.by.gm() || c.Abort || just(d.t.follow, c.roll()) >= 0:
	case turn != "":
		return refuse("it is the turn of %s: wait, or ask the gamemaster", d.nameOf(turn))
	case !d.t.onTurn(who):
		return refuse("the turn of %s is not now: wait, or ask the gamemaster", who.Name)
	}
	return nil
}

// cleanForm keeps the parameters that the action has, and checks them.
func cleanForm(a *engine.Action, form engine.Page) (engine.Page, error) {
	var out engine.Page
	for _, path := range form.Paths() {
		v, _ := form.Get(path)
		sp, ok := a.Param(path)
		if !ok {
			return out, refuse("%s has no parameter %q", a.Label, path)
		}
		if v.Kind() == engine.Text {
			v = engine.ValueOf(Clean(v.Text(), sp.Most))
		}
		if err := sp.Check(v); err != nil {
			return out, refuse("%v", err)
		}
		out = out.With(path, v)
	}
	return out, nil
}

// play goes on with a roll as far as the given answers and thrown dice lead; they
// may be given for the seat with a key.
func (d *decision) play(id string, given []engine.Answer, instead string) error {
	for len(given) > 0 {
		r, q, ok := d.asks(id)
		if !ok {
			return nil
		}
		if err := q.Check(given[0]); err != nil {
			return refuse("%v", err)
		}
		d.say(d.t.answeredFor(r.answered(q, given[0], false), instead))
		given = given[1:]
	}
	d.goOn(id)
	return nil
}

// goOn goes on with a roll as far as thrown dice lead.
func (d *decision) goOn(id string) {
	for {
		r, q, ok := d.asks(id)
		if !ok {
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
		d.say(a)
	}
}

// plain is the roll as the log keeps it: without what it knows, and without
// those who were to act after it.
func (r Roll) plain() Roll {
	r.known = known{}
	return r.alone()
}

// alone is the roll without those who wait for its end.
func (r Roll) alone() Roll {
	if r.Rest != nil && r.Rest.Then != nil {
		rest := *r.Rest
		rest.Then, r.Rest = nil, &rest
	}
	return r
}

// asks gives the open question of a roll. One that asks nothing more is ended,
// and one that cannot go on is parked: the table is told why.
func (d *decision) asks(id string) (Roll, engine.Question, bool) {
	r, _ := d.t.Roll(id)
	step, err := d.t.Step(r)
	switch {
	case err != nil:
		d.park(r, err)
	case step.Done():
		d.finish(r, step)
	default:
		return r, *step.Open, true
	}
	return r, engine.Question{}, false
}

func (d *decision) park(r Roll, why error) {
	d.say(parked{Roll: r.ID, Who: r.Who, Against: r.Against, Hidden: r.Hidden, System: r.System, Action: r.Action, Why: why.Error()})
}

func (r Roll) answered(q engine.Question, a engine.Answer, thrown bool) Answered {
	a.Said = decided(q, a)
	return Answered{Roll: r.ID, Who: r.Who, Against: r.Against, Hidden: r.Hidden, Answer: a, Thrown: thrown}
}

// nextAnswer throws dice, or takes nothing where the roll is quick. Dice of a
// character who throws real ones are waited for.
func (d *decision) nextAnswer(r Roll, q engine.Question) (Answered, bool) {
	if d.past != nil {
		return d.past.answer(d, r, q)
	}
	if q.Wants != engine.Throwing && r.Rest.answers(q) {
		a, ok := r.Rest.answer(q)
		return r.answered(q, a, false), ok
	}
	if q.Wants != engine.Throwing || d.throw == nil {
		return Answered{}, false
	}
	if c, found := d.t.Character(r.Who); r.Typed || found && c.Typed {
		return Answered{}, false
	}
	return r.answered(q, q.Thrown(d.throw(q.Dice, d.hides(r))), true), true
}

// hides reports whether somebody at the table may not see the dice of a roll.
func (d *decision) hides(r Roll) bool {
	s := r.subject()
	return s.Hidden || slices.ContainsFunc(s.Who, func(id string) bool {
		c, ok := d.t.Character(id)
		return !ok || c.Hidden
	})
}

func (d *decision) finish(r Roll, step engine.Step) {
	f := Finished{Roll: r.plain(), Outcome: step.Outcome, Notes: step.Notes, Story: step.Story, Fates: step.Fates}
	f.Changes = d.changes(r, &step)
	f.Later = d.later(r, step)
	of := cmp.Or(r.of, blow{r.Who, r.ID})
	for _, x := range step.Follow {
		for _, id := range r.At(x.Who) {
			u := FollowUp{Who: id, Against: r.At(x.Against), System: r.System, Action: x.Action, Params: x.Params, Hidden: r.Hidden, Off: x.Off, Or: x.Or, Blow: of}
			switch {
			case r.Together() > 0:
				u.By = r.ID
			case id != r.Who:
				u.By = r.Who
			}
			f.Follow = append(f.Follow, u)
		}
	}
	if len(f.Later) > 0 && d.t.orders(r.System, r.Action) {
		d.unturned(r.Who)
	}
	if r.Who == "" {
		f.Later = nil
		d.say(f)
		return
	}
	d.say(f)
	d.others(r, step)
	d.withdraws(r, step)
	d.scored(r, step.Outcome)
	d.actionOver(r.Who)
	if a, ok := d.t.ActionOf(r.System, r.Action); ok && a.Mode == engine.Active {
		d.rolledNext(r)
	}
	d.again(r)
}

// withdraws takes off the timeline what a roll calls off.
func (d *decision) withdraws(r Roll, step engine.Step) {
	for _, x := range step.Off {
		for _, p := range d.t.Pending() {
			if p.Who == r.Who && p.System == r.System && p.Action == x.Action && carries(p.Params, x.Params) {
				d.callOff(p, d.t.ActionName(r.System, r.Action))
			}
		}
	}
}

// carries reports whether all that is on like is on p.
func carries(p, like engine.Page) bool {
	for _, path := range like.Paths() {
		v, _ := like.Get(path)
		if is, ok := p.Get(path); !ok || is != v {
			return false
		}
	}
	return true
}

// later gives what a roll puts on the timeline.
func (d *decision) later(r Roll, step engine.Step) []Pending {
	s, ok := d.t.rules[r.System]
	if !ok {
		return nil
	}
	a, ok := s.Action(r.Action)
	beside := !ok || a.Mode != engine.Active
	of := r.Action
	if r.Pending != "" { // what was put off still is what it was
		for _, p := range d.fell {
			if p.ID == r.Pending && p.Action == r.Action {
				beside, of = p.Passive, p.Of
			}
		}
	}
	var out []Pending
	for _, l := range step.Later {
		out = append(out, Pending{ID: d.id("p"), Who: r.Who, Against: r.At(l.Against), System: r.System,
			Action: l.Action, Of: of, Passive: beside, Params: l.Params, Hidden: r.Hidden,
			Start: r.Moment, Due: r.Moment + units(s.Time, d.t.Time(), l.After)})
	}
	return out
}

// At gives the ids of the characters at a seat of the roll: none at one that
// nobody plays.
func (r Roll) At(seat engine.Seat) []string {
	if seat == engine.Actor {
		return only(r.Who)
	}
	for n, id := range r.Against {
		if seat == engine.Opponent(n+1) {
			return []string{id}
		}
	}
	return nil
}

func (d *decision) answer(c Answer) error {
	q, err := d.open(c.Roll, c.At)
	if err != nil {
		return err
	}
	r, _ := d.t.Roll(c.Roll)
	instead := d.instead(r, q)
	if !c.Throw {
		return d.play(c.Roll, []engine.Answer{c.Answer}, instead)
	}
	if q.Wants != engine.Throwing || d.throw == nil {
		return refuse("no dice are asked for")
	}
	d.say(d.t.answeredFor(r.answered(q, q.Thrown(d.throw(q.Dice, d.hides(r))), true), instead))
	d.goOn(c.Roll)
	return nil
}

// open gives the question of a roll that has had so many answers.
func (d *decision) open(id string, at int) (engine.Question, error) {
	r, ok := d.t.Roll(id)
	if !ok || !d.sees(r.subject()) {
		return engine.Question{}, &Stale{"that roll is over"}
	}
	if r.Parked != "" {
		return engine.Question{}, refuse("this roll is parked (%s): drop it, and write what it changed on the sheet", r.Parked)
	}
	if len(r.Tape) != at {
		return engine.Question{}, &Stale{"somebody else has answered this roll"}
	}
	step, err := d.t.Step(r)
	if err != nil {
		return engine.Question{}, refuse("%v", err)
	}
	return *step.Open, d.mayAnswer(r, *step.Open)
}

// mayAnswer lets each side decide for itself, and the gamemaster for all.
func (d *decision) mayAnswer(r Roll, q engine.Question) error {
	if d.by.gm() {
		return nil
	}
	ids := r.At(q.Who)
	if slices.ContainsFunc(ids, func(id string) bool { c, ok := d.t.Character(id); return ok && d.by.Owns(c) }) {
		return nil
	}
	return refuse("this is not yours to decide")
}

func (d *decision) drop(c Drop) error {
	r, ok := d.t.Roll(c.Roll)
	if !ok || !d.sees(r.subject()) {
		return &Stale{"that roll is over"}
	}
	if _, err := d.own(r.Who); err != nil && r.Who != "" {
		return err
	}
	if len(r.Tape) > 0 && !d.by.gm() {
		return refuse("dice have fallen: only the gamemaster drops this roll")
	}
	d.dropRoll(r, Clean(c.Why, 200))
	d.again(r)
	return nil
}

// dropRoll ends a roll without a result. What it was to end on the timeline
// ends nevertheless.
func (d *decision) dropRoll(r Roll, why string) {
	d.say(Dropped{Roll: r.ID, Who: r.Who, Against: r.Against, Hidden: r.Hidden, System: r.System, Action: r.Action, Why: why})
	if r.Pending != "" {
		d.cleanUp(r, why)
	}
	d.actionOver(r.Who)
}
