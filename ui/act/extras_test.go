package act

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Foes of the gamemaster who act as a group are not asked one by one, whatever their names
// are. Heroes are, unless they are numbered copies of the gamemaster's.
func TestWhoDecidesForEachFollowsSides(t *testing.T) {
	table := model.New(nil)
	for _, c := range []model.Character{
		{ID: "a", Name: "Captain", Side: engine.Foes}, {ID: "b", Name: "Archer", Side: engine.Foes},
		{ID: "c", Name: "Seraph", Side: engine.Heroes}, {ID: "d", Name: "Guard 2", Side: engine.Heroes}, {ID: "e", Name: "Wolf 2", Side: engine.Foes, Owner: "Mira"},
	} {
		table.State.Apply(model.Joined{Character: c})
	}
	for _, c := range []struct {
		who  []string
		want bool
	}{{[]string{"a", "b"}, true}, {[]string{"a", "c"}, false}, {[]string{"d"}, true}, {[]string{"a", "e"}, false}} {
		if got := extras(table, c.who); got != c.want {
			t.Errorf("%v: %v", c.who, got)
		}
	}
}
