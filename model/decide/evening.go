package decide

import (
	"time"

	"example.org/fray/model"
)

// planEvening plans the next evening, or takes the plan back.
func (d *decision) planEvening(e model.Evening) error {
	switch {
	case e == model.Evening{}:
		if d.t.Evening.At.IsZero() {
			return model.Refuse("no evening is planned")
		}
	case e.At.Year() < 2000 || e.At.Year() > 9999:
		return model.Refuse("an evening is planned for a year from 2000 to 9999")
	case e.Zone < -24*60 || e.Zone > 24*60:
		return model.Refuse("a zone is at most a day east or west")
	default:
		e.At, e.Text = e.At.UTC().Truncate(time.Minute), d.line("the text", e.Text, model.LongestName)
	}
	d.emit(model.EveningPlanned{Evening: e})
	return nil
}
