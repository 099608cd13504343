package d6

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

func panel(v engine.View) []engine.Block {
	return v.Parts(pointStats, condition, awaiting, everyAttribute, loose, physique, belongings)
}

func pointStats(v engine.View) []engine.Block {
	return []engine.Block{
		kit.Stat("Character Points", characterPoints.Of(v.Sheet), characterPoints.ID, "Improving a Roll"),
		kit.Stat("Fate Points", fatePoints.Of(v.Sheet), fatePoints.ID, "Improving a Roll"),
	}
}

func everyAttribute(v engine.View) []engine.Block {
	var out []engine.Block
	for _, row := range attributes.Rows(v.Sheet) {
		out = append(out, attributeBlocks(v, row)...)
	}
	return out
}

// belongings shows weapons, gear and advantages.
func belongings(v engine.View) []engine.Block {
	var out []engine.Block
	if len(weapons.Rows(v.Sheet)) > 0 {
		out = append(out, weaponGrid(v.Sheet))
	}
	if g := gearGrid(v.Sheet); len(g.Rows) > 0 {
		out = append(out, g)
	}
	for _, row := range advantages.Rows(v.Sheet) {
		out = append(out, engine.Words{Label: row.Name(), Text: advantageNote.At(row)})
	}
	return out
}

// condition shows the wound levels as boxes, the Body Points if the table counts them, and
// the penalties.
func condition(v engine.View) []engine.Block {
	now := levelOf(v.Sheet, v.House)
	track := engine.Track{Label: "Wounds"}
	for l, name := range levelNames[1:] {
		track.Boxes = append(track.Boxes, engine.Box{Label: name, Full: now > level(l)})
	}
	out := []engine.Block{track}
	if useBody.Of(v.House) {
		out = append(out, body.Meter(v.Sheet))
	}
	if n := penaltyOf(v.Sheet, v.House); n > 0 {
		out = append(out, engine.Stat{Label: "Penalty", Value: fmt.Sprintf("-%dD", n), Chapter: engine.OurRuling, Changed: true,
			Working: []string{fmt.Sprintf("%s: -%dD on skill and attribute rolls", now, n)}})
	}
	if n := proneOf(v.Sheet, v.House); n > 0 {
		out = append(out, engine.Stat{Label: "Prone", Value: fmt.Sprintf("-%dD", n), Chapter: engine.OurRuling, Field: prone.ID, Changed: true,
			Working: []string{fmt.Sprintf("-%dD on skill and attribute rolls, until an action is spent on getting up", n)}})
	}
	if v.Actions > 0 {
		out = append(out, engine.Stat{Label: "Actions", Value: fmt.Sprintf("%d of %d", v.Done, v.Actions), Chapter: engine.OurRuling, Changed: true,
			Working: []string{fmt.Sprintf("%d declared for this round: -%dD on each; %d done", v.Actions, v.Actions-1, v.Done)}})
	}
	return out
}

// awaiting shows what earlier rolls have left for later ones.
func awaiting(v engine.View) []engine.Block {
	var out []engine.Block
	for _, h := range helpsOf(v.Sheet) {
		out = append(out, engine.Stat{Label: "Related skill", Value: fmt.Sprintf("%+d", h.n), Chapter: "Related Skills", Field: h.field,
			Changed: true, Working: []string{fmt.Sprintf("%+d on %s", h.n, orNext(h.to))}})
	}
	if n := halfReady.Of(v.Sheet); n > 0 {
		out = append(out, engine.Stat{Label: "Result points carried", Value: fmt.Sprintf("%+d", n), Chapter: "Result Points", Field: halfReady.ID,
			Working: []string{fmt.Sprintf("%+d on the next roll, if the gamemaster allows: half those of the last one", n)}})
	}
	if defenceHolds(defenceRound.Of(v.Sheet), v.Moment) && !helpless(v.Sheet, v.House) {
		out = append(out, engine.Stat{Label: "Defence", Value: strconv.Itoa(defence.Of(v.Sheet)), Chapter: engine.OurRuling, Field: defence.ID,
			Changed: true, Working: []string{"rolled; it counts until the next turn"}})
	}
	return out
}

