package model

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Calendar is the date and time of day in the world of the game, as it was at a moment.
// The zero Calendar means that the table keeps no date. The date advances with the clock
// if rounds have a length in seconds, and otherwise with rests. A date before the year 1
// stands for a number of days: "day 3".
type Calendar struct {
	Date   time.Time `json:"date,omitzero"`
	Moment int       `json:"moment,omitempty"` // at which it was Date
}

// SetDate is the command that sets the date and time of day.
type SetDate struct{ Date time.Time }

// DateSet is the fact that the date and time of day were set.
type DateSet struct {
	Calendar
	Why string `json:"why,omitempty"`
}

// Kind implements [Fact].
func (DateSet) Kind() string { return "date-set" }

// Date returns the present date and time of day, and false if the table keeps none.
func (t Table) Date() (time.Time, bool) {
	c := t.Calendar
	if c.Date.IsZero() {
		return c.Date, false
	}
	tk := t.Time()
	each := time.Duration(tk.RoundMS) * time.Millisecond / time.Duration(tk.Moments())
	return c.Date.Add(time.Duration(t.Clock.Moment-c.Moment) * each), true
}

// DateWords returns the present date and time of day in words, "" if the table keeps none.
func (t Table) DateWords() string {
	if d, ok := t.Date(); ok {
		return dateWords(d)
	}
	return ""
}

func dateWords(d time.Time) string {
	if !d.Before(firstDay) {
		return fmt.Sprintf("day %d, %s", int(d.Sub(firstDay).Hours())/24+1, d.Format("15:04"))
	}
	return d.Format("2 January 2006, 15:04")
}

// Words returns the date that was set in words.
func (f DateSet) Words() string { return dateWords(f.Date) }

// firstDay is day 1 of a table that only counts days. It lies behind all dates that can be
// typed, and early enough that the days after it can be written as JSON, whose years end
// with 9999.
var firstDay = time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)

// maxDays is the last day that can be typed.
const maxDays = 100000

// dateForms are the layouts in which a date with a year can be typed.
var dateForms = []string{"2006-01-02", "2 January 2006", "2 Jan 2006", "January 2 2006"}

// spans are the units that can be typed after "+".
var spans = map[string]time.Duration{"m": time.Minute, "min": time.Minute, "minute": time.Minute, "h": time.Hour, "hour": time.Hour, "d": day, "day": day, "week": 7 * day, "month": 30 * day}

const day = 24 * time.Hour

// ReadDate reads a date and time of day as people type it: "day 3 21:30", "1926-03-14
// 21:30", "14 March 1926"; "21:30" is the next time that it is 21:30; "+8 hours" adds to
// the present date. The error says what can be typed.
func (t Table) ReadDate(text string) (time.Time, error) {
	text = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(text, ",", " "), "  ", " "))
	now, kept := t.Date()
	bad := fmt.Errorf("%q is not a date: type day 3 21:30, 14 March 1926 21:30, 21:30, or +8 hours", Clean(text, LongestName))
	if span, moves := strings.CutPrefix(text, "+"); moves {
		number := strings.TrimRight(span, "abcdefghijklmnopqrstuvwxyz ")
		n, err := strconv.Atoi(number)
		unit := spans[strings.TrimSuffix(strings.TrimSpace(span[len(number):]), "s")]
		switch {
		case err != nil || unit == 0 || n < 1 || n > int(maxDays*day/unit):
			return now, bad
		case !kept:
			return now, fmt.Errorf("no date is set yet: type one first, such as day 1 20:00")
		}
		at := now.Add(time.Duration(n) * unit)
		if at.After(firstDay.Add(maxDays*day)) || now.Before(firstDay) && !at.Before(firstDay) {
			return now, fmt.Errorf("%q is too far ahead", Clean(text, LongestName))
		}
		return at, nil
	}
	words, clock := text, time.Duration(0)
	i := strings.LastIndexByte(text, ' ')
	if at, err := time.Parse("15:04", text[i+1:]); err == nil {
		words, clock = strings.TrimSpace(text[:max(i, 0)]), at.Sub(at.Truncate(day))
	}
	if words == "" && clock > 0 || words == "" && text != "" {
		if !kept {
			now = firstDay
		}
		at := now.Truncate(day).Add(clock)
		if kept && !at.After(now) {
			at = at.Add(day)
		}
		return at, nil
	}
	lower := strings.ToLower(words)
	if n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(lower, "day"))); err == nil && n >= 1 && n <= maxDays {
		return firstDay.Add(time.Duration(n-1) * day).Add(clock), nil
	}
	for _, form := range dateForms {
		if at, err := time.Parse(form, words); err == nil && at.Year() > 0 && at.Before(firstDay) {
			return at.Add(clock), nil
		}
	}
	return now, bad
}
