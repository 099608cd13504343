package model_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Whatever commands about words for the dice are sent, in whatever order: each seat adds
// only its own words, in turn, at most one before they are mixed in; no two sessions with
// different words have the same transcript; and a check accepts what was decided.
func TestDiceWords(t *testing.T) {
	seen := map[string]string{}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		seats := []model.Seat{{Role: model.Player, Name: "a"}, {Role: model.Player, Name: "ab"}, {Role: model.Player, Name: "abw"}, {Role: model.GM}, {Role: model.Program}, {Role: model.Watcher, Name: "w"}}
		table := model.New(nil)
		check := model.DiceWords{}
		for range 40 {
			by := seats[r.IntN(len(seats))]
			other := seats[r.IntN(len(seats))]
			c := []model.Command{
				model.BeginSession{Fingerprint: "f"}, model.AddWord{Text: []string{"", "b", "ab", "wab", "p"}[r.IntN(5)]}, model.AddWord{Text: "ab"},
				model.AskWords{Order: []model.Seat{other, by, other}}, model.PassOver{Of: other, Why: "b"}, model.MixDice{At: int64(r.IntN(9)), HiddenAt: 3},
			}[r.IntN(6)]
			waits := table.Dice.Asked()
			facts, err := decide.Decide(table, by, c, nil)
			if err != nil {
				continue
			}
			for _, f := range facts {
				var why, lost string
				if check, why, lost = check.After(f); why+lost != "" {
					t.Fatalf("seed %d: %+v: %s%s", seed, f, why, lost)
				}
			}
			if _, word := c.(model.AddWord); word && (by.Role != model.Player || len(waits) > 0 && waits[0] != by) {
				t.Fatalf("seed %d: %v adds a word, and %v are asked", seed, by, waits)
			}
			table = table.Apply(model.Event{Seq: table.Seq() + 1, By: by, Facts: facts})
			if fmt.Sprint(table.Dice) != fmt.Sprint(check) {
				t.Fatalf("seed %d: the table has %v, the check %v", seed, table.Dice, check)
			}
			body, err := json.Marshal(table)
			if err != nil {
				t.Fatal(err)
			}
			var read struct {
				Words model.DiceWords `json:"dice_words"`
			}
			if err := json.Unmarshal(body, &read); err != nil || read.Words.Transcript() != check.Transcript() || !slices.Equal(read.Words.Asked(), check.Asked()) {
				t.Fatalf("seed %d: read back it is %v, and was %v", seed, read.Words, check)
			}
			steps := fmt.Sprintf("%q", check.Steps[:check.Mixed])
			if was, known := seen[check.Transcript()]; known && was != steps {
				t.Fatalf("told alike: %s and %s", was, steps)
			}
			seen[check.Transcript()] = steps
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d evenings were mixed", len(seen))
	}
}