// waitingHelp is the modifier of a related skill that waits for the roll it helps.
type waitingHelp struct {
	n         int
	to, field string
}

func helpsOf(s engine.Sheet) []waitingHelp {
	var out []waitingHelp
	if n := relatedReady.Of(s); n != 0 {
		out = append(out, waitingHelp{n, relatedFor.Of(s), relatedReady.ID})
	}
	for _, row := range helps.Rows(s) {
		out = append(out, waitingHelp{helpsModifier.At(row), row.Name(), row.Path(helpsModifier.Spec)})
	}
	return out
}

// attributeBlocks shows an attribute with the skills under it.
func attributeBlocks(v engine.View, row engine.Row) []engine.Block {
	st := engine.Stat{Label: row.Name(), Value: attributeCode.At(row), Chapter: "Rolling Dice", Field: row.Path(attributeCode.Spec),
		Working: []string{"written on the sheet"}}
	c, _ := parseCode(attributeCode.At(row))
	out := []engine.Block{engine.Heading{Text: row.Name()}, heldOn(st, v.Sheet, trait{name: row.Name(), under: row.Name(), code: c})}
	for _, s := range skills.Rows(v.Sheet) {
		if strings.EqualFold(skillAttribute.At(s), row.Name()) {
			out = append(out, skillStat(v.Sheet, s))
		}
	}
	return out
}

// loose shows the skills that fall under no attribute of the sheet.
func loose(v engine.View) []engine.Block {
	var out []engine.Block
	for _, s := range skills.Rows(v.Sheet) {
		if _, ok := attributes.Find(v.Sheet, skillAttribute.At(s)); ok {
			continue
		}
		if out == nil {
			out = append(out, engine.Heading{Text: "Skills"})
		}
		out = append(out, skillStat(v.Sheet, s))
	}
	return out
}

func skillStat(s engine.Sheet, row engine.Row) engine.Stat {
	st := engine.Stat{Label: row.Name(), Value: skillCode.At(row), Chapter: "Rolling Dice", Field: row.Path(skillCode.Spec)}
	c, why := skillValue(s, row)
	switch text := strings.TrimSpace(skillCode.At(row)); {
	case why != "":
		st.Working = []string{why}
	case strings.HasPrefix(text, "+"):
		base, _ := skillBase(s, row)
		st.Value = c.String()
		st.Working = []string{fmt.Sprintf("%v = %v %s", c, base, text)}
	default:
		st.Working = []string{"written on the sheet"}
	}
	if of := skillSpecial.At(row); of != "" {
		st.Label += " (" + of + ")"
	}
	return heldOn(st, s, trait{name: row.Name(), under: skillAttribute.At(row), code: c, skill: true})
}

// heldOn adds to the stat of a skill or an attribute what is in force on it.
func heldOn(st engine.Stat, s engine.Sheet, t trait) engine.Stat {
	p := pool{sheet: s}
	p.addForce(t)
	p.held(everyDice, everyTotal)
	if p.dice == 0 && p.plus == 0 {
		return st
	}
	if p.dice != 0 {
		st.Force = fmt.Sprintf("%+dD", p.dice)
	}
	if p.plus != 0 {
		st.Force += fmt.Sprintf("%+d", p.plus)
	}
	now := pool{dice: t.code.dice + p.dice, plus: t.code.pips + p.plus}
	st.Working = append(st.Working, fmt.Sprintf("%v%s = %v", t.code, p.told, &now))
	return st
}

