package easiness

import (
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// pool is what one side throws.
type pool struct {
	side     side
	dice     int
	easiness int
	added    kit.Sum // to the result
	risk     int     // 0 for none
	grow     bool    // if all dice succeed, one is thrown on
	worsen   bool    // something bad can happen: if all dice are Nines, one is thrown on, and a result can be below 0
	riskDice int
	riskEase int
	throws   *engine.DiceSequence[hand]
}

// assemble gives the pool of a side. Chapters "Dice Rolls" and "Bonus and Penalties".
func (sd side) assemble(r *engine.Roll, x extent) *pool {
	return *engine.Precompute(r, func() *pool { return sd.assembled(r, x) })
}

func (sd side) assembled(r *engine.Roll, x extent) *pool {
	f, h := r.Params(), r.House()
	p := &pool{
		side: sd, risk: sd.risk.Of(f), grow: x.count.Of(f), worsen: x.severity.Of(f),
		riskDice: riskDice.Of(h), riskEase: riskEase.Of(h),
	}
	p.dice = sd.count(r)
	p.easiness = sd.ease(r)
	p.inForce(r, r.Sheet(sd.Seat))
	if p.easiness > mostEasiness {
		r.Refuse("Easiness goes to %d: at 9 a Nine would be a success and a critical failure at once", mostEasiness)
	}
	if most := riskMost.Of(h); p.risk > most {
		r.Refuse("risk %d is more than this table allows: %d at most", p.risk, most)
	}
	if p.risk > usualRisk {
		r.Note("risk %d is for very extreme situations: the gamemaster allows it", p.risk)
	}
	p.modify(r, sd.modifiers(r), modifierIs.Of(h))
	r.MayThrow(p.dice)
	p.throws = p.sequence()
	beside := sd.facilitate.ID
	if sd.Seat != engine.Actor {
		beside = string(sd.Seat)
	}
	r.Beside(beside, "%d dice, Easiness %d", p.dice, p.easiness)
	return p
}

// inForce adds what is in force on the dice and the Easiness of every roll, and notes it.
// Chapter "Bonus and Penalties".
func (p *pool) inForce(r *engine.Roll, s engine.Sheet) {
	p.dice += everyDice.Of(s)
	if n := everyEase.Of(s); n != 0 {
		p.easiness = min(max(p.easiness+n, 0), mostEasiness)
	}
	for _, f := range []engine.Field[int]{everyDice, everyEase} {
		for _, t := range kit.InForce(s, f.ID) {
			r.Note("%s%s: %s %+d", p.side.who, t.Words, f.Label, t.N)
		}
	}
}

// count gives the number of dice: as it was entered, or else the sum of two attributes.
func (sd side) count(r *engine.Roll) int {
	if f := r.Params(); f.Written(sd.dice.ID) {
		return sd.dice.Of(f)
	}
	first, second := sd.pair(r)
	if second.ID == "" {
		r.Note("%s%s %d: the dice", sd.who, first.Name(), attributeLevel.At(first))
		return sd.dice.Else(r, attributeLevel.At(first))
	}
	n := attributeLevel.At(first) + attributeLevel.At(second)
	r.Note("%s%s %d + %s %d = %d dice", sd.who, first.Name(), attributeLevel.At(first), second.Name(), attributeLevel.At(second), n)
	return sd.dice.Else(r, n)
}

// pair gives the attributes of a pool: those that are named or, if none is, those of the
// facilitator or special power. It refuses if there are none. second may be missing.
func (sd side) pair(r *engine.Roll) (first, second engine.Row) {
	f, s := r.Params(), r.Sheet(sd.Seat)
	a, b := sd.attribute.Of(f), sd.attribute2.Of(f)
	if a == "" && b == "" {
		if power, ok := sd.power(r); ok {
			a, b = powerFirst.At(power), powerOther.At(power)
		}
	}
	if a == "" {
		a, b = b, ""
	}
	if a == "" {
		r.Refuse("%sno dice: name two attributes, or type how many", sd.who)
	}
	first = kit.Found(r, attributes, s, a, "attribute")
	if b != "" {
		second = kit.Found(r, attributes, s, b, "attribute")
	}
	return first, second
}

// power gives the facilitator or special power: the one that is named, else the usual one of
// the action, else the first on the sheet.
func (sd side) power(r *engine.Roll) (engine.Row, bool) {
	s := r.Sheet(sd.Seat)
	if name := sd.facilitate.Of(r.Params()); name != "" {
		return kit.Found(r, powers, s, name, "facilitator or special power"), true
	}
	row, ok := powers.Find(s, sd.usual)
	if rows := powers.Rows(s); !ok && len(rows) > 0 {
		row, ok = rows[0], true
	}
	if ok {
		sd.facilitate.Else(r, row.Name())
	}
	return row, ok
}

// ease gives the Easiness: as it was entered, or else the level of the facilitator or special
// power.
func (sd side) ease(r *engine.Roll) int {
	if f := r.Params(); f.Written(sd.easiness.ID) {
		return sd.easiness.Of(f)
	}
	row, ok := sd.power(r)
	if !ok {
		r.Refuse("%sno Easiness: type one, or give the sheet a facilitator or special power", sd.who)
	}
	r.Note("%s%s: Easiness %d", sd.who, row.Name(), powerLevel.At(row))
	return sd.easiness.Else(r, powerLevel.At(row))
}

// modifiers gives the bonuses and penalties of a side. The situation of the roll is the actor's.
func (sd side) modifiers(r *engine.Roll) kit.Sum {
	all := append(kit.Sum{kit.Plain("modifier", sd.modifier.Of(r.Params()))}, kit.Held(r.Sheet(sd.Seat), everyModifier)...)
	if sd.Seat == engine.Actor {
		all = append(all, kit.Situation(r.Params()))
	}
	return all
}

// modify adds bonuses and penalties to the dice, the Easiness or the result, as the house rule to
// says.
func (p *pool) modify(r *engine.Roll, more kit.Sum, to string) {
	n := more.Total()
	switch {
	case n == 0:
	case to == asDice:
		p.dice += n
		r.Note("%s%s: %d dice", p.side.who, more.Signed(), p.dice)
	case to == asEasiness:
		p.easiness = min(max(p.easiness+n, 0), mostEasiness)
		r.Note("%s%s: Easiness %d (it stays within 0 and %d)", p.side.who, more.Signed(), p.easiness, mostEasiness)
	default:
		p.added = more
	}
}

func (p *pool) String() string {
	return engine.Counted(p.dice, "die", "dice") + " at Easiness " + strconv.Itoa(p.easiness)
}
