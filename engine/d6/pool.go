package d6

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// pool is the dice of one side of a roll, with what is added to them.
type pool struct {
	engine.Party
	sheet  engine.Sheet
	hand   *engine.DiceSequence[hand]
	own    code // the part that a Fate Point doubles
	from   code // what it begins with: that part or, without one, a weapon or armour
	dice   int  // all dice, with the Wild Die
	plus   int  // pips and other numbers added to the total
	bought int  // Character Points spent before the roll
	left   int  // Character Points that may still be spent after it
	fate   bool
	used   usedUp  // what it uses up of earlier rolls
	one    wildOne // what a 1 on the Wild Die does
	told   string  // what was added to the code, for the working
	asks   string  // the question about points after the roll: "…, to resist"
}

// String is the working of p: 5D+1 from 4D+2, aiming +1D.
func (p *pool) String() string {
	words := fmt.Sprintf("%dD", p.dice)
	if p.plus != 0 {
		words += fmt.Sprintf("%+d", p.plus)
	}
	switch now := (code{p.dice, p.plus}); {
	case p.fate:
		words += ", a Fate Point doubles " + p.own.String()
	case p.from.worth() > 0 && now != p.from:
		words += " from " + p.from.String()
	}
	words += p.told
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

// The kinds of rolls.
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
// more are numbers that only this roll has.
func (sd side) pool(r *engine.Roll, s engine.Sheet, t trait, kind rollKind, more ...reason) *pool {
	return engine.Precompute(r, func() pool {
		p := sd.assembled(r, s, t, kind, more...)
		p.usable(r)
		p.hand = p.newHand()
		return p
	})
}

// assembled adds up a pool: first what is the character's own, which a Fate Point
// doubles, then weapon or armour, gear, bonuses and penalties, which it does not. Chapters
// "Rolling Dice" and "Fate Points".
func (sd side) assembled(r *engine.Roll, s engine.Sheet, t trait, kind rollKind, more ...reason) pool {
	f, h := r.Params(), r.House()
	p := pool{Party: sd.Party, sheet: s, own: t.code, left: characterPoints.Of(s), asks: oneMore,
		one: wildOne{kind & (worsens | justOne), criticalFailure.Of(h), cancelDropsWild.Of(h)}}
	p.fate, p.bought = sd.fate.Of(f), sd.cp.Of(f)
	p.afford(r)
	p.begin(t)
	p.adds("aiming", t.dice, 0)
	p.adds("entered", sd.dice.Of(f), sd.bonus.Of(f))
	if kind&withGear != 0 {
		p.gear(r, t)
	}
	if kind&withWounds != 0 {
		p.adds(levelOf(s, h).String(), -penaltyOf(s, h), 0)
		p.adds("prone", -proneOf(s, h), 0)
		p.held(everyDice, everyTotal)
	}
	if kind&withActions != 0 {
		p.adds("more actions", 1-sd.actions.Of(f), 0)
	}
	if kind&withRelated != 0 {
		p.adds("related skill", 0, sd.related.Of(f))
		p.ready(r, t, sd.secondary)
		if sd.half.Of(f) {
			p.carry(r)
		}
	}
	if sd.prepare.Spec != nil {
		sd.unhurried(r, f)
		p.adds("prepared", sd.prepare.Of(f), 0)
	}
	if p.Seat == engine.Actor || sd.alone {
		x := kit.Situation(f)
		p.adds(x.Words, 0, x.N)
	}
	for _, x := range more {
		p.adds(x.why, 0, x.n)
	}
	r.MayThrow(p.dice + p.bought)
	return p
}

// begin adds the code of the trait and that of a weapon or armour. Three pips make a die
// across both, unless a Fate Point doubles only the first.
func (p *pool) begin(t trait) {
	if p.fate {
		own := p.own.doubled()
		p.dice, p.plus = own.dice+t.beside.dice, own.pips+t.beside.pips
	} else {
		sum := p.own.plus(t.beside)
		p.dice, p.plus = sum.dice, sum.pips
	}
	if p.from = p.own; p.own.worth() == 0 {
		p.from = t.beside
	} else if t.beside.worth() > 0 {
		p.told += ", " + t.with + " +" + t.beside.String()
	}
	p.adds(t.with, 0, t.plus)
	p.adds("a fifth of the result points", 0, t.fifth)
}

// adds puts a number on the pool, dice or something that is added to the total, and names it in
// the working.
func (p *pool) adds(why string, dice, plus int) {
	p.dice += dice
	p.plus += plus
	if dice != 0 {
		p.told += fmt.Sprintf(", %s %+dD", why, dice)
	}
	if plus != 0 {
		p.told += fmt.Sprintf(", %s %+d", why, plus)
	}
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
		p.adds(row.Name(), dice, plus)
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
		p.inForce(attributeDice.At(row), attributePlus.At(row), row.Path(attributeDice.Spec), row.Path(attributePlus.Spec))
	}
	if row, ok := skills.Find(p.sheet, t.name); ok && t.skill {
		p.inForce(skillDice.At(row), skillPlus.At(row), row.Path(skillDice.Spec), row.Path(skillPlus.Spec))
	}
}

// held adds what two fields of the sheet say: one that counts dice and one that is added to the
// total.
func (p *pool) held(dice, plus engine.Field[int]) {
	p.inForce(dice.Of(p.sheet), plus.Of(p.sheet), dice.ID, plus.ID)
}

// inForce adds the numbers of two fields, one that counts dice and one that is added to the
// total: each effect in force on them by its name, and then what else they hold.
func (p *pool) inForce(dice, plus int, diceAt, plusAt string) {
	for _, m := range p.sheet.InForce(diceAt) {
		p.adds(m.Why, m.N, 0)
		dice -= m.N
	}
	for _, m := range p.sheet.InForce(plusAt) {
		p.adds(m.Why, 0, m.N)
		plus -= m.N
	}
	p.adds("on the sheet", dice, plus)
}

// carry adds half the result points of the last roll. Chapter "Result Points".
func (p *pool) carry(r *engine.Roll) {
	n := halfReady.Of(p.sheet)
	if n == 0 {
		r.Refuse("the last roll left no result points to carry over")
	}
	p.adds("half the last result points", 0, n)
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
