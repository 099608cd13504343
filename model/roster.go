package model

import (
	"maps"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// The longest names and notes, in characters.
const (
	LongestName = 60
	LongestNote = 4000
)

func (d *decision) make(c Make) error {
	if d.t.Seq() > 0 {
		return refuse("this table has begun already")
	}
	name, err := cleanName(c.Name)
	if err != nil {
		return err
	}
	if err := d.t.knows(c.System); err != nil {
		return err
	}
	d.say(Made{name, c.System})
	return nil
}

func (d *decision) rename(c Rename) error {
	name, err := cleanName(c.Name)
	if err != nil {
		return err
	}
	if err := d.t.knows(c.System); err != nil {
		return err
	}
	if c.System != d.t.System && len(d.waiting()) > 0 {
		return refuse("a roll is under way: finish or drop it first")
	}
	from := d.t.Time()
	d.say(named{name, c.System})
	d.recount(from)
	return nil
}

func cleanName(s string) (string, error) {
	name := strings.TrimSpace(Clean(s, LongestName))
	if name == "" {
		return "", refuse("a name is needed")
	}
	return name, nil
}

// cleanOwner refuses as a player's name what stands for somebody else wherever a
// player is named.
func cleanOwner(s string) (string, error) {
	name := Clean(s, LongestName)
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "gm":
		return "", refuse("no player can be called %q: it stands for the gamemaster", name)
	case "everyone":
		return "", refuse("no player can be called %q: it stands for what everybody may know", name)
	}
	return name, nil
}

func (t Table) knows(system string) error {
	if _, ok := t.rules[system]; !ok {
		return refuse("there is no rulebook %q: there are %s", system, strings.Join(slices.Sorted(maps.Keys(t.rules)), ", "))
	}
	return nil
}

func (d *decision) join(c Join) error {
	for _, who := range append([]Character{c.Character}, c.More...) {
		if err := d.joins(who); err != nil {
			return err
		}
	}
	return nil
}

func (d *decision) joins(who Character) error {
	name, err := cleanName(who.Name)
	if err != nil {
		return err
	}
	who.ID, who.Name, who.Left = d.id("c"), name, false
	if who.Owner, err = cleanOwner(who.Owner); err != nil {
		return err
	}
	if !slices.Contains(shownAs, who.Shown) {
		who.Shown = ""
	}
	who.Notes, who.Side = CleanText(who.Notes, LongestNote), cleanSide(who.Side)
	pages := map[string]engine.Page{}
	for _, sys := range slices.Sorted(maps.Keys(who.Pages)) {
		if pages[sys], err = d.t.cleanPage(sys, who.Pages[sys]); err != nil {
			return err
		}
	}
	who.Pages = pages
	d.say(Joined{who})
	return nil
}

// cleanPage makes hostile text on a page visible and checks its values. A page
// of a rulebook that this version does not have is kept as it is.
func (t Table) cleanPage(system string, p engine.Page) (engine.Page, error) {
	for _, path := range p.Paths() {
		if v, _ := p.Get(path); v.Kind() == engine.Text {
			p = p.With(path, engine.ValueOf(CleanText(v.Text(), LongestNote)))
		}
	}
	s, ok := t.rules[system]
	if !ok {
		return p, nil
	}
	if err := s.Sheet.Check(p); err != nil {
		return p, refuse("%s: %v", s.Name, err)
	}
	return p, nil
}

// own finds a character that the seat may act for.
func (d *decision) own(id string) (*Character, error) {
	c, ok := d.t.Character(id)
	switch {
	case !ok || !d.by.sees(c):
		return nil, refuse("nobody here has the id %q", id)
	case !d.by.Owns(c):
		return nil, refuse("%s is not yours", c.Name)
	}
	return c, nil
}

func (d *decision) leave(c Leave) error {
	who, err := d.own(c.Who)
	if err != nil {
		return err
	}
	if who.Left {
		return refuse("%s has left already", who.Name)
	}
	d.parts(who)
	for _, sys := range who.Systems() {
		if s, ok := d.t.rules[sys]; ok && s.Time.Between.Leaves != "" {
			d.aside(Roll{Who: who.ID, System: sys, Action: s.Time.Between.Leaves}, who.Name+" left")
		}
	}
	d.say(left{who.ID})
	return nil
}

func (d *decision) comeBack(c Return) error {
	who, err := d.own(c.Who)
	if err != nil {
		return err
	}
	if !who.Left {
		return refuse("%s is at the table", who.Name)
	}
	d.say(Joined{*who})
	return nil
}

// PlayedBy is what gives a character to the player with that key, and leaves all
// else that is said of it.
func (c *Character) PlayedBy(key string) Edit {
	said := *c
	said.Owner, said.Pages = key, nil
	return Edit{Who: c.ID, Character: said}
}

