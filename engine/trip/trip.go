package trip

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
)

var tripForm = &engine.Schema{}

var (
	formRoll       = tripForm.Group("The roll")
	formAbility    = formRoll.Row("ability", "Ability", abilities).Help("Gives its target, B and cost.")
	formTarget     = formRoll.Int("target", "Target *", 0, 8).BeyondSheet().Help("Usually even, *0 to *8.").WhenEmpty("the ability's")
	formSlide      = formRoll.Int("slide", "Slide", 0, 20).Help("Raises the line of ability failure; the Degrees stay.")
	formDifficulty = formRoll.Int("difficulty", "Difficulty", 0, mostDifficulty).Help("Without one, everything but an ability failure succeeds. 0 is a difficulty too.").WhenEmpty("none")
	formHoldsOff   = formRoll.Int("holds_off", "Damage to hold off", 0, mostDifficulty).Help("The damage from which an armor or a resistance takes its result off.").ForOneRoll()
)

var (
	formBonuses   = tripForm.Group("Bonus")
	formBonus     = formBonuses.Modifier("bonus", "Bonus").Help("In addition to those of the sheet; a penalty is below 0.")
	formFocus     = formBonuses.Choice("focus", "Focus", colourIDs("none")...).ForOneRoll()
	formPurse     = formBonuses.Choice("purse", "Purse", purseIDs()...)
	formUse       = formBonuses.Text("use", "Use", 60).Help("What the roll is part of. A Focus serves every essential roll of a use on one Nish.")
	formContinues = formBonuses.Bool("continues", "Continues the use").Help("Another essential roll of the same use, such as Sk^Attribute after Sk^Resistance.").ForOneRoll()
	formRunning   = formBonuses.Bool("running", "Running Focus serves").Default(true).Help("Turn it off for a roll that is not essential to the use.")
)

var (
	formLacking   = tripForm.Group("Unskilled and lucked")
	formUnskilled = formLacking.Bool("unskilled", "Unskilled")
	formSkill     = formLacking.Text("skill", "In place of", 60).Help("The skill that an attribute stands in for.")
	formLuck      = formLacking.Choice("luck", "Luck", "none", "luck", "anti").ForOneRoll()
	formLuckFocus = formLacking.Choice("luck_focus", "Focus with Luck", colourIDs("none")...).Help("Added to the second throw only.").ForOneRoll()
)

var (
	formFeat      = tripForm.Group("Feat and Heroic")
	formCost      = formFeat.Choice("cost", "Meta cost", colourIDs("none")...).Help("None for a roll that continues a use.").WhenEmpty("the ability's")
	formCostPurse = formFeat.Choice("cost_purse", "Cost from", purseIDs("same")...)
	formMaxDegree = formFeat.Int("max_degree", "Highest Degree", 1, degrees).BeyondSheet().Default(3).WhenEmpty("the sheet's")
	formHeroic    = formFeat.Text("heroic", "Heroic dice", 60).BeyondSheet().Help("The dice of Degree 1, 2, 3 and so on: 6,8,10.").WhenEmpty("the sheet's")
)

// mostDifficulty is the highest difficulty, and the most damage that is taken at once.
const mostDifficulty = 9999

// attempt is all that is known of a Trip roll before its dice are thrown. All runs of one
// count of odds share it, so nothing may change it afterwards.
type attempt struct {
	ability    ability
	dice       *tripDice
	difficulty difficulty
	bonuses    sum
	focus      focus
	feat       feat
	fortune    fortune
	again      []*tripDice     // the dice of a second throw: with a Focus of each colour, and last without one
	offers     []engine.Option // what can be done with a throw that has been made
	follows    follows
}

// tripRoll is a Trip roll. All bonuses are settled before the dice are thrown. Chapters "Trip
// Rolls" and "Simple Trip Roll Steps".
func tripRoll(r *engine.Roll) engine.Outcome {
	a := *engine.Precompute(r, func() *attempt { return prepare(r) })
	a.payFeat(r)
	a.payFocus(r)
	luckFocus := a.luckFocus(r)
	a.announce(r, luckFocus)
	t, fortune := a.roll(r, luckFocus)
	out := a.outcome(t)
	a.conclude(r, t, out)
	a.tell(r, t, fortune, out.Success)
	a.handOver(r, t, out.Success)
	return out
}

