package view

import (
	"slices"
	"testing"

	"example.org/fray/model"
)

// Every fact of the model has a sentence, and the two tables agree on which facts are
// redacted.
func TestEveryFactHasASentence(t *testing.T) {
	for kind, e := range model.FactEntries() {
		s, ok := sentences[kind]
		if !ok {
			t.Errorf("%s stands in the table of facts, and has no sentence in view", kind)
			continue
		}
		f, err := e.Read([]byte(`{"who":"a","answer":{"words":"How? Well done"}}`))
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if said := Tell(model.New(nil), f, true); len(said) == 0 || said[0].Text == "" {
			t.Errorf("%s has no words", kind)
		}
		if e.NameOnly != (s.nameOnly != nil) {
			t.Errorf("%s: by the model something of it is left for who knows a name only: %v; by view: %v", kind, e.NameOnly, s.nameOnly != nil)
		}
		if e.Redacted && s.redact == nil {
			t.Errorf("%s: by the model something is left out of it for others; view leaves out nothing", kind)
		}
	}
	for kind := range sentences {
		if _, ok := model.FactEntries()[kind]; !ok {
			t.Errorf("%s has a sentence and stands in no table of facts", kind)
		}
	}
}

// stranger is a fact without an entry.
type stranger struct{ Kinds string }

func (s stranger) Kind() string { return s.Kinds }

// A fact without an entry, or with an entry that does not say who may know it, is the
// gamemaster's alone and changes nothing.
func TestSecretsFailClosed(t *testing.T) {
	strange := []model.Fact{
		stranger{"new"}, stranger{"noted"}, stranger{"clock-moved"},
		model.Unknown{Is: "of-a-newer-version", Body: []byte(`{}`)}, model.Unknown{Is: "noted", Body: []byte(`{"text":5}`)}, model.Unknown{Is: "table-named", Body: nil},
	}
	table := model.New(nil).Apply(model.Event{Seq: 1, Facts: []model.Fact{model.Made{Name: "Vault"}, model.Joined{Character: model.Character{ID: "c1", Name: "Hero", Owner: "Bo"}}}})
	before := table.Seq()
	for i, f := range strange {
		table = table.Apply(model.Event{Seq: before + uint64(i) + 1, Facts: []model.Fact{f}})
	}
	if table.Name != "Vault" || len(table.Characters()) != 1 || table.Clock.Moment != 0 {
		t.Errorf("facts without an entry changed the table: %+v", table.State)
	}
	for _, s := range []model.Seat{{Role: model.Player, Name: "Bo"}, {Role: model.Watcher}, {Role: "observer", Name: "Bo"}, {}} {
		seen := SeenBy(table, s)
		for l := range seen.Log() {
			for _, f := range l.Event.Facts {
				if slices.Contains(strange, f) {
					t.Errorf("%+v knows %#v", s, f)
				}
			}
		}
	}
	lines := 0
	for range table.Log() {
		lines++
	}
	if lines != 1+len(strange) {
		t.Errorf("the gamemaster's log has %d lines", lines)
	}
}
