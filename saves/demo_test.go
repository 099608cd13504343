package saves_test

import (
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

func TestDemo(t *testing.T) {
	l, err := saves.Demo(index.Memory(), rules, testDeps(), "")
	if err != nil {
		t.Fatal(err)
	}
	table := l.Now()
	if len(table.Characters()) != 2 || table.Clock.Scene != 1 {
		t.Errorf("the demo has %d characters in scene %d", len(table.Characters()), table.Clock.Scene)
	}
	undone, notes := 0, 0
	for line := range table.Log() {
		if line.Undone {
			undone++
		}
		for _, f := range line.Event.Facts {
			if _, ok := f.(model.Noted); ok {
				notes++
			}
		}
	}
	if undone != 1 || notes != 4 {
		t.Errorf("the demo's log has %d events undone and %d notes", undone, notes)
	}
	do(t, l, note(1))
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func BenchmarkDemo(b *testing.B) {
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
