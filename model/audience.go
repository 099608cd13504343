package model

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// audience is who may know of an event, said without the event: it stays as it
// is whoever is shown or hidden later, and most events share theirs with many.
type audience struct {
	Who   []clause `json:"who,omitempty"`   // whoever any of these lets know something of it
	Whole *clause  `json:"whole,omitempty"` // whoever this lets reads it as the gamemaster does; nil: nobody surely does
}

// clause lets a seat know something for which all of it holds.
type clause struct {
	Seat  *Seat    `json:"seat,omitempty"`  // it is that one
	Owner string   `json:"owner,omitempty"` // it is the player with that key
	Seen  []string `json:"seen,omitempty"`  // it gets all of these characters
	Open  []string `json:"open,omitempty"`  // it knows the sheets of all of these
	In    []uint64 `json:"in,omitempty"`    // its log has any of these events: how many before

	Differ *differ `json:"differ,omitempty"` // it sees these lists differ
}

// differ is a list of the clock before and after: of those that a seat gets, or
// whose sheets it knows.
type differ struct {
	Open    bool    `json:"open,omitempty"`
	Was, Is []stand `json:",omitempty"`
}

// stand is somebody in such a list, with what stands of them there.
type stand struct{ Who, As string }

// deed is what there is to know of a fact beside it: who did it, and the clock
// that the log told before.
type deed struct {
	seq   uint64
	by    Seat
	was   Clock
	about Subject
}

// knows says who may know a fact; whom it is about is seen to besides.
type knows[F Fact] func(deed, F) []clause

// anybody is no condition.
func anybody() []clause { return []clause{{}} }

func everybody[F Fact](deed, F) []clause { return anybody() }

func nobody(deed, Fact) []clause { return nil }

// whoSeesThem may know what is not hidden, and concerns nobody who is.
func whoSeesThem[F Fact](d deed, _ F) []clause {
	if d.about.Hidden {
		return nil
	}
	return anybody()
}

// whoSaw may know what was said of somebody who was to be seen then, and is.
func whoSaw(c *Character) []clause {
	switch {
	case !c.Hidden:
		return anybody()
	case c.Owner == "":
		return nil
	}
	return []clause{{Owner: c.Owner}}
}

// whoSawAnew may know it where the sheet is known, and of who is only met where
// something that is told of them is otherwise. Older logs don't say that.
func whoSawAnew(d deed, f edited) []clause {
	out := whoSaw(&f.Character)
	for i := range out {
		if !f.Anew {
			out[i].Open = d.about.Who
		}
	}
	return out
}

// whoSeesAnswer may know the dice of those who are met, for they fell for
// everybody, and else what one has decided oneself.
func whoSeesAnswer(d deed, f Answered) []clause {
	switch {
	case d.about.Hidden:
		return nil
	case f.Answer.Faces != nil:
		return anybody()
	}
	return []clause{{Open: d.about.Who}, {Seat: &d.by}}
}

// whoSawThem may know what was set right that is in the seat's log.
func whoSawThem(d deed, f SetRight) []clause {
	var in []uint64
	for _, v := range f.Anew {
		in = append(in, d.seq-v.Event.Seq)
	}
	if in == nil {
		return nil
	}
	return []clause{{In: in}}
}

// whoWrote may know what is not hidden, and what is one's own.
func whoWrote(d deed, _ Noted) []clause {
	switch {
	case !d.about.Hidden:
		return anybody()
	case d.by.Role != Player:
		return nil
	}
	return []clause{{Seat: &d.by}}
}

// whoSawIt may know that an event was taken back, or brought back, that is in
// the seat's log.
func whoSawIt[F Fact](event func(F) uint64) knows[F] {
	return func(d deed, f F) []clause { return []clause{{In: []uint64{d.seq - event(f)}}} }
}

// whoSeesChanges may know what is not hidden, and whoever is only met no more of
// it than what it did to sheets that are known.
func whoSeesChanges(d deed, f ran) []clause {
	if d.about.Hidden {
		return nil
	}
	out := []clause{{Open: d.about.Who}}
	for _, c := range f.Changes {
		if c.Who == "" {
			c.Who = f.Who
		}
		out = append(out, clause{Open: []string{c.Who}})
	}
	for _, p := range f.Later {
		out = append(out, clause{Open: concerned(p.Who, p.Against)})
	}
	return out
}

// whoSeesTime may know of the clock, but not that only what is hidden in it has
// moved.
func whoSeesTime(d deed, f moved) []clause {
	was, is := d.was, f.Clock
	if was.Scene != is.Scene || was.Place != is.Place || was.Began != is.Began || was.Moment != is.Moment {
		return anybody()
	}
	out := []clause{is.whole()}
	if was.Turn != is.Turn {
		for _, who := range slices.Concat(only(was.Turn), only(is.Turn)) {
			out = append(out, clause{Seen: []string{who}})
		}
	}
	a, b := was.stands(), is.stands()
	for i := range a {
		if !slices.Equal(a[i], b[i]) {
			out = append(out, clause{Differ: &differ{i >= seenStands, a[i], b[i]}})
		}
	}
	return out
}

