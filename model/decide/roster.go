package decide

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

func cleanName(s string) (string, error) {
	name, err := model.CleanWithin("the name", s, model.LongestName)
	if err != nil {
		return "", err
	}
	if name = strings.TrimSpace(name); name == "" {
		return "", model.Refuse("type a name")
	}
	return name, nil
}

// join adds characters, or sends the gamemaster a player's request to add one.
func (d *decision) join(c model.Join) error {
	if !d.by.IsGamemaster() {
		return d.requestJoin(c)
	}
	var all []model.Character
	called := d.line("the name of the encounter", c.Encounter, model.LongestName)
	for _, who := range append([]model.Character{c.Character}, c.More...) {
		who.Encounter = cmp.Or(called, who.Encounter)
		who, err := d.newCharacter(who)
		if err != nil {
			return err
		}
		all = append(all, who)
	}
	if c.Round == 0 {
		d.addCharacters(all)
		return nil
	}
	due := d.t.Clock.Began + (c.Round-1)*d.t.Time().Moments()
	if due <= d.t.Clock.Moment || c.Round > maxMoments {
		return model.Refuse("%s %d is no %s to come: it is %s", d.t.Time().Round, c.Round, d.t.Time().Round, d.t.When(d.t.Clock.Moment))
	}
	d.emit(model.ArrivalSet{Arrival: model.Arrival{ID: d.id("a"), Name: cmp.Or(called, namesOf(all)), Due: due, Characters: all}})
	return nil
}

// namesOf lists the names of characters who are not at the table yet.
func namesOf(all []model.Character) string {
	names := make([]string, len(all))
	for i, c := range all {
		names[i] = c.Name
	}
	if more := len(names) - mostNamed; more > 1 {
		names = append(names[:mostNamed-1], fmt.Sprintf("%s and %d more", names[mostNamed-1], more))
	}
	return strings.Join(names, ", ")
}

// mostNamed is how many of those who arrive together are named.
const mostNamed = 2

// addCharacters brings characters to the table, with their conditions.
func (d *decision) addCharacters(all []model.Character) {
	for _, who := range all {
		conditions := who.Conditions
		who.Conditions = nil
		d.emit(model.Joined{Character: who})
		for _, e := range conditions {
			d.emit(model.EffectBegan{Effect: e.Begun(d.t, d.id("e"), who.ID)})
		}
	}
}

// bringArrivals brings everybody whose moment of arrival has come.
func (d *decision) bringArrivals() {
	for _, a := range d.t.State.Arrivals {
		if a.Due <= d.t.Clock.Moment {
			d.emit(model.ArrivalOver{ID: a.ID, Name: a.Name})
			d.addCharacters(a.Characters)
		}
	}
}

// reset restores everybody who came with an encounter: their actions and effects end, and
// their sheets are unhurt.
func (d *decision) reset(c model.Reset) error {
	found := false
	for _, who := range d.t.State.Characters {
		if who.Encounter == "" || !strings.EqualFold(who.Encounter, c.Encounter) {
			continue
		}
		found = true
		if !who.Left {
			d.endAllOf(who)
		}
		d.endEffects("as new", func(e model.Effect) bool { return e.Who == who.ID })
		again := *who
		again.Pages, again.Left = d.t.Rulebooks.AsNew(*who).Pages, false
		d.emit(model.Joined{Character: again})
	}
	if !found {
		return model.Refuse("no encounter called %q has come to the table", model.Clean(c.Encounter, model.LongestName))
	}
	return nil
}

// newCharacter returns a cleaned and checked character with a new id.
func (d *decision) newCharacter(who model.Character) (model.Character, error) {
	name, err := cleanName(who.Name)
	if err != nil {
		return who, err
	}
	if _, err = model.CleanPlayerName(who.Owner); err != nil {
		return who, err
	}
	if who, err = who.Cleaned(); err != nil {
		return who, err
	}
	who.ID, who.Name, who.Left, who.Side = d.id("c"), name, false, model.CleanSide(who.Side)
	if s, named := d.t.SeatOf(who.Owner); named && s.Role == model.Player {
		who.Owner = s.Key()
	}
	pages := map[string]engine.Page{}
	for _, sys := range slices.Sorted(maps.Keys(who.Pages)) {
		if pages[sys], err = cleanPage(d.t, sys, who.Pages[sys]); err != nil {
			return who, err
		}
	}
	who.Pages = pages
	return who, d.checkConditions(&who)
}

// mostConditions is how many conditions a character can bring to a table, and mostLeft how
// many moments one can still last.
const (
	mostConditions = 100
	mostLeft       = 1_000_000_000
)

