package d6

import (
	"strings"

	"example.org/fray/engine"
)

// The form of damage.
var (
	damageForm     = &engine.Schema{}
	damageWhat     = damageForm.Group("Damage")
	damageWeapon   = damageWhat.Row("weapon", "Weapon", weapons)
	damageSide     = acting.called(damageWhat)
	damageStrength = damageWhat.Bool("strength", "Adds Strength Damage").Said("A code with a leading + does so anyway.")
	damagePoints   = damageWhat.Int("result_points", "Result points of the attack", 0, 999).Said("0: those of the last hit on the sheet.")

	damageTarget = damageForm.Group("The target")
	damageSelf   = damageTarget.Bool("self", "The character itself is hurt").Said("A fall, a fire.")
	damageArmour = damageTarget.Text("other.armour", "Armour", 10).Said("Typed, it stands instead of the armour worn.")
	damageScale  = damageTarget.Int("other.scale", "Scale of one without a sheet", 0, 99)
	damageOther  = resists.called(damageTarget)
)

// patient is the one whom damage, healing or the clock's checks concern.
type patient struct {
	engine.Sheet
	self bool // it is the one who acts
}

// patientOf is who is faced, or else the character itself.
func patientOf(r *engine.Roll, self bool) patient {
	if them := r.Sheet(engine.Other); them.There() && !self {
		return patient{them, false}
	}
	return patient{r.Sheet(engine.Actor), true}
}

// seated gives sd for a roll of the patient's.
func (p patient) seated(sd side) side {
	sd.seat = engine.Other
	if p.self {
		sd.seat = engine.Actor
	}
	return sd
}

// damage rolls the damage of a hit against the resistance of the target, whose
// sheet takes the wound.
func damage(r *engine.Roll) engine.Outcome {
	f := r.Params()
	me, them := r.Sheet(engine.Actor), r.Sheet(engine.Other)
	hurt := patient{them, false}
	if damageSelf.Of(f) {
		hurt = patient{me, true}
	}
	facing := hurt.There() || damageOther.code.Of(f) != ""
	grown := 0
	if !hurt.self {
		grown = scaleValue.Of(me) - scaleValue.Of(them)
		if !them.There() {
			grown = scaleValue.Of(me) - damageScale.Of(f)
		}
	}
	p := engine.Once(r, func() pool { return blow(r, me) })
	p.plus += max(grown, 0)
	q, rolls := pool{}, false
	if facing {
		met := engine.Once(r, func() soaking { return soak(r, hurt) })
		q, rolls = met.pool, met.rolls
		q.plus += max(-grown, 0)
	}
	mine := p.throw(r)
	if !facing {
		return unresisted(r, me, &p, mine)
	}
	theirs := thrown{total: q.plus}
	if rolls {
		q.beside = mine
		points, most := bodied(r, hurt.Sheet), max(body.Now(hurt.Sheet), 0)
		q.compared = func(total int) int { return resistedLike(mine.total, total, points, most) }
		theirs = q.throw(r)
	}
	r.Aim(theirs.total, "resistance %d", theirs.total)
	mine, theirs = bothBuy(r, &p, &q, mine, theirs)
	engine.Put(r, me, hitPoints, 0)
	return struck(r, hurt, mine, theirs)
}

// blow is the pool of the damage: the weapon, Strength Damage, and a fifth of
// the attack's result points. A Fate Point doubles only Strength Damage.
func blow(r *engine.Roll, me engine.Sheet) pool {
	f := r.Params()
	text := damageSide.code.Of(f)
	if name := damageWeapon.Of(f); name != "" && text == "" {
		row, ok := weapons.Find(me, name)
		if !ok {
			r.Refuse("the sheet has no weapon %q", name)
		}
		text = weaponCode.At(row)
	}
	self := damageSelf.Of(f)
	if self && text == "" {
		r.Refuse("say how hard the fall or the fire hits: code=3D")
	}
	if self && (damageSide.cp.Of(f) > 0 || damageSide.fate.Of(f)) {
		r.Refuse("nobody's points make a fall worse: other.cp and other.fate are for the resistance")
	}
	var weapon code
	adds := damageStrength.Of(f) || text == "" || strings.HasPrefix(text, "+")
	if text != "" {
		dice, pips, err := parseBonus(text)
		if err != nil || dice < 0 || pips < 0 {
			r.Refuse("damage %q is not a code such as 5D or +2D", text)
		}
		weapon = code{dice, pips}
	}
	var own code
	if adds {
		own = servingTrait(r, me, "strength").code.half()
	}
	p := damageSide.start(r, me, own)
	if self {
		p.left = 0
	}
	p.add(weapon.dice, weapon.pips)
	p.add(damageSide.dice.Of(f), damageSide.bonus.Of(f)+fifth(r, me))
	p.situation(r)
	p.usable(r)
	return p
}

