package decide

import (
	"time"

	"example.org/fray/model"
)

// setDate says what date it is now.
func (d *decision) setDate(date time.Time, why string) {
	d.emit(model.DateSet{Calendar: model.Calendar{Date: date, Moment: d.t.Clock.Moment}, Why: why})
}

// restSpans are the spans that rests take where the clock does not count them.
var restSpans = map[string]time.Duration{"hour": time.Hour, "day": 24 * time.Hour, "month": 30 * 24 * time.Hour}

// restMovesDate moves the table's date by a rest during which the clock stood still.
func (d *decision) restMovesDate(c model.Rest) {
	now, kept := d.t.Date()
	if span := restSpans[c.Span]; kept && span > 0 && d.by.IsGamemaster() {
		d.setDate(now.Add(time.Duration(c.Times)*span), "rest")
	}
}
