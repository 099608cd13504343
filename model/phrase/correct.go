package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/model"
)

// readCorrection reads new values for an act of the log: parameters, opponents, faces, and
// decisions by the ids of their questions.
func readCorrection(c *Context, s string) Meaning {
	m := Meaning{Does: "correct an entry of the log", WhyNot: c.whyNotGamemaster()}
	pairs, number := cutPairs(s)
	seq, err := strconv.ParseUint(number, 10, 64)
	if err != nil || len(pairs) == 0 || c.Gate.ActOf == nil || c.Gate.Before == nil {
		return malformedUnless(m, m.WhyNot != "")
	}
	if m.WhyNot != "" {
		return m
	}
	event, why := c.Gate.ActOf(c.Table, seq)
	then, reaches := c.Gate.Before(c.Table, event.Seq)
	begun, isAct := event.Did.(model.Begin)
	switch {
	case why != "":
		m.WhyNot = why
		return m
	case !isAct || !reaches:
		m.WhyNot = "only an action of one character can be corrected in words: undo takes anything else back"
		return m
	}
	m.Does = "again: " + c.Gate.Headline(c.Table, event) + ", with " + strings.Join(pairs, ", ")
	change := model.Amend{Event: event.Seq}
	changed := false
	for _, p := range pairs {
		key, value, _ := strings.Cut(p, "=")
		switch given, err := c.answerOf(then, event, key, value); {
		case err != nil:
			m.WhyNot = err.Error()
			return m
		case given != nil:
			change.Given = append(change.Given, *given)
			continue
		}
		if err := c.setBegun(&begun, key, value); err != nil {
			m.WhyNot = err.Error()
			return m
		}
		changed = true
	}
	if changed {
		change.Instead = begun
	}
	m.Command = change
	return m
}

// setBegun changes one value with which an action was begun.
func (c *Context) setBegun(begun *model.Begin, key, value string) error {
	if strings.EqualFold(key, "against") {
		begun.Against = nil
		for name := range strings.SplitSeq(value, ",") {
			who, rest, err := c.Named(name)
			if err == nil && rest != "" {
				err = fmt.Errorf("nobody is called %q", name)
			}
			if err != nil {
				return err
			}
			begun.Against = append(begun.Against, who.ID)
		}
		return nil
	}
	rule, ok := c.Table.ActionOf(begun.System, begun.Action)
	if !ok {
		return fmt.Errorf("this version does not have this action")
	}
	params, err := SetParam(rule, begun.Params, len(begun.Against), key, value)
	begun.Params = params
	return err
}

// answerOf reads another answer to the first question of an act with the id key. It
// returns nil if the act was not asked that.
func (c *Context) answerOf(then model.Table, act model.Event, key, value string) (*model.Given, error) {
	rolls := map[string]model.Roll{}
	for _, f := range act.Facts {
		if x, ok := f.(model.Opened); ok {
			rolls[x.Roll.ID] = x.Roll
		}
	}
	for _, e := range c.eventsFrom(act.Seq) {
		for _, f := range e.Facts {
			x, ok := f.(model.Answered)
			r, own := rolls[x.Roll]
			if !ok || !own {
				continue
			}
			if strings.EqualFold(x.Answer.ID, key) {
				step, err := then.Step(r)
				if err != nil || step.Open == nil {
					return nil, fmt.Errorf("%s cannot be asked again", key)
				}
				a, err := Answer(*step.Open, value)
				return &model.Given{Roll: r.ID, At: len(r.Tape), Answer: a}, err
			}
			r.Tape = append(slices.Clip(r.Tape), x.Answer)
			rolls[x.Roll] = r
		}
	}
	return nil, nil
}

// eventsFrom returns the events from one on that are not undone, oldest first.
func (c *Context) eventsFrom(seq uint64) []model.Event {
	var out []model.Event
	for l := range c.Table.Log() {
		if l.Event.Seq < seq {
			break
		}
		if !l.Undone {
			out = append(out, l.Event)
		}
	}
	slices.Reverse(out)
	return out
}
