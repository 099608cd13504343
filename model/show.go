package model

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Show puts a page before everybody: a text, odds, or a sheet as it stands. All
// that is on it is known to everybody from then on, whatever they knew before,
// and nothing beside it.
type Show struct {
	Head string
	Text string // of several lines, at most [MostShown] letters

	Odds *engine.Chances // nothing counts but how likely the endings and totals are

	Who, System string // the sheet of a character

	Character *Character // in [History.Shows]: the sheet as it was shown
	Seq       uint64     // in [History.Shows]: the event
}

// mostShown is how many letters a page for all has, and mostShownOdds how many
// endings and totals.
const (
	MostShown    = 6000
	maxShownOdds = 1000
)

// PageShown is a page that the gamemaster has put before everybody.
type PageShown struct {
	Head   string     `json:"head"`
	Text   string     `json:"text,omitempty"`
	Odds   *ShownOdds `json:"odds,omitempty"`
	Sheet  *Character `json:"sheet,omitempty"`
	System string     `json:"system,omitempty"` // of the sheet
}

// Kind implements [Fact].
func (PageShown) Kind() string { return "shown" }

// ShownOdds are odds as everybody may know them.
type ShownOdds struct {
	Success   float64       `json:"success"`
	Endings   []ShownChance `json:"endings,omitempty"`
	Totals    []ShownChance `json:"totals,omitempty"`
	Unreached float64       `json:"unreached,omitempty"`
}

// ShownChance is an ending or a total, and how likely it is.
type ShownChance struct {
	Grade   string   `json:"grade,omitempty"`
	Flags   []string `json:"flags,omitempty"`
	Total   int      `json:"total,omitempty"`
	P       float64  `json:"p"`
	Success float64  `json:"success,omitempty"`
}

// NewShownOdds gives odds as everybody may know them.
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

// Valid reports whether every weight is one.
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

// Words say odds in a line: "success 68 %".
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

// Shows gives the pages that were put before everybody after an event of the
// whole log, the oldest first, without those that were taken back.
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

// WholeSeq gives the number, in the whole log, of the newest event that the table
// was made from, be it that a seat knows nothing of it.
func (h History) WholeSeq() uint64 {
	if h.SeatView == nil {
		return h.Seq()
	}
	return h.SeatView.Seq
}

// EventsAfter goes back through the events after one of the whole log. The numbers of
// a log that is cut for a seat are no measure: they change when somebody who was
// hidden is shown.
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
