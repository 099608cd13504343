package scene

import (
	"fmt"
	"slices"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// Called is a follow-up as it is offered.
type Called struct {
	Draft  Draft
	With   string // the numbers that it takes over: "Attack's successes 3"
	Chance string // of success; "" where it is not known
	Gives  string // what is given up for it; "" for nothing
	WhyNot string // why it cannot be taken up now; "" if it can
}

// stepsOfCalled is how many steps the odds of a follow-up take at most: they stand beside
// what somebody is asked.
const stepsOfCalled = 300_000

// CalledOf returns a follow-up as it is offered to a seat.
func CalledOf(t model.Table, by model.Seat, u model.FollowUp) Called {
	d := CalledDraft(t, u)
	x := Called{Draft: d, With: view.CarriedWords(t, u)}
	p := PreviewOf(t, by, d)
	if x.Gives = p.Gives; p.WhyNot != "" {
		if !p.Lacks {
			x.WhyNot = p.WhyNot
		}
		return x
	}
	if p.Step.Open != nil {
		x.Chance = Chance(p.In.Within(stepsOfCalled), nil, p.Step.Aimed, engine.Actor)
	} else if p = p.Counted(nil); p.Fails() {
		x.Chance = engine.Percent(0)
	}
	return x
}

// Deadline is the earliest time at which a question to this seat ends; false if none ends by
// time.
func Deadline(t model.Table, seat model.Seat) (at time.Time, ok bool) {
	for _, a := range decide.Attacks(t) {
		until, timed := t.DeadlineOf(a.Roll, a.Question, a.Who)
		if timed && slices.Contains(a.For, seat) && (!ok || until.Before(at)) {
			at, ok = until, true
		}
	}
	return at, ok
}

// Lost lists the follow-ups that would be lost as time moves on, without optional ones.
func Lost(t model.Table) []model.FollowUp {
	return slices.DeleteFunc(t.FollowUps(), func(u model.FollowUp) bool { return view.IsOffered(t, u) })
}

// Losing says in one line which follow-ups would be lost.
func Losing(t model.Table) string {
	all := view.Choices(Lost(t))
	words := view.ChoiceWords(t, all[0])
	if n := len(all) - 1; n > 0 {
		words += fmt.Sprintf(" and %d more", n)
	}
	return "Not resolved yet, and lost if time passes: " + words + "."
}
