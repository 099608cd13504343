package fairdice

import (
	"fmt"
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Check draws the dice of every session again, and plays its rolls. It is given the
// events of a log one after the other, from the first on.
type Check struct {
	report *Report
	part   bool // only what a player has seen of the log is there
	gaps   bool // events are missing, and what does not fit may be their doing

	on     bool               // a session is under way
	began  model.SessionBegan // its fingerprints
	thrown []thrown           // in it
	words  model.DiceWords    // that players have added in it so far
	mixes  []model.DiceWords  // as they were each time they were mixed in
	gone   bool               // words are missing

	unseen map[string]map[int64]bool // where dice stand in open streams that the part leaves out, by fingerprint

	before model.Table                // the table before the event that is looked at
	tapes  map[string][]engine.Answer // of rolls, as far as this event has come
	throws int                        // in the whole log
}

// thrown is dice that the program threw.
type thrown struct {
	seq    uint64
	roll   string
	at     int // which answer of its roll
	answer engine.Answer
	draw   *model.Draw
	mix    int         // how often words had been mixed in
	dice   engine.Dice // as the rule asks for them today; none when it cannot say
}

// NewCheck begins a check that adds to a report. part says that the log is only what a
// player has seen of it, and gaps that events are missing.
func NewCheck(r *Report, part, gaps bool) *Check { return &Check{report: r, part: part, gaps: gaps} }

// LeftOut says that the part which is checked leaves out dice of the open stream, which were
// open when they fell: where they stand in the session whose fingerprint it is.
func (c *Check) LeftOut(fingerprint string, at int64) {
	if c.unseen == nil {
		c.unseen = map[string]map[int64]bool{}
	}
	if c.unseen[fingerprint] == nil {
		c.unseen[fingerprint] = map[int64]bool{}
	}
	c.unseen[fingerprint][at] = true
}

// lacks reports whether dice at a place of the open stream may be missing.
func (c *Check) lacks(at int64) bool { return c.gaps || c.unseen[c.began.Fingerprint][at] }

// Event takes in the next event, with the table before and after it.
func (c *Check) Event(before, after model.Table, e model.Event) {
	c.before, c.tapes = before, map[string][]engine.Answer{}
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.SessionBegan:
			c.begin(e.Seq, f)
		case model.SessionEnded:
			c.end(e.Seq, f)
		case model.Opened:
			c.tapes[f.Roll.ID] = f.Roll.Tape
		case model.Answered:
			c.answered(e.Seq, f)
		case model.Finished:
			c.finished(after, e.Seq, f)
		case model.Amended:
			c.setRight(after, e.Seq, f)
		case model.WordPassed:
			c.report.Words.Passes++
		}
		c.word(e.Seq, f)
	}
}

func (c *Check) begin(seq uint64, f model.SessionBegan) {
	c.report.Begun = append(c.report.Begun, Begun{Event: seq, Fingerprint: f.Fingerprint, GoesOn: c.on})
	c.close()
	c.on, c.began, c.thrown, c.mixes, c.gone = true, f, nil, nil, false
}

// tape gives the answers of a roll as it stands: what was undone is no longer in it.
func (c *Check) tape(roll string) []engine.Answer {
	if _, ok := c.tapes[roll]; !ok {
		r, _ := c.before.Roll(roll)
		c.tapes[roll] = slices.Clip(r.Tape)
	}
	return c.tapes[roll]
}

func (c *Check) answered(seq uint64, f model.Answered) {
	tape := c.tape(f.Roll)
	if f.Thrown {
		if !c.on {
			c.report.Add("event %d: dice fell before the session's fingerprint was written", seq)
		}
		c.threw(thrown{seq: seq, roll: f.Roll, at: len(tape), answer: f.Answer, draw: f.Draw})
	} else {
		c.report.Words.Typed += len(f.Answer.Faces)
	}
	c.tapes[f.Roll] = append(tape, f.Answer)
}

// threw takes in dice that the program threw.
func (c *Check) threw(t thrown) {
	t.mix = c.words.Times
	c.throws++
	if n := len(c.report.Begun); n > 0 {
		c.report.Begun[n-1].Throws++
	}
	switch {
	case len(c.words.Asked()) > 0:
		c.amiss(t.seq, "dice fell while players were still asked for words")
	case t.draw != nil && t.draw.Mix != t.mix:
		c.amiss(t.seq, fmt.Sprintf("its dice are said to fall when words had been mixed in %d times, but they were %d times", t.draw.Mix, t.mix))
	}
	c.thrown = append(c.thrown, t)
}

