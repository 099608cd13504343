package contest

import "example.org/fray/engine"

// cast is one side's die: its face and, after the highest face, that of the
// second throw. 0 is not thrown. It is small, since the odds keep many.
type cast struct{ face, again int16 }

func (c cast) sum() int { return int(c.face) + int(c.again) }

// clash is two sides' dice, with what decides between them.
type clash struct {
	mine, theirs cast
	ruled        ruling // once all have fallen
}

// terms are what a clash is fought under.
type terms struct {
	die          int // faces
	own, other   int // acting totals
	spectacular  bool
	reroll       bool // a tie is thrown again
	edge         int  // 1 where a tie is won by one's own side
	first, again engine.Ask
	foe, foeToo  engine.Ask
	fell         clash // the dice as they last fell; in odds, anything
}

func (t *terms) asked(prefix string) *terms {
	t.first = engine.Ask{ID: "dice", Words: "own die"}
	t.again = engine.Ask{ID: "again", Words: "own die again, after the highest face"}
	t.foe = engine.Ask{ID: prefix + "dice", Words: "the other side's die"}
	t.foeToo = engine.Ask{ID: prefix + "again", Words: "the other side's die again, after the highest face"}
	return t
}

// next gives the die to throw in the order of the table: each side's, with its
// second throw at once.
func (t *terms) next(c clash) (engine.Part, bool) {
	die := func(ask engine.Ask) (engine.Part, bool) { return engine.Part{Ask: ask, Dice: engine.D(1, t.die)}, true }
	switch {
	case c.ruled.made:
	case c.mine.face == 0:
		return die(t.first)
	case t.open(c.mine):
		return die(t.again)
	case c.theirs.face == 0:
		return die(t.foe)
	case t.open(c.theirs):
		return die(t.foeToo)
	}
	return engine.Part{}, false
}

// open says whether a second throw is due. Chapter "Spectacular success".
func (t *terms) open(c cast) bool { return t.spectacular && int(c.face) == t.die && c.again == 0 }

func (t *terms) fold(c clash, face int) clash {
	switch {
	case c.mine.face == 0:
		c.mine.face = int16(face)
	case t.open(c.mine):
		c.mine.again = int16(face)
	case c.theirs.face == 0:
		c.theirs.face = int16(face)
	default:
		c.theirs.again = int16(face)
	}
	return c
}

func (t *terms) over(c clash) bool {
	return c.mine.face != 0 && c.theirs.face != 0 && !t.open(c.mine) && !t.open(c.theirs)
}

// ruling is who wins a clash, and how.
type ruling struct {
	made        bool
	winner      int8 // 1 own side, -1 other side, 0 nobody
	spectacular bool // the winner's success
	double      bool // it takes twice the effect
}

// rule compares the two sides. The higher total wins; two highest faces
// running win over anything but the same.
func (t *terms) rule(c clash) ruling {
	own, other := t.own+c.mine.sum(), t.other+c.theirs.sum()
	ownTwo, otherTwo := int(c.mine.again) == t.die, int(c.theirs.again) == t.die
	switch {
	case ownTwo && !otherTwo, ownTwo == otherTwo && own+t.edge > other:
		return t.winning(1, t.own+t.edge, c.mine, other)
	case otherTwo && !ownTwo, other > own:
		return t.winning(-1, t.other, c.theirs, own)
	}
	return ruling{made: true}
}

// winning says how well a side wins against a total: spectacularly when its
// second throw is the highest face too or would have won alone, and doubly
// when the first throw alone would have won as well.
func (t *terms) winning(who int8, acting int, c cast, against int) ruling {
	r := ruling{made: true, winner: who}
	if c.again > 0 {
		r.spectacular = int(c.again) == t.die || acting+int(c.again) > against
		r.double = r.spectacular && acting+int(c.face) > against
	}
	return r
}

// met is what the odds know a meeting by.
type met struct {
	die, own, other     int
	edge                int
	spectacular, reroll bool
	total               bool
}

// meet throws the dice of both sides; see bout.
func (t *terms) meet(r *engine.Roll, total bool) clash {
	return t.bout(r, total).ReadKeyed(r, t.met(total))
}

func (t *terms) met(total bool) met {
	return met{t.die, t.own, t.other, t.edge, t.spectacular, t.reroll, total}
}

// bout is the dice of both sides, of which it keeps the ruling, with total the
// own total too. Nothing else of the dice matters, and so the odds have few
// ends to follow; for the working they stay in t.fell.
func (t *terms) bout(r *engine.Roll, total bool) engine.DiceSequence[clash] {
	fold := func(c clash, face int) clash {
		c = t.fold(c, face)
		if !t.over(c) {
			return c
		}
		t.fell = c
		ruled := t.rule(c)
		switch {
		case ruled.winner == 0 && t.reroll:
			r.Note("a tie: both throw again")
			return clash{}
		case total:
			return clash{mine: cast{face: int16(c.mine.sum())}, ruled: ruled}
		}
		return clash{ruled: ruled}
	}
	return engine.DiceSequence[clash]{Next: t.next, Fold: fold}
}
