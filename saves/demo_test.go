package saves_test

import (
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

// A rulebook of the smallest kind has a demo, too, in which one plays on.
func TestDemo(t *testing.T) {
	l, err := saves.Demo(index.Memory(), rules, testDeps(), "")
	if err != nil {
		t.Fatal(err)
	}
	if table := l.Now(); len(table.Characters()) == 0 || table.Clock.Scene != 1 {
		t.Errorf("the demo has %d characters in scene %d", len(table.Characters()), table.Clock.Scene)
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
