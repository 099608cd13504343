package phrase

import "strings"

// FindOffer returns the place of the action that a text names among all that a character
// could ever do, those that are impossible now included: a word must not open the next best
// thing because its own cannot be done. The id and the label count before other words.
func FindOffer(text string, all []Offer) (int, bool) {
	wanted := make([]Searchable, len(all))
	for i, o := range all {
		if o.Row == "" && (strings.EqualFold(o.Action, text) || strings.EqualFold(o.Rule.Label, text)) {
			return i, true
		}
		wanted[i] = o.Searchable
	}
	return Best(text, wanted)
}
