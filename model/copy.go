package model

import (
	"cmp"
	"maps"
	"slices"

	"example.org/fray/engine"
)

// CopyOf returns a copy of a character for this table or another: everything that is known
// of it, on the sheet and beside it, and the conditions on it. It has no id, and its player
// is named by name. Whatever copies, keeps, exports or moves a character begins with it, so
// that nothing is forgotten on one of the ways.
func (t Table) CopyOf(c *Character) Character {
	out := *c
	out.ID, out.Left, out.Public, out.Conditions = "", false, nil, nil
	out.Owner = t.PlayerOf(c)
	for _, e := range t.State.Effects {
		if e.Who == c.ID && e.Until != ByAction { // a copy has no action under way
			out.Conditions = append(out.Conditions, t.carried(e))
		}
	}
	return out
}

// carried returns an effect as it is carried by a copy of its character: At is what is left
// of it, in moments, and Of is "" if its own turn ends it.
func (t Table) carried(e Effect) Effect {
	if e.Until == ByMoment || e.Until == ByTime {
		e.At -= t.Clock.Moment
	}
	if e.Of == e.Who {
		e.Of = ""
	}
	e.ID, e.Who, e.Since = "", "", 0
	return e
}

// Begun returns the effect at a table that a condition of a copy becomes, with an id, when the copy
// has come to the table as the character who.
func (e Effect) Begun(t Table, id, who string) Effect {
	e.ID, e.Who, e.Since = id, who, t.Clock.Moment
	if e.Until == ByMoment || e.Until == ByTime {
		e.At += t.Clock.Moment
	}
	if e.Until == ByTurn {
		if of, ok := t.Character(e.Of); !ok || of.Left {
			e.Of = who
		}
	}
	return e
}

// FromTemplate returns a character made from a template of a rulebook.
func FromTemplate(s *engine.System, t engine.Template) Character {
	return Character{Name: t.Name, Notes: t.Note, Side: t.Side, Pages: map[string]engine.Page{s.ID: t.Page}}
}

// AsNew returns an unhurt copy of a character, as it was before it was ever played: it has
// no awards, and its sheets are as [engine.System.AsNew] returns them.
func (r Rulebooks) AsNew(c Character) Character {
	pages := make(map[string]engine.Page, len(c.Pages))
	for id, p := range c.Pages {
		if s, ok := r[id]; ok {
			p = s.AsNew(p)
		}
		pages[id] = p
	}
	c.Pages, c.Awards = pages, nil
	return c
}

// Another returns an unhurt copy of a character for another of the same kind: nobody owns
// it, and it belongs to no encounter.
func (t Table) Another(c *Character) Character {
	out := t.Rulebooks.AsNew(t.CopyOf(c))
	out.Owner, out.Encounter = "", ""
	return out
}

// Cleaned returns a character whose texts are safe, as they may come from anybody. Its
// sheets are not looked at. The error is that one of them is too long.
func (c Character) Cleaned() (Character, error) {
	var wrong error
	within := func(what, s string, most int) string {
		s, err := CleanWithin(what, s, most)
		wrong = cmp.Or(wrong, err)
		return s
	}
	c.Name, c.Owner, c.Encounter = within("the name", c.Name, LongestName), within("the player's name", c.Owner, LongestName), within("the name of the encounter", c.Encounter, LongestName)
	for _, notes := range []*string{&c.Notes, &c.GMNotes} {
		var err error
		*notes, err = CleanTextWithin("the notes", *notes, LongestNote)
		wrong = cmp.Or(wrong, err)
	}
	if c.Side = engine.Side(within("the side", string(c.Side), LongestName)); !slices.Contains(ShownChoices, c.Shown) {
		c.Shown = ""
	}
	awards := c.Awards
	c.Awards = nil
	for _, what := range slices.Sorted(maps.Keys(awards)) {
		if name := within("the name of an award", what, LongestName); name != "" && awards[what] != 0 {
			if c.Awards == nil {
				c.Awards = map[string]int{}
			}
			c.Awards[name] = awards[what]
		}
	}
	conditions := c.Conditions
	c.Conditions = nil
	for _, e := range conditions {
		e.Words = within("the condition", e.Words, LongestCondition)
		c.Conditions = append(c.Conditions, e)
	}
	return c, wrong
}
