package enginetest

import (
	"fmt"

	"example.org/fray/engine"
)

// panel shows these blocks.
func panel(blocks ...engine.Block) func(*toy) {
	return func(y *toy) { y.Views.Panel = func(engine.View) []engine.Block { return blocks } }
}

// badShows are wrong in what they declare or show.
var badShows = []bad{
	{"no templates", func(y *toy) { y.Templates = nil }, "the rulebook has no Templates"},
	{"an action for nothing", func(y *toy) { y.Actions[0].Purpose = "" }, `the action check has the Purpose "": say what it is for, one of ["attack" "defence" "healing" "movement" "other"]`},
	{"an action for something else", func(y *toy) { y.Actions[0].Purpose = "fun" }, `the action check has the Purpose "fun"`},
	{"a template on no side", func(y *toy) { y.Templates[1].Side = "" }, `the template birch has the Side "": say with whom it fights, one of ["heroes" "foes"]`},
	{"no help", func(y *toy) { y.Help = "" }, "the rulebook has no Help"},
	{"ids of fields", func(y *toy) { y.Sheet.Group("Body").Int("Arm Length", "Arm", 0, 9) }, "must be a lower_case word"},
	{"fields twice", func(y *toy) { y.Sheet.Group("Body").Int("strength", "Strength", 0, 9) }, `the field "strength" is there twice`},
	{"no label", func(y *toy) { y.Sheet.Group("Body").Int("arm", "", 0, 9) }, "needs a clean label"},
	{"no range", func(y *toy) { y.Sheet.Group("Body").Int("arm", "Arm", 9, 0) }, "can have no value"},
	{"a default out of range", func(y *toy) { y.Sheet.Group("Body").Int("arm", "Arm", 1, 9) }, "has a default that it can't be"},
	{"a default that breaks", func(y *toy) {
		y.Sheet.Group("Body").Int("arm", "Arm", 0, 9).Derived(func(engine.Sheet) int { panic("no arms") })
	}, "working it out breaks: no arms"},
	{"a list without names", func(y *toy) { y.Sheet.List("arms", "Arms").Int("length", "Length", 0, 9) }, "has no column called name"},
	{"an action twice", func(y *toy) { y.Actions = append(y.Actions, y.Actions[0]) }, `the action "check" is there twice`},
	{"an action without help", func(y *toy) { y.Actions[0].Help = "" }, "the action check has no help"},
	{"two ends with the scene", func(y *toy) { y.Actions[1].Over = engine.Ending{AtSceneEnd: true, SurvivesScene: true} }, "rest both befalls with the scene and outlasts it"},
	{"an own situation", func(y *toy) { y.Actions[0].Form.Group("Check").Int("situation", "Situation", 0, 9) }, "declares situation, which every action has"},
	{"a template beyond the range", func(y *toy) { y.Templates[1].Page = engine.PageOf("strength", 99) }, `the template birch: strength cannot be "99"`},
	{"a template with a field that isn't", func(y *toy) { y.Templates[1].Page = engine.PageOf("height", 9) }, "writes height, which is not a field"},
	{"a template's row without name", func(y *toy) { y.Templates[1].Page = engine.PageOf("skills/r1/level", 9) }, "the row r1 of skills has no name"},
	{"a payment that isn't", func(y *toy) { y.Time.Payment = "check" }, `the payment "check" must be an action that the clock starts`},
	{"initiative that isn't", func(y *toy) { y.Time.Initiative = "rest" }, `initiative is rolled by "rest"`},
	{"a defence that isn't", func(y *toy) { y.Time.Defence = "duck" }, `what is under way is given up for "duck", which is not an active action`},
	{"a condition that does nothing", func(y *toy) { y.Conditions = []engine.Condition{{ID: "dazed", Label: "Dazed", Help: "Dazed."}} },
		"dazed must either add to a number or be brought about by an action"},
	{"a condition of a loss", func(y *toy) {
		y.Conditions = []engine.Condition{{ID: "dazed", Label: "Dazed", Help: "Dazed.", Adds: []engine.Modifier{{Field: "tired", N: 1}}}}
	}, "dazed adds to tired, which nothing may add to"},
	{"a condition without a figure", func(y *toy) {
		y.Conditions = []engine.Condition{{ID: "dazed", Label: "Dazed", Help: "Weaker.", Adds: []engine.Modifier{{Field: "strength"}}}}
	}, "dazed has no figure, and its line does not say who chooses it"},
	{"a condition that nobody starts", func(y *toy) {
		y.Conditions = []engine.Condition{{ID: "dazed", Label: "Dazed", Help: "Dazed.", Action: "faint"}}
	}, `dazed is brought about by "faint"`},
	{"a condition that does not count", func(y *toy) {
		y.Sheet.Group("Body").Int("shoe", "Shoe", 0, 99)
		y.Conditions = []engine.Condition{{ID: "lame", Label: "Lame", Help: "A smaller shoe.", Adds: []engine.Modifier{{Field: "shoe", N: 2}}}}
	}, "the condition lame makes no difference to any roll"},
	{"a pool without label", func(y *toy) { y.Pools[0].Label = "" }, `the pool "wind" needs`},
	{"a panel that breaks", func(y *toy) {
		y.Views.Panel = func(v engine.View) []engine.Block {
			return []engine.Block{engine.Heading{Text: "x"}, engine.Stat{Label: "Skill", Value: y.skills.Rows(v.Sheet)[0].Name()}}
		}
	}, "the panel of an empty page: breaks"},
	{"a panel that breaks during a roll", func(y *toy) {
		y.Views.Brief = func(v engine.View) []engine.Block {
			if v.Roll != nil {
				panic("dice are rolling")
			}
			return []engine.Block{engine.Heading{Text: "x"}}
		}
	}, "the brief of a roll, check"},
	{"an empty panel", panel(), "shows nothing"},
	{"a number without label", panel(engine.Stat{Value: "3", Field: "strength"}), "a number has no label"},
	{"a number without working", panel(engine.Stat{Label: "Reach", Value: "3"}), "doesn't say how"},
	{"a number of a field that isn't", panel(engine.Stat{Label: "Reach", Value: "3", Field: "reach"}), `"reach" is not a field of the sheet`},
	{"a meter without label", panel(engine.Meter{ID: "wind"}), "a meter has no label"},
	{"a long name in the roster", func(y *toy) {
		y.Views.Brief = func(engine.View) []engine.Block {
			return []engine.Block{engine.Meter{ID: "wind", Label: "Second wind", Full: 9}}
		}
	}, "more than 5 letters"},
	{"a meter of 1 in the roster", func(y *toy) {
		y.Views.Brief = func(engine.View) []engine.Block {
			return []engine.Block{engine.Meter{ID: "wind", Label: "Wind", Now: 1, Full: 1}}
		}
	}, "a meter of 1"},
	{"a track without label", panel(engine.Track{Boxes: []engine.Box{{Label: "a"}}}), "a track has no label"},
	{"a cost row without label", func(y *toy) {
		y.Costs = func(engine.View) engine.Costs {
			return engine.Costs{Title: "Wind", Rows: []engine.CostRow{{Price: "1"}}}
		}
	}, "a cost row has no label"},
	{"a mark without word", func(y *toy) { y.Marks = func(engine.View) []engine.Mark { return []engine.Mark{{ID: "tired"}} } }, "the marks of an empty page"},
	{"a ragged table", panel(engine.Grid{Title: "T", Head: []string{"a", "b"}, Rows: [][]string{{"1"}}}), "has 2 columns and a row of 1"},
	{"control characters", panel(engine.Words{Text: "a\x1b[2J"}), "control character"},
	{"a panel that changes by itself", func(y *toy) {
		n := 0
		y.Views.Panel = func(engine.View) []engine.Block { n++; return []engine.Block{engine.Heading{Text: fmt.Sprint("x", n)}} }
	}, "shows something else the second time"},
	{"a panel that breaks at the edge", func(y *toy) {
		y.Views.Panel = func(v engine.View) []engine.Block {
			table := make([]int, 15)
			return []engine.Block{engine.Words{Text: fmt.Sprint("x", table[y.strength.Of(v.Sheet)])}}
		}
	}, "the panel of a page with everything at its most: breaks"},
}
