package decide

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Stale is the error of a command made from an older table: somebody else was
// faster.
type Stale struct{ Words string }

// Error says what has changed since.
func (e *Stale) Error() string { return e.Words }

// Decide says what follows from a command, or why it cannot be. It changes
// nothing. throw gives the faces of dice thrown by the program, hidden where not
// everybody may see them; without it questions for dice stay open. The errors
// are *Refused and *Stale.
func Decide(t model.Table, by model.Seat, c model.Command, throw func(d engine.Dice, hidden bool) engine.Faces) ([]model.Fact, error) {
	facts, _, err := Result(t, by, c, throw)
	return facts, err
}

// Result is Decide with the table as it is once the facts have come to pass, but for
// its log.
func Result(t model.Table, by model.Seat, c model.Command, throw func(d engine.Dice, hidden bool) engine.Faces) ([]model.Fact, model.Table, error) {
	if t.SeatView != nil {
		return nil, t, model.Refuse("this is only what a seat sees of the table: nothing is decided by it")
	}
	d := &decision{t: t, by: by, throw: throw, seq: t.Seq() + 1}
	if err := d.decide(c); err != nil {
		return nil, t, err
	}
	d.lineUp()
	d.turnBegins(t.Clock)
	return d.facts, d.t, nil
}

// decision is a command while it is decided: the facts so far, and the table
// as they leave it.
type decision struct {
	t      model.Table
	by     model.Seat
	throw  func(d engine.Dice, hidden bool) engine.Faces
	facts  []model.Fact
	scores []model.Score   // rolled by this command
	fell   []model.Pending // that fell due in it
	seq    uint64          // of the event that it becomes
	ids    int
	past   *past // what it was then, where it is played again
}

func (d *decision) say(f model.Fact) {
	d.facts = append(d.facts, f)
	d.t.State.Apply(f)
	if d.past != nil {
		d.past.saw(f)
	}
}

// sees reports whether the seat that asks may know of something.
func (d *decision) sees(s model.Subject) bool {
	return d.by.IsGamemaster() || d.t.MayKnow(d.by, s)
}

// nameOf gives a name to the seat that asks.
func (d *decision) nameOf(who string) string {
	if c, ok := d.t.Character(who); ok && d.by.Sees(c) {
		return c.Name
	}
	return "somebody"
}

// id makes an id that no other event can make.
func (d *decision) id(prefix string) string {
	d.ids++
	if d.ids == 1 {
		return fmt.Sprintf("%s%d", prefix, d.seq)
	}
	return fmt.Sprintf("%s%d.%d", prefix, d.seq, d.ids)
}

func (d *decision) decide(c model.Command) error {
	switch {
	case !d.by.IsKnown():
		return model.Refuse("nobody sits here: ask the gamemaster for a seat")
	case d.by.Role == model.Watcher:
		return model.Refuse("a watcher looks on: ask the gamemaster for a seat")
	}
	switch c := c.(type) {
	case model.Begin:
		return d.begin(c)
	case model.Together:
		return d.together(c)
	case model.Answer:
		return d.answer(c)
	case model.Drop:
		return d.drop(c)
	case model.Write:
		return d.write(c)
	case model.PutPage:
		return d.putPage(c)
	case model.Edit:
		return d.edit(c)
	case model.Note:
		return d.note(c)
	case model.Declare:
		return d.declare(c)
	case model.Wait:
		return d.wait(c)
	case model.StepIn:
		return d.stepIn(c)
	case model.Rest:
		return d.rest(c)
	case model.Say:
		return d.message(c)
	case model.AddWord:
		return d.diceWords(c)
	case model.Wish:
		return d.wish(c)
	case model.Undo:
		return d.undo(c)
	case model.Redo:
		return d.redo()
	}
	if join, ok := c.(model.Join); ok && !d.by.IsGamemaster() {
		return d.bring(join)
	}
	if !d.by.IsGamemaster() {
		return model.Refuse("only the gamemaster can do that")
	}
	return d.steer(c)
}

