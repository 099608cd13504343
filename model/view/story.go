package view

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/model"
)

// Filter says which entries of the log are shown. The zero Filter shows all.
type Filter struct {
	Text   string `json:"text,omitempty"`   // words that must all occur, in any case of letters
	Who    string `json:"who,omitempty"`    // character id
	Action string `json:"action,omitempty"` // action id
	Hidden bool   `json:"hidden,omitempty"` // only hidden rolls
}

// Entry is one event of the log as it is shown: without the steps of a roll
// that is told whole elsewhere.
type Entry struct {
	model.LogLine
	facts []model.Fact
	after []Entry // book-keeping that came behind it, told when it is open
}

// maxLines is how many lines of an entry are shown before it is opened.
const maxLines = 5

// Entries goes from an event, 0 for the newest, back through those that the
// filter lets through. It looks at no more than deep events; 0 is all. That a session
// ended, or began without anything happening in it, belongs to the entry before, because
// the log is a list of what happened. A search still finds it.
func Entries(t model.Table, f Filter, from uint64, deep int) iter.Seq[Entry] {
	newest := t.Seq()
	if from == 0 || from > newest {
		from = newest
	}
	// What stands in an entry, and what is told by another, is close to it.
	top, least := min(newest, from+RollSpan), uint64(0)
	if deep > 0 {
		least = from - min(from, uint64(deep))
	}
	return func(yield func(Entry) bool) {
		var after []Entry
		acted := top < newest
		for e := range filteredEntries(t, f, top, least) {
			if e.onlyUndoes() {
				continue
			}
			if ends, books := e.isSessionMark(); books && f == (Filter{}) && (ends || !acted) {
				after = append(after, e)
				continue
			}
			e.after, after = after, nil
			if acted = true; e.Event.Seq <= from && !yield(e) {
				return
			}
		}
		for _, e := range after { // nothing is before them
			if e.Event.Seq <= from && !yield(e) {
				return
			}
		}
	}
}

// RollSpan is over how many events a roll usually goes.
const RollSpan = 64

// isSessionMark reports whether an entry only says that a session began or ended. books is
// true then, and ends if one ended.
func (e Entry) isSessionMark() (ends, books bool) {
	for _, f := range e.facts {
		switch f.(type) {
		case model.SessionBegan:
		case model.SessionEnded:
			ends = true
		default:
			return false, false
		}
	}
	return ends, true
}

// lines are those of a story.
func (e Entry) lines(t model.Table) []Line {
	var out []Line
	for _, a := range e.Tell(t, false) {
		for i, s := range a.Lines {
			if i == 0 || !e.Undone {
				out = append(out, Line{Text: s.Words(), Head: i == 0})
			}
		}
	}
	for _, s := range e.Before(t) {
		out = append(out, Line{Text: "before it was corrected: " + s.Words()})
	}
	return out
}

// LogText goes from the newest event back through those that tell something, with
// what each says in lines: without the steps of a roll that is told whole. Of
// what was taken back only the sentence is left. books tells also of the taking
// back itself, where nothing else shows it, and that sessions ended.
func LogText(t model.Table, books bool) iter.Seq2[model.LogLine, []Line] {
	all := Entries(t, Filter{}, 0, 0)
	if books {
		all = filteredEntries(t, Filter{}, t.Seq(), 0)
	}
	return func(yield func(model.LogLine, []Line) bool) {
		for e := range all {
			if out := e.lines(t); len(out) > 0 && !yield(e.LogLine, out) {
				return
			}
		}
	}
}

// onlyUndoes reports whether an entry does nothing but take back others, which
// tell so themselves, or bring them again.
func (e Entry) onlyUndoes() bool {
	return !slices.ContainsFunc(e.facts, func(f model.Fact) bool { return !isUndoOrRedo(f) })
}

// isUndoOrRedo reports whether a fact takes an event back or brings it again.
func isUndoOrRedo(f model.Fact) bool {
	switch f.(type) {
	case model.Undone, model.Redone:
		return true
	}
	return false
}

// filteredEntries is Entries with those that take back others, from an event top on, of those
// that are newer than least.
func filteredEntries(t model.Table, f Filter, top, least uint64) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		var over, gone rollIDs // rolls that a newer event ends, and those of which the end was taken back
		var hay []byte
		if top <= least {
			return
		}
		for l := range t.LogFrom(top) {
			if l.Event.Seq <= least {
				return
			}
			ends := &over
			if l.Undone { // with its steps it is one line, too
				ends = &gone
			}
			if top < t.Seq() && !l.Undone {
				over.addEnded(t, l.Event.Facts)
			}
			e := Entry{LogLine: l, facts: tellable(l.Event.Facts, *ends)}
			for _, fact := range l.Event.Facts {
				if id, is := ended(fact); is {
					ends.add(id)
				}
			}
			if len(e.facts) > 0 && (f == (Filter{}) || f.matches(t, e, &hay)) && !yield(e) {
				return
			}
		}
	}
}

