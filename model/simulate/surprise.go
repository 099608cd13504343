package simulate

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// surprise returns the condition of a rulebook that surprises by an action of its own, such
// as a roll to sense danger. It returns false if the rulebook has none.
func surprise(s *engine.System) (engine.Condition, bool) {
	at := slices.IndexFunc(s.Conditions, func(x engine.Condition) bool { return x.ID == "surprised" && x.Action != "" })
	if at < 0 {
		return engine.Condition{}, false
	}
	return s.Conditions[at], true
}

// SurpriseWords says what [Plan.Surprised] means in a rulebook.
func SurpriseWords(s *engine.System) string {
	if x, ok := surprise(s); ok {
		if a, ok := s.Action(x.Action); ok {
			return "each begins with " + a.Label
		}
	}
	return "they do nothing in the first round"
}

// beSurprised surprises those of the planned side who can act: by the action of the
// rulebook or, if it has none, by letting their first round pass.
func (f *fight) beSurprised() {
	for _, c := range f.upright() {
		if c.Side != f.plan.Surprised {
			continue
		}
		if x, ok := surprise(f.system); ok {
			f.opening = append(f.opening, model.Begin{Who: c.ID, System: f.system.ID, Action: x.Action, Params: x.Params})
			continue
		}
		f.passed[c.ID] = f.turn() + 1
		if f.takesTime() {
			_, unit := f.table.Round(f.table.Clock.Moment)
			f.passed[c.ID] = f.turn() + f.system.Time.PerRound - unit
		}
	}
}