// prepare works out all that is known of a roll before anything is paid for.
func prepare(r *engine.Roll) *attempt {
	form, me, house := r.Params(), r.Sheet(engine.Actor), r.House()
	a := &attempt{ability: abilityOf(form, me)}
	if name := formAbility.Of(form); name != "" && !a.ability.known {
		r.Refuse("%q is not an ability of this sheet; for an ability that is not known, roll an attribute or a target unskilled", name)
	}
	l := linesOf(r, a.ability)
	if form.Written(formDifficulty.ID) {
		a.difficulty = difficulty{set: true, least: formDifficulty.Of(form)}
	}
	a.bonuses = gathered(a.ability, form, me, r.Moment())
	a.findFocus(r)
	a.unskilled(r, &l)
	a.bonuses = settle(a.bonuses, artifactStack.Of(house))
	a.follows = a.leadsTo(r)
	a.findFeat(r)
	a.dice = newTripDice(l, a.bonuses.die(house), "")
	for c := range colours {
		a.again = append(a.again, newTripDice(l, a.bonuses.with(focusBonus(house, c), house).die(house), a.fortune.prefix()))
	}
	a.again = append(a.again, newTripDice(l, a.dice.bonus, a.fortune.prefix()))
	a.offers = a.luckOptions(me)
	return a
}

// linesOf gives the target, the line of ability failure and those of the Degrees. Chapters "*
// (Target)" and "Failure & Slide".
func linesOf(r *engine.Roll, a ability) lines {
	var l lines
	star := 0
	if a.known {
		star = abilityStar.At(a.row)
	}
	l.target = formTarget.Else(r, star)
	if a.known {
		r.Beside(formAbility.ID, "*%d", l.target)
	}
	if l.target%2 != 0 {
		r.Note("note: *%d is an odd target; targets are usually even", l.target)
	}
	me := r.Sheet(engine.Actor)
	for _, m := range me.InForce(everySlide.ID) {
		r.Note("%s: slide %+d", m.Why, m.N)
	}
	slide := formSlide.Of(r.Params()) + everySlide.Of(me)
	if slide > 9 {
		r.Note("note: a slide of %d is for what is nearly impossible; it is usually up to 9", slide)
	}
	l.fail, l.chance = l.target+slide, alwaysAChance.Of(r.House())
	l.findHeroicDice(r)
	return l
}

// findHeroicDice reads the highest Degree and the dice of each.
func (l *lines) findHeroicDice(r *engine.Roll) {
	me := r.Sheet(engine.Actor)
	l.highest = formMaxDegree.Else(r, maxDegree.Of(me))
	for i, f := range heroicDice {
		l.pair[i] = f.Of(me)
	}
	if typed := formHeroic.Else(r, l.heroicDice()); typed != "" {
		l.pair = readHeroic(r, typed)
	}
	for i, faces := range l.pair[:l.highest] {
		if faces == 0 {
			r.Refuse("no Heroic die is named for Degree %d: name one for each Degree, such as 6,8,10", i+1)
		}
	}
}

// heroicDice gives the Heroic dice as the parameter writes them: 6,8,10.
func (l *lines) heroicDice() string {
	var dice []string
	for _, faces := range l.pair[:l.highest] {
		dice = append(dice, strconv.Itoa(faces))
	}
	return strings.Join(dice, ",")
}

// readHeroic reads Heroic dice: "6,8,10" or "d6 d8 d10".
func readHeroic(r *engine.Roll, typed string) (out [degrees]int) {
	words := strings.FieldsFunc(typed, func(c rune) bool { return c == ',' || c == ' ' })
	if len(words) > degrees {
		r.Refuse("%d Heroic dice are named: there are %d Degrees at most", len(words), degrees)
	}
	for i, word := range words {
		faces, ok := readFaces(word)
		if !ok {
			r.Refuse("%q is not a Heroic die: write the faces of the dice of Degree 1, 2, 3 and so on, such as 6,8,10", word)
		}
		out[i] = faces
	}
	return out
}

// readFaces reads a die of 2 to 100 faces: d8 or 8.
func readFaces(word string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(word)), "d"))
	return n, err == nil && n >= 2 && n <= 100
}

