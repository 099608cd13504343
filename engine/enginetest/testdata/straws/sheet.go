package straws

import (
	"strconv"

	"example.org/fray/engine"
)

var (
	sheet = &engine.Schema{}

	fate      = sheet.Group("Fate")
	luck      = fate.Int("luck", "Luck", 1, 10).Default(2).Measured("straws").Said("How many straws are drawn.")
	nerveFull = fate.Int("nerve", "Nerve", 0, 20).Derived(func(s engine.Sheet) int { return 2 + luck.Of(s) })
	nerveLost = fate.Int("nerve_lost", "Nerve lost", 0, 999)

	tricks     = sheet.List("tricks", "Tricks")
	_          = tricks.Text("name", "Name", 40)
	trickLevel = tricks.Int("level", "Level", 0, 6)

	nerve = engine.Pool{ID: "nerve", Label: "Nerve", Full: nerveFull, Losses: []engine.Field[int]{nerveLost}}

	house = &engine.Schema{}
	equal = house.Group("Straws").Choice("equal", "A straw of just the length", "reach", "miss").Said("Whether it reaches.")

	drawForm = &engine.Schema{}
	drawn    = drawForm.Group("Draw")
	length   = drawn.Int("length", "Length", 1, 20).Default(5).Said("What the longest has to reach.")
	trick    = drawn.Row("trick", "Trick", tricks)
)

func panel(v engine.View) []engine.Block {
	out := []engine.Block{engine.Heading{Text: "Fate"},
		engine.Stat{Label: luck.Label, Value: strconv.Itoa(luck.Of(v.Sheet)), Field: luck.ID}, nerve.Meter(v.Sheet)}
	for _, row := range tricks.Rows(v.Sheet) {
		out = append(out, engine.Stat{Label: row.Name(), Value: strconv.Itoa(trickLevel.At(row)), Field: row.Path(trickLevel.Spec)})
	}
	return out
}

func brief(v engine.View) []engine.Block { return []engine.Block{nerve.Meter(v.Sheet)} }
