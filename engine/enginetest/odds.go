package enginetest

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"example.org/fray/engine"
)

const (
	tolerance = 1e-9
	// mostRuns is how often the odds of one roll may run its rule.
	mostRuns = 120_000
	// someRuns is the same for odds without merging or with decisions, which are counted
	// only to compare them.
	someRuns = 8_000
)

// errTooMany is the error of a count that was given up.
var errTooMany = errors.New("too many runs")

// bounded returns in with a rule that panics with errTooMany after a number of runs.
func (e *exam) bounded(in engine.Inputs, runs int) engine.Inputs {
	a := *in.Action
	rule := a.Rule
	a.Rule = func(r *engine.Roll) engine.Outcome {
		e.dog.alive()
		if runs--; runs < 0 {
			panic(errTooMany)
		}
		return rule(r)
	}
	in.Action, in.Watch = &a, nil
	return in
}

// count counts odds with a limited number of runs of the rule. The error is errTooMany if
// they are not enough.
func (e *exam) count(in engine.Inputs, tape []engine.Answer, plan engine.Plan, runs int) (engine.Chances, error) {
	e.dog.begin("the odds", in, tape)
	in.WithoutBound = true
	c, err := engine.Odds(e.bounded(in, runs), tape, plan)
	var fault *engine.Fault
	var tooLong *engine.TooLong
	if errors.As(err, &fault) && fault.Words == errTooMany.Error() || errors.As(err, &tooLong) {
		return c, errTooMany
	}
	return c, err
}

// odds proves that the odds add up, that merging equal states does not change them,
// and that what came in play has a probability.
func (e *exam) odds() {
	for _, a := range e.sys.Actions {
		always, until := 2, time.Now().Add(e.patience/time.Duration(len(e.sys.Actions)))
		for i, p := range e.asking(a) {
			if always--; always < 0 && time.Now().After(until) {
				break
			}
			e.oddsOf(p, i == 0 || e.whole)
		}
	}
}

// asking returns one path of each trial of an action whose odds can be counted.
func (e *exam) asking(a *engine.Action) []path {
	var out []path
	for _, p := range e.tried.paths {
		if p.in.Action == a && p.frugal && p.ended() && p.threw() && !tooManyThrows(p) {
			out = append(out, p)
		}
	}
	return out
}

// tooManyThrows reports whether a path has ordered dice that can fall in too many
// ways to count. The proof of questions reports those.
func tooManyThrows(p path) bool {
	for _, q := range p.questions {
		if q.Ordered && throwsOf(q.Dice) > mostThrows {
			return true
		}
	}
	return false
}

// oddsOf proves the odds of one path, and with answers those of each answer to a decision.
func (e *exam) oddsOf(p path, answers bool) {
	c, err := e.count(p.in, nil, nil, mostRuns)
	if errors.Is(err, errTooMany) {
		e.fail(p.trial, nil, "the odds would take too long to count: ask for dice that are added up at once, and merge what the rest depends on")
		return
	}
	if err == nil {
		err = addsUp(c)
	}
	if err == nil {
		err = possible(c, p)
	}
	if err != nil {
		e.fail(p.trial, p.tape, "the odds: %v", err)
		return
	}
	e.sameOdds(e.otherwise(p.trial, c), c, "with other values in what was not read", nil)
	unmerged := p.trial
	unmerged.in.WithoutMerging = true
	e.sameOdds(p.trial, c, "asking for each decision", engine.Question.Offered)
	e.sameOdds(unmerged, c, "without merging", nil)
	e.merges(p.trial, c, "", nil)
	runs := someWays
	if !e.whole {
		runs = someRuns
	}
	for _, x := range e.answers(p.in.Action) {
		if !answers {
			break
		}
		if d, err := e.count(p.in, nil, x.plan, runs); err == nil {
			e.merges(p.trial, d, " with "+x.words, x.plan)
		} else if errors.Is(err, errTooMany) {
			e.unproved[fmt.Sprintf("the odds of %s with %s, which are too many to count", p.in.Action.ID, x.words)] = true
		}
	}
	if d, err := e.count(p.in, nil, whimPlan, someRuns); err == nil {
		if err := addsUp(d); err != nil {
			e.fail(p.trial, nil, "the odds with decisions: %v", err)
		}
		e.sameOdds(unmerged, d, "with decisions, without merging", whimPlan)
	} else if !errors.Is(err, errTooMany) {
		e.fail(p.trial, nil, "the odds with decisions: %v", err)
	}
	half := p.tape[:1+e.rnd.IntN(len(p.tape))]
	if d, err := e.count(p.in, half, nil, mostRuns); err != nil {
		e.fail(p.trial, half, "the odds from here on: %v", err)
	} else if err := addsUp(d); err != nil {
		e.fail(p.trial, half, "the odds from here on: %v", err)
	}
}

