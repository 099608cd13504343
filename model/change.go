package model

import (
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// changes says what a roll's changes do to the sheets as they stand now.
// Whole numbers are added to, so that what happened since the roll began is
// not lost, and rows that it begins make room for those begun meanwhile: what
// the step carries along then names them by their new ids.
func (d *decision) changes(r Roll, step *engine.Step) []Change {
	renamed := map[string]string{} // seat and row, as the rule called them
	var out []Change
	for _, c := range step.Changes {
		ids := r.At(c.Sheet)
		if len(ids) == 0 {
			continue
		}
		who, ok := d.t.Character(ids[0])
		if !ok || who.Left && !r.Lasting {
			continue
		}
		s := d.t.rules[r.System]
		ch := Change{Who: who.ID, System: r.System, Field: c.Field, From: c.From, To: c.To}
		ch.Field = freeRow(renamed, r, c, who.Pages[r.System])
		now := s.Sheet.Read(who.Pages[r.System]).Value(ch.Field)
		if c.To.Kind() == engine.Int && c.From.Kind() == engine.Int && now.Kind() == engine.Int && now != c.From {
			to := now.Int() + c.To.Int() - c.From.Int()
			if sp, ok := s.Sheet.Field(ch.Field); ok {
				to = min(max(to, sp.Least), sp.Most)
			}
			ch.From, ch.To = now, engine.ValueOf(to)
		}
		ch.Left = leftIn(s, s.Sheet.Read(who.Pages[r.System]).WithModifiers(d.t.InForce(who.ID, r.System)), ch, out...)
		out = append(out, ch)
	}
	if len(renamed) > 0 {
		step.Later = slices.Clone(step.Later)
		for i, l := range step.Later {
			step.Later[i].Params = renamedIn(l.Params, renamed, l.Against)
		}
	}
	return out
}

// leftIn is what a change leaves of a pool and what was there before, with the
// changes that come with it; nil where it is none of a pool.
func leftIn(s *engine.System, now engine.Sheet, c Change, beside ...Change) *[2]int {
	p, ok := s.Pool(c.Field)
	if !ok || c.From.Kind() != engine.Int || c.To.Kind() != engine.Int {
		return nil
	}
	before := p.Now(now)
	for _, b := range beside {
		if b.Who == c.Who && b.Field == p.Full.ID { // the roll begins it
			before += b.To.Int() - p.Full.Of(now)
		}
	}
	return &[2]int{before, before - c.To.Int() + c.From.Int()}
}

// freeRow gives the path of a change. A row that the roll begins, where one of
// that id was begun by somebody else meanwhile, gets another id.
func freeRow(renamed map[string]string, r Roll, c engine.Change, now engine.Page) string {
	list, rest, nested := strings.Cut(c.Field, "/")
	row, column, _ := strings.Cut(rest, "/")
	then, there := r.sheets[c.Sheet]
	if !nested || column == "" || !there || slices.Contains(then.RowIDs(list), row) {
		return c.Field
	}
	key := string(c.Sheet) + "/" + list + "/" + row
	id, done := renamed[key]
	if !done {
		used := now.RowIDs(list)
		if id = row; !slices.Contains(used, row) {
			return c.Field
		}
		for n := 1; slices.Contains(used, id); n++ {
			id = fmt.Sprintf("r%d", n)
		}
		renamed[key] = id
	}
	return list + "/" + id + "/" + column
}

// renamedIn puts the new ids of rows of a seat into a form.
func renamedIn(form engine.Page, renamed map[string]string, seat engine.Seat) engine.Page {
	if seat == "" {
		seat = engine.Actor
	}
	for _, path := range form.Paths() {
		v, _ := form.Get(path)
		for key, id := range renamed {
			parts := strings.Split(key, "/")
			if v.Kind() == engine.Text && v.Text() == parts[2] && parts[0] == string(seat) {
				form = form.With(path, engine.ValueOf(id))
			}
		}
	}
	return form
}
