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

// nextInOrder returns the character whose turn comes next, or "" at the end of the round.
func nextInOrder(t model.Table) string {
	turns := Turns(t)
	if t.Clock.Turn == "" {
		if len(turns) == 0 {
			return ""
		}
		return turns[0]
	}
	if i := slices.Index(turns, t.Clock.Turn); i >= 0 && i+1 < len(turns) {
		return turns[i+1]
	}
	return ""
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

// applyScores puts the initiative rolls of this command into the clock, the highest
// first. Characters without a score keep their places behind the others, unless they
// are down.
func (d *decision) applyScores() {
	if len(d.scores) == 0 {
		return
	}
	clock := d.t.Clock
	all := slices.Clone(d.scores)
	for _, s := range clock.Scores {
		if !slices.ContainsFunc(all, func(x model.Score) bool { return x.Who == s.Who }) {
			all = append(all, s)
		}
	}
	turns := Turns(d.t)
	slices.SortStableFunc(all, func(a, b model.Score) int {
		return cmp.Or(b.Score-a.Score, b.Tie-a.Tie, slices.Index(turns, a.Who)-slices.Index(turns, b.Who))
	})
	clock.Scores, clock.Order = all, nil
	clock.OrderDue = clock.OrderDue && slices.ContainsFunc(withoutScore(d.t), func(id string) bool {
		return !slices.ContainsFunc(all, func(x model.Score) bool { return x.Who == id })
	})
	for _, s := range all {
		clock.Order = append(clock.Order, s.Who)
	}
	for _, id := range turns {
		if !slices.Contains(clock.Order, id) && !d.t.IsDown(id) {
			clock.Order = append(clock.Order, id)
		}
	}
	d.emit(model.ClockMoved{Clock: clock})
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
	clock.Order, clock.Turn, clock.OrderDue = slices.Clone(c.Order), c.Turn, false
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
		return model.Refuse("there is no such place: choose 0 to %d", len(turns)-1)
	}
	clock := d.t.Clock
	clock.Order = slices.Insert(slices.Delete(turns, from, from+1), c.To, c.Who)
	d.emit(model.ClockMoved{Clock: clock})
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
	clock.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(x model.Score) bool { return is(x.Who) })
	if is(c.Turn) {
		turns := Turns(d.t)
		clock.Turn = nextInOrder(d.t)
		if i := slices.Index(turns, who); clock.Turn == "" && i > 0 {
			clock.Turn = turns[i-1] // so the round goes on to its end and does not begin again
		}
	}
	if is(c.Turn) || len(clock.Waiting) < len(c.Waiting) || len(clock.Declared) < len(c.Declared) || len(clock.Scores) < len(c.Scores) {
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
