package kit

import "example.org/fray/engine"

// Whom is the character whom something is done to.
type Whom struct {
	engine.Sheet
	Seat engine.Seat
}

// Self is the actor.
func Self(r *engine.Roll) Whom { return Whom{r.Sheet(engine.Actor), engine.Actor} }

// Concerned is the opponent or, without one, the actor.
func Concerned(r *engine.Roll) Whom {
	if them := r.Sheet(engine.Other); them.There() {
		return Whom{them, engine.Other}
	}
	return Self(r)
}

// IsSelf reports whether it is the actor.
func (w Whom) IsSelf() bool { return w.Seat == engine.Actor }

// Name is the placeholder for the name in a story.
func (w Whom) Name() string { return "{" + string(w.Seat) + "}" }

// Against is whom a later action is against: "" for the actor, whose action it is.
func (w Whom) Against() engine.Seat {
	if w.IsSelf() {
		return ""
	}
	return w.Seat
}
