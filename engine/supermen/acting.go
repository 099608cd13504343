package supermen

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// ready refuses an action that the character cannot start now; see [readyAt].
func ready(r *engine.Roll, action string, active bool) engine.Sheet {
	return readyAt(r, actor, action, active)
}

// readyAt refuses an action that the character at a seat cannot start now, or be drawn into.
// Nothing starts while surprised or unconscious, only one active action runs at a time, and
// only one action starts in a segment, but for Move and Jump, which may start together. It
// gives the character's sheet.
func readyAt(r *engine.Roll, p engine.Party, action string, active bool) engine.Sheet {
	s := awake(r, p)
	if until := busyUntil.Of(s); active && until > r.Moment() {
		cannot(r, p, "busy until segment %d: only passive actions can be started", r.SceneMoment(until))
	}
	if active && action != "combat" {
		throwFirst(r, p)
	}
	onlyStart(r, p, action)
	catchUp(r, s)
	return s
}

// cannot refuses a roll, with words that say whom the reason is about.
func cannot(r *engine.Roll, p engine.Party, format string, args ...any) {
	if p.Seat != engine.Actor {
		format = "the opponent cannot take part: " + format
	}
	r.Refuse(format, args...)
}

// throwFirst refuses an active action while a blast waits to be thrown. Chapter "Power Rolls".
func throwFirst(r *engine.Roll, p engine.Party) {
	s := r.Sheet(p.Seat)
	if waits := blastPower.Of(s); waits != "" && !blastFired.Of(s) {
		cannot(r, p, "the blast of %s is paid for and must be thrown first: a Combat Roll with %s throws it, and ending the power lets it go", waits, waits)
	}
}

// onlyStart refuses an action if another one has started in this segment.
func onlyStart(r *engine.Roll, p engine.Party, action string) {
	s := r.Sheet(p.Seat)
	if last := started.Of(s); last != "" && startedAt.Of(s) == r.Moment() && !together(last, action) {
		cannot(r, p, "only one action may be started in a segment: wait for the next")
	}
}

// awake refuses all actions of a character who is unconscious or surprised. It ends a rest,
// and gives the character's sheet.
func awake(r *engine.Roll, p engine.Party) engine.Sheet {
	s := r.Sheet(p.Seat)
	if unconscious(r.House(), s) {
		cannot(r, p, "unconscious: body or head DP are at 0 or less")
	}
	if until := surprisedUntil.Of(s); until > r.Moment() {
		cannot(r, p, "surprised: nothing can be started before segment %d", r.SceneMoment(until))
	}
	endRest(r, s)
	return s
}

// together reports whether two actions may start in the same segment.
func together(a, b string) bool { return a == "move" && b == "jump" || a == "jump" && b == "move" }

// unconscious reports whether the DP of the body or the head are gone, by a house rule.
func unconscious(house, s engine.Sheet) bool {
	return (down(body, s) || down(head, s)) && knockout.Of(house)
}

// down reports whether a part has lost all its DP.
func down(p part, s engine.Sheet) bool {
	lost := p.pool().Lost(s)
	return lost > 0 && lost >= p.max.Of(s)
}

// take starts an active action, which takes a.pt segments.
func (a *attempt) take() {
	put(a.r, a.me, busyUntil, a.r.Moment()+a.pt)
	put(a.r, a.me, putOff, 0)
	a.begun()
}

// takeBeside starts a passive action, which puts the pending action off by a segment.
func (a *attempt) takeBeside() {
	if busyUntil.Of(a.me) > a.r.Moment() {
		add(a.r, a.me, busyUntil, 1)
		add(a.r, a.me, putOff, 1)
		a.r.Note("the pending action is put off by a segment, to %d", a.r.SceneMoment(busyUntil.Of(a.me)))
	}
	a.begun()
}

// begun writes on the sheet which action has started, and when.
func (a *attempt) begun() {
	if surprisePenalty.Of(a.me) > 0 {
		put(a.r, a.me, surprisePenalty, surpriseNow(a.r, a.me))
		put(a.r, a.me, surpriseSince, a.r.Moment()+a.pt)
	}
	what := a.check.id
	if startedAt.Of(a.me) == a.r.Moment() && together(started.Of(a.me), what) {
		what = "move and jump"
	}
	put(a.r, a.me, started, what)
	put(a.r, a.me, startedAt, a.r.Moment())
	a.save()
}

// The parameters with which the end of an action waits on the timeline.
var (
	endForm    = form()
	ending     = endForm.Group("Action")
	endWhat    = ending.Text("what", "Action", 60)
	endDefense = ending.Int("defense", "Its Defense", -99_999, 99_999)
	endBeside  = ending.Bool("passive", "Passive")
	endWork    = ending.Row("work", "Work", works)
	endPutOff  = ending.Int("put_off", "Put off so far", 0, 9999)
)

// called gives the parameters for the end of an action: its name and the id of its work, ""
// for none.
func called(what, work string) engine.Page {
	page := engine.PageOf("what", what)
	if work != "" {
		page = page.With("work", engine.ValueOf(work))
	}
	return page
}

