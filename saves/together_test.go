package saves_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

// Several programs play at one table at once: what was decided behind another's act is
// decided again, all see one order, and every die can be drawn again.
func TestManyWriters(t *testing.T) {
	log := saves.NewMemory()
	first, err := saves.Make(log, index.Memory(), rules, model.Make{Name: "The Vault", System: "toy"}, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	all := []*saves.Live{first}
	for range 2 {
		l, err := saves.Open(log.Open(), index.Memory(), rules, testDeps())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	var wg sync.WaitGroup
	for i, l := range all {
		wg.Go(func() {
			p := newPlayer(uint64(i + 1))
			for range 120 {
				_, err := l.Do(program, p.command(l.Now()))
				var no *model.Refused
				var stale *decide.Stale
				if err != nil && !errors.As(err, &no) && !errors.As(err, &stale) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for _, l := range all {
		if _, err := l.Refresh(); err != nil {
			t.Fatal(err)
		}
		if got, want := whole(t, l.Now()), whole(t, first.Now()); got != want {
			t.Errorf("one program sees another table:\n%s\nand the first one\n%s", got, want)
		}
	}
	for _, l := range all {
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	r, err := saves.Check(context.Background(), log.Open(), index.Memory(), rules, nil, "")
	if err != nil || !r.Good() {
		t.Errorf("the check finds %v, %v, %v", r.Wrong, r.Missing, err)
	}
	if r.Events < 100 {
		t.Errorf("only %d events were played", r.Events)
	}
}
