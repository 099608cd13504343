package scene

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// Waiting is an open roll with its question, and whom it waits for.
type Waiting struct {
	Roll     model.Roll
	Question engine.Question
	For      []model.Seat // the players who are asked; none for the gamemaster
}

// At identifies the question.
func (w Waiting) At() string { return w.Roll.ID + "/" + w.Roll.Question }

// Awaited lists the rolls that wait for an answer. A question to a player who is not
// connected goes to the gamemaster.
func Awaited(t model.Table, here func(model.Seat) bool) []Waiting {
	var out []Waiting
	for _, r := range t.Rolls() {
		if r.Parked != "" {
			continue
		}
		step, err := t.Step(r)
		if err != nil || step.Open == nil {
			continue
		}
		w := Waiting{Roll: r, Question: *step.Open, For: decide.Deciders(t, r)}
		if here != nil {
			w.For = slices.DeleteFunc(w.For, func(s model.Seat) bool { return !here(s) })
		}
		out = append(out, w)
	}
	return out
}

// Asks reports whether the question goes to a seat.
func (w Waiting) Asks(seat model.Seat) bool {
	if seat.Role == model.GM {
		return len(w.For) == 0
	}
	return slices.Contains(w.For, seat)
}

// MayAct reports whether a player may answer for their own character, though the gamemaster
// plays it for the moment.
func (w Waiting) MayAct(t model.Table, seat model.Seat) bool {
	return slices.ContainsFunc(w.Roll.At(w.Question.Who), func(id string) bool {
		c, ok := t.Character(id)
		return ok && seat.Owns(c)
	})
}

// Asked lists the questions of a seat. here tells who is connected; nil: nobody else can be.
func Asked(t model.Table, seat model.Seat, here func(model.Seat) bool) []Waiting {
	return slices.DeleteFunc(Awaited(t, here), func(w Waiting) bool { return !w.Asks(seat) })
}

// WaitedFor says for which seats the table waits, and for what, in words: to decide, to defend,
// to roll what a follow-up calls for, to act on their turn or while others already act.
func WaitedFor(t model.Table, here func(model.Seat) bool, free []string) map[model.Seat]string {
	out := map[model.Seat]string{}
	for _, id := range append(slices.Clip(free), t.Clock.Turn) {
		c, ok := t.Character(id)
		if !ok {
			continue
		}
		s := playedFrom(t, c)
		switch {
		case id == t.Clock.Turn:
			out[s] = "to act"
		case s.Role == model.Player && t.Clock.Turn == "" && len(t.Pending()) > 0:
			out[s] = "to act"
		}
	}
	for _, u := range t.FollowUps() {
		c, ok := t.Character(u.Who)
		if !ok {
			continue
		}
		if s := playedFrom(t, c); (u.Alternative || !view.IsOffered(t, u)) && decide.MayTakeUp(t, s, u) == nil {
			out[s] = "to roll"
		}
	}
	if model.AsksDefence(t.OwnRules()) {
		for _, a := range decide.Attacks(t) {
			for _, s := range a.For {
				out[s] = "to defend"
			}
		}
	}
	for _, w := range Awaited(t, here) {
		for _, s := range w.For {
			out[s] = "to decide"
		}
		if len(w.For) == 0 {
			out[model.Seat{Role: model.GM}] = "to decide"
		}
	}
	if waits := t.Dice.Asked(); len(waits) > 0 {
		out[waits[0]] = "to add a word to the dice"
	}
	return out
}

// FreeWords says who may act now: "May act now: Thug 1-3, Seraph". It is "" if nobody may.
func FreeWords(t model.Table, free []string) string {
	return model.Prefixed("May act now: ", view.GroupName(t, free))
}

// playedFrom is the seat from which a character is played.
func playedFrom(t model.Table, c *model.Character) model.Seat {
	for _, s := range t.Seats() {
		if s.Owns(c) {
			return s
		}
	}
	return model.Seat{Role: model.GM}
}
