//go:build unix

package cli

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/postgres/pgtest"
	"example.org/fray/ui/serve"
)

var withDatabase = flag.Bool("postgres", false, "start a real PostgreSQL and play in it")

// TestDatabase copies a table into the database, plays it from two machines, and copies it
// out again.
func TestDatabase(t *testing.T) {
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	db := pgtest.Start(t)
	one, two := newHome(t), newHome(t)
	store := "--store=" + db.URL()
	said := func(h home, stdin string, status int, want string, args ...string) {
		t.Helper()
		if r := h.fray(stdin, args...); r.status != status || !strings.Contains(r.out+r.err, want) {
			t.Errorf("fray %s: %d\n%s%s", strings.Join(args, " "), r.status, r.out, r.err)
		}
	}
	said(one, "", 2, "no store is named", "store", "put", "vault")
	said(one, "", 1, "has no role", "store", "init", db.Owner(), "--role", "nobody")
	said(one, "", 0, "ready", "store", "init", db.Owner(), "--role", pgtest.Player)
	said(one, "add seraph\nq\n", 0, "Seraph", "play", "Vault", "--new", "--plain")
	said(one, "", 2, "--new creates it", store, "play", "Vault", "--plain")
	words := invited(t, one, "vault", "Ann")
	key, _ := newPublicKey(t)
	before := guestsOf(t, one, "vault")
	if err := before.Admit(key, model.Seat{Role: model.Player, Name: "Bea"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(one.saves, "vault.fray")
	held, err := logfile.Open(file, logfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	said(one, "", 1, "is open in another fray", store, "store", "put", "vault")
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	said(one, "", 0, "is in the store", store, "store", "put", "vault")
	said(one, "", 1, "exists already", store, "store", "put", "vault")
	said(two, "add footpad\nq\n", 0, "Footpad", store, "play", "vault", "--plain")
	said(one, "", 0, "Footpad", store, "log", "vault")
	said(one, "", 0, "Footpad", store, "show", "vault")
	said(one, "", 0, "everything is in order", store, "check", "vault")
	s, err := postgres.Open(t.Context(), db.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	played, err := s.Open(t.Context(), "vault")
	if err != nil {
		t.Fatal(err)
	}
	said(two, "", 1, "is being played", store, "store", "get", "vault")
	if err := played.Close(); err != nil {
		t.Fatal(err)
	}
	said(two, "", 0, "is in "+two.saves, store, "store", "get", "vault")
	after := guestsOf(t, two, "vault")
	if g, known := after.Guest(key); !known || g.Seat.Name != "Bea" {
		t.Errorf("the key came out of the store as %v, %v", g, known)
	}
	if err := after.Works(words, time.Now()); err != nil {
		t.Errorf("out of the store, the invite does not work: %v", err)
	}
	newest := regexp.MustCompile("newest hash [0-9a-f]{64}")
	if a, b := newest.FindString(two.fray("", store, "check", "vault").out), newest.FindString(two.fray("", "check", "vault").out); a == "" || a != b {
		t.Errorf("in the store %s, and in the file %s", a, b)
	}
	fromStolen(t, db, s, words)
	said(two, "", 0, "Footpad", "log", "vault")
	said(two, "", 0, "everything is in order", "check", "vault")
	folder := filepath.Join(t.TempDir(), "logs")
	said(two, "", 0, "3 events added", store, "store", "export", folder)
	said(two, "who\nq\n", 0, "", store, "play", "vault", "--plain")
	said(one, "add footpad\nq\n", 0, "Footpad", store, "play", "vault", "--plain")
	said(two, "", 0, "1 event added", store, "store", "export", folder)
	said(one, "", 2, "was not deleted", store, "restore", "vault", "--deleted")
	if text, err := os.ReadFile(filepath.Join(folder, "vault.jsonl")); err != nil || strings.Count(string(text), "\n") != 4 {
		t.Errorf("exported are %v\n%s", err, text)
	}
	said(two, "", 0, "0 events added", store, "store", "export", folder)
	said(two, "q\n", 0, "Hexfall", store, "play", "Hexfall", "--new", "--plain")
	said(one, "", 2, "it has Hexfall, Vault", store, "log", "nothing")
}

// invited makes an invite, and gives its words.
func invited(t *testing.T, h home, table, name string) string {
	t.Helper()
	var made struct{ Invite string }
	if r := h.fray("", "invite", table, "--as", name, "--json"); json.Unmarshal([]byte(r.out), &made) != nil || made.Invite == "" {
		t.Fatalf("invited: %s%s", r.out, r.err)
	}
	return made.Invite
}

// guestsOf opens the guest list of a table in a file.
func guestsOf(t *testing.T, h home, table string) *serve.GuestList {
	t.Helper()
	a := &app{env: h.env}
	live, err := lookAtFile(a, filepath.Join(h.saves, table+".fray"))
	if err != nil {
		t.Fatal(err)
	}
	guests, err := serve.OpenGuestListOf(live)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = guests.Close(), live.Close() })
	return guests
}

// newPublicKey makes a key.
func newPublicKey(t *testing.T) (ssh.PublicKey, ed25519.PublicKey) {
	t.Helper()
	public, _, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return key, public
}

// fromStolen fails where a copy of the database holds an invite or a key: the invite came into
// it with the table, and works there.
func fromStolen(t *testing.T, db *pgtest.Server, s *postgres.Store, words string) {
	t.Helper()
	log, err := s.Look(t.Context(), "vault")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	records, err := s.Records(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	guests, err := serve.OpenGuestList(records)
	if err != nil {
		t.Fatal(err)
	}
	if err := guests.Works(words, time.Now()); err != nil {
		t.Errorf("the invite does not work: %v", err)
	}
	key, public := newPublicKey(t)
	if err := guests.Admit(key, model.Seat{Role: model.Player, Name: "Tom"}, time.Now()); err != nil {
		t.Fatal(err)
	}
	dump := db.Dump(t)
	if !strings.Contains(dump, ssh.FingerprintSHA256(key)) {
		t.Error("the copy has no fingerprint: this looks for something else")
	}
	blob := key.Marshal()
	for what, secret := range map[string]string{
		"the invite": words, "the letters of the invite": strings.ReplaceAll(words, "-", ""),
		"the key": base64.RawStdEncoding.EncodeToString(blob[len(blob)-32:]), "the whole key": base64.StdEncoding.EncodeToString(blob), "the bytes of the key": hex.EncodeToString(public),
	} {
		if strings.Contains(dump, secret) {
			t.Errorf("the copy holds %s", what)
		}
	}
}

// TestStoreKeepsAllOfATable copies a table of each rulebook, with long texts and a long name,
// into the database and out of it again: the export of the copy is that of the table.
func TestStoreKeepsAllOfATable(t *testing.T) {
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	db := pgtest.Start(t)
	one, two := newHome(t), newHome(t)
	store := "--store=" + db.URL()
	does := func(h home, stdin string, args ...string) result {
		t.Helper()
		r := h.fray(stdin, args...)
		if r.status != done {
			t.Fatalf("fray %s: %d\n%.500s%.500s", strings.Join(args, " "), r.status, r.out, r.err)
		}
		return r
	}
	does(one, "", "store", "init", db.Owner(), "--role", pgtest.Player)
	for _, sys := range allSystems(&app{env: one.env}) {
		name := sys.ID + " " + strings.Repeat("漢é<b>'", 20)[:40]
		name = strings.TrimSpace(model.Clean(strings.ToValidUTF8(name, ""), model.LongestName))
		note := strings.Repeat("\"é\\ 漢字 ", 200)
		does(one, "add "+sys.Templates[0].Name+"\nnote "+note+"\nquit\n", "--plain", "play", "--new", "--rulebook", sys.ID, "--", name)
		does(one, "", store, "store", "put", "--", name)
		does(two, "", store, "store", "get", "--", name)
		if was, is := does(one, "", "export", "--", name).out, does(two, "", "export", "--", name).out; was != is || !strings.Contains(was, sys.Templates[0].Name) {
			t.Errorf("%s: what comes out of the store is otherwise: %d bytes, and not %d", sys.ID, len(is), len(was))
		}
		does(two, "note it goes on\nquit\n", "--plain", "play", "--", name)
		if r := does(two, "", "check", "--", name); !strings.Contains(r.out, "everything is in order") {
			t.Errorf("%s: %s", sys.ID, r.out)
		}
	}
}
