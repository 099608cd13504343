package act

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// tableTerms are words of other games for verbs. They count after those of the
// rulebook and its conditions.
var tableTerms = []struct{ words, verb string }{
	{"condition, status, buff, bless, debuff, curse", "effect"},
	{"dispel, end spell, stand up", "end-effect"},
	{"delay, ready, hold action", "wait"},
	{"parry, block", "defend"},
	{"flee, retreat", "leave"},
}

// termMeaning is the meaning of a term in the list of actions.
type termMeaning struct {
	offer     int    // place of an action; -1 for none
	says      string // shown beside the action, or alone if there is none
	verb      string // id of a verb; "" for none
	label     string // what that verb does
	condition engine.Condition
}

// meaning finds the meaning of a term of another game; false if the text is no term, or
// means an action that is not offered.
func (p palette) meaning(f pane.Frame, typed string) (termMeaning, bool) {
	typed = strings.ToLower(strings.TrimSpace(typed))
	s, known := f.Table.Rulebook(p.system)
	if typed == "" || !known {
		return termMeaning{}, false
	}
	for _, exact := range []bool{true, false} {
		if !exact && p.list.Len() > 0 { // a direct match in the list is better than half a term
			break
		}
		for _, t := range s.Terms {
			if !phrase.IsTerm(t.Words, typed, exact) {
				continue
			}
			if m, ok := p.meaningOf(s, t); ok {
				return m, true
			}
		}
		for _, c := range s.Conditions {
			if c.ID == "prone" && phrase.IsTerm("knocked down", typed, exact) || exact && phrase.IsTerm(strings.ReplaceAll(strings.ToLower(c.Label)+" "+c.Also, " ", ","), typed, true) && !p.isNamed(typed) {
				return termMeaning{offer: -1, condition: c, label: c.Label + ": add a condition"}, true
			}
		}
		if phrase.IsServed(typed, p.deeds()) { // what the character does comes before what the table has
			continue
		}
		for _, t := range tableTerms {
			if phrase.IsTerm(t.words, typed, exact) {
				return termMeaning{offer: -1, verb: t.verb, label: phrase.VerbCalled(t.verb).Help}, true
			}
		}
	}
	return termMeaning{}, false
}

// deeds are the actions as everyday words find them.
func (p palette) deeds() []phrase.Searchable {
	out := make([]phrase.Searchable, len(p.actions))
	for i := range p.actions {
		out[i] = p.actions[i].Said().Searchable
	}
	return out
}

// isNamed reports whether the text is the name of an action.
func (p palette) isNamed(typed string) bool {
	return slices.ContainsFunc(p.actions, func(o scene.Offer) bool { return strings.EqualFold(o.Rule.Label, typed) })
}

// meaningOf is the meaning of a term of the rulebook; false if the sheet has nothing of it.
func (p palette) meaningOf(s *engine.System, t engine.Term) (termMeaning, bool) {
	if c := t.Condition; c != "" {
		i := slices.IndexFunc(s.Conditions, func(x engine.Condition) bool { return x.ID == c })
		if i < 0 {
			return termMeaning{}, false
		}
		return termMeaning{offer: -1, condition: s.Conditions[i], label: s.Conditions[i].Label + ": add a condition"}, true
	}
	if t.Action == "" {
		return termMeaning{offer: -1, says: t.Says, label: t.Says}, true
	}
	at := phrase.TermPlace(t, len(p.actions), func(i int) (string, string) { return p.actions[i].Action, p.actions[i].Row })
	return termMeaning{offer: at, says: t.Says}, at >= 0
}

// entry is the line for a meaning that is no action.
func (m termMeaning) entry(typed string) picker.Entry {
	return picker.Entry{Name: typed, First: true, Label: model.Capitalize(m.label), Help: m.says}
}

// does runs a meaning that is no action.
func (p palette) does(f pane.Frame) pane.Intent {
	switch m := p.meant; {
	case m.verb != "":
		return pane.All{pane.Close{}, pane.Show{What: m.verb}}
	case m.condition.ID != "":
		return pane.All{pane.Close{}, pane.Then(func(f pane.Frame) pane.Intent { return p.memory.befalls(f, p.who, p.system, m.condition) })}
	default:
		return pane.Say{Words: m.says}
	}
}
