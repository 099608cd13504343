package model

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
)

// Ready is what was made before and can be put into any table: a character, a
// gang, a row of a sheet such as a weapon or a power, or an effect. One of
// Characters, Row and Effect is there.
type Ready struct {
	Name       string
	Characters []Character // one, or those of a gang
	System     string      // of the row
	List       string      // that the row is of
	Row        map[string]engine.Value
	Effect     *Effect // its At is how long it lasts, in moments
}

// Word is what r is called as a kind of thing: "character", "gang", or what the
// rulebook calls the list that a row is of.
func (r Ready) Word(rules Rules) string {
	switch {
	case len(r.Characters) == 1:
		return "character"
	case len(r.Characters) > 1:
		return "gang"
	case r.Effect != nil:
		return "condition"
	}
	if s, ok := rules[r.System]; ok {
		if l, ok := s.Sheet.FindList(r.List); ok {
			return l.Label
		}
	}
	return r.List
}

// Page is a page with the row alone in its list, under the id given.
func (r Ready) Page(p engine.Page, id string) engine.Page {
	for _, column := range slices.Sorted(r.columns) {
		p = p.With(r.List+"/"+id+"/"+column, r.Row[column])
	}
	return p
}

func (r Ready) columns(yield func(string) bool) {
	for column := range r.Row {
		if !yield(column) {
			return
		}
	}
}

// RowOf takes a row of a page.
func (r Ready) RowOf(p engine.Page, s *engine.System, list, row string) Ready {
	r.System, r.List, r.Row = s.ID, list, map[string]engine.Value{}
	l, ok := s.Sheet.FindList(list)
	if !ok {
		return r
	}
	for _, c := range l.Columns {
		if v, ok := p.Get(list + "/" + row + "/" + c.ID); ok {
			r.Row[c.ID] = v
		}
	}
	return r
}

// Put is the command that brings r to a table: somebody new, or something for
// who. Whoever comes gets a name that nobody has. The refusal says what is
// missing.
func (r Ready) Put(t Table, who string) (Command, error) {
	if len(r.Characters) > 0 {
		return Join{Character: r.Characters[0], More: r.Characters[1:]}, nil
	}
	c, ok := t.Character(who)
	if !ok {
		return nil, refuse("select whom it is for first")
	}
	if e := r.Effect; e != nil {
		add := AddEffect{Who: who, Words: e.Words, Until: e.Until, Adds: e.Does}
		if e.Until == ByMoment || e.Until == ByTime {
			add.At = t.Clock.Moment + e.At
		}
		if e.Until == ByTurn {
			add.Of = who
		}
		for _, a := range e.Does {
			if !has(c, a.System) {
				return nil, refuse("%s has no sheet of %s", c.Name, t.SystemName(a.System))
			}
		}
		return add, nil
	}
	s, ok := t.rules[r.System]
	if !ok {
		return nil, refuse("this version has no rulebook %q", r.System)
	}
	if !has(c, r.System) {
		return nil, refuse("%s has no sheet of %s", c.Name, s.Name)
	}
	l, ok := s.Sheet.FindList(r.List)
	if !ok {
		return nil, refuse("%s has no list %q", s.Name, r.List)
	}
	page := c.Pages[r.System]
	id := "r1"
	for n := 2; slices.Contains(page.RowIDs(r.List), id); n++ {
		id = "r" + strconv.Itoa(n)
	}
	set := make([]Change, 0, len(r.Row))
	for _, column := range l.Columns {
		if v, ok := r.Row[column.ID]; ok {
			set = append(set, Change{Field: r.List + "/" + id + "/" + column.ID, To: v})
		}
	}
	return Write{Who: who, System: r.System, Set: set, Why: "from the shelf"}, nil
}

// Kept gives an effect that holds as it is put on the shelf: with how long it
// was to last.
func (t Table) Kept(effect string) (Ready, bool) {
	i := slices.IndexFunc(t.effects, func(e Effect) bool { return e.ID == effect })
	if i < 0 {
		return Ready{}, false
	}
	e := t.effects[i]
	if e.Until == ByMoment || e.Until == ByTime {
		e.At -= e.Since
	}
	e.ID, e.Who, e.Since, e.Of, e.Wrote = "", "", 0, "", nil
	return Ready{Name: e.Words, Effect: &e}, true
}
