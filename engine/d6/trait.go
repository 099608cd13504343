package d6

import (
	"strings"

	"example.org/fray/engine"
)

// trait is the skill or attribute that is rolled, with its code.
type trait struct {
	name  string // "" for a code that was entered
	under string // the attribute it falls under, "" if that is not known
	code  code   // the character's own
	raise int    // added to the difficulty for untrained use
	skill bool   // a skill, even one that is not on the sheet
	dice  int    // dice for this use of it: aiming

	beside code   // a weapon or armour, which is not the character's own
	plus   int    // a number that comes with it
	with   string // what it is, for the working
	fifth  int    // a fifth of an attack's result points
}

// codeIn reads the code of something called name. The rule refuses what is no code.
func codeIn(r *engine.Roll, name, text string) code {
	c, err := parseCode(text)
	if err != nil {
		r.Refuse("%s: %v", name, err)
	}
	return c
}

func attributeTrait(r *engine.Roll, row engine.Row) trait {
	return trait{name: row.Name(), under: row.Name(), code: codeIn(r, row.Name(), attributeCode.At(row))}
}

// skillTrait gives the skill in a row. It refuses one whose code cannot be read.
func skillTrait(r *engine.Roll, s engine.Sheet, row engine.Row) trait {
	c, err := skillValue(s, row)
	if err != "" {
		r.Refuse("%s", err)
	}
	return trait{name: row.Name(), under: skillAttribute.At(row), code: c, skill: true}
}

// skillValue gives the code of a skill: a whole code, or a bonus to its attribute or, for a
// specialisation, to its skill. If it has none, why says the reason.
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

// skillBase gives the code that the bonus of a skill is added to, or the reason why there
// is none.
func skillBase(s engine.Sheet, row engine.Row) (code, string) {
	if of := skillSpecial.At(row); of != "" {
		base, ok := skills.Find(s, of)
		if ok && skillSpecial.At(base) == "" {
			return skillValue(s, base)
		}
	}
	base, ok := attributes.Find(s, skillAttribute.At(row))
	if !ok {
		return code{}, row.Name() + " is a bonus to an attribute that the sheet does not have"
	}
	c, err := parseCode(attributeCode.At(base))
	if err != nil {
		return c, base.Name() + ": " + err.Error()
	}
	return c, ""
}

// serving finds the attribute that has the role of strength or perception: by its role on
// the sheet, by its name, or by the book.
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

// servingTrait gives the attribute with a role. It refuses if the sheet has none.
func servingTrait(r *engine.Roll, s engine.Sheet, role string) trait {
	row, ok := serving(s, role)
	if !ok {
		r.Refuse("the sheet has no %s: give it one, such as 3D", role)
	}
	return attributeTrait(r, row)
}

// defaulting finds the attribute of the sheet that a skill falls under by the book, in any
// genre.
func defaulting(s engine.Sheet, skill string) (engine.Row, bool) {
	for _, b := range skillBooks(genre.Of(s), skill) {
		if row, ok := attributes.Find(s, b.attribute); ok {
			return row, true
		}
	}
	return engine.Row{}, false
}

// whose gives the words before "rolled" in a refusal: "is " or "the other side has ".
func (sd side) whose() string {
	if sd.Prefix != "" {
		return "the other side has "
	}
	return "is "
}

// trait gives what this side rolls: the code, the skill or the attribute that was entered,
// or else the skill usual. It refuses if usual is "" as well.
func (sd side) trait(r *engine.Roll, s engine.Sheet, usual string) trait {
	return *engine.Precompute(r, func() trait { return sd.named(r, s, usual) })
}

func (sd side) named(r *engine.Roll, s engine.Sheet, usual string) trait {
	f := r.Params()
	skill, attribute := sd.skill.Of(f), sd.attribute.Of(f)
	if typed := sd.code.Of(f); typed != "" {
		c, err := parseCode(typed)
		if err != nil {
			r.Refuse("%v", err)
		}
		return sd.raised(r, f, trait{name: skill, under: attribute, code: c}, false)
	}
	if skill == "" && attribute == "" {
		skill = usual
	}
	switch {
	case skill != "":
		if row, ok := skills.Find(s, skill); ok {
			return sd.raised(r, f, skillTrait(r, s, row), false)
		}
		return sd.defaulted(r, f, s, skill, attribute)
	case attribute != "":
		row, ok := attributes.Find(s, attribute)
		if !ok {
			r.Refuse("the sheet has no attribute %q: give it one, such as 3D", attribute)
		}
		return sd.raised(r, f, attributeTrait(r, row), false)
	}
	r.Refuse("say what %srolled: a skill, an attribute or a die code such as 4D", sd.whose())
	return trait{}
}

// served gives the attribute with a role for this side to roll, or the code that was
// entered.
func (sd side) served(r *engine.Roll, s engine.Sheet, role string) trait {
	if typed := sd.code.Of(r.Params()); typed != "" {
		c, err := parseCode(typed)
		if err != nil {
			r.Refuse("%v", err)
		}
		return trait{code: c}
	}
	return servingTrait(r, s, role)
}

// defaulted gives a skill that the sheet does not have: its attribute, untrained.
func (sd side) defaulted(r *engine.Roll, f, s engine.Sheet, skill, attribute string) trait {
	row, ok := attributes.Find(s, attribute)
	if !ok {
		row, ok = defaulting(s, skill)
	}
	if !ok {
		r.Refuse("the sheet has neither the skill %q nor an attribute it falls under: name an attribute, or type a die code such as 4D", skill)
	}
	t := attributeTrait(r, row)
	t.name, t.skill = skill, true
	return sd.raised(r, f, t, true)
}

// raised adds to the trait what untrained use adds to the difficulty. Chapter "Untrained
// Skill Use".
func (sd side) raised(r *engine.Roll, f engine.Sheet, t trait, untrained bool) trait {
	if !untrained && !sd.untrained.Of(f) {
		return t
	}
	if sd.trainedOnly.Of(f) {
		r.Refuse("this cannot be tried without the skill")
	}
	t.raise = sd.unskilled.Of(f)
	if !f.Written(sd.unskilled.ID) && (sd.reacts || instinctive(t.name)) {
		t.raise = 0
	}
	return t
}

// usualRaise gives what untrained use adds to the difficulty if nothing is entered.
func (sd side) usualRaise(f engine.Sheet) int {
	if sd.reacts || instinctive(sd.skill.Of(f)) || sd.brawls(f) {
		return 0
	}
	return usualUnskilled
}

// brawls reports whether this is an attack for which neither weapon nor code, skill or
// attribute is entered.
func (sd side) brawls(f engine.Sheet) bool {
	return sd.with.Spec != nil && sd.with.Of(f)+sd.code.Of(f)+sd.skill.Of(f)+sd.attribute.Of(f) == ""
}

// usualUnskilled is what untrained use adds to the difficulty of most tasks.
const usualUnskilled = 5

// instinctive reports whether a skill needs no training: dodging and brawling, which one
// genre calls fighting.
func instinctive(skill string) bool {
	for _, s := range []string{"dodge", "brawling", "fighting"} {
		if strings.EqualFold(skill, s) {
			return true
		}
	}
	return false
}
