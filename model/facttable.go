package model

import (
	"encoding/json"
	"slices"
)

// Subject is what a fact is about.
type Subject struct {
	Who    []string // characters
	Action string
	Hidden bool // from everybody but the gamemaster and its author
	Moment int  // at which it happened, if Timed
	Timed  bool
}

// About returns what a fact is about; the zero Subject for a fact that this version does
// not know.
func (t Table) About(f Fact) Subject {
	if r, ok := FactEntryOf(f); ok {
		return r.About(f)
	}
	return Subject{}
}

// factOf is the entry of one kind of fact in the table of facts, written with the fact's
// own type. Without fold the fact changes nothing, without about it is about nobody, and
// without knows only the gamemaster knows it. The fact's second entry, with its sentence
// and its redaction, is in the package view.
type factOf[F Fact] struct {
	fold     func(State, F) State
	about    func(F) Subject
	knows    audienceOf[F] // who may know it besides the gamemaster
	redacted bool          // only the gamemaster gets all of it
	nameOnly bool          // a seat that knows a participant by name only gets a part of it; otherwise such a seat gets nothing
}

// FactEntry is the entry of one kind of fact in the table of facts, for a fact of any
// type.
type FactEntry struct {
	Kind     string
	matches  func(Fact) bool
	Read     func([]byte) (Fact, error) // from JSON; the error is that of the decoder
	fold     func(State, Fact) State    // nil if the fact changes nothing
	About    func(Fact) Subject
	KnownTo  audienceOf[Fact] // who may know it besides the gamemaster
	Redacted bool             // only the gamemaster gets all of it
	NameOnly bool             // a seat that knows a participant by name only gets a part of it; otherwise such a seat gets nothing
}

func entry[F Fact](e factOf[F]) FactEntry {
	var none F
	out := FactEntry{
		Kind:     none.Kind(),
		matches:  func(f Fact) bool { _, ok := f.(F); return ok },
		Read:     read[F],
		About:    func(Fact) Subject { return Subject{} },
		KnownTo:  nobody,
		Redacted: e.redacted,
		NameOnly: e.nameOnly,
	}
	if e.fold != nil {
		out.fold = func(s State, f Fact) State { return e.fold(s, f.(F)) }
	}
	if e.about != nil {
		out.About = func(f Fact) Subject { return e.about(f.(F)) }
	}
	if e.knows != nil {
		out.KnownTo = func(d AudienceContext, f Fact) []Clause {
			all := e.knows(d, f.(F))
			for i := range all {
				if e.nameOnly {
					all[i].Seen = slices.Concat(all[i].Seen, d.About.Who)
				} else {
					all[i].Open = slices.Concat(all[i].Open, d.About.Who)
				}
			}
			return all
		}
	}
	return out
}

func read[F Fact](b []byte) (Fact, error) {
	var f F
	err := json.Unmarshal(b, &f)
	return f, err
}

func byKind(rows ...FactEntry) map[string]FactEntry {
	out := make(map[string]FactEntry, len(rows))
	for _, r := range rows {
		out[r.Kind] = r
	}
	return out
}

// FactEntries gives the table of facts: the entry of each kind, which callers must not
// change.
func FactEntries() map[string]FactEntry { return facts }

// FactEntryOf finds the entry of a fact. An [Unknown] fact has none, even if only its form
// is unknown and its kind is not.
func FactEntryOf(f Fact) (FactEntry, bool) {
	r, ok := facts[f.Kind()]
	return r, ok && r.matches(f)
}

// idList returns a list of one id, or an empty list for "".
func idList(who string) []string {
	if who == "" {
		return nil
	}
	return []string{who}
}

// Participants returns the acting character and the opponents. Dice that are thrown for
// the table have no actor.
func Participants(who string, against []string) []string {
	return append(idList(who), against...)
}

// withChanged adds to who the characters whose sheets are changed.
func withChanged(changes []Change, who ...string) []string {
	for _, c := range changes {
		if c.Who != "" && !slices.Contains(who, c.Who) {
			who = append(who, c.Who)
		}
	}
	return who
}

// Subject says what the roll is about.
func (r Roll) Subject() Subject {
	return Subject{Who: Participants(r.Who, r.Against), Action: r.Action, Hidden: r.Hidden, Moment: r.Moment, Timed: true}
}

// Subject says what the pending action is about.
func (p Pending) Subject() Subject {
	return Subject{Who: Participants(p.Who, p.Against), Action: p.Of, Hidden: p.Hidden}
}
