//go:build unix

package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/postgres/pgtest"
)

// soon is how long somebody waits at most for being told that nothing was saved, with
// some time for a busy machine.
const soon = 2*time.Second + 500*time.Millisecond

func note(t *testing.T, l *saves.Live, words string) {
	t.Helper()
	if _, err := l.Do(program, model.Note{Text: words}); err != nil {
		t.Fatal(err)
	}
}

// until waits until a table is as it should be, of which it tells itself.
func until(l *saves.Live, is func() bool) {
	changed, stop := l.Watch()
	defer stop()
	for !is() {
		<-changed
	}
}

// Where the database is away, acts are refused with words, nothing is shown as saved, and
// all comes back by itself.
func TestAway(t *testing.T) {
	db := server(t)
	network := pgtest.Through(t, db)
	l := host(t, network, "Hexfall", true)
	note(t, l, "before")
	for _, fail := range []func(bool){network.Stick, func(on bool) {
		if on {
			db.Kill()
		} else {
			db.Run(t)
		}
	}} {
		was, _ := l.Seal()
		fail(true)
		var seats sync.WaitGroup
		for seat := range 8 {
			seats.Go(func() {
				began := time.Now()
				_, err := l.Do(program, model.Note{Text: fmt.Sprint("of seat ", seat)})
				var away *saves.Away
				if took := time.Since(began); !errors.As(err, &away) || took > soon {
					t.Errorf("after %v: %v", took, err)
				}
			})
		}
		seats.Wait()
		if is, _ := l.Seal(); is != was {
			t.Errorf("event %d is shown, and %d was saved", is, was)
		}
		if l.Saved() == nil {
			t.Error("it is shown as saved")
		}
		began := time.Now()
		if _, err := l.Do(program, model.Note{Text: "again"}); err == nil || time.Since(began) > time.Second {
			t.Errorf("as long as it is away, %v after %v", err, time.Since(began))
		}
		fail(false)
		until(l, func() bool { return l.Saved() == nil })
		note(t, l, "after")
	}
	oneStory(t, db, "Hexfall", l)
}