// word takes in what players add to the dice.
func (c *Check) word(seq uint64, f model.Fact) {
	now, why, lost := c.words.After(f)
	if !c.on && len(now.Steps) > 0 {
		why = "words are added to the dice of no session"
	}
	if lost != "" {
		why = "it has lost " + lost
	}
	if why != "" {
		c.amiss(seq, why)
	}
	if c.words = now; now.Times > len(c.mixes) {
		c.mixes = append(c.mixes, now)
	}
}

// amiss says what is wrong with words. Where events are missing it may be that, and then
// the session cannot be checked.
func (c *Check) amiss(seq uint64, why string) {
	if c.gone = true; !c.gaps {
		c.report.Add("event %d: %s", seq, why)
	}
}

// finished compares a finished roll with its answers, and plays it again.
func (c *Check) finished(t model.Table, seq uint64, f model.Finished) {
	switch {
	case c.part:
	case sameTape(c.tape(f.Roll.ID), f.Roll.Tape):
		c.replay(t, seq, f)
	case !c.gaps:
		c.report.Add("event %d: the roll ends with other answers than were given in it", seq)
	}
}

// replay runs the rule of a finished roll over its answers again.
func (c *Check) replay(t model.Table, seq uint64, f model.Finished) {
	roll, found := t.AsRolled(f.Roll, seq)
	in, err := t.InputsOf(roll)
	if !found || err != nil {
		return // of a rulebook that is not here
	}
	c.report.Replayed++
	step, err := engine.Run(in, f.Roll.Tape)
	words := ""
	switch {
	case err != nil:
		words = err.Error()
	case !step.Done():
		words = "it would ask for more"
	case !reflect.DeepEqual(step.Outcome, f.Outcome):
		words = fmt.Sprintf("%s, %d against %d, where it was %s, %d against %d",
			step.Outcome.Grade, step.Outcome.Total, step.Outcome.Target, f.Outcome.Grade, f.Outcome.Total, f.Outcome.Target)
	}
	if words != "" {
		c.report.Otherwise = append(c.report.Otherwise, fmt.Sprintf("event %d, %s: %s", seq, f.Roll.Action, words))
	}
	for i := range c.thrown {
		th := &c.thrown[i]
		if th.roll != f.Roll.ID || th.at >= len(f.Roll.Tape) || !reflect.DeepEqual(th.answer, f.Roll.Tape[th.at]) {
			continue
		}
		step, err := engine.Run(in, f.Roll.Tape[:th.at])
		if err == nil && step.Open != nil && step.Open.Wants == engine.Throwing && step.Open.Dice.String() == th.answer.Dice {
			th.dice = step.Open.Dice
		}
	}
}

func sameTape(a, b []engine.Answer) bool {
	return slices.EqualFunc(a, b, func(x, y engine.Answer) bool { return reflect.DeepEqual(x, y) })
}

// Finish ends the check. t is the table at the end of the log, and running the seeds of a
// session that is still under way, nil where they are not known.
func (c *Check) Finish(t model.Table, running *Seeds) {
	if !c.part {
		c.report.Undone = c.throws - holding(t)
	}
	switch {
	case running == nil || c.gone:
		c.close()
	case !c.on || running.Begin() != (model.BeginSession{Fingerprint: c.began.Fingerprint, Hidden: c.began.Hidden}):
		c.report.Add("the seed kept for the session does not fit its fingerprint")
	default:
		c.proved()
		c.redraw(running.Open, false, notSaid, "")
		c.redraw(running.Hidden, true, notSaid, "")
	}
}

// holding counts the throws of a log that still count.
func holding(t model.Table) (n int) {
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			if a, ok := f.(model.Answered); ok && a.Thrown && !l.Undone {
				n++
			}
		}
	}
	return n
}

// close ends a session without a seed: nobody can check its dice.
func (c *Check) close() {
	if c.on && len(c.thrown) > 0 {
		c.report.Open++
	}
	c.on, c.thrown = false, nil
}
