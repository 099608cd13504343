package model

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Show is the command that shows everybody a page: a text, odds, or a sheet as it is now.
// Everybody knows what is on the page from then on, and nothing besides it.
// [History.Shows] returns pages in the same form.
type Show struct {
	Head string
	Text string // may have several lines, at most [MostShown] characters

	Odds *engine.Chances // only how likely each grade and total is

	Who, System string // the character and the rulebook of the sheet

	Character *Character // from History.Shows: the sheet as it was shown
	Seq       uint64     // from History.Shows: the number of the event
}

// MostShown is the greatest length of a page's text, in characters, and maxShownOdds the
// greatest number of grades and of totals.
const (
	MostShown    = 6000
	maxShownOdds = 1000
)

// PageShown is the fact that the gamemaster showed everybody a page.
type PageShown struct {
	Head   string     `json:"head"`
	Text   string     `json:"text,omitempty"`
	Odds   *ShownOdds `json:"odds,omitempty"`
	Sheet  *Character `json:"sheet,omitempty"`
	System string     `json:"system,omitempty"` // the rulebook of the sheet
}

// Kind implements [Fact].
func (PageShown) Kind() string { return "shown" }

// ShownOdds are odds on a page that everybody sees.
type ShownOdds struct {
	Success   float64       `json:"success"`
	Endings   []ShownChance `json:"endings,omitempty"`
	Totals    []ShownChance `json:"totals,omitempty"`
	Unreached float64       `json:"unreached,omitempty"`
}

// ShownChance is a grade or a total, and how likely it is.
type ShownChance struct {
	Grade   string   `json:"grade,omitempty"`
	Flags   []string `json:"flags,omitempty"`
	Total   int      `json:"total,omitempty"`
	P       float64  `json:"p"`
	Success float64  `json:"success,omitempty"`
}

// NewShownOdds returns the part of odds that everybody may see.
func NewShownOdds(c engine.Chances) *ShownOdds {
	out := &ShownOdds{Success: c.Success, Unreached: c.Unreached}
	for _, g := range c.Grades[:min(len(c.Grades), maxShownOdds)] {
		out.Endings = append(out.Endings, ShownChance{Grade: g.Grade, Flags: slices.Clone(g.Flags), P: g.P})
	}
	for _, x := range c.Totals[:min(len(c.Totals), maxShownOdds)] {
		out.Totals = append(out.Totals, ShownChance{Total: x.Total, P: x.P, Success: x.Success})
	}
	return out
}

// Valid reports whether every weight is a probability.
func (o *ShownOdds) Valid() bool {
	weight := func(p float64) bool { return p >= 0 && p < 1.001 }
	part := func(x ShownChance) bool { return weight(x.P) && weight(x.Success) }
	return weight(o.Success) && weight(o.Unreached) && !slices.ContainsFunc(slices.Concat(o.Endings, o.Totals), func(x ShownChance) bool { return !part(x) })
}

func (o *ShownOdds) chances() *engine.Chances {
	if o == nil {
		return nil
	}
	c := &engine.Chances{Success: o.Success, Unreached: o.Unreached}
	for _, g := range o.Endings {
		c.Grades = append(c.Grades, engine.GradeChance{Grade: g.Grade, Flags: g.Flags, P: g.P})
	}
	for _, x := range o.Totals {
		c.Totals = append(c.Totals, engine.TotalChance{Total: x.Total, P: x.P, Success: x.Success})
	}
	return c
}

// Words returns the odds in one line: "success 68.0 %".
func (o *ShownOdds) Words() string {
	parts := []string{"success " + percent(o.Success)}
	for _, g := range o.Endings {
		if g.Grade != string(engine.Success) || len(g.Flags) > 0 {
			parts = append(parts, engine.GradeChance{Grade: g.Grade, Flags: g.Flags}.Words()+" "+percent(g.P))
		}
	}
	return strings.Join(parts, ", ")
}

func percent(p float64) string { return strconv.FormatFloat(100*p, 'f', 1, 64) + " %" }

// Shows returns the pages that were shown after an event of the whole log, oldest first,
// without those that are undone.
func (h History) Shows(after uint64) []Show {
	var out []Show
	for l := range h.EventsAfter(after) {
		for _, f := range l.Event.Facts {
			if f, ok := f.(PageShown); ok && !l.Undone {
				out = append(out, Show{Head: f.Head, Text: f.Text, Odds: f.Odds.chances(), Character: f.Sheet, System: f.System, Seq: l.Event.Seq})
			}
		}
	}
	slices.Reverse(out)
	return out
}

// WholeSeq returns the number, in the whole log, of the newest event that the table was
// made from, even if a seat knows nothing of that event.
func (h History) WholeSeq() uint64 {
	if h.SeatView == nil {
		return h.Seq()
	}
	return h.SeatView.Seq
}

// EventsAfter yields the events after an event of the whole log, newest first. Numbers in
// a seat's log cannot serve for this, because they change when somebody hidden is
// revealed.
func (h History) EventsAfter(of uint64) iter.Seq[LogLine] {
	return func(yield func(LogLine) bool) {
		for e := h.Newest; e != nil && e.Event.Facts != nil; e = e.Previous {
			n := e.WholeSeq
			if h.SeatView == nil {
				n = e.Event.Seq
			}
			if n <= of || !yield(h.line(e.Event)) {
				return
			}
		}
	}
}
