package d6

import (
	"strings"

	"example.org/fray/engine"
)

// The form of a related skill.
var (
	relatedForm       = newForm()
	relatedWhat       = relatedForm.Group("Related skill")
	relatedDifficulty = relatedWhat.Text("difficulty", "Difficulty", 20).Help("A number, or a level such as moderate.")
	relatedTo         = relatedWhat.Text("for", "Helps the skill", 60).Help("Empty: the next skill, whichever it is.")
	relatedSide       = side{seat: engine.Actor, secondary: true}.forTask(relatedWhat)
)

// related rolls a secondary skill; its modifier waits on the sheet for the one
// attempt that follows. Chapter "Related Skills".
func related(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	t := relatedSide.trait(r, me, "")
	base, said := difficultyIn(r, relatedDifficulty)
	if !said {
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

// modifier is half the distance from the difficulty, rounded up, at least 1:
// for the one who reached it, against the one who did not.
func modifier(points int) int {
	if points < 0 {
		return -max((-points+1)/2, 1)
	}
	return max((points+1)/2, 1)
}

// keepRelated lets a modifier wait for the skill that it is meant for, or for
// the next; it is added to one that waits for the same. Those meant for other
// skills wait on.
func keepRelated(r *engine.Roll, me engine.Sheet, n int, to string) {
	waits, meant := relatedReady.Of(me), relatedFor.Of(me)
	switch {
	case waits == 0 || strings.EqualFold(meant, to):
		engine.Put(r, me, relatedReady, relatedReady.Within(n+waits))
		engine.Put(r, me, relatedFor, to)
	case to == "":
		waitToo(r, me, waits, meant)
		engine.Put(r, me, relatedReady, n)
		engine.Put(r, me, relatedFor, "")
	default:
		waitToo(r, me, n, to)
	}
}

// waitToo lets a modifier wait beside the first.
func waitToo(r *engine.Roll, me engine.Sheet, n int, to string) {
	row, found := helps.Find(me, to)
	if !found {
		row = r.NewRow(me, helps, to)
	}
	engine.Put(r, row, helpsModifier, helpsModifier.Within(n+helpsModifier.At(row)))
}

// ready adds the modifiers of related skills that were used before: those for
// this skill and, unless this is a related skill itself, the one for whatever
// skill comes next. A code that was typed and an attribute leave them waiting.
func (p *pool) ready(t trait, secondary bool) {
	if !t.skill {
		return
	}
	waits, meant := relatedReady.Of(p.sheet), relatedFor.Of(p.sheet)
	if waits != 0 && (strings.EqualFold(meant, t.name) || meant == "" && !secondary) {
		p.plus += waits
		p.used.first = true
	}
	if row, ok := helps.Find(p.sheet, t.name); ok {
		p.plus += helpsModifier.At(row)
		p.used.row = row.ID
	}
}

// usedUp is what a roll uses up of the rolls before.
type usedUp struct {
	half, first bool   // half the result points; the first related skill
	row         string // of another one
}

// clearUsed takes off the sheet what the roll has used up.
func (p *pool) clearUsed(r *engine.Roll) {
	if p.used.half {
		engine.Put(r, p.sheet, halfReady, 0)
	}
	if p.used.first {
		engine.Put(r, p.sheet, relatedReady, 0)
		engine.Put(r, p.sheet, relatedFor, "")
	}
	if row, ok := helps.Find(p.sheet, p.used.row); ok {
		r.Drop(row)
	}
}
