package ui

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// The log shows the same wherever one begins to look, and however much of it
// the table holds: down from the newest entry, and up again from the oldest.
func TestStepsThroughTheLog(t *testing.T) {
	for seed := range uint64(often(1, 9)) {
		g := uitest.Vault(t)
		r := rand.New(rand.NewPCG(seed, 5))
		s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
		keys := strings.Fields("a a enter enter enter enter enter down esc n n u u U U r h")
		for g.Table.Seq() < uint64(often(150, 260)) {
			s.press(keys[r.IntN(len(keys))])
			if r.IntN(40) == 0 {
				_, _ = g.Do(uitest.GM, model.Note{Text: "the alarm goes off"})
			}
			if r.IntN(150) == 0 {
				_, _ = g.Do(uitest.GM, model.EndSession{Seed: strings.Repeat("cd", 32)})
			}
		}
		whole := g.Table
		f := s.frame().Sized(60, 12, true)
		f.Table = whole
		var all []string
		for p := range walked(f, "down") {
			all = append(all, p.Place().On)
		}
		if len(all) < 25 {
			t.Fatalf("seed %d: %d steps lead down", seed, len(all))
		}
		shot, err := whole.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		short, err := whole.Restore(shot, whole.Seq())
		if err != nil {
			t.Fatal(err)
		}
		for what, table := range map[string]model.Table{"whole": whole, "short": short.WithReader(kept{whole})} {
			f.Table = table
			n := 0
			for p := range walked(f, "down") {
				if on := p.Place().On; n >= len(all) || on != all[n] {
					t.Fatalf("seed %d, %s: step %d down leads to %s", seed, what, n, on)
				}
				n++
			}
			end, _ := pane.Log{}.Key(f, uitest.Key("end"))
			if on := end.Place().On; on != all[len(all)-1] {
				t.Errorf("seed %d, %s: the end is at %s, not %s", seed, what, on, all[len(all)-1])
			}
			up := []string{end.Place().On}
			for {
				to, _ := end.Key(f, uitest.Key("up"))
				if to.Place().On == end.Place().On {
					break
				}
				end, up = to, append(up, to.Place().On)
			}
			want := slices.Clone(all)
			slices.Reverse(want)
			if want[len(want)-1] = ""; !slices.Equal(up, want) {
				t.Errorf("seed %d, %s: the way up leads over\n%v\nthe way down over\n%v", seed, what, up, want)
			}
		}
	}
}

// walked goes through the log as a key does.
func walked(f pane.Frame, key string) func(yield func(pane.Pane) bool) {
	return func(yield func(pane.Pane) bool) {
		p := pane.Pane(pane.Log{}.Onto(f.Table.Seq()))
		if seq, _ := p.(pane.Log).Under(f); seq > 0 {
			p = p.(pane.Log).Onto(seq)
		}
		for yield(p) {
			to, _ := p.Key(f, uitest.Key(key))
			if to.Place().On == p.Place().On {
				return
			}
			p = to
		}
	}
}
