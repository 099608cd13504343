package model_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// A stored command is read as it was written.
func TestCommandRoundTrip(t *testing.T) {
	for _, c := range []model.Command{
		model.Begin{Who: "c1", Against: []string{"c2"}, System: "d6", Action: "attack", Params: engine.PageOf("situation", 2), Force: true},
		model.Next{}, model.Go{Moment: 7}, model.Rest{Who: []string{"c1"}, Span: "hour", Times: 2},
		model.AddEffect{Who: "c1", Words: "lucky", Until: model.ByMoment, At: 9, Adds: []model.Add{{System: "d6", Field: "agility", N: 2}}},
	} {
		raw, err := json.Marshal(model.Event{Seq: 1, By: gm, Did: c})
		if err != nil {
			t.Fatal(err)
		}
		var read model.Event
		if err := json.Unmarshal(raw, &read); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(read)
		if err != nil || !bytes.Equal(again, raw) || reflect.TypeOf(read.Did) != reflect.TypeOf(c) {
			t.Errorf("%s is read as %s: %v", raw, again, err)
		}
	}
	raw, err := json.Marshal(model.Event{Seq: 1, By: gm, Did: model.Answer{Roll: "r1"}})
	var fields map[string]any
	if err != nil || json.Unmarshal(raw, &fields) != nil || slices.Contains(slices.Collect(maps.Keys(fields)), "did") {
		t.Errorf("an answer is kept twice: %s, %v", raw, err)
	}
}

// Stored commands are the gamemaster's alone.
func TestCommandsAreRedacted(t *testing.T) {
	p := newPlay(t, thrower(3))
	a := p.join("Seraph", "strength", 11, "agility", 22, "ep_max", 74)
	p.must(model.Begin{Who: a, System: "supermen", Action: "move"})
	for l := range view.SeenBy(p.table, model.Seat{Role: model.Player, Name: "Ben"}).Log() {
		if l.Event.Did != nil {
			t.Errorf("a player sees %#v", l.Event.Did)
		}
	}
}
