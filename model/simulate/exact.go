package simulate

import (
	"cmp"
	"container/heap"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// MostStates is the largest number of states that an exact answer may need.
const MostStates = 100_000

// Other limits of an exact answer.
const (
	mostAtOnce    = 10_000    // states at one time; a fight with more has far too many in all
	mostWays      = 20_000    // outcomes of one step
	mostDiceSteps = 1_000_000 // see [engine.Inputs.Within]
	negligible    = 1e-14     // less likely states are not followed
	mostLeftOut   = 1e-10     // largest total chance of what is not followed
)

// Exact is the exact result of a fight, counted over everything that can happen.
type Exact struct {
	Wins      []float64 // the chance that each side wins, in the order of [Forecast.Sides]
	Undecided float64
	States    int // number of states that can be reached
}

// Exact counts the chance that each side wins, over every way in which the dice can fall.
// It returns false if more than [MostStates] states can be reached, if that takes longer than the
// fights that were played so far, or if ctx ends first. played is how many commands those took; 0
// for any time.
func (x *Simulation) Exact(ctx context.Context, played int) (Exact, bool) {
	c := x.counted(ctx, played)
	return c.out, !c.gaveUp
}

func (x *Simulation) counted(ctx context.Context, played int) *counting {
	c := &counting{x: x, ctx: ctx, follows: stepsFor(played), counts: mostCounted, waiting: map[when]*bucket{}, ways: map[string][]endings{}, sheets: map[*model.Character]state{}}
	c.out.Wins = make([]float64, len(x.sides))
	if played > 0 {
		c.counts = c.follows * countedForOne
	}
	if c.gaveUp = !c.worthwhile(); c.gaveUp {
		return c
	}
	c.reach(x.fight(nil), when{}, 1)
	for len(c.order) > 0 && !c.gaveUp {
		at := heap.Pop(&c.order).(when)
		all := c.waiting[at].all
		delete(c.waiting, at)
		for _, f := range all {
			c.follow(f, at)
		}
	}
	return c
}

// worthwhile plays a few fights and reports whether two of them reach the same state again
// after they have differed. If none do, there are far too many states to count.
func (c *counting) worthwhile() bool {
	met := map[state]bool{}
	short, compared := 0, 0
	for n := range fewFights {
		f := c.x.fight(newDice(c.x.table, c.x.plan.Seed, n))
		f.tried = nil
		steps := 0
		for ; !f.over() && f.round()-f.first < MostRounds && c.ctx.Err() == nil; steps++ {
			if !f.step() {
				return false
			}
			if steps < partedAfter {
				continue
			}
			if compared++; c.follows >= 0 && compared > c.follows/2 {
				return false
			}
			name := c.name(f)
			if met[name] {
				return true
			}
			met[name] = true
		}
		if steps <= partedAfter {
			short++
		}
	}
	return short > fewFights/2 && c.ctx.Err() == nil
}

// fewFights is how many fights worthwhile plays. After partedAfter steps it compares their
// states.
const (
	fewFights   = 24
	partedAfter = 12
)

// state is a hash of everything that the rest of a fight depends on.
type state [16]byte

// counting is an exact count in progress. It follows the states of one time before those of
// later times, so each state is followed once.
type counting struct {
	x       *Simulation
	ctx     context.Context
	waiting map[when]*bucket
	order   inOrder // the keys of waiting
	ways    map[string][]endings
	sheets  map[*model.Character]state
	out     Exact
	follows int     // how many commands may still be followed; -1: any number
	counts  int     // how many steps the odds of their rolls may still take, see [engine.Inputs.Within]
	left    float64 // total chance of what was too unlikely to be followed
	gaveUp  bool
}

// when says how far a fight has come. It grows with every step.
type when struct {
	moment int
	nexts  int // how often the clock has moved within the moment
	steps  int // since then
}

// inOrder is a heap of times.
type inOrder []when

func (o inOrder) Len() int { return len(o) }
func (o inOrder) Less(i, j int) bool {
	a, b := o[i], o[j]
	return cmp.Or(a.moment-b.moment, a.nexts-b.nexts, a.steps-b.steps) < 0
}
func (o inOrder) Swap(i, j int) { o[i], o[j] = o[j], o[i] }
func (o *inOrder) Push(x any)   { *o = append(*o, x.(when)) }
func (o *inOrder) Pop() any {
	last := (*o)[len(*o)-1]
	*o = (*o)[:len(*o)-1]
	return last
}

// bucket holds the states of a fight at one time.
type bucket struct {
	places map[state]int // index in all
	all    []reached
}

// reached is a state of a fight, and the chance to reach it.
type reached struct {
	fight *fight
	p     float64
}

// reach adds the chance p to a state.
func (c *counting) reach(f *fight, at when, p float64) {
	switch {
	case f.over():
		if i := slices.Index(c.x.sides, f.out.Winner); i >= 0 {
			c.out.Wins[i] += p
			return
		}
		c.out.Undecided += p
		return
	case f.round()-f.first >= MostRounds:
		c.out.Undecided += p
		return
	}
	b, there := c.waiting[at]
	if !there {
		b = &bucket{places: map[state]int{}}
		c.waiting[at] = b
		heap.Push(&c.order, at)
	}
	name := c.name(f)
	if i, there := b.places[name]; there {
		b.all[i].p += p
		return
	}
	b.places[name] = len(b.all)
	b.all = append(b.all, reached{f, p})
	if c.out.States++; c.out.States > MostStates || len(b.all) > mostAtOnce {
		c.gaveUp = true
	}
}

// A command that is followed takes about as long as some that are played, since the state behind
// it is compared with others and the odds of new rolls are counted. A few are always followed.
const (
	playedForOne  = 8
	leastFollowed = 250
	countedForOne = 2000 // steps of odds
	mostCounted   = 1_000_000_000
)

// stepsFor is how many commands an exact count may follow, so that it takes no longer than the
// fights that were played.
func stepsFor(played int) int {
	if played == 0 {
		return -1
	}
	return max(played/playedForOne, leastFollowed)
}

// leaveOut counts a chance that is too small to be followed.
func (c *counting) leaveOut(p float64) {
	if c.left += p; c.left > mostLeftOut {
		c.gaveUp = true
	}
}

// follow takes every possible next step from a state.
func (c *counting) follow(from reached, at when) {
	if from.p < negligible {
		c.leaveOut(from.p)
		return
	}
	fork := &fork{counting: c}
	for n := 0; !c.gaveUp; n++ {
		if n >= mostWays || c.ctx.Err() != nil {
			c.gaveUp = true
			return
		}
		if c.follows--; c.follows == 0 {
			c.gaveUp = true
			return
		}
		g := from.fight.copied(fork)
		fork.at, fork.p = 0, from.p
		if !g.step() {
			c.gaveUp = true
			return
		}
		then := when{at.moment, at.nexts, at.steps + 1}
		switch moment := g.table.Clock.Moment; {
		case moment != at.moment:
			then = when{moment: moment}
		case g.nexts != from.fight.nexts:
			then = when{moment, at.nexts + 1, 0}
		}
		if fork.p > 0 {
			c.reach(g, then, fork.p)
		}
		if !fork.turn() {
			return
		}
	}
}

// copied returns a copy of a fight with other chances.
func (f *fight) copied(by chances) *fight {
	g := *f
	g.chances, g.out, g.tried, g.downs = by, Ended{}, nil, downs{}
	g.free = slices.Clone(f.free)
	g.passed, g.fled = maps.Clone(f.passed), maps.Clone(f.fled)
	return &g
}

// fork implements chances: it takes every outcome of a step in turn.
type fork struct {
	*counting
	points []point // the random choices of the step, in order
	at     int     // how many of them the present run has passed
	p      float64 // the chance of the outcomes chosen so far
}

// point is a random choice.
type point struct {
	weights []float64 // the chance of each outcome
	before  float64   // the chance to come to this point
	taken   int
}

// choose returns the outcome of a random choice in this run.
func (f *fork) choose(weights []float64) int {
	if f.at == len(f.points) {
		f.points = append(f.points, point{weights, f.p, -1})
		f.points[f.at].goOn(f.counting)
	}
	at := &f.points[f.at]
	f.at++
	if at.taken == len(weights) { // all outcomes are too unlikely to be followed
		f.p = 0
		return 0
	}
	f.p *= weights[at.taken]
	return at.taken
}

// goOn moves to the next outcome that is likely enough. It returns false if there is none.
func (p *point) goOn(c *counting) bool {
	for p.taken++; p.taken < len(p.weights); p.taken++ {
		likely := p.before * p.weights[p.taken]
		if likely >= negligible {
			return true
		}
		c.leaveOut(likely)
	}
	return false
}

// turn moves to the next combination of outcomes. It returns false after the last.
func (f *fork) turn() bool {
	for n := len(f.points) - 1; n >= 0; n-- {
		if at := &f.points[n]; at.taken < len(at.weights) && at.goOn(f.counting) {
			return true
		}
		f.points = f.points[:n]
	}
	return false
}

// below implements chances.
func (f *fork) below(n int) int {
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = 1 / float64(n)
	}
	return f.choose(weights)
}

