package model

import (
	"cmp"
	"slices"

	"example.org/fray/engine"
)

// score is what somebody rolled for the order of turns.
type score struct {
	Who   string `json:"who"`
	Score int    `json:"score"`
	Tie   int    `json:"tie,omitempty"` // the higher one goes first among equals
}

// waiting is somebody who acts when something happens, out of turn.
type waiting struct {
	Who   string `json:"who"`
	Words string `json:"words,omitempty"`
}

// Turns gives the characters in the order in which they act: those in the
// order set, then the others.
func (t Table) Turns() []string {
	out := make([]string, 0, len(t.characters))
	for _, id := range t.Clock.Order {
		if c, ok := t.Character(id); ok && !c.Left {
			out = append(out, id)
		}
	}
	for c := range t.here() {
		if !slices.Contains(out, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}

// NextTurn is whose turn comes next; "" when the round is over then.
func (t Table) NextTurn() string {
	turns := t.Turns()
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

// Score gives what a character rolled for the order of this round; false for
// nothing.
func (t Table) Score(who string) (int, bool) {
	i := slices.IndexFunc(t.Clock.Scores, func(s score) bool { return s.Who == who })
	if i < 0 {
		return 0, false
	}
	return t.Clock.Scores[i].Score, true
}

// Waits gives what a character waits for; false for one who doesn't.
func (t Table) Waits(who string) (string, bool) {
	i := slices.IndexFunc(t.Clock.Waiting, func(x waiting) bool { return x.Who == who })
	if i < 0 {
		return "", false
	}
	return t.Clock.Waiting[i].Words, true
}

// scored keeps what an initiative roll came to. When the command is decided
// all that was rolled goes into the order at once.
func (d *decision) scored(r Roll, o engine.Outcome) {
	if !d.t.orders(r.System, r.Action) {
		return
	}
	s := score{Who: r.Who, Score: o.Total}
	if tie := o.Value("tie"); tie.Kind() == engine.Int {
		s.Tie = tie.Int()
	}
	d.scores = append(slices.DeleteFunc(d.scores, func(x score) bool { return x.Who == s.Who }), s)
}

// lineUp puts the scores of this command into the clock: the highest acts
// first. Whoever has none keeps their place behind, unless they are down.
func (d *decision) lineUp() {
	if len(d.scores) == 0 {
		return
	}
	clock := d.t.Clock
	all := slices.Clone(d.scores)
	for _, s := range clock.Scores {
		if !slices.ContainsFunc(all, func(x score) bool { return x.Who == s.Who }) {
			all = append(all, s)
		}
	}
	turns := d.t.Turns()
	slices.SortStableFunc(all, func(a, b score) int {
		return cmp.Or(b.Score-a.Score, b.Tie-a.Tie, slices.Index(turns, a.Who)-slices.Index(turns, b.Who))
	})
	clock.Scores, clock.Order = all, nil
	clock.Anew = clock.Anew && slices.ContainsFunc(d.t.unscored(), func(id string) bool {
		return !slices.ContainsFunc(all, func(x score) bool { return x.Who == id })
	})
	for _, s := range all {
		clock.Order = append(clock.Order, s.Who)
	}
	for _, id := range turns {
		if !slices.Contains(clock.Order, id) && !d.t.lies(id) {
			clock.Order = append(clock.Order, id)
		}
	}
	d.say(moved{clock})
}

// rollOrder rolls for everyone of the table's rulebook who can. Whoever throws
// real dice, or has to decide something, leaves a roll under way.
func (d *decision) rollOrder(c RollOrder) error {
	tk := d.t.Time()
	if tk.Initiative == "" {
		return refuse("this rulebook rolls no order of turns: put them in order yourselves")
	}
	if len(d.waiting()) > 0 {
		return refuse("a roll is under way: finish or drop it first")
	}
	if len(d.t.Clock.Scores) > 0 {
		clock := d.t.Clock
		clock.Scores = nil
		d.say(moved{clock})
	}
	d.unturned("")
	if !d.rollFor(d.t.unscored(), func(id string) bool { return c.Quick || slices.Contains(c.Extras, id) }) {
		return refuse("nobody can roll for the order of turns")
	}
	return nil
}

// rollFor rolls for the order of turns; false where nobody of them can.
func (d *decision) rollFor(who []string, quick func(string) bool) bool {
	rolled := false
	for _, id := range who {
		if d.launch(launch{who: id, system: d.t.System, action: d.t.Time().Initiative, rest: resting(quick(id), 0)}) == nil {
			rolled = true
		}
	}
	return rolled
}

// unscored are those of the table's rulebook who have not rolled for the order
// of this round, and have a turn in it: who is down has none.
func (t Table) unscored() []string {
	var out []string
	for ch := range t.here() {
		if _, rolled := t.Score(ch.ID); !rolled && has(ch, t.System) && !t.Lies(ch, t.System) {
			out = append(out, ch.ID)
		}
	}
	return out
}

func has(c *Character, system string) bool {
	_, ok := c.Pages[system]
	return ok
}

// unturned takes turns off the timeline that an earlier roll for the order put
// there: of one character, or "" for all.
func (d *decision) unturned(who string) {
	for _, p := range d.t.Pending() {
		if d.t.isTurn(p) && (who == "" || p.Who == who) {
			d.say(cancelled{p, "the order is rolled anew"})
		}
	}
}

// isTurn reports whether a pending action is the turn that a roll for the
// order put on the timeline.
func (t Table) isTurn(p Pending) bool {
	return p.System == t.System && p.Of == t.Time().Initiative && p.Of != ""
}

func (d *decision) setOrder(c SetOrder) error {
	for i, id := range c.Order {
		if w, ok := d.t.Character(id); !ok || w.Left {
			return refuse("nobody here has the id %q", id)
		}
		if slices.Contains(c.Order[:i], id) {
			return refuse("the order names somebody twice")
		}
	}
	if w, ok := d.t.Character(c.Turn); c.Turn != "" && (!ok || w.Left) {
		return refuse("nobody here has the id %q", c.Turn)
	}
	clock := d.t.Clock
	clock.Order, clock.Turn, clock.Anew = slices.Clone(c.Order), c.Turn, false
	d.say(moved{clock})
	return nil
}

func (d *decision) moveTurn(c MoveTurn) error {
	turns := d.t.Turns()
	from := slices.Index(turns, c.Who)
	if from < 0 {
		return refuse("nobody here has the id %q", c.Who)
	}
	if c.To < 0 || c.To >= len(turns) {
		return refuse("there is no such place: it is 0 to %d", len(turns)-1)
	}
	clock := d.t.Clock
	clock.Order = slices.Insert(slices.Delete(turns, from, from+1), c.To, c.Who)
	d.say(moved{clock})
	return nil
}

// without gives the clock with somebody no longer waiting.
func (c Clock) without(who string) Clock {
	c.Waiting = slices.DeleteFunc(slices.Clone(c.Waiting), func(x waiting) bool { return x.Who == who })
	return c
}

// stepIn lets somebody who waits act now. Whoever is interrupted goes on
// afterwards, and the order stays as it is now.
func (d *decision) stepIn(c StepIn) error {
	who, err := d.present(c.Who)
	if err != nil {
		return err
	}
	if _, ok := d.t.Waits(who.ID); !ok {
		return refuse("%s does not wait for anything", who.Name)
	}
	clock := d.t.Clock.without(who.ID)
	if clock.Turn != "" && clock.Turn != who.ID {
		turns := d.t.Turns()
		from := slices.Index(turns, who.ID)
		turns = slices.Delete(turns, from, from+1)
		clock.Order = slices.Insert(turns, slices.Index(turns, clock.Turn), who.ID)
	}
	clock.Turn = who.ID
	d.say(moved{clock})
	return nil
}

// present finds a character at the table that the seat may act for.
func (d *decision) present(id string) (*Character, error) {
	who, err := d.own(id)
	if err == nil && who.Left {
		return nil, refuse("%s has left the table", who.Name)
	}
	return who, err
}

// leavesTurn takes somebody who leaves out of the clock; whose turn it was
// gives it to the next.
func (d *decision) leavesTurn(who string) {
	c := d.t.Clock
	clock := c.without(who)
	is := func(id string) bool { return id == who }
	clock.Declared = slices.DeleteFunc(slices.Clone(c.Declared), func(x Declaration) bool { return is(x.Who) })
	clock.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(x score) bool { return is(x.Who) })
	if is(c.Turn) {
		turns := d.t.Turns()
		clock.Turn = d.t.NextTurn()
		if i := slices.Index(turns, who); clock.Turn == "" && i > 0 {
			clock.Turn = turns[i-1] // the round goes on to its end, and not anew
		}
	}
	if is(c.Turn) || len(clock.Waiting) < len(c.Waiting) || len(clock.Declared) < len(c.Declared) || len(clock.Scores) < len(c.Scores) {
		d.say(moved{clock})
	}
}

// turnBegins runs what the rulebooks want when somebody's turn has begun.
func (d *decision) turnBegins(before Clock) {
	now := d.t.Clock
	who, ok := d.t.Character(now.Turn)
	if !ok || now.Turn == before.Turn && now.Moment == before.Moment {
		return
	}
	d.turnOver(who.ID)
	for _, id := range who.Systems() {
		if s, ok := d.t.rules[id]; ok && s.Time.Between.Turn != "" {
			d.aside(Roll{Who: who.ID, System: id, Action: s.Time.Between.Turn}, "the turn began")
		}
	}
}
