package view

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Filter selects the entries of the log that are shown. The zero Filter selects all.
type Filter struct {
	Text   string `json:"text,omitempty"`   // words that must all occur, in any case of letters
	Who    string `json:"who,omitempty"`    // character id
	Action string `json:"action,omitempty"` // action id
	Hidden bool   `json:"hidden,omitempty"` // only hidden rolls

	Journal bool `json:"journal,omitempty"` // only private notes that the seat wrote
}

// Entry is one event of the log as it is shown: without facts that another entry already
// tells, such as the steps of a roll that is finished.
type Entry struct {
	model.LogLine
	facts []model.Fact
	after []Entry // entries about sessions that came after it, shown when it is opened
}

// maxLines is how many lines of a paragraph are shown before the entry is opened.
const maxLines = 5

// Entries yields the entries that match a filter, newest first, beginning with event from;
// 0 is the newest. It looks at no more than deep events; 0 is all of them. The end of a
// session, and the beginning of one in which nothing has happened, are shown with the
// entry before, because the log is a list of what people did. A search still finds them.
func Entries(t model.Table, f Filter, from uint64, deep int) iter.Seq[Entry] {
	newest := t.Seq()
	if from == 0 || from > newest {
		from = newest
	}
	// Facts that belong to one entry, or tell the same, are close together.
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
		for _, e := range after { // there is no entry before them
			if e.Event.Seq <= from && !yield(e) {
				return
			}
		}
	}
}

// RollSpan is over how many events a roll usually extends.
const RollSpan = 64

// isSessionMark reports whether an entry only says that a session began or ended. books is
// true then, and ends is true if a session ended.
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