// rollIDs are those of rolls.
type rollIDs map[string]bool

func (all *rollIDs) add(id string) {
	if *all == nil {
		*all = rollIDs{}
	}
	(*all)[id] = true
}

// addEnded adds the rolls of which steps still hold, but which are not under way:
// what ends them is newer.
func (all *rollIDs) addEnded(t model.Table, facts []model.Fact) {
	for _, f := range facts {
		id := ""
		switch f := f.(type) {
		case model.Opened:
			id = f.Roll.ID
		case model.Answered:
			id = f.Roll
		}
		if _, open := t.Roll(id); id != "" && !open {
			all.add(id)
		}
	}
}

// ended gives the roll that a fact ends.
func ended(f model.Fact) (string, bool) {
	switch f := f.(type) {
	case model.Finished:
		return f.Roll.ID, true
	case model.Dropped:
		return f.Roll, true
	}
	return "", false
}

// tellable leaves out what is told by another fact: the steps of a roll that
// is over, that a pending action fell due when its roll follows, and each event that
// is taken back because somebody had asked for that.
func tellable(facts []model.Fact, over rollIDs) []model.Fact {
	if slices.ContainsFunc(facts, isUndoOrRedo) && slices.ContainsFunc(facts, func(f model.Fact) bool { return !isUndoOrRedo(f) }) {
		facts = slices.DeleteFunc(slices.Clone(facts), isUndoOrRedo)
	}
	step := func(f model.Fact) bool {
		switch f.(type) {
		case model.Opened, model.Answered, model.Done:
			return true
		}
		return false
	}
	if !slices.ContainsFunc(facts, step) {
		return facts
	}
	here := func(id string) bool {
		return over[id] || slices.ContainsFunc(facts, func(f model.Fact) bool { e, ends := ended(f); return ends && e == id })
	}
	begun := func(pending string) bool {
		return slices.ContainsFunc(facts, func(f model.Fact) bool { o, ok := f.(model.Opened); return ok && o.Roll.Pending == pending })
	}
	out := make([]model.Fact, 0, len(facts))
	for _, f := range facts {
		switch x := f.(type) {
		case model.Opened:
			if here(x.Roll.ID) {
				continue
			}
		case model.Answered:
			if here(x.Roll) {
				continue
			}
		case model.Done:
			if begun(x.Pending.ID) {
				continue
			}
		}
		out = append(out, f)
	}
	if len(out) < len(facts) && !slices.ContainsFunc(out, func(f model.Fact) bool { return !isClockMove(f) }) {
		return nil // what is told elsewhere has its moment
	}
	return out
}

// isClockMove reports whether a fact only says what time it is, and whose turn.
func isClockMove(f model.Fact) bool { return f.Kind() == "clock-moved" }

// matches reports whether the filter shows an entry. hay is scratch space.
func (x Filter) matches(t model.Table, e Entry, hay *[]byte) bool {
	if x.Who != "" || x.Action != "" || x.Hidden {
		if !slices.ContainsFunc(e.facts, func(f model.Fact) bool { return x.matchesFact(t, f) }) {
			return false
		}
	}
	if x.Text == "" {
		return true
	}
	b := (*hay)[:0]
	for _, f := range e.facts {
		for _, s := range Tell(t, f, false) {
			b = append(append(b, strings.ToLower(s.Text)...), '\n')
		}
		if d, ok := f.(model.Finished); ok {
			for _, n := range d.Notes {
				b = append(append(b, strings.ToLower(n)...), '\n')
			}
		}
	}
	*hay = b
	for w := range strings.FieldsSeq(strings.ToLower(x.Text)) {
		if !bytes.Contains(b, []byte(w)) {
			return false
		}
	}
	return true
}

func (x Filter) matchesFact(t model.Table, f model.Fact) bool {
	s := t.About(f)
	return (x.Who == "" || slices.Contains(s.Who, x.Who)) && (x.Action == "" || s.Action == x.Action) && (!x.Hidden || s.Hidden)
}

// isBookkeeping reports whether an entry only keeps the books: nobody did
// anything.
func (e Entry) isBookkeeping() bool {
	for _, f := range e.facts {
		switch f.(type) {
		case model.SessionBegan, model.SessionEnded, model.Amended:
		default:
			return false
		}
	}
	return true
}

// Hidden reports whether anything in the entry is hidden.
func (e Entry) Hidden(t model.Table) bool {
	return slices.ContainsFunc(e.facts, func(f model.Fact) bool { return t.About(f).Hidden })
}

