package trip

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
)

var tripForm = &engine.Schema{}

var (
	formRoll       = tripForm.Group("The roll")
	formAbility    = formRoll.Row("ability", "Ability", abilities).Said("Gives its target, B and cost.")
	formTarget     = formRoll.Int("target", "Target *", 0, 8).Said("Even as a rule, *0 to *8.").Without("the ability's")
	formSlide      = formRoll.Int("slide", "Slide", 0, 20).Said("Raises the line of ability failure; the Degrees stay.")
	formDifficulty = formRoll.Int("difficulty", "Difficulty", 0, mostDifficulty).Said("With none all but an ability failure succeeds; 0 is one.").Without("none")
	formHoldsOff   = formRoll.Int("holds_off", "Damage to hold off", 0, mostDifficulty).Said("What an armor or a resistance that succeeds takes its result off.").Spending()
)

var (
	formBonuses   = tripForm.Group("Bonus")
	formBonus     = formBonuses.Modifier("bonus", "Bonus").Said("Besides those of the sheet; a penalty is below 0.")
	formFocus     = formBonuses.Choice("focus", "Focus", colourIDs("none")...).Spending()
	formPurse     = formBonuses.Choice("purse", "Purse", purseIDs()...)
	formUse       = formBonuses.Text("use", "Use", 60).Said("What this roll is part of. A Focus serves every essential roll of one use on one Nish.")
	formContinues = formBonuses.Bool("continues", "Goes on with the use").Said("One more essential roll of an ability that is in use: Sk^Attribute after Sk^Resistance.").Spending()
	formRunning   = formBonuses.Bool("running", "Running Focus serves").Default(true).Said("Off for a roll that is not essential to the use.")
)

var (
	formLacking   = tripForm.Group("Unskilled and lucked")
	formUnskilled = formLacking.Bool("unskilled", "Unskilled")
	formSkill     = formLacking.Text("skill", "In place of", 60).Said("The skill that an attribute stands in for.")
	formLuck      = formLacking.Choice("luck", "Luck", "none", "luck", "anti").Spending()
	formLuckFocus = formLacking.Choice("luck_focus", "Focus with Luck", colourIDs("none")...).Said("Added to the second throw only.").Spending()
)

var (
	formFeat      = tripForm.Group("Feat and Heroic")
	formCost      = formFeat.Choice("cost", "Meta cost", colourIDs("none")...).Said("None for a roll that goes on with a use.").Without("the ability's")
	formCostPurse = formFeat.Choice("cost_purse", "Cost from", purseIDs("same")...)
	formMaxDegree = formFeat.Int("max_degree", "Highest Degree", 1, degrees).Default(3).Without("the sheet's")
	formHeroic    = formFeat.Text("heroic", "Heroic dice", 60).Said("The dice of Degree 1, 2, 3 and so on: 6,8,10.").Without("the sheet's")
)

// mostDifficulty is the largest difficulty, and the most damage at once.
const mostDifficulty = 9999

// attempt is one use of an ability, as it stands before its dice.
type attempt struct {
	lines
	row       engine.Row
	known     bool // row is an ability of the sheet
	ability   string
	kind      string
	use       string
	bonuses   sum
	focusing  focusing
	fortune   fortune
	luckFocus int                // colour, -1 for none
	refund    *engine.Field[int] // where the feat's Meta comes back on failure
	next      next
	feat      *feat
	hands     *hands
}

// tripRoll is a Trip roll: all is settled before the dice, then they are
// thrown, and what they came to is told. Chapters "Trip Rolls" and "Simple Trip
// Roll Steps".
func tripRoll(r *engine.Roll) engine.Outcome {
	a := prepared(r)
	a.payFeat(r)
	a.payFocus(r)
	a.luckFocusNamed(r)
	a.announce(r)
	return a.outcome(r, a.roll(r))
}

// prepare puts together what a roll is made with, before anything is paid.
func prepare(r *engine.Roll) *attempt {
	a := begin(r)
	a.heroicTable(r)
	a.gather(r.Params(), r.Sheet(engine.Actor), r.Moment())
	a.focus(r)
	a.unskilled(r)
	a.bonuses = settle(a.bonuses, artifactStack.Of(r.House()))
	a.next = a.leads(r)
	a.feat = a.featOf(r)
	a.hands = a.handsOf(a.die(r.House(), a.bonuses))
	return a
}

