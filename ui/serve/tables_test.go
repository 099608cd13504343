package serve_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/serve/servetest"
)

// openHall serves tables with these names, all at one address.
func openHall(t testing.TB, makers []ssh.PublicKey, quota serve.Quota, names ...string) *testHost {
	t.Helper()
	h := &testHost{TB: t, now: time.Now(), folder: servetest.NewFolder(t), makers: makers, gms: newKey(t), many: true}
	for _, name := range names {
		h.folder.Makes(name, "supermen", 0)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h.dial = func() (net.Conn, error) { return net.Dial("tcp", h.addr) }
	h.serves(l, quota)
	return h
}

// sits gives a key a seat at tables.
func (h *testHost) sits(k ssh.Signer, name string, tables ...string) {
	h.Helper()
	for _, table := range tables {
		h.folder.At(table, func(live *saves.Live) {
			t, err := live.Do(gm, model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: name})
			seat, _ := t.SeatOf(name)
			if err := errors.Join(err, h.folder.Guests(table).Admit(k.PublicKey(), seat, time.Now())); err != nil {
				h.Fatal(err)
			}
		})
	}
}

// invitesTo makes an invite to a table.
func (h *testHost) invitesTo(table, as string) string {
	h.Helper()
	return h.folder.Invites(table, model.Seat{Role: model.Player, Name: as})
}

// Whoever has several seats chooses a table from a list, and comes back to it; whoever has
// one begins there; nobody is told of any other table.
func TestTableHostListsOwnTables(t *testing.T) {
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour", "Secret")
	ann, bob := newKey(t), newKey(t)
	h.sits(ann, "Ann", "Vault", "Harbour")
	h.sits(bob, "Bob", "Vault")

	c := h.come("ann", ann)
	c.sees("tables where you have a seat", "Harbour", "Vault", "not begun")
	c.types("/vault\r")
	c.sees("What now?", "Vault", "Ann")
	two := h.come("bob", bob)
	two.sees("What now?", "Vault", "Bob")
	c.types("Mhello there\r")
	two.sees("hello there")
	two.types("q")
	two.ends()
	two.sees("you have left")
	c.types("q")
	c.sees("tables where you have a seat", "Harbour")
	c.types("/harbour\r")
	c.sees("What now?", "Harbour")
	c.types("\x03")
	c.sees("tables where you have a seat")
	c.types("\x03")
	c.ends()
	c.never("Secret")
	two.never("Secret", "Harbour")
}

// In lines it is the same.
func TestTableHostInLines(t *testing.T) {
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour", "Secret")
	ann := newKey(t)
	h.sits(ann, "Ann", "Vault", "Harbour")
	c := h.comePlain("ann", ann)
	c.sees("1 ", "2 ", "Vault: not begun", "Harbour: not begun", "Type the name or number")
	for _, line := range []string{"enter secret", "secret", "3", "0", "enter", "enter ../Secret", h.folder.PathOf("Secret"), "make Mine", "enter \x00"} {
		c.types(line + "\n")
	}
	c.sees("you have no table called")
	c.types("enter har\n")
	c.sees("Harbour: segment 0")
	c.types("note for harbour\ntables\n", "vault\n")
	c.sees("Vault: segment 0")
	c.types("quit\n", "quit\n")
	c.ends()
	c.never("Secret: ", "/Secret"+logfile.Suffix+": ")
	if all, err := h.folder.Store.List(t.Context()); err != nil || len(all) != 3 {
		t.Errorf("there are %v, %v", all, err)
	}
}

// A stranger sees no table, tries a few invites, and comes with one that works to its table
// alone.
func TestTableHostStranger(t *testing.T) {
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour")
	c := h.comePlain("x", newKey(t))
	c.sees("You have a seat at no table")
	c.types("vault\n", "invite babab-babab-babab-babab\n")
	c.sees("no such invite")
	c.types("invite " + h.invitesTo("Vault", "Cleo") + "\n")
	c.sees("Vault: segment 0", "Here: Cleo")
	c.types("quit\n", "harbour\n")
	c.sees("you have no table called \"harbour\"")
	c.types("quit\n")
	c.ends()
	c.never("Harbour")

	screen := h.come("x", newKey(t))
	screen.sees("Use an invite")
	screen.types("u" + h.invitesTo("Harbour", "Dora") + "\r")
	screen.sees("What now?", "Dora", "Harbour")
	screen.never("Vault")

	byName := h.come(h.invitesTo("Harbour", "Eve"), newKey(t))
	byName.sees("What now?", "Eve", "Harbour")
	byName.types("q")
	byName.ends()
	byName.never("Vault")

	for range 6 {
		c = h.comePlain("x", newKey(t))
		c.sees("Type the name or number")
		for range 6 {
			c.types("invite babab-babab-babab-babab\n")
		}
		c.sees("too many attempts")
		c.ends()
	}
}

