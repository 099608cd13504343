package decide

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// ShelfItem is something prepared that can be put into any table: a character, a group of
// characters, a row of a sheet such as a weapon or a power, or an effect. One of
// Characters, Row and Effect is set.
type ShelfItem struct {
	Name       string
	Characters []model.Character // one, or the members of a group
	System     string            // the rulebook of the row
	List       string            // the list of the sheet that the row belongs to
	Row        map[string]engine.Value
	Effect     *model.Effect // its At is its duration in moments
}

// Word returns the kind of the item: "character", "gang", "condition", or the
// rulebook's label of the list that a row belongs to.
func (r ShelfItem) Word(rules model.Rulebooks) string {
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

// Page returns a page with the row added to its list under the given id.
func (r ShelfItem) Page(p engine.Page, id string) engine.Page {
	for _, column := range slices.Sorted(r.columns) {
		p = p.With(r.List+"/"+id+"/"+column, r.Row[column])
	}
	return p
}

func (r ShelfItem) columns(yield func(string) bool) {
	for column := range r.Row {
		if !yield(column) {
			return
		}
	}
}

// WithRow returns the item with a row copied from a page.
func (r ShelfItem) WithRow(p engine.Page, s *engine.System, list, row string) ShelfItem {
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

// Command returns the command that puts the item into a table: a new character, or a
// row or effect for the character who. The refusal says what is missing.
func (r ShelfItem) Command(t model.Table, who string) (model.Command, error) {
	if len(r.Characters) > 0 {
		return model.Join{Character: r.Characters[0], More: r.Characters[1:]}, nil
	}
	c, ok := t.Character(who)
	if !ok {
		return nil, model.Refuse("select the character it is for first")
	}
	if e := r.Effect; e != nil {
		add := model.AddEffect{Who: who, Words: e.Words, Until: e.Until, Adds: e.Does}
		if e.Until == model.ByMoment || e.Until == model.ByTime {
			add.At = t.Clock.Moment + e.At
		}
		if e.Until == model.ByTurn {
			add.Of = who
		}
		for _, a := range e.Does {
			if !model.HasPage(c, a.System) {
				return nil, model.Refuse("%s has no sheet of %s", c.Name, t.SystemName(a.System))
			}
		}
		return add, nil
	}
	s, ok := t.Rulebooks[r.System]
	if !ok {
		return nil, model.Refuse("this version has no rulebook %q", r.System)
	}
	if !model.HasPage(c, r.System) {
		return nil, model.Refuse("%s has no sheet of %s", c.Name, s.Name)
	}
	l, ok := s.Sheet.FindList(r.List)
	if !ok {
		return nil, model.Refuse("%s has no list %q", s.Name, r.List)
	}
	page := c.Pages[r.System]
	id := "r1"
	for n := 2; slices.Contains(page.RowIDs(r.List), id); n++ {
		id = "r" + strconv.Itoa(n)
	}
	set := make([]model.Change, 0, len(r.Row))
	for _, column := range l.Columns {
		if v, ok := r.Row[column.ID]; ok {
			set = append(set, model.Change{Field: r.List + "/" + id + "/" + column.ID, To: v})
		}
	}
	return model.Write{Who: who, System: r.System, Set: set, Why: "from the shelf"}, nil
}

// ShelfItemOf returns an effect of the table as a shelf item, with its duration in
// moments.
func ShelfItemOf(t model.Table, effect string) (ShelfItem, bool) {
	i := slices.IndexFunc(t.State.Effects, func(e model.Effect) bool { return e.ID == effect })
	if i < 0 {
		return ShelfItem{}, false
	}
	e := t.State.Effects[i]
	if e.Until == model.ByMoment || e.Until == model.ByTime {
		e.At -= e.Since
	}
	e.ID, e.Who, e.Since, e.Of = "", "", 0, ""
	return ShelfItem{Name: e.Words, Effect: &e}, true
}
