package decide

import (
	"maps"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

func (d *decision) make(c model.Make) error {
	if d.t.Seq() > 0 {
		return model.Refuse("this table has begun already")
	}
	name, err := cleanName(c.Name)
	if err != nil {
		return err
	}
	if err := d.t.CheckRulebook(c.System); err != nil {
		return err
	}
	d.emit(model.Made{Name: name, System: c.System})
	return nil
}

func (d *decision) rename(c model.Rename) error {
	name, err := cleanName(c.Name)
	if err != nil {
		return err
	}
	if err := d.t.CheckRulebook(c.System); err != nil {
		return err
	}
	if c.System != d.t.System && len(d.openRolls()) > 0 {
		return model.Refuse("a roll is under way: finish or drop it first")
	}
	from := d.t.Time()
	d.emit(model.Renamed{Name: name, System: c.System})
	d.convertTimes(from)
	return nil
}

func cleanName(s string) (string, error) {
	name := strings.TrimSpace(model.Clean(s, model.LongestName))
	if name == "" {
		return "", model.Refuse("a name is needed")
	}
	return name, nil
}

func (d *decision) join(c model.Join) error {
	for _, who := range append([]model.Character{c.Character}, c.More...) {
		if err := d.addCharacter(who); err != nil {
			return err
		}
	}
	return nil
}

func (d *decision) addCharacter(who model.Character) error {
	name, err := cleanName(who.Name)
	if err != nil {
		return err
	}
	who.ID, who.Name, who.Left = d.id("c"), name, false
	if who.Owner, err = model.CleanOwner(who.Owner); err != nil {
		return err
	}
	if !slices.Contains(model.ShownChoices, who.Shown) {
		who.Shown = ""
	}
	who.Notes, who.Side = model.CleanText(who.Notes, model.LongestNote), model.CleanSide(who.Side)
	pages := map[string]engine.Page{}
	for _, sys := range slices.Sorted(maps.Keys(who.Pages)) {
		if pages[sys], err = cleanPage(d.t, sys, who.Pages[sys]); err != nil {
			return err
		}
	}
	who.Pages = pages
	d.emit(model.Joined{Character: who})
	return nil
}

// cleanPage cleans the text of a page and checks its values. A page of an unknown
// rulebook is only cleaned.
func cleanPage(t model.Table, system string, p engine.Page) (engine.Page, error) {
	for _, path := range p.Paths() {
		if v, _ := p.Get(path); v.Kind() == engine.Text {
			p = p.With(path, engine.ValueOf(model.CleanText(v.Text(), model.LongestNote)))
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

// ownCharacter returns a character for whom the seat may act.
func (d *decision) ownCharacter(id string) (*model.Character, error) {
	c, ok := d.t.Character(id)
	switch {
	case !ok || !d.by.Sees(c):
		return nil, model.Refuse("nobody here has the id %q", id)
	case !d.by.Owns(c):
		return nil, model.Refuse("%s is not yours", c.Name)
	}
	return c, nil
}

func (d *decision) leave(c model.Leave) error {
	who, err := d.ownCharacter(c.Who)
	if err != nil {
		return err
	}
	if who.Left {
		return model.Refuse("%s has left already", who.Name)
	}
	d.cancelActionsOf(who)
	for _, sys := range who.Systems() {
		if s, ok := d.t.Rulebooks[sys]; ok && s.Time.Between.Leaves != "" {
			d.runAside(model.Roll{Who: who.ID, System: sys, Action: s.Time.Between.Leaves}, who.Name+" left")
		}
	}
	d.emit(model.Left{Who: who.ID})
	return nil
}

func (d *decision) returnToTable(c model.Return) error {
	who, err := d.ownCharacter(c.Who)
	if err != nil {
		return err
	}
	if !who.Left {
		return model.Refuse("%s is at the table", who.Name)
	}
	d.emit(model.Joined{Character: *who})
	return nil
}

// AssignOwner returns the command that gives a character to the player with that key
// and changes nothing else.
func AssignOwner(c *model.Character, key string) model.Edit {
	said := *c
	said.Owner, said.Pages = key, nil
	return model.Edit{Who: c.ID, Character: said}
}

func (d *decision) edit(c model.Edit) error {
	who, err := d.ownCharacter(c.Who)
	if err != nil {
		return err
	}
	e := c.Character
	if e.Name, err = cleanName(e.Name); err != nil {
		return err
	}
	if e.Owner != who.Owner { // in older logs one may be called anything
		if e.Owner, err = model.CleanOwner(e.Owner); err != nil {
			return err
		}
	}
	e.Notes = model.CleanText(e.Notes, model.LongestNote)
	if !d.by.IsGamemaster() && (e.Owner != who.Owner || e.Hidden != who.Hidden || e.Shown != who.Shown || e.Guard != who.Guard) {
		return model.Refuse("only the gamemaster says who owns a character, and how others get it")
	}
	if e.Shown != who.Shown && !slices.Contains(model.ShownChoices, e.Shown) {
		return model.Refuse("others get somebody open or met, and not %q", model.Clean(e.Shown, 20))
	}
	e.ID, e.Pages, e.Left, e.Side = who.ID, nil, false, "" // an edit says nothing of the side
	anew := e.Name != who.Name || e.Owner != who.Owner || e.Hidden != who.Hidden || e.Shown != who.Shown || e.Guard != who.Guard
	d.emit(model.Edited{Who: who.ID, Character: e, Anew: anew, What: editedParts(who, &e)})
	return nil
}

func editedParts(was, is *model.Character) []string {
	var out []string
	for _, x := range []struct {
		what string
		so   bool
	}{
		{model.EditedName, was.Name != is.Name}, {model.EditedPlayer, was.Owner != is.Owner}, {model.EditedShown, was.Hidden != is.Hidden || was.Shown != is.Shown},
		{model.EditedGuard, was.Guard != is.Guard}, {model.EditedDice, was.Typed != is.Typed}, {model.EditedNotes, was.Notes != is.Notes},
	} {
		if x.so {
			out = append(out, x.what)
		}
	}
	return out
}

func (d *decision) reorder(c model.Reorder) error {
	if _, err := d.ownCharacter(c.Who); err != nil {
		return err
	}
	if c.To < 0 || c.To >= len(d.t.State.Characters) {
		return model.Refuse("there is no such place: it is 0 to %d", len(d.t.State.Characters)-1)
	}
	d.emit(model.Reordered(c))
	return nil
}

func (d *decision) write(c model.Write) error {
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
		page = engine.Page{} // what the seat asks for is from what it knows
	}
	f := model.SheetWritten{Who: who.ID, System: c.System, Why: model.Clean(c.Why, 200)}
	for _, set := range c.Set {
		sp, known := s.Sheet.Field(set.Field)
		switch {
		case set.To.IsNone(): // clears a field or takes out a row
		case !known:
			return model.Refuse("%v", &engine.UnknownField{System: s, Key: set.Field})
		default:
			if set.To.Kind() == engine.Text {
				set.To = engine.ValueOf(model.CleanText(set.To.Text(), sp.Most))
			}
			if err := sp.Check(set.To); err != nil {
				return model.Refuse("%v", err)
			}
		}
		from := s.Sheet.Read(page).Value(set.Field)
		if !known && strings.Contains(set.Field, "/") { // a row, which is told by its name
			from = s.Sheet.Read(page).Value(set.Field + "/name")
		}
		if known && set.From.Kind() == engine.Int && set.To.Kind() == engine.Int && sp.Check(set.From) == nil { // by how much
			if blind {
				from = set.From
			} else {
				set.To = engine.ValueOf(min(max(from.Int()+set.To.Int()-set.From.Int(), sp.Least), sp.Most))
			}
		}
		f.Changes = append(f.Changes, model.Change{Field: set.Field, From: from, To: set.To})
		page = page.With(set.Field, set.To)
	}
	if len(f.Changes) == 0 {
		return model.Refuse("nothing is changed")
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
			return model.Refuse("%s has no such page", who.Name)
		}
		return put(model.PagePut{Who: who.ID, System: c.System, Why: model.Clean(c.Why, 200)})
	}
	if err := d.t.CheckRulebook(c.System); err != nil {
		return err
	}
	p, err := cleanPage(d.t, c.System, *c.Page)
	if err != nil {
		return err
	}
	return put(model.PagePut{Who: who.ID, System: c.System, Page: &p, Why: model.Clean(c.Why, 200)})
}

// nameSeat creates a seat, or renames an existing one.
func (d *decision) nameSeat(c model.NameSeat) error {
	name, err := cleanName(c.Name)
	if err == nil {
		name, err = model.CleanOwner(name)
	}
	if err != nil {
		return err
	}
	if c.Seat.Role != model.Player && c.Seat.Role != model.Watcher {
		return model.Refuse("only players and watchers have seats of their own")
	}
	was := ""
	if c.Seat.Key() != "" {
		was = d.t.SeatName(c.Seat)
	}
	switch {
	case was == name:
		return model.Refuse("%s is called so already", name)
	case c.Seat.ID != "" && !slices.Contains(d.t.Seats(), c.Seat):
		return model.Refuse("nobody sits there")
	}
	if o, taken := d.t.SeatOf(name); taken && o.Key() != c.Seat.Key() {
		return model.Refuse("somebody at the table is called %s already", d.t.SeatName(o))
	}
	if c.Seat.Key() == "" {
		c.Seat.ID = d.id("s")
	}
	d.emit(model.SeatNamed{SeatName: model.SeatName{Seat: c.Seat, Name: name}, Was: was})
	return nil
}

// setHouse changes a house rule. After the first session the log also says from when
// the rule holds and what held before, so that earlier acts keep the earlier rule.
func (d *decision) setHouse(c model.SetHouse) error {
	if err := d.t.CheckRulebook(c.System); err != nil {
		return err
	}
	s := d.t.Rulebooks[c.System]
	sp, ok := s.House.Field(c.Rule)
	if !ok {
		return model.Refuse("%s has no house rule %q", s.Name, c.Rule)
	}
	if !c.Value.IsNone() {
		if err := sp.Check(c.Value); err != nil {
			return model.Refuse("%v", err)
		}
	}
	f := model.HouseSet{System: c.System, Rule: c.Rule, Value: c.Value}
	if d.t.Evening > 0 {
		f.Since = &model.HouseSince{At: d.t.Clock.Moment, Was: s.House.Read(d.t.House[c.System]).Value(c.Rule)}
	}
	d.emit(f)
	return nil
}
