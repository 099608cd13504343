package engine

import "testing"

func TestWhatAPlayerWouldCallAChange(t *testing.T) {
	s := &Schema{}
	g := s.Group("A")
	g.Int("score", "Score", 0, 9).Default(3)
	g.Int("busy_until", "Busy until", 0, 99).Bookkeeping()
	rows := s.List("things", "Things")
	rows.Text("name", "Name", 9)
	rows.Int("since", "Since", 0, 99).Bookkeeping()
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
		if got := len(s.NotableChanges(c)) == 1; got != x.told {
			t.Errorf("%s from %v to %v: told %v", x.path, x.from, x.to, got)
		}
	}
}

func TestFurtherOpponentsHaveParametersOfTheirOwn(t *testing.T) {
	form := &Schema{}
	g := form.Group("Fight")
	g.Int("factor", "Factor", 1, 9)
	factor := g.Int("other.factor", "Factor", 1, 9).Default(3)
	a := &Action{ID: "fight", Form: form, Need: MayFaceMany}
	var p Page
	for _, key := range []string{"other.factor", "other.3.factor", "other.20.factor"} {
		var ok bool
		var err error
		if p, ok, err = a.Set(p, key, "7"); !ok || err != nil {
			t.Errorf("%s: %v %v", key, ok, err)
		}
	}
	for _, key := range []string{"other.1.factor", "other.21.factor", "other.02.factor", "other.2.strength", "other.2.other.factor"} {
		if _, ok := a.Param(key); ok {
			t.Errorf("%s is a parameter", key)
		}
	}
	s := form.Read(p)
	for n, want := range map[int]int{1: 7, 2: 3, 3: 7, 20: 7} {
		if got := factor.Further(n).Of(s); got != want {
			t.Errorf("factor of opponent %d: %d, not %d", n, got, want)
		}
	}
	if n := len(a.ParamsAgainst(3)); n != len(a.Params())+2 {
		t.Errorf("against three there are %d parameters, %d against one", n, len(a.Params()))
	}
	a.Need = MayFace
	if _, ok := a.Param("other.2.factor"); ok {
		t.Error("only who may face many takes the second opponent's")
	}
}
