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
	Text string // of several lines, at most [Table.MostShown] letters

	Odds *engine.Chances // nothing counts but how likely the endings and totals are

	Who, System string // the sheet of a character

	Character *Character // in [Table.Shows]: the sheet as it was shown
	Seq       uint64     // in [Table.Shows]: the event
}

// mostShown is how many letters a page for all has, and mostShownOdds how many
// endings and totals.
const (
	mostShown     = 6000
	mostShownOdds = 1000
)

// shown is a page that the gamemaster has put before everybody.
type shown struct {
	Head   string     `json:"head"`
	Text   string     `json:"text,omitempty"`
	Odds   *shownOdds `json:"odds,omitempty"`
	Sheet  *Character `json:"sheet,omitempty"`
	System string     `json:"system,omitempty"` // of the sheet
}

// Kind implements [Fact].
func (shown) Kind() string { return "shown" }

// shownOdds are odds as everybody may know them.
type shownOdds struct {
	Success   float64     `json:"success"`
	Endings   []shownPart `json:"endings,omitempty"`
	Totals    []shownPart `json:"totals,omitempty"`
	Unreached float64     `json:"unreached,omitempty"`
}

// shownPart is an ending or a total, and how likely it is.
type shownPart struct {
	Grade   string   `json:"grade,omitempty"`
	Flags   []string `json:"flags,omitempty"`
	Total   int      `json:"total,omitempty"`
	P       float64  `json:"p"`
	Success float64  `json:"success,omitempty"`
}

func oddsShown(c engine.Chances) *shownOdds {
	out := &shownOdds{Success: c.Success, Unreached: c.Unreached}
	for _, g := range c.Grades[:min(len(c.Grades), mostShownOdds)] {
		out.Endings = append(out.Endings, shownPart{Grade: g.Grade, Flags: slices.Clone(g.Flags), P: g.P})
	}
	for _, x := range c.Totals[:min(len(c.Totals), mostShownOdds)] {
		out.Totals = append(out.Totals, shownPart{Total: x.Total, P: x.P, Success: x.Success})
	}
	return out
}

// sound reports whether every weight is one.
func (o *shownOdds) sound() bool {
	weight := func(p float64) bool { return p >= 0 && p < 1.001 }
	part := func(x shownPart) bool { return weight(x.P) && weight(x.Success) }
	return weight(o.Success) && weight(o.Unreached) && !slices.ContainsFunc(slices.Concat(o.Endings, o.Totals), func(x shownPart) bool { return !part(x) })
}

func (o *shownOdds) chances() *engine.Chances {
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

// words say odds in a line: "success 68 %".
func (o *shownOdds) words() string {
	parts := []string{"success " + percent(o.Success)}
	for _, g := range o.Endings {
		if g.Grade != string(engine.Success) || len(g.Flags) > 0 {
			parts = append(parts, engine.GradeChance{Grade: g.Grade, Flags: g.Flags}.Words()+" "+percent(g.P))
		}
	}
	return strings.Join(parts, ", ")
}

func percent(p float64) string { return strconv.FormatFloat(100*p, 'f', 1, 64) + " %" }

// show puts a page before everybody. Of a sheet only the page of one rulebook
// is shown: no notes, and of somebody hidden no more than the name.
func (d *decision) show(c Show) error {
	f := shown{Head: Clean(c.Head, LongestName), Text: CleanText(c.Text, mostShown)}
	if c.Odds != nil {
		if f.Odds = oddsShown(*c.Odds); !f.Odds.sound() {
			return refuse("these odds cannot be written down")
		}
	}
	if c.Who != "" {
		who, ok := d.t.Character(c.Who)
		if !ok {
			return refuse("nobody here has the id %q", c.Who)
		}
		page, has := who.Pages[c.System]
		if !has {
			return refuse("%s has no sheet of %s", who.Name, d.t.SystemName(c.System))
		}
		f.Sheet, f.System = &Character{Name: who.Name, Pages: map[string]engine.Page{c.System: page}}, c.System
		if !who.Hidden { // an id tells how many came before
			f.Sheet.ID = who.ID
		}
		if f.Head == "" {
			f.Head = who.Name
		}
	}
	switch {
	case f.Text == "" && f.Odds == nil && f.Sheet == nil:
		return refuse("the page is empty: there is nothing to show")
	case f.Head == "":
		f.Head = Clean(f.Text, 40)
	}
	d.say(f)
	return nil
}

// MostShown is how many letters a page for all may have.
func (Table) MostShown() int { return mostShown }

// Shows gives the pages that were put before everybody after an event of the
// whole log, the oldest first, without those that were taken back.
func (t Table) Shows(after uint64) []Show {
	var out []Show
	for l := range t.behind(after) {
		for _, f := range l.Event.Facts {
			if f, ok := f.(shown); ok && !l.Undone {
				out = append(out, Show{Head: f.Head, Text: f.Text, Odds: f.Odds.chances(), Character: f.Sheet, System: f.System, Seq: l.Event.Seq})
			}
		}
	}
	slices.Reverse(out)
	return out
}

func (x telling) shown(f shown) []Said {
	out := line("The gamemaster shows: " + f.Head)
	if f.Text != "" && f.Text != f.Head {
		for text := range strings.SplitSeq(f.Text, "\n") {
			if text = strings.TrimSpace(text); text != "" {
				out = append(out, Said{Aside: true, Text: text})
			}
		}
	}
	if f.Odds != nil {
		out = append(out, Said{Aside: true, Text: f.Odds.words()})
	}
	if f.Sheet != nil {
		out = append(out, Said{Aside: true, Text: "the sheet of " + f.Sheet.Name + ", " + x.t.SystemName(f.System)})
	}
	return out
}

// Reaches gives the number, in the whole log, of the newest event that the table
// was made from, be it that a seat knows nothing of it.
func (t Table) Reaches() uint64 {
	if t.part == nil {
		return t.Seq()
	}
	return t.part.seq
}

// behind goes back through the events after one of the whole log. The numbers of
// a log that is cut for a seat are no measure: they change when somebody who was
// hidden is shown.
func (t Table) behind(of uint64) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for e := t.last; e != nil && e.Event.Facts != nil; e = e.prev {
			n := e.of
			if t.part == nil {
				n = e.Event.Seq
			}
			if n <= of || !yield(t.line(e.Event)) {
				return
			}
		}
	}
}

// Called gives the number that the log of a table that is cut for a seat has for
// an event of the whole log; false for one that is not in it.
func (t Table) Called(of uint64) (uint64, bool) {
	if t.part == nil {
		e := t.entryAt(of)
		return of, e != nil && e.Event.Seq == of
	}
	n := t.number(of)
	return n, n != 0
}
