package simulate

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// MostRounds is the largest number of rounds that a fight is played.
const MostRounds = 50

// mostSteps is the largest number of commands in one fight. It ends fights in rulebooks
// whose rounds never end.
const mostSteps = 4000

// Stuck is the reason why a fight was not decided if the clock did not advance. It means a
// fault in a rulebook or in this package.
const Stuck = "nobody could go on"

var gamemaster = model.Seat{Role: model.GM}

// Plan says how fights are played.
type Plan struct {
	Sides  map[engine.Side]Policy // the default is AsSoFar
	People map[string]Policy      // by id; they take precedence over Sides
	With   map[string]Weapon      // by id: the weapon to fight with, whatever they did so far
	Seed   uint64                 // another seed gives other dice

	Surprised engine.Side // the side that is surprised at the beginning; "" for none
}

// Weapon is an attack that a rulebook offers to a character: an action and, if it is
// offered for rows of the sheet, the row.
type Weapon struct{ Action, Row string }

// PolicyOf returns the policy of a character of a side.
func (p Plan) PolicyOf(who string, side engine.Side) Policy {
	if policy, ok := p.People[who]; ok {
		return policy
	}
	return cmp.Or(p.Sides[side], AsSoFar)
}

// Fighter is the state of a character at the end of a fight.
type Fighter struct {
	ID     string
	Down   bool // cannot act, or has fled
	Killed bool
	Fled   bool
	Left   []int // what is left of each pool of the rulebook, then of its points
}

// Try is the first attempt of a character at an action in a fight.
type Try struct {
	Who, Action, Row string
	Success          bool
}

// Ended is the result of one fight.
type Ended struct {
	Winner   engine.Side // "" if it was not decided
	WhyNot   string      // why it was not decided
	Rounds   int
	Acts     int
	Steps    int       // commands that it took
	Fighters []Fighter // in the order of the roster
	Tries    []Try
}

// fight is a fight in progress.
type fight struct {
	plan     Plan
	table    model.Table
	system   *engine.System
	chances  chances
	habits   map[string][]attack
	offers   map[string][]rated
	sides    []engine.Side
	first    int                // the round in which it began
	free     []string           // ids of those who may still act now; nil: not known
	standing []*model.Character // who can act; nil: not known
	downs    downs
	nexts    int             // how often the clock has moved
	opening  []model.Begin   // acts with which the fight begins
	passed   map[string]int  // by character: the turn in which they last acted or could do nothing
	tried    map[string]bool // nil if tries are not recorded
	fled     map[string]bool
	out      Ended

	sent func(before model.Table, c model.Command, facts []model.Fact) // of each command; nil if nobody asks
}

// chances decides everything in a fight that is not a decision of a character.
type chances interface {
	below(n int) int // a number from 0 to n-1
	throw(d engine.Dice, hidden bool) engine.Faces
}

// do carries out a command, and reports whether it was accepted.
func (f *fight) do(c model.Command) bool {
	how := decide.Simulation{Throw: f.chances.throw, Answer: f.answer}
	if counts, ok := f.chances.(*fork); ok {
		how.End = func(t model.Table, r model.Roll, in engine.Inputs) (engine.Way, bool) { return counts.end(f, t, r, in) }
	}
	facts, after, err := decide.Simulate(f.table, c, how)
	if err != nil || len(facts) == 0 {
		return false
	}
	if f.sent != nil {
		f.sent(f.table, c, facts)
	}
	f.table = after
	if f.tried != nil {
		f.observe(facts)
	}
	f.standing = nil
	return true
}

// observe records the first attempt of each character at each action.
func (f *fight) observe(facts []model.Fact) {
	for _, fact := range facts {
		x, ok := fact.(model.Finished)
		if !ok || x.Roll.System != f.system.ID {
			continue
		}
		a, ok := f.system.Action(x.Roll.Action)
		if !ok || !a.Attack() || x.Outcome.Grade == engine.Undecided || !slices.ContainsFunc(x.Roll.Tape, thrown) {
			continue
		}
		try := Try{Who: x.Roll.Who, Action: a.ID, Row: rowOf(a, x.Roll.Params), Success: x.Outcome.Success}
		key := try.Who + "/" + try.Action + "/" + try.Row
		if !f.tried[key] {
			f.tried[key] = true
			f.out.Tries = append(f.out.Tries, try)
		}
	}
}

func thrown(a engine.Answer) bool { return a.Faces != nil }

