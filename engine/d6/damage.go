package d6

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// The form of damage.
var (
	damageForm     = newForm()
	damageWhat     = damageForm.Group("Damage")
	damageWeapon   = damageWhat.Row("weapon", "Weapon", weapons)
	damageSide     = acting.forAttribute(damageWhat)
	damageTotal    = damageWhat.Int("total", "Comes to", 0, 99_999).BeyondSheet().Help("Damage of which only the number is known: it is resisted, and not rolled. 0: its code is rolled.")
	damageStrength = damageWhat.Bool("strength", "Adds Strength Damage").Help("A code with a leading + always does.")
	damagePoints   = damageWhat.Int("result_points", "Result points", 0, 99_999).BeyondSheet().Help("0: those of the last hit on the sheet.")
	damageManner   = damageWhat.Choice("manner", "Meant to", toHarm, toStun, toKnockOut).Help("A weapon that stuns does so anyway.")

	damageTarget = damageForm.Group("The target")
	damageSelf   = damageTarget.Bool("self", "The character itself is hurt").Help("For example a fall or a fire.")
	damageArmour = damageTarget.Text("other.armour", "Armour", 10).BeyondSheet().Help("It replaces the armour worn.")
	damageScale  = damageTarget.Int("other.scale", "Scale", -99, 99).BeyondSheet().Help("It replaces the scale on the sheet.")
	damageOther  = resists.forAttribute(damageTarget)
)

// What a blow is meant to do.
const (
	toHarm     = "harm"
	toStun     = "stun"
	toKnockOut = "knock out"
)

// mannerOf gives what the blow is meant to do. A weapon that stuns always stuns.
func mannerOf(r *engine.Roll) string {
	if row, ok := weapons.Find(r.Sheet(engine.Actor), damageWeapon.Of(r.Params())); ok && weaponStuns.At(row) {
		return toStun
	}
	return damageManner.Of(r.Params())
}

// patient is the character whom damage, healing or an action of the clock concerns.
type patient struct{ kit.Whom }

// patientOf gives the opponent as the patient or, if there is none or self is set, the
// actor.
func patientOf(r *engine.Roll, self bool) patient {
	if self {
		return patient{kit.Self(r)}
	}
	return patient{kit.Concerned(r)}
}

// seated gives sd for a roll that the patient makes.
func (p patient) seated(sd side) side {
	sd.Seat = p.Seat
	return sd
}

// damage rolls the damage of a hit against the resistance of the target, whose
// sheet takes the wound.
func damage(r *engine.Roll) engine.Outcome {
	f := r.Params()
	me, them := r.Sheet(engine.Actor), r.Sheet(engine.Other)
	hurt := patient{kit.Whom{Sheet: them, Seat: engine.Other}}
	if damageSelf.Of(f) || damageTotal.Of(f) > 0 && !them.There() {
		hurt = patient{kit.Self(r)}
	}
	b := engine.Precompute(r, func() blow { return blowOn(r, me, hurt) })
	if b.resistance == nil {
		return unresisted(r, me, b.damage)
	}
	first := thrown{total: damageTotal.Of(f)}
	if b.damage != nil {
		first = b.damage.throwForTotal(r)
	}
	l := engine.ReadAs(r, b.resistance.hand, func(h hand) (landed, harm) {
		l := landed{mine: first, theirs: b.resistance.resolved(r, h)}
		if b.damage != nil {
			l.mine = b.damage.buy(r, l.mine, l.theirs, nil)
		}
		if damage := l.mine.total; l.over() > 0 { // otherwise there is no harm left to prevent
			l.theirs = b.resistance.buy(r, l.theirs, l.mine, func(total int) string { return b.target.stakes(damage, total) })
		}
		return l, l.harm(b.target)
	})
	r.Aim(l.theirs.total, "resistance %d", l.theirs.total)
	b.resistance.pay(r, l.theirs)
	if b.damage != nil {
		b.damage.pay(r, l.mine)
		engine.Put(r, me, hitPoints, 0)
	}
	return struck(r, hurt, l, b.target.injured(l.over()))
}

// blow is the roll of a damage and that against it, before their dice.
type blow struct {
	damage     *pool // nil if its total is known
	resistance *pool // nil if nothing is known of the target
	target     victim
}

func blowOn(r *engine.Roll, me engine.Sheet, hurt patient) blow {
	grown := 0
	if !hurt.IsSelf() {
		grown = larger(r, damageScale)
	}
	b := blow{target: victimOf(r, hurt.Sheet)}
	if damageTotal.Of(r.Params()) == 0 {
		b.damage = damageOf(r, me, max(grown, 0))
	}
	if hurt.There() || damageOther.code.Of(r.Params()) != "" {
		b.resistance = resistance(r, hurt, max(-grown, 0))
	}
	return b
}

// landed is a blow for which both sides have rolled.
type landed struct{ mine, theirs thrown }

// over gives how far the damage is above the resistance.
func (l landed) over() int { return l.mine.total - l.theirs.total }

// harm is all that the rest of a blow depends on once both sides have rolled.
type harm struct {
	damage              int
	done                bool
	mineSpent, resisted int  // Character Points
	mishap, theirMishap bool // a complication
	does                injury
}

func (l landed) harm(target victim) harm {
	return harm{damage: l.mine.total, done: l.over() > 0, mineSpent: l.mine.spent, resisted: l.theirs.spent,
		mishap: l.mine.crit == complicated, theirMishap: l.theirs.crit == complicated, does: target.injured(l.over())}
}