// throw implements chances. It throws no dice: [fork.end] ends whole rolls.
func (f *fork) throw(d engine.Dice, _ bool) engine.Faces {
	f.gaveUp = true
	return d.Throw(func() uint64 { return 0 })
}

// endings are the possible ends of a roll.
type endings struct {
	reads   engine.Readings
	in      engine.Inputs
	ways    []engine.Way
	weights []float64
	left    float64 // total chance of ends that were not followed
}

// end takes one of the possible ends of a roll.
func (f *fork) end(who *fight, t model.Table, r model.Roll, in engine.Inputs) (engine.Way, bool) {
	e, ok := f.endsOf(who, t, r, in)
	if !ok {
		f.gaveUp = true
		return engine.Way{}, false
	}
	if f.at == len(f.points) { // the first run that comes here
		f.leaveOut(f.p * e.left)
	}
	return e.ways[f.choose(e.weights)], true
}

// endsOf counts the ends of a roll, or returns those of an equal roll from the cache.
func (c *counting) endsOf(who *fight, t model.Table, r model.Roll, in engine.Inputs) (endings, bool) {
	// Equal rolls are found by their sheets, since few differ in anything else.
	key := []byte(r.Action)
	var plan engine.Plan // nil is quicker, and equivalent if everybody fights as so far
	for _, id := range append([]string{r.Who}, r.Against...) {
		if x, ok := t.Character(id); ok {
			part, policy := c.sheet(x), who.plan.PolicyOf(x.ID, x.Side)
			key = append(append(key, part[:]...), policy...)
			if policy != AsSoFar {
				plan = func(q engine.Question) engine.Answer {
					if !q.Defends && policy == Hard { // it looks at dice that have not fallen here
						c.gaveUp = true
					}
					return who.answer(t, r, q)
				}
			}
		}
	}
	raw, err := json.Marshal([]any{r.Params, r.Tape})
	if err != nil {
		return endings{}, false
	}
	key = append(key, raw...)
	for _, e := range c.ways[string(key)] {
		if e.reads.Holds(e.in, in) {
			return e, true
		}
	}
	all, odds, err := engine.Ways(in.Within(max(1, min(mostDiceSteps, c.counts))).Until(func() bool { return c.ctx.Err() != nil }), r.Tape, plan)
	if c.counts -= odds.Steps; err != nil || len(all) == 0 || len(all) > mostWays {
		return endings{}, false
	}
	e := endings{reads: odds.Readings, in: in, left: odds.Unreached}
	places := map[string]int{}
	scores := r.Action == t.Time().Initiative
	for _, w := range all {
		name := alike(w, scores)
		at, there := places[name]
		if !there {
			at = len(e.ways)
			places[name] = at
			e.ways, e.weights = append(e.ways, w), append(e.weights, 0)
		}
		e.weights[at] += w.P
	}
	c.ways[string(key)] = append(c.ways[string(key)], e)
	return e, true
}

