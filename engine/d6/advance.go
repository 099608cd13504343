package d6

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// The forms of the actions between adventures.
var (
	advanceForm      = &engine.Schema{}
	advanceWhat      = advanceForm.Group("Advancement")
	advanceSkill     = advanceWhat.Text("skill", "Skill", 60).Help("A new one starts from its attribute.")
	advanceAttribute = advanceWhat.Text("attribute", "Attribute", 40).Help("To raise; or what a new skill falls under.")
	advanceSpecial   = advanceWhat.Text("special_of", "Specialisation of", 60).Help("Makes a new skill a specialisation of this one.")

	debriefForm    = &engine.Schema{}
	debriefWhat    = debriefForm.Group("End of the session")
	debriefCP      = debriefWhat.Int("character_points", "Character Points earned", 0, 99)
	debriefFP      = debriefWhat.Int("fate_points", "Fate Points earned", 0, 99)
	debriefBack    = debriefWhat.Int("fate_for", "Spent for the moral code", 0, 99).Help("These come back.")
	debriefAgainst = debriefWhat.Int("fate_against", "Spent against the moral code", 0, 99).Help("These cost one more each.")
	debriefOver    = debriefWhat.Bool("adventure_over", "The adventure is over").Default(true).Help("Skills may be raised again.")
)

// The prices of pips, as multiples of the price of a pip of a skill.
const (
	attributeTimes = 10
	beyondTimes    = 2 // for a skill under an extranormal attribute
)

// firstBeyond is the price of the first die of an extranormal attribute, in Character
// Points.
const firstBeyond = 20

// kind is the kind of trait that a pip is bought for: by itself, a skill.
type kind struct{ attribute, special, beyond bool }

// dearness gives the price of a pip in Character Points. It goes by the dice that the code
// has now.
func dearness(now code, k kind) int {
	price := max(now.dice, 1)
	switch {
	case k.attribute:
		return price * attributeTimes
	case k.special:
		price = (price + 1) / 2
	}
	if k.beyond {
		price *= beyondTimes
	}
	return price
}

// kindOf gives the kind of a skill.
func kindOf(s engine.Sheet, row engine.Row) kind {
	return kind{special: skillSpecial.At(row) != "", beyond: beyond(s, skillAttribute.At(row))}
}

// advance buys one pip. Chapter "Character Points".
func advance(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	skill, attribute := advanceSkill.Of(r.Params()), advanceAttribute.Of(r.Params())
	switch {
	case skill != "":
		row, ok := skills.Find(me, skill)
		switch {
		case !ok:
			return learn(r, me, skill, attribute)
		case advanceSpecial.Of(r.Params()) != "":
			r.Refuse("%s is on the sheet already", row.Name())
		}
		return raiseSkill(r, me, row)
	case attribute != "":
		row, ok := attributes.Find(me, attribute)
		if !ok {
			return gain(r, me, attribute)
		}
		return raiseAttribute(r, me, row)
	}
	r.Refuse("say which skill or attribute is raised")
	return engine.Outcome{}
}

// charge takes the price of a pip off the sheet. It refuses if the trait was raised
// already, is at its highest, or costs more than there is.
func charge(r *engine.Roll, me engine.Sheet, name string, raised bool, now code, price int) engine.Outcome {
	have := characterPoints.Of(me)
	switch {
	case raised:
		r.Refuse("%s was raised already: one pip between adventures", name)
	case price > have:
		r.Refuse("a pip of %s costs %s, and the sheet has %d", name, engine.Counted(price, "Character Point"), have)
	case now.plus(code{pips: 1}).dice > mostDice:
		r.Refuse("%s is at its highest", name)
	}
	r.Add(me, characterPoints, -price)
	then := now.plus(code{pips: 1})
	r.Note("%s %v becomes %v for %s", name, now, then, engine.Counted(price, "Character Point"))
	r.Story("{actor} raises %s  %v, for %s", name, then, engine.Counted(price, "Character Point"))
	return engine.Done(engine.Num("price", price), engine.Word("code", then.String()))
}

func raiseSkill(r *engine.Roll, me engine.Sheet, row engine.Row) engine.Outcome {
	now := skillTrait(r, me, row).code
	o := charge(r, me, row.Name(), skillRaised.At(row), now, dearness(now, kindOf(me, row)))
	engine.Put(r, row, skillCode, pipMore(skillCode.At(row)))
	engine.Put(r, row, skillRaised, true)
	return o
}

// pipMore adds a pip to a code, or to a bonus such as +1D.
func pipMore(text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "+") {
		dice, pips, _ := parseBonus(text)
		more := code{dice, pips}.plus(code{pips: 1})
		if more.dice == 0 {
			return fmt.Sprintf("+%d", more.pips)
		}
		return "+" + more.String()
	}
	c, _ := parseCode(text)
	return c.plus(code{pips: 1}).String()
}

