package decide

import (
	"cmp"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Stale is the error of a command that was made from an older table, because somebody
// else changed the table first.
type Stale struct{ Words string }

// Error says what has changed since.
func (e *Stale) Error() string { return e.Words }

// Decide returns the facts that follow from a command. It changes nothing. throw returns
// the faces of dice that the program throws; hidden is true if some seat may not see them.
// If throw is nil, questions for dice stay open. The errors are *Refused and *Stale.
func Decide(t model.Table, by model.Seat, c model.Command, throw func(d engine.Dice, hidden bool) engine.Faces) ([]model.Fact, error) {
	facts, _, err := Result(t, by, c, throw)
	return facts, err
}

// Result is like Decide and also returns the table with the facts applied. Its log
// does not hold them yet.
func Result(t model.Table, by model.Seat, c model.Command, throw func(d engine.Dice, hidden bool) engine.Faces) ([]model.Fact, model.Table, error) {
	d := &decision{access: access{t, by}, throw: throw}
	if err := d.run(c); err != nil {
		return nil, t, err
	}
	return d.facts, d.t, nil
}

// WhyNot returns the error that a command would be refused with, nil if it would not, without
// throwing dice. Unlike Decide it also takes the view of one seat, where it may miss a reason
// that the seat does not know.
func WhyNot(t model.Table, by model.Seat, c model.Command) error {
	d := &decision{access: access{t, by}}
	d.salt = d.t.NextSalt()
	decided := d.decide(c)
	return cmp.Or(d.tooLong, decided)
}

// Simulation is how a fight goes on that is only played through.
type Simulation struct {
	Throw func(d engine.Dice, hidden bool) engine.Faces

	// Answer takes the decisions of every roll, with the table as it is then. A decision for
	// which it gives an answer that the rule does not allow stays open.
	Answer func(model.Table, model.Roll, engine.Question) engine.Answer

	// End gives how a roll ends that needs dice now; if it is false, dice are thrown. If End is
	// nil, dice are always thrown, and each rule runs once, with the answers as it asks for them.
	End func(model.Table, model.Roll, engine.Inputs) (engine.Way, bool)
}

// Simulate is like [Decide] for the gamemaster, in a fight that is only played through, and
// also returns the table after the command. Nothing can be undone there.
func Simulate(t model.Table, c model.Command, how Simulation) ([]model.Fact, model.Table, error) {
	d := &decision{access: access{t, model.Seat{Role: model.GM}}, throw: how.Throw, answers: how.Answer, ends: how.End}
	if err := d.run(c); err != nil {
		return nil, t, err
	}
	t.AppendEvent(model.Event{Seq: t.Seq() + 1, By: d.by, Facts: d.facts})
	t.State = d.t.State
	return d.facts, t, nil
}

// run decides a command and all that follows from it. The table must be a whole one.
func (d *decision) run(c model.Command) error {
	if d.t.SeatView != nil {
		return model.Refuse("this is only one seat's view of the table: nothing can be done with it")
	}
	d.salt = d.t.NextSalt()
	before := d.t.State
	decided := d.decide(c)
	if err := cmp.Or(d.tooLong, decided); err != nil {
		return err
	}
	d.afterCommand(c, before)
	d.t.State.NameQuestions(d.facts, func() string { return d.salt.EventID() })
	return nil
}

// decision is a command while it is decided: the facts so far, and the table with
// those facts applied.
type decision struct {
	access
	throw         func(d engine.Dice, hidden bool) engine.Faces
	answers       func(model.Table, model.Roll, engine.Question) engine.Answer    // nil: people are asked
	ends          func(model.Table, model.Roll, engine.Inputs) (engine.Way, bool) // nil: dice are thrown
	facts         []model.Fact
	scores        []model.Score   // of the initiative rolls that this command has finished
	openedPending []model.Pending // the pending actions that it has begun
	salt          model.Salt      // for the ids that it makes
	ids           int
	tooLong       error          // the first text of the command that has more characters than fit
	granted       bool           // the gamemaster has granted what the seat sets beyond a sheet
	replay        *replay        // the recorded events, if this is a replay; otherwise nil
	budget        *engine.Budget // of dry runs; nil: without end
	begun         engine.Step    // of the roll that was opened last, up to its first question
	broke         error          // its rule is at fault
	through       *playedThrough // the roll that ran through when it was opened, until it is taken up; nil: none
}

// line cleans one line of text that comes with the command. If it has more than `most`
// characters the command is refused: what is said is never cut.
func (d *decision) line(what, s string, most int) string {
	s, err := model.CleanWithin(what, s, most)
	d.tooLong = cmp.Or(d.tooLong, err)
	return s
}

// text is line for a text of several lines.
func (d *decision) text(what, s string, most int) string {
	s, err := model.CleanTextWithin(what, s, most)
	d.tooLong = cmp.Or(d.tooLong, err)
	return s
}

// emit adds a fact and applies it to the table of the decision.
func (d *decision) emit(f model.Fact) {
	d.facts = append(d.facts, f)
	d.t.State.Apply(f)
	if d.replay != nil {
		d.replay.observe(f)
	}
}

// id makes a new id. It tells nothing to those who see it.
func (d *decision) id(prefix string) string {
	d.ids++
	return d.salt.ID(prefix, d.ids)
}

// decide refuses a command that the seat may not send, and otherwise emits what follows
// from it.
func (d *decision) decide(c model.Command) error {
	if err := MaySend(d.by, c); err != nil {
		return err
	}
	if d.t.State.Resting != nil && d.by.IsGamemaster() && interruptsRest(c) {
		d.emit(model.RestPaused{})
	}
	switch c := c.(type) {
	case model.Make:
		return d.make(c)
	case model.Rename:
		return d.rename(c)
	case model.SetHouse:
		return d.setHouse(c)
	case model.SetRulebook:
		return d.setRulebook(c)
	case model.HandOver:
		return d.handOver(c)
	case model.NameSeat:
		return d.nameSeat(c)

	case model.Join:
		return d.join(c)
	case model.Return:
		return d.returnToTable(c)
	case model.Leave:
		return d.leave(c)
	case model.Reset:
		return d.reset(c)
	case model.Edit:
		return d.edit(c)
	case model.Reorder:
		return d.reorder(c)
	case model.Write:
		return d.write(c)
	case model.PutPage:
		return d.putPage(c)

	case model.Begin:
		return d.begin(c)
	case model.Together:
		return d.together(c)
	case model.Answer:
		return d.answer(c)
	case model.Drop:
		return d.drop(c)
	case model.Undo:
		return d.undo(c)
	case model.Redo:
		return d.redo()
	case model.Amend:
		return d.amend(c)

	case model.Next:
		return d.next()
	case model.Go:
		return d.goTo(c.Moment)
	case model.Back:
		return d.back()
	case model.Scene:
		return d.scene(c)
	case model.Rest:
		return d.rest(c)
	case model.SetDate:
		d.setDate(c.Date, "")
		return nil
	case model.PlayAnyway:
		although := d.t.NotUnderstood()
		if len(although) == 0 {
			return model.Refuse("this version understands the table: just play")
		}
		d.emit(model.PlayedAnyway{Although: although})
		return nil
	case model.PlanEvening:
		return d.planEvening(c.Evening)
	case model.RollOrder:
		return d.rollOrder(c)
	case model.SetOrder:
		return d.setOrder(c)
	case model.MoveTurn:
		return d.moveTurn(c)
	case model.Declare:
		return d.declare(c)
	case model.Wait:
		return d.wait(c)
	case model.StepIn:
		return d.stepIn(c)
	case model.Cancel:
		return d.cancel(c)
	case model.Delay:
		return d.delay(c)
	case model.AddEffect:
		return d.addEffect(c)
	case model.EndEffect:
		return d.endEffect(c)

	case model.SetDeadline:
		return d.setDeadline(c)
	case model.NoDefence:
		return d.noDefence(c)

	case model.Say:
		return d.message(c)
	case model.Note:
		return d.note(c)
	case model.MakeRequest:
		return d.requestInWords(c)
	case model.SettleRequest:
		return d.settleRequest(c)
	case model.Show:
		return d.show(c)
	case model.ShowOdds:
		return d.showOdds(c)

	case model.BeginSession:
		return d.beginSession(c)
	case model.EndSession:
		return d.endSession(c)
	case model.GiveAwards:
		return d.giveAwards(c)
	case model.AddWord, model.AskWords, model.PassOver, model.MixDice:
		return d.diceWords(c)
	}
	return model.Refuse("this version does not know the command %T", c)
}

// MaySend refuses a seat that may never send commands of this kind, whatever is in them.
func MaySend(by model.Seat, c model.Command) error {
	switch {
	case !by.IsKnown():
		return model.Refuse("you have no seat here: ask the gamemaster for one")
	case by.Role == model.Watcher:
		return model.Refuse("watchers cannot act: ask the gamemaster for a seat")
	case !by.IsGamemaster() && !playersMaySend(c):
		return model.Refuse("only the gamemaster can do that")
	}
	return nil
}

// playersMaySend reports whether players may send commands of this kind. What a player may
// do with one depends on whom and what it names.
func playersMaySend(c model.Command) bool {
	switch c.(type) {
	case model.Join, model.Edit, model.Write, model.PutPage, model.Begin, model.Together, model.Answer, model.Drop, model.Undo, model.Redo,
		model.Rest, model.Declare, model.Wait, model.StepIn, model.Say, model.Note, model.MakeRequest, model.AddWord, model.NoDefence:
		return true
	}
	return false
}
