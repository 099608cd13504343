package model

import (
	"encoding/json"
	"testing"
	"time"
)

// manyUndone is a log that undoes and redoes one early event over and over, with others
// between.
func manyUndone(n int) (out []Event) {
	add := func(f Fact) {
		seq := uint64(len(out) + 1)
		out = append(out, Event{Seq: seq, Time: time.Unix(int64(seq), 0), By: Seat{Role: GM}, Facts: []Fact{f}})
	}
	add(Made{Name: "Vault", System: "toy"})
	add(Renamed{Name: "The Vault"})
	for range n {
		add(Joined{Character: Character{ID: "a", Name: "Ash"}})
		add(Undone{Seq: 2})
		add(Redone{Seq: 2})
	}
	add(Undone{Seq: 2})
	return out
}

// foldingCounted counts the facts of a kind that are folded, until the test ends.
func foldingCounted(t *testing.T, kind string) *int {
	t.Helper()
	n := 0
	was := facts[kind]
	counted := was
	counted.fold = func(s State, f Fact) State { n++; return was.fold(s, f) }
	facts[kind] = counted
	t.Cleanup(func() { facts[kind] = was })
	return &n
}

// Loading a log folds each event at most a few times, whatever is undone in it, and gives
// the same table as applying its events one by one.
func TestLoadingIsLinear(t *testing.T) {
	folded := foldingCounted(t, Joined{}.Kind())
	few := manyUndone(60)
	at, read := New(nil), New(nil).BeginLoading()
	for _, e := range few {
		at, read = at.Apply(e), read.Apply(e)
	}
	read, ok := read.EndLoading()
	if !ok {
		t.Fatal("the log cannot be read again")
	}
	asText := func(t Table) string {
		b, err := json.Marshal([]any{t.State, t.UndoneEvents})
		if err != nil {
			return err.Error()
		}
		return string(b)
	}
	if a, b := asText(at), asText(read); a != b || at.Name != "Vault" {
		t.Errorf("at once it comes to\n%s\nand read to\n%s", a, b)
	}
	const many = 20_000
	*folded = 0
	read = New(nil).BeginLoading()
	for _, e := range manyUndone(many) {
		read = read.Apply(e)
	}
	if read, ok = read.EndLoading(); !ok || read.Name != "Vault" {
		t.Errorf("it comes to %q, %v", read.Name, ok)
	}
	if most := (maxRefolds + 2) * 3 * many; *folded > most {
		t.Errorf("%d events were folded, of %d", *folded, most)
	}
	t.Logf("%d events were folded for %d", *folded, 3*many)
}