// stakes say what damage does against a resistance, and how much more would leave less.
func (v victim) stakes(damage, resistance int) string {
	level := func(x injury) string {
		words := x.now.String()
		if x.lost == 0 && x.now <= x.before {
			words = "no harm"
		}
		if x.out > 0 {
			words += ", knocked out"
		}
		return words
	}
	now := v.injured(damage - resistance)
	last := level(now)
	out := fmt.Sprintf("damage %d against resistance %d: ", damage, resistance)
	if now.lost > 0 {
		out += engine.Counted(now.lost, "Body Point") + ", "
	}
	out += last
	for n := 1; n <= damage-resistance; n++ {
		if words := level(v.injured(damage - resistance - n)); words != last {
			out += fmt.Sprintf("; %d more: %s", n, words)
			last = words
		}
	}
	return out + "; a die gives about 4"
}

// damageOf gives the pool of the damage: the weapon, Strength Damage, and a fifth of the
// attack's result points. A Fate Point doubles Strength Damage only. The damage of a fall
// or a fire belongs to nobody, so no points can be spent on it.
func damageOf(r *engine.Roll, me engine.Sheet, scale int) *pool {
	f, sd := r.Params(), damageSide
	self := damageSelf.Of(f)
	text := blowCode(r, me)
	switch {
	case self && text == "":
		r.Refuse("say how hard the fall or the fire hits, with a die code such as 3D")
	case self && (sd.cp.Of(f) > 0 || sd.fate.Of(f)):
		r.Refuse("points cannot be spent on the damage of a fall: spend them on the resistance")
	}
	t := trait{with: "weapon", fifth: fifth(r, me)}
	if text != "" {
		dice, pips, err := parseBonus(text)
		if err != nil || dice < 0 || pips < 0 {
			r.Refuse("damage %q is not a code such as 5D or +2D", text)
		}
		t.beside, t.plus = outside(dice, pips, t.beside, t.plus)
	}
	if damageStrength.Of(f) || text == "" || strings.HasPrefix(text, "+") {
		t.code = servingTrait(r, me, "strength").code.half()
	}
	if self {
		sd.Seat = engine.Gamemaster
	}
	p := sd.pool(r, me, t, plain, reason{scale, "scale"})
	if self {
		p.left = 0
	}
	return p
}

// blowCode gives the code of the damage: as it was entered, or else the weapon's.
func blowCode(r *engine.Roll, me engine.Sheet) string {
	text, name := damageSide.code.Of(r.Params()), damageWeapon.Of(r.Params())
	if name == "" || text != "" {
		return text
	}
	return weaponCode.At(kit.Found(r, weapons, me, name, "weapon"))
}

// outside adds a bonus that is not the character's own, such as +1D+1 or +2, to the code
// and the number of earlier ones.
func outside(dice, number int, c code, plus int) (code, int) {
	if dice == 0 {
		return c, plus + number
	}
	return c.plus(code{dice, number}), plus
}

// fifth gives what the attack's result points add to the damage. Chapter "Result Points".
func fifth(r *engine.Roll, me engine.Sheet) int {
	if !fifthToDamage.Of(r.House()) || damageSelf.Of(r.Params()) {
		return 0
	}
	return part(blowPoints(r, me), 5)
}

// blowPoints gives the result points of the attack, which are a parameter or else stand on
// the sheet.
func blowPoints(r *engine.Roll, me engine.Sheet) int {
	if n := damagePoints.Of(r.Params()); n > 0 {
		return n
	}
	return hitPoints.Of(me)
}

// resistance gives the pool against damage: Strength and armour or, where damage takes
// Body Points, armour alone. Without armour there may then be no dice but those of
// Character Points. A stun is always resisted with Strength or stamina.
func resistance(r *engine.Roll, hurt patient, scale int) *pool {
	var t trait
	sd := hurt.seated(damageOther)
	f := r.Params()
	switch typed := sd.code.Of(f); {
	case !bodied(r, hurt.Sheet):
		t = sd.served(r, hurt.Sheet, "strength")
	case mannerOf(r) == toStun:
		t = sd.toughest(r, hurt.Sheet, "stamina")
	case typed != "":
		t.beside = codeIn(r, "the die code of the other side", typed)
	}
	t.with = "armour"
	if typed := damageArmour.Of(f); typed != "" {
		t.wears(r, "the armour", typed)
	} else {
		for _, row := range armour.Rows(hurt.Sheet) {
			if armourWorn.At(row) {
				t.wears(r, row.Name(), armourCode.At(row))
			}
		}
	}
	q := sd.assembled(r, hurt.Sheet, t, bodily, reason{scale, "scale"})
	q.inForce(resistDice.Of(hurt.Sheet), 0, resistDice.ID, "")
	if q.dice <= 0 && !bodied(r, hurt.Sheet) {
		r.Refuse("resistance is reduced to %dD: a code of 0D or less cannot be rolled", q.dice)
	}
	q.dice = max(q.dice, 0)
	r.Note("%sresistance %v", q.whose(r), &q)
	q.hand = q.newHand()
	q.asks += ", to resist"
	return &q
}

// wears adds one piece of armour.
func (t *trait) wears(r *engine.Roll, name, text string) {
	dice, number, err := parseBonus(text)
	if err != nil || dice < 0 {
		r.Refuse("%s: %q is not armour such as 1D+1 or +2", name, text)
	}
	t.beside, t.plus = outside(dice, number, t.beside, t.plus)
}

// bodied reports whether damage to a character takes Body Points rather than wound levels.
func bodied(r *engine.Roll, hurt engine.Sheet) bool {
	return useBody.Of(r.House()) && bodyPoints.Of(hurt) > 0
}

// unresisted is the outcome of damage to somebody who has no sheet.
func unresisted(r *engine.Roll, me engine.Sheet, p *pool) engine.Outcome {
	t := p.roll(r)
	engine.Put(r, me, hitPoints, 0)
	r.Story("{actor} does damage  %d%s", t.total, t.mishap())
	return secret(r, t)
}
