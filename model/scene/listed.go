package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// What a list may take, in steps: half of it to find out what can be begun, and the rest for
// odds. A form has no such bounds.
const (
	listSteps  = 4_000_000 // some second for rules that are text; lists of real rulebooks take 150,000
	entrySteps = 1_000_000 // of the odds of one entry
)

// What a list says of an entry that it has not looked at to the end.
const (
	NotTried   = "not tried"
	notCounted = "not counted"
)

// Listed tries and counts the entries of one list of actions. All that takes a bounded number of
// steps together, whatever the rules do: what it does not reach is listed, and says so. What was
// found is remembered, so that a second look is free; only what has changed is looked at again.
// It is for one goroutine at a time.
type Listed struct {
	table   model.Table
	seat    model.Seat
	known   *known
	tries   *engine.Budget
	counted int // steps of the odds so far
}

// known is what lists have found, by the hash of what was asked.
type known struct {
	sync.Mutex
	table  model.Table         // at which the trials were made
	trials map[string]*trial   // by seat and command
	prices map[string]*priceOf // likewise, of earlier tables, too
	counts int                 // how many odds were counted
}

// mostKnown is how many prices are remembered.
const mostKnown = 1000

// trial is what came of trying an entry.
type trial struct {
	decide.Trial
	tooLong bool  // nothing was left of the list's steps to count its odds
	lacks   *bool // it is refused only because something has still to be said; nil: not known
	lands   *int  // see [lands]; nil: not known
}

// priceOf is the price and the chance of an entry, and what it was worked out from.
type priceOf struct {
	Brief
	in       engine.Inputs
	readings engine.Readings
}

// Listed begins a list for a seat.
func (m *Memory) Listed(t model.Table, by model.Seat) *Listed {
	k := m.known
	k.Lock()
	defer k.Unlock()
	if !k.table.SameRevision(t) || k.trials == nil {
		k.table, k.trials = t, map[string]*trial{}
	}
	return &Listed{table: t, seat: by, known: k, tries: engine.NewBudget(listSteps / 2)}
}

// Try tries to begin a roll.
func (l *Listed) Try(c model.Begin) decide.Trial { return l.try(l.key(c), c).Trial }

func (l *Listed) try(key string, c model.Begin) *trial {
	k := l.known
	k.Lock()
	x, same := k.trials[key], k.table.SameRevision(l.table)
	k.Unlock()
	if same && x != nil {
		return x
	}
	return l.remember(key, &trial{Trial: decide.Try(l.table, l.seat, c, l.tries)})
}

// TryToEnd is Try, and reports whether a roll that is refused lacks only a target or a setting.
func (l *Listed) TryToEnd(c model.Begin) (_ decide.Trial, lacks bool) {
	key := l.key(c)
	x := l.try(key, c)
	if x.isRefused() && x.lacks == nil {
		now := *x
		lacks := decide.LacksWithin(l.table, l.seat, c, l.tries)
		if now.lacks = &lacks; !lacks && l.tries.Left() <= 0 {
			now.WhyNot = engine.ErrNotTried
		}
		x = l.remember(key, &now)
	}
	return x.Trial, x.lacks != nil && *x.lacks
}

func (x *trial) isRefused() bool { return x.WhyNot != nil && !errors.Is(x.WhyNot, engine.ErrNotTried) }

// remember keeps what came of a trial, as long as nothing happens at the table.
func (l *Listed) remember(key string, x *trial) *trial {
	l.known.Lock()
	defer l.known.Unlock()
	if l.known.table.SameRevision(l.table) {
		l.known.trials[key] = x
	}
	return x
}

// key is what is asked, as one text.
func (l *Listed) key(c model.Begin) string {
	raw, err := json.Marshal([]any{l.seat, c})
	if err != nil {
		panic(err) // a command is written into the log as JSON
	}
	return string(raw)
}

// Brief returns the price and the chance of a roll, unless stop ends the count; a nil stop never
// does.
func (l *Listed) Brief(c model.Begin, stop func() bool) Brief { return l.price(c, stop).Brief }

