package model

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// Audience says who may know of an event. It names characters and seats but not how they
// are shown now, so it stays valid when somebody is hidden or revealed, and many events
// share the same one.
type Audience struct {
	Who   []Clause `json:"who,omitempty"`   // a seat that satisfies any of these may know something of the event
	Whole *Clause  `json:"whole,omitempty"` // a seat that satisfies this gets the event as the gamemaster does; nil: no seat certainly does
}

// Clause is a set of conditions. A seat satisfies it if all of them hold.
type Clause struct {
	Seat  *Seat    `json:"seat,omitempty"`  // the seat is this one
	Owner string   `json:"owner,omitempty"` // the seat is the player with this key
	Seen  []string `json:"seen,omitempty"`  // the seat sees all of these characters, if only by name
	Open  []string `json:"open,omitempty"`  // the seat sees the sheets of all of these characters
	In    []uint64 `json:"in,omitempty"`    // the seat's log has one of these events; each is given by how many events before this one it is

	Differ *listDifference `json:"differ,omitempty"` // the seat sees a difference between two lists
}

// listDifference is a list of the clock before and after a fact. What a seat can compare
// of it are the entries of characters whom it sees or, with Open, whose sheets it sees.
type listDifference struct {
	Open    bool        `json:"open,omitempty"`
	Was, Is []ListEntry `json:",omitempty"`
}

// ListEntry is a character in a list of the clock, and what the list says of the
// character.
type ListEntry struct{ Who, As string }

// AudienceContext is what decides about the audience of a fact besides the fact itself.
type AudienceContext struct {
	Seq   uint64
	By    Seat
	Clock Clock
	About Subject
}

// audienceOf returns the clauses under which a seat may know a fact. Hidden characters
// in its subject are taken care of elsewhere.
type audienceOf[F Fact] func(AudienceContext, F) []Clause

// unconditional returns a clause that every seat satisfies.
func unconditional() []Clause { return []Clause{{}} }

func everybody[F Fact](AudienceContext, F) []Clause { return unconditional() }

func nobody(AudienceContext, Fact) []Clause { return nil }

// subjectAudience lets everybody know a fact whose subject is not hidden.
func subjectAudience[F Fact](d AudienceContext, _ F) []Clause {
	if d.About.Hidden {
		return nil
	}
	return unconditional()
}

// characterClauses lets everybody know of a character that is not hidden. Only its owner
// may know of one that is.
func characterClauses(c *Character) []Clause {
	switch {
	case !c.Hidden:
		return unconditional()
	case c.Owner == "":
		return nil
	}
	return []Clause{{Owner: c.Owner}}
}

// editAudience lets a seat know an edit if it sees the sheet, or if something changed that
// others may know. Only the player of a character
// knows that its notes alone were edited, and nobody knows it of the gamemaster's notes.
func editAudience(d AudienceContext, f Edited) []Clause {
	switch player := f.Character.Owner; {
	case slices.ContainsFunc(f.What, func(what string) bool { return !isNotes(what) }):
	case player == "" || !slices.Contains(f.What, EditedNotes):
		return nil
	default:
		return []Clause{{Owner: player}}
	}
	out := characterClauses(&f.Character)
	for i := range out {
		if !f.Public {
			out[i].Open = d.About.Who
		}
	}
	return out
}

func isNotes(what string) bool { return what == EditedNotes || what == EditedGMNotes }

// answerAudience lets everybody know dice, because they are thrown in front of everybody,
// unless they are kept: then only seats know them that see the sheet of whoever threw them.
// Decisions are known to seats that see the sheets, and to the seat that decided.
func answerAudience(d AudienceContext, f Answered) []Clause {
	switch {
	case d.About.Hidden:
		return nil
	case f.Answer.Kept:
		return []Clause{{Open: idList(f.Answerer())}}
	case f.Answer.Faces != nil:
		return unconditional()
	}
	return []Clause{{Open: d.About.Who}, {Seat: &d.By}}
}

// amendmentAudience lets a seat know an amendment of events in its own log.
func amendmentAudience(d AudienceContext, f Amended) []Clause {
	var in []uint64
	for _, v := range f.Versions {
		in = append(in, d.Seq-v.Event.Seq)
	}
	if in == nil {
		return nil
	}
	return []Clause{{In: in}}
}

// noteAudience lets everybody know public notes. Private notes are known to their
// author.
func noteAudience(d AudienceContext, _ Noted) []Clause {
	switch {
	case !d.About.Hidden:
		return unconditional()
	case d.By.Role != Player:
		return nil
	}
	return []Clause{{Seat: &d.By}}
}

// eventAudience lets a seat know that an event of its own log was undone or redone.
func eventAudience[F Fact](event func(F) uint64) audienceOf[F] {
	return func(d AudienceContext, f F) []Clause { return []Clause{{In: []uint64{d.Seq - event(f)}}} }
}

// clockRanAudience lets a seat know of an action of the clock if it sees one of the
// sheets that the action concerns.
func clockRanAudience(d AudienceContext, f ClockRan) []Clause {
	if d.About.Hidden {
		return nil
	}
	out := []Clause{{Open: d.About.Who}}
	for _, c := range f.Changes {
		if c.Who == "" {
			c.Who = f.Who
		}
		out = append(out, Clause{Open: []string{c.Who}})
	}
	for _, p := range f.Later {
		out = append(out, Clause{Open: Participants(p.Who, p.Against)})
	}
	return out
}