var invited = regexp.MustCompile(`[a-z]{5}-[a-z]{5}-[a-z]{5}-[a-z]{5}`)

// A maker makes a table, is its gamemaster from afar, invites, closes it to others and opens
// it again.
func TestTableHostMakers(t *testing.T) {
	t.Parallel()
	maker := newKey(t)
	h := openHall(t, []ssh.PublicKey{maker.PublicKey()}, serve.Quota{}, "Vault")
	c := h.comePlain("x", maker)
	c.sees("make and the name of a new table")
	c.types("make Club Night d6\n")
	c.sees("Club Night: round 1", "Here: the gamemaster")
	c.types("add gunfighter\n", "invite Fay\n")
	c.sees("The invite ")
	fay := newKey(t)
	words := invited.FindString(c.vt.String())
	p := h.comePlain(words, fay)
	p.sees("Gunfighter", ", Fay.")
	p.types("stop hosting\n")
	c.types("stop hosting\n")
	c.sees("The screens of Fay close at once. Type yes to do it.")
	c.types("yes\n")
	c.sees("Nobody else can join any more")
	p.sees("the gamemaster has closed the table")
	p.ends()
	p = h.comePlain("fay", fay)
	p.sees("the gamemaster has closed the table", "1 Club Night")
	p.types("quit\n")
	c.types("host 0.0.0.0:22\n")
	c.sees("others can come to it at")
	c.types("host " + h.addr + "\n")
	c.sees("Players type: ")
	p = h.comePlain("fay", fay)
	p.sees("Here: ")
	c.types("tables\n")
	c.sees("1 Club Night: ")
	c.never("Vault")

	if _, err := h.host.Make(ssh.FingerprintSHA256(fay.PublicKey()), "Mine", "d6"); err == nil {
		t.Error("somebody else has made a table")
	}
	screen := h.come("x", maker)
	screen.sees("A new table", "Club Night")
	screen.types("n", "Second\r")
	screen.sees("add a character", "The table Second begins")
}

// What somebody sets on their screen holds at all their tables and at the list, wherever they set it
// last.
func TestTableHostKeepsPreferences(t *testing.T) {
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour")
	ann := newKey(t)
	h.sits(ann, "Ann", "Vault", "Harbour")
	c := h.come("ann", ann)
	c.sees("tables where you have a seat", "Vault")
	c.types("/vault\r")
	c.sees("What now?")
	c.types("T")
	c.sees("Themes")
	c.types("\x1b[B", "\r")
	c.sees("theme: light")
	c.types("\x03")
	c.sees("tables where you have a seat", "Harbour")
	c.types("/harbour\r")
	c.sees("What now?", "Harbour")
	c.types("m")
	c.sees("mouse: on")
	c.types("\x03")
	c.sees("tables where you have a seat")
	c.leaves()
	until(t, "they are not kept", func() bool {
		p, _ := serve.ListsOf(h.host).Preferences(ann.PublicKey())
		return p.Theme == "light" && p.Mouse
	})
}

// Another key of the same person comes to the same tables, those of later, too, and the
// words that made it so work once.
func TestTableHostDevices(t *testing.T) {
	t.Parallel()
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour")
	laptop, phone := newKey(t), newKey(t)
	h.sits(laptop, "Ann", "Vault")
	c := h.comePlain("ann", laptop)
	c.types("tables\n", "device\n")
	c.sees("On the other device")
	words := invited.FindString(c.vt.String())
	p := h.comePlain(words, phone)
	p.sees("Vault: segment 0", "Here: Ann")
	p.types("quit\n")
	p.ends()
	h.sits(laptop, "Ann", "Harbour")
	p = h.comePlain("ann", phone)
	p.sees("Vault: ", "Harbour: ")
	p.types("harbour\n")
	p.sees("Here: Ann")
	stranger := h.comePlain(words, newKey(t))
	stranger.sees("no such invite")
	stranger.never("Vault", "Harbour")
}