// lines returns the text of an entry for [LogText], in the order of [Entry.Just] if it has
// just happened.
func (e Entry) lines(t model.Table, just bool) []Line {
	var out []Line
	all := e.Tell(t, false)
	if just && slices.ContainsFunc(all, func(a Paragraph) bool { return a.own }) {
		all = e.Just(t, maxParagraphs)
	}
	for _, a := range all {
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

// LogText yields the events that have anything to tell, newest first, each with its lines.
// Of an undone event only the sentence is left. With just it is read as it happens: what
// concerns the seat comes first in each event, and undo and redo where nothing else shows
// them, and the ends of sessions, are told too.
func LogText(t model.Table, just bool) iter.Seq2[model.LogLine, []Line] {
	all := Entries(t, Filter{}, 0, 0)
	if just {
		all = filteredEntries(t, Filter{}, t.Seq(), 0)
	}
	return func(yield func(model.LogLine, []Line) bool) {
		for e := range all {
			if out := e.lines(t, just); len(out) > 0 && !yield(e.LogLine, out) {
				return
			}
		}
	}
}

// onlyUndoes reports whether an entry does nothing but undo or redo others. Those say so
// themselves.
func (e Entry) onlyUndoes() bool {
	return !slices.ContainsFunc(e.facts, func(f model.Fact) bool { return !isUndoOrRedo(f) })
}

// isUndoOrRedo reports whether a fact undoes or redoes an event.
func isUndoOrRedo(f model.Fact) bool {
	switch f.(type) {
	case model.Undone, model.Redone:
		return true
	}
	return false
}

// filteredEntries is Entries with those that only undo or redo. It goes from event top
// back to the one after least.
func filteredEntries(t model.Table, f Filter, top, least uint64) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		var over, gone rollIDs // rolls that a newer event ends; gone are those whose end was undone
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
				ends = &gone // an undone roll is shown as one line, too
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

// rollIDs is a set of rolls.
type rollIDs map[string]bool

func (all *rollIDs) add(id string) {
	if *all == nil {
		*all = rollIDs{}
	}
	(*all)[id] = true
}

// addEnded adds the rolls of steps that are not undone and whose roll is no longer open. A
// newer event has ended it.
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

// ended returns the roll that a fact ends, and false if it ends none.
func ended(f model.Fact) (string, bool) {
	switch f := f.(type) {
	case model.Finished:
		return f.Roll.ID, true
	case model.Dropped:
		return f.Roll, true
	}
	return "", false
}

// tellable removes facts that another fact tells: the steps of a roll that is over, that a
// pending action was due if its roll follows, the beginning of a rest whose end follows, and
// the undone events of a request to undo.
func tellable(facts []model.Fact, over rollIDs) []model.Fact {
	facts = mergeFalls(facts)
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
	rested := func(later []model.Pending) bool {
		return len(later) > 0 && !slices.ContainsFunc(later, func(p model.Pending) bool {
			return !slices.ContainsFunc(facts, func(f model.Fact) bool { e, ok := f.(model.Finished); return ok && e.Roll.Pending == p.ID })
		})
	}
	out := make([]model.Fact, 0, len(facts))
	for _, f := range facts {
		switch x := f.(type) {
		case model.Finished:
			if x.Roll.Series != nil && x.Roll.GroupSize() == 0 && rested(x.Later) {
				continue
			}
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
		return nil // the fact that tells the rest has its moment
	}
	return out
}

// mergeFalls makes one fact of everything that a fall of somebody has called off.
func mergeFalls(facts []model.Fact) []model.Fact {
	first := map[string]int{} // by character
	var out []model.Fact
	for i, f := range facts {
		x, is := f.(model.Cancelled)
		if !is || x.Fell == "" {
			if out != nil {
				out = append(out, f)
			}
			continue
		}
		if at, again := first[x.Pending.Who]; again {
			if out == nil {
				out = slices.Clone(facts[:i])
			}
			merged := out[at].(model.Cancelled)
			merged.Also = append(slices.Clip(merged.Also), x.Pending)
			out[at] = merged
			continue
		}
		first[x.Pending.Who] = i
		if out != nil {
			first[x.Pending.Who] = len(out)
			out = append(out, f)
		}
	}
	if out == nil {
		return facts
	}
	return out
}

// beginsTurn reports whether somebody's turn begins with the event.
func (e Entry) beginsTurn(t model.Table) bool {
	is, moves := model.LastClock(e.Event)
	if !moves || is.Turn == "" || t.Time().Down { // there a turn is an action that falls due, and told as one
		return false
	}
	was, _ := t.ClockBefore(e.Event.Seq)
	return was.Turn != is.Turn || was.Moment != is.Moment
}

// isClockMove reports whether a fact only says what time it is and whose turn.
func isClockMove(f model.Fact) bool { return f.Kind() == "clock-moved" }

// matches reports whether the filter selects an entry. hay is scratch space.
func (x Filter) matches(t model.Table, e Entry, hay *[]byte) bool {
	if x.Journal && !e.isJournal(t) {
		return false
	}
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

// isJournal reports whether an entry is a private note of the seat that reads the log.
func (e Entry) isJournal(t model.Table) bool {
	by := model.Seat{Role: model.GM}
	if t.SeatView != nil {
		by = t.SeatView.Seat
	}
	return e.Event.By.Role == by.Role && (by.Role == model.GM || e.Event.By.Key() == by.Key()) && slices.ContainsFunc(e.facts, func(f model.Fact) bool {
		n, is := f.(model.Noted)
		return is && n.Private && n.Who == ""
	})
}

// isBookkeeping reports whether an entry has only facts in which nobody did anything.
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

// Paragraph is one thing that an event did: its sentence and the details below it.
type Paragraph struct {
	Lines       []Line
	Moment      int
	Timed       bool
	Bookkeeping bool   // nobody did anything
	open        bool   // it begins a roll, whose steps are shown below it
	payer       string // the name of whoever pays; "" if it is no payment
	own         bool   // it concerns a character of the seat
}

// maxParagraphs is how many paragraphs of an event are shown before the entry is opened.
const maxParagraphs = 6

// Tell describes the entry paragraph by paragraph, in short or with whole in full. Moves
// of the clock are left out if there is anything else, because each paragraph has its
// moment. Payments at the same moment are one paragraph.
func (e Entry) Tell(t model.Table, whole bool) []Paragraph {
	out := e.paragraphs(t, whole)
	if whole || len(out) <= maxParagraphs+1 {
		return out
	}
	kept := foremost(out)[:maxParagraphs]
	slices.Sort(kept)
	return cutTo(out, kept)
}

// Just describes the entry for those to whom it has just happened, in at most that many
// paragraphs: what concerns the seat's own characters first, and of that the newest first.
// To a seat without characters, and to the gamemaster, nothing is its own.
func (e Entry) Just(t model.Table, most int) []Paragraph {
	out := e.paragraphs(t, false)
	kept := foremost(out)
	return cutTo(out, kept[:min(len(kept), most)])
}

// foremost returns the places of paragraphs, those that concern the seat first, each kind
// with the newest first.
func foremost(all []Paragraph) []int {
	var own, rest []int
	for i, a := range slices.Backward(all) {
		if a.own {
			own = append(own, i)
		} else {
			rest = append(rest, i)
		}
	}
	return append(own, rest...)
}

// cutTo returns the paragraphs at some places. The last says how many are left out.
func cutTo(all []Paragraph, places []int) []Paragraph {
	var out []Paragraph
	for _, i := range places {
		out = append(out, all[i])
	}
	if n := len(all) - len(out); n > 0 && len(out) > 0 {
		last := &out[len(out)-1]
		last.Lines = append(slices.Clip(last.Lines), Line{Aside: true, Text: engine.Counted(n, "more event")})
	}
	return out
}

// paragraphs are those of [Entry.Tell], however many.
func (e Entry) paragraphs(t model.Table, whole bool) []Paragraph {
	var out []Paragraph
	owned := func(s model.Subject) bool {
		return t.SeatView != nil && slices.ContainsFunc(s.Who, func(id string) bool {
			c, ok := t.Character(id)
			return ok && t.SeatView.Seat.Owns(c)
		})
	}
	if words := undoneWords(t, e.facts); words != "" && !whole { // an act of several events is one
		a := Paragraph{Lines: line(words), Bookkeeping: e.isBookkeeping()}
		for _, f := range e.facts {
			a.own = a.own || owned(t.About(f))
		}
		return []Paragraph{a}
	}
	alone := !slices.ContainsFunc(e.facts, func(f model.Fact) bool { return !isClockMove(f) })
	payers := 0
	all, tail := groupRolls(e.facts), ""
	if all != nil {
		tail = commonTail(t, all)
		about := t.About(all[0])
		out = append(out, Paragraph{Lines: e.witnessed([]Line{{Text: GroupWordsOf(t, all)}}), Moment: about.Moment, Timed: about.Timed})
		for _, d := range all {
			out[0].own = out[0].own || owned(t.About(d))
		}
	}
	for i, f := range e.facts {
		if later := slices.ContainsFunc(e.facts[i+1:], isClockMove); isClockMove(f) && !whole && (later || !alone && !e.beginsTurn(t)) {
			continue // what else is told has its moment, but not whose turn it has become
		}
		if d, ok := f.(model.Finished); ok && all != nil && !whole && d.Roll.GroupSize() > 1 {
			out[0].Lines = append(out[0].Lines, memberLine(t, d, tail))
			continue
		}
		about := t.About(f)
		a := Paragraph{Lines: Tell(t, f, whole), Moment: about.Moment, Timed: about.Timed, Bookkeeping: e.isBookkeeping() || isClockMove(f), own: owned(about)}
		if len(a.Lines) == 0 {
			continue
		}
		if _, roll := f.(model.Finished); roll && !whole {
			a.Lines = e.witnessed(a.Lines)
		}
		if _, step := f.(model.Answered); step && len(out) > 0 && out[len(out)-1].open {
			out[len(out)-1].Lines = append(out[len(out)-1].Lines, a.Lines...)
			continue
		}
		if off, is := f.(model.Cancelled); is && off.Fell != "" && len(out) > 0 { // it belongs to what felled them
			last := &out[len(out)-1]
			for _, l := range a.Lines {
				l.Aside = true
				last.Lines = append(slices.Clip(last.Lines), l)
			}
			last.own = last.own || a.own
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
		last.Lines = append(last.Lines, Line{Aside: true, Text: e.Event.Name() + model.Prefixed("  hash ", e.Event.ShortHash) + "  " + e.Event.Time.Local().Format("2006-01-02 15:04") + "  by " + authorName(t, e.Event.By)})
		return out
	}
	for i, a := range out {
		if n := len(a.Lines) - maxLines; n > 1 && all == nil {
			out[i].Lines = append(slices.Clone(a.Lines[:maxLines]), Line{Aside: true, Text: strconv.Itoa(n) + " more lines"})
		}
	}
	return out
}

// witnessed adds to the lines of a roll the first digits of the hash of its event: whoever
// has them in their scrollback can show later that the log had this roll.
func (e Entry) witnessed(lines []Line) []Line {
	if e.Event.ShortHash == "" {
		return lines
	}
	lines = slices.Clone(lines)
	at := min(1, len(lines)-1)
	lines[at].More += "   hash " + e.Event.ShortHash
	return lines
}

// paid returns what one payer paid, for a line about several.
func (a Paragraph) paid() string {
	if len(a.Lines) == 1 {
		return a.payer + " nothing"
	}
	return a.payer + " " + a.Lines[1].Text
}

// addPayer adds a payer to a payment, as the nth.
func (a *Paragraph) addPayer(next Paragraph, n int) {
	if n == 2 {
		a.Lines = []Line{{}, {Aside: true, Text: a.paid()}}
	}
	a.Lines[0] = Line{Text: strconv.Itoa(n) + " pay"}
	a.Lines[1].Text += "   " + next.paid()
	a.own = a.own || next.own
}

// Before describes in one line what an amended entry was before.
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
	was := *e.Was
	was.ShortHash = "" // it is no part of what was corrected
	old := Entry{LogLine: model.LogLine{Event: was}, facts: tellable(e.Was.Facts, nil)}
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
