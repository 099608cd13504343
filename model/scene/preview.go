package scene

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Preview is what an act would do. The form, the lists, the prompt, lines and pages all use it.
// [PreviewOf] needs only a few runs of the rule, so no key waits for it. [Preview.Counted]
// adds the odds and [Preview.Followed] their consequences; both can take long.
type Preview struct {
	Step   engine.Step // the first step of the rule
	WhyNot string      // why it is refused; "" if it is not
	Lacks  bool        // it is refused only because something has still to be said: a target, a setting
	Prices []Price     // known exactly once the odds are counted
	Lands  int         // the moment at which it takes effect, whatever is rolled; 0 for now or unknown
	Odds   engine.Chances
	NoOdds error  // why there are no odds, though it can be done; Odds are then empty
	Then   Then   // its consequences, once counted
	Asks   bool   // the gamemaster has to grant it first
	Gives  string // what is given up for it: "calls off your Combat Roll at segment 20"; "" for nothing

	In    engine.Inputs // of the roll that would start
	Dice  bool          // dice will be rolled
	Blind string        // a sentence that names whose numbers this seat does not know; ""  for none
	Old   bool          // Then belongs to the previous preview
}

// Then is the consequence of a success, such as the damage of a hit. If a success has none
// it is the consequence of a failure, such as what gets through a defence.
type Then struct {
	Failed bool
	Action string
	Parts  []Part  // by the levels of the rulebook
	Mean   float64 // of the totals, if the rulebook has no levels
	Most   int
	Hits   *float64 // the chance to hit, if the consequence is an attack
}

// Part is one of the possible results.
type Part struct {
	Words string
	P     float64
	Good  bool
}

// PreviewOf returns the preview of a draft for a seat, without odds.
func PreviewOf(t model.Table, by model.Seat, d Draft) Preview {
	in, err := decide.InputsToBegin(t, by, d.Command())
	if err != nil {
		return Preview{WhyNot: err.Error(), Lacks: decide.IsIncomplete(t, by, d.Command())}
	}
	p := PreviewIn(t, in)
	p.Blind, p.Asks = unknownTo(t, d.Against), decide.BeginNeedsGrant(t, by, d.Command())
	p.Gives = d.GivesUp(t, by)
	return p
}

// unknownTo says whose defence the seat does not know.
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

// PreviewIn is [PreviewOf] with the inputs of the roll.
func PreviewIn(t model.Table, in engine.Inputs) Preview {
	p := begun(in)
	if p.WhyNot != "" {
		return p
	}
	ways := waysOf(in, p.Step)
	p.Prices, p.Lands = priced(in, drifts(ways)), lands(t, in, ways)
	return p
}

// waysOf returns how the roll ends with low, middle and high dice.
func waysOf(in engine.Inputs, first engine.Step) (ways []engine.Step) {
	for side := range 3 {
		if step, ok := played(in.WithoutNotes(), first, side); ok {
			ways = append(ways, step)
		}
	}
	return ways
}

// begun is the preview of a roll by its first step alone.
func begun(in engine.Inputs) Preview {
	step, err := engine.Run(in, nil)
	if err != nil {
		return Preview{WhyNot: err.Error()}
	}
	return Preview{Step: step, In: in, Dice: step.Open != nil}
}

// Counted returns the preview with its odds, unless stop ends the count; a nil stop never
// does.
func (p Preview) Counted(stop func() bool) Preview {
	if p.WhyNot != "" {
		return p
	}
	odds, err := engine.Odds(p.In.Until(stop), nil, nil)
	if err != nil {
		p.NoOdds, p.Odds = err, engine.Chances{Readings: odds.Readings, Steps: odds.Steps}
		return p
	}
	return p.With(odds)
}

// With returns the preview with its odds.
func (p Preview) With(odds engine.Chances) Preview {
	p.Odds, p.Prices = odds, priced(p.In, odds.Changes)
	p.Dice = len(odds.Totals) > 1 || p.Step.Open != nil && p.Step.Open.Wants == engine.Throwing // sharing points is no dice
	return p
}

// Leads reports whether the odds have consequences to count.
func (p *Preview) Leads() bool {
	for _, success := range []bool{true, false} {
		for range p.Odds.FollowUps(p.In, success) {
			return true
		}
	}
	return false
}