// rowOf returns the row, such as a weapon or power, for which an action was offered.
func rowOf(a *engine.Action, params engine.Page) string {
	for _, id := range a.Offers {
		if row, ok := params.Get(id); ok && row.String() != "" {
			return row.String()
		}
	}
	return ""
}

// play plays until the fight is over.
func (f *fight) play() Ended {
	for n := range mostSteps {
		f.out.Steps = n
		if f.over() {
			return f.end()
		}
		if f.round()-f.first >= MostRounds {
			f.out.WhyNot = fmt.Sprintf("not decided after %d rounds", MostRounds)
			return f.end()
		}
		if !f.step() {
			f.out.WhyNot = Stuck
			return f.end()
		}
	}
	f.out.WhyNot = fmt.Sprintf("not decided after %d steps", mostSteps)
	return f.end()
}

// step does the next thing: it answers a question, takes up a follow-up, lets a character
// act, or advances the clock. It returns false if none of these is possible.
func (f *fight) step() bool {
	for _, r := range f.table.Rolls() {
		if r.Parked == "" {
			f.finish(r)
			return true
		}
	}
	if len(f.opening) > 0 {
		first := f.opening[0]
		f.opening = f.opening[1:]
		f.do(first) // who cannot do it begins without it
		return true
	}
	if all := f.table.FollowUps(); len(all) > 0 {
		if u := all[0]; !f.takeUp(u) { // nobody can, so drop it
			f.table.State.FollowUps = slices.DeleteFunc(slices.Clone(f.table.State.FollowUps), u.Equal)
		}
		return true
	}
	if f.orderDue() && f.do(model.RollOrder{Quick: true}) {
		return true
	}
	if f.free == nil {
		f.free = f.mayAct()
	}
	for len(f.free) > 0 {
		id := f.free[0]
		f.free = f.free[1:]
		if f.passed[id] > f.turn() {
			continue
		}
		f.passed[id] = f.turn() + 1
		if f.act(id) {
			return true
		}
	}
	f.free = nil
	f.nexts++
	return f.do(model.Next{})
}

// orderDue reports whether the order of turns is to be rolled: because the rulebook's clock
// asks for it, or because a scene begins and no order was set.
func (f *fight) orderDue() bool {
	c := f.table.Clock
	begins := c.Moment == c.Began && c.Turn == "" && len(c.Order) == 0 && len(c.Scores) == 0
	return c.OrderDue || begins && f.system.Time.Initiative != ""
}

// mayAct returns who may act now: those whose turn it is or, without turns, everybody who
// is free and stands. It is not nil.
func (f *fight) mayAct() []string {
	turn := f.table.Clock.Turn
	all := f.takesTime() || turn == "" && decide.NextDue(f.table).Turn == ""
	free := []string{}
	for _, c := range decide.Idle(f.table) {
		if (all || c.ID == turn) && slices.Contains(f.upright(), c) {
			free = append(free, c.ID)
		}
	}
	return free
}

// takesTime reports whether acts take time by the rulebook's clock.
func (f *fight) takesTime() bool { return f.system.Time.PerRound > 0 && !f.system.Time.Down }

// turn returns the number of the present turn, in which each character acts at most once:
// the moment if acts take time, otherwise the round.
func (f *fight) turn() int {
	if f.takesTime() {
		return f.table.Clock.Moment
	}
	return f.round()
}

func (f *fight) round() int {
	round, _ := f.table.Round(f.table.Clock.Moment)
	return round
}

// act lets a character act. It returns false if there is nothing to do.
func (f *fight) act(id string) bool {
	who, ok := f.table.Character(id)
	if !ok {
		return false
	}
	if f.plan.PolicyOf(who.ID, who.Side) == Careful && f.life(who) <= fleesAt && f.do(model.Leave{Who: id}) {
		f.fled[id] = true
		return true
	}
	for c := range f.choices(who) {
		if f.do(c) {
			f.out.Acts++
			return true
		}
	}
	return false
}

// life returns what is left of a character, in percent of the pool with the least left, or
// 100 if the rulebook has no such pool.
func (f *fight) life(c *model.Character) int { return lifeOf(f.table, f.system, c) }

func lifeOf(t model.Table, s *engine.System, c *model.Character) int {
	sheet := t.View(c, s.ID).Sheet
	least := 100
	for _, p := range s.Pools {
		if full := p.Full.Of(sheet); p.Kind == "life" && full > 0 {
			least = min(least, 100*max(p.Now(sheet), 0)/full)
		}
	}
	return least
}