// letsGo waits until no table is open, and checks that nobody holds the table of this name.
func (h *testHost) letsGo(name string) {
	h.Helper()
	deadline := time.Now().Add(patience)
	for h.host.Playing() > 0 && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
	log, err := logfile.Open(h.folder.PathOf(name), logfile.Options{})
	if err != nil {
		h.Fatalf("the table is still held: %v", err)
	}
	if err := log.Close(); err != nil {
		h.Fatal(err)
	}
}

// A table where nobody is any more is closed after a while, and opened again by whoever
// enters it. A host that is stopped says how one comes back.
func TestTableHostLetsGo(t *testing.T) {
	t.Parallel()
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour")
	serve.LetGoAfter(h.host, 0)
	ann := newKey(t)
	h.sits(ann, "Ann", "Vault", "Harbour")
	c := h.comePlain("ann", ann)
	c.types("vault\n")
	c.sees("Vault: segment 0")
	if n := h.host.Playing(); n != 1 {
		t.Errorf("%d tables are open", n)
	}
	var used *saves.InUse
	if _, err := logfile.Open(h.folder.PathOf("Vault"), logfile.Options{}); !errors.As(err, &used) {
		t.Errorf("the table that is played is not held: %v", err)
	}
	c.types("tables\n")
	c.sees("1 Harbour", "2 Vault")
	h.letsGo("Vault")
	c.types("vault\n")
	c.sees("Here: Ann")
	at := h.come("ann", ann)
	at.sees("tables where you have a seat")
	h.host.Stop(5 * time.Second)
	for _, c := range []*client{c, at} {
		c.sees("this host is being stopped", "To come back, type: ssh -p", "ann@127.0.0.1")
		c.ends()
	}
	if strings.Contains(c.vt.String(), "bug") {
		t.Error(c.vt.String())
	}
}

// TestTableHostQuotas checks that a maker is told how many tables they may run, that one more is
// refused, and that a table takes only so many acts a minute of all together, and so many
// events.
func TestTableHostQuotas(t *testing.T) {
	t.Parallel()
	maker := newKey(t)
	h := openHall(t, []ssh.PublicKey{maker.PublicKey()}, serve.Quota{Tables: 2, Table: 5}, "Vault")
	c := h.comePlain("x", maker)
	c.sees("You run 0 of the 2 tables")
	c.types("make One d6\n", "tables\n")
	c.sees("You run 1 of the 2 tables")
	c.types("make Two d6\n")
	c.sees("Two: round 1")
	for i := range 6 {
		c.types(fmt.Sprintf("note number %d\n", i))
	}
	c.sees("1 are left", "this table takes 5 acts a minute from all together; you can act again in")
	c.types("tables\n", "make Three d6\n")
	c.sees("you already run 2 tables, as many as one person may here")

	h = openHall(t, []ssh.PublicKey{maker.PublicKey()}, serve.Quota{Events: 10})
	c = h.comePlain("x", maker)
	c.types("make One d6\n")
	c.sees("One: round 1")
	for i := range 12 {
		c.types(fmt.Sprintf("note number %d\n", i))
	}
	c.sees("of the 10 events that it may have here", "this table has all 10 events")
}

