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

// maxFrames is the largest number of frames in one session of the leak test. In a longer one
// public numbers would by chance equal the secret ones.
const maxFrames = 400

// TestNoSecretIsSent plays random acts as the gamemaster, with a hidden character, hidden
// rolls, private notes and a name-only character, while a player presses every key: nothing
// that is sent to the player may contain a secret.
func TestNoSecretIsSent(t *testing.T) {
	for i, sys := range played("easiness") {
		t.Run(sys.ID, func(t *testing.T) {
			var did, suffered, hidden int // counted over all sessions, since undo may remove the secrets of one
			shows := func() bool { return did > 0 && suffered > 0 && hidden > 0 }
			for n, read := uint64(7), 0; (read < *frames || !shows() && n < 12) && !t.Failed(); n++ {
				t.Run("evening", func(t *testing.T) {
					h, mira := secretSession(t, sys, rand.New(rand.NewPCG(uint64(i), n)), min(*frames-read, maxFrames))
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

// secretSession plays one such session with at least that many frames.
func secretSession(t *testing.T, sys *engine.System, r *rand.Rand, frames int) (h *testHost, mira *client) {
	h = open(t, sys.ID)
	h.must(gm, model.BeginSession{}) // before anybody connects, so that nobody is asked for a word
	mira = h.come("mira", h.seated("Mira", 0))
	mira.sees("The Vault Job")
	for _, c := range uitest.Secrets(sys) {
		h.must(gm, c)
	}
	own, toms := *h.live.Now().Characters()[0], *h.live.Now().Characters()[1]
	own.GMNotes, toms.Notes, toms.Owner = uitest.Secret, uitest.Secret, "Tom" // parts of the sheets that Mira may not read
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
			mira.types("\x1b") // the last key before a pause: leaves a text field
		}
		// A resized window is drawn in full, even if one frame shows several acts.
		cols = 60 + (cols-60+1+r.IntN(139))%140
		if err := mira.session.WindowChange(20+r.IntN(40), cols); err != nil {
			t.Fatal(err)
		}
		mira.until("another frame", func(string) bool { return mira.frames() > read })
	}
	mira.types(" ", "\x03") // space ends the typed escape, then ctrl+c leaves: after that everything has been sent
	mira.ends()
	mira.never(uitest.Secret, fmt.Sprint(uitest.Peculiar))
	h.checkSecrets()
	return h, mira
}

// checkSecrets fails if a search or export by Mira contains a secret, or one by the
// gamemaster does not.
func (h *testHost) checkSecrets() {
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

// rolled counts the rolls that a named character made, those against them, and the hidden
// ones of anybody.
func (h *testHost) rolled(name string) (did, suffered, hidden int) {
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

// keys are what a player may press; none of them leaves the table.
var keys = []string{"1", "2", "3", "4", "5", "\t", "z", "\r", "\x1b", "\x1b", "\x1b", "j", "k", "a", "o", "?", "/", "y", "E", "i", "e", "w",
	"+", "-", "n", "g", "u", "U", "O", "V", "P", "H", "S", ":", "f", " ", "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~", "\x7f", "Qvor", "G"}