// someWays is how many runs odds with one decision may take in the whole exam.
const someWays = 40_000

// merges proves what merging promises, by odds for which others of the ways that it calls equal
// were followed.
func (e *exam) merges(tr trial, want engine.Chances, with string, plan engine.Plan) {
	for _, n := range []uint64{1, 0x9E3779B97F4A7C15} {
		other := tr
		other.in.MergeAnother = n
		got, err := e.count(other.in, nil, plan, mostRuns)
		if err == nil {
			err = differ(want, got)
		}
		if err != nil {
			e.fail(tr, nil, "the odds"+with+" depend on what merging forgets: name all that the rest of the rule reads in it (%v)", err)
			return
		}
		if plan != nil && !e.whole {
			return
		}
	}
}

// answered is a plan that gives one answer to one question, wherever it can be given.
type answered struct {
	words string // benny=yes
	plan  engine.Plan
}

// answers gives the answers to the decisions of an action that were met, other than those that
// are offered.
func (e *exam) answers(a *engine.Action) []answered {
	const most = 12
	var out []answered
	add := func(q engine.Question, what string, give engine.Answer) {
		words := q.ID + "=" + what
		if len(out) == most || reflect.DeepEqual(give, q.Offered()) || q.Check(give) != nil || slices.ContainsFunc(out, func(x answered) bool { return x.words == words }) {
			return
		}
		out = append(out, answered{words, func(asked engine.Question) engine.Answer {
			if asked.ID == q.ID && asked.Check(give) == nil {
				return give
			}
			return asked.Offered()
		}})
	}
	for _, p := range e.tried.paths {
		if p.in.Action != a {
			continue
		}
		for _, q := range p.questions {
			switch q.Wants {
			case engine.Picking:
				for _, o := range q.Options {
					add(q, o.ID, q.Picked(o.ID))
				}
			case engine.Numbering:
				add(q, fmt.Sprint(q.Most), q.Numbered(q.Most))
				add(q, fmt.Sprint(q.Least+1), q.Numbered(q.Least+1))
			}
		}
	}
	return out
}

func (e *exam) sameOdds(tr trial, want engine.Chances, how string, plan engine.Plan) {
	got, err := e.count(tr.in, nil, plan, someRuns)
	if errors.Is(err, errTooMany) {
		return
	}
	if err == nil {
		err = differ(want, got)
	}
	if err != nil {
		e.fail(tr, nil, "the odds counted "+how+" are others: %v", err)
	}
}

// otherwise returns a trial with other values in all fields and lists of the sheets on which
// its odds do not depend, by what they have read.
func (e *exam) otherwise(tr trial, c engine.Chances) trial {
	was := tr.in
	for _, whose := range slices.Sorted(maps.Keys(was.Sheets)) {
		try := func(path string, v engine.Value) {
			now := tr.in
			now.Sheets = maps.Clone(now.Sheets)
			now.Sheets[whose] = now.Sheets[whose].With(path, v)
			if c.Holds(was, now) {
				tr.in = now
			}
		}
		for _, sp := range e.sys.Sheet.Fields() {
			if all := e.tried.values(sp, nil); len(all) > 0 {
				try(sp.ID, all[e.rnd.IntN(len(all))])
			}
		}
		for _, l := range e.sys.Sheet.Lists() {
			try(l.ID+"/other/name", engine.ValueOf("another"))
			for _, id := range was.Sheets[whose].RowIDs(l.ID) {
				try(l.ID+"/"+id, engine.Value{})
			}
		}
	}
	return tr
}