// alike returns a key that is equal for ends of a roll after which the fight is the same.
// The total counts only in a roll for the order of turns.
func alike(w engine.Way, scores bool) string {
	if w.Err != nil {
		return "refused"
	}
	s := w.Step
	if scores {
		tie := s.Outcome.Value("tie")
		return fmt.Sprint(s.Outcome.Total, tie, s.Changes)
	}
	return fmt.Sprint(s.Changes, s.Next, s.Acts)
}

// name returns the state of a fight: the sheets, the time, what is pending, and who may
// still act. Ids count only as references.
func (c *counting) name(f *fight) state {
	ids := map[string]int{}
	same := func(id string) string {
		if id == "" {
			return ""
		}
		if _, known := ids[id]; !known {
			ids[id] = len(ids)
		}
		return fmt.Sprint("#", ids[id])
	}
	t := f.table
	sum := sha256.New()
	for _, who := range t.State.Characters {
		part := c.sheet(who)
		sum.Write(part[:])
	}
	pending, rolls, follow := slices.Clone(t.State.Pending), slices.Clone(t.State.Rolls), slices.Clone(t.State.FollowUps)
	for i := range pending {
		pending[i].ID = same(pending[i].ID)
	}
	for i := range rolls {
		rolls[i].ID, rolls[i].Pending = same(rolls[i].ID), same(rolls[i].Pending)
	}
	for i := range follow {
		follow[i].Origin.Roll = same(follow[i].Origin.Roll)
	}
	effects := slices.Clone(t.State.Effects)
	for i := range effects {
		effects[i].ID = ""
	}
	passed := []string{}
	for _, id := range slices.Sorted(maps.Keys(f.passed)) {
		if f.passed[id] > f.turn() {
			passed = append(passed, id)
		}
	}
	raw, _ := json.Marshal([]any{t.Clock, pending, rolls, follow, effects, f.free, passed})
	sum.Write(raw)
	return short([sha256.Size]byte(sum.Sum(nil)))
}

// sheet returns a hash of a character's sheets.
func (c *counting) sheet(who *model.Character) state {
	part, known := c.sheets[who]
	if !known {
		raw, _ := json.Marshal([]any{who.ID, who.Left, who.Pages})
		part = short(sha256.Sum256(raw))
		if len(c.sheets) > mostSheets {
			clear(c.sheets)
		}
		c.sheets[who] = part
	}
	return part
}

// mostSheets is how many hashes of sheets are cached.
const mostSheets = 10_000

func short(sum [sha256.Size]byte) state { return state(sum[:16]) }
