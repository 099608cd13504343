package pane

import (
	"testing"

	"example.org/fray/engine"
)

// Only what pools lose is paid, not what a rulebook counts besides.
func TestPaid(t *testing.T) {
	var sheet engine.Schema
	lost := sheet.Group("Pools").Int("lost", "Lost", 0, 99)
	pools := []engine.Pool{{ID: "ep", Losses: []engine.Field[int]{lost}}}
	grew := func(field string, by int) engine.Change {
		return engine.Change{Sheet: engine.Actor, Field: field, From: engine.ValueOf(3), To: engine.ValueOf(3 + by)}
	}
	for want, changes := range map[int][]engine.Change{
		0: {grew("counter", 1440), grew("lost", -2)},
		5: {grew("counter", 1440), grew("lost", 5)},
	} {
		if got := paid(pools, engine.Step{Changes: changes}); got != want {
			t.Errorf("%d paid, want %d", got, want)
		}
	}
}
