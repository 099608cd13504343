package engine

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// watchUnknown watches in whether the rule reads a field that is not known. The result becomes
// true when it does.
func (in *Inputs) watchUnknown() *bool {
	read, watch := new(bool), in.Watch
	in.Watch = func(whose Seat, path string) {
		*read = *read || in.unknown(whose, path)
		if watch != nil {
			watch(whose, path)
		}
	}
	return read
}

// unknown reports whether a field of somebody's sheet is not known.
func (in *Inputs) unknown(whose Seat, path string) bool {
	known, hidden := in.Unknown[whose]
	if !hidden {
		return false
	}
	list, _, _ := strings.Cut(path, "/")
	return !slices.Contains(known, list)
}

// withTemplate gives the inputs with a template of the rulebook in place of the sheets that
// are not known. What is known of a sheet stays. It is false if there is no such template.
func (in Inputs) withTemplate(n int) (Inputs, bool) {
	if n >= len(in.System.Templates) {
		return in, false
	}
	sheets := maps.Clone(in.Sheets)
	for whose, known := range in.Unknown {
		page := in.System.Templates[n].Page
		for _, path := range sheets[whose].Paths() {
			if list, _, _ := strings.Cut(path, "/"); slices.Contains(known, list) {
				v, _ := sheets[whose].Get(path)
				page = page.With(path, v)
			}
		}
		sheets[whose] = page
	}
	in.Sheets = sheets
	return in, true
}

// oddsUnknowing is Odds if sheets are not known. If the rule depends on one of them, the odds
// are [Chances.TotalsOnly].
func oddsUnknowing(in Inputs, tape []Answer, plan Plan) (Chances, error) {
	read := in.watchUnknown()
	in.ownResult = read
	c := newCount(&in, tape, plan)
	out, err := c.chances()
	if err != nil && len(tape) == 0 {
		// The unknown sheet is empty here, which may be why the rule refuses.
		if typical, ok := in.typicalOdds(plan); ok {
			return typical, nil
		}
		if *read {
			return Chances{TotalsOnly: true, Readings: out.Readings}, nil
		}
	}
	switch {
	case err != nil:
		return Chances{}, err
	case *read:
		return out.unknowing(&in), nil
	}
	out.Changes = in.knownChanges(out.Changes)
	return out, nil
}

// knownChanges gives the changes of sheets that are known.
func (in *Inputs) knownChanges(all []ExpectedChange) []ExpectedChange {
	return slices.DeleteFunc(all, func(c ExpectedChange) bool { _, hidden := in.Unknown[c.Sheet]; return hidden })
}

// typicalOdds gives the odds of a rule that cannot run without the unknown sheets, with
// templates in their place. It gives only totals and changes that are the same for two
// templates. It is false if the rule refuses with them too.
func (in Inputs) typicalOdds(plan Plan) (out Chances, ok bool) {
	for n := range 2 {
		typical, ok := in.withTemplate(n)
		if !ok {
			return Chances{}, false
		}
		own := true
		typical.ownResult = &own
		c := newCount(&typical, nil, plan)
		odds, err := c.chances()
		if err != nil {
			return Chances{}, false
		}
		odds = odds.unknowing(&typical)
		if n > 0 && !slices.EqualFunc(odds.Totals, out.Totals, func(a, b TotalChance) bool { return a.Total == b.Total && math.Abs(a.P-b.P) < 1e-9 }) {
			odds.Totals, odds.Changes = nil, nil
		}
		out = odds
	}
	return out, true
}

// runUnknowing is Run if sheets are not known. If the rule reads one of them, the result does
// not say how the roll ends, but only what it asks and what it changes on known sheets.
func runUnknowing(in Inputs, tape []Answer) (Step, error) {
	read := in.watchUnknown()
	step, err := run(in, tape, nil)
	if err != nil && len(tape) == 0 { // the unknown sheet is empty here, which may be why the rule refuses
		if as, ok := in.withTemplate(0); ok {
			if other, wrong := run(as, nil, nil); wrong == nil {
				step, err, *read = other, nil, true
				in.typicalForm(&step)
			}
		}
		if err != nil && *read {
			return Step{Outcome: Outcome{NoTarget: true}}, nil
		}
	}
	hidden := func(s Seat) bool { _, ok := in.Unknown[s]; return ok }
	step.Changes = slices.DeleteFunc(step.Changes, func(c Change) bool { return hidden(c.Sheet) })
	step.Beside = slices.DeleteFunc(step.Beside, func(n Named) bool { return *read && hidden(Seat(n.ID)) })
	if !*read {
		return step, err
	}
	for _, id := range step.Taken.Paths() { // the opponent's parameters come from the unknown sheet
		if strings.HasPrefix(id, string(Other)+".") {
			step.Taken = step.Taken.With(id, Value{})
		}
	}
	if in.knowsTarget() {
		step.Outcome = in.Action.KnownToActor(step.Outcome)
	} else {
		step.Outcome = Outcome{Total: step.Outcome.own(), NoTarget: true}
		step.Target, step.Aimed = 0, false
	}
	step.Notes, step.Story = nil, ""
	step.Next = slices.DeleteFunc(step.Next, func(n Next) bool { return n.When == CalledFor || n.When == NotCalledFor })
	if step.Open != nil {
		q := step.Open.Redacted()
		step.Open = &q
	}
	return step, err
}

// typicalForm gives of a form only what is the same whichever template takes the place of the
// unknown sheets.
func (in Inputs) typicalForm(step *Step) {
	for n := 1; ; n++ {
		as, ok := in.withTemplate(n)
		if !ok {
			return
		}
		other, _ := run(as, nil, nil)
		step.Beside = slices.DeleteFunc(step.Beside, func(n Named) bool { return !slices.Contains(other.Beside, n) })
		for _, id := range step.Taken.Paths() {
			now, _ := step.Taken.Get(id)
			if same, there := other.Taken.Get(id); !there || same != now {
				step.Taken = step.Taken.With(id, Value{})
			}
		}
	}
}

// Redacted gives a question without the effects of points that depend on a sheet that is not
// known.
func (q Question) Redacted() Question {
	q.Uses = slices.Clone(q.Uses)
	for i := range q.Uses {
		s := &q.Uses[i]
		s.Preset = s.PresetUnknown
		s.Effect, s.Apart = s.ownEffect(q.Total), nil
	}
	return q
}

// ownEffect gives the effect of points by the actor's sheet alone. It is worked out at once,
// so that the function it returns keeps nothing of the roll in memory.
func (s Use) ownEffect(total int) func(int) string {
	effect := s.Apart
	if s.Own {
		effect = s.Effect
	}
	if effect == nil {
		return func(int) string { return "" }
	}
	if s.Most > 0 {
		total = min(total, s.Most)
	}
	words := make([]string, min(total, mostEffects)+1)
	for n := range words {
		words[n] = effect(n)
	}
	return func(n int) string {
		if n < 0 || n >= len(words) {
			return ""
		}
		return words[n]
	}
}

// mostEffects is the number of points up to which effects are worked out.
const mostEffects = 200

// unknowing gives of the odds only what the actor knows: the actor's own totals, and the
// changes of known sheets.
func (c Chances) unknowing(in *Inputs) Chances {
	out := Chances{TotalsOnly: true, Totals: c.Totals, Changes: in.knownChanges(c.Changes), Unreached: c.Unreached, Walked: c.Walked, Readings: c.Readings}
	for i := range out.Totals {
		out.Totals[i].Success = 0
	}
	return out
}
