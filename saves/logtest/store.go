package logtest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"example.org/fray/saves"
)

// Stores makes stores for the exam.
type Stores struct {
	// New gives an empty store that no other call has given. It fails the test itself.
	New func(t *testing.T) saves.Store

	// Again opens a store once more, as another program would. It fails the test itself.
	Again func(t *testing.T, s saves.Store) saves.Store

	// Deletes is set where a store lets whoever plays delete tables.
	Deletes bool

	// BacksUp makes a backup of a table, as the end of a session does; nil where the store
	// keeps none of its own.
	BacksUp func(t *testing.T, l saves.Log)
}

// TestStore is the exam that every store passes.
func TestStore(t *testing.T, s Stores) {
	for name, test := range map[string]func(*testing.T, Stores){
		"empty": testEmptyStore, "created": testCreated, "looked at": testLooked, "played": testPlayed, "deleted": testDeleted,
		"backups": testBackups, "records": testStoreRecords, "with": testWith, "not there": testNotThere,
	} {
		t.Run(name, func(t *testing.T) { test(t, s) })
	}
}

// made makes a table with some events in a store, and returns its name.
func made(t *testing.T, s saves.Store, called string, events uint64) string {
	t.Helper()
	l, err := s.Create(t.Context(), called)
	must(t, err)
	defer func() { must(t, l.Close()) }()
	appended(t, l, 0, Events(1, events)...)
	return l.Path()
}

// names are the names of the tables in a store.
func names(t *testing.T, s saves.Store) map[string]saves.Listed {
	t.Helper()
	all, err := s.List(t.Context())
	must(t, err)
	out := map[string]saves.Listed{}
	for _, l := range all {
		out[l.Path] = l
	}
	return out
}

func testEmptyStore(t *testing.T, s Stores) {
	store := s.New(t)
	if all := names(t, store); len(all) != 0 {
		t.Errorf("it has %v", all)
	}
	if with, err := store.With(t.Context(), saves.KeyRecords, "a"); err != nil || len(with) != 0 {
		t.Errorf("records with an id: %v, %v", with, err)
	}
	own, err := store.OwnRecords(t.Context())
	must(t, err)
	defer func() { must(t, own.Close()) }()
	holds(t, own, saves.KeyRecords, nil)
}

// A table is found by whoever has the store, by its name and by what it is called. There
// is never a second one with its name.
func testCreated(t *testing.T, s Stores) {
	store := s.New(t)
	first, second := made(t, store, "Hexfall", 3), made(t, store, "The Vault Job", 5)
	other := s.Again(t, store)
	all := names(t, other)
	if len(all) != 2 || all[first].Seq != 3 || all[second].Seq != 5 {
		t.Errorf("listed are %+v", all)
	}
	for _, typed := range []string{first, "hexfall", "HEXFALL"} {
		if name, err := other.Find(t.Context(), typed); err != nil || name != first {
			t.Errorf("%q finds %q, %v", typed, name, err)
		}
	}
	l, err := other.Create(t.Context(), "Hexfall")
	if err == nil { // a folder may have two that are called the same
		appended(t, l, 0, Events(1, 1)...)
		if l.Path() == first {
			t.Errorf("a second table has the name %s", first)
		}
		must(t, l.Close())
	} else if _, is := errors.AsType[*saves.Taken](err); !is {
		t.Errorf("a second table: %v", err)
	}
	if l, err = other.Look(t.Context(), first); err == nil {
		if got := ReadAll(t, l, 0); len(got) != 3 {
			t.Errorf("the first has %d lines", len(got))
		}
		must(t, l.Close())
	}
	must(t, err)
	if store.IndexPath(first) == store.IndexPath(second) {
		t.Errorf("two tables have one index, %s", store.IndexPath(first))
	}
}

// Whoever looks reads what is there and changes nothing; whoever opens can append.
func testLooked(t *testing.T, s Stores) {
	store := s.New(t)
	name := made(t, store, "Hexfall", 3)
	l, err := store.Open(t.Context(), name)
	must(t, err)
	defer func() { must(t, l.Close()) }()
	if l.Path() != name || l.Why() != nil {
		t.Fatalf("opened is %s, which cannot be written: %v", l.Path(), l.Why())
	}
	appended(t, l, 3, Events(4, 4)...)
	look, err := s.Again(t, store).Look(t.Context(), name)
	must(t, err)
	defer func() { must(t, look.Close()) }()
	if look.Path() != name || len(ReadAll(t, look, 0)) != 4 {
		t.Errorf("who looks at %s reads %d lines", look.Path(), len(ReadAll(t, look, 0)))
	}
}

func testPlayed(t *testing.T, s Stores) {
	store := s.New(t)
	name, other := made(t, store, "Hexfall", 1), made(t, store, "Vault", 1)
	l, err := store.Open(t.Context(), name)
	must(t, err)
	plays := func(name string) bool {
		t.Helper()
		is, err := s.Again(t, store).Played(t.Context(), name)
		must(t, err)
		return is
	}
	if !plays(name) || plays(other) {
		t.Errorf("played: %s %v, %s %v", name, plays(name), other, plays(other))
	}
	must(t, l.Close())
	if plays(name) {
		t.Errorf("%s is played after it was closed", name)
	}
}

