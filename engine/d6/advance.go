package d6

import (
	"strings"

	"example.org/fray/engine"
)

// The forms of what is done between adventures.
var (
	advanceForm      = &engine.Schema{}
	advanceWhat      = advanceForm.Group("Advancement")
	advanceSkill     = advanceWhat.Text("skill", "Skill", 60).Said("A new one starts from its attribute.")
	advanceAttribute = advanceWhat.Text("attribute", "Attribute", 40).Said("To raise; or what a new skill falls under.")

	debriefForm    = &engine.Schema{}
	debriefWhat    = debriefForm.Group("End of the session")
	debriefCP      = debriefWhat.Int("character_points", "Character Points earned", 0, 99)
	debriefFP      = debriefWhat.Int("fate_points", "Fate Points earned", 0, 99)
	debriefBack    = debriefWhat.Int("fate_for", "Spent for the moral code", 0, 99).Said("These come back.")
	debriefAgainst = debriefWhat.Int("fate_against", "Spent against the moral code", 0, 99).Said("These cost one more each.")
	debriefOver    = debriefWhat.Bool("adventure_over", "The adventure is over").Default(true).Said("Skills may be raised again.")
)

// attributeTimes is how many times dearer an attribute is than a skill.
const attributeTimes = 10

// dearness is what a pip costs in Character Points: the dice of the code now.
func dearness(now code, attribute, special bool) int {
	switch {
	case attribute:
		return max(now.dice, 1) * attributeTimes
	case special:
		return (max(now.dice, 1) + 1) / 2
	}
	return max(now.dice, 1)
}

// advance buys one pip.
func advance(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	skill, attribute := advanceSkill.Of(r.Params()), advanceAttribute.Of(r.Params())
	switch {
	case skill != "":
		row, ok := skills.Find(me, skill)
		if !ok {
			return learn(r, me, skill, attribute)
		}
		return raiseSkill(r, me, row)
	case attribute != "":
		row, ok := attributes.Find(me, attribute)
		if !ok {
			r.Refuse("the sheet has no attribute %q", attribute)
		}
		return raiseAttribute(r, me, row)
	}
	r.Refuse("say which skill or attribute is raised")
	return engine.Outcome{}
}

// charge takes the price of a pip off the sheet, or refuses.
func charge(r *engine.Roll, me engine.Sheet, name string, raised bool, now code, price int) engine.Outcome {
	have := characterPoints.Of(me)
	switch {
	case raised:
		r.Refuse("%s was raised already: one pip between adventures", name)
	case price > have:
		r.Refuse("a pip of %s costs %s, and the sheet has %d", name, plural(price, "Character Point"), have)
	case now.plus(code{pips: 1}).dice > mostDice:
		r.Refuse("%s is at its highest", name)
	}
	r.Add(me, characterPoints, -price)
	then := now.plus(code{pips: 1})
	r.Note("%s %v becomes %v for %s", name, now, then, plural(price, "Character Point"))
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true,
		Values: []engine.Named{engine.Num("price", price), engine.Word("code", then.String())}}
}

func raiseSkill(r *engine.Roll, me engine.Sheet, row engine.Row) engine.Outcome {
	now := skillTrait(r, me, row).code
	o := charge(r, me, row.Name(), skillRaised.At(row), now, dearness(now, false, skillSpecial.At(row) != ""))
	engine.Put(r, row, skillCode, pipMore(skillCode.At(row)))
	engine.Put(r, row, skillRaised, true)
	return o
}

// pipMore writes a code, or adds, with one pip more.
func pipMore(text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "+") {
		dice, pips, _ := parseBonus(text)
		more := code{dice, pips}.plus(code{pips: 1})
		return "+" + more.String()
	}
	c, _ := parseCode(text)
	return c.plus(code{pips: 1}).String()
}

// learn starts a skill at one pip above its attribute.
func learn(r *engine.Roll, me engine.Sheet, skill, attribute string) engine.Outcome {
	under, ok := attributes.Find(me, attribute)
	if !ok {
		under, ok = defaulting(me, skill)
	}
	if !ok {
		r.Refuse("say which attribute the new skill %q falls under", skill)
	}
	now := attributeTrait(r, under).code
	o := charge(r, me, skill, false, now, dearness(now, false, false))
	row := r.NewRow(me, skills, skill)
	engine.Put(r, row, skillCode, now.plus(code{pips: 1}).String())
	engine.Put(r, row, skillAttribute, under.Name())
	engine.Put(r, row, skillRaised, true)
	return o
}

// raiseAttribute raises an attribute and, if the table has it so, the skills
// under it; those that are adds to it rise by themselves.
func raiseAttribute(r *engine.Roll, me engine.Sheet, row engine.Row) engine.Outcome {
	now := attributeTrait(r, row).code
	o := charge(r, me, row.Name(), attributeRaised.At(row), now, dearness(now, true, false))
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

// debrief is the end of a session: points earned, the moral code, and a new
// chance to raise what was raised.
func debrief(r *engine.Roll) engine.Outcome {
	me, f := r.Sheet(engine.Actor), r.Params()
	spent := fateSpent.Of(me)
	back, against := debriefBack.Of(f), debriefAgainst.Of(f)
	if back+against > spent {
		r.Refuse("%d spent for the moral code and %d against it, but only %s in this session", back, against, plural(spent, "Fate Point"))
	}
	r.Add(me, characterPoints, min(debriefCP.Of(f), 999-characterPoints.Of(me)))
	now := fatePoints.Of(me)
	then := min(max(now+debriefFP.Of(f)+back-against, 0), 99)
	r.Add(me, fatePoints, then-now)
	engine.Put(r, me, fateSpent, 0)
	r.Note("%s, %s; %d back, %d more lost", plural(debriefCP.Of(f), "Character Point"), plural(debriefFP.Of(f), "Fate Point"), back, against)
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
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true,
		Values: []engine.Named{engine.Num("fate_points", then)}}
}
