package model_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// A player cannot have a name that means somebody else: it would give the player no view,
// or everybody's.
func TestReservedPlayerNames(t *testing.T) {
	p := newPlay(t, nil)
	who := seated(p, "Seraph", "Bo", false)
	was := p.table.Seq()
	for _, name := range []string{"gm", "GM", " Gm ", "everyone", "Everyone", "EVERYONE"} {
		for _, c := range []model.Command{
			model.Join{Character: model.Character{Name: "y", Owner: name}},
			model.Edit{Who: who, Character: model.Character{Name: "Seraph", Owner: name}},
		} {
			var no *model.Refused
			if err := p.do(gm, c); !errors.As(err, &no) || p.table.Seq() != was {
				t.Errorf("%T to %q: %v", c, name, err)
			}
		}
	}
	p.must(model.Edit{Who: who, Character: model.Character{Name: "gm", Owner: "Gmelin"}})
}

// Whatever a log contains, folding it never fails, a seat sees no more of it than it may,
// and what was read is written unchanged.
func FuzzLog(f *testing.F) {
	f.Add([]byte(`[{"seq":1,"by":{"role":"gm"},"facts":[{"kind":"table-made","fact":{"name":"x","system":"supermen"}}]},
		{"seq":2,"by":{"role":"gm"},"facts":[{"kind":"character-joined","fact":{"character":{"id":"c2","name":"a"}}}]},
		{"seq":3,"by":{"role":"gm"},"facts":[{"kind":"roll-opened","fact":{"roll":{"id":"r3","who":"c2","system":"supermen","action":"move"}}}]},
		{"seq":4,"by":{"role":"gm"},"facts":[{"kind":"undone","fact":{"seq":3}}]}]`))
	f.Add([]byte(`[{"seq":1,"facts":[{"kind":"clock-moved","fact":{"clock":{"moment":-1,"turn":"c9","order":["c9"]}}},{"kind":"character-left","fact":{"who":"c9"}},{"kind":"none","fact":null}]}]`))
	f.Add([]byte(`[{"seq":1,"facts":[{"kind":"redone","fact":{"seq":1}},{"kind":"undone","fact":{"seq":18446744073709551615}},{"kind":"character-reordered","fact":{"who":"","to":-7}}]}]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		var log []model.Event
		if len(b) > 1<<14 || json.Unmarshal(b, &log) != nil {
			return
		}
		table := model.New(allRules())
		for i, e := range log[:min(len(log), 40)] {
			e.Seq = uint64(i) + 1
			body := writtenAgain(t, writtenAgain(t, mustJSON(t, e))) // a fact without a body gets one
			if again := writtenAgain(t, body); string(again) != string(body) {
				t.Fatalf("%s is written %s", body, again)
			}
			table = table.Apply(e)
			for _, f := range e.Facts {
				_ = view.Tell(table, f, true)
			}
		}
		for _, seat := range []model.Seat{{}, {Role: model.Watcher}, {Role: model.Player, Name: "Bo"}} {
			for _, c := range view.SeenBy(table, seat).Characters() {
				if c.Hidden && !seat.Owns(c) {
					t.Fatalf("%+v sees %+v", seat, c)
				}
			}
		}
	})
}

func mustJSON(t *testing.T, e model.Event) []byte {
	t.Helper()
	body, err := json.Marshal(e)
	if err != nil {
		t.Skip(err) // JSON has no form for this time
	}
	return body
}

// writtenAgain reads an event and writes it.
func writtenAgain(t *testing.T, body []byte) []byte {
	t.Helper()
	var e model.Event
	if err := json.Unmarshal(body, &e); err != nil {
		t.Fatalf("%s cannot be read: %v", body, err)
	}
	return mustJSON(t, e)
}

// Whatever command is sent by whichever seat, it is decided or refused in words, the table
// that it was decided on does not change, and its facts can be written and read.
func FuzzDecide(f *testing.F) {
	commands := []model.Command{model.Begin{}, model.Answer{}, model.Drop{}, model.Write{}, model.PutPage{}, model.Edit{}, model.Note{},
		model.Declare{}, model.Wait{}, model.Rest{}, model.Undo{}, model.Redo{}, model.Make{}, model.Rename{}, model.Join{}, model.Return{},
		model.Leave{}, model.Reorder{}, model.SetHouse{}, model.Next{}, model.Go{}, model.Scene{}, model.SetOrder{}, model.MoveTurn{},
		model.RollOrder{}, model.StepIn{}, model.Back{}, model.Cancel{}, model.Delay{}, model.AddEffect{}, model.EndEffect{}, model.Together{},
		model.BeginSession{}, model.EndSession{}}
	for i := range commands {
		f.Add(uint8(i), uint8(i), []byte(`{"Who":"c2","System":"supermen","Action":"move","Moment":3,"Text":"x","Roll":"r3","Seq":2,"Order":["c2","c2"],"To":-1,"Until":"scene"}`))
	}
	f.Add(uint8(0), uint8(0), []byte(`{"Who":"c2","Against":["c2","c9"],"System":"supermen","Action":"combat","Params":{"hidden":true,"pt":99999}}`))
	p := newPlay(f, thrower(1))
	seated(p, "Seraph", "Bo", false)
	seated(p, "Lurker", "", true)
	seats := []model.Seat{gm, {Role: model.Player, Name: "Bo"}, {Role: model.Watcher}, {}}
	f.Fuzz(func(t *testing.T, which, by uint8, body []byte) {
		c := reflect.New(reflect.TypeOf(commands[int(which)%len(commands)]))
		if len(body) > 1<<12 || json.Unmarshal(body, c.Interface()) != nil {
			return
		}
		before, err := json.Marshal(p.table)
		if err != nil {
			t.Fatal(err)
		}
		facts, err := decide.Decide(p.table, seats[int(by)%len(seats)], c.Elem().Interface().(model.Command), thrower(2))
		var no *model.Refused
		var stale *decide.Stale
		if err != nil && (!errors.As(err, &no) && !errors.As(err, &stale) || err.Error() == "") {
			t.Fatalf("%v is not a refusal", err)
		}
		if len(facts) > 0 {
			e := model.Event{Seq: p.table.Seq() + 1, Time: time.Unix(9, 0), By: gm, Facts: facts}
			body, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			var read model.Event
			if err := json.Unmarshal(body, &read); err != nil {
				t.Fatal(err)
			}
			for _, f := range read.Facts {
				if u, ok := f.(model.Unknown); ok {
					t.Fatalf("its own fact %s is not read: %s", u.Is, u.Body)
				}
			}
			p.table.Apply(read)
		}
		if after, err := json.Marshal(p.table); err != nil || string(after) != string(before) {
			t.Fatalf("deciding changed the table to %s (%v)", after, err)
		}
	})
}
