package d6

import (
	"fmt"

	"example.org/fray/engine"
)

// afford refuses points that the character does not have or that the table
// does not allow, and works out how many may still be bought after the roll.
// Chapter "Improving a Roll".
func (p *pool) afford(r *engine.Roll) {
	h := r.House()
	most := cpCap.Of(h)
	switch {
	case p.bought > p.left:
		r.Refuse("%s cannot be spent: the sheet has %s", plural(p.bought, "Character Point"), plural(p.left, "Character Point"))
	case most > 0 && p.bought > most:
		r.Refuse("this table allows %s on one roll, not %d (house rule %q)", plural(most, "Character Point"), p.bought, cpCap.Label)
	case p.fate && p.own.worth() == 0:
		r.Refuse("a Fate Point doubles what is the character's own, and nothing in this roll is")
	case p.fate && p.lasts(r):
		r.Note("the Fate Point of this round still counts")
	case p.fate && fatePoints.Of(p.sheet) == 0:
		r.Refuse("no Fate Point is left to spend")
	case p.fate && fateARound.Of(h) && fateRound.Of(p.sheet) == r.Moment()+1:
		r.Refuse("a Fate Point is spent in this round already: one a round (house rule %q)", fateARound.Label)
	}
	if p.fate && p.bought > 0 && !cpWithFP.Of(h) {
		r.Refuse("a roll takes Character Points or a Fate Point, not both (house rule %q)", cpWithFP.Label)
	}
	p.left -= p.bought
	if most > 0 {
		p.left = min(p.left, most-p.bought)
	}
	if p.fate && !cpWithFP.Of(h) || !p.sheet.There() { // nobody keeps count of a stranger's points
		p.left = 0
	}
}

// lasts reports whether a Fate Point that was spent before counts for all rolls
// of this round. Chapter "Fate Points".
func (p *pool) lasts(r *engine.Roll) bool {
	return fateLasts.Of(r.House()) && fateRound.Of(p.sheet) == r.Moment()+1
}

// roll throws the pool, lets it be improved and takes the points.
func (p *pool) roll(r *engine.Roll) thrown {
	t := p.buy(r, p.throw(r))
	p.pay(r, t)
	return t
}

// bought is what matters from when dice are bought on: a roll, what it is
// against, and how many dice are bought.
type bought struct {
	mine, against thrown
	dice          int
}

// buy asks for Character Points after the roll, until no more are wanted.
// Chapter "Character Points".
func (p *pool) buy(r *engine.Roll, t thrown) thrown {
	for {
		most := p.left - t.spent
		if most <= 0 {
			return t
		}
		ask := engine.Ask{ID: p.prefix + "character-points", Words: oneMore + p.why}
		if p.prefix != "" { // of a side that does not act no total is shown but this
			ask.Words += fmt.Sprintf("; it is %d now", t.total)
		}
		if p.stakes != nil && !r.Silent() {
			ask.Stakes = p.stakes(t.total)
		}
		n := r.Amount(ask, p.seat, 0, min(most, mostBought))
		if n == 0 {
			return t
		}
		engine.Merge(r, bought{t, p.against, n})
		more := r.Sum(engine.Ask{ID: p.prefix + "cp", Words: "Wild Dice of Character Points"}, engine.D(n, 6).Exploding())
		r.Note("bought: +%d", more)
		t.total += more
		t.spent += n
		engine.Merge(r, bought{t, p.against, 0})
	}
}

// oneMore is what is asked once a roll has been made.
const oneMore = "Character Points for one more Wild Die each"

// pay takes the points off the sheet that the roll used.
func (p *pool) pay(r *engine.Roll, t thrown) {
	r.Add(p.sheet, characterPoints, -p.bought-t.spent)
	if p.fate && !p.lasts(r) {
		r.Add(p.sheet, fatePoints, -1)
		r.Add(p.sheet, fateSpent, 1)
		engine.Put(r, p.sheet, fateRound, r.Moment()+1)
	}
	p.clearUsed(r)
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// mostBought is how many dice are bought at a time after a roll; more can be
// bought again.
const mostBought = 20
