package simulate

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Known returns the table from which fights are played. For a seat's view that is a table
// with what the seat knows: the characters who are there, under their ids, with their sheets
// as the seat sees them; open rolls and pending actions are left out. The error names the
// characters of whom the seat does not know enough. Any other table is returned as it is.
func Known(seen model.Table) (model.Table, error) {
	if seen.SeatView == nil {
		return seen, nil
	}
	t := model.New(seen.Rulebooks)
	do := func(c model.Command) error {
		facts, err := decide.Decide(t, gamemaster, c, nil)
		if err == nil {
			for i, f := range facts {
				if join, ok := f.(model.Joined); ok {
					join.Character.ID = c.(model.Join).Character.ID
					facts[i] = join
				}
			}
			t = t.Apply(model.Event{Seq: t.Seq() + 1, By: gamemaster, Facts: facts})
		}
		return err
	}
	all := []model.Command{model.Make{Name: seen.Name, System: seen.System}, model.Scene{}}
	var unknown []string
	for c := range seen.Here() {
		switch {
		case !c.Plays(seen.System):
		case c.Public != nil:
			unknown = append(unknown, c.Name)
		default:
			all = append(all, model.Join{Character: model.Character{ID: c.ID, Name: c.Name, Side: c.Side, Minion: c.Minion, Pages: map[string]engine.Page{seen.System: c.Pages[seen.System]}}})
		}
	}
	if len(unknown) > 0 {
		return t, model.Refuse("your seat knows too little of %s to foretell this fight", strings.Join(unknown, ", "))
	}
	for _, c := range all {
		if err := do(c); err != nil {
			return t, err
		}
	}
	t.House = seen.House
	for _, e := range seen.Effects {
		if e.Until == model.ByMoment || e.Until == model.ByTime {
			e.At += t.Clock.Moment - seen.Clock.Moment
		}
		t.Effects = append(t.Effects, e)
	}
	return t, nil
}