// begin finds the ability, the target and the line of ability failure. Chapters
// "* (Target)" and "Failure & Slide".
func begin(r *engine.Roll) *attempt {
	form := r.Params()
	a := &attempt{luckFocus: -1}
	a.names(form, r.Sheet(engine.Actor))
	if name := formAbility.Of(form); name != "" && !a.known {
		r.Refuse("%q is no ability of this sheet; for an ability that is not known, roll an attribute or a target unskilled", name)
	}
	star := 0
	if a.known {
		star = abilityStar.At(a.row)
	}
	a.target = formTarget.Else(r, star)
	if a.known {
		r.Beside(formAbility.ID, "*%d", a.target)
	}
	if a.target%2 != 0 {
		r.Note("mind: *%d is an odd target; even ones are usual", a.target)
	}
	slide := formSlide.Of(form) + a.slid(r)
	if slide > 9 {
		r.Note("mind: a slide of %d is for what is nearly impossible; up to 9 is usual", slide)
	}
	a.fail, a.chance = a.target+slide, alwaysAChance.Of(r.House())
	if form.Written(formDifficulty.ID) {
		a.difficulty = difficulty{set: true, least: formDifficulty.Of(form)}
	}
	return a
}

// names finds the ability that a form names, and the use.
func (a *attempt) names(form, me engine.Sheet) {
	if row, known := abilities.Find(me, formAbility.Of(form)); known {
		a.of(row)
	}
	if use := formUse.Of(form); use != "" {
		a.use = use
	}
}

// of says which ability is used.
func (a *attempt) of(row engine.Row) {
	a.row, a.known = row, true
	a.ability, a.kind, a.use = row.Name(), abilityKind.At(row), useOf(row)
}

// useOf is what shares a Focus with an ability.
func useOf(row engine.Row) string {
	if use := abilityUse.At(row); use != "" {
		return use
	}
	return row.Name()
}

// heroicTable finds the highest Degree and the dice of each.
func (a *attempt) heroicTable(r *engine.Roll) {
	me := r.Sheet(engine.Actor)
	a.highest = formMaxDegree.Else(r, maxDegree.Of(me))
	for i, f := range heroicDice {
		a.pair[i] = f.Of(me)
	}
	if typed := formHeroic.Else(r, a.ownHeroic()); typed != "" {
		a.pair = readHeroic(r, typed)
	}
	for i, faces := range a.pair[:a.highest] {
		if faces == 0 {
			r.Refuse("no Heroic die is named for Degree %d: name one for each Degree, such as 6,8,10", i+1)
		}
	}
}

// ownHeroic writes the Heroic dice of the sheet as a form has them: 6,8,10.
func (a *attempt) ownHeroic() string {
	var dice []string
	for _, faces := range a.pair[:a.highest] {
		if faces == 0 {
			return ""
		}
		dice = append(dice, strconv.Itoa(faces))
	}
	return strings.Join(dice, ",")
}

// readHeroic reads "6,8,10" or "d6 d8 d10".
func readHeroic(r *engine.Roll, typed string) (out [degrees]int) {
	words := strings.FieldsFunc(typed, func(c rune) bool { return c == ',' || c == ' ' })
	if len(words) > degrees {
		r.Refuse("%d Heroic dice are named: there are %d Degrees at most", len(words), degrees)
	}
	for i, word := range words {
		faces, ok := readFaces(word)
		if !ok {
			r.Refuse("%q is no Heroic die: write the faces of the dice of Degree 1, 2, 3 and so on, such as 6,8,10", word)
		}
		out[i] = faces
	}
	return out
}

// readFaces reads a die: d8 or 8, from 2 to 100 faces.
func readFaces(word string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(word)), "d"))
	return n, err == nil && n >= 2 && n <= 100
}

// gather collects the bonuses of a sheet, the form and the situation that serve
// the roll at a moment.
func (a *attempt) gather(form, me engine.Sheet, moment int) {
	if a.known {
		a.ofAbility(me)
	}
	a.holding(me, everyBonus.ID, everyBonus.Of(me))
	a.bonuses = append(a.bonuses, a.served().ofSheet(me, moment)...)
	a.add("bonus", formBonus.Of(form))
	a.situation(form)
}

// ofAbility adds the long-term bonus of the ability, and what is in force on it.
func (a *attempt) ofAbility(me engine.Sheet) {
	path := a.row.Path(abilityB.Spec)
	long := abilityB.At(a.row)
	for _, m := range me.InForce(path) {
		long -= m.N
	}
	a.add("B", long)
	a.holding(me, path, abilityB.At(a.row)-long)
}

// holding adds n as what is in force on a number. What holds is a source by its
// name: of two penalties of one source only the worse counts. Chapter "Stacking".
func (a *attempt) holding(me engine.Sheet, path string, n int) {
	for _, m := range me.InForce(path) {
		a.bonuses = append(a.bonuses, bonus{name: m.Why, kind: "bonus", from: "other", source: m.Why, value: m.N}.asPenalty())
		n -= m.N
	}
	a.add("besides", n)
}

