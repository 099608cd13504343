package ui

import (
	"example.org/fray/ui/uitest"
	"fmt"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// crowd is a table of n characters and so many events.
func crowd(tb testing.TB, n, events int) *uitest.Memory {
	g := uitest.New()
	do := func(c model.Command) {
		if _, err := g.Do(uitest.GM, c); err != nil {
			tb.Fatalf("%T: %v", c, err)
		}
	}
	do(model.Make{Name: "A crowd", System: "supermen"})
	for i := range n {
		tpl := supermen.System.Templates[i%len(supermen.System.Templates)]
		do(model.Join{Character: model.Character{Name: fmt.Sprint(tpl.Name, " ", i), Pages: map[string]engine.Page{"supermen": tpl.Page}}})
	}
	ids := g.Table.Characters()
	for i := range events {
		switch i % 4 {
		case 0:
			do(model.Note{Text: "somebody says something that is worth a note"})
		default:
			who := ids[i%n].ID
			do(model.Write{Who: who, System: "supermen", Set: []model.Change{{Field: "ep_lost_round", To: engine.ValueOf(i % 7)}}, Why: "a blow"})
		}
	}
	return g
}

// BenchmarkKey is a key to its finished frame: Update and View. It must not
// grow with the length of the log.
func BenchmarkKey(b *testing.B) {
	for _, events := range []int{1000, 100_000} {
		g := crowd(b, 50, events)
		b.Run(fmt.Sprintf("log=%d", events), func(b *testing.B) {
			s := newScreen(b, g, "dark", kit.Unicode, 120, 36)
			b.ReportAllocs()
			for b.Loop() {
				s.Update(uitest.Key("down"))
				_ = s.View()
			}
		})
		b.Run(fmt.Sprintf("share/log=%d", events), func(b *testing.B) {
			s := newScreen(b, g, "dark", kit.Unicode, 120, 36)
			s.press("a", "m", "o", "v", "e", "enter", "enter", "enter")
			s.shows("Share")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.Update(uitest.Key([]string{"right", "left"}[i%2]))
				_ = s.View()
			}
		})
	}
}
