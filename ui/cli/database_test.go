//go:build unix

package cli

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/saves/postgres/pgtest"
)

var withDatabase = flag.Bool("postgres", false, "start a real PostgreSQL and play in it")

// A table is carried into the database, played there from two machines, and carried out.
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
	said(one, "", 0, "is in the store", store, "store", "put", "vault")
	said(one, "", 1, "exists already", store, "store", "put", "vault")
	said(two, "add footpad\nq\n", 0, "Footpad", store, "play", "vault", "--plain")
	said(one, "", 0, "Footpad", store, "log", "vault")
	said(one, "", 0, "Footpad", store, "show", "vault")
	said(one, "", 0, "everything is in order", store, "check", "vault")
	said(two, "", 0, "is in "+two.saves, store, "store", "get", "vault")
	said(two, "", 0, "Footpad", "log", "vault")
	said(two, "", 0, "everything is in order", "check", "vault")
	folder := filepath.Join(t.TempDir(), "logs")
	said(two, "", 0, "3 events added", store, "store", "export", folder)
	said(two, "who\nq\n", 0, "", store, "play", "vault", "--plain")
	said(one, "add footpad\nq\n", 0, "Footpad", store, "play", "vault", "--plain")
	said(two, "", 0, "1 event added", store, "store", "export", folder)
	if text, err := os.ReadFile(filepath.Join(folder, "vault.jsonl")); err != nil || strings.Count(string(text), "\n") != 4 {
		t.Errorf("exported are %v\n%s", err, text)
	}
	said(two, "q\n", 0, "Hexfall", store, "play", "Hexfall", "--new", "--plain")
	said(one, "", 2, "it has Hexfall, Vault", store, "log", "nothing")
}