// Whoever asks a store that is away for tables, people or health is told so after as long as
// one question may last, however many questions they have; and it comes back by itself.
func TestQuestionsWhileAway(t *testing.T) {
	db := server(t)
	network := pgtest.Through(t, db)
	note(t, host(t, db, "Hexfall", true), "before")
	s := open(t, network)
	log, err := s.Look(t.Context(), "hexfall")
	if err != nil {
		t.Fatal(err)
	}
	questions := map[string]func() error{
		"the tables of a person": func() error { _, err := s.With(t.Context(), saves.KeyRecords, "k"); return err },
		"the list":               func() error { _, err := s.List(t.Context()); return err },
		"a name":                 func() error { _, err := s.Find(t.Context(), "hexfall"); return err },
		"a log":                  func() error { _, err := s.Open(t.Context(), "hexfall"); return err },
		"records": func() error {
			r, err := s.Records(t.Context(), log)
			if err == nil {
				_, err = r.Get(t.Context(), saves.KeyRecords, "k")
			}
			return err
		},
		"the records of all": func() error { _, err := s.OwnRecords(t.Context()); return err },
		"a new table":        func() error { _, err := s.Create(t.Context(), "New"); return err },
		"its health":         func() error { return s.Ping(t.Context()) },
	}
	for _, fail := range []func(bool){network.Stick, func(on bool) {
		if on {
			db.Kill()
		} else {
			db.Run(t)
		}
	}} {
		fail(true)
		began := time.Now()
		for what, ask := range questions {
			var away *saves.Away
			if err := ask(); !errors.As(err, &away) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if took := time.Since(began); took > soon {
			t.Errorf("all questions together took %v", took)
		}
		fail(false)
		for s.Ping(t.Context()) != nil {
			time.Sleep(10 * time.Millisecond)
		}
		if all, err := s.List(t.Context()); err != nil || len(all) != 1 {
			t.Errorf("back are %v, %v", all, err)
		}
	}
}

// A host that was cut off shows what stands, whatever has become of the database
// meanwhile: others went on, or it was put back to an earlier state.
func TestCutOffHost(t *testing.T) {
	db := server(t)
	network := pgtest.Through(t, db)
	cut, other := host(t, network, "Hexfall", true), host(t, db, "Hexfall", false)
	for n := range 10 {
		note(t, cut, fmt.Sprint("note ", n))
	}
	network.Stick(true)
	for n := range 5 {
		note(t, other, fmt.Sprint("meanwhile ", n))
	}
	if _, err := cut.Do(program, model.Note{Text: "cut off"}); err == nil {
		t.Error("a host that is cut off has saved something")
	}
	seq, hash := cut.Seal()
	for line, err := range other.Lines(seq - 1) {
		if err != nil || line.Hash.String() != hash {
			t.Errorf("what it shows is not what stands: %v", err)
		}
		break
	}
	network.Stick(false)
	until(cut, func() bool { a, _ := cut.Seal(); b, _ := other.Seal(); return a == b })
	oneStory(t, db, "Hexfall", cut, other)

	// The one that stands has lost its last events, as a standby that was behind.
	owner := rewriter(t, db)
	lose := func() {
		t.Helper()
		if _, err := owner.Exec(t.Context(), `DELETE FROM fray.lines WHERE line > (SELECT max(line) FROM fray.lines) - 4`); err != nil {
			t.Fatal(err)
		}
	}
	lose()
	note(t, cut, "on what there is") // it still knew the old end
	oneStory(t, db, "Hexfall", cut, other)
	network.Stick(true)
	lose()
	fresh := host(t, db, "Hexfall", false)
	for n := range 9 {
		note(t, fresh, fmt.Sprint("another past ", n))
	}
	network.Stick(false)
	until(cut, func() bool { _, a := cut.Seal(); _, b := fresh.Seal(); return a == b })
	oneStory(t, db, "Hexfall", cut, other, fresh)
}

// An older program shows a store that a newer one has changed, and writes nothing.
func TestNewerStore(t *testing.T) {
	db := server(t)
	busy, idle := host(t, db, "Hexfall", true), host(t, db, "Hexfall", false)
	owner := connect(t, db.Owner())
	edition := func(change string) {
		t.Helper()
		if _, err := owner.Exec(t.Context(), `UPDATE fray.edition SET version = version `+change); err != nil {
			t.Fatal(err)
		}
	}
	edition("+ 1")
	was, _ := busy.Seal()
	if _, err := busy.Do(program, model.Note{Text: "too late"}); err == nil || err.Error() != busy.Why().Error() {
		t.Errorf("refused with %v, and it can be looked at because %v", err, busy.Why())
	}
	until(idle, idle.ReadOnly)
	later := host(t, db, "Hexfall", false)
	for _, l := range []*saves.Live{busy, idle, later} {
		if is, _ := l.Seal(); is != was || !l.ReadOnly() {
			t.Errorf("event %d of %d is shown, read-only %v", is, was, l.ReadOnly())
		}
	}
	edition("- 1")
	until(idle, func() bool { return !idle.ReadOnly() })
	note(t, idle, "up to date")
}

// What another program has appended without telling is seen all the same.
func TestMissedNotification(t *testing.T) {
	db := server(t)
	s := open(t, db)
	l, err := s.Create(t.Context(), "Hexfall")
	if err != nil {
		t.Fatal(err)
	}
	changed, err := l.Watch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := saves.SealAll(0, saves.Hash{}, logtest.Events(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := connect(t, db.URL()).Exec(t.Context(), `
		INSERT INTO fray.lines (table_id, line, seq, body, hash) SELECT id, 1, 1, $1, $2 FROM fray.tables`, sealed[0].Body, sealed[0].Hash[:]); err != nil {
		t.Fatal(err)
	}
	for range changed {
		if seq, _, err := l.Newest(t.Context()); err != nil || seq == 1 {
			break
		}
	}
	if got := logtest.ReadAll(t, l, 0); len(got) != 1 {
		t.Errorf("%d lines are read", len(got))
	}
}

// What a synchronous standby does not have yet is shown to nobody, though the host that
// wrote it has stopped waiting: it would be lost if the standby took over.
func TestNothingBeforeTheStandby(t *testing.T) {
	primary := server(t)
	standby := primary.Standby(t)
	writes, other := host(t, primary, "Hexfall", true), host(t, primary, "Hexfall", false)
	note(t, writes, "before")
	was, _ := writes.Seal()
	standby.Pause(true)
	if _, err := writes.Do(program, model.Note{Text: "waits for the standby"}); err == nil {
		t.Error("something was saved without the standby")
	}
	for range 500 { // while the one that stopped waiting may do what it likes
		if _, err := other.Refresh(); err != nil {
			t.Fatal(err)
		}
	}
	if is, _ := other.Seal(); is != was {
		t.Errorf("event %d is shown, and the standby has %d", is, was)
	}
	standby.Pause(false)
	until(other, func() bool { seq, _ := other.Seal(); return seq == was+1 })
	until(writes, func() bool { return writes.Saved() == nil })
	note(t, writes, "after")
	oneStory(t, primary, "Hexfall", writes, other)
}
