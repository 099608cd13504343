package saves

import (
	"fmt"
	"reflect"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// diceCheck draws the dice of every evening again, and plays its rolls.
type diceCheck struct {
	report *Report
	part   bool // only what a player has seen of the log is there
	on     bool
	began  model.EveningBegan // the evening's fingerprints
	thrown []throwDone
	words  model.DiceWords      // that players have added in it so far
	mixes  []model.DiceWords    // as they were each time they were mixed in
	gone   bool                 // words are missing
	before model.Table          // the table before the event that is looked at
	rolls  map[string]*rollDone // as far as this event has come
	lows   map[string]int       // lowest face, by rulebook, question and dice
}

// throwDone is dice that the program threw.
type throwDone struct {
	seq    uint64
	roll   string
	system string
	at     int // which answer of its roll
	answer engine.Answer
	draw   *model.Draw
	mix    int         // how often words had been mixed in
	dice   engine.Dice // as the rule asks for them today; none when it cannot say
}

// rollDone is a roll as its answers made it.
type rollDone struct {
	system string
	tape   []engine.Answer
}

func newDiceCheck(r *Report) *diceCheck {
	return &diceCheck{report: r, lows: map[string]int{}}
}

func (c *diceCheck) event(t model.Table, e model.Event) {
	for _, f := range e.Facts {
		switch f := f.(type) {
		case model.EveningBegan:
			c.close()
			c.on, c.began, c.thrown, c.mixes, c.gone = true, f, nil, nil, false
		case model.EveningEnded:
			c.end(e.Seq, f)
		case model.Opened:
			c.rolls[f.Roll.ID] = &rollDone{system: f.Roll.System, tape: f.Roll.Tape}
		case model.Answered:
			c.answered(e.Seq, f)
		case model.Finished:
			c.finished(t, e.Seq, f)
		case model.SetRight:
			c.setRight(t, e.Seq, f)
		}
		c.word(e.Seq, f)
	}
}

// roll is a roll as it stands: what was undone is no longer in it.
func (c *diceCheck) roll(id string) *rollDone {
	if c.rolls[id] == nil {
		r, _ := c.before.Roll(id)
		c.rolls[id] = &rollDone{r.System, slices.Clip(r.Tape)}
	}
	return c.rolls[id]
}

func (c *diceCheck) answered(seq uint64, f model.Answered) {
	r := c.roll(f.Roll)
	switch {
	case f.Thrown:
		if !c.on {
			c.report.wrong("event %d: dice fell before the evening's fingerprint was written", seq)
		}
		c.threw(throwDone{seq: seq, roll: f.Roll, system: r.system, at: len(r.tape), answer: f.Answer, draw: f.Draw})
	default:
		c.report.Words.Typed += len(f.Answer.Faces)
	}
	r.tape = append(r.tape, f.Answer)
}

// finished compares a closed roll with its answers, and plays it again.
func (c *diceCheck) finished(t model.Table, seq uint64, f model.Finished) {
	if c.part {
		return
	}
	if !sameTape(c.roll(f.Roll.ID).tape, f.Roll.Tape) {
		if len(c.report.Missing) == 0 {
			c.report.wrong("event %d: the roll ends with other answers than were given in it", seq)
		}
		return
	}
	c.replay(t, seq, f)
}

// replay runs the rule of a closed roll over its answers again.
func (c *diceCheck) replay(t model.Table, seq uint64, f model.Finished) {
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
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			return false
		}
	}
	return true
}
