package d6

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// pool is what somebody throws: dice, and what is added to them.
type pool struct {
	seat   engine.Seat
	prefix string
	sheet  engine.Sheet
	own    code // what a Fate Point doubled, or would
	dice   int  // of all, with the Wild Die
	plus   int  // pips and numbers
	bought int  // Character Points before the roll
	left   int  // Character Points that may still be bought after it
	fate   bool
	took   bool // it used up the related skill's modifier

	ones     wildRules           // once they were read
	beside   thrown              // what was rolled before and still matters
	followed bool                // dice or decisions follow, whatever is bought
	compared func(total int) int // a total that compares alike, where it is only compared
}

// String is the working of p, for a note.
func (p *pool) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dD", p.dice)
	if p.plus != 0 {
		fmt.Fprintf(&b, "%+d", p.plus)
	}
	switch own := (code{p.dice, p.plus}); {
	case p.fate:
		b.WriteString(", a Fate Point doubles " + p.own.String())
	case p.own.worth() > 0 && own != p.own:
		b.WriteString(" from " + p.own.String())
	}
	if p.bought > 0 {
		fmt.Fprintf(&b, ", and %d bought", p.bought)
	}
	return b.String()
}

// pool makes the trait of a check into dice: a Fate Point doubles it first,
// then come bonuses and penalties.
func (sd side) pool(r *engine.Roll, s engine.Sheet, t trait) pool {
	return engine.Once(r, func() pool { return sd.assembled(r, s, t) })
}

func (sd side) assembled(r *engine.Roll, s engine.Sheet, t trait) pool {
	f := r.Params()
	p := sd.start(r, s, t.code)
	p.outside(r, t)
	p.add(sd.dice.Of(f), sd.bonus.Of(f))
	if sd.prepare.Spec != nil {
		sd.unhurried(r, f)
		p.dice += sd.prepare.Of(f)
	}
	if sd.actions.Spec != nil {
		p.dice -= sd.actions.Of(f) - 1
	}
	p.dice -= penaltyOf(s, r.House())
	if sd.related.Spec != nil {
		p.plus += sd.related.Of(f)
		sd.ready(&p, t)
	}
	p.situation(r)
	p.usable(r)
	return p
}

// start takes what belongs to the character, doubled by a Fate Point, and
// looks whether the points that are spent are there.
func (sd side) start(r *engine.Roll, s engine.Sheet, own code) pool {
	f := r.Params()
	p := pool{seat: sd.seat, prefix: sd.prefix, sheet: s, own: own, left: characterPoints.Of(s)}
	if sd.cp.Spec == nil {
		p.left = 0
	} else {
		p.fate = sd.fate.Of(f)
		p.bought = sd.cp.Of(f)
		p.afford(r)
	}
	if p.fate {
		own = own.doubled()
	}
	p.add(own.dice, own.pips)
	return p
}

func (p *pool) add(dice, plus int) {
	p.dice += dice
	p.plus += plus
}

// outside adds gear, which a Fate Point does not double.
func (p *pool) outside(r *engine.Roll, t trait) {
	for _, row := range gear.Rows(p.sheet) {
		to := gearFor.At(row)
		if to == "" || !strings.EqualFold(to, t.name) && !strings.EqualFold(to, t.under) {
			continue
		}
		dice, plus, err := parseBonus(gearBonus.At(row))
		if err != nil {
			r.Refuse("%s: %v", row.Name(), err)
		}
		p.add(dice, plus)
	}
}

// ready adds the modifier of a related skill that was used before. One that
// waits for whatever is tried next waits on while more related skills are used.
func (sd side) ready(p *pool, t trait) {
	n, to := relatedReady.Of(p.sheet), relatedFor.Of(p.sheet)
	meant := strings.EqualFold(to, t.name)
	if to == "" {
		meant = !sd.secondary
	}
	if n != 0 && meant {
		p.plus += n
		p.took = true
	}
}

// situation adds what the gamemaster gives the one who acts.
func (p *pool) situation(r *engine.Roll) {
	if p.seat == engine.Actor {
		p.plus += engine.Situation.Of(r.Params())
	}
}

func (p *pool) usable(r *engine.Roll) {
	if p.dice <= 0 {
		r.Refuse("%s is brought to %dD: a code of 0D or less cannot be used", p.own, p.dice)
	}
	r.Note("%v", p)
	if why := engine.Why.Of(r.Params()); why != "" && p.seat == engine.Actor {
		r.Note("situation %+d: %s", engine.Situation.Of(r.Params()), why)
	}
}

// unhurried refuses what cannot go together with preparing and rushing.
func (sd side) unhurried(r *engine.Roll, f engine.Sheet) {
	rush := sd.rush.Of(f)
	switch prepare := sd.prepare.Of(f); {
	case prepare > 0 && sd.actions.Of(f) > 1:
		r.Refuse("one who prepares does nothing else: actions must be 1")
	case prepare > 0 && rush != "0":
		r.Refuse("one cannot prepare and rush the same task")
	case rush != "0" && sd.rounds.Of(f) == 1:
		r.Refuse("only what takes two rounds or more can be rushed")
	}
}

// rushed is what rushing adds to the difficulty.
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
