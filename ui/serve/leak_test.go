package serve_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/ui/uitest"
)

var frames = flag.Int("frames", 300, "how many acts the leak test makes a rulebook")

// secret stands in everything that a player may not know. Of who is met a player
// knows the name, and no more.
const (
	secret = "Qvorzik"
	stands = "Metria"
)

// The gamemaster plays at random, with somebody hidden, hidden rolls, private
// notes and somebody who is only met, while a player presses every key there is:
// no byte that is sent to the player holds a secret.
func TestNoSecretIsSent(t *testing.T) {
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			h := open(t, sys.ID)
			r := rand.New(rand.NewPCG(uint64(i), 7))
			h.must(gm, model.BeginEvening{}) // before anybody is there to be asked for a word
			mira := h.come("mira", h.seated("Mira", 0))
			mira.sees("The Vault Job")
			h.must(gm, model.Join{Character: model.Character{Name: secret, Notes: secret, Hidden: true, Pages: pages(sys.ID, sys.Templates[1])}})
			h.must(gm, model.Join{Character: model.Character{Name: stands, Notes: secret,
				Pages: map[string]engine.Page{sys.ID: uitest.Marked(sys, sys.Templates[2].Page, secret)}}})
			h.must(gm, model.Note{Text: secret, Private: true})
			for step := range *frames {
				h.actAtRandom(r, sys)
				mira.types(keys[r.IntN(len(keys))])
				if step%50 == 0 {
					if err := mira.session.WindowChange(20+r.IntN(40), 60+r.IntN(140)); err != nil {
						t.Fatal(err)
					}
				}
			}
			mira.types(" ", "\x03") // behind an escape that was typed: it leaves at once, and everything has been sent then
			mira.ends()
			mira.never(secret, fmt.Sprint(uitest.Peculiar))
			if !strings.Contains(string(mira.sent), stands) {
				t.Error("who is met is not seen")
			}
			if did, suffered := h.rolled(stands); did == 0 || suffered == 0 {
				t.Errorf("who is met did %d things, and was faced in %d: that shows nothing", did, suffered)
			}
		})
	}
}

// rolled counts the rolls that somebody made, and those in which others faced
// them.
func (h *house) rolled(name string) (did, suffered int) {
	t := h.live.Now()
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			end, ok := f.(model.Finished)
			switch {
			case !ok:
			case t.NameOf(end.Roll.Who) == name:
				did++
			case len(end.Roll.Against) > 0 && t.NameOf(end.Roll.Against[0]) == name:
				suffered++
			}
		}
	}
	return did, suffered
}

// keys are those that a player looks around with: none that leaves.
var keys = []string{"1", "2", "3", "4", "5", "\t", "z", "\r", "\x1b", "\x1b", "\x1b", "j", "k", "a", "o", "?", "/", "y", "E", "i", "e", "w",
	"+", "-", "n", "g", "u", "U", "O", "V", "P", "H", "S", ":", "f", " ", "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~", "\x7f", "Qvor", "G"}

// actAtRandom does one thing at the table as the gamemaster: much of it is
// secret.
func (h *house) actAtRandom(r *rand.Rand, sys *engine.System) {
	all := h.live.Now().Characters()
	who := all[r.IntN(len(all))]
	a := sys.Actions[r.IntN(len(sys.Actions))]
	open := engine.Page{}
	if who.Name == secret || who.Name == stands {
		open = engine.PageOf(engine.Every.Why.ID, secret, engine.Every.Situation.ID, 1)
	}
	var against []string
	for _, o := range all {
		if o.ID != who.ID && o.Name != secret && a.Need != engine.Alone { // what is done to somebody in the open is theirs to know
			against = []string{o.ID}
		}
	}
	hidden := engine.PageOf(engine.Every.Hidden.ID, true, engine.Every.Why.ID, secret, engine.Every.Situation.ID, 1)
	_, _ = h.live.Do(gm, []model.Command{ // many are refused
		model.Begin{Who: who.ID, Against: against, System: sys.ID, Action: a.ID, Params: hidden},
		model.Begin{Who: who.ID, Against: against, System: sys.ID, Action: a.ID, Params: open},
		model.Note{Text: secret + fmt.Sprint(r.IntN(9)), Private: true},
		model.Next{}, model.Next{}, model.Undo{}, model.Redo{}, model.Scene{Place: "Harbour"},
	}[r.IntN(8)])
	for _, roll := range h.live.Now().Rolls() {
		step, err := h.live.Now().Step(roll)
		if err != nil || step.Open == nil {
			continue
		}
		if a, ok := step.Open.Nothing(); ok {
			_, _ = h.live.Do(gm, model.Answer{Roll: roll.ID, At: len(roll.Tape), Answer: a})
		}
	}
}