// learn starts a skill at one pip above its attribute. A specialisation starts at +1 on
// its skill, so that it rises together with it.
func learn(r *engine.Roll, me engine.Sheet, skill, attribute string) engine.Outcome {
	of := advanceSpecial.Of(r.Params())
	base, trained := skills.Find(me, of)
	if trained {
		attribute = skillAttribute.At(base)
	}
	under, ok := attributes.Find(me, attribute)
	if !ok && !trained {
		under, ok = defaulting(me, cmp.Or(of, skill))
	}
	if !ok && !trained {
		r.Refuse("say which attribute the new skill %q falls under", skill)
	}
	var now code
	if trained {
		now = skillTrait(r, me, base).code
	} else {
		now = attributeTrait(r, under).code
	}
	then := now.plus(code{pips: 1}).String()
	if of != "" {
		then = "+1"
	}
	o := charge(r, me, skill, false, now, dearness(now, kind{special: of != "", beyond: attributeBeyond.At(under)}))
	r.Story("{actor} learns %s  %s", skill, then)
	row := r.NewRow(me, skills, skill)
	engine.Put(r, row, skillCode, then)
	engine.Put(r, row, skillAttribute, under.Name())
	if of != "" {
		engine.Put(r, row, skillSpecial, of)
	}
	engine.Put(r, row, skillRaised, true)
	return o
}

// gain starts an extranormal attribute with its first die.
func gain(r *engine.Roll, me engine.Sheet, attribute string) engine.Outcome {
	b, known := attributeBook(genre.Of(me), attribute)
	if !known || b.role != extranormal {
		r.Refuse("the sheet has no attribute %q", attribute)
	}
	if have := characterPoints.Of(me); have < firstBeyond {
		r.Refuse("the first die of %s costs %s, and the sheet has %d", b.attribute, engine.Counted(firstBeyond, "Character Point"), have)
	}
	r.Add(me, characterPoints, -firstBeyond)
	row := r.NewRow(me, attributes, b.attribute)
	engine.Put(r, row, attributeCode, "1D")
	engine.Put(r, row, attributeBeyond, true)
	engine.Put(r, row, attributeRaised, true)
	r.Note("%s begins with 1D for %s", b.attribute, engine.Counted(firstBeyond, "Character Point"))
	r.Story("{actor} gains %s  1D, for %s", b.attribute, engine.Counted(firstBeyond, "Character Point"))
	return engine.Done(engine.Num("price", firstBeyond), engine.Word("code", "1D"))
}

// raiseAttribute raises an attribute and, by a house rule, the skills under it. Skills
// that are written as a bonus to the attribute rise by themselves.
func raiseAttribute(r *engine.Roll, me engine.Sheet, row engine.Row) engine.Outcome {
	now := attributeTrait(r, row).code
	o := charge(r, me, row.Name(), attributeRaised.At(row), now, dearness(now, kind{attribute: true}))
	engine.Put(r, row, attributeCode, now.plus(code{pips: 1}).String())
	engine.Put(r, row, attributeRaised, true)
	if !liftsSkills.Of(r.House()) {
		return o
	}
	for _, s := range skills.Rows(me) {
		if strings.EqualFold(skillAttribute.At(s), row.Name()) && !strings.HasPrefix(skillCode.At(s), "+") {
			engine.Put(r, s, skillCode, skillTrait(r, me, s).code.plus(code{pips: 1}).String())
		}
	}
	return o
}

// pointsGained says how many points a session brought, and how many Fate Points it took.
func pointsGained(character, fate int) string {
	var parts []string
	if character > 0 {
		parts = append(parts, "gains "+engine.Counted(character, "Character Point"))
	}
	switch {
	case fate > 0 && character > 0:
		parts = append(parts, engine.Counted(fate, "Fate Point"))
	case fate > 0:
		parts = append(parts, "gains "+engine.Counted(fate, "Fate Point"))
	case fate < 0:
		parts = append(parts, "loses "+engine.Counted(-fate, "Fate Point"))
	}
	if parts == nil {
		return "no points"
	}
	return strings.Join(parts, ", ")
}

// debrief is the end of a session. It gives points, settles Fate Points by the moral
// code and, at the end of an adventure, lets traits be raised again. Chapter "Fate Points".
func debrief(r *engine.Roll) engine.Outcome {
	me, f := r.Sheet(engine.Actor), r.Params()
	spent := fateSpent.Of(me)
	back, against := debriefBack.Of(f), debriefAgainst.Of(f)
	if back+against > spent {
		r.Refuse("%d spent for the moral code and %d against it, but only %s in this session", back, against, engine.Counted(spent, "Fate Point"))
	}
	r.Add(me, characterPoints, min(debriefCP.Of(f), 999-characterPoints.Of(me)))
	now := fatePoints.Of(me)
	then := min(max(now+debriefFP.Of(f)+back-against, 0), 99)
	r.Add(me, fatePoints, then-now)
	engine.Put(r, me, fateSpent, 0)
	r.Story("{actor} ends the session  %s", pointsGained(debriefCP.Of(f), then-now))
	r.Note("%s, %s; %d back, %d more lost", engine.Counted(debriefCP.Of(f), "Character Point"), engine.Counted(debriefFP.Of(f), "Fate Point"), back, against)
	if debriefOver.Of(f) {
		for _, row := range skills.Rows(me) {
			if skillRaised.At(row) {
				engine.Put(r, row, skillRaised, false)
			}
		}
		for _, row := range attributes.Rows(me) {
			if attributeRaised.At(row) {
				engine.Put(r, row, attributeRaised, false)
			}
		}
	}
	return engine.Done(engine.Num("fate_points", then))
}
