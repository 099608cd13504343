package pane

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// entry is one event of the log as it is shown: without the steps of a roll
// that is told whole elsewhere.
type entry struct {
	model.Line
	facts []model.Fact
}

// shownAtOnce is how many lines of an entry are shown before it is opened.
const shownAtOnce = 5

// entries goes from the newest back through those that the filter lets
// through. It looks at no more than deep events; 0 is all.
func entries(f Frame, deep int) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		over := map[string]bool{} // rolls that a newer event ends
		var hay []byte
		n := 0
		for l := range f.Table.Log() {
			if n++; deep > 0 && n > deep {
				return
			}
			e := entry{l, tellable(l.Event.Facts, over)}
			if !l.Undone {
				for _, fact := range l.Event.Facts {
					if id, ends := ended(fact); ends {
						over[id] = true
					}
				}
			}
			if len(e.facts) == 0 {
				continue
			}
			if f.Filter != (Filter{}) && !f.Filter.lets(f.Table, e, &hay) {
				continue
			}
			if !yield(e) {
				return
			}
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
// is over, and that a pending action fell due when its roll follows.
func tellable(facts []model.Fact, over map[string]bool) []model.Fact {
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
	return out
}

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
		case model.EveningBegan, model.EveningEnded, model.Undone, model.Redone:
		default:
			return false
		}
	}
	return true
}

// moment gives the moment an entry tells of.
func (e entry) moment(t model.Table) (int, bool) {
	for _, f := range e.facts {
		if x := t.About(f); x.Timed {
			return x.Moment, true
		}
	}
	return 0, false
}

// hidden reports whether anything in the entry is hidden.
func (e entry) hidden(t model.Table) bool {
	return slices.ContainsFunc(e.facts, func(f model.Fact) bool { return t.About(f).Hidden })
}

// tell says the entry: its facts one below the other, short or whole.
func (e entry) tell(t model.Table, whole bool) []said {
	var out []said
	for _, f := range e.facts {
		out = append(out, tell(t, f, whole)...)
	}
	if whole {
		return append(out, said{ink: kit.Dim, text: "#" + utoa(e.Event.Seq) + "  " + e.Event.Time.Local().Format("2006-01-02 15:04") + "  by " + seatName(e.Event.By)})
	}
	if n := len(out) - shownAtOnce; n > 1 {
		out = append(out[:shownAtOnce:shownAtOnce], said{ink: kit.Dim, text: itoa(n) + " lines more"})
	}
	return out
}

func seatName(s model.Seat) string {
	switch {
	case s.Role == model.Program:
		return "the program"
	case s.Role == model.GM:
		return "the gamemaster"
	case s.Name == "":
		return string(s.Role)
	}
	return s.Name
}
