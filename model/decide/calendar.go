package decide

import (
	"time"

	"example.org/fray/model"
)

// setDate sets the date and time of day as of now.
func (d *decision) setDate(date time.Time, why string) {
	d.emit(model.DateSet{Calendar: model.Calendar{Date: date, Moment: d.t.Clock.Moment}, Why: why})
}

// restSpans are the durations of rests, for rulebooks whose clock does not count them.
var restSpans = map[string]time.Duration{"hour": time.Hour, "day": 24 * time.Hour, "month": 30 * 24 * time.Hour}

// restMovesDate advances the date by a rest during which the clock did not move.
func (d *decision) restMovesDate(c model.Rest) {
	now, kept := d.t.Date()
	if span := restSpans[c.Span]; kept && span > 0 && d.by.IsGamemaster() {
		d.setDate(now.Add(time.Duration(c.Times)*span), "rest")
	}
}
