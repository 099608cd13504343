package books_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
)

// What reading a text takes, which is done once for a table that is played by it.
func BenchmarkReading(b *testing.B) {
	for _, id := range books.IDs() {
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				read(b, id)
			}
		})
	}
}

// All odds of the action list of an example character, which are to take 15 ms at most.
func BenchmarkActionList(b *testing.B) {
	for _, id := range books.IDs() {
		sys := read(b, id)
		for _, x := range sys.Templates {
			b.Run(id+"/"+x.ID, func(b *testing.B) {
				list, ways := listed(sys, x.Page), 0
				for b.Loop() {
					ways = 0
					for _, in := range list {
						c, err := engine.Odds(in, nil, nil)
						if err != nil {
							b.Fatal(err)
						}
						ways += c.Walked
					}
				}
				b.ReportMetric(float64(len(list)), "rolls/op")
				b.ReportMetric(float64(ways), "readings/op")
			})
		}
	}
}

// listed gives what the list of a character asks odds for: each action, or each
// row of the sheet that it is offered with, against somebody like them.
func listed(s *engine.System, x engine.Page) (all []engine.Inputs) {
	for _, a := range s.Actions {
		if a.Mode == engine.ByClock {
			continue
		}
		var forms []engine.Page
		for _, id := range a.Offers {
			if sp, ok := a.Param(id); ok && sp.RowsOf != "" {
				for _, row := range x.RowIDs(sp.RowsOf) {
					forms = append(forms, engine.PageOf(id, row))
				}
			}
		}
		if len(forms) == 0 { // alone it would be the first row
			forms = append(forms, engine.Page{})
		}
		for _, form := range forms {
			in := engine.Inputs{System: s, Action: a, Params: form, Player: true, Sheets: map[engine.Seat]engine.Page{engine.Actor: x}}
			if a.Need != engine.Alone {
				in.Sheets[engine.Other] = x
			}
			if in.WhyNot() == "" {
				all = append(all, in)
			}
		}
	}
	return all
}
