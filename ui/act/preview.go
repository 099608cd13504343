package act

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Preview is what an act would do, before it is done: whoever asks, the form, the
// lists, the prompt or the lines, gets this value. [PreviewOf] gives what a few runs of
// the rule tell, for which no key has to wait; [Preview.Counted] adds the odds and
// [Preview.Followed] what they lead to, which both may take long.
type Preview struct {
	Step   engine.Step // the first of the rule
	WhyNot string      // why it cannot be done; "" when it can
	Prices []Price     // what it takes, by the odds once they are counted
	Lands  int         // the moment at which it comes to pass, whatever is thrown; 0: now, or not known
	Odds   engine.Chances
	Then   Then // what it leads to, once that is counted
	Asks   bool // the gamemaster is asked to grant it first

	in    engine.Inputs // of the very roll
	dice  bool          // any will fall
	blind string        // whose part is not known, in a sentence; "" where all is
	old   bool          // Then is of the preview before
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

// PreviewOf gives what a draft would do at a seat, by the very roll that it would
// begin, as far as a few runs tell it.
func PreviewOf(t model.Table, by model.Seat, d Draft) Preview {
	in, err := decide.InputsToBegin(t, by, d.begin())
	if err != nil {
		return Preview{WhyNot: err.Error()}
	}
	p := previewOf(t, in)
	p.blind, p.Asks = unknownTo(t, d.Against), decide.BeginNeedsGrant(t, by, d.begin())
	return p
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

// previewOf is [PreviewOf] of a roll that is about to begin.
func previewOf(t model.Table, in engine.Inputs) Preview {
	p := begun(in)
	if p.WhyNot != "" {
		return p
	}
	ways := waysOf(in, p.Step)
	p.Prices, p.Lands = priced(in, drifts(ways)), lands(t, in, ways)
	return p
}

// waysOf are how a roll may end from its first step on: with dice that fall low, in the
// middle and high.
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
	return Preview{Step: step, in: in, dice: step.Open != nil}
}

// counted is the preview of a roll with its odds, of which lists tell the short words.
func counted(in engine.Inputs, stop func() bool) Preview { return begun(in).Counted(stop) }

// columnsOf is what a list tells of a roll in columns: of an attack that takes time also
// when it lands.
func columnsOf(t model.Table, in engine.Inputs, stop func() bool) kit.Columns {
	p := counted(in, stop)
	out := p.Columns()
	if p.WhyNot == "" && in.Action.Attack() && (p.dice && out.Judged || out.Words == "") {
		if at := lands(t, in, waysOf(in, p.Step)); at > t.Clock.Moment {
			out.Words = "lands at " + pane.ShortMoment(t, at)
		}
	}
	return out
}

// Counted is the preview with its odds, as far as stop lets them be counted; a nil stop
// always does.
func (p Preview) Counted(stop func() bool) Preview {
	if p.WhyNot != "" {
		return p
	}
	odds, err := engine.Odds(p.in.Until(stop), nil, nil)
	if err != nil {
		return Preview{Step: p.Step, WhyNot: err.Error()}
	}
	return p.with(odds)
}

// with is the preview with odds that were counted of it.
func (p Preview) with(odds engine.Chances) Preview {
	p.Odds, p.Prices = odds, priced(p.in, odds.Changes)
	p.dice = len(odds.Totals) > 1 || p.Step.Open != nil && p.Step.Open.Wants == engine.Throwing // not of shares alone
	return p
}

// leads reports whether there is more to count than the odds.
func (p *Preview) leads() bool {
	for _, success := range []bool{true, false} {
		for range p.Odds.FollowUps(p.in, success) {
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

const mostFaces = 300

// Followed is a counted preview with what a success does and leads to, or else what a
// failure does, as far as stop lets it be counted.
func (p Preview) Followed(stop func() bool) Preview {
	p.old = false
	if p.Then = p.leadsBy(true, stop); p.Then.Action == "" {
		p.Then = p.leadsBy(false, stop)
		p.Then.Failed = p.Then.Action != ""
	}
	return p
}

// Short says in a few words what it takes and how likely it is: "5 EP  hit 74 %".
func (p Preview) Short() string {
	price, about, won, judged := p.told()
	words := slices.Concat(price, []string{about})
	if judged && won != "" {
		words = append(words, won+" "+kit.Percent(p.Odds.Likely()))
	} else if judged {
		words = append(words, kit.Percent(p.Odds.Likely()))
	}
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), "  ")
}

// Columns are the same for a list that has columns for it.
func (p Preview) Columns() (out kit.Columns) {
	price, about, won, judged := p.told()
	out.Price, out.Words = strings.Join(price, " "), about
	if judged {
		if out.Judged, out.P = true, p.Odds.Likely(); won != "hit" { // which goes without saying in a list of attacks
			out.Words = won
		}
	}
	return out
}

// told gives what it takes, about what it comes to, and whether it may succeed or fail;
// won is what a success is called, "" for just that.
func (p Preview) told() (price []string, about, won string, judged bool) {
	if p.WhyNot != "" {
		return nil, "", "", false
	}
	for _, x := range p.Prices {
		price = append(price, x.Short)
	}
	switch c := p.Odds; {
	case len(c.Totals) < 2:
	case c.TotalsOnly && p.Step.Aimed && p.in.System.Margin != "":
		about = fmt.Sprintf("%s about %.0f", p.in.System.Margin, float64(p.Step.Target)-c.Mean())
	case c.TotalsOnly:
		about = fmt.Sprintf("about %.0f", c.Mean())
	case c.Success > 0 && c.Likely() < 1 || p.Step.Aimed:
		if won, _ = p.in.Action.Verdict(); won == "success" {
			won = ""
		}
		judged = true
	}
	return price, about, won, judged
}

// leadsBy counts what one or the other leads to: each roll of damage with the
// weight of the hit that calls for it.
func (p Preview) leadsBy(success bool, stop func() bool) (out Then) {
	levels := p.in.System.Levels
	byLevel := make([]float64, len(levels)+1)
	all, sum, hits, parted := 0.0, 0.0, 0.0, false
	for then, weight := range p.Odds.FollowUps(p.in.Until(stop), success) {
		const seldom = 1e-9
		if weight < seldom {
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
func (p Preview) byLevel() []Part {
	sums := make([]float64, len(p.in.System.Levels)+1)
	if !inLevels(p.in.System.Levels, sums, p.Odds, 1) {
		return nil
	}
	return parts(p.in.System.Levels, sums)
}
