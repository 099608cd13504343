package model

import (
	"errors"
	"slices"

	"example.org/fray/engine"
)

// Inputs gives what a rule would know if the action began now. The error is a
// *Refused.
func (t Table) Inputs(who string, against []string, system, action string, form engine.Page) (engine.Inputs, error) {
	r := Roll{Who: who, Against: against, System: system, Action: action, Form: form, Moment: t.Clock.Moment}
	r.sheets, r.company, r.house = t.sheets(r), t.company(r), t.House[system]
	return t.InputsOf(r)
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
	return engine.Inputs{System: s, Action: a, Sheets: r.sheets, House: r.house, Form: r.Form, Company: r.company, Moment: r.Moment}, nil
}

// Step gives how far a roll under way has come. The errors are those of
// [engine.Run], and *Refused.
func (t Table) Step(r Roll) (engine.Step, error) {
	in, err := t.InputsOf(r)
	if err != nil {
		return engine.Step{}, err
	}
	return engine.Run(in, r.Tape)
}

func (d *decision) begin(c Begin) error {
	who, err := d.own(c.Who)
	if err != nil {
		return err
	}
	if who.Left {
		return refuse("%s has left the table", who.Name)
	}
	if _, ok := who.Pages[c.System]; !ok {
		return refuse("%s has no sheet for this rulebook", who.Name)
	}
	in, err := d.t.Inputs(c.Who, c.Against, c.System, c.Action, c.Form)
	if err != nil {
		return err
	}
	if err := d.mayBegin(who, in.Action, c); err != nil {
		return err
	}
	if c.Form, err = cleanForm(in.Action, c.Form); err != nil {
		return err
	}
	r := Roll{ID: d.id("r"), Who: c.Who, Against: c.Against, System: c.System, Action: c.Action,
		Form: c.Form, Hidden: engine.Hidden.Of(in.Action.Form.Read(c.Form)), Moment: d.t.Clock.Moment}
	if r.Hidden && !d.by.gm() {
		return refuse("only the gamemaster rolls hidden")
	}
	in.Form = r.Form
	var no *engine.Refusal
	if _, err := engine.Run(in, nil); errors.As(err, &no) {
		return refuse("%s", no.Words)
	}
	d.say(Opened{r})
	return d.play(r.ID, c.Answers)
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
	for _, r := range d.t.rolls {
		if r.Who == who.ID && r.Parked == "" {
			return refuse("%s is in the middle of %s: finish or drop that roll first", who.Name, d.t.label(r.System, r.Action))
		}
	}
	if a.Mode != engine.Active || c.Force && d.by.gm() {
		return nil
	}
	for _, p := range d.t.Pending() {
		if p.Who == who.ID && !p.Passive && p.Due > d.t.Clock.Moment {
			return refuse("%s is busy with %s until %s", who.Name, d.t.label(p.System, p.Of), When(d.t.Time(), p.Due))
		}
	}
	return nil
}

func (t Table) label(system, action string) string {
	if s, ok := t.rules[system]; ok {
		if a, ok := s.Action(action); ok {
			return a.Label
		}
	}
	return action
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
			v = engine.TextValue(Clean(v.Text(), sp.Most))
		}
		if err := sp.Check(v); err != nil {
			return out, refuse("%v", err)
		}
		out = out.With(path, v)
	}
	return out, nil
}

// play goes on with a roll as far as the given answers and thrown dice lead.
func (d *decision) play(id string, given []engine.Answer) error {
	for {
		r, _ := d.t.Roll(id)
		step, err := d.t.Step(r)
		if err != nil {
			d.say(Parked{Roll: id, Who: r.Who, Hidden: r.Hidden, Action: r.Action, Why: err.Error()})
			return nil
		}
		if step.Done() {
			return d.finish(r, step)
		}
		a, thrown, ok := d.nextAnswer(r, *step.Open, &given)
		if !ok {
			return nil
		}
		if err := step.Open.Check(a); err != nil {
			return refuse("%v", err)
		}
		d.say(Answered{Roll: id, Who: r.Who, Hidden: r.Hidden, Answer: a, Thrown: thrown})
	}
}

// nextAnswer takes the next given answer, or throws dice. Dice of a character
// who throws real ones are waited for.
func (d *decision) nextAnswer(r Roll, q engine.Question, given *[]engine.Answer) (a engine.Answer, thrown, ok bool) {
	if len(*given) > 0 {
		a, *given = (*given)[0], (*given)[1:]
		return a, false, true
	}
	if q.Form != engine.Throwing || d.throw == nil {
		return a, false, false
	}
	if c, found := d.t.Character(r.Who); found && c.Typed {
		return a, false, false
	}
	return q.Thrown(d.throw(q.Dice)), true, true
}

