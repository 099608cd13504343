package model

import (
	"slices"

	"example.org/fray/engine"
)

// repeated is a roll that takes nothing at any decision, and is made again so
// many times after this one.
type repeated struct {
	Left int `json:"left,omitempty"`
}

// mostRests is how many rolls one command may make for a character.
const mostRests = 500

// resting makes a roll quick, or one of several.
func resting(quick bool, left int) *repeated {
	if quick || left > 0 {
		return &repeated{left}
	}
	return nil
}

// Rests gives the ways to rest that a rulebook knows.
func (t Table) Rests(system string) []engine.Rest {
	if s, ok := t.rules[system]; ok {
		return s.Time.Between.Rests
	}
	return nil
}

// rest lets characters rest: each roll that heals is one of the log. The clock
// does not move.
func (d *decision) rest(c Rest) error {
	if c.Times < 1 || c.Times > mostRests {
		return refuse("rest can be taken 1 to %d times", mostRests)
	}
	var why error
	rested := false
	for _, id := range c.Who {
		who, err := d.present(id)
		if err != nil {
			return err
		}
		for _, sys := range who.Systems() {
			i := slices.IndexFunc(d.t.Rests(sys), func(r engine.Rest) bool { return r.ID == c.Span })
			if i < 0 {
				continue
			}
			if err := d.restOne(who, sys, d.t.Rests(sys)[i], c); err != nil {
				why = err
				continue
			}
			rested = true
		}
	}
	switch {
	case rested:
		return nil
	case why != nil:
		return why
	}
	return refuse("nobody here rests by the %s", c.Span)
}

func (d *decision) restOne(who *Character, system string, rest engine.Rest, c Rest) error {
	l := launch{who: who.ID, system: system, action: rest.Action, form: rest.Params, rest: &repeated{c.Times - 1}}
	for _, path := range c.Params.Paths() {
		v, _ := c.Params.Get(path)
		l.form = l.form.With(path, v)
	}
	if rest.Count != "" {
		l.form, l.rest = l.form.With(rest.Count, engine.ValueOf(c.Times)), &repeated{}
	}
	return d.launch(l)
}

// everyone lets all who have a sheet of a rulebook do the same: the end of a
// session, a day gone by.
func (d *decision) everyone(c Everyone) error {
	var why error
	done := false
	for _, who := range d.t.Characters() {
		if !has(who, c.System) {
			continue
		}
		if err := d.launch(launch{who: who.ID, system: c.System, action: c.Action, form: c.Params, rest: resting(c.Quick, 0)}); err != nil {
			why = err
			continue
		}
		done = true
	}
	switch {
	case done:
		return nil
	case why != nil:
		return why
	}
	return refuse("nobody here has a sheet for this rulebook")
}

// launch is an action that a command starts for somebody.
type launch struct {
	who, system, action string
	form                engine.Page
	rest                *repeated
}

// launch starts it, if nothing speaks against it.
func (d *decision) launch(l launch) error {
	for _, r := range d.t.rolls {
		if r.Who == l.who && r.Parked == "" {
			return refuse("%s is in the middle of %s: finish or drop that roll first", d.t.NameOf(l.who), d.t.ActionName(r.System, r.Action))
		}
	}
	in, err := d.t.Inputs(l.who, nil, l.system, l.action, l.form)
	if err != nil {
		return err
	}
	if in.Action.Mode == engine.ByClock {
		return refuse("only the clock starts %s", in.Action.Label)
	}
	if l.form, err = cleanForm(in.Action, l.form); err != nil {
		return err
	}
	in.Params = l.form
	if _, err := startable(in); err != nil {
		return err
	}
	r := Roll{ID: d.id("r"), Who: l.who, System: l.system, Action: l.action, Params: l.form, Moment: d.t.Clock.Moment, Rest: l.rest}
	d.say(Opened{r})
	d.goOn(r.ID)
	return nil
}

// again makes a roll that is one of several once more.
func (d *decision) again(r Roll) {
	if r.Rest == nil || r.Rest.Left == 0 {
		return
	}
	_ = d.launch(launch{who: r.Who, system: r.System, action: r.Action, form: r.Params, rest: &repeated{r.Rest.Left - 1}}) // a refusal ends the rest
}