// BriefLanding is Brief with the time at which an attack lands.
func (l *Listed) BriefLanding(c model.Begin, stop func() bool) Brief {
	out, key := l.Brief(c, stop), l.key(c)
	x := l.try(key, c)
	in := x.Inputs
	if x.WhyNot != nil || !in.Action.Attack() || in.Action.Mode == engine.Instant {
		return out
	}
	if x.lands == nil {
		now, at := *x, lands(l.table, in, waysOf(in.On(l.tries), x.Step))
		if now.lands = &at; l.tries.Left() > 0 { // else a roll may not have been played to its end
			l.remember(key, &now)
		}
		x = &now
	}
	if at := *x.lands; at > l.table.Clock.Moment {
		out.Lands = ShortMoment(l.table, at)
	}
	return out
}

// price returns what a roll costs and how likely it succeeds: what an earlier list has found,
// unless something has changed that it depends on.
func (l *Listed) price(c model.Begin, stop func() bool) *priceOf {
	key := l.key(c)
	x := l.try(key, c)
	switch {
	case errors.Is(x.WhyNot, engine.ErrNotTried):
		return &priceOf{Brief: Brief{Words: NotTried}}
	case x.WhyNot != nil || x.Broke != nil:
		return &priceOf{}
	}
	if was := l.known.price(key); was != nil && was.readings.Holds(was.in, x.Inputs) {
		return was
	}
	if x.tooLong {
		return &priceOf{Brief: Brief{Words: notCounted}}
	}
	left := listSteps/2 + max(0, l.tries.Left()) - l.counted
	p := l.count(x, min(entrySteps, left), stop)
	switch {
	case stop != nil && stop():
	case p.Words == notCounted && left < entrySteps: // by a list that has counted others before
		now := *x
		now.tooLong = true
		l.remember(key, &now)
	default:
		l.known.keep(key, p)
	}
	return p
}

// price returns what was counted the last time; nil for nothing.
func (k *known) price(key string) *priceOf {
	k.Lock()
	defer k.Unlock()
	return k.prices[key]
}

// keep remembers what was counted.
func (k *known) keep(key string, p *priceOf) {
	k.Lock()
	defer k.Unlock()
	if k.counts++; k.prices == nil || len(k.prices) >= mostKnown {
		k.prices = map[string]*priceOf{}
	}
	k.prices[key] = p
}

// count counts the odds of an entry within some steps.
func (l *Listed) count(x *trial, steps int, stop func() bool) *priceOf {
	in := x.Inputs.Within(max(1, steps))
	if in.System.HasNoSheet() {
		return l.dice(in, stop)
	}
	p := Preview{Step: x.Step, In: in, Dice: x.Step.Open != nil}.Counted(stop)
	l.counted += p.Odds.Steps
	out := &priceOf{Brief: p.Brief(), in: x.Inputs.Beside(engine.Inputs{}), readings: p.Odds.Readings}
	if p.NoOdds != nil && out.Words == "" {
		out.Words = notCounted
	}
	return out
}

// dice counts the odds of dice of no rulebook, and says how those that can be read in two ways
// were read.
func (l *Listed) dice(in engine.Inputs, stop func() bool) *priceOf {
	step, _ := engine.Run(in, nil)
	notes := step.Notes
	if step.Aimed && len(notes) > 0 {
		notes = notes[1:] // without the line of what they are measured against
	}
	c, err := engine.Odds(in.Until(stop), nil, nil)
	l.counted += c.Steps
	var words string
	switch {
	case err != nil:
		words = err.Error()
	case step.Aimed:
		words = engine.Percent(c.Success)
	default:
		words = fmt.Sprintf("about %.1f", c.Mean())
	}
	return &priceOf{Brief: Brief{Words: strings.Join(slices.Concat([]string{words}, notes), "; ")}, in: in.Beside(engine.Inputs{}), readings: c.Readings}
}
