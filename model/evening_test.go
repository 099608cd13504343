package model_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// An evening is read as people type it, in the zone of the clock or in the one that is
// typed, and what it is told as can be typed again.
func TestReadEvening(t *testing.T) {
	now := time.Date(2026, 11, 25, 23, 30, 0, 0, time.FixedZone("", 3600)) // a Wednesday
	for typed, want := range map[string]string{
		"Thursday 19:30":                     "Thu 26 November 2026, 19:30 UTC+01:00",
		"wed 20:00":                          "Wed 2 December 2026, 20:00 UTC+01:00", // today it is too late for that
		"wednesday 23:45":                    "Wed 25 November 2026, 23:45 UTC+01:00",
		"23:45":                              "Wed 25 November 2026, 23:45 UTC+01:00",
		"tomorrow 20:00 at Mira's, with pie": "Thu 26 November 2026, 20:00 UTC+01:00, at Mira's, with pie",
		"3 December 19:30":                   "Thu 3 December 2026, 19:30 UTC+01:00",
		"December 3, 19:30":                  "Thu 3 December 2026, 19:30 UTC+01:00",
		"1 March 19:30":                      "Mon 1 March 2027, 19:30 UTC+01:00",
		"2026-12-03 19:30 UTC":               "Thu 3 December 2026, 19:30 UTC",
		"2026-12-03 19:30 U of Mainz":        "Thu 3 December 2026, 19:30 UTC+01:00, U of Mainz",
		"2026-12-03 19:30 UTC, UTC hall":     "Thu 3 December 2026, 19:30 UTC, UTC hall",
		"Thu 3 Dec 2026, 19:30 utc-3:30, x":  "Thu 3 December 2026, 19:30 UTC-03:30, x",
	} {
		e, err := model.ReadEvening(typed, now)
		if err != nil || e.Words() != want {
			t.Errorf("%q is %q: %v", typed, e.Words(), err)
			continue
		}
		if again, err := model.ReadEvening(e.Words(), now); err != nil || again != e {
			t.Errorf("%q is read again as %q: %v", e.Words(), again.Words(), err)
		}
	}
	for _, bad := range []string{"", "soon", "Thursday", "31 November 19:30", "today 8:00", "2020-01-01 19:30", "Thursday evening 19:30", "2026-12-03"} {
		if e, err := model.ReadEvening(bad, now); err == nil {
			t.Errorf("%q is %s", bad, e.Words())
		}
	}
}

// The gamemaster plans the next evening, everybody reads it, it can be undone, and it stays
// in a snapshot until it is over.
func TestNextEvening(t *testing.T) {
	p := playNight(t)
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	player := model.Seat{Role: model.Player, ID: "p1"}
	plan := func(text string) model.PlanEvening {
		e, err := model.ReadEvening(text, now)
		if err != nil {
			t.Fatal(err)
		}
		return model.PlanEvening{Evening: e}
	}
	const want = "Thu 3 December 2026, 19:30 UTC+02:00, at Mira's"
	p.do(gm, plan("3 December 19:30 UTC+2 at Mira's"))
	if got := p.NextEveningWords(now); got != want {
		t.Errorf("planned is %q", got)
	}
	seen := view.SeenBy(p.Table, player)
	if got := seen.NextEveningWords(now); got != want {
		t.Errorf("a player reads %q", got)
	}
	for l := range seen.Log() {
		if words := view.Headline(seen, l.Event); !strings.Contains(words, want) {
			t.Errorf("a player's log says %q", words)
		}
		break
	}
	if got := p.NextEveningWords(time.Date(2026, 12, 4, 17, 0, 0, 0, time.UTC)); got != "" {
		t.Errorf("a day later it is still %q", got)
	}
	b, err := p.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	again, err := model.New(p.Rulebooks).Restore(b, p.Seq())
	if err != nil || again.Evening != p.Evening {
		t.Errorf("out of a snapshot it is %q: %v", again.Evening.Words(), err)
	}
	if b, err := json.Marshal(p.Table); err != nil || !strings.Contains(string(b), `"next_evening":{"at":"2026-12-03T17:30:00Z","zone":120,"text":"at Mira's"}`) {
		t.Errorf("exported is %s: %v", b, err)
	}

	p.do(gm, plan("2026-12-10 19:30"))
	p.do(gm, model.Undo{Act: true})
	if got := p.NextEveningWords(now); got != want {
		t.Errorf("after undo it is %q", got)
	}
	p.do(gm, model.PlanEvening{})
	if got := p.NextEveningWords(now); got != "" {
		t.Errorf("taken back, it is %q", got)
	}
	refused := func(by model.Seat, c model.Command) {
		t.Helper()
		var no *model.Refused
		if _, err := decide.Decide(p.Table, by, c, nil); !errors.As(err, &no) {
			t.Errorf("%v: %v", c, err)
		}
	}
	refused(gm, model.PlanEvening{})
	refused(gm, model.PlanEvening{Evening: model.Evening{At: time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)}})
	refused(player, plan("2026-12-10 19:30"))
}
