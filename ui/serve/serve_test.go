package serve_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/people"
	"example.org/fray/ui/serve"
)

// invites creates an invite, and returns its words.
func (h *testHost) invites(seat model.Seat) string {
	h.Helper()
	words, err := h.invite(seat)
	if err != nil {
		h.Fatal(err)
	}
	return words
}

// invite creates an invite, and returns its words.
func (h *testHost) invite(seat model.Seat) (string, error) {
	made, err := h.server.Admissions().Invite(seat, nil, time.Minute)
	return made.Words, err
}

func pages(system string, t engine.Template) map[string]engine.Page {
	return map[string]engine.Page{system: t.Page}
}

// waits returns the waiting people, once there are n.
func (h *testHost) waits(n int) []people.Waiting {
	h.Helper()
	changed, stop := h.server.Watch()
	defer stop()
	late := time.After(patience)
	for {
		if w := h.server.Admissions().Waiting(); len(w) == n {
			return w
		}
		select {
		case <-changed:
		case <-late:
			h.Fatalf("%d wait, want %d", len(h.server.Admissions().Waiting()), n)
		}
	}
}

// TestLetIn checks that a stranger sees the waiting room and nothing of the table, and the
// table once the gamemaster has admitted them.
func TestLetIn(t *testing.T) { both(t, "supermen", letIn) }

func letIn(t *testing.T, h *testHost) {
	seraph := h.live.Now().Characters()[0]
	c := h.come("mira", newKey(t))
	if h.nowhere(c); h.many {
		h.asksAs(c, "mira")
	} else {
		c.sees("mira") // who they are at their own machine
		c.types("\r")
		c.sees("The gamemaster has been asked")
	}
	c.never("Vault", seraph.Name)
	w := h.waits(1)[0]
	if w.Name != "mira" || !strings.HasPrefix(w.Key, "SHA256:") || w.Similar != (model.Seat{}) {
		t.Fatalf("%+v waits", w)
	}
	if err := h.server.Admissions().Admit(w.ID, model.Seat{Role: model.Player, Name: "Mira"}, []string{seraph.ID}); err != nil {
		t.Fatal(err)
	}
	h.isIn(c)
	c.sees(seraph.Name, "Mira", "1 Combat Roll") // the actions they can take now
	if got, _ := h.live.Now().Character(seraph.ID); h.live.Now().PlayerOf(got) != "Mira" || len(got.Pages) == 0 {
		t.Errorf("the character is %q's, with %d pages", got.Owner, len(got.Pages))
	}
	here := h.server.Admissions().Here()
	if len(here) != 1 || here[0].Screens != 1 || len(here[0].Keys) != 1 {
		t.Errorf("here are %+v", here)
	}
}

// TestTwoPlayers checks that two people with seats get the table at once, see each other,
// and see what the other does.
func TestTwoPlayers(t *testing.T) { both(t, "supermen", twoPlayers) }

func twoPlayers(t *testing.T, h *testHost) {
	mira, tom := h.come("x", h.seated("Mira", 0)), h.come("x", h.seated("Tom", 1))
	mira.sees("The Vault Job")
	tom.sees("The Vault Job")
	h.must(gm, model.Note{Text: "the alarm goes off"})
	mira.sees("the alarm goes off")
	tom.sees("the alarm goes off")
	h.must(gm, model.Note{Text: "the vault is empty", Private: true})
	h.must(gm, model.Note{Text: "second bell"})
	mira.sees("second bell")
	tom.sees("second bell")
	mira.never("the vault is empty")
	tom.never("the vault is empty")
}

// TestLeaving checks the last line that a leaving person reads; a stranger's names no
// table.
func TestLeaving(t *testing.T) { both(t, "supermen", leaving) }

func leaving(t *testing.T, h *testHost) {
	mira, stranger := h.come("mira", h.seated("Mira", 0)), h.come("x", newKey(t))
	mira.sees("The Vault Job")
	mira.types("q")
	mira.sees(map[bool]string{false: "fray: you have left The Vault Job", true: "fray: you have left; connect again"}[h.many])
	mira.ends()
	h.nowhere(stranger)
	stranger.types(map[bool]string{false: "\x1b", true: "\x03"}[h.many])
	stranger.sees("fray: you have left")
	stranger.never("Vault")
	stranger.ends()
}

