package pane

import (
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// NeedsSomeone is the reason why something cannot be done without a selected character.
func NeedsSomeone(f Frame) string {
	if f.Here() == nil {
		return "nobody is selected"
	}
	return ""
}

// NeedsGM is the reason why a player or watcher cannot do what only the gamemaster does.
func NeedsGM(f Frame) string { return whyNot(f, model.Leave{}) }

// whyNot is the reason why a seat may send no command of a kind.
func whyNot(f Frame, c model.Command) string {
	if err := decide.MaySend(f.Seat, c); err != nil {
		return err.Error()
	}
	return ""
}

// NeedsOwn is the reason why something cannot be done with another's character.
func NeedsOwn(f Frame) string {
	if why := NeedsSomeone(f); why != "" {
		return why
	}
	if c := f.Here(); !f.Seat.Owns(c) {
		return c.Name + " is not yours"
	}
	return ""
}

// Both gives the first of two reasons that holds.
func Both(a, b func(Frame) string) func(Frame) string {
	return func(f Frame) string {
		if why := a(f); why != "" {
			return why
		}
		return b(f)
	}
}