// end puts the end of an action on the timeline, with the Defense that ends with it.
func (a *attempt) end(page engine.Page, defense int, passive bool) {
	if defense != 0 {
		page = page.With("defense", engine.ValueOf(defense))
	}
	if passive {
		page = page.With("passive", engine.ValueOf(true))
	}
	a.r.AfterFor(a.Seat, a.pt, "action-done", engine.Carry{Params: page})
}

// actionDone ends an action on the timeline.
func actionDone(r *engine.Roll) engine.Outcome {
	me, f := r.Sheet(engine.Actor), r.Params()
	n := endDefense.Of(f)
	switch {
	case endBeside.Of(f):
		add(r, me, sideDefense, -max(n, 0))
	case pushed(r, me, "action-done", endPutOff.Of(f), engine.Carry{Params: called(endWhat.Of(f), endWork.Of(f)).
		With("defense", engine.ValueOf(n)).With("put_off", engine.ValueOf(putOff.Of(me)))}):
		return waiting(r)
	default:
		endAction(r, me, n)
	}
	finished(r, me, endWork.Of(f))
	r.Story("{actor} is done%s", tail(endWhat.Of(f)))
	if what := endWhat.Of(f); what != "" {
		r.Note("done: %s", what)
	}
	return engine.Done()
}

// pushed puts an action on the timeline again if passive actions have put it off, by more than
// the known number of segments, and reports whether it did.
func pushed(r *engine.Roll, me engine.Sheet, action string, known int, carry engine.Carry) bool {
	by := putOff.Of(me) - known
	if by > 0 {
		r.After(by, action, carry)
	}
	return by > 0
}

// waiting is the outcome of an action that was put off.
func waiting(r *engine.Roll) engine.Outcome {
	r.Note("put off by a passive action")
	r.Story("{actor} takes longer  because of a passive action")
	return engine.Outcome{Grade: engine.Undecided, NoTarget: true}
}

// endAction ends the running action of a character. Its Defense counts until the end of the
// segment, since all that happens in one segment is simultaneous.
func endAction(r *engine.Roll, me engine.Sheet, defenses int) {
	add(r, me, defense, -defenses)
	put(r, me, attack, 0)
	put(r, me, putOff, 0)
	if defenses != 0 {
		put(r, me, pastDefense, defenses)
		put(r, me, pastAt, r.Moment())
	}
	put(r, me, surpriseTried, false)
	if p := surpriseNow(r, me); p > 0 {
		r.Note("surprise still takes %d off; a perception save may end it", p)
		r.Follow(engine.Actor, "collect", engine.Carry{})
	}
}

// defended gives a character's Defense in this segment.
func defended(r *engine.Roll, s engine.Sheet) kit.Sum {
	d := guarded(s, r.Moment())
	if pastAt.Of(s) == r.Moment() {
		d = append(d, kit.Plain("action just ended", pastDefense.Of(s)))
	}
	return d
}

// guarded gives a character's Defense from the actions that are running, with what powers and
// effects in force add to it.
func guarded(s engine.Sheet, moment int) kit.Sum {
	d := kit.Sum{kit.Plain("action", defense.Of(s)), kit.Plain("movement", moveDefense.Of(s)), kit.Plain("passive actions", sideDefense.Of(s))}
	return append(append(d, lent(s, toDefense, moment)...), kit.Held(s, defenseMore)...)
}

// put writes v, or the nearest value in the range of the field, unless the field has that
// value: one that is derived from others stays so.
func put[T engine.Type](r *engine.Roll, s engine.Sheet, f engine.Field[T], v T) {
	if v = f.Within(v); f.Of(s) != v {
		engine.Put(r, s, f, v)
	}
}

// add writes a number that is n higher than before, within the range of the field.
func add(r *engine.Roll, s engine.Sheet, f engine.Field[int], n int) { put(r, s, f, f.Of(s)+n) }

// The parameters of an action that was called off: those of a blow, or of the end of an action.
var (
	offForm    = form()
	offs       = offForm.Group("Called off")
	offAttack  = offs.Int("attack", "Attack", -99_999, 99_999)
	offEnds    = offs.Bool("ends", "Last of its action")
	offDefense = offs.Int("defense", "Its Defense", -99_999, 99_999)
	offBeside  = offs.Bool("passive", "Passive")
	offWork    = offs.Row("work", "Work", works)
	offRest    = offs.Int("since", "Rests since", 0, lastSegment)
)

// calledOff ends an action before its time, and its Defense with it. An action of several blows
// ends with the last of them.
func calledOff(r *engine.Roll) engine.Outcome {
	me, f := r.Sheet(engine.Actor), r.Params()
	n := offDefense.Of(f)
	r.Story("{actor} breaks off")
	setAside(r, me, offWork.Of(f), offBeside.Of(f))
	switch {
	case f.Written(offRest.ID):
		endRest(r, me)
	case offBeside.Of(f):
		r.Add(me, sideDefense, -min(max(n, 0), sideDefense.Of(me)))
	case offEnds.Of(f) || !f.Written(offAttack.ID):
		endAction(r, me, n)
		put(r, me, busyUntil, min(busyUntil.Of(me), r.Moment()))
	}
	return engine.Done()
}
