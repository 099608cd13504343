package view

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Standing is what would come of blows that are under way if nothing changed before they land.
type Standing struct {
	Blows   int
	Known   bool // whether the seat knows it; if not, Hits is 0
	Hits    int
	Outcome engine.Outcome // of the first
	action  *engine.Action
}

// StandingOfBlows works out what would come of pending blows as things stand now. Pending actions
// that are no blows are not counted.
func StandingOfBlows(t model.Table, all []model.Pending) Standing {
	s := Standing{Known: true}
	for _, p := range all {
		a, known := t.ActionOf(p.System, p.Action)
		if !known || !a.Attack() || len(p.Against) == 0 || t.OnlyEnds(p) {
			continue
		}
		s.Blows++
		_, step, ok := t.RunPending(p)
		if o := step.Outcome; !ok || o.Grade == "" || o.NoTarget || !knowsAll(t, model.Participants(p.Who, p.Against)) {
			s.Known = false
		} else if o.Success {
			s.Hits++
		}
		if s.Blows == 1 {
			s.action, s.Outcome = a, step.Outcome
		}
	}
	if s.Known = s.Known && s.Blows > 0; !s.Known {
		s.Hits, s.Outcome = 0, engine.Outcome{}
	}
	return s
}

// knowsAll reports whether the seat whose table it is sees the sheets of all of these.
func knowsAll(t model.Table, who []string) bool {
	return !slices.ContainsFunc(who, func(id string) bool {
		c, ok := t.Character(id)
		return !ok || t.SeatView != nil && t.SeatView.Seat.VisibilityOf(c) != model.Open
	})
}

// Words says it: "as things stand now a hit", "as things stand now 0 of 3 hit". Where the
// seat does not know it, it is "under way"; where there is no blow, "".
func (s Standing) Words() string {
	return s.words("as things stand now ")
}

// Brief is [Standing.Words] below or beside what says that it is as things stand: "now a hit".
func (s Standing) Brief() string { return s.words("now ") }

func (s Standing) words(now string) string {
	switch {
	case s.Blows == 0:
		return ""
	case !s.Known:
		return "under way"
	case s.Blows == 1:
		won, lost := s.action.Verdict()
		return now + "a " + map[bool]string{true: won, false: lost}[s.Hits == 1]
	}
	return fmt.Sprintf("%s%d of %d %s", now, s.Hits, s.Blows, SuccessWords(s.action))
}

// strikesLater reports whether a finished roll is a blow that has not landed when it ends.
func strikesLater(t model.Table, f model.Finished) bool {
	return slices.ContainsFunc(f.Later, func(p model.Pending) bool {
		a, known := t.ActionOf(p.System, p.Action)
		return known && a.Attack() && len(p.Against) > 0 && !t.OnlyEnds(p)
	})
}

// StandingOf is [StandingOfBlows] for the blows that finished rolls have begun and that have not
// landed, or that rolls which are open still would begin.
func StandingOf(t model.Table, all ...model.Finished) Standing {
	var under []model.Pending
	for _, f := range all {
		if _, open := t.Roll(f.Roll.ID); open {
			under = append(under, f.Later...)
			continue
		}
		for _, p := range t.Pending() {
			if slices.ContainsFunc(f.Later, func(l model.Pending) bool { return l.ID == p.ID }) {
				under = append(under, p)
			}
		}
	}
	return StandingOfBlows(t, under)
}
