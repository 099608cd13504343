package serve_test

import (
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/people"
	"example.org/fray/ui/serve"
)

// seatOf returns what the gamemaster sees of a seat.
func (h *testHost) seatOf(name string) (s people.Seated) {
	for _, s = range h.server.Admissions().Here() {
		if h.live.Now().SeatName(s.Seat) == name {
			return s
		}
	}
	return people.Seated{}
}

// TestDeadLine checks, with a clock that is handed in, that the gamemaster sees whose line is dead
// before it is given up: over SSH, and of a page that does not answer its beats or is hidden. A
// question with a clock does not count against them, and the gamemaster is told.
func TestDeadLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openWith(t, "d6", 3, l, serve.Quota{})
		h.dial = l.dial
		gms := h.comePlain("gm", h.gms)
		gms.sees("Here: ")
		g := &gag{}
		h.through = func(c net.Conn) net.Conn {
			g.Conn = c
			return g
		}
		mira := h.come("mira", h.seated("Mira", 0))
		mira.sees("The Vault Job")
		time.Sleep(12 * time.Second)
		if s := h.seatOf("Mira"); s.Screens != 1 || s.NoAnswer() != "" {
			t.Errorf("a line that answers is %q at %d screens", s.NoAnswer(), s.Screens)
		}
		dead := time.Now()
		g.shut()
		time.Sleep(27 * time.Second) // one more answer may be under way
		s := h.seatOf("Mira")
		if s.Screens != 1 || s.Quiet.Before(dead.Add(-11*time.Second)) || s.Quiet.After(dead.Add(10*time.Second)) || !strings.HasPrefix(s.NoAnswer(), "no answer since ") {
			t.Errorf("dead since %v, she is quiet since %v at %d screens", dead, s.Quiet, s.Screens)
		}
		gms.sees("Mira does not answer since", "what they are asked waits for them", "Mira (no answer since ")
		g.open()
		time.Sleep(6 * time.Second)
		if s := h.seatOf("Mira"); s.NoAnswer() != "" {
			t.Errorf("she answers, and is %q", s.NoAnswer())
		}
		gms.sees("Mira answers again")
	})
}

// TestQuietPage checks the same of pages.
func TestQuietPage(t *testing.T) {
	bothByTheClock(t, "d6", serve.Quota{}, func(t *testing.T, h *testHost, _ *pipes) {
		words, err := h.invite(model.Seat{Role: model.Player, Name: "Ivo"})
		if err != nil {
			t.Fatal(err)
		}
		cookie := serve.NewCookie()
		if err := h.server.EnterBy(&serve.Page{}, cookie, "Firefox", words, ""); err != nil {
			t.Fatal(err)
		}
		visits := func() *serve.Guest {
			t.Helper()
			v, err := h.server.Visit(&serve.Page{}, cookie, "Firefox")
			if err != nil || v == nil {
				t.Fatal("there is no visitor: ", err)
			}
			return v
		}
		quiet := func(want bool, when string) {
			t.Helper()
			synctest.Wait()
			if s := h.seatOf("Ivo"); (s.NoAnswer() != "") != want || s.Screens != 1 {
				t.Errorf("%s: %q at %d screens", when, s.NoAnswer(), s.Screens)
			}
		}
		time.Sleep(time.Minute)
		quiet(false, "a page without scripts")
		done, _ := visits().Stream()
		for range 5 {
			time.Sleep(20 * time.Second)
			visits() // it answers a beat
			quiet(false, "a page that answers")
		}
		time.Sleep(26 * time.Second)
		quiet(true, "a page that has not answered a beat")
		visits()
		quiet(false, "a page that answers again")
		done()
		visits().Hide()
		time.Sleep(70 * time.Second)
		quiet(false, "a hidden page after a minute")
		time.Sleep(25 * time.Second)
		quiet(true, "a hidden page after a minute and a half")
		time.Sleep(40 * time.Second)
		if s := h.seatOf("Ivo"); s.Screens != 0 {
			t.Errorf("after two minutes of silence %d screens are there", s.Screens)
		}
	})
}

// TestClockOfADeadLine checks that the time to defend does not run for a page that does not answer,
// though its line died only shortly before the attack, that the gamemaster is told, and that the whole
// time is given once it answers.
func TestClockOfADeadLine(t *testing.T) {
	for _, before := range []time.Duration{5 * time.Second, 20 * time.Second} { // how long before the attack the line died
		bothByTheClock(t, "d6", serve.Quota{}, func(t *testing.T, h *testHost, _ *pipes) {
			h.late = nil // the clock of this test counts
			h.must(gm, model.SetHouse{System: model.TableRulesID, Rule: model.Defences.ID, Value: engine.ValueOf("30 seconds")})
			h.must(gm, model.BeginSession{})
			all := h.live.Now().Characters()
			h.must(gm, decide.AssignOwner(all[0], "Ivo"))
			ivo, _ := h.live.Now().SeatOf("Ivo")
			words, err := h.invite(ivo)
			if err != nil {
				t.Fatal(err)
			}
			cookie := serve.NewCookie()
			if err := h.server.EnterBy(&serve.Page{}, cookie, "Firefox", words, ""); err != nil {
				t.Fatal(err)
			}
			v, err := h.server.Visit(&serve.Page{}, cookie, "Firefox")
			if err != nil {
				t.Fatal(err)
			}
			done, _ := v.Stream()
			defer done()
			time.Sleep(before)
			h.must(gm, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "attack", Force: true})
			asked := func() bool {
				synctest.Wait()
				return slices.ContainsFunc(decide.Attacks(h.live.Now()), func(a decide.Attack) bool { return slices.Contains(a.For, ivo) })
			}
			if !asked() {
				t.Fatal("he is not asked")
			}
			time.Sleep(50 * time.Second)
			if !asked() {
				t.Error("the clock ran out for a dead line")
			}
			if _, words := h.server.Admissions().News(); !strings.HasPrefix(words, "Ivo does not answer since ") {
				t.Errorf("the gamemaster is told %q", words)
			}
			back, err := h.server.Visit(&serve.Page{}, cookie, "Firefox")
			if err != nil || back == nil {
				t.Fatal("he does not come back: ", err)
			}
			for range 5 { // it answers beats
				time.Sleep(5 * time.Second)
				if _, err := h.server.Visit(&serve.Page{}, cookie, "Firefox"); err != nil {
					t.Fatal(err)
				}
			}
			if !asked() {
				t.Error("he does not get the whole time again")
			}
			time.Sleep(12 * time.Second)
			if asked() {
				t.Error("the time does not end for a line that answers")
			}
		})
	}
}
