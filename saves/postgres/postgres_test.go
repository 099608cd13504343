//go:build unix

package postgres_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/postgres/pgtest"
)

var withDatabase = flag.Bool("postgres", false, "start a real PostgreSQL and try everything with it")

func TestMain(m *testing.M) {
	flag.Parse()
	if url := os.Getenv(hostOf); url != "" {
		beHost(url)
	}
	os.Exit(m.Run())
}

// server gives a database with a store.
func server(t testing.TB) *pgtest.Server {
	t.Helper()
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	return pgtest.Start(t)
}

// database is one that is reached at an address.
type database interface{ URL() string }

func open(t testing.TB, db database) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), db.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestLogAndRecords(t *testing.T) {
	db := server(t)
	// Each handle is of a store of its own half the time, as another program would have it.
	stores := []*postgres.Store{open(t, db), open(t, db)}
	var n atomic.Int64
	store := func() *postgres.Store { return stores[n.Add(1)%2] }
	create := func(t *testing.T) saves.Log {
		l, err := store().Create(t.Context(), fmt.Sprintf("table %d", n.Add(1)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		return l
	}
	again := func(t *testing.T, l saves.Log) saves.Log {
		b, err := store().Look(t.Context(), l.Path())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = b.Close() })
		return b
	}
	t.Run("log", func(t *testing.T) {
		logtest.TestLog(t, logtest.Store{
			New:    func(t *testing.T) saves.Log { return create(t) },
			Reopen: again, Beside: again, Appends: true,
		})
	})
	t.Run("records", func(t *testing.T) {
		logs := map[saves.Records]saves.Log{}
		records := func(t *testing.T, log saves.Log) saves.Records {
			d, err := store().Records(t.Context(), log)
			if err != nil {
				t.Fatal(err)
			}
			logs[d] = log
			t.Cleanup(func() { _ = d.Close() })
			return d
		}
		logtest.TestRecords(t, logtest.RecordsStore{
			New:  func(t *testing.T) saves.Records { return records(t, create(t)) },
			Open: func(t *testing.T, d saves.Records) saves.Records { return records(t, logs[d]) },
		})
	})
	t.Run("store", func(t *testing.T) {
		dbs := map[saves.Store]database{}
		again := func(t *testing.T, db database) saves.Store {
			s := open(t, db)
			s.Indexes = t.TempDir()
			dbs[s] = db
			return s
		}
		logtest.TestStore(t, logtest.Stores{
			New:   func(t *testing.T) saves.Store { return again(t, server(t)) },
			Again: func(t *testing.T, s saves.Store) saves.Store { return again(t, dbs[s]) },
		})
	})
}

// The role that plays adds, and changes nothing that stands.
func TestNothingIsRewritten(t *testing.T) {
	db := server(t)
	l, err := open(t, db).Create(t.Context(), "Hexfall")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(t.Context(), 0, append([]saves.Line{logtest.Other("seed")}, logtest.Events(1, 3)...)); err != nil {
		t.Fatal(err)
	}
	player := connect(t, db.URL())
	dump := db.Dump(t)
	for _, sql := range []string{
		`UPDATE fray.lines SET body = '{}'`, `DELETE FROM fray.lines`, `TRUNCATE fray.lines CASCADE`, `DROP TABLE fray.lines CASCADE`,
		`UPDATE fray.seeds SET body = '{}'`, `DELETE FROM fray.seeds`, `UPDATE fray.tables SET name = 'x'`, `DELETE FROM fray.tables`,
		`ALTER TABLE fray.lines DISABLE TRIGGER ALL`, `UPDATE fray.edition SET version = 0`, `DROP SCHEMA fray CASCADE`,
		`INSERT INTO fray.lines SELECT * FROM fray.lines ON CONFLICT (table_id, line) DO UPDATE SET body = '{}'`,
		`CREATE FUNCTION fray.f() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
		`CREATE TRIGGER t BEFORE INSERT ON fray.lines EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
		`CREATE RULE r AS ON INSERT TO fray.lines DO INSTEAD NOTHING`, `CREATE TABLE fray.x ()`, `TRUNCATE fray.seeds`, `DELETE FROM fray.edition`,
		`ALTER TABLE fray.lines OWNER TO player`, `ALTER TABLE fray.lines DROP CONSTRAINT lines_pkey`, `DROP INDEX fray.lines_pkey`,
		`MERGE INTO fray.lines l USING fray.tables t ON l.table_id = t.id WHEN MATCHED THEN DELETE`,
		`SET ROLE migrator`, `SET ROLE owner`, `ALTER ROLE player SUPERUSER`, `SET session_replication_role = replica`,
		`LOCK TABLE fray.lines`, `COPY fray.lines FROM PROGRAM 'true'`, `COPY fray.lines TO '/tmp/lines'`, `SELECT line FROM fray.lines FOR UPDATE`,
		`UPDATE fray.tables SET desk = 1, id = DEFAULT`, `UPDATE fray.lines SET saved = now()`, `VACUUM FULL fray.lines (nothing)`,
		`INSERT INTO fray.lines (table_id, line, seq, body, hash) VALUES (1, 2, 9, '{}', '')`,
		`INSERT INTO fray.seeds (table_id, line, body) VALUES (1, 1, '{}')`,
	} {
		if _, err := player.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was done", sql)
		}
	}
	_, _ = player.Exec(t.Context(), `GRANT ALL ON fray.lines TO player`) // of rights that it has not it grants none, and is only warned
	if _, err := player.PgConn().CopyFrom(t.Context(), strings.NewReader("1\t2\t9\t{}\t\n"), `COPY fray.lines (table_id, line, seq, body, hash) FROM STDIN`); err == nil {
		t.Error("something was copied over what stands")
	}
	if after := db.Dump(t); unsalted(after) != unsalted(dump) {
		t.Errorf("something has changed:\n%s\nand was\n%s", after, dump)
	}
	if got := logtest.ReadAll(t, l, 0); len(got) != 4 {
		t.Errorf("%d lines stand", len(got))
	}
}

