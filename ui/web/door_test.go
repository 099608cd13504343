package web_test

import (
	"net/http"
	"testing"
	"time"

	"example.org/fray/model"
)

// TestInvite checks that an invite is used up by its button and not by opening its link,
// that it works once, and that the browser then has the seat.
func TestInvite(t *testing.T) {
	h := open(t, "supermen", 3)
	link := h.invite("Mira", 0)
	for range 3 { // as messengers do
		h.browser().opens(link)
	}
	b := h.browser()
	b.opens(link)
	b.sees("You are invited")
	b.never("The Vault Job", "Seraph", "Mira")
	b.sends("Take my seat")
	b.sees("The Vault Job", "Seraph")
	b.opens("/")
	b.sees("The Vault Job")
	other := h.browser()
	other.opens(link)
	other.sends("Take my seat")
	if other.status != http.StatusUnprocessableEntity {
		t.Error("a used invite is answered with", other.status)
	}
	other.sees("There is no such invite")
	other.never("The Vault Job", "Seraph")
}

// TestWaitingRoom waits without an invite and is admitted by the gamemaster. The guest list
// names the browser, and revokes its seat.
func TestWaitingRoom(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.browser()
	b.opens("/")
	b.never("The Vault Job")
	b.sends("Ask to be let in", "name", "Tom")
	b.sees("Tom, you wait to be let in")
	a := h.server.Admissions()
	waits := a.Waiting()
	if len(waits) != 1 || waits[0].Name != "Tom" {
		t.Fatalf("%+v wait", waits)
	}
	if err := a.Admit(waits[0].ID, model.Seat{Role: model.Player, Name: "Tom"}, []string{h.live.Now().Characters()[1].ID}); err != nil {
		t.Fatal(err)
	}
	b.opens("/")
	b.sees("The Vault Job", h.live.Now().Characters()[1].Name)
	tom, _ := h.live.Now().SeatOf("Tom")
	for _, s := range a.Here() {
		if s.Seat == tom && (len(s.Keys) != 1 || s.Screens != 1) {
			t.Errorf("Tom has %q at %d screens", s.Keys, s.Screens)
		}
	}
	if err := a.Revoke(tom); err != nil {
		t.Fatal(err)
	}
	b.opens("/")
	b.sees("Join a table")
	b.never("The Vault Job")
}

// patience is the timeout for everything, long enough for a busy machine.
const patience = 30 * time.Second