// unskilled finds how often the roll is thrown. If it is unskilled, it takes slide and
// penalty or, by a house rule, is thrown twice for the worse. Chapters "Unskilled" and "How?".
func (a *attempt) unskilled(r *engine.Roll, l *lines) {
	form, house := r.Params(), r.House()
	byAntiLuck := unskilledBy.Of(house) == "anti-luck"
	luck := formLuck.Of(form)
	unskilled := formUnskilled.Of(form)
	a.fortune = fortuneOf(r, luck, unskilled && byAntiLuck)
	if !unskilled {
		unskilled = a.proposed(r)
	}
	switch {
	case !unskilled:
	case byAntiLuck:
		r.Note("unskilled: the roll is thrown twice, the worse is kept")
		a.fortune = fortuneOf(r, luck, true)
	default:
		l.fail += unskilledSlide.Of(house)
		a.bonuses.add("unskilled", -unskilledPenalty.Of(house))
		r.Note("unskilled: slide +%d, penalty -%d", unskilledSlide.Of(house), unskilledPenalty.Of(house))
	}
}

// proposed reports whether an attribute that is rolled in place of a skill is unskilled. It
// asks the gamemaster if another character at the table has that skill. Chapters "Examples"
// and "Don't Stomp on Skilled Characters!".
func (a *attempt) proposed(r *engine.Roll) bool {
	skill := formSkill.Of(r.Params())
	if skill == "" || a.ability.kind != "" && a.ability.kind != "attribute" {
		return false
	}
	if _, own := abilities.Find(r.Sheet(engine.Actor), skill); own {
		r.Note("note: %s is an ability of this sheet, so nothing needs to replace it", skill)
		return false
	}
	for _, one := range r.Company() {
		if _, known := abilities.Find(one, skill); known {
			return r.Pick(engine.Ask{ID: "unskilled", Words: "Another character has " + skill + ": unskilled?"}, engine.Gamemaster,
				engine.Option{ID: "unskilled", Label: "Unskilled, so that the character with " + skill + " is not outdone"},
				engine.Option{ID: "skilled", Label: "As if skilled"}) == "unskilled"
		}
	}
	return false
}

// announce notes what the dice are compared with, before they are thrown.
func (a *attempt) announce(r *engine.Roll, luckFocus int) {
	a.bonuses.note(r)
	r.Beside("total", "result, with its Heroic roll")
	r.Note("*%d: %s", a.dice.target, a.dice.lines)
	if a.difficulty.set {
		r.Aim(a.difficulty.least, "difficulty %d, for the better of the total and the Heroic roll", a.difficulty.least)
	} else if a.focus.paid >= 0 || luckFocus >= 0 {
		r.Note("note: without a difficulty a Focus raises the result but not the chance, which depends on the Trip die alone")
	}
}

// outcome compares the throw that counts with the difficulty.
func (a *attempt) outcome(t throw) engine.Outcome {
	out := engine.Outcome{
		Success: a.difficulty.meets(t), Grade: engine.Failure, Flags: t.flags(), Total: t.total, NoTarget: !a.difficulty.set,
		Values: []engine.Named{
			engine.Num("d20", t.d20), engine.Num("db", t.db()), engine.Num("total", t.total),
			engine.Num("degree", t.degree), engine.Num("heroic", t.heroic()), engine.Num("result", t.result),
		},
	}
	if a.difficulty.set {
		out.Target, out.Margin = a.difficulty.least, t.result-a.difficulty.least
	}
	switch {
	case t.failed:
		out.Grade = "ability-failure"
	case out.Success:
		out.Grade = engine.Success
	}
	return out
}

// conclude gives the Meta of a failed feat back if the ability says so, and notes the result.
func (a *attempt) conclude(r *engine.Roll, t throw, out engine.Outcome) {
	if t.failed {
		return
	}
	if a.feat.comesBack && !out.Success {
		r.Add(r.Sheet(engine.Actor), a.feat.from.spent[a.feat.colour], -1)
		r.Note("the feat gives its Meta back")
	}
	if a.difficulty.set {
		r.Note("%d against %d: %s by %d", t.result, a.difficulty.least, out.Grade, max(out.Margin, -out.Margin))
		return
	}
	r.Note("the result is %d", t.result)
}
