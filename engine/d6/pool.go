package d6

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// pool is the dice of one side of a roll, with what is added to them.
type pool struct {
	engine.Party
	sheet  engine.Sheet
	hand   *engine.DiceSequence[hand]
	own    code // the part that a Fate Point doubles
	dice   int  // all dice, with the Wild Die
	plus   int  // pips and other numbers added to the total
	bought int  // Character Points spent before the roll
	left   int  // Character Points that may still be spent after it
	fate   bool
	used   usedUp  // what it uses up of earlier rolls
	one    wildOne // what a 1 on the Wild Die does
	force  string  // what is in force on it, for the working
	asks   string  // the question about points after the roll: "…, to resist"
}

// String is the working of p: 5D+1 from 4D+2, aiming +1D.
func (p *pool) String() string {
	words := fmt.Sprintf("%dD", p.dice)
	if p.plus != 0 {
		words += fmt.Sprintf("%+d", p.plus)
	}
	switch own := (code{p.dice, p.plus}); {
	case p.fate:
		words += ", a Fate Point doubles " + p.own.String()
	case p.own.worth() > 0 && own != p.own:
		words += " from " + p.own.String()
	}
	words += p.force
	if p.bought > 0 {
		words += fmt.Sprintf(", and %d bought", p.bought)
	}
	return words
}

// rollKind is a set of flags: what counts in a roll besides its code, the points spent
// and the bonuses that were entered.
type rollKind int

const (
	withGear    rollKind = 1 << iota // gear for the skill or the attribute
	withWounds                       // the penalties for wounds and for lying prone
	withActions                      // the penalty for other actions of the round
	withRelated                      // a related skill, and half the result points of the roll before
	worsens                          // the rule that rolls says itself what a Critical Failure does
	justOne                          // the roll is for an amount: a 1 on the Wild Die is a 1
)

// The kinds of rolls. Chapters "Rounds" and "Damage".
const (
	skilled = withGear | withWounds | withActions | withRelated // a skill or an attribute in use
	reflex  = withGear | withWounds                             // initiative, which is no action
	bodily  = withGear                                          // resisting, healing, holding out
	natural = withGear | worsens                                // healing by itself
	amounts = justOne                                           // Body Points
	plain   = rollKind(0)                                       // damage
)

// pool gives the dice for a trait. It refuses a pool that has no dice left. All rolls but
// resistance, which may have none, are made with it.
func (sd side) pool(r *engine.Roll, s engine.Sheet, t trait, kind rollKind) *pool {
	return engine.Precompute(r, func() pool {
		p := sd.assembled(r, s, t, kind)
		p.usable(r)
		p.hand = p.newHand()
		return p
	})
}

// assembled adds up a pool: first what is the character's own, which a Fate Point
// doubles, then weapon or armour, gear, bonuses and penalties, which it does not. Chapters
// "Rolling Dice" and "Fate Points".
func (sd side) assembled(r *engine.Roll, s engine.Sheet, t trait, kind rollKind) pool {
	f, h := r.Params(), r.House()
	p := pool{Party: sd.Party, sheet: s, own: t.code, left: characterPoints.Of(s), asks: oneMore,
		one: wildOne{kind & (worsens | justOne), criticalFailure.Of(h), cancelDropsWild.Of(h)}}
	p.fate, p.bought = sd.fate.Of(f), sd.cp.Of(f)
	p.afford(r)
	p.begin(t)
	p.add(t.dice+sd.dice.Of(f), sd.bonus.Of(f))
	if kind&withGear != 0 {
		p.gear(r, t)
	}
	if kind&withWounds != 0 {
		p.dice -= penaltyOf(s, h) + proneOf(s, h)
		p.add(everyDice.Of(s), everyTotal.Of(s))
		p.inForce(everyDice.ID, everyTotal.ID)
	}
	if kind&withActions != 0 {
		p.dice -= sd.actions.Of(f) - 1
	}
	if kind&withRelated != 0 {
		p.plus += sd.related.Of(f)
		p.ready(t, sd.secondary)
		if sd.half.Of(f) {
			p.carry(r)
		}
	}
	if sd.prepare.Spec != nil {
		sd.unhurried(r, f)
		p.dice += sd.prepare.Of(f)
	}
	if p.Seat == engine.Actor || sd.alone {
		n, why := engine.Every.Situation.Of(f), engine.Every.Why.Of(f)
		if n != 0 && why != "" {
			r.Note("situation %+d: %s", n, why)
		}
		p.plus += n
	}
	r.MayThrow(p.dice + p.bought)
	return p
}

