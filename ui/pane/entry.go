package pane

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
)

// entry is one event of the log as it is shown: without the steps of a roll
// that is told whole elsewhere.
type entry struct {
	model.Line
	facts []model.Fact
	after []entry // book-keeping that came behind it, told when it is open
}

// shownAtOnce is how many lines of an entry are shown before it is opened.
const shownAtOnce = 5

// entries goes from an event, 0 for the newest, back through those that the
// filter lets through. It looks at no more than deep events; 0 is all. That an
// evening ended, or began without anything happening in it, stands in the entry
// before: the log is what happened. Whoever looks for it finds it.
func entries(f Frame, from uint64, deep int) iter.Seq[entry] {
	newest := f.Table.Seq()
	if from == 0 || from > newest {
		from = newest
	}
	// What stands in an entry, and what is told by another, is close to it.
	top, least := min(newest, from+spans), uint64(0)
	if deep > 0 {
		least = from - min(from, uint64(deep))
	}
	return func(yield func(entry) bool) {
		var after []entry
		acted := top < newest
		for e := range acts(f, top, least) {
			if e.takesBack() {
				continue
			}
			if ends, books := e.evening(); books && f.Filter == (Filter{}) && (ends || !acted) {
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

// spans is over how many events a roll usually goes.
const spans = 64

// evening reports whether an entry only says that an evening began or ended.
func (e entry) evening() (ends, books bool) {
	for _, f := range e.facts {
		switch f.(type) {
		case model.EveningBegan:
		case model.EveningEnded:
			ends = true
		default:
			return false, false
		}
	}
	return ends, true
}

// lines are those of a story.
func (e entry) lines(t model.Table) []view.Line {
	var out []view.Line
	for _, a := range e.tell(t, false) {
		for i, s := range a.said {
			if i == 0 || !e.Undone {
				out = append(out, view.Line{Text: s.words(), Head: i == 0})
			}
		}
	}
	for _, s := range e.was(t) {
		out = append(out, view.Line{Text: "before it was corrected: " + s.words()})
	}
	return out
}

// Story goes from the newest event back through those that tell something, with
// what each says in lines: without the steps of a roll that is told whole. Of
// what was taken back only the sentence is left. books tells also of the taking
// back itself, where nothing else shows it, and that evenings ended.
func Story(t model.Table, books bool) iter.Seq2[model.Line, []view.Line] {
	all := entries(Frame{Table: t}, 0, 0)
	if books {
		all = acts(Frame{Table: t}, t.Seq(), 0)
	}
	return func(yield func(model.Line, []view.Line) bool) {
		for e := range all {
			if out := e.lines(t); len(out) > 0 && !yield(e.Line, out) {
				return
			}
		}
	}
}

// takesBack reports whether an entry does nothing but take back others, which
// tell so themselves, or bring them again.
func (e entry) takesBack() bool {
	return !slices.ContainsFunc(e.facts, func(f model.Fact) bool { return !winds(f) })
}

// winds reports whether a fact takes an event back or brings it again.
func winds(f model.Fact) bool {
	switch f.(type) {
	case model.Undone, model.Redone:
		return true
	}
	return false
}

// acts is entries with those that take back others, from an event top on, of those
// that are newer than least.
func acts(f Frame, top, least uint64) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		var over, gone ids // rolls that a newer event ends, and those of which the end was taken back
		var hay []byte
		if top <= least {
			return
		}
		for l := range f.Table.LogFrom(top) {
			if l.Event.Seq <= least {
				return
			}
			ends := &over
			if l.Undone { // with its steps it is one line, too
				ends = &gone
			}
			if top < f.Table.Seq() && !l.Undone {
				over.elsewhere(f.Table, l.Event.Facts)
			}
			e := entry{Line: l, facts: tellable(l.Event.Facts, *ends)}
			for _, fact := range l.Event.Facts {
				if id, is := ended(fact); is {
					ends.add(id)
				}
			}
			if len(e.facts) > 0 && (f.Filter == (Filter{}) || f.Filter.lets(f.Table, e, &hay)) && !yield(e) {
				return
			}
		}
	}
}

// ids are those of rolls.
type ids map[string]bool

func (all *ids) add(id string) {
	if *all == nil {
		*all = ids{}
	}
	(*all)[id] = true
}

// elsewhere adds the rolls of which steps still hold, but which are not under way:
// what ends them is newer.
func (all *ids) elsewhere(t model.Table, facts []model.Fact) {
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
func tellable(facts []model.Fact, over ids) []model.Fact {
	if slices.ContainsFunc(facts, winds) && slices.ContainsFunc(facts, func(f model.Fact) bool { return !winds(f) }) {
		facts = slices.DeleteFunc(slices.Clone(facts), winds)
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
	if len(out) < len(facts) && !slices.ContainsFunc(out, func(f model.Fact) bool { return !keepsTime(f) }) {
		return nil // what is told elsewhere has its moment
	}
	return out
}

// keepsTime reports whether a fact only says what time it is, and whose turn.
func keepsTime(f model.Fact) bool { return f.Kind() == "clock-moved" }

// lets reports whether the filter shows an entry. hay is scratch space.
func (x Filter) lets(t model.Table, e entry, hay *[]byte) bool {
	if x.Who != "" || x.Action != "" || x.Hidden {
		if !slices.ContainsFunc(e.facts, func(f model.Fact) bool { return x.fits(t, f) }) {
			return false
		}
	}
	if x.Text == "" {
		return true
	}
	b := (*hay)[:0]
	for _, f := range e.facts {
		for _, s := range tell(t, f, false) {
			b = append(append(b, strings.ToLower(s.text)...), '\n')
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

func (x Filter) fits(t model.Table, f model.Fact) bool {
	s := t.About(f)
	return (x.Who == "" || slices.Contains(s.Who, x.Who)) && (x.Action == "" || s.Action == x.Action) && (!x.Hidden || s.Hidden)
}

// keepsBooks reports whether an entry only keeps the books: nobody did
// anything.
func (e entry) keepsBooks() bool {
	for _, f := range e.facts {
		switch f.(type) {
		case model.EveningBegan, model.EveningEnded, model.SetRight:
		default:
			return false
		}
	}
	return true
}

// hidden reports whether anything in the entry is hidden.
func (e entry) hidden(t model.Table) bool {
	return slices.ContainsFunc(e.facts, func(f model.Fact) bool { return t.About(f).Hidden })
}

// deed is one thing that an event did: the sentence of it, and what is under it.
type deed struct {
	said   []said
	moment int
	timed  bool
	books  bool // it only keeps the books: nobody did anything
	open   bool // it begins a roll, whose steps stand under it
	payer  string
}

// mostActs is how many acts of an event are shown before it is opened.
const mostActs = 6

// tell says the entry, an act below the other, short or whole. That the clock
// went on is told where nothing else is: each act has its moment. Those who pay
// at the same moment are told as one.
func (e entry) tell(t model.Table, whole bool) []deed {
	var out []deed
	alone := !slices.ContainsFunc(e.facts, func(f model.Fact) bool { return !keepsTime(f) })
	payers := 0
	all, tail := acted(e.facts), ""
	if all != nil {
		tail = tailOf(t, all)
		about := t.About(all[0])
		out = append(out, deed{said: []said{{text: TogetherOf(t, all)}}, moment: about.Moment, timed: about.Timed})
	}
	for i, f := range e.facts {
		if later := slices.ContainsFunc(e.facts[i+1:], keepsTime); keepsTime(f) && !whole && (!alone || later) {
			continue
		}
		if d, ok := f.(model.Finished); ok && all != nil && !whole && decide.GroupSize(d.Roll) > 1 {
			out[0].said = append(out[0].said, memberLine(t, d, tail))
			continue
		}
		about := t.About(f)
		a := deed{said: tell(t, f, whole), moment: about.Moment, timed: about.Timed, books: e.keepsBooks() || keepsTime(f)}
		if len(a.said) == 0 {
			continue
		}
		if _, step := f.(model.Answered); step && len(out) > 0 && out[len(out)-1].open {
			out[len(out)-1].said = append(out[len(out)-1].said, a.said...)
			continue
		}
		_, a.open = f.(model.Opened)
		if f.Kind() == "paid" && !whole && len(about.Who) > 0 {
			a.payer = t.NameOf(about.Who[0])
			if last := len(out) - 1; payers > 0 && out[last].moment == a.moment {
				payers++
				out[last].joined(a, payers)
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
			for _, a := range books.tell(t, true) {
				last.said = append(last.said, a.said...)
			}
		}
		last.said = append(last.said, said{ink: kit.Dim, text: e.Event.Name() + "  " + e.Event.Time.Local().Format("2006-01-02 15:04") + "  by " + seatName(t, e.Event.By)})
		return out
	}
	for i, a := range out {
		if n := len(a.said) - shownAtOnce; n > 1 && all == nil {
			out[i].said = append(slices.Clone(a.said[:shownAtOnce]), said{ink: kit.Dim, text: itoa(n) + " more lines"})
		}
	}
	if n := len(out) - mostActs; n > 1 {
		out = out[:mostActs]
		last := &out[mostActs-1]
		last.said = append(last.said, said{ink: kit.Dim, text: itoa(n) + " more events"})
	}
	return out
}

// paid says what a payer paid, under a sentence that tells of several.
func (a deed) paid() string {
	if len(a.said) == 1 {
		return a.payer + " nothing"
	}
	return a.payer + " " + a.said[1].text
}

// joined takes one more payer into a payment, the nth.
func (a *deed) joined(next deed, n int) {
	if n == 2 {
		a.said = []said{{}, {ink: kit.Dim, text: a.paid()}}
	}
	a.said[0] = said{text: itoa(n) + " pay"}
	a.said[1].text += "   " + next.paid()
}

// was says what an entry was before it was set right, in one line.
func (e entry) was(t model.Table) []said {
	if e.Was == nil {
		return nil
	}
	now := map[string]bool{}
	for _, a := range e.tell(t, false) {
		for _, s := range a.said {
			now[s.text+s.more] = true
		}
	}
	old := entry{Line: model.Line{Event: *e.Was}, facts: tellable(e.Was.Facts, nil)}
	for _, a := range old.tell(t, false) {
		for _, s := range a.said {
			if !now[s.text+s.more] {
				return []said{{ink: kit.Struck, text: s.text, more: s.more}}
			}
		}
	}
	return nil
}

func seatName(t model.Table, s model.Seat) string {
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