// finish ends an open roll: it throws the dice that a player would throw by hand, and drops
// a roll whose question has no valid answer.
func (f *fight) finish(r model.Roll) {
	step, err := f.table.Step(r)
	if err == nil && step.Open != nil && step.Open.Wants == engine.Throwing && f.do(model.Answer{Roll: r.ID, Question: r.Question, Throw: true}) {
		return
	}
	f.do(model.Drop{Roll: r.ID})
}

// takeUp takes up a follow-up.
func (f *fight) takeUp(u model.FollowUp) bool {
	return f.do(model.Begin{Who: u.Who, Against: u.Against, System: u.System, Action: u.Action, Params: u.Params})
}

// over reports whether at most one side still stands, and nothing of this moment may still
// change that.
func (f *fight) over() bool {
	f.out.Winner, f.out.WhyNot = "", ""
	standing := 0
	for _, side := range f.sides {
		if f.stands(side) {
			standing++
			f.out.Winner = side
		}
	}
	if standing > 1 || f.unsettled() {
		f.out.Winner = ""
		return false
	}
	if standing == 0 {
		f.out.WhyNot = "nobody is left"
	}
	return true
}

// unsettled reports whether something of this moment may still befall somebody who stands: a
// roll goes on, a wound is to be suffered, or a blow is due that fell at the same time as the
// last one.
func (f *fight) unsettled() bool {
	stands := func(id string) bool {
		return slices.ContainsFunc(f.upright(), func(c *model.Character) bool { return c.ID == id })
	}
	for _, p := range f.table.State.Pending {
		a, ok := f.table.ActionOf(p.System, p.Action)
		switch {
		case p.Due > f.table.Clock.Moment || f.table.IsTurn(p):
		case ok && a.Lasting() && stands(p.Concerns()), slices.ContainsFunc(p.Against, stands):
			return true
		}
	}
	return slices.ContainsFunc(f.table.State.Rolls, func(r model.Roll) bool { return r.Parked == "" }) ||
		slices.ContainsFunc(f.table.FollowUps(), func(u model.FollowUp) bool {
			return stands(u.Who) || slices.ContainsFunc(u.Against, stands)
		})
}

func (f *fight) stands(side engine.Side) bool {
	return slices.ContainsFunc(f.upright(), func(c *model.Character) bool { return c.Side == side })
}

// upright returns the characters who can act.
func (f *fight) upright() []*model.Character {
	if f.standing == nil {
		for c := range f.table.Here() {
			if c.Plays(f.system.ID) && !f.isDown(c) {
				f.standing = append(f.standing, c)
			}
		}
	}
	return f.standing
}

// downs keeps who cannot act, as long as nothing changes on which that depends besides the
// sheets: what is in force, and the time.
type downs struct {
	effects []model.Effect
	moment  int
	of      map[*model.Character]bool
}

// isDown reports whether a character cannot act.
func (f *fight) isDown(c *model.Character) bool {
	k, effects, moment := &f.downs, f.table.State.Effects, f.table.Clock.Moment
	if k.of == nil || k.moment != moment || !sameEffects(k.effects, effects) {
		*k = downs{effects, moment, map[*model.Character]bool{}}
	}
	down, known := k.of[c]
	if !known {
		down = f.table.IsDownIn(c, f.system.ID)
		k.of[c] = down
	}
	return down
}

// sameEffects reports whether two lists of effects are the same slice.
func sameEffects(a, b []model.Effect) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func (f *fight) end() Ended {
	f.out.Rounds = f.round() - f.first + 1
	for _, c := range f.table.State.Characters {
		if !c.Plays(f.system.ID) || c.Left && !f.fled[c.ID] {
			continue
		}
		x := Fighter{ID: c.ID, Fled: f.fled[c.ID]}
		view := f.table.View(c, f.system.ID)
		for _, m := range f.system.Marked(view) {
			x.Down, x.Killed = x.Down || m.Grave, x.Killed || m.ID == engine.Dead
		}
		x.Down = x.Down || x.Fled
		for _, p := range f.system.Pools {
			x.Left = append(x.Left, p.Now(view.Sheet))
		}
		for _, p := range f.system.Time.Between.Points {
			x.Left = append(x.Left, p.Of(view.Sheet))
		}
		f.out.Fighters = append(f.out.Fighters, x)
	}
	return f.out
}
