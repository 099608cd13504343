package engine

import "testing"

func TestWhatAPlayerWouldCallAChange(t *testing.T) {
	s := &Schema{}
	g := s.Group("A")
	g.Int("score", "Score", 0, 9).Default(3)
	g.Int("busy_until", "Busy until", 0, 99).Booked()
	rows := s.List("things", "Things")
	rows.Text("name", "Name", 9)
	rows.Int("since", "Since", 0, 99).Booked()
	for _, x := range []struct {
		path     string
		from, to Value
		told     bool
	}{
		{"score", IntValue(3), IntValue(4), true},
		{"score", IntValue(3), IntValue(3), false},
		{"score", IntValue(3), Value{}, false}, // its default is 3
		{"score", IntValue(4), Value{}, true},
		{"busy_until", IntValue(0), IntValue(6), false},
		{"things/a/name", Value{}, TextValue("rope"), true},
		{"things/a/since", IntValue(0), IntValue(6), false},
		{"things/a", Value{}, Value{}, true},
		{"of_a_newer_version", IntValue(0), IntValue(1), true},
	} {
		c := []Change{{Sheet: Actor, Field: x.path, From: x.from, To: x.to}}
		if got := len(s.Told(c)) == 1; got != x.told {
			t.Errorf("%s from %v to %v: told %v", x.path, x.from, x.to, got)
		}
	}
}