// fifth is what the attack's result points add to the damage.
func fifth(r *engine.Roll, me engine.Sheet) int {
	if !fifthToDamage.Of(r.House()) || damageSelf.Of(r.Params()) {
		return 0
	}
	n := damagePoints.Of(r.Params())
	if n == 0 {
		n = hitPoints.Of(me)
	}
	return part(n, 5)
}

// soaking is a pool of resistance.
type soaking struct {
	pool
	rolls bool // false where there is nothing to roll
}

// soak is the pool of the resistance: Strength and armour, or armour alone
// where damage takes Body Points.
func soak(r *engine.Roll, hurt patient) soaking {
	var own, worn code
	plus := 0
	sd := hurt.seated(damageOther)
	f := r.Params()
	if !bodied(r, hurt.Sheet) {
		own = sd.served(r, hurt.Sheet, "strength").code
	} else if typed := sd.code.Of(f); typed != "" {
		worn = codeIn(r, "other.code", typed)
	}
	if typed := damageArmour.Of(f); typed != "" {
		worn, plus = armourIn(r, "other.armour", typed, worn, plus)
	} else {
		for _, row := range armour.Rows(hurt.Sheet) {
			if armourWorn.At(row) {
				worn, plus = armourIn(r, row.Name(), armourCode.At(row), worn, plus)
			}
		}
	}
	q := sd.start(r, hurt.Sheet, own)
	if !q.fate {
		sum := own.plus(worn)
		q.dice, q.plus = sum.dice, sum.pips
	} else {
		q.add(worn.dice, worn.pips)
	}
	q.add(sd.dice.Of(f), sd.bonus.Of(f)+plus)
	if q.dice <= 0 && bodied(r, hurt.Sheet) {
		q.left = 0 // points need a roll to improve
		return soaking{q, false}
	}
	if q.dice <= 0 {
		r.Refuse("resistance is brought to %dD: a code of 0D or less cannot be used", q.dice)
	}
	r.Note("resistance %v", &q)
	return soaking{q, true}
}

// armourIn adds one piece of armour: a code, or a number such as +2.
func armourIn(r *engine.Roll, name, text string, worn code, plus int) (code, int) {
	dice, number, err := parseBonus(text)
	if err != nil || dice < 0 {
		r.Refuse("%s: %q is not armour such as 1D+1 or +2", name, text)
	}
	if dice == 0 {
		return worn, plus + number
	}
	return worn.plus(code{dice, number}), plus
}

// resistedLike is a resistance to so much damage that hurts as much as total,
// where it takes Body Points, of which most are left, or wounds.
func resistedLike(damage, total int, points bool, most int) int {
	over := max(damage-total, 0)
	if points {
		return damage - min(over, most)
	}
	for _, h := range hits {
		if over >= h.least {
			return damage - h.least
		}
	}
	return damage
}

// bodied says whether damage to somebody takes Body Points.
func bodied(r *engine.Roll, hurt engine.Sheet) bool {
	return useBody.Of(r.House()) && bodyPoints.Of(hurt) > 0
}

// unresisted is damage to nobody on a sheet.
func unresisted(r *engine.Roll, me engine.Sheet, p *pool, t thrown) engine.Outcome {
	t = p.buy(r, t)
	p.pay(r, t)
	engine.Put(r, me, hitPoints, 0)
	return secret(t)
}
