package contest

import (
	"fmt"
	"strconv"

	"example.org/fray/engine"
)

// rollOpposed lets two sides roll against each other once. Chapter "Opposed
// rolls".
func rollOpposed(r *engine.Roll) engine.Outcome {
	own := engine.Precompute(r, func() total { return opposeOwn.now(r, opposeOwn.base(r)) })
	other := engine.Precompute(r, func() total { return opposeOther.now(r, opposeOther.base(r)) })
	tie := opposedTie.Of(r.House())
	t := (&terms{
		die: 10, own: own.sum, other: other.sum,
		spectacular: spectacular.Of(r.House()), reroll: tie == tieReroll,
	}).asked("other.")
	if tie == tieInitiator {
		t.edge = 1
	}
	r.Note("acting total %s", own)
	r.Note("against %s", other)
	c := t.meet(r, true)
	ruled, total, target := c.ruled, t.own+c.mine.sum(), t.totals(r)
	if ruled.winner > 0 && t.edge > 0 && total == target {
		r.Note("a tie goes to who started it")
	}
	o := engine.Outcome{Total: total, Target: target, Margin: total - target, Flags: flagsOf(ruled)}
	o.Success, o.Grade = ruled.winner == 1, gradeOf(ruled.winner)
	o.Values = r.Values(engine.Word("winner", seatOf(ruled.winner)))
	r.Note("%s", verdict(ruled))
	tellWinner(r, ruled, engine.Other)
	return o
}

// totals notes both final totals, and gives that of the other side.
func (t *terms) totals(r *engine.Roll) int {
	r.Note("%s", t)
	return t.other + t.fell.theirs.sum()
}

// String writes the totals of both sides with their working.
func (t *terms) String() string {
	mine, theirs := t.fell.mine, t.fell.theirs
	return fmt.Sprintf("%d + %s = %d against %d + %s = %d", t.own, mine, t.own+mine.sum(), t.other, theirs, t.other+theirs.sum())
}

// String writes a die as it fell: 7, or 10 + 4.
func (c cast) String() string {
	if c.again == 0 {
		return strconv.Itoa(int(c.face))
	}
	return strconv.Itoa(int(c.face)) + " + " + strconv.Itoa(int(c.again))
}

func seatOf(winner int8) string {
	return [...]string{"other", "none", "actor"}[winner+1]
}

func gradeOf(winner int8) string {
	return [...]string{engine.Failure, engine.Undecided, engine.Success}[winner+1]
}

func flagsOf(ruled ruling) []string {
	switch {
	case !ruled.spectacular:
		return nil
	case ruled.winner > 0:
		return []string{spectacularFlag}
	}
	return []string{otherSpectacularFlag}
}

// tellWinner tells who wins against whom.
func tellWinner(r *engine.Roll, ruled ruling, foe engine.Seat) {
	well := ""
	if ruled.spectacular {
		well = "  spectacularly"
	}
	switch {
	case ruled.winner > 0:
		r.Story("{actor} beats {%s}%s", foe, well)
	case ruled.winner < 0:
		r.Story("{%s} beats {actor}%s", foe, well)
	default:
		r.Story("{actor} and {%s} are even", foe)
	}
}

// verdict says a ruling to people.
func verdict(ruled ruling) string {
	words := [...]string{"the other side wins", "nobody wins", "won"}[ruled.winner+1]
	if ruled.spectacular {
		words += ", spectacularly"
	}
	return words
}
