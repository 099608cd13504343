package saves_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// bigTable makes a table of n events: a few characters, then rolls that cost
// them breath, and notes.
func bigTable(b testing.TB, n int) string {
	b.Helper()
	l := makeTable(b)
	newPlayer(11).play(b, l, 300)
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	text := strings.TrimSuffix(export(b, l.Path()), "\n]\n}\n")
	var s strings.Builder
	s.WriteString(text)
	for seq := l.Now().Seq() + 1; seq <= uint64(n); seq++ {
		fmt.Fprintf(&s, ",\n"+`{"seq":%d,"time":"2024-03-01T20:00:00Z","by":{},"facts":[{"kind":"noted","fact":{"text":"The guards come round the corner for the %dth time, and nobody is there."}}]}`, seq, seq)
	}
	s.WriteString("\n]\n}\n")
	path, _, err := saves.Import(strings.NewReader(s.String()), b.TempDir(), rules, testDeps())
	if err != nil {
		b.Fatal(err)
	}
	return path
}

// A table of many years opens at once.
func BenchmarkOpen100k(b *testing.B) {
	path := bigTable(b, 100_000)
	b.ResetTimer()
	for b.Loop() {
		l, err := saves.Open(path, rules, testDeps())
		if err != nil || l.Now().Seq() != 100_000 {
			b.Fatal(err, l.Now().Seq())
		}
		b.StopTimer()
		_ = l.Close()
		b.StartTimer()
	}
}

// All of its log, a part after the other.
func BenchmarkLog100k(b *testing.B) {
	path := bigTable(b, 100_000)
	b.ResetTimer()
	for b.Loop() {
		l, err := saves.Look(path, rules)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for range l.Now().Log() {
			n++
		}
		if n != 100_000 {
			b.Fatal(n, "events")
		}
		_ = l.Close()
	}
}

// The newest of its log, as often as a screen looks there.
func BenchmarkNewest(b *testing.B) {
	l, err := saves.Look(bigTable(b, 1_000), rules)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	for b.Loop() {
		n := 0
		for range l.Now().Log() {
			if n++; n == 40 {
				break
			}
		}
	}
}

// A key to the disk and back.
func BenchmarkCommit(b *testing.B) {
	l := makeTable(b)
	who := do(b, l, model.Join{Character: character("Ash")}).Characters()[0].ID
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		do(b, l, model.Write{Who: who, System: "toy", Set: []model.Change{{Field: "tired", To: engine.ValueOf(i % 900)}}})
	}
}

// The same without the disk: what is left is ours.
func BenchmarkCommitUnsynced(b *testing.B) {
	l, err := saves.Demo(b.TempDir(), rules, testDeps())
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	who := l.Now().Characters()[0].ID
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		do(b, l, model.Write{Who: who, System: "toy", Set: []model.Change{{Field: "tired", To: engine.ValueOf(i % 900)}}})
	}
}

// Closing writes the readable copy: here of 100,000 events.
func BenchmarkClose100k(b *testing.B) {
	path := bigTable(b, 100_000)
	b.ResetTimer()
	for b.Loop() {
		b.StopTimer()
		l, err := saves.Open(path, rules, testDeps())
		if err != nil {
			b.Fatal(err)
		}
		do(b, l, note(1))
		b.StartTimer()
		if err := l.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMake(b *testing.B) {
	for n := 0; b.Loop(); n++ {
		l, err := saves.Make(filepath.Join(b.TempDir(), fmt.Sprint(n, ".fray")), rules, "The Vault", "toy", testDeps())
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		_ = l.Close()
		b.StartTimer()
	}
}
