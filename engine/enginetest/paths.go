package enginetest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"example.org/fray/engine"
)

// pathsEnd proves that every way through a rule ends: with an outcome, or
// refused before any dice were thrown.
func (e *exam) pathsEnd() {
	for _, p := range e.tried.paths {
		e.pathEnds(p)
	}
	for _, a := range e.sys.Actions {
		if why, ended := e.tried.everEnds(a); !ended && !e.tried.partly {
			e.t.Errorf("%s: it never comes to an outcome, whatever it is tried with; a .play beside the rulebook shows the exam how. It refuses:\n\t%s",
				a.ID, strings.Join(why, "\n\t"))
		}
	}
}

func (e *exam) pathEnds(p path) {
	var no *engine.Refusal
	var fault *engine.Fault
	switch {
	case p.endless:
		e.fail(p.trial, p.tape[:10], "it still asks after %d answers", len(p.tape))
	case errors.As(p.err, &no):
		if p.threw() {
			e.fail(p.trial, p.tape, "it refuses after dice were thrown: take the option away that leads there")
		}
	case errors.As(p.err, &fault):
		e.fail(p.trial, p.tape, "the rule broke: %s%s", fault.Words, indented(fault.Stack))
	case p.err != nil:
		e.fail(p.trial, p.tape, "an allowed answer is not taken: %v", p.err)
	}
}

// questions proves that people can be asked every question.
func (e *exam) questions() {
	for _, p := range e.tried.paths {
		for i, q := range p.questions {
			if err := checkQuestion(q, e.rnd.IntN(q.Total+1)); err != nil {
				e.fail(p.trial, p.tape[:i], "the question %q: %v", q.ID, err)
			}
		}
	}
}

var askID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9]*([._-][a-z0-9]+)*$`) })

// checkQuestion returns what is wrong with a question. Where points are shared it also looks
// at the effect of some of them.
func checkQuestion(q engine.Question, some int) error {
	if !askID().MatchString(q.ID) {
		return errors.New("its id is not a lower-case word such as critical-failure")
	}
	if err := cleanSentence(q.Words); err != nil {
		return fmt.Errorf("its words %w", err)
	}
	if q.Who == "" {
		return errors.New("nobody is asked")
	}
	switch q.Wants {
	case engine.Throwing:
		return checkDice(q)
	case engine.Picking:
		return checkOptions(q.Options)
	case engine.Sharing:
		return checkUses(q, some)
	case engine.Numbering:
		switch {
		case q.Least >= q.Most:
			return fmt.Errorf("there is nothing to choose from %d to %d", q.Least, q.Most)
		case q.Least != 0:
			return fmt.Errorf("its least is %d: who decides nothing gives the least, so it has to be 0 and cost nothing", q.Least)
		}
		return nil
	}
	return errors.New("it asks for nothing")
}

// mostThrows is how many ordered throws the odds can list.
const mostThrows = 1 << 16

func checkDice(q engine.Question) error {
	d := q.Dice
	if d.Count < 1 || d.High <= d.Low || d.Again != 0 && (d.Again < d.Low || d.Again > d.High) {
		return fmt.Errorf("there are no dice like %+v", d)
	}
	if throws := throwsOf(d); q.Ordered && throws > mostThrows {
		return fmt.Errorf("%s can fall in %.0f ways, too many for the odds: read them with Read or ReadHand", d, throws)
	}
	return nil
}

// throwsOf counts the ordered throws of d, without those that go on.
func throwsOf(d engine.Dice) float64 {
	n := 1.0
	for range d.Count {
		if n *= float64(d.High - d.Low + 1); n > 1e15 {
			break
		}
	}
	return n
}

func checkOptions(options []engine.Option) error {
	seen := map[string]bool{}
	for i, o := range options {
		switch {
		case o.ID == "" || o.Label == "":
			return fmt.Errorf("option %d has no id or no label", i+1)
		case seen[o.ID]:
			return fmt.Errorf("two options are called %s", o.ID)
		case i == 0 && o.WhyNot != "":
			return fmt.Errorf("the first option, %s, cannot be taken (%s): somebody who decides nothing has to get by", o.ID, o.WhyNot)
		}
		seen[o.ID] = true
		for _, s := range []string{o.Label, o.Price, o.WhyNot} {
			if err := clean(s); err != nil {
				return fmt.Errorf("the option %s: %w", o.ID, err)
			}
		}
	}
	if len(options) == 0 {
		return errors.New("there are no options")
	}
	return nil
}

func checkUses(q engine.Question, some int) error {
	seen := map[string]bool{}
	for i, s := range q.Uses {
		switch {
		case s.ID == "" || s.Label == "":
			return fmt.Errorf("use %d has no id or no label", i+1)
		case seen[s.ID]:
			return fmt.Errorf("two uses are called %s", s.ID)
		case s.Most < 0 || s.Each < 0:
			return fmt.Errorf("the use %s takes less than nothing", s.ID)
		}
		seen[s.ID] = true
		for _, words := range []string{s.Label, s.WhyNot} {
			if err := clean(words); err != nil {
				return fmt.Errorf("the use %s: %w", s.ID, err)
			}
		}
		if err := effects(q, s, some); err != nil {
			return fmt.Errorf("the use %s: %w", s.ID, err)
		}
	}
	return nil
}

// effects returns an error where a use cannot say what points give: none, a few, some
// and all of them.
func effects(q engine.Question, s engine.Use, some int) (err error) {
	n := 0
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("its effect breaks at %d points: %v", n, p)
		}
	}()
	for _, effect := range []func(int) string{s.Effect, s.Apart} {
		if effect == nil {
			continue
		}
		for _, n = range []int{0, 1, 2, 3, some, q.Total} {
			if n > q.Total {
				continue
			}
			words := effect(n)
			if err := clean(words); err != nil {
				return fmt.Errorf("its effect at %d points %w", n, err)
			}
			if words == "" && n > 0 && n >= s.Each && s.WhyNot == "" && (s.Most == 0 || n <= s.Most) {
				return fmt.Errorf("its effect says nothing at %d points", n)
			}
		}
	}
	return nil
}
