package d6

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// The form of an attack.
var (
	attackForm   = newForm()
	attackWhat   = attackForm.Group("Attack")
	attackWeapon = attackWhat.Row("weapon", "Weapon", weapons).Help("Gives the skill and the ranges. Empty: brawling.")
	attackSide   = side{Party: engine.PartyOf(engine.Actor), with: attackWeapon}.forFight(attackWhat)
	attackRange  = attackWhat.Choice("range", "Range", "short", "point blank", "medium", "long").Help("-5 at point blank, +5 at medium, +10 at long range.")
	attackFar    = attackWhat.Int("distance", "Distance", 0, 1_000_000).Unit("m").Help("With a weapon that has ranges, 1 m or more replaces the range.")
	attackAim    = attackWhat.Int("aim", "Aiming", 0, 3).Unit("rounds").Help("+1D each.")
	attackCover  = attackWhat.Modifier("cover", "Cover").Help("Added to the difficulty, like the next two.")
	attackCalled = attackWhat.Modifier("called", "Called shot")
	attackStun   = attackWhat.Bool("knockout", "Meant to knock out").Help("At the head: +3 to the difficulty. The damage is halved.")
	attackMore   = attackWhat.Modifier("modifier", "Light and the rest").Help("Give the reason under \"because\".")

	attackTarget  = attackForm.Group("The target")
	attackDefence = attackTarget.Choice("defence", "Defence", passive, active, fullOn).Help("A defence that was rolled and still holds replaces the passive one.").Shared().Defends(passive)
	attackBase    = attackTarget.Int("difficulty", "Difficulty", 0, 9999).BeyondSheet().Help("If you enter 1 or more, it replaces the defence.")
	attackScale   = attackTarget.Int("other.scale", "Scale", -99, 99).BeyondSheet().Help("It replaces the scale on the sheet.")
	attackFree    = attackTarget.Bool("other.free", "Reacts freely").Help("The gamemaster does not count the defence as an action.")
	attackOther   = side{Party: engine.PartyOf(engine.Other), reacts: true}.forFight(attackTarget)
)

// easiestHit is the lowest difficulty that an attack can have.
const easiestHit = 3

// atTheHead is added to the difficulty of a blow that is meant to knock out.
const atTheHead = 3

// pointBlank is the longest distance, in metres, that counts as point blank.
const pointBlank = 3

// attack is a roll to hit. Its result points are handed to the damage that follows.
func attack(r *engine.Roll) engine.Outcome {
	me, them := r.Sheet(engine.Actor), r.Sheet(engine.Other)
	a := engine.Precompute(r, func() assault { return assaultOn(r, me, them) })
	base, how, theirs := defended(r, them)
	target := max(base+a.harder.n, easiestHit)
	if least := target - base - a.harder.n; least > 0 {
		a.harder.why += reasons{{least, "to the least there is"}}.String()
	}
	r.Aim(target, "to hit %d = %d %s%s", target, base, how, a.harder.why)
	if them.There() {
		r.Beside(string(engine.Other), "%d to hit", target)
	}
	got := a.pool.rollAgainst(r, thrown{total: base})
	o := carried(r, me, measured(r, got, target))
	o.Values = append(o.Values, theirs.grave(attackOther.Prefix)...)
	engine.Put(r, me, hitPoints, hitPoints.Within(o.Margin))
	if o.Success {
		carry := engine.Carry{Against: engine.Other, Params: a.hands}
		if o.Margin > 0 {
			carry.And = engine.Num(damagePoints.ID, damagePoints.Within(o.Margin))
			carry.Alike = engine.ValueOf(damagePoints.Within(5 * part(o.Margin, 5))) // only a fifth of them counts
		}
		r.Follow(engine.Actor, "damage", carry)
	}
	tellAttack(r, me, o, got.mishap()+theirs.mishapOf("{other}")+distracts(r, them))
	return o
}

// assault is what is known of an attack before the target defends.
type assault struct {
	pool   pool
	harder hindrance
	hands  engine.Page // parameters that a hit hands to the damage
}

func assaultOn(r *engine.Roll, me, them engine.Sheet) assault {
	awake(r, me)
	usual, reach := attackWith(r, me)
	t := attackSide.trait(r, me, usual)
	if attackAim.Of(r.Params()) > 0 && attackSide.actions.Of(r.Params()) > 1 {
		r.Refuse("aiming takes the whole round: set the actions of this round to 1")
	}
	t.dice = attackAim.Of(r.Params())
	larger := larger(r, attackScale)
	p := attackSide.pool(r, me, t, skilled, reason{max(-larger, 0), "scale"})
	return assault{*p, hinders(r, them, reach, t.raise, max(larger, 0)), handed(r)}
}

// hindrance is a number added to a difficulty, with its working.
type hindrance struct {
	n   int
	why string
}

// hinders adds up what makes an attack harder, apart from the defence.
func hinders(r *engine.Roll, them engine.Sheet, reach, untrained, scale int) hindrance {
	f := r.Params()
	head := 0
	if attackStun.Of(f) {
		head = atTheHead
	}
	shelter := defenceMore.Of(them)
	if attackBase.Of(f) > 0 {
		shelter = 0 // it is in what was typed
	}
	all := reasons{
		{reach, "for the range"}, {attackCover.Of(f), "cover"}, {attackCalled.Of(f), "called"},
		{head, "at the head"}, {shelter, "in force"}, {attackMore.Of(f), "besides"}, {untrained, "untrained"}, {scale, "for scale"}}
	out := hindrance{why: all.String()}
	for _, x := range all {
		out.n += x.n
	}
	return out
}

