//go:build unix

package postgres_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/postgres/pgtest"
)

// rawWords are words of the driver, of Go and of SQL, and the password of the tests.
var rawWords = regexp.MustCompile(`SQLSTATE|FATAL|ERROR|pgconn|pgx|dial |tcp|lookup |x509|tls:|TLS connection|no rows|relation|permission denied|context |deadline|EOF|unexpected|parse |%!|<nil>|SELECT|hunter2|secret`)

// TestNoRawWords opens stores that cannot be opened, and asks stores that somebody has spoiled
// behind a program that plays: what is told is made for people, and no password stands in it.
func TestNoRawWords(t *testing.T) {
	db := server(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "empty.pem"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	told := func(what string, err error, wants ...string) {
		t.Helper()
		if err == nil {
			t.Errorf("%s: no error", what)
			return
		}
		if raw := rawWords.FindString(err.Error()); raw != "" {
			t.Errorf("%s: %q stands in: %v", what, raw, err)
		}
		for _, want := range wants {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not stand in: %v", what, want, err)
			}
		}
	}
	at := db.Host()
	for url, want := range map[string]string{
		"postgres://nobody:hunter2@" + at + "/postgres":                                               "does not let this role in",
		"postgres://player:hunter2@" + at + "/nothing":                                                "no such database",
		"postgres://player:hunter2@127.0.0.1:1/postgres":                                              "no PostgreSQL listens",
		"postgres://player:hunter2@nowhere.invalid/postgres":                                          "nowhere.invalid",
		"postgres://player:hunter2@" + at + "/postgres?sslmode=require":                               "offers no TLS",
		"postgres://player:hunter2@" + at + "/postgres?sslmode=maybe":                                 "postgres://ROLE",
		"postgres://player:hunter2@" + at + "/postgres?sslmode=verify-full&sslrootcert=/no/such.file": "/no/such.file",
		"postgres://player:secret hunter2@" + at + "/postgres":                                        "%20",
		"postgres://player:hunter2@" + at + ":99999999/postgres":                                      "postgres://ROLE",
		"host=127.0.0.1 password=hunter2":                                                             "postgres://ROLE",
		"postgres://%zz:hunter2@" + at + "/postgres":                                                  "postgres://ROLE",
		"": "no address",
	} {
		_, err := postgres.Open(t.Context(), url)
		told("open "+url, err, want)
		if url != "" {
			told("init "+url, postgres.Init(t.Context(), strings.ReplaceAll(url, "player", pgtest.Migrator), pgtest.Player))
		}
	}
	db.Do(t, `CREATE DATABASE fresh`)
	told("a role without the right", postgres.Init(t.Context(), db.In("fresh"), pgtest.Player), "may not do that")

	for name, spoil := range map[string][2]string{
		"rights taken":      {`REVOKE ALL ON ALL TABLES IN SCHEMA fray FROM player`, `may not do that`},
		"no edition":        {`DELETE FROM fray.edition`, `something is missing`},
		"a column gone":     {`ALTER TABLE fray.lines DROP COLUMN body CASCADE; ALTER TABLE fray.records DROP COLUMN body; ALTER TABLE fray.tables DROP COLUMN desk CASCADE`, `was changed`},
		"dropped":           {`DROP SCHEMA fray CASCADE`, `is gone`},
		"another by a hand": {`CREATE RULE r AS ON INSERT TO fray.lines DO INSTEAD SELECT 1/0; ALTER TABLE fray.records ADD CHECK (id = 'x') NOT VALID`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			db := pgtest.Start(t)
			s := open(t, db)
			l, err := s.Create(t.Context(), "Hexfall")
			if err == nil {
				err = l.Append(t.Context(), 0, logtest.Events(1, 3))
			}
			if err != nil {
				t.Fatal(err)
			}
			records, err := s.Records(t.Context(), l)
			if err != nil {
				t.Fatal(err)
			}
			db.Do(t, spoil[0])
			var all []error
			tries := func(_ any, err error) { all = append(all, err) }
			tries(nil, l.Append(t.Context(), 3, logtest.Events(4, 1)))
			for _, err := range l.Read(t.Context(), 0) {
				tries(nil, err)
			}
			tries(s.List(t.Context()))
			tries(s.Find(t.Context(), "Hexfall"))
			tries(s.Create(t.Context(), "Another"))
			tries(s.OwnRecords(t.Context()))
			tries(s.Played(t.Context(), "Hexfall"))
			tries(s.With(t.Context(), saves.PresenceRecords, "x"))
			tries(records.Get(t.Context(), saves.PresenceRecords, "a"))
			tries(records.List(t.Context(), saves.PresenceRecords))
			tries(records.Take(t.Context(), saves.PresenceRecords, "a"))
			tries(nil, records.Put(t.Context(), saves.PresenceRecords, "a", []byte("[]"), 0))
			tries(nil, records.Add(t.Context(), saves.PresenceRecords, "b", []byte("[]")))
			tries(nil, s.CreateWhole(t.Context(), "Third", func(to saves.Log, _ saves.Records) error {
				return to.Append(t.Context(), 0, logtest.Events(1, 1))
			}))
			_, err = postgres.Open(t.Context(), db.URL())
			tries(nil, err)
			said := ""
			for _, err := range all {
				if err != nil && !errors.Is(err, saves.ErrNoRecord) {
					told(name, err)
					said += err.Error() + "\n"
				}
			}
			if said == "" || !strings.Contains(said, spoil[1]) {
				t.Errorf("%q is not told:\n%s", spoil[1], said)
			}
		})
	}
}

// TestRoleWithTooManyRights checks that a role that could change what was played is remarked upon
// when the store is opened.
func TestRoleWithTooManyRights(t *testing.T) {
	db := server(t)
	remark := func(url string) string {
		t.Helper()
		s, err := postgres.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		return s.Remark()
	}
	if words := remark(db.URL()); words != "" {
		t.Errorf("of the role that only adds: %s", words)
	}
	for url, role := range map[string]string{db.Migrator(): pgtest.Migrator, db.Owner(): "owner"} {
		if words := remark(url); !strings.Contains(words, role) || !strings.Contains(words, "could change or delete") || !strings.Contains(words, "fray store init") {
			t.Errorf("of %s: %q", role, words)
		}
	}
	for _, right := range []string{"UPDATE (body) ON fray.lines", "DELETE ON fray.lines", "TRUNCATE ON fray.seeds"} {
		db.Do(t, "GRANT "+right+" TO player")
		if words := remark(db.URL()); !strings.Contains(words, "player") {
			t.Errorf("with %s: %q", right, words)
		}
		db.Do(t, "REVOKE "+right+" FROM player")
	}
	for url, holds := range map[string]bool{"postgres://fray@db/fray": false, "postgres://fray:x@db/fray": true, "postgres://fray@db/fray?password=x": true, "postgres://db:5432/fray": false, "postgres://a@b/c postgres://a:b@c/d": true, "": false} {
		if postgres.HoldsPassword(url) != holds {
			t.Errorf("%s holds a password: %t", url, !holds)
		}
	}
}