// clockAudience lets a seat know of a move of the clock, unless only something hidden
// from the seat has changed in it.
func clockAudience(d AudienceContext, f ClockMoved) []Clause {
	was, is := d.Clock, f.Clock
	if was.Scene != is.Scene || was.Place != is.Place || was.Began != is.Began || was.Moment != is.Moment {
		return unconditional()
	}
	out := []Clause{is.wholeClause()}
	if was.Turn != is.Turn {
		for _, who := range slices.Concat(idList(was.Turn), idList(is.Turn)) {
			out = append(out, Clause{Seen: []string{who}})
		}
	}
	a, b := was.lists(), is.lists()
	for i := range a {
		if !slices.Equal(a[i], b[i]) {
			out = append(out, Clause{Differ: &listDifference{i >= seenLists, a[i], b[i]}})
		}
	}
	return out
}

// wholeClause returns the clause for seats from which nothing of the clock is hidden.
func (c Clock) wholeClause() Clause {
	out := Clause{Seen: slices.Concat(c.Order, c.Acted, idList(c.Turn))}
	for _, s := range c.Scores {
		out.Open = append(out.Open, s.Who)
	}
	for _, d := range c.Declared {
		out.Open = append(out.Open, d.Who)
	}
	for _, w := range c.Waiting {
		if out.Seen = append(out.Seen, w.Who); w.Words != "" {
			out.Open = append(out.Open, w.Who)
		}
	}
	return out
}

// seenLists is how many of a clock's lists are about characters whom a seat must see. The
// other lists are about characters whose sheets it must see.
const seenLists = 3

// lists returns the lists of a clock: first those of characters whom a seat must see,
// then those of characters whose sheets it must see.
func (c Clock) lists() (out [6][]ListEntry) {
	for _, who := range c.Order {
		out[0] = append(out[0], ListEntry{Who: who})
	}
	for _, who := range slices.Sorted(slices.Values(c.HadTurn())) { // however it is written down
		out[1] = append(out[1], ListEntry{Who: who})
	}
	for _, w := range c.Waiting {
		out[2] = append(out[2], ListEntry{Who: w.Who})
		out[3] = append(out[3], ListEntry{w.Who, w.Words})
	}
	for _, s := range c.Scores {
		out[4] = append(out[4], ListEntry{s.Who, fmt.Sprint(s.Score, s.Tie)})
	}
	for _, d := range c.Declared {
		out[5] = append(out[5], ListEntry{d.Who, fmt.Sprint(d.Actions, d.Done, d.Words)})
	}
	return out
}

// ClockOf returns the clock after an event that moves it or amends an event that did. The
// second result is false for all other events.
func ClockOf(e Event) (Clock, bool) {
	for _, f := range slices.Backward(e.Facts) {
		switch f := f.(type) {
		case ClockMoved:
			return f.Clock, true
		case Amended:
			for _, v := range slices.Backward(f.Versions) {
				if c, ok := LastClock(v.Event); ok {
					return c, true
				}
			}
		}
	}
	return Clock{}, false
}

// Audience returns the audience of an event as JSON, which is the same for many events,
// and those of its kinds that are looked for in a log with [LogReader]. The clock must be
// the one before the event; Audience sets it to the one after it.
func (e Event) Audience(clock *Clock) (who string, kinds []string) {
	var a Audience
	whole := &Clause{}
	for _, f := range e.Facts {
		r, ok := FactEntryOf(f)
		if !ok {
			whole = nil
			continue
		}
		d := AudienceContext{e.Seq, e.By, *clock, r.About(f)}
		lets := r.KnownTo(d, f)
		for _, c := range lets {
			if !slices.ContainsFunc(a.Who, func(o Clause) bool { return reflect.DeepEqual(o, c) }) {
				a.Who = append(a.Who, c)
			}
		}
		whole = whole.and(r.wholeClause(d.About, f, lets))
		if c, ok := ClockOf(Event{Facts: []Fact{f}}); ok {
			*clock = c
			kinds = append(kinds, (ClockMoved{}).Kind())
		}
		switch f.(type) {
		case HouseSet, Undone, Redone, Amended:
			kinds = append(kinds, f.Kind())
		}
	}
	if a.Whole = whole; len(a.Who) == 0 {
		a.Whole = nil
	}
	out, _ := json.Marshal(a) // texts and numbers cannot fail
	return string(out), kinds
}

// and returns a clause that is satisfied if both are. It is only for clauses with nothing
// but Seen and Open. A nil clause is satisfied by nobody.
func (c *Clause) and(o *Clause) *Clause {
	if c == nil || o == nil {
		return nil
	}
	join := func(a, b []string) []string {
		out := slices.Sorted(slices.Values(slices.Concat(a, b)))
		return slices.Compact(out)
	}
	return &Clause{Seen: join(c.Seen, o.Seen), Open: join(c.Open, o.Open)}
}

// wholeClause returns the clause for seats that read a fact as the gamemaster does.
func (r FactEntry) wholeClause(about Subject, f Fact, lets []Clause) *Clause {
	if m, ok := f.(ClockMoved); ok {
		all := m.Clock.wholeClause()
		return &all
	}
	if a, ok := f.(Answered); ok && a.Draw != nil && a.Draw.Hidden {
		return nil
	}
	plain := func(c Clause) bool { return c.Seat == nil && c.Owner == "" && c.In == nil && c.Differ == nil }
	if r.Redacted || !slices.ContainsFunc(lets, plain) {
		return nil
	}
	return &Clause{Open: about.Who}
}
