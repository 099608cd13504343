package earlier_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

// hostileSchemas are tables of the earlier form that somebody has changed.
var hostileSchemas = map[string]string{
	"an endless view":              `DROP TABLE events; CREATE VIEW events AS WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq+1 FROM n) SELECT seq, '{}' AS body, x'00' AS hash FROM n WHERE seq < 0`,
	"an endless view of snapshots": `DROP TABLE snapshots; CREATE VIEW snapshots AS WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT seq, 1 AS edition, x'00' AS body FROM n`,
	"a trigger":                    `CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END`,
	"an index":                     `CREATE INDEX i ON events (hash)`,
	"another table":                `CREATE TABLE more (x)`,
	"a virtual table":              `CREATE VIRTUAL TABLE more USING fts5(x)`,
	"a column more":                `ALTER TABLE events ADD COLUMN more GENERATED ALWAYS AS (randomblob(1000000000)) VIRTUAL`,
	"a table less":                 `DROP TABLE hidden`,
	"another number":               `PRAGMA user_version = 9`,
	"of somebody":                  `PRAGMA application_id = 7`,
	"a million tables":             `PRAGMA writable_schema=ON; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT 30000) INSERT INTO sqlite_schema SELECT 'table', 't'||i, 't'||i, 0, 'CREATE TABLE t'||i||'(x)' FROM n`,
	"a long row":                   `UPDATE events SET body = hex(zeroblob(20000000)) WHERE seq = 5`,
	"rows of nothing":              `DELETE FROM events; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT 300000) INSERT INTO events SELECT i, '', '' FROM n`,
	"a late number":                `UPDATE events SET seq = 9000000000000 WHERE seq = 37`,
	"negative numbers":             `UPDATE events SET seq = -seq`,
	"deep JSON":                    `UPDATE events SET body = '{"seq":5,"facts":' || replace(hex(zeroblob(1000000)), '0', '[') WHERE seq = 5`,
}

// Tables of the earlier form that were made to harm are read in bounds or refused, in
// little time, and nothing of theirs is run.
func TestHostileEarlier(t *testing.T) {
	good, err := os.ReadFile("../../testdata/v2.fray")
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, path string) {
		t.Helper()
		start := time.Now()
		made := 0
		log, _, err := transfer.ImportEarlier(t.Context(), path, transfer.Target{
			Make:  func(string) (saves.Log, error) { made++; return saves.NewMemory(), nil },
			Drop:  func(saves.Log) error { made--; return nil },
			Rules: model.Rulebooks{}, Now: time.Now,
		})
		if (err == nil) != (log != nil) || err != nil && (len(err.Error()) > 1000 || made > 0) {
			t.Errorf("%s: %v", what, err)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s took %v", what, took)
		}
		t.Log(what, err)
	}
	for what, sql := range hostileSchemas {
		path := filepath.Join(t.TempDir(), "x.fray")
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := sqlite3.Open("file:" + filepath.ToSlash(path))
		if err == nil {
			err = errors.Join(c.Exec(sql), c.Close())
		}
		if err != nil {
			t.Logf("%s: %v", what, err)
		}
		try(what, path)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for n := range 20 {
		b := bytes.Clone(good)
		for range 1 + rng.IntN(40) {
			b[100+rng.IntN(len(b)-100)] = byte(rng.IntN(256))
		}
		if n%5 == 0 {
			b = b[:rng.IntN(len(b))]
		}
		path := filepath.Join(t.TempDir(), "x.fray")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		try(fmt.Sprint("random bytes ", n), path)
	}
}