// unsalted is a copy of a database without what is another each time.
func unsalted(dump string) string {
	return regexp.MustCompile(`(?m)^\\(un)?restrict .*$`).ReplaceAllString(dump, "")
}

// The role that makes the store reads no seeds, and neither it nor a superuser may be the
// one that plays.
func TestRoles(t *testing.T) {
	db := server(t)
	l, err := open(t, db).Create(t.Context(), "Hexfall")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(t.Context(), 0, append([]saves.Line{logtest.Other("seed")}, logtest.Events(1, 3)...)); err != nil {
		t.Fatal(err)
	}
	if err := postgres.Init(t.Context(), db.Migrator(), pgtest.Player); err != nil {
		t.Errorf("made again: %v", err)
	}
	owner := connect(t, db.Owner())
	if _, err := owner.Exec(t.Context(), `CREATE ROLE other LOGIN; CREATE ROLE writer IN ROLE pg_write_all_data`); err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{pgtest.Migrator, "owner", "writer", "nobody"} {
		if err := postgres.Init(t.Context(), db.Migrator(), role); err == nil {
			t.Errorf("%s may play", role)
		}
	}
	for _, sql := range []string{`SELECT body FROM fray.seeds`, `SELECT count(*) FROM fray.seeds`, `COPY fray.seeds TO STDOUT`} {
		if _, err := connect(t, db.Migrator()).Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was done", sql)
		}
	}
	if _, err := connect(t, strings.Replace(db.URL(), pgtest.Player, "other", 1)).Exec(t.Context(), `SELECT FROM fray.lines`); err == nil {
		t.Error("a role without rights reads")
	}
	if got := logtest.ReadAll(t, l, 0); len(got) != 4 {
		t.Errorf("%d lines are read", len(got))
	}
}

// What was changed behind the program's back is found when it is read, and told.
func TestChangedBehind(t *testing.T) {
	db := server(t)
	l, err := open(t, db).Create(t.Context(), "Hexfall")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(t.Context(), 0, logtest.Events(1, 5)); err != nil {
		t.Fatal(err)
	}
	owner := rewriter(t, db)
	for _, sql := range []string{
		`UPDATE fray.lines SET body = '{"seq":3,"text":"the goblin hits"}' WHERE seq = 3`,
		`UPDATE fray.lines SET hash = '\x00' WHERE seq = 4`,
		`DELETE FROM fray.lines WHERE seq = 2`,
	} {
		tx, err := owner.Begin(t.Context())
		if err == nil {
			_, err = tx.Exec(t.Context(), sql)
		}
		if err == nil {
			err = tx.Commit(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		was := strings.Join(l.Findings().Lines(), " ")
		logtest.ReadAll(t, l, 0)
		if told := strings.Join(l.Findings().Lines(), " "); told == was {
			t.Errorf("after %s is told: %s", sql, told)
		}
	}
}

// rewriter is a connection that can change anything: seeds that belong to a line do not
// keep it.
func rewriter(t *testing.T, db *pgtest.Server) *pgx.Conn {
	t.Helper()
	conn := connect(t, db.Owner())
	if _, err := conn.Exec(t.Context(), `SET session_replication_role = replica`); err != nil {
		t.Fatal(err)
	}
	return conn
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}
