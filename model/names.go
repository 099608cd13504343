package model

import (
	"cmp"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// NameOf gives a character's name; "somebody" for one who is not to be seen.
func (s State) NameOf(who string) string {
	if c, ok := s.Character(who); ok {
		return c.Name
	}
	if who == "" {
		return "nobody"
	}
	return "somebody"
}

// NamesOf gives several names: "Rook, Mira".
func (s State) NamesOf(who []string) string {
	if len(who) == 1 {
		return s.NameOf(who[0])
	}
	var b strings.Builder
	for i, id := range who {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.NameOf(id))
	}
	return b.String()
}

// ActionName gives an action's label, or its id where this version does not
// know it.
func (t Table) ActionName(system, action string) string {
	if a, ok := t.ActionOf(system, action); ok {
		return a.Label
	}
	return action
}

// SystemName gives a rulebook's name, or its id where this version does not
// know it.
func (t Table) SystemName(system string) string {
	if s, ok := t.Rulebooks[system]; ok {
		return s.Name
	}
	return system
}

// FieldName says what a path of a sheet is, with the name of its row: "Climb
// Level".
func (t Table) FieldName(who, system, path string) string {
	s, ok := t.Rulebooks[system]
	if !ok {
		return path
	}
	list, rest, nested := strings.Cut(path, "/")
	row, column, _ := strings.Cut(rest, "/")
	label := path
	if sp, ok := s.Sheet.Field(path); ok && sp.Label != "" {
		label = sp.Label
	} else if l, found := s.Sheet.FindList(list); !ok && found && l.Label != "" {
		label = l.Label
	}
	if !nested || column == "name" {
		return label
	}
	if c, ok := t.Character(who); ok {
		if v, ok := c.Pages[system].Get(list + "/" + row + "/name"); ok && v.Text() != "" {
			return v.Text() + " " + label
		}
	}
	return label
}

// HouseName gives the label of a house rule.
func (t Table) HouseName(system, rule string) string {
	if all, _, err := t.HouseRules(system); err == nil {
		if sp, ok := all.Field(rule); ok {
			return sp.Label
		}
	}
	return rule
}

// ActionOf gives an action of a rulebook of this version; false where there is none.
func (t Table) ActionOf(system, action string) (*engine.Action, bool) {
	s, ok := t.Rulebooks[system]
	if !ok {
		return nil, false
	}
	return s.Action(action)
}

// Because gives a reason as the end of a sentence: a colon and the words; "" for none.
func Because(why string) string { return Prefixed(": ", why) }

// Prefixed gives words behind a sign; "" where there are none.
func Prefixed(sign, words string) string {
	if words == "" {
		return ""
	}
	return sign + words
}

// ValueWords gives a value in words, by its field where that is known.
func ValueWords(v engine.Value) string {
	if v.IsNone() {
		return "none"
	}
	if v.Kind() == engine.Text && v.Text() == "" {
		return "nothing"
	}
	return v.String()
}

// AnswerWords says the answer of a decision in the words of its question, "" for
// dice: "Share 16 Quality: Speed 10, EP 6".
func AnswerWords(q engine.Question, a engine.Answer) string {
	var said string
	switch q.Wants {
	case engine.Picking:
		for _, o := range q.Options {
			if o.ID == a.Pick {
				said = o.Label
			}
		}
	case engine.Numbering:
		said = strconv.Itoa(*a.Amount)
	case engine.Sharing:
		var given []string
		for _, s := range q.Uses {
			if n := a.Give[s.ID]; n > 0 {
				given = append(given, s.Label+" "+strconv.Itoa(n))
			}
		}
		said = cmp.Or(strings.Join(given, ", "), "nothing")
	default:
		return ""
	}
	if strings.HasSuffix(q.Words, "?") {
		return q.Words + " " + said
	}
	return q.Words + ": " + said
}
