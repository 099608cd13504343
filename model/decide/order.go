package decide

import (
	"cmp"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Turns returns the characters in the order in which they act: first those in the
// order that was set, then the others.
func Turns(t model.Table) []string {
	out := make([]string, 0, len(t.State.Characters))
	for _, id := range t.Clock.Order {
		if c, ok := t.Character(id); ok && !c.Left {
			out = append(out, id)
		}
	}
	for c := range t.Here() {
		if !slices.Contains(out, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}

// Acted returns the characters whose turn of this round has come, the present one included.
func Acted(t model.Table) []string {
	if t.Clock.Acted != nil {
		return t.Clock.Acted
	}
	turns := Turns(t)
	return turns[:slices.Index(turns, t.Clock.Turn)+1]
}

// nextInOrder returns the character whose turn comes next, or "" at the end of the round.
func nextInOrder(t model.Table) string {
	acted := Acted(t)
	for _, id := range Turns(t) {
		if !slices.Contains(acted, id) {
			return id
		}
	}
	return ""
}

// emitOrder sets a clock whose order has changed. Who has acted in this round has acted
// still, wherever they stand now, and nobody else has.
func (d *decision) emitOrder(to model.Clock) {
	acted, after := slices.Clone(Acted(d.t)), d.t
	to.Acted = nil
	after.Clock = to
	if !model.SameMembers(Acted(after), acted) {
		to.Acted = acted
	}
	d.emit(model.ClockMoved{Clock: to, Reordered: to.Turn != ""})
}

// Score returns what a character rolled for the order of this round, and false if the
// character has not rolled.
func Score(t model.Table, who string) (int, bool) {
	i := slices.IndexFunc(t.Clock.Scores, func(s model.Score) bool { return s.Who == who })
	if i < 0 {
		return 0, false
	}
	return t.Clock.Scores[i].Score, true
}

// WaitingFor returns what a character waits for, and false if the character does not wait.
func WaitingFor(t model.Table, who string) (string, bool) {
	i := slices.IndexFunc(t.Clock.Waiting, func(x model.Waiting) bool { return x.Who == who })
	if i < 0 {
		return "", false
	}
	return t.Clock.Waiting[i].Words, true
}

// recordScore keeps the result of an initiative roll until the end of the command.
func (d *decision) recordScore(r model.Roll, o engine.Outcome) {
	if !isInitiative(d.t, r.System, r.Action) {
		return
	}
	s := model.Score{Who: r.Who, Score: o.Total}
	if tie := o.Value("tie"); tie.Kind() == engine.Int {
		s.Tie = tie.Int()
	}
	d.scores = append(slices.DeleteFunc(d.scores, func(x model.Score) bool { return x.Who == s.Who }), s)
}

// applyScores puts the initiative rolls of this command into the order, the highest first:
// each before the first who is lower or has not rolled. Characters without a score keep their
// places behind the others, unless they are down.
func (d *decision) applyScores() {
	if len(d.scores) == 0 {
		return
	}
	clock, turns := d.t.Clock, Turns(d.t)
	rolled := func(id string) bool {
		return slices.ContainsFunc(d.scores, func(s model.Score) bool { return s.Who == id })
	}
	clock.Scores = slices.Concat(d.scores, slices.DeleteFunc(slices.Clone(clock.Scores), func(s model.Score) bool { return rolled(s.Who) }))
	slices.SortStableFunc(clock.Scores, func(a, b model.Score) int {
		return cmp.Or(b.Compare(a), slices.Index(turns, a.Who)-slices.Index(turns, b.Who))
	})
	clock.OrderDue = clock.OrderDue && slices.ContainsFunc(withoutScore(d.t), func(id string) bool { return !rolled(id) })
	clock.Order = slices.DeleteFunc(slices.Clone(turns), func(id string) bool {
		return rolled(id) || !slices.Contains(clock.Order, id) && d.t.IsDown(id)
	})
	for _, s := range clock.Scores {
		if rolled(s.Who) {
			clock.Order = inserted(clock, s)
		}
	}
	d.scores = nil
	d.emitOrder(clock)
}

// inserted returns the order of a clock with a character put in by what they rolled.
func inserted(c model.Clock, s model.Score) []string {
	at := slices.IndexFunc(c.Order, func(id string) bool {
		i := slices.IndexFunc(c.Scores, func(x model.Score) bool { return x.Who == id })
		return i < 0 || s.Compare(c.Scores[i]) > 0
	})
	if at < 0 {
		at = len(c.Order)
	}
	return slices.Insert(slices.Clone(c.Order), at, s.Who)
}

// comeIntoOrder puts those who come while the turns of an order are under way, or can act
// again, into it: by what they rolled before, or by a roll now.
func (d *decision) comeIntoOrder() {
	clock, tk := d.t.Clock, d.t.Time()
	if tk.Initiative == "" || tk.PerRound != 0 || len(clock.Scores) == 0 || rollIsOpen(d.t) {
		return
	}
	for _, s := range clock.Scores {
		if c, ok := d.t.Character(s.Who); ok && !c.Left && !slices.Contains(clock.Order, s.Who) {
			clock.Order = inserted(clock, s)
		}
	}
	if len(clock.Order) != len(d.t.Clock.Order) {
		d.emitOrder(clock)
	}
	late := slices.DeleteFunc(withoutScore(d.t), func(id string) bool { return slices.Contains(clock.Order, id) })
	d.rollInitiative(late, func(string) bool { return false })
	d.applyScores()
}

// rollOrder rolls initiative for each character of the table's rulebook. Where real
// dice or a decision are needed, the roll stays open.
func (d *decision) rollOrder(c model.RollOrder) error {
	tk := d.t.Time()
	if tk.Initiative == "" {
		return model.Refuse("this rulebook does not roll for turn order: set the order by hand")
	}
	if rollIsOpen(d.t) {
		return errRollIsOpen
	}
	if len(d.t.Clock.Scores) > 0 {
		clock := d.t.Clock
		clock.Scores = nil
		d.emit(model.ClockMoved{Clock: clock})
	}
	d.cancelTurns("")
	if !d.rollInitiative(withoutScore(d.t), func(id string) bool { return c.Quick || slices.Contains(c.Extras, id) }) {
		return model.Refuse("nobody can roll for turn order")
	}
	return nil
}

// rollInitiative rolls initiative for characters, and reports whether any of them
// could.
func (d *decision) rollInitiative(who []string, quick func(string) bool) bool {
	rolled := false
	for _, id := range who {
		var series *model.Series
		if quick(id) {
			series = &model.Series{}
		}
		if d.startAction(model.Begin{Who: id, System: d.t.System, Action: d.t.Time().Initiative}, series) == nil {
			rolled = true
		}
	}
	return rolled
}

// withoutScore returns the characters of the table's rulebook who have not rolled
// initiative in this round and are not down.
func withoutScore(t model.Table) []string {
	var out []string
	for ch := range t.Here() {
		if _, rolled := Score(t, ch.ID); !rolled && model.HasPage(ch, t.System) && !t.IsDownIn(ch, t.System) {
			out = append(out, ch.ID)
		}
	}
	return out
}

// cancelTurns cancels the pending turns that an earlier initiative roll put on the
// timeline: those of one character, or with "" of all.
func (d *decision) cancelTurns(who string) {
	for _, p := range d.t.Pending() {
		if d.t.IsTurn(p) && (who == "" || p.Who == who) {
			d.emit(model.Cancelled{Pending: p, Why: "turn order is rolled again"})
		}
	}
}

func (d *decision) setOrder(c model.SetOrder) error {
	for i, id := range c.Order {
		if w, ok := d.t.Character(id); !ok || w.Left {
			return model.Refuse("nobody here has the id %q", id)
		}
		if slices.Contains(c.Order[:i], id) {
			return model.Refuse("the order names somebody twice")
		}
	}
	if w, ok := d.t.Character(c.Turn); c.Turn != "" && (!ok || w.Left) {
		return model.Refuse("nobody here has the id %q", c.Turn)
	}
	clock := d.t.Clock
	clock.Order, clock.Turn, clock.Acted, clock.OrderDue = slices.Clone(c.Order), c.Turn, nil, false
	d.emit(model.ClockMoved{Clock: clock})
	return nil
}

func (d *decision) moveTurn(c model.MoveTurn) error {
	turns := Turns(d.t)
	from := slices.Index(turns, c.Who)
	if from < 0 {
		return model.Refuse("nobody here has the id %q", c.Who)
	}
	if c.To < 0 || c.To >= len(turns) {
		return model.Refuse("there is no such place: choose 1 to %d", len(turns))
	}
	clock := d.t.Clock
	clock.Order = slices.Insert(slices.Delete(turns, from, from+1), c.To, c.Who)
	d.emitOrder(clock)
	return nil
}

// withoutWaiting returns the clock with a character who no longer waits.
func withoutWaiting(c model.Clock, who string) model.Clock {
	c.Waiting = slices.DeleteFunc(slices.Clone(c.Waiting), func(x model.Waiting) bool { return x.Who == who })
	return c
}

// stepIn lets a waiting character act now. An interrupted character acts afterwards,
// and the order stays as it is then.
func (d *decision) stepIn(c model.StepIn) error {
	who, err := d.presentCharacter(c.Who)
	if err != nil {
		return err
	}
	if _, ok := WaitingFor(d.t, who.ID); !ok {
		return model.Refuse("%s does not wait for anything", who.Name)
	}
	if err := d.mayAct(who, d.t.System); err != nil {
		return err
	}
	clock := withoutWaiting(d.t.Clock, who.ID)
	if clock.Turn != "" && clock.Turn != who.ID {
		turns := Turns(d.t)
		from := slices.Index(turns, who.ID)
		turns = slices.Delete(turns, from, from+1)
		clock.Order = slices.Insert(turns, slices.Index(turns, clock.Turn), who.ID)
	}
	if clock.Acted != nil { // who is interrupted acts afterwards
		clock.Acted = append(slices.DeleteFunc(slices.Clone(clock.Acted), func(id string) bool { return id == clock.Turn || id == who.ID }), who.ID)
	}
	clock.Turn = who.ID
	d.emit(model.ClockMoved{Clock: clock})
	return nil
}

// leaveTurnOrder takes a character who leaves out of the clock. If it was the
// character's turn, the next one gets it.
func (d *decision) leaveTurnOrder(who string) {
	c := d.t.Clock
	clock := withoutWaiting(c, who)
	is := func(id string) bool { return id == who }
	clock.Declared = slices.DeleteFunc(slices.Clone(c.Declared), func(x model.Declaration) bool { return is(x.Who) })
	if c.Turn != "" && slices.Contains(Acted(d.t), who) && (c.Order != nil || is(c.Turn)) {
		clock.Acted = slices.Clone(Acted(d.t)) // they may be back before the round is over
	}
	if is(c.Turn) {
		clock = withTurn(clock, nextInOrder(d.t))
	}
	if is(c.Turn) || len(clock.Waiting) < len(c.Waiting) || len(clock.Declared) < len(c.Declared) || len(clock.Acted) > len(c.Acted) {
		d.emit(model.ClockMoved{Clock: clock})
	}
}

// beginTurn runs what the rulebooks do at the beginning of a turn, if one has begun
// since the clock before.
func (d *decision) beginTurn(before model.Clock) {
	now := d.t.Clock
	who, ok := d.t.Character(now.Turn)
	if !ok || now.Turn == before.Turn && now.Moment == before.Moment {
		return
	}
	d.endTurnEffects(who.ID)
	for _, id := range who.Systems() {
		if s, ok := d.t.Rulebooks[id]; ok && s.Time.Between.Turn != "" {
			d.runClockAction(model.Roll{Who: who.ID, System: id, Action: s.Time.Between.Turn}, "the turn began")
		}
	}
}
