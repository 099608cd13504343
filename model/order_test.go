package model_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// In every rulebook with turns, whoever comes, goes, comes back, falls, gets up or is moved:
// nobody has two turns in a round, whoever is there from its beginning to its end and can act
// has one, and the turn that comes next is the one that was told.
func TestEverybodyHasOneTurnARound(t *testing.T) {
	for id, s := range rulesWith(t, "") {
		if s.Time.PerRound != 0 || s.Time.Down {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(6) {
				oneTurnARound(t, newRandomFight(t, seed, id, 5), id)
			}
		})
	}
}

func oneTurnARound(t *testing.T, b *randomFight, system string) {
	settles := func() {
		for range 50 {
			if len(b.table.Rolls()) == 0 {
				return
			}
			b.answer(b.table.Rolls()[0])
		}
		t.Fatal("the rolls have no end")
	}
	if b.table.Time().Initiative != "" {
		b.must(model.RollOrder{Quick: true})
		settles()
	}
	had := map[string]bool{}   // a turn of this round
	whole := map[string]bool{} // there and able since it began
	begin := func() {
		clear(had)
		clear(whole)
		for c := range b.table.Here() {
			whole[c.ID] = true
		}
	}
	begin()
	began := false // the first whole round counts
	for n := range 120 {
		here := slices.Collect(b.table.Here())
		who := here[b.rnd.IntN(len(here))]
		switch b.rnd.IntN(9) {
		case 0:
			b.recruit(10 + n)
		case 1:
			if len(here) > 2 {
				b.must(model.Leave{Who: who.ID})
				delete(whole, who.ID)
			}
		case 2:
			for _, c := range b.table.State.Characters {
				if c.Left {
					b.must(model.Return{Who: c.ID})
					break
				}
			}
		case 3, 4:
			at := b.rnd.IntN(len(here))
			b.must(model.MoveTurn{Who: who.ID, To: at})
			if turns := decide.Turns(b.table); turns[at] != who.ID {
				t.Fatalf("%s is moved to %d, and stands in %v", who.ID, at, turns)
			}
		default:
			was := b.table.Clock
			next := decide.NextDue(b.table)
			b.must(model.Next{})
			if now := b.table.Clock; now.Moment != was.Moment {
				for id := range whole {
					if began && !had[id] && !b.table.IsDown(id) {
						t.Fatalf("seed of %s: %s had no turn in the round that ended: order %v, log:\n%s", system, id, was.Order, tail(b))
					}
				}
				begin()
				began = true
			} else if now.Turn != was.Turn && now.Turn != "" {
				if had[now.Turn] {
					t.Fatalf("%s has two turns in a round: order %v, log:\n%s", now.Turn, was.Order, tail(b))
				}
				if next.Turn != now.Turn {
					t.Fatalf("%q was to have the next turn, and %q has it", next.Turn, now.Turn)
				}
			}
		}
		had[b.table.Clock.Turn] = true // whoever goes in their turn gives it to the next
		settles()
	}
	for n := range 5 { // each of them can be taken back
		before := b.table.Clock
		b.must(model.MoveTurn{Who: decide.Turns(b.table)[n%2], To: 0})
		b.must(model.Undo{})
		if after := b.table.Clock; !slices.Equal(after.Order, before.Order) || !slices.Equal(after.Acted, before.Acted) || after.Turn != before.Turn {
			t.Fatalf("an undone move leaves %+v, and there was %+v", after, before)
		}
	}
}

// tail is the newest of the log, the newest first.
func tail(b *randomFight) (out string) {
	n := 0
	for _, lines := range view.LogText(b.table, false) {
		for _, l := range lines {
			out += l.Text + "\n"
		}
		if n++; n > 25 {
			break
		}
	}
	return out
}

// Whoever waits has no turn until they step in, and whoever is interrupted has it then.
func TestWaitingIsHeeded(t *testing.T) {
	for id, s := range rulesWith(t, "") {
		if s.Time.PerRound != 0 || s.Time.Down {
			continue
		}
		b := newRandomFight(t, 1, id, 3)
		turns := decide.Turns(b.table)
		b.must(model.Wait{Who: turns[0], Words: "the bell"})
		for _, want := range turns[1:] {
			if next := decide.NextDue(b.table); next.Turn != want {
				t.Fatalf("%s: %q is told to be next, want %q", id, next.Turn, want)
			}
			b.must(model.Next{})
			if got := b.table.Clock.Turn; got != want {
				t.Fatalf("%s: it is the turn of %q, want %q", id, got, want)
			}
		}
		b.must(model.StepIn{Who: turns[0]})
		b.must(model.Next{})
		if got, round := b.table.Clock.Turn, b.table.Clock.Moment; got != turns[2] || round != 0 {
			t.Errorf("%s: after a waiting one has stepped in it is the turn of %q in round %d, want %q", id, got, round+1, turns[2])
		}
	}
}

