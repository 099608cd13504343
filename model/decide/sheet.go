package decide

import (
	"math"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// write sets fields of one sheet or, as one act, of several.
func (d *decision) write(c model.Write) error {
	for _, one := range append([]model.Write{c}, c.More...) {
		if err := d.writeOne(one); err != nil {
			return err
		}
	}
	return nil
}

func (d *decision) writeOne(c model.Write) error {
	who, err := d.visibleCharacter(c.Who)
	if err != nil {
		return err
	}
	s, ok := d.t.Rulebooks[c.System]
	if !ok {
		return model.Refuse("this version has no rulebook %q", c.System)
	}
	page, blind := who.Pages[c.System], d.by.VisibilityOf(who) != model.Open
	if blind {
		page = engine.Page{} // a request is counted from what the seat knows
	}
	f := model.SheetWritten{Who: who.ID, System: c.System, Why: d.line("the reason", c.Why, model.LongestReason)}
	for _, set := range c.Set {
		sp, known := s.Sheet.Field(set.Field)
		switch {
		case set.To.IsNone(): // it clears a field or removes a row
		case !known:
			return model.Refuse("%v", &engine.UnknownField{System: s, Key: set.Field})
		default:
			if set.To.Kind() == engine.Text {
				set.To = engine.ValueOf(model.CleanText(set.To.Text(), math.MaxInt))
			}
			if err := sp.Check(set.To); err != nil {
				return model.Refuse("%v", err)
			}
		}
		from := s.Sheet.Read(page).Value(set.Field)
		if !known && strings.Contains(set.Field, "/") { // it removes a row, which the log names by the row's name
			from = s.Sheet.Read(page).Value(set.Field + "/name")
		}
		if known && set.From.Kind() == engine.Int && set.To.Kind() == engine.Int && sp.Check(set.From) == nil { // the field changes by the difference
			if blind {
				from = set.From
			} else {
				most := sp.Most
				if pool, ok := s.Pool(set.Field); ok { // no pool falls below 0 by hand
					most = min(most, max(from.Int(), from.Int()+pool.Now(s.Sheet.Read(page))))
				}
				set.To = engine.ValueOf(min(max(from.Int()+set.To.Int()-set.From.Int(), sp.Least), most))
			}
		}
		f.Changes = append(f.Changes, model.Change{Field: set.Field, From: from, To: set.To})
		page = page.With(set.Field, set.To)
	}
	if len(f.Changes) == 0 {
		return model.Refuse("nothing was changed")
	}
	if !d.mayWrite(who, s, f.Changes) {
		return d.request(model.Request{Sheet: &f})
	}
	d.emit(f)
	return nil
}

func (d *decision) putPage(c model.PutPage) error {
	who, err := d.ownCharacter(c.Who)
	if err != nil {
		return err
	}
	put := func(f model.PagePut) error {
		if !d.by.IsGamemaster() && !d.t.State.PlayersKeepSheets {
			return d.request(model.Request{Page: &f})
		}
		d.emit(f)
		return nil
	}
	if c.Page == nil {
		if _, has := who.Pages[c.System]; !has {
			return model.Refuse("%s has no such sheet", who.Name)
		}
		return put(model.PagePut{Who: who.ID, System: c.System, Why: d.line("the reason", c.Why, model.LongestReason)})
	}
	if err := d.t.CheckRulebook(c.System); err != nil {
		return err
	}
	p, err := cleanPage(d.t, c.System, *c.Page)
	if err != nil {
		return err
	}
	return put(model.PagePut{Who: who.ID, System: c.System, Page: &p, Why: d.line("the reason", c.Why, model.LongestReason)})
}

// cleanPage cleans the text of a page and checks its values. A page of an unknown
// rulebook is only cleaned.
func cleanPage(t model.Table, system string, p engine.Page) (engine.Page, error) {
	for _, path := range p.Paths() {
		if v, _ := p.Get(path); v.Kind() == engine.Text {
			text, err := model.CleanTextWithin("a text of the sheet", v.Text(), model.LongestNote)
			if err != nil {
				return p, err
			}
			p = p.With(path, engine.ValueOf(text))
		}
	}
	s, ok := t.Rulebooks[system]
	if !ok {
		return p, nil
	}
	if err := s.Sheet.Check(p); err != nil {
		return p, model.Refuse("%s: %v", s.Name, err)
	}
	return p, nil
}
