package serve_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/uitest"
)

var frames = flag.Int("frames", 80, "how many frames of a rulebook the leak test reads at least")

// evening is how many frames an evening of the leak test has at most: in one that goes
// on for ever what everybody may know comes to be any number there is.
const evening = 400

// The gamemaster plays at random, with somebody hidden, hidden rolls, private
// notes and somebody who is only met, while a player presses every key there is:
// no byte that is sent to the player holds a secret.
func TestNoSecretIsSent(t *testing.T) {
	for i, sys := range played("easiness") {
		t.Run(sys.ID, func(t *testing.T) {
			var did, suffered, hidden int // in some evenings Undo takes the secrets themselves back
			shows := func() bool { return did > 0 && suffered > 0 && hidden > 0 }
			for n, read := uint64(7), 0; (read < *frames || !shows() && n < 12) && !t.Failed(); n++ {
				t.Run("evening", func(t *testing.T) {
					h, mira := secretEvening(t, sys, rand.New(rand.NewPCG(uint64(i), n)), min(*frames-read, evening))
					d, s, hid := h.rolled(uitest.NameOnly)
					did, suffered, hidden, read = did+d, suffered+s, hidden+hid, read+mira.frames()
				})
			}
			if !shows() {
				t.Errorf("who is met did %d things, and was faced in %d, and %d rolls were hidden: that shows nothing", did, suffered, hidden)
			}
		})
	}
}

// secretEvening plays such an evening of at least so many frames.
func secretEvening(t *testing.T, sys *engine.System, r *rand.Rand, frames int) (h *house, mira *client) {
	h = open(t, sys.ID)
	h.must(gm, model.BeginSession{}) // before anybody is there to be asked for a word
	mira = h.come("mira", h.seated("Mira", 0))
	mira.sees("The Vault Job")
	for _, c := range uitest.Secrets(sys) {
		h.must(gm, c)
	}
	own, toms := *h.live.Now().Characters()[0], *h.live.Now().Characters()[1]
	own.GMNotes, toms.Notes, toms.Owner = uitest.Secret, uitest.Secret, "Tom" // what Mira does not read of sheets that she sees
	h.must(gm, model.Edit{Who: own.ID, Character: own})
	h.must(gm, model.Edit{Who: toms.ID, Character: toms})
	h.must(gm, model.Join{Character: model.Character{Name: "Open Ogre", Shown: model.ShownOpen, Notes: uitest.Secret, GMNotes: uitest.Secret, Pages: toms.Pages}})
	mira.sees(uitest.NameOnly)
	for acts, cols, read := 0, 120, mira.frames(); acts < 300 || read < frames; acts, read = acts+12, mira.frames() {
		for range 12 {
			uitest.ActAtRandom(h.live, r, sys)
			mira.types(keys[r.IntN(len(keys))])
		}
		if r.IntN(2) == 0 {
			mira.types("\x1b") // the last before a pause: out of what takes letters
		}
		// A window of another size is drawn whole, however many acts had one frame.
		cols = 60 + (cols-60+1+r.IntN(139))%140
		if err := mira.session.WindowChange(20+r.IntN(40), cols); err != nil {
			t.Fatal(err)
		}
		mira.until("another frame", func(string) bool { return mira.frames() > read })
	}
	mira.types(" ", "\x03") // behind an escape that was typed: it leaves at once, and everything has been sent then
	mira.ends()
	mira.never(uitest.Secret, fmt.Sprint(uitest.Peculiar))
	h.keepsSecrets()
	return h, mira
}

// keepsSecrets fails where Mira's search or export of such a table finds a secret,
// or the gamemaster's none.
func (h *house) keepsSecrets() {
	h.Helper()
	for _, at := range []struct {
		seat  model.Seat
		knows bool
	}{{gm, true}, {model.Seat{Role: model.Player, Name: "Mira"}, false}} {
		var text bytes.Buffer
		if err := transfer.Export(&text, h.live, at.seat); err != nil {
			h.Fatal(err)
		}
		found, err := h.live.Search(h.Context(), at.seat, uitest.Secret, 9)
		if err != nil {
			h.Fatal(err)
		}
		for where, told := range map[string]bool{"an export": strings.Contains(text.String(), uitest.Secret), "a search": len(found) > 0} {
			if told != at.knows {
				h.Errorf("%s of %+v tells a secret: %v", where, at.seat, told)
			}
		}
	}
}

// rolled counts the rolls that somebody made, those in which others faced them, and
// those of anybody that were hidden.
func (h *house) rolled(name string) (did, suffered, hidden int) {
	t := h.live.Now()
	for l := range t.Log() {
		for _, f := range l.Event.Facts {
			end, ok := f.(model.Finished)
			if ok && end.Roll.Hidden {
				hidden++
			}
			switch {
			case !ok:
			case t.NameOf(end.Roll.Who) == name:
				did++
			case len(end.Roll.Against) > 0 && t.NameOf(end.Roll.Against[0]) == name:
				suffered++
			}
		}
	}
	return did, suffered, hidden
}

// keys are those that a player looks around with: none that leaves.
var keys = []string{"1", "2", "3", "4", "5", "\t", "z", "\r", "\x1b", "\x1b", "\x1b", "j", "k", "a", "o", "?", "/", "y", "E", "i", "e", "w",
	"+", "-", "n", "g", "u", "U", "O", "V", "P", "H", "S", ":", "f", " ", "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~", "\x7f", "Qvor", "G"}
