package model_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
)

// The date is set as people type it, advances with a clock that counts seconds and with
// rests during which the clock stands still, and can be undone.
func TestCalendar(t *testing.T) {
	p := playNight(t)
	at := func(want string) {
		t.Helper()
		if got := p.DateWords(); got != want {
			t.Errorf("it is %q, not %q", got, want)
		}
	}
	set := func(text string) {
		t.Helper()
		date, err := p.ReadDate(text)
		if err != nil {
			t.Fatal(err)
		}
		p.do(gm, model.SetDate{Date: date})
	}
	at("")
	if _, err := p.ReadDate("+3 hours"); err == nil || !strings.Contains(err.Error(), "no date is set yet") {
		t.Errorf("without a date: %v", err)
	}
	for _, c := range [][2]string{{"21:30", "day 1, 21:30"}, {"day 3, 22:05", "day 3, 22:05"}, {"08:00", "day 4, 08:00"}, {"+36 hours", "day 5, 20:00"}, {"+1 week", "day 12, 20:00"},
		{"14 March 1926 6:15", "14 March 1926, 06:15"}, {"1926-12-31 23:00", "31 December 1926, 23:00"}, {"+90 min", "1 January 1927, 00:30"}} {
		set(c[0])
		at(c[1])
		if _, err := json.Marshal(p.Calendar); err != nil {
			t.Errorf("%s cannot be written: %v", c[1], err)
		}
	}
	set(p.DateWords()) // the shown date can be typed
	at("1 January 1927, 00:30")
	for _, bad := range []string{"", "+", "+3", "+0 days", "+999999999999 days", "yesterday", "day 0", "31 February 1926", "+3 sheep", "25:00", "day 99999999", "2 May 9100"} {
		if d, err := p.ReadDate(bad); err == nil {
			t.Errorf("%q is %v", bad, d)
		}
	}
	// The table's clock counts seconds: 720 rounds of 5 s are an hour.
	before, _ := p.Date()
	tk := p.Time()
	p.do(gm, model.Go{Moment: p.Clock.Moment + 720*tk.Moments()})
	if now, _ := p.Date(); now.Sub(before) != time.Duration(720*tk.RoundMS)*time.Millisecond {
		t.Errorf("720 rounds of %d ms are %v", tk.RoundMS, now.Sub(before))
	}
	p.do(gm, model.Rename{Name: p.Table.Name, System: "trip"})
	orrin := p.join("Orrin", "", "trip", false)
	was := p.DateWords()
	p.do(gm, model.Rest{Who: []string{orrin}, Span: "day", Times: 2})
	if days, _ := p.Date(); days.Sub(before).Hours() < 48 || p.DateWords() == was {
		t.Errorf("two days of rest later it is %s, and before it was %s", p.DateWords(), was)
	}
	p.do(gm, model.Undo{Act: true})
	at(was)
	b, err := p.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	again, err := model.New(p.Rulebooks).Restore(b, p.Seq())
	if err != nil || again.DateWords() != p.DateWords() {
		t.Errorf("out of a snapshot it is %q: %v", again.DateWords(), err)
	}
}