// addsUp returns an error where the probabilities of c do not add up to 1.
func addsUp(c engine.Chances) error {
	grades, totals, wins := c.Unreached, c.Unreached, 0.0
	for _, g := range c.Grades {
		if g.Grade == "refused" {
			return fmt.Errorf("in %g of all ways it refuses after dice were thrown", g.P)
		}
		grades += g.P
	}
	for _, t := range c.Totals {
		totals += t.P
		wins += t.Success
	}
	switch {
	case math.IsNaN(grades) || math.Abs(grades-1) > tolerance:
		return fmt.Errorf("the grades and what is unreached add up to %.12f", grades)
	case math.IsNaN(totals) || math.Abs(totals-1) > tolerance:
		return fmt.Errorf("the totals and what is unreached add up to %.12f", totals)
	case math.Abs(wins-c.Success) > tolerance:
		return fmt.Errorf("success is %.12f, but the totals that succeed add up to %.12f", c.Success, wins)
	case c.Unreached > 1e-3:
		return fmt.Errorf("%g of all ways are not reached", c.Unreached)
	}
	return nil
}

// possible returns an error if the way in which p ended has no probability.
func possible(c engine.Chances, p path) error {
	if p.chance < 1e-12 { // the odds may not follow anything so unlikely
		return nil
	}
	o := p.end.Outcome
	grade, total := false, false
	for _, g := range c.Grades {
		grade = grade || g.Grade == o.Grade && strings.Join(g.Flags, ",") == strings.Join(o.Flags, ",") && g.P > 0
	}
	for _, t := range c.Totals {
		total = total || t.Total == o.Result() && t.P > 0
	}
	if !grade || !total {
		return fmt.Errorf("play came to %s with a total of %d (flags %s), for which there is no chance", o.Grade, o.Result(), strings.Join(o.Flags, ","))
	}
	return nil
}

// differ returns where two counts of the same odds are not the same.
func differ(a, b engine.Chances) error {
	slack := tolerance + a.Unreached + b.Unreached
	far := func(x, y float64) bool { return math.Abs(x-y) > slack }
	if far(a.Success, b.Success) {
		return fmt.Errorf("success %.12f and %.12f", a.Success, b.Success)
	}
	grades := gradesOf(a)
	for g, p := range gradesOf(b) {
		grades[g] -= p
	}
	for _, g := range sortedKeys(grades) {
		if far(grades[g], 0) {
			return fmt.Errorf("%s is %.12f off", g, grades[g])
		}
	}
	totals := map[int]float64{}
	for _, t := range a.Totals {
		totals[t.Total] += t.P
	}
	for _, t := range b.Totals {
		totals[t.Total] -= t.P
	}
	for t, d := range totals {
		if far(d, 0) {
			return fmt.Errorf("a total of %d is %.12f off", t, d)
		}
	}
	return driftsDiffer(a.Changes, b.Changes, slack)
}

func driftsDiffer(a, b []engine.ExpectedChange, slack float64) error {
	means := map[string]float64{}
	for _, d := range a {
		means[string(d.Sheet)+"."+d.Field] += d.Mean
	}
	for _, d := range b {
		means[string(d.Sheet)+"."+d.Field] -= d.Mean
	}
	for _, f := range sortedKeys(means) {
		if math.Abs(means[f]) > slack*1e6 { // changes can be large numbers
			return fmt.Errorf("on average %s changes by %g more or less", f, means[f])
		}
	}
	return nil
}

func gradesOf(c engine.Chances) map[string]float64 {
	out := map[string]float64{}
	for _, g := range c.Grades {
		out[g.Grade+" "+strings.Join(g.Flags, ",")] += g.P
	}
	return out
}

// whimPlan is a plan that decides at random, but equally for equal questions.
func whimPlan(q engine.Question) engine.Answer {
	h := fnv.New64a()
	fmt.Fprint(h, q.ID, q.Wants, q.Total, q.Least, q.Most)
	for _, o := range q.Options {
		fmt.Fprint(h, o.ID, o.WhyNot == "")
	}
	for _, s := range q.Uses {
		fmt.Fprint(h, s.ID, s.Most, s.WhyNot == "")
	}
	return decide(seededRand(h.Sum64()), q)
}
