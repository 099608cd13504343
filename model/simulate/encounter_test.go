package simulate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/script"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/simulate"
)

// An encounter is rated by how often the heroes at the table win, however many others are
// there, and it is said how many of it would make it fair.
func TestEncountersAreRated(t *testing.T) {
	book, err := script.Load("duel.star", duel)
	if err != nil {
		t.Fatal(err)
	}
	table := brawl(t, book)
	foe := *table.Characters()[5]
	hurt := foe.Pages[book.ID].With(book.Pools[0].Losses[0].ID, engine.ValueOf(7)) // which makes the fights short
	foe.Pages = map[string]engine.Page{book.ID: hurt}
	ambush := phrase.Prepared{Name: "Ambush", Characters: []model.Character{foe, foe, foe}}
	before := state(t, table)
	r, err := simulate.Rate(t.Context(), table, ambush)
	if err != nil || r.Word() != "deadly" || r.Fights != 100 || r.Fair != 2 {
		t.Errorf("three of them are %v: %v", r, err)
	}
	if state(t, table) != before {
		t.Error("the table has changed")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := simulate.Rate(ended, table, ambush); err == nil {
		t.Error("it is rated although nobody waits")
	}
	foe.Side = engine.Heroes
	if _, err := simulate.Rate(t.Context(), table, phrase.Prepared{Name: "Friends", Characters: []model.Character{foe}}); err == nil {
		t.Error("friends are rated")
	}
	for wins, want := range map[int]string{100: "easy", 90: "easy", 89: "fair", 70: "fair", 69: "hard", 40: "hard", 39: "deadly", 0: "deadly"} {
		if got := (simulate.Rating{Wins: wins, Fights: 100}).Word(); got != want {
			t.Errorf("%d of 100 are called %s", wins, got)
		}
	}
	if got, want := fmt.Sprint(simulate.Rating{Wins: 12, Fights: 100, Fair: 3}), "deadly, 12 % wins, 3 would be fair"; got != want {
		t.Errorf("a rating reads %q", got)
	}
}

// Another simulation of the same table rates no attack again, as when somebody asks what would
// be if.
func TestAttacksAreRatedOnce(t *testing.T) {
	s, runs := *book(t, duel), 0
	s.Actions = slices.Clone(s.Actions)
	for i, a := range s.Actions {
		own := *a
		own.Rule = func(r *engine.Roll) engine.Outcome { runs++; return a.Rule(r) }
		s.Actions[i] = &own
	}
	table := brawl(t, &s)
	first := 0
	for i, plan := range []simulate.Plan{{}, {Seed: 1}, {Surprised: engine.Foes}} {
		runs = 0
		if _, err := simulate.New(table, plan); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = runs
		} else if runs > first/2 { // each attack is begun, and not counted
			t.Errorf("the first simulation runs rules %d times, and number %d again %d times", first, i+1, runs)
		}
	}
}