// Act is one thing that an event did: the sentence of it, and what is under it.
type Act struct {
	Lines       []Line
	Moment      int
	Timed       bool
	Bookkeeping bool // it only keeps the books: nobody did anything
	open        bool // it begins a roll, whose steps stand under it
	payer       string
}

// maxActs is how many acts of an event are shown before it is opened.
const maxActs = 6

// Tell says the entry, an act below the other, short or whole. That the clock
// went on is told where nothing else is: each act has its moment. Those who pay
// at the same moment are told as one.
func (e Entry) Tell(t model.Table, whole bool) []Act {
	var out []Act
	alone := !slices.ContainsFunc(e.facts, func(f model.Fact) bool { return !isClockMove(f) })
	payers := 0
	all, tail := groupRolls(e.facts), ""
	if all != nil {
		tail = commonTail(t, all)
		about := t.About(all[0])
		out = append(out, Act{Lines: []Line{{Text: GroupWordsOf(t, all)}}, Moment: about.Moment, Timed: about.Timed})
	}
	for i, f := range e.facts {
		if later := slices.ContainsFunc(e.facts[i+1:], isClockMove); isClockMove(f) && !whole && (!alone || later) {
			continue
		}
		if d, ok := f.(model.Finished); ok && all != nil && !whole && d.Roll.GroupSize() > 1 {
			out[0].Lines = append(out[0].Lines, memberLine(t, d, tail))
			continue
		}
		about := t.About(f)
		a := Act{Lines: Tell(t, f, whole), Moment: about.Moment, Timed: about.Timed, Bookkeeping: e.isBookkeeping() || isClockMove(f)}
		if len(a.Lines) == 0 {
			continue
		}
		if _, step := f.(model.Answered); step && len(out) > 0 && out[len(out)-1].open {
			out[len(out)-1].Lines = append(out[len(out)-1].Lines, a.Lines...)
			continue
		}
		_, a.open = f.(model.Opened)
		if f.Kind() == "paid" && !whole && len(about.Who) > 0 {
			a.payer = t.NameOf(about.Who[0])
			if last := len(out) - 1; payers > 0 && out[last].Moment == a.Moment {
				payers++
				out[last].addPayer(a, payers)
				continue
			}
			payers = 1
		} else {
			payers = 0
		}
		out = append(out, a)
	}
	if len(out) == 0 {
		return out
	}
	if whole {
		last := &out[len(out)-1]
		for _, books := range slices.Backward(e.after) {
			for _, a := range books.Tell(t, true) {
				last.Lines = append(last.Lines, a.Lines...)
			}
		}
		last.Lines = append(last.Lines, Line{Aside: true, Text: e.Event.Name() + "  " + e.Event.Time.Local().Format("2006-01-02 15:04") + "  by " + authorName(t, e.Event.By)})
		return out
	}
	for i, a := range out {
		if n := len(a.Lines) - maxLines; n > 1 && all == nil {
			out[i].Lines = append(slices.Clone(a.Lines[:maxLines]), Line{Aside: true, Text: strconv.Itoa(n) + " more lines"})
		}
	}
	if n := len(out) - maxActs; n > 1 {
		out = out[:maxActs]
		last := &out[maxActs-1]
		last.Lines = append(last.Lines, Line{Aside: true, Text: strconv.Itoa(n) + " more events"})
	}
	return out
}

// paid says what a payer paid, under a sentence that tells of several.
func (a Act) paid() string {
	if len(a.Lines) == 1 {
		return a.payer + " nothing"
	}
	return a.payer + " " + a.Lines[1].Text
}

// addPayer takes one more payer into a payment, the nth.
func (a *Act) addPayer(next Act, n int) {
	if n == 2 {
		a.Lines = []Line{{}, {Aside: true, Text: a.paid()}}
	}
	a.Lines[0] = Line{Text: strconv.Itoa(n) + " pay"}
	a.Lines[1].Text += "   " + next.paid()
}

// Before says what an entry was before it was set right, in one line.
func (e Entry) Before(t model.Table) []Line {
	if e.Was == nil {
		return nil
	}
	now := map[string]bool{}
	for _, a := range e.Tell(t, false) {
		for _, s := range a.Lines {
			now[s.Text+s.More] = true
		}
	}
	old := Entry{LogLine: model.LogLine{Event: *e.Was}, facts: tellable(e.Was.Facts, nil)}
	for _, a := range old.Tell(t, false) {
		for _, s := range a.Lines {
			if !now[s.Text+s.More] {
				return []Line{{Text: s.Text, More: s.More}}
			}
		}
	}
	return nil
}

func authorName(t model.Table, s model.Seat) string {
	name := t.SeatName(s)
	switch {
	case s.Role == model.Program:
		return "the program"
	case s.Role == model.GM:
		return "the gamemaster"
	case name == "":
		return string(s.Role)
	}
	return name
}
