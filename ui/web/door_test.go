package web_test

import (
	"net/http"
	"testing"
	"time"

	"example.org/fray/model"
)

// An invite is spent by its button and not by looking at its link, once; and the browser
// then has the seat.
func TestInvite(t *testing.T) {
	h := open(t, "supermen", 3)
	link := h.invite("Mira", 0)
	for range 3 { // messengers look at it
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

// Who comes without an invite waits, and is let in by the gamemaster; the browser stands
// in the guest list with a name, and loses the seat there.
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

// patience is how long anything may take on a machine that has much to do.
const patience = 30 * time.Second
