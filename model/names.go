package model

import (
	"cmp"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// NameOf returns a character's name. It is "nobody" for the id "", and "somebody" for a
// character who is not in this table, as hidden ones are not in a seat's.
func (s State) NameOf(who string) string {
	if c, ok := s.Character(who); ok {
		return c.Name
	}
	if who == "" {
		return "nobody"
	}
	return "somebody"
}

// NamesOf returns several names: "Rook, Mira".
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

// ActionName returns an action's label, or its id if this version does not know it.
func (t Table) ActionName(system, action string) string {
	if a, ok := t.ActionOf(system, action); ok {
		return a.Label
	}
	return action
}

// SystemName returns a rulebook's name, or its id if this version does not know it.
func (t Table) SystemName(system string) string {
	if s, ok := t.Rulebooks[system]; ok {
		return s.Name
	}
	return system
}

// FieldName returns the label of a field of a sheet; for a field of a row, with the name
// of the row before it: "Climb Level".
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

// ActionOf returns an action of a rulebook, and false if this version does not know it.
func (t Table) ActionOf(system, action string) (*engine.Action, bool) {
	s, ok := t.Rulebooks[system]
	if !ok {
		return nil, false
	}
	return s.Action(action)
}

// Because returns a reason as the end of a sentence: ": " and the reason, or "" if there
// is none.
func Because(why string) string { return Prefixed(": ", why) }

// Prefixed returns words after a prefix, or "" if there are no words.
func Prefixed(sign, words string) string {
	if words == "" {
		return ""
	}
	return sign + words
}

// ValueWords returns a value in words: "none" for no value, "nothing" for an empty text.
func ValueWords(v engine.Value) string {
	if v.IsNone() {
		return "none"
	}
	if v.Kind() == engine.Text && v.Text() == "" {
		return "nothing"
	}
	return v.String()
}

// AnswerWords returns a decision in the words of its question: "Share 16 Quality: Speed
// 10, EP 6". It returns "" for dice.
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
