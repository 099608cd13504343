package d6

import (
	"fmt"

	"example.org/fray/engine"
)

// afford refuses points that the character does not have or that the house rules do not
// allow, and works out how many may still be spent after the roll.
// Chapter "Improving a Roll".
func (p *pool) afford(r *engine.Roll) {
	h := r.House()
	most := cpCap.Of(h)
	switch {
	case p.bought > p.left:
		r.Refuse("%s cannot be spent: the sheet has %s", engine.Counted(p.bought, "Character Point"), engine.Counted(p.left, "Character Point"))
	case most > 0 && p.bought > most:
		r.Refuse("this table allows %s on one roll, not %d (house rule %q)", engine.Counted(most, "Character Point"), p.bought, cpCap.Label)
	case p.fate && p.own.worth() == 0:
		r.Refuse("a Fate Point doubles what is the character's own, and this roll has nothing of that")
	case p.fate && p.lasts(r):
		r.Note("the Fate Point of this round still counts")
	case p.fate && fatePoints.Of(p.sheet) == 0:
		r.Refuse("no Fate Point is left to spend")
	case p.fate && fateARound.Of(h) && fateRound.Of(p.sheet) == r.Moment()+1:
		r.Refuse("a Fate Point has been spent in this round already: only one a round (house rule %q)", fateARound.Label)
	}
	if p.fate && p.bought > 0 && !cpWithFP.Of(h) {
		r.Refuse("a roll takes Character Points or a Fate Point, not both (house rule %q)", cpWithFP.Label)
	}
	p.left -= p.bought
	if most > 0 {
		p.left = min(p.left, most-p.bought)
	}
	if p.fate && !cpWithFP.Of(h) || !p.sheet.There() { // without a sheet there are no points
		p.left = 0
	}
}

// lasts reports whether a Fate Point that was spent earlier in this round counts for this
// roll too. Chapter "Fate Points".
func (p *pool) lasts(r *engine.Roll) bool {
	return fateLasts.Of(r.House()) && fateRound.Of(p.sheet) == r.Moment()+1
}

// roll throws the pool, lets points be spent on it, and takes them off the sheet.
func (p *pool) roll(r *engine.Roll) thrown { return p.rollAgainst(r, thrown{}) }

// rollAgainst is roll against a roll that has been made.
func (p *pool) rollAgainst(r *engine.Roll, against thrown) thrown {
	t := p.buy(r, p.throw(r, against.total), against, nil)
	p.pay(r, t)
	return t
}

// bought is all that the rest of a rule needs once dice are bought after a roll.
type bought struct {
	mine, against thrown
	dice          int // to be thrown
}

// buy asks for Character Points after the roll until none are spent or left. against is the
// opposing roll, if there is one; stakes says what a total means, and may be nil.
// Chapter "Character Points".
func (p *pool) buy(r *engine.Roll, t, against thrown, stakes func(total int) string) thrown {
	for {
		most := p.left - t.spent
		if most <= 0 {
			return t
		}
		if stakes == nil && p.Prefix != "" { // a form shows the total of the actor alone
			stakes = func(total int) string { return fmt.Sprintf("it is %d now", total) }
		}
		ask := engine.Ask{ID: p.ID("character-points"), Words: p.asks}
		if total := t.total; stakes != nil {
			ask.Stakes = func() string { return stakes(total) }
		}
		n := r.Amount(ask, p.Seat, 0, min(most, mostBought))
		if n == 0 {
			return t
		}
		engine.Merge(r, bought{t, against, n})
		more := r.Sum(engine.Ask{ID: p.ID("cp"), Words: "Wild Dice of Character Points"}, engine.D(n, 6).Exploding())
		r.Note("%sdice bought: +%d", p.whose(r), more)
		t.total += more
		t.spent += n
		engine.Merge(r, bought{t, against, 0})
	}
}

// oneMore is the question about points after a roll.
const oneMore = "Character Points for one more Wild Die each"

// pay takes the points that were spent off the sheet, and clears what the roll used up.
func (p *pool) pay(r *engine.Roll, t thrown) {
	r.Add(p.sheet, characterPoints, -p.bought-t.spent)
	if p.fate && !p.lasts(r) {
		r.Add(p.sheet, fatePoints, -1)
		r.Add(p.sheet, fateSpent, 1)
		engine.Put(r, p.sheet, fateRound, r.Moment()+1)
	}
	p.clearUsed(r)
}

// mostBought is how many dice can be bought at a time after a roll. The question comes
// again.
const mostBought = 20