// tellAttack writes the story of an attack: whether it hits, and with which weapon.
func tellAttack(r *engine.Roll, me engine.Sheet, o engine.Outcome, mishaps string) {
	r.Note("%d against %d: %s", o.Total, o.Target, o.Grade)
	does, with := "misses", ""
	if o.Success {
		does = "hits"
	}
	if row, ok := weapons.Find(me, attackWeapon.Of(r.Params())); ok {
		with = row.Name()
	}
	r.Story("{actor} %s%s%s%s", does, r.OpponentNames(" "), before("  with ", with), mishaps)
}

// handed gives the parameters, besides the result points, that a hit hands to the damage,
// so that nobody has to enter them again.
func handed(r *engine.Roll) engine.Page {
	f := r.Params()
	var out engine.Page
	if weapon := attackWeapon.Of(f); weapon != "" {
		out = out.With(damageWeapon.ID, engine.ValueOf(weapon))
	}
	if attackStun.Of(f) {
		out = out.With(damageManner.ID, engine.ValueOf(toKnockOut))
	}
	if f.Written(attackScale.ID) {
		out = out.With(damageScale.ID, engine.ValueOf(attackScale.Of(f)))
	}
	return out
}

// reason is a number that changes a difficulty or a total, with the words for it.
type reason struct {
	n   int
	why string
}

type reasons []reason

func (list reasons) String() string {
	out := ""
	for _, l := range list {
		if l.n != 0 {
			out += fmt.Sprintf(" %+d %s", l.n, l.why)
		}
	}
	return out
}

// attackWith gives the skill that the weapon is used with, and what the range adds to the
// difficulty.
func attackWith(r *engine.Roll, me engine.Sheet) (skill string, reach int) {
	f := r.Params()
	var row engine.Row
	if name := attackWeapon.Of(f); name == "" {
		skill = unarmed(me)
	} else {
		row = kit.Found(r, weapons, me, name, "weapon")
		skill = weaponSkill.At(row)
		r.Beside(attackWeapon.ID, "damage %s", weaponCode.At(row))
	}
	if far := attackFar.Of(f); far > 0 {
		if row.ID == "" || weaponLong.At(row) == 0 {
			r.Refuse("a distance needs a weapon with ranges: name the range instead")
		}
		return skill, reachOf(r, row, far)
	}
	return skill, reaches[attackRange.Of(f)]
}

// unarmed gives the skill of an attack without a weapon, as the genre calls it. It is ""
// if the sheet has neither the skill nor its attribute.
func unarmed(me engine.Sheet) string {
	name := "brawling"
	if genre.Of(me) == "fantasy" {
		name = "fighting"
	}
	_, trained := skills.Find(me, name)
	if _, ok := defaulting(me, name); !ok && !trained {
		return ""
	}
	return name
}

// reaches gives what a range adds to the difficulty.
var reaches = map[string]int{"point blank": -5, "short": 0, "medium": 5, "long": 10}

func reachOf(r *engine.Roll, weapon engine.Row, far int) int {
	switch {
	case far <= pointBlank:
		return reaches["point blank"]
	case far <= weaponShort.At(weapon):
		return reaches["short"]
	case far <= weaponMedium.At(weapon):
		return reaches["medium"]
	case far <= weaponLong.At(weapon):
		return reaches["long"]
	}
	r.Refuse("%s reaches %d m, not %d", weapon.Name(), weaponLong.At(weapon), far)
	return 0
}

// larger gives how much larger the attacker is than the target, in steps of scale. It is
// negative for a smaller attacker. A scale that was entered replaces that of the sheet.
func larger(r *engine.Roll, typed engine.Field[int]) int {
	other := scaleValue.Of(r.Sheet(engine.Other))
	if r.Params().Written(typed.ID) {
		other = typed.Of(r.Params())
	}
	return scaleValue.Of(r.Sheet(engine.Actor)) - other
}

// defended gives the difficulty that the target's defence sets, the word for that
// defence, and the roll for it if one is made.
func defended(r *engine.Roll, them engine.Sheet) (n int, how string, got thrown) {
	f := r.Params()
	if n := attackBase.Of(f); n > 0 {
		return n, "typed", thrown{}
	}
	if attackDefence.Of(f) == passive {
		n, how = defenceNumber(r, them)
		return n, how, thrown{}
	}
	joins(r, them, attackFree.Of(f))
	dodge := engine.Precompute(r, func() pool { return dodges(r, them) })
	got = dodge.roll(r)
	n = max(got.total, 0)
	if them.There() {
		n = stand(r, them, got.total)
	} else if bestDefence.Of(r.House()) {
		n = max(n, passiveDefence.Of(r.House()))
	}
	engine.Merge(r, rolledDefence{n, got.mishap()})
	return n, attackDefence.Of(f), got
}

// dodges gives the pool of an active defence.
func dodges(r *engine.Roll, them engine.Sheet) pool {
	full := attackDefence.Of(r.Params()) == fullOn
	if full && attackOther.actions.Of(r.Params()) > 1 {
		r.Refuse("a full defence takes the whole round: set the target's actions to 1")
	}
	t := attackOther.trait(r, them, "dodge")
	q := *attackOther.pool(r, them, t, skilled, defending(t, full)...)
	q.asks += ", to defend"
	return q
}

// rolledDefence is all that the rest of an attack needs of an active defence.
type rolledDefence struct {
	difficulty int
	mishap     string
}
