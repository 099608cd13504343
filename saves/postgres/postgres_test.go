//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
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
	os.Exit(m.Run())
}

// database gives a database with a store.
func database(t testing.TB) *pgtest.Server {
	t.Helper()
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	return pgtest.Start(t)
}

func open(t testing.TB, db *pgtest.Server) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), db.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestLogAndDesk(t *testing.T) {
	db := database(t)
	// Each handle is of a store of its own half the time, as another program would have it.
	stores := []*postgres.Store{open(t, db), open(t, db)}
	var n atomic.Int64
	store := func() *postgres.Store { return stores[n.Add(1)%2] }
	create := func(t *testing.T) *postgres.Log {
		l, err := store().Create(t.Context(), fmt.Sprintf("table %d", n.Add(1)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		return l
	}
	again := func(t *testing.T, l saves.Log) saves.Log {
		b, err := store().Log(t.Context(), l.(*postgres.Log).Name())
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
	t.Run("desk", func(t *testing.T) {
		names := map[saves.Desk]string{}
		desk := func(t *testing.T, name string) saves.Desk {
			d, err := store().Desk(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			names[d] = name
			t.Cleanup(func() { _ = d.Close() })
			return d
		}
		logtest.TestDesk(t, logtest.DeskStore{
			New:  func(t *testing.T) saves.Desk { return desk(t, create(t).Name()) },
			Open: func(t *testing.T, d saves.Desk) saves.Desk { return desk(t, names[d]) },
		})
	})
}

// The role that plays adds, and changes nothing that stands.
func TestNothingIsRewritten(t *testing.T) {
	db := database(t)
	l, err := open(t, db).Create(t.Context(), "Hexfall")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(t.Context(), 0, append([]saves.Line{logtest.Other("seed")}, logtest.Events(1, 3)...)); err != nil {
		t.Fatal(err)
	}
	player := connect(t, db.URL())
	for _, sql := range []string{
		`UPDATE fray.lines SET body = '{}'`, `DELETE FROM fray.lines`, `TRUNCATE fray.lines CASCADE`, `DROP TABLE fray.lines CASCADE`,
		`UPDATE fray.seeds SET body = '{}'`, `DELETE FROM fray.seeds`, `UPDATE fray.tables SET name = 'x'`, `DELETE FROM fray.tables`,
		`ALTER TABLE fray.lines DISABLE TRIGGER ALL`, `UPDATE fray.edition SET version = 0`, `DROP SCHEMA fray CASCADE`,
		`INSERT INTO fray.lines SELECT * FROM fray.lines ON CONFLICT (table_id, line) DO UPDATE SET body = '{}'`,
		`CREATE FUNCTION fray.f() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
	} {
		if _, err := player.Exec(t.Context(), sql); err == nil {
			t.Errorf("%s was done", sql)
		}
	}
	if got := logtest.ReadAll(t, l, 0); len(got) != 4 {
		t.Errorf("%d lines stand", len(got))
	}
}

// What was changed behind the program's back is found when it is read.
func TestChangedBehind(t *testing.T) {
	db := database(t)
	l, err := open(t, db).Create(t.Context(), "Hexfall")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(t.Context(), 0, logtest.Events(1, 5)); err != nil {
		t.Fatal(err)
	}
	owner := connect(t, db.Owner())
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
		var last error
		for _, err := range l.Read(context.Background(), 0) {
			last = err
		}
		var damaged *saves.Damaged
		if !errors.As(last, &damaged) {
			t.Errorf("after %s: %v", sql, last)
		}
	}
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