// physique shows Move, Strength Damage, scale, funds and the armour that is worn.
func physique(v engine.View) []engine.Block {
	s := v.Sheet
	out := []engine.Block{engine.Heading{Text: "Body and purse"},
		engine.Stat{Label: "Move", Value: strconv.Itoa(move.Of(s)), Unit: move.Spec.Unit, Chapter: engine.OurRuling, Field: move.ID}}
	if row, ok := serving(s, "strength"); ok {
		if c, err := parseCode(attributeCode.At(row)); err == nil {
			out = append(out, engine.Stat{Label: "Strength Damage", Value: c.half().String(), Chapter: engine.OurRuling,
				Working: []string{fmt.Sprintf("%v = half the dice of %s %v, rounded up", c.half(), row.Name(), c)}})
		}
	}
	if n := scaleValue.Of(s); n != 0 {
		out = append(out, kit.Stat("Scale", n, scaleValue.ID, engine.OurRuling))
	}
	if f := funds.Of(s); f != "" {
		out = append(out, engine.Stat{Label: "Funds", Value: f, Chapter: "Skill Checks", Field: funds.ID})
	}
	for _, row := range armour.Rows(s) {
		if armourWorn.At(row) {
			out = append(out, engine.Stat{Label: row.Name(), Value: armourCode.At(row), Chapter: engine.OurRuling, Field: row.Path(armourCode.Spec)})
		}
	}
	return out
}

func weaponGrid(s engine.Sheet) engine.Grid {
	return kit.Grid(s, weapons, "Weapons", []string{"Name", "Skill", "Damage", "Ranges"}, func(row engine.Row) []string {
		ranges := ""
		if weaponLong.At(row) > 0 {
			ranges = fmt.Sprintf("%d/%d/%d m", weaponShort.At(row), weaponMedium.At(row), weaponLong.At(row))
		}
		return []string{weaponSkill.At(row), weaponCode.At(row), ranges}
	})
}

func gearGrid(s engine.Sheet) engine.Grid {
	return kit.Grid(s, gear, "Gear", []string{"Name", "Bonus", "Applies to"}, func(row engine.Row) []string {
		return []string{gearBonus.At(row), gearFor.At(row)}
	})
}

// brief is the line of the roster: how the character is, then the points.
func brief(v engine.View) []engine.Block {
	now := levelOf(v.Sheet, v.House)
	var life engine.Block = engine.Stat{Label: "Wound", Value: now.String(), Chapter: engine.OurRuling, Field: wound.ID, Changed: now != unhurt,
		Working: []string{now.String()}}
	if useBody.Of(v.House) {
		life = body.Meter(v.Sheet).As("Body")
	}
	return []engine.Block{life,
		kit.Stat("CP", characterPoints.Of(v.Sheet), characterPoints.ID, "Improving a Roll"),
		kit.Stat("FP", fatePoints.Of(v.Sheet), fatePoints.ID, "Improving a Roll"),
	}
}

// marks are the words behind a name in the roster. Those that are Seen are shown to
// everybody.
func marks(v engine.View) []engine.Mark {
	var seen []engine.Mark
	if now := levelOf(v.Sheet, v.House); now != unhurt {
		seen = append(seen, engine.Mark{ID: rowID(now.String()), Word: now.String(), Grave: now >= mortallyWounded, Seen: true})
	}
	if out.Of(v.Sheet) {
		seen = append(seen, engine.Mark{ID: "out", Word: "out", Grave: true, Seen: true})
	}
	if prone.Of(v.Sheet) {
		seen = append(seen, engine.Mark{ID: "prone", Word: "prone", Seen: true})
	}
	switch {
	case v.Actions == 0:
	case v.Done < v.Actions:
		seen = append(seen, engine.Mark{ID: "actions", Word: fmt.Sprintf("action %d of %d", v.Done+1, v.Actions)})
	default:
		seen = append(seen, engine.Mark{ID: "actions", Word: fmt.Sprintf("%d of %d actions", v.Done, v.Actions)})
	}
	if defenceHolds(defenceRound.Of(v.Sheet), v.Moment) {
		seen = append(seen, engine.Mark{ID: "defence", Word: fmt.Sprintf("defence %d", defence.Of(v.Sheet)), Turn: true})
	}
	for _, h := range helpsOf(v.Sheet) {
		seen = append(seen, engine.Mark{ID: "related", Word: fmt.Sprintf("%+d for %s", h.n, orNext(h.to)), Open: true})
	}
	return seen
}
