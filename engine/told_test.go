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
		{"score", ValueOf(3), ValueOf(4), true},
		{"score", ValueOf(3), ValueOf(3), false},
		{"score", ValueOf(3), Value{}, false}, // its default is 3
		{"score", ValueOf(4), Value{}, true},
		{"busy_until", ValueOf(0), ValueOf(6), false},
		{"things/a/name", Value{}, ValueOf("rope"), true},
		{"things/a/since", ValueOf(0), ValueOf(6), false},
		{"things/a", Value{}, Value{}, true},
		{"of_a_newer_version", ValueOf(0), ValueOf(1), true},
	} {
		c := []Change{{Sheet: Actor, Field: x.path, From: x.from, To: x.to}}
		if got := len(s.Told(c)) == 1; got != x.told {
			t.Errorf("%s from %v to %v: told %v", x.path, x.from, x.to, got)
		}
	}
}
