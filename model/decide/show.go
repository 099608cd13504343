package decide

import (
	"example.org/fray/engine"
	"example.org/fray/model"
)

// show shows everybody a page. Of a sheet it shows the page of one rulebook without notes
// and, for a hidden character, without the id.
func (d *decision) show(c model.Show) error {
	f := model.PageShown{Head: d.line("the heading", c.Head, model.LongestName), Text: d.text("the page", c.Text, model.MostShown)}
	if c.Odds != nil {
		if f.Odds = model.NewShownOdds(*c.Odds); !f.Odds.Valid() {
			return model.Refuse("these odds cannot be saved")
		}
	}
	if c.Who != "" {
		who, ok := d.t.Character(c.Who)
		if !ok {
			return model.Refuse("nobody here has the id %q", c.Who)
		}
		page, has := who.Pages[c.System]
		if !has {
			return model.Refuse("%s has no sheet of %s", who.Name, d.t.SystemName(c.System))
		}
		f.Sheet, f.System = &model.Character{Name: who.Name, Pages: map[string]engine.Page{c.System: page}}, c.System
		if !who.Hidden { // the id of a hidden character is the gamemaster's alone
			f.Sheet.ID = who.ID
		}
		if f.Head == "" {
			f.Head = who.Name
		}
	}
	switch {
	case f.Text == "" && f.Odds == nil && f.Sheet == nil:
		return model.Refuse("the page is empty: there is nothing to show")
	case f.Head == "":
		f.Head = model.Clean(f.Text, 40)
	}
	d.emit(f)
	return nil
}

func (d *decision) showOdds(c model.ShowOdds) error {
	if c.All == d.t.State.OddsOpen {
		return model.Refuse("that is already so")
	}
	d.emit(model.OddsOpened(c))
	return nil
}
