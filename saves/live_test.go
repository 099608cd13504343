package saves_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// program does in these tests what nobody in particular does.
var program = model.Seat{Role: model.Program}

// testDeps are a clock that goes a second at every look, and a known seed.
func testDeps() saves.Deps {
	var mu sync.Mutex
	at := time.Date(2024, 3, 1, 20, 0, 0, 0, time.UTC)
	seeds := byte(255) // the first is for the salts of the table
	return saves.Deps{
		Now: func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			at = at.Add(time.Second)
			return at
		},
		Seed: func() [32]byte {
			mu.Lock()
			defer mu.Unlock()
			seeds++
			return [32]byte{seeds}
		},
	}
}

func do(t testing.TB, l *saves.Live, c model.Command) model.Table {
	t.Helper()
	table, err := l.Do(program, c)
	if err != nil {
		t.Fatalf("%T: %v", c, err)
	}
	return table
}

func exported(t testing.TB, table model.Table) string {
	t.Helper()
	b, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func note(n int) model.Note { return model.Note{Text: fmt.Sprintf("note %d", n)} }

func TestReopened(t *testing.T) {
	l := makeTable(t)
	for n := range 5 {
		do(t, l, note(n))
	}
	want := exported(t, l.Now())
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := openAt(l.Path(), testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got := exported(t, l.Now()); got != want || l.Now().Seq() != 6 {
		t.Errorf("the table came back as event %d\n%s\nwant\n%s", l.Now().Seq(), got, want)
	}
}

func character(name string) model.Character {
	return model.Character{Name: name, Pages: map[string]engine.Page{"toy": toy.Templates[0].Page}}
}

// A snapshot counts only as far as nothing behind it changes what it holds: here the
// program ended after an undo, before the index was told.
func TestSnapshotBeforeAnUndo(t *testing.T) {
	l := makeTable(t)
	for n := range 300 {
		do(t, l, note(n))
	}
	saves.IndexNow(l)
	before := copied(t, l.Path()+".index", t.TempDir())
	for range 3 {
		do(t, l, model.Undo{})
	}
	do(t, l, note(301))
	want := exported(t, l.Now())
	path := copied(t, l.Path(), t.TempDir())
	copied(t, before, filepath.Dir(path))
	again, err := openAt(path, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := exported(t, again.Now()); got != want {
		t.Errorf("it opens as\n%.600s\nand was\n%.600s", got, want)
	}
	again.OnlyLook()
	if _, err := again.Do(program, note(1)); !errors.Is(err, saves.ErrLooking) || !again.ReadOnly() {
		t.Errorf("who only looks plays: %v", err)
	}
}

// Before a long log is read from its first event it is said how long it is; where the index
// stands nothing is said.
func TestSlowOpeningIsTold(t *testing.T) {
	path := longLog(t, 20_000)
	for _, want := range []uint64{20_000, 0} {
		deps, told := testDeps(), uint64(0)
		deps.Slow = func(events uint64) { told = events }
		l, err := openAt(path, deps)
		if err != nil {
			t.Fatal(err)
		}
		if l.Now().Seq() != 20_000 || told != want {
			t.Errorf("it opens at event %d, told were %d events and not %d", l.Now().Seq(), told, want)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
