package saves_test

import (
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

// all are the rulebooks that fray comes with.
func all() model.Rulebooks {
	rules := model.Rulebooks{}
	for _, s := range systems.All() {
		rules[s.ID] = s
	}
	return rules
}

// The demo of every rulebook opens in the middle of a fight of two against six: the first
// hero may act in round 2, blows have fallen, nobody of the heroes is down, and its log
// checks.
func TestDemoOfAll(t *testing.T) {
	for id, book := range all() {
		l, err := saves.Demo(index.Memory(), all(), testDeps(), id)
		if err != nil {
			t.Fatal(err)
		}
		table := l.Now()
		sides := map[engine.Side]int{}
		for _, c := range table.Characters() {
			sides[c.Side]++
			if c.Side == engine.Heroes && table.IsDown(c.ID) {
				t.Errorf("%s: %s is down", id, c.Name)
			}
		}
		first := table.Characters()[0]
		round, _ := table.Round(table.Clock.Moment)
		if sides[engine.Heroes] != 2 || sides[engine.Foes] != 6 || round != 2 || first.Side != engine.Heroes || !slices.Contains(decide.Free(table), first.ID) {
			t.Errorf("%s: sides %v, round %d, free %v", id, sides, round, decide.Free(table))
		}
		rolls, undone := 0, 0
		for line := range table.Log() {
			for _, f := range line.Event.Facts {
				if f.Kind() == "roll-finished" {
					rolls++
				}
			}
			if line.Undone {
				undone++
			}
		}
		if rolls < 4 || undone != 1 || !table.Open {
			t.Errorf("%s: %d rolls, %d undone, the session goes on: %v", id, rolls, undone, table.Open)
		}
		if id == "supermen" && len(table.Pending()) < 2 {
			t.Errorf("%s: %d blows are on their way", book.Name, len(table.Pending()))
		}
		log := saves.NewMemory()
		for line, err := range l.Lines(0) {
			if err == nil && line.Seq > 0 {
				err = log.Append(t.Context(), line.Seq-1, []saves.Line{line})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if r, err := saves.Check(t.Context(), log, index.Memory(), all(), nil, ""); err != nil || !r.Good() || r.Report.Replayed < 4 {
			t.Errorf("%s: its check: %+v %v", id, r, err)
		}
	}
}

func BenchmarkDemoOfAll(b *testing.B) {
	rules := all()
	for b.Loop() {
		l, err := saves.Demo(index.Memory(), rules, testDeps(), "")
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		_ = l.Close()
		b.StartTimer()
	}
}
