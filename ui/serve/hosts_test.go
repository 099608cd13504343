package serve_test

import (
	"errors"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/ui/serve"
)

// screensOf returns how many screens of a named person a host's gamemaster sees.
func screensOf(h *testHost, name string) int {
	t := h.live.Now()
	for _, p := range h.server.Admissions().Here() {
		if t.SeatName(p.Seat) == name {
			return p.Screens
		}
	}
	return 0
}

// seesAt waits until a host's gamemaster sees that many screens of a named person.
func (h *testHost) seesAt(name string, screens int) {
	h.Helper()
	changed, stop := h.server.Watch()
	defer stop()
	late := time.After(patience)
	for screensOf(h, name) != screens {
		select {
		case <-changed:
		case <-late:
			h.Fatalf("%s sits at %d screens, and not at %d", name, screensOf(h, name), screens)
		}
	}
}

// TestTwoHosts serves one table from two hosts: each sees who is connected to the other, a
// seat that is revoked at one ends at both, and an invite works at one of them only.
func TestTwoHosts(t *testing.T) {
	t.Parallel()
	a := open(t, "d6")
	b := a.another()
	mira := a.seated("Mira", 0)
	c := b.come("mira", mira) // her key was admitted at the other host
	c.sees("The Vault Job")
	a.seesAt("Mira", 1)
	again := a.come("mira", mira)
	again.sees("The Vault Job")
	a.seesAt("Mira", 2)
	b.seesAt("Mira", 2)
	again.leaves()
	b.seesAt("Mira", 1)

	// Another key of hers is removed at one host: its screen at the other one ends, hers stays.
	second := newKey(t)
	a.seats(second, "Mira", 0)
	lost := b.come("mira", second)
	lost.sees("The Vault Job")
	a.seesAt("Mira", 2)
	if err := a.server.Admissions().RevokeKey(model.Seat{Role: model.Player, Name: "Mira"}, ssh.FingerprintSHA256(second.PublicKey())); err != nil {
		t.Fatal(err)
	}
	lost.sees("removed the key of this device")
	lost.ends()
	a.seesAt("Mira", 1)

	words, err := a.invite(model.Seat{Role: model.Player, Name: "Tom"})
	if err != nil {
		t.Fatal(err)
	}
	tom := b.come(words, newKey(t))
	tom.sees("The Vault Job")
	a.seesAt("Tom", 1)
	if err := a.guests.Redeem(words, "", a.now, welcome); !errors.Is(err, serve.ErrNoInvite) {
		t.Errorf("the invite lets in at the other host again: %v", err)
	}

	for name, at := range map[string]*client{"Mira": c, "Tom": tom} {
		seat, ok := a.live.Now().SeatOf(name)
		if !ok {
			seat = model.Seat{Role: model.Player, Name: name}
		}
		if err := a.server.Admissions().Revoke(seat); err != nil {
			t.Fatal(err)
		}
		at.ends()
		at.sees("taken your seat away")
		a.seesAt(name, 0)
	}
	out := b.come("mira", mira)
	out.sees("You are in the waiting room")
}
