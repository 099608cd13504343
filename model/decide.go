package model

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
)

// Refused is the error of a command that cannot be carried out, with words for
// a player.
type Refused struct{ Words string }

// Error gives the words for a player.
func (e *Refused) Error() string { return e.Words }

// Stale is the error of a command made from an older table: somebody else was
// faster.
type Stale struct{ Words string }

// Error says what has changed since.
func (e *Stale) Error() string { return e.Words }

func refuse(format string, args ...any) error { return &Refused{fmt.Sprintf(format, args...)} }

// Decide says what follows from a command, or why it cannot be. It changes
// nothing. throw gives the faces of dice thrown by the program, hidden where not
// everybody may see them; without it questions for dice stay open. The errors
// are *Refused and *Stale.
func Decide(t Table, by Seat, c Command, throw func(d engine.Dice, hidden bool) engine.Faces) ([]Fact, error) {
	if t.part != nil {
		return nil, refuse("this is only what a seat sees of the table: nothing is decided by it")
	}
	d := &decision{t: t, by: by, throw: throw, seq: t.Seq() + 1}
	if err := d.decide(c); err != nil {
		return nil, err
	}
	d.lineUp()
	d.turnBegins(t.Clock)
	return d.facts, nil
}

// decision is a command while it is decided: the facts so far, and the table
// as they leave it.
type decision struct {
	t      Table
	by     Seat
	throw  func(d engine.Dice, hidden bool) engine.Faces
	facts  []Fact
	scores []score   // rolled by this command
	fell   []Pending // that fell due in it
	seq    uint64    // of the event that it becomes
	ids    int
	past   *past // what it was then, where it is played again
}

func (d *decision) say(f Fact) {
	d.facts = append(d.facts, f)
	d.t.state.apply(f)
	if d.past != nil {
		d.past.saw(f)
	}
}

// sees reports whether the seat that asks may know of something.
func (d *decision) sees(s Subject) bool {
	if d.by.gm() {
		return true
	}
	x := seeing{who: sights(d.t.characters, d.by)}
	return x.sees(s)
}

// nameOf gives a name to the seat that asks.
func (d *decision) nameOf(who string) string {
	if c, ok := d.t.Character(who); ok && d.by.sees(c) {
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

func (d *decision) decide(c Command) error {
	switch {
	case !d.by.known():
		return refuse("nobody sits here: ask the gamemaster for a seat")
	case d.by.Role == Watcher:
		return refuse("a watcher looks on: ask the gamemaster for a seat")
	}
	switch c := c.(type) {
	case Begin:
		return d.begin(c)
	case Together:
		return d.together(c)
	case Answer:
		return d.answer(c)
	case Drop:
		return d.drop(c)
	case Write:
		return d.write(c)
	case PutPage:
		return d.putPage(c)
	case Edit:
		return d.edit(c)
	case Note:
		return d.note(c)
	case Declare:
		return d.declare(c)
	case Wait:
		return d.wait(c)
	case StepIn:
		return d.stepIn(c)
	case Rest:
		return d.rest(c)
	case Say:
		return d.message(c)
	case AddWord:
		return d.diceWords(c)
	case Wish:
		return d.wish(c)
	case Undo:
		return d.undo(c)
	case Redo:
		return d.redo()
	}
	if join, ok := c.(Join); ok && !d.by.gm() {
		return d.bring(join)
	}
	if !d.by.gm() {
		return refuse("only the gamemaster can do that")
	}
	return d.steer(c)
}

// steer decides what only the gamemaster may want.
func (d *decision) steer(c Command) error {
	switch c := c.(type) {
	case Make:
		return d.make(c)
	case Rename:
		return d.rename(c)
	case Join:
		return d.join(c)
	case Return:
		return d.comeBack(c)
	case Leave:
		return d.leave(c)
	case Reorder:
		return d.reorder(c)
	case SetHouse:
		return d.setHouse(c)
	case Grant:
		return d.grant(c)
	case NameSeat:
		return d.nameSeat(c)
	case HandOver:
		return d.handOver(c)
	case Show:
		return d.show(c)
	case ShowOdds:
		return d.showOdds(c)
	case Again:
		return d.setRight(c)
	case AskWords, PassOver, MixDice:
		return d.diceWords(c)
	case BeginEvening:
		d.say(EveningBegan(c))
	case EndEvening:
		d.evening(c)
	default:
		return d.turnClock(c)
	}
	return nil
}

// turnClock decides what moves the clock.
func (d *decision) turnClock(c Command) error {
	switch c := c.(type) {
	case Next:
		return d.next()
	case Go:
		return d.goTo(c.Moment)
	case Scene:
		return d.scene(c)
	case SetOrder:
		return d.setOrder(c)
	case MoveTurn:
		return d.moveTurn(c)
	case RollOrder:
		return d.rollOrder(c)
	case Back:
		return d.back()
	case Cancel:
		return d.cancel(c)
	case Delay:
		return d.delay(c)
	case AddEffect:
		return d.addEffect(c)
	case EndEffect:
		return d.endEffect(c)
	}
	return refuse("this version does not know the command %T", c)
}

func (d *decision) undo(c Undo) error {
	if !d.by.gm() {
		return d.takeBack(c)
	}
	e, ok := d.t.NextUndo()
	if c.Seq != 0 {
		e, ok = d.t.mayTake(c.Seq)
	}
	if !ok {
		return refuse("there is nothing to undo")
	}
	all := []Event{e}
	if c.Act && c.Seq == 0 {
		all = d.t.NextAct()
	}
	for _, e := range all {
		d.say(Undone{e.Seq})
	}
	for _, a := range d.t.asks { // who asked for it has it
		if len(a.Undo) > 0 && !slices.ContainsFunc(a.Undo, func(seq uint64) bool {
			return !slices.ContainsFunc(all, func(e Event) bool { return e.Seq == seq })
		}) {
			d.say(settledAsk{Ask: a, Granted: true})
		}
	}
	return nil
}

func (d *decision) mayUndo(e Event) error {
	if !d.by.gm() {
		if e.By != d.by {
			return refuse("the last act was not yours: ask the gamemaster to take it back")
		}
		for _, f := range e.Facts {
			if a, dice := f.(Answered); dice && len(a.Answer.Faces) > 0 {
				return refuse("dice have fallen: only the gamemaster takes them back")
			}
		}
	}
	return nil
}

func (k *take) find(seq uint64) (Event, bool) {
	if _, e := k.without(seq); e != nil {
		return *e, true
	}
	return Event{}, false
}

func (d *decision) redo() error {
	k := d.t.redos
	if k == nil {
		return refuse("there is nothing to redo")
	}
	for with := k.with; k != nil && k.with == with; k = k.next {
		if !d.by.gm() && k.event.By != d.by {
			return refuse("that was not yours: ask the gamemaster to bring it back")
		}
		d.say(Redone{k.event.Seq})
	}
	return nil
}

func (d *decision) note(c Note) error {
	text := CleanText(c.Text, 2000)
	if text == "" {
		return refuse("the note is empty")
	}
	d.say(Noted{Text: text, Private: c.Private})
	return nil
}
