package act

import (
	"slices"
	"sync"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Ahead is what can be known before anything is thrown.
type Ahead struct {
	Step   engine.Step
	WhyNot string // why it cannot be thrown; "" when it can
	Odds   engine.Chances
	Then   Then // what it leads to, once that is counted

	in    engine.Inputs // of the very roll
	dice  bool          // any will fall
	blind string        // whose part is not known, in a sentence; "" where all is
	harm  harm

	oldThen bool // Then is of before

	weighed bool         // the odds are counted
	prices  []Price      // by them
	rough   func() rough // what a few ways tell
}

// rough is what a roll takes and when it comes to pass, as far as a few ways of it
// tell.
type rough struct {
	prices []Price
	lands  int
}

// Prices are what the roll will take: by the odds or, until they are counted, by a
// few ways that it may go.
func (a *Ahead) Prices() []Price {
	if a.weighed || a.rough == nil {
		return a.prices
	}
	return a.rough().prices
}

// Lands is the moment at which it comes to pass, whatever is thrown; 0: now, or not
// known.
func (a *Ahead) Lands() int {
	if a.rough == nil {
		return 0
	}
	return a.rough().lands
}

// harm is what a success does, with the points as they are offered.
type harm struct {
	mean float64
	most int
}

// Then is what a success leads to: the damage of a hit. Where none leads to
// anything it is what a failure does: what comes through a defence.
type Then struct {
	Failed bool
	Action string
	Parts  []Part  // by the levels of the rulebook
	Mean   float64 // of its totals, where there are no levels
	Most   int
	Hits   *float64 // how likely it hits, of an attack: its totals are no harm
}

// Part is one way that something may end.
type Part struct {
	Words string
	P     float64
	Good  bool
}

// LookAhead works out what lies ahead of a draft at a seat, by the very roll that
// it would begin, with its odds: those take long.
func LookAhead(t model.Table, by model.Seat, d Draft) Ahead {
	return glance(t, by, d).counted(nil)
}

// glance is what lies ahead of a draft as far as a few runs tell it, which no
// key has to wait for.
func glance(t model.Table, by model.Seat, d Draft) Ahead {
	in, err := decide.InputsToBegin(t, by, d.begin())
	if err != nil {
		return Ahead{WhyNot: err.Error()}
	}
	a := glanceOf(t, in)
	a.blind = unknownTo(t, d.Against)
	return a
}

// unknownTo says whose defence a seat does not know.
func unknownTo(t model.Table, against []string) string {
	var who []string
	for _, id := range against {
		if c, ok := t.Character(id); ok {
			if _, met := c.State(); met {
				who = append(who, id)
			}
		}
	}
	switch len(who) {
	case 0:
		return ""
	case 1:
		return t.NameOf(who[0]) + "'s defence is unknown to you"
	}
	return "the defences of " + t.NamesOf(who) + " are unknown to you"
}

// glanceOf is glance of a roll that is about to begin.
func glanceOf(t model.Table, in engine.Inputs) (a Ahead) {
	var err error
	if a.Step, err = engine.Run(in, nil); err != nil {
		return Ahead{WhyNot: err.Error()}
	}
	a.in, a.dice = in, a.Step.Open != nil
	first := a.Step
	a.rough = sync.OnceValue(func() rough { // of keys that come faster than frames nobody asks
		var ways []engine.Step
		for side := range 3 {
			if step, ok := played(in.WithoutNotes(), first, side); ok {
				ways = append(ways, step)
			}
		}
		return rough{priced(in, drifts(ways)), lands(t, in, ways)}
	})
	return a
}

// counted is a with its odds, as far as stop lets them be counted.
func (a Ahead) counted(stop func() bool) Ahead {
	if a.WhyNot != "" {
		return a
	}
	in := a.in.Until(stop)
	odds, err := engine.Odds(in, nil, nil)
	if err != nil {
		return Ahead{Step: a.Step, WhyNot: err.Error()}
	}
	a.weigh(odds)
	if in.Action.Attack() && a.Odds.MostDamage != 0 {
		if c, err := engine.Odds(in, nil, engine.Question.Offered); err == nil {
			a.harm = harm{c.Damage, c.MostDamage}
		}
	}
	return a
}

// weigh takes in the odds.
func (a *Ahead) weigh(odds engine.Chances) {
	a.Odds, a.prices, a.weighed = odds, priced(a.in, odds.Changes), true
	a.dice = len(odds.Totals) > 1 || a.Step.Open != nil && a.Step.Open.Wants == engine.Throwing // not of shares alone
}

// leads reports whether it leads to another roll.
func (a *Ahead) leads() bool {
	for _, success := range []bool{true, false} {
		for range a.Odds.FollowUps(a.in, success) {
			return true
		}
	}
	return false
}

// lands is the moment at which an action comes to pass that takes the same time
// however its dice fall, low, in the middle or high.
func lands(t model.Table, in engine.Inputs, ways []engine.Step) int {
	if in.Action.Mode == engine.Instant || len(ways) < 3 {
		return 0
	}
	at := 0
	for i, step := range ways {
		if len(step.Later) == 0 {
			return 0
		}
		due := decide.DueAfter(t, in.System.ID, step.Later[0].After)
		if i > 0 && due != at {
			return 0
		}
		at = due
	}
	return at
}

// played runs a roll on from its first step to its end, with dice that fall low,
// in the middle or high, and nothing spent.
func played(in engine.Inputs, step engine.Step, side int) (engine.Step, bool) {
	var tape []engine.Answer
	for range mostQuestions {
		if step.Done() {
			return step, true
		}
		a := step.Open.Usual()
		if step.Open.Wants == engine.Throwing {
			d := step.Open.Dice
			var faces engine.Faces
			for d.Missing(faces) > 0 && len(faces) < mostFaces {
				faces = append(faces, d.Low+(d.High-1-d.Low)*side/2)
			}
			a = step.Open.Thrown(faces)
		}
		tape = append(tape, a)
		var err error
		if step, err = engine.Run(in, tape); err != nil {
			return engine.Step{}, false
		}
	}
	return engine.Step{}, false
}

const mostFaces = 300

// leadsTo counts what a success leads to, or else what a failure does, as far as
// stop lets it.
func (a Ahead) leadsTo(stop func() bool) Then {
	then := a.leadsBy(true, stop)
	if then.Action == "" {
		then = a.leadsBy(false, stop)
		then.Failed = then.Action != ""
	}
	return then
}

// leadsBy counts what one or the other leads to: each roll of damage with the
// weight of the hit that calls for it.
func (a Ahead) leadsBy(success bool, stop func() bool) (out Then) {
	levels := a.in.System.Levels
	byLevel := make([]float64, len(levels)+1)
	all, sum, hits, parted := 0.0, 0.0, 0.0, false
	for then, p := range a.Odds.FollowUps(a.in.Until(stop), success) {
		const seldom = 1e-9
		if p < seldom {
			continue
		}
		if _, aimed := then.Sheets[engine.Other]; !aimed && then.Action.DecidesHit() {
			continue // at whom, and so how likely, is not said yet
		}
		odds, err := engine.Odds(then, nil, nil)
		if err != nil {
			return Then{}
		}
		out.Action = then.Action.Label
		all += p
		if then.Action.DecidesHit() && !odds.TotalsOnly {
			hits += p * odds.Likely()
			out.Hits = &hits
		}
		for _, x := range odds.Totals {
			sum += p * x.P * float64(x.Total)
		}
		out.Most = max(out.Most, likelyMost(odds))
		parted = inLevels(levels, byLevel, odds, p) || parted
	}
	if all == 0 {
		return Then{}
	}
	out.Mean = sum / all
	hits /= all
	if parted {
		for i := range byLevel {
			byLevel[i] /= all
		}
		out.Parts = parts(levels, byLevel)
	}
	return out
}

// likelyMost is the largest total that is not a freak of endless dice.
func likelyMost(c engine.Chances) int {
	beyond := 0.0
	for _, x := range slices.Backward(c.Totals) {
		if beyond += x.P; beyond >= rarely {
			return x.Total
		}
	}
	return 0
}

// rarely is how likely totals are that nobody reckons with.
const rarely = 0.001

// inLevels adds the endings of odds to the levels that they reach, the first
// place being none; it reports whether any does.
func inLevels(levels []string, byLevel []float64, c engine.Chances, weight float64) bool {
	any := false
	for _, g := range c.Grades {
		at := 0
		for _, flag := range g.Flags {
			if i := slices.Index(levels, flag); i >= 0 {
				at, any = i+1, true
			}
		}
		byLevel[at] += weight * g.P
	}
	return any
}

// parts puts words to levels; those that never come are left out.
func parts(levels []string, byLevel []float64) []Part {
	var out []Part
	for i, p := range byLevel {
		switch {
		case p <= 0:
		case i == 0:
			out = append(out, Part{Words: "no harm", P: p})
		default:
			out = append(out, Part{Words: engine.GradeChance{Grade: levels[i-1]}.Words(), P: p, Good: true})
		}
	}
	return out
}

// byLevel gives the endings of a roll by the levels of its rulebook, nil where
// it has none.
func (a Ahead) byLevel() []Part {
	sums := make([]float64, len(a.in.System.Levels)+1)
	if !inLevels(a.in.System.Levels, sums, a.Odds, 1) {
		return nil
	}
	return parts(a.in.System.Levels, sums)
}
