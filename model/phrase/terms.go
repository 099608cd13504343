package phrase

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// ReadTerm reads a word of another game that the rulebook of the selected character has a
// meaning for, such as "dmg", or else a word of everyday English for what they can do, such as
// "lurk". It is for lines that mean nothing else.
func (c *Context) ReadTerm(text string) []Meaning {
	if found := c.readTerm(text); found != nil {
		return found
	}
	who := c.selected()
	if who == nil {
		return nil
	}
	if s := c.rulebookOf(who); s != nil {
		return c.readVerb(who, s, strings.ToLower(text))
	}
	return nil
}

// readTerm reads a word of another game.
func (c *Context) readTerm(text string) []Meaning {
	who := c.selected()
	if who == nil {
		return nil
	}
	s := c.rulebookOf(who)
	if s == nil {
		return nil
	}
	typed := strings.ToLower(text)
	for _, t := range s.Terms {
		if !IsTerm(t.Words, typed, true) {
			continue
		}
		switch {
		case t.Condition != "":
			return c.condition(who, t.Condition)
		case t.Action == "":
			return []Meaning{{Does: t.Says}}
		}
		all := c.offers(who, s)
		if i := TermPlace(t, len(all), func(i int) (string, string) { return all[i].Rule.ID, all[i].Row }); i >= 0 {
			return []Meaning{{Does: who.Name + ": " + all[i].Rule.Label, Aside: t.Says, WhyNot: c.whyNotOwner(who), Offer: &all[i]}}
		}
	}
	return nil
}

// readVerb reads a word of everyday English for what a character can do, or says that the
// rulebook has no such thing.
func (c *Context) readVerb(who *model.Character, s *engine.System, typed string) []Meaning {
	meant := conceptsOf(typed)
	if meant == nil {
		return nil
	}
	all := c.offers(who, s)
	if i, says, ok := FindOffer(s, typed, all); ok {
		m := Meaning{Does: who.Name + ": " + all[i].Name, Aside: says, WhyNot: c.whyNotOwner(who), Offer: &all[i]}
		return []Meaning{m}
	}
	return []Meaning{{Does: s.Name + " has no " + meant[0].called + ": say what it does, as note TEXT or set NAME FIELD VALUE"}}
}

// TermPlace returns the place, among n actions that a character can take, of the one that a
// term means: with the row of the sheet that it names, or without one, or else the action
// that it means instead. at returns the id and the row of an action. It is -1 for none.
func TermPlace(t engine.Term, n int, at func(i int) (action, row string)) int {
	other := t.Else
	if t.Bare {
		other = t.Action
	}
	instead := -1
	for i := range n {
		action, row := at(i)
		if action == t.Action && (t.Row == "" || strings.EqualFold(row, t.Row)) && (!t.Bare || row == "") {
			return i
		}
		if instead < 0 && action == other {
			instead = i
		}
	}
	return instead
}
