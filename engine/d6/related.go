package d6

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// The form of a related skill.
var (
	relatedForm       = newForm()
	relatedWhat       = relatedForm.Group("Related skill")
	relatedDifficulty = relatedWhat.Text("difficulty", "Difficulty", 20).Help("A number, or a level such as moderate.")
	relatedTo         = relatedWhat.Text("for", "Helps the skill", 60).Help("Empty: the next skill, whichever it is.")
	relatedSide       = side{Party: engine.PartyOf(engine.Actor), secondary: true}.forTask(relatedWhat)
)

// related rolls a secondary skill. Its modifier waits on the sheet for the attempt that
// follows. Chapter "Related Skills".
func related(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	t := relatedSide.trait(r, me, "")
	base, known := difficultyIn(r, relatedDifficulty)
	if !known {
		r.Refuse("a related skill needs a difficulty")
	}
	p := relatedSide.pool(r, me, t, skilled)
	rushed := relatedSide.rushed(r.Params())
	target := base + t.raise + rushed
	aim(r, target, base, t.raise, rushed)
	relatedSide.keepsBusy(r)
	got := p.roll(r)
	o := carried(r, me, measured(r, got, target))
	n := modifier(o.Margin)
	to := relatedTo.Of(r.Params())
	keepRelated(r, me, n, to)
	o.Values = append(o.Values, engine.Num("modifier", n))
	r.Note("%d against %d: %+d for %s", o.Total, o.Target, n, orNext(to))
	r.Story("{actor} prepares%s  %+d for %s%s", before(" with ", t.name), n, orNext(to), got.mishap())
	return o
}

func orNext(skill string) string {
	if skill == "" {
		return "the next skill"
	}
	return skill
}

// modifier gives half the distance from the difficulty, rounded up and at least 1. It is
// negative if the difficulty was missed.
func modifier(points int) int {
	if points < 0 {
		return -max((-points+1)/2, 1)
	}
	return max((points+1)/2, 1)
}

// keepRelated writes a modifier on the sheet, where it waits for the skill to, or for the
// next skill if to is "". It is added to one that waits for the same. Those for other
// skills stay.
func keepRelated(r *engine.Roll, me engine.Sheet, n int, to string) {
	waits, meant := relatedReady.Of(me), relatedFor.Of(me)
	switch {
	case waits == 0 || strings.EqualFold(meant, to):
		n += waits
	case to == "":
		waitToo(r, me, waits, meant, relatedRound.Of(me))
	default:
		waitToo(r, me, n, to, r.Moment()+1)
		return
	}
	engine.Put(r, me, relatedReady, relatedReady.Within(n))
	engine.Put(r, me, relatedFor, to)
	engine.Put(r, me, relatedRound, relatedRound.Within(r.Moment()+1))
}

// waitToo writes a modifier in the list for those that wait beside the first.
func waitToo(r *engine.Roll, me engine.Sheet, n int, to string, round int) {
	row, found := helps.Find(me, to)
	if !found {
		row = r.NewRow(me, helps, to)
	}
	engine.Put(r, row, helpsModifier, helpsModifier.Within(n+helpsModifier.At(row)))
	engine.Put(r, row, helpsRound, helpsRound.Within(round))
}

// ready adds the modifiers of related skills that wait for this roll: those for its skill
// and, unless it is a related skill itself, the one for the next skill. A roll of an
// attribute or of a code that was entered leaves them waiting.
func (p *pool) ready(r *engine.Roll, t trait, secondary bool) {
	if !t.skill {
		return
	}
	waits, meant := relatedReady.Of(p.sheet), relatedFor.Of(p.sheet)
	if waits != 0 && (strings.EqualFold(meant, t.name) || meant == "" && !secondary) {
		p.adds(relatedFrom(r, relatedRound.Of(p.sheet)), 0, waits)
		p.used.first = true
	}
	if row, ok := helps.Find(p.sheet, t.name); ok {
		p.adds(relatedFrom(r, helpsRound.At(row)), 0, helpsModifier.At(row))
		p.used.row = row.ID
	}
}

// shortTime is how many rounds are surely a short time: a minute.
const shortTime = minute

// relatedFrom names a modifier of a related skill by the round that it is from, counted from 1,
// and notes if that is so long ago that the gamemaster has to say whether it still counts. Chapter
// "Related Skills".
func relatedFrom(r *engine.Roll, round int) string {
	if round == 0 {
		return "related skill"
	}
	if old := r.Moment() + 1 - round; old > shortTime {
		r.Note("the related skill is %d rounds old: the gamemaster says whether that is still a short time", old)
	}
	return fmt.Sprintf("related skill from round %d", r.SceneMoment(round))
}

// usedUp is what a roll uses up of those that earlier rolls have left.
type usedUp struct {
	half  bool   // half the result points
	first bool   // the modifier in relatedReady
	row   string // the row of helps; "" for none
}

// clearUsed clears from the sheet what the roll has used up.
func (p *pool) clearUsed(r *engine.Roll) {
	if p.used.half {
		engine.Put(r, p.sheet, halfReady, 0)
	}
	if p.used.first {
		engine.Put(r, p.sheet, relatedReady, 0)
		engine.Put(r, p.sheet, relatedFor, "")
		engine.Put(r, p.sheet, relatedRound, 0)
	}
	if row, ok := helps.Find(p.sheet, p.used.row); ok {
		r.Drop(row)
	}
}