// steer decides what only the gamemaster may want.
func (d *decision) steer(c model.Command) error {
	switch c := c.(type) {
	case model.Make:
		return d.make(c)
	case model.Rename:
		return d.rename(c)
	case model.Join:
		return d.join(c)
	case model.Return:
		return d.comeBack(c)
	case model.Leave:
		return d.leave(c)
	case model.Reorder:
		return d.reorder(c)
	case model.SetHouse:
		return d.setHouse(c)
	case model.Grant:
		return d.grant(c)
	case model.NameSeat:
		return d.nameSeat(c)
	case model.HandOver:
		return d.handOver(c)
	case model.Show:
		return d.show(c)
	case model.ShowOdds:
		return d.showOdds(c)
	case model.Amend:
		return d.setRight(c)
	case model.AskWords, model.PassOver, model.MixDice:
		return d.diceWords(c)
	case model.BeginEvening:
		d.say(model.EveningBegan(c))
	case model.EndEvening:
		d.evening(c)
	default:
		return d.turnClock(c)
	}
	return nil
}

// turnClock decides what moves the clock.
func (d *decision) turnClock(c model.Command) error {
	switch c := c.(type) {
	case model.Next:
		return d.next()
	case model.Go:
		return d.goTo(c.Moment)
	case model.Scene:
		return d.scene(c)
	case model.SetOrder:
		return d.setOrder(c)
	case model.MoveTurn:
		return d.moveTurn(c)
	case model.RollOrder:
		return d.rollOrder(c)
	case model.Back:
		return d.back()
	case model.Cancel:
		return d.cancel(c)
	case model.Delay:
		return d.delay(c)
	case model.AddEffect:
		return d.addEffect(c)
	case model.EndEffect:
		return d.endEffect(c)
	}
	return model.Refuse("this version does not know the command %T", c)
}

func (d *decision) undo(c model.Undo) error {
	if !d.by.IsGamemaster() {
		return d.takeBack(c)
	}
	e, ok := d.t.NextUndo()
	if c.Seq != 0 {
		e, ok = d.t.FindUndoable(c.Seq)
	}
	if !ok {
		return model.Refuse("there is nothing to undo")
	}
	all := []model.Event{e}
	if c.Act && c.Seq == 0 {
		all = d.t.NextAct()
	}
	for _, e := range all {
		d.say(model.Undone{Seq: e.Seq})
	}
	for _, a := range d.t.State.Requests { // who asked for it has it
		if len(a.Undo) > 0 && !slices.ContainsFunc(a.Undo, func(seq uint64) bool {
			return !slices.ContainsFunc(all, func(e model.Event) bool { return e.Seq == seq })
		}) {
			d.say(model.AskSettled{Ask: a, Granted: true})
		}
	}
	return nil
}

func (d *decision) mayUndo(e model.Event) error {
	if !d.by.IsGamemaster() {
		if e.By != d.by {
			return model.Refuse("the last act was not yours: ask the gamemaster to take it back")
		}
		for _, f := range e.Facts {
			if a, dice := f.(model.Answered); dice && len(a.Answer.Faces) > 0 {
				return model.Refuse("dice have fallen: only the gamemaster takes them back")
			}
		}
	}
	return nil
}

func (d *decision) redo() error {
	k := d.t.RedoStack
	if k == nil {
		return model.Refuse("there is nothing to redo")
	}
	for with := k.Act; k != nil && k.Act == with; k = k.Next {
		if !d.by.IsGamemaster() && k.Event.By != d.by {
			return model.Refuse("that was not yours: ask the gamemaster to bring it back")
		}
		d.say(model.Redone{Seq: k.Event.Seq})
	}
	return nil
}

func (d *decision) note(c model.Note) error {
	text := model.CleanText(c.Text, 2000)
	if text == "" {
		return model.Refuse("the note is empty")
	}
	d.say(model.Noted{Text: text, Private: c.Private})
	return nil
}
