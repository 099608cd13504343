package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
)

// place is a table with pages that is hosted alone or with two others.
type place struct {
	many    bool
	root    string // of the pages of the table
	browser func() *browser
	invite  func(seat model.Seat) (link string)
}

// both runs a test at a host of one table, and at a host of three.
func both(t *testing.T, test func(*testing.T, *place)) {
	t.Run("one", func(t *testing.T) {
		h := open(t, "supermen", 3)
		test(t, &place{root: "/", browser: h.browser, invite: func(seat model.Seat) string {
			made, err := h.server.Admissions().Invite(seat, nil, time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			return h.base + "/i/" + made.Words
		}})
	})
	t.Run("three", func(t *testing.T) {
		h := openTables(t, nil, "Harbour", "The Vault Job", "Secret")
		test(t, &place{many: true, root: "/t/" + h.idOf("The Vault Job") + "/", browser: h.browser, invite: func(seat model.Seat) string {
			return h.base + "/i/" + h.folder.Invites("The Vault Job", seat)
		}})
	})
}

// comes is a browser with a seat.
func (p *place) comes(seat model.Seat) *browser {
	b := p.browser()
	b.Helper()
	b.opens(p.invite(seat))
	b.sends("Take my seat")
	b.sees("The Vault Job")
	return b
}

// asks is a browser that has asked to be let in.
func (p *place) asks(name string) *browser {
	b := p.browser()
	b.Helper()
	b.opens("/")
	if p.many {
		b.sends("Ask to be let in", "table", "the vault job", "name", name)
		b.sees("If a table of that name is being played, its gamemaster has been asked")
		b.never("you wait", "Harbour")
	} else {
		b.sends("Ask to be let in", "name", name)
		b.sees(name + ", you wait to be let in")
	}
	b.never("Seraph", "segment")
	return b
}

// TestPeople checks that a gamemaster in a browser lets somebody in, takes their seat away, and
// closes the table to others and opens it again, and that no player can.
func TestPeople(t *testing.T) {
	both(t, func(t *testing.T, p *place) {
		master := p.comes(gm)
		nils := p.asks("Nils")
		master.opens(p.root)
		master.sees("1 waits to be let in")
		master.opens(p.root + "people")
		master.sees("Nils", "browser")
		master.sends("Let in", "as", "player")
		master.sees("Nobody", "Nils has no character yet")
		set := nils.cookieThat(func() { nils.opens("/") })
		if set == nil || set.MaxAge < 170*24*60*60 {
			t.Errorf("who was let in has the cookie %v", set)
		}
		nils.opens(p.root)
		nils.sees("The Vault Job", "You have no character yet")
		nils.never("waits for nobody")
		if strings.HasSuffix(t.Name(), "/one") { // the others have nobody who could
			nils.sees("May act now: Seraph")
		}
		for _, page := range []string{"people", "revoke", "shut"} {
			to, form, ok := nils.form("Send", "sure", "yes", "seat", "x", "open", "yes")
			if !ok {
				t.Fatal("there is no form")
			}
			_ = to
			if nils.request(http.MethodPost, p.root+page, form, func(*http.Request) {}); nils.status < 400 {
				t.Errorf("a player is answered with %d at %s", nils.status, page)
			}
			nils.opens(p.root)
		}

		master.opens(p.root + "people")
		master.sends("Close it")
		master.sees("Say yes to close the table")
		master.opens(p.root + "people")
		master.sends("Close it", "sure", "yes")
		master.sees("It is closed: nobody but you can come")
		nils.opens(p.root)
		nils.sees("he gamemaster has closed the table")
		master.sends("Let others in again")
		master.sees("Close the table to others")
		nils.opens(p.root)
		nils.sees("You have no character yet")

		master.opens(p.root + "people")
		master.sends("Take it away")
		master.sees("Say yes to take it away")
		master.opens(p.root + "people")
		master.sends("Take it away", "sure", "yes")
		master.opens(p.root + "people")
		nils.opens(p.root)
		nils.never("You have no character yet")

		last := p.asks("Olaf")
		master.opens(p.root + "people")
		master.sends("Send away")
		last.opens("/")
		last.never("The Vault Job")
		if strings.Contains(master.text, "Olaf") {
			t.Error("who was sent away waits still")
		}
	})
}