// Who goes and comes back has the number that they had; who comes rolls, and so does who could
// not when the others did; a turn at whose beginning something ends is named.
func TestOrderIsNumbers(t *testing.T) {
	b := newRandomFight(t, 3, "d20", 0)
	var ids []string
	joins := func(name string) string {
		b.must(model.Join{Character: model.Character{Name: name, Pages: map[string]engine.Page{"d20": b.table.Rulebooks["d20"].Templates[0].Page}}})
		all := b.table.Characters()
		ids = append(ids, all[len(all)-1].ID)
		return ids[len(ids)-1]
	}
	ash, birch, cedar := joins("Ash"), joins("Birch"), joins("Cedar")
	for _, x := range b.table.Rulebooks["d20"].Conditions {
		if x.ID == "stunned" {
			b.must(model.AddEffect{Who: cedar, Words: x.Label, Until: model.ByTreated, Adds: []model.Add{{System: "d20", Field: x.Adds[0].Field, N: x.Adds[0].N}}})
		}
	}
	b.must(model.AddEffect{Who: birch, Words: "blessed", Until: model.ByTurn, Of: ash})
	if !b.table.IsDown(cedar) {
		t.Fatal("the stunned can act")
	}
	b.must(model.RollOrder{Quick: true})
	b.must(model.Next{})
	number := func(id string) int { n, _ := decide.Score(b.table, id); return n }
	sorted := func(when string) {
		t.Helper()
		turns := decide.Turns(b.table)
		if !slices.IsSortedFunc(turns, func(a, b string) int { return number(b) - number(a) }) {
			t.Errorf("%s the order is %v, with %d, %d, %d for the three", when, turns, number(ash), number(birch), number(cedar))
		}
	}
	had := number(ash)
	b.must(model.Leave{Who: ash})
	b.must(model.Return{Who: ash})
	if number(ash) != had {
		t.Errorf("who came back has %d, and had %d", number(ash), had)
	}
	dogan := joins("Dogan")
	if _, rolled := decide.Score(b.table, dogan); !rolled {
		t.Error("who comes does not roll")
	}
	b.must(model.EndEffect{Effect: b.table.State.Effects[slices.IndexFunc(b.table.State.Effects, func(e model.Effect) bool { return e.Who == cedar })].ID})
	named := false
	for range 8 { // until the turn of Ash has come again
		b.must(model.Next{})
		var lines []string
		for _, all := range view.LogText(b.table, true) {
			for _, l := range all {
				lines = append(lines, l.Text)
			}
		}
		text := strings.Join(lines, "\n")
		if b.table.Clock.Turn != "" && !strings.Contains(text, "the turn of "+b.table.NameOf(b.table.Clock.Turn)) {
			t.Errorf("a turn is not named: %s", text)
		}
		named = named || strings.Contains(text, "blessed is over")
	}
	if !named {
		t.Error("the end of what lasted until a turn is not told")
	}
	if _, rolled := decide.Score(b.table, cedar); !rolled {
		t.Error("who can act again does not roll")
	}
	sorted("in the end")
}

// Whatever happens to the place of somebody hidden, a player's log and clock stay as they are:
// they are moved, go and come back, before their turn and after it.
func TestPlaceOfTheHiddenIsSecret(t *testing.T) {
	b := newRandomFight(t, 5, "d20", 0)
	page := b.table.Rulebooks["d20"].Templates[0].Page
	for _, name := range []string{"Ash", "Birch", "Cedar", "Lurker"} {
		b.must(model.Join{Character: model.Character{Name: name, Hidden: name == "Lurker", Pages: map[string]engine.Page{"d20": page}}})
	}
	lurker := b.table.Characters()[3].ID
	b.must(model.RollOrder{Quick: true})
	player := model.Seat{Role: model.Player, Name: "Bo"}
	told := func() string {
		seen := view.SeenBy(b.table, player)
		clock, err := json.Marshal(seen.Clock)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(seen.Seq(), " ", string(clock))
	}
	places := len(b.table.Characters())
	for range 3 * places {
		b.must(model.Next{})
		for to := range places {
			for what, c := range map[string]model.Command{"is moved": model.MoveTurn{Who: lurker, To: to}, "goes": model.Leave{Who: lurker}, "comes back": model.Return{Who: lurker}} {
				if c, _ := b.table.Character(lurker); what == "is moved" && c.Left || (what == "goes") == c.Left || b.table.Clock.Turn == lurker {
					continue // in their turn it passes to somebody whom players see
				}
				before := told()
				b.must(c)
				if after := told(); after != before {
					t.Fatalf("somebody hidden %s, and a player who had %s has %s", what, before, after)
				}
			}
		}
	}
}