func (d *decision) edit(c Edit) error {
	who, err := d.own(c.Who)
	if err != nil {
		return err
	}
	e := c.Character
	if e.Name, err = cleanName(e.Name); err != nil {
		return err
	}
	if e.Owner != who.Owner { // in older logs one may be called anything
		if e.Owner, err = cleanOwner(e.Owner); err != nil {
			return err
		}
	}
	e.Notes = CleanText(e.Notes, LongestNote)
	if !d.by.gm() && (e.Owner != who.Owner || e.Hidden != who.Hidden || e.Shown != who.Shown || e.Guard != who.Guard) {
		return refuse("only the gamemaster says who owns a character, and how others get it")
	}
	if e.Shown != who.Shown && !slices.Contains(shownAs, e.Shown) {
		return refuse("others get somebody open or met, and not %q", Clean(e.Shown, 20))
	}
	e.ID, e.Pages, e.Left, e.Side = who.ID, nil, false, "" // an edit says nothing of the side
	anew := e.Name != who.Name || e.Owner != who.Owner || e.Hidden != who.Hidden || e.Shown != who.Shown || e.Guard != who.Guard
	d.say(edited{who.ID, e, anew, whatIsOtherwise(who, &e)})
	return nil
}

// What can be said anew of somebody.
const (
	ofName   = "name"
	ofPlayer = "player"
	ofShown  = "shown"
	ofGuard  = "guard"
	ofDice   = "dice"
	ofNotes  = "notes"
)

func whatIsOtherwise(was, is *Character) []string {
	var out []string
	for _, x := range []struct {
		what string
		so   bool
	}{
		{ofName, was.Name != is.Name}, {ofPlayer, was.Owner != is.Owner}, {ofShown, was.Hidden != is.Hidden || was.Shown != is.Shown},
		{ofGuard, was.Guard != is.Guard}, {ofDice, was.Typed != is.Typed}, {ofNotes, was.Notes != is.Notes},
	} {
		if x.so {
			out = append(out, x.what)
		}
	}
	return out
}

// otherwise says behind a name what is said anew: " is played by Mira now".
func (x telling) otherwise(f edited) string {
	var all []string
	for _, what := range f.What {
		c := &f.Character
		words := ""
		switch {
		case what == ofName:
			words = "has a new name"
		case what == ofPlayer && c.Owner == "":
			words = "is the gamemaster's now"
		case what == ofPlayer:
			words = "is played by " + x.t.PlayerOf(c) + " now"
		case what == ofShown:
			words = map[string]string{notShown: "is hidden now", shownOpen: "is open to all now", shownMet: "is only met by others now"}[c.Stands()]
		case what == ofGuard && c.Guard:
			words = "lets others see the defence now"
		case what == ofGuard:
			words = "lets nobody see the defence now"
		case what == ofDice && c.Typed:
			words = "has real dice now"
		case what == ofDice:
			words = "has the program's dice now"
		case what == ofNotes:
			words = "has other notes"
		}
		if words != "" {
			all = append(all, words)
		}
	}
	switch last := len(all) - 1; last {
	case -1:
		return ""
	case 0:
		return " " + all[0]
	default:
		return " " + strings.Join(all[:last], ", ") + " and " + all[last]
	}
}

func (d *decision) reorder(c Reorder) error {
	if _, err := d.own(c.Who); err != nil {
		return err
	}
	if c.To < 0 || c.To >= len(d.t.characters) {
		return refuse("there is no such place: it is 0 to %d", len(d.t.characters)-1)
	}
	d.say(reordered(c))
	return nil
}

func (d *decision) write(c Write) error {
	who, err := d.someone(c.Who)
	if err != nil {
		return err
	}
	s, ok := d.t.rules[c.System]
	if !ok {
		return refuse("this version has no rulebook %q", c.System)
	}
	page, blind := who.Pages[c.System], d.by.sight(who) != open
	if blind {
		page = engine.Page{} // what the seat asks for is from what it knows
	}
	f := written{Who: who.ID, System: c.System, Why: Clean(c.Why, 200)}
	for _, set := range c.Set {
		sp, known := s.Sheet.Field(set.Field)
		switch {
		case set.To.IsNone(): // clears a field or takes out a row
		case !known:
			return refuse("%v", &engine.UnknownField{System: s, Key: set.Field})
		default:
			if set.To.Kind() == engine.Text {
				set.To = engine.ValueOf(CleanText(set.To.Text(), sp.Most))
			}
			if err := sp.Check(set.To); err != nil {
				return refuse("%v", err)
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
		f.Changes = append(f.Changes, Change{Field: set.Field, From: from, To: set.To})
		page = page.With(set.Field, set.To)
	}
	if len(f.Changes) == 0 {
		return refuse("nothing is changed")
	}
	if !d.keeps(who, s, f.Changes) {
		return d.ask(Ask{Sheet: &f})
	}
	d.say(f)
	return nil
}

func (d *decision) putPage(c PutPage) error {
	who, err := d.own(c.Who)
	if err != nil {
		return err
	}
	put := func(f paged) error {
		if !d.by.gm() && !d.t.handed {
			return d.ask(Ask{Page: &f})
		}
		d.say(f)
		return nil
	}
	if c.Page == nil {
		if _, has := who.Pages[c.System]; !has {
			return refuse("%s has no such page", who.Name)
		}
		return put(paged{Who: who.ID, System: c.System, Why: Clean(c.Why, 200)})
	}
	if err := d.t.knows(c.System); err != nil {
		return err
	}
	p, err := d.t.cleanPage(c.System, *c.Page)
	if err != nil {
		return err
	}
	return put(paged{Who: who.ID, System: c.System, Page: &p, Why: Clean(c.Why, 200)})
}