func (d *decision) finish(r Roll, step engine.Step) error {
	f := Finished{Roll: r, Outcome: step.Outcome, Notes: step.Notes, Changes: d.changes(r, step.Changes)}
	mode := engine.Active
	if s, ok := d.t.rules[r.System]; ok {
		if a, ok := s.Action(r.Action); ok {
			mode = a.Mode
		}
		for _, l := range step.Later {
			f.Later = append(f.Later, Pending{ID: d.id("p"), Who: r.Who, Against: r.at(l.Against), System: r.System,
				Action: l.Action, Of: r.Action, Passive: mode != engine.Active, Form: l.Form, Hidden: r.Hidden,
				Start: r.Moment, Due: r.Moment + units(s.Time, d.t.Time(), l.After)})
		}
	}
	d.say(f)
	return nil
}

// at gives the character at a seat of the roll.
func (r Roll) at(seat engine.Seat) []string {
	if seat == engine.Actor {
		return []string{r.Who}
	}
	for n, id := range r.Against {
		if seat == engine.Opponent(n+1) {
			return []string{id}
		}
	}
	return nil
}

// changes says what a roll's changes do to the sheets as they stand now.
// Whole numbers are added to, so that what happened since the roll began is
// not lost.
func (d *decision) changes(r Roll, from []engine.Change) []Change {
	var out []Change
	for _, c := range from {
		ids := r.at(c.Sheet)
		if len(ids) == 0 {
			continue
		}
		who, ok := d.t.Character(ids[0])
		if !ok || who.Left {
			continue
		}
		ch := Change{Who: who.ID, System: r.System, Field: c.Field, From: c.From, To: c.To}
		now := d.t.rules[r.System].Sheet.Read(who.Pages[r.System]).Value(c.Field)
		if c.To.Kind() == engine.Int && c.From.Kind() == engine.Int && now.Kind() == engine.Int && now != c.From {
			ch.From, ch.To = now, engine.IntValue(now.Int()+c.To.Int()-c.From.Int())
		}
		out = append(out, ch)
	}
	return out
}

// units turns a span of one rulebook's units into the table's: by seconds
// where both count them, else a round for every round begun, at least one.
func units(from, to engine.Timekeeping, n int) int {
	if from.Unit == to.Unit && from.PerRound == to.PerRound || n == 0 {
		return n
	}
	a, b := max(from.PerRound, 1), max(to.PerRound, 1)
	if from.RoundMS == 0 || to.RoundMS == 0 {
		return max(1, (n+a-1)/a*b)
	}
	ms := n * from.RoundMS / a
	unit := max(1, to.RoundMS/b)
	return max(1, (ms+unit-1)/unit)
}

func (d *decision) answer(c Answer) error {
	if _, err := d.open(c.Roll, c.At); err != nil {
		return err
	}
	return d.play(c.Roll, []engine.Answer{c.Answer})
}

func (d *decision) throwFor(c ThrowFor) error {
	q, err := d.open(c.Roll, c.At)
	if err != nil {
		return err
	}
	if q.Form != engine.Throwing || d.throw == nil {
		return refuse("no dice are asked for")
	}
	a := q.Thrown(d.throw(q.Dice))
	r, _ := d.t.Roll(c.Roll)
	d.say(Answered{Roll: r.ID, Who: r.Who, Hidden: r.Hidden, Answer: a, Thrown: true})
	return d.play(c.Roll, nil)
}

// open gives the question of a roll that has had so many answers.
func (d *decision) open(id string, at int) (engine.Question, error) {
	r, ok := d.t.Roll(id)
	if !ok {
		return engine.Question{}, &Stale{"that roll is over"}
	}
	if r.Parked != "" {
		return engine.Question{}, refuse("this roll is parked (%s): drop it, and set what it changed by hand", r.Parked)
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
	ids := r.at(q.Who)
	if slices.ContainsFunc(ids, func(id string) bool { c, ok := d.t.Character(id); return ok && d.by.Owns(c) }) {
		return nil
	}
	return refuse("this is not yours to decide")
}

func (d *decision) drop(c Drop) error {
	r, ok := d.t.Roll(c.Roll)
	if !ok {
		return &Stale{"that roll is over"}
	}
	if _, err := d.own(r.Who); err != nil {
		return err
	}
	if len(r.Tape) > 0 && !d.by.gm() {
		return refuse("dice have fallen: only the gamemaster drops this roll")
	}
	d.say(Dropped{Roll: r.ID, Who: r.Who, Hidden: r.Hidden, Action: r.Action, Why: Clean(c.Why, 200)})
	return nil
}
