package model

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Evening is when the table plans to play next, by the calendar on the wall. The zero
// Evening means that nothing is planned.
type Evening struct {
	At   time.Time `json:"at,omitzero"`    // in UTC, to the minute
	Zone int       `json:"zone,omitempty"` // minutes east of UTC where it was planned: in this zone it is told
	Text string    `json:"text,omitempty"` // what else to know, such as where
}

// PlanEvening is the command that plans the next evening. The zero Evening takes the plan
// back.
type PlanEvening struct{ Evening Evening }

// EveningPlanned is the fact that the next evening was planned, or no longer is.
type EveningPlanned struct{ Evening }

// Kind implements [Fact].
func (EveningPlanned) Kind() string { return "evening-planned" }

// eveningLasts is how long after its beginning a planned evening is still the next one.
const eveningLasts = 12 * time.Hour

// NextEvening returns the planned evening, and false if none is planned or it is over.
func (t Table) NextEvening(now time.Time) (Evening, bool) {
	e := t.Evening
	return e, !e.At.IsZero() && now.Before(e.At.Add(eveningLasts))
}

// NextEveningWords returns the planned evening in words, "" if none is planned or it is over.
func (t Table) NextEveningWords(now time.Time) string {
	if e, is := t.NextEvening(now); is {
		return e.Words()
	}
	return ""
}

// Words returns when it is, in the zone where it was planned: "Thu 3 December 2026, 19:30
// UTC+01:00, at Mira's". [ReadEvening] reads it back.
func (e Evening) Words() string {
	if e.At.IsZero() {
		return ""
	}
	layout := "Mon 2 January 2006, 15:04 UTC"
	if e.Zone != 0 {
		layout += "-07:00"
	}
	return e.At.In(time.FixedZone("", e.Zone*60)).Format(layout) + Prefixed(", ", e.Text)
}

// eveningForms are the layouts in which the day of an evening can be typed. Those without
// a year mean the next such day.
var eveningForms = []string{"2006-01-02", "2 January 2006", "2 Jan 2006", "January 2 2006", "2 January", "2 Jan", "January 2"}

// ReadEvening reads when the next evening is, as people type it, with the zone of now:
// "Thursday 19:30", "tomorrow 20:00", "3 December 19:30", "2026-12-03 19:30 UTC+01:00". What
// follows is its text. The error says what can be typed.
func ReadEvening(text string, now time.Time) (Evening, error) {
	bad := fmt.Errorf("%q is no evening: type a day and a time, such as Thursday 19:30, 3 December 19:30, or 2026-12-03 19:30", Clean(text, LongestName))
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	for i, w := range words {
		clock, err := time.Parse("15:04", w)
		if err != nil {
			continue
		}
		_, behind, _ := strings.Cut(text, w)
		behind = strings.TrimLeft(behind, " ,")
		zone := now.Location()
		if word := behind[:strings.IndexAny(behind+" ", " ,")]; word != "" {
			if z, is := readZone(word); is {
				zone, behind = z, strings.TrimLeft(behind[len(word):], " ,")
			}
		}
		now = now.In(zone)
		day, weekday, ok := readDay(words[:i], now)
		if !ok {
			return Evening{}, bad
		}
		at := time.Date(day.Year(), day.Month(), day.Day(), clock.Hour(), clock.Minute(), 0, 0, zone)
		if weekday && !at.After(now) {
			at = at.AddDate(0, 0, 7)
		}
		if !at.After(now) {
			return Evening{}, fmt.Errorf("%s is over already", Evening{At: at}.in(zone).Words())
		}
		e := Evening{At: at, Text: Clean(behind, math.MaxInt)}
		return e.in(zone), nil
	}
	return Evening{}, bad
}

// in returns the evening as it is told in a zone.
func (e Evening) in(zone *time.Location) Evening {
	_, offset := e.At.In(zone).Zone()
	e.At, e.Zone = e.At.UTC(), offset/60
	return e
}

// readZone reads "UTC", "UTC+1" or "UTC-03:30".
func readZone(word string) (*time.Location, bool) {
	name, is := strings.CutPrefix(strings.ToUpper(word), "UTC")
	if !is || name == "" {
		return time.UTC, is
	}
	hours, minutes, _ := strings.Cut(name[1:], ":")
	h, err := strconv.Atoi(hours)
	m, wrong := strconv.Atoi("0" + minutes)
	if err != nil || wrong != nil || h < 0 || h > 14 || m > 59 || name[0] != '+' && name[0] != '-' {
		return nil, false
	}
	offset := h*3600 + m*60
	if name[0] == '-' {
		offset = -offset
	}
	return time.FixedZone("", offset), true
}

// readDay reads the day of an evening: a weekday alone, a date, or both. Nothing is today.
func readDay(words []string, now time.Time) (day time.Time, weekday, ok bool) {
	if len(words) == 0 {
		return now, false, true
	}
	first := strings.ToLower(words[0])
	for i := range 7 {
		day := now.AddDate(0, 0, i)
		name := strings.ToLower(day.Weekday().String())
		is := first == name || first == name[:3]
		switch {
		case is && len(words) > 1:
			words = words[1:] // the date behind it says which one
		case is:
			return day, true, true
		case len(words) == 1 && (i == 0 && (first == "today" || first == "tonight") || i == 1 && first == "tomorrow"):
			return day, false, true
		}
	}
	text := strings.Join(words, " ")
	for _, form := range eveningForms {
		day, err := time.Parse(form, text)
		if err != nil {
			continue
		}
		if !strings.Contains(form, "2006") {
			year := now.Year()
			if day.Month() < now.Month() || day.Month() == now.Month() && day.Day() < now.Day() {
				year++
			}
			day = time.Date(year, day.Month(), day.Day(), 0, 0, 0, 0, now.Location())
		}
		return day, false, true
	}
	return time.Time{}, false, false
}
