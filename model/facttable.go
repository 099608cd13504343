package model

import (
	"encoding/json"
	"slices"
)

// Subject is what a fact is about.
type Subject struct {
	Who    []string // characters
	Action string
	Hidden bool // from all but the gamemaster, or whoever wrote it
	Moment int  // at which it happened, if Timed
	Timed  bool
}

// About tells what a fact is about; nothing of one that this version does not
// know.
func (t Table) About(f Fact) Subject {
	if r, ok := FactEntryOf(f); ok {
		return r.About(f)
	}
	return Subject{}
}

// of is the entry of one fact in the table of facts. What it leaves out is: no
// change, about nobody, known to nobody but the gamemaster. Its sentence, and what is
// left of it for a seat that may not know all of it, stand in the package view.
type of[F Fact] struct {
	fold     func(State, F) State
	about    func(F) Subject
	knows    audienceOf[F] // who may know it besides the gamemaster
	redacted bool          // others than the gamemaster get it with something left out
	nameOnly bool          // who knows somebody it is about by name only gets a part of it, and else nothing
}

// FactEntry is the entry of one kind of fact in the table of facts.
type FactEntry struct {
	Kind     string
	is       func(Fact) bool
	Read     func([]byte) (Fact, error) // from JSON; the error is that of the decoder
	fold     func(State, Fact) State    // nil: it changes nothing
	About    func(Fact) Subject
	KnownTo  audienceOf[Fact] // who may know it besides the gamemaster
	Redacted bool             // others than the gamemaster get it with something left out
	NameOnly bool             // who knows somebody it is about by name only gets a part of it, and else nothing
}

func entry[F Fact](e of[F]) FactEntry {
	var none F
	out := FactEntry{
		Kind:     none.Kind(),
		is:       func(f Fact) bool { _, ok := f.(F); return ok },
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

func table(rows ...FactEntry) map[string]FactEntry {
	out := make(map[string]FactEntry, len(rows))
	for _, r := range rows {
		out[r.Kind] = r
	}
	return out
}

// FactEntries gives the table of facts: the entry of each kind, which callers must not
// change.
func FactEntries() map[string]FactEntry { return facts }

// FactEntryOf finds the entry of a fact. An unknown one has none, even where its
// kind is known and only its form is not.
func FactEntryOf(f Fact) (FactEntry, bool) {
	r, ok := facts[f.Kind()]
	return r, ok && r.is(f)
}

// only is one character, if any.
func only(who string) []string {
	if who == "" {
		return nil
	}
	return []string{who}
}

// Participants puts whoever acts before those who are faced. Dice that nobody
// throws for themselves concern nobody.
func Participants(who string, against []string) []string {
	return append(only(who), against...)
}

// withChanged adds those whose sheets are changed to who.
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
