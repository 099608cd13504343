package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/fray/engine"
)

// FindOffer returns the place of the action that a text names among all that a character
// could ever do, and what the rulebook says of the word. What is impossible now is among
// them: a word must not open the next best thing because its own cannot be done. The id and
// the label count first, then what the rulebook means by the word, and then what else fits
// best.
func FindOffer(s *engine.System, text string, all []Offer) (place int, says string, ok bool) {
	if place, says, ok = named(s, text, all); !ok || !all[place].Later || all[place].rowSaidBy(text) {
		return place, says, ok
	}
	for i, o := range all {
		if o.Rule == all[place].Rule && !o.Later {
			return i, says, true
		}
	}
	return place, says, true
}

// rowSaidBy reports whether a text names the row of the sheet, and not the action alone.
func (o *Offer) rowSaidBy(text string) bool {
	begins := func(name, word string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), isSeparator), func(w string) bool { return strings.HasPrefix(w, word) })
	}
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if begins(o.Row, word) && !begins(o.Rule.Label, word) {
			return true
		}
	}
	return false
}

func named(s *engine.System, text string, all []Offer) (place int, says string, ok bool) {
	wanted := make([]Searchable, len(all))
	for i, o := range all {
		if o.Row == "" && (strings.EqualFold(o.Action, text) || strings.EqualFold(o.Rule.Label, text)) {
			armed := slices.IndexFunc(all, func(x Offer) bool { return x.Rule == o.Rule && x.Row != "" })
			if o.Rule.Attack() && armed >= 0 { // an attack is with what the sheet has for it
				i = armed
			}
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
	if place, ok = Best(text, wanted); ok && !wanted[place].saidBy(typed) {
		place, ok = -1, false
	}
	if right := withoutSlip(s, typed, wanted); right != "" {
		return named(s, right, all)
	}
	return place, "", ok
}

// saidBy reports whether a text says enough of something that it matches: who types go in a
// sentence does not mean what is gone.
func (w Searchable) saidBy(text string) bool {
	name := strings.ToLower(w.Name)
	if strings.HasPrefix(name, text) {
		return true
	}
	whole := append(strings.FieldsFunc(name, isSeparator), strings.Fields(strings.ToLower(w.Also+" "+w.More))...)
	for word := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(word) < shortestTerm && !slices.ContainsFunc(whole, func(w string) bool { return sameStem(w, word) }) {
			return false
		}
	}
	return true
}

// withoutSlip returns the word of an action or of the rulebook that a word is, but for one
// slip of the finger: attack for atack. It is "" if the word is one, the beginning of one, or
// none.
func withoutSlip(s *engine.System, typed string, all []Searchable) string {
	if isWord(typed) {
		return ""
	}
	right := ""
	known := func(word string) bool {
		if right == "" && hasTypo(word, typed) {
			right = word
		}
		return sameStem(word, typed) || strings.HasPrefix(word, typed)
	}
	for _, w := range all {
		for _, word := range append(strings.FieldsFunc(strings.ToLower(w.Name), isSeparator), strings.Fields(strings.ToLower(w.Also))...) {
			if known(word) {
				return ""
			}
		}
	}
	for _, t := range s.Terms {
		for word := range strings.SplitSeq(t.Words, ",") {
			if known(strings.TrimSpace(word)) {
				return ""
			}
		}
	}
	return right
}
