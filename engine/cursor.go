package engine

import (
	"cmp"
	"fmt"

	"example.org/fray/engine/internal/odds"
)

// cursor is how far a roll has come in its answers: first those of the tape, then,
// while odds are counted, the readings of the way that is followed.
type cursor struct {
	tape     []Answer
	readings []any // each what dice came to, or the *Answer of a plan
	next     int   // the answer that comes next: an index over tape and then readings

	more Answerer // gives the answers behind the tape, see RunOn; may be nil

	merges  int         // calls of Merge so far
	told    *knownState // the state in which dice are asked for now, see MergeKnown; nil if it is not told
	offered int         // decisions answered as they are offered, which are not among the readings

	foreseeing bool // what is decided is not on the way that is followed: see ReadAs

	precomputed  int  // calls of Precompute so far
	precomputing bool // one is running: another inside it is part of its work
}

// longestTape is the number of questions from which a rule counts as endless. The longest roll that
// ends, a contest of 999 against 999 in which each blow takes 1 off, asks for some 4,400 dice.
const longestTape = 6_000

// reading gives the answer that the way that is followed holds for the question that comes
// now. It is nil in play, while answers of the tape are left, and behind the end of the way.
func (r *Roll) reading() any {
	c := &r.cursor
	i := c.next - len(c.tape)
	if i < 0 || i >= len(c.readings) {
		return nil
	}
	c.next++
	return c.readings[i]
}

// decided is reading for a decision.
func (r *Roll) decided() *Answer {
	a, _ := r.reading().(*Answer)
	return a
}

// answer gives what the tape holds for q. Beyond its end a roll in play waits for
// the answer; while odds are counted it is nil.
func (r *Roll) answer(q Question) *Answer {
	c := &r.cursor
	if c.next >= len(c.tape) {
		r.mustEnd(c.next)
		if r.count != nil {
			return nil
		}
		if !c.extend(q, r.step) {
			panic(open{q})
		}
	}
	a := &c.tape[c.next]
	if err := q.Check(*a); err != nil {
		panic(&Diverged{At: c.next, Words: err.Error()})
	}
	c.next++
	return a
}

// extend puts the next answer at the end of the tape. It returns false if there is none yet.
func (c *cursor) extend(q Question, soFar func() Step) bool {
	if c.more == nil {
		return false
	}
	a, ok := c.more(q, soFar)
	if ok {
		c.tape = append(c.tape, a)
	}
	return ok
}

// fork ends a run of the odds at dice that may come to any of these.
func (r *Roll) fork(branches []odds.Branch) *odds.Stop {
	if r.cursor.foreseeing {
		panic("dice are asked for before those of a sequence have fallen: see ReadAs")
	}
	if known := r.cursor.told; known != nil {
		return known.stop(r, branches)
	}
	return &odds.Stop{Readings: r.cursor.readings, Branches: branches}
}

// mustEnd stops a rule that asks without end.
func (r *Roll) mustEnd(asked int) {
	if asked > longestTape {
		panic(fmt.Errorf("the rule asks without end: %d questions", asked))
	}
}

// decide answers a decision that is not among the readings yet: in play from the
// tape, for odds by their plan.
func (r *Roll) decide(q Question) *Answer {
	if a := r.answer(q); a != nil {
		return a
	}
	plan := r.count.plan
	if r.cursor.foreseeing && plan != nil {
		panic(planned)
	}
	q.Before = r.taken(q.ID)
	if plan == nil {
		plan, r.count.offered = Question.Offered, true
	}
	a := plan(q)
	if err := q.Check(a); err != nil {
		panic(fmt.Errorf("the plan's answer: %w", err))
	}
	r.cursor.readings = append(r.cursor.readings, &a)
	r.cursor.next++
	return &a
}

// taken counts the decisions of an ID that were taken so far.
func (r *Roll) taken(id string) int {
	n := 0
	for _, a := range r.cursor.tape {
		if a.ID == id {
			n++
		}
	}
	for _, reading := range r.cursor.readings {
		if a, ok := reading.(*Answer); ok && a.ID == id {
			n++
		}
	}
	return n
}

// asOffered reports whether the odds answer the decision that comes now as it is offered, see
// [Question.Offered]. Such an answer is not kept among the readings, since it is the same in
// every run.
func (r *Roll) asOffered() bool {
	c := cmp.Or(r.count, r.again)
	if c == nil || c.plan != nil || r.cursor.next < len(r.cursor.tape) {
		return false
	}
	c.offered = true
	r.cursor.offered++
	r.mustEnd(r.cursor.offered)
	return true
}