// lands is the moment at which the action takes effect if that is the same for low, middle
// and high dice; else 0.
func lands(t model.Table, in engine.Inputs, ways []engine.Step) int {
	if in.Action.Mode == engine.Instant || len(ways) < 3 {
		return 0
	}
	at := 0
	for i, step := range ways {
		later := step.Following(engine.OnTimeline)
		if len(later) == 0 {
			return 0
		}
		due := decide.DueAfter(t, in.System.ID, later[0].After)
		if i > 0 && due != at {
			return 0
		}
		at = due
	}
	return at
}

// played runs a roll from its first step to its end with low, middle or high dice, spending
// nothing.
func played(in engine.Inputs, step engine.Step, side int) (engine.Step, bool) {
	var tape []engine.Answer
	for range mostQuestions {
		if step.Done() {
			return step, true
		}
		a := step.Open.Offered()
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

// mostQuestions and mostFaces limit what is followed of a roll.
const mostQuestions, mostFaces = 20, 300

// Followed returns a counted preview with its consequences, unless stop ends the count.
func (p Preview) Followed(stop func() bool) Preview {
	p.Old = false
	if p.Then = p.leadsBy(true, stop); p.Then.Action == "" {
		p.Then = p.leadsBy(false, stop)
		p.Then.Failed = p.Then.Action != ""
	}
	return p
}

// Brief returns the price and the chance.
func (p Preview) Brief() (out Brief) {
	if p.WhyNot != "" {
		return out
	}
	var price []string
	for _, x := range p.Prices {
		price = append(price, x.Short)
	}
	out.Price = strings.Join(price, " ")
	if p.NoOdds != nil {
		out.Words = Bound(p.NoOdds, engine.Actor)
		return out
	}
	switch c := p.Odds; {
	case p.Fails():
		out.Won, _ = p.In.Action.Verdict()
		out.Judged = true
	case len(c.Totals) < 2 && (c.TotalsOnly || !p.undecided()): // without a total, as of levels, there is still a chance
	case c.TotalsOnly && p.Step.Aimed && p.In.System.Margin != "":
		out.Words = fmt.Sprintf("%s about %.0f", p.In.System.Margin, float64(p.Step.Target)-c.Mean())
	case c.TotalsOnly:
		out.Words = fmt.Sprintf("about %.0f", c.Mean())
	case c.Success > 0 && c.Likely() < 1 || p.Step.Aimed:
		if out.Won, _ = p.In.Action.Verdict(); out.Won == "success" {
			out.Won = ""
		}
		out.Judged = true
	}
	if out.Judged {
		out.P = p.Odds.Likely()
	}
	return out
}

// leadsBy counts the consequence of a success or of a failure: each following roll weighted
// by the chance that it is called for.
func (p Preview) leadsBy(success bool, stop func() bool) (out Then) {
	levels := p.In.System.Levels
	byLevel := make([]float64, len(levels)+1)
	all, sum, hits, parted := 0.0, 0.0, 0.0, false
	for then, weight := range p.Odds.FollowUps(p.In.Until(stop), success) {
		const seldom = 1e-9
		if weight < seldom {
			continue
		}
		if _, aimed := then.Sheets[engine.Other]; !aimed && then.Action.DecidesHit() {
			continue // without a target the chance is unknown
		}
		odds, err := engine.Odds(then, nil, nil)
		if err != nil {
			return Then{}
		}
		out.Action = then.Action.Label
		all += weight
		if then.Action.DecidesHit() && !odds.TotalsOnly {
			hits += weight * odds.Likely()
			out.Hits = &hits
		}
		for _, x := range odds.Totals {
			sum += weight * x.P * float64(x.Total)
		}
		out.Most = max(out.Most, likelyMost(odds))
		parted = inLevels(levels, byLevel, odds, weight) || parted
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

// likelyMost is the largest total that is not extremely unlikely.
func likelyMost(c engine.Chances) int {
	beyond := 0.0
	for _, x := range slices.Backward(c.Totals) {
		if beyond += x.P; beyond >= rarely {
			return x.Total
		}
	}
	return 0
}

// rarely is the chance below which totals are ignored.
const rarely = 0.001

// inLevels adds the endings of odds to the levels that they reach; place 0 is no level. It
// reports whether any reaches one.
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

// parts names the levels, without those that never occur.
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

// ByLevel returns the endings of a roll by the levels of its rulebook; nil if it has none.
func (p Preview) ByLevel() []Part {
	sums := make([]float64, len(p.In.System.Levels)+1)
	if !inLevels(p.In.System.Levels, sums, p.Odds, 1) {
		return nil
	}
	return parts(p.In.System.Levels, sums)
}
