package engine

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Step is how far a rule came with the answers so far.
type Step struct {
	Open    *Question // the question that it waits for; nil when it has ended
	Outcome Outcome   // when it has ended
	Target  int       // what the dice are compared with, if Aimed
	Aimed   bool      // whether Target is known
	Changes []Change
	Notes   []string
	Story   string // see Roll.Story; "" where the rule gives none
	Next    []Next // what follows, in the order of the rule
	Fates   []DieFate
	Taken   Page    // the values of parameters that nobody has written; see Field.Else
	Beside  []Named // see Roll.Beside
	Acts    []Seat  // others who use up an action in this roll
}

// Done reports whether the rule ended.
func (s Step) Done() bool { return s.Open == nil }

// Refusal is the error of a rule that says no.
type Refusal struct{ Words string }

// Error gives the words of the rule.
func (e *Refusal) Error() string { return e.Words }

// Diverged is the error of a tape that does not fit the rule: the rule's
// edition has changed since, or the tape was tampered with.
type Diverged struct {
	At    int // which answer, from 0
	Words string
}

// Error names the answer, counted from 1, and what was asked.
func (e *Diverged) Error() string {
	return fmt.Sprintf("answer %d does not fit the rule: %s", e.At+1, e.Words)
}

// Fault is the error of a rule that broke. It is the mistake of whoever wrote the rule, never
// the player's.
type Fault struct {
	System, Action string
	Words          string
	Tape           []Answer
	Stack          string // "" if the rule says itself where it broke, as one that is a text does
}

// Error names the rule and what it broke at, without the stack.
func (e *Fault) Error() string {
	return fmt.Sprintf("the rule %s %s broke: %s", e.System, e.Action, e.Words)
}

// open is the private panic that ends a rule at an open question in play. That of the
// odds is *odds.Stop.
type open struct{ q Question }

// Run plays the rule of in.Action over the answers so far. The error is a
// *Refusal, a *Diverged, a *Fault or [ErrNotTried].
func Run(in Inputs, tape []Answer) (Step, error) { return RunOn(in, tape, nil) }

// Answerer gives the answer to a question, or false if there is none yet. soFar gives how far
// the rule has come.
type Answerer func(q Question, soFar func() Step) (Answer, bool)

// RunOn is [Run], and asks next for the answers behind those so far, so that the rule runs
// once for all of them. Where next has no answer, or is nil, the question stays open. An answer
// that does not fit is a *Diverged.
func RunOn(in Inputs, tape []Answer, next Answerer) (Step, error) {
	if in.budget.Left() <= 0 {
		return Step{}, ErrNotTried
	}
	in, tape, open, err := in.defence(tape, nil)
	switch {
	case err != nil:
		return Step{}, err
	case open != nil:
		return in.beforeDefence(*open)
	}
	if len(in.Unknown) > 0 {
		return runUnknowing(in, tape)
	}
	return run(in, tape, next)
}

func run(in Inputs, tape []Answer, next Answerer) (step Step, err error) {
	in.budget.spend(stepsOfRun)
	r := &Roll{in: &in, cursor: cursor{tape: slices.Clip(tape), more: next}}
	defer func() {
		if p := recover(); p != nil {
			step, err = r.stopped(p)
		}
	}()
	out := in.Action.Rule(r)
	if at := r.cursor.next; at < len(r.cursor.tape) {
		return Step{}, &Diverged{At: at, Words: fmt.Sprintf("%q is answered, but nothing more is asked", r.cursor.tape[at].ID)}
	}
	step = r.step()
	step.Outcome = out
	return step, nil
}

func (r *Roll) step() Step {
	changes := slices.DeleteFunc(r.paged(r.changes), func(c Change) bool { return c.From == c.To && !c.dropsRow() && !r.pins(c) })
	return Step{
		Target: r.target.n, Aimed: r.target.known, Changes: changes,
		Next: r.outputs.next, Acts: r.outputs.acts,
		Notes: r.narration.notes, Story: r.narration.story, Taken: r.narration.taken, Beside: r.narration.beside, Fates: r.narration.fates,
	}
}

// pins reports whether c writes a value that was derived from others until then, such as the
// full value of an ability that an effort lowers.
func (r *Roll) pins(c Change) bool {
	sp, ok := r.in.System.Sheet.Field(c.Field)
	_, written := r.in.Sheets[c.Sheet].Get(c.Field)
	return ok && sp.derive != nil && !written && !c.To.IsNone()
}

// dropsRow reports whether c takes a row out of a list. A row as a whole has no value,
// so From and To are both none.
func (c Change) dropsRow() bool { return c.To.IsNone() && strings.Count(c.Field, "/") == 1 }

func (r *Roll) stopped(p any) (Step, error) {
	switch x := p.(type) {
	case open:
		s := r.step()
		s.Open = &x.q
		return s, nil
	case *Refusal:
		return Step{Notes: r.narration.notes}, x
	case *Diverged:
		return Step{Notes: r.narration.notes}, x
	}
	return Step{Notes: r.narration.notes}, r.fault(p)
}

func (r *Roll) fault(p any) *Fault {
	f := &Fault{System: r.in.System.ID, Action: r.in.Action.ID, Words: fmt.Sprint(p), Tape: slices.Clone(r.cursor.tape)}
	_, told := p.(error)
	if _, ours := p.(runtime.Error); ours || !told {
		f.Stack = string(debug.Stack())
	}
	return f
}

// Start runs the rule up to its first question, without notes. The errors are those
// of [Run].
func (in Inputs) Start() (Step, error) { return Run(in.WithoutNotes(), nil) }

// WhyNot starts the rule without answers and gives the reason why it refuses, "" if it
// does not.
func (in Inputs) WhyNot() string {
	if _, err := in.Start(); err != nil {
		return err.Error()
	}
	return ""
}

// EndWithoutDice gives the outcome of a roll if answer takes all further decisions. It is
// false if dice have to be thrown first, if the rule refuses, or if it asks more than twenty
// questions.
func (in Inputs) EndWithoutDice(tape []Answer, answer func(Question) Answer) (Outcome, bool) {
	const most = 20
	tape = slices.Clip(tape)
	for range most {
		step, err := Run(in, tape)
		switch {
		case err != nil:
			return Outcome{}, false
		case step.Done():
			return step.Outcome, true
		case step.Open.Wants == Throwing:
			return Outcome{}, false
		}
		tape = append(tape, answer(*step.Open))
	}
	return Outcome{}, false
}

// Begins reports whether the rule starts without refusing.
func (in Inputs) Begins() bool {
	_, err := in.Start()
	return err == nil
}

// Finish answers every open decision with [Question.Nothing] until the rule has ended
// or needs dice.
func (in Inputs) Finish(tape []Answer) (Step, []Answer, error) {
	for {
		step, err := Run(in, tape)
		if err != nil || step.Done() {
			return step, tape, err
		}
		a, ok := step.Open.Nothing()
		if !ok {
			return step, tape, nil
		}
		tape = append(slices.Clip(tape), a)
	}
}
