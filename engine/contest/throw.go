package contest

import (
	"strconv"

	"example.org/fray/engine"
)

// cast is the die of one side: its face and, after the highest face, that of the second throw.
// 0 stands for a die that was not thrown.
type cast struct{ face, again int }

func (c cast) sum() int { return c.face + c.again }

// with gives the die after one more throw.
func (c cast) with(face int) cast {
	if c.face == 0 {
		return cast{face: face}
	}
	return cast{c.face, face}
}

// String writes a die as it fell: 7, or 10 + 4.
func (c cast) String() string {
	if c.again == 0 {
		return strconv.Itoa(c.face)
	}
	return strconv.Itoa(c.face) + " + " + strconv.Itoa(c.again)
}

// die is one side's die before it falls.
type die struct {
	faces       int
	spectacular bool // after the highest face it is thrown a second time
	first       engine.Ask
	second      engine.Ask
}

// newDie gives a die. The ids of its questions begin with prefix.
func newDie(faces int, spectacular bool, prefix, words string) die {
	return die{faces, spectacular,
		engine.Ask{ID: prefix + "dice", Words: words},
		engine.Ask{ID: prefix + "again", Words: words + " again, after the highest face"}}
}

// next gives what is thrown next: the die or, after its highest face, the second throw. Chapter
// "Spectacular success".
func (d die) next(c cast) (engine.Part, bool) {
	ask := d.first
	if c.face != 0 {
		ask = d.second
	}
	return engine.Part{Ask: ask, Dice: engine.D(1, d.faces)}, c.face == 0 || d.spectacular && c.face == d.faces && c.again == 0
}

// dice gives the die with its second throw.
func (d die) dice() *engine.DiceSequence[cast] {
	return &engine.DiceSequence[cast]{Next: d.next, Fold: cast.with}
}

// terms are what two sides throw against each other.
type terms struct {
	own, other       int // acting totals
	edge             int // 1 if the actor wins a tie
	ownDie, otherDie die
}

func newTerms(r *engine.Roll, faces, own, other int, otherPrefix string) terms {
	again := spectacular.Of(r.House())
	return terms{own: own, other: other,
		ownDie:   newDie(faces, again, "", "own die"),
		otherDie: newDie(faces, again, otherPrefix, "the other side's die")}
}

// note notes the totals of both sides with their working.
func (t *terms) note(r *engine.Roll, mine, theirs cast) {
	r.Note("%d + %s = %d against %d + %s = %d", t.own, mine, t.own+mine.sum(), t.other, theirs, t.other+theirs.sum())
}

// ruling is who wins an exchange, and how well.
type ruling struct {
	made        bool // false: not all dice have fallen
	winner      engine.Winner
	spectacular bool // the winner's success is spectacular
	double      bool // it takes twice the effect off
}

// times gives how often the winner's effect is taken off.
func (r ruling) times() int {
	if r.double {
		return 2
	}
	return 1
}

// rule compares the two sides. The higher total wins, but a second throw that shows the highest
// face too beats all but another one.
func (t *terms) rule(mine, theirs cast) ruling {
	own, other := t.own+mine.sum(), t.other+theirs.sum()
	ownTwo, otherTwo := mine.again == t.ownDie.faces, theirs.again == t.otherDie.faces
	switch {
	case ownTwo && !otherTwo, ownTwo == otherTwo && own+t.edge > other:
		return t.winning(engine.ActorWins, t.own+t.edge, mine, other)
	case otherTwo && !ownTwo, other > own:
		return t.winning(engine.OtherWins, t.other, theirs, own)
	}
	return ruling{made: true}
}

// winning says how well a side wins against a total. It is spectacular if the second throw
// shows the highest face too or would have won alone, and double if the first throw alone would
// have won as well.
func (t *terms) winning(who engine.Winner, acting int, c cast, against int) ruling {
	r := ruling{made: true, winner: who}
	if c.again > 0 {
		r.spectacular = c.again == t.ownDie.faces || acting+c.again > against
		r.double = r.spectacular && acting+c.face > against
	}
	return r
}

// clash is the dice of two sides and, once all have fallen, who wins.
type clash struct {
	mine, theirs cast
	ruled        ruling
}

// dice gives the dice of both sides, the actor's first. If again is not nil, it is called at
// each tie, and both sides throw again. forget gives what still counts of a clash once all dice
// have fallen.
func (t *terms) dice(again func(clash), forget func(clash) clash) *engine.DiceSequence[clash] {
	return &engine.DiceSequence[clash]{
		Next: func(c clash) (engine.Part, bool) {
			if c.ruled.made {
				return engine.Part{}, false
			}
			if part, more := t.ownDie.next(c.mine); more {
				return part, true
			}
			return t.otherDie.next(c.theirs)
		},
		Fold: func(c clash, face int) clash {
			if _, more := t.ownDie.next(c.mine); more {
				c.mine = c.mine.with(face)
				return c
			}
			c.theirs = c.theirs.with(face)
			if _, more := t.otherDie.next(c.theirs); more {
				return c
			}
			c.ruled = t.rule(c.mine, c.theirs)
			if c.ruled.winner == 0 && again != nil {
				again(c)
				return clash{}
			}
			return c
		},
		Same: func(c clash) clash {
			if c.ruled.made {
				return forget(c)
			}
			return c
		},
	}
}

func flagsOf(ruled ruling) []string {
	switch {
	case !ruled.spectacular:
		return nil
	case ruled.winner == engine.ActorWins:
		return []string{spectacularFlag}
	}
	return []string{otherSpectacularFlag}
}

// note notes who wins, and how well.
func (r ruling) note(roll *engine.Roll) { r.noteAgainst(roll, "") }

// noteAgainst is note for one of several opponents, whom it names.
func (r ruling) noteAgainst(roll *engine.Roll, name string) {
	other, lead := "the other side", ""
	if name != "" {
		other, lead = name, "against "+name+": "
	}
	words := [...]string{other + " wins", "nobody wins", "won"}[r.winner+1]
	if r.spectacular {
		words += ", spectacularly"
	}
	roll.Note("%s%s", lead, words)
}

// The flags of an outcome.
const (
	spectacularFlag      = "spectacular"
	otherSpectacularFlag = "other-spectacular"
	wonFlag              = "contest-won"
	lostFlag             = "contest-lost"
	allBetterFlag        = "beaten-by-all"
)