// slid is the slide of whatever is in force. Chapter "Failure & Slide".
func (a *attempt) slid(r *engine.Roll) int {
	me := r.Sheet(engine.Actor)
	for _, m := range me.InForce(everySlide.ID) {
		r.Note("%s: slide %+d", m.Why, m.N)
	}
	return everySlide.Of(me)
}

// situation adds what the gamemaster gives or takes, with its reason.
func (a *attempt) situation(form engine.Sheet) {
	name := "situation"
	if why := engine.Every.Why.Of(form); why != "" {
		name += " (" + why + ")"
	}
	a.add(name, engine.Every.Situation.Of(form))
}

func (a *attempt) served() served { return served{a.ability, a.kind, a.use} }

// add puts a nameless bonus or penalty on the list.
func (a *attempt) add(name string, n int) {
	if n != 0 {
		a.bonuses = append(a.bonuses, bonus{name: name, kind: "bonus", from: "other", value: n}.asPenalty())
	}
}

// unskilled makes the roll one by slide and penalty, or by anti-luck. Chapters
// "Unskilled" and "How?".
func (a *attempt) unskilled(r *engine.Roll) {
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
		a.fail += unskilledSlide.Of(house)
		a.add("unskilled", -unskilledPenalty.Of(house))
		r.Note("unskilled: slide +%d, penalty -%d", unskilledSlide.Of(house), unskilledPenalty.Of(house))
	}
}

// proposed asks the gamemaster whether an attribute that stands in for a skill
// is rolled unskilled, where another character at the table has that skill.
// Chapters "Examples" and "Don't Stomp on Skilled Characters!".
func (a *attempt) proposed(r *engine.Roll) bool {
	skill := formSkill.Of(r.Params())
	if skill == "" || a.kind != "" && a.kind != "attribute" {
		return false
	}
	if _, own := abilities.Find(r.Sheet(engine.Actor), skill); own {
		r.Note("mind: %s is an ability of this sheet; nothing need stand in for it", skill)
		return false
	}
	for _, one := range r.Company() {
		if _, known := abilities.Find(one, skill); known {
			return r.Pick(engine.Ask{ID: "unskilled", Words: "Another character has " + skill + ": unskilled?"}, engine.Gamemaster,
				engine.Option{ID: "unskilled", Label: "Unskilled, so that the one with " + skill + " is not outdone"},
				engine.Option{ID: "skilled", Label: "As if skilled"}) == "unskilled"
		}
	}
	return false
}

// sumWith is the sum with one more bonus in it, settled again.
func (a *attempt) sumWith(house engine.Sheet, more bonus) sum {
	return settle(append(a.bonuses[:len(a.bonuses):len(a.bonuses)], more), artifactStack.Of(house))
}

func (a *attempt) die(house engine.Sheet, s sum) bonusDie {
	return dieOf(s.total(), highLevelDice.Of(house))
}

// announce writes what the dice are measured against, before they fall.
func (a *attempt) announce(r *engine.Roll) {
	if !r.Told() {
		return
	}
	a.bonuses.note(r)
	r.Beside("total", "result, with its Heroic roll")
	r.Note("*%d: %s", a.target, a.lines)
	if a.set {
		r.Aim(a.least, "difficulty %d, for the better of the total and the Heroic roll", a.least)
	} else if a.focusing.paid >= 0 || a.luckFocus >= 0 {
		r.Note("mind: with no difficulty a Focus raises the result and not the chance, which goes by the Trip die alone")
	}
}

// outcome puts the throw that counts into words and numbers.
func (a *attempt) outcome(r *engine.Roll, s throws) engine.Outcome {
	out := engine.Outcome{
		Success: a.meets(s), Grade: engine.Failure, Flags: s.flags(), Total: s.total, NoTarget: !a.set,
		Values: r.Values(
			engine.Num("d20", s.d20), engine.Num("db", s.db), engine.Num("total", s.total),
			engine.Num("degree", s.degree), engine.Num("heroic", s.heroic), engine.Num("result", s.result)),
	}
	if a.set {
		out.Target, out.Margin = a.least, s.result-a.least
	}
	switch {
	case s.failed:
		out.Grade = "ability-failure"
	case out.Success:
		out.Grade = engine.Success
	}
	a.conclude(r, s, out)
	a.tell(r, s, out.Success)
	a.handOver(r, s, out.Success)
	return out
}

// conclude gives a feat's Meta back where it says so, and writes the result.
func (a *attempt) conclude(r *engine.Roll, s throws, out engine.Outcome) {
	if a.refund != nil && !out.Success && !s.failed {
		r.Add(r.Sheet(engine.Actor), *a.refund, -1)
		r.Note("the feat gives its Meta back")
	}
	if s.failed {
		return
	}
	if a.set {
		r.Note("%d against %d: %s by %d", s.result, a.least, out.Grade, max(out.Margin, -out.Margin))
		return
	}
	r.Note("the result is %d", s.result)
}