// TestInvite checks that an invite works once, for anybody, and says whose seat it is.
func TestInvite(t *testing.T) { both(t, "d6", invite) }

func invite(t *testing.T, h *testHost) {
	words, err := h.invite(model.Seat{Role: model.Player, Name: "Mira"})
	if err != nil {
		t.Fatal(err)
	}
	c := h.come("somebody", newKey(t))
	h.nowhere(c)
	h.redeems(c, "wrong words")
	c.sees("there is no such invite")
	h.redeems(c, strings.ToUpper(strings.ReplaceAll(words, "-", " ")))
	c.sees("The Vault Job", "Mira")
	other := h.come("other", newKey(t))
	h.nowhere(other)
	h.redeems(other, words)
	other.sees("there is no such invite")
}

// TestKeysStayHere checks that no file, export or log of the table contains keys or
// invites.
func TestKeysStayHere(t *testing.T) { both(t, "d6", keysStayHere) }

func keysStayHere(t *testing.T, h *testHost) {
	words, err := h.invite(model.Seat{Role: model.Player, Name: "Mira"})
	if err != nil {
		t.Fatal(err)
	}
	other, err := h.invite(model.Seat{Role: model.Player, Name: "Tom"})
	if err != nil {
		t.Fatal(err)
	}
	key := newKey(t)
	c := h.come("mira", key)
	h.nowhere(c)
	h.redeems(c, words)
	c.sees("The Vault Job", "Mira")
	h.must(gm, model.Note{Text: "the alarm goes off"})
	c.sees("the alarm goes off")
	blob := string(key.PublicKey().Marshal())
	secrets := []string{words, other, plainOf(words), plainOf(other), blob, base64.StdEncoding.EncodeToString([]byte(blob)),
		strings.TrimPrefix(ssh.FingerprintSHA256(key.PublicKey()), "SHA256:")}
	var export bytes.Buffer
	if err := transfer.Export(&export, h.live, gm); err != nil {
		t.Fatal(err)
	}
	texts := map[string][]byte{"an export": export.Bytes()}
	files, err := filepath.Glob(h.live.Path() + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if texts[file], err = os.ReadFile(file); err != nil {
			delete(texts, file) // a folder
		}
	}
	if len(texts) < 2 || !bytes.Contains(texts["an export"], []byte("the alarm goes off")) {
		t.Fatalf("only %d texts are looked into", len(texts))
	}
	err = filepath.WalkDir(h.folder.Store.Kept, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			texts[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for where, text := range texts {
		for i, secret := range secrets {
			switch {
			case !bytes.Contains(text, []byte(secret)):
			case i == len(secrets)-1 && strings.Contains(where, string(filepath.Separator)+"keys"+string(filepath.Separator)):
				kept++ // the fingerprint of a key is stored under its record
			default:
				t.Errorf("%s holds %q", where, secret)
			}
		}
	}
	if kept != 1 {
		t.Errorf("the fingerprint is kept %d times: this looks for something else", kept)
	}
}

func plainOf(words string) string { return strings.ReplaceAll(words, "-", "") }

// TestInvitesTried checks that tries are counted in each connection, so that a stranger
// cannot use up somebody's invite.
func TestInvitesTried(t *testing.T) { both(t, "d6", invitesTried) }

func invitesTried(t *testing.T, h *testHost) {
	words, err := h.invite(model.Seat{Role: model.Player, Name: "Mira"})
	if err != nil {
		t.Fatal(err)
	}
	c := h.come("stranger", newKey(t))
	h.nowhere(c)
	for range 6 {
		h.redeems(c, "babab-babab-babab-babab")
	}
	c.ends()
	if err := h.guests.Redeem(words, "", h.now, welcome); err != nil {
		t.Error("the invite is gone:", err)
	}
}

func welcome(serve.Invite) error { return nil }

// TestInviteGivenBack checks that an invite that failed for a reason of the table can be
// used again.
func TestInviteGivenBack(t *testing.T) { both(t, "d6", inviteGivenBack) }

func inviteGivenBack(t *testing.T, h *testHost) {
	words, err := h.invite(model.Seat{Role: model.Player, Name: "Mira"})
	if err != nil {
		t.Fatal(err)
	}
	h.seated("M1ra", 0) // meanwhile somebody took a name that looks like it
	c := h.come("somebody", newKey(t))
	h.nowhere(c)
	h.redeems(c, words)
	c.sees("now has a name like that")
	c.never("M1ra")
	if err := h.server.Admissions().Revoke(model.Seat{Role: model.Player, Name: "M1ra"}); err != nil {
		t.Fatal(err)
	}
	h.must(gm, decide.AssignOwner(h.live.Now().Characters()[0], ""))
	h.redeems(c, words)
	c.sees("The Vault Job", "Mira")
	if err := h.guests.Redeem(words, "", h.now, welcome); !errors.Is(err, serve.ErrNoInvite) {
		t.Errorf("after that it lets in again: %v", err)
	}
}

func TestInviteExpires(t *testing.T) {
	h := open(t, "d6")
	words, err := h.guests.Invite(h.live.Now(), serve.Invite{Seat: model.Seat{Role: model.Watcher, Name: "Jo"}, Expires: h.now})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.guests.Redeem(words, "", h.now.Add(time.Second), welcome); !errors.Is(err, serve.ErrExpired) {
		t.Errorf("an old invite: %v", err)
	}
	if err := h.guests.Redeem(words, "", h.now, welcome); err != nil {
		t.Errorf("in its time: %v", err)
	}
}

// TestInviteOfAKilledHost checks that an invite is not lost if the host is killed while it
// admits somebody: the same key can use it again, somebody without a key after a while, but
// no other key.
func TestInviteOfAKilledHost(t *testing.T) {
	h := open(t, "d6")
	killed := func(serve.Invite) error { panic("killed") }
	for _, key := range []string{"ssh-ed25519 hers", ""} {
		words, err := h.guests.Invite(h.live.Now(), serve.Invite{Seat: model.Seat{Role: model.Player, Name: "Mira"}, Expires: h.now.Add(time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = h.guests.Redeem(words, key, h.now, killed)
		}()
		for _, other := range []string{"ssh-ed25519 another", ""} {
			if err := h.guests.Redeem(words, other, h.now, welcome); !errors.Is(err, serve.ErrNoInvite) {
				t.Errorf("%q comes in with the invite of %q: %v", other, key, err)
			}
		}
		later := h.now.Add(2 * time.Minute)
		if err := h.guests.Redeem(words, key, later, welcome); err != nil {
			t.Errorf("%q no longer comes in: %v", key, err)
		}
		if err := h.guests.Redeem(words, key, later, welcome); !errors.Is(err, serve.ErrNoInvite) {
			t.Errorf("%q comes in twice: %v", key, err)
		}
	}
}

// TestRevoked checks that revoking a seat ends its screens at once, and that its key is
// then unknown.
func TestRevoked(t *testing.T) { both(t, "trip", revoked) }

func revoked(t *testing.T, h *testHost) {
	key := h.seated("Mira", 0)
	c := h.come("mira", key)
	c.sees("The Vault Job")
	if err := h.server.Admissions().Revoke(model.Seat{Role: model.Player, Name: "Mira"}); err != nil {
		t.Fatal(err)
	}
	seq := h.live.Now().Seq()
	if !h.many { // where they would go to the list
		_, _ = io.WriteString(c.in, "Mstill here\r") // keys on their way, if it is still open
	}
	h.goes(c, "taken your seat away")
	if now := h.live.Now().Seq(); now != seq {
		t.Errorf("%d events came behind it", now-seq)
	}
	again := h.come("mira", key)
	h.nowhere(again)
	again.never("Vault")
}

// TestRevokedInvites checks that a revoked seat cannot be taken again with an earlier
// invite, and that other invites still work.
func TestRevokedInvites(t *testing.T) { both(t, "trip", revokedInvites) }

func revokedInvites(t *testing.T, h *testHost) {
	h.seated("Mira", 0)
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	hers, err := h.invite(mira)
	if err != nil {
		t.Fatal(err)
	}
	toms, err := h.invite(model.Seat{Role: model.Player, Name: "Tom"})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.server.Admissions().Revoke(mira); err != nil {
		t.Fatal(err)
	}
	if err := h.guests.Redeem(hers, "", h.now, welcome); !errors.Is(err, serve.ErrNoInvite) {
		t.Errorf("her invite: %v", err)
	}
	if err := h.guests.Redeem(toms, "", h.now, welcome); err != nil {
		t.Errorf("Tom's invite: %v", err)
	}
}

// TestNamedGamemaster checks that the key given as the gamemaster's has that seat from
// anywhere, that merely offering it is not enough, and that it can be revoked.
func TestNamedGamemaster(t *testing.T) { both(t, "supermen", namedGamemaster) }

func namedGamemaster(t *testing.T, h *testHost) {
	gms, own := h.gms, newKey(t)
	c := h.come("x", gms)
	h.chooses(c)
	c.sees("The Vault Job", "1 Roster")
	for _, signers := range [][]ssh.Signer{{liar{own, gms.PublicKey()}}, {liar{own, gms.PublicKey()}, own}} {
		if conn, err := ssh.Dial("tcp", h.addr, h.config("gm", ssh.PublicKeys(signers...))); err == nil {
			conn.Close()
			t.Error("a false signature lets in")
		}
	}
	if err := h.server.Admissions().Revoke(gm); err != nil {
		t.Fatal(err)
	}
	h.goes(c, "taken your seat away")
	again := h.come("x", gms)
	h.nowhere(again)
	again.never("Vault")
}

// TestLookalike checks that the gamemaster is told about a name that equals or resembles
// another.
func TestLookalike(t *testing.T) {
	h := open(t, "supermen")
	h.seated("Mira", 0)
	for _, name := range []string{"mira", "MIRA", "Mirа", "M1ra", " Mira ", "M\u200bira"} { // the third has a Cyrillic letter
		if got := h.guests.Taken(h.live.Now(), name); got.Name != "Mira" {
			t.Errorf("%q looks like %v", name, got)
		}
	}
	for _, name := range []string{"gm", "GM", "Everyone", "ＧＭ", "Mirа"} {
		_, err := h.guests.Invite(h.live.Now(), serve.Invite{Seat: model.Seat{Role: model.Player, Name: name}, Expires: h.now.Add(time.Hour)})
		if err == nil {
			t.Errorf("%q is invited", name)
		}
	}
	for _, name := range []string{"Mirko", "Tom", "Miranda"} {
		if got := h.guests.Taken(h.live.Now(), name); got != (model.Seat{}) {
			t.Errorf("%q looks like %v", name, got)
		}
	}
}

// TestComesAgain checks that a player who returns has the same seat, and the screen the
// same place.
func TestComesAgain(t *testing.T) { both(t, "supermen", comesAgain) }

func comesAgain(t *testing.T, h *testHost) {
	key := h.seated("Mira", 0)
	c := h.come("mira", key)
	c.sees("The Vault Job")
	c.types("\t", "z") // the order of turns in full size
	c.sees("Order")
	c.types("q")
	c.ends()
	again := h.come("mira", key)
	again.sees("The Vault Job", "Order")
	if strings.Contains(again.vt.String(), "what now?") {
		t.Errorf("it is not where it was left:\n%s", again.vt)
	}
}

// TestOnlyScreens checks that commands, subsystems and forwarding are refused.
func TestOnlyScreens(t *testing.T) { both(t, "supermen", onlyScreens) }

func onlyScreens(t *testing.T, h *testHost) {
	key := h.seated("Mira", 0)
	conn, err := ssh.Dial("tcp", h.addr, h.config("mira", ssh.PublicKeys(key)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Dial("tcp", "127.0.0.1:1"); err == nil {
		t.Error("a connection was forwarded")
	}
	if _, err := conn.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("a port was opened")
	}
	if ok, _, err := conn.SendRequest("no-such-thing", true, nil); ok || err != nil {
		t.Error("an unknown request:", ok, err)
	}
	s, err := conn.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.RequestSubsystem("sftp"); err == nil {
		t.Error("there is sftp")
	}
	if err := s.Start("cat /etc/passwd"); err == nil {
		t.Error("a command was taken")
	}
	if _, err := conn.NewSession(); err == nil {
		t.Error("one connection has two screens")
	}
}

// TestOnlyKeys checks that nobody can log in without a key or an invite.
func TestOnlyKeys(t *testing.T) { both(t, "supermen", onlyKeys) }

func onlyKeys(t *testing.T, h *testHost) {
	h.seated("Mira", 0)
	for name, auth := range map[string][]ssh.AuthMethod{
		"nothing":  nil,
		"password": {ssh.Password("mira")},
		"questions": {ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
			return nil, nil
		})},
	} {
		if conn, err := ssh.Dial("tcp", h.addr, h.config("mira", auth...)); err == nil {
			conn.Close()
			t.Errorf("%s lets in", name)
		}
	}
}

// liar offers somebody else's key, and signs with its own.
type liar struct {
	ssh.Signer
	offers ssh.PublicKey
}

func (l liar) PublicKey() ssh.PublicKey { return l.offers }

// TestOfferedKey checks that somebody who offers a key without owning it does not get its
// seat, even if they log in with their own key.
func TestOfferedKey(t *testing.T) { both(t, "supermen", offeredKey) }

func offeredKey(t *testing.T, h *testHost) {
	miras := h.seated("Mira", 0).PublicKey()
	own := newKey(t)
	conn, err := ssh.Dial("tcp", h.addr, h.config("mira", ssh.PublicKeys(liar{own, miras}, own)))
	if err == nil {
		conn.Close()
		t.Error("a false signature lets in")
	}
	conn, err = ssh.Dial("tcp", h.addr, h.config("mira", ssh.PublicKeys(liar{own, miras})))
	if err == nil {
		conn.Close()
		t.Error("a false signature lets in")
	}
}

// TestSamePerson checks what happens when somebody gives a name that is taken: the same
// person gets the seat with a second key. Somebody else is asked for another name, and gets
// nothing of that seat.
func TestSamePerson(t *testing.T) { both(t, "supermen", samePerson) }

func samePerson(t *testing.T, h *testHost) {
	hall := h.server.Admissions()
	seraph := h.live.Now().Characters()[0]
	first := h.come("mira", newKey(t))
	h.nowhere(first)
	h.asksAs(first, "mira")
	if err := hall.Admit(h.waits(1)[0].ID, model.Seat{Role: model.Player, Name: "Mira"}, []string{seraph.ID}); err != nil {
		t.Fatal(err)
	}
	h.isIn(first)
	mira, _ := h.live.Now().SeatOf("Mira")

	laptop := h.come("m1ra", newKey(t))
	h.nowhere(laptop)
	h.asksAs(laptop, "m1ra")
	w := h.waits(1)[0]
	if w.Similar != mira {
		t.Fatalf("%+v looks like %+v", w, mira)
	}
	for _, name := range []string{"Mira", "m1ra"} {
		if err := hall.Admit(w.ID, model.Seat{Role: model.Player, Name: name}, nil); err == nil {
			t.Errorf("a second %s has a seat", name)
		}
	}
	if err := hall.AskName(w.ID); err != nil {
		t.Fatal(err)
	}
	laptop.sees("another name")
	laptop.never("Vault", "Mira")
	h.waits(0)
	h.asksAs(laptop, "Jo")
	w = h.waits(1)[0]
	if w.Name != "Jo" || w.Similar != (model.Seat{}) {
		t.Fatalf("%+v waits", w)
	}
	if err := hall.Admit(w.ID, mira, nil); err != nil {
		t.Fatal(err)
	}
	h.isIn(laptop)
	laptop.sees("you are Seraph", "Mira")
	here := hall.Here()
	if len(here) != 1 || here[0].Seat != mira || here[0].Screens != 2 || len(here[0].Keys) != 2 {
		t.Errorf("here are %+v", here)
	}
	h.must(gm, model.NameSeat{Seat: mira, Name: "Miranda"})
	for _, c := range []*client{first, laptop} {
		c.sees("Miranda")
	}
	if err := hall.Revoke(mira); err != nil {
		t.Fatal(err)
	}
	h.goes(first, "taken your seat away")
	h.goes(laptop, "taken your seat away")
}

// TestInviteForATakenName checks that an invite without a name does not admit anybody under
// a name that is taken, does not say whose it is, and can be tried again.
func TestInviteForATakenName(t *testing.T) { both(t, "d6", inviteForATakenName) }

func inviteForATakenName(t *testing.T, h *testHost) {
	h.seated("Mira", 0)
	words, err := h.invite(model.Seat{Role: model.Player})
	if err != nil {
		t.Fatal(err)
	}
	c := h.come("mira", newKey(t))
	h.nowhere(c)
	h.redeems(c, words)
	if h.many {
		c.sees("as and your name")
		c.never("Mira")
		h.redeems(c, words+" as Zoe")
	} else {
		c.sees("type another name above")
		c.never("Vault", "Mira")
		c.types("\t\x15", "Zoe", "\r")
	}
	c.sees("The Vault Job", "Zoe")
	if mira := (model.Seat{Role: model.Player, Name: "Mira"}); len(view.SeenBy(h.live.Now(), mira).Characters()) == 0 || h.live.Now().Characters()[0].Owner != "Mira" {
		t.Error("Mira has lost her character")
	}
}

// TestPlainOverSSH plays in lines without a terminal, and reads at once what others do, who
// is connected, and for whom the table waits.
func TestPlainOverSSH(t *testing.T) {
	h := open(t, "d6")
	mira := h.comePlain("mira", h.seated("Mira", 0))
	mira.sees("The Vault Job", "Away: the gamemaster")
	h.must(gm, model.Note{Text: "the alarm goes off"})
	mira.sees("the alarm goes off")
	mira.types("roll 3d6+2 for the door\n")
	mira.sees("throws 3d6+2 for the door, about 12.5", "Please add a word to the dice")
	mira.types("word banana\n", "roll 3d6+2 for the door\n")
	mira.sees("the odds: 12.5 on average")
	mira.types("hidden d20\n")
	mira.sees("only the gamemaster can make hidden rolls")
	tom := h.come("tom", h.seated("Tom", 1))
	mira.sees("Here: Mira, Tom")
	all := h.live.Now().Characters()
	x := &table{testHost: h}
	x.askPlayer(model.Seat{Role: model.Player, Name: "Tom"}, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage", Params: engine.PageOf("bonus", 20)}, "other.character-points")
	mira.sees("Mira (has to decide)", "A question for you:")
	tom.sees("▶Mira ● to decide")
	mira.types("open\n")
	mira.sees("other.character-points>")
	seq := h.live.Now().Seq()
	mira.types("\n")
	x.mira, x.tom = mira, tom
	x.grows(seq, mira)
	mira.types("quit\n")
	mira.ends()
}

// TestWaitingInLines waits without a terminal, and is admitted by the gamemaster or by an
// invite.
func TestWaitingInLines(t *testing.T) { both(t, "d6", waitingInLines) }

func waitingInLines(t *testing.T, h *testHost) {
	words, err := h.invite(model.Seat{Role: model.Player, Name: "Mira"})
	if err != nil {
		t.Fatal(err)
	}
	mira := h.comePlain("mira", newKey(t))
	h.nowhere(mira)
	mira.never("The Vault Job")
	mira.types("invite wrong words\n")
	mira.sees("there is no such invite")
	mira.types("invite " + words + "\n")
	if !h.many {
		mira.sees("The gamemaster has let you in")
	}
	mira.sees("The Vault Job", "Type the number")
	mira.types("note I am here\n")
	mira.sees("I am here")

	tom := h.comePlain("tom", newKey(t))
	h.nowhere(tom)
	h.asksAs(tom, "  Tom ")
	waiting := h.waits(1)
	if waiting[0].Name != "Tom" {
		t.Errorf("%q waits", waiting[0].Name)
	}
	if err := h.server.Admissions().Admit(waiting[0].ID, model.Seat{Role: model.Watcher, Name: "Tom"}, nil); err != nil {
		t.Fatal(err)
	}
	h.isIn(tom)
	tom.types("quit\n")
	if h.many {
		tom.types("quit\n")
	}
	tom.ends()

	zoe := h.comePlain("zoe", newKey(t))
	h.nowhere(zoe)
	zoe.types("quit\n") // not a name
	zoe.ends()
}

// TestGamemasterInLines checks that a gamemaster in lines is told who waits and what seats
// do, and can admit, send away and clear.
func TestGamemasterInLines(t *testing.T) { both(t, "d6", gamemasterInLines) }

func gamemasterInLines(t *testing.T, h *testHost) {
	host := h.comesGM()
	host.sees("The Vault Job", "Type the number")
	tom := h.asks(newKey(t), "Tom")
	host.sees("1. Tom waits: SHA256:")
	silent := h.comePlain("", newKey(t))
	h.nowhere(silent)
	ann := h.asks(newKey(t), "Ann")
	host.sees("2. Ann waits: SHA256:", "let NUMBER in")
	if !h.many {
		host.sees("who have said no name wait")
	}
	host.types("let 1 in as watcher\n")
	h.isIn(tom)
	host.sees("1. Ann waits")
	host.types("send 1 away\n")
	ann.sees("the gamemaster did not let you in")
	host.types("send 3 away\n")
	host.sees("Say who by the number")
	host.types("clear waiting\n")
	if h.many { // whoever is at the list waits at no table
		host.sees("Done.")
		silent.types("quit\n")
		ann.types("quit\n")
	}
	silent.ends()
	ann.ends()
	if seat, ok := h.live.Now().SeatOf("Tom"); !ok || seat.Role != model.Watcher {
		t.Errorf("Tom sits as %+v", seat)
	}
	tom.types("let 1 in\n")
	tom.never("Done")
}

// TestLinesEnd checks that a player in lines is told when the table closes, and that later
// input has no effect.
func TestLinesEnd(t *testing.T) { both(t, "d6", linesEnd) }

func linesEnd(t *testing.T, h *testHost) {
	mira, tom := h.comePlain("mira", h.seated("Mira", 0)), h.comePlain("tom", h.seated("Tom", 1))
	mira.sees("The Vault Job", "Type the number")
	tom.sees("The Vault Job", "Type the number")
	if err := h.server.Admissions().Revoke(model.Seat{Role: model.Player, Name: "Mira"}); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(mira.in, "note still here\n") // it may be closed by now
	h.goes(mira, "fray: the gamemaster has taken your seat away")
	h.must(gm, model.Note{Text: "the alarm goes off"})
	tom.sees("the alarm goes off")
	tom.never("still here")
	h.host.Shutdown(patience)
	tom.sees("fray: the gamemaster has closed the table")
	tom.ends()
}

// TestSeenHash checks that whoever leaves is told the newest hash of the log, and that they are
// told, in lines and on a screen, when the log no longer leads up to it.
func TestSeenHash(t *testing.T) {
	h := open(t, "supermen")
	key := h.seated("Mira", 0)
	mira := h.come("mira", key)
	mira.sees("The Vault Job")
	mira.types("q")
	_, hash := h.live.Seal()
	mira.sees("for fray check --hash:", hash)
	mira.ends()
	h.must(gm, model.Note{Text: "what came since"})
	again := h.comePlain("mira", key)
	again.sees("Type the number")
	again.types("quit\n")
	again.ends()
	again.never("no longer leads up to")
	for n, come := range []func(string, ssh.Signer) *client{h.comePlain, h.come} {
		name := []string{"Tom", "Ann"}[n]
		key := h.seated(name, 1)
		h.guests.KeepSeen(model.Seat{Role: model.Player, Name: name}, strings.Repeat("ab", 32))
		come("x", key).sees("no longer leads up to abababab")
	}
}
