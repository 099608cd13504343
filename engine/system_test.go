package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
)

func params(list []*engine.Spec) string {
	var ids []string
	for _, sp := range list {
		ids = append(ids, sp.ID)
	}
	return strings.Join(ids, " ")
}

// An action takes its own parameters, those that every one takes, and of
// further opponents what it takes of the first.
func TestParametersOfAnAction(t *testing.T) {
	y := newYard()
	try, fall := y.Actions[0], y.Actions[1]
	if got := params(try.Params()); got != "quick skill other.factor dice situation why hidden" {
		t.Errorf("got %s", got)
	}
	if got := params(try.ParamsAgainst(3)); got != "quick skill other.factor dice other.2.factor other.3.factor situation why hidden" {
		t.Errorf("got %s", got)
	}
	if got := params(fall.ParamsAgainst(3)); got != "situation why hidden" {
		t.Errorf("got %s", got)
	}
	if y.factor.Further(1).ID != "other.factor" || y.factor.Further(3).ID != "other.3.factor" || y.factor.Further(3).Label != "Opponent 3: Factor" {
		t.Errorf("the third opponent's is %s", y.factor.Further(3).ID)
	}
	for id, want := range map[string]bool{"quick": true, "other.factor": true, "other.2.factor": true, "other.20.factor": true, "hidden": true,
		"other.1.factor": false, "other.21.factor": false, "other.02.factor": false, "other.2.quick": false, "other.x.factor": false, "factor": false, "other.2": false} {
		if sp, ok := try.Param(id); ok != want || ok && sp.ID != id {
			t.Errorf("%s: %t", id, ok)
		}
	}
	if _, ok := fall.Param("other.2.factor"); ok {
		t.Error("an action that faces nobody has a further opponent's parameter")
	}
	if got := strings.Join(y.ActionIDs(), " "); got != "try" || !fall.Lasting() || try.Lasting() {
		t.Errorf("people start %s; the fall lasts: %t", got, fall.Lasting())
	}
	if a, ok := y.Action("fall"); !ok || a != fall {
		t.Error("no fall")
	}
	if _, ok := y.Action("sing"); ok {
		t.Error("there is singing")
	}
}

func TestWhatIsTakenOffThePools(t *testing.T) {
	y := newYard()
	change := func(field string, from, to engine.Value) engine.Change {
		return engine.Change{Sheet: engine.Actor, Field: field, From: from, To: to}
	}
	n := engine.ValueOf[int]
	if got := y.PoolLosses([]engine.Change{change("wind_lost", n(3), n(5)), change("wind_lost_hour", n(0), n(4)), change("strength", n(1), n(9)),
		change("wind_lost", n(9), n(2)), change("wind_lost", n(9), engine.Value{})}); got != 6 {
		t.Errorf("%d are taken, want 6", got)
	}
	if p, ok := y.Pool("wind_lost_hour"); !ok || p.ID != "wind" || !p.HasLoss("wind_lost") || p.HasLoss("wind") {
		t.Errorf("the pool is %s, %t", p.ID, ok)
	}
	if _, ok := y.Pool("wind"); ok {
		t.Error("what a pool has when it is full is not a loss")
	}
}

// What is typed as KEY=VALUE goes to the parameter, else to the sheet, the
// opponents' by their seats.
func TestKeysAndValuesFindTheirPlace(t *testing.T) {
	y := newYard()
	y.Named = func(p engine.Page, name, value string) (engine.Page, bool, error) {
		switch {
		case name == "luck" && value == "bad":
			return p, true, errors.New("luck is never bad")
		case name == "luck":
			return p.With("note", engine.ValueOf(value)), true, nil
		case name == "quick": // a trait that is called like the parameter
			return p.With("note", engine.ValueOf("q"+value)), true, nil
		}
		return p, false, nil
	}
	start := engine.Inputs{System: y.System, Action: y.Actions[0]}
	for _, c := range []struct {
		key, value string
		seat       engine.Seat // "": a parameter
		path, want string
	}{
		{"quick", "yes", "", "quick", "yes"}, {"other.2.factor", "4", "", "other.2.factor", "4"}, {"situation", "-3", "", "situation", "-3"},
		{"situation", "none", "", "situation", ""}, {"strength", "7", engine.Actor, "strength", "7"}, {"other.strength", "8", engine.Other, "strength", "8"},
		{"other.3.strength", "9", engine.Opponent(3), "strength", "9"}, {"luck", "good", engine.Actor, "note", "good"},
		{"quick", "12", engine.Actor, "note", "q12"}, {"skills/r1/level", "2", engine.Actor, "skills/r1/level", "2"},
	} {
		in, err := start.Set(c.key, c.value)
		page := in.Params
		if c.seat != "" {
			page = in.Sheets[c.seat]
		}
		v, _ := page.Get(c.path)
		if err != nil || v.String() != c.want {
			t.Errorf("%s=%s: %s is %q, %v", c.key, c.value, c.path, v, err)
		}
	}
	if start.Sheets != nil || !start.Params.IsZero() {
		t.Error("what was typed stands in the inputs that it was typed for, too")
	}
	for _, c := range []struct{ key, value, want string }{
		{"strength", "99", "strength cannot be"}, {"other.factor", "10", "factor cannot be"}, {"luck", "bad", "never bad"},
		{"strengtj", "3", `The Yard has no field "strengtj"; did you mean "strength"? 'fray systems yard' lists them`},
		{"zzzzzzzzzz", "3", `no field "zzzzzzzzzz" 'fray systems`}, {"other.4.sthength", "3", `did you mean "strength"?`},
	} {
		_, err := start.Set(c.key, c.value)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: %v, want %q", c.key, c.value, err, c.want)
		}
	}
	var unknown *engine.UnknownField
	if _, err := start.Set("skils", "1"); !errors.As(err, &unknown) || unknown.Key != "skils" || !strings.Contains(err.Error(), `"skills"`) {
		t.Errorf("got %v", err)
	}
}

func TestNearestWord(t *testing.T) {
	words := []string{"strength", "agility", "move"}
	for typed, want := range map[string]string{"strengtj": "strength", "STRENGTH": "strength", "agilty": "agility", "mov": "move", "xyz": "", "": "", "moves": "move"} {
		if got := engine.Nearest(typed, words); got != want {
			t.Errorf("%q is most like %q, want %q", typed, got, want)
		}
	}
	if !slices.Equal(words, []string{"strength", "agility", "move"}) {
		t.Errorf("the words have changed: %v", words)
	}
}
