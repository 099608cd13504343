package d6

import (
	"strings"

	"example.org/fray/engine"
)

// side is one side of a roll: the parameters it is asked with, and the start
// of the ids of its questions.
type side struct {
	seat      engine.Seat
	prefix    string               // of ids: "" or "other."
	secondary bool                 // a related skill: it helps an attempt that is still to come
	reacts    bool                 // an active defence: untrained use costs nothing by itself
	with      engine.Field[string] // what an attack is made with; with nothing everybody can brawl
	alone     bool                 // the only side that rolls: a situation is its own

	// What is rolled.
	code, skill, attribute engine.Field[string]
	untrained, trainedOnly engine.Field[bool]
	unskilled              engine.Field[int]

	// What is added to it from outside.
	dice, bonus, related engine.Field[int]
	half                 engine.Field[bool]

	// Points that are spent before the roll.
	cp   engine.Field[int]
	fate engine.Field[bool]

	// The time that is taken, and what else is done in it.
	prepare, rounds, actions engine.Field[int]
	rush                     engine.Field[string]
}

// The sides of a roll.
var (
	acting  = side{seat: engine.Actor}
	resists = side{seat: engine.Other, prefix: "other."}
)

// forTask declares all that a check asks of a side.
func (sd side) forTask(g *engine.Group) side {
	sd = sd.forUse(g)
	sd.prepare = g.Int(sd.prefix+"prepare", "Prepare", 0, 3).Measured("D").Said("Each doubling of the time gives +1D.")
	sd.rush = g.Choice(sd.prefix+"rush", "Rush", "0", "25", "50", "75").Said("Per cent less time: +5, +10 or +20 to the difficulty.")
	sd.rounds = g.Int(sd.prefix+"rounds", "Rounds it takes", 0, 1_000_000).Said("0: not said. What takes less than two cannot be rushed.")
	return sd.perRound(g)
}

// forFight declares what an attack or a defence asks of a side: all but the time
// that it takes.
func (sd side) forFight(g *engine.Group) side { return sd.forUse(g).perRound(g) }

// forUse declares what a skill or an attribute in use asks of a side. Rows of the
// other's sheet are plain text, since a row of a form is one of the actor's.
func (sd side) forUse(g *engine.Group) side {
	sd.code = g.Text(sd.prefix+"code", "Die code", 10).Said("Such as 4D+1; typed, it stands instead of the sheet.")
	if sd.seat == engine.Actor {
		sd.skill = g.Row("skill", "Skill", skills)
		sd.attribute = g.Row("attribute", "Attribute", attributes)
	} else {
		sd.skill = g.Text(sd.prefix+"skill", "Skill", 60)
		sd.attribute = g.Text(sd.prefix+"attribute", "Attribute", 40)
	}
	sd.untrained = g.Bool(sd.prefix+"untrained", "Untrained").Said("A skill that is not on the sheet is untrained anyway.")
	sd.unskilled = g.Int(sd.prefix+"unskilled", "Untrained use costs", 0, 9999).Derived(sd.usualRaise).Said("Added to the difficulty: 1 for simple tasks, more for intricate ones. Typed, it counts for a defence, too.")
	sd.trainedOnly = g.Bool(sd.prefix+"trained_only", "Impossible untrained")
	sd = sd.forBonuses(g)
	sd.related = g.Modifier(sd.prefix+"related", "Related skill modifier").Said("One that waits on the sheet counts by itself.")
	sd.half = g.Bool(sd.prefix+"half", "Half the last result points").Said("Those of the roll before go to this one, if the gamemaster allows.")
	return sd.forPoints(g)
}

// forAttribute declares what the roll of a given attribute asks of a side: its code
// may be typed, and points spent.
func (sd side) forAttribute(g *engine.Group) side {
	sd.code = g.Text(sd.prefix+"code", "Die code", 10).Said("Typed, it stands instead of the sheet.")
	return sd.forBonuses(g).forPoints(g)
}

// forBonuses declares bonuses and penalties.
func (sd side) forBonuses(g *engine.Group) side {
	sd.dice = g.Extra(sd.prefix+"dice", "Dice more or fewer").Measured("D")
	sd.bonus = g.Modifier(sd.prefix+"bonus", "Added to the total")
	return sd
}

// forPoints declares points spent before the roll.
func (sd side) forPoints(g *engine.Group) side {
	sd.cp = g.Int(sd.prefix+"cp", "Character Points", 0, 100).Said("Spent before the roll: a Wild Die each.")
	sd.fate = g.Bool(sd.prefix+"fate", "Spend a Fate Point")
	return sd
}

// perRound declares the number of actions in the round.
func (sd side) perRound(g *engine.Group) side {
	sd.actions = g.Int(sd.prefix+"actions", "Actions this round", 1, 20).Default(1).Said("Each beyond the first takes 1D off every roll.")
	return sd
}

// whose says which side it is, in words.
func (sd side) whose() string {
	if sd.prefix != "" {
		return "the other side has "
	}
	return "is "
}

// trait finds what this side rolls: the code that was typed, the skill, the
// attribute it falls under, or usual where nothing is named.
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

// served is what this side rolls of the attribute that serves as role, or the code
// that was typed.
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

// defaulted is a skill that the sheet does not have: its attribute, untrained.
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

// raised adds what untrained use costs. Chapter "Untrained Skill Use".
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

// usualRaise is what untrained use costs where nobody says.
func (sd side) usualRaise(f engine.Sheet) int {
	if sd.reacts || instinctive(sd.skill.Of(f)) || sd.brawls(f) {
		return 0
	}
	return usualUnskilled
}

// brawls reports whether an attack is made with nothing, and nothing else is named
// for it.
func (sd side) brawls(f engine.Sheet) bool {
	return sd.with.Spec != nil && sd.with.Of(f)+sd.code.Of(f)+sd.skill.Of(f)+sd.attribute.Of(f) == ""
}

// usualUnskilled is what untrained use costs in most tasks.
const usualUnskilled = 5

// instinctive reports whether everybody can do it without training: dodging
// and brawling, which one genre calls fighting.
func instinctive(skill string) bool {
	for _, s := range []string{"dodge", "brawling", "fighting"} {
		if strings.EqualFold(skill, s) {
			return true
		}
	}
	return false
}
