package saves_test

import (
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
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

// The demo of a rulebook with heroes and foes is a fight: both sides are there and have
// been struck at.
func TestSkirmish(t *testing.T) {
	l, err := saves.Demo(index.Memory(), all(), testDeps(), "contest")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	sides, struck := map[engine.Side]int{}, map[engine.Side]bool{}
	for _, c := range l.Now().Characters() {
		sides[c.Side]++
	}
	for line := range l.Now().Log() {
		for _, f := range line.Event.Facts {
			if end, ok := f.(model.Finished); ok && len(end.Roll.Against) > 0 {
				c, _ := l.Now().Character(end.Roll.Against[0])
				struck[c.Side] = true
			}
		}
	}
	if sides[engine.Heroes] != 2 || sides[engine.Foes] != 6 || len(struck) != 2 || l.Now().Open {
		t.Errorf("the sides have %v, struck at are %v", sides, struck)
	}
}

// The demo shows every rulebook, and no pane of it is empty.
func TestDemoOfAll(t *testing.T) {
	l, err := saves.Demo(index.Memory(), all(), testDeps(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	table := l.Now()
	books, names := map[string]int{}, map[string]bool{}
	for _, c := range table.Characters() {
		books[c.Systems()[0]]++
		names[c.Name] = true
		if c.Name == "Rook" && !slices.Equal(c.Systems(), []string{"d6", "trip"}) {
			t.Errorf("Rook is written in %v", c.Systems())
		}
	}
	if len(books) != len(all()) || books["supermen"] < 4 || !names["Seraph"] || !names["Sphinx"] {
		t.Errorf("the cast is %v, by rulebook %v", names, books)
	}
	kinds, undone := map[string]int{}, 0
	for line := range table.Log() {
		for _, f := range line.Event.Facts {
			kinds[f.Kind()]++
		}
		if line.Undone {
			undone++
		}
	}
	if kinds["roll-finished"] < 6 || kinds["noted"] < 4 || kinds["clock-moved"] < 3 || undone != 1 || len(table.Pending()) == 0 {
		t.Errorf("its log has %v, %d undone; %d are pending", kinds, undone, len(table.Pending()))
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
	if r, err := saves.Check(t.Context(), log, index.Memory(), all(), nil, nil); err != nil || !r.Good() || r.Dice < 8 {
		t.Errorf("its check: %+v %v", r, err)
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
