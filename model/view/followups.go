package view

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Choices groups follow-ups: those of one group are alternatives of which one is done.
func Choices(all []model.FollowUp) (out [][]model.FollowUp) {
	for _, u := range all {
		if i := slices.IndexFunc(out, func(of []model.FollowUp) bool { return of[0].AlternativeTo(u) }); i >= 0 {
			out[i] = append(out[i], u)
		} else {
			out = append(out, []model.FollowUp{u})
		}
	}
	return out
}

// IsOffered reports whether a follow-up may be ignored.
func IsOffered(t model.Table, u model.FollowUp) bool {
	a, ok := t.ActionOf(u.System, u.Action)
	return ok && a.Optional()
}

// FollowUpName names a follow-up among others: by the rows of the sheet with which it is
// done, "Quilted coat (Trip roll)", or by the parameters in which similar ones differ:
// "Throwback (damage 12)".
func FollowUpName(a *engine.Action, u model.FollowUp, all []model.FollowUp) string {
	if rows := RowsIn(a, u.Params); rows != "" {
		return rows + " (" + a.Label + ")"
	}
	var alike []engine.Page
	for _, other := range all {
		if other.Who == u.Who && other.System == u.System && other.Action == u.Action {
			alike = append(alike, other.Params)
		}
	}
	if words := Differences(a, u.Params, alike); words != "" {
		return a.Label + " (" + words + ")"
	}
	return a.Label
}

// Differences lists the parameters in which one roll differs from others of the same
// action: "damage 12, lost dp". It is "" if there are none.
func Differences(a *engine.Action, own engine.Page, others []engine.Page) string {
	var words []string
	for _, sp := range a.Form.Fields() {
		v, set := own.Get(sp.ID)
		same := func(other engine.Page) bool { w, _ := other.Get(sp.ID); return w == v }
		switch {
		case !set || sp.RowsOf != "" || !slices.ContainsFunc(others, func(other engine.Page) bool { return !same(other) }):
		case sp.Kind == engine.Bool:
			if v.Bool() {
				words = append(words, strings.ToLower(sp.Label))
			}
		default:
			words = append(words, strings.ToLower(sp.Label)+" "+sp.Words(v))
		}
	}
	return strings.Join(words, ", ")
}

// followUpName names a follow-up among all of the table.
func followUpName(t model.Table, u model.FollowUp) string {
	if a, ok := t.ActionOf(u.System, u.Action); ok {
		return FollowUpName(a, u, t.FollowUps())
	}
	return t.ActionName(u.System, u.Action)
}

// ChoiceWords returns the alternatives of a choice in words, and who chooses: "Tamsin:
// Dodge, resist or lose health". If several blows have to be answered, it says which one
// this is.
func ChoiceWords(t model.Table, of []model.FollowUp) string {
	and := ""
	if others := otherBlows(t, of); len(others) > 0 {
		if and = FollowUpAgainst(t, of[0]); slices.ContainsFunc(others, func(u model.FollowUp) bool { return slices.Equal(u.Against, of[0].Against) }) {
			and += ", " + strings.ToLower(CarriedWords(t, of[0]))
		}
	}
	return t.NameOf(of[0].Who) + and + ": " + ChoiceNames(t, of)
}

// NeedWords says what is called for, and whether it has to be done: "Tamsin: Dodge, resist
// or lose health is needed", "Doctor Lumen may maintain a blast".
func NeedWords(t model.Table, of []model.FollowUp) string {
	if len(of) == 1 && IsOffered(t, of[0]) {
		return t.NameOf(of[0].Who) + " may " + lowered(ChoiceNames(t, of))
	}
	return ChoiceWords(t, of) + " is needed"
}

// lowered returns words with a small first letter.
func lowered(words string) string {
	r, n := utf8.DecodeRuneInString(words)
	return string(unicode.ToLower(r)) + words[n:]
}

// otherBlows returns the follow-ups with the same action as the first of a choice that
// other blows have called for.
func otherBlows(t model.Table, of []model.FollowUp) []model.FollowUp {
	return slices.DeleteFunc(t.FollowUps(), func(u model.FollowUp) bool {
		return !of[0].Alternative || !u.Alternative || u.Who != of[0].Who || u.System != of[0].System || u.Action != of[0].Action || u.AlternativeTo(of[0])
	})
}

// FollowUpAgainst returns against whom a follow-up is: ", against Bastian".
func FollowUpAgainst(t model.Table, u model.FollowUp) string {
	if len(u.Against) == 0 {
		return ""
	}
	return ", against " + t.NamesOf(u.Against)
}

// ChoiceNames lists the alternatives of a choice: "Dodge, resist or lose health".
func ChoiceNames(t model.Table, of []model.FollowUp) string {
	words := ChoiceName(t, of[0], of)
	for i, u := range of[1:] {
		between := ", "
		if i == len(of)-2 {
			between = " or "
		}
		words += between + strings.ToLower(ChoiceName(t, u, of))
	}
	return words
}

// ChoiceName names one alternative of a choice, by what it differs in from the others.
func ChoiceName(t model.Table, u model.FollowUp, of []model.FollowUp) string {
	if a, ok := t.ActionOf(u.System, u.Action); ok && len(of) > 1 {
		return FollowUpName(a, u, of)
	}
	return followUpName(t, u)
}

// CarriedWords lists the numbers that a follow-up takes over from the roll that called for
// it: "Attack's successes 3".
func CarriedWords(t model.Table, u model.FollowUp) string {
	var all []string
	if a, ok := t.ActionOf(u.System, u.Action); ok {
		for _, sp := range a.Params() {
			if v, ok := u.Params.Get(sp.ID); ok && v.Kind() == engine.Int {
				all = append(all, sp.Label+" "+v.String())
			}
		}
	}
	return strings.Join(all, ", ")
}