func testDeleted(t *testing.T, s Stores) {
	store := s.New(t)
	name, other := made(t, store, "Hexfall", 2), made(t, store, "Vault", 2)
	l, err := store.Open(t.Context(), name)
	must(t, err)
	if err := s.Again(t, store).Delete(t.Context(), name); err == nil {
		t.Error("a table was deleted while it was played")
	}
	must(t, l.Close())
	err = s.Again(t, store).Delete(t.Context(), name)
	switch all := names(t, store); {
	case s.Deletes && (err != nil || len(all) != 1 || all[other].Seq != 2):
		t.Errorf("deleting gives %v and leaves %v", err, all)
	case !s.Deletes && (!errors.Is(err, saves.ErrDeletesNothing) || len(all) != 2):
		t.Errorf("where nobody may delete, it gives %v and leaves %v", err, all)
	}
}

func testBackups(t *testing.T, s Stores) {
	store := s.New(t)
	name := made(t, store, "Hexfall", 4)
	if s.BacksUp != nil {
		l, err := store.Open(t.Context(), name)
		must(t, err)
		s.BacksUp(t, l)
		must(t, l.Close())
	}
	all, err := store.Backups(t.Context(), name)
	must(t, err)
	if s.BacksUp != nil && len(all) == 0 {
		t.Error("there are no backups")
	}
	for _, b := range all {
		to, notes, err := store.Restore(t.Context(), name, b.Session, fmt.Sprint("Hexfall of ", b.Session), nil)
		must(t, err)
		l, err := store.Look(t.Context(), to)
		must(t, err)
		if got := ReadAll(t, l, 0); to == name || len(notes) > 0 || uint64(len(got)) != b.Events {
			t.Errorf("%v is restored as %s with %d lines, %v", b, to, len(got), notes)
		}
		must(t, l.Close())
	}
	if to, _, err := store.Restore(t.Context(), name, 4711, "Never", nil); err == nil {
		t.Errorf("a backup that is not there is restored as %s", to)
	}
}

// Records belong to one table, wherever the store is opened.
func testStoreRecords(t *testing.T, s Stores) {
	store := s.New(t)
	open := func(store saves.Store, name string) saves.Records {
		l, err := store.Look(t.Context(), name)
		must(t, err)
		r, err := store.Records(t.Context(), l)
		must(t, errors.Join(err, l.Close()))
		t.Cleanup(func() { must(t, r.Close()) })
		return r
	}
	first := made(t, store, "Hexfall", 1)
	var second string
	{ // another first event, so that it is another table
		l, err := store.Create(t.Context(), "Vault")
		must(t, err)
		appended(t, l, 0, append([]saves.Line{Other("another")}, Events(1, 1)...)...)
		second = l.Path()
		must(t, l.Close())
	}
	put(t, open(store, first), saves.KeyRecords, "a", `1`, forever)
	put(t, open(store, second), saves.KeyRecords, "b", `2`, forever)
	own, err := store.OwnRecords(t.Context())
	must(t, err)
	defer func() { must(t, own.Close()) }()
	put(t, own, saves.KeyRecords, "c", `3`, forever)
	again := s.Again(t, store)
	holds(t, open(again, first), saves.KeyRecords, map[string]string{"a": `1`})
	holds(t, open(again, second), saves.KeyRecords, map[string]string{"b": `2`})
}

// With finds tables by their records, and nothing of the store's own.
func testWith(t *testing.T, s Stores) {
	store := s.New(t)
	want := map[string][]byte{}
	for n, called := range []string{"Hexfall", "Vault", "Roofs"} {
		l, err := store.Create(t.Context(), called)
		must(t, err)
		appended(t, l, 0, append([]saves.Line{Other(called)}, Events(1, 1)...)...)
		r, err := store.Records(t.Context(), l)
		must(t, err)
		if n > 0 {
			put(t, r, saves.KeyRecords, "mira", fmt.Sprint(n), forever)
			want[l.Path()] = fmt.Append(nil, n)
		}
		put(t, r, saves.KeyRecords, "tom", `7`, forever)
		put(t, r, saves.PlaceRecords, "mira", `7`, forever)
		must(t, errors.Join(r.Close(), l.Close()))
	}
	own, err := store.OwnRecords(t.Context())
	must(t, err)
	put(t, own, saves.KeyRecords, "mira", `9`, forever)
	must(t, own.Close())
	got, err := s.Again(t, store).With(t.Context(), saves.KeyRecords, "mira")
	must(t, err)
	if len(got) != len(want) {
		t.Errorf("found are %q, not %q", got, want)
	}
	for name, body := range want {
		if !bytes.Equal(got[name], body) {
			t.Errorf("found are %q, not %q", got, want)
		}
	}
}

func testNotThere(t *testing.T, s Stores) {
	store := s.New(t)
	name := made(t, store, "Hexfall", 1)
	for call, err := range map[string]error{
		"find":   second(store.Find(t.Context(), "Nowhere")),
		"open":   second(store.Open(t.Context(), name+"x")),
		"look":   second(store.Look(t.Context(), name+"x")),
		"delete": store.Delete(t.Context(), name+"x"),
	} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", call, err)
		}
	}
	if all := names(t, store); len(all) != 1 {
		t.Errorf("there are %v", all)
	}
}

func second[T any](_ T, err error) error { return err }