// begin adds the code of the trait and that of a weapon or armour. Three pips make a die
// across both, unless a Fate Point doubles only the first.
func (p *pool) begin(t trait) {
	if p.fate {
		own := p.own.doubled()
		p.add(own.dice, own.pips)
		p.add(t.beside.dice, t.beside.pips)
	} else {
		sum := p.own.plus(t.beside)
		p.add(sum.dice, sum.pips)
	}
	p.plus += t.plus
}

func (p *pool) add(dice, plus int) {
	p.dice += dice
	p.plus += plus
}

// gear adds the bonuses of gear, advantages and what is in force that apply to the trait.
func (p *pool) gear(r *engine.Roll, t trait) {
	add := func(row engine.Row, to, bonus string) {
		if to == "" || !strings.EqualFold(to, t.name) && !strings.EqualFold(to, t.under) {
			return
		}
		dice, plus, err := parseBonus(bonus)
		if err != nil {
			r.Refuse("%s: %v", row.Name(), err)
		}
		p.add(dice, plus)
	}
	for _, row := range gear.Rows(p.sheet) {
		add(row, gearFor.At(row), gearBonus.At(row))
	}
	for _, row := range advantages.Rows(p.sheet) {
		add(row, advantageFor.At(row), advantageBonus.At(row))
	}
	p.addForce(t)
}

// addForce adds what is in force on a skill and on the attribute that it falls under.
func (p *pool) addForce(t trait) {
	if row, ok := attributes.Find(p.sheet, cmp.Or(t.under, t.name)); ok {
		p.add(attributeDice.At(row), attributePlus.At(row))
		p.inForce(row.Path(attributeDice.Spec), row.Path(attributePlus.Spec))
	}
	if row, ok := skills.Find(p.sheet, t.name); ok && t.skill {
		p.add(skillDice.At(row), skillPlus.At(row))
		p.inForce(row.Path(skillDice.Spec), row.Path(skillPlus.Spec))
	}
}

// inForce adds to the working what is in force on two fields: one that counts dice and
// one that is added to the total.
func (p *pool) inForce(dice, plus string) {
	for _, m := range p.sheet.InForce(dice) {
		p.force += fmt.Sprintf(", %s %+dD", m.Why, m.N)
	}
	for _, m := range p.sheet.InForce(plus) {
		p.force += fmt.Sprintf(", %s %+d", m.Why, m.N)
	}
}

// carry adds half the result points of the last roll. Chapter "Result Points".
func (p *pool) carry(r *engine.Roll) {
	n := halfReady.Of(p.sheet)
	if n == 0 {
		r.Refuse("the last roll left no result points to carry over")
	}
	r.Note("half the last result points: %+d", n)
	p.plus += n
	p.used.half = true
}

// usable refuses a pool without dice, and else notes its working.
func (p *pool) usable(r *engine.Roll) {
	if p.dice <= 0 {
		r.Refuse("%s is reduced to %dD: a code of 0D or less cannot be rolled", p.own, p.dice)
	}
	r.Note("%s%v", p.whose(r), p)
}

// unhurried refuses what cannot be combined with preparing or rushing. Chapters
// "Preparing" and "Rushing".
func (sd side) unhurried(r *engine.Roll, f engine.Sheet) {
	rush := sd.rush.Of(f)
	switch prepare := sd.prepare.Of(f); {
	case prepare > 0 && sd.actions.Of(f) > 1:
		r.Refuse("preparing takes the whole round: set the actions of this round to 1")
	case prepare > 0 && rush != "0":
		r.Refuse("a task cannot be both prepared and rushed")
	case rush != "0" && sd.rounds.Of(f) == 1:
		r.Refuse("only a task of two rounds or more can be rushed")
	}
}

// rushed gives what rushing adds to the difficulty. Chapter "Rushing".
func (sd side) rushed(f engine.Sheet) int {
	switch sd.rush.Of(f) {
	case "25":
		return 5
	case "50":
		return 10
	case "75":
		return 20
	}
	return 0
}