// An open stream of a page counts as somebody who is there: the table is let go only after it
// has ended and its browser has left.
func TestTableHostKeepsOpenPages(t *testing.T) {
	h := openHall(t, nil, serve.Quota{}, "Vault")
	serve.LetGoAfter(h.host, 0)
	page := &serve.Page{}
	cookie := serve.NewCookie()
	entered, leave := make(chan struct{}), make(chan struct{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	err = h.host.OpenWeb(l, serve.Web{Handler: http.NotFoundHandler(), Of: func(s *serve.Table) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { // a stream
			v, err := s.Visit(page, cookie, "")
			if err != nil || v == nil {
				t.Errorf("the browser is not let in: %v", err)
				close(entered)
				return
			}
			close(entered)
			<-leave
			if err := v.Leave(); err != nil {
				t.Error(err)
			}
		})
	}})
	if err != nil {
		t.Fatal(err)
	}
	b := h.host.Guest(page, cookie, "")
	path, err := b.Join(h.invitesTo("Vault", "Ann"), "", false)
	if err != nil || path != h.folder.PathOf("Vault") {
		t.Fatalf("an invite leads to %q, %v", path, err)
	}
	table := serve.TableID(path)
	pages, letGo, err := b.Table(table)
	if err != nil || pages == nil {
		t.Fatalf("the table is not entered: %v", err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer letGo()
		pages.ServeHTTP(nil, nil)
	}()
	<-entered
	for range 3 { // whoever else comes and goes does not end it
		_, letGo, err := b.Table(table)
		if err != nil {
			t.Fatal(err)
		}
		letGo()
	}
	if n := h.host.Playing(); n != 1 {
		t.Errorf("%d tables are open", n)
	}
	var used *saves.InUse
	if _, err := logfile.Open(h.folder.PathOf("Vault"), logfile.Options{}); !errors.As(err, &used) {
		t.Errorf("the table with an open page is not held: %v", err)
	}
	close(leave)
	<-ended
	h.letsGo("Vault")
	if pages, _, err := b.Table(table); pages != nil || err != nil {
		t.Errorf("a browser that has left is let in again: %v", err)
	}
}

// The list tells when a table is played next.
func TestTableHostTellsNextEvening(t *testing.T) {
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour")
	ann := newKey(t)
	h.sits(ann, "Ann", "Vault", "Harbour")
	at := time.Date(time.Now().Year()+1, 12, 3, 19, 30, 0, 0, time.UTC)
	h.folder.At("Vault", func(live *saves.Live) {
		if _, err := live.Do(gm, model.PlanEvening{Evening: model.Evening{At: at, Text: "at Mira's"}}); err != nil {
			t.Fatal(err)
		}
	})
	want := at.Format("Mon 2 January 2006, 15:04 UTC, at Mira's")
	c := h.comePlain("ann", ann)
	c.sees("Vault: not begun; next evening "+want, "Harbour: not begun")
	c.types("vault\n")
	c.sees("Next evening: " + want)
	screen := h.come("ann", ann)
	screen.sees("Harbour")
	screen.types("/vault")
	screen.sees(at.Format("Next evening: Mon 2 January 2006"))
}

// The gamemaster of a table deletes it from the list, unless somebody is there: it is gone
// for all who have a seat, with its invites, nothing of it is lost, and it can be brought
// back. Nobody else deletes it.
func TestTableHostDeletesTables(t *testing.T) {
	t.Parallel()
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour")
	max, ann := newKey(t), newKey(t)
	h.sits(ann, "Ann", "Vault", "Harbour")
	if err := h.folder.Guests("Vault").Admit(max.PublicKey(), gm, time.Now()); err != nil {
		t.Fatal(err)
	}
	h.sits(max, "Max", "Harbour")
	invite := h.invitesTo("Vault", "Cleo")

	player := h.comePlain("ann", ann)
	player.types("delete vault\nyes\n")
	player.sees("only the gamemaster of a table can delete it", "you have no table called \"yes\"")
	player.never("delete and the name")
	player.types("vault\n")
	player.sees("Vault: segment 0")

	lines := h.comePlain("max", max)
	lines.sees("delete and the name of a table of yours")
	lines.types("delete vault\n")
	lines.sees("Delete Vault? Nobody comes to it any more")
	lines.types("yes\n")
	lines.sees("somebody is at this table: Ann")
	player.types("tables\n")
	player.sees("Type the name or number")
	lines.types("delete vault\n", "list\n", "yes\n")
	lines.sees("you have no table called \"yes\"")

	screen := h.come("max", max)
	screen.sees("Harbour", "Vault")
	screen.types("\x1b[B", "x") // Harbour was changed last and stands first
	screen.sees("Delete Vault?", "delete it")
	screen.types("n")
	screen.sees("kept")
	screen.types("xy")
	screen.sees("Vault is deleted")

	player.types("vault\n", "list\n", "vault\n") // the first time as it was listed before
	player.sees("this table was deleted", "you have no table called \"vault\"")
	lines.types("list\n", "vault\n")
	lines.sees("you have no table called \"vault\"")
	lines.never("Vault: segment 0")
	stranger := h.comePlain("x", newKey(t))
	stranger.types("invite " + invite + "\n")
	stranger.sees("no such invite")
	if err := h.host.Delete("", h.folder.PathOf("Vault")); err == nil {
		t.Error("it is deleted once more")
	}

	if was, err := serve.BringBack(h.folder.Records("Vault")); err != nil || !was {
		t.Fatalf("it was deleted: %v, %v", was, err)
	}
	again := h.comePlain("ann", ann)
	again.sees("Vault: not begun")
	again.types("vault\n")
	again.sees("Vault: segment 0", "Here: Ann")
}
