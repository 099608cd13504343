package phrase

import (
	"slices"
	"strings"

	"example.org/fray/engine"
)

// ReadTerm reads a word of another game that the rulebook of the selected character has a
// meaning for, such as "dmg". It is for lines that mean nothing else.
func (c *Context) ReadTerm(text string) []Meaning {
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
		if o, ok := termOffer(c.offers(who, s), t); ok {
			return []Meaning{{Does: who.Name + ": " + o.Rule.Label, Aside: t.Says, WhyNot: c.whyNotOwner(who), Offer: &o}}
		}
	}
	return nil
}

// termOffer returns the offer that a term means: with the row of the sheet that it names,
// or without one, or else the action that it means instead.
func termOffer(all []Offer, t engine.Term) (Offer, bool) {
	other := t.Else
	if t.Bare {
		other = t.Action
	}
	for _, fits := range []func(Offer) bool{
		func(o Offer) bool {
			return o.Rule.ID == t.Action && (t.Row == "" || strings.EqualFold(o.Row, t.Row)) && (!t.Bare || o.Row == "")
		},
		func(o Offer) bool { return o.Rule.ID == other },
	} {
		if i := slices.IndexFunc(all, fits); i >= 0 {
			return all[i], true
		}
	}
	return Offer{}, false
}