// checkConditions refuses conditions of a new character that cannot be at this table.
func (d *decision) checkConditions(who *model.Character) error {
	if n := len(who.Conditions); n > mostConditions {
		return model.Refuse("%s has %d conditions: %d are the most", who.Name, n, mostConditions)
	}
	for _, e := range who.Conditions {
		switch {
		case e.Words == "":
			return model.Refuse("a condition of %s has no name", who.Name)
		case e.Until == model.ByMoment || e.Until == model.ByTime:
			if e.At < 0 || e.At > mostLeft {
				return model.Refuse("%s of %s lasts %d moments: it can be 0 to %d", e.Words, who.Name, e.At, mostLeft)
			}
		case !slices.Contains([]model.Until{model.ByNext, model.ByTurn, model.ByScene, model.ByTreated}, e.Until):
			return model.Refuse("%s of %s ends with %q: an effect ends with next, turn, moment, time, scene or treated", e.Words, who.Name, e.Until)
		}
		for _, a := range e.Does {
			if err := d.t.CheckAdd(who, a); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *decision) leave(c model.Leave) error {
	for _, id := range append([]string{c.Who}, c.More...) {
		if err := d.leaveTable(id); err != nil {
			return err
		}
	}
	return nil
}

// leaveTable takes one character from the table.
func (d *decision) leaveTable(id string) error {
	who, err := d.ownCharacter(id)
	if err != nil {
		return err
	}
	if who.Left {
		return model.Refuse("%s was already removed", who.Name)
	}
	d.endAllOf(who)
	d.emit(model.Left{Who: who.ID})
	return nil
}

// endAllOf ends the actions and effects of a character who leaves, and runs what rulebooks
// have for that.
func (d *decision) endAllOf(who *model.Character) {
	d.cancelActionsOf(who)
	for _, sys := range who.Systems() {
		if s, ok := d.t.Rulebooks[sys]; ok && s.Time.Between.Leaves != "" {
			d.runClockAction(model.Roll{Who: who.ID, System: sys, Action: s.Time.Between.Leaves}, who.Name+" left")
		}
	}
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
	if !strings.EqualFold(e.Name, who.Name) {
		if err := d.nameIsFree(e.Name, who.ID); err != nil {
			return err
		}
	}
	if e.Owner != who.Owner {
		if e.Owner, err = model.CleanPlayerName(e.Owner); err != nil {
			return err
		}
	}
	e.Notes, e.GMNotes = d.text("the notes", e.Notes, model.LongestNote), d.text("the notes", e.GMNotes, model.LongestNote)
	if !d.by.IsGamemaster() {
		e.GMNotes = who.GMNotes // a player does not have them
	}
	if !d.by.IsGamemaster() && (e.Owner != who.Owner || e.Hidden != who.Hidden || e.Shown != who.Shown || e.DefenceOpen != who.DefenceOpen) {
		return model.Refuse("only the gamemaster can change who owns a character and what others see of it")
	}
	if e.Typed && !who.Typed {
		if err := d.mayTypeDice(); err != nil {
			return err
		}
	}
	if e.Shown != who.Shown && !slices.Contains(model.ShownChoices, e.Shown) {
		return model.Refuse("others can see somebody open or name only, not %q", model.Clean(e.Shown, 20))
	}
	if e.Side = engine.Side(d.line("the side", string(e.Side), model.LongestName)); e.Side == who.Side {
		e.Side = "" // the side is not edited
	}
	if e.Minion != who.Minion && !d.by.IsGamemaster() {
		return model.Refuse("only the gamemaster can decide who is a minion")
	}
	if e.Side != "" && !d.by.IsGamemaster() {
		return model.Refuse("only the gamemaster can move somebody to another side")
	}
	e.ID, e.Pages, e.Left, e.Encounter = who.ID, nil, false, ""
	public := e.Name != who.Name || e.Owner != who.Owner || e.Hidden != who.Hidden || e.Shown != who.Shown || e.DefenceOpen != who.DefenceOpen
	d.emit(model.Edited{Who: who.ID, Character: e, Public: public, What: editedParts(who, &e)})
	return nil
}

// nameIsFree refuses a name that somebody else has, of those whom the seat can see: a sentence
// that names two would have to ask which.
func (d *decision) nameIsFree(name, but string) error {
	taken := func(name string) bool {
		return slices.ContainsFunc(d.t.Characters(), func(c *model.Character) bool {
			return c.ID != but && d.by.VisibilityOf(c) != model.Hidden && strings.EqualFold(c.Name, name)
		})
	}
	if !taken(name) {
		return nil
	}
	for n := 2; ; n++ {
		if next := fmt.Sprintf("%s %d", name, n); !taken(next) {
			return model.Refuse("somebody is called %s already: %s is free", name, next)
		}
	}
}

func editedParts(was, is *model.Character) []string {
	var out []string
	for _, x := range []struct {
		what string
		so   bool
	}{
		{model.EditedName, was.Name != is.Name}, {model.EditedPlayer, was.Owner != is.Owner}, {model.EditedShown, was.Hidden != is.Hidden || was.Shown != is.Shown},
		{model.EditedDefence, was.DefenceOpen != is.DefenceOpen}, {model.EditedDice, was.Typed != is.Typed}, {model.EditedNotes, was.Notes != is.Notes}, {model.EditedGMNotes, was.GMNotes != is.GMNotes}, {model.EditedSide, is.Side != ""},
		{model.EditedMinion, was.Minion != is.Minion},
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
		return model.Refuse("there is no such place: choose 0 to %d", len(d.t.State.Characters)-1)
	}
	d.emit(model.Reordered(c))
	return nil
}