// whole says for whom nothing is cut out of a clock.
func (c Clock) whole() clause {
	out := clause{Seen: slices.Concat(c.Order, only(c.Turn))}
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

// seenStands is how many of the lists of a clock are of those who are seen; the
// others are of those whose sheets are known.
const seenStands = 2

// stands are the lists of a clock.
func (c Clock) stands() (out [5][]stand) {
	for _, who := range c.Order {
		out[0] = append(out[0], stand{Who: who})
	}
	for _, w := range c.Waiting {
		out[1] = append(out[1], stand{Who: w.Who})
		out[2] = append(out[2], stand{w.Who, w.Words})
	}
	for _, s := range c.Scores {
		out[3] = append(out[3], stand{s.Who, fmt.Sprint(s.Score, s.Tie)})
	}
	for _, d := range c.Declared {
		out[4] = append(out[4], stand{d.Who, fmt.Sprint(d.Actions, d.Done, d.Words)})
	}
	return out
}

// clockOf is the clock as an event leaves it, as far as it tells of one.
func clockOf(e Event) (Clock, bool) {
	for _, f := range slices.Backward(e.Facts) {
		switch f := f.(type) {
		case moved:
			return f.Clock, true
		case SetRight:
			for _, v := range slices.Backward(f.Anew) {
				if c, ok := lastClock(v.Event); ok {
					return c, true
				}
			}
		}
	}
	return Clock{}, false
}

// Audience says who may know of an event, in words that [Past] keeps and that say
// the same for many events, and of what kinds it is that are looked for in a log. The
// clock is as the log told it before, and afterwards with the event.
func (e Event) Audience(clock *Clock) (who string, kinds []string) {
	var a audience
	whole := &clause{}
	for _, f := range e.Facts {
		r, ok := rowOf(f)
		if !ok {
			whole = nil
			continue
		}
		d := deed{e.Seq, e.By, *clock, r.about(f)}
		lets := r.knows(d, f)
		for _, c := range lets {
			if !slices.ContainsFunc(a.Who, func(o clause) bool { return reflect.DeepEqual(o, c) }) {
				a.Who = append(a.Who, c)
			}
		}
		whole = whole.and(r.whole(d.about, f, lets))
		if c, ok := clockOf(Event{Facts: []Fact{f}}); ok {
			*clock = c
			kinds = append(kinds, (moved{}).Kind())
		}
		switch f.(type) {
		case houseSet, Undone, Redone, SetRight:
			kinds = append(kinds, f.Kind())
		}
	}
	if a.Whole = whole; len(a.Who) == 0 {
		a.Whole = nil
	}
	out, _ := json.Marshal(a) // texts and numbers
	return string(out), kinds
}

// and is both of two clauses that say no more than whom one must see; nil is none.
func (c *clause) and(o *clause) *clause {
	if c == nil || o == nil {
		return nil
	}
	join := func(a, b []string) []string {
		out := slices.Sorted(slices.Values(slices.Concat(a, b)))
		return slices.Compact(out)
	}
	return &clause{Seen: join(c.Seen, o.Seen), Open: join(c.Open, o.Open)}
}

// whole is who reads a fact as the gamemaster does.
func (r row) whole(about Subject, f Fact, lets []clause) *clause {
	if m, ok := f.(moved); ok {
		all := m.Clock.whole()
		return &all
	}
	plain := func(c clause) bool { return c.Seat == nil && c.Owner == "" && c.In == nil && c.Differ == nil }
	if r.cut != nil && !r.same || !slices.ContainsFunc(lets, plain) {
		return nil
	}
	return &clause{Open: about.Who}
}

// lets reports whether any of the clauses lets the seat know something of an
// event.
func (x *seeing) lets(all []clause, seq uint64) bool {
	return slices.ContainsFunc(all, func(c clause) bool {
		return x.holds(c) && (c.In == nil || slices.ContainsFunc(c.In, func(back uint64) bool { return x.number(seq-back) != 0 }))
	})
}

// holds is lets for all of a clause but the events that it refers to.
func (x *seeing) holds(c clause) bool {
	s := x.part.seat
	switch {
	case c.Seat != nil && *c.Seat != s, c.Owner != "" && (s.Role != Player || s.Key() != c.Owner):
		return false
	case !x.all(c.Seen) || !x.knowsAll(c.Open):
		return false
	case c.Differ == nil:
		return true
	}
	cut := func(list []stand) []stand {
		return slices.DeleteFunc(slices.Clone(list), func(p stand) bool {
			return x.who[p.Who] == unseen || c.Differ.Open && x.who[p.Who] != open
		})
	}
	return !slices.Equal(cut(c.Differ.Was), cut(c.Differ.Is))
}
