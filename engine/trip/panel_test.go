package trip

import (
	"strings"
	"testing"

	"example.org/fray/engine"
)

func viewOf(p engine.Page, moment int) engine.View {
	return engine.View{Sheet: sheet.Read(p), House: house.Read(engine.Page{}), Moment: moment}
}

func TestCostsShowWhatAFocusWouldMake(t *testing.T) {
	v := viewOf(templates[0].Page, 0)
	a, _ := System.Action("trip")
	v.Action, v.Params = a, engine.PageOf("ability", "Spear attack", "focus", "red")
	rows := costs(v).Rows
	want := []engine.CostRow{
		{Label: "none: d8", Price: "free", Gain: "+7 without Focus"},
		{Label: "Red: d8", Price: "1 of 2 Mana", Gain: "+1 makes +8", Present: true, Mark: "chosen"},
		{Label: "Orange: d10", Price: "1 Orange", Gain: "+2 makes +9", WhyNot: "no Orange Meta is left in any purse"},
		{Label: "Yellow: d12", Price: "1 of 1 Omega", Gain: "+4 makes +11"},
		{Label: "Green: d16", Price: "1 Green", Gain: "+8 makes +15", WhyNot: "no Green Meta is left in any purse"},
		{Label: "Blue: d20", Price: "1 Blue", Gain: "+16 makes +23", WhyNot: "no Blue Meta is left in any purse"},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i, w := range want {
		if rows[i] != w {
			t.Errorf("row %d: %+v\nwant %+v", i, rows[i], w)
		}
	}
}

func TestCostsMarkTheRunningFocus(t *testing.T) {
	p := templates[0].Page.With("focus_colour", engine.ValueOf("orange")).
		With("focus_use", engine.ValueOf("Spear")).With("focus_moment", engine.ValueOf(7))
	row := costs(viewOf(p, 7)).Rows[2]
	if !row.Present || row.Mark != "Spear" || row.WhyNot != "" {
		t.Errorf("on its Nish: %+v", row)
	}
	rows := costs(viewOf(p, 8)).Rows
	if rows[2].Present || !rows[0].Present {
		t.Errorf("on the next Nish: %+v", rows)
	}
}

func TestPurseShowsItsGems(t *testing.T) {
	track := purses[0].track(sheet.Read(templates[0].Page))
	words := ""
	for _, b := range track.Boxes {
		words += b.Label
		if b.Full {
			words += " full, "
		} else {
			words += " spent, "
		}
	}
	if track.Label != "Mana" || words != "Red full, Red full, Orange spent, " {
		t.Errorf("%s: %s", track.Label, words)
	}
}

func TestPanelSaysWhyABonusDoesNotCount(t *testing.T) {
	g := bonusGrid(viewOf(templates[0].Page, 0))[0].(engine.Grid)
	said := ""
	for _, row := range g.Rows {
		said += row[0] + ": " + row[len(row)-1] + "\n"
	}
	want := "Copper ring: no: a type of artifact counts once: Moon ring +2\nMoon ring: yes\nSpear mastery: yes\n"
	if said != want {
		t.Errorf("%q, want %q", said, want)
	}
}

func TestMarksAndTheWastedChance(t *testing.T) {
	p := templates[2].Page.With("hits_lost", engine.ValueOf(17)).With("luck_spent", engine.ValueOf(9))
	var words []string
	for _, m := range marks(viewOf(p, highestNish)) { // Nish 0
		words = append(words, m.Word)
	}
	if got := strings.Join(words, ", "); got != "down, no Luck left, channeled Meta left" {
		t.Error(got)
	}
	last, _ := unspentWords(viewOf(p, highestNish))
	before, _ := unspentWords(viewOf(p, 0))
	if !strings.Contains(last, "last Nish") || strings.Contains(before, "last Nish") || !strings.Contains(before, "Channeled 3 of 3") {
		t.Errorf("%q, %q", last, before)
	}
}
