package engine

import (
	"reflect"
	"testing"
)

// A rulebook that declares no panel gets one from its schema.
func TestPanelFromTheSchema(t *testing.T) {
	sheet := &Schema{}
	body := sheet.Group("Body")
	strength := body.Int("strength", "Strength", 0, 20).Unit("kg")
	life := body.Int("life", "Life", 0, 99).Derived(func(s Sheet) int { return 10 + strength.Of(s) })
	lost := body.Int("life_lost", "Life lost", 0, 99)
	body.Int("moving", "Moving", 0, 9).Bookkeeping()
	mind := sheet.Group("Mind")
	mind.Text("motto", "Motto", 60)
	mind.Text("dream", "Dream", 60)
	mind.Choice("mood", "Mood", "calm", "very_cross")
	things := sheet.List("things", "Things")
	things.Text("name", "Name", 20)
	things.Int("weight", "Weight", 0, 9).Default(1)
	things.Int("since", "Since", 0, 9).Bookkeeping()
	sheet.List("spells", "Spells").Text("name", "Name", 20)
	pool := Pool{ID: "life", Label: "Life", Kind: "life", Full: life, Losses: []Field[int]{lost}}
	s := &System{Sheet: sheet, House: &Schema{}, Pools: []Pool{pool}}
	v := s.View(PageOf("strength", 5, "life_lost", 3, "motto", "Onward", "mood", "very_cross", "things/r1/name", "Axe", "things/r1/weight", 4), Page{})
	meter := Meter{ID: "life", Label: "Life", Now: 12, Full: 15, Kind: "life", Field: "life_lost"}
	want := []Block{meter,
		Heading{Text: "Body"}, Stat{Label: "Strength", Value: "5", Unit: "kg", Field: "strength"}, Stat{Label: "Life", Value: "15", Field: "life"},
		Heading{Text: "Mind"}, Words{Label: "Motto", Text: "Onward"}, Stat{Label: "Mood", Value: "very cross", Field: "mood"},
		Grid{Title: "Things", Head: []string{"Name", "Weight"}, Rows: [][]string{{"Axe", "4"}}, Paths: []string{"things/r1"}},
	}
	if got := s.Panel(v); !reflect.DeepEqual(got, want) {
		t.Errorf("the panel shows\n%+v\nand should show\n%+v", got, want)
	}
	if got := s.Brief(v); !reflect.DeepEqual(got, []Block{meter}) {
		t.Errorf("the roster shows %+v", got)
	}
	s.Views = Views{Panel: func(View) []Block { return nil }, Brief: func(View) []Block { return nil }}
	if s.Panel(v) != nil || s.Brief(v) != nil {
		t.Error("what the rulebook declares does not count")
	}
}
