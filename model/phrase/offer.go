package phrase

import (
	"strings"

	"example.org/fray/engine"
)

// FindOffer returns the place of the action that a text names among all that a character
// could ever do, and what the rulebook says of the word. What is impossible now is among
// them: a word must not open the next best thing because its own cannot be done. The id and
// the label count first, then what the rulebook means by the word, and then what else fits
// best.
func FindOffer(s *engine.System, text string, all []Offer) (place int, says string, ok bool) {
	if place, says, ok = named(s, text, all); !ok || !all[place].Later {
		return place, says, ok
	}
	for i, o := range all {
		if o.Rule == all[place].Rule && !o.Later {
			return i, says, true
		}
	}
	return place, says, true
}

func named(s *engine.System, text string, all []Offer) (place int, says string, ok bool) {
	wanted := make([]Searchable, len(all))
	for i, o := range all {
		if o.Row == "" && (strings.EqualFold(o.Action, text) || strings.EqualFold(o.Rule.Label, text)) {
			return i, "", true
		}
		wanted[i] = o.Searchable
	}
	typed := strings.ToLower(strings.TrimSpace(text))
	for _, t := range s.Terms {
		if t.Action == "" || !IsTerm(t.Words, typed, true) {
			continue
		}
		if i := TermPlace(t, len(all), func(i int) (string, string) { return all[i].Rule.ID, all[i].Row }); i >= 0 {
			return i, t.Says, true
		}
	}
	place, ok = Best(text, wanted)
	return place, "", ok
}
