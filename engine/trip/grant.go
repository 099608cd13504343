package trip

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

var grantForm, endsForm = &engine.Schema{}, &engine.Schema{}

var (
	grantGroup  = grantForm.Group("Bonus")
	grantName   = grantGroup.Text("name", "Name", 60)
	grantKind   = grantGroup.Choice("kind", "Kind", "buff", "bonus", "mastery", "penalty")
	grantValue  = grantGroup.Modifier("value", "Value").Default(1)
	grantServes = grantGroup.Text("serves", "Serves", 60).Help("An ability, a kind of ability or a use. Empty: every ability.")
	grantFrom   = grantGroup.Choice("source_kind", "From", "other", "feat set", "artifact", "kit")
	grantSource = grantGroup.Text("source", "Which", 60).Help("The feat set, type of artifact or kit.")
	grantNish   = grantGroup.Int("nish", "Lasts, in Nish", 0, 100000).Help("0: until it is taken off the sheet.")
	grantLasts  = grantGroup.Text("lasts", "Lasts, in words", 60)
	endsRow     = endsForm.Group("Bonus").Text("row", "Row", 60)
)

// grant puts a bonus or a penalty on the sheet of the opponent or, without one, of the actor.
// Chapter "Bonuses".
func grant(r *engine.Roll) engine.Outcome {
	form, on := r.Params(), kit.Concerned(r)
	name := grantName.Of(form)
	if name == "" {
		name = grantSource.Of(form)
	}
	if name == "" {
		r.Refuse("the %s has no name: name it, or where it comes from", grantKind.Of(form))
	}
	if grantValue.Of(form) == 0 {
		r.Refuse("%s is worth 0: give it a value", name)
	}
	row := r.NewRow(on.Sheet, bonuses, name)
	engine.Put(r, row, bonusKind, grantKind.Of(form))
	engine.Put(r, row, bonusValue, grantValue.Of(form))
	engine.Put(r, row, bonusServes, grantServes.Of(form))
	engine.Put(r, row, bonusFrom, grantFrom.Of(form))
	engine.Put(r, row, bonusSource, grantSource.Of(form))
	engine.Put(r, row, bonusLasts, grantLasts.Of(form))
	if n := grantNish.Of(form); n > 0 {
		engine.Put(r, row, bonusEnds, r.Moment()+n)
		r.After(n, "bonus-ends", engine.Carry{Against: on.Against(), Params: engine.PageOf(endsRow.ID, row.ID)})
	}
	b := bonusAt(row, r.Moment())
	r.Note("%s %+d (%s)", b.name, b.value, b.kind)
	if on.IsSelf() {
		r.Story("{actor} takes %s  %+d", b.name, b.value)
	} else {
		r.Story("{actor} gives {other} %s  %+d", b.name, b.value)
	}
	return engine.Outcome{Success: true, Grade: engine.Success, Total: b.value, NoTarget: true}
}

// grantEnds removes a bonus whose time is over.
func grantEnds(r *engine.Roll) engine.Outcome {
	out := engine.Done()
	on := kit.Concerned(r)
	row, there := bonuses.Find(on.Sheet, endsRow.Of(r.Params()))
	if !there || bonusEnds.At(row) == 0 || bonusEnds.At(row) > r.Moment() {
		r.Note("that bonus is gone already")
		r.Story("That bonus of %s is gone", on.Name())
		return out
	}
	r.Note("%s %+d is over", row.Name(), bonusValue.At(row))
	r.Story("%s loses %s  its time is over", on.Name(), row.Name())
	r.Drop(row)
	return out
}
