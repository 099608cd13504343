package saves_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
)

// storied is a table of more events than are held, in which characters are open,
// met and hidden, and notes private.
func storied(t *testing.T) *saves.Live {
	l, err := saves.Make(saves.NewMemory(), index.Memory(), rules, model.Make{Name: "The Vault", System: "toy"}, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := newPlayer(7)
	p.rights = true
	p.play(t, l, 250)
	stand := func() {
		for i, c := range l.Now().Characters() {
			as := *c
			as.Owner = []string{"Bo", "Cy", ""}[i%3]
			_, _ = l.Do(program, model.Edit{Who: c.ID, Character: as.WithShown([]string{"", "open", "met", "hidden"}[i%4])})
		}
	}
	stand()
	p.play(t, l, 250)
	for n := range 2200 {
		do(t, l, model.Note{Text: fmt.Sprintf("The guards come round for the %dth time", n), Private: n%5 == 0})
	}
	stand()
	p.play(t, l, 60)
	return l
}

// What a seat finds is what a look through its own log finds, to the last number,
// the newest first.
func TestSearchOfSeats(t *testing.T) {
	l := storied(t)
	seats := []model.Seat{{Role: model.Player, Name: "Bo"}, {Role: model.Player, Name: "Cy"}, {Role: model.Watcher}, {}}
	texts := []string{"guards", "round 7th", "note", "check", "str", "place", "undone", "corrected", "hit", "somebody", "the gamemaster takes care", "#12", "7", "re", "total", "again", "misses guards"}
	for _, seat := range seats {
		if seat.Role == model.Player && view.SeenBy(l.Now(), seat).Complete() {
			t.Fatalf("%+v holds all of the log", seat)
		}
		type saying struct {
			seq  uint64
			said string
		}
		seen, says := view.SeenBy(l.Now(), seat), []saying{}
		for line := range seen.Log() {
			e := line.Event
			if line.Was != nil {
				e = *line.Was
			}
			says = append(says, saying{e.Seq, strings.ToLower(saves.SaidOf(seen, e))})
		}
		for _, text := range texts {
			var want []uint64
			for _, e := range says {
				if !slices.ContainsFunc(strings.Fields(text), func(w string) bool { return !strings.Contains(e.said, w) }) {
					want = append(want, e.seq)
				}
			}
			for _, most := range []int{1 << 20, 300, 2} {
				newest := want[:min(len(want), most)]
				if got, err := l.Search(t.Context(), seat, text, most); err != nil || !slices.Equal(got, newest) {
					t.Errorf("%+v finds %q in %d: %v, a look finds %d: %v (%v)", seat, text, len(got), short(got), len(newest), short(newest), err)
				}
			}
		}
	}
	indexMadeAnew(t, l)
}

func short(all []uint64) []uint64 { return all[:min(len(all), 12)] }

// indexMadeAnew closes a table. A seat's log is the same whether the index was
// there, was taken away, damaged or of another log.
func indexMadeAnew(t *testing.T, l *saves.Live) {
	t.Helper()
	bo := model.Seat{Role: model.Player, Name: "Bo"}
	path := filed(t, l)
	live, err := openAt(path, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	saves.IndexNow(live)
	if err := live.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path + ".index")
	if err != nil {
		t.Fatal(err)
	}
	first, err := lookAt(path)
	if err != nil {
		t.Fatal(err)
	}
	want := whole(t, view.SeenBy(first.Now(), bo))
	_ = first.Close()
	other, err := openAt(played(t, 100), testDeps())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Search(t.Context(), program, "note", 1); err != nil {
		t.Fatal(err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	for name, harm := range map[string]func(string){
		"as it was": func(string) {},
		"gone":      func(find string) { _ = os.Remove(find) },
		"damaged":   func(find string) { overwrite(t, find, 4200, make([]byte, 600)) },
		"of another log": func(find string) {
			text, err := os.ReadFile(other.Path() + ".index")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(find, text, 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		if err := os.WriteFile(path+".index", sound, 0o600); err != nil {
			t.Fatal(err)
		}
		harm(path + ".index")
		again, err := lookAt(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := whole(t, view.SeenBy(again.Now(), bo)); got != want {
			t.Errorf("with an index %s it is\n%.300s\nnot\n%.300s", name, got, want)
		}
		if _, n := saves.Indexed(again); n == 0 {
			t.Errorf("with an index %s it is known of %d events", name, n)
		}
		_ = again.Close()
	}
}

// filed puts the log of a table into a file.
func filed(t testing.TB, l *saves.Live) string {
	t.Helper()
	log, err := logfile.Create(filepath.Join(t.TempDir(), "filed.fray"), logfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []saves.Line
	for line, err := range l.Lines(0) {
		if err != nil {
			t.Fatal(err)
		}
		if line.Seq > 0 {
			lines = append(lines, line)
		}
	}
	if err := log.Append(t.Context(), 0, lines); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	return log.Path()
}
