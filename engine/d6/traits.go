package d6

import (
	"strings"

	"example.org/fray/engine"
)

// trait is what somebody rolls: where the code comes from and what it is for.
type trait struct {
	name  string // of the skill or attribute, or the code as it was typed
	under string // the attribute it falls under, if known
	code  code   // the character's own
	raise int    // added to the difficulty for untrained use
	skill bool   // it is a skill of the sheet, or one that falls to an attribute
	dice  int    // that come with this use of it: aiming

	beside code // a weapon, armour: what is not the character's own
	plus   int  // a number with it
}

// codeIn reads a code off the sheet; what cannot be read stops the rule.
func codeIn(r *engine.Roll, name, text string) code {
	c, err := parseCode(text)
	if err != nil {
		r.Refuse("%s: %v", name, err)
	}
	return c
}

// attributeTrait is the attribute in a row.
func attributeTrait(r *engine.Roll, row engine.Row) trait {
	return trait{name: row.Name(), under: row.Name(), code: codeIn(r, row.Name(), attributeCode.At(row))}
}

// skillTrait is the skill in a row: a whole code, or adds to its attribute or,
// for a specialisation, to its skill.
func skillTrait(r *engine.Roll, s engine.Sheet, row engine.Row) trait {
	c, err := skillValue(s, row)
	if err != "" {
		r.Refuse("%s", err)
	}
	return trait{name: row.Name(), under: skillAttribute.At(row), code: c, skill: true}
}

// skillValue is the code of a skill, or why it has none.
func skillValue(s engine.Sheet, row engine.Row) (c code, why string) {
	text := strings.TrimSpace(skillCode.At(row))
	if !strings.HasPrefix(text, "+") {
		c, err := parseCode(text)
		if err != nil {
			return c, row.Name() + ": " + err.Error()
		}
		return c, ""
	}
	dice, pips, err := parseBonus(text)
	if err != nil {
		return c, row.Name() + ": " + err.Error()
	}
	base, why := skillBase(s, row)
	return base.plus(code{dice, pips}), why
}

// skillBase is the code that a skill's adds are added to.
func skillBase(s engine.Sheet, row engine.Row) (code, string) {
	if of := skillSpecial.At(row); of != "" {
		base, ok := skills.Find(s, of)
		if ok && skillSpecial.At(base) == "" {
			return skillValue(s, base)
		}
	}
	base, ok := attributes.Find(s, skillAttribute.At(row))
	if !ok {
		return code{}, row.Name() + " is adds to an attribute that the sheet does not have"
	}
	c, err := parseCode(attributeCode.At(base))
	if err != nil {
		return c, base.Name() + ": " + err.Error()
	}
	return c, ""
}

// serving finds the attribute that serves as strength or perception.
func serving(s engine.Sheet, role string) (engine.Row, bool) {
	for _, row := range attributes.Rows(s) {
		if attributeRole.At(row) == role {
			return row, true
		}
	}
	if row, ok := attributes.Find(s, role); ok {
		return row, true
	}
	for _, b := range books {
		if b.role == role {
			if row, ok := attributes.Find(s, b.attribute); ok {
				return row, true
			}
		}
	}
	return engine.Row{}, false
}

// servingTrait is that attribute as something to roll.
func servingTrait(r *engine.Roll, s engine.Sheet, role string) trait {
	row, ok := serving(s, role)
	if !ok {
		r.Refuse("the sheet has no %s: give it one, such as 3D", role)
	}
	return attributeTrait(r, row)
}

// defaulting finds the attribute that a skill falls under: as the sheet has
// it, whatever the genre.
func defaulting(s engine.Sheet, skill string) (engine.Row, bool) {
	for _, b := range skillBooks(genre.Of(s), skill) {
		if row, ok := attributes.Find(s, b.attribute); ok {
			return row, true
		}
	}
	return engine.Row{}, false
}
