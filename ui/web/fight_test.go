package web_test

import (
	"flag"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/lines"
)

var fightRounds = flag.Int("rounds", 2, "how many rounds a fight in browsers has")

// step does the next thing that the page asks for or offers; false where there is nothing.
// Of two that could be done it takes what stands first, as somebody in a hurry would.
func (b *browser) step(t testing.TB) bool {
	b.Helper()
	b.opens("/")
	for _, card := range all(b.page, "section") {
		if !strings.Contains(attr(card, "class"), "ask") {
			continue
		}
		kind := attr(card, "class")
		switch {
		case strings.Contains(kind, "word"):
			b.sends("Add it", "text", "any keys")
			return true
		case strings.Contains(kind, "called"), strings.Contains(kind, "attack"):
			if links := all(card, "a"); len(links) > 0 {
				b.opens(attr(links[0], "href"))
				b.commits(t)
				return b.status == 200
			}
		}
		for _, f := range all(card, "form") {
			form := filled(f)
			for _, x := range all(f, "button") {
				if name := attr(x, "name"); name != "" && name != "nothing" {
					form.Set(name, attr(x, "value"))
				}
				break
			}
			b.does("POST", attr(f, "action"), form)
			if b.status != 200 {
				t.Errorf("an answer is refused with %d: %s", b.status, words(first(b.page, "wrong")))
				return false
			}
			return true
		}
	}
	if now := named(b.page, "now"); strings.Contains(words(now), "You can act now") {
		for _, a := range all(now, "a") {
			b.opens(attr(a, "href"))
			return b.commits(t)
		}
	}
	return false
}

// commits does what the form of an action says.
func (b *browser) commits(t testing.TB) bool {
	b.Helper()
	f := first(b.page, "act")
	if len(all(f, "form")) == 0 {
		t.Errorf("there is no form at %s: %s", b.at, words(b.page))
		return false
	}
	form := all(f, "form")[0]
	b.does("POST", attr(form, "action"), filled(form))
	if b.status != 200 {
		t.Log(words(first(b.page, "wrong")))
	}
	return b.status == 200
}

// A fight in each rulebook, of two players in browsers without scripts and a gamemaster in
// lines: by links and buttons alone.
func TestFight(t *testing.T) {
	for _, s := range systems.All() {
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			h := open(t, s.ID, 2)
			h.must(gm, model.Join{Character: model.Character{Name: "Old Grim", Side: engine.Foes, Pages: map[string]engine.Page{s.ID: s.Templates[len(s.Templates)-1].Page}}})
			players := []*browser{h.comes("Mira", 0), h.comes("Tom", 1)}
			acts := []int{0, 0}
			h.fights(t, func() bool {
				any := false
				for i, b := range players {
					for n := 0; n < 4 && b.step(t); n++ { // instant things could be done without end
						acts[i]++
						any = true
					}
				}
				return any
			})
			for i, b := range players {
				if acts[i] < 2 {
					t.Errorf("player %d did %d things in all the fight", i, acts[i])
				}
				b.opens("/")
				b.sees("Old Grim")
			}
			h.must(gm, model.EndSession{})
			players[0].opens("/dice")
			players[0].sees("is over. The seed of its dice", "The hash of the log so far")
			players[0].sends("Keep what I may know")
			if !strings.HasPrefix(players[0].text, "{") || strings.Contains(players[0].text, `"gm_notes"`) {
				t.Errorf("the export is %.200s", players[0].text)
			}
		})
	}
}

// What an attack calls for can be done out of turn, with what the attack says of it: a
// setting that is called for as it usually is counts as set.
func TestCalledForOutOfTurn(t *testing.T) {
	h := open(t, "percentile", 2)
	s := book(t, "percentile")
	h.must(gm, model.Join{Character: model.Character{Name: "Weasel", Side: engine.Foes, Pages: map[string]engine.Page{s.ID: s.Templates[len(s.Templates)-1].Page}}})
	b := h.comes("Mira", 0)
	h.must(gm, model.BeginSession{})
	b.opens("/")
	b.sends("Add it", "text", "any keys")
	h.types("order", "", "", "")
	name := h.live.Now().Characters()[0].Name
	for range 40 {
		h.types("Weasel attacks "+name, "", "", "", "")
		b.opens("/")
		if card := first(b.page, "called"); len(all(card, "a")) > 0 {
			b.opens(attr(all(card, "a")[0], "href"))
			if b.commits(t); b.status != 200 {
				t.Errorf("%d: %s", b.status, words(first(b.page, "wrong")))
			}
			return
		}
		h.types("next", "yes")
	}
	t.Error("no blow hits")
}

// fights lets players act, and the gamemaster do the rest, for some rounds.
func (h *testHost) fights(t testing.TB, play func() bool) {
	h.Helper()
	h.must(gm, model.BeginSession{})
	began, _ := h.live.Now().Round(h.live.Now().Clock.Moment)
	for range 60 {
		now := h.live.Now()
		if round, _ := now.Round(now.Clock.Moment); round-began >= *fightRounds && now.Time().PerRound > 0 || len(view.Sessions(now, gm)) > 0 && h.finished() >= 12 {
			return
		}
		for n := 0; n < 4 && play(); n++ {
		}
		h.gamemaster()
	}
	_ = t
}

// finished counts the rolls that have ended.
func (h *testHost) finished() (n int) {
	for l := range h.live.Now().Log() {
		for _, f := range l.Event.Facts {
			if _, is := f.(model.Finished); is {
				n++
			}
		}
	}
	return n
}

// types types lines at the gamemaster's terminal, and gives what it says.
func (h *testHost) types(text ...string) string {
	h.Helper()
	var out strings.Builder
	in := strings.NewReader(strings.Join(text, "\n") + "\nquit\n")
	if err := lines.Play(lines.Config{Game: h.live, Seat: gm}, in, &out); err != nil {
		h.Fatal(err)
	}
	return out.String()
}

// gamemaster answers what is the gamemaster's, and lets time go on by a line.
func (h *testHost) gamemaster() {
	h.Helper()
	for range 20 {
		now := h.live.Now()
		i, open := 0, now.Rolls()
		for ; i < len(open); i++ {
			if step, err := now.Step(open[i]); err == nil && step.Open != nil && len(decide.Deciders(now, open[i])) == 0 {
				a, ok := step.Open.Nothing()
				h.must(gm, model.Answer{Roll: open[i].ID, Question: open[i].Question, Answer: a, Throw: !ok})
				break
			}
		}
		if i == len(open) {
			break
		}
	}
	h.types("next", "yes")
}
