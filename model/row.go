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
	if r, ok := rowOf(f); ok {
		return r.about(f)
	}
	return Subject{}
}

// of is the entry of one fact in the table of facts. What it leaves out is: no
// change, about nobody, known to nobody but the gamemaster.
type of[F Fact] struct {
	fold  func(state, F) state
	about func(F) Subject
	knows knows[F]           // who may know it besides the gamemaster
	cut   func(*seeing, F) F // what they may know of it; all, if there is none
	same  bool               // what is cut out is never told

	// What is left of it where it is about somebody who is only met: nothing, if
	// there is none.
	met func(*seeing, F) F

	words func(telling, F) []Said // for the log
}

// row is an entry, whatever its fact.
type row struct {
	kind  string
	is    func(Fact) bool
	read  func([]byte) (Fact, error)
	fold  func(state, Fact) state // nil: it changes nothing
	about func(Fact) Subject
	knows knows[Fact]
	cut   func(*seeing, Fact) Fact
	same  bool
	met   func(*seeing, Fact) Fact
	words func(telling, Fact) []Said
}

func entry[F Fact](e of[F]) row {
	var none F
	out := row{
		kind:  none.Kind(),
		is:    func(f Fact) bool { _, ok := f.(F); return ok },
		read:  read[F],
		about: func(Fact) Subject { return Subject{} },
		knows: nobody,
		same:  e.same,
		words: func(x telling, f Fact) []Said { return e.words(x, f.(F)) },
	}
	if e.fold != nil {
		out.fold = func(s state, f Fact) state { return e.fold(s, f.(F)) }
	}
	if e.about != nil {
		out.about = func(f Fact) Subject { return e.about(f.(F)) }
	}
	if e.knows != nil {
		out.knows = func(d deed, f Fact) []clause {
			all := e.knows(d, f.(F))
			for i := range all {
				if e.met == nil {
					all[i].Open = slices.Concat(all[i].Open, d.about.Who)
				} else {
					all[i].Seen = slices.Concat(all[i].Seen, d.about.Who)
				}
			}
			return all
		}
	}
	if e.met != nil {
		out.met = func(x *seeing, f Fact) Fact { return e.met(x, f.(F)) }
	}
	if e.cut != nil {
		out.cut = func(x *seeing, f Fact) Fact { return e.cut(x, f.(F)) }
	}
	return out
}

func read[F Fact](b []byte) (Fact, error) {
	var f F
	err := json.Unmarshal(b, &f)
	return f, err
}

func table(rows ...row) map[string]row {
	out := make(map[string]row, len(rows))
	for _, r := range rows {
		out[r.kind] = r
	}
	return out
}

// rowOf finds the entry of a fact. An unknown one has none, even where its
// kind is known and only its form is not.
func rowOf(f Fact) (row, bool) {
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

// concerned puts whoever acts before those who are faced. Dice that nobody
// throws for themselves concern nobody.
func concerned(who string, against []string) []string {
	return append(only(who), against...)
}

// changed adds those whose sheets are changed to who.
func changed(changes []Change, who ...string) []string {
	for _, c := range changes {
		if c.Who != "" && !slices.Contains(who, c.Who) {
			who = append(who, c.Who)
		}
	}
	return who
}

func (r Roll) subject() Subject {
	return Subject{Who: concerned(r.Who, r.Against), Action: r.Action, Hidden: r.Hidden, Moment: r.Moment, Timed: true}
}

func (p Pending) subject() Subject {
	return Subject{Who: concerned(p.Who, p.Against), Action: p.Of, Hidden: p.Hidden}
}
