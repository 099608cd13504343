package supermen

import "example.org/fray/engine"

// track adds to the sheet a row for work that can be set aside, and gives its id. The work must
// be finished within as many days as it takes hours. Chapter "Setting Aside An Action".
func track(a *attempt, name string) string {
	row := a.r.NewRow(a.me, works, name)
	by := a.r.Moment() + a.pt*(day/hour)
	engine.Put(a.r, row, workLeft, workLeft.Within(a.pt))
	engine.Put(a.r, row, workBy, workBy.Within(by))
	engine.Put(a.r, row, workSince, a.r.Moment())
	a.r.Note("set aside, it must be finished by segment %d", a.r.SceneMoment(by))
	return row.ID
}

// resume continues work that was set aside. Work that would not be finished in time is lost.
// Chapter "Setting Aside An Action".
func resume(r *engine.Roll, id string, beside bool) engine.Outcome {
	row, ok := works.Find(r.Sheet(engine.Actor), id)
	switch {
	case !ok:
		r.Refuse("there is no work %q to continue", id)
	case !workAside.At(row):
		r.Refuse("%s is being worked on", row.Name())
	}
	me := ready(r, "skill", !beside)
	a := &attempt{Party: actor, r: r, check: check{id: "skill"}, me: me, pt: max(workLeft.At(row), 1)}
	if by := workBy.At(row); r.Moment()+a.pt > by {
		r.Note("%s would take until segment %d, but had to be finished by %d: the work is lost", row.Name(), r.SceneMoment(r.Moment()+a.pt), r.SceneMoment(by))
		r.Drop(row)
		r.Story("{actor} has lost track of %s", row.Name())
		return engine.Outcome{Grade: engine.Failure, NoTarget: true}
	}
	engine.Put(r, row, workAside, false)
	engine.Put(r, row, workSince, r.Moment())
	r.Note("%s takes %s more", row.Name(), segments(a.pt))
	r.Story("{actor} continues %s", row.Name())
	startSkill(a, called(row.Name(), row.ID), 0, beside)
	return engine.Done(engine.Num("pt", a.pt))
}

// setAside writes on the sheet how much is left of work that is called off. Segments by which
// passive actions put it off were not worked.
func setAside(r *engine.Roll, me engine.Sheet, id string, beside bool) {
	row, ok := works.Find(me, id)
	if !ok || workAside.At(row) {
		return
	}
	worked := r.Moment() - workSince.At(row)
	if !beside {
		worked -= putOff.Of(me)
	}
	left := max(workLeft.At(row)-max(worked, 0), 1)
	engine.Put(r, row, workLeft, left)
	engine.Put(r, row, workAside, true)
	r.Note("%s is set aside: %s left, to be finished by segment %d", row.Name(), segments(left), r.SceneMoment(workBy.At(row)))
}

// finished removes work that is done.
func finished(r *engine.Roll, me engine.Sheet, id string) {
	if row, ok := works.Find(me, id); ok {
		r.Drop(row)
	}
}

var (
	asideForm = form()
	asideWork = asideForm.Group("Work").Row("work", "Work", works).Help("Empty: the last one begun.")
)

// putAside calls off work that is under way. What is left of it stays on the sheet.
func putAside(r *engine.Roll) engine.Outcome {
	me, id := r.Sheet(engine.Actor), asideWork.Of(r.Params())
	var row engine.Row
	for _, w := range works.Rows(me) {
		if !workAside.At(w) && (id == "" || id == w.ID || id == w.Name()) {
			row = w
		}
	}
	if row.ID == "" {
		r.Refuse("no work is under way that could be set aside")
	}
	r.Note("%s is set aside", row.Name())
	r.Story("{actor} sets %s aside", row.Name())
	r.CallOff("action-done", engine.PageOf("work", row.ID))
	return engine.Done()
}
