package engine

import "testing"

// Only what pools lose is taken, not what a rulebook counts besides.
func TestTaken(t *testing.T) {
	var sheet Schema
	lost := sheet.Group("Pools").Int("lost", "Lost", 0, 99)
	sys := &System{Pools: []Pool{{ID: "ep", Losses: []Field[int]{lost}}}}
	grew := func(field string, by int) Change {
		return Change{Sheet: Actor, Field: field, From: ValueOf(3), To: ValueOf(3 + by)}
	}
	for want, changes := range map[int][]Change{
		0: {grew("counter", 1440), grew("lost", -2)},
		5: {grew("counter", 1440), grew("lost", 5)},
	} {
		if got := sys.PoolLosses(changes); got != want {
			t.Errorf("%d taken, want %d", got, want)
		}
	}
}
