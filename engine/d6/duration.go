package d6

import "example.org/fray/engine"

// takes gives how many rounds a task takes: those that were entered, or else one.
// Preparing doubles them for each die that it gives. Rushing leaves 75, 50 or 25 % of
// them, rounded up. Chapters "Preparing" and "Rushing".
func (sd side) takes(f engine.Sheet) int {
	n := max(sd.rounds.Of(f), 1) << sd.prepare.Of(f)
	left := 100
	switch sd.rush.Of(f) {
	case "25":
		left = 75
	case "50":
		left = 50
	case "75":
		left = 25
	}
	return (n*left + 99) / 100
}

// keepsBusy keeps whoever does a task busy until its rounds are over. A task of one round is
// over with the action itself.
func (sd side) keepsBusy(r *engine.Roll) {
	rounds := sd.takes(r.Params())
	if rounds < 2 {
		return
	}
	s := r.Sheet(sd.Seat)
	if !s.There() {
		return
	}
	r.Note("it takes %s%d rounds; our ruling: the dice fall when it begins", sd.of(r), rounds)
	r.AfterFor(sd.Seat, rounds, "task-done", engine.Carry{})
	if sd.prepare.Of(r.Params()) > 0 {
		engine.Put(r, s, preparesUntil, preparesUntil.Within(r.Moment()+rounds))
	}
}

// of names whose task it is in a note: "" for the actor's.
func (sd side) of(r *engine.Roll) string {
	if sd.Seat == engine.Actor {
		return ""
	}
	return r.NameOf(sd.Seat, "the other side") + " "
}

// distracts gives the words for a roll against a character who is preparing something: the
// gamemaster may then take off what the preparation gave. Chapter "Preparing".
func distracts(r *engine.Roll, them engine.Sheet) string {
	if !them.There() || preparesUntil.Of(them) <= r.Moment() {
		return ""
	}
	r.Note("the target is preparing something: this is a distraction, and the gamemaster may take off what the preparation gave")
	return "; a distraction from preparing"
}

// joins lets somebody besides the actor roll as well: to defend, or against the actor. Who
// prepares something can do nothing else, unless the gamemaster lets it be free. Chapters
// "Preparing" and "Opposed Difficulties".
func joins(r *engine.Roll, them engine.Sheet, free bool) {
	awake(r, them)
	if free {
		return
	}
	r.TakesPart(engine.Other)
	if until := preparesUntil.Of(them); until > r.Moment() {
		r.Refuse("%s is busy preparing something until round %d", r.NameOf(engine.Other, "the other side"), until+1)
	}
}

var taskForm = &engine.Schema{}

// taskDone ends a task that took several rounds.
func taskDone(r *engine.Roll) engine.Outcome {
	engine.Put(r, r.Sheet(engine.Actor), preparesUntil, 0)
	r.Note("the rounds of the task are over")
	r.Story("{actor} is done and free to act")
	return engine.Done()
}
